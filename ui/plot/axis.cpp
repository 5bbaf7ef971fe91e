#include "ui/plot/axis.hpp"

#include <QCoreApplication>
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace ssmscope::ui {

namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kLeastFill = 1.0 / 3.0;  // data that fill less of a steady range shrink it
constexpr double kPadding = 0.04;         // free room above and below the data, of their span
constexpr double kSameSpan = 1e-12;       // a span below this, relative, is one value with noise
constexpr double kTickSlack = 1e-9;       // of a step: a tick on the very edge counts
constexpr double kMostDecades = 30.0;     // beyond, only labelled decades have a tick
constexpr int kMostTicks = 400;           // against runaway loops over absurd ranges

double niceStep(double rough) {
  if (!(rough > 0.0) || !std::isfinite(rough)) return 1.0;
  const double power = std::pow(10.0, std::floor(std::log10(rough)));
  const double digit = rough / power;
  if (digit <= 1.0 + kTickSlack) return power;
  if (digit <= 2.0 + kTickSlack) return 2.0 * power;
  if (digit <= 5.0 + kTickSlack) return 5.0 * power;
  return 10.0 * power;
}

QString superscript(int exponent) {
  static constexpr std::array<char16_t, 10> digits = {u'⁰', u'¹', u'²', u'³', u'⁴',
                                                      u'⁵', u'⁶', u'⁷', u'⁸', u'⁹'};
  QString text;
  for (const QChar character : QString::number(exponent)) {
    text += character == QLatin1Char('-')
                ? QChar(u'⁻')
                : QChar(digits.at(static_cast<std::size_t>(character.digitValue())));
  }
  return text;
}

QString powerOfTen(int exponent) { return QStringLiteral("10") + superscript(exponent); }

QString withTrueMinus(QString text) { return text.replace(QLatin1Char('-'), QChar(u'−')); }

/// Widens a range that is one value (or nothing but rounding) to something with a middle.
AxisRange widened(AxisScale scale, AxisRange range) {
  const double size = std::max(std::abs(range.lower), std::abs(range.upper));
  if (range.span() > kSameSpan * size && range.span() > 0.0) return range;
  double half = 0.5;
  if (scale == AxisScale::Decibel) half = 5.0;
  if (scale == AxisScale::Linear) half = size > 0.0 ? 0.1 * size : 1.0;
  const double middle = 0.5 * (range.lower + range.upper);
  return {middle - half, middle + half};
}

AxisRange rounded(const AxisSpec& spec, const AxisRange& data) {
  AxisRange range{data.lower - kPadding * data.span(), data.upper + kPadding * data.span()};
  if (spec.scale != AxisScale::Log) {
    const double step = niceStep(range.span() / 20.0);
    range = {step * std::floor(range.lower / step + kTickSlack),
             step * std::ceil(range.upper / step - kTickSlack)};
  }
  // A bar stands on the edge of the plot, not a little above it.
  if (spec.include) {
    const double edge = axisPlace(spec.scale, *spec.include);
    if (data.lower == edge) range.lower = edge;
    if (data.upper == edge) range.upper = edge;
  }
  return range;
}

std::vector<Tick> linearTicks(const AxisRange& range, double step) {
  std::vector<Tick> ticks;
  const double first = std::ceil(range.lower / step - kTickSlack);
  const double last = std::floor(range.upper / step + kTickSlack);
  if (!(last - first < kMostTicks)) return ticks;
  const double largest = std::max(std::abs(range.lower), std::abs(range.upper));
  const int decimals = std::max(0, static_cast<int>(-std::floor(std::log10(step) + kTickSlack)));
  const bool plain = largest < 1e6 && decimals <= 4;
  const int digits =
      std::clamp(static_cast<int>(std::ceil(std::log10(largest / step) - kTickSlack)) + 1, 1, 15);
  for (double k = first; k <= last; k += 1.0) {
    const double value = k == 0.0 ? 0.0 : k * step;
    ticks.push_back({value, plain ? withTrueMinus(QString::number(value, 'f', decimals))
                                  : numberText(value, digits)});
  }
  return ticks;
}

/// Decades from one label to the next: 1, 2, 5, 10, 20, ...
int decadeStride(int decades, int most) {
  int stride = 1;
  for (int i = 0; decades / stride > most; ++i) stride = i % 3 == 1 ? stride / 2 * 5 : stride * 2;
  return stride;
}

/// Decades, with 2..9 between them as minor ticks where there is room.
std::vector<Tick> decadeTicks(const AxisRange& range, int most) {
  std::vector<Tick> ticks;
  const int first = static_cast<int>(std::ceil(range.lower - kTickSlack));
  const int last = static_cast<int>(std::floor(range.upper + kTickSlack));
  const int stride = decadeStride(last - first, most);
  const bool plain = first >= -3 && last <= 4;
  const auto floored = [stride](int k) { return k - ((k % stride) + stride) % stride; };
  for (int k = floored(first - 1); k <= last + 1; ++k) {
    if (k >= first && k <= last && (floored(k) == k || range.span() < kMostDecades)) {
      const bool labelled = floored(k) == k;
      ticks.push_back({static_cast<double>(k), !labelled ? QString()
                                               : plain   ? numberText(std::pow(10.0, k), 1)
                                                         : powerOfTen(k)});
    }
    if (stride > 1 || range.span() > 6.0) continue;
    for (int digit = 2; digit <= 9; ++digit) {
      const double place = k + std::log10(static_cast<double>(digit));
      if (place >= range.lower && place <= range.upper) ticks.push_back({place, QString()});
    }
  }
  return ticks;
}

/// Round values on a log axis that shows little more than one decade.
std::vector<Tick> narrowLogTicks(const AxisRange& range, int most) {
  const double lower = std::pow(10.0, range.lower);
  const double upper = std::pow(10.0, range.upper);
  std::vector<Tick> ticks;
  if (range.span() < 0.5) {
    for (Tick tick : linearTicks({lower, upper}, niceStep((upper - lower) / std::max(most, 1)))) {
      if (tick.place <= 0.0) continue;
      tick.place = std::log10(tick.place);
      ticks.push_back(tick);
    }
    return ticks;
  }
  const int first = static_cast<int>(std::floor(range.lower));
  const int last = static_cast<int>(std::floor(range.upper));
  for (int k = first; k <= last; ++k) {
    for (int digit = 1; digit <= 9; ++digit) {
      const double value = digit * std::pow(10.0, k);
      const double place = std::log10(value);
      if (place < range.lower - kTickSlack || place > range.upper + kTickSlack) continue;
      const bool labelled = digit == 1 || digit == 2 || digit == 5;
      ticks.push_back({place, labelled ? numberText(value, 1) : QString()});
    }
  }
  return ticks;
}

class Text {
  Q_DECLARE_TR_FUNCTIONS(Axis)
};

}  // namespace

