// Opening and saving: scenarios, sessions, models, series.
#include <QClipboard>
#include <QFileDialog>
#include <QFileInfo>
#include <QGuiApplication>

#include "core/data/signals.hpp"
#include "core/scenario/error.hpp"
#include "core/scenario/scenario_json.hpp"
#include "ui/plot/figure_deck.hpp"
#include "ui/workbench/opening.hpp"
#include "ui/workbench/workbench_private.hpp"

namespace ssmscope::ui {

namespace {

constexpr int kMostRecent = 8;
constexpr const char* kWindow = "window";  // the window's own entry beside those of the views

nlohmann::json viewSettings(const ViewFrame& frame) {
  nlohmann::json made = {{"caption", frame.captionVisible()}};
  for (const FigureDeck* deck : frame.view()->findChildren<FigureDeck*>())
    made["figure"] = deck->currentFigure().toStdString();
  return made;
}

/// Settings are a convenience: what does not fit is left alone.
void applyViewSettings(ViewArea& area, const ViewFrame& frame, const nlohmann::json& settings) {
  if (!settings.is_object()) return;
  const auto caption = settings.find("caption");
  if (caption != settings.end() && caption->is_boolean())
    area.setCaptionVisible(frame.info().id, caption->get<bool>());
  const auto figure = settings.find("figure");
  if (figure == settings.end() || !figure->is_string()) return;
  for (FigureDeck* deck : frame.view()->findChildren<FigureDeck*>())
    deck->setCurrentFigure(QString::fromStdString(figure->get<std::string>()));
}

/// The views of pin `index`: all that are known where the session does not say.
QStringList pinnedViews(const nlohmann::json& window, std::size_t index, const ViewArea& area) {
  QStringList ids;
  const auto lists = window.find("pins");
  const bool said = lists != window.end() && lists->is_array() && index < lists->size() &&
                    (*lists)[index].is_array();
  for (const ViewFrame* frame : area.frames()) {
    const std::string id = frame->info().id.toStdString();
    if (!said || std::ranges::count((*lists)[index], nlohmann::json(id)) > 0)
      ids << frame->info().id;
  }
  return ids;
}

}  // namespace

Session Workbench::Private::session() const {
  Session made;
  made.scenario = document.scenario();
  made.compare = compare;
  nlohmann::json pinned = nlohmann::json::array();
  for (const Pin& pin : pins->pins()) {
    made.pins.push_back(*pin.scenario);
    nlohmann::json ids = nlohmann::json::array();
    for (const QString& id : pin.views) ids.push_back(id.toStdString());
    pinned.push_back(std::move(ids));
  }
  for (const ViewFrame* frame : area->frames())
    made.views[frame->info().id.toStdString()] = viewSettings(*frame);
  made.views[kWindow] = {{"pins", std::move(pinned)},
                         {"loops", clock.loops()},
                         {"steps_per_second", clock.stepsPerSecond()}};
  return made;
}

void Workbench::Private::setSession(const Session& from) {
  file.clear();
  compare = from.compare;
  const nlohmann::json views = from.views.is_object() ? from.views : nlohmann::json::object();
  const nlohmann::json own = views.value(kWindow, nlohmann::json::object());
  const nlohmann::json mine = own.is_object() ? own : nlohmann::json::object();
  std::vector<Pin> to_pin;
  for (std::size_t i = 0; i < from.pins.size(); ++i)
    to_pin.push_back({std::make_shared<const Scenario>(from.pins[i]), pinnedViews(mine, i, *area)});
  selection.setMode(std::nullopt);
  selection.setOmega(std::nullopt);
  selection.setLag(std::nullopt);
  pins->restore(std::move(to_pin));
  document.open(from.scenario);
  for (const ViewFrame* frame : area->frames())
    applyViewSettings(*area, *frame, views.value(frame->info().id.toStdString(), nlohmann::json()));
  if (mine.contains("loops") && mine["loops"].is_boolean()) clock.setLoops(mine["loops"]);
  if (mine.contains("steps_per_second") && mine["steps_per_second"].is_number())
    clock.setStepsPerSecond(mine["steps_per_second"]);
  clock.setTime(clock.first());
  clock.play();
  sayFileChanges();
}

/// A file that is not what the scenario was made with is still used, but that is said.
void Workbench::Private::sayFileChanges() {
  background.run(
      [this, scenario = document.shared()]() -> Background::Then {
        QStringList changes;
        for (const std::string& change : data::file_changes(*scenario))
          changes << QString::fromStdString(change);
        return [this, changes] {
          if (!changes.isEmpty()) message->say(changes.join(QLatin1Char(' ')));
        };
      },
      [](const QString&) {});  // an absent file is said by the analyses that need it
}

void Workbench::openPath(const QString& path) {
  const auto present = d_->document.shared();
  d_->background.run(
      [this, path, present]() -> Background::Then {
        auto opened = std::make_shared<const Opened>(openFile(path, *present));
        return [this, path, opened] {
          if (const auto* whole = std::get_if<OpenedSession>(&*opened)) {
            setSession(whole->session);
            d_->opened(path, true);
          } else {
            const auto& part = std::get<OpenedPart>(*opened);
            d_->edit(part.scenario, part.what);
            d_->opened(path, false);
          }
          Q_EMIT pathOpened(true);
        };
      },
      [this](const QString& sentence) {
        d_->message->refuse(sentence);
        Q_EMIT pathOpened(false);
      });
}

void Workbench::Private::opened(const QString& path, bool whole) {
  if (whole) {
    file = path;
    showTitle();
  } else {
    message->say(tr("Opened %1.").arg(QFileInfo(path).fileName()));
  }
  remember(path);
}

void Workbench::Private::remember(const QString& path) {
  const QString absolute = QFileInfo(path).absoluteFilePath();
  recent.removeAll(absolute);
  recent.prepend(absolute);
  while (recent.size() > kMostRecent) recent.removeLast();
}

void Workbench::Private::askOpen() {
  auto* dialog = new QFileDialog(&window, tr("Open"), QString(), openFilter());
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setFileMode(QFileDialog::ExistingFile);
  connect(dialog, &QFileDialog::fileSelected, &window,
          [this](const QString& path) { window.openPath(path); });
  dialog->open();
}

void Workbench::Private::askSave(bool whole_session) {
  auto* dialog = new QFileDialog(&window, whole_session ? tr("Save the session") : tr("Save"), file,
                                 tr("JSON (*.json)"));
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setAcceptMode(QFileDialog::AcceptSave);
  dialog->setDefaultSuffix(QStringLiteral("json"));
  connect(dialog, &QFileDialog::fileSelected, &window,
          [this, whole_session](const QString& path) { save(path, whole_session); });
  dialog->open();
}

void Workbench::Private::save(const QString& path, bool whole_session) {
  const auto what = std::make_shared<const Session>(session());
  const auto saved = document.shared();
  background.run(
      [this, path, whole_session, what, saved]() -> Background::Then {
        Session stamped = *what;
        stamped.scenario = data::stamp_files(what->scenario);
        if (whole_session) {
          save_session(stamped, toPath(path));
        } else {
          save_scenario(stamped.scenario, toPath(path));
        }
        return [this, path, saved] {
          file = path;
          remember(path);
          if (document.shared() == saved) document.undoStack().setClean();
          showTitle();
          message->say(tr("Saved %1.").arg(QFileInfo(path).fileName()));
        };
      },
      [this](const QString& sentence) { message->refuse(sentence); });
}

void Workbench::Private::askSeries(bool as_target) {
  auto* dialog =
      new QFileDialog(&window, as_target ? tr("Target from a file") : tr("Input from a file"),
                      QString(), openFilter());
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setFileMode(QFileDialog::ExistingFile);
  connect(dialog, &QFileDialog::fileSelected, &window, [this, as_target](const QString& path) {
    background.run(
        [this, path, as_target, present = document.shared()]() -> Background::Then {
          auto next = std::make_shared<const Scenario>(as_target ? withTargetFile(*present, path)
                                                                 : withInputFile(*present, path));
          return [this, next, as_target] {
            edit(*next, as_target ? tr("Target from a file") : tr("Input from a file"));
          };
        },
        [this](const QString& sentence) { message->refuse(sentence); });
  });
  dialog->open();
}

void Workbench::Private::edit(Scenario next, const QString& text) {
  const QString complaint = document.edit(std::move(next), text);
  if (!complaint.isEmpty()) message->refuse(complaint);
}

void Workbench::Private::copyScenario() const {
  const std::string text = scenario_to_json(document.scenario(), {}).dump(2);
  QGuiApplication::clipboard()->setText(QString::fromStdString(text));
  message->say(tr("Copied the scenario as JSON."));
}

void Workbench::Private::pasteScenario() {
  try {
    edit(fromPastedText(document.scenario(), QGuiApplication::clipboard()->text()), tr("Paste"));
  } catch (const InputError& error) {
    message->refuse(QString::fromUtf8(error.what()));
  }
}

}  // namespace ssmscope::ui
