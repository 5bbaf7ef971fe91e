// Axes: what they say, how values become places, which range they keep, where their ticks are.
// Plain functions without a widget.
#pragma once

#include <QString>
#include <optional>
#include <span>
#include <vector>

namespace ssmscope::ui {

enum class AxisScale {
  Linear,
  Log,      ///< decades; values <= 0 are gaps
  Decibel,  ///< values are plain ratios, drawn and labelled as 20 log10; values <= 0 are gaps
};

enum class RangePolicy {
  Steady,  ///< follows the data, but keeps its range until a value leaves it or little is filled
  Exact,   ///< exactly what the data span
  Fixed,   ///< lower to upper, whatever the data
};

struct AxisSpec {
  QString title;  ///< "Frequency"
  QString unit;   ///< "rad/step"; may be empty
  AxisScale scale = AxisScale::Linear;
  RangePolicy range = RangePolicy::Steady;
  double lower = 0.0, upper = 1.0;  ///< of RangePolicy::Fixed, in values
  std::optional<double> include;    ///< a value that the range always holds (0 of bars)
  /// Most that the range spans below its top: decades (Log) or dB (Decibel); 0: no limit. Keeps
  /// one deep zero from flattening everything else.
  double largest_span = 0.0;
  bool whole_numbers = false;  ///< ticks on whole numbers only
  /// Read-outs also give value * second_factor in this unit (steps and seconds); 0: none.
  double second_factor = 0.0;
  QString second_unit;

  bool operator==(const AxisSpec&) const = default;
};

/// An interval in places: values (Linear), log10 (Log), dB (Decibel). Unset when lower > upper.
struct AxisRange {
  double lower = 1.0, upper = 0.0;
  bool set() const { return lower <= upper; }
  double span() const { return upper - lower; }
  void include(double place);  ///< NaN and infinities are left out
  bool holds(const AxisRange& other) const;
  bool operator==(const AxisRange&) const = default;
};

/// Value to place and back. NaN for what the scale cannot show.
double axisPlace(AxisScale scale, double value);
double axisValue(AxisScale scale, double place);

/// The places that `values` span; gaps left out. Unset when nothing can be shown.
AxisRange spannedPlaces(AxisScale scale, std::span<const double> values);

/// The range to show for data that span `data` while `shown` is on the screen (unset: nothing
/// yet). Steady keeps `shown` while it holds the data and the data fill at least a third of it.
AxisRange nextRange(const AxisSpec& spec, const AxisRange& data, const AxisRange& shown);

struct Tick {
  double place = 0.0;
  QString label;  ///< empty: a minor tick
};

/// Ticks at round numbers, at most about `most` labelled ones.
std::vector<Tick> axisTicks(const AxisSpec& spec, const AxisRange& range, int most);

/// A number for people: up to `digits` significant ones, powers of ten as 3.2×10⁻⁵, a true minus
/// sign; "undefined" for NaN.
QString numberText(double value, int digits = 4);

/// "3.1 %" of a share.
QString percentText(double share);

/// "0.25 s"; the unit may be empty.
QString quantityText(double value, const QString& unit, int digits = 4);

/// A value on an axis with its unit, and in the second unit where the axis has one.
QString readOutText(const AxisSpec& spec, double value);

/// "Frequency (rad/step)".
QString axisTitle(const AxisSpec& spec);

}  // namespace ssmscope::ui
