// A model as NumPy source text, for a researcher's own notebook.
#pragma once

#include <string>

#include "core/ssm/diagonal.hpp"

namespace ssmscope::data {

/// Python 3 with NumPy that computes the model's kernel as `h` (length samples, MATHS section
/// 1) and prints its first samples. Every number has 17 digits, so the kernel is the program's
/// own to rounding. `title` becomes the first comment.
std::string numpy_code(const ssm::ContinuousModel& model, Rule rule, double delta, int length,
                       const std::string& title = "");

}  // namespace ssmscope::data
