// Menus and tool bar.
#include <QCoreApplication>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QMenuBar>
#include <QResizeEvent>
#include <QSignalBlocker>

#include "ui/workbench/about.hpp"
#include "ui/workbench/gallery.hpp"
#include "ui/workbench/icon.hpp"
#include "ui/workbench/workbench_private.hpp"

namespace ssmscope::ui {

namespace {

/// A key that a focused field may want for itself: shown beside the action, handled by the window
/// only where nobody took it.
QString withKey(const QString& text, const char* key) {
  return text + QLatin1Char('\t') + QLatin1String(key);
}

}  // namespace

void Workbench::Private::makeMenus() {
  makeFileMenu();
  makeEditMenu();
  makeViewMenu();
  makeOtherMenus();
  makeToolBar();
  // The keys work too while the menu bar is put away.
  for (const QAction* top : window.menuBar()->actions()) window.addActions(top->menu()->actions());
}

void Workbench::Private::makeFileMenu() {
  QMenu* menu = window.menuBar()->addMenu(tr("&File"));
  QAction* open = menu->addAction(tr("&Open…"), QKeySequence::Open, &window, [this] { askOpen(); });
  icons.emplace_back(open, QStringLiteral("open"));
  QMenu* recent_menu = menu->addMenu(tr("Open &recent"));
  recent_menu->setObjectName(QStringLiteral("menu.recent"));
  connect(recent_menu, &QMenu::aboutToShow, &window,
          [this, recent_menu] { openRecent(*recent_menu); });
  menu->addAction(tr("&Import a model…"), &window, [this] { askOpen(); })
      ->setToolTip(tr("Poles, B, C and Δ from JSON or NPZ"));
  menu->addAction(tr("Input from a &file…"), &window, [this] { askSeries(false); });
  menu->addSeparator();
  menu->addAction(tr("&Save"), QKeySequence::Save, &window, [this] {
    if (file.isEmpty()) return askSave(false);
    save(file, false);
  });
  menu->addAction(tr("Save &as…"), &window, [this] { askSave(false); });
  menu->addAction(tr("Save s&ession…"), QKeySequence(tr("Ctrl+Shift+S")), &window,
                  [this] { askSave(true); });
  menu->addSeparator();
  menu->addAction(tr("Picture of the &window…"), &window, [this] { exporter->askWindowPng(); });
  menu->addAction(tr("&Pictures of all views…"), &window, [this] { exporter->askAllPng(*area); });
  menu->addAction(tr("&Numbers of all views…"), &window, [this] { exporter->askAllCsv(*area); });
  menu->addAction(tr("&Copy as NumPy code"), &window,
                  [this] { exporter->copyNumPy(document.shared()); });
  menu->addSeparator();
  menu->addAction(tr("&Quit"), QKeySequence::Quit, &window, &QWidget::close);
}

void Workbench::Private::openRecent(QMenu& menu) {
  menu.clear();
  for (const QString& path : recent) {
    QAction* action = menu.addAction(QFileInfo(path).fileName(), &window,
                                     [this, path] { window.openPath(path); });
    action->setToolTip(path);
  }
  if (setup.remembers && QFileInfo::exists(lastSessionFile())) {
    menu.addSeparator();
    menu.addAction(tr("The last session"), &window, [this] { window.openPath(lastSessionFile()); });
  }
  if (menu.isEmpty()) menu.addAction(tr("Nothing yet"))->setEnabled(false);
}

void Workbench::Private::makeEditMenu() {
  QMenu* menu = window.menuBar()->addMenu(tr("&Edit"));
  QUndoStack& stack = document.undoStack();
  QAction* undo = stack.createUndoAction(&window, tr("&Undo"));
  QAction* redo = stack.createRedoAction(&window, tr("&Redo"));
  undo->setObjectName(QStringLiteral("edit.undo"));
  redo->setObjectName(QStringLiteral("edit.redo"));
  undo->setShortcuts(QKeySequence::Undo);
  redo->setShortcuts({QKeySequence(tr("Ctrl+Y")), QKeySequence(tr("Ctrl+Shift+Z"))});
  icons.emplace_back(undo, QStringLiteral("undo"));
  icons.emplace_back(redo, QStringLiteral("redo"));
  menu->addActions({undo, redo});
  menu->addSeparator();
  menu->addAction(tr("Reset to what was &opened"), &window,
                  [this] { edit(document.opened(), tr("Reset to what was opened")); });
  menu->addAction(tr("Reset to the &defaults"), &window,
                  [this] { edit(Scenario{}, tr("Reset to the defaults")); });
  menu->addSeparator();
  menu->addAction(tr("&Copy the scenario"), QKeySequence(tr("Ctrl+Shift+C")), &window,
                  [this] { copyScenario(); });
  menu->addAction(tr("&Paste a scenario or λ, B, C, Δ"), QKeySequence(tr("Ctrl+Shift+V")), &window,
                  [this] { pasteScenario(); });
}

void Workbench::Private::makeViewMenu() {
  QMenu* menu = window.menuBar()->addMenu(tr("&View"));
  for (const ViewFrame* frame : area->frames())
    menu->addAction(area->dock(frame->info().id)->toggleViewAction());
  menu->addSeparator();
  QAction* layout =
      menu->addAction(tr("&Reset the layout"), &window, [this] { window.resetLayout(); });
  icons.emplace_back(layout, QStringLiteral("reset"));
  menu->addAction(tr("This view on the &whole screen"), QKeySequence(tr("F11")), &window,
                  [this] { setFullScreenView(!full_screen_view); });
  captions = menu->addAction(tr("&Captions"));
  captions->setCheckable(true);
  captions->setChecked(true);
  connect(captions, &QAction::triggered, area, &ViewArea::setCaptionsVisible);
  presentation = menu->addAction(tr("&Presentation text size"));
  presentation->setCheckable(true);
  connect(presentation, &QAction::triggered, &window, &Workbench::setPresentation);
  menu->addSeparator();
  makeDeviceActions(*menu);
  menu->addSeparator();
  makeThemeActions(*menu);
}

void Workbench::Private::makeThemeActions(QMenu& menu) {
  themes = new QActionGroup(&window);
  const std::pair<QString, ThemeMode> modes[] = {{tr("Theme of the &system"), ThemeMode::System},
                                                 {tr("&Light theme"), ThemeMode::Light},
                                                 {tr("&Dark theme"), ThemeMode::Dark}};
  for (const auto& [text, mode] : modes) {
    QAction* action = menu.addAction(text);
    action->setCheckable(true);
    action->setActionGroup(themes);
    action->setChecked(mode == appearance.mode());
    connect(action, &QAction::triggered, &window,
            [this, mode = mode] { appearance.set(mode, appearance.presentation()); });
  }
}

void Workbench::Private::makeOtherMenus() {
  QMenu* compare_menu = window.menuBar()->addMenu(tr("&Compare"));
  compare_menu->addAction(withKey(tr("&Pin the present curves"), "P"), &window,
                          [this] { pins->pinAll(); });
  compare_menu->addAction(tr("&Clear the pins"), &window, [this] { pins->clear(); });

  QMenu* learn = window.menuBar()->addMenu(tr("&Learn"));
  QAction* gallery = learn->addAction(tr("&Gallery…"), QKeySequence(tr("Ctrl+G")), &window,
                                      [this] { showGallery(); });
  gallery->setObjectName(QStringLiteral("learn.gallery"));
  icons.emplace_back(gallery, QStringLiteral("gallery"));
  learn->addAction(withKey(tr("&Play or pause"), "Space"), &window,
                   [this] { transport->togglePlay(); });

  QMenu* help = window.menuBar()->addMenu(tr("&Help"));
  help->addAction(tr("&Keys…"), QKeySequence(tr("F1")), &window,
                  [this] { showShortcuts(&window); });
  help->addAction(tr("&About SSMScope…"), &window, [this] { showAbout(&window); });
}

void Workbench::Private::addTool(QAction* action) const {
  auto* button = new QToolButton(tools);
  button->setDefaultAction(action);
  button->setIconSize({18, 18});
  button->setAccessibleName(action->text().remove(QLatin1Char('&')));
  button->setObjectName(action->objectName() + ".button");
  tools->layout()->addWidget(button);
}

void Workbench::Private::makeDeviceActions(QMenu& menu) const {
  Backends& backends = *setup.backends;
  menu.setToolTipsVisible(true);
  QAction* allowed = menu.addAction(tr("Use the &GPU"));
  allowed->setObjectName(QStringLiteral("view.gpu"));
  allowed->setToolTip(tr("Off: the graphics drivers are never touched, now and in later runs"));
  allowed->setCheckable(true);
  allowed->setChecked(backends.devicesAllowed());
  connect(allowed, &QAction::triggered, &backends, &Backends::allowDevices);
  connect(&backends, &Backends::devicesAllowedChanged, allowed, &QAction::setChecked);
  QAction* again = menu.addAction(tr("Look for the GPU &again"), &backends, &Backends::lookAgain);
  again->setObjectName(QStringLiteral("view.gpu.again"));
  again->setEnabled(backends.devicesAllowed());
  connect(&backends, &Backends::devicesAllowedChanged, again, &QAction::setEnabled);
}

/// On the line of the menus, at its right end: a QToolBar would be taller than that line.
void Workbench::Private::makeToolBar() {
  tools = new QWidget(&window);
  tools->setObjectName(QStringLiteral("toolBar"));
  auto* line = new QHBoxLayout(tools);
  line->setContentsMargins(8, 2, 8, 2);
  line->setSpacing(6);
  for (const auto& [action, icon] : icons) {
    const bool shown = icon == QLatin1String("undo") || icon == QLatin1String("redo") ||
                       icon == QLatin1String("gallery");
    if (shown) addTool(action);
  }
  line->addSpacing(8);
  backend = new BackendBox(*setup.backends, tools);
  line->addWidget(backend);
  status = new QLabel(tools);
  status->setObjectName(QStringLiteral("status"));
  status->setProperty("role", QStringLiteral("faint"));
  status->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
  line->addWidget(status);
  auto* theme = new QAction(tr("Light or dark"), &window);
  connect(theme, &QAction::triggered, &window, [this] {
    const ThemeMode next = appearance.theme().dark ? ThemeMode::Light : ThemeMode::Dark;
    appearance.set(next, appearance.presentation());
  });
  theme->setObjectName(QStringLiteral("theme.switch"));
  icons.emplace_back(theme, QStringLiteral("theme"));
  addTool(theme);
  window.menuBar()->setCornerWidget(tools, Qt::TopRightCorner);
}

void Workbench::Private::applyTheme() {
  const Theme theme = appearance.theme();
  for (const auto& [action, icon] : icons)
    action->setIcon(tintedIcon(QStringLiteral(":/icons/%1.svg").arg(icon), theme.text, theme.axis));
  themes->actions()[static_cast<int>(appearance.mode())]->setChecked(true);
  presentation->setChecked(appearance.presentation());
  status->setMinimumWidth(
      QFontMetrics(theme.font()).horizontalAdvance(QStringLiteral("llvmpipe + CPU, 0000.0 ms")) +
      8);
  const QList<int> before = splitter->sizes();
  const int least_before = panel->minimumWidth();
  panel->applyTheme(theme);
  // The panel takes what larger text needs and gives it back; a panel folded away stays so.
  const bool scaled = text_scale != 0.0 && text_scale != theme.text_scale;
  if (scaled && before.first() > 0 && least_before > 0)
    splitter->setSizes({panel->minimumWidth() * before.first() / least_before, window.width()});
  text_scale = theme.text_scale;
  transport->applyTheme(theme);
  area->applyTheme(theme);
  tools->adjustSize();
  // The menu bar places its corner anew only when it is resized.
  QResizeEvent again(window.menuBar()->size(), window.menuBar()->size());
  QCoreApplication::sendEvent(window.menuBar(), &again);
}

void Workbench::Private::showGallery() {
  auto* gallery = new Gallery(workspace, appearance.theme(), &window);
  connect(gallery, &Gallery::chosen, &window, [this](const Preset& preset) {
    Session fresh;
    fresh.scenario = *preset.scenario;
    replaceSession(fresh);
    message->suggest(preset.try_this);
  });
  gallery->open();
}

}  // namespace ssmscope::ui
