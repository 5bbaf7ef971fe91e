// NumPy arrays in files: .npy and .npz (zip of .npy, through libzip).
#pragma once

#include <complex>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace ssmscope::data {

/// A dense array in C order. Real data have im empty.
struct Array {
  std::vector<std::size_t> shape;  ///< empty: a scalar
  std::vector<double> re;
  std::vector<double> im;
  std::size_t size() const { return re.size(); }
};

inline constexpr std::uintmax_t kLargestDataBytes = std::uintmax_t{1} << 30;

/// Read float16/32/64, all integers, bool and complex64/128, either byte order, C or Fortran
/// order. Throw InputError naming the file and what was expected; never allocate more than the
/// file (or the archive member's checked size) can fill.
Array read_npy(const std::filesystem::path& file);
Array parse_npy(const std::string& bytes, const std::string& name);
std::map<std::string, Array> read_npz(const std::filesystem::path& file);
std::map<std::string, Array> parse_npz(const std::string& bytes, const std::string& name);

/// The bytes of a .npy file, little-endian float64 or complex128.
std::string npy_bytes(const Array& array);

/// Write little-endian float64 or complex128. Temporary file, then rename.
void write_npy(const std::filesystem::path& file, const Array& array);
void write_npz(const std::filesystem::path& file, const std::map<std::string, Array>& arrays);

}  // namespace ssmscope::data
