// Systems with several inputs and outputs: random ones, and their plain recurrence in long double.
#pragma once

#include <cmath>
#include <span>
#include <vector>

#include "core/compute/random.hpp"
#include "core/ssm/dense.hpp"
#include "core/ssm/shared_state.hpp"
#include "tests/core/compute/models.hpp"

namespace ssmscope::test {

/// A x, row by row, added to out.
template <class Number, class Entry>
void add_product(std::span<const Entry> a, const std::vector<Number>& x, std::vector<Number>& out) {
  for (std::size_t i = 0; i < out.size(); ++i)
    for (std::size_t j = 0; j < x.size(); ++j) out[i] += Number(a[i * x.size() + j]) * x[j];
}

struct PlainRun {
  std::vector<double> y;       ///< outputs x steps
  std::vector<Complex> state;  ///< after the last step
};

/// u: inputs x steps.
inline PlainRun plain_run(const ssm::DiscreteDense& model, std::span<const double> u,
                          std::size_t steps) {
  PlainRun run{std::vector<double>(model.outputs * steps), {}};
  std::vector<long double> x(model.states);
  for (std::size_t t = 0; t < steps; ++t) {
    std::vector<long double> now, next(model.states), y(model.outputs);
    for (std::size_t i = 0; i < model.inputs; ++i) now.push_back(u[i * steps + t]);
    add_product<long double, double>(model.abar, x, next);
    add_product<long double, double>(model.bbar, now, next);
    x = next;
    add_product<long double, double>(model.c, x, y);
    add_product<long double, double>(model.d, now, y);
    for (std::size_t o = 0; o < y.size(); ++o) run.y[o * steps + t] = static_cast<double>(y[o]);
  }
  for (const long double value : x) run.state.emplace_back(static_cast<double>(value));
  return run;
}

inline PlainRun plain_run(const ssm::DiscreteSharedState& model, std::span<const double> u,
                          std::size_t steps) {
  PlainRun run{std::vector<double>(model.outputs * steps), {}};
  std::vector<LongComplex> x(model.modes());
  for (std::size_t t = 0; t < steps; ++t) {
    std::vector<LongComplex> now, y(model.outputs);
    for (std::size_t i = 0; i < model.inputs; ++i)
      now.emplace_back(static_cast<long double>(u[i * steps + t]));
    for (std::size_t m = 0; m < x.size(); ++m) x[m] *= LongComplex(model.abar[m]);
    add_product<LongComplex, Complex>(model.bbar, now, x);
    add_product<LongComplex, Complex>(model.c, x, y);
    for (std::size_t o = 0; o < y.size(); ++o) {
      long double sum = static_cast<long double>(model.factor) * y[o].real();
      for (std::size_t i = 0; i < model.inputs; ++i)
        sum += static_cast<long double>(model.d[o * model.inputs + i]) * now[i].real();
      run.y[o * steps + t] = static_cast<double>(sum);
    }
  }
  for (const LongComplex value : x)
    run.state.emplace_back(static_cast<double>(value.real()), static_cast<double>(value.imag()));
  return run;
}

/// Poles as random_model's.
inline ssm::DiscreteSharedState random_shared_state(compute::Random& random, std::size_t modes,
                                                    std::size_t inputs, std::size_t outputs,
                                                    double factor = 2.0) {
  ssm::DiscreteSharedState model{inputs, outputs, random_model(random, modes).abar, {}, {},
                                 {},     factor};
  for (std::size_t i = 0; i < modes * inputs; ++i) model.bbar.push_back(random.complex_normal());
  for (std::size_t i = 0; i < modes * outputs; ++i) model.c.push_back(random.complex_normal());
  model.d = random_input(random, inputs * outputs);
  return model;
}

/// In continuous time: a skew matrix of unit size and a negative diagonal, so that
/// nothing grows, not even for a while.
inline ssm::DenseModel random_dense(compute::Random& random, std::size_t states, std::size_t inputs,
                                    std::size_t outputs) {
  ssm::DenseModel model;
  model.states = states;
  model.inputs = inputs;
  model.outputs = outputs;
  model.A.resize(states * states);
  for (std::size_t i = 0; i < states; ++i) {
    model.A[i * states + i] = -0.1 - random.uniform();
    for (std::size_t j = i + 1; j < states; ++j) {
      model.A[i * states + j] = random.normal() / std::sqrt(static_cast<double>(states));
      model.A[j * states + i] = -model.A[i * states + j];
    }
  }
  model.B = random_input(random, states * inputs);
  model.C = random_input(random, outputs * states);
  model.D = random_input(random, outputs * inputs);
  return model;
}

}  // namespace ssmscope::test
