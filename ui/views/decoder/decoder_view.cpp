#include "ui/views/decoder/decoder_view.hpp"

#include <QShowEvent>
#include <algorithm>
#include <cmath>

#include "ui/live/clock.hpp"
#include "ui/live/selection.hpp"
#include "ui/views/decoder/decoder_text.hpp"

namespace ssmscope::ui {

namespace {

constexpr int kModelColour = 0;
constexpr int kCopyColour = 1;
constexpr int kFloorColour = 2;
constexpr std::size_t kMostChannelsDrawn = 4;
constexpr double kMostDecades = 12.0;  // of errors and shares below the largest

AxisSpec shareAxis(const QString& title) {
  AxisSpec axis = valueAxis(title, {}, AxisScale::Log);
  axis.largest_span = kMostDecades;
  return axis;
}

AxisSpec countAxis(const QString& title, double upper, double lower) {
  AxisSpec axis = valueAxis(title);
  axis.range = RangePolicy::Fixed;
  axis.lower = lower;
  axis.upper = upper;
  axis.whole_numbers = true;
  return axis;
}

void setSquare(HeatMap& map, std::size_t size, const std::vector<double>& values) {
  const auto side = values.empty() ? 0 : static_cast<int>(size);
  map.setValues(side, side, values);
}

}  // namespace

ViewInfo decoderViewInfo() {
  return {
      QStringLiteral("decoder"),
      DecoderView::tr("Decoder"),
      QStringLiteral(":/icons/decoder.svg"),
      DecoderView::tr(
          "Behind the ring stand H outputs y of the same waves, a function σ and a read-out f = "
          "w·σ(y). Its second derivatives are the interactions, exactly: of inputs s₁ and s₂ steps "
          "ago I = Σ w σ''(y) h(s₁) h(s₂); of modes m and n the strength S = 2(|J| + |Q|), J = Σ w "
          "σ''(y) Cₘ Cₙ, Q = Σ w σ''(y) Cₘ C̄ₙ, and the present energy E = Σ w σ''(y) yₘ yₙ. A "
          "linear decoder has none. Pruning drops, one after the other, the mode that leaves the "
          "kernel nearest to the whole."),
      DecoderView::tr("The explicit operator of S4D, arXiv 2604.20595"),
      [](Workspace& workspace, QWidget* parent) -> View* {
        return new DecoderView(workspace, parent);
      },
      {},
      QStringLiteral("ring")};
}

DecoderView::DecoderView(Workspace& workspace, QWidget* parent)
    : DecoderView(workspace,
                  solvedBy(workspace.solutions, ring::analyse_decoder, ring::coarse_decoder,
                           ring::same_decoder),
                  parent) {}

DecoderView::DecoderView(Workspace& workspace, AnalysisFunctions<ring::DecoderResult> functions,
                         QWidget* parent)
    : FiguresView(workspace, std::move(functions), QStringLiteral("decoder"), parent),
      lags_(new HeatMap),
      strength_(new HeatMap),
      energy_(new HeatMap),
      output_(new LineChart),
      orders_(new LineChart),
      pruning_(new LineChart),
      kernels_(new LineChart) {
  addFigures();
  connectSelection();
  connect(workspace.clock, &Clock::timeChanged, this, &DecoderView::followClock);
}

void DecoderView::addFigures() {
  panel().addFigure(QStringLiteral("lags"), tr("Interacting inputs"), lags_,
                    tr("How two past inputs interact, lag by lag"));
  panel().addFigure(QStringLiteral("strength"), tr("Interacting modes"), strength_,
                    tr("How strongly two modes can interact"));
  panel().addFigure(QStringLiteral("energy"), tr("Interaction now"), energy_,
                    tr("What each pair of modes adds to f at this step"));
  panel().addFigure(QStringLiteral("output"), tr("Decoded output"), output_);
  panel().addFigure(QStringLiteral("orders"), tr("Orders"), orders_,
                    tr("Share of each order of the decoder's power series"));
  panel().addFigure(QStringLiteral("pruning"), tr("Pruning"), pruning_,
                    tr("Error against the number of modes kept"));
  panel().addFigure(QStringLiteral("kernels"), tr("Kept kernel"), kernels_,
                    tr("The kernel and that of the pruned copy"));
  for (HeatMap* const map : {lags_, strength_, energy_}) {
    map->setFirstRowOnTop(false);
    map->setPlaces(0.0, 1.0, 0.0, 1.0);
  }
}

void DecoderView::connectSelection() {
  Selection* const selection = workspace().selection;
  connect(selection, &Selection::modeChanged, this, &DecoderView::showSelection);
  connect(selection, &Selection::lagChanged, this, &DecoderView::showSelection);
  connect(lags_, &HeatMap::picked, this, [selection](int row, int) { selection->setLag(row); });
  for (HeatMap* const map : {strength_, energy_})
    connect(map, &HeatMap::picked, this, [selection](int row, int) { selection->setMode(row); });
  connect(output_, &LineChart::picked, this, [this](const QString&, int index) {
    if (result()) workspace().clock->setTime(result()->first_step + index);
  });
}

void DecoderView::showResult(const ring::DecoderResult& result, const Scenario& /*scenario*/) {
  panel().setReadOuts(decoderReadOuts(result));
  panel().setNotes(result.notes, result.agreement.steps > 0 && !result.agreement.holds());
  row_ = result.steps;  // of none: the clock's step is another one
  followClock();
  if (result.steps == 0) showMaps();
  showOutput();
  showOrders();
  showPruning();
  showKernels();
  showSelection();
}

void DecoderView::showEvent(QShowEvent* event) {
  FiguresView::showEvent(event);
  followClock();
}

void DecoderView::followClock() {
  if (!result() || result()->steps == 0) return;
  const double time = workspace().clock->time();
  output_->setTimeCursors({time});
  const double row = std::clamp(std::floor(time) - result()->first_step, 0.0,
                                static_cast<double>(result()->steps - 1));
  if (static_cast<std::size_t>(row) == row_) return;
  const bool first = row_ == result()->steps;
  row_ = static_cast<std::size_t>(row);
  if (first || isVisible()) showMaps();
}

void DecoderView::showMaps() {
  const ring::InteractionMaps maps =
      result()->steps == 0 ? ring::InteractionMaps{} : ring::maps_at(*result(), row_);
  const bool follows =
      result()->network.pooling == Pooling::Last && result()->moves() && result()->steps > 0;
  const QString when = follows ? tr("step %1").arg(result()->first_step + static_cast<int>(row_))
                       : result()->network.pooling == Pooling::Mean ? tr("mean over the window")
                                                                    : tr("last step");
  lags_->setTitle(tr("Interacting inputs I, %1").arg(when));
  strength_->setTitle(tr("Interacting modes S, %1").arg(when));
  energy_->setTitle(tr("Interaction now E, %1").arg(when));
  lags_->setXAxis(stepsAxis(tr("Lag s₁"), tr("steps"), *shownScenario()));
  lags_->setYAxis(stepsAxis(tr("Lag s₂"), tr("steps"), *shownScenario()));
  lags_->setValueAxis(valueAxis(tr("I")), ColourMap::Diverging);
  const auto mode = [](const QString& title) {
    AxisSpec axis = valueAxis(title);
    axis.whole_numbers = true;
    return axis;
  };
  for (HeatMap* const map : {strength_, energy_}) {
    map->setXAxis(mode(tr("Mode m")));
    map->setYAxis(mode(tr("Mode n")));
  }
  strength_->setValueAxis(valueAxis(tr("S")), ColourMap::Sequential);
  energy_->setValueAxis(valueAxis(tr("E")), ColourMap::Diverging);
  setSquare(*lags_, result()->lags, maps.lag_map);
  setSquare(*strength_, result()->mapped, maps.strength);
  setSquare(*energy_, result()->mapped, maps.energy);
  const QString none = result()->steps == 0 ? tr("No step of the window is finite.") : QString();
  for (HeatMap* const map : {lags_, strength_, energy_}) map->setNotice(none);
}

void DecoderView::showOutput() {
  const ring::DecoderResult& now = *result();
  output_->setXAxis(stepsAxis(tr("Time"), tr("steps"), *shownScenario()));
  output_->setYAxis(zeroAxis(tr("Output")));
  const auto time = wholeNumbers(now.steps, now.first_step);
  const bool mean = now.network.pooling == Pooling::Mean;
  CurveStyle bold = styled(kModelColour);
  bold.width = 2.0;
  output_->setCurve(QStringLiteral("f"), mean ? tr("f so far") : tr("f"), time, now.read_out, bold);
  for (std::size_t h = 0; h < kMostChannelsDrawn; ++h) {
    const QString key = QStringLiteral("y%1").arg(h);
    if (h >= now.layer().channels) {
      output_->removeCurve(key);
      continue;
    }
    const auto row = std::span(now.y).subspan(h * now.steps, now.steps);
    const QString name =
        now.layer().channels == 1 ? tr("y, before σ") : tr("y of channel %1").arg(h);
    output_->setCurve(key, name, time, row,
                      styled(kCopyColour + static_cast<int>(h), CurveRole::Dashed));
  }
}

void DecoderView::showOrders() {
  const ring::Volterra& series = result()->volterra;
  orders_->setXAxis(countAxis(tr("Order p"), ring::kVolterraOrders + 0.5, 0.5));
  orders_->setYAxis(shareAxis(tr("Share of |σ(y) − σ(ȳ)|²")));
  const auto order = wholeNumbers(series.share.size(), 1.0);
  orders_->setCurve(QStringLiteral("share"), tr("order p alone"), order, series.share,
                    styled(kModelColour, CurveRole::Stems));
  orders_->setCurve(QStringLiteral("remainder"), tr("left by orders 1 to p"), order,
                    series.remainder, styled(kCopyColour));
  orders_->setNotice(series.share.empty() && !series.notes.empty()
                         ? QString::fromStdString(series.notes.front())
                         : QString());
}

void DecoderView::showPruning() {
  const ring::Pruning& pruning = result()->pruning;
  pruning_->setXAxis(
      countAxis(tr("Modes kept"), std::max(1.0, static_cast<double>(result()->modes)), 0.0));
  pruning_->setYAxis(shareAxis(tr("Relative error")));
  const auto kept = wholeNumbers(pruning.kernel_error.size());
  CurveStyle error = styled(kModelColour, CurveRole::Points);
  pruning_->setCurve(QStringLiteral("kernel"), tr("of the kernel"), kept, pruning.kernel_error,
                     error);
  error.colour = kCopyColour;
  error.shape = PointShape::Triangle;
  pruning_->setCurve(QStringLiteral("output"), tr("of the output"), kept, result()->output_error,
                     error);
  pruning_->setCurve(QStringLiteral("floor"), tr("no model of that size is below"), kept,
                     pruning.floor, styled(kFloorColour, CurveRole::Dashed));
  const bool refitted = std::isfinite(pruning.refitted_error);
  if (refitted) {
    CurveStyle ring = styled(kModelColour, CurveRole::Points);
    ring.shape = PointShape::Ring;
    ring.point_size = 11.0;
    pruning_->setCurve(QStringLiteral("refitted"), tr("kernel, C solved again"),
                       std::vector<double>{static_cast<double>(pruning.kept.size())},
                       std::vector<double>{pruning.refitted_error}, ring);
  } else {
    pruning_->removeCurve(QStringLiteral("refitted"));
  }
  pruning_->setMarkers(
      pruning.kept.empty()
          ? std::vector<ChartMarker>{}
          : std::vector<ChartMarker>{{Qt::Vertical, static_cast<double>(pruning.kept.size()),
                                      tr("kept"), kAxisColour, true}});
  pruning_->setNotice(pruning.order.empty() && !pruning.notes.empty()
                          ? QString::fromStdString(pruning.notes.front())
                          : QString());
}

void DecoderView::showKernels() {
  const ring::DecoderResult& now = *result();
  kernels_->setXAxis(stepsAxis(tr("Lag"), tr("steps"), *shownScenario()));
  kernels_->setYAxis(zeroAxis(tr("Kernel h")));
  const auto lag = wholeNumbers(now.kernel.size());
  kernels_->setCurve(QStringLiteral("model"), tr("all modes"), lag, now.kernel,
                     styled(kModelColour));
  if (now.kept_kernel.empty()) {
    kernels_->removeCurve(QStringLiteral("copy"));
  } else {
    kernels_->setCurve(QStringLiteral("copy"),
                       tr("%n kept", nullptr, static_cast<int>(now.pruning.kept.size())), lag,
                       now.kept_kernel, styled(kCopyColour, CurveRole::Dashed));
  }
}

void DecoderView::showSelection() {
  if (!result()) return;
  const Selection& selection = *workspace().selection;
  std::optional<int> mode = selection.mode();
  if (mode && static_cast<std::size_t>(*mode) >= result()->mapped) mode.reset();
  for (HeatMap* const map : {strength_, energy_})
    map->setSelectedRow(mode, mode ? tr("mode %1").arg(*mode) : QString());
  std::optional<int> lag = selection.lag();
  if (lag && static_cast<std::size_t>(*lag) >= result()->lags) lag.reset();
  lags_->setSelectedRow(lag, lag ? tr("lag %1").arg(*lag) : QString());
}

QString DecoderView::caption() const {
  if (!result()) return tr("Nothing has been computed yet.");
  return decoderCaption(*result());
}

}  // namespace ssmscope::ui
