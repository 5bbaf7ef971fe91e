#include "ui/views/frequency/pole_editing.hpp"

#include <QCoreApplication>

#include "core/spectrum/pole_edit.hpp"
#include "core/ssm/diagonal.hpp"
#include "ui/live/selection.hpp"

namespace ssmscope::ui {

namespace {

using Complex = std::complex<double>;

class Text {
  Q_DECLARE_TR_FUNCTIONS(FrequencyView)
};

ScenarioEdit moveEdit(Plane plane, int mode, Complex to) {
  const auto index = static_cast<std::size_t>(mode);
  ScenarioEdit edit;
  edit.change = [plane, index, to](const Scenario& now) {
    return plane == Plane::Discrete ? spectrum::with_discrete_pole_moved(now, index, to)
                                    : spectrum::with_pole_moved(now, index, to);
  };
  edit.text = Text::tr("Move the pole of mode %1").arg(mode);
  edit.gesture = QStringLiteral("frequency.pole.%1").arg(mode);
  return edit;
}

/// By a step, from wherever the pole is by now: keys repeat faster than answers come.
ScenarioEdit nudgeEdit(Plane plane, int mode, Complex by) {
  ScenarioEdit edit = moveEdit(plane, mode, by);
  const auto index = static_cast<std::size_t>(mode);
  edit.change = [plane, index, by](const Scenario& now) {
    const ComplexList poles = spectrum::poles(now.model);
    if (index >= poles.size()) return now;  // taken away since
    ssm::ContinuousModel pole;
    pole.lambda = {poles[index]};
    pole.B = pole.C = {1.0};
    if (plane == Plane::Continuous)
      return spectrum::with_pole_moved(now, index, pole.lambda[0] + by);
    const Complex abar =
        ssm::discretise(pole, now.discretisation.rule, now.discretisation.delta).abar[0];
    return spectrum::with_discrete_pole_moved(now, index, abar + by);
  };
  edit.end = ScenarioEdit::End::Soon;
  return edit;
}

ScenarioEdit addEdit(Plane plane, Complex at) {
  ScenarioEdit edit;
  edit.change = [plane, at](const Scenario& now) {
    return plane == Plane::Discrete ? spectrum::with_discrete_pole_added(now, at)
                                    : spectrum::with_pole_added(now, at);
  };
  edit.text = Text::tr("Add a mode");
  return edit;
}

ScenarioEdit removeEdit(int mode) {
  ScenarioEdit edit;
  edit.change = [mode](const Scenario& now) {
    return spectrum::without_pole(now, static_cast<std::size_t>(mode));
  };
  edit.text = Text::tr("Take away mode %1").arg(mode);
  return edit;
}

}  // namespace

void connectPoleEditing(PoleMap& map, Plane plane, View& view, Selection& selection) {
  Selection* const selected = &selection;
  View* const asker = &view;
  QObject::connect(&map, &PoleMap::poleTaken, asker,
                   [selected](int mode) { selected->setMode(mode); });
  QObject::connect(&map, &PoleMap::poleReleased, asker,
                   [selected] { selected->setMode(std::nullopt); });
  QObject::connect(&map, &PoleMap::poleMoved, asker, [=](int mode, Complex to, bool last) {
    ScenarioEdit edit = moveEdit(plane, mode, to);
    edit.end = last ? ScenarioEdit::End::Now : ScenarioEdit::End::Later;
    Q_EMIT asker->editAsked(edit);
  });
  QObject::connect(&map, &PoleMap::poleNudged, asker, [=](int mode, Complex by) {
    Q_EMIT asker->editAsked(nudgeEdit(plane, mode, by));
  });
  QObject::connect(&map, &PoleMap::poleAdded, asker,
                   [=](Complex at) { Q_EMIT asker->editAsked(addEdit(plane, at)); });
  QObject::connect(&map, &PoleMap::poleRemoved, asker, [=](int mode) {
    selected->setMode(std::nullopt);
    Q_EMIT asker->editAsked(removeEdit(mode));
  });
}

}  // namespace ssmscope::ui
