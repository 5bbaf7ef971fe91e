#include "gpu/frequency_op.hpp"

#include <algorithm>

#include "gpu/packing.hpp"

namespace ssmscope::gpu {
namespace {

constexpr std::size_t kThreads = 64;
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

template <class Real>
class FrequencyRun {
 public:
  FrequencyRun(const Tools& tools, const ModelBatch& batch, std::span<const double> omega)
      : tools_(tools),
        batch_(batch),
        omega_(omega),
        piece_(plan(tools.engine, cost(), batch.models, omega.size())),
        job_(tools.engine, tools.progress, shared_bytes(), 0),
        modes_(job_.view<Real>(kModeNumbers * piece_.models * batch.modes)),
        points_(job_.view<Real>(kPointNumbers * piece_.steps)),
        result_(job_.view<Real>(2 * piece_.models * piece_.steps)),
        terms_(job_.view<Real>(piece_.models * piece_.steps)) {}

  Outcome into(std::span<Complex> out) {
    for (std::size_t model = 0; model < batch_.models; model += piece_.models) {
      const std::size_t models = std::min(piece_.models, batch_.models - model);
      load_models(model, models);
      for (std::size_t first = 0; first < omega_.size(); first += piece_.steps) {
        const std::size_t points = std::min(piece_.steps, omega_.size() - first);
        load_points(first, points);
        sum(models, points);
        job_.run(models * points * piece_.step_work);
        store(model, models, first, points, out);
      }
      for (std::size_t i = 0; i < models; ++i) {
        if (!sizes_[i].finite()) return {kNotFinite, job_.device_seconds()};
        Terms terms;
        terms.add(scales_[i] * largest_[i].value());
        if (!holds_tolerance<Real>(terms, results_[i])) {
          return {cancels<Real>(), job_.device_seconds()};
        }
      }
    }
    return {{}, job_.device_seconds()};
  }

 private:
  PieceCost cost() const {
    PieceCost cost{};
    cost.model_bytes = sizeof(Real) * kModeNumbers * batch_.modes;
    cost.largest_model = cost.model_bytes;
    cost.step_bytes = 3 * sizeof(Real);
    cost.largest_step = 2 * sizeof(Real);
    cost.fixed_steps = kPointNumbers * sizeof(Real);
    cost.step_work = batch_.modes;
    cost.unit = 1;
    return cost;
  }
  std::size_t shared_bytes() const {
    const std::size_t numbers = piece_.models * piece_.steps;
    return Job::aligned(sizeof(Real) * kModeNumbers * piece_.models * batch_.modes) +
           Job::aligned(sizeof(Real) * kPointNumbers * piece_.steps) +
           Job::aligned(2 * sizeof(Real) * numbers) + Job::aligned(sizeof(Real) * numbers);
  }

  void load_models(std::size_t model, std::size_t models) {
    scales_.assign(models, 1.0);
    sizes_.assign(models, {});
    largest_.assign(models, {});
    results_.assign(models, 0.0);
    for (std::size_t i = 0; i < models; ++i) {
      const auto a = row(batch_.abar, model + i, batch_.modes);
      const auto b = row(batch_.bbar, model + i, batch_.modes);
      const auto c = row(batch_.c, model + i, batch_.modes);
      scales_[i] = power_of_two(batch_.factor * largest(b) * largest(c));
      Real* to = modes_.host.data() + i * kModeNumbers * batch_.modes;
      for (std::size_t m = 0; m < batch_.modes; ++m, to += kModeNumbers) {
        const Complex g = batch_.factor / scales_[i] * (c[m] * b[m]);
        split(a[m].real(), to[0], to[2]);
        split(a[m].imag(), to[1], to[3]);
        to[4] = static_cast<Real>(g.real());
        to[5] = static_cast<Real>(g.imag() * a[m].imag());
      }
    }
    job_.send(modes_.range);
  }

  void load_points(std::size_t first, std::size_t points) {
    constexpr std::size_t kGrain = 2048;
    tools_.pool.parallel_for(points, kGrain, [&](std::size_t begin, std::size_t end) {
      Real* to = points_.host.data() + kPointNumbers * begin;
      for (std::size_t k = begin; k < end; ++k, to += kPointNumbers) {
        const double w = omega_[first + k];
        split(std::cos(w), to[0], to[2]);
        split(-std::sin(w), to[1], to[3]);
      }
    });
    job_.send({points_.range.offset, kPointNumbers * points * sizeof(Real)});
  }

  void sum(std::size_t models, std::size_t points) {
    const FrequencyPush push{static_cast<std::uint32_t>(batch_.modes),
                             static_cast<std::uint32_t>(points)};
    Groups groups = groups_for(pieces_of(points, kThreads));
    groups.z = static_cast<std::uint32_t>(models);
    job_.dispatch({Shader::Frequency, Limits<Real>::kWide, {}},
                  {modes_.range, points_.range, result_.range, terms_.range}, push, groups);
    job_.fetch({result_.range.offset, 2 * models * points * sizeof(Real)});
    job_.fetch({terms_.range.offset, models * points * sizeof(Real)});
  }

  void store(std::size_t model, std::size_t models, std::size_t first, std::size_t points,
             std::span<Complex> out) {
    for (std::size_t i = 0; i < models; ++i) {
      const auto to = out.subspan((model + i) * omega_.size() + first, points);
      const Real* from = result_.host.data() + 2 * i * points;
      sizes_[i].see(unpack(tools_.pool, from, scales_[i], doubles(to)));
      for (Complex& value : to) {
        value += batch_.d[model + i];
        results_[i] = std::max({results_[i], std::abs(value.real()), std::abs(value.imag())});
      }
      const Real* size = terms_.host.data() + i * points;
      for (std::size_t k = 0; k < points; ++k) largest_[i].see(size[k]);
    }
  }

  const Tools& tools_;
  const ModelBatch& batch_;
  std::span<const double> omega_;
  Piece piece_;
  Job job_;
  View<Real> modes_, points_, result_, terms_;
  std::vector<double> scales_;
  std::vector<Largest<Real>> sizes_;    ///< of the sums
  std::vector<double> results_;         ///< the largest |output|
  std::vector<Largest<Real>> largest_;  ///< of the sums of the terms' sizes
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
  return FrequencyRun<Real>(tools, batch, omega).into(out);
}

template Outcome frequency_on_device<float>(const Tools& tools, const ModelBatch& batch,
                                            std::span<const double> omega, std::span<Complex> out);
template Outcome frequency_on_device<double>(const Tools& tools, const ModelBatch& batch,
                                             std::span<const double> omega, std::span<Complex> out);

}  // namespace ssmscope::gpu
