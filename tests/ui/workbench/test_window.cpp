// The window driven by mouse and keyboard, over views of the tests' own.
#include <QComboBox>
#include <QDockWidget>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QTest>
#include <random>

#include "core/scenario/check.hpp"
#include "core/scenario/parameters.hpp"
#include "tests/ui/workbench/window_fixture.hpp"
#include "ui/workbench/input_strip.hpp"
#include "ui/workbench/scale_slider.hpp"

namespace ssmscope::ui {

namespace {

std::vector<ViewInfo> fiveDummies(const std::shared_ptr<DummyGate>& gate) {
  std::vector<ViewInfo> views;
  for (const char* id : {"one", "two", "three", "four", "five"})
    views.push_back(dummyViewInfo(gate, QLatin1String(id)));
  return views;
}

DummyView* dummy(View* view) { return static_cast<DummyView*>(view); }

}  // namespace

class TestWindow : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void aNewViewIsOneFolderAndOneLine() {
    WindowFixture f;
    auto views = fiveDummies(std::make_shared<DummyGate>());
    views.push_back(dummyViewInfo());  // the line
    Workbench& window = f.open(std::move(views));
    QVERIFY(f.settles());
    ViewFrame* frame = window.frame(QStringLiteral("dummy"));
    QVERIFY(frame != nullptr && frame->isVisible());
    QCOMPARE(*frame->view()->shownScenario(), window.document().scenario());
    QVERIFY(f.find<QDockWidget>("dummy.dock")->toggleViewAction()->isChecked());
    QVERIFY(frame->width() > 100 && frame->height() > 100);
  }

  void dragOfDeltaReachesEveryViewAndIsOneStep() {
    WindowFixture f;
    Workbench& window = f.open(fiveDummies(std::make_shared<DummyGate>()));
    const Scenario before = window.document().scenario();
    dragSlider(f.find<ScaleSlider>("delta.slider"), 0.01, 0.2, 40);
    QVERIFY(f.settles());
    const double now = window.document().scenario().discretisation.delta;
    QVERIFY(std::abs(std::log(now / 0.2)) < 0.1);  // a pixel is a few per cent
    for (View* view : window.views()) {
      QCOMPARE(*view->shownScenario(), window.document().scenario());
      QCOMPARE(dummy(view)->deltas.back(), now);
    }
    QUndoStack& undo = window.document().undoStack();
    QCOMPARE(undo.count(), 1);
    QVERIFY(undo.undoText().contains(QStringLiteral("0.01")));
    undo.undo();
    QCOMPARE(window.document().scenario(), before);
    undo.redo();
    QCOMPARE(window.document().scenario().discretisation.delta, now);
  }

  void keysAndWheelTurnTheKnobs() {
    WindowFixture f;
    Workbench& window = f.open(fiveDummies(std::make_shared<DummyGate>()));
    QTest::keyClick(&window, Qt::Key_D);
    auto* delta = f.find<ScaleSlider>("delta.slider");
    QTRY_VERIFY(delta->hasFocus());
    QTest::keyClick(delta, Qt::Key_Right);
    const double up = window.document().scenario().discretisation.delta;
    QVERIFY(up > 0.01 && up < 0.012);
    QTest::keyClick(delta, Qt::Key_PageDown);
    QVERIFY(window.document().scenario().discretisation.delta < 0.01);
    QTest::keyClick(&window, Qt::Key_A);
    auto* alpha = f.find<ScaleSlider>("alpha.slider");
    QTRY_VERIFY(alpha->hasFocus());
    QTest::keyClick(alpha, Qt::Key_End);
    QCOMPARE(window.document().scenario().target.alpha, 1.0);
    QTest::keyClick(alpha, Qt::Key_Home);
    QCOMPARE(window.document().scenario().target.alpha, 0.0);
  }

