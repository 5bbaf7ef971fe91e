// What the views say of where their numbers came from.
#include <QTest>

#include "core/compute/operation_log.hpp"

using namespace ssmscope;

namespace {

struct Behind final : compute::Progress {
  bool stop = false;
  double fraction = 0.0;
  int reports = 0;
  bool cancelled() const override { return stop; }
  void report(double done) override { fraction = done; }
  void ran(const compute::OperationReport&) override { ++reports; }
};

}  // namespace

class TestOperationLog : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void a_silent_backend_is_the_one_named() {
    Behind behind;
    const compute::OperationLog log(behind);
    QCOMPARE(log.computed_on("CPU"), std::string("CPU"));
    QCOMPARE(log.reasons(), std::string());
    QCOMPARE(log.device_seconds(), 0.0);
  }

  void names_and_reasons_come_once_in_order() {
    Behind behind;
    compute::OperationLog log(behind);
    log.ran({"kernel", "GPU", 0.25, ""});
    log.ran({"states", "CPU", 0.0, "Too large."});
    log.ran({"response", "GPU", 0.5, ""});
    log.ran({"ring field", "CPU", 0.0, "Too large."});
    log.ran({"ring field", "CPU", 0.0, "Unstable."});
    QCOMPARE(log.computed_on("CPU"), std::string("GPU + CPU"));
    QCOMPARE(log.reasons(), std::string("Too large. Unstable."));
    QCOMPARE(log.device_seconds(), 0.75);
    QCOMPARE(behind.reports, 5);
  }

  void passes_the_rest_on() {
    Behind behind;
    compute::OperationLog log(behind);
    log.report(0.5);
    QCOMPARE(behind.fraction, 0.5);
    log.check();
    behind.stop = true;
    QVERIFY_EXCEPTION_THROWN(log.check(), compute::Cancelled);
  }
};

QTEST_APPLESS_MAIN(TestOperationLog)
#include "test_operation_log.moc"
