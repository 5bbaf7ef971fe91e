// A window for tests: nothing is remembered, two workers, dummy views or the real ones.
#pragma once

#include <QApplication>
#include <QTest>
#include <optional>

#include "tests/ui/dummy_view/dummy_view.hpp"
#include "ui/live/clock.hpp"
#include "ui/workbench/document.hpp"
#include "ui/workbench/knob.hpp"
#include "ui/workbench/view_frame.hpp"
#include "ui/workbench/workbench.hpp"

namespace ssmscope::ui {

/// Waiting for an analysis, on a loaded machine; a test that hangs fails after it.
inline constexpr int kPatienceMs = 60'000;

struct WindowFixture {
  compute::Pool pool{2};
  Backends backends{pool};
  std::optional<Workbench> window;

  WorkbenchSetup setup(std::vector<ViewInfo> views) {
    WorkbenchSetup made;
    made.views = std::move(views);
    made.pool = &pool;
    made.backends = &backends;
    made.remembers = false;
    return made;
  }

  Workbench& open(std::vector<ViewInfo> views, const Scenario& scenario = {}) {
    window.emplace(setup(std::move(views)));
    Session session;
    session.scenario = scenario;
    window->setSession(session);
    window->clock().pause();
    window->resize(1280, 800);
    window->show();
    if (!QTest::qWaitForWindowExposed(&*window)) qFatal("the window was not shown");
    window->activateWindow();  // without a window manager nobody else does
    if (!QTest::qWaitForWindowActive(&*window)) qFatal("the window was not activated");
    return *window;
  }

  bool settles() {
    return QTest::qWaitFor([this] { return window->settled(); }, kPatienceMs);
  }

  template <class Widget>
  Widget* find(const char* name) {
    auto* found = window->findChild<Widget*>(QLatin1String(name));
    if (found == nullptr) qFatal("there is no widget %s", name);
    return found;
  }
};

/// Presses, moves in `steps` and releases the mouse on a slider, from value to value.
inline void dragSlider(ScaleSlider* slider, double from, double to, int steps) {
  const int y = 11;
  QTest::mousePress(slider, Qt::LeftButton, {}, QPoint(slider->pixelOf(from), y));
  for (int i = 1; i <= steps; ++i) {
    const int x = slider->pixelOf(from) + (slider->pixelOf(to) - slider->pixelOf(from)) * i / steps;
    QTest::mouseMove(slider, QPoint(x, y));
  }
  QTest::mouseRelease(slider, Qt::LeftButton, {}, QPoint(slider->pixelOf(to), y));
}

/// main() of a test whose views draw with OpenGL: its format is set before the application is made.
template <class Test>
int runWindowTest(int argc, char** argv) {
  prepareApplication();
  QApplication application(argc, argv);
  Test test;
  return QTest::qExec(&test, argc, argv);
}

}  // namespace ssmscope::ui
