#include "core/ring/interaction.hpp"

#include <Eigen/Core>
#include <algorithm>
#include <cassert>

namespace ssmscope::ring {
namespace {

using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using ComplexMatrix = Eigen::Matrix<Complex, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using Index = Eigen::Index;

Eigen::Map<const Matrix> matrix(std::span<const double> values, std::size_t rows,
                                std::size_t columns) {
  assert(values.size() == rows * columns);
  return {values.data(), static_cast<Index>(rows), static_cast<Index>(columns)};
}

Eigen::Map<const Matrix> square(std::span<const double> values, std::size_t size) {
  return matrix(values, size, size);
}

std::vector<double> values_of(const Matrix& m) { return {m.data(), m.data() + m.size()}; }

/// Weight of each channel behind an elementwise sigma: W^T w.
Eigen::VectorXd channel_weights(const Layer& layer, std::span<const double> weights) {
  const auto w = matrix(weights, weights.size(), 1);
  if (layer.mixing.empty()) return w;
  return matrix(layer.mixing, layer.outputs(), layer.channels).transpose() * w;
}

/// Of z = a s(b), a = A y and b = B y: s'(b) (A B^T + B A^T) + a s''(b) B B^T for each output.
Matrix gated_hessian(const Layer& layer, std::span<const double> weights,
                     std::span<const double> y) {
  const auto channels = static_cast<Index>(layer.channels);
  const auto outputs = static_cast<Index>(layer.outputs());
  const auto both = layer.mixing.empty()
                        ? Matrix(Matrix::Identity(channels, channels).replicate(2, 1))
                        : Matrix(matrix(layer.mixing, 2 * layer.outputs(), layer.channels));
  const auto at = matrix(y, layer.channels, 1);
  Matrix hessian = Matrix::Zero(channels, channels);
  for (Index k = 0; k < outputs; ++k) {
    const auto a = both.row(k), b = both.row(outputs + k);
    const Logistic gate = logistic((b * at).value());
    const double w = weights[static_cast<std::size_t>(k)];
    const double bent = w * (a * at).value() * gate.second;
    hessian += w * gate.first * (a.transpose() * b + b.transpose() * a);
    hessian += bent * (b.transpose() * b);
  }
  return hessian;
}

}  // namespace

void output_hessian(const Layer& layer, std::span<const double> weights, std::span<const double> y,
                    std::span<double> out) {
  const auto channels = static_cast<Index>(layer.channels);
  Eigen::Map<Matrix> hessian(out.data(), channels, channels);
  if (layer.activation == Activation::Glu) {
    hessian = gated_hessian(layer, weights, y);
    return;
  }
  hessian.setZero();
  const Eigen::VectorXd w = channel_weights(layer, weights);
  for (Index h = 0; h < channels; ++h)
    hessian(h, h) = w(h) * second_derivative(layer.activation, y[static_cast<std::size_t>(h)]);
}

std::vector<double> lag_interaction(std::span<const double> kernels, std::size_t lags,
                                    std::span<const double> hessian) {
  const std::size_t channels = kernels.size() / lags;
  const auto k = matrix(kernels, channels, lags);
  return values_of(k.transpose() * (square(hessian, channels) * k));
}

std::vector<double> mean_lag_interaction(const Layer& layer, std::span<const double> weights,
                                         std::span<const double> kernels, std::size_t lags,
                                         std::span<const double> y, std::size_t steps,
                                         const compute::Progress& progress) {
  const std::size_t channels = layer.channels;
  const auto k = matrix(kernels, channels, lags);
  const auto outputs = matrix(y, channels, steps);
  std::vector<double> hessian(channels * channels);
  Matrix sum = Matrix::Zero(static_cast<Index>(lags), static_cast<Index>(lags));
  for (std::size_t back = 0; back < std::min(lags, steps); ++back) {
    progress.check();
    const Eigen::VectorXd at = outputs.col(static_cast<Index>(steps - 1 - back));
    output_hessian(layer, weights, {at.data(), channels}, hessian);
    const auto left = static_cast<Index>(lags - back);
    const auto part = k.leftCols(left);  // an input at s reaches this step with lag s - back
    sum.bottomRightCorner(left, left) += part.transpose() * (square(hessian, channels) * part);
  }
  return values_of(sum / static_cast<double>(steps));
}

std::vector<double> mode_strength(std::span<const Complex> c, std::size_t modes, double factor,
                                  std::span<const double> hessian) {
  const std::size_t channels = c.size() / modes;
  const Eigen::Map<const ComplexMatrix> outputs(c.data(), static_cast<Index>(channels),
                                                static_cast<Index>(modes));
  const ComplexMatrix bent = square(hessian, channels).cast<Complex>() * outputs;
  const ComplexMatrix j = outputs.transpose() * bent, q = outputs.adjoint() * bent;
  const double scale = 0.5 * factor * factor;  // 2 (factor/2)^2
  return values_of(scale * (j.cwiseAbs() + q.cwiseAbs()));
}

std::vector<double> mode_energy(std::span<const double> of_modes, std::size_t modes,
                                std::span<const double> hessian) {
  const std::size_t channels = of_modes.size() / modes;
  const auto y = matrix(of_modes, channels, modes);
  return values_of(y.transpose() * (square(hessian, channels) * y));
}

}  // namespace ssmscope::ring
