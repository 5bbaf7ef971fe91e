#include "ui/workbench/icon.hpp"

#include <QFile>
#include <QIconEngine>
#include <QPainter>
#include <QSvgRenderer>
#include <memory>

namespace ssmscope::ui {

namespace {

class TintedEngine : public QIconEngine {
 public:
  TintedEngine(QByteArray svg, QColor colour, QColor disabled)
      : svg_(std::move(svg)), colour_(colour), disabled_(disabled) {}

  void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State) override {
    QByteArray text = svg_;
    text.replace("#000", (mode == QIcon::Disabled ? disabled_ : colour_).name().toLatin1());
    QSvgRenderer renderer(text);
    renderer.setAspectRatioMode(Qt::KeepAspectRatio);
    renderer.render(painter, rect);
  }

  QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override {
    QPixmap result(size);
    result.fill(Qt::transparent);
    QPainter painter(&result);
    paint(&painter, QRect(QPoint(), size), mode, state);
    return result;
  }

  QIconEngine* clone() const override { return new TintedEngine(svg_, colour_, disabled_); }

 private:
  QByteArray svg_;
  QColor colour_, disabled_;
};

}  // namespace

QIcon tintedIcon(const QString& path, const QColor& colour, const QColor& disabled) {
  QFile file(path);
  if (path.isEmpty() || !file.open(QIODevice::ReadOnly)) return {};
  return QIcon(new TintedEngine(file.readAll(), colour, disabled));
}

}  // namespace ssmscope::ui
