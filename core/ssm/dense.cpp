#include "core/ssm/dense.hpp"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <unsupported/Eigen/MatrixFunctions>
#include <utility>

#include "core/scenario/error.hpp"

namespace ssmscope::ssm {
namespace {

using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using Index = Eigen::Index;

Index to_index(std::size_t n) { return static_cast<Index>(n); }

Eigen::Map<const Matrix> matrix(const std::vector<double>& list, std::size_t rows,
                                std::size_t columns) {
  return {list.data(), to_index(rows), to_index(columns)};
}

std::vector<double> list_of(const Matrix& matrix) {
  return {matrix.data(), matrix.data() + matrix.size()};
}

void check_list(const std::vector<double>& list, std::size_t rows, std::size_t columns,
                const std::string& name) {
  if (list.size() != rows * columns) {
    throw InputError(name + " of the dense model has " + std::to_string(list.size()) +
                     " entries, but " + std::to_string(rows) + " x " + std::to_string(columns) +
                     " are expected.");
  }
  const auto wrong = std::ranges::find_if_not(list, [](double v) { return std::isfinite(v); });
  if (wrong == list.end()) return;
  throw InputError("Entry " + std::to_string(wrong - list.begin()) + " of " + name +
                   " of the dense model is not finite: a finite number is expected.");
}

/// exp(matrix), or NaN where an entry is not finite.
Matrix exponential(const Matrix& exponent) {
  if (!exponent.allFinite())
    return Matrix::Constant(exponent.rows(), exponent.cols(),
                            std::numeric_limits<double>::quiet_NaN());
  // Eigen's code wants columns; a column-major copy costs nothing beside the products.
  const Eigen::MatrixXd columns = exponent;
  const Eigen::MatrixXd result = columns.exp();
  return result;
}

struct Step {
  Matrix abar, bbar;
};

Step zero_order_hold(const Matrix& a, const Matrix& b) {
  const Index states = a.rows(), inputs = b.cols();
  Matrix block = Matrix::Zero(states + inputs, states + inputs);
  block.topLeftCorner(states, states) = a;
  block.topRightCorner(states, inputs) = b;
  const Matrix result = exponential(block);
  return {result.topLeftCorner(states, states), result.topRightCorner(states, inputs)};
}

/// (1 - share a) abar = 1 + (1 - share) a, (1 - share a) bbar = b.
Step implicit_step(const Matrix& a, const Matrix& b, double share) {
  const Matrix one = Matrix::Identity(a.rows(), a.cols());
  const Eigen::PartialPivLU<Eigen::MatrixXd> solver(one - share * a);
  return {solver.solve(one + (1.0 - share) * a), solver.solve(b)};
}

/// a and b: A delta and B delta.
Step step_by(Rule rule, const Matrix& a, const Matrix& b) {
  switch (rule) {
    case Rule::Zoh:
      return zero_order_hold(a, b);
    case Rule::Bilinear:
      return implicit_step(a, b, 0.5);
    case Rule::BackwardEuler:
      return implicit_step(a, b, 1.0);
    case Rule::EulerB:
      return {exponential(a), b};
    case Rule::Euler:
      break;
  }
  return {Matrix::Identity(a.rows(), a.cols()) + a, b};
}

}  // namespace

void check_dense(const DenseModel& model) {
  if (model.states == 0 || model.states > kMostDenseStates) {
    throw InputError("The dense model has " + std::to_string(model.states) + " states: from 1 to " +
                     std::to_string(kMostDenseStates) + " are expected.");
  }
  if (model.inputs == 0 || model.outputs == 0) {
    throw InputError("The dense model has " + std::to_string(model.inputs) + " inputs and " +
                     std::to_string(model.outputs) + " outputs: at least one of each is expected.");
  }
  check_list(model.A, model.states, model.states, "A");
  check_list(model.B, model.states, model.inputs, "B");
  check_list(model.C, model.outputs, model.states, "C");
  check_list(model.D, model.outputs, model.inputs, "D");
}

DiscreteDense discretise(const DenseModel& model, Rule rule, double delta) {
  check_dense(model);
  const Matrix a = delta * matrix(model.A, model.states, model.states);
  const Matrix b = delta * matrix(model.B, model.states, model.inputs);
  const Step step = step_by(rule, a, b);
  return {model.states,       model.inputs, model.outputs, list_of(step.abar),
          list_of(step.bbar), model.C,      model.D};
}

}  // namespace ssmscope::ssm
