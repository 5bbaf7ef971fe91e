// Opening and saving: scenarios, sessions, models, series.
#include <QClipboard>
#include <QFileDialog>
#include <QFileInfo>
#include <QGuiApplication>

#include "core/data/signals.hpp"
#include "core/scenario/error.hpp"
#include "core/scenario/scenario_json.hpp"
#include "ui/workbench/opening.hpp"
#include "ui/workbench/workbench_private.hpp"

namespace ssmscope::ui {

namespace {

constexpr int kMostRecent = 8;
constexpr const char* kWindow = "window";  // the window's own entry beside those of the views
constexpr const char* kCaption = "caption";
constexpr double kFastest = 1e4;  // steps a second
constexpr qsizetype kMostTold = 3;

nlohmann::json viewSettings(const ViewFrame& frame) {
  nlohmann::json made = frame.view()->settings().toJson();
  made[kCaption] = frame.captionVisible();
  return made;
}

/// What the view takes of its settings; the rest is told.
QStringList applyViewSettings(ViewArea& area, const ViewFrame& frame, nlohmann::json settings) {
  const QString id = frame.info().id, place = QStringLiteral("views.") + id;
  QStringList complaints;
  if (settings.is_object() && settings.contains(kCaption)) {
    const nlohmann::json caption = settings[kCaption];
    settings.erase(kCaption);
    if (caption.is_boolean()) {
      area.setCaptionVisible(id, caption.get<bool>());
    } else {
      complaints << settingComplaint(place + u'.' + kCaption, Workbench::tr("true or false"),
                                     caption);
    }
  }
  return complaints + frame.view()->settings().apply(settings, place);
}

/// Of the window's entry.
bool isOwnSetting(const std::string& name) {
  return name == "pins" || name == "loops" || name == "steps_per_second";
}

/// What the clock takes of the window's own entry.
QStringList applyClock(Clock& clock, const nlohmann::json& own) {
  QStringList complaints;
  const QString place = QStringLiteral("views.window.");
  if (own.contains("loops")) {
    if (own["loops"].is_boolean()) {
      clock.setLoops(own["loops"].get<bool>());
    } else {
      complaints << settingComplaint(place + QStringLiteral("loops"),
                                     Workbench::tr("true or false"), own["loops"]);
    }
  }
  if (!own.contains("steps_per_second")) return complaints;
  const nlohmann::json& value = own["steps_per_second"];
  const double rate = value.is_number() ? value.get<double>() : 0.0;
  if (rate > 0.0 && rate <= kFastest) {
    clock.setStepsPerSecond(rate);
  } else {
    complaints << settingComplaint(place + QStringLiteral("steps_per_second"),
                                   Workbench::tr("a number above 0 and up to %1").arg(kFastest),
                                   value);
  }
  return complaints;
}

/// "pins" of the window: for each pin a list of the views that show it.
QString pinsComplaint(const nlohmann::json& pins) {
  const auto is_list = [](const nlohmann::json& ids) {
    return ids.is_array() &&
           std::ranges::all_of(ids, [](const nlohmann::json& id) { return id.is_string(); });
  };
  if (pins.is_array() && std::ranges::all_of(pins, is_list)) return {};
  return settingComplaint(QStringLiteral("views.window.pins"),
                          Workbench::tr("a list of lists of views"), pins);
}

QStringList applyWindow(Clock& clock, const nlohmann::json& own) {
  const QString place = QStringLiteral("views.window");
  if (!own.is_object()) return {settingComplaint(place, Workbench::tr("an object"), own)};
  QStringList complaints = applyClock(clock, own);
  if (own.contains("pins")) complaints << pinsComplaint(own["pins"]);
  for (const auto& [name, value] : own.items()) {
    if (isOwnSetting(name)) continue;
    complaints << Workbench::tr("%1.%2 is not a setting that this program knows.")
                      .arg(place, QString::fromStdString(name));
  }
  return complaints;
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
  made.views = unread;  // of another version: kept for it
  for (const ViewFrame* frame : area->frames())
    made.views[frame->info().id.toStdString()].update(viewSettings(*frame));
  nlohmann::json& own = made.views[kWindow];
  own["loops"] = clock.loops();
  own["steps_per_second"] = clock.stepsPerSecond();
  own["pins"] = std::move(pinned);
  return made;
}

/// What no view of this window knows, so that saving it again loses nothing.
nlohmann::json Workbench::Private::unknownOf(const nlohmann::json& views) const {
  nlohmann::json kept = nlohmann::json::object();
  for (const auto& [id, entry] : views.items()) {
    const ViewFrame* frame = area->frame(QString::fromStdString(id));
    const bool own = id == kWindow;
    if (frame == nullptr && !own) {
      kept[id] = entry;
      continue;
    }
    if (!entry.is_object()) continue;
    for (const auto& [name, value] : entry.items()) {
      const bool known =
          own ? isOwnSetting(name) : name == kCaption || frame->view()->settings().knows(name);
      if (!known) kept[id][name] = value;
    }
  }
  return kept;
}

QStringList Workbench::Private::applySettings(const nlohmann::json& views) {
  QStringList complaints;
  unread = unknownOf(views);
  for (const auto& [id, entry] : views.items()) {
    const QString name = QString::fromStdString(id);
    if (const ViewFrame* frame = area->frame(name)) {
      complaints += applyViewSettings(*area, *frame, entry);
    } else if (id == kWindow) {
      complaints += applyWindow(clock, entry);
    } else {
      complaints << tr("views.%1 is not a view that this program has.").arg(name);
    }
  }
  complaints.removeAll(QString());
  return complaints;
}

void Workbench::Private::setSession(const Session& from) {
  file.clear();
  message->suggest({});  // it belonged to what was looked at before
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
  refits_when_settled = true;
  document.open(from.scenario);
  document.undoStack().setClean();  // clearing a stack that holds nothing leaves its mark as it was
  const QStringList complaints = applySettings(views);
  clock.setTime(clock.first());
  clock.play();
  if (!complaints.isEmpty()) {
    QString text = complaints.mid(0, kMostTold).join(QLatin1Char(' '));
    if (complaints.size() > kMostTold)
      text += QLatin1Char(' ') + tr("And %1 more.").arg(complaints.size() - kMostTold);
    message->refuse(text);
  }
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
            d_->replaceSession(whole->session);
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
  if (path == lastSessionFile()) {
    // Written over at every end of the program: no place to save to, and nothing is saved yet.
    document.undoStack().resetClean();
    return;
  }
  if (whole) {
    file = path;
    showTitle();
  } else {
    message->say(tr("Opened %1.").arg(QFileInfo(path).fileName()));
  }
  remember(path);
}

/// Nothing edited is lost without a word: it is kept ("The last session" in File, Open recent,
/// brings it back), that is said, and one press takes the replacement back.
void Workbench::Private::replaceSession(const Session& next) {
  if (document.undoStack().isClean()) return setSession(next);
  const auto before = std::make_shared<const Session>(session());
  const auto taken = std::make_shared<bool>(false);
  const auto offer = [this, before, taken, from = file](const QString& sentence) {
    message->offer(sentence, tr("Undo"), [this, before, taken, from] {
      *taken = true;
      setSession(*before);
      file = from;
      document.undoStack().resetClean();  // as unsaved as it was
    });
  };
  offer(setup.remembers
            ? tr("What you had edited is kept as “The last session” (File, Open recent).")
            : tr("This replaced what you had edited."));
  setSession(next);
  if (!setup.remembers) return;
  background.run(
      [before, to = toPath(lastSessionFile())]() -> Background::Then {
        save_session(*before, to);
        return [] {};
      },
      [offer, taken](const QString& sentence) {
        if (!*taken)
          offer(tr("This replaced what you had edited, which could not be kept: %1").arg(sentence));
      });
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

/// A view knows what to change, not what the scenario is by now.
void Workbench::Private::editAsView(const ScenarioEdit& asked) {
  QString complaint;
  try {
    complaint = document.edit(asked.change(document.scenario()), asked.text, asked.gesture);
  } catch (const InputError& error) {
    complaint = QString::fromUtf8(error.what());
  }
  if (asked.end == ScenarioEdit::End::Now) document.endGesture();
  if (asked.end == ScenarioEdit::End::Soon) document.endGestureSoon();
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
