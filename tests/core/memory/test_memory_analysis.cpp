// The memory analysis as a whole: its fields, its preview, its JSON and its table.
#include <QtTest>
#include <cmath>
#include <nlohmann/json.hpp>

#include "core/compute/cpu_backend.hpp"
#include "core/memory/exponentials.hpp"
#include "core/memory/fitted_modes.hpp"
#include "core/memory/memory_analysis.hpp"
#include "core/scenario/scenario_json.hpp"
#include "core/target/complexity.hpp"
#include "core/target/memory_function.hpp"
#include "core/target/scenario_model.hpp"

using namespace ssmscope;
using memory::analyse_memory;
using memory::MemoryResult;

namespace {

class Counting : public compute::Progress {
 public:
  explicit Counting(long cancel_at = -1) : cancel_at_(cancel_at) {}
  bool cancelled() const override { return ++checks_ == cancel_at_; }
  void report(double fraction) override { last_ = fraction; }
  long checks() const { return checks_; }
  double last() const { return last_; }

 private:
  long cancel_at_;
  mutable long checks_ = 0;
  double last_ = 0.0;
};

bool has_bad_number(const nlohmann::ordered_json& json) {
  if (json.is_number_float()) return !std::isfinite(json.get<double>());
  if (!json.is_structured()) return false;
  return std::any_of(json.begin(), json.end(), has_bad_number);
}

}  // namespace

class TestMemoryAnalysis : public QObject {
  Q_OBJECT

 private slots:
  void defaultScenarioHasEveryField();
  void ownFitIsTheScenariosKernel();
  void floorStandsUnderBothFits();
  void floorOfAnExactKernelIsZeroAtItsStates_data();
  void floorOfAnExactKernelIsZeroAtItsStates();
  void everyKindOfTarget();
  void previewIsTheSameFitFromBefore();
  void aStepLeavesWhatIsTheTargets();
  void longPreviewLeavesOutTheDenseParts();
  void samenessFollowsWhatIsRead();
  void unstableModelIsSaidAndNull();
  void zeroTarget();
  void directTermIsNoted();
  void jsonHoldsTheContract();
  void tableHasTheCurves();
  void cancellingThrows();

 private:
  MemoryResult analyse(const Scenario& scenario, std::span<const memory::FittedMode> warm = {}) {
    compute::Progress progress;
    return analyse_memory(scenario, *backend_, progress, warm);
  }

  compute::Pool pool_{2};
  std::unique_ptr<compute::Backend> backend_ = compute::make_cpu_backend(pool_);
};

void TestMemoryAnalysis::defaultScenarioHasEveryField() {
  const Scenario scenario;
  const auto result = analyse(scenario);
  QCOMPARE(result.rho, target::memory_function(scenario.target));
  QCOMPARE(result.own_fit.size(), std::size_t{256});
  QCOMPARE(result.fit.values.size(), std::size_t{256});
  QCOMPARE(result.tail_energy, target::tail_energy(result.rho));
  QCOMPARE(result.hankel_singular_values, target::hankel_singular_values(result.rho));
  QCOMPARE(result.effective_rank, target::effective_rank(result.hankel_singular_values));
  // Up to the 64 states of the scenario's model, and one for a free D.
  QCOMPARE(result.floor.size(), std::size_t{65});  // 63 real states, one for a D, and N = 0
  QVERIFY(std::abs(result.remembered_steps - 0.11 * 255) < 1e-12);
  QVERIFY(result.fit.relative_mse < 1e-28);
  QVERIFY(result.own_relative_mse > result.fit.relative_mse && result.own_relative_mse < 0.5);
  QVERIFY(result.notes.empty());
}

void TestMemoryAnalysis::ownFitIsTheScenariosKernel() {
  const Scenario scenario = scenario_from_json(
      std::string_view(R"({"model": {"pairs": 5, "C": {"seed": 3}, "D": 0.25}})"), "");
  const auto result = analyse(scenario);
  const auto model = target::scenario_model(scenario).discrete;
  double off = 0.0, total = 0.0;
  for (std::size_t l = 0; l < result.rho.size(); ++l) {
    double h = l == 0 ? model.d : 0.0;
    for (std::size_t m = 0; m < model.modes(); ++m) {
      const Complex power = l == 0 ? 1.0 : std::pow(model.abar[m], static_cast<int>(l));
      h += 2.0 * (model.c[m] * model.bbar[m] * power).real();
    }
    QVERIFY(std::abs(result.own_fit[l] - h) < 1e-12);
    off += (h - result.rho[l]) * (h - result.rho[l]);
    total += result.rho[l] * result.rho[l];
  }
  QVERIFY(std::abs(result.own_relative_mse / (off / total) - 1.0) < 1e-9);
}

