// What the tests of the analyses share: a backend that is nothing but the definitions, progress
// that counts and cancels, random systems, and checks of a result's JSON.
#pragma once

#include <cmath>
#include <complex>
#include <limits>
#include <memory>
#include <nlohmann/json.hpp>
#include <numbers>
#include <span>
#include <string>
#include <vector>

#include "core/compute/backend.hpp"
#include "core/compute/cpu_backend.hpp"
#include "core/compute/pool.hpp"
#include "core/compute/random.hpp"
#include "core/scenario/scenario.hpp"
#include "core/ssm/diagonal.hpp"

namespace ssmscope::test {

inline constexpr double kPi = std::numbers::pi;

/// The CPU backend with a pool of its own.
class OnCpu {
 public:
  explicit OnCpu(unsigned threads) : pool_(threads) {}
  compute::Pool& pool() { return pool_; }
  compute::Backend& backend() { return *backend_; }

 private:
  compute::Pool pool_;
  std::shared_ptr<compute::Backend> backend_ = compute::make_cpu_backend(pool_);
};

/// The operations written as their definitions, one number at a time: independent of the CPU
/// backend's fast ways, so that an analysis is tested against the mathematics.
class DirectBackend final : public compute::Backend {
 public:
  std::string name() const override { return "definitions"; }

  void kernel(const compute::ModelBatch& batch, std::size_t length, std::span<double> out,
              compute::Progress& progress) override {
    progress.check();
    for (std::size_t b = 0; b < batch.models; ++b) {
      for (std::size_t l = 0; l < length; ++l) out[b * length + l] = l == 0 ? batch.d[b] : 0.0;
      for (std::size_t m = 0; m < batch.modes; ++m) {
        const std::size_t i = b * batch.modes + m;
        Complex power = batch.c[i] * batch.bbar[i];
        for (std::size_t l = 0; l < length; ++l, power *= batch.abar[i])
          out[b * length + l] += batch.factor * power.real();
      }
    }
  }

  void states(const compute::ModelBatch& batch, std::size_t steps, std::span<const double> input,
              std::span<const Complex> initial, std::span<Complex> out,
              compute::Progress& progress) override {
    progress.check();
    for (std::size_t b = 0; b < batch.models; ++b) {
      for (std::size_t m = 0; m < batch.modes; ++m) {
        const std::size_t i = b * batch.modes + m;
        Complex x = initial.empty() ? 0.0 : initial[i];
        for (std::size_t t = 0; t < steps; ++t) {
          x = batch.abar[i] * x + batch.bbar[i] * input[b * steps + t];
          out[(b * steps + t) * batch.modes + m] = x;
        }
      }
    }
  }

  void ring_field(const compute::ModelBatch& batch, std::size_t steps,
                  std::span<const double> input, std::span<const Complex> initial,
                  std::span<Complex> out, compute::Progress& progress) override {
    std::vector<Complex> x(out.size());
    states(batch, steps, input, initial, x, progress);
    const std::size_t n = batch.modes;
    for (std::size_t row = 0; row < batch.models * steps; ++row) {
      for (std::size_t j = 0; j < n; ++j) {
        Complex sum = 0.0;
        for (std::size_t m = 0; m < n; ++m)
          sum += x[row * n + m] * std::polar(1.0, -2.0 * kPi * static_cast<double>(j * m % n) /
                                                      static_cast<double>(n));
        out[row * n + j] = sum / std::sqrt(static_cast<double>(n));
      }
    }
  }

  void response(const compute::ModelBatch& batch, std::size_t steps, std::span<const double> input,
                std::span<const Complex> initial, std::span<double> out,
                compute::Progress& progress) override {
    std::vector<Complex> x(batch.models * steps * batch.modes);
    states(batch, steps, input, initial, x, progress);
    for (std::size_t row = 0; row < batch.models * steps; ++row) {
      const std::size_t b = row / steps;
      double y = 0.0;
      for (std::size_t m = 0; m < batch.modes; ++m)
        y += (batch.c[b * batch.modes + m] * x[row * batch.modes + m]).real();
      out[row] = batch.factor * y + batch.d[b] * input[row];
    }
  }

