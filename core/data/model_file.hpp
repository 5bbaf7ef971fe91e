// A researcher's own model: poles, B, C, D and step from JSON or NPZ, put into a scenario.
#pragma once

#include <filesystem>
#include <string_view>

#include "core/scenario/scenario.hpp"

namespace ssmscope::data {

/// `base` with the model of `file`: explicit poles, and what else the file gives.
///
/// JSON (strict): {"lambda", "B", "C", "D", "delta", "rule", "conjugate"}, only lambda required;
/// a list is {"re": [..], "im": [..]}, [[re, im], ..] or [re, ..].
///
/// NPZ: lambda (or Lambda, A, or S4's log_A_real with A_imag), B, C, D, delta (or dt, Delta,
/// step, or S4's log_dt); lists are complex arrays, NAME_re with NAME_im, or real arrays whose
/// last extent is 2. A key may have a prefix ("layers.0.C") when no other ends like it. Arrays of
/// several channels have them in rows, and `channel` says which is read; other arrays are left
/// alone.
///
/// Without C the output stays as `base` has it where that fits, else fitted to the target;
/// without B it is 1; without delta or rule they are base's. Where the file does not say,
/// conjugate is false for poles that are all real and for a whole spectrum (both members of some
/// conjugate pair), so that an odd state keeps its real pole once; else true.
/// Throws InputError naming the file and the field.
Scenario import_model(const Scenario& base, const std::filesystem::path& file, int channel = 0);

/// The same from pasted JSON.
Scenario import_model_json(const Scenario& base, std::string_view text);

}  // namespace ssmscope::data
