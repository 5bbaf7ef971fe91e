// The frequency view over results given by hand: what it draws, marks, says and exports.
#include <QApplication>
#include <QLabel>
#include <QToolButton>
#include <cmath>
#include <limits>
#include <numbers>

#include "tests/ui/views/view_fixture.hpp"
#include "ui/views/frequency/frequency_text.hpp"
#include "ui/views/frequency/frequency_view.hpp"

using namespace ssmscope;

namespace {

constexpr double kPi = std::numbers::pi;
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kPixelWidth = 0.1;  // decibels a pixel at most, of what is read off the chart

/// Three modes, of which the second aliases: a first-order low pass in the picture.
spectrum::FrequencyResult example(const Scenario& scenario) {
  spectrum::FrequencyResult result;
  for (int k = 1; k <= scenario.resolution.frequencies; ++k) {
    const double omega = kPi * k / scenario.resolution.frequencies;
    const Complex response = 0.2 / (1.0 - 0.9 * std::polar(1.0, -omega));
    result.omega.push_back(omega);
    result.response.push_back(response);
    result.magnitude_db.push_back(20.0 * std::log10(std::abs(response)));
    result.phase_deg.push_back(std::arg(response) * 180.0 / kPi);
    result.group_delay.push_back(1.0);
    result.target_response.push_back(0.5 * response);
  }
  double sum = 0.0;
  for (int lag = 0; lag < scenario.resolution.kernel_length; ++lag) {
    result.kernel.push_back(0.2 * std::pow(0.9, lag));
    sum += result.kernel.back();
    result.step.push_back(sum);
  }
  for (int lag = 0; lag < scenario.target.length; ++lag) result.target.push_back(0.1);
  result.dc_gain = 2.0;
  result.total_memory = 22.0;
  for (int i = 0; i < 3; ++i) {
    spectrum::FrequencyMode mode{};
    mode.lambda = {-10.0, 200.0 * i};
    mode.abar = std::exp(mode.lambda * scenario.discretisation.delta);
    mode.readout.memory_steps = -1.0 / std::log(std::abs(mode.abar));
    mode.readout.radians_per_step = mode.lambda.imag() * scenario.discretisation.delta;
    mode.readout.appears_at = std::arg(mode.abar);
    mode.readout.aliased = mode.readout.radians_per_step > kPi;
    result.modes.push_back(mode);
  }
  return result;
}

/// The true answer, with float32 beside it.
spectrum::FrequencyResult realAnalysis(const Scenario& scenario) {
  compute::Pool pool(1);
  const auto backend = compute::make_cpu_backend(pool);
  compute::Progress progress;
  return spectrum::analyse_frequency(scenario, *backend, progress, {}, {false, true, false});
}

spectrum::FrequencyResult unstable(const Scenario& scenario) {
  spectrum::FrequencyResult result = example(scenario);
  result.stable = false;
  result.dc_gain = result.total_memory = kNaN;
  result.modes[1].abar = {1.5, 0.2};
  result.modes[1].readout.memory_steps = kNaN;
  result.notes = {"unstable: Re lambda > 0 for mode 1", "the kernel is cut at step 40"};
  for (std::size_t i = 0; i < result.kernel.size(); ++i) {
    result.kernel[i] = result.step[i] = std::pow(-10.0, static_cast<double>(i));
  }
  return result;
}

spectrum::FrequencyResult undefined(const Scenario& scenario) {
  spectrum::FrequencyResult result = example(scenario);
  for (auto* list : {&result.magnitude_db, &result.phase_deg, &result.group_delay, &result.kernel,
                     &result.step, &result.target}) {
    std::fill(list->begin(), list->end(), kNaN);
  }
  std::fill(result.response.begin(), result.response.end(), Complex(kNaN, kNaN));
  result.target_response.clear();
  result.dc_gain = result.total_memory = kNaN;
  for (auto& mode : result.modes)
    mode = {{kNaN, 0}, {kNaN, kNaN}, 0.0, 0.0, {kNaN, kNaN, kNaN, false}};
  return result;
}

using Make = spectrum::FrequencyResult (*)(const Scenario&);

ui::AnalysisFunctions<spectrum::FrequencyResult> giving(Make make) {
  return {[make](const Scenario& scenario, compute::Backend&, compute::Progress&,
                 const spectrum::FrequencyResult*) { return make(scenario); },
          [](const Scenario& scenario) { return scenario; },
          [](const Scenario& a, const Scenario& b) { return a == b; }};
}

Scenario scenario_of_test() {
  Scenario scenario;
  scenario.resolution.frequencies = 256;
  scenario.resolution.kernel_length = 128;
  scenario.target.length = 64;
  return scenario;
}

struct Fixture : test::ViewFixture {
  explicit Fixture(Make make = example)
      : view(std::make_unique<ui::FrequencyView>(workspace, giving(make), nullptr)) {
    view->applyTheme(ui::lightTheme());
    view->resize(1000, 700);
    view->show();
    answered = test::show_scenario(*view, scenario_of_test());
  }
  ui::LineChart& chart(const char* name) const {
    return *view->findChild<ui::LineChart*>(QStringLiteral("frequency.") + QLatin1String(name));
  }
  QToolButton& toggle(const char* name) const {
    return *view->findChild<QToolButton*>(QStringLiteral("frequency.") + QLatin1String(name));
  }
  std::unique_ptr<ui::FrequencyView> view;
  bool answered = false;
};

std::size_t longestColumn(const data::Table& table) {
  std::size_t longest = 0;
  for (const auto& column : table.columns) longest = std::max(longest, column.size());
  return longest;
}

}  // namespace

