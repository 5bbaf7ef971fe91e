#include "ui/plot/heat_map.hpp"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <algorithm>
#include <cmath>

#include "ui/plot/fonts.hpp"
#include "ui/plot/hidden_figure.hpp"

namespace ssmscope::ui {

namespace {

constexpr int kEdge = 6;
constexpr int kTickLength = 4;
constexpr int kGap = 3;
constexpr int kBarWidth = 12;
constexpr int kBarGap = 12;
constexpr int kSmall = 150;  // height below which axis titles are left out

int widestLabel(const std::vector<Tick>& ticks, const QFontMetrics& metrics) {
  int width = 0;
  for (const Tick& tick : ticks) width = std::max(width, metrics.horizontalAdvance(tick.label));
  return width;
}

/// The places from the first cell's outer edge to the last one's.
AxisRange cellsSpan(double first, double step, int count) {
  AxisRange range;
  range.include(first - 0.5 * step);
  range.include(first + (count - 0.5) * step);
  return range;
}

}  // namespace

HeatMap::HeatMap(QWidget* parent) : QWidget(parent) {
  setFocusPolicy(Qt::StrongFocus);
  setMouseTracking(true);
  setAttribute(Qt::WA_OpaquePaintEvent);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
  applyTheme(lightTheme());
}

QSize HeatMap::sizeHint() const { return {420, 280}; }
QSize HeatMap::minimumSizeHint() const { return {140, 100}; }

void HeatMap::setTitle(const QString& title) {
  title_ = title;
  setAccessibleName(title);
  update();
}

void HeatMap::setTitleShown(bool shown) {
  title_shown_ = shown;
  update();
}

void HeatMap::setXAxis(const AxisSpec& spec) {
  x_ = spec;
  update();
}

void HeatMap::setYAxis(const AxisSpec& spec) {
  y_ = spec;
  update();
}

void HeatMap::setValueAxis(const AxisSpec& spec, ColourMap map) {
  if (value_.scale != spec.scale || map != map_) range_ = {};
  value_ = spec;
  map_ = map;
  image_dirty_ = true;
  update();
}

void HeatMap::setValues(int rows, int columns, std::span<const double> values) {
  rows_ = std::max(rows, 0);
  columns_ = std::max(columns, 0);
  values_.assign(values.begin(), values.end());
  values_.resize(static_cast<std::size_t>(rows_) * static_cast<std::size_t>(columns_),
                 std::nan(""));
  image_dirty_ = true;
  if (read_out_ && (read_out_->row >= rows_ || read_out_->column >= columns_)) {
    setReadOut(std::nullopt);
  }
  update();
}

void HeatMap::setPlaces(double x0, double dx, double y0, double dy) {
  x0_ = x0;
  dx_ = dx;
  y0_ = y0;
  dy_ = dy;
  update();
}

void HeatMap::setFirstRowOnTop(bool on_top) {
  first_row_on_top_ = on_top;
  image_dirty_ = true;
  update();
}

void HeatMap::setSelectedRow(std::optional<int> row, const QString& label) {
  selected_row_ = row;
  selected_label_ = label;
  update();
}

void HeatMap::setNotice(const QString& text) {
  notice_ = text;
  update();
}

AxisRange HeatMap::valuePlaces() const {
  AxisRange spanned = spannedPlaces(value_.scale, values_);
  if (map_ == ColourMap::Diverging && spanned.set()) {
    const double most = std::max(std::abs(spanned.lower), std::abs(spanned.upper));
    spanned = {-most, most};
  }
  return spanned;
}

void HeatMap::makeImage() {
  image_dirty_ = false;
  range_ = nextRange(value_, valuePlaces(), range_);
  if (map_ == ColourMap::Diverging) {
    const double most = std::max(std::abs(range_.lower), std::abs(range_.upper));
    range_ = {-most, most};
  }
  image_ = QImage(std::max(columns_, 1), std::max(rows_, 1), QImage::Format_RGB32);
  image_.fill(theme_.grid);
  std::array<QRgb, kColourSteps> table{};
  for (int step = 0; step < kColourSteps; ++step) {
    table[static_cast<std::size_t>(step)] =
        colourRgb(map_, static_cast<double>(step) / (kColourSteps - 1));
  }
  const double scale = (kColourSteps - 1) / std::max(range_.span(), 1e-300);
  for (int row = 0; row < rows_; ++row) {
    const int line = first_row_on_top_ ? row : rows_ - 1 - row;
    auto* pixels = reinterpret_cast<QRgb*>(image_.scanLine(line));
    const double* values = values_.data() + static_cast<std::ptrdiff_t>(row) * columns_;
    for (int column = 0; column < columns_; ++column) {
      const double place = axisPlace(value_.scale, values[column]);
      if (std::isnan(place)) continue;
      const double step = std::clamp((place - range_.lower) * scale, 0.0, kColourSteps - 1.0);
      pixels[column] = table[static_cast<std::size_t>(std::lround(step))];
    }
  }
}

// --- Layout and painting ------------------------------------------------------------------------

void HeatMap::layOut() {
  const QFontMetrics ticks(smallFont(font()));
  const QFontMetrics plain(font());
  const bool small = height() < kSmall;
  const bool head = (title_shown_ && !title_.isEmpty()) || !axisTitle(value_).isEmpty();
  const double title = head ? plain.height() + 6 : 0;
  const double top = kEdge + title;
  const double below = kTickLength + kGap + ticks.height() +
                       (small || axisTitle(x_).isEmpty() ? 0 : plain.height()) + 4;
  const double plot_height = std::max(10.0, height() - top - below);
  const int most = std::max(1, static_cast<int>(plot_height / 38));
  const double left = kEdge + kTickLength + kGap +
                      widestLabel(axisTicks(y_, cellsSpan(y0_, dy_, rows_), most), ticks) +
                      (small || axisTitle(y_).isEmpty() ? 0 : plain.height() + 4);
  const int bar_labels = widestLabel(axisTicks(value_, range_, most), ticks);
  const double right = kBarGap + kBarWidth + kTickLength + kGap + bar_labels + kEdge;
  plot_ = QRectF(QRectF(left, top, std::max(10.0, width() - left - right), plot_height).toRect());
  bar_ = QRectF(plot_.right() + kBarGap, plot_.top(), kBarWidth, plot_.height());
}

double HeatMap::cellX(double column) const {
  return plot_.left() + (column + 0.5) * plot_.width() / std::max(columns_, 1);
}

double HeatMap::cellY(double row) const {
  const double down = first_row_on_top_ ? row : rows_ - 1 - row;
  return plot_.top() + (down + 0.5) * plot_.height() / std::max(rows_, 1);
}

QRectF HeatMap::cellBox(const MatrixCell& cell) const {
  const double width = plot_.width() / std::max(columns_, 1);
  const double height = plot_.height() / std::max(rows_, 1);
  return {cellX(cell.column) - width / 2, cellY(cell.row) - height / 2, width, height};
}

void HeatMap::paintAxes(QPainter& painter) {
  painter.setFont(smallFont(font()));
  const QFontMetricsF metrics(painter.font(), painter.device());
  const int across = std::max(1, static_cast<int>(plot_.width() / 75));
  const int up = std::max(1, static_cast<int>(plot_.height() / 38));
  for (const Tick& tick : axisTicks(x_, cellsSpan(x0_, dx_, columns_), across)) {
    const double at = cellX((tick.place - x0_) / dx_);
    painter.setPen(theme_.axis);
    painter.drawLine(QPointF(at, plot_.bottom()), QPointF(at, plot_.bottom() + kTickLength));
    const double half = metrics.horizontalAdvance(tick.label) / 2;
    painter.setPen(theme_.faint_text);
    painter.drawText(QPointF(at - half, plot_.bottom() + kTickLength + kGap + metrics.ascent()),
                     tick.label);
  }
  for (const Tick& tick : axisTicks(y_, cellsSpan(y0_, dy_, rows_), up)) {
    const double at = cellY((tick.place - y0_) / dy_);
    painter.setPen(theme_.axis);
    painter.drawLine(QPointF(plot_.left() - kTickLength, at), QPointF(plot_.left(), at));
    painter.setPen(theme_.faint_text);
    painter.drawText(
        QPointF(plot_.left() - kTickLength - kGap - metrics.horizontalAdvance(tick.label),
                at + (metrics.ascent() - metrics.descent()) / 2),
        tick.label);
  }
  if (height() < kSmall) return;
  painter.setFont(font());
  painter.setPen(theme_.faint_text);
  const QFontMetrics plain(painter.font(), painter.device());
  painter.drawText(
      QRectF(plot_.left(), height() - plain.height() - 2, plot_.width(), plain.height()),
      Qt::AlignCenter, axisTitle(x_));
  painter.save();
  painter.translate(kEdge - 2, plot_.center().y());
  painter.rotate(-90.0);
  painter.drawText(
      QRectF(-plot_.height() / 2, 0, plot_.height(), plain.height()), Qt::AlignCenter,
      plain.elidedText(axisTitle(y_), Qt::ElideRight, static_cast<int>(plot_.height())));
  painter.restore();
}

void HeatMap::paintBar(QPainter& painter) {
  QImage strip(1, kColourSteps, QImage::Format_RGB32);
  for (int step = 0; step < kColourSteps; ++step) {
    strip.setPixel(0, kColourSteps - 1 - step,
                   colourRgb(map_, static_cast<double>(step) / (kColourSteps - 1)));
  }
  painter.drawImage(bar_, strip);
  painter.setFont(smallFont(font()));
  const QFontMetricsF metrics(painter.font(), painter.device());
  const int most = std::max(1, static_cast<int>(bar_.height() / 38));
  for (const Tick& tick : axisTicks(value_, range_, most)) {
    if (tick.label.isEmpty()) continue;
    const double at = bar_.bottom() - (tick.place - range_.lower) / range_.span() * bar_.height();
    painter.setPen(theme_.axis);
    painter.drawLine(QPointF(bar_.right(), at), QPointF(bar_.right() + kTickLength, at));
    painter.setPen(theme_.faint_text);
    painter.drawText(
        QPointF(bar_.right() + kTickLength + kGap, at + (metrics.ascent() - metrics.descent()) / 2),
        tick.label);
  }
  painter.setPen(theme_.axis);
  painter.setBrush(Qt::NoBrush);
  painter.drawRect(bar_);
  painter.setPen(theme_.faint_text);
  painter.drawText(
      QRectF(plot_.left(), kEdge - 2, width() - plot_.left() - kEdge, plot_.top() - kEdge),
      Qt::AlignRight | Qt::AlignVCenter, axisTitle(value_));
}

void HeatMap::paintOverlay(QPainter& painter) {
  painter.setBrush(Qt::NoBrush);
  if (selected_row_ && *selected_row_ < rows_) {
    const QRectF first = cellBox({*selected_row_, 0});
    QRectF box(plot_.left(), first.top(), plot_.width(), first.height());
    if (box.height() < 4) box.adjust(0, -2, 0, 2);
    painter.setPen(QPen(theme_.accent, 2.0));
    painter.drawRect(box);
    if (!selected_label_.isEmpty()) {
      painter.setFont(smallFont(font()));
      const QFontMetricsF metrics(painter.font(), painter.device());
      const double width = std::min(metrics.horizontalAdvance(selected_label_) + 8, plot_.width());
      QRectF label(plot_.right() - width, box.bottom() + 1, width, metrics.height() + 1);
      if (label.bottom() > plot_.bottom()) label.moveBottom(box.top() - 1);
      painter.fillRect(label, theme_.surface);
      painter.setPen(theme_.accent);
      painter.drawText(label, Qt::AlignCenter,
                       metrics.elidedText(selected_label_, Qt::ElideRight, label.width() - 4));
    }
  }
  const bool exported = isBeingExported(*this);
  if (read_out_ && !exported) {
    const QRectF box = cellBox(*read_out_);
    painter.setPen(QPen(theme_.text, 1.0));
    painter.drawRect(box.width() < 3 ? box.adjusted(-1.5, 0, 1.5, 0) : box);
    painter.setFont(font());
    const QFontMetricsF metrics(painter.font(), painter.device());
    QRectF text = metrics.boundingRect(QRectF(0, 0, 400, 200), Qt::AlignLeft, readOutText());
    text = QRectF(0, 0, text.width() + 14, text.height() + 8);
    text.moveBottomLeft(box.topRight() + QPointF(8, -6));
    if (text.right() > width() - 2) text.moveRight(std::max(text.width() + 2, box.left() - 8));
    if (text.top() < 2) text.moveTop(std::min(box.bottom() + 8, height() - text.height() - 2));
    painter.setPen(theme_.border);
    painter.setBrush(theme_.raised);
    painter.drawRoundedRect(text, 4, 4);
    painter.setPen(theme_.text);
    painter.drawText(text.adjusted(7, 4, -7, -4), Qt::AlignLeft | Qt::AlignVCenter, readOutText());
  }
  if (!notice_.isEmpty()) {
    painter.setFont(font());
    painter.setPen(theme_.faint_text);
    painter.drawText(plot_.adjusted(8, 8, -8, -8), Qt::AlignCenter | Qt::TextWordWrap, notice_);
  }
  if (hasFocus() && !exported) {
    painter.setBrush(Qt::NoBrush);
    painter.setPen(theme_.accent);
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 3, 3);
  }
}

