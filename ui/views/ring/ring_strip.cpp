#include "ui/views/ring/ring_strip.hpp"

#include <QFontMetricsF>
#include <QMouseEvent>
#include <QPainter>
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "ui/plot/decimate.hpp"
#include "ui/plot/hidden_figure.hpp"

namespace ssmscope::ui {

namespace {

constexpr double kGap = 6.0;
constexpr double kInputShare = 0.36;  // of the height of both lanes
constexpr double kReach = 4.0;        // pixels within which a press finds the largest input
constexpr double kRoomForMark = 3.0;  // pixels from a boundary of tokens to the next

QFont smaller(const QFont& font) {
  QFont result = font;
  if (font.pointSizeF() > 0.0) result.setPointSizeF(font.pointSizeF() * 0.9);
  return result;
}

AxisRange rangeOf(std::initializer_list<std::span<const double>> lists, const AxisRange& shown) {
  AxisSpec spec;
  spec.include = 0.0;
  AxisRange data;
  data.include(0.0);
  for (const auto& list : lists) {
    const AxisRange one = spannedPlaces(AxisScale::Linear, list);
    if (!one.set()) continue;
    data.include(one.lower);
    data.include(one.upper);
  }
  if (data.span() == 0.0) data.include(1.0);
  return nextRange(spec, data, shown);
}

/// Where the next letter of UTF-8 begins.
std::size_t afterLetter(const std::string& text, std::size_t at) {
  constexpr unsigned kTopBits = 0xC0, kContinues = 0x80;
  do ++at;
  while (at < text.size() && (static_cast<unsigned char>(text[at]) & kTopBits) == kContinues);
  return at;
}

double valueAt(const std::vector<double>& list, int index) {
  return index >= 0 && index < static_cast<int>(list.size())
             ? list[static_cast<std::size_t>(index)]
             : std::numeric_limits<double>::quiet_NaN();
}

void paintCurve(QPainter& painter, const QRectF& lane, double ratio, const AxisRange& x,
                const AxisRange& y, std::span<const double> values, const QPen& pen) {
  std::vector<double> steps(values.size());
  std::iota(steps.begin(), steps.end(), 0.0);
  const PlotWindow window{x, y, std::max(1, static_cast<int>(lane.width() * ratio)),
                          std::max(1, static_cast<int>(lane.height() * ratio))};
  painter.setPen(pen);
  for (Polyline line : decimatedLines(steps, values, window)) {
    for (QPointF& point : line)
      point = {lane.left() + point.x() * lane.width(), lane.bottom() - point.y() * lane.height()};
    painter.drawPolyline(line.constData(), static_cast<int>(line.size()));
  }
}

}  // namespace

RingStrip::RingStrip(QWidget* parent) : QWidget(parent) {
  setAttribute(Qt::WA_OpaquePaintEvent);
  setCursor(Qt::PointingHandCursor);
  setFocusPolicy(Qt::StrongFocus);
  setToolTip(
      tr("A press moves the clock. A press on the input follows its wave alone: with the "
         "keys left and right go from input to input, Enter takes the present one, Escape "
         "ends it."));
}

void RingStrip::setTokens(std::vector<data::InputToken> tokens, bool letters) {
  tokens_ = std::move(tokens);
  letters_ = letters;
  curves_ = QPixmap();
  update();
}

void RingStrip::setFollowed(std::optional<long> step) {
  followed_ = step;
  update();
}

void RingStrip::setResult(std::shared_ptr<const ring::RingResult> result, double delta,
                          const QString& unit) {
  result_ = std::move(result);
  delta_ = delta;
  unit_ = unit;
  curves_ = QPixmap();
  update();
}

void RingStrip::setTime(double time) {
  time_ = time;
  update();
}

void RingStrip::applyTheme(const Theme& theme) {
  theme_ = theme;
  curves_ = QPixmap();
  update();
}

int RingStrip::rows() const {
  if (!result_) return 0;
  const auto most = static_cast<int>(std::max(result_->input.size(), result_->output.size()));
  return most;
}

double RingStrip::span() const { return std::max(rows() - 1, 1); }

QRectF RingStrip::plotArea() const {
  const QFontMetricsF metrics(smaller(font()));
  const double left = metrics.horizontalAdvance(tr("output y")) + 2.0 * kGap;
  const double right = metrics.horizontalAdvance(QStringLiteral("−0.000×10⁻⁹")) + 2.0 * kGap;
  const double tokens = tokens_.empty() ? 0.0 : metrics.height();
  return QRectF(rect()).adjusted(left, 3.0 + tokens, -right, -metrics.height() - 2.0);
}

QRectF RingStrip::tokenRow() const {
  const QRectF area = plotArea();
  return {area.left(), 1.0, area.width(), area.top() - 2.0};
}

double RingStrip::xOf(double step) const {
  const QRectF area = plotArea();
  return area.left() + (step - result_->first_step) / span() * area.width();
}

QRectF RingStrip::inputLane() const {
  QRectF lane = plotArea();
  lane.setHeight(lane.height() * kInputShare - 0.5 * kGap);
  return lane;
}

QRectF RingStrip::outputLane() const {
  QRectF lane = plotArea();
  lane.setTop(inputLane().bottom() + kGap);
  return lane;
}

void RingStrip::paintEvent(QPaintEvent* /*event*/) {
  QPainter painter(this);
  const double ratio = std::max(painter.deviceTransform().m11(), 0.1);  // an export's may differ
  if (rows() == 0 || plotArea().width() < 8.0) {
    painter.fillRect(rect(), theme_.surface);
    return;
  }
  if (curves_.size() != size() * ratio || curves_.devicePixelRatio() != ratio) {
    curves_ = QPixmap(size() * ratio);
    curves_.setDevicePixelRatio(ratio);
    curves_.fill(theme_.surface);
    QPainter on_pixmap(&curves_);
    on_pixmap.setFont(smaller(font()));
    paintCurves(on_pixmap, ratio);
  }
  painter.drawPixmap(0, 0, curves_);
  painter.setFont(smaller(font()));
  const QRectF area = plotArea();
  const double part = (time_ - result_->first_step) / span();
  if (part >= 0.0 && part <= 1.0) {
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(theme_.accent, 1.4));
    const double x = area.left() + part * area.width();
    painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()));
  }
  if (!tokens_.empty()) paintReading(painter);
  if (followed_) paintFollowed(painter);
  paintNumbers(painter);
  if (!hasFocus() || isBeingExported(*this)) return;
  painter.setPen(QPen(theme_.accent, 1.0));
  painter.setBrush(Qt::NoBrush);
  painter.drawRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5));
}

