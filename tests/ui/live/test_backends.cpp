// The choice of what computes: devices that come later, are slow to start, fail, are lost, or are
// turned off.
#include <QSignalSpy>
#include <QTest>
#include <future>

#include "core/compute/cpu_backend.hpp"
#include "ui/live/backends.hpp"
#include "ui/workbench/backend_box.hpp"

using namespace ssmscope;
using namespace ssmscope::ui;

namespace {

const QString kCpu = QStringLiteral("cpu");
const QString kAuto = QStringLiteral("auto");
const QString kDevice = QStringLiteral("vulkan:0");

}  // namespace

class TestBackends : public QObject {
  Q_OBJECT
 private:
  compute::Pool pool_{1};

  BackendChoice choice(const QString& id) {
    return {id, "Device of " + id, [this] { return compute::make_cpu_backend(pool_); }, {}, "GPU"};
  }

 private Q_SLOTS:
  void starts_on_the_cpu_and_takes_the_wanted_one_when_it_comes() {
    Backends backends(pool_);
    QCOMPARE(backends.currentId(), kCpu);
    QCOMPARE(backends.wanted(), kAuto);
    QSignalSpy changed(&backends, &Backends::currentChanged);
    backends.setFurther({choice(kAuto), choice(kDevice)});
    QCOMPARE(backends.choices().size(), std::size_t{3});
    QVERIFY(changed.wait());
    QCOMPARE(backends.currentId(), kAuto);
    QVERIFY(backends.current() != backends.cpu());
  }

  void a_choice_of_the_person_stays_when_devices_come() {
    Backends backends(pool_);
    QVERIFY(backends.choose(kCpu));
    backends.setFurther({choice(kAuto)});
    QCOMPARE(backends.currentId(), kCpu);
    QVERIFY(backends.making().isEmpty());
  }

  void a_slow_driver_does_not_block_and_the_last_wish_wins() {
    Backends backends(pool_);
    std::promise<void> gate;
    BackendChoice slow = choice(kDevice);
    slow.make = [this, opened = gate.get_future().share()]() -> std::shared_ptr<compute::Backend> {
      opened.wait();
      return compute::make_cpu_backend(pool_);
    };
    backends.setFurther({slow});
    QVERIFY(backends.choose(kDevice));
    QCOMPARE(backends.currentId(), kCpu);  // it is still being made
    QCOMPARE(backends.making(), kDevice);
    QVERIFY(backends.choose(kCpu));  // meanwhile the person changes their mind
    gate.set_value();
    QTRY_VERIFY(backends.making().isEmpty());
    QCOMPARE(backends.currentId(), kCpu);
    QSignalSpy changed(&backends, &Backends::currentChanged);
    QVERIFY(backends.choose(kDevice));  // made already
    QCOMPARE(changed.size(), 1);
    QCOMPARE(backends.currentId(), kDevice);
  }

  void a_device_that_fails_is_said_and_the_old_one_stays() {
    Backends backends(pool_);
    BackendChoice broken = choice(kDevice);
    broken.make = []() -> std::shared_ptr<compute::Backend> {
      throw std::runtime_error("it is on fire");
    };
    backends.setFurther({broken});
    QSignalSpy notices(&backends, &Backends::notice);
    QVERIFY(backends.choose(kDevice));
    QVERIFY(notices.wait());
    QVERIFY(notices[0][0].toString().contains("it is on fire"));
    QCOMPARE(backends.currentId(), kCpu);
    QCOMPARE(backends.wanted(), kCpu);
  }

  void an_unknown_one_is_refused() {
    Backends backends(pool_);
    QSignalSpy notices(&backends, &Backends::notice);
    QVERIFY(!backends.choose(kDevice));
    QCOMPARE(notices.size(), 1);
  }

  void a_lost_device_leaves_the_cpu() {
    Backends backends(pool_);
    QSignalSpy changed(&backends, &Backends::currentChanged);
    backends.setFurther({choice(kDevice)});
    QVERIFY(backends.choose(kDevice));
    QVERIFY(changed.wait());
    const auto device = backends.current();
    backends.lost(backends.cpu().get());  // not the current one: nothing happens
    QCOMPARE(backends.currentId(), kDevice);
    QSignalSpy notices(&backends, &Backends::notice);
    backends.lost(device.get());
    QCOMPARE(backends.currentId(), kCpu);
    QCOMPARE(notices.size(), 1);
  }

  void devices_that_go_leave_the_cpu() {
    Backends backends(pool_);
    QSignalSpy changed(&backends, &Backends::currentChanged);
    backends.setFurther({choice(kAuto)});
    QVERIFY(changed.wait());
    backends.setFurther({});
    QCOMPARE(backends.currentId(), kCpu);
    QCOMPARE(changed.size(), 2);
    QCOMPARE(backends.wanted(), kAuto);  // and is taken again when it comes back
  }

  void the_switch_is_told_once() {
    Backends backends(pool_);
    QSignalSpy told(&backends, &Backends::devicesAllowedChanged);
    backends.allowDevices(true);
    QCOMPARE(told.size(), 0);
    backends.allowDevices(false);
    QCOMPARE(told.size(), 1);
    QVERIFY(!backends.devicesAllowed());
  }

  void names_are_shortened() {
    QCOMPARE(shortBackendName("CPU"), QString("CPU"));
    QCOMPARE(shortBackendName("llvmpipe (LLVM 15.0.6, 256 bits), float32 + CPU"),
             QString("llvmpipe + CPU"));
    QCOMPARE(shortBackendName("NVIDIA H200, float64"), QString("NVIDIA H200"));
    QCOMPARE(shortBackendName(QString()), QString());
  }

  void kinds_are_those_of_the_choices() {
    Backends backends(pool_);
    BackendChoice software = choice(QStringLiteral("vulkan:1"));
    software.label = software.kind = QStringLiteral("llvmpipe");
    backends.setFurther({choice(kDevice), software});
    QCOMPARE(backends.kindOf("CPU"), QString("CPU"));
    QCOMPARE(backends.kindOf("Device of vulkan:0, float64 + CPU"), QString("GPU+CPU"));
    QCOMPARE(backends.kindOf("llvmpipe (LLVM 15.0.6, 256 bits), float32"), QString("llvmpipe"));
    QCOMPARE(backends.kindOf("Gone, float32 + CPU"), QString("Gone+CPU"));
    QCOMPARE(backends.kindOf(QString()), QString());
  }

  void the_box_follows() {
    Backends backends(pool_);
    BackendBox box(backends);
    QCOMPARE(box.count(), 1);
    backends.setFurther({choice(kAuto), choice(kDevice)});
    QCOMPARE(box.count(), 3);
    QTRY_COMPARE(box.currentData().toString(), kAuto);
    Q_EMIT box.activated(box.findData(kDevice));
    QTRY_COMPARE(backends.currentId(), kDevice);
    QCOMPARE(box.currentData().toString(), kDevice);
    backends.setFurther({});
    QCOMPARE(box.count(), 1);
    QCOMPARE(box.currentData().toString(), kCpu);
  }
};

QTEST_MAIN(TestBackends)
#include "test_backends.moc"
