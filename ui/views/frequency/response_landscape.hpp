// |H(z)| in three dimensions: a landscape over the complex plane with a peak at every pole, cut
// along the unit circle, where the response that an input sees stands as a line.
#pragma once

#include <QString>
#include <complex>
#include <memory>
#include <optional>
#include <vector>

#include "core/spectrum/response_surface.hpp"
#include "ui/plot/theme.hpp"
#include "ui/plot/vtk_scene.hpp"

namespace ssmscope::ui {

class ResponseLandscape : public VtkScene {
 public:
  ResponseLandscape();
  ~ResponseLandscape() override;

  /// A title of the picture's own, or an empty one where something beside it says it.
  void setTitle(const QString& title) { title_ = title; }
  void setSurface(std::optional<spectrum::ResponseSurface> surface);
  bool hasSurface() const { return surface_.has_value(); }
  /// A pole and its conjugate are marked; none: no mode is selected.
  void setSelectedPole(std::optional<std::complex<double>> pole, bool mirrored,
                       const QString& name);
  void setTheme(const Theme& theme);
  /// What the pointer reads: z and |H|; empty: nothing.
  QString readOut() const;

  void build(vtkRenderer& renderer) override;
  void update(vtkRenderer& renderer, const Projection& projection, double scale) override;
  SceneExtent extent() const override;
  void overlay(QPainter& painter, const Projection& projection, const Theme& theme) const override;
  bool hover(std::optional<QPointF> position, const Projection& projection) override;

 private:
  struct Actors;
  struct Vertex {
    std::size_t row, column;
    bool operator==(const Vertex&) const = default;
  };

  double heightOf(double decibels) const;
  Vector3 point(Vertex at) const;
  std::optional<Vector3> onSurface(std::complex<double> z) const;
  std::optional<Vertex> nearest(const QPointF& at, const Projection& projection) const;
  void shape();
  void write();
  void paintTexts(QPainter& painter, const Projection& projection) const;
  void paintSelected(QPainter& painter, const Projection& projection) const;
  void paintScale(QPainter& painter, const Projection& projection) const;

  QString title_;
  std::optional<spectrum::ResponseSurface> surface_;
  std::optional<std::complex<double>> selected_;
  bool mirrored_ = false;
  QString selected_name_;
  Theme theme_ = lightTheme();
  std::optional<Vertex> hovered_;
  bool dirty_ = true;
  std::size_t shaped_rows_ = 0, shaped_columns_ = 0, shaped_circle_ = 0;
  std::unique_ptr<Actors> actors_;
};

}  // namespace ssmscope::ui