void RingStrip::paintCurves(QPainter& painter, double ratio) {
  const QFontMetricsF metrics(painter.font());
  const QRectF in = inputLane(), out = outputLane(), area = plotArea();
  input_range_ = rangeOf({result_->input}, input_range_);
  output_range_ = rangeOf({result_->output, result_->target_output}, output_range_);
  const AxisRange steps{0.0, span()};
  painter.setPen(QPen(theme_.grid, 1.0));
  for (const auto& [lane, range] : {std::pair{in, input_range_}, std::pair{out, output_range_}}) {
    const double zero = lane.bottom() + range.lower / range.span() * lane.height();
    painter.drawLine(QPointF(lane.left(), zero), QPointF(lane.right(), zero));
  }
  if (!tokens_.empty()) paintTokens(painter);
  painter.setRenderHint(QPainter::Antialiasing);
  paintCurve(painter, in, ratio, steps, input_range_, result_->input, QPen(theme_.accent, 1.2));
  QPen dashed(theme_.lines[1], 1.4);
  dashed.setDashPattern({4.0, 3.0});
  paintCurve(painter, out, ratio, steps, output_range_, result_->output,
             QPen(theme_.lines[0], 1.6));
  paintCurve(painter, out, ratio, steps, output_range_, result_->target_output, dashed);

  const double name = area.left() - kGap;
  painter.setPen(theme_.accent);
  painter.drawText(QRectF(0.0, in.top(), name, in.height()), Qt::AlignRight | Qt::AlignVCenter,
                   tr("input u"));
  const QRectF upper(0.0, out.center().y() - metrics.height(), name, metrics.height());
  painter.setPen(theme_.lines[0]);
  painter.drawText(upper, Qt::AlignRight | Qt::AlignVCenter, tr("output y"));
  painter.setPen(theme_.lines[1]);
  painter.drawText(upper.translated(0.0, metrics.height()), Qt::AlignRight | Qt::AlignVCenter,
                   tr("target"));

  painter.setPen(theme_.faint_text);
  const QRectF foot(area.left(), area.bottom() + 2.0, area.width(), metrics.height());
  painter.drawText(foot, Qt::AlignLeft, tr("step %1").arg(result_->first_step));
  const int last = result_->first_step + rows() - 1;
  painter.drawText(foot, Qt::AlignRight,
                   tr("%1 (%2)").arg(last).arg(quantityText(last * delta_, unit_, 3)));
}