void AxisRange::include(double place) {
  if (!std::isfinite(place)) return;
  if (!set()) {
    lower = upper = place;
    return;
  }
  lower = std::min(lower, place);
  upper = std::max(upper, place);
}

bool AxisRange::holds(const AxisRange& other) const {
  return !other.set() || (set() && lower <= other.lower && other.upper <= upper);
}

double axisPlace(AxisScale scale, double value) {
  if (scale == AxisScale::Linear) return std::isfinite(value) ? value : kNaN;
  if (!(value > 0.0) || !std::isfinite(value)) return kNaN;
  const double decades = std::log10(value);
  return scale == AxisScale::Log ? decades : 20.0 * decades;
}

double axisValue(AxisScale scale, double place) {
  if (scale == AxisScale::Linear) return place;
  return std::pow(10.0, scale == AxisScale::Log ? place : place / 20.0);
}

AxisRange spannedPlaces(AxisScale scale, std::span<const double> values) {
  AxisRange range;
  for (const double value : values) range.include(axisPlace(scale, value));
  return range;
}

AxisRange nextRange(const AxisSpec& spec, const AxisRange& data, const AxisRange& shown) {
  if (spec.range == RangePolicy::Fixed) {
    AxisRange fixed;
    fixed.include(axisPlace(spec.scale, spec.lower));
    fixed.include(axisPlace(spec.scale, spec.upper));
    if (fixed.set()) return widened(spec.scale, fixed);
  }
  AxisRange wanted = data;
  if (wanted.set() && spec.largest_span > 0.0) {
    wanted.lower = std::max(wanted.lower, wanted.upper - spec.largest_span);
  }
  if (spec.include) wanted.include(axisPlace(spec.scale, *spec.include));
  if (!wanted.set()) return shown.set() ? shown : AxisRange{0.0, 1.0};
  wanted = widened(spec.scale, wanted);
  if (spec.range == RangePolicy::Exact) return wanted;
  const bool fills = shown.set() && wanted.span() >= kLeastFill * shown.span();
  if (fills && shown.holds(wanted)) return shown;
  return rounded(spec, wanted);
}

