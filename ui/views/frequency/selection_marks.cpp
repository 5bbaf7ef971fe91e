// What the selection of a mode, a frequency or a lag marks in the figures.
#include <cmath>
#include <numbers>

#include "ui/live/selection.hpp"
#include "ui/views/frequency/frequency_style.hpp"
#include "ui/views/frequency/frequency_text.hpp"
#include "ui/views/frequency/frequency_view.hpp"

namespace ssmscope::ui {

std::optional<int> FrequencyView::selectedMode() const {
  const std::optional<int> mode = workspace().selection->mode();
  if (!mode || *mode < 0 || static_cast<std::size_t>(*mode) >= result()->modes.size()) return {};
  return mode;
}

void FrequencyView::markFrequencies(std::optional<int> mode) {
  constexpr double kPi = std::numbers::pi;
  const Selection& selection = *workspace().selection;
  const double factor = frequencyFactor();
  std::vector<ChartMarker> marks = {{Qt::Vertical, kPi * factor, tr("Nyquist"), kAxisColour, true}};
  if (mode) {
    const ssm::ModeReadout& read = result()->modes[static_cast<std::size_t>(*mode)].readout;
    const QString name =
        read.aliased ? tr("mode %1 appears here").arg(*mode) : tr("mode %1").arg(*mode);
    marks.push_back({Qt::Vertical, std::abs(read.appears_at) * factor, name, kAccentColour, true});
  }
  if (selection.omega()) {
    marks.push_back({Qt::Vertical, *selection.omega() * factor,
                     tr("ω = %1").arg(numberText(*selection.omega(), 3)), kAccentColour, false});
  }
  for (LineChart* chart : {phase_, delay_}) chart->setMarkers(marks);
  marks.front().label.clear();  // its label would stand on that of the DC gain
  const std::vector<ChartMarker> readings = gainMarkers();
  marks.insert(marks.end(), readings.begin(), readings.end());
  magnitude_->setMarkers(marks);
}

void FrequencyView::markLags() {
  const Selection& selection = *workspace().selection;
  std::vector<ChartMarker> lag;
  if (selection.lag()) {
    lag.push_back({Qt::Vertical, static_cast<double>(*selection.lag()),
                   tr("lag %1").arg(*selection.lag()), kAccentColour, false});
  }
  std::vector<ChartMarker> step = lag;
  if (result()->stable) {
    lag.push_back(
        {Qt::Vertical, result()->total_memory, tr("99 % of the energy"), kAxisColour, true});
  }
  const std::vector<ChartMarker> readings = stepMarkers();
  step.insert(step.end(), readings.begin(), readings.end());
  kernel_->setMarkers(lag);
  step_->setMarkers(step);
}

void FrequencyView::showSelection() {
  if (!result()) return;
  const std::optional<int> mode = selectedMode();
  for (LineChart* chart :
       {static_cast<LineChart*>(z_plane_), static_cast<LineChart*>(s_plane_), memory_, appears_})
    markMode(*chart, mode);
  for (PoleMap* map : {z_plane_, s_plane_}) map->setSelectedPole(mode);
  contributions_->setSelectedRow(mode, mode ? tr("mode %1").arg(*mode) : QString());
  std::optional<Complex> pole;
  if (mode) pole = result()->modes[static_cast<std::size_t>(*mode)].abar;
  landscape_->setSelectedPole(pole, shownScenario()->model.conjugate,
                              mode ? tr("mode %1").arg(*mode) : QString());
  canvas_->update();
  showSelectedContribution(mode);
  markFrequencies(mode);
  markLags();
  const double nyquist = std::numbers::pi / shownScenario()->discretisation.delta;
  s_plane_->setMarkers({{Qt::Horizontal, nyquist, tr("Nyquist"), kAxisColour, true},
                        {Qt::Horizontal, -nyquist, QString(), kAxisColour, true}});
}

}  // namespace ssmscope::ui
