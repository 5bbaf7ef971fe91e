// Rows of the groups target, fit, input, resolution and refinement.
#include <algorithm>
#include <numbers>

#include "core/scenario/limits.hpp"
#include "core/scenario/parameter_rows.hpp"

namespace ssmscope {

namespace {

using rows::Words;

bool follows(const MixturePart& part) { return part.follows_alpha; }

/// A list or a file of the old kind goes; a mixture starts as an exponential and an impulse.
void set_target_kind(Scenario& s, double value) {
  Target& target = s.target;
  const auto kind = static_cast<MemoryKind>(static_cast<int>(value));
  if (kind == target.kind) return;
  target.kind = kind;
  target.parts.clear();
  target.values.clear();
  target.file = {};
  if (kind == MemoryKind::Mixture)
    target.parts = {{1.0, MemoryKind::Exponential, target.alpha, true},
                    {1.0, MemoryKind::Impulse, target.alpha, true}};
}

void set_alpha(Scenario& s, double value) {
  s.target.alpha = value;
  for (MixturePart& part : s.target.parts)
    if (part.follows_alpha) part.alpha = value;
}

bool alpha_applies(const Scenario& s) {
  const Target& target = s.target;
  if (target.kind == MemoryKind::Mixture) return std::ranges::any_of(target.parts, follows);
  return target.kind != MemoryKind::Samples && target.kind != MemoryKind::File;
}

Parameter target_kind_row() {
  const Words words{"/target/kind", "Target", "",
                    "The memory function ρ that the model is measured against."};
  Parameter row = rows::bind<&Scenario::target, &Target::kind>(
      rows::choice(words, kMemoryNames, kMemoryLabels));
  row.set = set_target_kind;
  row.offers = [](const Scenario& s, std::size_t index) {
    const auto kind = static_cast<MemoryKind>(index);
    const bool given = kind == MemoryKind::Samples || kind == MemoryKind::File;
    return !given || kind == s.target.kind;
  };
  return row;
}

Parameter alpha_row() {
  const Words words{"/target/alpha", "Target memory α", "",
                    "How far back the target remembers: a share μ = 0.02 + 0.18 α of its T steps "
                    "(exponential, polynomial) or 0.02 + 0.8 α (impulse, Airy), from 0 (short) to "
                    "1 (long)."};
  Parameter row = rows::bind<&Scenario::target, &Target::alpha>(rows::real(words, 0, 1));
  row.set = set_alpha;
  row.applies = alpha_applies;
  return row;
}

Parameter length_row() {
  const Words words{"/target/length", "Target length T", "steps",
                    "Number of steps over which the target is defined."};
  Parameter row = rows::bind<&Scenario::target, &Target::length>(
      rows::integer(words, 2, kLongestTarget, Scale::Log));
  row.applies = [](const Scenario& s) { return s.target.kind != MemoryKind::Samples; };
  return row;
}

/// The kinds of input in the order of the variant.
template <std::size_t... I>
void make_input(Input& input, std::size_t index, std::index_sequence<I...>) {
  ((index == I ? static_cast<void>(input.emplace<I>()) : static_cast<void>(0)), ...);
}

Parameter input_kind_row() {
  const Words words{"/input/kind", "Input", "", "The signal that is fed in, one sample a step."};
  Parameter row = rows::choice(words, kInputNames, kInputLabels);
  row.get = [](const Scenario& s) { return static_cast<double>(s.input.index()); };
  row.set = [](Scenario& s, double value) {
    const auto index = static_cast<std::size_t>(value);
    if (index != s.input.index())
      make_input(s.input, index, std::make_index_sequence<std::variant_size_v<Input>>{});
  };
  row.offers = [](const Scenario& s, std::size_t index) {
    const bool is_file = kInputNames[index] == "file";  // there must be one to read
    return !is_file || std::holds_alternative<FileInput>(s.input);
  };
  return row;
}

/// The one scalar that two kinds of input share.
Parameter at_row() {
  const Words words{"/input/at", "At step", "steps", "The step at which the input begins."};
  Parameter row = rows::integer(words, 0, 1e7);
  row.applies = [](const Scenario& s) {
    return std::holds_alternative<ImpulseInput>(s.input) ||
           std::holds_alternative<StepInput>(s.input);
  };
  row.get = [](const Scenario& s) {
    if (const auto* impulse = std::get_if<ImpulseInput>(&s.input))
      return static_cast<double>(impulse->at);
    const auto* step = std::get_if<StepInput>(&s.input);
    return step == nullptr ? 0.0 : static_cast<double>(step->at);
  };
  row.set = [](Scenario& s, double value) {
    if (auto* impulse = std::get_if<ImpulseInput>(&s.input)) impulse->at = static_cast<int>(value);
    if (auto* step = std::get_if<StepInput>(&s.input)) step->at = static_cast<int>(value);
  };
  return row;
}

std::vector<Parameter> wave_rows() {
  constexpr double kPi = std::numbers::pi;
  const Words omega{"/input/omega", "Frequency ω", "rad/step", "Angle that the sine turns a step."};
  const Words amplitude{"/input/amplitude", "Amplitude", "", "Height of the sine."};
  const Words omega0{"/input/omega0", "First frequency ω₀", "rad/step", "Where the sweep starts."};
  const Words omega1{"/input/omega1", "Last frequency ω₁", "rad/step", "Where the sweep ends."};
  const Words seed{"/input/seed", "Seed of the noise", "", "Chooses another noise."};
  const Words sigma{"/input/sigma", "Deviation σ", "", "Standard deviation of the noise."};
  return {
      rows::bind_input<SineInput, &SineInput::omega>(rows::real(omega, 0, kPi)),
      rows::bind_input<SineInput, &SineInput::amplitude>(rows::real(amplitude, -1000, 1000)),
      rows::bind_input<ChirpInput, &ChirpInput::omega0>(rows::real(omega0, 0, kPi)),
      rows::bind_input<ChirpInput, &ChirpInput::omega1>(rows::real(omega1, 0, kPi)),
      rows::bind_input<NoiseInput, &NoiseInput::seed>(rows::integer(seed, 0, rows::kLargestSeed)),
      rows::bind_input<NoiseInput, &NoiseInput::sigma>(rows::real(sigma, 0, 1000)),
  };
}

bool is_multisine(const Scenario& s) { return s.refinement.input == RefinementInput::Multisine; }

}  // namespace

std::vector<Parameter> target_rows() {
  const Words fit{"/fit/pairs", "Pairs of the free fit", "pairs",
                  "Free conjugate pairs that the memory view fits to the target."};
  return {
      target_kind_row(),
      alpha_row(),
      length_row(),
      rows::bind<&Scenario::fit, &Fit::pairs>(rows::integer(fit, 1, 32)),
  };
}

std::vector<Parameter> input_rows() {
  const Words offset{"/input/offset", "First sample", "samples",
                     "The sample of the recording at step 0 (360 samples a second)."};
  const Words index{"/input/index", "Image", "", "Which handwritten digit is read."};
  const Words column{"/input/column", "Column", "", "Which column of the file is read, from 0."};
  std::vector<Parameter> all = {input_kind_row(), at_row()};
  const auto waves = wave_rows();
  all.insert(all.end(), waves.begin(), waves.end());
  all.push_back(rows::bind_input<EcgInput, &EcgInput::offset>(rows::integer(offset, 0, 10799)));
  all.push_back(rows::bind_input<DigitInput, &DigitInput::index>(rows::integer(index, 0, 1796)));
  all.push_back(rows::bind_input<FileInput, &FileInput::column>(rows::integer(column, 0, 9999)));
  return all;
}

std::vector<Parameter> resolution_rows() {
  const Words kernel{"/resolution/kernel_length", "Kernel length", "steps",
                     "Samples of the kernel that are computed."};
  const Words steps{"/resolution/steps", "Window", "steps", "Steps that are simulated and shown."};
  const Words first{"/resolution/first_step", "First step", "steps",
                    "Where the window starts; the input starts at step 0."};
  const Words frequencies{"/resolution/frequencies", "Frequencies", "points",
                          "Points of the frequency response between 0 and π."};
  const Words spectrum{"/resolution/spectrum_length", "Spectrum length L", "steps",
                       "Size of the Toeplitz matrix whose spectrum is shown; beyond 2048 its 32 "
                          "largest values."};
  return {
      rows::bind<&Scenario::resolution, &Resolution::kernel_length>(
          rows::integer(kernel, 1, 1 << 20, Scale::Log)),
      rows::bind<&Scenario::resolution, &Resolution::steps>(
          rows::integer(steps, 2, 1 << 16, Scale::Log)),
      rows::bind<&Scenario::resolution, &Resolution::first_step>(rows::integer(first, 0, 1e7)),
      rows::bind<&Scenario::resolution, &Resolution::frequencies>(
          rows::integer(frequencies, 2, 1 << 20, Scale::Log)),
      rows::bind<&Scenario::resolution, &Resolution::spectrum_length>(
          rows::integer(spectrum, 2, 1 << 18, Scale::Log)),
  };
}

std::vector<Parameter> refinement_rows() {
  const Words preset{"/refinement/preset", "Experiment", "", "Which system is refined in time."};
  const Words input{"/refinement/input", "Refinement input", "",
                    "The function of continuous time that drives the refinement."};
  const Words tones{"/refinement/tones", "Tones", "tones", "Number of tones of the input."};
  const Words hold{"/refinement/hold", "Hold", "",
                   "Which value of the input a step takes: at its start, its end or the mean."};
  const Words seed{"/refinement/seed", "Seed of the tones", "", "Chooses other tones."};
  auto preset_row = rows::bind<&Scenario::refinement, &Refinement::preset>(
      rows::choice(preset, kRefinementPresetNames, kRefinementPresetLabels));
  preset_row.offers = [](const Scenario&, std::size_t i) { return i == 0; };
  auto tones_row =
      rows::bind<&Scenario::refinement, &Refinement::tones>(rows::integer(tones, 1, 200));
  auto seed_row = rows::bind<&Scenario::refinement, &Refinement::seed>(
      rows::integer(seed, 0, rows::kLargestSeed));
  tones_row.applies = is_multisine;
  seed_row.applies = is_multisine;
  return {
      preset_row,
      rows::bind<&Scenario::refinement, &Refinement::input>(
          rows::choice(input, kRefinementInputNames, kRefinementInputLabels)),
      tones_row,
      rows::bind<&Scenario::refinement, &Refinement::hold>(
          rows::choice(hold, kHoldNames, kHoldLabels)),
      seed_row,
  };
}

}  // namespace ssmscope