  void frequency_response(const compute::ModelBatch& batch, std::span<const double> omega,
                          std::span<Complex> out, compute::Progress& progress) override {
    progress.check();
    for (std::size_t b = 0; b < batch.models; ++b) {
      for (std::size_t k = 0; k < omega.size(); ++k) {
        const Complex z = std::polar(1.0, -omega[k]);
        Complex sum = 0.0;
        for (std::size_t m = 0; m < batch.modes; ++m) {
          const std::size_t i = b * batch.modes + m;
          const Complex g = batch.c[i] * batch.bbar[i];
          sum +=
              g / (1.0 - batch.abar[i] * z) + std::conj(g) / (1.0 - std::conj(batch.abar[i]) * z);
        }
        out[b * omega.size() + k] = 0.5 * batch.factor * sum + batch.d[b];
      }
    }
  }

  void toeplitz_product(const compute::ModelBatch& batch, compute::Toeplitz which,
                        std::size_t length, std::span<const double> input, std::span<double> out,
                        compute::Progress& progress) override {
    std::vector<double> h(batch.models * length);
    kernel(batch, length, h, progress);
    for (std::size_t i = 0; i < batch.models * length; ++i) {
      const std::size_t b = i / length, row = i % length;
      out[i] = 0.0;
      for (std::size_t j = 0; j < length; ++j) {
        const bool forward = which == compute::Toeplitz::Forward;
        if (forward ? j <= row : j >= row)
          out[i] += h[b * length + (forward ? row - j : j - row)] * input[b * length + j];
      }
    }
  }
};

/// Counts how often it is asked, and cancels at the n-th time.
class CountingProgress final : public compute::Progress {
 public:
  explicit CountingProgress(long cancel_at = std::numeric_limits<long>::max())
      : cancel_at_(cancel_at) {}
  bool cancelled() const override { return ++count_ >= cancel_at_; }
  void report(double fraction) override { last_fraction_ = fraction; }
  long count() const { return count_; }
  double last_fraction() const { return last_fraction_; }

 private:
  long cancel_at_;
  mutable long count_ = 0;
  double last_fraction_ = 0.0;
};

/// A stable discrete system: |abar| from 0.3 to 0.999, any angle, complex normal residues.
inline ssm::DiscreteModel random_discrete(compute::Random& random, std::size_t modes) {
  ssm::DiscreteModel model;
  for (std::size_t m = 0; m < modes; ++m) {
    const double radius = 1.0 - std::pow(10.0, -3.0 + 2.8 * random.uniform());
    model.abar.push_back(std::polar(radius, kPi * (2.0 * random.uniform() - 1.0)));
    model.bbar.push_back(random.complex_normal());
    model.c.push_back(random.complex_normal());
  }
  model.d = random.normal();
  return model;
}

inline ssm::ContinuousModel random_continuous(compute::Random& random, std::size_t modes) {
  ssm::ContinuousModel model;
  for (std::size_t m = 0; m < modes; ++m) {
    model.lambda.emplace_back(-0.1 - 2.0 * random.uniform(), 20.0 * random.uniform());
    model.B.push_back(random.complex_normal());
    model.C.push_back(random.complex_normal());
  }
  model.D = random.normal();
  return model;
}

/// A scenario with these poles; B and C one unless given.
inline Scenario explicit_scenario(const ComplexList& lambda, double delta, ComplexList B = {},
                                  ComplexList C = {}) {
  Scenario scenario;
  scenario.model.init = Init::Explicit;
  scenario.model.pairs = static_cast<int>(lambda.size());
  scenario.model.lambda = lambda;
  if (!B.empty()) scenario.model.B = std::move(B);
  scenario.model.C = C.empty() ? ComplexList(lambda.size(), 1.0) : std::move(C);
  scenario.discretisation.delta = delta;
  return scenario;
}

/// True when no number of the JSON is NaN or infinite (the writer would print null or fail).
inline bool all_finite(const nlohmann::ordered_json& json) {
  if (json.is_number_float()) return std::isfinite(json.get<double>());
  if (json.is_array() || json.is_object())
    for (const auto& item : json)
      if (!all_finite(item)) return false;
  return true;
}

inline bool has_null(const nlohmann::ordered_json& json) {
  if (json.is_null()) return true;
  if (json.is_array() || json.is_object())
    for (const auto& item : json)
      if (has_null(item)) return true;
  return false;
}

/// Largest |a - b|; infinite when the lengths differ or a difference is not finite.
template <typename A, typename B>
double largest_difference(const A& a, const B& b) {
  if (a.size() != b.size()) return std::numeric_limits<double>::infinity();
  double largest = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const double difference = std::abs(a[i] - b[i]);
    if (!std::isfinite(difference)) return std::numeric_limits<double>::infinity();
    largest = std::max(largest, difference);
  }
  return largest;
}

}  // namespace ssmscope::test
