#include "ui/plot/vtk_surface.hpp"

#include <vtkCamera.h>
#include <vtkGenericOpenGLRenderWindow.h>
#include <vtkNew.h>
#include <vtkOpenGLFramebufferObject.h>
#include <vtkRenderer.h>
#include <vtkVersionMacros.h>

#include <QGuiApplication>
#include <QOffscreenSurface>
#include <QOpenGLContext>
#include <QOpenGLFunctions>
#include <algorithm>
#include <cstring>

#ifndef GL_BGRA
#define GL_BGRA 0x80E1
#endif

namespace ssmscope::ui {

namespace {

constexpr int kSamples = 4;

/// Platforms on which Qt or VTK fail hard instead of saying no: Qt's offscreen plugin crashes in
/// OpenGL, and VTK before 9.4 loads OpenGL through GLEW, which needs GLX.
bool platformFails() {
  const QString platform = QGuiApplication::platformName();
  if (platform == QLatin1String("offscreen") || platform.startsWith(QLatin1String("minimal")))
    return true;
  const bool glew = VTK_MAJOR_VERSION == 9 && VTK_MINOR_VERSION < 4;
  return glew && platform.startsWith(QLatin1String("wayland"));
}

bool switchedOff() {
  const QByteArray value = qgetenv("SSMSCOPE_NO_OPENGL");
  return !value.isEmpty() && value != "0";
}

QSurfaceFormat wantedFormat() {
  QSurfaceFormat format;
  format.setRenderableType(QSurfaceFormat::OpenGL);
  format.setVersion(3, 2);
  format.setProfile(QSurfaceFormat::CoreProfile);
  format.setDepthBufferSize(24);
  format.setAlphaBufferSize(8);
  format.setSamples(0);
  return format;
}

}  // namespace

struct VtkSurface::Parts {
  // In this order, so that the window goes before its context and that before its surface.
  QOffscreenSurface surface;
  QOpenGLContext context;
  vtkNew<vtkRenderer> renderer;
  vtkNew<vtkGenericOpenGLRenderWindow> window;
  bool started = false;
  bool software = false;
};

VtkSurface::VtkSurface() : parts_(std::make_unique<Parts>()) {}

VtkSurface::~VtkSurface() {
  if (!parts_->started || !makeCurrent()) return;
  parts_->window->RemoveRenderer(parts_->renderer);
  parts_->window->Finalize();
  parts_->window->SetReadyForRendering(false);
}

std::unique_ptr<VtkSurface> VtkSurface::create() {
  if (switchedOff() || platformFails()) return nullptr;
  std::unique_ptr<VtkSurface> surface(new VtkSurface);
  return surface->start() ? std::move(surface) : nullptr;
}

bool VtkSurface::start() {
  Parts& p = *parts_;
  p.surface.setFormat(wantedFormat());
  p.surface.create();
  p.context.setFormat(wantedFormat());
  if (!p.surface.isValid() || !p.context.create() || !makeCurrent()) return false;
  if (p.context.isOpenGLES() || p.context.format().version() < qMakePair(3, 2)) return false;

  p.window->SetOwnContext(0);
  p.window->SetFrameBlitModeToNoBlit();
  p.window->SetMultiSamples(0);
  p.window->SetIsCurrent(true);
  p.window->SetSupportsOpenGL(1);
  p.window->SetReadyForRendering(true);
  p.window->OpenGLInitContext();
  p.window->AddRenderer(p.renderer);
  const auto* const name =
      reinterpret_cast<const char*>(p.context.functions()->glGetString(GL_RENDERER));
  const QByteArray renderer_name(name != nullptr ? name : "");
  p.software = renderer_name.contains("llvmpipe") || renderer_name.contains("softpipe") ||
               renderer_name.contains("swrast") || renderer_name.contains("SWR");
  p.started = true;
  return true;
}

bool VtkSurface::makeCurrent() { return parts_->context.makeCurrent(&parts_->surface); }

bool VtkSurface::software() const { return parts_->software; }

vtkRenderer& VtkSurface::renderer() { return *parts_->renderer; }

QImage VtkSurface::draw(QSize pixels, const Projection& projection, const QColor& background,
                        bool smooth) {
  if (!makeCurrent()) return {};
  Parts& p = *parts_;
  p.renderer->SetBackground(background.redF(), background.greenF(), background.blueF());
  p.renderer->SetBackgroundAlpha(1.0);
  vtkCamera* camera = p.renderer->GetActiveCamera();
  camera->SetPosition(projection.eye().data());
  camera->SetFocalPoint(projection.focus().data());
  camera->SetViewUp(projection.up().data());
  camera->SetViewAngle(projection.viewAngle());
  camera->SetWindowCenter(-projection.pan().x(), projection.pan().y());
  p.window->SetMultiSamples(smooth ? kSamples : 0);
  p.window->SetSize(pixels.width(), pixels.height());
  p.renderer->ResetCameraClippingRange();
  p.window->Render();
  return readBack(pixels);
}

QImage VtkSurface::readBack(QSize pixels) {
  QImage bottom_up(pixels, QImage::Format_RGB32), image(pixels, QImage::Format_RGB32);
  if (bottom_up.isNull() || image.isNull()) return {};
  QOpenGLFunctions* gl = parts_->context.functions();
  vtkOpenGLFramebufferObject* drawn = parts_->window->GetDisplayFramebuffer();
  if (drawn == nullptr) return {};
  gl->glBindFramebuffer(0x8CA8 /* GL_READ_FRAMEBUFFER */, drawn->GetFBOIndex());
  gl->glPixelStorei(GL_PACK_ALIGNMENT, 4);
  gl->glReadPixels(0, 0, pixels.width(), pixels.height(), GL_BGRA, GL_UNSIGNED_BYTE,
                   bottom_up.bits());
  const auto line = static_cast<std::size_t>(image.bytesPerLine());
  for (int y = 0; y < pixels.height(); ++y)
    std::memcpy(image.scanLine(y), bottom_up.constScanLine(pixels.height() - 1 - y), line);
  return image;
}

}  // namespace ssmscope::ui
