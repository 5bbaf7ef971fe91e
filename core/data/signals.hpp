// Input signals of a scenario, and the built-in recordings.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/scenario/scenario.hpp"

namespace ssmscope::data {

/// The built-in electrocardiogram: mV, 360 samples a second, 10,800 samples.
std::span<const double> ecg();
inline constexpr double kEcgSamplesPerSecond = 360.0;

/// The built-in 8x8 handwritten digits: images row by row, values 0 to 16; labels 0 to 9.
struct Digits {
  std::vector<double> pixels;  ///< count x 64
  std::vector<int> labels;
  std::size_t count() const { return labels.size(); }
};
const Digits& digits();

/// Samples first .. first + count - 1 of the input, one a step, zero before step 0 and beyond
/// the end of a recording. A digit is scaled to 0..1. Throws InputError (file, column, index).
std::vector<double> input_signal(const Input& input, std::size_t first, std::size_t count);

/// One column of a CSV, NPY or NPZ file as a series. Throws InputError; NaN and Inf are refused
/// with their place.
std::vector<double> read_series(const FileReference& file, int column);

/// Fills length and hash of a reference from the file as it is now.
FileReference stamp(const FileReference& file);
/// A sentence when the file differs from its stamp, else empty.
std::string change_since_stamp(const FileReference& file);

/// "unit impulse at step 0", for captions.
std::string describe(const Input& input);

}  // namespace ssmscope::data
