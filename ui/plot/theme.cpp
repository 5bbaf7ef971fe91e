#include "ui/plot/theme.hpp"

#include <QFontDatabase>
#include <QFontMetricsF>
#include <algorithm>

namespace ssmscope::ui {

namespace {

constexpr double kSmallestPointSize = 9.0;
constexpr double kLargestPointSize = 12.0;  // what a desktop may ask for before our own scale

QColor rgb(unsigned value) { return QColor::fromRgb(value); }

/// Digits must stand still while numbers change, so all ten need one width.
bool digitsAreTabular(const QFont& font) {
  const QFontMetricsF metrics(font);
  const double width = metrics.horizontalAdvance(QLatin1Char('0'));
  for (char digit = '1'; digit <= '9'; ++digit) {
    if (std::abs(metrics.horizontalAdvance(QLatin1Char(digit)) - width) > 0.01) return false;
  }
  return true;
}

}  // namespace

Theme lightTheme(double text_scale) {
  Theme theme;
  theme.window = rgb(0xEFF1F4);
  theme.surface = rgb(0xFFFFFF);
  theme.raised = rgb(0xF8F9FB);
  theme.border = rgb(0xD3D8DF);
  theme.text = rgb(0x1C2430);
  theme.faint_text = rgb(0x5A6675);
  theme.accent = rgb(0x5546D6);
  theme.warning = rgb(0x9A5B00);
  theme.error = rgb(0xB3261E);
  theme.grid = rgb(0xE7EAEE);
  theme.axis = rgb(0x8B95A3);
  // Okabe and Ito, the light ones darkened until each has 3:1 on white.
  theme.lines = {rgb(0x0072B2), rgb(0xC97800), rgb(0x00855F), rgb(0xB4508C),
                 rgb(0x2E93CE), rgb(0xB83F0A), rgb(0x8A7D00), rgb(0x4A5360)};
  theme.text_scale = text_scale;
  return theme;
}

Theme darkTheme(double text_scale) {
  Theme theme;
  theme.dark = true;
  theme.window = rgb(0x121418);
  theme.surface = rgb(0x1A1D22);
  theme.raised = rgb(0x23272E);
  theme.border = rgb(0x373D47);
  theme.text = rgb(0xE6E9ED);
  theme.faint_text = rgb(0xA3ACB8);
  theme.accent = rgb(0xA598FF);
  theme.warning = rgb(0xF0B75A);
  theme.error = rgb(0xFF8A80);
  theme.grid = rgb(0x2B3037);
  theme.axis = rgb(0x6B7481);
  theme.lines = {rgb(0x4FA6E3), rgb(0xE69F00), rgb(0x1FBF92), rgb(0xDE8FBF),
                 rgb(0x93CEF4), rgb(0xF27B3C), rgb(0xEDE15A), rgb(0xC3C9D2)};
  theme.text_scale = text_scale;
  return theme;
}

QPalette Theme::palette() const {
  QPalette result;
  result.setColor(QPalette::Window, window);
  result.setColor(QPalette::Base, surface);
  result.setColor(QPalette::AlternateBase, raised);
  result.setColor(QPalette::Button, raised);
  result.setColor(QPalette::ToolTipBase, raised);
  result.setColor(QPalette::Light, dark ? border : surface);
  result.setColor(QPalette::Midlight, dark ? raised : window);
  result.setColor(QPalette::Mid, border);
  result.setColor(QPalette::Dark, axis);
  result.setColor(QPalette::Shadow, dark ? rgb(0x000000) : axis);
  for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText,
                          QPalette::ToolTipText, QPalette::BrightText}) {
    result.setColor(role, text);
    result.setColor(QPalette::Disabled, role, axis);
  }
  result.setColor(QPalette::PlaceholderText, faint_text);
  result.setColor(QPalette::Highlight, accent);
  result.setColor(QPalette::HighlightedText, dark ? window : surface);
  result.setColor(QPalette::Link, accent);
  result.setColor(QPalette::LinkVisited, accent);
  return result;
}

QFont Theme::font() const {
  QFont result = QFontDatabase::systemFont(QFontDatabase::GeneralFont);
#if QT_VERSION >= QT_VERSION_CHECK(6, 7, 0)
  result.setFeature("tnum", 1);
#endif
  const QString fallback = QStringLiteral("DejaVu Sans");
  if (!digitsAreTabular(result)) {
    result.setFamilies({fallback});
  } else if (result.family() != fallback) {
    result.setFamilies({result.family(), fallback});
  }
  // A system font set in pixels has no point size (-1).
  const double size = result.pointSizeF() > 0.0 ? result.pointSizeF() : kSmallestPointSize;
  result.setPointSizeF(std::clamp(size, kSmallestPointSize, kLargestPointSize) * text_scale);
  return result;
}

}  // namespace ssmscope::ui
