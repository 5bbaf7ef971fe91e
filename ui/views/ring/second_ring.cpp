#include "ui/views/ring/second_ring.hpp"

#include <QVBoxLayout>
#include <cmath>

#include "core/scenario/names.hpp"
#include "ui/plot/axis.hpp"

namespace ssmscope::ui {

QString modelName(const Scenario& scenario) {
  const QString family = QStringLiteral("S4D");
  const QString init = QString::fromStdString(name_of(scenario.model.init, kInitLabels));
  return SecondRing::tr("%1-%2, Δ = %3")
      .arg(family, init,
           quantityText(scenario.discretisation.delta,
                        QString::fromStdString(scenario.discretisation.delta_unit), 4));
}

SecondRing::SecondRing(Workspace& workspace, AnalysisFunctions<ring::RingResult> functions,
                       QWidget* parent)
    : QWidget(parent),
      live_(
          workspace, std::move(functions),
          [this](const LiveAnswer<ring::RingResult>& answer) {
            shown_scenario_ = answer.scenario;
            motion_ = ring::RingMotion(answer.result);
            full_.fit(answer.result->largest_displacement);
            Q_EMIT shown();
          },
          [this](const ViewStatus& status) {
            if (status.error.isEmpty()) return;
            motion_ = {};
            scene_->edit().frame = {};
            scene_->edit().when = status.error;
            canvas_->requestRender();
          }) {
  auto scene = std::make_unique<RingScene>([](int) { return QString(); });
  scene_ = scene.get();
  canvas_ = new VtkCanvas(std::move(scene), this);
  canvas_->setObjectName(QStringLiteral("ring.second"));
  canvas_->setAccessibleName(tr("The ring of the other model"));
  auto* const column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->addWidget(canvas_);
}

void SecondRing::setComparison(ring::Comparison how) {
  if (how == how_) return;
  how_ = how;
  ask();
}

void SecondRing::setScenario(std::shared_ptr<const Scenario> scenario) {
  first_ = std::move(scenario);
  ask();
}

void SecondRing::setPinned(std::shared_ptr<const Scenario> scenario) {
  pinned_ = std::move(scenario);
  if (how_ == ring::Comparison::Pinned) ask();
}

void SecondRing::ask() {
  if (how_ == ring::Comparison::None || !first_) return;
  const bool pinned = how_ == ring::Comparison::Pinned && pinned_;
  Scenario other = ring::compared(pinned ? *pinned_ : *first_, how_);
  other.input = first_->input;  // the same clock and the same input
  other.resolution = first_->resolution;
  live_.setScenario(std::make_shared<const Scenario>(std::move(other)));
}

void SecondRing::setLook(const RingLook& look) {
  scene_->setLook(look);
  canvas_->requestRender();
}

void SecondRing::drawAt(double time, double seconds) {
  full_.ease(seconds);
  const ring::RingFrame& frame = motion_.at(time);
  RingPicture& picture = scene_->edit();
  picture.frame = frame;
  picture.nodes = motion_.nodes();
  picture.points_per_node = motion_.points_per_node();
  picture.full = full_.shown();
  picture.full_text = numberText(full_.goal(), 3);
  if (frame.row < 0) {
    picture.when = tr("Computing");
  } else {
    picture.when = shown_scenario_ ? modelName(*shown_scenario_) : QString();
    picture.remark = frame.beyond ? tr("the last finite step: later ones are cut") : QString();
    picture.scale = tr("full height %1").arg(picture.full_text);
    const auto& input = motion_.result().input;
    const auto row = static_cast<std::size_t>(frame.row);
    picture.input =
        row < input.size() ? tr("input %1").arg(numberText(input[row], 3)) : tr("input");
  }
  canvas_->renderAtOnce();
}

void SecondRing::applyTheme(const Theme& theme) { canvas_->applyTheme(theme); }

}  // namespace ssmscope::ui
