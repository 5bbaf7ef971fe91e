// The ring view over results that the test makes: what is seen moves with the clock, and nothing
// odd breaks it.
#include <QComboBox>
#include <QLabel>
#include <QMouseEvent>
#include <QPainter>
#include <QToolButton>
#include <cmath>
#include <limits>

#include "tests/ui/views/view_fixture.hpp"
#include "ui/views/ring/ring_scene.hpp"
#include "ui/views/ring/ring_view.hpp"

using namespace ssmscope;
using namespace ssmscope::ui;

namespace {

/// A pulse that steps on by one node a step and keeps its height.
ring::RingResult pulse(int nodes, int steps) {
  ring::RingResult result;
  result.nodes = nodes;
  result.steps = steps;
  result.field.assign(static_cast<std::size_t>(nodes) * static_cast<std::size_t>(steps), 0.0);
  for (int t = 0; t < steps; ++t)
    result.field[static_cast<std::size_t>(t) * static_cast<std::size_t>(nodes) +
                 static_cast<std::size_t>(t % nodes)] = Complex(2.0, 0.0);
  result.input.assign(static_cast<std::size_t>(steps), 0.0);
  if (steps > 0) result.input[0] = 1.0;
  result.output.assign(static_cast<std::size_t>(steps), 0.5);
  result.target_output.assign(static_cast<std::size_t>(steps), 0.25);
  result.lap_steps = nodes;
  result.largest_displacement = 2.0;
  for (int m = 0; m < nodes; ++m) result.mode_of_wavenumber.push_back(nodes - 1 - m);
  return result;
}

AnalysisFunctions<ring::RingResult> giving(const ring::RingResult& result) {
  AnalysisFunctions<ring::RingResult> functions = ringFunctions();
  functions.analyse = [result](const Scenario&, compute::Backend&, compute::Progress&,
                               const ring::RingResult*) { return result; };
  return functions;
}

Scenario scenario() {
  Scenario s;
  s.model.pairs = 5;
  s.discretisation.delta = 0.25;
  return s;
}

struct Bench {
  test::ViewFixture fixture;
  RingView view;
  explicit Bench(const ring::RingResult& result)
      : view(fixture.workspace, nullptr, giving(result)) {
    view.applyTheme(lightTheme());
    view.resize(900, 620);
    fixture.clock.setRange(0, 64);
  }
  bool show() {
    view.show();
    return QTest::qWaitForWindowExposed(&view) && test::show_scenario(view, scenario());
  }
  template <class T>
  T* child(const char* name) {
    return view.findChild<T*>(QLatin1String(name));
  }
};

int highestNode(const RingPicture& picture) {
  int best = 0;
  for (std::size_t j = 0; j < picture.frame.nodes.size(); ++j)
    if (picture.frame.nodes[j].real() > picture.frame.nodes[static_cast<std::size_t>(best)].real())
      best = static_cast<int>(j);
  return best;
}

int differences(const QImage& a, const QImage& b) {
  int count = a.size() == b.size() ? 0 : 1 << 30;
  for (int y = 0; y < std::min(a.height(), b.height()); ++y)
    for (int x = 0; x < std::min(a.width(), b.width()); ++x)
      count += a.pixel(x, y) != b.pixel(x, y) ? 1 : 0;
  return count;
}

}  // namespace