void RingStrip::paintNumbers(QPainter& painter) const {
  const QFontMetricsF metrics(painter.font());
  const QRectF area = plotArea(), out = outputLane(), in = inputLane();
  const int row = static_cast<int>(std::floor(time_)) - result_->first_step;
  const double left = area.right() + kGap, wide = width() - left;
  const auto say = [&](double y, const QColor& ink, double value) {
    painter.setPen(ink);
    painter.drawText(QRectF(left, y, wide, metrics.height()), Qt::AlignLeft | Qt::AlignVCenter,
                     std::isfinite(value) ? numberText(value, 3) : QStringLiteral("–"));
  };
  say(in.center().y() - 0.5 * metrics.height(), theme_.accent, valueAt(result_->input, row));
  say(out.center().y() - metrics.height(), theme_.lines[0], valueAt(result_->output, row));
  say(out.center().y(), theme_.lines[1], valueAt(result_->target_output, row));
}

/// A line at every boundary of two tokens, while they do not run together.
void RingStrip::paintTokens(QPainter& painter) const {
  const QRectF in = inputLane();
  painter.setPen(QPen(theme_.axis, 1.0, Qt::DotLine));
  double last = -kRoomForMark;
  for (const data::InputToken& token : tokens_) {
    const double x = xOf(static_cast<double>(token.first) - 0.5);
    if (x - last < kRoomForMark || x < in.left()) continue;
    painter.drawLine(QPointF(x, 1.0), QPointF(x, in.bottom()));
    last = x;
  }
}

/// Letters one by one where a step has room for one; else words where there is room, that of the
/// present first.
void RingStrip::paintReading(QPainter& painter) const {
  const QFontMetricsF metrics(painter.font());
  const QRectF row = tokenRow();
  painter.save();
  painter.setClipRect(row.adjusted(-kGap, 0.0, kGap, 0.0));
  if (letters_ && row.width() / span() > metrics.horizontalAdvance(u'm') * 0.9) {
    for (const data::InputToken& token : tokens_) paintLetters(painter, token);
  } else {
    paintWords(painter);
  }
  painter.restore();
}

void RingStrip::paintLetters(QPainter& painter, const data::InputToken& token) const {
  const QFontMetricsF metrics(painter.font());
  const QRectF row = tokenRow();
  for (std::size_t at = 0; at < token.text.size();) {
    const std::size_t next = afterLetter(token.text, at);
    const QString letter = QString::fromStdString(token.text.substr(at, next - at));
    const auto step = static_cast<double>(token.first + at);
    const bool now = time_ >= step && time_ < static_cast<double>(token.first + next);
    painter.setPen(now ? theme_.accent : theme_.text);
    painter.drawText(QPointF(xOf(step) - 0.5 * metrics.horizontalAdvance(letter),
                             row.bottom() - metrics.descent()),
                     letter);
    at = next;
  }
}

