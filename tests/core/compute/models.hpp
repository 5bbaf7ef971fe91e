// Random discrete systems and slow, plain references for the tests of the backends.
#pragma once

#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>
#include <numbers>
#include <span>
#include <string>
#include <vector>

#include "core/compute/backend.hpp"
#include "core/compute/random.hpp"
#include "core/ssm/diagonal.hpp"

namespace ssmscope::test {

using LongComplex = std::complex<long double>;

/// Poles of modulus 1 - 10^-4u, any angle, now and then a real one or 0.
inline ssm::DiscreteModel random_model(compute::Random& random, std::size_t modes,
                                       double factor = 2.0) {
  ssm::DiscreteModel model;
  for (std::size_t m = 0; m < modes; ++m) {
    const double modulus = 1.0 - std::pow(10.0, -4.0 * random.uniform());
    const double angle = m % 5 == 3 ? 0.0 : 6.0 * (random.uniform() - 0.5);
    model.abar.push_back(std::polar(modulus, angle));
    model.bbar.push_back(random.complex_normal());
    model.c.push_back(random.complex_normal());
  }
  model.d = random.normal();
  model.factor = factor;
  return model;
}

inline std::vector<double> random_input(compute::Random& random, std::size_t steps) {
  std::vector<double> u(steps);
  for (double& value : u) value = random.normal();
  return u;
}

/// Several models of the same size as one batch.
struct BatchOfModels {
  std::vector<Complex> abar, bbar, c;
  std::vector<double> d;
  compute::ModelBatch batch;

  explicit BatchOfModels(const std::vector<ssm::DiscreteModel>& models) {
    for (const auto& model : models) {
      abar.insert(abar.end(), model.abar.begin(), model.abar.end());
      bbar.insert(bbar.end(), model.bbar.begin(), model.bbar.end());
      c.insert(c.end(), model.c.begin(), model.c.end());
      d.push_back(model.d);
    }
    batch = {models.size(), models.front().modes(), abar, bbar, c, d, models.front().factor};
  }
  BatchOfModels(const BatchOfModels&) = delete;
  BatchOfModels& operator=(const BatchOfModels&) = delete;
};

/// States by the recurrence in long double; steps x modes.
inline std::vector<Complex> plain_states(const ssm::DiscreteModel& model, std::span<const double> u,
                                         std::span<const Complex> initial = {}) {
  std::vector<Complex> out(u.size() * model.modes());
  for (std::size_t m = 0; m < model.modes(); ++m) {
    const LongComplex a = model.abar[m];
    const LongComplex b = model.bbar[m];
    LongComplex x = initial.empty() ? LongComplex(0) : LongComplex(initial[m]);
    for (std::size_t t = 0; t < u.size(); ++t) {
      x = a * x + b * static_cast<long double>(u[t]);
      out[t * model.modes() + m] = {static_cast<double>(x.real()), static_cast<double>(x.imag())};
    }
  }
  return out;
}

/// Response (and, with a unit impulse, the kernel) by the recurrence in long double.
inline std::vector<double> plain_response(const ssm::DiscreteModel& model,
                                          std::span<const double> u,
                                          std::span<const Complex> initial = {}) {
  std::vector<long double> y(u.size());
  for (std::size_t t = 0; t < u.size(); ++t) y[t] = static_cast<long double>(model.d) * u[t];
  for (std::size_t m = 0; m < model.modes(); ++m) {
    const LongComplex a = model.abar[m];
    const LongComplex b = model.bbar[m];
    const LongComplex c = static_cast<long double>(model.factor) * LongComplex(model.c[m]);
    LongComplex x = initial.empty() ? LongComplex(0) : LongComplex(initial[m]);
    for (std::size_t t = 0; t < u.size(); ++t) {
      x = a * x + b * static_cast<long double>(u[t]);
      y[t] += (c * x).real();
    }
  }
  return {y.begin(), y.end()};
}

inline std::vector<double> plain_kernel(const ssm::DiscreteModel& model, std::size_t length) {
  std::vector<double> impulse(length, 0.0);
  if (length > 0) impulse[0] = 1.0;
  return plain_response(model, impulse);
}

/// The sum of MATHS section 3 in long double, angles included.
inline std::vector<Complex> plain_frequency(const ssm::DiscreteModel& model,
                                            std::span<const double> omega) {
  std::vector<Complex> out;
  for (const double w : omega) {
    const auto angle = static_cast<long double>(w);
    const LongComplex z(std::cos(angle), -std::sin(angle));
    LongComplex sum = 0;
    for (std::size_t m = 0; m < model.modes(); ++m) {
      const LongComplex a = model.abar[m];
      const LongComplex g = LongComplex(model.c[m]) * LongComplex(model.bbar[m]);
      sum += g / (1.0L - a * z) + std::conj(g) / (1.0L - std::conj(a) * z);
    }
    sum *= static_cast<long double>(model.factor) / 2.0L;
    out.emplace_back(static_cast<double>(sum.real()) + model.d, static_cast<double>(sum.imag()));
  }
  return out;
}

/// r = F x row by row, by the definition.
inline std::vector<Complex> plain_ring(std::span<const Complex> states, std::size_t nodes) {
  std::vector<Complex> turns(nodes);
  for (std::size_t k = 0; k < nodes; ++k) {
    turns[k] =
        std::polar(1.0 / std::sqrt(static_cast<double>(nodes)),
                   -2.0 * std::numbers::pi * static_cast<double>(k) / static_cast<double>(nodes));
  }
  std::vector<Complex> field(states.size());
  for (std::size_t row = 0; row < states.size(); row += nodes) {
    for (std::size_t j = 0; j < nodes; ++j) {
      Complex sum = 0.0;
      for (std::size_t m = 0; m < nodes; ++m) sum += turns[j * m % nodes] * states[row + m];
      field[row + j] = sum;
    }
  }
  return field;
}

/// `points` equal steps of (0, pi].
inline std::vector<double> frequency_grid(std::size_t points) {
  std::vector<double> omega(points);
  for (std::size_t k = 0; k < points; ++k) {
    omega[k] = std::numbers::pi * static_cast<double>(k + 1) / static_cast<double>(points);
  }
  return omega;
}

inline std::vector<Complex> random_state(compute::Random& random, std::size_t modes) {
  std::vector<Complex> state(modes);
  for (Complex& x : state) x = random.complex_normal();
  return state;
}

/// max |a - b| / max |b|; infinite where a number is not finite or the sizes differ.
template <class T>
double relative_difference(const std::vector<T>& a, const std::vector<T>& b) {
  if (a.size() != b.size()) return std::numeric_limits<double>::infinity();
  double difference = 0.0;
  double largest = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const double d = std::abs(a[i] - b[i]);
    if (!(d < std::numeric_limits<double>::infinity())) return d == d ? d : 1.0 / 0.0;
    difference = std::max(difference, d);
    largest = std::max(largest, std::abs(b[i]));
  }
  return difference == 0.0 ? 0.0 : difference / largest;
}

