// Colours and fonts of the light and the dark theme. Colour belongs to the data: surfaces are
// neutral, there is one accent.
#pragma once

#include <QColor>
#include <QFont>
#include <QPalette>
#include <array>

namespace ssmscope::ui {

struct Theme {
  bool dark = false;
  QColor window, surface, raised, border;  ///< backgrounds from back to front, hairlines
  QColor text, faint_text;
  QColor accent;  ///< the one accent: present time, focus, selection
  QColor warning, error;
  QColor grid, axis;
  std::array<QColor, 8>
      lines;                ///< colour-blind-safe set (after Okabe and Ito), readable on surface
  double text_scale = 1.0;  ///< presentation text size: 1, or about 1.4

  QPalette palette() const;
  QFont font() const;  ///< the interface font with tabular digits
};

Theme lightTheme(double text_scale = 1.0);
Theme darkTheme(double text_scale = 1.0);

}  // namespace ssmscope::ui