std::vector<Tick> axisTicks(const AxisSpec& spec, const AxisRange& range, int most) {
  most = std::max(most, 1);
  if (!range.set() || !(range.span() > 0.0) || !std::isfinite(range.span())) return {};
  if (spec.scale == AxisScale::Log) {
    return range.span() < 1.5 ? narrowLogTicks(range, most) : decadeTicks(range, most);
  }
  double step = niceStep(range.span() / most);
  // One tick alone gives no scale: the next finer round step.
  const auto steps_between = [&](double length) {
    return std::floor(range.upper / length + kTickSlack) -
           std::ceil(range.lower / length - kTickSlack);
  };
  if (most > 1 && steps_between(step) < 1.0) step = niceStep(step / 2.5);
  if (spec.whole_numbers) step = std::max(1.0, step);
  return linearTicks(range, step);
}

QString numberText(double value, int digits) {
  if (std::isnan(value)) return Text::tr("undefined");
  if (std::isinf(value)) return value > 0.0 ? QStringLiteral("∞") : QStringLiteral("−∞");
  QString text = QString::number(value == 0.0 ? 0.0 : value, 'g', digits);
  const auto at = text.indexOf(QLatin1Char('e'));
  if (at < 0) return withTrueMinus(text);
  const int exponent = text.mid(at + 1).toInt();
  const QString mantissa = text.left(at);
  // Whole numbers that %g would write with an exponent only for want of digits.
  if (exponent > 0 && exponent < 6) return withTrueMinus(QString::number(value, 'f', 0));
  if (mantissa == QLatin1String("1")) return powerOfTen(exponent);
  if (mantissa == QLatin1String("-1")) return QChar(u'−') + powerOfTen(exponent);
  return withTrueMinus(mantissa) + QChar(u'×') + powerOfTen(exponent);
}

QString percentText(double share) {
  constexpr double kPercent = 100.0;
  return Text::tr("%1 %").arg(numberText(kPercent * share, 2));
}

QString quantityText(double value, const QString& unit, int digits) {
  const QString number = numberText(value, digits);
  return unit.isEmpty() || std::isnan(value) ? number : number + QChar(u' ') + unit;
}

QString readOutText(const AxisSpec& spec, double value) {
  const bool decibel = spec.scale == AxisScale::Decibel;
  QString text = quantityText(decibel ? axisPlace(spec.scale, value) : value, spec.unit);
  if (spec.second_factor != 0.0 && std::isfinite(value)) {
    text += QStringLiteral(" (") + quantityText(value * spec.second_factor, spec.second_unit) +
            QLatin1Char(')');
  }
  return text;
}

QString axisTitle(const AxisSpec& spec) {
  if (spec.unit.isEmpty()) return spec.title;
  if (spec.title.isEmpty()) return spec.unit;
  return QStringLiteral("%1 (%2)").arg(spec.title, spec.unit);
}

}  // namespace ssmscope::ui
