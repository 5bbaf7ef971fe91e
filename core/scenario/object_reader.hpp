// One JSON object, read strictly: every key is known, every value has its type, and every
// complaint names its field.
#pragma once

#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/scenario/scenario.hpp"

namespace ssmscope {

/// "a string", "an array", ...: what a value is, for messages.
std::string kind_of(const nlohmann::json& value);

/// Throws InputError "FIELD must be EXPECTED, not KIND".
[[noreturn]] void refuse_type(const std::string& field, std::string_view expected,
                              const nlohmann::json& value);

/// Field readers; `field` is the full dotted name. Throw InputError naming it.
double read_number(const nlohmann::json& value, const std::string& field);
std::string read_string(const nlohmann::json& value, const std::string& field);
std::vector<double> read_numbers(const nlohmann::json& value, const std::string& field);
/// The index among `names`.
std::size_t read_name(const nlohmann::json& value, const std::string& field,
                      std::span<const std::string_view> names);
/// A whole number from 0 to 2^53.
std::uint64_t read_count(const nlohmann::json& value, const std::string& field);
/// {"re": [..], "im": [..]} of equal lengths; entries are not range-checked.
ComplexList read_complex_list(const nlohmann::json& value, const std::string& field);

class ObjectReader {
 public:
  /// `path` is the object's dotted name, empty for the whole. Throws InputError when `value` is
  /// no object.
  ObjectReader(const nlohmann::json& value, std::string path);

  /// Throws InputError for a key that is not among `known`, with the nearest known one as a
  /// hint. `context` ends the sentence: " with kind impulse".
  void allow_only(std::span<const std::string_view> known, const std::string& context = "") const;

  /// The key's value, or nullptr.
  const nlohmann::json* find(std::string_view key) const;
  /// The key's value; throws InputError when it is absent, `context` ending the sentence.
  const nlohmann::json& require(std::string_view key, const std::string& context = "") const;
  /// "model.init" for "init".
  std::string field(std::string_view key) const;

 private:
  const nlohmann::json& value_;
  std::string path_;
};

/// Throws InputError unless the object's "version" is 1 or absent.
void check_version(const ObjectReader& reader);

}  // namespace ssmscope
