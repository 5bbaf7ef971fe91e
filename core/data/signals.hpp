// Input signals of a scenario, and the built-in recordings.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/scenario/scenario.hpp"

namespace ssmscope::data {

/// The built-in electrocardiogram: mV, 360 samples a second, 10,800 samples.
std::span<const double> ecg();
inline constexpr double kEcgSamplesPerSecond = 360.0;

/// A chirp sweeps from omega0 to omega1 over its first steps, then stays at omega1: a window
/// further on shows the same signal whatever its own length.
inline constexpr int kChirpSteps = 1024;
/// Noise of a seed is drawn in blocks of this many steps, each a stream of its own.
inline constexpr std::size_t kNoiseBlock = 4096;
inline constexpr std::size_t kDigitPixels = 64;

/// The built-in 8x8 handwritten digits: images row by row, values 0 to 16; labels 0 to 9.
struct Digits {
  std::vector<double> pixels;  ///< count x 64
  std::vector<int> labels;
  std::size_t count() const { return labels.size(); }
};
const Digits& digits();

/// What a text is as numbers: b/127.5 - 1 of each of its bytes b, from -1 to 1.
inline double text_sample(unsigned char byte) {
  constexpr double kHalfRange = 127.5;
  return byte / kHalfRange - 1.0;
}

/// A part of an input that has parts: a word of a text, a row of pixels of a digit.
struct InputToken {
  std::size_t first = 0;  ///< step
  std::size_t count = 0;  ///< steps
  std::string text;       ///< the word; of a row of pixels its number, from 1
};
/// The parts that begin in steps first .. first + count - 1, in their order.
std::vector<InputToken> input_tokens(const Input& input, std::size_t first, std::size_t count);

/// Samples first .. first + count - 1 of the input, one a step, zero before step 0 and beyond
/// the end of a recording. A digit is scaled to 0..1, a text to -1..1 (text_sample). Throws
/// InputError (file, column, index).
std::vector<double> input_signal(const Input& input, std::size_t first, std::size_t count);

/// One column of a CSV, NPY or NPZ file (told by its first bytes) as a series; in an NPZ the
/// columns of all arrays are counted through in the order of their names. Empty cells end a CSV
/// column. Throws InputError; NaN and Inf are refused with their place.
std::vector<double> read_series(const FileReference& file, int column);
/// The same without a copy: the last few series are kept until their file changes.
std::shared_ptr<const std::vector<double>> shared_series(const FileReference& file, int column);

/// Fills length and hash of a reference from the file as it is now.
FileReference stamp(const FileReference& file);
/// A sentence when the file differs from its stamp or cannot be read, else empty; empty where
/// there is no stamp.
std::string change_since_stamp(const FileReference& file);

/// The scenario with the files that have no stamp yet stamped; one that cannot be read stays
/// without.
Scenario stamp_files(const Scenario& scenario);
/// change_since_stamp of every file that the scenario names, without the empty ones.
std::vector<std::string> file_changes(const Scenario& scenario);

/// "unit impulse at step 0", for captions.
std::string describe(const Input& input);

}  // namespace ssmscope::data