class TestRingView : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void the_pulse_moves_with_the_clock() {
    Bench bench(pulse(16, 64));
    QVERIFY(bench.show());
    QImage last;
    for (const int step : {2, 3, 9, 20}) {
      bench.fixture.clock.setTime(step);
      QTRY_COMPARE(bench.view.picture().frame.time, step);
      QCOMPARE(highestNode(bench.view.picture()), step % 16);
      const QImage drawn = bench.view.figure({900, 620}, 1.0);
      QVERIFY(last.isNull() || differences(drawn, last) > 500);
      last = drawn;
    }
  }

  void the_clock_starts_no_analysis_and_frames_are_coalesced() {
    Bench bench(pulse(16, 64));
    QVERIFY(bench.show());
    QTest::qWait(400);
    const QSignalSpy answers(&bench.view, &View::shown);
    const long long before = bench.view.canvas()->rendered();
    for (int i = 0; i < 500; ++i) bench.fixture.clock.setTime(0.1 * i);
    QTest::qWait(400);
    QCOMPARE(answers.count(), 0);
    const long long drawn = bench.view.canvas()->rendered() - before;
    QVERIFY2(drawn >= 1 && drawn <= 5, qPrintable(QString::number(drawn)));
    QCOMPARE(bench.view.picture().frame.time, 49.9);
  }

  void colour_height_past_and_theme_change_the_picture() {
    Bench bench(pulse(16, 64));
    QVERIFY(bench.show());
    bench.fixture.clock.setTime(20.0);
    const auto drawn = [&] { return bench.view.figure({900, 620}, 1.0); };
    const QImage first = drawn();
    for (const auto& [name, choices] :
         {std::pair{"ring.colour", 4}, std::pair{"ring.height", 2}, std::pair{"ring.past", 3}}) {
      auto* const box = bench.child<QComboBox>(name);
      QVERIFY(box != nullptr);
      QVERIFY(box->count() >= choices);
      QVERIFY(!box->accessibleName().isEmpty());
      QImage before = first;
      for (int i = 1; i < choices; ++i) {
        box->setCurrentIndex(i);
        const QImage now = drawn();
        QVERIFY2(differences(now, before) > 300, name);
        before = now;
      }
      box->setCurrentIndex(0);
      QVERIFY(differences(drawn(), first) < 50);
    }
    bench.view.applyTheme(darkTheme());
    QVERIFY(test::count_pixels(drawn(), darkTheme().surface, 4) > 100'000);
  }

  void a_selected_mode_is_marked_here_and_told_elsewhere() {
    Bench bench(pulse(16, 64));
    QVERIFY(bench.show());
    bench.fixture.clock.setTime(5.0);
    const QImage before = bench.view.figure({900, 620}, 1.0);
    bench.fixture.selection.setMode(10);  // wavenumber 5 of this result
    const QImage after = bench.view.figure({900, 620}, 1.0);
    QVERIFY(differences(before, after) > 300);
    QCOMPARE(bench.view.picture().wave.size(), bench.view.picture().frame.curve.size());
    // The wave of wavenumber 5: |x_5|/sqrt(16) = 2/16 everywhere, five turns around the circle.
    for (const Complex z : bench.view.picture().wave)
      QVERIFY(std::abs(std::abs(z) - 0.125) < 1e-12);

    auto* const strip = bench.child<ModeStrip>("ring.modes");
    const QRectF area = strip->plotArea();
    const QPoint third(static_cast<int>(area.left() + 3.5 / 16.0 * area.width()),
                       static_cast<int>(area.center().y()));
    QTest::mouseClick(strip, Qt::LeftButton, {}, third);
    QCOMPARE(bench.fixture.selection.mode(), std::optional<int>(12));
    QTest::keyClick(strip, Qt::Key_Right);
    QCOMPARE(bench.fixture.selection.mode(), std::optional<int>(11));
    QTest::keyClick(strip, Qt::Key_Escape);
    QCOMPARE(bench.fixture.selection.mode(), std::optional<int>());
    bench.fixture.selection.setMode(999);  // of another scenario
    bench.view.figure({900, 620}, 1.0);
    QVERIFY(bench.view.picture().wave.empty());
  }

  void the_name_of_the_wheel_never_touches_the_ring() {
    RingScene scene([](int) { return QString(); });
    scene.setLook(RingLook(lightTheme()));
    scene.edit().frame.row = 0;
    QFont font = lightTheme().font();
    font.setPointSizeF(1.5 * font.pointSizeF());
    QFont small = font;
    small.setPointSizeF(0.9 * font.pointSizeF());
    int free = 0, touched = 0;
    for (int width = 180; width <= 420; width += 20) {
      for (int height = 200; height <= 320; height += 20) {
        QImage image(width, height, QImage::Format_ARGB32_Premultiplied);
        image.fill(Qt::transparent);
        const QFontMetricsF metrics(small, &image);
        const Projection projection({-38.0, 34.0, 1.0, {}}, scene.extent(), image.size());
        QPainter painter(&image);
        painter.setFont(font);
        scene.overlay(painter, projection, lightTheme());
        painter.end();
        constexpr double kMargin = 10.0, kWheel = 44.0, kGap = 3.0;
        const double middle =
            kMargin + metrics.horizontalAdvance(QStringLiteral("±π")) + kGap + kWheel / 2.0;
        const double wide = metrics.horizontalAdvance(QStringLiteral("phase"));
        const QRectF name(middle - wide / 2.0, height - kMargin - kWheel - metrics.height() - 1.0,
                          wide, metrics.height() - 2.0);
        bool drawn = false, meets = false;
        for (int y = int(name.top()); y < int(name.bottom()); ++y)
          for (int x = int(name.left()); x < int(name.right()); ++x)
            drawn = drawn || qAlpha(image.pixel(x, y)) > 0;
        for (double angle = 0.0; angle < 6.283; angle += 0.02)
          meets =
              meets || name.contains(projection.toWidget({std::cos(angle), std::sin(angle), 0.0}));
        QVERIFY2(!(drawn && meets), qPrintable(QStringLiteral("%1×%2").arg(width).arg(height)));
        free += drawn ? 1 : 0;
        touched += meets ? 1 : 0;
      }
    }
    QVERIFY(free > 0);
    QVERIFY(touched > 0);
  }

  void small_waves_are_magnified_on_request() {
    ring::RingResult result = pulse(16, 64);
    for (std::size_t i = std::size_t{16} * 30; i < result.field.size(); ++i) result.field[i] *= 0.1;
    Bench bench(result);
    QVERIFY(bench.show());
    bench.fixture.clock.setTime(60.0);
    bench.view.figure({900, 620}, 1.0);
    QCOMPARE(bench.view.picture().full, 2.0);
    bench.child<QToolButton>("ring.magnify")->setChecked(true);
    bench.view.figure({900, 620}, 1.0);
    bench.view.figure({900, 620}, 1.0);
    QCOMPARE(bench.view.picture().full, 0.25);
    QVERIFY(bench.view.picture().scale.contains(QStringLiteral("×8")));
  }

  void hovering_reads_the_computed_values() {
    Bench bench(pulse(16, 64));
    QVERIFY(bench.show());
    bench.fixture.clock.setTime(7.0);
    bench.view.figure({900, 620}, 1.0);
    VtkCanvas* const canvas = bench.view.canvas();
    QTRY_COMPARE(bench.view.picture().frame.time, 7.0);
    const QImage before = canvas->grab().toImage();
    const Projection view(canvas->camera(), bench.view.extent(), canvas->size());
    const double angle = 2.0 * 3.14159265358979 * 3 / 16;
    const QPointF at = view.toWidget({std::cos(angle), std::sin(angle), 0.0});
    QMouseEvent move(QEvent::MouseMove, at, canvas->mapToGlobal(at), Qt::NoButton, Qt::NoButton,
                     Qt::NoModifier);
    QApplication::sendEvent(canvas, &move);
    QVERIFY2(differences(canvas->grab().toImage(), before) > 500, "a read-out appears");

    auto* const raster = bench.child<PastRaster>("ring.raster");
    const QRectF area = raster->plotArea();
    const double row = area.height() / 64.0;
    const auto cell =
        raster->cellAt({area.left() + 4.5 / 16.0 * area.width(), area.top() + 3.5 * row});
    QVERIFY(cell.has_value());
    QCOMPARE(cell->node, 4);
    QCOMPARE(cell->row, 3);
    const QString text = cellText(4, 3, 0.25, QStringLiteral("s"), Complex(0.0, 2.0));
    QVERIFY2(text.contains("0.75 s") && text.contains("90°") && text.contains("= 2"),
             qPrintable(text));
  }

  void a_press_on_the_strip_moves_the_clock() {
    Bench bench(pulse(16, 64));
    QVERIFY(bench.show());
    auto* const strip = bench.child<RingStrip>("ring.strip");
    QVERIFY(strip->isVisible());
    const QRectF area = strip->plotArea();
    QTest::mouseClick(strip, Qt::LeftButton, {}, area.center().toPoint());
    QVERIFY(std::abs(bench.fixture.clock.time() - 31.5) < 1.0);
  }

  void pins_stay_while_the_ring_moves_on() {
    Bench bench(pulse(16, 64));
    QVERIFY(bench.show());
    bench.fixture.clock.setTime(4.0);
    bench.view.figure({900, 620}, 1.0);
    for (int i = 0; i < 6; ++i) bench.view.pin();
    QCOMPARE(bench.view.picture().ghosts.size(), 4U);
    bench.fixture.clock.setTime(9.0);
    const QImage with = bench.view.figure({900, 620}, 1.0);
    bench.view.clearPins();
    QVERIFY(differences(bench.view.figure({900, 620}, 1.0), with) > 50);
  }

  void notes_are_shown() {
    ring::RingResult result = pulse(16, 40);
    result.notes = {"unstable: Re lambda > 0 for mode 3"};
    Bench bench(result);
    QVERIFY(bench.show());
    auto* const note = bench.child<QLabel>("ring.note");
    QVERIFY(note->isVisible());
    QVERIFY(note->text().contains("unstable", Qt::CaseInsensitive));
    bench.fixture.clock.setTime(60.0);  // beyond the cut
    bench.view.figure({900, 620}, 1.0);
    QCOMPARE(bench.view.picture().frame.row, 39);
    QVERIFY(!bench.view.picture().remark.isEmpty());
  }

  void odd_results_do_no_harm_data() {
    QTest::addColumn<int>("nodes");
    QTest::addColumn<int>("steps");
    QTest::addColumn<bool>("broken");
    QTest::newRow("nothing") << 0 << 0 << false;
    QTest::newRow("no step") << 8 << 0 << false;
    QTest::newRow("one node") << 1 << 20 << false;
    QTest::newRow("two nodes") << 2 << 20 << false;
    QTest::newRow("one step") << 16 << 1 << false;
    QTest::newRow("many nodes") << 1500 << 6 << false;
    QTest::newRow("not finite") << 16 << 20 << true;
  }

  void odd_results_do_no_harm() {
    QFETCH(int, nodes);
    QFETCH(int, steps);
    QFETCH(bool, broken);
    ring::RingResult result = pulse(nodes, steps);
    if (broken) {
      result.field[40] = Complex(std::numeric_limits<double>::quiet_NaN(), 0.0);
      result.field[60] = Complex(std::numeric_limits<double>::infinity(), 1.0);
      result.largest_displacement = std::numeric_limits<double>::infinity();
      result.output[3] = std::numeric_limits<double>::quiet_NaN();
      result.lap_steps = std::numeric_limits<double>::quiet_NaN();
    }
    Bench bench(result);
    QVERIFY(bench.show());
    for (const int past : {0, 1, 2}) {
      bench.child<QComboBox>("ring.past")->setCurrentIndex(past);
      for (const int colour : {0, 1, 2}) {
        bench.child<QComboBox>("ring.colour")->setCurrentIndex(colour);
        bench.child<QToolButton>("ring.magnify")->setChecked(colour == 1);
        bench.fixture.clock.setTime(2.5 + colour);
        bench.fixture.selection.setMode(colour);
        QVERIFY(!bench.view.figure({500, 400}, 1.0).isNull());
      }
    }
    bench.view.pin();
    bench.view.caption();
    bench.view.figure({160, 120}, 1.0);
  }

  void the_figure_is_whole_at_every_size_and_ratio() {
    Bench bench(pulse(16, 64));
    QVERIFY(test::show_scenario(bench.view, scenario()));  // never shown
    for (const QSize size : {QSize(420, 300), QSize(700, 500), QSize(1100, 800)}) {
      const QImage one = bench.view.figure(size, 1.0);
      QCOMPARE(one.size(), size);
      QCOMPARE(bench.view.figure(size, 2.0).size(), size * 2);
      QVERIFY(test::count_pixels(one, lightTheme().accent) > 30);
    }
    QVERIFY(!bench.view.caption().isEmpty());
    QVERIFY(!bench.view.table().columns.empty());
  }

  void without_opengl_the_rest_works() {
    qputenv("SSMSCOPE_NO_OPENGL", "1");
    {
      Bench bench(pulse(16, 64));
      QVERIFY(bench.show());
      QVERIFY(!bench.view.canvas()->available());
      bench.fixture.clock.setTime(20.0);
      QTRY_COMPARE(bench.view.picture().frame.time, 20.0);
      QVERIFY(bench.child<PastRaster>("ring.raster")->isVisible());
      QVERIFY(!bench.view.figure({900, 620}, 2.0).isNull());
    }
    qunsetenv("SSMSCOPE_NO_OPENGL");
  }

  void may_go_while_it_plays_and_computes() {
    for (int i = 0; i < 3; ++i) {
      auto bench = std::make_unique<Bench>(pulse(16, 64));
      QVERIFY(bench->show());
      bench->fixture.clock.play();
      QTest::qWait(40 * i);
      bench->view.recompute();
      bench.reset();
      QApplication::processEvents();
    }
  }

  void the_real_analysis_is_drawn() {
    test::ViewFixture fixture;
    RingView view(fixture.workspace);
    view.applyTheme(lightTheme());
    view.resize(700, 500);
    Scenario s;
    s.discretisation.delta = 2.0 / 32;
    QVERIFY(test::show_scenario(view, s));
    QVERIFY2(view.caption().contains("every 32 steps"), qPrintable(view.caption()));
    fixture.clock.setRange(0, 512);
    fixture.clock.setTime(11.0);
    view.figure({700, 500}, 1.0);
    const auto& nodes = view.picture().frame.nodes;
    const auto top = std::max_element(nodes.begin(), nodes.end(), [](Complex a, Complex b) {
      return std::norm(a) < std::norm(b);
    });
    // ZOH spreads the pulse evenly over nodes 11 and 12.
    const auto node = top - nodes.begin();
    QVERIFY(node == 11 || node == 12);
  }
};

QTEST_MAIN(TestRingView)
#include "test_ring_view.moc"
