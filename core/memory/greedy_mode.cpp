#include "core/memory/greedy_mode.hpp"

#include <lapacke.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "core/compute/fft_plans.hpp"
#include "core/compute/norms.hpp"
#include "core/memory/exponentials.hpp"

namespace ssmscope::memory {
namespace {

constexpr std::size_t kDecays = 14;
constexpr double kSlowest = 0.5;  // times 1/T
constexpr double kFastest = 3.0;
// Of very long targets only the candidates that look best on their own are judged exactly.
constexpr std::size_t kMostExact = 8192;

// (1 - q^T)/(1 - q) from q and q^T.
Complex geometric(Complex q, Complex q_to_length, double length) {
  const Complex denominator = 1.0 - q;
  const double square = std::norm(denominator);
  if (square < 1e-20) return length;
  const Complex numerator = 1.0 - q_to_length;
  return {(numerator.real() * denominator.real() + numerator.imag() * denominator.imag()) / square,
          (numerator.imag() * denominator.real() - numerator.real() * denominator.imag()) / square};
}

Complex times(Complex a, Complex b) {
  return {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()};
}

struct Candidate {
  Complex rate;
  Complex correlation;  // sum_s r_s e^{rate s}
  double gain = 0.0;
};

// Reduction of the sum of squares by two columns with inner products g00, g01, g11 (of what the
// modes there already do not span) and correlations c0, c1; by the first alone if they coincide.
double reduction(double g00, double g01, double g11, double c0, double c1) {
  const double determinant = g00 * g11 - g01 * g01;
  if (determinant > 1e-10 * g00 * g11) {
    return (c0 * c0 * g11 - 2.0 * c0 * c1 * g01 + c1 * c1 * g00) / determinant;
  }
  const double one = g00 > 0.0 ? c0 * c0 / g00 : 0.0;
  const double other = g11 > 0.0 ? c1 * c1 / g11 : 0.0;
  return std::max(one, other);
}

// Triangular factor of the modes' columns (Re z^s and Im z^s, unit norm), by which a candidate's
// part inside their span is found from inner products alone.
class Span {
 public:
  Span(std::span<const Complex> rates, std::size_t length) : length_(length) {
    std::vector<double> columns, re(length), im(length);
    for (std::size_t k = 0; k < rates.size(); ++k) {
      powers(rates[k], re, im);
      poles_.push_back(std::exp(rates[k]));
      poles_to_length_.push_back(std::exp(rates[k] * static_cast<double>(length)));
      add(columns, re, 2 * k);
      if (!is_real(rates[k])) add(columns, im, 2 * k + 1);
    }
    factorise(columns);
  }

  double gain(const Candidate& candidate) const {
    const auto length = static_cast<double>(length_);
    const Complex w = std::exp(candidate.rate);
    const Complex w_to_length = std::exp(candidate.rate * length);
    const double energy = geometric(std::norm(w), std::norm(w_to_length), length).real();
    const Complex square = geometric(times(w, w), times(w_to_length, w_to_length), length);
    double g00 = 0.5 * (energy + square.real()), g11 = 0.5 * (energy - square.real());
    double g01 = 0.5 * square.imag();
    const double alone0 = g00, alone1 = g11;
    remove_span(w, w_to_length, g00, g01, g11);
    // Inside the span up to rounding: nothing new, whatever the quotient of two roundings says.
    constexpr double kInside = 1e-9;
    const bool first = g00 > kInside * alone0;
    const bool second = candidate.rate.imag() != 0.0 && g11 > kInside * alone1;
    const double c0 = candidate.correlation.real(), c1 = candidate.correlation.imag();
    if (first && second) return reduction(g00, g01, g11, c0, c1);
    if (first) return c0 * c0 / g00;
    return second ? c1 * c1 / g11 : 0.0;
  }

 private:
  void add(std::vector<double>& columns, std::span<const double> column, std::size_t index) {
    const double size = compute::norm(column);
    if (size == 0.0) return;
    index_.push_back(index);
    scale_.push_back(1.0 / size);
    for (const double v : column) columns.push_back(v * scale_.back());
  }

  void factorise(std::vector<double>& columns) {
    const std::size_t n = index_.size();
    if (n == 0) return;
    pivot_.assign(n, 0);
    std::vector<double> tau(n);
    const auto rows = static_cast<lapack_int>(length_);
    LAPACKE_dgeqp3(LAPACK_COL_MAJOR, rows, static_cast<lapack_int>(n), columns.data(), rows,
                   pivot_.data(), tau.data());
    constexpr double kSpanTolerance = 1e-7;  // inner products know no more
    while (rank_ < std::min(n, length_) &&
           std::abs(columns[rank_ * (length_ + 1)]) > kSpanTolerance * std::abs(columns[0])) {
      ++rank_;
    }
    triangle_.resize(rank_ * rank_);
    for (std::size_t j = 0; j < rank_; ++j) {
      for (std::size_t i = 0; i < rank_; ++i) {
        triangle_[j * rank_ + i] = i < j ? columns[j * length_ + i] : 0.0;
      }
      triangle_[j * rank_ + j] = 1.0 / columns[j * length_ + j];
    }
    products_.resize(2 * n);
    solved_.resize(2 * rank_);
  }

