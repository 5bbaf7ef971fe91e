#include "ui/views/ring/ring_scene.hpp"

#include <vtkFloatArray.h>
#include <vtkImageData.h>
#include <vtkNew.h>
#include <vtkPointData.h>
#include <vtkProperty.h>
#include <vtkRenderer.h>
#include <vtkTexture.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "ui/views/ring/ring_mesh.hpp"

namespace ssmscope::ui {

namespace {

// Lengths in radii of the ring.
constexpr double kHeight = 0.55;
constexpr double kFitted = 0.34;  // less: full height is rare, and there is room beside it
constexpr double kTube = 0.014, kNode = 0.052;  // radius, diameter
constexpr double kPadding = 28.0;  // pixels: room for the numbers and the input's arrow
constexpr double kWallGap = 0.07, kWallHeight = 1.0;
constexpr double kMostOver = 1.6;  // a value beyond the full scale is drawn to here
constexpr int kSides = 8;
constexpr int kWallPoints = 97;
constexpr int kMostNodesShown = 256, kMostTicks = 128;
constexpr double kHoverPixels = 16.0;
constexpr double kCurtain = 0.34;  // strength of the colour under the curve

Vector3 onCircle(double part, double radius, double z) {
  const double angle = 2.0 * std::numbers::pi * part;
  return {radius * std::cos(angle), radius * std::sin(angle), z};
}

}  // namespace

struct RingScene::Actors {
  RingMesh tube{RingMesh::Light::Lit};
  RingMesh curtain{RingMesh::Light::Plain};
  RingMesh envelope{RingMesh::Light::Plain};
  RingMesh nodes{RingMesh::Light::Lit};
  RingMesh circle{RingMesh::Light::Plain};
  RingMesh ticks{RingMesh::Light::Plain};
  RingMesh wave{RingMesh::Light::Plain};
  RingMesh ghosts{RingMesh::Light::Plain};
  RingMesh wall{RingMesh::Light::Plain};
  vtkNew<vtkImageData> wall_image;
  vtkNew<vtkFloatArray> wall_places;
  vtkNew<vtkTexture> wall_texture;
};

RingScene::RingScene(std::function<QString(int)> describe) : describe_(std::move(describe)) {}

RingScene::~RingScene() = default;

void RingScene::setLook(const RingLook& look) {
  const bool other_theme = look.theme().dark != look_.theme().dark || wheel_.isNull();
  look_ = look;
  dirty_ = true;
  if (!other_theme) return;
  constexpr int kSide = 128;
  RingLook phases = look;
  phases.colour = RingColour::Phase;
  wheel_ = QImage(kSide, kSide, QImage::Format_ARGB32_Premultiplied);
  wheel_.fill(Qt::transparent);
  for (int y = 0; y < kSide; ++y) {
    for (int x = 0; x < kSide; ++x) {
      const std::complex<double> z(2.0 * x / (kSide - 1) - 1.0, 1.0 - 2.0 * y / (kSide - 1));
      const double radius = std::abs(z);
      // The two edges are softened over one pixel.
      const double cover = std::clamp(std::min(1.0 - radius, radius - 0.56) * kSide / 2, 0.0, 1.0);
      const QRgb rgb = phases.along(0.5 + std::arg(z) / (2.0 * std::numbers::pi));
      wheel_.setPixel(
          x, y,
          qPremultiply(qRgba(qRed(rgb), qGreen(rgb), qBlue(rgb), static_cast<int>(255.0 * cover))));
    }
  }
}

RingPicture& RingScene::edit() {
  dirty_ = true;
  return picture_;
}

void RingScene::build(vtkRenderer& renderer) {
  actors_ = std::make_unique<Actors>();
  Actors& a = *actors_;
  a.nodes.actor()->GetProperty()->SetRenderPointsAsSpheres(true);
  a.wall_image->SetDimensions(1, 1, 1);
  a.wall_image->AllocateScalars(VTK_UNSIGNED_CHAR, 3);
  a.wall_texture->SetInputData(a.wall_image);
  a.wall_texture->RepeatOn();
  a.wall_texture->InterpolateOff();
  a.wall_texture->MipmapOff();
  a.wall_places->SetNumberOfComponents(2);
  a.wall.shapeStrip(kWallPoints, false);
  a.wall.setTexture(a.wall_texture, a.wall_places);
  for (RingMesh* const mesh : {&a.circle, &a.ticks, &a.wall, &a.curtain, &a.ghosts, &a.envelope,
                               &a.wave, &a.tube, &a.nodes})
    renderer.AddActor(mesh->actor());
  dirty_ = true;
}

SceneExtent RingScene::extent() const {
  const bool both_ways = look_.height == RingHeight::Displacement;
  SceneExtent extent{1.0, both_ways ? -kFitted : 0.0, kFitted, kPadding};
  if (picture_.past != nullptr) extent.bottom = wallTop() - kWallHeight;
  return extent;
}

double RingScene::wallTop() const {
  return (look_.height == RingHeight::Displacement ? -kHeight : 0.0) - kWallGap;
}

double RingScene::heightOf(Complex value, double full) const {
  const double plain = look_.height == RingHeight::Displacement ? value.real() : std::abs(value);
  const double part = plain / full;
  return std::isfinite(part) ? kHeight * std::clamp(part, -kMostOver, kMostOver) : 0.0;
}

/// Between two nodes the nearer one's.
int RingScene::ageAt(std::size_t point, std::size_t points) const {
  const std::size_t nodes = picture_.ages.size();
  return nodes == 0 ? -1 : picture_.ages[(2 * point * nodes + points) / (2 * points) % nodes];
}

Vector3 RingScene::nodePoint(int node) const {
  return onCircle(static_cast<double>(node) / picture_.nodes, 1.0,
                  heightOf(picture_.frame.nodes[static_cast<std::size_t>(node)], picture_.full));
}

void RingScene::update(vtkRenderer& /*renderer*/, const Projection& projection, double scale) {
  sizeNodes(projection.pixelsPerUnit() * scale);
  if (!dirty_ && scale == written_scale_) return;
  dirty_ = false;
  written_scale_ = scale;
  const bool any = !picture_.frame.curve.empty();
  Actors& a = *actors_;
  for (RingMesh* const mesh : {&a.tube, &a.curtain, &a.nodes}) mesh->actor()->SetVisibility(any);
  writeGround(scale);
  if (any) {
    writeCurve();
    writeNodes();
  }
  const bool envelope = any && look_.height == RingHeight::Displacement;
  a.envelope.actor()->SetVisibility(envelope);
  if (envelope) writeEnvelope();
  a.envelope.actor()->GetProperty()->SetLineWidth(static_cast<float>(1.2 * scale));

  a.wave.actor()->SetVisibility(!picture_.wave.empty());
  writeLine(a.wave, picture_.wave, picture_.wave_full, look_.theme().accent.rgb());
  a.wave.actor()->GetProperty()->SetLineWidth(static_cast<float>(2.2 * scale));

  a.ghosts.actor()->SetVisibility(!picture_.ghosts.empty());
  writeGhosts(scale);
  a.wall.actor()->SetVisibility(picture_.past != nullptr);
  if (picture_.past != nullptr) writeWall();
}

void RingScene::writeCurve() {
  const std::vector<Complex>& curve = picture_.frame.curve;
  const int points = static_cast<int>(curve.size());
  Actors& a = *actors_;
  if (a.tube.size() != points * kSides) a.tube.shapeTube(points, kSides);
  if (a.curtain.size() != points * 2) a.curtain.shapeStrip(points, true);
  const double step = 2.0 * std::numbers::pi / points;
  double before = heightOf(curve.back(), picture_.full);
  double here = heightOf(curve.front(), picture_.full);
  for (int s = 0; s < points; ++s) {
    const auto at = static_cast<std::size_t>(s);
    const double after = heightOf(curve[(at + 1) % curve.size()], picture_.full);
    const double c = std::cos(step * s), i = std::sin(step * s);
    // A tube around the curve (c, i, z): its cross-section is spanned by the radius and the
    // direction that is square to both radius and way.
    const double slope = (after - before) / (2.0 * step);
    const double length = std::sqrt(1.0 + slope * slope);
    const Vector3 square{i * slope / length, -c * slope / length, 1.0 / length};
    const QRgb colour = look_.line(curve[at], picture_.full, ageAt(at, curve.size()));
    for (int k = 0; k < kSides; ++k) {
      const double turn = 2.0 * std::numbers::pi * k / kSides;
      const double out = std::cos(turn), up = std::sin(turn);
      const Vector3 normal{out * c + up * square[0], out * i + up * square[1], up * square[2]};
      a.tube.set(s * kSides + k,
                 {c + kTube * normal[0], i + kTube * normal[1], here + kTube * normal[2]}, colour);
      a.tube.setNormal(s * kSides + k, normal);
    }
    const QRgb faint = mixed(look_.theme().surface.rgb(), colour, kCurtain);
    a.curtain.set(2 * s, {c, i, 0.0}, faint);
    a.curtain.set(2 * s + 1, {c, i, here}, faint);
    before = here;
    here = after;
  }
  a.tube.touch();
  a.curtain.touch();
}

void RingScene::writeEnvelope() {
  const std::vector<Complex>& curve = picture_.frame.curve;
  const int points = static_cast<int>(curve.size());
  RingMesh& mesh = actors_->envelope;
  if (mesh.size() != points) mesh.shapeLoop(points);
  const QRgb colour = mixed(look_.theme().surface.rgb(), look_.theme().axis.rgb(), 0.8);
  for (int s = 0; s < points; ++s) {
    const double part = std::abs(curve[static_cast<std::size_t>(s)]) / picture_.full;
    const double z = std::isfinite(part) ? kHeight * std::min(part, kMostOver) : 0.0;
    mesh.set(s, onCircle(static_cast<double>(s) / points, 1.0, z), colour);
  }
  mesh.touch();
}

void RingScene::writeNodes() {
  const int nodes = picture_.nodes;
  RingMesh& mesh = actors_->nodes;
  const bool shown = nodes <= kMostNodesShown && picture_.points_per_node > 0;
  mesh.actor()->SetVisibility(shown);
  if (!shown) return;
  if (mesh.size() != nodes) mesh.shapePoints(nodes);
  for (int j = 0; j < nodes; ++j) {
    mesh.set(j, nodePoint(j),
             look_.line(picture_.frame.nodes[static_cast<std::size_t>(j)], picture_.full,
                        ageAt(static_cast<std::size_t>(j), static_cast<std::size_t>(nodes))));
    mesh.setNormal(j, {0.0, 0.0, 1.0});
  }
  mesh.touch();
}

void RingScene::sizeNodes(double pixels_per_unit) {
  // Thicker than the tube, yet with some of it between neighbours.
  const double apart = 2.0 * std::numbers::pi / std::max(picture_.nodes, 1);
  const double size = std::min(kNode, 0.6 * apart) * pixels_per_unit;
  actors_->nodes.actor()->GetProperty()->SetPointSize(static_cast<float>(std::max(size, 2.0)));
}

void RingScene::writeLine(RingMesh& mesh, const std::vector<Complex>& values, double full,
                          QRgb colour) const {
  const int points = static_cast<int>(values.size());
  if (points == 0) return;
  if (mesh.size() != points) mesh.shapeLoop(points);
  for (int s = 0; s < points; ++s) {
    const double part = values[static_cast<std::size_t>(s)].real() / full;
    const double z = std::isfinite(part) ? kHeight * std::clamp(part, -kMostOver, kMostOver) : 0.0;
    mesh.set(s, onCircle(static_cast<double>(s) / points, 1.0, z), colour);
  }
  mesh.touch();
}

void RingScene::writeGhosts(double scale) {
  RingMesh& mesh = actors_->ghosts;
  const QRgb colour = mixed(look_.theme().surface.rgb(), look_.theme().faint_text.rgb(), 0.75);
  int segments = 0;
  for (const auto& ghost : picture_.ghosts) segments += static_cast<int>(ghost.size());
  if (mesh.size() != 2 * segments) mesh.shapeSegments(segments);
  int at = 0;
  for (const auto& ghost : picture_.ghosts) {
    const auto count = static_cast<double>(ghost.size());
    for (std::size_t s = 0; s < ghost.size(); ++s) {
      const std::size_t next = (s + 1) % ghost.size();
      mesh.set(at++,
               onCircle(static_cast<double>(s) / count, 1.0, heightOf(ghost[s], picture_.full)),
               colour);
      mesh.set(
          at++,
          onCircle(static_cast<double>(next) / count, 1.0, heightOf(ghost[next], picture_.full)),
          colour);
    }
  }
  mesh.touch();
  mesh.actor()->GetProperty()->SetLineWidth(static_cast<float>(1.4 * scale));
}

void RingScene::writeGround(double scale) {
  constexpr int kCirclePoints = 180;
  Actors& a = *actors_;
  if (a.circle.size() != kCirclePoints) a.circle.shapeLoop(kCirclePoints);
  const QRgb colour = look_.theme().axis.rgb();
  for (int s = 0; s < kCirclePoints; ++s)
    a.circle.set(s, onCircle(s / static_cast<double>(kCirclePoints), 1.0, 0.0), colour);
  a.circle.touch();
  a.circle.actor()->GetProperty()->SetLineWidth(static_cast<float>(1.2 * scale));

  const int ticks = picture_.nodes <= kMostTicks ? picture_.nodes : 0;
  a.ticks.actor()->SetVisibility(ticks > 0);
  if (a.ticks.size() != 2 * ticks) a.ticks.shapeSegments(ticks);
  for (int j = 0; j < ticks; ++j) {
    a.ticks.set(2 * j, onCircle(static_cast<double>(j) / ticks, 1.0, 0.0), colour);
    a.ticks.set(2 * j + 1, onCircle(static_cast<double>(j) / ticks, 1.04, 0.0), colour);
  }
  a.ticks.touch();
  a.ticks.actor()->GetProperty()->SetLineWidth(static_cast<float>(scale));
}

void RingScene::writeWall() {
  Actors& a = *actors_;
  const QImage& cells = picture_.past->image();
  a.wall.actor()->SetVisibility(!cells.isNull());
  if (cells.isNull()) return;
  int* const size = a.wall_image->GetDimensions();
  if (size[0] != cells.width() || size[1] != cells.height()) {
    a.wall_image->SetDimensions(cells.width(), cells.height(), 1);
    a.wall_image->AllocateScalars(VTK_UNSIGNED_CHAR, 3);
  }
  auto* to = static_cast<unsigned char*>(a.wall_image->GetScalarPointer());
  // A texture starts at the bottom.
  for (int y = 0; y < cells.height(); ++y) {
    const auto* const from =
        reinterpret_cast<const QRgb*>(cells.constScanLine(cells.height() - 1 - y));
    for (int x = 0; x < cells.width(); ++x) {
      *to++ = static_cast<unsigned char>(qRed(from[x]));
      *to++ = static_cast<unsigned char>(qGreen(from[x]));
      *to++ = static_cast<unsigned char>(qBlue(from[x]));
    }
  }
  a.wall_image->Modified();

  const double rows = picture_.past->rows();
  // Only the part of a turn matters to a texture that repeats, and floats are precise there.
  const double top = std::fmod(picture_.past_top, rows) / rows;
  const double bottom = top - picture_.past->shownRows() / rows;
  const QRgb white = qRgb(255, 255, 255);
  for (int s = 0; s < kWallPoints; ++s) {
    const double part = s / static_cast<double>(kWallPoints - 1);
    a.wall.set(2 * s, onCircle(part, 1.0, wallTop() - kWallHeight), white);
    a.wall.set(2 * s + 1, onCircle(part, 1.0, wallTop()), white);
    const double across = part + 0.5 / cells.width();  // a node is the middle of its cell
    const vtkIdType place = 2 * static_cast<vtkIdType>(s);
    a.wall_places->SetTuple2(place, across, bottom);
    a.wall_places->SetTuple2(place + 1, across, top);
  }
  a.wall_places->Modified();
  a.wall.touch();
}

bool RingScene::hover(std::optional<QPointF> position, const Projection& projection) {
  std::optional<int> nearest;
  const int nodes = static_cast<int>(picture_.frame.nodes.size());
  if (position && nodes == picture_.nodes && nodes <= kMostNodesShown) {
    double least = kHoverPixels;
    for (int j = 0; j < nodes; ++j) {
      const QPointF way = projection.toWidget(nodePoint(j)) - *position;
      const double distance = std::hypot(way.x(), way.y());
      if (distance >= least) continue;
      least = distance;
      nearest = j;
    }
  }
  if (nearest == hovered_) return false;
  hovered_ = nearest;
  return true;
}

}  // namespace ssmscope::ui