void HeatMap::paintEvent(QPaintEvent* /*event*/) {
  if (image_dirty_) makeImage();
  layOut();
  QPainter painter(this);
  painter.fillRect(rect(), theme_.surface);
  const QFont bold = titleFont(font());
  painter.setFont(bold);
  painter.setPen(theme_.text);
  const QFontMetrics metrics(bold, this);
  const int room = width() - 2 * kEdge;
  painter.drawText(QRectF(kEdge, kEdge - 2, room, metrics.height() + 2),
                   Qt::AlignLeft | Qt::AlignVCenter,
                   title_shown_ ? metrics.elidedText(title_, Qt::ElideRight, room) : QString());
  if (rows_ > 0 && columns_ > 0) {
    // Many cells a pixel are averaged; few stay sharp squares.
    painter.setRenderHint(QPainter::SmoothPixmapTransform,
                          columns_ > plot_.width() || rows_ > plot_.height());
    painter.drawImage(plot_, image_);
  }
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(theme_.axis);
  painter.setBrush(Qt::NoBrush);
  painter.drawRect(plot_.adjusted(-0.5, -0.5, 0.5, 0.5));
  paintAxes(painter);
  paintBar(painter);
  paintOverlay(painter);
}

// --- Pointer and keys ---------------------------------------------------------------------------

