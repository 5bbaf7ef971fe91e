// Poles taken by the hand: the mouse and the keys on both maps, one step of undo a gesture, every
// view follows, and undo restores exactly.
#include <QMenu>
#include <QTest>
#include <QUndoStack>
#include <cmath>

#include "core/spectrum/pole_edit.hpp"
#include "tests/ui/workbench/window_fixture.hpp"
#include "ui/live/selection.hpp"
#include "ui/plot/figure_deck.hpp"
#include "ui/views/all_views.hpp"
#include "ui/views/frequency/frequency_view.hpp"
#include "ui/workbench/view_area.hpp"

using namespace ssmscope;
using namespace ssmscope::ui;

namespace {

// A place read off a chart is known to a pixel: of some hundred across a plane of about 2.
constexpr double kPixel = 0.02;

Scenario threeModes() {
  Scenario s;
  s.model.init = Init::Explicit;
  s.model.lambda = {Complex(-4.0, 30.0), Complex(-6.0, 90.0), Complex(-5.0, 170.0)};
  s.model.pairs = 3;
  s.model.C = ComplexList{1.0, Complex(0.5, 0.5), 1.0};
  s.target.length = 64;
  s.fit.pairs = 3;
  s.resolution = {128, 64, 0, 64, 48};
  return s;
}

struct Fixture : WindowFixture {
  explicit Fixture(const Scenario& scenario = threeModes()) {
    open(allViews(), scenario);
    window->resize(1600, 1000);
    area().maximise(QStringLiteral("frequency"));
    if (!settles()) qFatal("the views did not settle");
  }
  ViewArea& area() { return *window->findChild<ViewArea*>(); }
  PoleMap& map(const char* figure) {
    auto* const found =
        window->findChild<PoleMap*>(QStringLiteral("frequency.") + QLatin1String(figure));
    if (found == nullptr) qFatal("no map %s", figure);
    window->findChild<FigureDeck*>(QStringLiteral("frequency.deck"))
        ->setCurrentFigure(QLatin1String(figure));
    found->settle();
    return *found;
  }
  Document& document() { return window->document(); }
  const Scenario& scenario() { return document().scenario(); }
  Complex abar(int mode) {
    return std::exp(scenario().discretisation.delta *
                    scenario().model.lambda[static_cast<std::size_t>(mode)]);
  }
};

QPoint pixel(PoleMap& map, Complex at) { return map.toPixel(at.real(), at.imag()).toPoint(); }

void drag(PoleMap& map, Complex from, Complex to, int steps = 6) {
  const QPoint start = pixel(map, from);
  const QPoint end = pixel(map, to);
  QTest::mousePress(&map, Qt::LeftButton, {}, start);
  for (int i = 1; i <= steps; ++i) QTest::mouseMove(&map, start + (end - start) * i / steps);
  QTest::mouseRelease(&map, Qt::LeftButton, {}, end);
}

}  // namespace

