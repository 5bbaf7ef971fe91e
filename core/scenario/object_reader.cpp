#include "core/scenario/object_reader.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/scenario/error.hpp"
#include "core/scenario/numbers.hpp"
#include "core/scenario/utf8.hpp"

namespace ssmscope {

namespace {

using nlohmann::json;

/// Levenshtein distance; words here are short.
std::size_t edits(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = std::exchange(row[0], i + 1);
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t change = diagonal + (a[i] == b[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({change, row[j] + 1, diagonal + 1});
    }
  }
  return row.back();
}

constexpr std::size_t kLongestWord = 60;

/// The known word that is nearest, or empty when none is near.
std::string_view nearest(std::string_view word, std::span<const std::string_view> known) {
  if (word.size() > kLongestWord || known.empty()) return {};
  const auto best = std::ranges::min_element(
      known, {}, [word](std::string_view candidate) { return edits(word, candidate); });
  const std::size_t near = std::max<std::size_t>(2, best->size() / 3);
  // A word of which no letter is kept is another word.
  const std::size_t others = std::max(word.size(), best->size());
  const std::size_t changes = edits(word, *best);
  return changes <= near && changes < others ? *best : std::string_view{};
}

std::string hint(std::string_view word, std::span<const std::string_view> known) {
  const auto near = nearest(word, known);
  return near.empty() ? "" : "; did you mean \"" + std::string(near) + "\"?";
}

std::string listed(std::span<const std::string_view> words) {
  std::string text;
  for (const auto word : words) text += (text.empty() ? "" : ", ") + std::string(word);
  return text;
}

std::string quoted(const std::string& word) { return "\"" + excerpt(word, kLongestWord) + "\""; }

}  // namespace

std::string kind_of(const json& value) {
  switch (value.type()) {
    case json::value_t::null:
      return "null";
    case json::value_t::object:
      return "an object";
    case json::value_t::array:
      return "an array";
    case json::value_t::string:
      return "a string";
    case json::value_t::boolean:
      return value.get<bool>() ? "true" : "false";
    default:
      return "a number";
  }
}

void refuse_type(const std::string& field, std::string_view expected, const json& value) {
  throw InputError(field + " must be " + std::string(expected) + ", not " + kind_of(value));
}

double read_number(const json& value, const std::string& field) {
  if (!value.is_number()) refuse_type(field, "a number", value);
  return value.get<double>();
}

std::string read_string(const json& value, const std::string& field) {
  if (!value.is_string()) refuse_type(field, "a string", value);
  return value.get<std::string>();
}

std::vector<double> read_numbers(const json& value, const std::string& field) {
  if (!value.is_array()) refuse_type(field, "an array of numbers", value);
  std::vector<double> numbers;
  numbers.reserve(value.size());
  for (const json& entry : value) {
    if (!entry.is_number())
      refuse_type(field + "[" + std::to_string(numbers.size()) + "]", "a number", entry);
    numbers.push_back(entry.get<double>());
  }
  return numbers;
}

std::size_t read_name(const json& value, const std::string& field,
                      std::span<const std::string_view> names) {
  if (!value.is_string()) refuse_type(field, "one of " + listed(names), value);
  const auto& name = value.get_ref<const std::string&>();
  const auto found = std::ranges::find(names, name);
  if (found == names.end())
    throw InputError(field + " must be one of " + listed(names) + ", not " + quoted(name) +
                     hint(name, names));
  return static_cast<std::size_t>(found - names.begin());
}

std::uint64_t read_count(const json& value, const std::string& field) {
  constexpr double kLargest = 9007199254740992.0;  // 2^53
  const double number = read_number(value, field);
  if (number >= 0.0 && number <= kLargest && number == std::floor(number))
    return static_cast<std::uint64_t>(number);
  throw InputError(field + " must be a whole number from 0 to " + exact_number(kLargest) +
                   ", not " + exact_number(number));
}

ComplexList read_complex_list(const json& value, const std::string& field) {
  constexpr std::string_view kKeys[] = {"re", "im"};
  const ObjectReader reader(value, field);
  reader.allow_only(kKeys);
  const auto re = read_numbers(reader.require("re"), reader.field("re"));
  const auto im = read_numbers(reader.require("im"), reader.field("im"));
  if (re.size() != im.size())
    throw InputError(field + ".re and " + field + ".im must have equal lengths, not " +
                     std::to_string(re.size()) + " and " + std::to_string(im.size()));
  ComplexList list(re.size());
  for (std::size_t i = 0; i < list.size(); ++i) list[i] = {re[i], im[i]};
  return list;
}

ObjectReader::ObjectReader(const json& value, std::string path)
    : value_(value), path_(std::move(path)) {
  if (!value.is_object()) refuse_type(path_.empty() ? "the whole" : path_, "a JSON object", value);
}

void ObjectReader::allow_only(std::span<const std::string_view> known,
                              const std::string& context) const {
  for (const auto& [key, unused] : value_.items()) {
    if (std::ranges::find(known, key) != known.end()) continue;
    throw InputError((path_.empty() ? "the key " : path_ + " has an unknown key ") + quoted(key) +
                     (path_.empty() ? " is unknown" : "") + context + hint(key, known) +
                     " (known: " + listed(known) + ")");
  }
}

const json* ObjectReader::find(std::string_view key) const {
  const auto found = value_.find(key);
  return found == value_.end() ? nullptr : &*found;
}

const json& ObjectReader::require(std::string_view key, const std::string& context) const {
  const json* found = find(key);
  if (found == nullptr) throw InputError(field(key) + " is missing" + context);
  return *found;
}

std::string ObjectReader::field(std::string_view key) const {
  return path_.empty() ? std::string(key) : path_ + "." + std::string(key);
}

void check_version(const ObjectReader& reader) {
  const json* version = reader.find("version");
  if (version == nullptr) return;
  const double number = read_number(*version, "version");
  if (number != 1.0)
    throw InputError("version must be 1, the only one that this program reads, not " +
                     exact_number(number));
}

}  // namespace ssmscope
