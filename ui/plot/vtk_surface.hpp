// VTK drawing into pictures: an OpenGL 3.2 context on an off-screen surface, a render window in
// it and one renderer.
#pragma once

#include <QColor>
#include <QImage>
#include <QSize>
#include <functional>
#include <memory>

#include "ui/plot/vtk_scene.hpp"

class vtkRenderer;  // NOLINT(cppcoreguidelines-virtual-class-destructor): VTK's own

namespace ssmscope::ui {

class VtkSurface {
 public:
  /// Null where no OpenGL 3.2 can be had, where the platform's OpenGL is known to fail, and when
  /// the environment variable SSMSCOPE_NO_OPENGL is set to other than 0.
  static std::unique_ptr<VtkSurface> create();
  /// The context is current while VTK's objects die; the owner's scene must be gone before.
  ~VtkSurface();
  VtkSurface(const VtkSurface&) = delete;
  VtkSurface& operator=(const VtkSurface&) = delete;

  bool makeCurrent();
  vtkRenderer& renderer();
  /// Draws at `pixels` (all of them device pixels), with smooth edges or, three times as fast in
  /// software, without. Empty when the context was lost.
  QImage draw(QSize pixels, const Projection& projection, const QColor& background, bool smooth);
  /// OpenGL runs on the CPU.
  bool software() const;

 private:
  VtkSurface();
  bool start();
  QImage readBack(QSize pixels);

  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace ssmscope::ui
