#include "ui/plot/line_chart.hpp"

#include <QPainter>
#include <algorithm>
#include <cmath>

#include "ui/plot/hidden_figure.hpp"
#include "ui/plot/line_chart_private.hpp"

namespace ssmscope::ui {

namespace {

constexpr int kEaseMilliseconds = 160;
constexpr int kFrameMilliseconds = 16;
constexpr std::size_t kMostPins = 8;
constexpr double kPixelsPerTickX = 75.0;
constexpr double kPixelsPerTickLow = 50.0;  // of a low chart, whose x title stands among them
constexpr double kPixelsPerTickY = 38.0;
constexpr double kLeastZoom = 1e-9;  // of the whole range
constexpr double kMostZoom = 1e6;

AxisRange between(const AxisRange& from, const AxisRange& to, double part) {
  // Exact at the end, however far the way: the sum would lose a range of 1 on its way from 1e60.
  return {std::lerp(from.lower, to.lower, part), std::lerp(from.upper, to.upper, part)};
}

bool sameShape(const AxisSpec& a, const AxisSpec& b) {
  return a.scale == b.scale && a.title == b.title && a.unit == b.unit && a.range == b.range &&
         a.include == b.include;
}

}  // namespace

LineChart::LineChart(QWidget* parent) : QWidget(parent), d_(std::make_unique<Private>(*this)) {
  setFocusPolicy(Qt::StrongFocus);
  setMouseTracking(true);
  setAttribute(Qt::WA_OpaquePaintEvent);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
  d_->legend = new ChartLegend(this);
  connect(d_->legend, &ChartLegend::toggled, this, &LineChart::setCurveVisible);
  connect(d_->legend, &ChartLegend::entered, this, [this] { d_->setReadOut(std::nullopt); });
  d_->ease.setInterval(kFrameMilliseconds);
  connect(&d_->ease, &QTimer::timeout, this, [this] { d_->easeStep(); });
  applyTheme(d_->theme);
}

LineChart::~LineChart() = default;

QSize LineChart::sizeHint() const { return {420, 280}; }
QSize LineChart::minimumSizeHint() const { return {140, 100}; }

// --- Contents -----------------------------------------------------------------------------------

Curve* LineChart::Private::find(const QString& key) {
  const auto found =
      std::find_if(curves.begin(), curves.end(), [&](const Curve& c) { return c.key == key; });
  return found == curves.end() ? nullptr : &*found;
}

const Curve* LineChart::Private::find(const QString& key) const {
  return const_cast<Private*>(this)->find(key);
}

Curve& LineChart::Private::ensure(const QString& key) {
  if (Curve* curve = find(key)) return *curve;
  curves.emplace_back();
  curves.back().key = key;
  legend_dirty = true;
  return curves.back();
}

void LineChart::Private::put(Curve& curve, const QString& name, const CurveStyle& style) {
  legend_dirty = legend_dirty || curve.name != name || curve.style.colour != style.colour ||
                 curve.style.role != style.role || curve.style.in_legend != style.in_legend ||
                 curve.style.shape != style.shape;
  curve.name = name;
  curve.style = style;
  curve.findPlaces(x.spec.scale, y.spec.scale);
  if (read_out) {
    const Curve* const read = find(read_out->curve);
    const bool there =
        read != nullptr && readable(*read, static_cast<std::size_t>(read_out->index));
    setReadOut(there ? std::optional(readOutOf(*read, read_out->index)) : std::nullopt);
  }
  contentsChanged();
}

void LineChart::Private::contentsChanged() {
  ranges_dirty = series_dirty = true;
  q.update();
}

void LineChart::setTitle(const QString& title) {
  if (d_->title == title) return;
  d_->title = title;
  d_->legend_dirty = d_->series_dirty = true;
  setAccessibleName(title);
  update();
}

void LineChart::setTitleShown(bool shown) {
  if (d_->title_shown == shown) return;
  d_->title_shown = shown;
  d_->series_dirty = true;
  update();
}

void LineChart::Private::setAxis(AxisState& axis, const AxisSpec& spec) {
  if (axis.spec == spec) return;
  if (!sameShape(axis.spec, spec)) {
    axis.shown = axis.user = {};
    left_margin = 0;
  }
  const bool rescaled = axis.spec.scale != spec.scale;
  axis.spec = spec;
  if (rescaled) {
    for (Curve& curve : curves) curve.findPlaces(x.spec.scale, y.spec.scale);
    for (auto& pin : pins) {
      for (Curve& curve : pin) curve.findPlaces(x.spec.scale, y.spec.scale);
    }
  }
  setReadOut(std::nullopt);
  contentsChanged();
}

void LineChart::setXAxis(const AxisSpec& spec) { d_->setAxis(d_->x, spec); }
void LineChart::setYAxis(const AxisSpec& spec) { d_->setAxis(d_->y, spec); }
const AxisSpec& LineChart::xAxis() const { return d_->x.spec; }
const AxisSpec& LineChart::yAxis() const { return d_->y.spec; }

void LineChart::setCurve(const QString& key, const QString& name, std::span<const double> x,
                         std::span<const double> y, const CurveStyle& style) {
  const auto count = static_cast<std::ptrdiff_t>(std::min(x.size(), y.size()));
  Curve& curve = d_->ensure(key);
  curve.x.assign(x.begin(), x.begin() + count);
  curve.y.assign(y.begin(), y.begin() + count);
  curve.lower.clear();
  curve.band = false;
  d_->put(curve, name, style);
}

void LineChart::setBand(const QString& key, const QString& name, std::span<const double> x,
                        std::span<const double> lower, std::span<const double> upper,
                        const CurveStyle& style) {
  const auto count = static_cast<std::ptrdiff_t>(std::min({x.size(), lower.size(), upper.size()}));
  Curve& curve = d_->ensure(key);
  curve.x.assign(x.begin(), x.begin() + count);
  curve.y.assign(upper.begin(), upper.begin() + count);
  curve.lower.assign(lower.begin(), lower.begin() + count);
  d_->legend_dirty = d_->legend_dirty || !curve.band;
  curve.band = true;
  d_->put(curve, name, style);
}

void LineChart::setPointNames(const QString& key, std::vector<QString> names) {
  if (Curve* curve = d_->find(key)) curve->names = std::move(names);
}

void LineChart::removeCurve(const QString& key) {
  const auto removed = d_->curves.remove_if([&](const Curve& c) { return c.key == key; });
  if (removed == 0) return;
  if (d_->read_out && d_->read_out->curve == key) d_->setReadOut(std::nullopt);
  d_->legend_dirty = true;
  d_->contentsChanged();
}

QStringList LineChart::curveKeys() const {
  QStringList keys;
  for (const Curve& curve : d_->curves) keys << curve.key;
  return keys;
}

bool LineChart::curveVisible(const QString& key) const {
  const Curve* curve = d_->find(key);
  return curve != nullptr && curve->visible;
}

void LineChart::setCurveVisible(const QString& key, bool visible) {
  Curve* curve = d_->find(key);
  if (curve == nullptr || curve->visible == visible) return;
  curve->visible = visible;
  if (!visible && d_->read_out && d_->read_out->curve == key) d_->setReadOut(std::nullopt);
  d_->legend_dirty = true;
  d_->contentsChanged();
  Q_EMIT curveToggled(key, visible);
}

void LineChart::setNotice(const QString& text) {
  if (d_->notice == text) return;
  d_->notice = text;
  update();
}

void LineChart::setMarkers(const std::vector<ChartMarker>& markers) {
  if (d_->markers == markers) return;
  d_->markers = markers;
  update();
}

void LineChart::setSelected(const QString& key, const std::vector<int>& indices,
                            const QString& label) {
  std::erase_if(d_->marked, [&](const Marked& marked) { return marked.key == key; });
  if (!indices.empty()) d_->marked.push_back({key, indices, label});
  update();
}

void LineChart::clearSelected() {
  if (d_->marked.empty()) return;
  d_->marked.clear();
  update();
}

void LineChart::setTimeCursors(const std::vector<double>& x) {
  if (d_->cursors == x) return;
  QRegion strips;
  for (const double value : d_->cursors) strips += d_->cursorStrip(value);
  d_->cursors = x;
  for (const double value : d_->cursors) strips += d_->cursorStrip(value);
  update(strips);
}

void LineChart::setEqualAspect(bool equal) {
  if (d_->equal_aspect == equal) return;
  d_->equal_aspect = equal;
  d_->contentsChanged();
}

// --- Ghosts -------------------------------------------------------------------------------------

void LineChart::pin() {
  std::vector<Curve> pinned;
  for (const Curve& curve : d_->curves) {
    if (!curve.visible || !curve.style.ghosts) continue;
    Curve ghost = curve;
    ghost.ghost = true;
    ghost.style.in_legend = ghost.style.reads = false;
    ghost.style.width = std::min(ghost.style.width, 1.2);
    pinned.push_back(std::move(ghost));
  }
  if (pinned.empty()) return;
  if (d_->pins.size() == kMostPins) d_->pins.erase(d_->pins.begin());
  d_->pins.push_back(std::move(pinned));
  // A place of its own for each ghost, whichever pins are dropped later.
  for (std::size_t i = 0; i < d_->pins.size(); ++i) {
    for (std::size_t j = 0; j < d_->pins[i].size(); ++j) {
      d_->pins[i][j].key = QStringLiteral("ghost/%1/%2").arg(i).arg(j);
    }
  }
  d_->contentsChanged();
}

void LineChart::clearPins() {
  if (d_->pins.empty()) return;
  d_->pins.clear();
  d_->contentsChanged();
}

int LineChart::pinCount() const { return static_cast<int>(d_->pins.size()); }

// --- Ranges and zoom ----------------------------------------------------------------------------

std::vector<const Curve*> LineChart::Private::shownCurves() const {
  std::vector<const Curve*> shown;
  for (const Curve& curve : curves) {
    if (curve.visible) shown.push_back(&curve);
  }
  return shown;
}

std::vector<const Curve*> LineChart::Private::shownGhosts() const {
  std::vector<const Curve*> shown;
  for (const auto& pin : pins) {
    for (const Curve& curve : pin) shown.push_back(&curve);
  }
  return shown;
}

/// The places that the curves which count for the axes span.
AxisRange LineChart::Private::fittedSpan(AxisRange Curve::*span) const {
  AxisRange whole;
  for (const auto& list : {shownGhosts(), shownCurves()}) {
    for (const Curve* curve : list) {
      const AxisRange& own = curve->*span;
      if (!curve->style.fits || !own.set()) continue;
      whole.include(own.lower);
      whole.include(own.upper);
    }
  }
  return whole;
}

/// Sets where the axis goes for these data, at once where nothing is seen to jump. True when it
/// has to be eased there.
bool LineChart::Private::aim(AxisState& axis, const AxisRange& data) const {
  const bool first = !axis.shown.set();
  const AxisRange next = nextRange(axis.spec, data, first ? AxisRange{} : axis.target);
  if (!first && next == axis.target) return false;
  axis.target = next;
  if (axis.user.set()) return false;
  if (!first && q.isVisible() && axis.spec.range == RangePolicy::Steady) return true;
  axis.shown = axis.from = next;
  return false;
}

/// Forgets the zoom and the range that was kept for steadiness.
void LineChart::Private::refit(AxisState& axis, const AxisRange& data) const {
  axis.user = {};
  axis.from = axis.shown;
  axis.target = nextRange(axis.spec, data, {});
}

void LineChart::Private::updateRanges() {
  ranges_dirty = false;
  const bool x_moves = aim(x, fittedSpan(&Curve::span_x));
  const bool y_moves = aim(y, fittedSpan(&Curve::span_y));
  if (!x_moves && !y_moves) return;
  for (AxisState* axis : {&x, &y}) axis->from = axis->shown;
  ease_clock.start();
  ease.start();
}

void LineChart::Private::easeStep() {
  const double linear =
      std::min(1.0, static_cast<double>(ease_clock.elapsed()) / kEaseMilliseconds);
  const double part = 1.0 - std::pow(1.0 - linear, 3.0);
  for (AxisState* axis : {&x, &y}) {
    if (!axis->user.set()) axis->shown = between(axis->from, axis->target, part);
  }
  if (linear >= 1.0) ease.stop();
  series_dirty = true;
  q.update();
}

void LineChart::settle() {
  if (d_->ranges_dirty) d_->updateRanges();
  d_->ease.stop();
  for (AxisState* axis : {&d_->x, &d_->y}) {
    if (!axis->user.set()) axis->shown = axis->target;
  }
  d_->series_dirty = true;
  update();
}

void LineChart::Private::applyAspect() {
  if (!equal_aspect || plot.width() < 1.0 || plot.height() < 1.0) return;
  const double unit = std::max(x.view.span() / plot.width(), y.view.span() / plot.height());
  const auto widen = [unit](AxisRange& range, double pixels) {
    const double extra = 0.5 * (unit * pixels - range.span());
    range.lower -= extra;
    range.upper += extra;
  };
  widen(x.view, plot.width());
  widen(y.view, plot.height());
}

void LineChart::Private::prepare(double ratio) {
  if (legend_dirty) {
    legend_dirty = false;
    series_dirty = true;
    std::vector<LegendEntry> entries;
    for (const Curve& curve : curves) {
      if (!curve.style.in_legend || curve.name.isEmpty()) continue;
      entries.push_back({curve.key, curve.name, curve.style, curve.band, curve.visible});
    }
    legend->show(entries, theme);
  }
  if (ranges_dirty) updateRanges();
  const bool exported = isBeingExported(q);
  if (laid_out != q.size() || prepared_ratio != ratio || prepared_exported != exported)
    series_dirty = true;
  if (!series_dirty) return;
  series_dirty = false;
  prepared_ratio = ratio;
  prepared_exported = exported;
  x.view = x.shown;
  y.view = y.shown;
  layOut();
  applyAspect();
  x.ticks =
      axisTicks(x.spec, x.view,
                static_cast<int>(plot.width() / (low() ? kPixelsPerTickLow : kPixelsPerTickX)));
  y.ticks = axisTicks(y.spec, y.view, static_cast<int>(plot.height() / kPixelsPerTickY));
  const PlotWindow window{x.view, y.view, static_cast<int>(std::ceil(plot.width() * ratio)),
                          static_cast<int>(std::ceil(plot.height() * ratio))};
  ghosts.show(shownGhosts(), window, plot, theme, y.spec);
  layer.show(shownCurves(), window, plot, theme, y.spec);
  picture = QPixmap();
}

void LineChart::Private::setUserRange(AxisState& axis, const AxisRange& range) {
  const double whole = std::max(axis.target.span(), 1e-300);
  if (!(range.span() > kLeastZoom * whole && range.span() < kMostZoom * whole)) return;
  axis.user = axis.shown = range;
  series_dirty = true;
  setReadOut(std::nullopt);
  q.update();
}

void LineChart::Private::zoomAbout(AxisState& axis, double place, double factor) {
  const AxisRange now = axis.view;
  setUserRange(axis, {place - (place - now.lower) / factor, place + (now.upper - place) / factor});
}

void LineChart::zoom(double factor) {
  d_->prepare(devicePixelRatioF());
  for (AxisState* axis : {&d_->x, &d_->y}) {
    d_->zoomAbout(*axis, 0.5 * (axis->view.lower + axis->view.upper), factor);
  }
  Q_EMIT zoomChanged();
}

void LineChart::zoomTo(double x0, double x1, double y0, double y1) {
  AxisRange x;
  AxisRange y;
  for (const double value : {x0, x1}) x.include(axisPlace(d_->x.spec.scale, value));
  for (const double value : {y0, y1}) y.include(axisPlace(d_->y.spec.scale, value));
  if (x.set()) d_->setUserRange(d_->x, x);
  if (y.set()) d_->setUserRange(d_->y, y);
  Q_EMIT zoomChanged();
}

void LineChart::resetZoom() {
  if (d_->ranges_dirty) d_->updateRanges();
  d_->refit(d_->x, d_->fittedSpan(&Curve::span_x));
  d_->refit(d_->y, d_->fittedSpan(&Curve::span_y));
  d_->setReadOut(std::nullopt);
  if (isVisible()) {
    d_->ease_clock.start();
    d_->ease.start();
  } else {
    settle();
  }
  Q_EMIT zoomChanged();
}

bool LineChart::zoomed() const { return d_->x.user.set() || d_->y.user.set(); }

AxisRange LineChart::xRange() const {
  d_->prepare(devicePixelRatioF());
  return d_->x.view;
}

AxisRange LineChart::yRange() const {
  d_->prepare(devicePixelRatioF());
  return d_->y.view;
}

QRectF LineChart::plotArea() const {
  d_->prepare(devicePixelRatioF());
  return d_->plot;
}

QPointF LineChart::toPixel(double x, double y) const {
  d_->prepare(devicePixelRatioF());
  return {d_->pixelX(axisPlace(d_->x.spec.scale, x)), d_->pixelY(axisPlace(d_->y.spec.scale, y))};
}

// --- Out ----------------------------------------------------------------------------------------

std::optional<ChartReadOut> LineChart::readOut() const { return d_->read_out; }

QImage LineChart::figure(QSize size, double device_pixel_ratio) {
  if (!isVisible()) settle();
  return hiddenFigure(*this, size, device_pixel_ratio, d_->theme.surface);
}

data::Table LineChart::table() const {
  data::Table table;
  const std::vector<double>* last_x = nullptr;
  for (const Curve& curve : d_->curves) {
    if (!curve.visible || !curve.style.exports) continue;
    if (last_x == nullptr || *last_x != curve.x) {
      table.add(axisTitle(d_->x.spec).toStdString(), curve.x);
      last_x = &curve.x;
    }
    const std::string name = curve.name.toStdString();
    if (curve.band) table.add(name + ", lower", curve.lower);
    table.add(curve.band ? name + ", upper" : name, curve.y);
  }
  return table;
}

void LineChart::applyTheme(const Theme& theme) {
  d_->theme = theme;
  setFont(theme.font());
  setPalette(theme.palette());
  d_->left_margin = 0;
  d_->legend_dirty = d_->series_dirty = true;
  update();
}

const Theme& LineChart::theme() const { return d_->theme; }
std::size_t LineChart::pointsHanded() const {
  return d_->layer.pointsHanded() + d_->ghosts.pointsHanded();
}
std::size_t LineChart::chartRenders() const { return d_->renders; }

}  // namespace ssmscope::ui
