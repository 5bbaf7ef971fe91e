// Runs by hand: turns on the pool, paused, stopped, failing, on a backend that is lost, and a
// runner that goes while one works.
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>
#include <atomic>
#include <future>
#include <stdexcept>

#include "tests/ui/live/lost_backend.hpp"
#include "tests/ui/views/view_fixture.hpp"
#include "ui/live/experiment_bar.hpp"
#include "ui/live/experiment_run.hpp"

using namespace ssmscope;
using experiments::Turn;
using ui::ExperimentRunner;

namespace {

/// Counts to `last`, one a turn; polls a gate in between so that a test can hold it.
class Counting : public experiments::Experiment<int> {
 public:
  explicit Counting(int last) : last_(last) {}

  bool advance(const Turn& /*turn*/, compute::Backend& backend,
               compute::Progress& progress) override {
    ++turns;
    while (held) progress.check();
    if (fails) throw std::runtime_error("The count is broken.");
    const compute::ModelBatch model{1, 1, one_, one_, one_, none_, 1.0};
    std::vector<double> h(1);
    backend.kernel(model, 1, h, progress);
    ++known_;
    return known_ < last_;
  }
  std::shared_ptr<const int> snapshot() const override {
    return std::make_shared<const int>(known_);
  }
  double fraction() const override { return static_cast<double>(known_) / last_; }

  std::atomic<bool> held = false, fails = false;
  std::atomic<int> turns = 0;

 private:
  const ComplexList one_{1.0};
  const std::vector<double> none_{0.0};
  int last_;
  int known_ = 0;
};

constexpr int kLimitMilliseconds = 20'000;

}  // namespace

