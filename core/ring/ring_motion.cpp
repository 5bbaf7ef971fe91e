#include "core/ring/ring_motion.hpp"

#include <algorithm>
#include <cmath>

#include "core/ring/ring_wave.hpp"

namespace ssmscope::ring {

namespace {

constexpr int kFinestPoints = 240;  // enough for a smooth circle of a few hundred pixels
constexpr int kMostPoints = 768;    // what software OpenGL draws in a few milliseconds
constexpr double kSlowTurn = 1e-6;  // below it (a^f - 1)/(a - 1) is f to six digits

bool finite(Complex z) { return std::isfinite(z.real()) && std::isfinite(z.imag()); }

}  // namespace

RingMotion::RingMotion(std::shared_ptr<const RingResult> result) : result_(std::move(result)) {
  nodes_ = std::max(result_->nodes, 0);
  const std::size_t whole_rows =
      nodes_ > 0 ? result_->field.size() / static_cast<std::size_t>(nodes_) : 0;
  rows_ = std::min(std::max(result_->steps, 0), static_cast<int>(whole_rows));
  if (empty()) return;
  if (nodes_ <= kMostPoints) {
    points_per_node_ = (kFinestPoints + nodes_ - 1) / nodes_;
    curve_points_ = nodes_ * points_per_node_;
  } else {
    curve_points_ = kMostPoints;
  }
  measure();
}

std::span<const Complex> RingMotion::row(int index) const {
  const auto width = static_cast<std::size_t>(nodes_);
  return std::span(result_->field).subspan(static_cast<std::size_t>(index) * width, width);
}

void RingMotion::measure() {
  double most_energy = -1.0;
  int loudest = 0;
  for (int r = 0; r < rows_; ++r) {
    double peak = 0.0, energy = 0.0;
    for (const Complex z : row(r)) {
      const double power = std::norm(z);
      peak = std::max(peak, power);
      energy += power;
    }
    peaks_.push_back(std::sqrt(peak));
    if (energy > most_energy) {
      most_energy = energy;
      loudest = r;
    }
  }
  if (nodes_ > kMostTurned) return;
  for (const Complex x : modes_of(loudest)) largest_mode_ = std::max(largest_mode_, std::abs(x));
}

std::vector<Complex> RingMotion::modes_of(int index) const {
  std::vector<Complex> modes(static_cast<std::size_t>(nodes_));
  modes_of_row(row(index), modes);
  return modes;
}

const RingFrame& RingMotion::at(double time) {
  if (empty() || !std::isfinite(time)) {
    frame_ = RingFrame{};
    return frame_;
  }
  const double place = time - result_->first_step;
  const double last = rows_ - 1;
  const double within = std::clamp(place, 0.0, last);
  const int row_index = static_cast<int>(std::floor(within));
  const double part = within - row_index;
  frame_.time = within + result_->first_step;
  frame_.row = row_index;
  frame_.beyond = place > last + 1.0;
  if (nodes_ <= kMostTurned) {
    if (row_index != cached_row_) {
      before_ = row_index == cached_row_ + 1 && !after_.empty() ? after_ : modes_of(row_index);
      after_ = row_index + 1 < rows_ ? modes_of(row_index + 1) : before_;
      cached_row_ = row_index;
    }
    turn(part);
  } else {
    frame_.modes.clear();
  }
  blend(row_index, part);
  draw_curve();
  return frame_;
}

void RingMotion::turn(double part) {
  const auto count = static_cast<std::size_t>(nodes_);
  frame_.modes.resize(count);
  for (std::size_t m = 0; m < count; ++m) {
    const Complex x0 = before_[m], x1 = after_[m];
    Complex moved = x0 + part * (x1 - x0);
    const ComplexList& turns = result_->turn;
    if (part > 0.0 && m < turns.size() && finite(turns[m])) {
      const Complex all = std::exp(turns[m]), some = std::exp(part * turns[m]);
      const Complex share =
          std::abs(all - 1.0) < kSlowTurn ? Complex(part) : (some - 1.0) / (all - 1.0);
      const Complex turned = some * x0 + share * (x1 - all * x0);
      if (finite(turned)) moved = turned;
    }
    frame_.modes[m] = moved;
  }
}

void RingMotion::blend(int row_index, double part) {
  const std::span<const Complex> now = row(row_index);
  frame_.nodes.assign(now.begin(), now.end());
  if (part == 0.0) return;
  if (!frame_.modes.empty() && result_->turn.size() == frame_.modes.size()) {
    wave_of_modes(frame_.modes, frame_.nodes);
    return;
  }
  const std::span<const Complex> next = row(row_index + 1);
  for (std::size_t j = 0; j < now.size(); ++j) frame_.nodes[j] += part * (next[j] - now[j]);
}

void RingMotion::wave_between_nodes(std::span<const Complex> modes, std::span<Complex> out) const {
  if (result_->kind == RingKind::Real)
    wave_of_folded_modes(modes, out);
  else
    wave_of_modes(modes, out);
}

void RingMotion::draw_curve() {
  frame_.curve.resize(static_cast<std::size_t>(curve_points_));
  if (points_per_node_ == 1) {
    frame_.curve = frame_.nodes;
  } else if (points_per_node_ > 1) {
    wave_between_nodes(frame_.modes, frame_.curve);
  } else {
    // More nodes than points: each point shows the strongest of its group.
    for (std::size_t s = 0; s < frame_.curve.size(); ++s) {
      const std::size_t from = s * frame_.nodes.size() / frame_.curve.size();
      const std::size_t to = (s + 1) * frame_.nodes.size() / frame_.curve.size();
      frame_.curve[s] = *std::max_element(
          frame_.nodes.begin() + static_cast<std::ptrdiff_t>(from),
          frame_.nodes.begin() + static_cast<std::ptrdiff_t>(std::max(to, from + 1)),
          [](Complex a, Complex b) { return std::norm(a) < std::norm(b); });
    }
  }
}

}  // namespace ssmscope::ring
