#include "core/data/npy_header.hpp"

#include <algorithm>
#include <bit>
#include <charconv>
#include <string_view>

#include "core/scenario/error.hpp"
#include "core/scenario/utf8.hpp"

namespace ssmscope::data {

namespace {

constexpr std::size_t kMostDimensions = 32;  // NumPy's own limit

std::string shown(std::string_view text) {
  constexpr std::size_t kLongest = 40;
  return excerpt(text, kLongest);
}

/// Reads the few Python literals that a header may hold.
class Literals {
 public:
  Literals(std::string_view text, const std::string& name) : text_(text), name_(name) {}

  [[noreturn]] void refuse(const std::string& expected) const {
    throw InputError(name_ + ": has a damaged NPY header: expected " + expected + " at \"" +
                     shown(text_.substr(std::min(at_, text_.size()))) + "\"");
  }

  bool accept(char c) {
    skip_spaces();
    if (at_ >= text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }

  void expect(char c) {
    if (!accept(c)) refuse(std::string("'") + c + "'");
  }

  std::string quoted() {
    skip_spaces();
    const char quote = at_ < text_.size() ? text_[at_] : ' ';
    const auto end =
        quote == '\'' || quote == '"' ? text_.find(quote, at_ + 1) : std::string_view::npos;
    if (end == std::string_view::npos) refuse("a quoted text");
    std::string text(text_.substr(at_ + 1, end - at_ - 1));
    at_ = end + 1;
    return text;
  }

  bool boolean() {
    skip_spaces();
    for (const std::string_view word : {"True", "False"}) {
      if (!text_.substr(at_).starts_with(word)) continue;
      at_ += word.size();
      return word == "True";
    }
    refuse("True or False");
  }

  std::size_t whole_number() {
    skip_spaces();
    std::size_t value = 0;
    const auto rest = text_.substr(at_);
    const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), value);
    if (error != std::errc{}) refuse("a whole number that fits 64 bits");
    at_ += static_cast<std::size_t>(end - rest.data());
    accept('L');  // Python 2 wrote long integers so
    return value;
  }

  /// "(2, 3)", "(2,)", "()".
  std::vector<std::size_t> tuple() {
    std::vector<std::size_t> values;
    expect('(');
    while (!accept(')')) {
      if (values.size() == kMostDimensions) refuse("at most 32 dimensions");
      values.push_back(whole_number());
      if (!accept(',')) {
        expect(')');
        break;
      }
    }
    return values;
  }

  void end() {
    skip_spaces();
    if (at_ != text_.size()) refuse("its end");
  }

 private:
  void skip_spaces() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\n')) ++at_;
  }

  std::string_view text_;
  const std::string& name_;
  std::size_t at_ = 0;
};

bool is_known(char kind, std::size_t size) {
  switch (kind) {
    case 'b':
      return size == 1;
    case 'i':
    case 'u':
      return size == 1 || size == 2 || size == 4 || size == 8;
    case 'f':
      return size == 2 || size == 4 || size == 8;
    case 'c':
      return size == 8 || size == 16;
    default:
      return false;
  }
}

NpyType parse_type(const std::string& descr, const std::string& name) {
  std::size_t size = 0;
  const bool formed =
      descr.size() >= 3 && std::string_view("<>=|").find(descr[0]) != std::string::npos;
  if (formed) {
    const char* last = descr.data() + descr.size();
    const auto [end, error] = std::from_chars(descr.data() + 2, last, size);
    if (error != std::errc{} || end != last) size = 0;
  }
  if (!formed || !is_known(descr[1], size))
    throw InputError(name + ": holds elements of type \"" + shown(descr) +
                     "\"; expected integers, float16 to float64, complex64, complex128 or bool");
  const bool is_complex = descr[1] == 'c';
  const char foreign = std::endian::native == std::endian::little ? '>' : '<';
  return {is_complex ? 'f' : descr[1], is_complex ? size / 2 : size, is_complex,
          descr[0] == foreign};
}

/// The text of the header and where it ends.
std::string_view header_text(const std::string& bytes, const std::string& name, std::size_t& end) {
  if (!std::string_view(bytes).starts_with("\x93NUMPY"))
    throw InputError(name + ": is not an NPY file (it does not start with \\x93NUMPY)");
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(bytes[i]); };
  constexpr std::size_t kShortest = 12;
  if (bytes.size() < kShortest) throw InputError(name + ": is cut short inside its NPY header");
  if (byte(6) < 1 || byte(6) > 3)
    throw InputError(name + ": has NPY version " + std::to_string(byte(6)) + "; expected 1 to 3");
  const bool two_bytes = byte(6) == 1;
  const std::size_t start = two_bytes ? 10 : 12;
  std::size_t length = byte(8) | (std::size_t{byte(9)} << 8);
  if (!two_bytes) length |= (std::size_t{byte(10)} << 16) | (std::size_t{byte(11)} << 24);
  if (length > bytes.size() - start)
    throw InputError(name + ": is cut short inside its NPY header");
  end = start + length;
  return std::string_view(bytes).substr(start, length);
}

}  // namespace

NpyHeader parse_npy_header(const std::string& bytes, const std::string& name) {
  NpyHeader header;
  Literals literals(header_text(bytes, name, header.data_offset), name);
  bool has_type = false, has_order = false, has_shape = false;
  literals.expect('{');
  while (!literals.accept('}')) {
    const std::string key = literals.quoted();
    literals.expect(':');
    if (key == "descr" && !has_type) {
      if (literals.accept('['))
        throw InputError(name + ": holds records of several fields; expected plain numbers");
      header.type = parse_type(literals.quoted(), name);
      has_type = true;
    } else if (key == "fortran_order" && !has_order) {
      header.fortran_order = literals.boolean();
      has_order = true;
    } else if (key == "shape" && !has_shape) {
      header.shape = literals.tuple();
      has_shape = true;
    } else {
      literals.refuse("descr, fortran_order and shape once each");
    }
    if (!literals.accept(',')) {
      literals.expect('}');
      break;
    }
  }
  literals.end();
  if (!has_type || !has_order || !has_shape)
    literals.refuse("descr, fortran_order and shape once each");
  return header;
}

}  // namespace ssmscope::data
