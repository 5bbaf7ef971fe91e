#include "core/spectrum/delayed_response.hpp"

#include <cmath>
#include <numbers>
#include <utility>

#include "core/spectrum/phase.hpp"
#include "core/spectrum/total_memory.hpp"

namespace ssmscope::spectrum {
namespace {

constexpr double kDegrees = 180.0 / std::numbers::pi;

std::vector<Complex> delayed(const std::vector<Complex>& response, const std::vector<double>& omega,
                             double d) {
  std::vector<Complex> out;
  out.reserve(response.size());
  for (std::size_t k = 0; k < response.size(); ++k)
    out.push_back(std::polar(1.0, -omega[k]) * (response[k] - d) + d);
  return out;
}

/// As long as before: the last sample leaves.
std::vector<double> delayed_kernel(const std::vector<double>& kernel, double d) {
  std::vector<double> out;
  out.reserve(kernel.size());
  for (std::size_t l = 0; l < kernel.size(); ++l)
    out.push_back(l == 0 ? d : l == 1 ? kernel[0] - d : kernel[l - 1]);
  return out;
}

std::vector<double> delayed_step(const std::vector<double>& step, double d) {
  std::vector<double> out;
  out.reserve(step.size());
  for (std::size_t l = 0; l < step.size(); ++l) out.push_back(l == 0 ? d : step[l - 1]);
  return out;
}

void add_phase(ResponseCurves& out, const FrequencyResult& result, const ssm::DiscreteModel& model,
               compute::Progress& progress) {
  if (model.d != 0.0) {  // no mere turn of H: followed anew
    const FollowedResponse followed =
        follow_response(model, result.omega, progress, Convention::Delayed);
    for (const double phase : followed.phase) out.phase_deg.push_back(phase * kDegrees);
    out.group_delay = followed.group_delay;
    return;
  }
  for (std::size_t k = 0; k < result.omega.size(); ++k) {
    out.phase_deg.push_back(result.phase_deg[k] - result.omega[k] * kDegrees);
    out.group_delay.push_back(result.group_delay[k] + 1.0);
  }
}

}  // namespace

ResponseCurves delayed_response(const FrequencyResult& result, const target::ScenarioModel& model,
                                const Discretisation& discretisation, compute::Progress& progress) {
  const double d = model.discrete.d;
  ResponseCurves out;
  out.response = delayed(result.response, result.omega, d);
  for (const Complex& value : out.response) out.magnitude_db.push_back(decibels(value));
  add_phase(out, result, model.discrete, progress);
  out.kernel = delayed_kernel(result.kernel, d);
  out.step = delayed_step(result.step, d);
  out.markers = response_markers(model, discretisation,
                                 {result.dc_gain, result.omega, out.response, out.step}, progress,
                                 Convention::Delayed);
  if (!out.kernel.empty())
    out.total_memory = total_memory(model.discrete, out.kernel, progress, Convention::Delayed);
  return out;
}

FrequencyResult in_delayed_convention(FrequencyResult result) {
  ResponseCurves& from = result.delayed.value();
  std::swap(result.response, from.response);
  std::swap(result.magnitude_db, from.magnitude_db);
  std::swap(result.phase_deg, from.phase_deg);
  std::swap(result.group_delay, from.group_delay);
  std::swap(result.kernel, from.kernel);
  std::swap(result.step, from.step);
  std::swap(result.markers, from.markers);
  std::swap(result.total_memory, from.total_memory);
  result.delayed.reset();
  result.convention = Convention::Delayed;
  if (result.single) {
    result.single->kernel = delayed_kernel(result.single->kernel, result.d);
    result.single->response = delayed(result.single->response, result.omega, result.d);
  }
  return result;
}

}  // namespace ssmscope::spectrum
