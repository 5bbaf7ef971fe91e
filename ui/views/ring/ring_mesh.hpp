// A VTK mesh whose points and colours are written in place.
#pragma once

#include <vtkActor.h>
#include <vtkCellArray.h>
#include <vtkFloatArray.h>
#include <vtkNew.h>
#include <vtkPoints.h>
#include <vtkPolyData.h>
#include <vtkPolyDataMapper.h>
#include <vtkTexture.h>
#include <vtkUnsignedCharArray.h>

#include <QColor>

#include "ui/plot/vtk_scene.hpp"

namespace ssmscope::ui {

class RingMesh {
 public:
  enum class Light { Lit, Plain };
  explicit RingMesh(Light light);

  vtkActor* actor() { return actor_; }
  int size() const { return static_cast<int>(points_->GetNumberOfPoints()); }

  /// Another shape; all points must be written anew.
  void shapeTube(int around, int sides);     ///< closed; point (s, k) is s * sides + k
  void shapeStrip(int around, bool closed);  ///< quads; point (s, k) is s * 2 + k, k = 0, 1
  void shapeLines(int count, int points);    ///< `count` open lines of `points` each
  void shapeLoop(int points);                ///< one closed line
  void shapeSegments(int segments);          ///< point pairs
  void shapePoints(int points);

  /// `places` holds two texture coordinates a point; the caller keeps them as many as size().
  void setTexture(vtkTexture* texture, vtkFloatArray* places);

  void set(int index, const Vector3& point, QRgb colour);
  void setNormal(int index, const Vector3& normal);
  void touch();  ///< after writing

 private:
  void resize(int points);

  vtkNew<vtkPoints> points_;
  vtkNew<vtkFloatArray> coordinates_, normals_;
  vtkNew<vtkUnsignedCharArray> colours_;
  vtkNew<vtkPolyData> data_;
  vtkNew<vtkPolyDataMapper> mapper_;
  vtkNew<vtkActor> actor_;
  bool lit_;
};

}  // namespace ssmscope::ui
