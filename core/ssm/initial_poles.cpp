// The poles of the initialisers (MATHS section 1, arXiv 2206.11893).
#include <Eigen/Eigenvalues>
#include <cmath>
#include <map>
#include <mutex>
#include <numbers>

#include "core/compute/random.hpp"
#include "core/ssm/diagonal.hpp"
#include "core/ssm/legs.hpp"

namespace ssmscope::ssm {
namespace {

constexpr double kPi = std::numbers::pi;

ComplexList lin_poles(int pairs) {
  ComplexList poles;
  for (int m = 0; m < pairs; ++m) poles.emplace_back(-0.5, kPi * m);
  return poles;
}

ComplexList inv_poles(int pairs) {
  const double n = 2.0 * pairs;
  ComplexList poles;
  for (int m = 0; m < pairs; ++m) poles.emplace_back(-0.5, n / kPi * (n / (2.0 * m + 1.0) - 1.0));
  return poles;
}

ComplexList real_poles(int pairs) {
  ComplexList poles;
  for (int m = 0; m < pairs; ++m) poles.emplace_back(-(m + 1.0), 0.0);
  return poles;
}

ComplexList random_poles(int pairs, std::uint64_t seed) {
  compute::Random random(seed);
  ComplexList poles;
  for (int m = 0; m < pairs; ++m) {
    const double rate = 0.1 * std::pow(10.0, random.uniform());
    const double frequency = kPi * pairs * random.uniform();
    poles.emplace_back(-rate, frequency);
  }
  return poles;
}

/// Householder reduction of a skew matrix to tridiagonal form, in place; returns the moduli of
/// the subdiagonal. With H = I - beta v v^T: H B H = B + v w^T - w v^T, w = beta B v, because
/// v^T B v = 0. In real arithmetic, a quarter of the work of the Hermitian matrix i S.
Eigen::VectorXd skew_subdiagonal(Eigen::MatrixXd& skew) {
  const Eigen::Index size = skew.rows();
  Eigen::VectorXd subdiagonal(size - 1);
  for (Eigen::Index k = 0; k + 1 < size; ++k) {
    const Eigen::Index rest = size - k - 1;
    Eigen::VectorXd v = skew.col(k).tail(rest);
    const double norm = v.norm();
    subdiagonal(k) = norm;
    if (norm == 0.0 || rest == 1) continue;
    v(0) += std::copysign(norm, v(0));
    const double beta = 2.0 / v.squaredNorm();
    auto block = skew.bottomRightCorner(rest, rest);
    const Eigen::VectorXd w = beta * (block * v);
    block.noalias() += v * w.transpose();
    block.noalias() -= w * v.transpose();
  }
  return subdiagonal;
}

/// The eigenvalues of a skew tridiagonal matrix are i times those of the symmetric one with zero
/// diagonal and the same moduli: they come in pairs, and the upper half is kept.
ComplexList compute_legs_poles(int pairs) {
  const int size = 2 * pairs;
  Eigen::MatrixXd skew = legs_skew_part(size);
  const Eigen::VectorXd subdiagonal = skew_subdiagonal(skew);
  Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver;
  solver.computeFromTridiagonal(Eigen::VectorXd::Zero(size), subdiagonal, Eigen::EigenvaluesOnly);
  ComplexList poles;
  for (int m = 0; m < pairs; ++m) poles.emplace_back(-0.5, solver.eigenvalues()(size - 1 - m));
  return poles;
}

/// They depend on nothing but `pairs` and cost O(pairs^3): kept, since every move of Delta asks.
ComplexList legs_poles(int pairs) {
  static std::mutex mutex;
  static std::map<int, ComplexList> known;
  {
    const std::lock_guard lock(mutex);
    if (const auto found = known.find(pairs); found != known.end()) return found->second;
  }
  ComplexList poles = compute_legs_poles(pairs);
  const std::lock_guard lock(mutex);
  return known.emplace(pairs, std::move(poles)).first->second;
}

}  // namespace

ComplexList initial_poles(Init init, int pairs, std::uint64_t seed) {
  switch (init) {
    case Init::Lin:
      return lin_poles(pairs);
    case Init::Inv:
      return inv_poles(pairs);
    case Init::Legs:
      return legs_poles(pairs);
    case Init::Real:
      return real_poles(pairs);
    case Init::Random:
      return random_poles(pairs, seed);
    case Init::Explicit:
      break;
  }
  return {};
}

}  // namespace ssmscope::ssm
