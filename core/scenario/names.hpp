// The names of the scenario's enumerations: as JSON has them and as a person reads them. Entry i
// belongs to the enumerator (or the variant's alternative) of value i.
#pragma once

#include <array>
#include <string>
#include <string_view>

namespace ssmscope {

template <std::size_t N>
using Names = std::array<std::string_view, N>;

template <class Enum, std::size_t N>
std::string name_of(Enum value, const Names<N>& names) {
  return std::string(names[static_cast<std::size_t>(value)]);
}

inline constexpr Names<4> kFamilyNames{"s4d", "s4", "s5", "s6"};
inline constexpr Names<4> kFamilyLabels{"S4D (diagonal)", "S4 (DPLR)", "S5 (shared state)",
                                        "S6 (selective)"};

inline constexpr Names<6> kInitNames{"lin", "inv", "legs", "real", "random", "explicit"};
inline constexpr Names<6> kInitLabels{"Lin", "Inv", "LegS", "Real", "Random", "Own poles"};

inline constexpr Names<3> kInputMatrixNames{"ones", "seed", "explicit"};
inline constexpr Names<3> kInputMatrixLabels{"All ones", "Random", "Own list"};
inline constexpr Names<3> kOutputMatrixNames{"fit", "seed", "explicit"};
inline constexpr Names<3> kOutputMatrixLabels{"Fitted to the target", "Random", "Own list"};

inline constexpr Names<5> kRuleNames{"zoh", "bilinear", "euler", "backward_euler", "euler_b"};
inline constexpr Names<5> kRuleLabels{"Zero-order hold", "Bilinear", "Forward Euler",
                                      "Backward Euler", "Euler-B (Mamba)"};

inline constexpr Names<7> kMemoryNames{"exponential", "polynomial", "impulse", "airy",
                                       "mixture",     "samples",    "file"};
inline constexpr Names<7> kMemoryLabels{"Exponential", "Polynomial", "Impulse", "Airy",
                                        "Mixture",     "Samples",    "File"};

inline constexpr Names<9> kInputNames{"impulse", "step",  "sine", "chirp", "noise",
                                      "ecg",     "digit", "file", "text"};
inline constexpr Names<9> kInputLabels{"Impulse",           "Step", "Sine", "Chirp", "Noise", "ECG",
                                       "Handwritten digit", "File", "Text"};

inline constexpr Names<5> kActivationNames{"identity", "gelu", "tanh", "relu", "glu"};
inline constexpr Names<5> kActivationLabels{"Identity (linear)", "GELU", "tanh", "ReLU",
                                            "GLU (gated)"};
inline constexpr Names<2> kPoolingNames{"last", "mean"};
inline constexpr Names<2> kPoolingLabels{"Last step", "Mean over the window"};
inline constexpr Names<3> kWeightNames{"ones", "seed", "explicit"};
inline constexpr Names<3> kWeightLabels{"All ones", "Random", "Own list"};

inline constexpr Names<4> kStackFamilyNames{"s4d", "s4", "s5", "in_turn"};
inline constexpr Names<4> kStackFamilyLabels{"S4D (the model's poles)", "S4 (dense LegS)",
                                             "S5 (shared state)", "S4D, S4, S5 in turn"};
inline constexpr Names<2> kRefinementPresetNames{"single", "continuity-laws"};
inline constexpr Names<2> kRefinementPresetLabels{"This model", "Continuity laws"};
inline constexpr Names<2> kRefinementInputNames{"multisine", "scenario"};
inline constexpr Names<2> kRefinementInputLabels{"Many tones", "The scenario's input"};
inline constexpr Names<3> kHoldNames{"left", "right", "mean"};
inline constexpr Names<3> kHoldLabels{"Left", "Right", "Mean"};

}  // namespace ssmscope
