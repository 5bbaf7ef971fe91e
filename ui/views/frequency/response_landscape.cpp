#include "ui/views/frequency/response_landscape.hpp"

#include <vtkActor.h>
#include <vtkCellArray.h>
#include <vtkFloatArray.h>
#include <vtkNew.h>
#include <vtkPointData.h>
#include <vtkPoints.h>
#include <vtkPolyData.h>
#include <vtkPolyDataMapper.h>
#include <vtkProperty.h>
#include <vtkRenderer.h>
#include <vtkUnsignedCharArray.h>

#include <QCoreApplication>
#include <QPainter>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "ui/plot/axis.hpp"
#include "ui/plot/colour_maps.hpp"

namespace ssmscope::ui {

namespace {

constexpr double kHeight = 1.5;  // of the highest peak, in radii of the unit circle
constexpr double kPadding = 22.0;
constexpr double kLift = 0.012;  // the line over the surface that it runs on
constexpr double kHoverPixels = 14.0;
constexpr double kMargin = 8.0;
constexpr double kCircleWidth = 3.0;
constexpr QRgb kCircleInk = 0xffffffff;  // on every colour of the map but its brightest
constexpr double kMark = 5.0;            // pixels
constexpr double kScaleBar = 8.0;
constexpr int kScaleSteps = 64;

class Text {
  Q_DECLARE_TR_FUNCTIONS(FrequencyView)
};

/// A mesh and its picture; points and colours are written in place.
struct Mesh {
  vtkNew<vtkPoints> points;
  vtkNew<vtkUnsignedCharArray> colours;
  vtkNew<vtkPolyData> data;
  vtkNew<vtkPolyDataMapper> mapper;
  vtkNew<vtkActor> actor;

