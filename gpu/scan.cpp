#include "gpu/scan.hpp"

#include <algorithm>
#include <cmath>

#include "gpu/powers.hpp"
#include "gpu/product.hpp"

namespace ssmscope::gpu {
namespace {

constexpr std::size_t kPairs = 4;  ///< numbers of a complex high + low

struct CarryPush {
  std::uint32_t modes;
  std::uint32_t models;
  std::uint32_t chunks;
};

/// re, im of high = rounded z, then of low = what that lost (and `rest`).
template <class Real>
void write_precise(Complex z, Complex rest, Real* to) {
  to[0] = static_cast<Real>(z.real());
  to[1] = static_cast<Real>(z.imag());
  to[2] = static_cast<Real>((z.real() - static_cast<double>(to[0])) + rest.real());
  to[3] = static_cast<Real>((z.imag() - static_cast<double>(to[1])) + rest.imag());
}

}  // namespace

template <class Real>
std::string unfit_scan(const ModelBatch& batch, const ScanInput& input) {
  if (std::string reason = unfit<Real>(batch, input.steps); !reason.empty()) return reason;
  const double u = largest(input.input);
  const double x = largest(input.initial);
  if (!std::isfinite(u) || !std::isfinite(x)) return "The input has a number that is not finite.";
  const double b = largest(batch.bbar);
  for (const double scale : {u * b, b, x, batch.factor * largest(batch.c)}) {
    if (std::string reason = unfit_scale(scale); !reason.empty()) return reason;
  }
  return {};
}

template <class Real>
std::vector<Need> Scan<Real>::needs(std::size_t modes, std::size_t chunk) {
  return {
      {.model = 2 * chunk * modes},          // ends_
      {.model = kPairs * modes},             // carry_
      {.model = kPairs * modes},             // state_
      {.model = modes},                      // peaks_
      {.model = kPairs * modes},             // abar_
      {.model = 2 * modes},                  // bbar_
      {.both = chunk},                       // inputs_
      {.both = 2 * modes, .scratch = true},  // begins_
  };
}

template <class Real>
Scan<Real>::Scan(const Tools& tools, Job& job, const ModelBatch& batch, const ScanInput& input,
                 std::size_t chunk)
    : tools_(tools),
      job_(job),
      batch_(batch),
      input_(input),
      modes_(batch.modes),
      chunk_(chunk),
      ends_(job.view<Real>()),
      carry_(job.view<Real>()),
      state_(job.view<Real>()),
      peaks_(job.view<Real>()),
      abar_(job.view<Real>()),
      bbar_(job.view<Real>()),
      inputs_(job.view<Real>()),
      begins_(job.scratch()) {}

/// Powers of two, so that scaling rounds nothing, by which all that the device sees is near 1.
template <class Real>
auto Scan<Real>::scales_of(std::size_t model) const -> Scales {
  const double b = input_.weight * largest(row(batch_.bbar, model, modes_));
  const double u = largest(input_.input.subspan(model * input_.steps, input_.steps));
  const double x =
      input_.initial.empty() ? 0.0 : input_.weight * largest(row(input_.initial, model, modes_));
  const double state = power_of_two(std::max(b * u, x));
  Scales scales;
  scales.bbar = input_.weight / power_of_two(b);
  scales.input = b == 0.0 ? 0.0 : power_of_two(b) / state;
  scales.state = state;
  scales.largest_input = scales.input * u;
  return scales;
}

template <class Real>
std::vector<Complex> Scan<Real>::scaled_bbar(std::size_t i) const {
  const auto given = row(batch_.bbar, model_ + i, modes_);
  std::vector<Complex> b(given.begin(), given.end());
  for (Complex& z : b) z *= scales_[i].bbar;
  return b;
}

template <class Real>
void Scan<Real>::load_tables(std::size_t i, std::size_t model) {
  const auto a = row(batch_.abar, model, modes_);
  const auto b = scaled_bbar(i);
  pack(powers(a, b, 1, chunk_), ends_.host.data() + i * 2 * chunk_ * modes_);
  pack(b, bbar_.host.data() + i * 2 * modes_);
  const auto power = precise_powers(a, chunk_);
  for (std::size_t m = 0; m < modes_; ++m) {
    const std::size_t at = i * modes_ + m;
    write_precise(power[m].high, power[m].low, carry_.host.data() + kPairs * at);
    write_precise(a[m], 0.0, abar_.host.data() + kPairs * at);
  }
}

template <class Real>
void Scan<Real>::load_state(std::size_t i, std::size_t model) {
  const double scale = input_.weight / scales_[i].state;
  for (std::size_t m = 0; m < modes_; ++m) {
    const std::size_t at = i * modes_ + m;
    const Complex x = input_.initial.empty() ? 0.0 : input_.initial[model * modes_ + m];
    write_precise(scale * x, 0.0, state_.host.data() + kPairs * at);
    peaks_.host[at] = static_cast<Real>(scale * std::abs(x));
  }
}

template <class Real>
void Scan<Real>::load_models(std::size_t model, std::size_t models) {
  model_ = model;
  models_ = models;
  scales_.resize(models);
  for (std::size_t i = 0; i < models; ++i) {
    scales_[i] = scales_of(model + i);
    load_tables(i, model + i);
    load_state(i, model + i);
  }
  for (const Range range :
       {ends_.range, carry_.range, state_.range, peaks_.range, abar_.range, bbar_.range}) {
    job_.send(range);
  }
}

template <class Real>
void Scan<Real>::load_input(std::size_t first, std::size_t steps) {
  const std::size_t padded = chunks_ * chunk_;
  for (std::size_t i = 0; i < models_; ++i) {
    const auto u = input_.input.subspan((model_ + i) * input_.steps, input_.steps);
    Real* to = inputs_.host.data() + i * padded;
    if (input_.reversed) {
      for (std::size_t t = 0; t < steps; ++t) {
        to[t] = static_cast<Real>(scales_[i].input * u[input_.steps - 1 - first - t]);
      }
    } else {
      pack(tools_.pool, u.subspan(first, steps), scales_[i].input, to);
    }
    std::fill(to + steps, to + padded, Real(0));
  }
  job_.send({inputs_.range.offset, models_ * padded * sizeof(Real)});
}

template <class Real>
void Scan<Real>::sweep(std::size_t first, std::size_t steps) {
  chunks_ = pieces_of(steps, chunk_);
  load_input(first, steps);
  const auto width = word(2 * modes_);
  const auto chunk = word(chunk_);
  ProductPush push{};
  push.rows = word(chunks_);
  push.columns = width;
  push.depth = chunk;
  push.left_row = chunk;
  push.left_model = push.rows * chunk;
  push.right_first = static_cast<std::int32_t>((chunk - 1) * width);
  push.right_column = 1;
  push.right_depth = -static_cast<std::int32_t>(width);
  push.right_model = chunk * width;
  push.result_row = width;
  push.result_model = push.rows * width;
  dispatch_product<Real>(job_, inputs_.range, ends_.range, begins_, push, models_);
  const CarryPush carry{word(modes_), word(models_), word(chunks_)};
  job_.dispatch({Shader::Carry, Limits<Real>::kWide, {}},
                {begins_, carry_.range, state_.range, peaks_.range}, carry,
                groups_for(pieces_of(models_ * modes_, kGroupThreads)));
  job_.fetch(peaks_.range);
}

template std::string unfit_scan<float>(const ModelBatch& batch, const ScanInput& input);
template std::string unfit_scan<double>(const ModelBatch& batch, const ScanInput& input);
template class Scan<float>;
template class Scan<double>;

}  // namespace ssmscope::gpu
