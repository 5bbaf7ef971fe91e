// The refinement view over real analyses.
#include <QLabel>
#include <QToolButton>
#include <algorithm>

#include "core/continuity/refinement_analysis.hpp"
#include "tests/ui/views/view_fixture.hpp"
#include "ui/views/refinement/refinement_view.hpp"

using namespace ssmscope;

namespace {

Scenario small_scenario() {
  Scenario scenario;
  scenario.model.pairs = 5;
  scenario.model.C = Seeded{3};
  scenario.resolution.steps = 64;
  return scenario;
}

/// How often a widget is painted.
class Painted : public QObject {
 public:
  explicit Painted(QWidget& widget) { widget.installEventFilter(this); }
  int count() const { return count_; }
  bool eventFilter(QObject* /*watched*/, QEvent* event) override {
    count_ += event->type() == QEvent::Paint ? 1 : 0;
    return false;
  }

 private:
  int count_ = 0;
};

}  // namespace

class TestRefinementView : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void names_each_curve_with_its_slope() {
    test::ViewFixture fixture;
    ui::RefinementView view(fixture.workspace, nullptr);
    view.resize(900, 600);
    view.applyTheme(ui::lightTheme());
    view.show();
    QVERIFY(test::show_scenario(view, small_scenario()));
    auto* const errors = view.findChild<ui::LineChart*>("refinement.error");
    QVERIFY(errors->curveKeys().contains("ZOH/left"));
    QVERIFY(errors->curveKeys().contains("bilinear/left"));
    QVERIFY(errors->curveKeys().contains("bound"));
    QVERIFY2(view.caption().contains("left hold"), qPrintable(view.caption()));
    QVERIFY(test::count_pixels(view.figure({900, 600}, 1.0), ui::lightTheme().lines[0]) > 50);
  }

  void an_unstable_model_is_warned_of() {
    test::ViewFixture fixture;
    ui::RefinementView view(fixture.workspace, nullptr);
    view.applyTheme(ui::lightTheme());
    auto* const notes = view.findChild<QLabel*>("refinement.notes");
    QVERIFY(test::show_scenario(view, small_scenario()));
    QCOMPARE(test::ink_of(*notes), ui::lightTheme().faint_text);
    QVERIFY(test::show_scenario(view, test::grown_from(small_scenario())));
    QCOMPARE(test::ink_of(*notes), ui::lightTheme().warning);
  }

  void the_hold_changes_the_order() {
    test::ViewFixture fixture;
    ui::RefinementView view(fixture.workspace, nullptr);
    Scenario scenario = small_scenario();
    QVERIFY(test::show_scenario(view, scenario));
    const QString left = view.caption();
    scenario.refinement.hold = Hold::Mean;
    QVERIFY(test::show_scenario(view, scenario));
    auto* const errors = view.findChild<ui::LineChart*>("refinement.error");
    QVERIFY(errors->curveKeys().contains("ZOH/mean"));
    QVERIFY2(!errors->curveKeys().contains("ZOH/left"), "curves of the old hold must go");
    QVERIFY(view.caption() != left);
  }

  void an_unstable_rule_is_said_and_drawn_with_gaps() {
    test::ViewFixture fixture;
    ui::RefinementView view(fixture.workspace, nullptr);
    Scenario scenario = small_scenario();
    scenario.discretisation.rule = Rule::Euler;
    scenario.discretisation.delta = 0.1;
    QVERIFY(test::show_scenario(view, scenario));
    QVERIFY(view.status().error.isEmpty());
    QVERIFY(!view.findChild<QLabel*>("refinement.readouts")->text().isEmpty());
    QVERIFY(!view.figure({400, 300}, 1.0).isNull());
  }

  void an_exact_answer_is_not_called_divergent() {
    test::ViewFixture fixture;
    ui::RefinementView view(fixture.workspace, nullptr);
    Scenario scenario = small_scenario();
    scenario.refinement.input = RefinementInput::Scenario;
    scenario.input = StepInput{};  // constant over every step: ZOH follows it exactly
    QVERIFY(test::show_scenario(view, scenario));
    QVERIFY2(view.caption().contains("exact to rounding"), qPrintable(view.caption()));
    scenario.model.C = ComplexList(5, Complex(0.0));
    QVERIFY(test::show_scenario(view, scenario));
    QVERIFY2(view.caption().contains("zero"), qPrintable(view.caption()));
  }

  void a_picture_has_sentences_where_the_screen_has_a_button() {
    test::ViewFixture fixture;
    ui::RefinementView view(fixture.workspace, nullptr);
    view.applyTheme(ui::lightTheme());
    view.resize(300, 220);
    view.show();
    QVERIFY(QTest::qWaitForWindowExposed(&view));
    QVERIFY(test::show_scenario(view, small_scenario()));
    auto* const button = view.findChild<QToolButton*>("refinement.notes.button");
    auto* const notes = view.findChild<QLabel*>("refinement.notes");
    QTRY_VERIFY(button->isVisible());
    QVERIFY(!notes->isVisible());
    const Painted on_button(*button), on_notes(*notes);
    QVERIFY(!view.figure(view.size(), 1.0).isNull());
    QCOMPARE(on_button.count(), 0);
    QVERIFY(on_notes.count() > 0);
    QVERIFY(button->isVisible());
    QVERIFY(!notes->isVisible());
  }

  void the_cursor_follows_the_clock() {
    test::ViewFixture fixture;
    fixture.clock.setRange(0, 64);
    ui::RefinementView view(fixture.workspace, nullptr);
    view.resize(900, 600);
    view.applyTheme(ui::lightTheme());
    view.show();
    QVERIFY(test::show_scenario(view, small_scenario()));
    auto* const output = view.findChild<ui::LineChart*>("refinement.output");
    QVERIFY(QTest::qWaitForWindowExposed(&view));
    const QImage before = output->grab().toImage();
    const std::size_t drawn = output->chartRenders();
    fixture.clock.setTime(40.0);
    const QImage after = output->grab().toImage();
    QVERIFY(before != after);
    QCOMPARE(output->chartRenders(), drawn);  // a cursor never repaints the chart
  }
};

QTEST_MAIN(TestRefinementView)
#include "test_refinement_view.moc"
