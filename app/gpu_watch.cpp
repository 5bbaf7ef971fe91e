#include "app/gpu_watch.hpp"

#include <QCoreApplication>
#include <QPointer>

#include "app/backends.hpp"
#include "app/gpu_trial.hpp"

namespace ssmscope::app {

GpuWatch::GpuWatch(ui::Backends& backends, compute::Pool& pool) : backends_(backends), pool_(pool) {
  connect(&backends_, &ui::Backends::devicesAllowedChanged, this, &GpuWatch::look);
  connect(&backends_, &ui::Backends::lookAgainAsked, this, &GpuWatch::look_again);
}

void GpuWatch::look() {
  trial_ = {};  // stops the one before and waits for it
  if (!backends_.devicesAllowed()) return backends_.setFurther({});
  trial_ = std::jthread([self = QPointer<GpuWatch>(this)](const std::stop_token& stop) {
    const GpuReport report = gpu_report(stop);
    if (stop.stop_requested()) return;
    QMetaObject::invokeMethod(
        QCoreApplication::instance(),
        [self, report] {
          if (self) self->show(report);
        },
        Qt::QueuedConnection);
  });
}

void GpuWatch::look_again() {
  forget_trials();
  look();
}

void GpuWatch::show(const GpuReport& report) {
  if (!backends_.devicesAllowed()) return;
  backends_.setFurther(choices(report));
  const bool wants_device = backends_.wanted().startsWith(QStringLiteral("vulkan"));
  if (!wants_device || backends_.currentId() == backends_.wanted() || !backends_.making().isEmpty())
    return;
  std::string reason;
  find_device(report, backends_.wanted().toStdString(), reason);
  Q_EMIT backends_.notice(tr("%1 cannot be used (%2); the CPU computes.")
                              .arg(backends_.wanted(), QString::fromStdString(reason)));
}

std::vector<ui::BackendChoice> GpuWatch::choices(const GpuReport& report) const {
  std::vector<ui::BackendChoice> made;
  const auto maker = [this](const TriedDevice& tried, bool automatic) {
    return [tried, automatic, cpu = backends_.cpu(), pool = &pool_] {
      return make_device_backend(tried, automatic, cpu, *pool);
    };
  };
  std::string reason;
  if (const TriedDevice* best = find_device(report, "auto", reason))
    made.push_back({QStringLiteral("auto"),
                    tr("Auto"),
                    maker(*best, true),
                    tr("Large work on %1, small work on the CPU: each where it was measured to be "
                       "faster.")
                        .arg(QString::fromStdString(best->device.name)),
                    {}});
  for (const TriedDevice& tried : report.devices) {
    if (!tried.device.usable) continue;
    const QString name = QString::fromStdString(tried.device.name);
    const QString label = ui::shortBackendName(name);
    // A software device computes on the CPU, but is not the reference of that name.
    const bool software = tried.device.type == gpu::DeviceType::Software;
    made.push_back({QStringLiteral("vulkan:%1").arg(tried.device.index), label, maker(tried, false),
                    tr("Everything that fits on %1 (%2).")
                        .arg(name, QString::fromStdString(gpu::type_name(tried.device.type))),
                    software ? label : QStringLiteral("GPU")});
  }
  return made;
}

}  // namespace ssmscope::app
