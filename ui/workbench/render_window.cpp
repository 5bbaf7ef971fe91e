#include "ui/workbench/render_window.hpp"

#include <QCoreApplication>
#include <QDir>
#include <QElapsedTimer>
#include <QEventLoop>
#include <QTimer>
#include <algorithm>
#include <chrono>

#include "core/scenario/error.hpp"
#include "core/scenario/whole_file.hpp"
#include "ui/live/clock.hpp"
#include "ui/workbench/export.hpp"
#include "ui/workbench/figure_sheet.hpp"
#include "ui/workbench/view_frame.hpp"

namespace ssmscope::ui {

namespace {

QString tr(const char* text) { return QCoreApplication::translate("Render", text); }

constexpr auto kFramesToSettle = std::chrono::milliseconds(400);

[[noreturn]] void fail(const QString& sentence) { throw InputError(sentence.toStdString()); }

/// A wave on its way: an impulse a little after it, a digit when its last pixel is in, anything
/// else well into the window.
double tellingTime(const Scenario& scenario) {
  constexpr double kDigitPixels = 64.0;
  const double last = scenario.resolution.steps - 1;
  double after = 0.6 * last;
  if (const auto* impulse = std::get_if<ImpulseInput>(&scenario.input))
    after = impulse->at - scenario.resolution.first_step + std::round(0.14 * last);
  if (std::holds_alternative<DigitInput>(scenario.input))
    after = kDigitPixels - 1.0 - scenario.resolution.first_step;
  return scenario.resolution.first_step + std::clamp(std::round(after), 0.0, last);
}

void waitUntilSettled(const Workbench& window, int limit_ms) {
  QElapsedTimer since;
  since.start();
  while (!window.settled()) {
    if (since.elapsed() > limit_ms) fail(tr("a view was not done after %1 s").arg(limit_ms / 1000));
    QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents, 50);
  }
  // A few frames more, so that what waits for the next frame is drawn and has eased to its place.
  QEventLoop frames;
  QTimer::singleShot(kFramesToSettle, &frames, &QEventLoop::quit);
  frames.exec();
}

QString save(const QImage& image, const QString& folder, const QString& name) {
  QString file = QDir(folder).filePath(name);
  write_whole_file(toPath(file), pngBytes(image));
  return file;
}

}  // namespace

QStringList renderWindow(WorkbenchSetup setup, const RenderRequest& request) {
  setup.remembers = false;
  QStringList known;
  for (const ViewInfo& info : setup.views) known << info.id;
  for (const QString& id : request.views) {
    if (!known.contains(id))
      fail(tr("there is no view “%1”: expected %2").arg(id, known.join(QStringLiteral(", "))));
  }
  if (!QDir().mkpath(request.folder)) fail(tr("%1 cannot be made a folder").arg(request.folder));

  Workbench window(std::move(setup));
  window.setDark(request.dark);
  window.resize(request.size);
  window.setSession(request.session);
  window.clock().pause();
  window.show();
  waitUntilSettled(window, request.limit_ms);
  window.clock().setTime(tellingTime(request.session.scenario));
  waitUntilSettled(window, request.limit_ms);

  QStringList written;
  written << save(window.grab().toImage(), request.folder, QStringLiteral("window.png"));
  for (const QString& id : request.views.isEmpty() ? known : request.views) {
    View* view = window.frame(id)->view();
    window.frame(id)->parentWidget()->raise();  // a tab behind another has not been laid out yet
    waitUntilSettled(window, request.limit_ms);
    if (!view->status().error.isEmpty())
      fail(tr("the view %1 has no picture: %2").arg(id, view->status().error));
    constexpr double kScale = 2.0;
    written << save(figureSheet(*view, kScale), request.folder, id + ".png");
  }
  window.close();
  return written;
}

}  // namespace ssmscope::ui
