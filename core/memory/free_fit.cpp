#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "core/compute/norms.hpp"
#include "core/memory/exponentials.hpp"
#include "core/memory/greedy_mode.hpp"
#include "core/memory/matrix_pencil.hpp"
#include "core/memory/memory_analysis.hpp"
#include "core/memory/variable_projection.hpp"

namespace ssmscope::memory {
namespace {

constexpr int kFullSteps = 150;
// An exchange that gains less than this is the last.
constexpr double kWorthwhile = 0.98;
constexpr int kMostExchanges = 4;
constexpr int kQuickSteps = 10;
constexpr int kQuickColdSteps = 20;
// Below this share of sum rho^2 the residual is the rounding of the exponentials.
constexpr double kRounding = 1e-27;

// Start (ii): on the axis a frequency has no gradient, a little off it a real mode can split.
RateList off_the_axis(RateList rates, std::size_t length) {
  const double small = kNyquist / (8.0 * static_cast<double>(length));
  for (Complex& rate : rates) {
    if (rate.imag() == 0.0) rate = {rate.real(), small};
    if (rate.imag() == kNyquist) rate = {rate.real(), kNyquist - small};
  }
  return rates;
}

// Searches for the best rates of one target, of moderate size and not all zero.
class Search {
 public:
  Search(std::span<const double> rho, compute::Progress& progress)
      : projection_(rho), progress_(progress), energy_(compute::sum_of_squares(rho)) {}

  RateFit nothing() const { return {{}, energy_}; }
  bool is_exact(const RateFit& fit) const { return fit.error <= kRounding * energy_; }

  // The best fit found with one mode more than `before`: starts (i) to (iii).
  RateFit one_more(const RateFit& before, const MatrixPencil& pencil) {
    const std::size_t modes = before.rates.size() + 1;
    RateFit best = before;
    take_better(best, with_added(before.rates), kFullSteps);
    const RateList poles = strongest(pencil.rates(2 * modes), modes);
    if (!poles.empty()) {
      take_better(best, poles, kFullSteps);
      take_better(best, off_the_axis(poles, projection_.rho().size()), kFullSteps);
    }
    for (int i = 0; i < kMostExchanges && exchange(best, kFullSteps); ++i) {
    }
    return best;
  }

  void take_better(RateFit& best, RateList start, int steps) {
    auto fit = improve(projection_, std::move(start), steps, kRounding * energy_, progress_);
    if (fit.error < best.error) best = std::move(fit);
  }

  // `rates` and the mode that lowers what they leave most.
  RateList with_added(RateList rates) {
    projection_.project(rates);
    rates.push_back(best_additional_rate(projection_.residual(), rates, progress_));
    return rates;
  }

  // Tries the mode that lowers the error most in place of the weakest: out of a poor minimum.
  bool exchange(RateFit& best, int steps) {
    if (best.rates.empty() || is_exact(best)) return false;
    const double before = best.error;
    take_better(best, with_added(strongest(best.rates, best.rates.size() - 1)), steps);
    return best.error < kWorthwhile * before;
  }

  // Leaves out the mode that carries the least energy until `most` remain.
  RateList strongest(RateList rates, std::size_t most) {
    while (rates.size() > most) {
      progress_.check();
      projection_.project(rates);
      const auto energies = projection_.mode_energies();
      const auto least = std::min_element(energies.begin(), energies.end()) - energies.begin();
      rates.erase(rates.begin() + least);
    }
    return rates;
  }

  // A start with `modes` modes from those of an earlier answer.
  RateList from(std::span<const FittedMode> warm, std::size_t modes) {
    RateList rates;
    for (const FittedMode& mode : warm) {
      rates.push_back(clip_rate(mode.rate, projection_.rho().size()));
    }
    rates = strongest(std::move(rates), modes);
    while (rates.size() < modes) rates = with_added(std::move(rates));
    return rates;
  }

  std::vector<Complex> amplitudes(const RateList& rates) {
    projection_.project(rates);
    return projection_.amplitudes();
  }

