// What a view's frame says of the computation behind the picture.
#include <QtTest>

#include "ui/workbench/view_frame.hpp"

using namespace ssmscope;
using namespace ssmscope::ui;

namespace {

/// A view whose state the test sets.
class ToldView : public View {
 public:
  void setScenario(std::shared_ptr<const Scenario>) override {}
  void recompute() override {}
  void cancel() override {}
  std::shared_ptr<const Scenario> shownScenario() const override { return nullptr; }
  const ViewStatus& status() const override { return now; }
  QString caption() const override { return {}; }
  data::Table table() const override { return {}; }
  void applyTheme(const Theme&) override {}

  ViewStatus now;
};

}  // namespace

class TestViewFrame : public QObject {
  Q_OBJECT

 private:
  ToldView* view_ = new ToldView;  // the frame takes it
  ViewFrame frame_{{}, view_};

 private Q_SLOTS:
  void init() {
    view_->now = {};
    view_->now.backend = QStringLiteral("Fast 3 (driver 7), float32 + CPU");
    view_->now.seconds = 0.0123;
  }

  void nothing_is_said_before_the_first_answer() {
    view_->now.backend.clear();
    QVERIFY(frame_.statusText().isEmpty());
    QVERIFY(frame_.shortStatusText(QStringLiteral("GPU")).isEmpty());
    QVERIFY(frame_.statusTip().isEmpty());
  }

  void long_and_short() {
    QCOMPARE(frame_.statusText(), QStringLiteral("Fast 3 + CPU · 12 ms"));
    QCOMPARE(frame_.shortStatusText(QStringLiteral("GPU+CPU")), QStringLiteral("GPU+CPU 12 ms"));
    view_->now.preview = true;
    QCOMPARE(frame_.statusText(), QStringLiteral("preview · Fast 3 + CPU · 12 ms"));
    QCOMPARE(frame_.shortStatusText(QStringLiteral("GPU")), QStringLiteral("GPU preview"));
    view_->now.busy = true;
    QCOMPARE(frame_.statusText(), QStringLiteral("computing…"));
    QCOMPARE(frame_.shortStatusText(QStringLiteral("GPU")), QStringLiteral("computing…"));
  }

  void the_tip_tells_the_devices_own_time() {
    const QString made = QStringLiteral("Computed in 12 ms by Fast 3 (driver 7), float32 + CPU.");
    QCOMPARE(frame_.statusTip(), made);
    view_->now.device_seconds = 0.0045;
    const QString of_which =
        QStringLiteral("\nOf 12 ms the device worked 4.5 ms, by its own clock.");
    QCOMPARE(frame_.statusTip(), made + of_which);
    view_->now.notice = QStringLiteral("states: too large.");
    QCOMPARE(frame_.statusTip(), made + of_which + QStringLiteral("\nstates: too large."));
  }
};

QTEST_MAIN(TestViewFrame)
#include "test_view_frame.moc"
