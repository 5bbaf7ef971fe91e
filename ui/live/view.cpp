#include "ui/live/view.hpp"

namespace ssmscope::ui {

QImage View::figure(QSize size, double device_pixel_ratio) {
  const QSize before = this->size();
  const bool resized = size.isValid() && size != before;
  if (resized) resize(size);
  ensurePolished();
  QImage image(this->size() * device_pixel_ratio, QImage::Format_ARGB32_Premultiplied);
  image.setDevicePixelRatio(device_pixel_ratio);
  image.fill(palette().color(QPalette::Window));
  render(&image);
  if (resized) resize(before);
  return image;
}

}  // namespace ssmscope::ui
