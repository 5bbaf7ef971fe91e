// The spectrum view over results given by hand, and its links to the modes.
#include <QApplication>
#include <QComboBox>
#include <QLabel>
#include <QSpinBox>
#include <QToolButton>
#include <cmath>
#include <limits>
#include <numbers>

#include "core/spectrum/spectrum_summary.hpp"
#include "tests/ui/views/view_fixture.hpp"
#include "ui/views/spectrum/spectrum_text.hpp"
#include "ui/views/spectrum/spectrum_view.hpp"

using namespace ssmscope;

namespace {

constexpr double kPi = std::numbers::pi;
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr int kLength = 64;

spectrum::SpectrumResult example(const Scenario& scenario) {
  spectrum::SpectrumResult result;
  const int length = scenario.resolution.spectrum_length;
  result.length = result.window = length;
  result.peak_omega.reserve(8);
  for (int m = 0; m < scenario.model.pairs; ++m)
    result.mode_omega.push_back(kPi * m * scenario.discretisation.delta);
  for (int i = 0; i < length; ++i) {
    result.eigenvalues.push_back(0.5 * std::pow(0.8, i));
    result.singular_values.push_back(std::sqrt(result.eigenvalues.back() * length));
    result.response_squared_sorted.push_back(0.625 * std::pow(0.8, i));
  }
  result.target_singular_values = {16.0, 8.0, 0.0, 0.0};
  for (int k = 0; k < 8; ++k) {
    std::vector<double> vector;
    vector.reserve(static_cast<std::size_t>(length));
    for (int i = 0; i < length; ++i) {
      vector.push_back(std::sqrt(2.0 / length) * std::cos(kPi * k * (i + 0.5) / length));
    }
    result.eigenvectors.push_back(vector);
    result.peak_omega.push_back(0.1 * k);
    result.facts.push_back({0.1 * k, 40.0 + k, 0.125});
    result.nearest_mode.push_back(2 * k);
  }
  result.gap = spectrum::spectrum_gap(result.eigenvalues, result.response_squared_sorted);
  result.toeplitz = {2, 32.0, {1.0, 0.0, 0.5, 1.0}};
  result.kernel = {2, 32.0, {3.0, -1.0, -1.0, 2.0}};
  return result;
}

spectrum::SpectrumResult nothing(const Scenario& /*scenario*/) {
  spectrum::SpectrumResult result;
  result.notes = {"the kernel is not finite"};
  return result;
}

spectrum::SpectrumResult undefined(const Scenario& scenario) {
  spectrum::SpectrumResult result = example(scenario);
  for (auto* list : {&result.eigenvalues, &result.response_squared_sorted,
                     &result.target_singular_values, &result.peak_omega}) {
    std::fill(list->begin(), list->end(), kNaN);
  }
  for (auto& vector : result.eigenvectors) std::fill(vector.begin(), vector.end(), kNaN);
  return result;
}

/// A preview: a matrix of a quarter of the window.
spectrum::SpectrumResult quarter(const Scenario& scenario) {
  spectrum::SpectrumResult result = example(scenario);
  result.length = result.window / 4;
  for (auto* list : {&result.eigenvalues, &result.response_squared_sorted})
    list->resize(static_cast<std::size_t>(result.length));
  return result;
}

using Make = spectrum::SpectrumResult (*)(const Scenario&);

ui::AnalysisFunctions<spectrum::SpectrumResult> giving(Make make) {
  return {[make](const Scenario& scenario, compute::Backend&, compute::Progress&,
                 const spectrum::SpectrumResult*) { return make(scenario); },
          [](const Scenario& scenario) { return scenario; },
          [](const Scenario& a, const Scenario& b) { return a == b; }};
}

/// Mode m appears at 0.01 pi m, as of S4D-Lin at the step 0.01.
Scenario scenario_of_test() {
  Scenario scenario;
  scenario.resolution.spectrum_length = kLength;
  return scenario;
}

struct Fixture : test::ViewFixture {
  explicit Fixture(Make make = example)
      : view(std::make_unique<ui::SpectrumView>(workspace, giving(make), nullptr)) {
    view->applyTheme(ui::lightTheme());
    view->resize(1100, 700);
    view->show();
    answered = test::show_scenario(*view, scenario_of_test());
  }
  ui::LineChart& chart(const char* name) const {
    return *view->findChild<ui::LineChart*>(QStringLiteral("spectrum.") + QLatin1String(name));
  }
  std::unique_ptr<ui::SpectrumView> view;
  bool answered = false;
};

}  // namespace

