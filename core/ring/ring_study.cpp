#include "core/ring/ring_study.hpp"

#include <algorithm>
#include <cmath>

#include "core/data/json_numbers.hpp"

namespace ssmscope::ring {
namespace {

using Json = nlohmann::ordered_json;

std::optional<RealRingSummary> real_ring_summary(const RingResult& result, const Scenario& scenario,
                                                 compute::Backend& backend,
                                                 compute::Progress& progress,
                                                 const target::Solutions& solutions) {
  const RingResult real = analyse_ring(scenario, backend, progress, solutions, RingKind::Real);
  if (real.kind != RingKind::Real) return std::nullopt;
  RealRingSummary summary;
  summary.nodes = real.nodes;
  summary.group_speed = static_cast<double>(real.nodes) / real.lap_steps;
  double difference = 0.0, largest = 0.0;
  for (std::size_t t = 0; t < std::min(real.output.size(), result.output.size()); ++t) {
    difference = std::max(difference, std::abs(real.output[t] - result.output[t]));
    largest = std::max(largest, std::abs(result.output[t]));
  }
  summary.output_difference = largest > 0.0 ? difference / largest : difference;
  return summary;
}

Json tracker_json(const WaveTrack& track, data::JsonNumbers& numbers) {
  constexpr const char* kWhy =
      "tracker values are null where there is no wave to read them off, and decay_a_lap also in "
      "the steps in which an input comes in.";
  Json json;
  json["position"] = numbers.list(track.position, kWhy);
  json["width"] = numbers.list(track.width, kWhy);
  json["speed"] = numbers.list(track.speed, kWhy);
  json["group_speed"] = numbers.list(track.group_speed, kWhy);
  json["phase_speed"] = numbers.list(track.phase_speed, kWhy);
  json["energy"] = numbers.list(track.energy, data::kOutside);
  json["decay_a_lap"] = numbers.list(track.decay, kWhy);
  json["predicted_decay_a_lap"] = numbers.list(track.predicted_decay, kWhy);
  json["order_parameter"] = numbers.list(track.order, kWhy);
  return json;
}

Json real_json(const std::optional<RealRingSummary>& real, data::JsonNumbers& numbers) {
  if (!real) return {{"offered", false}};
  return {{"offered", true},
          {"nodes", real->nodes},
          {"output_difference", numbers.number(real->output_difference, data::kOutside)},
          {"group_speed",
           numbers.number(real->group_speed,
                          "group_speed is null: the mean group velocity is zero or undefined.")}};
}

}  // namespace

RingStudy study_ring(const RingResult& result, const Scenario& scenario, compute::Backend& backend,
                     compute::Progress& progress, const target::Solutions& solutions,
                     bool with_real_ring) {
  RingStudy study;
  study.track = track_wave(result, progress);
  const auto solved = solutions.model(scenario, progress);
  const auto ring =
      ring_of(result.kind, *solved, scenario.discretisation.rule, scenario.discretisation.delta);
  if (ring) study.network = compare_network(*ring, result, progress);
  study.exact = operator_agreement(result, scenario, backend, progress, solutions);
  if (with_real_ring)
    study.real = real_ring_summary(result, scenario, backend, progress, solutions);
  return study;
}

void add_study(nlohmann::ordered_json& json, const RingStudy& study) {
  data::JsonNumbers numbers(json.at("notes").get<std::vector<std::string>>());
  json["tracker"] = tracker_json(study.track, numbers);
  json["network"] = {{"steps", study.network.steps},
                     {"difference", numbers.number(study.network.difference, data::kOutside)},
                     {"bound", study.network.bound}};
  json["real_ring"] = real_json(study.real, numbers);
  json["notes"] = numbers.notes();
}

}  // namespace ssmscope::ring
