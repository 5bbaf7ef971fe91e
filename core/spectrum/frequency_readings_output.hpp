// The readings of a frequency analysis as JSON: markers, health, the other convention, float32
// and the surface.
#pragma once

#include "core/data/json_numbers.hpp"
#include "core/spectrum/frequency_analysis.hpp"

namespace ssmscope::spectrum {

/// Adds its keys to `json`; reasons of nulls and the markers' notes go to `numbers`.
void add_readings_json(nlohmann::ordered_json& json, const FrequencyResult& result,
                       data::JsonNumbers& numbers);

}  // namespace ssmscope::spectrum
