// The header of a .npy file: a Python dictionary of element type, order and shape.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace ssmscope::data {

struct NpyType {
  char kind = 'f';            ///< b, i, u or f
  std::size_t part_size = 8;  ///< bytes of one number (a complex element has two)
  bool is_complex = false;
  bool swapped = false;  ///< bytes in the other order than this machine's
};

struct NpyHeader {
  NpyType type;
  bool fortran_order = false;
  std::vector<std::size_t> shape;
  std::size_t data_offset = 0;  ///< at most the size of the file
};

/// Throws InputError naming the file and what was expected.
NpyHeader parse_npy_header(const std::string& bytes, const std::string& name);

}  // namespace ssmscope::data