  Mesh() {
    colours->SetNumberOfComponents(3);
    data->SetPoints(points);
    data->GetPointData()->SetScalars(colours);
    mapper->SetInputData(data);
    mapper->SetColorModeToDirectScalars();
    actor->SetMapper(mapper);
    actor->GetProperty()->SetLighting(false);
  }
  void resize(std::size_t count) const {
    points->SetNumberOfPoints(static_cast<vtkIdType>(count));
    colours->SetNumberOfTuples(static_cast<vtkIdType>(count));
  }
  void set(std::size_t index, const Vector3& at, QRgb colour) const {
    const auto i = static_cast<vtkIdType>(index);
    points->SetPoint(i, at[0], at[1], at[2]);
    colours->SetTypedComponent(i, 0, static_cast<unsigned char>(qRed(colour)));
    colours->SetTypedComponent(i, 1, static_cast<unsigned char>(qGreen(colour)));
    colours->SetTypedComponent(i, 2, static_cast<unsigned char>(qBlue(colour)));
  }
  void touch() const {
    points->Modified();
    colours->Modified();
    data->Modified();
  }
};

/// Quads of a polar grid.
void shapeGrid(Mesh& mesh, std::size_t rows, std::size_t columns) {
  mesh.resize(rows * columns);
  vtkNew<vtkCellArray> quads;
  for (std::size_t row = 0; row + 1 < rows; ++row) {
    for (std::size_t k = 0; k + 1 < columns; ++k) {
      const std::size_t from = row * columns + k;
      const std::size_t outwards = from + columns;
      const auto here = static_cast<vtkIdType>(from);
      const auto above = static_cast<vtkIdType>(outwards);
      const vtkIdType corners[] = {here, above, above + 1, here + 1};
      quads->InsertNextCell(4, corners);
    }
  }
  mesh.data->SetPolys(quads);
}

void shapeLine(Mesh& mesh, std::size_t count) {
  mesh.resize(count);
  vtkNew<vtkCellArray> lines;
  lines->InsertNextCell(static_cast<int>(count));
  for (std::size_t k = 0; k < count; ++k) lines->InsertCellPoint(static_cast<vtkIdType>(k));
  mesh.data->SetLines(lines);
}

/// Darker where it is steep, as if lit from above: slopes are seen without normals.
QRgb shaded(QRgb colour, double slope) {
  const double light = 0.62 + 0.38 / std::sqrt(1.0 + 0.35 * slope * slope);
  return qRgb(static_cast<int>(qRed(colour) * light), static_cast<int>(qGreen(colour) * light),
              static_cast<int>(qBlue(colour) * light));
}

}  // namespace

struct ResponseLandscape::Actors {
  Mesh inside, outside;  ///< two parts, so that the cut between them has two edges
  Mesh circle;
};

ResponseLandscape::ResponseLandscape() = default;
ResponseLandscape::~ResponseLandscape() = default;

void ResponseLandscape::setSurface(std::optional<spectrum::ResponseSurface> surface) {
  surface_ = std::move(surface);
  hovered_.reset();
  dirty_ = true;
}

void ResponseLandscape::setSelectedPole(std::optional<std::complex<double>> pole, bool mirrored,
                                        const QString& name) {
  selected_ = pole;
  mirrored_ = mirrored;
  selected_name_ = name;
}

void ResponseLandscape::setTheme(const Theme& theme) {
  theme_ = theme;
  dirty_ = true;
}

SceneExtent ResponseLandscape::extent() const {
  return {spectrum::kSurfaceRadius, 0.0, kHeight, kPadding};
}

double ResponseLandscape::heightOf(double decibels) const {
  return kHeight * (decibels - surface_->lowest) / (surface_->highest - surface_->lowest);
}

Vector3 ResponseLandscape::point(Vertex at) const {
  const double r = surface_->radius[at.row], angle = surface_->angle[at.column];
  return {r * std::cos(angle), r * std::sin(angle), heightOf(surface_->at(at.row, at.column))};
}

/// The vertex nearest to z; none outside the picture.
std::optional<Vector3> ResponseLandscape::onSurface(std::complex<double> z) const {
  if (!surface_ || !(std::abs(z) <= spectrum::kSurfaceRadius)) return {};
  const auto closest = [](const std::vector<double>& lines, double value) {
    const auto found = std::min_element(lines.begin(), lines.end(), [value](double a, double b) {
      return std::abs(a - value) < std::abs(b - value);
    });
    return static_cast<std::size_t>(found - lines.begin());
  };
  const Vertex at{closest(surface_->radius, std::abs(z)), closest(surface_->angle, std::arg(z))};
  return Vector3{z.real(), z.imag(), heightOf(surface_->at(at.row, at.column))};
}

void ResponseLandscape::build(vtkRenderer& renderer) {
  actors_ = std::make_unique<Actors>();
  for (Mesh* mesh : {&actors_->inside, &actors_->outside, &actors_->circle})
    renderer.AddActor(mesh->actor);
  dirty_ = true;
}

void ResponseLandscape::shape() {
  const std::size_t rows = surface_->radius.size(), columns = surface_->angle.size();
  if (rows == shaped_rows_ && columns == shaped_columns_ && surface_->circle == shaped_circle_)
    return;
  shaped_rows_ = rows;
  shaped_columns_ = columns;
  shaped_circle_ = surface_->circle;
  shapeGrid(actors_->inside, surface_->circle + 1, columns);
  shapeGrid(actors_->outside, rows - surface_->circle, columns);
  shapeLine(actors_->circle, columns);
}

void ResponseLandscape::write() {
  const std::size_t rows = surface_->radius.size(), columns = surface_->angle.size();
  const double span = surface_->highest - surface_->lowest;
  const auto colour = [&](Vertex at) {
    const double height = surface_->at(at.row, at.column);
    const std::size_t before = at.row == 0 ? 0 : at.row - 1;
    const std::size_t after = std::min(at.row + 1, rows - 1);
    const double run = surface_->radius[after] - surface_->radius[before];
    const double rise =
        heightOf(surface_->at(after, at.column)) - heightOf(surface_->at(before, at.column));
    return shaded(colourRgb(ColourMap::Sequential, (height - surface_->lowest) / span),
                  run > 0.0 ? rise / run : 0.0);
  };
  for (std::size_t row = 0; row < rows; ++row) {
    for (std::size_t k = 0; k < columns; ++k) {
      const Vertex at{row, k};
      const QRgb ink = colour(at);
      if (row <= surface_->circle) actors_->inside.set(row * columns + k, point(at), ink);
      if (row >= surface_->circle)
        actors_->outside.set((row - surface_->circle) * columns + k, point(at), ink);
    }
  }
  for (std::size_t k = 0; k < columns; ++k) {
    Vector3 at = point({surface_->circle, k});
    at[2] += kLift;
    actors_->circle.set(k, at, kCircleInk);
  }
  for (Mesh* mesh : {&actors_->inside, &actors_->outside, &actors_->circle}) mesh->touch();
}

void ResponseLandscape::update(vtkRenderer& /*renderer*/, const Projection& /*projection*/,
                               double scale) {
  for (Mesh* mesh : {&actors_->inside, &actors_->outside, &actors_->circle})
    mesh->actor->SetVisibility(surface_.has_value());
  actors_->circle.actor->GetProperty()->SetLineWidth(static_cast<float>(kCircleWidth * scale));
  if (!dirty_ || !surface_) return;
  dirty_ = false;
  shape();
  write();
}

std::optional<ResponseLandscape::Vertex> ResponseLandscape::nearest(
    const QPointF& at, const Projection& projection) const {
  std::optional<Vertex> found;
  double best = 0.0;
  for (std::size_t row = 0; row < surface_->radius.size(); ++row) {
    for (std::size_t k = 0; k < surface_->angle.size(); ++k) {
      const Vector3 place = point({row, k});
      const QPointF way = projection.toWidget(place) - at;
      const double off = std::hypot(way.x(), way.y());
      if (off > kHoverPixels) continue;
      // Of those under the pointer the one in front.
      const double depth = projection.depth(place) + 0.02 * off;
      if (found && depth >= best) continue;
      best = depth;
      found = Vertex{row, k};
    }
  }
  return found;
}

bool ResponseLandscape::hover(std::optional<QPointF> position, const Projection& projection) {
  std::optional<Vertex> next;
  if (position && surface_) next = nearest(*position, projection);
  if (next == hovered_) return false;
  hovered_ = next;
  return true;
}

QString ResponseLandscape::readOut() const {
  if (!hovered_ || !surface_) return {};
  const double r = surface_->radius[hovered_->row], angle = surface_->angle[hovered_->column];
  const double height = surface_->at(hovered_->row, hovered_->column);
  const QString bound = height >= surface_->highest  ? Text::tr("at least ")
                        : height <= surface_->lowest ? Text::tr("at most ")
                                                     : QString();
  return Text::tr("|z| = %1, arg z = %2 rad: |H| = %3%4 (%5 dB)")
      .arg(numberText(r, 4), numberText(angle, 4), bound,
           numberText(std::pow(10.0, height / 20.0), 3), numberText(height, 3));
}

void ResponseLandscape::overlay(QPainter& painter, const Projection& projection,
                                const Theme& /*theme*/) const {
  if (!surface_) {
    painter.setPen(theme_.faint_text);
    painter.drawText(QRectF(QPointF(), projection.size()), Qt::AlignCenter,
                     Text::tr("Being computed…"));
    return;
  }
  paintSelected(painter, projection);
  paintScale(painter, projection);
  paintTexts(painter, projection);
  if (!hovered_) return;
  const QPointF at = projection.toWidget(point(*hovered_));
  painter.setPen(QPen(theme_.text, 1.5));
  painter.setBrush(Qt::NoBrush);
  painter.drawEllipse(at, kMark, kMark);
}

void ResponseLandscape::paintTexts(QPainter& painter, const Projection& projection) const {
  const QRectF room =
      QRectF(QPointF(), projection.size()).adjusted(kMargin, kMargin, -kMargin, -kMargin);
  // The room above the landscape is empty but for the peaks: title, then what is read or seen.
  const QString read = readOut();
  const QString legend =
      read.isEmpty() ? Text::tr(
                           "Peaks: poles. White line: the unit circle, which is what an input "
                           "sees.")
                     : read;
  QRectF under = room;
  if (!title_.isEmpty()) {
    QFont bold = painter.font();
    bold.setBold(true);
    const QFont plain = painter.font();
    painter.setFont(bold);
    painter.setPen(theme_.text);
    painter.drawText(room, Qt::AlignLeft | Qt::AlignTop, title_);
    painter.setFont(plain);
    under.setTop(room.top() + QFontMetricsF(bold).height());
  }
  painter.setPen(read.isEmpty() ? theme_.faint_text : theme_.text);
  painter.drawText(under, Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap, legend);
  const auto name = [&](const Vector3& at, const QString& text) {
    QRectF box = QFontMetricsF(painter.font()).boundingRect(text).adjusted(-3.0, 0.0, 3.0, 0.0);
    box.moveCenter(projection.toWidget(at));
    QColor patch = theme_.surface;
    patch.setAlphaF(0.75F);
    painter.setPen(Qt::NoPen);
    painter.setBrush(patch);
    painter.drawRoundedRect(box, 3.0, 3.0);
    painter.setPen(theme_.faint_text);
    painter.drawText(box, Qt::AlignCenter, text);
  };
  const double edge = spectrum::kSurfaceRadius + 0.18;
  const std::size_t rim = surface_->radius.size() - 1;
  name({edge, 0.0, point({rim, surface_->angle.size() / 2})[2]}, Text::tr("ω = 0"));
  name({-edge, 0.0, point({rim, 0})[2]}, Text::tr("ω = π"));
}

void ResponseLandscape::paintSelected(QPainter& painter, const Projection& projection) const {
  if (!selected_) return;
  const auto mark = [&](std::complex<double> z, const QString& text) {
    const auto at = onSurface(z);
    if (!at) return;
    const QPointF top = projection.toWidget(*at);
    painter.setPen(QPen(theme_.accent, 1.5));
    painter.drawLine(projection.toWidget({(*at)[0], (*at)[1], 0.0}), top);
    painter.setBrush(theme_.surface);
    painter.drawEllipse(top, kMark, kMark);
    painter.drawText(top + QPointF(kMark + 3.0, -3.0), text);
  };
  if (mirrored_) mark(std::conj(*selected_), {});
  mark(*selected_, selected_name_);
}

/// The colour bar at the right edge, labelled with its ends.
void ResponseLandscape::paintScale(QPainter& painter, const Projection& projection) const {
  const QFontMetricsF metrics(painter.font());
  const double height = std::min(0.4 * projection.size().height(), 120.0);
  const double right = projection.size().width() - kMargin;
  const double bottom = projection.size().height() - kMargin - metrics.height();
  const QRectF bar(right - kScaleBar, bottom - height, kScaleBar, height);
  painter.setPen(Qt::NoPen);
  for (int i = 0; i < kScaleSteps; ++i) {
    painter.setBrush(QColor(colourRgb(ColourMap::Sequential, (i + 0.5) / kScaleSteps)));
    const double step = height / kScaleSteps;
    painter.drawRect(QRectF(bar.left(), bar.bottom() - (i + 1) * step, bar.width(), step + 0.5));
  }
  painter.setPen(theme_.faint_text);
  const auto label = [&](double y, double value) {
    const QString text = Text::tr("%1 dB").arg(numberText(std::round(value), 3));
    painter.drawText(QRectF(bar.left() - 80.0, y - 0.5 * metrics.height(), 76.0, metrics.height()),
                     Qt::AlignRight | Qt::AlignVCenter, text);
  };
  label(bar.top(), surface_->highest);
  label(bar.bottom(), surface_->lowest);
}

}  // namespace ssmscope::ui
