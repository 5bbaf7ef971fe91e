// The 3-D canvas: pictures, export, how often it draws, what it does without OpenGL.
#include <QApplication>
#include <QTest>
#include <memory>

#include "ui/plot/vtk_canvas.hpp"
#include "ui/views/ring/ring_scene.hpp"

using namespace ssmscope;
using namespace ssmscope::ui;

namespace {

/// Longer than a frame's gate and the wait for a still picture.
constexpr int kQuietMilliseconds = 400;

RingPicture bump() {
  RingPicture picture;
  picture.nodes = 8;
  picture.points_per_node = 8;
  picture.frame.row = 0;
  picture.frame.nodes.assign(8, 0.0);
  picture.frame.nodes[2] = 1.0;
  picture.frame.curve.assign(64, 0.0);
  for (int s = 12; s <= 20; ++s) picture.frame.curve[static_cast<std::size_t>(s)] = 1.0;
  return picture;
}

class CountingScene : public RingScene {
 public:
  explicit CountingScene(bool* gone) : RingScene({}), gone_(gone) {
    setLook(RingLook(lightTheme()));
    edit() = bump();
  }
  ~CountingScene() override { *gone_ = true; }

 private:
  bool* gone_;
};

struct Shown {
  bool gone = false;
  CountingScene* scene = new CountingScene(&gone);
  VtkCanvas canvas{std::unique_ptr<VtkScene>(scene)};
  Shown() {
    canvas.applyTheme(lightTheme());
    canvas.resize(320, 240);
  }
};

int differentPixels(const QImage& image, QRgb background) {
  int count = 0;
  for (int y = 0; y < image.height(); ++y)
    for (int x = 0; x < image.width(); ++x)
      if ((image.pixel(x, y) & RGB_MASK) != (background & RGB_MASK)) ++count;
  return count;
}

}  // namespace

