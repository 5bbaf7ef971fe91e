#include <QTest>
#include <chrono>
#include <string>
#include <vector>

#include "ui/live/turns.hpp"

using ssmscope::ui::Turns;

namespace {

/// Runs one round of the event loop, waiting for a timer if need be.
void one_round() { QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents); }

void spin(std::chrono::milliseconds time) {
  const auto end = std::chrono::steady_clock::now() + time;
  while (std::chrono::steady_clock::now() < end) {
  }
}

}  // namespace

class TestTurns : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void theFirstRunsAtOnce() {
    Turns turns;
    bool ran = false;
    turns.take([&ran] { ran = true; });
    QVERIFY(ran);
  }

  void slowWorkIsSpreadOverRounds() {
    constexpr int kWorks = 12;
    // A round has room for three that take a third of it or longer.
    constexpr int kMostARound = 3;
    Turns turns;
    int ran = 0;
    for (int i = 0; i < kWorks; ++i) {
      turns.take([&ran] {
        ++ran;
        spin(std::chrono::milliseconds(12));
      });
    }
    QCOMPARE(ran, 1);
    while (ran < kWorks) {
      const int before = ran;
      one_round();
      QVERIFY2(ran <= before + kMostARound, qPrintable(QString::number(ran - before)));
    }
  }

  void theyComeInTheOrderAskedFor() {
    Turns turns;
    std::vector<int> order;
    for (int i = 0; i < 8; ++i) turns.take([&order, i] { order.push_back(i); });
    while (order.size() < 8) one_round();
    QCOMPARE(order, (std::vector<int>{0, 1, 2, 3, 4, 5, 6, 7}));
  }

  void workMayAskForAnotherTurn() {
    Turns turns;
    std::string seen;
    turns.take([&] {
      seen += 'a';
      turns.take([&seen] { seen += 'c'; });
    });
    turns.take([&seen] { seen += 'd'; });
    QVERIFY(seen.starts_with('a'));
    while (seen.size() < 3) one_round();
    QCOMPARE(seen, std::string("acd"));
  }

  void aLaterOneRunsAtOnceAgain() {
    Turns turns;
    int ran = 0;
    turns.take([&ran] { ++ran; });
    turns.take([&ran] { ++ran; });
    while (ran < 2) one_round();
    one_round();  // in which nobody asked
    turns.take([&ran] { ++ran; });
    QCOMPARE(ran, 3);
  }

  void theyMayBeLeftWaiting() {
    int ran = 0;
    {
      Turns turns;
      for (int i = 0; i < 3; ++i) turns.take([&ran] { ++ran; });
    }
    QTest::qWait(10);
    QCOMPARE(ran, 1);
  }
};

QTEST_GUILESS_MAIN(TestTurns)
#include "test_turns.moc"
