// The views in their docks: the standard layout, maximising, undocking, hiding.
#pragma once

#include <QDockWidget>
#include <QMainWindow>
#include <QTimer>
#include <functional>
#include <vector>

#include "ui/live/view.hpp"
#include "ui/workbench/view_frame.hpp"
#include "ui/workbench/view_title.hpp"

namespace ssmscope::ui {

class ViewArea : public QMainWindow {
  Q_OBJECT
 public:
  /// What computed a picture, in a word (Backends::kindOf()).
  using KindOf = std::function<QString(const QString& names)>;

  /// Makes all views.
  ViewArea(const std::vector<ViewInfo>& infos, Workspace& workspace, KindOf kind_of,
           QWidget* parent = nullptr);

  const std::vector<ViewFrame*>& frames() const { return frames_; }
  const std::vector<View*>& views() const { return views_; }
  ViewFrame* frame(const QString& id) const;
  QDockWidget* dock(const QString& id) const;
  QString idOf(const View* view) const;

  /// The first view largest at the top left, the second beside it, the others below; views that
  /// share a place with another are tabs behind it.
  void resetLayout();
  /// One view alone, or an empty id for all again.
  void maximise(const QString& id);
  QString maximised() const { return maximised_; }
  /// Shows the view, brings it to the front and gives it the keyboard.
  void focusView(const QString& id);
  /// The view that has (or last had) the keyboard; the first view at the start.
  View* focusedView() const { return views_.empty() ? nullptr : views_[focused_]; }

  void setCaptionVisible(const QString& id, bool visible);
  void setCaptionsVisible(bool visible);
  void applyTheme(const Theme& theme);
  QByteArray layoutState();
  /// False when the state is not one of ours; the layout is then the standard one.
  bool restoreLayout(const QByteArray& state);
  /// Restores `state` now and at each change of size that follows at once: the window system
  /// gives a window that leaves the full screen its size later, and docks that were laid out in
  /// another size would be squeezed into it.
  void restoreLayoutInNewSize(const QByteArray& state);

 Q_SIGNALS:
  void pinAsked(ssmscope::ui::View* view);
  void pngAsked(ssmscope::ui::View* view);
  void csvAsked(ssmscope::ui::View* view);
  void changed();  ///< state or picture of some view
  void maximisedChanged();

 protected:
  /// Keys that a floating view does not take are the window's, as those of a docked one.
  bool eventFilter(QObject* watched, QEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  struct Dock {
    QDockWidget* dock;
    ViewTitle* title;
  };
  void addView(const ViewInfo& info, Workspace& workspace);
  void connectTitle(std::size_t index);
  void setFocusedTo(QWidget* widget);
  /// The dock whose place this view shares as a tab behind; null: it has a place of its own.
  QDockWidget* frontOf(std::size_t index) const;
  QList<QDockWidget*> docksInFront() const;
  void putBehind();
  void shareRoom();

  KindOf kind_of_;
  std::vector<ViewFrame*> frames_;
  std::vector<View*> views_;
  std::vector<Dock> docks_;
  std::size_t focused_ = 0;
  QString maximised_;
  QByteArray before_maximise_;
  QByteArray wanted_layout_;  ///< until the size has settled; empty: none
  QTimer size_settles_;
};

}  // namespace ssmscope::ui
