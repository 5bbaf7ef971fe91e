// The two variations of a font that the program writes in.
#pragma once

#include <QFont>

namespace ssmscope::ui {

/// Of ticks, captions and states: what stands beside the content.
inline QFont smallFont(QFont font) {
  constexpr double kSmall = 0.9;
  font.setPointSizeF(font.pointSizeF() * kSmall);
  return font;
}

/// Of titles.
inline QFont titleFont(QFont font) {
  font.setWeight(QFont::DemiBold);
  return font;
}

}  // namespace ssmscope::ui
