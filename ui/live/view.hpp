// What every view is: a widget that shows the result of one live analysis.
#pragma once

#include <QImage>
#include <QString>
#include <QWidget>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "core/compute/backend.hpp"
#include "core/compute/latest_wins.hpp"
#include "core/compute/pool.hpp"
#include "core/data/csv.hpp"
#include "core/scenario/scenario.hpp"
#include "core/target/solutions.hpp"
#include "ui/live/turns.hpp"
#include "ui/live/view_settings.hpp"
#include "ui/plot/theme.hpp"

namespace ssmscope::ui {

class Clock;
class Selection;

/// What the views of one window share. Lives longer than they do.
struct Workspace {
  compute::Pool* pool = nullptr;
  /// The backend that a new analysis runs on; never null once the window shows.
  std::function<std::shared_ptr<compute::Backend>()> backend;
  /// Where an analysis runs again when its backend is lost; absent: one is made of the pool.
  std::function<std::shared_ptr<compute::Backend>()> cpu;
  /// Told on the UI thread which backend was lost; may be absent.
  std::function<void(const compute::Backend*)> lost;
  Turns turns;                  ///< in which answers are shown
  target::Solutions solutions;  ///< of the latest scenarios, for all analyses
  Selection* selection = nullptr;
  Clock* clock = nullptr;
};

class View;

/// What a view says of itself; one line in views/all_views.cpp puts it into the window.
struct ViewInfo {
  QString id;       ///< "frequency": file names, the command line, the layout
  QString title;    ///< "Frequency response"
  QString icon;     ///< resource path of an SVG
  QString formula;  ///< the "?" text: the formula in a sentence
  QString source;   ///< "arXiv 2604.20595"
  std::function<View*(Workspace&, QWidget* parent)> create;
  QString short_title = {};  ///< "Frequency", where the title has no room; empty: there is none
  QString behind = {};       ///< id of the view whose place it shares as a tab behind; empty: none
};

/// The state of a view's computation, for its corner.
struct ViewStatus {
  bool pending = false;         ///< something runs or waits: the shown result is not the last word
  bool busy = false;            ///< true only after 150 ms of work without an answer
  double fraction = 0.0;        ///< done, 0 to 1
  bool preview = false;         ///< the shown result is a preview
  double seconds = 0.0;         ///< of the shown result
  double device_seconds = 0.0;  ///< of which the device worked, by its own clock; 0: none told
  QString backend;              ///< of the shown result
  QString error;                ///< one sentence; the last good picture stays, greyed
  QString notice;               ///< one sentence about how the shown result came to be, or empty
  bool operator==(const ViewStatus&) const = default;
};

/// A change of the scenario that a view asks for: a pole dragged on its map. The window applies it
/// to the present scenario, which may be newer than the one shown.
struct ScenarioEdit {
  std::function<Scenario(const Scenario&)> change;  ///< may throw InputError: the edit is refused
  QString text;                                     ///< of undo: "Move the pole of mode 3"
  QString gesture = {};  ///< edits with the same one that follow one another are one step of undo
  enum class End { Later, Soon, Now } end = End::Now;  ///< of the gesture: is this its last edit?
};

class View : public QWidget {
  Q_OBJECT
 public:
  using QWidget::QWidget;

  /// The scenario to show. Nothing is computed when the view's part of it is unchanged.
  virtual void setScenario(std::shared_ptr<const Scenario> scenario) = 0;
  /// Computes anew though the scenario is unchanged (another backend).
  virtual void recompute() = 0;
  virtual void cancel() = 0;
  /// The scenario of the result now shown; null before the first.
  virtual std::shared_ptr<const Scenario> shownScenario() const = 0;
  virtual const ViewStatus& status() const = 0;

  /// What is seen now, in one or two sentences for someone who has not read the papers.
  virtual QString caption() const = 0;
  /// The numbers of every visible curve, for CSV.
  virtual data::Table table() const = 0;
  /// The figure as a picture at `size` device-independent pixels; works hidden too.
  virtual QImage figure(QSize size, double device_pixel_ratio);

  /// Keeps the present curves as ghosts; clears them.
  virtual void pin() {}
  virtual void clearPins() {}
  virtual void resetZoom() {}
  virtual void applyTheme(const Theme& theme) = 0;

  /// The view's controls, as a session keeps them; the view adds them when it is made.
  ViewSettings& settings() { return settings_; }
  const ViewSettings& settings() const { return settings_; }

 Q_SIGNALS:
  void shown();          ///< a result (preview or full) has been put on the screen
  void statusChanged();  ///< status() or caption() changed
  void editAsked(const ssmscope::ui::ScenarioEdit& edit);

 private:
  ViewSettings settings_;
};

}  // namespace ssmscope::ui
