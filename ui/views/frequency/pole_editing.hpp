// From a hand on a pole map to an edit of the scenario.
#pragma once

#include <QObject>

#include "ui/live/view.hpp"
#include "ui/views/frequency/pole_map.hpp"

namespace ssmscope::ui {

class Selection;

enum class Plane { Discrete, Continuous };  ///< of abar; of lambda

/// Makes the map's signals edits that `view` asks for, and keeps the selection with them.
void connectPoleEditing(PoleMap& map, Plane plane, View& view, Selection& selection);

}  // namespace ssmscope::ui
