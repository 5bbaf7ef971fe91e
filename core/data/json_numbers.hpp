// Numbers as JSON that never holds NaN or Inf: an undefined value becomes null, and the reason
// is kept for the result's notes (the contract of every analysis' JSON).
#pragma once

#include <algorithm>
#include <cmath>
#include <complex>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ssmscope::data {

/// Why a number that outgrew double precision is null.
inline constexpr std::string_view kOutside =
    "A value outside the range of double precision is null.";

/// Writes one result. `why` is the sentence that joins the notes, once, when a null is written.
class JsonNumbers {
 public:
  using Json = nlohmann::ordered_json;

  /// `notes`: those that the result already has; they come first.
  explicit JsonNumbers(std::vector<std::string> notes = {}) : notes_(std::move(notes)) {}

  Json number(double value, std::string_view why) {
    if (std::isfinite(value)) return value;
    remember(why);
    return nullptr;
  }

  /// {"re": .., "im": ..}; both null when either is not finite.
  Json number(std::complex<double> value, std::string_view why) {
    const bool finite = std::isfinite(value.real()) && std::isfinite(value.imag());
    if (finite) return {{"re", value.real()}, {"im", value.imag()}};
    remember(why);
    return {{"re", nullptr}, {"im", nullptr}};
  }

  Json list(std::span<const double> values, std::string_view why) {
    Json::array_t out;
    out.reserve(values.size());
    for (const double value : values) out.push_back(number(value, why));
    return out;
  }

  /// {"re": [..], "im": [..]}; both entries null when either is not finite.
  Json list(std::span<const std::complex<double>> values, std::string_view why) {
    Json::array_t re, im;
    re.reserve(values.size());
    im.reserve(values.size());
    for (const std::complex<double>& value : values) {
      const bool finite = std::isfinite(value.real()) && std::isfinite(value.imag());
      if (!finite) remember(why);
      re.push_back(finite ? Json(value.real()) : Json(nullptr));
      im.push_back(finite ? Json(value.imag()) : Json(nullptr));
    }
    Json out = Json::object();
    out["re"] = std::move(re);
    out["im"] = std::move(im);
    return out;
  }

  /// The result's notes and a reason for every kind of null written so far.
  const std::vector<std::string>& notes() const { return notes_; }

 private:
  void remember(std::string_view why) {
    if (std::find(notes_.begin(), notes_.end(), why) == notes_.end()) notes_.emplace_back(why);
  }

  std::vector<std::string> notes_;
};

}  // namespace ssmscope::data
