// NPY bytes by hand: any header, any data, so that tests do not lean on our own writer.
#pragma once

#include <algorithm>
#include <bit>
#include <cstring>
#include <string>
#include <vector>

namespace ssmscope::test {

inline std::string npy_text(const std::string& header, const std::string& data, char version = 1) {
  std::string bytes = "\x93NUMPY";
  bytes += version;
  bytes += '\0';
  const std::size_t length = header.size();
  for (int i = 0; i < (version == 1 ? 2 : 4); ++i)
    bytes += static_cast<char>((length >> (8 * i)) & 0xFF);
  return bytes + header + data;
}

inline std::string npy_header(const std::string& descr, const std::string& shape,
                              bool fortran = false) {
  return "{'descr': '" + descr + "', 'fortran_order': " + (fortran ? "True" : "False") +
         ", 'shape': " + shape + ", }\n";
}

/// The values' own bytes, in this machine's order or the other.
template <class T>
std::string raw_bytes(const std::vector<T>& values, bool swapped = false) {
  std::string bytes;
  for (const T value : values) {
    std::string one(sizeof(T), '\0');
    std::memcpy(one.data(), &value, sizeof(T));
    if (swapped) std::ranges::reverse(one);
    bytes += one;
  }
  return bytes;
}

}  // namespace ssmscope::test
