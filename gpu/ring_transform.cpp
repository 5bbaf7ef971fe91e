#include "gpu/ring_transform.hpp"

#include <algorithm>
#include <bit>
#include <numbers>
#include <vector>

#include "core/compute/fft_plans.hpp"

namespace ssmscope::gpu {
namespace {

/// Short transforms share a work group until it has this many numbers.
constexpr std::uint32_t kGroupNumbers = 512;

struct RingPush {
  std::uint32_t modes;
  std::uint32_t rows;
};

Complex turn(std::size_t part, std::size_t whole) {
  const double angle =
      -2.0 * std::numbers::pi * static_cast<double>(part) / static_cast<double>(whole);
  return {std::cos(angle), std::sin(angle)};
}

/// e^{-2 pi i k/length}.
std::vector<Complex> twiddles(std::size_t length) {
  std::vector<Complex> all(length);
  for (std::size_t k = 0; k < length; ++k) all[k] = turn(k, length);
  return all;
}

/// c_m = e^{-i pi m^2/M}; m^2 is reduced first, as its angle would lose digits.
std::vector<Complex> chirp(std::size_t modes) {
  std::vector<Complex> all(modes);
  for (std::size_t m = 0; m < modes; ++m) all[m] = turn(m * m % (2 * modes), 2 * modes);
  return all;
}

/// The transform of conj(c), laid around the circle, over its length.
std::vector<Complex> filter(std::span<const Complex> chirp, std::size_t length) {
  std::vector<Complex> in(length);
  for (std::size_t m = 0; m < chirp.size(); ++m) {
    const Complex c = std::conj(chirp[m]) / static_cast<double>(length);
    in[m] = c;
    if (m > 0) in[length - m] = c;
  }
  std::vector<Complex> out(length);
  compute::fft_rows(in.data(), out.data(), length, 1);
  return out;
}

}  // namespace

template <class Real>
RingShape ring_shape(std::size_t modes) {
  RingShape shape;
  shape.bluestein = !std::has_single_bit(modes);
  const std::size_t least = shape.bluestein ? 2 * modes - 1 : modes;
  shape.log = word(std::bit_width(std::max<std::size_t>(least, 2) - 1));
  const auto length = word(shape.length());
  shape.rows = std::max(1U, kGroupNumbers * word(sizeof(float)) / word(sizeof(Real)) / length);
  shape.threads = std::min(kMostGroupThreads, std::max(1U, shape.rows * length / 4));
  return shape;
}

template <class Real>
bool ring_fits(const Device& device, const RingShape& shape) {
  return shape.rows * shape.length() * 4 * sizeof(Real) <= device.shared_memory;  // two halves
}

template <class Real>
std::vector<Need> RingTransform<Real>::needs(std::size_t modes) {
  const std::size_t length = ring_shape<Real>(modes).length();
  return {
      {.once = 2 * length},  // twiddles_
      {.once = 2 * modes},   // chirp_
      {.once = 2 * length},  // filter_
  };
}

template <class Real>
RingTransform<Real>::RingTransform(Job& job, std::size_t modes)
    : job_(job),
      modes_(modes),
      shape_(ring_shape<Real>(modes)),
      twiddles_(job.view<Real>()),
      chirp_(job.view<Real>()),
      filter_(job.view<Real>()) {
  pack(twiddles(shape_.length()), twiddles_.host.data());
  job.send(twiddles_.range);
  if (!shape_.bluestein) return;
  const std::vector<Complex> c = chirp(modes);
  pack(c, chirp_.host.data());
  pack(filter(c, shape_.length()), filter_.host.data());
  job.send(chirp_.range);
  job.send(filter_.range);
}

template <class Real>
void RingTransform<Real>::dispatch(Range states, Range field, std::size_t rows) {
  const RingPush push{word(modes_), word(rows)};
  job_.dispatch({Shader::Ring,
                 Limits<Real>::kWide,
                 {shape_.threads, shape_.log, shape_.rows, shape_.bluestein ? 1U : 0U}},
                {states, field, twiddles_.range, chirp_.range, filter_.range}, push,
                groups_for(pieces_of(rows, shape_.rows)));
}

template RingShape ring_shape<float>(std::size_t modes);
template RingShape ring_shape<double>(std::size_t modes);
template bool ring_fits<float>(const Device& device, const RingShape& shape);
template bool ring_fits<double>(const Device& device, const RingShape& shape);
template class RingTransform<float>;
template class RingTransform<double>;

}  // namespace ssmscope::gpu