inline std::vector<double> kernel_of(compute::Backend& backend, const ssm::DiscreteModel& model,
                                     std::size_t length) {
  std::vector<double> out(length);
  compute::Progress progress;
  backend.kernel(model.batch(), length, out, progress);
  return out;
}

inline std::vector<double> response_of(compute::Backend& backend, const ssm::DiscreteModel& model,
                                       std::span<const double> u,
                                       std::span<const Complex> initial = {}) {
  std::vector<double> out(u.size());
  compute::Progress progress;
  backend.response(model.batch(), u.size(), u, initial, out, progress);
  return out;
}

inline std::vector<Complex> states_of(compute::Backend& backend, const ssm::DiscreteModel& model,
                                      std::span<const double> u,
                                      std::span<const Complex> initial = {}) {
  std::vector<Complex> out(u.size() * model.modes());
  compute::Progress progress;
  backend.states(model.batch(), u.size(), u, initial, out, progress);
  return out;
}

inline std::vector<Complex> ring_of(compute::Backend& backend, const ssm::DiscreteModel& model,
                                    std::span<const double> u,
                                    std::span<const Complex> initial = {}) {
  std::vector<Complex> out(u.size() * model.modes());
  compute::Progress progress;
  backend.ring_field(model.batch(), u.size(), u, initial, out, progress);
  return out;
}

inline std::vector<double> product_of(compute::Backend& backend, const ssm::DiscreteModel& model,
                                      compute::Toeplitz which, std::span<const double> v) {
  std::vector<double> out(v.size());
  compute::Progress progress;
  backend.toeplitz_product(model.batch(), which, v.size(), v, out, progress);
  return out;
}

inline std::vector<Complex> frequency_of(compute::Backend& backend, const ssm::DiscreteModel& model,
                                         std::span<const double> omega) {
  std::vector<Complex> out(omega.size());
  compute::Progress progress;
  backend.frequency_response(model.batch(), omega, out, progress);
  return out;
}

/// H at one frequency (radians a step) by direct summation, and its derivative dH/d omega.
struct ResponseAt {
  Complex value, derivative;
};
inline ResponseAt response_at(const ssm::DiscreteModel& model, double omega) {
  const Complex z = std::polar(1.0, -omega);
  const Complex turn(0.0, -1.0);  // dz/d omega = -i z
  Complex value = 0.0;
  Complex derivative = 0.0;
  for (std::size_t m = 0; m < model.modes(); ++m) {
    const Complex a = model.abar[m];
    const Complex g = model.c[m] * model.bbar[m];
    const Complex one = 1.0 / (1.0 - a * z);
    const Complex other = 1.0 / (1.0 - std::conj(a) * z);
    value += g * one + std::conj(g) * other;
    derivative += g * a * one * one + std::conj(g * a) * other * other;
  }
  const double half = 0.5 * model.factor;
  return {half * value + model.d, half * derivative * turn * z};
}

}  // namespace ssmscope::test
