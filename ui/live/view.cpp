#include "ui/live/view.hpp"

#include "ui/plot/hidden_figure.hpp"

namespace ssmscope::ui {

QImage View::figure(QSize size, double device_pixel_ratio) {
  return hiddenFigure(*this, size, device_pixel_ratio, palette().color(QPalette::Window));
}

}  // namespace ssmscope::ui
