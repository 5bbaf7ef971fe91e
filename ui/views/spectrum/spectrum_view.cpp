#include "ui/views/spectrum/spectrum_view.hpp"

#include <QSignalBlocker>
#include <algorithm>
#include <cmath>
#include <span>

#include "core/spectrum/spectrum_summary.hpp"
#include "ui/live/selection.hpp"
#include "ui/views/frequency/frequency_text.hpp"
#include "ui/views/spectrum/spectrum_text.hpp"

namespace ssmscope::ui {

namespace {

constexpr int kVectorsAtOnce = 3;
constexpr double kMostDecades = 12.0;  // of eigenvalues below the largest
constexpr int kEigenColour = 0;
constexpr int kResponseColour = 1;
constexpr int kTargetColour = 2;

/// Of a window whose largest eigenvalues alone are known, the linear axis of ranks ends here.
constexpr double kRanksOfLong = 2.0 * spectrum::kEigenvectorsShown;

QString nearestKey() { return QStringLiteral("nearest"); }
QString vectorKey(int place) { return QStringLiteral("vector%1").arg(place); }

/// The whole window, of which a preview's vectors fill a part.
AxisSpec timeAxis(const spectrum::SpectrumResult& result, const Scenario& scenario) {
  AxisSpec axis =
      stepsAxis(SpectrumView::tr("Place in the window"), SpectrumView::tr("steps"), scenario);
  axis.range = RangePolicy::Fixed;
  axis.lower = 0.0;
  axis.upper = std::max(1, result.window - 1);
  return axis;
}

}  // namespace

ViewInfo spectrumViewInfo() {
  return {
      QStringLiteral("spectrum"),
      SpectrumView::tr("Eigen-spectrum"),
      QStringLiteral(":/icons/spectrum.svg"),
      SpectrumView::tr("The kernel h makes the matrix T (lower triangular, T_ij = h(i − j)) and "
                       "with it the similarity K = TᵀT/L of two inputs; its eigenvalues s²/L, "
                       "s the singular values of T, tell which directions the model learns "
                       "first, and follow the sorted |H(e^{iω})|²/L as L grows."),
      SpectrumView::tr("SSM-induced kernels, arXiv 2509.20789"),
      [](Workspace& workspace, QWidget* parent) -> View* {
        return new SpectrumView(workspace, parent);
      },
      SpectrumView::tr("Spectrum")};
}

SpectrumView::SpectrumView(Workspace& workspace, QWidget* parent)
    : SpectrumView(workspace,
                   {[known = spectrum::KnownTargets{workspace.solutions, {}}](
                        const Scenario& scenario, compute::Backend& backend,
                        compute::Progress& progress, const spectrum::SpectrumResult* /*last*/) {
                      return spectrum::analyse_spectrum(scenario, backend, progress, known);
                    },
                    spectrum::coarse_spectrum, spectrum::same_spectrum},
                   parent) {}

SpectrumView::SpectrumView(Workspace& workspace,
                           AnalysisFunctions<spectrum::SpectrumResult> functions, QWidget* parent)
    : FiguresView(workspace, std::move(functions), QStringLiteral("spectrum"), parent),
      values_(new LineChart),
      vectors_(new LineChart),
      matrix_(new HeatMap),
      kernel_(new HeatMap),
      toeplitz_(new HeatMap) {
  panel().addFigure(QStringLiteral("values"), tr("Eigenvalues"), values_);
  panel().addFigure(QStringLiteral("vectors"), tr("Eigenvectors"), vectors_,
                    tr("Eigenvectors and their peak frequencies"));
  panel().addFigure(QStringLiteral("matrix"), tr("Eigenvectors as a picture"), matrix_);
  panel().addFigure(QStringLiteral("kernel"), tr("Similarity K = TᵀT/L"), kernel_,
                    tr("How alike the model finds an input at one step and at another"));
  panel().addFigure(QStringLiteral("toeplitz"), tr("Matrix T of the kernel h"), toeplitz_,
                    tr("How the input of each step reaches the output of each later one"));
  addControls();

  Selection* const selection = workspace.selection;
  connect(selection, &Selection::modeChanged, this, &SpectrumView::showSelection);
  connect(selection, &Selection::omegaChanged, this, &SpectrumView::showSelection);
  connect(values_, &LineChart::picked, this, [this](const QString& key, int index) {
    if (key == QLatin1String("eigenvalues")) selectVector(index);
  });
  connect(vectors_, &LineChart::picked, this, [this](const QString& key, int) {
    for (int place = 0; place < kVectorsAtOnce; ++place) {
      if (key == vectorKey(place)) selectVector(first_->value() - 1 + place);
    }
  });
  connect(matrix_, &HeatMap::picked, this, [this](int row, int) { selectVector(row); });
}

void SpectrumView::addControls() {
  const QStringList values = {QStringLiteral("values")};
  across_ = new QComboBox(this);
  across_->setObjectName(QStringLiteral("spectrum.axis"));
  across_->setAccessibleName(tr("What the eigenvalues are drawn against"));
  across_->setToolTip(across_->accessibleName());
  across_->addItems({tr("rank"), tr("log rank"), tr("quantile")});
  across_->setSizeAdjustPolicy(QComboBox::AdjustToContents);
  first_ = new QSpinBox(this);
  first_->setObjectName(QStringLiteral("spectrum.vector"));
  first_->setRange(1, spectrum::kEigenvectorsShown);
  first_->setPrefix(tr("from no. "));
  first_->setAccessibleName(tr("First eigenvector drawn as a line"));
  first_->setToolTip(tr("First of the three eigenvectors drawn as lines"));
  panel().addControl(first_, {QStringLiteral("vectors")});
  panel().addControl(across_, values);
  log_ = panel().addToggle(QStringLiteral("scale"), tr("log"),
                           tr("Eigenvalues on a logarithmic axis"), true, values);
  settings().addChoice(
      "axis", across_,
      {QStringLiteral("rank"), QStringLiteral("log_rank"), QStringLiteral("quantile")});
  settings().addFlag("log", log_);
  settings().addNumber("first_vector", first_);
  connect(across_, &QComboBox::currentIndexChanged, this, &SpectrumView::redraw);
  connect(log_, &QToolButton::toggled, this, &SpectrumView::redraw);
  connect(first_, &QSpinBox::valueChanged, this, &SpectrumView::redraw);
}

void SpectrumView::showResult(const spectrum::SpectrumResult& result,
                              const Scenario& /*scenario*/) {
  const int count = std::max<int>(1, static_cast<int>(result.eigenvectors.size()));
  const QSignalBlocker blocker(first_);
  first_->setMaximum(std::max(1, count - kVectorsAtOnce + 1));
  redraw();
}

void SpectrumView::redraw() {
  if (!result()) return;
  showValues();
  showVectors();
  showMatrix();
  showMatrices();
  panel().setNotes(result()->notes, !result()->stable);
  showSelection();
}

bool SpectrumView::isLongByRank() const {
  return static_cast<Across>(across_->currentIndex()) == Across::Rank &&
         result()->window > spectrum::kLargestFullSpectrum;
}

std::vector<double> SpectrumView::positions(std::size_t count) const {
  std::vector<double> places(count);
  const bool quantile = static_cast<Across>(across_->currentIndex()) == Across::Quantile;
  // A preview's eigenvalue stands for several of the whole window.
  const double each = static_cast<double>(result()->window) / std::max(result()->length, 1);
  for (std::size_t i = 0; i < count; ++i) {
    const double middle = static_cast<double>(i) + 0.5;
    places[i] = quantile ? middle / std::max(result()->length, 1) : middle * each + 0.5;
  }
  return places;
}

void SpectrumView::showValues() {
  const auto across = static_cast<Across>(across_->currentIndex());
  AxisSpec x;
  x.title = across == Across::Quantile ? tr("Quantile") : tr("Rank");
  x.range = RangePolicy::Fixed;
  x.scale = across == Across::LogRank ? AxisScale::Log : AxisScale::Linear;
  x.lower = across == Across::LogRank ? 0.9 : 0.0;
  x.upper = across == Across::Quantile ? 1.0 : shownScenario()->resolution.spectrum_length;
  if (isLongByRank()) x.upper = kRanksOfLong;
  AxisSpec y;
  y.title = tr("Eigenvalue s²/L");
  if (log_->isChecked()) {
    y.scale = AxisScale::Log;
    // Of an unstable model's the whole range says how they grow.
    y.largest_span = spectrum::summarise(*result()).unbounded ? 0.0 : kMostDecades;
  } else {
    y.include = 0.0;
  }
  values_->setXAxis(x);
  values_->setYAxis(y);

  showGap();
  values_->setCurve(QStringLiteral("eigenvalues"), tr("eigenvalues"),
                    positions(result()->eigenvalues.size()), result()->eigenvalues,
                    {.role = CurveRole::Points, .colour = kEigenColour, .point_size = 5.0});
  // What lies beyond the end of the axis would only stretch the other one.
  std::size_t drawn = result()->response_squared_sorted.size();
  if (isLongByRank()) drawn = std::min(drawn, static_cast<std::size_t>(kRanksOfLong));
  values_->setCurve(QStringLiteral("response"), tr("sorted |H|²/L"), positions(drawn),
                    std::span(result()->response_squared_sorted).first(drawn),
                    {.colour = kResponseColour, .width = 2.0});
  std::vector<QString> names;
  for (std::size_t i = 0; i < result()->peak_omega.size(); ++i) {
    names.push_back(vectorName(static_cast<int>(i)));
  }
  values_->setPointNames(QStringLiteral("eigenvalues"), std::move(names));

  // The target's own matrix is a comparison for those who ask for it.
  const bool known = values_->curveKeys().contains(QStringLiteral("target"));
  const std::vector<double>& singular = result()->target_singular_values;
  std::vector<double> target(singular.size());
  const auto length = static_cast<double>(std::max(result()->window, 1));
  std::transform(singular.begin(), singular.end(), target.begin(),
                 [length](double s) { return s * s / length; });
  values_->setCurve(QStringLiteral("target"), tr("target's own"), positions(target.size()), target,
                    {.role = CurveRole::Dashed, .colour = kTargetColour});
  if (!known) values_->setCurveVisible(QStringLiteral("target"), false);
}

/// The area between the eigenvalues and the curve that they follow as the window grows.
void SpectrumView::showGap() {
  const std::vector<double>& eta = result()->eigenvalues;
  const std::vector<double>& curve = result()->response_squared_sorted;
  const QString key = QStringLiteral("gap");
  if (!result()->gap || spectrum::summarise(*result()).unbounded) return values_->removeCurve(key);
  const std::size_t count = std::min(eta.size(), curve.size());
  std::vector<double> lower(count), upper(count);
  for (std::size_t i = 0; i < count; ++i) {
    lower[i] = std::min(eta[i], curve[i]);
    upper[i] = std::max(eta[i], curve[i]);
  }
  CurveStyle style{.role = CurveRole::Filled, .colour = kEigenColour};
  style.fits = style.reads = style.ghosts = style.exports = false;
  values_->setBand(key, tr("gap of %1").arg(percentText(result()->gap->relative)), positions(count),
                   lower, upper, style);
}

double SpectrumView::vectorFrequency(int index) const {
  const auto at = static_cast<std::size_t>(index);
  if (!result() || index < 0 || at >= result()->peak_omega.size()) return std::nan("");
  return result()->peak_omega[at];
}

QString SpectrumView::vectorName(int index) const {
  const double omega = vectorFrequency(index);
  if (std::isnan(omega)) return tr("no. %1").arg(index + 1);
  if (spectrum::is_steady(omega)) return tr("no. %1: steady").arg(index + 1);
  return tr("no. %1: %2").arg(index + 1).arg(quantityText(omega, tr("rad/step"), 3));
}

void SpectrumView::showVectors() {
  vectors_->setXAxis(timeAxis(*result(), *shownScenario()));
  AxisSpec y;
  y.title = tr("Component");
  y.include = 0.0;
  vectors_->setYAxis(y);
  for (int place = 0; place < kVectorsAtOnce; ++place) {
    const int index = first_->value() - 1 + place;
    if (static_cast<std::size_t>(index) >= result()->eigenvectors.size()) {
      vectors_->removeCurve(vectorKey(place));
      continue;
    }
    const std::vector<double>& vector = result()->eigenvectors[static_cast<std::size_t>(index)];
    vectors_->setCurve(vectorKey(place), vectorName(index), wholeNumbers(vector.size()), vector,
                       {.colour = place});
  }
  vectors_->setNotice(result()->eigenvectors.empty() ? tr("No eigenvectors: see the notes.")
                                                     : QString());
}

void SpectrumView::showMatrix() {
  const auto& vectors = result()->eigenvectors;
  const std::size_t length = vectors.empty() ? 0 : vectors.front().size();
  std::vector<double> cells;
  cells.reserve(vectors.size() * length);
  for (const std::vector<double>& vector : vectors) {
    cells.insert(cells.end(), vector.begin(), vector.end());
  }
  AxisSpec y;
  y.title = tr("Eigenvector");
  y.whole_numbers = true;
  AxisSpec value;
  value.title = tr("Component");
  matrix_->setXAxis(timeAxis(*result(), *shownScenario()));
  matrix_->setYAxis(y);
  matrix_->setValueAxis(value, ColourMap::Diverging);
  matrix_->setPlaces(0.0, 1.0, 1.0, 1.0);
  matrix_->setValues(static_cast<int>(vectors.size()), static_cast<int>(length), cells);
}

void SpectrumView::showMatrices() {
  const auto show = [this](HeatMap& map, const spectrum::MatrixPicture& picture,
                           const QString& columns, const QString& rows, const QString& what) {
    AxisSpec x = stepsAxis(columns, tr("steps"), *shownScenario());
    AxisSpec y = stepsAxis(rows, tr("steps"), *shownScenario());
    AxisSpec value;
    value.title = picture.steps > 1.0 ? tr("%1, means of blocks").arg(what) : what;
    map.setXAxis(x);
    map.setYAxis(y);
    map.setValueAxis(value, ColourMap::Diverging);
    // Of a preview's smaller matrix a cell stands for as much of the whole window.
    const double each =
        picture.cells > 0 ? static_cast<double>(result()->window) / picture.cells : 1.0;
    map.setPlaces(0.5 * (each - 1.0), each, 0.5 * (each - 1.0), each);
    map.setValues(picture.cells, picture.cells, picture.values);
  };
  show(*kernel_, result()->kernel, tr("Step of one input"), tr("Step of the other"),
       tr("Similarity K"));
  show(*toeplitz_, result()->toeplitz, tr("Step of the input"), tr("Step of the output"),
       tr("Effect h"));
}

// --- Selection ----------------------------------------------------------------------------------

std::optional<int> SpectrumView::nearestToSelection() const {
  if (!result()) return std::nullopt;
  const Selection& selection = *workspace().selection;
  // A frequency says more exactly what is meant than the mode that is nearest to it.
  if (selection.omega())
    return spectrum::nearest_frequency(result()->peak_omega, *selection.omega());
  if (!selection.mode()) return std::nullopt;
  const std::vector<double>& modes = result()->mode_omega;
  const auto at = static_cast<std::size_t>(*selection.mode());
  if (*selection.mode() < 0 || at >= modes.size()) return std::nullopt;
  return spectrum::nearest_frequency(result()->peak_omega, modes[at]);
}

void SpectrumView::showSelection() {
  if (!result()) return;
  const Selection& selection = *workspace().selection;
  const std::optional<int> nearest = nearestToSelection();
  if (!nearest || static_cast<std::size_t>(*nearest) >= result()->eigenvectors.size()) {
    values_->setSelected(QStringLiteral("eigenvalues"), {});
    vectors_->removeCurve(nearestKey());
    matrix_->setSelectedRow(std::nullopt);
    panel().setReadOuts(spectrumReadOuts(*result()));
    return;
  }
  const QString to = selection.omega() ? quantityText(*selection.omega(), tr("rad/step"), 3)
                                       : tr("mode %1").arg(*selection.mode());
  values_->setSelected(QStringLiteral("eigenvalues"), {*nearest}, tr("nearest to %1").arg(to));
  const std::vector<double>& vector = result()->eigenvectors[static_cast<std::size_t>(*nearest)];
  vectors_->setCurve(nearestKey(), tr("nearest to %1: %2").arg(to, vectorName(*nearest)),
                     wholeNumbers(vector.size()), vector, {.colour = kAccentColour, .width = 2.2});
  matrix_->setSelectedRow(*nearest, tr("nearest to %1: %2").arg(to, vectorName(*nearest)));
  panel().setReadOuts(vectorReadOuts(*result(), *nearest) + spectrumReadOuts(*result()));
}

void SpectrumView::selectVector(int index) {
  const double omega = vectorFrequency(index);
  if (std::isnan(omega)) return;
  Selection* const selection = workspace().selection;
  selection->setOmega(omega);
  selection->setMode(spectrum::nearest_frequency(result()->mode_omega, omega));
}

// --- View ---------------------------------------------------------------------------------------

QString SpectrumView::caption() const {
  if (!result()) return tr("Nothing has been computed yet.");
  return spectrumCaption(*result(), *shownScenario());
}

}  // namespace ssmscope::ui
