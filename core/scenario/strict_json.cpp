#include "core/scenario/strict_json.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "core/scenario/error.hpp"
#include "core/scenario/utf8.hpp"

namespace ssmscope {

namespace {

using nlohmann::json;

std::string clipped(std::string_view text) {
  constexpr std::size_t kLongest = 60;
  return excerpt(text, kLongest);
}

/// The library's reason without its own place and without what it read last (of any length).
std::string parser_reason(std::string_view what) {
  constexpr std::string_view kOverflow = "number overflow parsing ";
  if (const auto at = what.find(kOverflow); at != std::string_view::npos)
    return "the number " + clipped(what.substr(at + kOverflow.size())) + " is too large";
  const auto dash = what.find(" - ");
  std::string_view reason = dash == std::string_view::npos ? what : what.substr(dash + 3);
  std::string_view expected;
  if (const auto at = what.rfind("; expected "); at != std::string_view::npos)
    expected = what.substr(at);
  if (const auto last = reason.find("; last read"); last != std::string_view::npos)
    reason = reason.substr(0, last);
  else if (const auto at = reason.find("; expected "); at != std::string_view::npos)
    reason = reason.substr(0, at);
  return clipped(reason) + clipped(expected);
}

/// Builds the value and watches what the library's own builder lets pass.
class StrictBuilder {
 public:
  explicit StrictBuilder(std::string_view text) : text_(text) {}
  json take() { return std::move(root_); }

  bool null() { return add(nullptr); }
  bool boolean(bool value) { return add(value); }
  bool number_integer(json::number_integer_t value) { return add(value); }
  bool number_unsigned(json::number_unsigned_t value) { return add(value); }
  bool number_float(json::number_float_t value, const json::string_t&) { return add(value); }
  bool string(json::string_t& value) { return add(std::move(value)); }
  bool binary(json::binary_t&) { return false; }  // never in text

  bool start_object(std::size_t) { return open(json::object()); }
  bool start_array(std::size_t) { return open(json::array()); }
  bool end_object() { return close(); }
  bool end_array() { return close(); }

  bool key(json::string_t& value) {
    keys_.back().clear();  // for the place: the object itself
    if (open_.back()->contains(value))
      throw InputError(place() + " has the key \"" + clipped(value) + "\" twice");
    keys_.back() = std::move(value);
    return true;
  }

  bool parse_error(std::size_t position, const std::string&, const json::exception& error) {
    throw InputError("not valid JSON at " + line_and_column(position) + inside() + ": " +
                     parser_reason(error.what()));
  }

 private:
  template <class Value>
  json* put(Value&& value) {
    if (++values_ > kMostJsonValues)
      throw InputError("JSON with more than " + std::to_string(kMostJsonValues) +
                       " values is not read");
    if (open_.empty()) {
      root_ = std::forward<Value>(value);
      return &root_;
    }
    json& parent = *open_.back();
    if (parent.is_object()) return &(parent[keys_.back()] = std::forward<Value>(value));
    parent.push_back(std::forward<Value>(value));
    return &parent.back();
  }

  template <class Value>
  bool add(Value&& value) {
    put(std::forward<Value>(value));
    return true;
  }

  bool open(json empty) {
    if (open_.size() >= kDeepestJson)
      throw InputError(place() + " is nested deeper than the " + std::to_string(kDeepestJson) +
                       " levels that are read");
    open_.push_back(put(std::move(empty)));
    keys_.emplace_back();
    return true;
  }

  bool close() {
    open_.pop_back();
    keys_.pop_back();
    return true;
  }

  /// "model.lambda.re[3]" of the value that would come next; empty at the top.
  std::string path() const {
    std::string path;
    for (std::size_t i = 0; i < open_.size(); ++i) {
      if (open_[i]->is_array()) {
        const bool last = i + 1 == open_.size();
        path += "[" + std::to_string(last ? open_[i]->size() : open_[i]->size() - 1) + "]";
      } else if (!keys_[i].empty()) {
        path += (path.empty() ? "" : ".") + clipped(keys_[i]);
      }
      if (path.size() > kLongestPath) return excerpt(path, kLongestPath);
    }
    return path;
  }

  std::string place() const {
    const auto name = path();
    return name.empty() ? "the JSON" : name;
  }

  std::string inside() const {
    const auto name = path();
    return name.empty() ? "" : " (at " + name + ")";
  }

  std::string line_and_column(std::size_t position) const {
    const auto before = text_.substr(0, std::min(position, text_.size()));
    const auto line = std::ranges::count(before, '\n') + 1;
    const auto newline = before.rfind('\n');
    const auto column =
        newline == std::string_view::npos ? before.size() : before.size() - newline - 1;
    return "line " + std::to_string(line) + ", column " +
           std::to_string(std::max<std::size_t>(column, 1));
  }

  static constexpr std::size_t kLongestPath = 200;
  std::string_view text_;
  json root_;
  std::vector<json*> open_;        // growing an array moves only its closed elements
  std::vector<std::string> keys_;  // of each open object, the key being read
  std::size_t values_ = 0;
};

}  // namespace

json parse_json(std::string_view text) {
  if (text.find_first_not_of(" \t\r\n") == std::string_view::npos)
    throw InputError("the JSON is empty");
  // The library takes a zero byte for the end and would pass over what follows.
  if (text.find('\0') != std::string_view::npos)
    throw InputError("not valid JSON: it has a zero byte");
  StrictBuilder builder(text);
  json::sax_parse(text.begin(), text.end(), &builder);
  return builder.take();
}

}  // namespace ssmscope
