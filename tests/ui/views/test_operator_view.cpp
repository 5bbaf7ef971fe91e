// The operator view over its own analysis: contributions that follow the clock, and a run by hand.
#include <QProgressBar>
#include <QTest>
#include <QToolButton>

#include "tests/ui/views/view_fixture.hpp"
#include "ui/views/operator/operator_view.hpp"

using namespace ssmscope;

namespace {

Scenario small() {
  Scenario s;
  s.model.pairs = 6;
  s.model.C = Seeded{3};
  s.input = NoiseInput{5, 1.0};
  s.resolution.steps = 40;
  s.decoder.channels = 3;
  s.stack = {StackFamily::InTurn, 3, 20'000};
  return s;
}

using Shown = test::ShownView<ui::OperatorView>;

}  // namespace

class TestOperatorView : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void contributionsFollowTheClock() {
    Shown shown(small());
    QVERIFY(shown.shown);
    shown.fixture.clock.setTime(7.6);
    QCOMPARE(shown.view.shownStep(), std::size_t{7});
    const QImage at7 = shown.figure<ui::LineChart>("contributions")->figure({400, 300}, 1.0);
    shown.fixture.clock.setTime(31);
    QCOMPARE(shown.view.shownStep(), std::size_t{31});
    QVERIFY(shown.figure<ui::LineChart>("contributions")->figure({400, 300}, 1.0) != at7);
  }

  void everyNumberIsInTheTable() {
    Shown shown(small());
    const auto text = data::csv_text(shown.view.table());
    for (const char* column : {"output: operator, output 0", "contributions: h(t",
                               "layers: ", "matrix: ", "difference: operator"})
      QVERIFY2(text.find(column) != std::string::npos, text.substr(0, 600).c_str());
  }

  void aRunIsBegunByHand() {
    Shown shown(small());
    auto* const run = shown.view.findChild<QToolButton*>(QStringLiteral("operator.long.run"));
    auto* const word = shown.view.findChild<QLabel*>(QStringLiteral("operator.long.word"));
    QCOMPARE(run->text(), QStringLiteral("Run 20,000 steps"));
    QTest::mouseClick(run, Qt::LeftButton);
    QTRY_VERIFY(word->text().startsWith(QStringLiteral("20,000 steps in ")));
    QCOMPARE(run->text(), QStringLiteral("Run 20,000 steps"));
    const auto text = data::csv_text(shown.view.table());
    QVERIFY(text.find("long: least to greatest") != std::string::npos);
    // Another model: the run is an older one's, and stays.
    Scenario other = small();
    other.discretisation.delta = 0.02;
    QVERIFY(test::show_scenario(shown.view, other));
    QVERIFY(word->text().endsWith(QStringLiteral("of an earlier scenario")));
    // The window alone has no part in it.
    Scenario windowed = small();
    windowed.resolution.steps = 50;
    QVERIFY(test::show_scenario(shown.view, windowed));
    QVERIFY(!word->text().endsWith(QStringLiteral("of an earlier scenario")));
  }

  void wordsSayWhatIsSeen() {
    Shown shown(small());
    QVERIFY(shown.view.caption().contains(QStringLiteral("without stepping")));
    auto* const readouts = shown.view.findChild<QWidget*>(QStringLiteral("operator.readouts"));
    QVERIFY(readouts != nullptr);
  }

  void nothingFiniteIsSaid() {
    Scenario s = small();
    s.stack.family = StackFamily::S4d;
    test::check_that_nothing_finite_is_said<ui::OperatorView>(s);
  }
};

QTEST_MAIN(TestOperatorView)
#include "test_operator_view.moc"
