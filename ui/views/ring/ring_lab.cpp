#include "ui/views/ring/ring_lab.hpp"

#include <algorithm>

#include "core/data/signals.hpp"
#include "core/ring/kept_waves.hpp"
#include "core/ring/pruning.hpp"

namespace ssmscope::ui {

namespace {

// Long enough that nothing of it runs while a slider is dragged.
constexpr int kRestMilliseconds = 250;
// Ages times nodes: what is looked through for each row that is coloured.
constexpr std::size_t kMostAges = std::size_t{1} << 17;

/// The model of the ring that `result` shows; nothing where they do not belong together.
std::optional<ring::RingModel> modelOf(const ring::RingResult& result, const Scenario& scenario,
                                       const target::Solutions& solutions,
                                       compute::Progress& progress) {
  const auto solved = solutions.model(scenario, progress);
  auto model = ring::ring_of(result.kind, *solved, scenario.discretisation.rule,
                             scenario.discretisation.delta);
  if (model && static_cast<int>(model->nodes()) != result.nodes) return std::nullopt;
  return model;
}

double inputAt(const Scenario& scenario, long step) {
  return step < 0 ? 0.0
                  : data::input_signal(scenario.input, static_cast<std::size_t>(step), 1).front();
}

}  // namespace

RingLab::RingLab(Workspace& workspace, QObject* parent)
    : QObject(parent),
      solutions_(workspace.solutions),
      play_(workspace, [](const ViewStatus&) {}),
      age_(workspace, [](const ViewStatus&) {}),
      studies_(workspace, [](const ViewStatus&) {}) {
  rest_.setSingleShot(true);
  rest_.setInterval(kRestMilliseconds);
  connect(&rest_, &QTimer::timeout, this, &RingLab::studyNow);
}

void RingLab::setBase(std::shared_ptr<const ring::RingResult> base,
                      std::shared_ptr<const Scenario> scenario) {
  base_ = std::move(base);
  scenario_ = std::move(scenario);
  studies_.cancel();
  study_.reset();
  ages_.reset();
  rest_.start();
  play();
  findAges();
}

void RingLab::follow(std::optional<long> step) {
  if (step == followed_) return;
  followed_ = step;
  play();
}

void RingLab::keepModes(std::optional<int> count) {
  if (count == keep_) return;
  keep_ = count;
  play();
}

void RingLab::pluck(const ring::Pluck& pluck) {
  plucks_.push_back(pluck);
  play();
}

void RingLab::clearPlucks() {
  if (plucks_.empty()) return;
  plucks_.clear();
  play();
}

void RingLab::setAgesWanted(bool wanted) {
  if (wanted == ages_wanted_) return;
  ages_wanted_ = wanted;
  findAges();
}

void RingLab::play() {
  if (!base_) return;
  ++turn_;
  if (!followed_ && plucks_.empty() && !keep_) {
    play_.cancel();
    played_ = base_;
    Q_EMIT playedChanged();
    return;
  }
  auto work = [this, turn = turn_, base = base_, scenario = scenario_, followed = followed_,
               plucks = plucks_, keep = keep_,
               solutions = solutions_](compute::Backend& backend, compute::Progress& progress) {
    auto now = std::make_shared<ring::RingResult>(*base);
    if (const auto model = modelOf(*base, *scenario, solutions, progress)) {
      if (followed)
        *now = ring::wave_alone(*now, *model, *followed, inputAt(*scenario, *followed),
                                *solutions.memory(*scenario, progress), backend, progress);
      *now = ring::with_plucks(*now, *model, plucks, backend, progress);
      if (keep) {
        const auto kept = ring::kept_modes(solutions.model(*scenario, progress)->discrete,
                                           static_cast<std::size_t>(std::max(*keep, 1)), progress);
        *now = ring::kept_waves(*now, *model, kept, progress);
      }
    }
    return LiveScheduler::Show([this, turn, now] {
      if (turn != turn_) return;
      played_ = now;
      Q_EMIT playedChanged();
    });
  };
  play_.submit({}, std::move(work));
}

void RingLab::findAges() {
  if (!base_ || !ages_wanted_ || ages_) return;
  auto work = [this, base = base_, scenario = scenario_, solutions = solutions_](
                  compute::Backend& backend, compute::Progress& progress) {
    auto ages = std::make_shared<ring::WaveAges>();
    if (const auto model = modelOf(*base, *scenario, solutions, progress)) {
      const std::size_t most = std::max<std::size_t>(1, kMostAges / model->nodes());
      const auto steps = static_cast<std::size_t>(std::max(base->steps, 0));
      *ages = ring::WaveAges(*model, std::min(most, steps), backend, progress);
    }
    return LiveScheduler::Show([this, base, ages] {
      if (base != base_) return;
      ages_ = ages;
      Q_EMIT agesChanged();
    });
  };
  age_.submit({}, std::move(work));
}

void RingLab::studyNow() {
  if (!base_) return;
  auto work = [this, base = base_, scenario = scenario_, solutions = solutions_](
                  compute::Backend& backend, compute::Progress& progress) {
    auto study = std::make_shared<const ring::RingStudy>(
        ring::study_ring(*base, *scenario, backend, progress, solutions));
    return LiveScheduler::Show([this, base, study] {
      if (base != base_) return;
      study_ = study;
      Q_EMIT studyChanged();
    });
  };
  studies_.submit({}, std::move(work));
}

}  // namespace ssmscope::ui
