// What the files of the main window share.
#pragma once

#include <QActionGroup>
#include <QLabel>
#include <QMenu>
#include <QSplitter>
#include <QWidget>
#include <optional>

#include "ui/live/clock.hpp"
#include "ui/live/selection.hpp"
#include "ui/workbench/appearance.hpp"
#include "ui/workbench/autosave.hpp"
#include "ui/workbench/backend_box.hpp"
#include "ui/workbench/background.hpp"
#include "ui/workbench/document.hpp"
#include "ui/workbench/export.hpp"
#include "ui/workbench/message_bar.hpp"
#include "ui/workbench/pin_keeper.hpp"
#include "ui/workbench/scenario_panel.hpp"
#include "ui/workbench/transport_bar.hpp"
#include "ui/workbench/view_area.hpp"
#include "ui/workbench/workbench.hpp"

namespace ssmscope::ui {

class Workbench::Private {
 public:
  Private(Workbench& owner, WorkbenchSetup from);

  // workbench.cpp
  void feed();
  void showStatus() const;
  void refitOnceSettled();
  void applyTheme();
  void showTitle();
  void setFullScreenView(bool on);

  // workbench_menus.cpp
  void makeMenus();
  void makeToolBar();
  void addTool(QAction* action) const;
  void makeFileMenu();
  void makeEditMenu();
  void makeViewMenu();
  void makeThemeActions(QMenu& menu);
  void makeDeviceActions(QMenu& menu) const;
  void makeOtherMenus();
  void showGallery();

  // workbench_files.cpp
  void askOpen();
  void askSave(bool whole_session);
  void save(const QString& path, bool whole_session);
  void askSeries(bool as_target);
  void openRecent(QMenu& menu);
  void remember(const QString& path);
  void opened(const QString& path, bool whole);
  void copyScenario() const;
  void pasteScenario();
  void edit(Scenario next, const QString& text);
  void editAsView(const ScenarioEdit& asked);
  void sayFileChanges();
  void replaceSession(const Session& next);
  Session session() const;
  void setSession(const Session& from);
  nlohmann::json unknownOf(const nlohmann::json& views) const;
  QStringList applySettings(const nlohmann::json& views);

  // workbench_settings.cpp
  void readSettings();
  void writeSettings();
  QString stateFolder() const;
  QString settingsFile() const;
  QString lastSessionFile() const;

  Workbench& window;
  WorkbenchSetup setup;
  Workspace workspace;
  Selection selection;
  Clock clock;
  Document document;
  Appearance appearance;
  Background background;

  QSplitter* splitter = nullptr;
  ScenarioPanel* panel = nullptr;
  ViewArea* area = nullptr;
  TransportBar* transport = nullptr;
  MessageBar* message = nullptr;
  QWidget* tools = nullptr;
  BackendBox* backend = nullptr;
  QLabel* status = nullptr;
  std::optional<PinKeeper> pins;
  std::optional<Exporter> exporter;
  std::unique_ptr<Autosave> autosave;

  std::vector<std::pair<QAction*, QString>> icons;  ///< actions and their icons' names
  QAction* captions = nullptr;
  QAction* presentation = nullptr;
  QActionGroup* themes = nullptr;
  std::optional<Scenario> compare;                   ///< of the session; carried along
  nlohmann::json unread = nlohmann::json::object();  ///< settings that nobody here knows
  QString file;                                      ///< of the scenario; empty: none yet
  QStringList recent;
  bool full_screen_view = false;
  double text_scale = 0.0;  ///< of the theme last applied; 0: none yet
  Qt::WindowStates before_full_screen;
  QByteArray layout_before_full_screen;
  bool refits_when_settled = false;  ///< axes after another scenario was opened
};

}  // namespace ssmscope::ui
