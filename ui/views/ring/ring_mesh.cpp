#include "ui/views/ring/ring_mesh.hpp"

#include <vtkPointData.h>
#include <vtkProperty.h>

#include <algorithm>

namespace ssmscope::ui {

RingMesh::RingMesh(Light light) : lit_(light == Light::Lit) {
  coordinates_->SetNumberOfComponents(3);
  normals_->SetNumberOfComponents(3);
  colours_->SetNumberOfComponents(3);
  points_->SetData(coordinates_);
  data_->SetPoints(points_);
  data_->GetPointData()->SetScalars(colours_);
  if (lit_) data_->GetPointData()->SetNormals(normals_);
  mapper_->SetInputData(data_);
  mapper_->SetColorModeToDirectScalars();
  actor_->SetMapper(mapper_);
  vtkProperty* const property = actor_->GetProperty();
  property->SetLighting(lit_);
  property->SetAmbient(lit_ ? 0.45 : 1.0);
  property->SetDiffuse(lit_ ? 0.6 : 0.0);
  property->SetSpecular(lit_ ? 0.2 : 0.0);
  property->SetSpecularPower(24.0);
}

void RingMesh::resize(int points) {
  coordinates_->SetNumberOfTuples(points);
  colours_->SetNumberOfTuples(points);
  std::fill_n(coordinates_->GetPointer(0), 3 * points, 0.0F);
  std::fill_n(colours_->GetPointer(0), 3 * points, static_cast<unsigned char>(0));
  if (!lit_) return;
  normals_->SetNumberOfTuples(points);
  std::fill_n(normals_->GetPointer(0), 3 * points, 0.0F);
}

void RingMesh::shapeTube(int around, int sides) {
  resize(around * sides);
  vtkNew<vtkCellArray> quads;
  for (int s = 0; s < around; ++s) {
    const int here = s * sides, next = (s + 1) % around * sides;
    for (int k = 0; k < sides; ++k) {
      const int other = (k + 1) % sides;
      const vtkIdType corners[] = {here + k, next + k, next + other, here + other};
      quads->InsertNextCell(4, corners);
    }
  }
  data_->SetPolys(quads);
}

void RingMesh::shapeStrip(int around, bool closed) {
  resize(around * 2);
  vtkNew<vtkCellArray> quads;
  for (int s = 0; s < around - (closed ? 0 : 1); ++s) {
    const int here = s * 2, next = (s + 1) % around * 2;
    const vtkIdType corners[] = {here, next, next + 1, here + 1};
    quads->InsertNextCell(4, corners);
  }
  data_->SetPolys(quads);
}

void RingMesh::shapeLines(int count, int points) {
  resize(count * points);
  vtkNew<vtkCellArray> lines;
  for (int line = 0; line < count; ++line) {
    lines->InsertNextCell(points);
    for (int p = 0; p < points; ++p) lines->InsertCellPoint(line * points + p);
  }
  data_->SetLines(lines);
}

void RingMesh::shapeLoop(int points) {
  resize(points);
  vtkNew<vtkCellArray> lines;
  if (points > 0) {
    lines->InsertNextCell(points + 1);
    for (int p = 0; p <= points; ++p) lines->InsertCellPoint(p % points);
  }
  data_->SetLines(lines);
}

void RingMesh::shapeSegments(int segments) { shapeLines(segments, 2); }

void RingMesh::shapePoints(int points) {
  resize(points);
  vtkNew<vtkCellArray> vertices;
  for (vtkIdType p = 0; p < points; ++p) vertices->InsertNextCell(1, &p);
  data_->SetVerts(vertices);
}

void RingMesh::setTexture(vtkTexture* texture, vtkFloatArray* places) {
  places->SetNumberOfTuples(size());
  data_->GetPointData()->SetTCoords(places);
  actor_->SetTexture(texture);
}

void RingMesh::set(int index, const Vector3& point, QRgb colour) {
  float* const xyz = coordinates_->GetPointer(vtkIdType{3} * index);
  for (std::size_t i = 0; i < 3; ++i) xyz[i] = static_cast<float>(point[i]);
  unsigned char* const rgb = colours_->GetPointer(vtkIdType{3} * index);
  rgb[0] = static_cast<unsigned char>(qRed(colour));
  rgb[1] = static_cast<unsigned char>(qGreen(colour));
  rgb[2] = static_cast<unsigned char>(qBlue(colour));
}

void RingMesh::setNormal(int index, const Vector3& normal) {
  float* const xyz = normals_->GetPointer(vtkIdType{3} * index);
  for (std::size_t i = 0; i < 3; ++i) xyz[i] = static_cast<float>(normal[i]);
}

void RingMesh::touch() {
  coordinates_->Modified();
  colours_->Modified();
  if (lit_) normals_->Modified();
  points_->Modified();
  data_->Modified();
}

}  // namespace ssmscope::ui
