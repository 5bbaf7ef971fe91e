// Makes pictures independent of the machine: one font without hinting, one size of a pixel, one
// locale, no desktop's settings, software OpenGL.
#pragma once

#include <QApplication>
#include <QString>
#include <QTest>

#include "ui/workbench/workbench.hpp"

namespace ssmscope::test {

/// Before QApplication is made. `folder` takes the font configuration.
void fixLook(const QString& folder);

/// One sentence when the fonts are not the ones wanted; empty when they are. After QApplication.
QString wrongFonts();

/// Runs a test's slots in that look, `folder` as above: the body of main().
template <class Test>
int runInFixedLook(const QString& folder, int argc, char** argv) {
  fixLook(folder);
  ui::prepareApplication();
  QApplication application(argc, argv);
  Test test;
  return QTest::qExec(&test, argc, argv);
}

}  // namespace ssmscope::test
