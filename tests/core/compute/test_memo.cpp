// A memo: made once for all who ask, the latest kept, and nobody stuck when a maker or a waiting
// one is cancelled.
#include <QtTest>
#include <atomic>
#include <future>
#include <latch>
#include <stdexcept>
#include <thread>
#include <vector>

#include "core/compute/memo.hpp"

using namespace ssmscope;
using compute::Memo;

namespace {

/// Tells when it is first asked, which a waiting one does only while it waits.
class AskedProgress final : public compute::Progress {
 public:
  bool cancelled() const override {
    asked_.store(true);
    asked_.notify_all();
    return stop.load();
  }
  void wait_until_asked() const { asked_.wait(false); }
  std::atomic<bool> stop{false};

 private:
  mutable std::atomic<bool> asked_{false};
};

}  // namespace

class TestMemo : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void one_makes_and_all_have() {
    const Memo<int, int> memo;
    const compute::Progress progress;
    std::atomic<int> made{0};
    constexpr int kThreads = 8;
    std::latch begin(kThreads);
    std::vector<std::thread> threads;
    std::vector<std::shared_ptr<const int>> values(kThreads);
    for (std::shared_ptr<const int>& value : values) {
      threads.emplace_back([&] {
        begin.arrive_and_wait();
        value = memo.get(7, progress, [&] { return 100 + ++made; });
      });
    }
    for (std::thread& thread : threads) thread.join();
    QCOMPARE(made.load(), 1);
    for (const auto& value : values) QCOMPARE(*value, 101);
    QCOMPARE(memo.known(7), values.front());
    const Memo<int, int> copy = memo;
    QCOMPARE(copy.known(7), values.front());
  }

  void the_latest_asked_for_are_kept() {
    const Memo<int, int> memo(2);
    const compute::Progress progress;
    const auto ask = [&](int key) { memo.get(key, progress, [key] { return key; }); };
    ask(1);
    ask(2);
    ask(1);
    ask(3);
    QVERIFY(memo.known(1) && memo.known(3));
    QVERIFY(!memo.known(2));
  }

  void a_waiting_one_that_is_cancelled_leaves() {
    const Memo<int, int> memo;
    std::promise<void> making, finish;
    std::thread maker([&] {
      memo.get(1, compute::Progress(), [&] {
        making.set_value();
        finish.get_future().wait();
        return 5;
      });
    });
    making.get_future().wait();
    AskedProgress progress;
    progress.stop = true;
    QVERIFY_THROWS_EXCEPTION(compute::Cancelled, memo.get(1, progress, [] { return 6; }));
    QVERIFY(!memo.known(1));
    finish.set_value();
    maker.join();
    QCOMPARE(*memo.known(1), 5);
  }

  void another_takes_over_when_the_maker_is_cancelled() {
    const Memo<int, int> memo;
    std::promise<void> making, cancel;
    std::thread maker([&] {
      const auto give_up = [&]() -> int {
        making.set_value();
        cancel.get_future().wait();
        throw compute::Cancelled();
      };
      QVERIFY_THROWS_EXCEPTION(compute::Cancelled, memo.get(1, compute::Progress(), give_up));
    });
    making.get_future().wait();
    AskedProgress progress;
    std::shared_ptr<const int> value;
    std::thread waiting([&] { value = memo.get(1, progress, [] { return 9; }); });
    progress.wait_until_asked();  // so it waits for the first
    cancel.set_value();
    maker.join();
    waiting.join();
    QCOMPARE(*value, 9);
  }

  void a_failure_is_not_kept() {
    const Memo<int, int> memo;
    const compute::Progress progress;
    const auto fail = []() -> int { throw std::runtime_error("no"); };
    QVERIFY_THROWS_EXCEPTION(std::runtime_error, memo.get(1, progress, fail));
    QCOMPARE(*memo.get(1, progress, [] { return 2; }), 2);
  }
};

QTEST_APPLESS_MAIN(TestMemo)
#include "test_memo.moc"
