#include "ui/plot/hidden_figure.hpp"

#include <QApplication>
#include <QLayout>
#include <QPixmap>
#include <QResizeEvent>

namespace ssmscope::ui {

namespace {

/// Layouts of a hidden widget are not activated by themselves, nor are resizes told.
void layOutHidden(QWidget& widget) {
  widget.ensurePolished();
  QResizeEvent resized(widget.size(), widget.size());
  QApplication::sendEvent(&widget, &resized);
  if (QLayout* layout = widget.layout()) {
    layout->invalidate();
    layout->activate();
  }
  for (QObject* child : widget.children()) {
    auto* const inner = qobject_cast<QWidget*>(child);
    if (inner != nullptr && !inner->isWindow() && !inner->isHidden()) layOutHidden(*inner);
  }
}

}  // namespace

QImage hiddenFigure(QWidget& widget, QSize size, double device_pixel_ratio,
                    const QColor& background) {
  const QSize before = widget.size();
  if (size.isValid()) widget.resize(size);
  if (!widget.isVisible()) {
    // Twice: the first pass may show other children, the second gives them their places.
    layOutHidden(widget);
    layOutHidden(widget);
  }
  QImage image(widget.size() * device_pixel_ratio, QImage::Format_ARGB32_Premultiplied);
  image.setDevicePixelRatio(device_pixel_ratio);
  image.fill(background);
  widget.render(&image);
  if (widget.size() != before) widget.resize(before);
  return image;
}

}  // namespace ssmscope::ui