QString HeatMap::readOutText() const {
  if (!read_out_) return {};
  const auto line = [](const AxisSpec& spec, double value) {
    const QString text = ui::readOutText(spec, value);
    return spec.title.isEmpty() ? text : QStringLiteral("%1: %2").arg(spec.title, text);
  };
  const std::size_t at =
      static_cast<std::size_t>(read_out_->row) * static_cast<std::size_t>(columns_) +
      static_cast<std::size_t>(read_out_->column);
  return QStringList({line(y_, y0_ + read_out_->row * dy_), line(x_, x0_ + read_out_->column * dx_),
                      line(value_, values_[at])})
      .join(QLatin1Char('\n'));
}

std::optional<MatrixCell> HeatMap::cellAt(const QPointF& at) const {
  if (rows_ == 0 || columns_ == 0 || !plot_.contains(at)) return std::nullopt;
  const int column = static_cast<int>((at.x() - plot_.left()) / plot_.width() * columns_);
  const int line = static_cast<int>((at.y() - plot_.top()) / plot_.height() * rows_);
  const int row = first_row_on_top_ ? line : rows_ - 1 - line;
  return MatrixCell{std::clamp(row, 0, rows_ - 1), std::clamp(column, 0, columns_ - 1)};
}

void HeatMap::setReadOut(std::optional<MatrixCell> cell) {
  if (cell == read_out_) return;
  read_out_ = cell;
  setAccessibleDescription(readOutText());
  update();
  Q_EMIT readOutChanged();
}