void RingStrip::paintWords(QPainter& painter) const {
  const QFontMetricsF metrics(painter.font());
  const QRectF row = tokenRow();
  const auto boxOf = [&](const data::InputToken& token) {
    const double wide = metrics.horizontalAdvance(QString::fromStdString(token.text));
    const double middle =
        xOf(static_cast<double>(token.first) + 0.5 * static_cast<double>(token.count - 1));
    const double least = std::min(row.left(), row.right() - wide);
    return QRectF(std::clamp(middle - 0.5 * wide, least, row.right() - wide), row.top(), wide,
                  row.height());
  };
  const auto present = std::ranges::find_if(tokens_, [this](const data::InputToken& token) {
    const double since = time_ - static_cast<double>(token.first);
    return since >= 0.0 && since < static_cast<double>(token.count);
  });
  const QRectF taken = present == tokens_.end() ? QRectF() : boxOf(*present);
  double ends = row.left() - 1.0;
  for (auto token = tokens_.begin(); token != tokens_.end(); ++token) {
    const QRectF box = boxOf(*token);
    const bool now = token == present;
    if (!now && (box.left() < ends || box.adjusted(-kGap, 0.0, kGap, 0.0).intersects(taken)))
      continue;
    painter.setPen(now ? theme_.accent : theme_.faint_text);
    const QString text = QString::fromStdString(token->text);
    painter.drawText(QPointF(box.left(), row.bottom() - metrics.descent()), text);
    ends = box.right() + kGap;
    if (!now || !letters_) continue;
    // The letter that is being read.
    const std::size_t byte = static_cast<std::size_t>(time_) - token->first;
    std::size_t at = 0;
    while (afterLetter(token->text, at) <= byte) at = afterLetter(token->text, at);
    const auto width = [&](std::size_t bytes) {
      return metrics.horizontalAdvance(QString::fromStdString(token->text.substr(0, bytes)));
    };
    const double line = row.bottom() - 1.0;
    painter.drawLine(QPointF(box.left() + width(at), line),
                     QPointF(box.left() + width(afterLetter(token->text, at)), line));
  }
}

void RingStrip::paintFollowed(QPainter& painter) const {
  const QRectF in = inputLane();
  const double x = xOf(static_cast<double>(*followed_));
  if (x < in.left() || x > in.right()) return;
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(QPen(theme_.lines[2], 2.0));
  painter.drawLine(QPointF(x, in.top()), QPointF(x, in.bottom()));
  const QPointF mark[] = {
      {x, in.bottom()}, {x - 5.0, in.bottom() + 6.0}, {x + 5.0, in.bottom() + 6.0}};
  painter.setPen(Qt::NoPen);
  painter.setBrush(theme_.lines[2]);
  painter.drawPolygon(mark, 3);
}

/// The largest input within reach of a place.
long RingStrip::inputAt(double x) const {
  const QRectF area = plotArea();
  const auto rowAt = [&](double at) {
    const double part = std::clamp((at - area.left()) / area.width(), 0.0, 1.0);
    return static_cast<int>(std::lround(part * span()));
  };
  int best = rowAt(x);
  double largest = std::abs(valueAt(result_->input, best));
  for (int row = rowAt(x - kReach); row <= rowAt(x + kReach); ++row) {
    const double size = std::abs(valueAt(result_->input, row));
    if (!(size > largest)) continue;
    largest = size;
    best = row;
  }
  return result_->first_step + best;
}

void RingStrip::mousePressEvent(QMouseEvent* event) {
  const bool on_input = rows() > 0 && event->position().y() < inputLane().bottom();
  if (on_input && event->button() == Qt::LeftButton) {
    const long step = inputAt(event->position().x());
    Q_EMIT followPicked(step == followed_ ? std::nullopt : std::optional<long>(step));
    return;
  }
  mouseMoveEvent(event);
}

void RingStrip::keyPressEvent(QKeyEvent* event) {
  const int move = (event->key() == Qt::Key_Right) - (event->key() == Qt::Key_Left);
  const bool take = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
  if (rows() > 0 && (move != 0 || take)) {
    const long first = result_->first_step, last = first + rows() - 1;
    const long from = followed_ && !take ? *followed_ + move : static_cast<long>(time_);
    Q_EMIT followPicked(std::clamp(from, first, last));
  } else if (event->key() == Qt::Key_Escape && followed_) {
    Q_EMIT followPicked(std::nullopt);
  } else {
    QWidget::keyPressEvent(event);
  }
}

void RingStrip::mouseMoveEvent(QMouseEvent* event) {
  if (rows() == 0 || !(event->buttons() & Qt::LeftButton)) return;
  if (event->position().y() < inputLane().bottom() && followed_) return;  // the press chose it
  const QRectF area = plotArea();
  const double part = std::clamp((event->position().x() - area.left()) / area.width(), 0.0, 1.0);
  Q_EMIT timePicked(result_->first_step + part * span());
}

}  // namespace ssmscope::ui