void TestMemoryAnalysis::floorStandsUnderBothFits() {
  for (const MemoryKind kind : {MemoryKind::Polynomial, MemoryKind::Impulse, MemoryKind::Airy}) {
    for (const double alpha : {0.0, 0.6, 1.0}) {
      Scenario scenario;
      scenario.model.pairs = 4;
      scenario.fit.pairs = 4;
      scenario.target.kind = kind;
      scenario.target.alpha = alpha;
      scenario.target.length = 128;
      const auto result = analyse(scenario);
      std::size_t states = 0;
      for (const auto& mode : result.fit.modes) states += memory::is_real(mode.rate) ? 1 : 2;
      QVERIFY(result.fit.relative_mse >= result.floor[states] * (1 - 1e-9) - 1e-24);
      QVERIFY(result.own_relative_mse >= result.floor[8] * (1 - 1e-9) - 1e-24);
      // Poles of its own choice do better than the scenario's.
      QVERIFY(result.fit.relative_mse <= result.own_relative_mse * (1 + 1e-9) + 1e-24);
    }
  }
}

void TestMemoryAnalysis::floorOfAnExactKernelIsZeroAtItsStates_data() {
  QTest::addColumn<QList<QPointF>>("poles");
  QTest::addColumn<bool>("conjugate");
  QTest::addColumn<double>("D");
  const QList<QPointF> waves = {{-0.05, 0.5}, {-0.02, 1.3}};
  QTest::newRow("pairs") << waves << true << 0.0;
  QTest::newRow("real parts of waves") << waves << false << 0.0;
  QTest::newRow("a real pole among pairs") << (waves + QList<QPointF>{{-0.1, 0.0}}) << true << 0.0;
  QTest::newRow("a whole spectrum")
      << QList<QPointF>{{-0.05, 0.5}, {-0.05, -0.5}, {-0.1, 0.0}} << false << 0.0;
  // One state and D: rank 2.
  QTest::newRow("a direct term") << QList<QPointF>{{-0.1053605, 0.0}} << false << 1.0;
}

// The own kernel can then be exact, so the floor may not stand above 0 there; one state less must
// miss some of it.
void TestMemoryAnalysis::floorOfAnExactKernelIsZeroAtItsStates() {
  QFETCH(QList<QPointF>, poles);
  QFETCH(bool, conjugate);
  QFETCH(double, D);
  Scenario scenario;
  scenario.model.init = Init::Explicit;
  for (const QPointF& pole : poles) scenario.model.lambda.emplace_back(pole.x(), pole.y());
  scenario.model.pairs = static_cast<int>(poles.size());
  scenario.model.conjugate = conjugate;
  scenario.model.D = D;
  scenario.model.C = ComplexList(scenario.model.lambda.size(), Complex(1.0, 0.3));
  scenario.discretisation.delta = 1.0;
  scenario.fit.pairs = 1;
  scenario.target.length = 64;
  const auto kernel = analyse(scenario).own_fit;
  scenario.target.kind = MemoryKind::Samples;
  scenario.target.values = kernel;
  const auto result = analyse(scenario);
  QVERIFY(result.own_relative_mse < 1e-28);
  const auto states = static_cast<std::size_t>(memory::floor_states(scenario.model));
  QVERIFY(result.floor.size() > states);
  QCOMPARE(result.floor[states], 0.0);
  QVERIFY(result.floor[states - 1] > 1e-9);
}

void TestMemoryAnalysis::everyKindOfTarget() {
  Scenario scenario;
  scenario.fit.pairs = 2;
  scenario.target.length = 80;
  for (const MemoryKind kind :
       {MemoryKind::Exponential, MemoryKind::Polynomial, MemoryKind::Impulse, MemoryKind::Airy}) {
    scenario.target.kind = kind;
    QVERIFY(!has_bad_number(to_json(analyse(scenario))));
  }
  scenario.target.kind = MemoryKind::Mixture;
  scenario.target.parts = {{1.0, MemoryKind::Exponential, 0.2}, {1.0, MemoryKind::Impulse, 0.5}};
  const auto mixture = analyse(scenario);
  QVERIFY(std::isnan(mixture.remembered_steps));
  QVERIFY(to_json(mixture).at("remembered_steps").is_null());
  scenario.target.kind = MemoryKind::Samples;
  scenario.target.parts.clear();
  scenario.target.values = {1.0, -1.0};
  scenario.target.length = 2;
  const auto two = analyse(scenario);
  QCOMPARE(two.rho.size(), std::size_t{2});
  QVERIFY(two.fit.relative_mse < 1e-12);
  QCOMPARE(two.tail_energy.size(), std::size_t{3});
}

