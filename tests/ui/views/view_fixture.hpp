// A workspace on the CPU for the tests of one view, and waiting for its full answer.
#pragma once

#include <QCursor>
#include <QGuiApplication>
#include <QScreen>
#include <QSignalSpy>
#include <QTest>
#include <memory>

#include "core/compute/cpu_backend.hpp"
#include "core/compute/pool.hpp"
#include "ui/live/clock.hpp"
#include "ui/live/selection.hpp"
#include "ui/live/view.hpp"

namespace ssmscope::test {

struct ViewFixture {
  compute::Pool pool;
  std::shared_ptr<compute::Backend> cpu = compute::make_cpu_backend(pool);
  ui::Selection selection;
  ui::Clock clock;
  ui::Workspace workspace;

  ViewFixture() {
    // The test before may have left the pointer where our window opens: its read-out would show.
    QCursor::setPos(QGuiApplication::primaryScreen()->geometry().bottomRight());
    workspace.pool = &pool;
    workspace.backend = [this] { return cpu; };
    workspace.selection = &selection;
    workspace.clock = &clock;
  }
};

/// Gives the view a scenario and waits until its full answer shows. False when none came.
inline bool show_scenario(ui::View& view, const Scenario& scenario) {
  constexpr int kLimitMilliseconds = 60'000;
  const auto posted = std::make_shared<const Scenario>(scenario);
  view.setScenario(posted);
  return QTest::qWaitFor(
      [&] {
        const ui::ViewStatus& status = view.status();
        return view.shownScenario() == posted && !status.preview && !status.pending;
      },
      kLimitMilliseconds);
}

/// A view that shows a scenario, in a window of its own, its clock over the scenario's steps.
template <class ViewType>
struct ShownView {
  ViewFixture fixture;
  ViewType view{fixture.workspace, nullptr};
  bool shown = false;

  explicit ShownView(const Scenario& scenario) {
    view.applyTheme(ui::lightTheme());
    view.resize(1100, 800);
    view.show();
    fixture.clock.setRange(scenario.resolution.first_step, scenario.resolution.steps);
    shown = show_scenario(view, scenario);
  }
  /// By the view's own name of it.
  template <class Figure>
  Figure* figure(const char* id) {
    return view.template findChild<Figure*>(view.objectName().section(u'.', 0, 0) + u'.' +
                                            QLatin1String(id));
  }
};

/// `scenario` with a single mode that outgrows double within a step.
inline Scenario overflown_from(Scenario scenario) {
  scenario.model.init = Init::Explicit;
  scenario.model.pairs = 1;
  scenario.model.lambda = {Complex(1e6, 0.0)};
  scenario.model.C = ComplexList{1.0};
  scenario.discretisation.delta = 1.0;
  return scenario;
}

/// A view says what it can of a scenario without a finite step, and draws.
template <class ViewType>
void check_that_nothing_finite_is_said(const Scenario& scenario) {
  ShownView<ViewType> shown(overflown_from(scenario));
  QVERIFY(shown.shown);
  QVERIFY(!shown.view.caption().isEmpty());
  QVERIFY(!shown.view.figure(QSize(800, 500), 1.0).isNull());
}

/// `scenario` with a single mode, which grows.
inline Scenario grown_from(Scenario scenario) {
  scenario.model.init = Init::Explicit;
  scenario.model.pairs = 1;
  scenario.model.lambda = {Complex(0.1, 1.0)};
  scenario.model.C = ComplexList{1.0};
  return scenario;
}

inline QColor ink_of(const QWidget& text) { return text.palette().color(QPalette::WindowText); }

/// How many pixels of `image` are close to `colour`.
inline int count_pixels(const QImage& image, const QColor& colour, int tolerance = 40) {
  int count = 0;
  for (int y = 0; y < image.height(); ++y) {
    for (int x = 0; x < image.width(); ++x) {
      const QColor pixel = image.pixelColor(x, y);
      if (std::abs(pixel.red() - colour.red()) <= tolerance &&
          std::abs(pixel.green() - colour.green()) <= tolerance &&
          std::abs(pixel.blue() - colour.blue()) <= tolerance) {
        ++count;
      }
    }
  }
  return count;
}

/// The edge of a line may fall on either side of a rounding; a figure out of place differs in
/// thousands of pixels.
inline constexpr int kRoundedPixels = 10;

inline int different_pixels(const QImage& a, const QImage& b) {
  if (a.size() != b.size()) return a.width() * a.height();
  int count = 0;
  for (int y = 0; y < a.height(); ++y) {
    for (int x = 0; x < a.width(); ++x) count += a.pixel(x, y) != b.pixel(x, y) ? 1 : 0;
  }
  return count;
}

}  // namespace ssmscope::test