class TestSpectrumView : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void everyFigureHoldsItsNumbers() {
    Fixture fixture;
    QVERIFY(fixture.answered);
    const auto values = fixture.chart("values").table();
    QCOMPARE(values.columns.size(), std::size_t{3});  // rank and two curves; the target is hidden
    QCOMPARE(values.columns[1], example(scenario_of_test()).eigenvalues);
    QCOMPARE(values.columns[0].front(), 1.0);
    QCOMPARE(fixture.chart("vectors").curveKeys(), QStringList({"vector0", "vector1", "vector2"}));
    auto* const matrix = fixture.view->findChild<ui::HeatMap*>("spectrum.matrix");
    QCOMPARE(matrix->table().columns.size(), std::size_t{9});
    QCOMPARE(matrix->table().columns[1], example(scenario_of_test()).eigenvectors[0]);
  }

  void aPreviewStandsInTheWholeWindow() {
    Fixture fixture(quarter);
    const auto table = fixture.chart("values").table();
    QCOMPARE(table.columns[0].size(), std::size_t{kLength / 4});
    QCOMPARE(table.columns[0].front(), 2.5);  // the middle of ranks 1 to 4
    QCOMPARE(table.columns[0].back(), kLength - 1.5);
    QCOMPARE(fixture.chart("values").xRange().upper, double{kLength});
    QCOMPARE(fixture.chart("vectors").xRange().upper, double{kLength - 1});
  }

  void theTargetIsShownOnRequest() {
    Fixture fixture;
    ui::LineChart& values = fixture.chart("values");
    QVERIFY(!values.curveVisible("target"));
    values.setCurveVisible("target", true);
    const auto table = values.table();
    QCOMPARE(table.columns.back(), (std::vector<double>{4.0, 1.0, 0.0, 0.0}));  // s²/L, L = 64
    QVERIFY(test::show_scenario(*fixture.view, [] {
      Scenario other = scenario_of_test();
      other.target.alpha = 0.25;
      return other;
    }()));
    QVERIFY(values.curveVisible("target"));  // a new result leaves the choice alone
  }

  void axesFollowTheControls() {
    Fixture fixture;
    ui::LineChart& values = fixture.chart("values");
    QCOMPARE(values.yAxis().scale, ui::AxisScale::Log);
    fixture.view->findChild<QToolButton*>("spectrum.scale")->click();
    QCOMPARE(values.yAxis().scale, ui::AxisScale::Linear);
    auto* const across = fixture.view->findChild<QComboBox*>("spectrum.axis");
    across->setCurrentIndex(2);
    QCOMPARE(values.xRange(), (ui::AxisRange{0.0, 1.0}));
    QCOMPARE(values.table().columns[0].front(), 0.5 / kLength);
    across->setFocus();
    QTest::keyClick(across, Qt::Key_Up);
    QCOMPARE(values.xAxis().scale, ui::AxisScale::Log);
  }

  void theFirstVectorIsChosen() {
    Fixture fixture;
    auto* const first = fixture.view->findChild<QSpinBox*>("spectrum.vector");
    QCOMPARE(first->maximum(), 6);  // three of eight
    first->setValue(4);
    QCOMPARE(fixture.chart("vectors").table().columns[1],
             example(scenario_of_test()).eigenvectors[3]);
  }

  void aModeMarksTheNearestVector() {
    Fixture fixture;
    QVERIFY(!fixture.view->nearestToSelection().has_value());
    fixture.selection.setMode(10);  // 0.314 rad/step: peaks at 0.3 and 0.4
    QCOMPARE(fixture.view->nearestToSelection(), std::optional<int>(3));
    ui::LineChart& vectors = fixture.chart("vectors");
    QVERIFY(vectors.curveKeys().contains("nearest"));
    vectors.grab();
    auto* const entry = vectors.findChild<QAbstractButton*>("legend.nearest");
    QVERIFY(entry != nullptr);
    QVERIFY2(entry->text().contains("nearest to mode 10") && entry->text().contains("no. 4"),
             qPrintable(entry->text()));
    fixture.selection.setMode(999);
    QVERIFY(!vectors.curveKeys().contains("nearest"));
  }

  void aVectorSelectsFrequencyAndNearestMode() {
    Fixture fixture;
    Q_EMIT fixture.chart("values").picked("eigenvalues", 5);
    QCOMPARE(fixture.selection.omega(), std::optional<double>(0.5));
    QCOMPARE(fixture.selection.mode(), std::optional<int>(16));  // 0.503 rad/step
    auto* const matrix = fixture.view->findChild<ui::HeatMap*>("spectrum.matrix");
    Q_EMIT matrix->picked(2, 30);
    QCOMPARE(fixture.selection.omega(), std::optional<double>(0.1 * 2));
    Q_EMIT fixture.chart("values").picked("eigenvalues", 60);  // has no vector, hence no peak
    QCOMPARE(fixture.selection.omega(), std::optional<double>(0.1 * 2));
  }

  void textsSayTheNumbers() {
    Fixture fixture;
    const QString read_outs = fixture.view->findChild<QLabel*>("spectrum.readouts")->text();
    QVERIFY2(read_outs.contains("L = 64") && read_outs.contains("0.5") &&
                 read_outs.contains("0.8 of the largest"),
             qPrintable(read_outs));
    const QString caption = fixture.view->caption();
    QVERIFY2(caption.contains("11 of 64 directions hold 90 %"), qPrintable(caption));
  }

  void onlyAnUnstableModelIsCalledSo() {
    const Scenario scenario = scenario_of_test();
    spectrum::SpectrumResult result = example(scenario);
    result.eigenvalues.front() = 2.5;  // a stable model's, where a narrow resonance is missed
    const QString narrow = ui::spectrumCaption(result, scenario);
    QVERIFY2(narrow.contains("4 times") && !narrow.contains("unstable"), qPrintable(narrow));
    result.stable = false;
    QVERIFY(ui::spectrumCaption(result, scenario).contains("unstable"));
    result.eigenvalues.front() = 0.5;  // below |H|², which such a model does not reach
    const QString below = ui::spectrumCaption(result, scenario);
    QVERIFY2(below.contains("unstable") && !below.contains("reaches"), qPrintable(below));
    QVERIFY(ui::spectrumReadOuts(result).filter("of the largest").isEmpty());
  }

  void theGapIsAnAreaAndANumber() {
    Fixture fixture;  // eigenvalues of 0.8 of the curve
    ui::LineChart& values = fixture.chart("values");
    QVERIFY(values.curveKeys().contains("gap"));
    const QStringList read_outs = ui::spectrumReadOuts(example(scenario_of_test()));
    QVERIFY2(read_outs.contains("gap 20 %"), qPrintable(read_outs.join("; ")));
    QVERIFY2(fixture.view->caption().contains("lies 20 % from the sorted |H|²/L"),
             qPrintable(fixture.view->caption()));
    spectrum::SpectrumResult wild = example(scenario_of_test());
    wild.stable = false;  // |H| bounds nothing, and there is no gap to it
    QVERIFY(ui::spectrumReadOuts(wild).filter("gap").isEmpty());
    wild.stable = true;
    wild.gap->without_partner = 2;
    QVERIFY(
        ui::spectrumCaption(wild, scenario_of_test()).contains("zeros outside the unit circle"));
  }

  void theMatricesArePictures() {
    Fixture fixture;
    const auto* const kernel = fixture.view->findChild<ui::HeatMap*>("spectrum.kernel");
    const auto* const toeplitz = fixture.view->findChild<ui::HeatMap*>("spectrum.toeplitz");
    QCOMPARE(kernel->table().columns[1], (std::vector<double>{3.0, -1.0}));
    QCOMPARE(toeplitz->table().columns[2], (std::vector<double>{0.5, 1.0}));
    QCOMPARE(toeplitz->table().columns[0], (std::vector<double>{15.5, 47.5}));  // middles
  }

  void aChosenVectorTellsItsPartOfTimeAndFrequency() {
    Fixture fixture;
    fixture.selection.setMode(10);  // nearest is no. 4
    const QString text = fixture.view->findChild<QLabel*>("spectrum.readouts")->text();
    QVERIFY2(text.contains("no. 4 fills 43 of 64 steps") && text.contains("mode 6"),
             qPrintable(text));
    fixture.selection.setMode(std::nullopt);
    QVERIFY(!fixture.view->findChild<QLabel*>("spectrum.readouts")->text().contains("fills"));
  }

  void ofALongWindowTheLargestAreShown() {
    Fixture fixture([](const Scenario& scenario) {
      spectrum::SpectrumResult result = example(scenario);
      result.eigenvalues.resize(32);
      result.largest_only = true;
      result.trace = 10.0;
      return result;
    });
    Scenario scenario = scenario_of_test();
    scenario.resolution.spectrum_length = 4000;
    QVERIFY(test::show_scenario(*fixture.view, scenario));
    ui::LineChart& values = fixture.chart("values");
    QCOMPARE(values.xRange(), (ui::AxisRange{0.0, 64.0}));
    QCOMPARE(values.table().columns.back().size(), std::size_t{64});  // of the response
    const QString caption = fixture.view->caption();
    QVERIFY2(caption.contains("The strongest 32 of 4000 directions hold 25 %"),
             qPrintable(caption));
  }

  void anEqualSpectrumHasNoStrongestDirection() {
    const Scenario scenario = scenario_of_test();
    spectrum::SpectrumResult result = example(scenario);
    std::ranges::fill(result.eigenvalues, 0.5);
    const QString caption = ui::spectrumCaption(result, scenario);
    QVERIFY2(caption.contains("alike") && !caption.contains("strongest"), qPrintable(caption));
  }

  void emptyAndUndefinedResultsAreShown() {
    for (const Make make : {nothing, undefined}) {
      Fixture fixture(make);
      QVERIFY(fixture.answered);
      fixture.selection.setMode(3);
      fixture.selection.setOmega(0.4);
      QVERIFY(!fixture.view->figure({900, 600}, 1.0).isNull());
      QVERIFY(!fixture.view->caption().isEmpty());
      QVERIFY(!fixture.view->caption().contains("nan", Qt::CaseInsensitive));
      QCOMPARE(fixture.view->findChild<QLabel*>("spectrum.notes")->isVisible(), make == nothing);
    }
  }

  void aPictureIsTheSameShownOrHidden() {
    Fixture fixture;
    test::ViewFixture other;
    ui::SpectrumView hidden(other.workspace, giving(example), nullptr);
    hidden.applyTheme(ui::lightTheme());
    QVERIFY(test::show_scenario(hidden, scenario_of_test()));
    if (QWidget* focused = QApplication::focusWidget()) focused->clearFocus();
    for (const QSize size : {QSize(420, 300), QSize(1400, 880), QSize(900, 600)}) {
      const int differ =
          test::different_pixels(fixture.view->figure(size, 1.0), hidden.figure(size, 1.0));
      QVERIFY2(differ <= test::kRoundedPixels, qPrintable(QString::number(differ)));
    }
  }

  void picturesInBothThemes() {
    Fixture fixture;
    fixture.view->pin();
    fixture.view->applyTheme(ui::darkTheme());
    const QImage picture = fixture.view->figure({900, 600}, 2.0);
    QCOMPARE(picture.size(), QSize(1800, 1200));
    QVERIFY(test::count_pixels(picture, ui::darkTheme().lines[1]) > 500);
    fixture.view->clearPins();
    fixture.view->resetZoom();
    QVERIFY(!fixture.view->table().columns.empty());
    QVERIFY(ui::spectrumViewInfo().source.contains("2509.20789"));
  }
};

QTEST_MAIN(TestSpectrumView)
#include "test_spectrum_view.moc"
