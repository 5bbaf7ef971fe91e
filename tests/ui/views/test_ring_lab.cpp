// What one does with the ring view: another kind of ring, one wave alone, a pulse by hand, another
// model beside it, and the figures and numbers beside the ring.
#include <QComboBox>
#include <QMouseEvent>
#include <QSpinBox>
#include <QToolButton>
#include <cmath>

#include "tests/ui/views/view_fixture.hpp"
#include "ui/views/ring/ring_view.hpp"

using namespace ssmscope;
using namespace ssmscope::ui;

namespace {

constexpr int kSteps = 96;

/// One node a step on 16 nodes, and inputs at every step.
Scenario scenario() {
  Scenario s;
  s.model.pairs = 16;
  s.model.C = Seeded{3};
  s.discretisation.delta = 2.0 / 16;
  s.input = NoiseInput{4, 1.0};
  s.resolution.steps = kSteps;
  return s;
}

struct Bench {
  test::ViewFixture fixture;
  RingView view{fixture.workspace};

  Bench() {
    view.applyTheme(lightTheme());
    view.resize(1000, 700);
    fixture.clock.setRange(0, kSteps);
  }
  bool show(const Scenario& s = scenario()) {
    view.show();
    return QTest::qWaitForWindowExposed(&view) && test::show_scenario(view, s);
  }
  template <class T>
  T* child(const char* name) {
    return view.findChild<T*>(QLatin1String(name));
  }
  /// Once what is played, and the study, are those of now.
  bool studied() {
    return QTest::qWaitFor([this] { return view.lab().study() != nullptr; }, 20'000);
  }
  std::span<const Complex> row(int step) {
    const auto& played = *view.lab().played();
    const auto nodes = static_cast<std::size_t>(played.nodes);
    return std::span(played.field).subspan(static_cast<std::size_t>(step) * nodes, nodes);
  }
};

double largest(std::span<const Complex> row) {
  double most = 0.0;
  for (const Complex z : row) most = std::max(most, std::abs(z));
  return most;
}

}  // namespace

class TestRingLab : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void the_real_ring_is_one_choice_away() {
    Bench bench;
    QVERIFY(bench.show());
    QCOMPARE(bench.view.lab().played()->nodes, 16);
    bench.child<QComboBox>("ring.kind")->setCurrentIndex(1);
    QTRY_COMPARE(bench.view.lab().played()->nodes, 31);
    for (const Complex z : bench.row(20)) QCOMPARE(z.imag(), 0.0);
    bench.fixture.selection.setMode(5);
    bench.fixture.clock.setTime(20.0);
    bench.view.figure({1000, 700}, 1.0);
    const auto& wave = bench.view.picture().wave;  // of the mode and its conjugate: real
    QVERIFY(!wave.empty());
    for (const Complex z : wave) QVERIFY(std::abs(z.imag()) < 1e-12);
    bench.child<QComboBox>("ring.kind")->setCurrentIndex(0);
    QTRY_COMPARE(bench.view.lab().played()->nodes, 16);
  }

  void a_press_on_the_input_follows_its_wave() {
    Bench bench;
    QVERIFY(bench.show());
    bench.fixture.clock.setTime(2.0);
    auto* const strip = bench.child<RingStrip>("ring.strip");
    auto* const all = bench.child<QToolButton>("ring.all");
    QVERIFY(!all->isVisible());
    const QRectF area = strip->plotArea();
    QTest::mouseClick(strip, Qt::LeftButton, {},
                      QPointF(area.left() + 0.5 * area.width(), area.top() + 4.0).toPoint());
    QVERIFY(bench.view.lab().followed().has_value());
    const long step = *bench.view.lab().followed();
    QVERIFY(std::abs(static_cast<double>(step) - 0.5 * (kSteps - 1)) <= 3.0);
    QCOMPARE(bench.fixture.clock.time(), static_cast<double>(step));  // it is on the ring now
    QVERIFY(all->isVisible());
    const int at = static_cast<int>(step);
    QTRY_COMPARE(largest(bench.row(at - 1)), 0.0);
    QVERIFY(largest(bench.row(at)) > 0.0);
    // With the keys to the next one, and back to all.
    QTest::keyClick(strip, Qt::Key_Right);
    QCOMPARE(bench.view.lab().followed(), std::optional<long>(step + 1));
    QTRY_COMPARE(largest(bench.row(at)), 0.0);
    QTest::keyClick(strip, Qt::Key_Escape);
    QVERIFY(!bench.view.lab().followed());
    QTRY_VERIFY(largest(bench.row(at)) > 0.0);
    QTest::keyClick(strip, Qt::Key_Return);
    QVERIFY(bench.view.lab().followed().has_value());
    QTest::mouseClick(all, Qt::LeftButton);
    QVERIFY(!bench.view.lab().followed());
  }

