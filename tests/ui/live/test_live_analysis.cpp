// The hand-over between workers and the UI thread.
#include <QTest>
#include <atomic>

#include "core/compute/cpu_backend.hpp"
#include "tests/ui/dummy_view/dummy_view.hpp"
#include "tests/ui/live/lost_backend.hpp"

namespace ssmscope::ui {

namespace {

constexpr int kPatienceMs = 60'000;

struct Answered {
  std::vector<int> shown;
  ViewStatus status;
  int status_changes = 0;
};

LiveScheduler::Work answer(Answered& into, int value) {
  return [&into, value](compute::Backend&, compute::Progress&) {
    return LiveScheduler::Show([&into, value] { into.shown.push_back(value); });
  };
}

}  // namespace

class TestLiveAnalysis : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() {
    backend_ = compute::make_cpu_backend(pool_);
    workspace_.cpu = {};
    workspace_.lost = {};
    workspace_.pool = &pool_;
    workspace_.backend = [this] { return backend_; };
  }

  void previewComesBeforeFull() {
    Answered got;
    LiveScheduler live(workspace_, follow(got));
    live.submit(answer(got, 1), answer(got, 2));
    QVERIFY(got.status.pending);
    QTRY_VERIFY_WITH_TIMEOUT(!got.status.pending, kPatienceMs);
    QCOMPARE(got.shown.back(), 2);  // a preview may be passed over, never shown last
    QVERIFY(!got.status.preview);
    QCOMPARE(got.status.backend, QStringLiteral("CPU"));
  }

  void throwsBecomeSentences() {
    Answered got;
    LiveScheduler live(workspace_, follow(got));
    live.submit({}, [](compute::Backend&, compute::Progress&) -> LiveScheduler::Show {
      throw std::runtime_error("no such thing");
    });
    QTRY_COMPARE_WITH_TIMEOUT(got.status.error, QStringLiteral("no such thing"), kPatienceMs);
    QTRY_VERIFY_WITH_TIMEOUT(!got.status.pending, kPatienceMs);
    live.submit({}, answer(got, 1));  // the next good answer takes the error away
    QTRY_COMPARE_WITH_TIMEOUT(got.shown, std::vector<int>{1}, kPatienceMs);
    QVERIFY(got.status.error.isEmpty());
  }

  void throwWhileShowingStaysInside() {
    Answered got;
    LiveScheduler live(workspace_, follow(got));
    live.submit({}, [](compute::Backend&, compute::Progress&) {
      return LiveScheduler::Show([] { throw std::runtime_error("cannot draw"); });
    });
    QTRY_COMPARE_WITH_TIMEOUT(got.status.error, QStringLiteral("cannot draw"), kPatienceMs);
  }

  void emptyAnswerEndsTheBusyState() {
    Answered got;
    LiveScheduler live(workspace_, follow(got));
    live.submit({}, [](compute::Backend&, compute::Progress&) { return LiveScheduler::Show(); });
    QTRY_VERIFY_WITH_TIMEOUT(!got.status.pending, kPatienceMs);
    QVERIFY(got.shown.empty());
    QVERIFY(got.status.error.isEmpty());
  }

  void lostBackendRunsAgainOnTheCpu() {
    auto frail = std::make_shared<test::LostBackend>();
    workspace_.backend = [frail] { return frail; };
    const compute::Backend* told = nullptr;
    workspace_.lost = [&told](const compute::Backend* lost) { told = lost; };
    Answered got;
    LiveScheduler live(workspace_, follow(got));
    live.submit({}, [&got](compute::Backend& backend, compute::Progress& progress) {
      double out[1] = {};
      const Complex one[1] = {1.0};
      const double none[1] = {0.0};
      backend.kernel({1, 1, one, one, one, none, 2.0}, 1, out, progress);
      return LiveScheduler::Show(
          [&got, value = out[0]] { got.shown.push_back(static_cast<int>(value)); });
    });
    QTRY_COMPARE_WITH_TIMEOUT(got.shown, std::vector<int>{2}, kPatienceMs);
    QCOMPARE(got.status.backend, QStringLiteral("CPU"));
    QVERIFY(got.status.notice.contains(QStringLiteral("Frail")));
    QCOMPARE(told, static_cast<const compute::Backend*>(frail.get()));
  }

  void tellsWhatTheDeviceToldOfItself() {
    Answered got;
    LiveScheduler live(workspace_, follow(got));
    live.submit({}, [](compute::Backend&, compute::Progress& progress) {
      progress.ran({"kernel", "Fast", 0.25, ""});
      progress.ran({"states", "Fast", 0.5, ""});
      return LiveScheduler::Show([] {});
    });
    QTRY_VERIFY_WITH_TIMEOUT(!got.status.pending, kPatienceMs);
    QCOMPARE(got.status.backend, QStringLiteral("Fast"));
    QCOMPARE(got.status.device_seconds, 0.75);
    live.submit({}, answer(got, 1));  // and forgets it where none worked
    QTRY_COMPARE_WITH_TIMEOUT(got.shown, std::vector<int>{1}, kPatienceMs);
    QCOMPARE(got.status.device_seconds, 0.0);
  }

  void busyMarkComesLateAndGoes() {
    DummyGate gate;
    gate.set(false);
    Answered got;
    LiveScheduler live(workspace_, follow(got));
    live.submit({}, [&gate](compute::Backend&, compute::Progress& progress) {
      gate.pass(progress);
      return LiveScheduler::Show([] {});
    });
    QVERIFY(!got.status.busy);  // not at once
    QTRY_VERIFY_WITH_TIMEOUT(got.status.busy, kPatienceMs);
    gate.set(true);
    QTRY_VERIFY_WITH_TIMEOUT(!got.status.busy, kPatienceMs);
    QVERIFY(!got.status.pending);
  }

  void nothingReachesOneThatIsGone() {
    for (int i = 0; i < 200; ++i) {
      Answered got;
      {
        LiveScheduler live(workspace_, follow(got));
        live.submit(answer(got, 1), answer(got, 2));
        if (i % 2 == 0) QCoreApplication::processEvents();
      }
      const std::size_t before = got.shown.size();
      QCoreApplication::processEvents();
      QCoreApplication::sendPostedEvents();
      QCOMPARE(got.shown.size(), before);
    }
  }

  void aGateHeldWorkerDoesNotHoldTheEnd() {
    DummyGate gate;
    gate.set(false);
    Answered got;
    {
      LiveScheduler live(workspace_, follow(got));
      live.submit({}, [&gate](compute::Backend&, compute::Progress& progress) {
        gate.pass(progress);
        return LiveScheduler::Show([] {});
      });
      QTRY_COMPARE_WITH_TIMEOUT(gate.count(&DummyGate::started), 1, kPatienceMs);
    }
    QTRY_COMPARE_WITH_TIMEOUT(gate.count(&DummyGate::cancelled), 1, kPatienceMs);
    QVERIFY(got.shown.empty());
  }

 private:
  std::function<void(const ViewStatus&)> follow(Answered& into) {
    return [&into](const ViewStatus& status) {
      into.status = status;
      ++into.status_changes;
    };
  }

  compute::Pool pool_{2};
  std::shared_ptr<compute::Backend> backend_;
  Workspace workspace_;
};

}  // namespace ssmscope::ui

QTEST_MAIN(ssmscope::ui::TestLiveAnalysis)
#include "test_live_analysis.moc"
