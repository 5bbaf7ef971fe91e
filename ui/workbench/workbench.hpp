// The main window: scenario panel, linked views in docks, transport bar, menus.
#pragma once

#include <QMainWindow>
#include <QString>
#include <memory>
#include <vector>

#include "ui/live/backends.hpp"
#include "ui/live/view.hpp"
#include "ui/workbench/session.hpp"

namespace ssmscope::ui {

class Clock;
class Document;
class Selection;
class ViewFrame;

/// To be called before QApplication is made: the program's name, and the surface format that the
/// views draw with.
void prepareApplication();

struct WorkbenchSetup {
  std::vector<ViewInfo> views;
  compute::Pool* pool = nullptr;  ///< outlives the window
  Backends* backends = nullptr;   ///< outlives the window
  /// Layout, theme, recent files, autosave. False for tests and rendering: nothing is read or
  /// written.
  bool remembers = true;
  /// Folder of the settings and the autosave; empty: the user's own.
  QString state_folder;
};

class Workbench : public QMainWindow {
  Q_OBJECT
 public:
  explicit Workbench(WorkbenchSetup setup, QWidget* parent = nullptr);
  ~Workbench() override;

  /// Replaces everything: scenario, pins; undo starts anew. The clock starts at the first step.
  void setSession(const Session& session);
  Session session() const;
  /// Opens what `path` holds: a scenario, a session, a model (JSON, NPZ) or a series (CSV, NPY,
  /// NPZ). It is read on a worker; pathOpened() tells the end, a problem is said in the message
  /// bar.
  void openPath(const QString& path);
  /// After a crash: the session that the autosave kept. False when there is none.
  bool restoreAutosave();

  Document& document();
  Clock& clock();
  Selection& selection();
  /// In the order of WorkbenchSetup::views.
  const std::vector<View*>& views() const;
  ViewFrame* frame(const QString& view_id) const;

  /// True when every view shows the full answer (or the error) to the present scenario.
  bool settled() const;

  /// What the message bar says now; empty when it is away.
  QString message() const;

  void setDark(bool dark);
  void setPresentation(bool large_text);
  void resetLayout();

 Q_SIGNALS:
  void pathOpened(bool opened);
  /// Some view has a new picture or state.
  void viewsChanged();

 protected:
  void closeEvent(QCloseEvent* event) override;
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dropEvent(QDropEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  class Private;
  std::unique_ptr<Private> d_;
};

}  // namespace ssmscope::ui
