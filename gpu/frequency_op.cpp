#include "gpu/frequency_op.hpp"

#include <algorithm>

#include "gpu/pieces.hpp"

namespace ssmscope::gpu {
namespace {

constexpr std::size_t kModeNumbers = 6;   ///< a mode in shaders/frequency.comp
constexpr std::size_t kPointNumbers = 4;  ///< a frequency
/// Poles beyond this would overflow the squares of the shader's division.
template <class Real>
constexpr double kLargestPole = sizeof(Real) == sizeof(double) ? 1e100 : 1e12;

struct FrequencyPush {
  std::uint32_t modes;
  std::uint32_t points;
};

/// x = coarse + rest: the coarse part on a grid so wide that products of two such numbers up to 2
/// are exact, and the sums of these.
template <class Real>
void split(double x, Real& coarse, Real& rest) {
  constexpr double kGrid = sizeof(Real) == sizeof(double) ? 0x1p25 : 0x1p11;
  const double rounded = std::abs(x) < 2.0 ? std::round(x * kGrid) / kGrid : x;
  coarse = static_cast<Real>(rounded);
  rest = static_cast<Real>(x - static_cast<double>(coarse));
}

/// Its steps are the frequencies.
template <class Real>
class FrequencyRun final : public PiecewiseOperation {
 public:
  FrequencyRun(const Tools& tools, const ModelBatch& batch, std::span<const double> omega,
               std::span<Complex> out)
      : PiecewiseOperation(tools, batch, omega.size(), needs(batch.modes)),
        omega_(omega),
        out_(out),
        modes_(job().template view<Real>()),
        points_(job().template view<Real>()),
        result_(job().template view<Real>()),
        term_sizes_(job().template view<Real>()) {}

 private:
  static Needs needs(std::size_t modes) {
    return {sizeof(Real),
            1,
            modes,
            {
                {.model = kModeNumbers * modes},  // modes_
                {.unit = kPointNumbers},          // points_
                {.both = 2},                      // result_
                {.both = 1},                      // term_sizes_
            }};
  }

  void load_models(const Block& at) override {
    scales_.assign(at.models, 1.0);
    seen_.assign(at.models, {});
    terms_.assign(at.models, {});
    results_.assign(at.models, 0.0);
    for (std::size_t i = 0; i < at.models; ++i) load_modes(i, at.model + i);
    job().send(modes_.range);
  }

  void load_modes(std::size_t i, std::size_t model) {
    const std::size_t modes = batch().modes;
    const auto a = row(batch().abar, model, modes);
    const auto b = row(batch().bbar, model, modes);
    const auto c = row(batch().c, model, modes);
    scales_[i] = power_of_two(batch().factor * largest(b) * largest(c));
    Real* to = modes_.host.data() + i * kModeNumbers * modes;
    for (std::size_t m = 0; m < modes; ++m, to += kModeNumbers) {
      const Complex g = batch().factor / scales_[i] * (c[m] * b[m]);
      split(a[m].real(), to[0], to[2]);
      split(a[m].imag(), to[1], to[3]);
      to[4] = static_cast<Real>(g.real());
      to[5] = static_cast<Real>(g.imag() * a[m].imag());
    }
  }

  void load_points(std::size_t first, std::size_t points) {
    constexpr std::size_t kGrain = 2048;
    tools().pool.parallel_for(points, kGrain, [&](std::size_t begin, std::size_t end) {
      Real* to = points_.host.data() + kPointNumbers * begin;
      for (std::size_t k = begin; k < end; ++k, to += kPointNumbers) {
        const double w = omega_[first + k];
        split(std::cos(w), to[0], to[2]);
        split(-std::sin(w), to[1], to[3]);
      }
    });
    job().send({points_.range.offset, kPointNumbers * points * sizeof(Real)});
  }

  void record(const Block& at) override {
    load_points(at.first, at.steps);
    const FrequencyPush push{word(batch().modes), word(at.steps)};
    job().dispatch({Shader::Frequency, Limits<Real>::kWide, {}},
                   {modes_.range, points_.range, result_.range, term_sizes_.range}, push,
                   groups_for(pieces_of(at.steps, kGroupThreads), at.models));
    job().fetch({result_.range.offset, 2 * at.models * at.steps * sizeof(Real)});
    job().fetch({term_sizes_.range.offset, at.models * at.steps * sizeof(Real)});
  }

  void store(const Block& at) override {
    for (std::size_t i = 0; i < at.models; ++i) {
      const auto to = out_.subspan((at.model + i) * omega_.size() + at.first, at.steps);
      const Real* from = result_.host.data() + 2 * i * at.steps;
      seen_[i].see(unpack(tools().pool, from, scales_[i], doubles(to)));
      for (Complex& value : to) {
        value += batch().d[at.model + i];
        results_[i] = std::max({results_[i], std::abs(value.real()), std::abs(value.imag())});
      }
      for (const Real size : term_sizes_.host.subspan(i * at.steps, at.steps)) terms_[i].see(size);
    }
  }

  std::string doubt(const Block& at) const override {
    for (std::size_t i = 0; i < at.models; ++i) {
      Terms terms;
      terms.add(scales_[i] * terms_[i].value());
      std::string reason = doubt_of(seen_[i], terms, results_[i]);
      if (!reason.empty()) return reason;
    }
    return {};
  }

  std::span<const double> omega_;
  std::span<Complex> out_;
  View<Real> modes_, points_, result_, term_sizes_;
  std::vector<double> scales_;        ///< the device's sums times this are the model's
  std::vector<Largest<Real>> seen_;   ///< of the device's sums
  std::vector<Largest<Real>> terms_;  ///< of the sums of the terms' sizes
  std::vector<double> results_;       ///< the largest |output| of each model
};

}  // namespace

template <class Real>
Outcome frequency_on_device(const Tools& tools, const ModelBatch& batch,
                            std::span<const double> omega, std::span<Complex> out) {
  if (std::string reason = unfit<Real>(batch, 0); !reason.empty()) return {reason, 0.0};
  if (!std::isfinite(largest(omega))) return {"A frequency is not finite.", 0.0};
  if (largest(batch.abar) > kLargestPole<Real>) {
    return {"A mode grows beyond the numbers of the device.", 0.0};
  }
  const double scale = batch.factor * largest(batch.c) * largest(batch.bbar);
  if (std::string reason = unfit_scale(scale); !reason.empty()) return {reason, 0.0};
  return FrequencyRun<Real>(tools, batch, omega, out).run();
}

template Outcome frequency_on_device<float>(const Tools& tools, const ModelBatch& batch,
                                            std::span<const double> omega, std::span<Complex> out);
template Outcome frequency_on_device<double>(const Tools& tools, const ModelBatch& batch,
                                             std::span<const double> omega, std::span<Complex> out);

}  // namespace ssmscope::gpu
