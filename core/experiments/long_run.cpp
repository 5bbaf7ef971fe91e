#include "core/experiments/long_run.hpp"

#include <algorithm>
#include <utility>

#include "core/data/json_numbers.hpp"
#include "core/data/signals.hpp"
#include "core/ring/scenario_network.hpp"

namespace ssmscope::experiments {

LongRun::LongRun(Scenario scenario, target::Solutions solutions)
    : scenario_(std::move(scenario)), solutions_(std::move(solutions)) {
  known_.asked = static_cast<std::size_t>(scenario_.stack.steps);
  known_.bucket = (known_.asked + kLongRunBuckets - 1) / kLongRunBuckets;
}

void LongRun::begin(compute::Backend& backend, compute::Progress& progress) {
  const auto solved = solutions_.model(scenario_, progress);
  known_.notes = solved->notes;
  pass_.emplace(ring::stack_network(scenario_, solved->discrete, backend, progress), known_.asked,
                backend, progress);
}

bool LongRun::advance(const Turn& turn, compute::Backend& backend, compute::Progress& progress) {
  if (!pass_) begin(backend, progress);
  bool more = true;
  do {
    more = pass_->advance(
        [this](std::size_t first, std::size_t count, std::span<double> u) {
          std::ranges::copy(data::input_signal(scenario_.input, first, count), u.begin());
        },
        [this](std::size_t first, std::size_t count, std::span<const double> z) {
          take(first, z.first(count));
        },
        progress);
  } while (more && !turn.over());
  known_.steps = pass_->steps();
  known_.value = pass_->value();
  if (!more && known_.steps < known_.asked)
    known_.notes.push_back(ring::overflow_note("The run", known_.steps));
  return more;
}

void LongRun::take(std::size_t first, std::span<const double> z) {
  for (std::size_t t = 0; t < z.size(); ++t) {
    const std::size_t at = (first + t) / known_.bucket;
    if (at == known_.lower.size()) {
      known_.lower.push_back(z[t]);
      known_.upper.push_back(z[t]);
    }
    known_.lower[at] = std::min(known_.lower[at], z[t]);
    known_.upper[at] = std::max(known_.upper[at], z[t]);
  }
}

std::shared_ptr<const LongRunResult> LongRun::snapshot() const {
  return std::make_shared<const LongRunResult>(known_);
}

double LongRun::fraction() const {
  const std::size_t last = pass_ ? pass_->last_step() : 0;
  return last == 0 ? 0.0 : static_cast<double>(known_.steps) / static_cast<double>(last);
}

nlohmann::ordered_json to_json(const LongRunResult& result) {
  data::JsonNumbers numbers(result.notes);
  return {{"steps", result.steps},
          {"bucket", result.bucket},
          {"lower", numbers.list(result.lower, data::kOutside)},
          {"upper", numbers.list(result.upper, data::kOutside)},
          {"value", numbers.number(result.value, data::kOutside)},
          {"notes", numbers.notes()}};
}

}  // namespace ssmscope::experiments
