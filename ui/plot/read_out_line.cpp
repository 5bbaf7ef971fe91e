#include "ui/plot/read_out_line.hpp"

#include <QEvent>
#include <QResizeEvent>
#include <algorithm>

namespace ssmscope::ui {

namespace {
QString between() { return QStringLiteral("  ·  "); }
}  // namespace

QStringList rowsOfParts(const QStringList& parts, const QFontMetrics& metrics, int width,
                        int rows) {
  QStringList lines;
  for (const QString& part : parts) {
    const QString longer = lines.isEmpty() ? part : lines.last() + between() + part;
    if (!lines.isEmpty() && metrics.horizontalAdvance(longer) <= width) {
      lines.last() = longer;
    } else if (metrics.horizontalAdvance(part) <= width && lines.size() < rows) {
      lines << part;
    } else {
      break;  // a later part would be read as belonging to the last one shown
    }
  }
  return lines;
}

ReadOutLine::ReadOutLine(QWidget* parent) : QLabel(parent) {
  setTextFormat(Qt::PlainText);
  setTextInteractionFlags(Qt::TextSelectableByMouse);
  setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
}

void ReadOutLine::setParts(const QStringList& parts) {
  if (parts == parts_) return;
  parts_ = parts;
  const QString whole = parts.join(between());
  setToolTip(whole);
  setAccessibleDescription(whole);
  fit();
}

void ReadOutLine::setMostRows(int rows) {
  if (rows == most_rows_) return;
  most_rows_ = rows;
  rows_ = 1;
  fit();
}

void ReadOutLine::fit() {
  const QStringList lines = rowsOfParts(parts_, fontMetrics(), width(), most_rows_);
  const int rows = std::max(rows_, static_cast<int>(lines.size()));
  setText(lines.join(QLatin1Char('\n')));
  if (rows != rows_) {
    rows_ = rows;
    updateGeometry();
  }
  setFixedHeight(rows_ * fontMetrics().lineSpacing());
}

QSize ReadOutLine::minimumSizeHint() const { return {40, rows_ * fontMetrics().lineSpacing()}; }

void ReadOutLine::resizeEvent(QResizeEvent* event) {
  QLabel::resizeEvent(event);
  // Not by the event's sizes: a hidden widget is told late, and then of no change.
  if (width() == fitted_width_) return;
  fitted_width_ = width();
  rows_ = 1;
  fit();
}

void ReadOutLine::changeEvent(QEvent* event) {
  QLabel::changeEvent(event);
  if (event->type() != QEvent::FontChange) return;
  rows_ = 1;
  fit();
}

}  // namespace ssmscope::ui
