#include "core/target/scenario_model.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <variant>

#include "core/compute/norms.hpp"
#include "core/target/dense.hpp"
#include "core/target/memory_function.hpp"

namespace ssmscope::target {
namespace {

// Squares of columns that stay below this do not overflow.
constexpr double kLargestColumn = 1e120;

// A real pole in a list of one of each pair is doubled like the pairs (MATHS section 1), which half
// of the spectrum of an odd number of states does not mean. A fitted C allows for it.
std::string doubled_real_mode(const Model& model) {
  if (model.init != Init::Explicit || !model.conjugate) return {};
  if (!std::holds_alternative<ComplexList>(model.C)) return {};
  const auto is_real = [](Complex pole) { return pole.imag() == 0.0; };
  const auto real = std::ranges::find_if(model.lambda, is_real);
  if (real == model.lambda.end() || std::ranges::all_of(model.lambda, is_real)) return {};
  return "mode " + std::to_string(real - model.lambda.begin()) +
         " is real and counts twice, like each pair: where it is one state of its own, halve its C";
}

// Real columns of the modes over the leading steps, one after another, each of unit norm:
// factor Re(bbar abar^l) and -factor Im(bbar abar^l) multiply Re C and Im C.
struct Basis {
  std::size_t rows = 0;
  std::vector<double> columns;     // rows x kept, column by column
  std::vector<std::size_t> index;  // of each kept column: 2 mode, +1 for Im C
  std::vector<double> scale;       // of each kept column: 1/(its norm in the kernel)
};

// Re and -Im of start abar^l. Powers go block by block, so that rounding grows with the number of
// blocks and not with l.
void mode_columns(Complex abar, Complex start, std::span<double> re, std::span<double> im) {
  constexpr std::size_t kBlock = 16;
  Complex block = 1.0, step = 1.0;
  for (std::size_t i = 0; i < kBlock; ++i) step *= abar;
  for (std::size_t l = 0; l < re.size(); l += kBlock) {
    Complex value = start * block;
    for (std::size_t i = l; i < std::min(l + kBlock, re.size()); ++i) {
      re[i] = value.real();
      im[i] = -value.imag();
      value *= abar;
    }
    block *= step;
  }
}

// Keeps a column unless it is nothing but the rounding of its mode's other column: a mode that is
// real in steps has no imaginary part, and rounding scaled to unit norm would be fitted as signal.
void keep_column(Basis& basis, std::span<const double> column, std::size_t index, double mode_norm,
                 double size) {
  const double length = compute::norm(column);
  const double rounding = std::max(kFitTruncation, 4.0 * std::numeric_limits<double>::epsilon() *
                                                       static_cast<double>(basis.rows));
  if (!(length > rounding * mode_norm)) return;
  basis.index.push_back(index);
  basis.scale.push_back(1.0 / length / size);
  for (const double v : column) basis.columns.push_back(v / length);
}

Basis make_basis(const ssm::DiscreteModel& model, std::size_t rows,
                 const compute::Progress& progress) {
  Basis basis;
  basis.rows = rows;
  basis.columns.reserve(2 * rows * model.modes());
  std::vector<double> re(rows), im(rows);
  for (std::size_t m = 0; m < model.modes(); ++m) {
    progress.check();
    // The size of bbar is put in the scale alone: its square might overflow.
    const double size = std::abs(model.bbar[m]);
    if (size == 0.0) continue;
    mode_columns(model.abar[m], model.bbar[m] / size, re, im);
    const double mode_norm = std::hypot(compute::norm(re), compute::norm(im));
    keep_column(basis, re, 2 * m, mode_norm, model.factor * size);
    keep_column(basis, im, 2 * m + 1, mode_norm, model.factor * size);
  }
  return basis;
}

}  // namespace

ComplexList fitted_output(const ssm::DiscreteModel& model, std::span<const double> rho,
                          std::size_t rows, const compute::Progress& progress) {
  ComplexList C(model.modes(), 0.0);
  const double size = compute::largest_magnitude(rho);
  if (size == 0.0 || rows == 0) return C;
  const Basis basis = make_basis(model, rows, progress);
  std::vector<double> wanted(rows);
  for (std::size_t l = 0; l < rows; ++l) wanted[l] = rho[l] / size;
  wanted[0] -= model.d / size;
  const auto fit = truncated_least_squares(basis.columns, rows, basis.index.size(), wanted,
                                           kFitTruncation, progress);
  for (std::size_t i = 0; i < basis.index.size(); ++i) {
    const double value = fit.x[i] * basis.scale[i] * size;
    Complex& c = C[basis.index[i] / 2];
    c += basis.index[i] % 2 == 0 ? Complex(value, 0.0) : Complex(0.0, value);
  }
  return C;
}

ScenarioModel scenario_model(const Scenario& scenario) {
  const bool fitted = std::holds_alternative<FitToTarget>(scenario.model.C);
  return scenario_model(scenario, fitted ? memory_function(scenario.target) : std::vector<double>(),
                        compute::Progress());
}

ScenarioModel scenario_model(const Scenario& scenario, std::span<const double> rho,
                             const compute::Progress& progress) {
  ScenarioModel result;
  result.continuous = ssm::continuous_model(scenario.model);
  result.discrete = ssm::discretise(result.continuous, scenario.discretisation.rule,
                                    scenario.discretisation.delta);
  if (auto sentence = ssm::instability(result.continuous, result.discrete); !sentence.empty()) {
    result.notes.push_back(std::move(sentence));
  }
  if (auto sentence = doubled_real_mode(scenario.model); !sentence.empty()) {
    result.notes.push_back(std::move(sentence));
  }
  if (!std::holds_alternative<FitToTarget>(scenario.model.C)) return result;

  const auto rows = ssm::finite_steps(result.discrete, rho.size(), kLargestColumn);
  if (rows < rho.size()) {
    result.notes.push_back("C fitted over the first " + std::to_string(rows) + " of " +
                           std::to_string(rho.size()) +
                           " steps of the target: the unstable mode outgrows double beyond them");
  }
  result.continuous.C = fitted_output(result.discrete, rho, rows, progress);
  result.discrete.c = result.continuous.C;
  return result;
}

bool same_model(const Scenario& a, const Scenario& b) {
  return a.model == b.model && a.discretisation.rule == b.discretisation.rule &&
         a.discretisation.delta == b.discretisation.delta;
}

bool same_solution(const Scenario& a, const Scenario& b) {
  const bool reads_target = std::holds_alternative<FitToTarget>(a.model.C);
  return same_model(a, b) && (!reads_target || a.target == b.target);
}

}  // namespace ssmscope::target
