#include "core/spectrum/kernel_spectrum.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/compute/norms.hpp"
#include "core/compute/symmetric_eigen.hpp"
#include "core/spectrum/lanczos.hpp"
#include "core/spectrum/spectrum_summary.hpp"
#include "core/ssm/diagonal.hpp"

namespace ssmscope::spectrum {
namespace {

constexpr double kPi = std::numbers::pi;
// The eigenvalues are squares: a kernel below this keeps them finite.
constexpr double kLargestKernel = 1e150;
constexpr int kPreviewLength = 128;
constexpr int kLeastExponent = -1000;
// Cells of a picture of a long matrix: each costs its share of L cells^2 operations.
constexpr int kCellsOfLong = 128;

/// T J, J the exchange matrix: (i, j) holds h[i + j - (L-1)], 0 at negative lags. Symmetric.
std::vector<double> hankel_matrix(std::span<const double> kernel, double scale) {
  const std::size_t length = kernel.size();
  std::vector<double> lags(2 * length - 1, 0.0);  // entry i + j
  for (std::size_t l = 0; l < length; ++l) lags[length - 1 + l] = kernel[l] * scale;
  std::vector<double> matrix(length * length);
  for (std::size_t j = 0; j < length; ++j)
    std::copy_n(lags.begin() + static_cast<std::ptrdiff_t>(j), length,
                matrix.begin() + static_cast<std::ptrdiff_t>(j * length));
  return matrix;
}

/// J q with its sign chosen so that the largest entry is positive: pictures do not flip.
std::vector<double> right_vector(std::vector<double> q) {
  std::reverse(q.begin(), q.end());
  const auto larger = [](double a, double b) { return std::abs(a) < std::abs(b); };
  const double largest = *std::max_element(q.begin(), q.end(), larger);
  if (largest < 0.0)
    for (double& x : q) x = -x;
  return q;
}

/// |H|^2/window at 2 pi k/length.
std::vector<double> response_squared(const ssm::DiscreteModel& model, int length, int window,
                                     compute::Backend& backend, compute::Progress& progress) {
  const std::size_t half = static_cast<std::size_t>(length) / 2;
  std::vector<double> omega(half + 1);
  for (std::size_t k = 0; k <= half; ++k) omega[k] = 2.0 * kPi * static_cast<double>(k) / length;
  std::vector<Complex> response(half + 1);
  backend.frequency_response(model.batch(), omega, response, progress);
  std::vector<double> squared(static_cast<std::size_t>(length));
  for (std::size_t k = 0; k < squared.size(); ++k)  // |H(2 pi - omega)| = |H(omega)|
    squared[k] = std::norm(response[std::min(k, squared.size() - k)]) / window;
  return squared;
}

/// Sorted, with what is not finite (a pole on the circle at that frequency) in front as NaN.
std::vector<double> descending(std::vector<double> values) {
  for (double& value : values)
    if (!std::isfinite(value)) value = std::numeric_limits<double>::quiet_NaN();
  std::sort(values.begin(), values.end(), [](double a, double b) {
    if (std::isnan(a) || std::isnan(b)) return std::isnan(a) && !std::isnan(b);
    return a > b;
  });
  return values;
}

/// The longest start of the kernel whose spectrum stays in range; says so when it is a cut.
std::vector<double> usable_kernel(const ssm::DiscreteModel& model, int length,
                                  compute::Backend& backend, compute::Progress& progress,
                                  std::vector<std::string>& notes) {
  const auto wanted = static_cast<std::size_t>(length);
  const std::size_t finite = std::max<std::size_t>(1, ssm::finite_steps(model, wanted));
  std::vector<double> kernel(finite);
  backend.kernel(model.batch(), finite, kernel, progress);
  const auto usable = [](double h) { return std::abs(h) <= kLargestKernel; };
  kernel.erase(std::find_if_not(kernel.begin(), kernel.end(), usable), kernel.end());
  if (kernel.size() < wanted)
    notes.push_back(
        "The kernel leaves the range of double precision: the spectrum uses its first " +
        std::to_string(kernel.size()) + " of " + std::to_string(length) + " steps.");
  return kernel;
}

/// Of a power of two by which LAPACK is taken away from the ends of the range; no digit is lost.
int scale_exponent(std::span<const double> kernel) {
  const double largest = compute::largest_magnitude(kernel);
  return largest > 0.0 ? std::max(std::ilogb(largest), kLeastExponent) : 0;
}

ToeplitzSpectrum in_order(const std::vector<double>& values,
                          std::vector<std::vector<double>> vectors, int exponent) {
  ToeplitzSpectrum out;
  for (const double value : values) out.values.push_back(std::ldexp(std::abs(value), exponent));
  for (std::vector<double>& q : vectors) out.right_vectors.push_back(right_vector(std::move(q)));
  return out;
}

/// All that is said of the eigenvectors one by one.
void describe_vectors(SpectrumResult& result, const compute::Progress& progress) {
  for (const std::vector<double>& vector : result.eigenvectors) {
    progress.check();
    result.facts.push_back(eigenvector_facts(vector));
    result.peak_omega.push_back(result.facts.back().peak_omega);
    result.nearest_mode.push_back(nearest_frequency(result.mode_omega, result.peak_omega.back()));
  }
}

/// Of K: step l of the kernel stands on L - l places of T.
double trace_of(std::span<const double> kernel, int window) {
  double sum = 0.0;
  for (std::size_t l = 0; l < kernel.size(); ++l)
    sum += static_cast<double>(kernel.size() - l) * kernel[l] * kernel[l];
  return sum / window;
}

void add_pictures(SpectrumResult& result, std::span<const double> kernel,
                  const compute::Progress& progress) {
  const int cells = kernel.size() > kLargestFullSpectrum ? kCellsOfLong : kMostCells;
  result.toeplitz = toeplitz_picture(kernel, cells);
  result.kernel = kernel_picture(kernel, result.window, progress, cells);
}

}  // namespace

ToeplitzSpectrum toeplitz_spectrum(std::span<const double> kernel, int vectors,
                                   compute::Progress& progress) {
  if (kernel.empty()) return {};
  const int exponent = scale_exponent(kernel);
  compute::SymmetricEigen eigen =
      compute::symmetric_eigen(hankel_matrix(kernel, std::ldexp(1.0, -exponent)),
                               static_cast<int>(kernel.size()), vectors, progress);
  return in_order(eigen.values, std::move(eigen.vectors), exponent);
}

ToeplitzSpectrum largest_of_toeplitz_spectrum(std::span<const double> kernel, int count,
                                              compute::Progress& progress,
                                              std::vector<std::string>& notes) {
  if (kernel.empty()) return {};
  const int exponent = scale_exponent(kernel);
  std::vector<double> scaled(kernel.begin(), kernel.end());
  for (double& h : scaled) h = std::ldexp(h, -exponent);
  LargestEigenpairs pairs = largest_eigenpairs(scaled, count, progress);
  if (!pairs.converged)
    notes.push_back("The largest eigenvalues lie so close together that the iteration stopped " +
                    std::string("before their vectors were exact."));
  return in_order(pairs.values, std::move(pairs.vectors), exponent);
}

SpectrumResult analyse_spectrum(const Scenario& scenario, compute::Backend& backend,
                                compute::Progress& progress, const KnownTargets& known) {
  const auto solved = known.solutions.model(scenario, progress);
  const target::ScenarioModel& model = *solved;
  SpectrumResult result;
  result.notes = model.notes;
  result.stable = ssm::is_stable(model.discrete);
  result.mode_omega = ssm::mode_frequencies(model.discrete);
  const int window = scenario.resolution.spectrum_length;
  const int wanted = scenario.resolution.quick_spectrum ? std::min(window, kPreviewLength) : window;
  const std::vector<double> kernel =
      usable_kernel(model.discrete, wanted, backend, progress, result.notes);
  result.length = static_cast<int>(kernel.size());
  result.window = result.length == wanted ? window : result.length;
  if (kernel.empty()) return result;
  progress.report(0.1);

  result.largest_only = result.length > kLargestFullSpectrum;
  if (result.largest_only)
    result.notes.push_back("Of a window beyond " + std::to_string(kLargestFullSpectrum) +
                           " steps only the " + std::to_string(kEigenvectorsShown) +
                           " largest eigenvalues are computed.");
  ToeplitzSpectrum spectrum =
      result.largest_only
          ? largest_of_toeplitz_spectrum(kernel, kEigenvectorsShown, progress, result.notes)
          : toeplitz_spectrum(kernel, kEigenvectorsShown, progress);
  for (const double s : spectrum.values) result.eigenvalues.push_back(s * s / result.window);
  result.singular_values = std::move(spectrum.values);
  result.eigenvectors = std::move(spectrum.right_vectors);
  describe_vectors(result, progress);
  result.response_squared_sorted =
      descending(response_squared(model.discrete, result.length, result.window, backend, progress));
  result.gap = spectrum_gap(result.eigenvalues, result.response_squared_sorted);
  result.trace = trace_of(kernel, result.window);
  add_pictures(result, kernel, progress);
  progress.report(0.6);

  std::vector<double> rho = *known.solutions.memory(scenario, progress);
  rho.resize(kernel.size(), 0.0);
  result.target_singular_values = *known.singular_values.get(rho, progress, [&] {
    return result.largest_only
               ? largest_of_toeplitz_spectrum(rho, kEigenvectorsShown, progress, result.notes)
                     .values
               : toeplitz_spectrum(rho, 0, progress).values;
  });
  progress.report(1.0);
  return result;
}

Scenario coarse_spectrum(const Scenario& scenario) {
  Scenario coarse = scenario;
  coarse.resolution.quick_spectrum = scenario.resolution.spectrum_length > kPreviewLength;
  return coarse;
}

bool same_spectrum(const Scenario& a, const Scenario& b) {
  return target::same_model(a, b) && a.target == b.target &&
         a.resolution.spectrum_length == b.resolution.spectrum_length &&
         a.resolution.quick_spectrum == b.resolution.quick_spectrum;
}

}  // namespace ssmscope::spectrum
