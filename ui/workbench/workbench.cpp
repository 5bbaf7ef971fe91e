#include "ui/workbench/workbench.hpp"

#include <QApplication>
#include <QCloseEvent>
#include <QDialog>
#include <QDragEnterEvent>
#include <QFileInfo>
#include <QIcon>
#include <QKeyEvent>
#include <QMenuBar>
#include <QMimeData>
#include <QScreen>
#include <QSurfaceFormat>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/workbench/workbench_private.hpp"

namespace ssmscope::ui {

namespace {
constexpr int kGap = 8;
constexpr QSize kFirstSize(1440, 900);
constexpr QSize kWindowFrame(4, 28);  // what a window manager puts around it, about
}  // namespace

void prepareApplication() {
  QCoreApplication::setApplicationName(QStringLiteral("ssmscope"));
  QGuiApplication::setApplicationDisplayName(QStringLiteral("SSMScope"));
  QSurfaceFormat format;
  format.setRenderableType(QSurfaceFormat::OpenGL);
  format.setVersion(3, 2);
  format.setProfile(QSurfaceFormat::CoreProfile);
  format.setSamples(0);
  QSurfaceFormat::setDefaultFormat(format);
}

Workbench::Private::Private(Workbench& owner, WorkbenchSetup from)
    : window(owner), setup(std::move(from)), background(*setup.pool) {
  workspace.pool = setup.pool;
  workspace.backend = [backends = setup.backends] { return backends->current(); };
  workspace.cpu = [backends = setup.backends] { return backends->cpu(); };
  workspace.lost = [backends = setup.backends](const compute::Backend* lost) {
    backends->lost(lost);
  };
  workspace.selection = &selection;
  workspace.clock = &clock;
}

Workbench::Workbench(WorkbenchSetup setup, QWidget* parent)
    : QMainWindow(parent), d_(std::make_unique<Private>(*this, std::move(setup))) {
  setObjectName(QStringLiteral("workbench"));
  setWindowIcon(QIcon(QStringLiteral(":/icons/ssmscope.svg")));
  setAcceptDrops(true);
  resize(kFirstSize.boundedTo(screen()->availableSize() - kWindowFrame));

  auto* central = new QWidget(this);
  central->setFocusPolicy(Qt::ClickFocus);
  d_->splitter = new QSplitter(Qt::Horizontal, central);
  d_->splitter->setObjectName(QStringLiteral("splitter"));
  d_->splitter->setHandleWidth(kGap);
  d_->panel = new ScenarioPanel(d_->document, d_->workspace, d_->splitter);
  auto* right = new QWidget(d_->splitter);
  d_->message = new MessageBar(right);
  d_->area = new ViewArea(
      d_->setup.views, d_->workspace,
      [backends = d_->setup.backends](const QString& names) { return backends->kindOf(names); },
      right);
  auto* rows = new QVBoxLayout(right);
  rows->setContentsMargins(0, 0, 0, 0);
  rows->setSpacing(6);
  rows->addWidget(d_->message);
  rows->addWidget(d_->area, 1);
  d_->splitter->addWidget(d_->panel);
  d_->splitter->addWidget(right);
  d_->splitter->setStretchFactor(0, 0);
  d_->splitter->setStretchFactor(1, 1);
  d_->splitter->setCollapsible(1, false);
  d_->transport = new TransportBar(d_->workspace, central);
  auto* layout = new QVBoxLayout(central);
  layout->setContentsMargins(kGap, 2, kGap, kGap);
  layout->setSpacing(kGap);
  layout->addWidget(d_->splitter, 1);
  layout->addWidget(d_->transport);
  setCentralWidget(central);
  d_->pins.emplace(d_->document, *d_->area);
  d_->exporter.emplace(d_->background, *this);
  d_->makeMenus();

  const auto say = [this](const QString& sentence) { d_->message->say(sentence); };
  const auto refuse = [this](const QString& sentence) { d_->message->refuse(sentence); };
  connect(&d_->document, &Document::scenarioChanged, this, [this] { d_->feed(); });
  connect(&d_->document.undoStack(), &QUndoStack::cleanChanged, this, [this] { d_->showTitle(); });
  connect(d_->area, &ViewArea::changed, this, [this] {
    d_->showStatus();
    d_->refitOnceSettled();
    Q_EMIT viewsChanged();
  });
  connect(d_->area, &ViewArea::pinAsked, this, [this](View* view) { d_->pins->pin(view); });
  connect(d_->area, &ViewArea::pngAsked, this,
          [this](View* view) { d_->exporter->askViewPng(view, d_->area->idOf(view)); });
  connect(d_->area, &ViewArea::csvAsked, this,
          [this](View* view) { d_->exporter->askViewCsv(view, d_->area->idOf(view)); });
  for (View* view : d_->area->views()) {
    connect(view, &View::editAsked, this,
            [this](const ScenarioEdit& asked) { d_->editAsView(asked); });
  }
  connect(&*d_->pins, &PinKeeper::restored, this, [this] { d_->feed(); });
  connect(&*d_->exporter, &Exporter::done, this, say);
  connect(&*d_->exporter, &Exporter::failed, this, refuse);
  connect(d_->panel, &ScenarioPanel::complained, this, refuse);
  connect(d_->panel, &ScenarioPanel::inputFileAsked, this, [this] { d_->askSeries(false); });
  connect(d_->panel, &ScenarioPanel::targetFileAsked, this, [this] { d_->askSeries(true); });
  connect(d_->transport->strip(), &InputStrip::complained, this, refuse);
  connect(d_->setup.backends, &Backends::notice, this, say);
  connect(d_->setup.backends, &Backends::currentChanged, this, [this] {
    for (View* view : d_->area->views()) view->recompute();
  });
  connect(&d_->appearance, &Appearance::changed, this, [this] { d_->applyTheme(); });

  if (d_->setup.remembers) {
    d_->autosave =
        std::make_unique<Autosave>(d_->stateFolder(), d_->background, [this] { return session(); });
    d_->readSettings();
    for (View* view : d_->area->views()) view->settings().watch([this] { d_->autosave->touch(); });
  }
  d_->appearance.apply();
  if (!d_->setup.remembers) resetLayout();
  d_->feed();
  central->setFocus();
}

Workbench::~Workbench() {
  // Views and dialogs use what Private owns: they go first.
  qDeleteAll(findChildren<QDialog*>(QString(), Qt::FindDirectChildrenOnly));
  delete takeCentralWidget();
}

void Workbench::Private::feed() {
  const auto scenario = document.shared();
  if (!pins->restoring()) {
    for (ViewFrame* frame : area->frames()) frame->setScenario(scenario);
  }
  transport->setScenario(scenario);
  if (autosave) autosave->touch();
  showTitle();
}

/// Ranges are kept while a person drags; what another scenario left behind is not.
void Workbench::Private::refitOnceSettled() {
  if (!refits_when_settled || pins->restoring() || !window.settled()) return;
  refits_when_settled = false;
  for (View* view : area->views()) view->resetZoom();
}

/// The slowest view decides how long a picture takes.
void Workbench::Private::showStatus() const {
  const ViewStatus* slowest = nullptr;
  QStringList lines;
  for (const ViewFrame* frame : area->frames()) {
    const ViewStatus& now = frame->view()->status();
    if (slowest == nullptr || now.seconds > slowest->seconds) slowest = &now;
    lines << tr("%1: %2, %3 ms")
                 .arg(frame->info().title, now.backend)
                 .arg(now.seconds * 1e3, 0, 'f', 1);
  }
  if (slowest == nullptr) return;
  const QString time = tr(", %1 ms").arg(slowest->seconds * 1e3, 0, 'f', 1);
  const QFontMetrics metrics = status->fontMetrics();
  const int room = status->minimumWidth() - metrics.horizontalAdvance(time);
  status->setText(metrics.elidedText(shortBackendName(slowest->backend), Qt::ElideMiddle, room) +
                  time);
  status->setToolTip(lines.join(QLatin1Char('\n')));
}

void Workbench::Private::showTitle() {
  const QString title = QString::fromStdString(document.scenario().title);
  const QString name = !title.isEmpty()  ? title
                       : !file.isEmpty() ? QFileInfo(file).completeBaseName()
                                         : tr("Untitled");
  window.setWindowTitle(name + QStringLiteral("[*]"));
  window.setWindowModified(!document.undoStack().isClean());
}

void Workbench::Private::setFullScreenView(bool on) {
  if (on == full_screen_view) return;
  full_screen_view = on;
  if (on) {
    before_full_screen = window.windowState();
    layout_before_full_screen = area->layoutState();
    for (const ViewFrame* frame : area->frames()) {
      if (frame->view() == area->focusedView()) area->maximise(frame->info().id);
    }
    window.setWindowState(before_full_screen | Qt::WindowFullScreen);
  } else {
    area->maximise({});
    window.setWindowState(before_full_screen & ~Qt::WindowFullScreen);
  }
  panel->setVisible(!on);
  window.menuBar()->setVisible(!on);
  if (!on) area->restoreLayoutInNewSize(layout_before_full_screen);
}

void Workbench::setSession(const Session& session) { d_->setSession(session); }
Session Workbench::session() const { return d_->session(); }

bool Workbench::restoreAutosave() {
  const auto left = d_->autosave ? d_->autosave->left() : std::nullopt;
  if (!left) return false;
  setSession(*left);
  d_->document.undoStack().resetClean();  // it is in no file of the person's own
  d_->message->say(tr("The last session did not end properly; here it is again."));
  return true;
}

Document& Workbench::document() { return d_->document; }
Clock& Workbench::clock() { return d_->clock; }
Selection& Workbench::selection() { return d_->selection; }
const std::vector<View*>& Workbench::views() const { return d_->area->views(); }
ViewFrame* Workbench::frame(const QString& view_id) const { return d_->area->frame(view_id); }
QString Workbench::message() const { return d_->message->sentence(); }

bool Workbench::settled() const {
  return !d_->pins->restoring() &&
         std::ranges::all_of(d_->area->frames(), [](const ViewFrame* f) { return f->settled(); });
}

void Workbench::setDark(bool dark) {
  d_->appearance.set(dark ? ThemeMode::Dark : ThemeMode::Light, d_->appearance.presentation());
}

void Workbench::setPresentation(bool large_text) {
  d_->appearance.set(d_->appearance.mode(), large_text);
}

void Workbench::resetLayout() {
  d_->setFullScreenView(false);
  d_->area->resetLayout();
  d_->splitter->setSizes({d_->panel->minimumWidth(), width()});
}

void Workbench::closeEvent(QCloseEvent* event) {
  d_->setFullScreenView(false);
  d_->clock.pause();
  for (View* view : d_->area->views()) view->cancel();
  if (d_->setup.remembers) {
    d_->writeSettings();
    d_->autosave->finish();
  }
  event->accept();
}

void Workbench::dragEnterEvent(QDragEnterEvent* event) {
  const auto urls = event->mimeData()->urls();
  if (std::ranges::any_of(urls, &QUrl::isLocalFile)) event->acceptProposedAction();
}

void Workbench::dropEvent(QDropEvent* event) {
  for (const QUrl& url : event->mimeData()->urls()) {
    if (!url.isLocalFile()) continue;
    event->acceptProposedAction();
    openPath(url.toLocalFile());
    return;
  }
}

/// Keys that no field or figure has taken.
void Workbench::keyPressEvent(QKeyEvent* event) {
  constexpr int kFar = 16;
  const int far = (event->modifiers() & Qt::ShiftModifier) != 0 ? kFar : 1;
  const int digit = event->key() - Qt::Key_1;
  if (digit >= 0 && digit < static_cast<int>(d_->area->frames().size()) &&
      (event->modifiers() & ~Qt::KeypadModifier) == 0) {
    d_->area->focusView(d_->area->frames()[digit]->info().id);
    return;
  }
  switch (event->key()) {
    case Qt::Key_Space:
      return d_->transport->togglePlay();
    case Qt::Key_Left:
      return d_->transport->step(-far);
    case Qt::Key_Right:
      return d_->transport->step(far);
    case Qt::Key_Home:
      return d_->transport->toStart();
    case Qt::Key_P:
      return d_->pins->pinAll();
    case Qt::Key_D:
      return d_->panel->delta()->slider()->setFocus(Qt::ShortcutFocusReason);
    case Qt::Key_A:
      return d_->panel->alpha()->slider()->setFocus(Qt::ShortcutFocusReason);
    case Qt::Key_Escape:
      d_->setFullScreenView(false);
      d_->area->maximise({});
      return centralWidget()->setFocus();
    default:
      QMainWindow::keyPressEvent(event);
  }
}

}  // namespace ssmscope::ui