  void exactFieldTakesAndRefuses_data() {
    QTest::addColumn<QString>("typed");
    QTest::addColumn<double>("expected");
    QTest::newRow("plain") << QStringLiteral("0.0123456789") << 0.0123456789;
    QTest::newRow("exponent") << QStringLiteral("2.5e-5") << 2.5e-5;
    QTest::newRow("least") << QStringLiteral("1e-9") << 1e-9;
    QTest::newRow("greatest") << QStringLiteral("1000") << 1000.0;
    const double refused = 0.01;
    for (const char* bad : {"0", "-1", "nan", "inf", "1e300", "1e-10", "", "fast", "0.1 s"})
      QTest::newRow(qPrintable(QStringLiteral("refuses [%1]").arg(QLatin1String(bad))))
          << QString::fromLatin1(bad) << refused;
  }
  void exactFieldTakesAndRefuses() {
    QFETCH(QString, typed);
    QFETCH(double, expected);
    WindowFixture f;
    Workbench& window = f.open(fiveDummies(std::make_shared<DummyGate>()));
    auto* field = f.find<QLineEdit>("delta.field");
    auto* complaint = f.find<QLabel>("delta.complaint");
    field->setFocus();
    field->selectAll();
    QTest::keyClick(field, Qt::Key_Delete);
    QTest::keyClicks(field, typed);
    QTest::keyClick(field, Qt::Key_Return);
    QCOMPARE(window.document().scenario().discretisation.delta, expected);
    QCOMPARE(field->text().toDouble(), expected);
    const bool refused = expected == 0.01;
    QCOMPARE(complaint->isVisible(), refused);
    QCOMPARE(window.document().undoStack().count(), refused ? 0 : 1);
    QTest::keyClick(field, Qt::Key_Z, Qt::ControlModifier);  // with the focus still in the field
    QCOMPARE(window.document().scenario().discretisation.delta, 0.01);
    QTest::keyClick(field, Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
    QCOMPARE(window.document().scenario().discretisation.delta, expected);
    bool is_number = false;
    typed.toDouble(&is_number);
    if (refused && is_number) {
      QVERIFY2(complaint->text().contains(QStringLiteral("1e-09")) &&
                   complaint->text().contains(QStringLiteral("1000")),
               qPrintable(complaint->text()));
    }
  }

  void undoOfRandomEditsIsExact() {
    WindowFixture f;
    Workbench& window = f.open(fiveDummies(std::make_shared<DummyGate>()));
    Document& document = window.document();
    std::mt19937 random(7);
    std::vector<Scenario> states = {document.scenario()};
    while (states.size() < 150) {
      const auto table = parameters();
      const Parameter& row = table[random() % table.size()];
      if (!row.applies(document.scenario())) continue;
      const double share = static_cast<double>(random() % 1001) / 1000.0;
      double value = row.least + share * (row.greatest - row.least);
      if (row.scale == Scale::Log) value = row.least * std::pow(row.greatest / row.least, share);
      if (row.kind != ParameterKind::Real) value = std::round(value);
      if (row.kind == ParameterKind::Choice &&
          !row.offers(document.scenario(), static_cast<std::size_t>(value)))
        continue;
      if (document.setParameter(row, value).isEmpty() && document.scenario() != states.back())
        states.push_back(document.scenario());
    }
    QCOMPARE(document.undoStack().count(), static_cast<int>(states.size()) - 1);
    for (std::size_t i = states.size() - 1; i-- > 0;) {
      document.undoStack().undo();
      QVERIFY(document.scenario() == states[i]);
    }
    QVERIFY(!document.undoStack().canUndo());
    for (std::size_t i = 1; i < states.size(); ++i) {
      document.undoStack().redo();
      QVERIFY(document.scenario() == states[i]);
    }
  }

  void latestWinsBehindAGate() {
    const auto gate = std::make_shared<DummyGate>();
    WindowFixture f;
    Workbench& window = f.open({dummyViewInfo(gate)});
    QVERIFY(f.settles());
    const int before = gate->count(&DummyGate::started);
    gate->set(false);
    const Parameter& delta = *find_parameter("/discretisation/delta");
    constexpr int kMoves = 500;
    for (int i = 1; i <= kMoves; ++i)
      QVERIFY(window.document().setParameter(delta, 0.01 + 1e-4 * i, true).isEmpty());
    QVERIFY(!window.settled());
    gate->set(true);
    QVERIFY(f.settles());
    auto* view = dummy(window.views()[0]);
    QCOMPARE(view->deltas.back(), 0.01 + 1e-4 * kMoves);
    QVERIFY(std::ranges::is_sorted(view->deltas));  // never an older one over a newer
    // Moves that nobody could see were not computed: started are those that a worker picked up
    // between two moves, and every one of them ended.
    QVERIFY(gate->count(&DummyGate::started) - before <= kMoves);
    QCOMPARE(gate->count(&DummyGate::started), gate->count(&DummyGate::ended));
  }

  void aDragNeverQueuesWork() {
    const auto gate = std::make_shared<DummyGate>();
    WindowFixture f;
    Workbench& window = f.open({dummyViewInfo(gate)});
    QVERIFY(f.settles());
    gate->set(false);
    const Parameter& delta = *find_parameter("/discretisation/delta");
    for (int round = 0; round < 20; ++round) {
      for (int i = 0; i < 50; ++i)
        window.document().setParameter(delta, 0.02 + 1e-5 * (50 * round + i), true);
      QCoreApplication::processEvents();
      // One at most runs, whatever was asked: all others have ended.
      const int running = gate->count(&DummyGate::started) - gate->count(&DummyGate::ended);
      QVERIFY(running <= 1);
    }
    QCOMPARE(window.document().undoStack().count(), 1);
    const int shown_before = window.frame(QStringLiteral("dummy"))->shownCount();
    gate->set(true);
    QVERIFY(f.settles());
    // Behind the closed gate nothing had waited but the last scenario: one picture.
    QCOMPARE(window.frame(QStringLiteral("dummy"))->shownCount(), shown_before + 1);
  }

  void errorsAreShownInTheView() {
    const auto gate = std::make_shared<DummyGate>();
    WindowFixture f;
    Workbench& window = f.open({dummyViewInfo(gate)});
    QVERIFY(f.settles());
    const Parameter& delta = *find_parameter("/discretisation/delta");
    gate->fail("the sky fell");
    window.document().setParameter(delta, 0.5);
    ViewFrame* frame = window.frame(QStringLiteral("dummy"));
    QTRY_COMPARE_WITH_TIMEOUT(frame->errorText(), QStringLiteral("the sky fell"), kPatienceMs);
    auto* card = frame->findChild<QLabel*>(QStringLiteral("errorCard"));
    QVERIFY(card->isVisible());
    QCOMPARE(card->text(), QStringLiteral("the sky fell"));
    QCOMPARE(dummy(frame->view())->deltas.back(), 0.01);  // the last good picture stays
    QVERIFY(QApplication::activeModalWidget() == nullptr);
    gate->fail("");
    window.document().setParameter(delta, 0.6);
    QVERIFY(f.settles());
    QVERIFY(!card->isVisible());
  }

  void cancelAppearsOnLongWorkAndEndsIt() {
    const auto gate = std::make_shared<DummyGate>();
    WindowFixture f;
    Workbench& window = f.open({dummyViewInfo(gate)});
    QVERIFY(f.settles());
    gate->set(false);
    window.document().setParameter(*find_parameter("/discretisation/delta"), 0.5);
    ViewFrame* frame = window.frame(QStringLiteral("dummy"));
    QVERIFY(!frame->cancelButton()->isVisible());
    QTRY_VERIFY_WITH_TIMEOUT(frame->cancelButton()->isVisible(), kPatienceMs);
    QTest::mouseClick(frame->cancelButton(), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(!frame->cancelButton()->isVisible(), kPatienceMs);
    QCOMPARE(gate->count(&DummyGate::cancelled), 1);
  }

  void closeWhileComputing() {
    const auto gate = std::make_shared<DummyGate>();
    {
      WindowFixture f;
      Workbench& window = f.open({dummyViewInfo(gate)});
      QVERIFY(f.settles());
      gate->set(false);
      window.document().setParameter(*find_parameter("/discretisation/delta"), 0.5);
      window.close();
      f.window.reset();  // does not wait for the gate
    }
    QCOMPARE(gate->count(&DummyGate::started), gate->count(&DummyGate::ended));
  }

  void transport() {
    WindowFixture f;
    Workbench& window = f.open(fiveDummies(std::make_shared<DummyGate>()));
    Clock& clock = window.clock();
    QCOMPARE(clock.steps(), 512);
    clock.setTime(0);
    window.centralWidget()->setFocus();
    QTest::keyClick(&window, Qt::Key_Right);
    QCOMPARE(clock.time(), 1.0);
    QTest::keyClick(&window, Qt::Key_Right, Qt::ShiftModifier);
    QCOMPARE(clock.time(), 17.0);
    QTest::keyClick(&window, Qt::Key_Left);
    QCOMPARE(clock.time(), 16.0);
    QTest::keyClick(&window, Qt::Key_Home);
    QCOMPARE(clock.time(), 0.0);
    QTest::keyClick(&window, Qt::Key_Space);
    QVERIFY(clock.playing());
    QTRY_VERIFY_WITH_TIMEOUT(clock.time() > 0.0, kPatienceMs);
    QTest::mouseClick(f.find<QToolButton>("transport.play"), Qt::LeftButton);
    QVERIFY(!clock.playing());
    auto* strip = f.find<InputStrip>("transport.input");
    QTest::mouseClick(strip, Qt::LeftButton, {}, QPoint(strip->width() / 2, 10));
    QVERIFY(std::abs(clock.time() - 255.5) < 4.0);
    QTRY_COMPARE_WITH_TIMEOUT(strip->samples().size(), std::size_t{512}, kPatienceMs);
    QCOMPARE(strip->samples()[0], 1.0);
    // The window of the scenario is the range of the clock, and no analysis starts by scrubbing.
    Scenario shifted = window.document().scenario();
    shifted.resolution.first_step = 100;
    shifted.resolution.steps = 50;
    QVERIFY(window.document().edit(shifted, {}).isEmpty());
    QCOMPARE(clock.first(), 100);
    QCOMPARE(clock.steps(), 50);
    QVERIFY(clock.time() >= 100 && clock.time() <= 149);
  }

  // Space plays where nothing wants it; a field and a button keep it.
  void spaceBelongsToWhatHasTheFocus() {
    WindowFixture f;
    Workbench& window = f.open({dummyViewInfo()});
    auto* field = f.find<QLineEdit>("delta.field");
    const QString before = field->text();
    field->setFocus();
    QTest::keyClick(field, Qt::Key_Space);
    QVERIFY(!window.clock().playing());
    QCOMPARE(field->text(), before);
    auto* loop = f.find<QToolButton>("transport.loop");
    const bool looped = window.clock().loops();
    loop->setFocus();
    QTest::keyClick(loop, Qt::Key_Space);
    QVERIFY(!window.clock().playing());
    QCOMPARE(window.clock().loops(), !looped);
    window.centralWidget()->setFocus();
    QTest::keyClick(window.centralWidget(), Qt::Key_Space);
    QVERIFY(window.clock().playing());
  }

  void maximiseHideAndReset() {
    WindowFixture f;
    Workbench& window = f.open(fiveDummies(std::make_shared<DummyGate>()));
    QVERIFY(f.settles());
    auto* one = f.find<QDockWidget>("one.dock");
    auto* five = f.find<QDockWidget>("five.dock");
    const QSize before = one->size();
    QTest::mouseClick(f.find<QToolButton>("one.maximise"), Qt::LeftButton);
    QVERIFY(five->isHidden());
    QTRY_VERIFY(one->width() > before.width() && one->height() > before.height());
    QTest::keyClick(&window, Qt::Key_Escape);
    QVERIFY(five->isVisible());
    QTRY_COMPARE(one->size(), before);
    QTest::mouseClick(f.find<QToolButton>("five.hide"), Qt::LeftButton);
    QVERIFY(five->isHidden());
    QTest::mouseClick(f.find<QToolButton>("one.undock"), Qt::LeftButton);
    QVERIFY(one->isFloating());
    window.resetLayout();
    QVERIFY(five->isVisible() && !one->isFloating());
    QTRY_COMPARE(one->size(), before);
    // The first is the largest, at the top left; the second beside it; three below.
    auto* two = f.find<QDockWidget>("two.dock");
    auto* three = f.find<QDockWidget>("three.dock");
    QCOMPARE(one->pos().y(), two->pos().y());
    QVERIFY(two->x() > one->x() && one->width() > two->width());
    QVERIFY(three->y() > one->y() && five->y() == three->y());
    QVERIFY(one->height() > three->height());
  }

  void fullScreenOfOneView() {
    WindowFixture f;
    Workbench& window = f.open(fiveDummies(std::make_shared<DummyGate>()));
    QTest::keyClick(&window, Qt::Key_3);
    QTRY_VERIFY(window.frame(QStringLiteral("three"))->view()->hasFocus());
    const auto sizes = [&window] {
      QList<QSize> all;
      for (const char* id : {"one", "two", "three", "four", "five"})
        all << window.frame(QLatin1String(id))->size();
      return all;
    };
    const QList<QSize> before = sizes();
    QTest::keyClick(&window, Qt::Key_F11);
    QVERIFY(window.isFullScreen());
    QVERIFY(f.find<QDockWidget>("three.dock")->isVisible());
    QVERIFY(f.find<QDockWidget>("one.dock")->isHidden());
    QTest::keyClick(&window, Qt::Key_Escape);
    QVERIFY(!window.isFullScreen());
    QVERIFY(f.find<QDockWidget>("one.dock")->isVisible());
    QTRY_COMPARE(sizes(), before);
  }

  /// A key that two entries of a menu share chooses neither.
  void everyMenuEntryHasAKeyOfItsOwn() {
    WindowFixture f;
    const Workbench& window = f.open(fiveDummies(std::make_shared<DummyGate>()));
    int keys = 0;
    for (const QAction* top : window.menuBar()->actions()) {
      QStringList taken;
      for (const QAction* action : top->menu()->actions()) {
        const QString key = QKeySequence::mnemonic(action->text()).toString();
        if (key.isEmpty()) continue;
        ++keys;
        QVERIFY2(!taken.contains(key), qPrintable(top->text() + " " + action->text()));
        taken << key;
      }
    }
    QVERIFY(keys > 20);
  }

  void openingAnotherScenarioFitsTheAxesAgain() {
    WindowFixture f;
    Workbench& window = f.open(fiveDummies(std::make_shared<DummyGate>()));
    QVERIFY(f.settles());
    const auto resets = [&window] {
      int all = 0;
      for (View* view : window.views()) all += static_cast<DummyView*>(view)->zoom_resets;
      return all;
    };
    const int before = resets();
    Session other;
    other.scenario.discretisation.delta = 0.5;
    window.setSession(other);
    QVERIFY(f.settles());
    QTRY_COMPARE(resets(), before + 5);
    window.document().edit(Scenario{}, "an edit");  // an edit keeps what the person sees
    QVERIFY(f.settles());
    QCOMPARE(resets(), before + 5);
  }

  void keysReachTheWindowFromAFloatingView() {
    WindowFixture f;
    Workbench& window = f.open({dummyViewInfo()});
    QVERIFY(f.settles());
    auto* dock = window.findChild<QDockWidget*>();
    QVERIFY(dock != nullptr);
    dock->setFloating(true);
    QVERIFY(QTest::qWaitForWindowExposed(dock));
    const double before = window.clock().time();
    QTest::keyClick(dock, Qt::Key_Right);
    QCOMPARE(window.clock().time(), before + 1.0);
    QVERIFY(!window.clock().playing());
    QTest::keyClick(static_cast<QWidget*>(window.views()[0]), Qt::Key_Space);
    QVERIFY(window.clock().playing());
    dock->setFloating(false);
    QTest::keyClick(&window, Qt::Key_Space);  // docked again: once, not twice
    QVERIFY(!window.clock().playing());
  }

  void hiddenViewsCatchUp() {
    WindowFixture f;
    Workbench& window = f.open(fiveDummies(std::make_shared<DummyGate>()));
    QVERIFY(f.settles());
    f.find<QDockWidget>("two.dock")->hide();
    window.document().setParameter(*find_parameter("/discretisation/delta"), 0.07);
    QVERIFY(f.settles());  // a hidden view too, when the hand rests
    QCOMPARE(dummy(window.frame(QStringLiteral("two"))->view())->deltas.back(), 0.07);
  }

  void themesAndTextSize() {
    WindowFixture f;
    Workbench& window = f.open(fiveDummies(std::make_shared<DummyGate>()));
    window.setDark(false);
    QVERIFY(!dummy(window.views()[0])->theme().dark);
    const double size = QApplication::font().pointSizeF();
    window.setDark(true);
    for (View* view : window.views()) QVERIFY(dummy(view)->theme().dark);
    QVERIFY(QApplication::palette().color(QPalette::Window).lightness() < 100);
    window.setPresentation(true);
    QVERIFY(QApplication::font().pointSizeF() > 1.3 * size);
    QVERIFY(dummy(window.views()[0])->theme().text_scale > 1.3);
    window.setPresentation(false);
    window.setDark(false);
    QCOMPARE(QApplication::font().pointSizeF(), size);
  }

  void pinsAndClears() {
    WindowFixture f;
    Workbench& window = f.open(fiveDummies(std::make_shared<DummyGate>()));
    QVERIFY(f.settles());
    QTest::keyClick(&window, Qt::Key_P);
    QTest::mouseClick(f.find<QToolButton>("two.pin"), Qt::LeftButton);
    QCOMPARE(dummy(window.views()[0])->pins, 1);
    QCOMPARE(dummy(window.views()[1])->pins, 2);
    const Session session = window.session();
    QCOMPARE(session.pins.size(), std::size_t{2});
    // Saving while they come back loses none; see below that they do.
    window.setSession(session);
    QVERIFY(!window.settled());
    QVERIFY(window.session() == session);
    // A session brings its pins back, each in its own views, and then shows its scenario.
    Session moved = session;
    moved.scenario.discretisation.delta = 0.3;
    window.setSession(moved);
    window.clock().pause();
    QVERIFY(f.settles());
    QCOMPARE(dummy(window.views()[0])->pins, 1);
    QCOMPARE(dummy(window.views()[1])->pins, 2);
    QCOMPARE(window.session().pins.size(), std::size_t{2});
    QCOMPARE(*window.views()[0]->shownScenario(), moved.scenario);
  }

  void panelShowsWhatApplies() {
    WindowFixture f;
    Workbench& window = f.open(fiveDummies(std::make_shared<DummyGate>()));
    QVERIFY(!f.find<QLineEdit>("input.omega")->isVisible());
    auto* kind = f.find<QComboBox>("input.kind");
    kind->setFocus();
    QTest::keyClicks(kind, QStringLiteral("Sine"));
    Q_EMIT kind->activated(kind->currentIndex());
    QVERIFY(std::holds_alternative<SineInput>(window.document().scenario().input));
    QVERIFY(f.find<QLineEdit>("input.omega")->isVisible());
    QVERIFY(!f.find<QLineEdit>("input.at")->isVisible());
    for (const Parameter& row : parameters()) {
      if (row.pointer == "/discretisation/delta" || row.pointer == "/target/alpha") continue;
      const QString name =
          QString::fromUtf8(row.pointer.data() + 1, static_cast<qsizetype>(row.pointer.size() - 1))
              .replace(QLatin1Char('/'), QLatin1Char('.'));
      auto* widget = window.findChild<QWidget*>(name);
      QVERIFY2(widget != nullptr, qPrintable(name));
      QVERIFY(!widget->accessibleName().isEmpty());
    }
  }
};

}  // namespace ssmscope::ui

QTEST_MAIN(ssmscope::ui::TestWindow)
#include "test_window.moc"
