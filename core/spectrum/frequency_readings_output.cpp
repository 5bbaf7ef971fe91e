#include "core/spectrum/frequency_readings_output.hpp"

namespace ssmscope::spectrum {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view kPole = "The response is null where a pole lies on the unit circle.";
constexpr std::string_view kLost =
    "phase_deg and group_delay are null where H is zero, infinite or lost in rounding.";
constexpr std::string_view kZero = "magnitude_db is null where H is zero or infinite.";
constexpr std::string_view kStep =
    "step is null where the running sum leaves the range of double precision.";

/// The sentence of the markers that says why one of them is null.
std::string reason(const ResponseMarkers& markers, std::string_view part) {
  for (const std::string& note : markers.notes)
    if (note.find(part) != std::string::npos) return note;
  return std::string(data::kOutside);
}

Json markers_json(const ResponseMarkers& markers, data::JsonNumbers& numbers) {
  const std::string peak = reason(markers, "peak"), settles = reason(markers, "settle");
  Json json;
  json["dc_gain"] = numbers.number(markers.dc_gain, "dc_gain is null: a pole lies at z = 1.");
  json["peak_omega"] = numbers.number(markers.peak_omega, peak);
  json["peak_gain"] = numbers.number(markers.peak_gain, peak);
  json["lower_omega"] = numbers.number(markers.lower_omega, peak);
  json["upper_omega"] = numbers.number(markers.upper_omega, peak);
  json["bandwidth"] = numbers.number(markers.bandwidth, peak);
  json["settling_steps"] = numbers.number(markers.settling_steps, settles);
  return json;
}

/// null for a number whose absence is the good news ("never overflows"), so no note.
Json never_or(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

Json health_json(const Health& health, data::JsonNumbers& numbers) {
  Json json;
  json["overflows"] = std::isfinite(health.overflow_single);
  if (std::isfinite(health.overflow_single)) {
    json["overflow_float32"] = health.overflow_single;
    json["overflow_float64"] = never_or(health.overflow_double);
  }
  json["unstable"] = Json::array();
  for (const GrowingMode& each : health.growing)
    json["unstable"].push_back(
        {{"mode", each.mode}, {"growth", numbers.number(each.growth, data::kOutside)}});
  json["residue_sum"] = numbers.number(health.residue_sum, data::kOutside);
  constexpr std::string_view kNone = "cancellation is null: the response is zero or infinite.";
  json["largest_response"] = numbers.number(health.largest_response, kNone);
  json["cancellation"] = numbers.number(health.cancellation, kNone);
  json["energy_beyond"] = numbers.number(
      health.energy_beyond, "energy_beyond is null: the kernel's energy is zero or has no bound.");
  json["ringing"] = health.ringing;
  json["aliased"] = Json::array();
  for (const AliasedMode& each : health.aliased)
    json["aliased"].push_back(
        {{"mode", each.mode},
         {"radians_per_step", numbers.number(each.radians_per_step, data::kOutside)},
         {"appears_at", numbers.number(each.appears_at, data::kOutside)}});
  return json;
}

Json curves_json(const ResponseCurves& curves, data::JsonNumbers& numbers) {
  Json json;
  json["response"] = numbers.list(curves.response, kPole);
  json["magnitude_db"] = numbers.list(curves.magnitude_db, kZero);
  json["phase_deg"] = numbers.list(curves.phase_deg, kLost);
  json["group_delay"] = numbers.list(curves.group_delay, kLost);
  json["kernel"] = numbers.list(curves.kernel, data::kOutside);
  json["step"] = numbers.list(curves.step, kStep);
  json["total_memory"] = numbers.number(
      curves.total_memory, "total_memory is null: the kernel's energy is zero or has no bound.");
  json["markers"] = markers_json(curves.markers, numbers);
  return json;
}

Json single_json(const SinglePrecision& single, data::JsonNumbers& numbers) {
  constexpr std::string_view kRange = "A float32 value that left the range of float32 is null.";
  Json json;
  json["kernel"] = numbers.list(single.kernel, kRange);
  json["response"] = numbers.list(single.response, kRange);
  json["kernel_difference"] =
      numbers.number(single.kernel_difference, "kernel_difference is null: the kernel is zero.");
  json["response_difference"] = numbers.number(
      single.response_difference, "response_difference is null: the response is zero or infinite.");
  return json;
}

Json surface_json(const ResponseSurface& surface, data::JsonNumbers& numbers) {
  Json json;
  json["radius"] = numbers.list(surface.radius, data::kOutside);
  json["angle"] = numbers.list(surface.angle, data::kOutside);
  json["lowest_db"] = surface.lowest;
  json["highest_db"] = surface.highest;
  json["height_db"] = Json::array();
  const std::span<const double> heights(surface.height_db);
  for (std::size_t row = 0; row < surface.radius.size(); ++row)
    json["height_db"].push_back(numbers.list(
        heights.subspan(row * surface.angle.size(), surface.angle.size()), data::kOutside));
  return json;
}

}  // namespace

void add_readings_json(Json& json, const FrequencyResult& result, data::JsonNumbers& numbers) {
  json["continuous_response"] = numbers.list(
      result.continuous_response,
      "continuous_response is null where a pole of the continuous model lies on the axis.");
  json["convention"] = result.convention == Convention::Present ? "present" : "delayed";
  json["markers"] = markers_json(result.markers, numbers);
  json["health"] = health_json(result.health, numbers);
  if (result.delayed) json["delayed"] = curves_json(*result.delayed, numbers);
  if (result.single) json["float32"] = single_json(*result.single, numbers);
  if (result.surface) json["surface"] = surface_json(*result.surface, numbers);
}

}  // namespace ssmscope::spectrum
