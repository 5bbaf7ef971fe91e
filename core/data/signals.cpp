#include "core/data/signals.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "core/compute/random.hpp"
#include "core/data/content_hash.hpp"
#include "core/data/npy.hpp"
#include "core/scenario/error.hpp"
#include "core/scenario/numbers.hpp"
#include "core/scenario/whole_file.hpp"
#include "core/scenario/within_field.hpp"

namespace ssmscope::data {

namespace {

using Series = std::vector<double>;

/// Samples first .. first + count - 1 of a recording that starts at `start`; zero beyond it.
Series window_of(std::span<const double> recording, std::size_t start, std::size_t first,
                 std::size_t count) {
  Series out(count, 0.0);
  if (start >= recording.size() || first >= recording.size() - start) return out;
  const auto rest = recording.subspan(start + first);
  std::copy_n(rest.begin(), std::min(count, rest.size()), out.begin());
  return out;
}

/// Fills samples from a function of the step.
template <class Function>
Series sampled(std::size_t first, std::size_t count, const Function& value) {
  Series out(count);
  for (std::size_t i = 0; i < count; ++i) out[i] = value(static_cast<double>(first + i));
  return out;
}

/// The integral of a frequency that rises evenly over the sweep and then stays.
double chirp_phase(const ChirpInput& chirp, double t) {
  const double within = std::min(t, static_cast<double>(kChirpSteps));
  const double slope = (chirp.omega1 - chirp.omega0) / kChirpSteps;
  return chirp.omega0 * within + 0.5 * slope * within * within + chirp.omega1 * (t - within);
}

/// Spreads the block's number over all bits (the finalizer of SplitMix64); 0 stays 0, so that
/// block 0 is the seed's own stream.
std::uint64_t mixed(std::uint64_t block) {
  std::uint64_t z = block * 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

/// Every block of steps has its own stream, so a window far from step 0 costs no more than a near
/// one and any two windows agree.
Series noise(const NoiseInput& input, std::size_t first, std::size_t count) {
  Series out(count);
  std::size_t done = 0;
  while (done < count) {
    const std::size_t step = first + done;
    const std::size_t block = step / kNoiseBlock;
    compute::Random random(input.seed ^ mixed(block));
    for (std::size_t skip = block * kNoiseBlock; skip < step; ++skip) random.normal();
    const std::size_t end = std::min(first + count, (block + 1) * kNoiseBlock) - first;
    for (; done < end; ++done) out[done] = input.sigma * random.normal();
  }
  return out;
}

struct Sampler {
  std::size_t first;
  std::size_t count;

  Series operator()(const ImpulseInput& in) const {
    return sampled(first, count, [&](double t) { return t == in.at ? 1.0 : 0.0; });
  }
  Series operator()(const StepInput& in) const {
    return sampled(first, count, [&](double t) { return t >= in.at ? 1.0 : 0.0; });
  }
  Series operator()(const SineInput& in) const {
    return sampled(first, count, [&](double t) { return in.amplitude * std::sin(in.omega * t); });
  }
  Series operator()(const ChirpInput& in) const {
    return sampled(first, count, [&](double t) { return std::sin(chirp_phase(in, t)); });
  }
  Series operator()(const NoiseInput& in) const { return noise(in, first, count); }
  Series operator()(const EcgInput& in) const {
    if (in.offset < 0 || static_cast<std::size_t>(in.offset) >= ecg().size())
      throw InputError("input.offset must be from 0 to " + std::to_string(ecg().size() - 1) +
                       " (samples), not " + std::to_string(in.offset));
    return window_of(ecg(), static_cast<std::size_t>(in.offset), first, count);
  }
  Series operator()(const DigitInput& in) const {
    const Digits& all = digits();
    if (in.index < 0 || static_cast<std::size_t>(in.index) >= all.count())
      throw InputError("input.index must be from 0 to " + std::to_string(all.count() - 1) +
                       ", not " + std::to_string(in.index));
    const auto image =
        std::span(all.pixels)
            .subspan(static_cast<std::size_t>(in.index) * kDigitPixels, kDigitPixels);
    Series out = window_of(image, 0, first, count);
    constexpr double kLargestPixel = 16.0;
    for (double& pixel : out) pixel /= kLargestPixel;
    return out;
  }
  Series operator()(const FileInput& in) const {
    const auto series = within_field("input", [&] { return shared_series(in.file, in.column); });
    return window_of(*series, 0, first, count);
  }
  Series operator()(const TextInput& in) const {
    Series out(count, 0.0);
    for (std::size_t i = 0; i < count && first + i < in.text.size(); ++i)
      out[i] = text_sample(static_cast<unsigned char>(in.text[first + i]));
    return out;
  }
};

/// " (a 3)", " (an 8)".
std::string article(int label) {
  constexpr int kEight = 8;
  return (label == kEight ? " (an " : " (a ") + std::to_string(label) + ")";
}

struct Describer {
  static std::string number(double value) { return short_number(value); }

  std::string operator()(const ImpulseInput& in) const {
    return "unit impulse at step " + std::to_string(in.at);
  }
  std::string operator()(const StepInput& in) const {
    return "unit step from step " + std::to_string(in.at);
  }
  std::string operator()(const SineInput& in) const {
    return "sine of " + number(in.omega) + " rad/step, amplitude " + number(in.amplitude);
  }
  std::string operator()(const ChirpInput& in) const {
    return "sweep from " + number(in.omega0) + " to " + number(in.omega1) + " rad/step over " +
           std::to_string(kChirpSteps) + " steps";
  }
  std::string operator()(const NoiseInput& in) const {
    return "white noise, deviation " + number(in.sigma) + ", seed " + std::to_string(in.seed);
  }
  std::string operator()(const EcgInput& in) const {
    return "ECG in mV from sample " + std::to_string(in.offset);
  }
  std::string operator()(const DigitInput& in) const {
    const auto& labels = digits().labels;
    const bool known = in.index >= 0 && static_cast<std::size_t>(in.index) < labels.size();
    const std::string label = known ? article(labels[static_cast<std::size_t>(in.index)]) : "";
    return "handwritten digit " + std::to_string(in.index) + label + ", one pixel a step";
  }
  std::string operator()(const FileInput& in) const {
    return "column " + std::to_string(in.column) + " of " +
           std::filesystem::path(in.file.path).filename().string();
  }
  std::string operator()(const TextInput& in) const {
    return "text of " + std::to_string(in.text.size()) + " bytes, one a step";
  }
};

/// Runs of bytes that are no white space.
std::vector<InputToken> words_of(const std::string& text) {
  constexpr const char* kBlank = " \t\n\r\v\f";
  std::vector<InputToken> words;
  std::size_t at = text.find_first_not_of(kBlank);
  while (at != std::string::npos) {
    const std::size_t end = std::min(text.find_first_of(kBlank, at), text.size());
    words.push_back({at, end - at, text.substr(at, end - at)});
    at = text.find_first_not_of(kBlank, end);
  }
  return words;
}

void stamp_where_none_is(FileReference& file) {
  if (!file.hash.empty()) return;
  try {
    file = stamp(file);
  } catch (const InputError&) {
    // The analyses that need the file say what is wrong with it.
  }
}

}  // namespace

std::vector<double> input_signal(const Input& input, std::size_t first, std::size_t count) {
  return std::visit(Sampler{first, count}, input);
}

std::vector<InputToken> input_tokens(const Input& input, std::size_t first, std::size_t count) {
  std::vector<InputToken> all;
  if (const auto* in = std::get_if<TextInput>(&input)) all = words_of(in->text);
  if (std::holds_alternative<DigitInput>(input)) {
    constexpr std::size_t kSide = 8;
    for (std::size_t row = 0; row < kSide; ++row)
      all.push_back({row * kSide, kSide, std::to_string(row + 1)});
  }
  std::erase_if(all, [&](const InputToken& token) {
    return token.first < first || token.first - first >= count;
  });
  return all;
}

std::string describe(const Input& input) { return std::visit(Describer{}, input); }

FileReference stamp(const FileReference& file) {
  const std::string bytes = read_whole_file(file.path, kLargestDataBytes);
  return {file.path, bytes.size(), content_hash(bytes)};
}

std::string change_since_stamp(const FileReference& file) {
  if (file.hash.empty()) return "";
  try {
    const FileReference now = stamp(file);
    if (now == file) return "";
    return file.path + " has changed since the scenario first used it (" +
           std::to_string(file.length) + " bytes then, " + std::to_string(now.length) + " now" +
           (now.length == file.length ? ", other contents)" : ")");
  } catch (const InputError& error) {
    return error.what();
  }
}

Scenario stamp_files(const Scenario& scenario) {
  Scenario stamped = scenario;
  if (stamped.target.kind == MemoryKind::File) stamp_where_none_is(stamped.target.file);
  if (auto* input = std::get_if<FileInput>(&stamped.input)) stamp_where_none_is(input->file);
  return stamped;
}

std::vector<std::string> file_changes(const Scenario& scenario) {
  std::vector<std::string> changes;
  const auto look = [&changes](const FileReference& file) {
    if (auto change = change_since_stamp(file); !change.empty())
      changes.push_back(std::move(change));
  };
  if (scenario.target.kind == MemoryKind::File) look(scenario.target.file);
  if (const auto* input = std::get_if<FileInput>(&scenario.input)) look(input->file);
  return changes;
}

}  // namespace ssmscope::data