  void the_waves_of_a_pruned_copy_stand_alone() {
    Bench bench;
    QVERIFY(bench.show());
    const auto first = bench.row(20);
    const std::vector<Complex> whole(first.begin(), first.end());
    Scenario pruned = *bench.view.shownScenario();
    pruned.decoder.keep = 3;
    bench.view.setScenario(std::make_shared<const Scenario>(pruned));
    QVERIFY(std::ranges::equal(bench.row(20), whole));  // nobody asked for the copy yet
    bench.child<QToolButton>("ring.kept")->setChecked(true);
    QTRY_VERIFY(!std::ranges::equal(bench.row(20), whole));
    bench.fixture.clock.setTime(20.0);
    bench.view.figure({1000, 700}, 1.0);
    int left = 0;
    for (const Complex& x : bench.view.picture().frame.modes) left += std::abs(x) > 1e-12 ? 1 : 0;
    QCOMPARE(left, 3);
    QVERIFY(bench.view.picture().remark.contains(QStringLiteral("3 modes of 16")));
    bench.child<QToolButton>("ring.kept")->setChecked(false);
    QTRY_VERIFY(std::ranges::equal(bench.row(20), whole));
  }

  void a_click_on_a_node_plucks_it_and_a_drag_turns() {
    Bench bench;
    Scenario s = scenario();
    s.input = ImpulseInput{0};
    QVERIFY(bench.show(s));
    bench.child<QComboBox>("ring.past")->setCurrentIndex(2);
    bench.fixture.clock.setTime(40.0);
    bench.view.figure({1000, 700}, 1.0);
    QTRY_COMPARE(bench.view.picture().frame.time, 40.0);
    VtkCanvas* const canvas = bench.view.canvas();
    const Projection view(canvas->camera(), bench.view.extent(), canvas->size());
    const double angle = 2.0 * 3.14159265358979 * 3 / 16;
    const QPointF at = view.toWidget({std::cos(angle), std::sin(angle), 0.0});
    QMouseEvent move(QEvent::MouseMove, at, canvas->mapToGlobal(at), Qt::NoButton, Qt::NoButton,
                     Qt::NoModifier);
    QApplication::sendEvent(canvas, &move);
    QTest::mouseClick(canvas, Qt::LeftButton, {}, at.toPoint());
    QCOMPARE(bench.view.lab().plucks().size(), std::size_t{1});
    const ring::Pluck pluck = bench.view.lab().plucks().front();
    QCOMPARE(pluck.node, 3);
    QCOMPARE(pluck.at, 40L);
    QVERIFY(bench.fixture.clock.playing());
    bench.fixture.clock.pause();
    // Five steps later it is five nodes further.
    QTRY_VERIFY(std::abs(bench.row(45)[8]) > 0.5 * pluck.size);
    auto* const clear = bench.child<QToolButton>("ring.clear");
    QVERIFY(clear->isEnabled());
    bench.child<QToolButton>("ring.more")->setChecked(true);
    QTest::mouseClick(clear, Qt::LeftButton);
    QTRY_VERIFY(std::abs(bench.row(45)[8]) < 0.1 * pluck.size);
    // From the keyboard.
    bench.child<QSpinBox>("ring.node")->setValue(7);
    QTest::keyClick(bench.child<QToolButton>("ring.pluck"), Qt::Key_Space);
    QCOMPARE(bench.view.lab().plucks().size(), std::size_t{1});
    QCOMPARE(bench.view.lab().plucks().front().node, 7);
  }