class TestFrequencyEditing : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void aPoleIsDraggedInTheZPlane() {
    Fixture fixture;
    PoleMap& map = fixture.map("poles");
    const Scenario before = fixture.scenario();
    const Complex to(0.3, 0.5);
    drag(map, fixture.abar(1), to);
    QVERIFY(std::abs(fixture.abar(1) - to) < kPixel);
    QCOMPARE(fixture.scenario().model.lambda[0], before.model.lambda[0]);
    QCOMPARE(fixture.scenario().model.lambda[2], before.model.lambda[2]);
    QCOMPARE(fixture.scenario().model.C, before.model.C);
    QCOMPARE(fixture.window->selection().mode(), std::optional<int>(1));
    // One step of undo, which says what it was, and goes back exactly.
    QCOMPARE(fixture.document().undoStack().count(), 1);
    QVERIFY(fixture.document().undoStack().undoText().contains("mode 1"));
    fixture.document().undoStack().undo();
    QCOMPARE(fixture.scenario(), before);
    fixture.document().undoStack().redo();
    QVERIFY(std::abs(fixture.abar(1) - to) < kPixel);
  }

  void everyViewFollows() {
    Fixture fixture;
    PoleMap& map = fixture.map("poles");
    drag(map, fixture.abar(0), Complex(0.2, 0.4));
    fixture.area().maximise({});
    QVERIFY(fixture.settles());
    const auto shared = fixture.document().shared();
    for (View* view : fixture.window->views())
      QVERIFY2(view->shownScenario() && view->shownScenario()->model == shared->model,
               qPrintable(view->objectName()));
  }

  void theConjugateMovesItsMode() {
    Fixture fixture;
    PoleMap& map = fixture.map("poles");
    drag(map, std::conj(fixture.abar(1)), Complex(0.4, -0.6));
    QVERIFY(std::abs(fixture.abar(1) - Complex(0.4, 0.6)) < kPixel);
  }

  void aPoleIsDraggedInTheSPlane() {
    Fixture fixture;
    PoleMap& map = fixture.map("splane");
    const AxisRange across = map.xRange();
    const AxisRange up = map.yRange();
    const Complex to(0.5 * (across.lower + across.upper), 0.5 * (up.lower + up.upper));
    drag(map, fixture.scenario().model.lambda[2], to);
    const Complex now = fixture.scenario().model.lambda[2];
    QVERIFY(std::abs(now.real() - to.real()) < kPixel * across.span());
    QVERIFY(std::abs(now.imag() - to.imag()) < kPixel * up.span());
    QCOMPARE(fixture.document().undoStack().count(), 1);
  }

  void aFittedCStaysFitted() {
    Scenario scenario = threeModes();
    scenario.model.init = Init::Lin;
    scenario.model.lambda.clear();
    scenario.model.C = FitToTarget{};
    Fixture fixture(scenario);
    PoleMap& map = fixture.map("poles");
    const ComplexList poles = spectrum::poles(scenario.model);
    drag(map, std::exp(0.01 * poles[2]), Complex(0.1, 0.5));
    QCOMPARE(fixture.scenario().model.init, Init::Explicit);
    QVERIFY(std::holds_alternative<FitToTarget>(fixture.scenario().model.C));
    QCOMPARE(fixture.scenario().model.lambda[0], poles[0]);
    fixture.document().undoStack().undo();
    QCOMPARE(fixture.scenario(), scenario);
  }

  void aPressThatDoesNotMoveOnlySelects() {
    Fixture fixture;
    PoleMap& map = fixture.map("poles");
    const Scenario before = fixture.scenario();
    QTest::mouseClick(&map, Qt::LeftButton, {}, pixel(map, fixture.abar(2)));
    QCOMPARE(fixture.window->selection().mode(), std::optional<int>(2));
    QCOMPARE(fixture.scenario(), before);
    QCOMPARE(fixture.document().undoStack().count(), 0);
    // Beside the poles the plane is moved, as in every chart.
    drag(map, Complex(-0.3, -0.1), Complex(-0.5, -0.2));
    QVERIFY(map.zoomed());
    QCOMPARE(fixture.scenario(), before);
  }

  void keysMoveTheSelectedPole() {
    Fixture fixture;
    PoleMap& map = fixture.map("poles");
    map.setFocus();
    QTest::keyClick(&map, Qt::Key_PageDown);
    QCOMPARE(fixture.window->selection().mode(), std::optional<int>(0));
    const Complex before = fixture.abar(0);
    const double step = 0.01 * map.xRange().span();
    for (int i = 0; i < 5; ++i) QTest::keyClick(&map, Qt::Key_Left);
    QVERIFY(std::abs(fixture.abar(0) - (before - 5.0 * step)) < 1e-9);
    QTest::keyClick(&map, Qt::Key_Right, Qt::ShiftModifier);
    QVERIFY(std::abs(fixture.abar(0) - (before - 4.9 * step)) < 1e-9);
    QCOMPARE(fixture.document().undoStack().count(), 1);  // one gesture, until the hand rests
    QTest::keyClick(&map, Qt::Key_Escape);
    QCOMPARE(fixture.window->selection().mode(), std::optional<int>());
    const Complex rests = fixture.abar(0);
    QTest::keyClick(&map, Qt::Key_Left);  // reads samples again
    QCOMPARE(fixture.abar(0), rests);
  }

  void modesAreAddedAndTakenAway() {
    Fixture fixture;
    PoleMap& map = fixture.map("poles");
    const Scenario before = fixture.scenario();
    QTest::mouseDClick(&map, Qt::LeftButton, {}, pixel(map, Complex(-0.2, 0.6)));
    QCOMPARE(fixture.scenario().model.pairs, 4);
    QVERIFY(std::abs(fixture.abar(3) - Complex(-0.2, 0.6)) < kPixel);
    QVERIFY(fixture.settles());
    fixture.window->selection().setMode(1);
    map.setFocus();
    QTest::keyClick(&map, Qt::Key_Delete);
    QCOMPARE(fixture.scenario().model.pairs, 3);
    QCOMPARE(fixture.scenario().model.lambda[1], before.model.lambda[2]);
    QCOMPARE(fixture.document().undoStack().count(), 2);
    fixture.document().undoStack().undo();
    fixture.document().undoStack().undo();
    QCOMPARE(fixture.scenario(), before);
    QVERIFY(fixture.settles());
    QTest::keyClick(&map, Qt::Key_Insert);
    QCOMPARE(fixture.scenario().model.pairs, 4);
  }

  void theMenuAddsAndTakesAway() {
    Fixture fixture;
    PoleMap& map = fixture.map("poles");
    const QPoint at = pixel(map, fixture.abar(0));
    QContextMenuEvent asked(QContextMenuEvent::Mouse, at, map.mapToGlobal(at));
    QApplication::sendEvent(&map, &asked);
    auto* const menu = map.findChild<QMenu*>();
    QVERIFY(menu != nullptr);
    QAction* const remove = menu->actions().at(1);
    QVERIFY(remove->text().contains("0") && remove->isEnabled());
    remove->trigger();
    QCOMPARE(fixture.scenario().model.pairs, 2);
    menu->close();
  }

  void theLastModeStays() {
    Scenario scenario = threeModes();
    scenario.model.lambda.resize(1);
    scenario.model.pairs = 1;
    scenario.model.C = ComplexList{1.0};
    Fixture fixture(scenario);
    PoleMap& map = fixture.map("poles");
    fixture.window->selection().setMode(0);
    map.setFocus();
    QTest::keyClick(&map, Qt::Key_Delete);
    QCOMPARE(fixture.scenario(), scenario);
    QVERIFY(fixture.window->message().contains("at least one"));
  }

  void aPoleLedOutsideTheCircleIsUnstable() {
    Fixture fixture;
    PoleMap& map = fixture.map("poles");
    map.zoomTo(-2.0, 2.0, -2.0, 2.0);
    drag(map, fixture.abar(0), Complex(1.2, 0.6));
    QVERIFY(std::abs(fixture.abar(0)) > 1.2);
    QVERIFY(fixture.settles());
    QVERIFY(fixture.window->findChild<HealthList*>()->toPlainText().contains("Unstable: mode 0"));
  }

  void aPoleLedPastNyquistGoesOn() {
    Fixture fixture;
    PoleMap& map = fixture.map("poles");
    const double radius = std::abs(fixture.abar(2));
    const double from = std::arg(fixture.abar(2));
    const QPoint start = pixel(map, fixture.abar(2));
    QTest::mousePress(&map, Qt::LeftButton, {}, start);
    for (int i = 1; i <= 40; ++i)
      QTest::mouseMove(&map, pixel(map, std::polar(radius, from + 0.06 * i)));
    QTest::mouseRelease(&map, Qt::LeftButton, {}, pixel(map, std::polar(radius, from + 2.4)));
    // Im lambda delta is beyond pi: it aliases, and appears on the lower side.
    QVERIFY(fixture.scenario().model.lambda[2].imag() * 0.01 > 3.5);
    QVERIFY(fixture.abar(2).imag() < 0.0);
  }
};

QTEST_MAIN(TestFrequencyEditing)
#include "test_frequency_editing.moc"