class TestExperimentRun : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void runsToItsEnd() {
    test::ViewFixture fixture;
    ui::ExperimentRun<int> run(fixture.workspace);
    QCOMPARE(run.state(), ExperimentRunner::State::Idle);
    const auto scenario = std::make_shared<const Scenario>();
    run.start(std::make_shared<Counting>(5), scenario);
    QVERIFY(run.isActive());
    QTRY_COMPARE_WITH_TIMEOUT(run.state(), ExperimentRunner::State::Finished, kLimitMilliseconds);
    QCOMPARE(*run.snapshot(), 5);
    QCOMPARE(run.fraction(), 1.0);
    QCOMPARE(run.scenario(), scenario);
  }

  void aPauseHoldsBetweenTurns() {
    test::ViewFixture fixture;
    ui::ExperimentRun<int> run(fixture.workspace);
    const auto counting = std::make_shared<Counting>(3);
    counting->held = true;
    run.start(counting, nullptr);
    QTRY_COMPARE(counting->turns.load(), 1);
    run.pause();
    counting->held = false;
    QTRY_VERIFY(run.snapshot() != nullptr);
    QCOMPARE(*run.snapshot(), 1);
    QCOMPARE(run.state(), ExperimentRunner::State::Paused);
    QCOMPARE(counting->turns.load(), 1);
    run.resume();
    QTRY_COMPARE_WITH_TIMEOUT(run.state(), ExperimentRunner::State::Finished, kLimitMilliseconds);
    QCOMPARE(*run.snapshot(), 3);
  }

  /// Resumed before the turn under way has ended: no second one may run beside it.
  void aShortPauseChangesNothing() {
    test::ViewFixture fixture;
    ui::ExperimentRun<int> run(fixture.workspace);
    const auto counting = std::make_shared<Counting>(2);
    counting->held = true;
    run.start(counting, nullptr);
    QTRY_COMPARE(counting->turns.load(), 1);
    run.pause();
    run.resume();
    counting->held = false;
    QTRY_COMPARE_WITH_TIMEOUT(run.state(), ExperimentRunner::State::Finished, kLimitMilliseconds);
    QCOMPARE(counting->turns.load(), 2);
  }

  void stoppedItKeepsWhatIsKnown() {
    test::ViewFixture fixture;
    ui::ExperimentRun<int> run(fixture.workspace);
    const auto counting = std::make_shared<Counting>(1'000'000'000);
    run.start(counting, nullptr);
    QTRY_VERIFY(run.snapshot() != nullptr && *run.snapshot() > 3);
    counting->held = true;  // within a turn, too
    run.stop();
    const int known = *run.snapshot();
    QCOMPARE(run.state(), ExperimentRunner::State::Stopped);
    fixture.pool.parallel_for(2, 1, [](std::size_t, std::size_t) {});
    QCoreApplication::processEvents();
    QCOMPARE(*run.snapshot(), known);
  }

  void aFailureIsSaid() {
    test::ViewFixture fixture;
    ui::ExperimentRun<int> run(fixture.workspace);
    const auto counting = std::make_shared<Counting>(3);
    counting->fails = true;
    run.start(counting, nullptr);
    QTRY_COMPARE(run.state(), ExperimentRunner::State::Failed);
    QCOMPARE(run.error(), QStringLiteral("The count is broken."));
  }

  void aLostBackendIsToldAndTheCpuGoesOn() {
    test::ViewFixture fixture;
    auto frail = std::make_shared<test::LostBackend>();
    fixture.workspace.backend = [frail] { return frail; };
    std::vector<const compute::Backend*> lost;
    fixture.workspace.lost = [&lost](const compute::Backend* which) { lost.push_back(which); };
    ui::ExperimentRun<int> run(fixture.workspace);
    run.start(std::make_shared<Counting>(3), nullptr);
    QTRY_COMPARE_WITH_TIMEOUT(run.state(), ExperimentRunner::State::Finished, kLimitMilliseconds);
    QCOMPARE(*run.snapshot(), 3);
    QCOMPARE(lost, std::vector<const compute::Backend*>{frail.get()});
  }

  void aNewRunReplacesTheOld() {
    test::ViewFixture fixture;
    ui::ExperimentRun<int> run(fixture.workspace);
    const auto old = std::make_shared<Counting>(1'000'000'000);
    run.start(old, nullptr);
    QTRY_VERIFY(run.snapshot() != nullptr);
    run.start(std::make_shared<Counting>(2), nullptr);
    QTRY_COMPARE_WITH_TIMEOUT(run.state(), ExperimentRunner::State::Finished, kLimitMilliseconds);
    QCOMPARE(*run.snapshot(), 2);
  }

  /// The news of the old run's last turn comes when the new one has begun.
  void lateNewsOfAnOldRunIsNotTheNewOnes() {
    test::ViewFixture fixture;
    compute::Pool one_thread(1);
    fixture.workspace.pool = &one_thread;
    ui::ExperimentRun<int> run(fixture.workspace);
    const auto old = std::make_shared<Counting>(1'000'000'000);
    old->held = true;
    run.start(old, nullptr);
    std::promise<void> behind;
    one_thread.post(compute::WorkClass::Experiment, [&behind] { behind.set_value(); });
    old->held = false;
    behind.get_future().get();  // the old turn has ended, and nobody has heard of it yet
    run.start(std::make_shared<Counting>(2), nullptr);
    QTRY_COMPARE_WITH_TIMEOUT(run.state(), ExperimentRunner::State::Finished, kLimitMilliseconds);
    QCOMPARE(*run.snapshot(), 2);
  }

  void itsRunnerMayGo() {
    test::ViewFixture fixture;
    const auto counting = std::make_shared<Counting>(3);
    {
      ui::ExperimentRun<int> run(fixture.workspace);
      counting->held = true;
      run.start(counting, nullptr);
      QTRY_COMPARE(counting->turns.load(), 1);
    }
    // The turn hears it; the pool ends with the fixture.
  }

  void theBarStartsPausesAndStops() {
    test::ViewFixture fixture;
    ui::ExperimentRun<int> run(fixture.workspace);
    ui::ExperimentBar bar(run, QStringLiteral("bar"), QStringLiteral("Run 9"),
                          QStringLiteral("Counts."));
    const auto counting = std::make_shared<Counting>(1'000'000'000);
    connect(&bar, &ui::ExperimentBar::runAsked, &run, [&] { run.start(counting, nullptr); });
    bar.show();
    auto* const button = bar.findChild<QToolButton*>(QStringLiteral("bar.run"));
    auto* const stop = bar.findChild<QToolButton*>(QStringLiteral("bar.stop"));
    QCOMPARE(button->text(), QStringLiteral("Run 9"));
    QVERIFY(!stop->isVisible());
    QTest::mouseClick(button, Qt::LeftButton);
    QCOMPARE(button->text(), QStringLiteral("Pause"));
    QVERIFY(stop->isVisible());
    QTest::mouseClick(button, Qt::LeftButton);
    QCOMPARE(run.state(), ExperimentRunner::State::Paused);
    QCOMPARE(button->text(), QStringLiteral("Go on"));
    bar.setOlder(true);
    auto* const word = bar.findChild<QLabel*>(QStringLiteral("bar.word"));
    QCOMPARE(word->text(), QStringLiteral("of an earlier scenario"));
    QTest::mouseClick(stop, Qt::LeftButton);
    QCOMPARE(button->text(), QStringLiteral("Run 9"));
    QVERIFY(word->text().startsWith(QStringLiteral("stopped after")));
  }
};

QTEST_MAIN(TestExperimentRun)
#include "test_experiment_run.moc"
