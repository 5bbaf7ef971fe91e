#include "ui/plot/hidden_figure.hpp"

#include <QApplication>
#include <QLayout>
#include <QPixmap>
#include <QResizeEvent>
#include <QVariant>
#include <vector>

namespace ssmscope::ui {

namespace {

constexpr int kLayoutPasses = 3;
constexpr const char* kExported = "ssmscopeExported";

/// No button is drawn as under the pointer while this lives.
class WithoutPointer {
 public:
  explicit WithoutPointer(QWidget& root) : root_(root) {
    root_.setProperty(kExported, true);
    take(root_);
    for (QWidget* inner : root_.findChildren<QWidget*>()) take(*inner);
  }
  ~WithoutPointer() {
    for (QWidget* widget : under_pointer_) widget->setAttribute(Qt::WA_UnderMouse);
    root_.setProperty(kExported, QVariant());
  }
  WithoutPointer(const WithoutPointer&) = delete;
  WithoutPointer& operator=(const WithoutPointer&) = delete;

 private:
  void take(QWidget& widget) {
    if (!widget.testAttribute(Qt::WA_UnderMouse)) return;
    widget.setAttribute(Qt::WA_UnderMouse, false);
    under_pointer_.push_back(&widget);
  }
  QWidget& root_;
  std::vector<QWidget*> under_pointer_;
};

/// The layout around the widget does not give it its old place back while this lives.
class OutsideItsLayout {
 public:
  explicit OutsideItsLayout(const QWidget& widget)
      : layout_(widget.parentWidget() ? widget.parentWidget()->layout() : nullptr) {
    if (layout_ != nullptr) layout_->setEnabled(false);
  }
  ~OutsideItsLayout() {
    if (layout_ != nullptr) layout_->setEnabled(true);
  }
  OutsideItsLayout(const OutsideItsLayout&) = delete;
  OutsideItsLayout& operator=(const OutsideItsLayout&) = delete;

 private:
  QLayout* layout_;
};

/// Layouts of a hidden widget are not activated by themselves, nor are resizes told; those of a
/// shown one wait for the event loop when a child rearranges itself.
void layOutNow(QWidget& widget) {
  widget.ensurePolished();
  QResizeEvent resized(widget.size(), widget.size());
  QApplication::sendEvent(&widget, &resized);
  if (QLayout* layout = widget.layout()) {
    layout->invalidate();
    layout->activate();
  }
  for (QObject* child : widget.children()) {
    auto* const inner = qobject_cast<QWidget*>(child);
    if (inner != nullptr && !inner->isWindow() && !inner->isHidden()) layOutNow(*inner);
  }
}

}  // namespace

QImage hiddenFigure(QWidget& widget, QSize size, double device_pixel_ratio,
                    const QColor& background) {
  const QSize before = widget.size();
  const QSize wanted = size.isValid() ? size : before;
  const OutsideItsLayout alone(widget);
  // A shown widget of this size too: its controls may just have been hidden. More than once: the
  // first pass may show or hide children, and with them change the least size; the next gives them
  // their places.
  for (int pass = 0; pass < kLayoutPasses; ++pass) {
    widget.resize(wanted);
    layOutNow(widget);
  }
  QImage image(widget.size() * device_pixel_ratio, QImage::Format_ARGB32_Premultiplied);
  image.setDevicePixelRatio(device_pixel_ratio);
  image.fill(background);
  {
    const WithoutPointer without(widget);
    widget.render(&image);
  }
  if (widget.size() != before) {
    widget.resize(before);
    layOutNow(widget);
  }
  return image;
}

bool isBeingExported(const QWidget& widget) {
  for (const QWidget* at = &widget; at != nullptr; at = at->parentWidget()) {
    if (at->property(kExported).toBool()) return true;
  }
  return false;
}

}  // namespace ssmscope::ui