class TestVtkCanvas : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void draws_on_the_screen() {
    Shown shown;
    shown.canvas.show();
    QVERIFY(QTest::qWaitForWindowExposed(&shown.canvas));
    QTRY_VERIFY(shown.canvas.rendered() > 0);
    QVERIFY(shown.canvas.available());
    const QImage picture = shown.canvas.grab().toImage();
    const QRgb paper = lightTheme().surface.rgb();
    QVERIFY2(differentPixels(picture, paper) > 1000, "the ring covers more than that");
    QCOMPARE(picture.pixel(1, 1) & RGB_MASK, paper & RGB_MASK);
  }

  void exports_while_hidden() {
    Shown shown;
    const QImage picture = shown.canvas.image({200, 150}, 1.0);
    QCOMPARE(picture.size(), QSize(200, 150));
    QVERIFY(differentPixels(picture, lightTheme().surface.rgb()) > 500);
    QCOMPARE(shown.canvas.rendered(), 0);
  }

  void exports_at_a_ratio_of_two() {
    Shown shown;
    const QImage one = shown.canvas.image({200, 150}, 1.0);
    const QImage two = shown.canvas.image({200, 150}, 2.0);
    QCOMPARE(two.size(), QSize(400, 300));
    QCOMPARE(two.devicePixelRatio(), 2.0);
    const QRgb paper = lightTheme().surface.rgb();
    // The same picture in four times as many pixels; edges make the difference.
    const double share = static_cast<double>(differentPixels(two, paper)) /
                         static_cast<double>(differentPixels(one, paper));
    QVERIFY2(share > 2.5 && share < 5.0, qPrintable(QString::number(share)));
  }

  void a_widget_painted_into_a_picture_uses_its_ratio() {
    Shown shown;
    QImage picture(640, 480, QImage::Format_RGB32);
    picture.setDevicePixelRatio(2.0);
    shown.canvas.render(&picture);
    // Drawn at 1 and scaled up, pixels would come in equal fours.
    int unequal = 0;
    for (int y = 0; y < picture.height(); y += 2)
      for (int x = 0; x < picture.width(); x += 2)
        unequal += picture.pixel(x, y) != picture.pixel(x + 1, y) ? 1 : 0;
    QVERIFY2(unequal > 200, qPrintable(QString::number(unequal)));
  }

  void many_requests_are_one_picture() {
    Shown shown;
    shown.canvas.show();
    QVERIFY(QTest::qWaitForWindowExposed(&shown.canvas));
    QTRY_VERIFY(shown.canvas.rendered() > 0);
    QTest::qWait(kQuietMilliseconds);
    const long long before = shown.canvas.rendered();
    for (int i = 0; i < 1000; ++i) shown.canvas.requestRender();
    QTest::qWait(kQuietMilliseconds);
    QCOMPARE(shown.canvas.rendered(), before + 1);
  }

  void nothing_is_drawn_while_hidden() {
    Shown shown;
    for (int i = 0; i < 10; ++i) shown.canvas.requestRender();
    QTest::qWait(kQuietMilliseconds);
    QCOMPARE(shown.canvas.rendered(), 0);
  }

  void turns_zooms_and_goes_back() {
    Shown shown;
    shown.canvas.setHome({-40.0, 30.0, 1.0, {}});
    const QImage home = shown.canvas.image({160, 120}, 1.0);
    QTest::keyClick(&shown.canvas, Qt::Key_Left);
    QVERIFY(shown.canvas.camera().yaw > -40.0);
    QTest::keyClick(&shown.canvas, Qt::Key_Plus);
    QVERIFY(shown.canvas.camera().zoom > 1.0);
    QVERIFY(shown.canvas.image({160, 120}, 1.0) != home);
    QTest::keyClick(&shown.canvas, Qt::Key_0);
    QCOMPARE(shown.canvas.camera().yaw, -40.0);
    QCOMPARE(shown.canvas.image({160, 120}, 1.0), home);
  }

  void a_drag_turns_and_a_right_drag_moves() {
    Shown shown;
    shown.canvas.setHome({-40.0, 30.0, 1.0, {}});
    shown.canvas.show();
    QVERIFY(QTest::qWaitForWindowExposed(&shown.canvas));
    const auto drag = [&](Qt::MouseButton button) {
      QTest::mousePress(&shown.canvas, button, {}, QPoint(100, 100));
      QMouseEvent move(QEvent::MouseMove, QPointF(150, 120), QPointF(150, 120), Qt::NoButton,
                       button, Qt::NoModifier);
      QApplication::sendEvent(&shown.canvas, &move);
      QTest::mouseRelease(&shown.canvas, button, {}, QPoint(150, 120));
    };
    drag(Qt::LeftButton);
    QVERIFY(shown.canvas.camera().yaw < -40.0);
    QVERIFY(shown.canvas.camera().pitch > 30.0);
    QCOMPARE(shown.canvas.camera().pan, QPointF());
    drag(Qt::RightButton);
    QVERIFY(shown.canvas.camera().pan.x() > 0.0);
    QTest::mouseDClick(&shown.canvas, Qt::LeftButton);
    QCOMPARE(shown.canvas.camera().pan, QPointF());
  }

  void the_fitted_scene_is_inside_the_picture() {
    for (const QSizeF size : {QSizeF(700, 300), QSizeF(200, 600), QSizeF(90, 60)}) {
      for (const double pitch : {-80.0, 0.0, 34.0, 90.0}) {
        const SceneExtent extent{1.0, -1.5, 0.5, 10.0};
        const Projection view({25.0, pitch, 1.0, {}}, extent, size);
        for (int i = 0; i < 48; ++i) {
          const double angle = 0.1309 * i;
          for (const double z : {extent.bottom, extent.top}) {
            const QPointF at = view.toWidget({std::cos(angle), std::sin(angle), z});
            QVERIFY(QRectF(QPointF(), size).adjusted(-1.0, -1.0, 1.0, 1.0).contains(at));
          }
        }
      }
    }
  }

  void labels_lie_where_vtk_draws() {
    // The highest node's place by our projection must be on pixels that VTK coloured.
    Shown shown;
    shown.canvas.setHome({-40.0, 30.0, 1.3, {0.1, -0.05}});
    shown.scene->edit().frame.curve.assign(64, 0.0);
    shown.scene->edit().frame.nodes.assign(8, 0.0);
    const QImage picture = shown.canvas.image({320, 240}, 1.0);
    const Projection view(shown.canvas.camera(), shown.scene->extent(), {320, 240});
    const QRgb paper = lightTheme().surface.rgb() & RGB_MASK;
    for (int j = 0; j < 8; ++j) {
      const double angle = 0.25 * 3.14159265358979 * j;
      const QPoint at = view.toWidget({std::cos(angle), std::sin(angle), 0.0}).toPoint();
      if (!picture.rect().contains(at)) continue;
      QVERIFY2((picture.pixel(at) & RGB_MASK) != paper, qPrintable(QString::number(j)));
    }
  }

  void without_opengl_there_is_a_notice() {
    qputenv("SSMSCOPE_NO_OPENGL", "1");
    Shown shown;
    shown.canvas.show();
    QVERIFY(QTest::qWaitForWindowExposed(&shown.canvas));
    QVERIFY(!shown.canvas.available());
    const QImage picture = shown.canvas.image({320, 240}, 2.0);
    qunsetenv("SSMSCOPE_NO_OPENGL");
    QVERIFY2(differentPixels(picture, lightTheme().surface.rgb()) > 500, "the notice is text");
    QTest::keyClick(&shown.canvas, Qt::Key_Left);
    QTest::mouseMove(&shown.canvas, {20, 20});
    QTest::qWait(50);
  }

  void may_go_at_any_time() {
    for (int i = 0; i < 3; ++i) {
      auto shown = std::make_unique<Shown>();
      shown->canvas.show();
      QVERIFY(QTest::qWaitForWindowExposed(&shown->canvas));
      shown->canvas.requestRender();
      if (i == 1) QTest::qWait(50);
      bool* const gone = &shown->gone;
      shown->canvas.requestRender();
      QVERIFY(!*gone);
      shown.reset();
      QApplication::processEvents();
    }
  }

  void several_live_side_by_side() {
    Shown one, two;
    two.scene->edit().frame.curve.assign(64, 0.0);
    const QImage first = one.canvas.image({160, 120}, 1.0);
    const QImage second = two.canvas.image({160, 120}, 1.0);
    QVERIFY(first != second);
    QCOMPARE(one.canvas.image({160, 120}, 1.0), first);
  }
};

QTEST_MAIN(TestVtkCanvas)
#include "test_vtk_canvas.moc"