void TestMemoryAnalysis::previewIsTheSameFitFromBefore() {
  Scenario scenario;
  scenario.target.kind = MemoryKind::Polynomial;
  const auto before = analyse(scenario);
  scenario.target.alpha = 0.51;
  const Scenario coarse = memory::coarse_memory(scenario);
  QVERIFY(coarse.fit.quick);
  QVERIFY(!(coarse == scenario));
  QCOMPARE(coarse.fit.pairs, scenario.fit.pairs);
  QCOMPARE(coarse.target, scenario.target);
  const auto preview = analyse(coarse, before.fit.modes);
  QCOMPARE(preview.rho, target::memory_function(scenario.target));
  QCOMPARE(preview.fit.modes.size(), before.fit.modes.size());
  QVERIFY(preview.fit.relative_mse < 1e-8);
  QCOMPARE(preview.own_fit, analyse(scenario).own_fit);
}

void TestMemoryAnalysis::aStepLeavesWhatIsTheTargets() {
  Scenario scenario;
  scenario.target.kind = MemoryKind::Polynomial;
  const memory::KnownTargets known;
  compute::Pool pool(1);
  const auto backend = compute::make_cpu_backend(pool);
  Counting first, second;
  const auto before = memory::analyse_memory(scenario, *backend, first, {}, known);
  QVERIFY(!(memory::coarse_memory(Scenario{}, known) == Scenario{}));  // another target
  scenario.discretisation.delta *= 2.0;
  QCOMPARE(memory::coarse_memory(scenario, known), scenario);  // no preview is worth it
  const auto after = memory::analyse_memory(scenario, *backend, second, {}, known);
  QVERIFY(second.checks() < first.checks() / 10);
  QCOMPARE(after.fit.values, before.fit.values);
  QCOMPARE(after.floor, before.floor);
  QVERIFY(after.own_fit != before.own_fit);
  // A preview that is asked for all the same has the full answer's fit.
  compute::Progress progress;
  const auto preview =
      memory::analyse_memory(memory::coarse_memory(scenario), *backend, progress, {}, known);
  QCOMPARE(preview.fit.values, before.fit.values);
  // Another number of pairs is another answer.
  scenario.fit.pairs = 2;
  const auto fewer = memory::analyse_memory(scenario, *backend, progress, {}, known);
  QCOMPARE(fewer.fit.modes.size(), std::size_t{2});
}

void TestMemoryAnalysis::longPreviewLeavesOutTheDenseParts() {
  Scenario scenario;
  scenario.fit.pairs = 2;
  scenario.target.length = 300;
  const auto preview = analyse(memory::coarse_memory(scenario));
  QVERIFY(preview.floor.empty() && preview.hankel_singular_values.empty());
  QVERIFY(std::isnan(preview.effective_rank));
  QCOMPARE(preview.notes.size(), std::size_t{1});
  QVERIFY(to_json(preview).at("effective_rank").is_null());
  const auto full = analyse(scenario);
  QVERIFY(!full.floor.empty() && full.hankel_singular_values.size() == 300);
}

void TestMemoryAnalysis::samenessFollowsWhatIsRead() {
  const Scenario scenario;
  Scenario other = scenario;
  other.title = "another";
  other.input = StepInput{};
  other.resolution.kernel_length = 17;
  other.refinement.seed = 9;
  other.discretisation.delta_unit = "ms";
  QVERIFY(memory::same_memory(scenario, other));
  const auto differs = [&](auto change) {
    Scenario changed = scenario;
    change(changed);
    return !memory::same_memory(scenario, changed);
  };
  QVERIFY(differs([](Scenario& s) { s.discretisation.delta = 0.02; }));
  QVERIFY(differs([](Scenario& s) { s.discretisation.rule = Rule::Euler; }));
  QVERIFY(differs([](Scenario& s) { s.target.alpha = 0.6; }));
  QVERIFY(differs([](Scenario& s) { s.model.pairs = 3; }));
  QVERIFY(differs([](Scenario& s) { s.fit.pairs = 3; }));
}

