#include "ui/workbench/pin_keeper.hpp"

#include <algorithm>

#include "core/scenario/session_json.hpp"

namespace ssmscope::ui {

PinKeeper::PinKeeper(Document& document, ViewArea& area, QObject* parent)
    : QObject(parent), document_(document), area_(area) {
  // Queued: a view says that it is done in the middle of its own work.
  connect(&area_, &ViewArea::changed, this, &PinKeeper::proceed, Qt::QueuedConnection);
}

void PinKeeper::add(const std::shared_ptr<const Scenario>& scenario, const QStringList& views) {
  if (pins_.size() >= kMostPins) pins_.erase(pins_.begin());
  pins_.push_back({scenario, views});
  Q_EMIT changed();
}

void PinKeeper::pin(View* view) {
  if (restoring() || !view->shownScenario()) return;
  view->pin();
  for (const ViewFrame* frame : area_.frames()) {
    if (frame->view() == view) add(view->shownScenario(), {frame->info().id});
  }
}

void PinKeeper::pinAll() {
  if (restoring()) return;
  QStringList ids;
  for (const ViewFrame* frame : area_.frames()) {
    if (!frame->view()->shownScenario()) continue;
    frame->view()->pin();
    ids << frame->info().id;
  }
  if (!ids.isEmpty()) add(document_.shared(), ids);
}

std::vector<Pin> PinKeeper::pins() const {
  std::vector<Pin> all = pins_;
  all.insert(all.end(), to_restore_.begin(), to_restore_.end());
  return all;
}

void PinKeeper::clear() {
  for (View* view : area_.views()) view->clearPins();
  if (pins_.empty()) return;
  pins_.clear();
  Q_EMIT changed();
}

void PinKeeper::restore(std::vector<Pin> pins) {
  const bool was_restoring = restoring();
  to_restore_.clear();
  clear();
  to_restore_.assign(pins.begin(), pins.end());
  if (restoring()) {
    feedNext();
  } else if (was_restoring) {
    Q_EMIT restored();
  }
}

void PinKeeper::feedNext() {
  const Pin& next = to_restore_.front();
  for (ViewFrame* frame : area_.frames()) {
    if (next.views.contains(frame->info().id)) frame->setScenario(next.scenario);
  }
  // Views whose answer is there already say nothing more: look once by oneself.
  QMetaObject::invokeMethod(this, &PinKeeper::proceed, Qt::QueuedConnection);
}

void PinKeeper::proceed() {
  if (!restoring()) return;
  const Pin pin = to_restore_.front();
  const auto waits = [&](const ViewFrame* frame) {
    return pin.views.contains(frame->info().id) && !frame->settled();
  };
  if (std::ranges::any_of(area_.frames(), waits)) return;
  for (const ViewFrame* frame : area_.frames()) {
    if (pin.views.contains(frame->info().id)) frame->view()->pin();
  }
  to_restore_.pop_front();
  add(pin.scenario, pin.views);
  if (restoring()) {
    feedNext();
  } else {
    Q_EMIT restored();
  }
}

}  // namespace ssmscope::ui
