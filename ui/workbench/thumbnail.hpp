// A small picture of a scenario: the ring over time and the kernel.
#pragma once

#include <QImage>
#include <QWidget>

#include "ui/live/live_analysis.hpp"
#include "ui/plot/theme.hpp"

namespace ssmscope::ui {

/// What a thumbnail shows, computed by the analyses of the views.
struct ThumbnailData {
  QImage waves;                ///< displacement: time to the right, nodes upwards
  std::vector<double> kernel;  ///< h, cut where it leaves all bounds
  std::vector<double> target;
};

class Thumbnail : public QWidget {
  Q_OBJECT
 public:
  Thumbnail(Workspace& workspace, std::shared_ptr<const Scenario> scenario, const Theme& theme,
            QWidget* parent = nullptr);
  bool ready() const { return ready_; }
  QSize sizeHint() const override { return {264, 110}; }

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  Theme theme_;
  ThumbnailData data_;
  bool ready_ = false;
  LiveAnalysis<ThumbnailData> live_;
};

}  // namespace ssmscope::ui
