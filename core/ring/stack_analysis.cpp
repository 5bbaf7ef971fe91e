#include "core/ring/stack_analysis.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/compute/norms.hpp"
#include "core/data/json_numbers.hpp"
#include "core/data/signals.hpp"
#include "core/ring/agreement_json.hpp"
#include "core/ring/recurrence.hpp"
#include "core/ring/scenario_network.hpp"
#include "core/ring/step_table.hpp"
#include "core/scenario/names.hpp"

namespace ssmscope::ring {
namespace {

// Outputs of all layers that are kept: 32 MB.
constexpr std::size_t kMostOutputs = std::size_t{1} << 22;
// Products of the recurrence, the dearer of the two ways: some 50 ms.
constexpr std::size_t kMostProducts = std::size_t{1} << 26;
// The same of a preview.
constexpr int kPreviewSteps = 64;

std::size_t states_of(const Layer& layer) {
  std::size_t states = layer.channels * layer.modes;
  for (const CoupledSystem& system : layer.systems) {
    const auto* dense = std::get_if<ssm::DiscreteDense>(&system);
    states += dense != nullptr ? dense->states : std::get<0>(system).modes();
  }
  return states;
}

/// Products of numbers that a step of the recurrence takes.
std::size_t products_a_step(const Layer& layer) {
  std::size_t products = 8 * layer.channels * layer.modes;
  for (const CoupledSystem& system : layer.systems) {
    const std::size_t ends = inputs_of(system) + outputs_of(system);
    if (const auto* dense = std::get_if<ssm::DiscreteDense>(&system))
      products += dense->states * (dense->states + ends);
    else
      products += 2 * std::get<0>(system).modes() * (2 + ends);
  }
  return products + layer.mixing.size();
}

/// The steps of the window, from step 0 on; fewer of a large stack.
std::size_t steps_shown(const Network& network, const Resolution& resolution) {
  std::size_t outputs = 0, products = 0;
  for (const Layer& layer : network.layers) {
    outputs += layer.outputs();
    products += products_a_step(layer);
  }
  const auto wanted =
      static_cast<std::size_t>(resolution.first_step) + static_cast<std::size_t>(resolution.steps);
  return std::min({wanted, std::max<std::size_t>(kMostOutputs / outputs, 1),
                   std::max<std::size_t>(kMostProducts / products, 1)});
}

/// Both ways through the stack, all layers of the operator and the last one of the recurrence.
class BothWays {
 public:
  BothWays(StackResult& result, std::size_t steps) : result_(result), capacity_(steps) {
    for (const Layer& layer : result.network.layers)
      result.outputs.emplace_back(layer.outputs() * steps);
    result.recurrence.resize(result.outputs.back().size());
  }

  void run(compute::Backend& backend, compute::Progress& progress) {
    const InputReader read = [this](std::size_t first, std::size_t count, std::span<double> u) {
      std::copy_n(result_.input.data() + first, count, u.data());
    };
    ForwardPass closed(result_.network, capacity_, backend, progress);
    ForwardPass stepped = closed.by_recurrence(backend, progress);
    const LayerWriter keep_all = [this](std::size_t layer, std::size_t first, std::size_t count,
                                        std::span<const double> z) {
      put_steps(result_.outputs[layer], capacity_, first, count, z);
    };
    const OutputWriter keep = [this](std::size_t first, std::size_t count,
                                     std::span<const double> z) {
      put_steps(result_.recurrence, capacity_, first, count, z);
    };
    while (closed.advance_layers(read, keep_all, progress)) progress.check();
    progress.report(0.5);
    while (stepped.advance(read, keep, progress)) progress.check();
    result_.steps = std::min(closed.steps(), stepped.steps());
    result_.value = closed.value();
    for (auto& outputs : result_.outputs)
      outputs = leading_steps(outputs, capacity_, result_.steps);
    result_.recurrence = leading_steps(result_.recurrence, capacity_, result_.steps);
    result_.input.resize(result_.steps);
  }

