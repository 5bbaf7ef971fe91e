// Golden files (tests/data/golden): reading, and comparing a computed value with a case's
// `expected` under its `tolerance`: |v - e| <= abs + rel |e|, complex numbers by modulus.
// Use:  for (const Json& c : golden_cases("s4d_kernel.json")) {
//         const std::string wrong = golden_difference(kernel, c, "K");
//         QVERIFY2(wrong.empty(), wrong.c_str());
//       }
#pragma once

#include <complex>
#include <cstddef>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>
#include <span>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace ssmscope::test {

using Json = nlohmann::json;
using GoldenComplex = std::complex<double>;

/// The whole file, by its name under tests/data/golden.
inline Json golden_file(const std::string& name) {
  std::ifstream file(std::string(SSMSCOPE_TEST_DATA) + "/golden/" + name);
  if (!file) throw std::runtime_error("cannot open golden file " + name);
  return Json::parse(file);
}

/// Its `cases`; throws when there are none, so that a loop over them cannot pass by being empty.
inline std::vector<Json> golden_cases(const std::string& name) {
  auto cases = golden_file(name).at("cases").get<std::vector<Json>>();
  if (cases.empty()) throw std::runtime_error("golden file " + name + " has no cases");
  return cases;
}

inline bool is_complex(const Json& value) {
  return value.is_object() && value.contains("re") && value.contains("im");
}

/// A number or nested lists of numbers, row by row. A complex value throws.
inline std::vector<double> golden_reals(const Json& value) {
  if (value.is_number()) return {value.get<double>()};
  if (!value.is_array()) throw std::runtime_error("golden value is not a number or a list");
  std::vector<double> all;
  for (const Json& item : value) {
    const std::vector<double> part = golden_reals(item);
    all.insert(all.end(), part.begin(), part.end());
  }
  return all;
}

/// The same for {"re": ..., "im": ...}; a real value gets imaginary parts of 0.
inline std::vector<GoldenComplex> golden_complexes(const Json& value) {
  const std::vector<double> re = golden_reals(is_complex(value) ? value.at("re") : value);
  const std::vector<double> im =
      is_complex(value) ? golden_reals(value.at("im")) : std::vector<double>(re.size(), 0.0);
  if (re.size() != im.size()) throw std::runtime_error("golden re and im differ in length");
  std::vector<GoldenComplex> all(re.size());
  for (std::size_t i = 0; i < re.size(); ++i) all[i] = {re[i], im[i]};
  return all;
}

struct GoldenTolerance {
  double abs = 0.0, rel = 0.0;
};

inline GoldenTolerance golden_tolerance(const Json& golden_case, const std::string& key) {
  const Json& entry = golden_case.at("tolerance").at(key);
  return {entry.at("abs").get<double>(), entry.at("rel").get<double>()};
}

/// The worst element of `value` that misses `expected`, in one sentence; empty when all pass.
/// A NaN misses, and so does a difference in length.
inline std::string worst_difference(std::span<const GoldenComplex> value,
                                    std::span<const GoldenComplex> expected,
                                    GoldenTolerance tolerance, const std::string& what) {
  std::ostringstream text;
  text.precision(17);
  if (value.size() != expected.size()) {
    text << what << ": " << value.size() << " values where " << expected.size() << " are expected";
    return text.str();
  }
  double worst = 0.0;
  std::size_t at = value.size();
  for (std::size_t i = 0; i < value.size(); ++i) {
    const double allowed = tolerance.abs + tolerance.rel * std::abs(expected[i]);
    const double difference = std::abs(value[i] - expected[i]);
    if (difference <= allowed) continue;
    const double ratio = allowed > 0.0 && difference == difference
                             ? difference / allowed
                             : std::numeric_limits<double>::infinity();
    if (at == value.size() || ratio > worst) {
      worst = ratio;
      at = i;
    }
  }
  if (at == value.size()) return {};
  text << what << "[" << at << "] is " << value[at] << ", expected " << expected[at] << ": off by "
       << std::abs(value[at] - expected[at]) << ", " << worst << " times what is allowed";
  return text.str();
}

inline std::string worst_difference(std::span<const double> value, std::span<const double> expected,
                                    GoldenTolerance tolerance, const std::string& what) {
  const std::vector<GoldenComplex> v(value.begin(), value.end());
  const std::vector<GoldenComplex> e(expected.begin(), expected.end());
  return worst_difference(v, e, tolerance, what);
}

/// Compares with `expected`.`key` of a case under its tolerance; empty when it passes.
inline std::string golden_difference(std::span<const GoldenComplex> value, const Json& golden_case,
                                     const std::string& key) {
  const std::string what = golden_case.at("name").get<std::string>() + ": " + key;
  return worst_difference(value, golden_complexes(golden_case.at("expected").at(key)),
                          golden_tolerance(golden_case, key), what);
}

inline std::string golden_difference(std::span<const double> value, const Json& golden_case,
                                     const std::string& key) {
  if (is_complex(golden_case.at("expected").at(key))) {
    return golden_case.at("name").get<std::string>() + ": " + key + " is complex, the value real";
  }
  const std::vector<GoldenComplex> complex(value.begin(), value.end());
  return golden_difference(std::span<const GoldenComplex>(complex), golden_case, key);
}

inline std::string golden_difference(double value, const Json& golden_case,
                                     const std::string& key) {
  return golden_difference(std::span<const double>(&value, 1), golden_case, key);
}

}  // namespace ssmscope::test
