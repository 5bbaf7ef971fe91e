// The one immutable description of what is looked at: model, hold rule, step, target, input,
// resolution. A plain value with equality; its JSON is in scenario_json.hpp, its scalar
// parameters are in parameters.hpp, the rules over several fields in check.hpp.
#pragma once

#include <complex>
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace ssmscope {

using Complex = std::complex<double>;

/// Of a layer's decoder. Glu is no function of one number: a s(b), s the logistic function, of two
/// mixes of a layer.
enum class Activation { Identity, Gelu, Tanh, Relu, Glu };
enum class Pooling { Last, Mean };
enum class Family { S4d, S4, S5, S6 };
enum class Init { Lin, Inv, Legs, Real, Random, Explicit };
enum class Rule { Zoh, Bilinear, Euler, BackwardEuler, EulerB };
enum class Hold { Left, Right, Mean };
enum class MemoryKind { Exponential, Polynomial, Impulse, Airy, Mixture, Samples, File };
/// Of a stack of layers; InTurn takes S4D, S4 and S5 one after the other.
enum class StackFamily { S4d, S4, S5, InTurn };
enum class RefinementPreset { Single, ContinuityLaws };
enum class RefinementInput { Multisine, Scenario };

/// All ones.
struct Ones {
  bool operator==(const Ones&) const = default;
};
/// Standard complex normal entries (E|z|^2 = 1) from a seed.
struct Seeded {
  std::uint64_t seed = 1;
  bool operator==(const Seeded&) const = default;
};
/// C solved so that the kernel follows the target over its length.
struct FitToTarget {
  bool operator==(const FitToTarget&) const = default;
};
using ComplexList = std::vector<Complex>;

/// A diagonal state-space model in continuous time (MATHS section 1).
struct Model {
  Family family = Family::S4d;
  Init init = Init::Lin;
  int pairs = 32;          ///< number M of modes; of explicit poles, lambda.size()
  bool conjugate = true;   ///< a mode stands for itself and its conjugate: y = 2 Re(C x)
  std::uint64_t seed = 1;  ///< of Init::Random only; 1 otherwise
  ComplexList lambda;      ///< of Init::Explicit only; empty otherwise
  std::variant<Ones, Seeded, ComplexList> B;
  std::variant<FitToTarget, Seeded, ComplexList> C;
  double D = 0.0;
  bool operator==(const Model&) const = default;
};

struct Discretisation {
  Rule rule = Rule::Zoh;
  double delta = 0.01;  ///< the step, in delta_unit
  std::string delta_unit = "s";
  bool operator==(const Discretisation&) const = default;
};

/// A file that the scenario reads. `path` is absolute once read; length and hash are those of
/// the file when it was first used (0 and empty: not yet), so that a change can be said.
struct FileReference {
  std::string path;
  std::uint64_t length = 0;  ///< bytes
  std::string hash;          ///< 64-bit FNV-1a of the bytes, hexadecimal
  bool operator==(const FileReference&) const = default;
};

/// One term of a mixture; `kind` is Exponential, Polynomial, Impulse or Airy.
struct MixturePart {
  double weight = 1.0;
  MemoryKind kind = MemoryKind::Exponential;
  double alpha = 0.5;          ///< always the value in use
  bool follows_alpha = false;  ///< alpha is the target's and moves with it (no alpha in the JSON)
  bool operator==(const MixturePart&) const = default;
};

/// The memory function rho(s, alpha) that the model is measured against (MATHS section 6).
struct Target {
  MemoryKind kind = MemoryKind::Exponential;
  double alpha = 0.5;              ///< relative memory, 0 to 1
  int length = 256;                ///< T in steps; of Samples, values.size()
  std::vector<MixturePart> parts;  ///< of Mixture only
  std::vector<double> values;      ///< of Samples only
  FileReference file;              ///< of File only
  bool operator==(const Target&) const = default;
};

struct Fit {
  int pairs = 8;  ///< free conjugate pairs of the memory view's own fit
  /// A preview's fit, from the answer before. Set by memory::coarse_memory alone; never stored.
  bool quick = false;
  bool operator==(const Fit&) const = default;
};

// Inputs: one sample a step; omega in radians a step. Delta never resamples them.
struct ImpulseInput {
  int at = 0;
  bool operator==(const ImpulseInput&) const = default;
};
struct StepInput {
  int at = 0;
  bool operator==(const StepInput&) const = default;
};
struct SineInput {
  double omega = 0.1;
  double amplitude = 1.0;
  bool operator==(const SineInput&) const = default;
};
struct ChirpInput {
  double omega0 = 0.0;
  double omega1 = 1.0;
  bool operator==(const ChirpInput&) const = default;
};
struct NoiseInput {
  std::uint64_t seed = 1;
  double sigma = 1.0;
  bool operator==(const NoiseInput&) const = default;
};
struct EcgInput {
  int offset = 0;  ///< first sample of the recording
  bool operator==(const EcgInput&) const = default;
};
struct DigitInput {
  int index = 0;  ///< which image
  bool operator==(const DigitInput&) const = default;
};
struct FileInput {
  FileReference file;
  int column = 0;
  bool operator==(const FileInput&) const = default;
};
/// UTF-8, one byte a step.
struct TextInput {
  std::string text = "The quick brown fox jumps over the lazy dog.";
  bool operator==(const TextInput&) const = default;
};
using Input = std::variant<ImpulseInput, StepInput, SineInput, ChirpInput, NoiseInput, EcgInput,
                           DigitInput, FileInput, TextInput>;

struct Resolution {
  int kernel_length = 1024;   ///< samples of the kernel
  int steps = 512;            ///< steps of the simulated window
  int first_step = 0;         ///< first step of the window; the input starts at step 0
  int frequencies = 1024;     ///< points on (0, pi]
  int spectrum_length = 512;  ///< L of the Toeplitz matrix
  /// A preview's spectrum, of a smaller matrix. Set by spectrum::coarse_spectrum alone; never
  /// stored.
  bool quick_spectrum = false;
  bool operator==(const Resolution&) const = default;
};

/// What stands behind the model: a layer of channels over the same states, its nonlinear decoder
/// and a linear read-out f = w sigma(y) (MATHS section 2), and how many modes a pruned copy keeps.
struct Decoder {
  Activation activation = Activation::Gelu;
  Pooling pooling = Pooling::Last;
  int channels = 1;        ///< H; the first one is the model, the others have a C of their own
  std::uint64_t seed = 1;  ///< of the other channels' C and of the mixes
  bool mixed = false;      ///< channels are mixed at random: before the gate of Glu, else behind
  std::variant<Ones, Seeded, std::vector<double>> weights;  ///< w, one for each channel
  int lags = 64;                                            ///< of the interaction map
  int keep = 8;                                             ///< modes; all where there are fewer
  bool refit = false;  ///< C of the kept modes solved again, by least squares on the kernel
  bool operator==(const Decoder&) const = default;
};

/// Layers one behind the other, whose forward pass is an explicit operator (MATHS section 2). Each
/// has the decoder's channels and function; the first one's first channel is the model.
struct Stack {
  StackFamily family = StackFamily::S4d;
  int layers = 2;
  int steps = 100'000;  ///< of the long run
  bool operator==(const Stack&) const = default;
};

struct Refinement {
  RefinementPreset preset = RefinementPreset::Single;
  RefinementInput input = RefinementInput::Multisine;
  int tones = 20;
  Hold hold = Hold::Left;
  std::uint64_t seed = 1;
  bool operator==(const Refinement&) const = default;
};

struct Scenario {
  std::string title;
  std::string note;
  Model model;
  Discretisation discretisation;
  Target target;
  Fit fit;
  Input input;
  Resolution resolution;
  Decoder decoder;
  Stack stack;
  Refinement refinement;
  bool operator==(const Scenario&) const = default;
};

}  // namespace ssmscope
