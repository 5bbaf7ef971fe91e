#include "core/ssm/legs.hpp"

#include <Eigen/Eigenvalues>
#include <cmath>
#include <string>
#include <utility>

#include "core/scenario/error.hpp"

namespace ssmscope::ssm {
namespace {

double root_of_odd(std::size_t n) { return std::sqrt(2.0 * static_cast<double>(n) + 1.0); }

}  // namespace

Eigen::MatrixXd legs_skew_part(int size) {
  Eigen::MatrixXd skew = Eigen::MatrixXd::Zero(size, size);
  for (int n = 0; n < size; ++n) {
    for (int k = n + 1; k < size; ++k) {
      skew(n, k) = 0.5 * std::sqrt((2.0 * n + 1.0) * (2.0 * k + 1.0));
      skew(k, n) = -skew(n, k);
    }
  }
  return skew;
}

DenseModel legs_dense(std::vector<double> C) {
  DenseModel model;
  model.states = C.size();
  model.C = std::move(C);
  model.D = {0.0};
  for (std::size_t n = 0; n < model.states; ++n) {
    model.B.push_back(root_of_odd(n));
    for (std::size_t k = 0; k < model.states; ++k) {
      const double below = -root_of_odd(n) * root_of_odd(k);
      model.A.push_back(n > k ? below : n == k ? -static_cast<double>(n + 1) : 0.0);
    }
  }
  check_dense(model);
  return model;
}

LegsDplr legs_dplr(std::span<const double> C) {
  const std::size_t states = C.size();
  if (states == 0 || states % 2 != 0 || states > kMostDenseStates) {
    throw InputError("HiPPO-LegS as conjugate pairs has " + std::to_string(states) +
                     " states: an even number from 2 to " + std::to_string(kMostDenseStates) +
                     " is expected.");
  }
  // S v = i w v is -i S v = w v, a Hermitian matrix with eigenvalues +-w in ascending order.
  const Eigen::MatrixXcd hermitian =
      Complex(0.0, -1.0) * legs_skew_part(static_cast<int>(states)).cast<Complex>();
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXcd> solver(hermitian);
  const std::size_t pairs = states / 2;
  LegsDplr result;
  result.vectors.resize(states * pairs);
  for (std::size_t m = 0; m < pairs; ++m) {
    const auto column = static_cast<Eigen::Index>(states - 1 - m);
    Complex p = 0.0, b = 0.0, c = 0.0;
    for (std::size_t n = 0; n < states; ++n) {
      const Complex v = solver.eigenvectors()(static_cast<Eigen::Index>(n), column);
      result.vectors[n * pairs + m] = v;
      p += std::conj(v) * std::sqrt(static_cast<double>(n) + 0.5);
      b += std::conj(v) * root_of_odd(n);
      c += C[n] * v;
    }
    result.model.lambda.emplace_back(-0.5, solver.eigenvalues()(column));
    result.model.P.push_back(p);
    result.model.B.push_back(b);
    result.model.C.push_back(c);
  }
  result.model.Q = result.model.P;
  return result;
}

}  // namespace ssmscope::ssm
