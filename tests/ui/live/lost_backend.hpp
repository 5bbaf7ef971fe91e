// A backend that breaks, for the tests of what goes on without it.
#pragma once

#include <string>

#include "core/compute/backend.hpp"

namespace ssmscope::test {

/// A backend that is lost at its first use.
class LostBackend : public compute::Backend {
 public:
  [[noreturn]] static void lose() { throw compute::BackendLost("gone"); }
  std::string name() const override { return "Frail"; }
  void kernel(const compute::ModelBatch&, std::size_t, std::span<double>,
              compute::Progress&) override {
    lose();
  }
  void states(const compute::ModelBatch&, std::size_t, std::span<const double>,
              std::span<const compute::Complex>, std::span<compute::Complex>,
              compute::Progress&) override {
    lose();
  }
  void ring_field(const compute::ModelBatch&, std::size_t, std::span<const double>,
                  std::span<const compute::Complex>, std::span<compute::Complex>,
                  compute::Progress&) override {
    lose();
  }
  void response(const compute::ModelBatch&, std::size_t, std::span<const double>,
                std::span<const compute::Complex>, std::span<double>, compute::Progress&) override {
    lose();
  }
  void frequency_response(const compute::ModelBatch&, std::span<const double>,
                          std::span<compute::Complex>, compute::Progress&) override {
    lose();
  }
  void toeplitz_product(const compute::ModelBatch&, compute::Toeplitz, std::size_t,
                        std::span<const double>, std::span<double>, compute::Progress&) override {
    lose();
  }
};

}  // namespace ssmscope::test
