// One CPU backend called from several threads at once, as five views do. A plain program, so that
// it also runs under the thread sanitizer.
#include <cstdio>
#include <thread>
#include <vector>

#include "core/compute/cpu_backend.hpp"
#include "tests/core/compute/models.hpp"

using namespace ssmscope;

namespace {

struct Answers {
  std::vector<double> kernel, response;
  std::vector<Complex> states, ring, frequency;
  bool operator==(const Answers&) const = default;
};

Answers ask(compute::Backend& backend, const ssm::DiscreteModel& model,
            const std::vector<double>& u) {
  return {test::kernel_of(backend, model, 3 * u.size()), test::response_of(backend, model, u),
          test::states_of(backend, model, u), test::ring_of(backend, model, u),
          test::frequency_of(backend, model, u)};
}

}  // namespace

int main() {
  compute::Random random(1);
  const auto model = test::random_model(random, 48);
  const auto u = test::random_input(random, 2500);
  compute::Pool pool(3);
  const auto backend = compute::make_cpu_backend(pool);
  const Answers expected = ask(*compute::make_cpu_backend(pool), model, u);
  std::vector<int> wrong(4, 0);
  std::vector<std::thread> callers;
  for (int& mine : wrong) {
    callers.emplace_back([&] {
      for (int round = 0; round < 5; ++round) {
        if (!(ask(*backend, model, u) == expected)) ++mine;
      }
    });
  }
  for (std::thread& caller : callers) caller.join();
  for (const int count : wrong) {
    if (count > 0) {
      std::fprintf(stderr, "FAILED: %d answers differ from those of one thread\n", count);
      return 1;
    }
  }
  return 0;
}
