// Offers the devices of this machine to the window.
#pragma once

#include <QObject>
#include <thread>

#include "app/gpu_report.hpp"
#include "core/compute/pool.hpp"
#include "ui/live/backends.hpp"

namespace ssmscope::app {

/// Tries the drivers in the background, fills the choices of `backends`, and follows the switch
/// that turns devices off. Both arguments outlive it.
class GpuWatch : public QObject {
  Q_OBJECT
 public:
  GpuWatch(ui::Backends& backends, compute::Pool& pool);

  /// Looks for devices where they are allowed.
  void look();

 private:
  void look_again();
  void show(const GpuReport& report);
  std::vector<ui::BackendChoice> choices(const GpuReport& report) const;

  ui::Backends& backends_;
  compute::Pool& pool_;
  std::jthread trial_;  // last: stops before the rest goes
};

}  // namespace ssmscope::app
