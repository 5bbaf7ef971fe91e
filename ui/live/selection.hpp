// What is selected, shared by all views: choose mode 7 on the pole map and its wave on the ring
// and its peak in the response light up.
#pragma once

#include <QObject>
#include <cmath>
#include <limits>
#include <optional>

namespace ssmscope::ui {

/// One mode (its place in the scenario), one frequency, one lag; each may be unset.
class Selection : public QObject {
  Q_OBJECT
 public:
  using QObject::QObject;
  std::optional<int> mode() const { return mode_; }
  std::optional<double> omega() const { return omega_; }  ///< radians a step
  std::optional<int> lag() const { return lag_; }         ///< steps

  void setMode(std::optional<int> mode);
  void setOmega(std::optional<double> omega);
  void setLag(std::optional<int> lag);

 Q_SIGNALS:
  void modeChanged();
  void omegaChanged();
  void lagChanged();

 private:
  std::optional<int> mode_;
  std::optional<double> omega_;
  std::optional<int> lag_;
};

}  // namespace ssmscope::ui
