// The operations of the CPU backend at the sizes of the window and at those of the budgets.
#include "core/compute/cpu_backend.hpp"
#include "tests/bench/operation_benchmarks.hpp"

namespace {

using namespace ssmscope;

compute::Backend& cpu() {
  static compute::Pool pool;
  static const auto backend = compute::make_cpu_backend(pool);
  return *backend;
}

const bool registered = [] {
  using bench::add_operation;
  add_operation("kernel", "cpu", cpu, {{32, 1024}, {64, 16384}, {64, 262144, 2.0}, {256, 262144}});
  add_operation("states", "cpu", cpu, {{32, 512}, {256, 4096}});
  add_operation("ring", "cpu", cpu, {{32, 512}, {256, 4096, 4.0}});
  add_operation("response", "cpu", cpu, {{32, 512}, {64, 262144}});
  add_operation("frequency", "cpu", cpu, {{32, 1024}, {64, 65536, 3.0}});
  return true;
}();

}  // namespace
