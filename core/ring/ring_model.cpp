#include "core/ring/ring_model.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace ssmscope::ring {
namespace {

/// One mode and where it comes from; its conjugate stands on the opposite wavenumber.
struct Wave {
  Complex lambda, abar = 1.0, bbar, c, turn;
  int mode = -1;

  Wave conjugate() const {
    return {std::conj(lambda), std::conj(abar), std::conj(bbar),
            std::conj(c),      std::conj(turn), mode};
  }
};

void add(RingModel& ring, const Wave& wave) {
  ring.lambda.push_back(wave.lambda);
  ring.discrete.abar.push_back(wave.abar);
  ring.discrete.bbar.push_back(wave.bbar);
  ring.discrete.c.push_back(wave.c);
  ring.turn.push_back(wave.turn);
  ring.mode_of_wavenumber.push_back(wave.mode);
}

std::vector<Wave> waves_of(const target::ScenarioModel& model, Rule rule, double delta) {
  std::vector<int> order(model.discrete.modes());
  std::iota(order.begin(), order.end(), 0);
  const ComplexList turn = mode_turns(model.continuous, model.discrete, rule, delta, order);
  std::vector<Wave> waves;
  for (std::size_t m = 0; m < order.size(); ++m)
    waves.push_back({model.continuous.lambda[m], model.discrete.abar[m], model.discrete.bbar[m],
                     model.discrete.c[m], turn[m], order[m]});
  return waves;
}

/// A complex B_0 is moved into C_0, so that the state of the real mode is real; then c_0 is the
/// factor times Re C_0.
Wave real_wave(Wave wave, Complex B, double factor) {
  if (B.imag() != 0.0) {
    wave.bbar /= B;
    wave.c *= B;
  }
  wave.abar = wave.abar.real();
  wave.bbar = wave.bbar.real();
  wave.c = factor * wave.c.real();
  return wave;
}

}  // namespace

Travelling travelling(RingKind kind, std::span<const int> mode_of_wavenumber) {
  if (kind == RingKind::Complex || mode_of_wavenumber.empty())
    return {0, mode_of_wavenumber.size()};
  const std::size_t highest = (mode_of_wavenumber.size() - 1) / 2;
  const std::size_t first = mode_of_wavenumber.front() < 0 ? 1 : 0;
  return {first, highest + 1 - first};
}

RingModel complex_ring(const target::ScenarioModel& model, Rule rule, double delta) {
  const std::vector<Wave> waves = waves_of(model, rule, delta);
  RingModel ring;
  ring.discrete.d = model.discrete.d;
  ring.discrete.factor = model.discrete.factor;
  for (const int mode : ring_order(model.continuous.lambda))
    add(ring, waves[static_cast<std::size_t>(mode)]);
  return ring;
}

std::optional<RingModel> real_ring(const target::ScenarioModel& model, Rule rule, double delta) {
  const double factor = model.discrete.factor;
  Wave zero;
  std::vector<Wave> waves;
  int real_modes = 0;
  for (const Wave& wave : waves_of(model, rule, delta)) {
    if (wave.lambda.imag() == 0.0) {
      ++real_modes;
      zero = real_wave(wave, model.continuous.B[static_cast<std::size_t>(wave.mode)], factor);
    } else {
      waves.push_back(wave.lambda.imag() > 0.0 ? wave : wave.conjugate());
      waves.back().c *= 0.5 * factor;
    }
  }
  if (real_modes > 1) return std::nullopt;
  ComplexList lambda;
  for (const Wave& wave : waves) lambda.push_back(wave.lambda);
  const std::vector<int> order = ring_order(lambda);
  RingModel ring;
  ring.kind = RingKind::Real;
  ring.discrete.d = model.discrete.d;
  ring.discrete.factor = 1.0;
  add(ring, zero);
  for (const int wave : order) add(ring, waves[static_cast<std::size_t>(wave)]);
  const std::vector<int> backwards(order.rbegin(), order.rend());
  for (const int wave : backwards) add(ring, waves[static_cast<std::size_t>(wave)].conjugate());
  return ring;
}

std::optional<RingModel> ring_of(RingKind kind, const target::ScenarioModel& model, Rule rule,
                                 double delta) {
  if (kind == RingKind::Real) return real_ring(model, rule, delta);
  return complex_ring(model, rule, delta);
}

std::vector<int> ring_order(const ComplexList& lambda) {
  std::vector<int> order(lambda.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](int i, int j) {
    const Complex a = lambda[static_cast<std::size_t>(i)], b = lambda[static_cast<std::size_t>(j)];
    return a.imag() != b.imag() ? a.imag() < b.imag() : a.real() > b.real();
  });
  return order;
}

ComplexList mode_turns(const ssm::ContinuousModel& model, const ssm::DiscreteModel& discrete,
                       Rule rule, double delta, const std::vector<int>& order) {
  const bool exponential = ssm::is_exponential(rule);
  ComplexList turns;
  for (const int mode : order) {
    const auto m = static_cast<std::size_t>(mode);
    turns.push_back(exponential ? delta * model.lambda[m] : std::log(discrete.abar[m]));
  }
  return turns;
}

}  // namespace ssmscope::ring