  void remove_span(Complex w, Complex w_to_length, double& g00, double& g01, double& g11) const {
    const auto length = static_cast<double>(length_);
    for (std::size_t i = 0; i < index_.size(); ++i) {
      const std::size_t k = index_[i] / 2;
      const Complex plain =
          geometric(times(poles_[k], w), times(poles_to_length_[k], w_to_length), length);
      const Complex mixed = geometric(times(poles_[k], std::conj(w)),
                                      times(poles_to_length_[k], std::conj(w_to_length)), length);
      const bool imaginary = index_[i] % 2 == 1;
      // Re z Re w, Re z Im w, Im z Re w, Im z Im w summed over the steps.
      products_[2 * i] =
          0.5 * scale_[i] * (imaginary ? plain.imag() + mixed.imag() : plain.real() + mixed.real());
      products_[2 * i + 1] =
          0.5 * scale_[i] * (imaginary ? mixed.real() - plain.real() : plain.imag() - mixed.imag());
    }
    for (std::size_t j = 0; j < rank_; ++j) {
      const auto kept = static_cast<std::size_t>(pivot_[j] - 1);
      double a = products_[2 * kept], b = products_[2 * kept + 1];
      const double* column = triangle_.data() + j * rank_;
      for (std::size_t i = 0; i < j; ++i) {
        a -= column[i] * solved_[2 * i];
        b -= column[i] * solved_[2 * i + 1];
      }
      a *= column[j];
      b *= column[j];
      solved_[2 * j] = a;
      solved_[2 * j + 1] = b;
      g00 -= a * a;
      g01 -= a * b;
      g11 -= b * b;
    }
  }

  std::size_t length_, rank_ = 0;
  std::vector<Complex> poles_, poles_to_length_;
  std::vector<std::size_t> index_;
  std::vector<double> scale_, triangle_;
  std::vector<int> pivot_;
  mutable std::vector<double> products_, solved_;
};

// Every candidate with its correlation and, as `gain`, the reduction it would bring alone.
std::vector<Candidate> all_candidates(std::span<const double> residual,
                                      const compute::Progress& progress) {
  const std::size_t length = residual.size();
  const std::size_t samples = 2 * length;
  const double slowest = kSlowest / static_cast<double>(length);
  const auto decay_of = [slowest](std::size_t d) {
    return slowest * std::pow(kFastest / slowest, static_cast<double>(d) / (kDecays - 1));
  };
  std::vector<Complex> damped(kDecays * samples, 0.0), spectra(kDecays * samples);
  for (std::size_t d = 0; d < kDecays; ++d) {
    for (std::size_t s = 0; s < length; ++s) {
      damped[d * samples + s] = residual[s] * std::exp(-decay_of(d) * static_cast<double>(s));
    }
  }
  progress.check();
  compute::fft_rows(damped.data(), spectra.data(), samples, kDecays);
  std::vector<Candidate> candidates;
  candidates.reserve(kDecays * length);
  for (std::size_t d = 0; d < kDecays; ++d) {
    progress.check();
    const double decay = decay_of(d);
    const auto steps = static_cast<double>(length);
    const double energy =
        geometric(std::exp(-2.0 * decay), std::exp(-2.0 * decay * steps), steps).real();
    for (std::size_t j = 0; j < length; ++j) {
      const double omega = std::numbers::pi * static_cast<double>(j) / steps;
      const Complex correlation = std::conj(spectra[d * samples + j]);
      candidates.push_back({{-decay, omega}, correlation, 2.0 * std::norm(correlation) / energy});
    }
  }
  return candidates;
}

}  // namespace

Complex best_additional_rate(std::span<const double> residual, std::span<const Complex> rates,
                             const compute::Progress& progress) {
  auto candidates = all_candidates(residual, progress);
  if (candidates.size() > kMostExact) {
    std::nth_element(candidates.begin(), candidates.begin() + kMostExact, candidates.end(),
                     [](const Candidate& a, const Candidate& b) { return a.gain > b.gain; });
    candidates.resize(kMostExact);
  }
  const Span span(rates, residual.size());
  constexpr std::size_t kBetweenChecks = 256;
  Candidate best;
  best.rate = candidates.front().rate;
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    if (i % kBetweenChecks == 0) progress.check();
    const double gain = span.gain(candidates[i]);
    if (gain > best.gain) best = {candidates[i].rate, candidates[i].correlation, gain};
  }
  return best.rate;
}

}  // namespace ssmscope::memory
