// What the window remembers from one run to the next. A broken file never stops the start.
#include <QDir>
#include <QSettings>
#include <QStandardPaths>

#include "core/scenario/error.hpp"
#include "ui/workbench/workbench_private.hpp"

namespace ssmscope::ui {

QString Workbench::Private::stateFolder() const {
  return setup.state_folder.isEmpty()
             ? QStandardPaths::writableLocation(QStandardPaths::AppConfigLocation)
             : setup.state_folder;
}

QString Workbench::Private::settingsFile() const {
  return QDir(stateFolder()).filePath(QStringLiteral("settings.ini"));
}

QString Workbench::Private::lastSessionFile() const {
  return QDir(stateFolder()).filePath(QStringLiteral("last.json"));
}

void Workbench::Private::readSettings() {
  const QSettings settings(settingsFile(), QSettings::IniFormat);
  window.restoreGeometry(settings.value(QStringLiteral("window/geometry")).toByteArray());
  splitter->restoreState(settings.value(QStringLiteral("window/splitter")).toByteArray());
  const QByteArray layout = settings.value(QStringLiteral("window/layout")).toByteArray();
  if (!layout.isEmpty()) area->restoreLayout(layout);
  const QString mode = settings.value(QStringLiteral("look/theme")).toString();
  appearance.set(mode == QLatin1String("dark")    ? ThemeMode::Dark
                 : mode == QLatin1String("light") ? ThemeMode::Light
                                                  : ThemeMode::System,
                 settings.value(QStringLiteral("look/presentation")).toBool());
  themes->actions()[static_cast<int>(appearance.mode())]->setChecked(true);
  presentation->setChecked(appearance.presentation());
  const QStringList put_away = settings.value(QStringLiteral("look/captions_off")).toStringList();
  for (const QString& id : put_away) area->setCaptionVisible(id, false);
  setup.backends->allowDevices(settings.value(QStringLiteral("compute/gpu"), true).toBool());
  setup.backends->want(
      settings.value(QStringLiteral("compute/backend"), setup.backends->wanted()).toString());
  recent = settings.value(QStringLiteral("files/recent")).toStringList();
}

void Workbench::Private::writeSettings() {
  QSettings settings(settingsFile(), QSettings::IniFormat);
  settings.setValue(QStringLiteral("window/geometry"), window.saveGeometry());
  settings.setValue(QStringLiteral("window/splitter"), splitter->saveState());
  settings.setValue(QStringLiteral("window/layout"), area->layoutState());
  constexpr const char* kModes[] = {"system", "light", "dark"};
  settings.setValue(QStringLiteral("look/theme"),
                    QLatin1String(kModes[static_cast<int>(appearance.mode())]));
  settings.setValue(QStringLiteral("look/presentation"), appearance.presentation());
  QStringList put_away;
  for (const ViewFrame* frame : area->frames()) {
    if (!frame->captionVisible()) put_away << frame->info().id;
  }
  settings.setValue(QStringLiteral("look/captions_off"), put_away);
  settings.setValue(QStringLiteral("compute/gpu"), setup.backends->devicesAllowed());
  settings.setValue(QStringLiteral("compute/backend"), setup.backends->wanted());
  settings.setValue(QStringLiteral("files/recent"), recent);
  try {
    save_session(session(), toPath(lastSessionFile()));
  } catch (const InputError&) {
    // No room or no permission: the window closes all the same.
  }
}

}  // namespace ssmscope::ui
