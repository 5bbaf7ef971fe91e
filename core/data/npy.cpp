// NPY format 1.0 to 3.0: https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html
#include "core/data/npy.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <string_view>

#include "core/data/npy_header.hpp"
#include "core/scenario/error.hpp"
#include "core/scenario/whole_file.hpp"

namespace ssmscope::data {

namespace {

static_assert(std::endian::native == std::endian::little, "write_npy writes memory as it is");

/// Numbers that are read at most: a file of bytes grows eightfold as doubles.
constexpr std::size_t kMostNumbers = std::size_t{1} << 27;

template <class T>
T load(const char* bytes, bool swap) {
  std::array<char, sizeof(T)> raw;
  std::memcpy(raw.data(), bytes, sizeof(T));
  if (swap) std::ranges::reverse(raw);
  return std::bit_cast<T>(raw);
}

/// IEEE 754 binary16.
double half_value(std::uint16_t bits) {
  const int exponent = (bits >> 10) & 0x1F;
  const int fraction = bits & 0x3FF;
  const double sign = (bits & 0x8000) != 0 ? -1.0 : 1.0;
  constexpr int kBias = 25;  // 15, and 10 bits of fraction
  if (exponent == 0x1F)
    return fraction == 0 ? sign * std::numeric_limits<double>::infinity()
                         : std::numeric_limits<double>::quiet_NaN();
  if (exponent == 0) return sign * std::ldexp(fraction, 1 - kBias);
  return sign * std::ldexp(fraction + 1024, exponent - kBias);
}

template <class T>
double integer_value(T value, const std::string& name) {
  constexpr double kLargest = 9007199254740992.0;  // 2^53
  const auto real = static_cast<double>(value);
  if (std::abs(real) > kLargest)
    throw InputError(name + ": holds the integer " + std::to_string(value) +
                     ", which a double cannot hold exactly (at most 2^53)");
  return real;
}

/// One number of the given kind and size.
double number_at(const char* bytes, const NpyType& type, const std::string& name) {
  const bool swap = type.swapped;
  const std::size_t size = type.part_size;
  switch (type.kind) {
    case 'b':
      return bytes[0] != 0 ? 1.0 : 0.0;
    case 'i':
      if (size == 1) return load<std::int8_t>(bytes, swap);
      if (size == 2) return load<std::int16_t>(bytes, swap);
      if (size == 4) return load<std::int32_t>(bytes, swap);
      return integer_value(load<std::int64_t>(bytes, swap), name);
    case 'u':
      if (size == 1) return load<std::uint8_t>(bytes, swap);
      if (size == 2) return load<std::uint16_t>(bytes, swap);
      if (size == 4) return load<std::uint32_t>(bytes, swap);
      return integer_value(load<std::uint64_t>(bytes, swap), name);
    default:
      if (size == 2) return half_value(load<std::uint16_t>(bytes, swap));
      if (size == 4) return load<float>(bytes, swap);
      return load<double>(bytes, swap);
  }
}

std::size_t count_of(const std::vector<std::size_t>& shape, const std::string& name) {
  std::size_t count = 1;
  for (const std::size_t extent : shape) {
    if (extent != 0 && count > kMostNumbers / extent)
      throw InputError(name + ": holds more than the " + std::to_string(kMostNumbers) +
                       " numbers that are read");
    count *= extent;
  }
  return count;
}

/// Index in C order of the element that comes k-th in Fortran order, for k = 0, 1, ..
class FortranOrder {
 public:
  explicit FortranOrder(const std::vector<std::size_t>& shape)
      : shape_(shape), strides_(shape.size()), index_(shape.size(), 0) {
    std::size_t stride = 1;
    for (std::size_t d = shape.size(); d-- > 0;) {
      strides_[d] = stride;
      stride *= shape[d];
    }
  }
  std::size_t position() const { return position_; }
  void advance() {
    for (std::size_t d = 0; d < shape_.size(); ++d) {
      position_ += strides_[d];
      if (++index_[d] < shape_[d]) return;
      position_ -= strides_[d] * shape_[d];
      index_[d] = 0;
    }
  }

 private:
  const std::vector<std::size_t>& shape_;
  std::vector<std::size_t> strides_, index_;
  std::size_t position_ = 0;
};

std::string header_text(const Array& array) {
  std::string shape;
  for (const std::size_t extent : array.shape) shape += std::to_string(extent) + ", ";
  const std::string type = array.im.empty() ? "<f8" : "<c16";
  std::string text =
      "{'descr': '" + type + "', 'fortran_order': False, 'shape': (" + shape + "), }";
  constexpr std::size_t kPreamble = 10;
  constexpr std::size_t kAlignment = 64;  // as NumPy pads
  while ((kPreamble + text.size() + 1) % kAlignment != 0) text += ' ';
  return text + "\n";
}

}  // namespace

Array read_npy(const std::filesystem::path& file) {
  return parse_npy(read_whole_file(file, kLargestDataBytes), file.string());
}

Array parse_npy(const std::string& bytes, const std::string& name) {
  const NpyHeader header = parse_npy_header(bytes, name);
  const std::size_t count = count_of(header.shape, name);
  const std::size_t element = header.type.part_size * (header.type.is_complex ? 2 : 1);
  const std::size_t held = bytes.size() - header.data_offset;
  if (held != count * element)
    throw InputError(name + ": is " + (held < count * element ? "cut short" : "too long") + ": " +
                     std::to_string(count * element) + " bytes of data were expected, not " +
                     std::to_string(held));
  Array array{header.shape, std::vector<double>(count), {}};
  if (header.type.is_complex) array.im.resize(count);
  FortranOrder order(array.shape);
  const char* data = bytes.data() + header.data_offset;
  for (std::size_t k = 0; k < count; ++k, data += element) {
    const std::size_t place = header.fortran_order ? order.position() : k;
    array.re[place] = number_at(data, header.type, name);
    if (header.type.is_complex)
      array.im[place] = number_at(data + header.type.part_size, header.type, name);
    if (header.fortran_order) order.advance();
  }
  return array;
}

std::string npy_bytes(const Array& array) {
  const std::string header = header_text(array);
  std::string bytes("\x93NUMPY\x01\x00", 8);
  bytes += static_cast<char>(header.size() & 0xFF);
  bytes += static_cast<char>(header.size() >> 8);
  bytes += header;
  const std::size_t start = bytes.size();
  const std::size_t parts = array.im.empty() ? 1 : 2;
  bytes.resize(start + array.size() * parts * sizeof(double));
  char* out = bytes.data() + start;
  for (std::size_t k = 0; k < array.size(); ++k) {
    std::memcpy(out, &array.re[k], sizeof(double));
    if (parts == 2) std::memcpy(out + sizeof(double), &array.im[k], sizeof(double));
    out += parts * sizeof(double);
  }
  return bytes;
}

void write_npy(const std::filesystem::path& file, const Array& array) {
  write_whole_file(file, npy_bytes(array));
}

}  // namespace ssmscope::data
