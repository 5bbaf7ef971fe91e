// The built-in recordings, compiled into the program (resources/data).
#include <cstddef>

#include "core/data/npy.hpp"
#include "core/data/signals.hpp"

extern "C" {
extern const unsigned char ssmscope_ecg_npy[];
extern const std::size_t ssmscope_ecg_npy_size;
extern const unsigned char ssmscope_digits_npz[];
extern const std::size_t ssmscope_digits_npz_size;
}

namespace ssmscope::data {

namespace {

std::string bytes_of(const unsigned char* data, std::size_t size) { return {data, data + size}; }

Digits unpack_digits() {
  const auto arrays =
      parse_npz(bytes_of(ssmscope_digits_npz, ssmscope_digits_npz_size), "built-in digits");
  const auto& labels = arrays.at("y").re;
  return {arrays.at("x").re, std::vector<int>(labels.begin(), labels.end())};
}

}  // namespace

std::span<const double> ecg() {
  static const Array recording =
      parse_npy(bytes_of(ssmscope_ecg_npy, ssmscope_ecg_npy_size), "built-in ECG");
  return recording.re;
}

const Digits& digits() {
  static const Digits images = unpack_digits();
  return images;
}

}  // namespace ssmscope::data
