#include "ui/workbench/appearance.hpp"

#include <QGuiApplication>
#include <QPalette>
#include <QStyleHints>

#include "ui/workbench/style.hpp"

namespace ssmscope::ui {

namespace {
constexpr double kPresentationScale = 1.4;
// Our palette covers the system's: what it was is kept beside the application.
constexpr const char* kSystemDark = "ssmscopeSystemDark";
}  // namespace

Appearance::Appearance(QObject* parent) : QObject(parent) {
  if (!qApp->property(kSystemDark).isValid()) {
    const QColor window = QGuiApplication::palette().color(QPalette::Window);
    qApp->setProperty(kSystemDark, window.lightnessF() < 0.5F);
  }
  system_dark_ = qApp->property(kSystemDark).toBool();
#if QT_VERSION >= QT_VERSION_CHECK(6, 5, 0)
  connect(QGuiApplication::styleHints(), &QStyleHints::colorSchemeChanged, this, [this] {
    if (mode_ == ThemeMode::System) apply();
  });
#endif
}

bool Appearance::systemIsDark() const {
#if QT_VERSION >= QT_VERSION_CHECK(6, 5, 0)
  const auto scheme = QGuiApplication::styleHints()->colorScheme();
  if (scheme != Qt::ColorScheme::Unknown) return scheme == Qt::ColorScheme::Dark;
#endif
  return system_dark_;
}

Theme Appearance::theme() const {
  const bool dark = mode_ == ThemeMode::Dark || (mode_ == ThemeMode::System && systemIsDark());
  const double scale = presentation_ ? kPresentationScale : 1.0;
  return dark ? darkTheme(scale) : lightTheme(scale);
}

void Appearance::set(ThemeMode mode, bool presentation) {
  if (mode == mode_ && presentation == presentation_) return;
  mode_ = mode;
  presentation_ = presentation;
  apply();
}

void Appearance::apply() {
  applyToApplication(theme());
  Q_EMIT changed();
}

}  // namespace ssmscope::ui