 private:
  Projection projection_;
  compute::Progress& progress_;
  double energy_;
};

// What is shown: modes in order, their sum and how far it is off, all in the size of rho.
FreeFit described(std::span<const double> scaled, double size, const RateList& rates,
                  std::span<const Complex> amplitudes) {
  FreeFit fit;
  for (std::size_t k = 0; k < rates.size(); ++k) {
    fit.modes.push_back({rates[k], amplitudes[k]});
  }
  std::sort(fit.modes.begin(), fit.modes.end(), [](const FittedMode& a, const FittedMode& b) {
    return std::pair(a.rate.imag(), -a.rate.real()) < std::pair(b.rate.imag(), -b.rate.real());
  });
  RateList sorted_rates, sorted_amplitudes;
  for (const FittedMode& mode : fit.modes) {
    sorted_rates.push_back(mode.rate);
    sorted_amplitudes.push_back(mode.amplitude);
  }
  fit.values = sum_of_modes(sorted_rates, sorted_amplitudes, scaled.size());
  double off = 0.0;
  for (std::size_t s = 0; s < scaled.size(); ++s) {
    off += (scaled[s] - fit.values[s]) * (scaled[s] - fit.values[s]);
    fit.values[s] *= size;
  }
  fit.relative_mse = off / compute::sum_of_squares(scaled);
  for (FittedMode& mode : fit.modes) mode.amplitude *= size;
  fit.vandermonde_condition = vandermonde_condition(sorted_rates, scaled.size());
  fit.gauss_newton_condition =
      gauss_newton_condition(sorted_rates, sorted_amplitudes, scaled.size());
  return fit;
}

FreeFit empty_fit(std::size_t length) {
  FreeFit fit;
  fit.values.assign(length, 0.0);
  fit.relative_mse = 0.0;
  return fit;
}

// rho over its largest magnitude, so that no square over- or underflows.
std::vector<double> scaled_by(std::span<const double> rho, double size) {
  std::vector<double> scaled(rho.begin(), rho.end());
  for (double& v : scaled) v /= size;
  return scaled;
}

RateFit full_search(Search& search, std::span<const double> scaled, std::size_t modes,
                    std::span<const FittedMode> warm, compute::Progress& progress) {
  const MatrixPencil pencil(scaled, 2 * modes, progress);
  RateFit best = search.nothing();
  while (best.rates.size() < modes && !search.is_exact(best)) {
    const std::size_t before = best.rates.size();
    best = search.one_more(best, pencil);
    // Nothing is gained by a further mode: rounding, or as many states as steps.
    if (best.rates.size() == before) break;
    const double share = static_cast<double>(best.rates.size()) / static_cast<double>(modes);
    progress.report(share * share * share);  // a step costs about K^2, and there are K of them
  }
  if (!warm.empty() && !search.is_exact(best)) {
    search.take_better(best, search.from(warm, modes), kFullSteps);
  }
  return best;
}

RateFit quick_search(Search& search, std::span<const double> scaled, std::size_t modes,
                     std::span<const FittedMode> warm, const compute::Progress& progress) {
  RateFit best = search.nothing();
  if (!warm.empty()) {
    search.take_better(best, search.from(warm, modes), kQuickSteps);
    search.exchange(best, kQuickSteps);
  } else {
    RateList poles =
        search.strongest(MatrixPencil(scaled, 2 * modes, progress).rates(2 * modes), modes);
    if (poles.empty()) poles = search.with_added({});
    search.take_better(best, std::move(poles), kQuickColdSteps);
  }
  return best;
}

/// The fit that `search_rates(search, scaled, modes)` finds for rho in a moderate size.
template <class SearchRates>
FreeFit fit_by(std::span<const double> rho, int pairs, compute::Progress& progress,
               const SearchRates& search_rates) {
  const double size = compute::largest_magnitude(rho);
  if (size == 0.0) return empty_fit(rho.size());
  const auto scaled = scaled_by(rho, size);
  Search search(scaled, progress);
  const RateFit best = search_rates(search, scaled, static_cast<std::size_t>(std::max(pairs, 0)));
  return described(scaled, size, best.rates, search.amplitudes(best.rates));
}

}  // namespace

FreeFit free_fit(std::span<const double> rho, int pairs, std::span<const FittedMode> warm,
                 compute::Progress& progress) {
  return fit_by(rho, pairs, progress, [&](Search& search, const auto& scaled, std::size_t modes) {
    return full_search(search, scaled, modes, warm, progress);
  });
}

FreeFit quick_fit(std::span<const double> rho, int pairs, std::span<const FittedMode> warm,
                  compute::Progress& progress) {
  return fit_by(rho, pairs, progress, [&](Search& search, const auto& scaled, std::size_t modes) {
    return quick_search(search, scaled, modes, warm, progress);
  });
}

}  // namespace ssmscope::memory
