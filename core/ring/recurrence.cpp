#include "core/ring/recurrence.hpp"

#include <algorithm>

#include "core/compute/flush_denormals.hpp"

namespace ssmscope::ring {
namespace {

constexpr std::size_t kProductsAPoll = std::size_t{1} << 19;

std::size_t reals_of(const ssm::DiscreteSharedState& system) { return 2 * system.modes(); }
std::size_t reals_of(const ssm::DiscreteDense& system) { return system.states; }

/// Row `row` of a matrix times x.
double product(const std::vector<double>& matrix, std::size_t row, const std::vector<double>& x) {
  double sum = 0.0;
  for (std::size_t j = 0; j < x.size(); ++j) sum += matrix[row * x.size() + j] * x[j];
  return sum;
}

}  // namespace

Recurrence::Recurrence(const ssm::DiscreteModel& model, compute::Backend& /*backend*/,
                       compute::Progress& /*progress*/)
    : model_(model), state_(2 * model.modes()) {}

void Recurrence::advance(std::span<const double> u, std::span<double> y,
                         const compute::Progress& progress) {
  const compute::detail::FlushDenormals flush;
  std::size_t work = 0;
  for (std::size_t t = 0; t < u.size(); ++t) {
    y[t] = step(u[t]);
    if ((work += 4 * model_.modes()) > kProductsAPoll) {
      progress.check();
      work = 0;
    }
  }
}

double Recurrence::step(double u) {
  double sum = 0.0;
  for (std::size_t m = 0; m < model_.modes(); ++m) {
    const Complex a = model_.abar[m], b = model_.bbar[m], c = model_.c[m];
    double& re = state_[2 * m];
    double& im = state_[2 * m + 1];
    const double next = a.real() * re - a.imag() * im + b.real() * u;
    im = a.real() * im + a.imag() * re + b.imag() * u;
    re = next;
    sum += c.real() * re - c.imag() * im;
  }
  return model_.factor * sum + model_.d * u;
}

CoupledRecurrence::CoupledRecurrence(const CoupledSystem& system,
                                     const compute::Progress& /*progress*/)
    : system_(system), u_(inputs_of(system)), y_(outputs_of(system)) {
  x_.resize(std::visit([](const auto& kind) { return reals_of(kind); }, system));
  next_.resize(x_.size());
  const bool dense = std::holds_alternative<ssm::DiscreteDense>(system);
  cost_ = x_.size() * (u_.size() + y_.size() + (dense ? x_.size() : 2));
}

void CoupledRecurrence::advance(std::span<const double> u, std::size_t count, std::span<double> y,
                                const compute::Progress& progress) {
  const compute::detail::FlushDenormals flush;
  std::size_t work = 0;
  for (std::size_t t = 0; t < count; ++t) {
    for (std::size_t i = 0; i < u_.size(); ++i) u_[i] = u[i * count + t];
    std::visit([this](const auto& kind) { step(kind); }, system_);
    for (std::size_t o = 0; o < y_.size(); ++o) y[o * count + t] = y_[o];
    if ((work += cost_) > kProductsAPoll) {
      progress.check();
      work = 0;
    }
  }
}

void CoupledRecurrence::step(const ssm::DiscreteSharedState& system) {
  for (std::size_t o = 0; o < y_.size(); ++o) y_[o] = product(system.d, o, u_);
  for (std::size_t m = 0; m < system.modes(); ++m) {
    double re = 0.0, im = 0.0;
    for (std::size_t i = 0; i < u_.size(); ++i) {
      const Complex b = system.bbar[m * u_.size() + i];
      re += b.real() * u_[i];
      im += b.imag() * u_[i];
    }
    const Complex a = system.abar[m];
    re += a.real() * x_[2 * m] - a.imag() * x_[2 * m + 1];
    im += a.real() * x_[2 * m + 1] + a.imag() * x_[2 * m];
    x_[2 * m] = re;
    x_[2 * m + 1] = im;
    for (std::size_t o = 0; o < y_.size(); ++o) {
      const Complex c = system.c[o * system.modes() + m];
      y_[o] += system.factor * (c.real() * re - c.imag() * im);
    }
  }
}

void CoupledRecurrence::step(const ssm::DiscreteDense& system) {
  for (std::size_t n = 0; n < x_.size(); ++n)
    next_[n] = product(system.abar, n, x_) + product(system.bbar, n, u_);
  x_.swap(next_);
  for (std::size_t o = 0; o < y_.size(); ++o)
    y_[o] = product(system.c, o, x_) + product(system.d, o, u_);
}

}  // namespace ssmscope::ring