void TestMemoryAnalysis::unstableModelIsSaidAndNull() {
  Scenario scenario;
  scenario.model.init = Init::Explicit;
  scenario.model.pairs = 1;
  scenario.model.lambda = {{500.0, 1.0}};
  const auto result = analyse(scenario);
  QVERIFY(result.notes.size() >= 2);
  QVERIFY(std::isnan(result.own_relative_mse));
  QVERIFY(std::isfinite(result.own_fit.front()) && std::isnan(result.own_fit.back()));
  QVERIFY(result.fit.relative_mse < 1e-28);
  const auto json = to_json(result);
  QVERIFY(!has_bad_number(json));
  QVERIFY(json.at("own_relative_mse").is_null());
  QVERIFY(json.at("own_fit").back().is_null());
  // Growth that stays finite over the target is still a fit.
  scenario.model.lambda = {{1.0, 1.0}};
  QVERIFY(std::isfinite(analyse(scenario).own_relative_mse));
}

void TestMemoryAnalysis::zeroTarget() {
  Scenario scenario;
  scenario.target.kind = MemoryKind::Samples;
  scenario.target.values.assign(12, 0.0);
  scenario.target.length = 12;
  const auto result = analyse(scenario);
  QCOMPARE(result.own_relative_mse, 0.0);
  QCOMPARE(result.fit.relative_mse, 0.0);
  QVERIFY(result.fit.modes.empty());
  QCOMPARE(result.effective_rank, 0.0);
  QVERIFY(!has_bad_number(to_json(result)));
  scenario.model.C = Seeded{1};
  const auto other = analyse(scenario);
  QVERIFY(std::isnan(other.own_relative_mse));
  QVERIFY(!other.notes.empty());
}

void TestMemoryAnalysis::directTermIsNoted() {
  Scenario scenario;
  scenario.model.D = 1.0;
  const auto notes = analyse(scenario).notes;
  QVERIFY(std::any_of(notes.begin(), notes.end(), [](const std::string& note) {
    return note.find("N + 1") != std::string::npos;
  }));
}

void TestMemoryAnalysis::jsonHoldsTheContract() {
  Scenario scenario;
  scenario.target.kind = MemoryKind::Airy;
  scenario.fit.pairs = 3;
  const auto result = analyse(scenario);
  const auto json = to_json(result);
  for (const char* key : {"rho", "own_fit", "fit", "tail_energy", "hankel_singular_values", "floor",
                          "modes", "notes"}) {
    QVERIFY2(json.at(key).is_array(), key);
  }
  for (const char* key : {"own_relative_mse", "relative_mse", "effective_rank"}) {
    QVERIFY2(json.at(key).is_number(), key);
  }
  QCOMPARE(json.at("tail_energy").size(), std::size_t{257});
  QCOMPARE(json.at("rho").get<std::vector<double>>(), result.rho);
  QCOMPARE(json.at("fit").get<std::vector<double>>(), result.fit.values);
  QCOMPARE(json.at("modes").size(), std::size_t{3});
  const auto& mode = json.at("modes").at(0);
  QCOMPARE(mode.at("rate").at("im").get<double>(), result.fit.modes[0].rate.imag());
  QCOMPARE(mode.at("amplitude").at("re").get<double>(), result.fit.modes[0].amplitude.real());
  QVERIFY(json.at("condition").at("vandermonde").get<double>() >= 1.0);
  QVERIFY(json.at("condition").at("gauss_newton").get<double>() >= 1.0);
}

void TestMemoryAnalysis::tableHasTheCurves() {
  const auto result = analyse(Scenario{});
  const auto table = main_table(result);
  QCOMPARE(table.names, (std::vector<std::string>{"s", "rho", "own_fit", "fit", "own_residual",
                                                  "fit_residual"}));
  for (const auto& column : table.columns) QCOMPARE(column.size(), result.rho.size());
  QCOMPARE(table.columns[0][7], 7.0);
  QCOMPARE(table.columns[5][7], result.fit.values[7] - result.rho[7]);
}

void TestMemoryAnalysis::cancellingThrows() {
  Scenario scenario;
  scenario.target.kind = MemoryKind::Airy;
  for (const long at : {1L, 2L, 50L}) {
    Counting progress(at);
    QVERIFY_THROWS_EXCEPTION(compute::Cancelled, analyse_memory(scenario, *backend_, progress));
    QVERIFY(progress.last() < 1.0);
  }
  Counting progress;
  analyse_memory(scenario, *backend_, progress);
  QCOMPARE(progress.last(), 1.0);
}

QTEST_APPLESS_MAIN(TestMemoryAnalysis)
#include "test_memory_analysis.moc"
