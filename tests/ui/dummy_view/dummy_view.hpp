// A whole view in one folder, as docs/adding-a-view.md asks for: an analysis and a drawing. The
// tests add it to the window by one line, and hold its analysis back where they need to.
#pragma once

#include <QPainter>
#include <condition_variable>
#include <mutex>

#include "ui/live/analysis_view.hpp"

namespace ssmscope::ui {

/// What the tests see of the analysis, and how they hold it: closed, a full analysis waits until
/// the gate opens or the work is cancelled.
struct DummyGate {
  std::mutex mutex;
  std::condition_variable changed;
  bool open = true;
  int started = 0, ended = 0, cancelled = 0;
  std::string fail_with;  ///< not empty: every analysis throws this

  void set(bool is_open) {
    {
      const std::lock_guard lock(mutex);
      open = is_open;
    }
    changed.notify_all();
  }
  int count(int DummyGate::*which) {
    const std::lock_guard lock(mutex);
    return this->*which;
  }
  void fail(const std::string& text) {
    const std::lock_guard lock(mutex);
    fail_with = text;
  }

  void pass(compute::Progress& progress) {
    using namespace std::chrono_literals;
    std::unique_lock lock(mutex);
    ++started;
    changed.notify_all();
    // Looked at again now and then, as an analysis looks at its progress.
    while (!open && !progress.cancelled()) changed.wait_for(lock, 1ms);
    ++ended;
    if (progress.cancelled()) {
      ++cancelled;
      throw compute::Cancelled();
    }
    if (!fail_with.empty()) throw std::runtime_error(fail_with);
  }
};

struct DummyResult {
  double delta = 0.0, alpha = 0.0;
};

class DummyView : public AnalysisView<DummyResult> {
 public:
  DummyView(Workspace& workspace, const std::shared_ptr<DummyGate>& gate, QWidget* parent)
      : AnalysisView(workspace, functions(gate), parent) {
    setFocusPolicy(Qt::StrongFocus);
  }

  QString caption() const override {
    return result() ? QStringLiteral("Delta is %1.").arg(result()->delta) : QString();
  }
  data::Table table() const override {
    data::Table made;
    if (result()) made.add("delta", {result()->delta});
    return made;
  }
  void applyTheme(const Theme& theme) override { theme_ = theme; }
  const Theme& theme() const { return theme_; }
  void pin() override { ++pins; }
  void clearPins() override { pins = 0; }
  void resetZoom() override { ++zoom_resets; }

  std::vector<double> deltas;  ///< shown so far, in order
  int pins = 0, zoom_resets = 0;

 protected:
  void showResult(const DummyResult& shown, const Scenario&) override {
    deltas.push_back(shown.delta);
    update();
  }
  void paintEvent(QPaintEvent*) override {
    QPainter painter(this);
    painter.fillRect(rect(), theme_.surface);
    if (result()) painter.drawText(rect(), Qt::AlignCenter, QString::number(result()->delta));
  }

 private:
  static AnalysisFunctions<DummyResult> functions(const std::shared_ptr<DummyGate>& gate) {
    return {[gate](const Scenario& s, compute::Backend&, compute::Progress& progress,
                   const DummyResult*) {
              gate->pass(progress);
              return DummyResult{s.discretisation.delta, s.target.alpha};
            },
            [](const Scenario& s) { return s; },
            [](const Scenario& a, const Scenario& b) {
              return a.discretisation == b.discretisation && a.target == b.target;
            }};
  }

  Theme theme_;
};

inline ViewInfo dummyViewInfo(
    const std::shared_ptr<DummyGate>& gate = std::make_shared<DummyGate>(),
    const QString& id = QStringLiteral("dummy")) {
  return {id,
          QStringLiteral("Dummy"),
          QString(),
          QStringLiteral("Shows the step."),
          QStringLiteral("nowhere"),
          [gate](Workspace& workspace, QWidget* parent) -> View* {
            return new DummyView(workspace, gate, parent);
          }};
}

}  // namespace ssmscope::ui