void HeatMap::mouseMoveEvent(QMouseEvent* event) { setReadOut(cellAt(event->position())); }

void HeatMap::mouseReleaseEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton) return;
  const auto cell = cellAt(event->position());
  if (cell) Q_EMIT picked(cell->row, cell->column);
}

void HeatMap::leaveEvent(QEvent* event) {
  QWidget::leaveEvent(event);
  setReadOut(std::nullopt);
}

void HeatMap::keyPressEvent(QKeyEvent* event) {
  const int far = event->modifiers().testFlag(Qt::ControlModifier) ? 10 : 1;
  const int down = first_row_on_top_ ? 1 : -1;
  MatrixCell cell = read_out_.value_or(MatrixCell{});
  switch (event->key()) {
    case Qt::Key_Left:
      cell.column -= far;
      break;
    case Qt::Key_Right:
      cell.column += far;
      break;
    case Qt::Key_Up:
      cell.row -= down;
      break;
    case Qt::Key_Down:
      cell.row += down;
      break;
    case Qt::Key_Return:
    case Qt::Key_Enter:
      if (read_out_) Q_EMIT picked(cell.row, cell.column);
      return;
    case Qt::Key_Escape:
      if (read_out_) {
        setReadOut(std::nullopt);
        return;
      }
      [[fallthrough]];
    default:
      QWidget::keyPressEvent(event);
      return;
  }
  if (rows_ == 0 || columns_ == 0) return;
  if (!read_out_) cell = {};
  cell.row = std::clamp(cell.row, 0, rows_ - 1);
  cell.column = std::clamp(cell.column, 0, columns_ - 1);
  setReadOut(cell);
}