class TestFrequencyView : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void everyFigureHoldsItsNumbers() {
    Fixture fixture;
    QVERIFY(fixture.answered);
    for (const char* name : {"magnitude", "phase", "delay"}) {
      QCOMPARE(longestColumn(fixture.chart(name).table()), std::size_t{256});
    }
    for (const char* name : {"kernel", "step"}) {
      QCOMPARE(longestColumn(fixture.chart(name).table()), std::size_t{128});
    }
    QCOMPARE(fixture.chart("magnitude").curveKeys(), QStringList({"model", "target"}));
    const auto gain = fixture.chart("magnitude").table();
    QCOMPARE(gain.columns[0].front(), kPi / 256);
    QCOMPARE(gain.columns[1].front(), std::abs(example(scenario_of_test()).response.front()));
  }

  void aliasedModesStandApart() {
    Fixture fixture;
    for (const char* name : {"poles", "splane", "memory"}) {
      const auto table = fixture.chart(name).table();
      QVERIFY2(fixture.chart(name).curveKeys().contains("aliased"), name);
      std::size_t modes = 0;
      for (std::size_t i = 1; i < table.columns.size(); i += 2) modes += table.columns[i].size();
      QCOMPARE(modes, std::size_t{3});
    }
    QVERIFY(fixture.view->findChild<QLabel*>("frequency.readouts")
                ->text()
                .contains("1 of 3 modes alias"));
    QVERIFY2(fixture.view->caption().contains("1 of 3 modes turn faster than Nyquist"),
             qPrintable(fixture.view->caption()));
    // The aliased one stands where it appears, not where it turns.
    const auto memory = fixture.chart("memory").table();
    QVERIFY(std::abs(memory.columns[2].front() - (2.0 * kPi - 4.0)) < 1e-12);
  }

  void scaleAndUnitsChangeTheAxes() {
    Fixture fixture;
    ui::LineChart& gain = fixture.chart("magnitude");
    QCOMPARE(gain.yAxis().scale, ui::AxisScale::Decibel);
    fixture.toggle("scale").click();
    QCOMPARE(gain.yAxis().scale, ui::AxisScale::Linear);
    QCOMPARE(gain.xAxis().unit, QString("rad/step"));
    QCOMPARE(gain.xRange().upper, kPi);
    fixture.toggle("unit").click();
    QCOMPARE(gain.xAxis().unit, QString("Hz"));
    QVERIFY(std::abs(gain.xRange().upper - 50.0) < 1e-9);  // Nyquist at 100 samples a second
    fixture.toggle("log").click();
    QCOMPARE(gain.xAxis().scale, ui::AxisScale::Log);
    QCOMPARE(fixture.chart("memory").xAxis().scale, ui::AxisScale::Linear);
    QTest::keyClick(&fixture.toggle("log"), Qt::Key_Space);
    QCOMPARE(gain.xAxis().scale, ui::AxisScale::Linear);
  }

  void readOutsOfTheGain() {
    Fixture fixture;
    ui::LineChart& gain = fixture.chart("magnitude");
    gain.settle();  // the axes may still be on their way
    gain.setFocus();
    QTest::keyClick(&gain, Qt::Key_Right);
    QVERIFY(gain.readOut().has_value());
    const QString text = gain.readOut()->text;
    QVERIFY2(text.contains("rad/step") && text.contains("Hz") && text.contains("dB"),
             qPrintable(text));
    QVERIFY(std::abs(20.0 * std::log10(gain.readOut()->y) - 6.0) < 0.2 + kPixelWidth);
  }

  void aPoleSelectsItsMode() {
    Fixture fixture;
    ui::LineChart& poles = fixture.chart("poles");
    const Complex at = example(scenario_of_test()).modes[1].abar;
    QVERIFY(poles.isVisible());
    QTest::mouseClick(&poles, Qt::LeftButton, {}, poles.toPixel(at.real(), at.imag()).toPoint());
    QCOMPARE(fixture.selection.mode(), std::optional<int>(1));
    Q_EMIT fixture.chart("memory").picked("aliased", 0);
    QCOMPARE(fixture.selection.mode(), std::optional<int>(2));
    Q_EMIT fixture.chart("memory").picked("circle", 0);
    Q_EMIT fixture.chart("memory").picked("modes", 99);
    QCOMPARE(fixture.selection.mode(), std::optional<int>(2));
  }

  void aSelectionFromElsewhereIsMarked() {
    Fixture fixture;
    const QColor accent = ui::lightTheme().accent;
    for (const char* name : {"magnitude", "poles", "memory"}) {
      ui::LineChart& chart = fixture.chart(name);
      const int before = test::count_pixels(chart.figure({400, 300}, 1.0), accent, 12);
      fixture.selection.setMode(1);
      const int after = test::count_pixels(chart.figure({400, 300}, 1.0), accent, 12);
      QVERIFY2(after > before + 15, name);
      fixture.selection.setMode(99);  // of another model: marks nothing
      QCOMPARE(test::count_pixels(chart.figure({400, 300}, 1.0), accent, 12), before);
      fixture.selection.setMode({});
    }
  }

  void lagAndFrequencyAreShared() {
    Fixture fixture;
    Q_EMIT fixture.chart("kernel").picked("model", 17);
    QCOMPARE(fixture.selection.lag(), std::optional<int>(17));
    Q_EMIT fixture.chart("phase").picked("model", 9);
    QVERIFY(std::abs(*fixture.selection.omega() - kPi * 10 / 256) < 1e-12);
  }

  void anUnstableModelIsSaidToBe() {
    Fixture fixture(unstable);
    QVERIFY(fixture.view->caption().contains("unstable"));
    auto* const notes = fixture.view->findChild<QLabel*>("frequency.notes");
    QVERIFY(notes->isVisible());
    QVERIFY2(notes->text().contains("mode 1"), qPrintable(notes->text()));
    QVERIFY(notes->toolTip().contains("cut at step 40"));
    QVERIFY(fixture.chart("poles").curveKeys().contains("unstable"));
    QVERIFY(!fixture.chart("memory").curveKeys().contains("unstable"));
    // Growth over 127 decades: by size, on a logarithmic axis.
    QCOMPARE(fixture.chart("kernel").yAxis().scale, ui::AxisScale::Log);
    QVERIFY(fixture.chart("kernel").yRange().upper > 120.0);
    QVERIFY(!fixture.view->figure({900, 600}, 1.0).isNull());
  }

  void undefinedNumbersAreGaps() {
    Fixture fixture(undefined);
    QVERIFY(fixture.answered);
    QVERIFY(!fixture.view->figure({900, 600}, 1.0).isNull());
    QCOMPARE(fixture.chart("phase").pointsHanded(), std::size_t{0});
    QCOMPARE(fixture.chart("magnitude").curveKeys(), QStringList{"model"});
    QVERIFY(!fixture.view->caption().contains("nan", Qt::CaseInsensitive));
    QVERIFY(fixture.view->findChild<QLabel*>("frequency.readouts")->text().contains("undefined"));
  }

  void pinsAndThemes() {
    Fixture fixture;
    fixture.view->pin();
    QCOMPARE(fixture.chart("kernel").pinCount(), 1);
    fixture.view->applyTheme(ui::darkTheme());
    const QImage picture = fixture.view->figure({900, 600}, 2.0);
    QCOMPARE(picture.size(), QSize(1800, 1200));
    QVERIFY(test::count_pixels(picture, ui::darkTheme().surface, 4) > 100000);
    QVERIFY(test::count_pixels(picture, ui::darkTheme().lines[0]) > 500);
    fixture.view->clearPins();
    QCOMPARE(fixture.chart("kernel").pinCount(), 0);
    fixture.chart("kernel").zoom(2.0);
    fixture.view->resetZoom();
    QVERIFY(!fixture.chart("kernel").zoomed());
  }

  void aHiddenSmallViewShowsOneWholeFigure() {
    test::ViewFixture fixture;
    ui::FrequencyView view(fixture.workspace, giving(example), nullptr);
    view.applyTheme(ui::lightTheme());
    QVERIFY(test::show_scenario(view, scenario_of_test()));
    const QImage small = view.figure({420, 300}, 1.0);
    QCOMPARE(small.size(), QSize(420, 300));
    QVERIFY(test::count_pixels(small, ui::lightTheme().lines[0], 24) > 150);
    const QImage large = view.figure({1000, 700}, 1.0);
    QVERIFY(test::count_pixels(large, ui::lightTheme().lines[0], 24) > 600);
    QVERIFY(!view.table().columns.empty());
  }

  void aPictureIsTheSameShownOrHidden() {
    Fixture fixture;
    test::ViewFixture other;
    ui::FrequencyView hidden(other.workspace, giving(example), nullptr);
    hidden.applyTheme(ui::lightTheme());
    QVERIFY(test::show_scenario(hidden, scenario_of_test()));
    if (QWidget* focused = QApplication::focusWidget()) focused->clearFocus();
    for (const QSize size : {QSize(420, 300), QSize(1400, 880), QSize(900, 600)}) {
      const int differ =
          test::different_pixels(fixture.view->figure(size, 1.0), hidden.figure(size, 1.0));
      QVERIFY2(differ <= test::kRoundedPixels, qPrintable(QString::number(differ)));
    }
  }

  void aPictureDoesNotSayWhereThePointerIs() {
    Fixture fixture;
    ui::LineChart& gain = fixture.chart("magnitude");
    const QImage before = fixture.view->figure({900, 600}, 1.0);
    const QPoint at =
        gain.toPixel(1.0, std::abs(example(scenario_of_test()).response[80])).toPoint();
    QTest::mouseMove(&gain, gain.plotArea().center().toPoint());
    QTest::mouseMove(&gain, at);
    QTest::mouseClick(&gain, Qt::LeftButton, {}, at);  // reads a sample out, and gives the focus
    QVERIFY(gain.readOut().has_value());
    fixture.selection.setOmega({});  // the click selected it, and that is shown
    const int differ = test::different_pixels(fixture.view->figure({900, 600}, 1.0), before);
    QVERIFY2(differ <= test::kRoundedPixels, qPrintable(QString::number(differ)));
  }

  void everythingIsNamed() {
    Fixture fixture;
    for (const QWidget* widget : fixture.view->findChildren<QToolButton*>()) {
      QVERIFY(!widget->objectName().isEmpty() && !widget->accessibleName().isEmpty());
      QVERIFY(widget->focusPolicy() & Qt::TabFocus);
    }
    for (const ui::LineChart* chart : fixture.view->findChildren<ui::LineChart*>()) {
      QVERIFY(!chart->accessibleName().isEmpty());
      QVERIFY(!chart->xAxis().title.isEmpty() && !chart->yAxis().title.isEmpty());
    }
    const ui::ViewInfo info = ui::frequencyViewInfo();
    QCOMPARE(info.id, QString("frequency"));
    QVERIFY(!info.formula.isEmpty() && info.source.contains("2206.11893"));
  }

  void nyquistAndContinuousStandBeside() {
    Fixture fixture;
    const auto nyquist = fixture.chart("nyquist").table();
    QVERIFY(fixture.chart("nyquist").curveKeys().contains("critical"));
    const Complex first = example(scenario_of_test()).response.front();
    QCOMPARE(nyquist.columns[0][0], example(scenario_of_test()).dc_gain);
    QCOMPARE(nyquist.columns[0][1], first.real());
    QCOMPARE(nyquist.columns[1][1], first.imag());
  }

  void modesStandWhereTheyAppear() {
    Fixture fixture;
    fixture.view->findChild<ui::FigureDeck*>("frequency.deck")->setCurrentFigure("appears");
    const auto appears = fixture.chart("appears").table();
    QVERIFY(fixture.chart("appears").curveKeys().contains("aliased"));
    QVERIFY(std::abs(appears.columns.back().front() - (2.0 * kPi - 4.0)) < 1e-12);
    QVERIFY(std::abs(appears.columns[appears.columns.size() - 2].front() - 4.0) < 1e-12);
  }

  void aSelectedModeShowsItsOwnPart() {
    Fixture fixture(realAnalysis);
    fixture.selection.setMode(2);
    for (const char* name : {"magnitude", "kernel", "nyquist"})
      QVERIFY2(fixture.chart(name).curveKeys().contains("mode"), name);
    fixture.selection.setMode({});
    QVERIFY(!fixture.chart("kernel").curveKeys().contains("mode"));
    // A row of the picture of all parts is a mode.
    Q_EMIT fixture.view->findChild<ui::HeatMap*>("frequency.contributions")->picked(4, 7);
    QCOMPARE(fixture.selection.mode(), std::optional<int>(4));
  }

  void healthSaysWhatIsWrong() {
    Fixture fixture(realAnalysis);
    const auto* const health = fixture.view->findChild<ui::HealthList*>();
    QVERIFY(health->toPlainText().contains("Stable"));
    Scenario scenario = scenario_of_test();
    scenario.discretisation.delta = 0.1;  // 21 of 32 modes alias
    const auto aliased = ui::healthLines(realAnalysis(scenario), scenario, nullptr);
    QCOMPARE(aliased.front().mark, ui::HealthMark::Warn);
    QVERIFY2(std::any_of(aliased.begin(), aliased.end(),
                         [](const auto& line) { return line.says.contains("21 of 32"); }),
             qPrintable(aliased.front().says));
    scenario.model.init = Init::Explicit;
    scenario.model.lambda = {Complex(0.1, 1.0)};
    scenario.model.pairs = 1;
    scenario.model.C = ComplexList{1.0};
    const auto unstable = ui::healthLines(realAnalysis(scenario), scenario, nullptr);
    QCOMPARE(unstable.front().mark, ui::HealthMark::Bad);
    QVERIFY(unstable[0].says.contains("mode 0"));
    QVERIFY(unstable[1].says.contains("8873") && unstable[1].says.contains("70979"));
    for (const auto& line : unstable) QVERIFY(!line.why.isEmpty());
  }

  void theConventionIsAVisibleSetting() {
    test::ViewFixture live;
    ui::FrequencyView view(live.workspace, nullptr);
    view.applyTheme(ui::lightTheme());
    view.resize(1300, 900);
    view.show();
    const Scenario scenario = scenario_of_test();
    QVERIFY(test::show_scenario(view, scenario));
    const auto kernel = [&view] {
      return view.findChild<ui::LineChart*>("frequency.kernel")->table().columns[1];
    };
    const std::vector<double> present = kernel();
    auto* const toggle = view.findChild<QToolButton*>("frequency.delayed");
    QVERIFY(toggle->isVisible());
    toggle->click();
    QVERIFY(QTest::qWaitFor([&] { return kernel()[1] == present[0]; }, 60'000));
    QCOMPARE(kernel()[0], 0.0);
    toggle->click();
    QVERIFY(QTest::qWaitFor([&] { return kernel() == present; }, 60'000));
    auto* const single = view.findChild<QToolButton*>("frequency.single");
    single->click();
    auto* const chart = view.findChild<ui::LineChart*>("frequency.kernel");
    QVERIFY(QTest::qWaitFor([&] { return chart->curveKeys().contains("float32"); }, 60'000));
  }

  void theLandscapeIsComputedWhenItIsInSight() {
    test::ViewFixture live;
    ui::FrequencyView view(live.workspace, nullptr);
    view.applyTheme(ui::darkTheme());
    view.resize(500, 400);
    view.show();
    QVERIFY(test::show_scenario(view, scenario_of_test()));
    auto* const canvas = view.findChild<ui::VtkCanvas*>("frequency.surface");
    QVERIFY(!canvas->isVisible());
    view.findChild<ui::FigureDeck*>("frequency.deck")->setCurrentFigure("surface");
    QVERIFY(canvas->isVisible());
    if (!canvas->available()) QSKIP("there is no OpenGL here");
    // The white line along the unit circle; texts are greyer.
    QVERIFY(QTest::qWaitFor(
        [&] {
          const QImage picture = canvas->image({300, 240}, 1.0);
          return test::count_pixels(picture, Qt::white, 12) > 100;
        },
        60'000));
  }

  void theLandscapeReadsWhatIsUnderThePointer() {
    ui::ResponseLandscape scene;
    compute::Progress progress;
    const auto result = realAnalysis(scenario_of_test());
    const auto surface = spectrum::response_surface(spectrum::discrete_model(result), progress);
    const ui::Projection projection({}, scene.extent(), QSizeF(600, 400));
    QVERIFY(!scene.hover(QPointF(300, 200), projection));  // nothing is there yet
    scene.setSurface(surface);
    QVERIFY(scene.hover(projection.toWidget({0.0, -1.0, 0.6}), projection));
    const QString text = scene.readOut();
    QVERIFY2(text.contains("|z| = ") && text.contains("dB"), qPrintable(text));
    QVERIFY(scene.hover(std::nullopt, projection));
    QVERIFY(scene.readOut().isEmpty());
  }

  void textsInBothUnits() {
    const Scenario scenario = scenario_of_test();
    QCOMPARE(ui::frequencyText(kPi, scenario), QString("3.14 rad/step (50 Hz)"));
    QCOMPARE(ui::stepsText(1.0, scenario), QString("1 step (0.01 s)"));
    Scenario days = scenario;
    days.discretisation.delta_unit = "day";
    QCOMPARE(ui::cyclesUnit(days), QString("cycles/day"));
  }
};

QTEST_MAIN(TestFrequencyView)
#include "test_frequency_view.moc"
