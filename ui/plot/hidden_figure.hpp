// A widget as a picture, whether it is shown or not.
#pragma once

#include <QColor>
#include <QImage>
#include <QSize>
#include <QWidget>

namespace ssmscope::ui {

/// `widget` drawn at `size` device-independent pixels (invalid: its own) over `background`. It
/// is laid out first, as often as its children rearrange themselves on a resize.
QImage hiddenFigure(QWidget& widget, QSize size, double device_pixel_ratio,
                    const QColor& background);

/// While hiddenFigure() draws: what depends on the mouse or the keyboard (read-outs, frames of
/// focus) is left out of the picture.
bool isBeingExported(const QWidget& widget);

}  // namespace ssmscope::ui