void HeatMap::focusInEvent(QFocusEvent* event) {
  QWidget::focusInEvent(event);
  update();
}

void HeatMap::focusOutEvent(QFocusEvent* event) {
  QWidget::focusOutEvent(event);
  update();
}

// --- Out ----------------------------------------------------------------------------------------

QRectF HeatMap::plotArea() const { return plot_; }

QImage HeatMap::figure(QSize size, double device_pixel_ratio) {
  return hiddenFigure(*this, size, device_pixel_ratio, theme_.surface);
}

data::Table HeatMap::table() const {
  data::Table table;
  std::vector<double> x(static_cast<std::size_t>(columns_));
  for (std::size_t column = 0; column < x.size(); ++column) {
    x[column] = x0_ + static_cast<double>(column) * dx_;
  }
  table.add(axisTitle(x_).toStdString(), std::move(x));
  for (int row = 0; row < rows_; ++row) {
    const auto begin = values_.begin() + static_cast<std::ptrdiff_t>(row) * columns_;
    const QString name = QStringLiteral("%1 %2").arg(y_.title, numberText(y0_ + row * dy_));
    table.add(name.toStdString(), std::vector<double>(begin, begin + columns_));
  }
  return table;
}

void HeatMap::applyTheme(const Theme& theme) {
  theme_ = theme;
  setFont(theme.font());
  setPalette(theme.palette());
  image_dirty_ = true;
  update();
}

}  // namespace ssmscope::ui
