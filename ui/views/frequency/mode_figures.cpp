// The figures over modes: poles in both planes, memory, where each appears, what each contributes.
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "ui/live/selection.hpp"
#include "ui/views/frequency/frequency_style.hpp"
#include "ui/views/frequency/frequency_text.hpp"
#include "ui/views/frequency/frequency_view.hpp"

namespace ssmscope::ui {

namespace {

constexpr double kPi = std::numbers::pi;
constexpr int kCirclePoints = 181;
constexpr std::size_t kMostRows = 512;  // modes in one picture
constexpr int kColumns = 128;
constexpr double kContributionDecibels = 80.0;
constexpr int kFoldPoints = 2000;
constexpr double kFoldMargin = 1.1;

CurveStyle mirrorStyle() {
  CurveStyle mirror = reference();
  mirror.role = CurveRole::Points;
  mirror.shape = PointShape::Ring;
  mirror.point_size = 5.0;
  mirror.in_legend = true;
  return mirror;
}

}  // namespace

void FrequencyView::groupModes() {
  groups_ = {ModeGroup{QStringLiteral("modes"), {}}, ModeGroup{QStringLiteral("aliased"), {}},
             ModeGroup{QStringLiteral("unstable"), {}}};
  for (std::size_t i = 0; i < result()->modes.size(); ++i) {
    const spectrum::FrequencyMode& mode = result()->modes[i];
    const bool grows = !(std::abs(mode.abar) < 1.0);
    const std::size_t group = grows ? 2 : mode.readout.aliased ? 1 : 0;
    groups_[group].modes.push_back(static_cast<int>(i));
  }
}

void FrequencyView::showGroup(LineChart& chart, std::size_t group, const QString& name,
                              const ModePlace& place, const CurveStyle& style) {
  const ModeGroup& each = groups_[group];
  if (each.modes.empty()) {
    chart.removeCurve(each.key);
    return;
  }
  std::vector<double> x;
  std::vector<double> y;
  std::vector<QString> texts;
  for (const int index : each.modes) {
    const spectrum::FrequencyMode& mode = result()->modes[static_cast<std::size_t>(index)];
    const QPointF at = place(mode);
    x.push_back(at.x());
    y.push_back(at.y());
    texts.push_back(modeText(index, mode, *shownScenario()));
  }
  chart.setCurve(each.key, name, x, y, style);
  chart.setPointNames(each.key, std::move(texts));
}

void FrequencyView::showPlane(PoleMap& map, Plane plane) {
  const std::array<QString, 3> names = {tr("modes"), tr("aliased"), tr("unstable")};
  const auto where = [plane](const spectrum::FrequencyMode& mode) {
    return plane == Plane::Discrete ? mode.abar : mode.lambda;
  };
  for (std::size_t group = 0; group < groups_.size(); ++group) {
    showGroup(
        map, group, names[group],
        [&where](const spectrum::FrequencyMode& mode) {
          return QPointF(where(mode).real(), where(mode).imag());
        },
        modeStyle(group));
  }
  std::vector<Complex> poles;
  for (const spectrum::FrequencyMode& mode : result()->modes) poles.push_back(where(mode));
  map.setPoles(std::move(poles), plane == Plane::Discrete && shownScenario()->model.conjugate);
  map.setEditable(shownScenario()->model.family == Family::S4d);
}

void FrequencyView::showPoles() {
  const Scenario& scenario = *shownScenario();
  z_plane_->setXAxis(valueAxis(tr("Re Ā")));
  z_plane_->setYAxis(valueAxis(tr("Im Ā")));
  std::vector<double> cosines(kCirclePoints);
  std::vector<double> sines(kCirclePoints);
  for (std::size_t i = 0; i < cosines.size(); ++i) {
    const double angle = 2.0 * kPi * static_cast<double>(i) / (kCirclePoints - 1);
    cosines[i] = std::cos(angle);
    sines[i] = std::sin(angle);
  }
  z_plane_->setCurve(QStringLiteral("circle"), tr("unit circle"), cosines, sines, reference());
  std::vector<double> re;
  std::vector<double> im;
  if (scenario.model.conjugate) {
    for (const spectrum::FrequencyMode& mode : result()->modes) {
      re.push_back(mode.abar.real());
      im.push_back(-mode.abar.imag());
    }
  }
  z_plane_->setCurve(QStringLiteral("conjugates"), re.empty() ? QString() : tr("conjugates"), re,
                     im, mirrorStyle());
  showPlane(*z_plane_, Plane::Discrete);

  AxisSpec damping = valueAxis(tr("Re λ"), QStringLiteral("1/") + unitOf(scenario));
  damping.include = 0.0;
  s_plane_->setXAxis(damping);
  s_plane_->setYAxis(valueAxis(tr("Im λ"), QStringLiteral("rad/") + unitOf(scenario)));
  showPlane(*s_plane_, Plane::Continuous);
}

void FrequencyView::showMemory() {
  AxisSpec memory = valueAxis(tr("Mode memory"), tr("steps"));
  memory.include = 0.0;
  memory.second_factor = shownScenario()->discretisation.delta;
  memory.second_unit = unitOf(*shownScenario());
  memory_->setYAxis(memory);
  const std::array<QString, 2> names = {tr("modes"), tr("aliased, where they appear")};
  bool any = false;
  for (std::size_t group = 0; group < names.size(); ++group) {  // an unstable mode has no memory
    any = any || !groups_[group].modes.empty();
    CurveStyle style = modeStyle(group);
    // Aliased modes often stand where others do: marks without bars leave those in sight.
    style.role = group == 0 ? CurveRole::Stems : CurveRole::Points;
    style.point_size = group == 0 ? 6.0 : kMarkerSize;
    showGroup(
        *memory_, group, names[group],
        [factor = frequencyFactor()](const spectrum::FrequencyMode& mode) {
          return QPointF(std::abs(mode.readout.appears_at) * factor, mode.readout.memory_steps);
        },
        style);
  }
  memory_->setNotice(any ? QString() : tr("Every mode is unstable: none has a memory."));
}

/// How the rule folds (or bends) frequencies, and each mode on that line: beyond Nyquist a mode is
/// seen where the line has come back to.
void FrequencyView::showAppearance() {
  const double factor = frequencyFactor();
  AxisSpec turns = frequencyAxis(tr("A mode turns by"));
  turns.include = 0.0;
  AxisSpec seen = frequencyAxis(tr("and appears at"));
  seen.include = 0.0;
  appears_->setXAxis(turns);
  appears_->setYAxis(seen);
  double furthest = kPi;
  for (const spectrum::FrequencyMode& mode : result()->modes)
    furthest = std::max(furthest, mode.readout.radians_per_step);
  std::vector<double> x;
  std::vector<double> y;
  const Rule rule = shownScenario()->discretisation.rule;
  for (int i = 0; i <= kFoldPoints && std::isfinite(furthest); ++i) {
    const double at = kFoldMargin * furthest * i / kFoldPoints;
    x.push_back(at * factor);
    y.push_back(spectrum::apparent_frequency(rule, at) * factor);
  }
  CurveStyle line = reference();
  line.in_legend = true;
  appears_->setCurve(QStringLiteral("rule"), tr("undamped, under this rule"), x, y, line);
  const std::array<QString, 3> names = {tr("modes"), tr("aliased"), tr("unstable")};
  for (std::size_t group = 0; group < groups_.size(); ++group) {
    showGroup(
        *appears_, group, names[group],
        [factor](const spectrum::FrequencyMode& mode) {
          return QPointF(mode.readout.radians_per_step * factor,
                         std::abs(mode.readout.appears_at) * factor);
        },
        modeStyle(group));
  }
  appears_->setMarkers({{Qt::Vertical, kPi * factor, tr("Nyquist"), kAxisColour, true},
                        {Qt::Horizontal, kPi * factor, QString(), kAxisColour, true}});
}

void FrequencyView::showContributions() {
  contributions_->setXAxis(frequencyAxis(tr("Frequency")));
  AxisSpec rows = valueAxis(tr("Mode"));
  rows.whole_numbers = true;
  contributions_->setYAxis(rows);
  AxisSpec gain = valueAxis(tr("|H| of the mode alone"), tr("dB"), AxisScale::Decibel);
  gain.largest_span = kContributionDecibels;
  contributions_->setValueAxis(gain, ColourMap::Sequential);
  contributions_->setFirstRowOnTop(false);
  const std::size_t modes = result()->modes.size();
  if (modes > kMostRows) {
    contributions_->setValues(0, 0, {});
    contributions_->setNotice(
        tr("More than %1 modes: select one on the pole map to see it alone.").arg(kMostRows));
    return;
  }
  std::vector<double> omega;
  omega.reserve(kColumns);
  for (int k = 0; k < kColumns; ++k) omega.push_back(kPi * (k + 0.5) / kColumns);
  std::vector<double> values;
  for (const spectrum::FrequencyMode& mode : result()->modes)
    for (const double at : omega)
      values.push_back(std::abs(spectrum::mode_response(mode, result()->factor, at)));
  contributions_->setNotice({});
  contributions_->setPlaces(omega.front() * frequencyFactor(), kPi / kColumns * frequencyFactor(),
                            0.0, 1.0);
  contributions_->setValues(static_cast<int>(modes), kColumns, values);
}

void FrequencyView::markMode(LineChart& chart, std::optional<int> mode) {
  for (const ModeGroup& group : groups_) {
    const auto found =
        mode ? std::find(group.modes.begin(), group.modes.end(), *mode) : group.modes.end();
    if (found == group.modes.end()) {
      chart.setSelected(group.key, {});
    } else {
      chart.setSelected(group.key, {static_cast<int>(found - group.modes.begin())},
                        tr("mode %1").arg(*mode));
    }
  }
}

}  // namespace ssmscope::ui
