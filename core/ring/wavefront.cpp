#include "core/ring/wavefront.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "core/compute/fourier.hpp"

namespace ssmscope::ring {
namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
constexpr double kTurn = 2.0 * std::numbers::pi;
// Of the sum of sizes; below it the direction of Z is rounding (of some thousand terms).
constexpr double kNoDirection = 1e-12;
// Of the largest node; a smaller one is at rest but for rounding and has no phase.
constexpr double kAtRest = 1e-12;
// Where a wave is first seen: between a quarter of a lap before node 0, where inputs come in, and
// three quarters behind it.
constexpr double kBeforeNode0 = 0.25;
// |Z| of a pulse is 1 but for the rounding of a transform, of which a root would make a width.
constexpr double kSharp = 1.0 - 1e-13;

double largest_of(std::span<const Complex> row) {
  double largest = 0.0;  // of the parts: no square that could vanish
  for (const Complex& z : row)
    largest = std::max({largest, std::abs(z.real()), std::abs(z.imag())});
  return largest;
}

double order_parameter(std::span<const Complex> row) {
  const double least = kAtRest * largest_of(row);
  Complex sum;
  int moving = 0;
  for (const Complex& z : row) {
    const double size = std::abs(z);
    if (!(size > least)) continue;
    sum += z / size;
    ++moving;
  }
  return moving > 0 ? std::abs(sum) / moving : kNone;
}

class Tracker {
 public:
  Tracker(const RingResult& result, WaveTrack& track)
      : result_(result),
        track_(track),
        waves_(travelling(result.kind, result.mode_of_wavenumber)),
        modes_(static_cast<std::size_t>(result.nodes)) {}

  void add(std::size_t row) {
    const std::size_t nodes = modes_.size();
    const auto field = std::span(result_.field).subspan(row * nodes, nodes);
    const double group = group_speed_, decay = kept_a_step_;  // of the step before: they move it
    const double before = row > 0 ? track_.energy.back() : kNone;
    track_.order.push_back(order_parameter(field));
    track_.energy.push_back(energy(field));
    const double input = result_.input[row];
    track_.decay.push_back(input == 0.0 ? a_lap(before / track_.energy.back()) : kNone);
    track_.predicted_decay.push_back(a_lap(1.0 / decay));
    track_.group_speed.push_back(group);
    track_.phase_speed.push_back(phase_speed_);
    take_modes(field);
    measure(group);
    predict();
  }

 private:
  static double energy(std::span<const Complex> row) {
    double sum = 0.0;
    for (const Complex& z : row) sum += std::norm(z);
    return sum;
  }

  /// The root of a ratio of energies over a step, over a lap.
  double a_lap(double ratio) const {
    const double factor = std::pow(ratio, 0.5 * result_.lap_steps);
    return ratio > 0.0 && std::isfinite(factor) ? factor : kNone;
  }

  /// Scaled by the largest: a wave that has almost gone still has a place.
  void take_modes(std::span<const Complex> field) {
    const double largest = largest_of(field);
    moves_ = largest > 0.0;
    if (!moves_) return;
    scaled_.assign(field.begin(), field.end());
    for (Complex& z : scaled_) z /= largest;
    compute::inverse_dft(scaled_, modes_);  // F* r but for a factor
  }

  void measure(double predicted) {
    Complex sum;
    double sizes = 0.0;
    for (std::size_t k = waves_.first + 1; moves_ && k < waves_.first + waves_.count; ++k) {
      sum += modes_[k] * std::conj(modes_[k - 1]);
      sizes += std::abs(modes_[k]) * std::abs(modes_[k - 1]);
    }
    const double part = std::min(std::abs(sum) / sizes, 1.0);
    const double nodes = result_.nodes;
    if (std::isfinite(predicted)) expected_ += predicted;
    if (!(part > kNoDirection)) {  // also where nothing moves: 0/0
      track_.position.push_back(kNone);
      track_.width.push_back(kNone);
      track_.speed.push_back(kNone);
      return;
    }
    const double place = nodes / kTurn * std::arg(sum);
    const double near = std::isfinite(expected_) ? expected_ : (0.5 - kBeforeNode0) * nodes;
    const double position = place + nodes * std::round((near - place) / nodes);
    const double last = track_.position.empty() ? kNone : track_.position.back();
    track_.speed.push_back(position - last);
    track_.position.push_back(position);
    track_.width.push_back(part < kSharp ? nodes / kTurn * std::sqrt(-2.0 * std::log(part)) : 0.0);
    expected_ = position;
  }

  /// What the next step does to the waves that are on the ring now.
  void predict() {
    group_speed_ = phase_speed_ = kept_a_step_ = kNone;
    if (!moves_ || result_.turn.size() != modes_.size()) return;
    const double nodes = result_.nodes;
    double group = 0.0, group_weight = 0.0, phase = 0.0, phase_weight = 0.0, now = 0.0, next = 0.0;
    for (std::size_t k = waves_.first; k < waves_.first + waves_.count; ++k) {
      const Complex turn = result_.turn[k];
      const double power = std::norm(modes_[k]);
      now += power;
      next += power * std::exp(2.0 * turn.real());
      if (k > 0) {
        phase += power * turn.imag() / static_cast<double>(k);
        phase_weight += power;
      }
      if (k == waves_.first) continue;
      const double weight = std::abs(modes_[k]) * std::abs(modes_[k - 1]);
      group += weight * (turn.imag() - result_.turn[k - 1].imag());
      group_weight += weight;
    }
    group_speed_ = nodes / kTurn * group / group_weight;
    phase_speed_ = nodes / kTurn * phase / phase_weight;
    kept_a_step_ = next / now;
  }

  const RingResult& result_;
  WaveTrack& track_;
  Travelling waves_;
  ComplexList modes_, scaled_;
  bool moves_ = false;
  double group_speed_ = kNone, phase_speed_ = kNone, kept_a_step_ = kNone;
  double expected_ = kNone;  ///< where the wave is by what was seen last
};

}  // namespace

WaveTrack track_wave(const RingResult& result, const compute::Progress& progress) {
  WaveTrack track;
  if (result.nodes <= 0) return track;
  Tracker tracker(result, track);
  constexpr std::size_t kNumbersALook = std::size_t{1} << 15;  // some 1 ms
  const auto nodes = static_cast<std::size_t>(result.nodes);
  const std::size_t look = std::max<std::size_t>(1, kNumbersALook / nodes);
  const std::size_t rows = std::min(result.field.size() / nodes, result.input.size());
  for (std::size_t row = 0; row < rows; ++row) {
    if (row % look == 0) progress.check();
    tracker.add(row);
  }
  return track;
}

}  // namespace ssmscope::ring
