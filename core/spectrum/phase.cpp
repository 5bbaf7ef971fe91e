#include "core/spectrum/phase.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "core/spectrum/pole_residue_sum.hpp"

namespace ssmscope::spectrum {
namespace {

constexpr double kPi = std::numbers::pi;
constexpr double kUndefined = std::numeric_limits<double>::quiet_NaN();
// The numbers of MATHS section 3.
constexpr int kEqualCells = 64;
constexpr int kMostHalvings = 40;
// Where H hovers about its rounding level, lost and kept samples alternate at every width and
// halving would go on for ever: after this many gaps the rest of a first cell is one.
constexpr int kMostGapsACell = 16;
constexpr double kDiscMargin = 0.9;
constexpr double kSmallTurn = 0.8;
constexpr double kSlopeTolerance = 0.02;
// A pole this near the circle cannot be told from one on it.
constexpr double kOnCircle = 1e-13;
constexpr int kEvaluationsAPoll = 1024;

double turn(const Complex& from, const Complex& to) { return std::arg(to * std::conj(from)); }

/// Ends of the first cells: 64 equal ones, cut by omega and by every pole's angle and width.
std::vector<double> first_cells(const ssm::DiscreteModel& model, std::span<const double> omega) {
  const double last = omega.back();
  std::vector<double> ends{0.0, last};
  const auto cut = [&](double at) {
    if (at > 0.0 && at < last) ends.push_back(at);
  };
  for (int k = 1; k < kEqualCells; ++k) cut(kPi * k / kEqualCells);
  for (const double at : omega) cut(at);
  for (const Complex& pole : model.abar) {
    const double angle = std::abs(std::arg(pole)), width = 1.0 - std::abs(pole);
    for (const double k : {-4.0, -1.0, 0.0, 1.0, 4.0}) cut(angle + k * width);
  }
  std::sort(ends.begin(), ends.end());
  ends.erase(std::unique(ends.begin(), ends.end()), ends.end());
  return ends;
}

class Follower {
 public:
  Follower(const ssm::DiscreteModel& model, Convention convention, compute::Progress& progress)
      : response_(model, convention), progress_(progress), here_(response_.at(0.0)) {
    for (const Complex& pole : model.abar)
      if (std::abs(1.0 - std::abs(pole)) < kOnCircle)
        circle_poles_.push_back(std::abs(std::arg(pole)));
    if (here_.lost) {
      in_gap_ = true;
    } else {
      phase_ = here_.value.real() >= 0.0 ? 0.0 : -kPi;
    }
  }

  /// Follows H to `omega`, the next end of a first cell.
  void advance(double omega) {
    const ResponseSample next = evaluate(omega);
    gaps_in_cell_ = 0;
    follow(here_, next, 0);
    here_ = next;
  }

  double phase() const { return in_gap_ ? kUndefined : phase_; }
  double group_delay() const { return here_.lost ? kUndefined : -here_.phase_slope(); }

 private:
  ResponseSample evaluate(double omega) {
    if (++evaluations_ % kEvaluationsAPoll == 0) progress_.check();
    return response_.at(omega);
  }

  void follow(const ResponseSample& a, const ResponseSample& b, int halvings) {
    if (gaps_in_cell_ >= kMostGapsACell) {
      enter_gap(a);
      return;
    }
    const ResponseSample c = evaluate(0.5 * (a.omega + b.omega));
    if (!a.lost && !c.lost && !b.lost) {
      const double first = turn(a.value, c.value), second = turn(c.value, b.value);
      if (is_resolved(a, c, b, first, second)) {
        leave_gap(a);
        phase_ += first + second;
        return;
      }
    }
    const bool all_lost = a.lost && c.lost && b.lost;
    if (all_lost || halvings == kMostHalvings) {
      ++gaps_in_cell_;
      enter_gap(a);
      return;
    }
    follow(a, c, halvings + 1);
    follow(c, b, halvings + 1);
  }

  bool is_resolved(const ResponseSample& a, const ResponseSample& c, const ResponseSample& b,
                   double first, double second) const {
    const double width = b.omega - a.omega;
    if (std::abs(first) < kSmallTurn && std::abs(second) < kSmallTurn) {
      const double expected =
          width / 6.0 * (a.phase_slope() + 4.0 * c.phase_slope() + b.phase_slope());
      if (std::abs(first + second - expected) <= kSlopeTolerance) return true;
    }
    return 0.5 * width * response_.steepest(a.omega, b.omega) < kDiscMargin * std::abs(c.value);
  }

  void enter_gap(const ResponseSample& a) {
    if (in_gap_) return;
    in_gap_ = true;
    gap_start_ = a;
    gap_has_start_ = true;
  }

  /// Past a zero on the circle the phase goes on as if the zero lay just inside: half a turn
  /// more; past a pole on it half a turn less.
  void leave_gap(const ResponseSample& at) {
    if (!in_gap_) return;
    in_gap_ = false;
    const auto inside = [&](double angle) {
      return angle <= at.omega && (!gap_has_start_ || angle >= gap_start_.omega);
    };
    const auto poles = std::count_if(circle_poles_.begin(), circle_poles_.end(), inside);
    if (!gap_has_start_) {
      const double principal = std::arg(at.value);
      phase_ = poles > 0 && principal > 0.0 ? principal - 2.0 * kPi : principal;
      return;
    }
    const double expected = poles > 0 ? -kPi * static_cast<double>(poles) : kPi;
    const double principal = turn(gap_start_.value, at.value);
    phase_ += principal + 2.0 * kPi * std::round((expected - principal) / (2.0 * kPi));
  }

  PoleResidueSum response_;
  compute::Progress& progress_;
  std::vector<double> circle_poles_;
  ResponseSample here_, gap_start_;
  double phase_ = 0.0;
  bool in_gap_ = false, gap_has_start_ = false;
  int evaluations_ = 0;
  int gaps_in_cell_ = 0;
};

}  // namespace

FollowedResponse follow_response(const ssm::DiscreteModel& model, std::span<const double> omega,
                                 compute::Progress& progress, Convention convention) {
  FollowedResponse out;
  if (omega.empty()) return out;
  out.phase.reserve(omega.size());
  out.group_delay.reserve(omega.size());
  Follower follower(model, convention, progress);
  for (const double end : first_cells(model, omega)) {
    if (end > 0.0) follower.advance(end);
    while (out.phase.size() < omega.size() && omega[out.phase.size()] == end) {
      out.phase.push_back(follower.phase());
      out.group_delay.push_back(follower.group_delay());
    }
  }
  return out;
}

}  // namespace ssmscope::spectrum
