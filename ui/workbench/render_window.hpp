// Pictures of the window and of each view, for `ssmscope render`.
#pragma once

#include <QSize>
#include <QString>
#include <QStringList>

#include "ui/workbench/workbench.hpp"

namespace ssmscope::ui {

struct RenderRequest {
  Session session;
  QString folder;          ///< made if it is absent
  QStringList views;       ///< ids; empty: all
  QSize size{1600, 1000};  ///< of the window
  bool dark = false;
  int limit_ms = 120'000;  ///< a view that takes longer is an error
};

/// Shows the window, waits until every view has its full answer, stops the clock at a telling
/// time and writes window.png and <view id>.png. Returns the files written. Throws InputError: an
/// unknown view, a folder that cannot be written, a view that failed or took too long.
QStringList renderWindow(WorkbenchSetup setup, const RenderRequest& request);

}  // namespace ssmscope::ui