 private:
  StackResult& result_;
  std::size_t capacity_;
};

void add_difference(StackResult& result, compute::Backend& backend, compute::Progress& progress) {
  const std::vector<double>& z = result.outputs.back();
  const double largest = compute::largest_magnitude(result.recurrence);
  const double scale = largest > 0.0 ? 1.0 / largest : 1.0;
  result.difference.assign(result.steps, 0.0);
  for (std::size_t at = 0; at < z.size(); ++at) {
    double& difference = result.difference[at % result.steps];
    difference = std::max(difference, scale * std::abs(z[at] - result.recurrence[at]));
  }
  OperatorAgreement& agreement = result.agreement;
  agreement.steps = result.steps;
  agreement.difference = compute::largest_magnitude(result.difference);
  for (const StackLayer& layer : result.layers)
    agreement.longest_memory = std::max(agreement.longest_memory, layer.longest_memory);
  allow_rounding(agreement, result.network, backend, progress);
}

void add_layers(StackResult& result, const Stack& stack, const compute::Progress& progress) {
  for (std::size_t i = 0; i < result.network.layers.size(); ++i) {
    const Layer& layer = result.network.layers[i];
    result.layers.push_back({family_of_layer(stack, i), layer.inputs(), layer.channels,
                             states_of(layer), longest_memory(layer, result.steps, progress)});
  }
}

std::vector<double> first_kernel(const Layer& layer, std::size_t steps, compute::Backend& backend,
                                 compute::Progress& progress) {
  std::vector<double> kernel(steps);
  if (steps == 0) return kernel;
  if (layer.systems.empty()) {
    const ssm::DiscreteModel model = layer.channel(0);
    backend.kernel(model.batch(), steps, kernel, progress);
    return kernel;
  }
  CoupledRecurrence recurrence(layer.systems.front(), progress);
  std::vector<double> impulse(inputs_of(layer.systems.front()) * steps);
  std::vector<double> y(outputs_of(layer.systems.front()) * steps);
  impulse.front() = 1.0;
  recurrence.advance(impulse, steps, y, progress);
  std::copy_n(y.begin(), steps, kernel.begin());
  return kernel;
}

void add_notes(StackResult& result, const Scenario& scenario, std::size_t shown) {
  const Resolution& window = scenario.resolution;
  const auto wanted =
      static_cast<std::size_t>(window.first_step) + static_cast<std::size_t>(window.steps);
  if (result.steps < shown)
    result.notes.push_back(overflow_note("The stack", result.steps));
  else if (shown < wanted)
    result.notes.push_back("The stack is shown over its first " + std::to_string(shown) +
                           " steps; the long run takes any number.");
  const bool dense = std::ranges::any_of(
      result.layers, [](const StackLayer& layer) { return layer.family == StackFamily::S4; });
  const std::size_t states = legs_states(scenario);
  if (dense && states < 2 * static_cast<std::size_t>(scenario.model.pairs))
    result.notes.push_back("A LegS layer has " + std::to_string(states) + " states, not the " +
                           std::to_string(2 * scenario.model.pairs) +
                           " of the model: a dense matrix of that size would take too long.");
}

}  // namespace

StackResult analyse_stack(const Scenario& scenario, compute::Backend& backend,
                          compute::Progress& progress, const target::Solutions& solutions) {
  const auto solved = solutions.model(scenario, progress);
  StackResult result;
  result.notes = solved->notes;
  result.network = stack_network(scenario, solved->discrete, backend, progress);
  const std::size_t shown = steps_shown(result.network, scenario.resolution);
  result.input = data::input_signal(scenario.input, 0, shown);
  progress.report(0.1);
  BothWays(result, shown).run(backend, progress);
  add_layers(result, scenario.stack, progress);
  add_difference(result, backend, progress);
  result.kernel = first_kernel(result.network.layers.front(), result.steps, backend, progress);
  add_notes(result, scenario, shown);
  progress.report(1.0);
  return result;
}

std::vector<double> contributions(const StackResult& result, std::size_t t) {
  std::vector<double> added(t + 1);
  for (std::size_t s = 0; s <= t; ++s) added[s] = result.kernel[t - s] * result.input[s];
  return added;
}

Scenario coarse_stack(const Scenario& scenario) {
  Scenario coarse = scenario;
  coarse.resolution.first_step = 0;
  coarse.resolution.steps = std::min(coarse.resolution.steps, kPreviewSteps);
  return coarse;
}

bool same_stack(const Scenario& a, const Scenario& b) {
  const auto last_step = [](const Scenario& s) {
    return s.resolution.first_step + s.resolution.steps;
  };
  return target::same_solution(a, b) && a.input == b.input && a.decoder == b.decoder &&
         a.stack.family == b.stack.family && a.stack.layers == b.stack.layers &&
         last_step(a) == last_step(b);
}

nlohmann::ordered_json to_json(const StackResult& result) {
  data::JsonNumbers numbers(result.notes);
  nlohmann::ordered_json json;
  json["layers"] = nlohmann::ordered_json::array();
  for (const StackLayer& layer : result.layers)
    json["layers"].push_back({{"family", name_of(layer.family, kStackFamilyNames)},
                              {"inputs", layer.inputs},
                              {"outputs", layer.outputs},
                              {"states", layer.states},
                              {"longest_memory", layer.longest_memory}});
  json["steps"] = result.steps;
  json["input"] = numbers.list(result.input, data::kOutside);
  const auto rows = [&](const std::vector<double>& all) {
    nlohmann::ordered_json table = nlohmann::ordered_json::array();
    for (std::size_t at = 0; at < all.size(); at += result.steps)
      table.push_back(numbers.list(std::span(all).subspan(at, result.steps), data::kOutside));
    return table;
  };
  json["outputs"] = nlohmann::ordered_json::array();
  for (const auto& outputs : result.outputs) json["outputs"].push_back(rows(outputs));
  json["recurrence"] = rows(result.recurrence);
  json["kernel"] = numbers.list(result.kernel, data::kOutside);
  json["difference"] = numbers.list(result.difference, data::kOutside);
  json["operator"] = agreement_json(result.agreement, numbers);
  json["value"] = numbers.number(result.value, data::kOutside);
  json["notes"] = numbers.notes();
  return json;
}

data::Table main_table(const StackResult& result) {
  data::Table table;
  table.add("input", result.input);
  for (std::size_t layer = 0; layer < result.outputs.size(); ++layer)
    for (std::size_t k = 0; k < result.width(layer); ++k) {
      const auto row = std::span(result.outputs[layer]).subspan(k * result.steps, result.steps);
      table.add("layer_" + std::to_string(layer) + "_output_" + std::to_string(k),
                {row.begin(), row.end()});
    }
  table.add("difference", result.difference);
  table.add("kernel", result.kernel);
  return table;
}

}  // namespace ssmscope::ring
