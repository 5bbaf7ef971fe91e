#include "ui/workbench/view_area.hpp"

#include <QApplication>
#include <QEvent>
#include <QHash>
#include <algorithm>

namespace ssmscope::ui {

namespace {
constexpr int kLayoutVersion = 3;
// Shares of the room: the ring is the largest.
constexpr int kLeftShare = 56, kRightShare = 44;
constexpr int kTopShare = 54, kBottomShare = 46;
}  // namespace

ViewArea::ViewArea(const std::vector<ViewInfo>& infos, Workspace& workspace, KindOf kind_of,
                   QWidget* parent)
    : QMainWindow(parent), kind_of_(std::move(kind_of)) {
  setWindowFlags(Qt::Widget);  // a main window says that it is a window of its own
  setObjectName(QStringLiteral("viewArea"));
  setDockNestingEnabled(true);
  setDockOptions(AllowNestedDocks | AllowTabbedDocks);
  setContextMenuPolicy(Qt::NoContextMenu);
  for (const ViewInfo& info : infos) addView(info, workspace);
  connect(qApp, &QApplication::focusChanged, this,
          [this](QWidget*, QWidget* now) { setFocusedTo(now); });
  constexpr int kSettledMilliseconds = 400;
  size_settles_.setSingleShot(true);
  size_settles_.setInterval(kSettledMilliseconds);
  connect(&size_settles_, &QTimer::timeout, this, [this] { wanted_layout_.clear(); });
  resetLayout();
}

void ViewArea::addView(const ViewInfo& info, Workspace& workspace) {
  auto* dock = new QDockWidget(info.title, this);
  dock->setObjectName(info.id + ".dock");
  auto* title = new ViewTitle(info, dock);
  auto* frame = new ViewFrame(info, info.create(workspace, nullptr), dock);
  dock->setTitleBarWidget(title);
  dock->setWidget(frame);
  dock->installEventFilter(this);
  frames_.push_back(frame);
  views_.push_back(frame->view());
  docks_.push_back({dock, title});
  connect(frame, &ViewFrame::changed, this, &ViewArea::changed);
  connect(frame, &ViewFrame::changed, title, [this, frame, title] {
    const QString kind = kind_of_(frame->view()->status().backend);
    title->setStatus(frame->statusText(), frame->shortStatusText(kind), frame->statusTip());
  });
  connectTitle(docks_.size() - 1);
}

void ViewArea::connectTitle(std::size_t index) {
  const auto [dock, title] = docks_[index];
  ViewFrame* frame = frames_[index];
  View* view = frame->view();
  const QString id = frame->info().id;
  connect(title, &ViewTitle::pinAsked, this, [this, view] { Q_EMIT pinAsked(view); });
  connect(title, &ViewTitle::pngAsked, this, [this, view] { Q_EMIT pngAsked(view); });
  connect(title, &ViewTitle::csvAsked, this, [this, view] { Q_EMIT csvAsked(view); });
  connect(title, &ViewTitle::zoomResetAsked, view, &View::resetZoom);
  connect(title, &ViewTitle::helpAsked, frame,
          [frame](QWidget* from) { showFormula(frame->info(), from); });
  connect(title, &ViewTitle::captionAsked, frame, &ViewFrame::setCaptionVisible);
  connect(title, &ViewTitle::hideAsked, dock, &QWidget::hide);
  connect(title, &ViewTitle::maximiseAsked, this,
          [this, id] { maximise(maximised_ == id ? QString() : id); });
  connect(title, &ViewTitle::floatAsked, this, [this, id, dock = dock] {
    if (!maximised_.isEmpty()) maximise({});
    dock->setFloating(!dock->isFloating());
  });
  connect(dock, &QDockWidget::topLevelChanged, title, &ViewTitle::setFloating);
  connect(dock, &QDockWidget::visibilityChanged, frames_[index],
          [frame = frames_[index]](bool seen) {
            if (seen) frame->catchUp();
          });
}

bool ViewArea::eventFilter(QObject* watched, QEvent* event) {
  const auto* dock = qobject_cast<QDockWidget*>(watched);
  if (event->type() != QEvent::KeyPress || dock == nullptr || !dock->isFloating())
    return QMainWindow::eventFilter(watched, event);
  QCoreApplication::sendEvent(window(), event);
  return event->isAccepted();
}

ViewFrame* ViewArea::frame(const QString& id) const {
  const auto found = std::ranges::find(frames_, id, [](ViewFrame* f) { return f->info().id; });
  return found == frames_.end() ? nullptr : *found;
}

QDockWidget* ViewArea::dock(const QString& id) const {
  for (std::size_t i = 0; i < frames_.size(); ++i) {
    if (frames_[i]->info().id == id) return docks_[i].dock;
  }
  return nullptr;
}

QString ViewArea::idOf(const View* view) const {
  const auto found = std::ranges::find(frames_, view, &ViewFrame::view);
  return found == frames_.end() ? QString() : (*found)->info().id;
}

void ViewArea::resetLayout() {
  maximised_.clear();
  for (const Dock& each : docks_) {
    each.title->setMaximised(false);
    each.dock->setFloating(false);
    removeDockWidget(each.dock);
  }
  const QList<QDockWidget*> docks = docksInFront();
  // Rows first, then their columns: a split of a row's first dock makes the whole row.
  for (int i = 0; i < docks.size(); ++i) {
    if (i == 0) {
      addDockWidget(Qt::LeftDockWidgetArea, docks[i]);
    } else if (i == 2) {
      splitDockWidget(docks[0], docks[i], Qt::Vertical);
    }
  }
  for (int i = 1; i < docks.size(); ++i) {
    if (i != 2) splitDockWidget(docks[i - 1], docks[i], Qt::Horizontal);
  }
  for (const Dock& each : docks_) each.dock->show();
  putBehind();
  shareRoom();
  Q_EMIT maximisedChanged();
}

QDockWidget* ViewArea::frontOf(std::size_t index) const {
  const QString front = frames_[index]->info().behind;
  return front.isEmpty() ? nullptr : dock(front);
}

QList<QDockWidget*> ViewArea::docksInFront() const {
  QList<QDockWidget*> docks;
  for (std::size_t i = 0; i < docks_.size(); ++i) {
    if (frontOf(i) == nullptr) docks << docks_[i].dock;
  }
  return docks;
}

void ViewArea::putBehind() {
  QHash<QDockWidget*, QDockWidget*> last;  // tab behind each front: the next comes after it
  for (std::size_t i = 0; i < docks_.size(); ++i) {
    QDockWidget* const front = frontOf(i);
    if (front == nullptr) continue;
    tabifyDockWidget(last.value(front, front), docks_[i].dock);
    last[front] = docks_[i].dock;
  }
  for (QDockWidget* const front : last.keys()) front->raise();
}

void ViewArea::shareRoom() {
  const QList<QDockWidget*> docks = docksInFront();
  const QList<QDockWidget*> below = docks.mid(2);
  const QList<int> equal(below.size(), 100);
  if (docks.size() > 2)
    resizeDocks({docks[0], docks[2]}, {kTopShare * 10, kBottomShare * 10}, Qt::Vertical);
  if (docks.size() > 1)
    resizeDocks({docks[0], docks[1]}, {kLeftShare * 10, kRightShare * 10}, Qt::Horizontal);
  if (!below.isEmpty()) resizeDocks(below, equal, Qt::Horizontal);
}

void ViewArea::maximise(const QString& id) {
  if (id == maximised_) return;
  if (!maximised_.isEmpty()) {
    maximised_.clear();
    restoreState(before_maximise_, kLayoutVersion);
  }
  QDockWidget* chosen = dock(id);
  if (chosen != nullptr) {
    before_maximise_ = saveState(kLayoutVersion);
    if (chosen->isFloating()) chosen->setFloating(false);
    chosen->show();
    for (const Dock& each : docks_) {
      if (each.dock != chosen && !each.dock->isFloating()) each.dock->hide();
    }
    maximised_ = id;
  }
  for (std::size_t i = 0; i < docks_.size(); ++i)
    docks_[i].title->setMaximised(frames_[i]->info().id == maximised_);
  Q_EMIT maximisedChanged();
}

void ViewArea::focusView(const QString& id) {
  QDockWidget* chosen = dock(id);
  if (chosen == nullptr) return;
  if (!maximised_.isEmpty() && maximised_ != id) maximise(id);
  chosen->show();
  chosen->raise();
  chosen->activateWindow();  // of a floating one its own
  View* view = frame(id)->view();
  QWidget* first = view->focusPolicy() != Qt::NoFocus ? view : view->nextInFocusChain();
  // The first widget inside the view that takes the keyboard, else the view itself.
  for (QWidget* w = first; w != nullptr && view->isAncestorOf(w); w = w->nextInFocusChain()) {
    if ((w->focusPolicy() & Qt::TabFocus) != 0 && w->isVisibleTo(view)) {
      w->setFocus(Qt::ShortcutFocusReason);
      return;
    }
  }
  view->setFocusPolicy(Qt::StrongFocus);
  view->setFocus(Qt::ShortcutFocusReason);
}

void ViewArea::setFocusedTo(QWidget* widget) {
  for (std::size_t i = 0; i < docks_.size(); ++i) {
    const bool inside = widget != nullptr && docks_[i].dock->isAncestorOf(widget);
    if (inside) focused_ = i;
    frames_[i]->setFocused(inside);
    docks_[i].title->setFocused(inside);
  }
}

void ViewArea::setCaptionVisible(const QString& id, bool visible) {
  for (std::size_t i = 0; i < frames_.size(); ++i) {
    if (frames_[i]->info().id != id) continue;
    frames_[i]->setCaptionVisible(visible);
    docks_[i].title->setCaptionChecked(visible);
  }
}

void ViewArea::setCaptionsVisible(bool visible) {
  for (const ViewFrame* each : frames_) setCaptionVisible(each->info().id, visible);
}

void ViewArea::applyTheme(const Theme& theme) {
  for (const Dock& each : docks_) each.title->applyTheme(theme);
  for (ViewFrame* each : frames_) each->applyTheme(theme);
}

QByteArray ViewArea::layoutState() {
  return maximised_.isEmpty() ? saveState(kLayoutVersion) : before_maximise_;
}

bool ViewArea::restoreLayout(const QByteArray& state) {
  if (restoreState(state, kLayoutVersion)) return true;
  resetLayout();
  return false;
}

void ViewArea::restoreLayoutInNewSize(const QByteArray& state) {
  wanted_layout_ = state;
  restoreLayout(state);
  size_settles_.start();
}

void ViewArea::resizeEvent(QResizeEvent* event) {
  QMainWindow::resizeEvent(event);
  if (wanted_layout_.isEmpty()) return;
  restoreLayout(wanted_layout_);
  size_settles_.start();
}

}  // namespace ssmscope::ui
