// Qt's offscreen platform has no OpenGL that works (it crashes): the canvas must say so, not try.
#include <QApplication>
#include <QTest>
#include <memory>

#include "ui/plot/vtk_canvas.hpp"
#include "ui/views/ring/ring_scene.hpp"

using namespace ssmscope::ui;

class TestVtkOffscreen : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void shows_the_notice() {
    QCOMPARE(QGuiApplication::platformName(), QStringLiteral("offscreen"));
    VtkCanvas canvas(std::make_unique<RingScene>(nullptr));
    canvas.applyTheme(lightTheme());
    canvas.resize(300, 200);
    canvas.show();
    QTest::qWait(50);
    QVERIFY(!canvas.available());
    const QImage picture = canvas.image({300, 200}, 1.0);
    QVERIFY(picture.size() == QSize(300, 200));
    QCOMPARE(picture.pixelColor(1, 1), lightTheme().surface);
  }
};

int main(int argc, char** argv) {
  qputenv("QT_QPA_PLATFORM", "offscreen");
  QApplication application(argc, argv);
  TestVtkOffscreen test;
  return QTest::qExec(&test, argc, argv);
}
#include "test_vtk_offscreen.moc"
