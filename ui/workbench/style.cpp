#include "ui/workbench/style.hpp"

#include <QApplication>
#include <QStyle>
#include <QStyleFactory>
#include <utility>

namespace ssmscope::ui {

namespace {

// Names in @ are colours of the theme.
constexpr const char* kSheet = R"(
QMainWindow, QDialog { background: @window; }
QMainWindow::separator { background: @window; width: 6px; height: 6px; }
QMainWindow::separator:hover { background: @border; }
QMenuBar { background: @window; padding: 2px 6px; border: none; }
QMenuBar::item { padding: 8px 9px; border-radius: 4px; background: transparent; }
QMenuBar::item:selected { background: @raised; }
QMenu { background: @raised; border: 1px solid @border; padding: 4px; }
QMenu::item { padding: 5px 26px 5px 24px; border-radius: 4px; }
QMenu::item:selected { background: @accent; color: @onaccent; }
QMenu::item:disabled { color: @axis; background: transparent; }
QMenu::separator { height: 1px; background: @border; margin: 4px 8px; }
QToolTip { background: @raised; color: @text; border: 1px solid @border; padding: 4px; }
QToolButton { border: none; border-radius: 4px; padding: 3px; background: transparent; }
QToolButton:hover { background: @border; }
QToolButton:focus { border: 1px solid @accent; padding: 2px; }
QToolButton:checked { background: @accentsoft; }
QToolButton::menu-indicator { image: none; }
QPushButton { background: @raised; border: 1px solid @border; border-radius: 5px;
              padding: 5px 12px; }
QPushButton:hover { border-color: @axis; }
QPushButton:focus { border-color: @accent; }
QPushButton:disabled { color: @axis; }
QPushButton[primary="true"] { background: @accent; border-color: @accent; color: @onaccent; }
QLineEdit, QPlainTextEdit, QTableWidget { background: @surface; border: 1px solid @border;
              border-radius: 4px; padding: 3px 6px; selection-background-color: @accent;
              selection-color: @onaccent; }
QLineEdit:focus, QPlainTextEdit:focus { border-color: @accent; }
QLineEdit:disabled { color: @axis; background: @window; }
QLineEdit[refused="true"] { border-color: @error; }
QComboBox { background: @surface; border: 1px solid @border; border-radius: 4px;
            padding: 3px 6px; min-height: 1.25em; combobox-popup: 0; }
QComboBox:focus { border-color: @accent; }
QComboBox:disabled { color: @axis; background: @window; }
QComboBox::drop-down { border: none; width: 18px; }
QComboBox::down-arrow { image: url(:/icons/arrow_@mode.svg); width: 10px; height: 10px; }
QComboBox QAbstractItemView { background: @raised; border: 1px solid @border; padding: 2px;
            selection-background-color: @accent; selection-color: @onaccent; outline: none; }
QCheckBox { spacing: 7px; }
QCheckBox::indicator { width: 14px; height: 14px; border: 1px solid @axis; border-radius: 3px;
            background: @surface; }
QCheckBox::indicator:focus { border-color: @accent; }
QCheckBox::indicator:checked { background: @accent; border-color: @accent;
            image: url(:/icons/check_@mode.svg); }
QMenu::indicator { width: 12px; height: 12px; left: 6px; }
QMenu::indicator:checked { image: url(:/icons/tick_@mode.svg); }
QSlider::groove:horizontal { height: 4px; background: @border; border-radius: 2px; }
QSlider::sub-page:horizontal { background: @accent; border-radius: 2px; }
QSlider::handle:horizontal { background: @surface; border: 2px solid @accent; width: 9px;
            margin: -5px 0; border-radius: 6px; }
QSlider::handle:horizontal:focus { background: @accent; }
QScrollArea { border: none; background: transparent; }
QScrollBar:vertical { background: transparent; width: 10px; margin: 0; }
QScrollBar:horizontal { background: transparent; height: 10px; margin: 0; }
QScrollBar::handle { background: @border; border-radius: 4px; margin: 1px; }
QScrollBar::handle:vertical { min-height: 28px; }
QScrollBar::handle:horizontal { min-width: 28px; }
QScrollBar::handle:hover { background: @axis; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }
QHeaderView::section { background: @raised; border: none; border-bottom: 1px solid @border;
            padding: 4px 6px; }
QProgressBar { background: @border; border: none; border-radius: 1px; max-height: 3px; }
QProgressBar::chunk { background: @accent; border-radius: 1px; }
#scenarioPanel, #transportBar { background: @surface; border: 1px solid @border;
            border-radius: 8px; }
#scenarioPanel QScrollArea, #scenarioPanel QScrollArea > QWidget > QWidget {
            background: transparent; }
#viewFrame { background: @surface; border: 1px solid @border; border-top: none;
            border-bottom-left-radius: 8px; border-bottom-right-radius: 8px; }
#viewTitle { background: @surface; border: 1px solid @border; border-bottom: none;
            border-top-left-radius: 8px; border-top-right-radius: 8px; }
#viewFrame[focused="true"], #viewTitle[focused="true"] { border-color: @accent; }
#messageBar { background: @raised; border: 1px solid @border; border-left: 4px solid @accent;
            border-radius: 6px; }
#messageBar[problem="true"] { border-left-color: @error; }
#galleryCard { background: @surface; border: 1px solid @border; border-radius: 8px; }
#galleryCard:hover { border-color: @accent; }
#errorCard { background: @raised; border: 1px solid @error; border-radius: 6px; padding: 8px; }
QLabel[role="faint"] { color: @faint; }
QLabel[role="error"] { color: @error; }
QLabel[role="warning"] { color: @warning; }
)";

QString onAccent(const Theme& theme) { return (theme.dark ? theme.window : theme.surface).name(); }

}  // namespace

QString styleSheet(const Theme& theme) {
  QColor soft = theme.accent;
  soft.setAlphaF(0.22F);
  const std::pair<const char*, QString> names[] = {
      {"@accentsoft", QStringLiteral("rgba(%1,%2,%3,%4)")
                          .arg(soft.red())
                          .arg(soft.green())
                          .arg(soft.blue())
                          .arg(soft.alpha())},
      {"@onaccent", onAccent(theme)},
      {"@accent", theme.accent.name()},
      {"@window", theme.window.name()},
      {"@surface", theme.surface.name()},
      {"@raised", theme.raised.name()},
      {"@border", theme.border.name()},
      {"@axis", theme.axis.name()},
      {"@text", theme.text.name()},
      {"@faint", theme.faint_text.name()},
      {"@warning", theme.warning.name()},
      {"@error", theme.error.name()},
      {"@mode", theme.dark ? QStringLiteral("dark") : QStringLiteral("light")},
  };
  QString sheet = QString::fromLatin1(kSheet);
  for (const auto& [name, value] : names) sheet.replace(QLatin1String(name), value);
  return sheet;
}

void applyToApplication(const Theme& theme) {
  if (qApp->style()->objectName() != QLatin1String("fusion"))
    QApplication::setStyle(QStyleFactory::create(QStringLiteral("Fusion")));
  QApplication::setPalette(theme.palette());
  QApplication::setFont(theme.font());
  qApp->setStyleSheet(styleSheet(theme));
}

void setStyleProperty(QWidget& widget, const char* name, const QVariant& value) {
  if (widget.property(name) == value) return;
  widget.setProperty(name, value);
  widget.style()->unpolish(&widget);
  widget.style()->polish(&widget);
}

}  // namespace ssmscope::ui
