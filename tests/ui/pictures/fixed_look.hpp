// Makes pictures independent of the machine: one font without hinting, one size of a pixel, one
// locale, no desktop's settings, software OpenGL.
#pragma once

#include <QString>

namespace ssmscope::test {

/// Before QApplication is made. `folder` takes the font configuration.
void fixLook(const QString& folder);

/// One sentence when the fonts are not the ones wanted; empty when they are. After QApplication.
QString wrongFonts();

}  // namespace ssmscope::test
