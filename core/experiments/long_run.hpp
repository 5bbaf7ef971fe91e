// A stack of layers over more steps than anybody looks at one by one, by its explicit operator in
// blocks: memory does not grow with the steps (MATHS section 2, "exact operator").
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "core/experiments/experiment.hpp"
#include "core/ring/exact_operator.hpp"
#include "core/scenario/scenario.hpp"
#include "core/target/solutions.hpp"

namespace ssmscope::experiments {

struct LongRunResult {
  std::size_t steps = 0;             ///< taken so far
  std::size_t asked = 0;             ///< stack.steps
  std::size_t bucket = 1;            ///< steps that an entry of lower and upper stands for
  std::vector<double> lower, upper;  ///< of the last layer's first output, bucket by bucket
  double value = 0.0;                ///< f of these steps
  std::vector<std::string> notes;
};

nlohmann::ordered_json to_json(const LongRunResult& result);

/// At most this many buckets.
inline constexpr std::size_t kLongRunBuckets = 1024;

class LongRun : public Experiment<LongRunResult> {
 public:
  explicit LongRun(Scenario scenario, target::Solutions solutions = {});
  bool advance(const Turn& turn, compute::Backend& backend, compute::Progress& progress) override;
  std::shared_ptr<const LongRunResult> snapshot() const override;
  double fraction() const override;

 private:
  void begin(compute::Backend& backend, compute::Progress& progress);
  void take(std::size_t first, std::span<const double> z);

  Scenario scenario_;
  target::Solutions solutions_;
  std::optional<ring::ForwardPass> pass_;
  LongRunResult known_;
};

}  // namespace ssmscope::experiments