  void another_model_runs_beside_it() {
    Bench bench;
    QVERIFY(bench.show());
    auto* const second = bench.view.second().canvas();
    QVERIFY(!second->isVisible());
    auto* const compare = bench.child<QComboBox>("ring.compare");
    compare->setCurrentIndex(1);
    QTRY_VERIFY(second->isVisible());
    QTRY_VERIFY(bench.view.second().shownScenario() != nullptr);
    QVERIFY(bench.view.second().shownScenario()->model.init == Init::Inv);
    bench.fixture.clock.setTime(30.0);
    bench.view.figure({1000, 700}, 1.0);
    QCOMPARE(bench.view.second().picture().frame.time, 30.0);
    QVERIFY(bench.view.second().picture().when.contains(QStringLiteral("Inv")));
    QVERIFY(bench.view.picture().when.contains(QStringLiteral("Lin")));
    compare->setCurrentIndex(2);
    QTRY_COMPARE(bench.view.second().shownScenario()->discretisation.delta, 0.25);
    bench.view.pin();
    Scenario moved = scenario();
    moved.discretisation.delta = 0.01;
    QVERIFY(test::show_scenario(bench.view, moved));
    compare->setCurrentIndex(3);
    QTRY_COMPARE(bench.view.second().shownScenario()->discretisation.delta, 0.125);
    // One eye for both.
    bench.view.canvas()->setCamera({10.0, 50.0, 1.0, {}});
    QCOMPARE(second->camera().yaw, 10.0);
    compare->setCurrentIndex(0);
    QVERIFY(!second->isVisible());
  }

  void every_figure_has_its_curves() {
    Bench bench;
    QVERIFY(bench.show());
    QVERIFY(bench.studied());
    auto* const figures = bench.view.findChild<RingFigures*>();
    auto* const beside = bench.child<QComboBox>("ring.past");
    const QStringList first{"frequency", "phase",    "re",       "",        "measured",
                            "measured",  "measured", "measured", "measured"};
    for (int i = 0; i < first.size(); ++i) {
      beside->setCurrentIndex(3 + i);
      QVERIFY(figures->isVisible());
      QVERIFY(!bench.child<PastRaster>("ring.raster")->isVisible());
      if (first[i].isEmpty())
        QVERIFY(figures->map().isVisible());
      else
        QVERIFY2(figures->chart().curveKeys().contains(first[i]), qPrintable(first[i]));
    }
    QVERIFY(!figures->chart().table().columns.empty());
  }

  void the_numbers_stand_under_the_ring() {
    Bench bench;
    Scenario s = scenario();
    s.input = ImpulseInput{0};
    QVERIFY(bench.show(s));
    QVERIFY(bench.view.lab().study() == nullptr);  // not while the hand moves
    QVERIFY(bench.studied());
    QVERIFY(bench.view.lab().study()->network.holds());
    QVERIFY(bench.view.lab().study()->exact.holds());
    bench.fixture.clock.setTime(20.0);
    bench.view.figure({1000, 700}, 1.0);
    auto* const numbers = bench.child<QLabel>("ring.numbers");
    QTRY_VERIFY2(numbers->text().contains(QStringLiteral("network")), qPrintable(numbers->text()));
  }

  void age_is_that_of_the_input() {
    Bench bench;
    Scenario s = scenario();
    s.input = StepInput{0};
    QVERIFY(bench.show(s));
    bench.child<QComboBox>("ring.colour")->setCurrentIndex(3);
    QTRY_VERIFY(bench.view.lab().ages() != nullptr);
    bench.fixture.clock.setTime(40.0);
    bench.view.figure({1000, 700}, 1.0);
    const auto& ages = bench.view.picture().ages;
    QCOMPARE(ages.size(), std::size_t{16});
    // At one node a step the youngest input at node j is j steps old, or j - 1: it is spread over
    // two nodes at first.
    for (std::size_t j = 1; j < 16; ++j)
      QVERIFY(ages[j] == static_cast<int>(j) || ages[j] == static_cast<int>(j) - 1);
  }

  void words_stand_over_the_input() {
    Bench bench;
    Scenario s = scenario();
    QVERIFY(bench.show(s));
    const double plain = bench.child<RingStrip>("ring.strip")->plotArea().top();
    s.input = TextInput{"two w\xc3\xb6rter and a third"};
    QVERIFY(test::show_scenario(bench.view, s));
    QVERIFY(bench.child<RingStrip>("ring.strip")->plotArea().top() > plain);
    for (const double time : {0.0, 5.0, 6.5, 12.0, 90.0}) {
      bench.fixture.clock.setTime(time);
      QVERIFY(!bench.view.figure({1000, 700}, 1.0).isNull());
    }
  }
};

QTEST_MAIN(TestRingLab)
#include "test_ring_lab.moc"
