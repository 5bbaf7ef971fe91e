#include <QTest>
#include <string>
#include <vector>

#include "ui/live/turns.hpp"

using ssmscope::ui::Turns;

namespace {

/// Runs one round of the event loop, waiting for a timer if need be.
void one_round() { QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents); }

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

  void noTwoShareARound() {
    Turns turns;
    int ran = 0, last = 0;
    for (int i = 0; i < 5; ++i) turns.take([&ran] { ++ran; });
    QCOMPARE(ran, 1);
    while (ran < 5) {
      last = ran;
      one_round();
      QVERIFY(ran <= last + 1);
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
    QCOMPARE(seen, std::string("a"));
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
