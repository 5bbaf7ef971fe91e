// How large the lists of a scenario may be; the parameter table, the reader and the checks agree.
#pragma once

#include <cstddef>

namespace ssmscope {

inline constexpr std::size_t kMostModes = 4096;
inline constexpr std::size_t kLongestTarget = 4096;  ///< steps
inline constexpr std::size_t kLongestText = 65536;   ///< bytes of a text that is read as input
inline constexpr std::size_t kMostChannels = 64;
inline constexpr int kMostLags = 256;       ///< of the interaction map
inline constexpr int kMostLayers = 8;       ///< of a stack
inline constexpr double kLongestRun = 1e8;  ///< steps of a stack's long run
inline constexpr int kShortestAiry = 64;    ///< steps; below 52 it aliases (MATHS section 6)

}  // namespace ssmscope
