// The picture of a view as a sheet of its own: what it is, of which scenario, made by which
// parameters.
#pragma once

#include <QImage>

#include "ui/live/view.hpp"

namespace ssmscope::ui {

/// "S4D (diagonal) · Lin · Modes M 32 · ... · Step Δ 0.01 s · ...": what the scenario's model,
/// rule, target and input are, as the panel names it.
QStringList parameterWords(const Scenario& scenario);

/// The view's figure without its controls, at its present size, under a title line ("Frequency
/// response: HiPPO") and over the parameters that made it.
QImage figureSheet(View& view, double device_pixel_ratio);

}  // namespace ssmscope::ui
