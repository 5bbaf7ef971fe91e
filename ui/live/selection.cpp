#include "ui/live/selection.hpp"

namespace ssmscope::ui {

void Selection::setMode(std::optional<int> mode) {
  if (mode == mode_) return;
  mode_ = mode;
  Q_EMIT modeChanged();
}

void Selection::setOmega(std::optional<double> omega) {
  if (omega == omega_) return;
  omega_ = omega;
  Q_EMIT omegaChanged();
}

void Selection::setLag(std::optional<int> lag) {
  if (lag == lag_) return;
  lag_ = lag;
  Q_EMIT lagChanged();
}

}  // namespace ssmscope::ui
