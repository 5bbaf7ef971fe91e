// Closed forms against integration and stepping, and the laws of refinement (MATHS section 7).
#include <QtTest>

#include "core/continuity/refinement_analysis.hpp"
#include "core/continuity/smooth_input.hpp"
#include "core/continuity/tone_response.hpp"
#include "core/data/signals.hpp"
#include "core/scenario/error.hpp"
#include "core/scenario/scenario_json.hpp"
#include "tests/core/ring/analysis_support.hpp"

using namespace ssmscope;
using namespace ssmscope::test;

namespace {

using continuity::SmoothInput;
using continuity::TimeGrid;

// Closed form against stepping: rounding of some thousand steps.
constexpr double kToStepping = 1e-11;
// Fourth-order Runge-Kutta with 400 steps a unit of time for rates up to 20.
constexpr double kToRungeKutta = 1e-6;

constexpr Rule kRules[] = {Rule::Zoh, Rule::Bilinear, Rule::Euler, Rule::BackwardEuler,
                           Rule::EulerB};
constexpr Hold kHolds[] = {Hold::Left, Hold::Right, Hold::Mean};

double read(const ssm::ContinuousModel& model, const ComplexList& x, double u) {
  double y = model.D * u;
  for (std::size_t m = 0; m < x.size(); ++m) y += model.factor * (model.C[m] * x[m]).real();
  return y;
}

std::vector<double> runge_kutta(const ssm::ContinuousModel& model, const SmoothInput& input,
                                const TimeGrid& grid, int steps_a_point) {
  ComplexList x(model.lambda.size(), 0.0);
  std::vector<double> y;
  const double h = grid.spacing / steps_a_point;
  for (int i = 0; i < grid.count; ++i) {
    for (int s = 0; s < steps_a_point; ++s) {
      const double t = grid.spacing * i + h * s;
      const double u0 = input.value(t), u1 = input.value(t + 0.5 * h), u2 = input.value(t + h);
      for (std::size_t m = 0; m < x.size(); ++m) {
        const Complex l = model.lambda[m], b = model.B[m];
        const Complex k1 = l * x[m] + b * u0, k2 = l * (x[m] + 0.5 * h * k1) + b * u1;
        const Complex k3 = l * (x[m] + 0.5 * h * k2) + b * u1, k4 = l * (x[m] + h * k3) + b * u2;
        x[m] += h / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4);
      }
    }
    y.push_back(read(model, x, input.value(grid.spacing * (i + 1))));
  }
  return y;
}

std::vector<double> stepping(const ssm::ContinuousModel& model, Rule rule, Hold hold,
                             const SmoothInput& input, const TimeGrid& grid, int stride) {
  const double tau = grid.spacing / stride;
  const ssm::DiscreteModel discrete = ssm::discretise(model, rule, tau);
  ComplexList x(discrete.modes(), 0.0);
  std::vector<double> y;
  for (int k = 1; k <= grid.count * stride; ++k) {
    const double left = input.value(tau * (k - 1)), right = input.value(tau * k);
    const double u = hold == Hold::Left ? left : hold == Hold::Right ? right : 0.5 * (left + right);
    for (std::size_t m = 0; m < x.size(); ++m)
      x[m] = discrete.abar[m] * x[m] + discrete.bbar[m] * u;
    if (k % stride == 0) y.push_back(read(model, x, right));
  }
  return y;
}

double size_of(const std::vector<double>& values) {
  double size = 0.0;
  for (const double value : values) size = std::max(size, std::abs(value));
  return size;
}

SmoothInput from(const Input& input, double delta) {
  std::string why;
  return continuity::continuous_input(input, delta, why).value();
}

const continuity::RefinementCurve& curve_of(const continuity::RefinementResult& result, Rule rule) {
  for (const auto& curve : result.curves)
    if (curve.rule == rule) return curve;
  throw std::runtime_error("no such curve");
}

bool says(const continuity::RefinementResult& result, const std::string& words) {
  return std::ranges::any_of(result.notes, [&words](const std::string& note) {
    return note.find(words) != std::string::npos;
  });
}

}  // namespace

class TestRefinement : public QObject {
  Q_OBJECT
 private slots:
  void exact_answer_equals_runge_kutta();
  void stepped_answer_equals_stepping();
  void step_input_equals_stepping();
  void resonance_loses_no_digits();
  void dead_and_still_modes();
  void multisine_is_as_documented();
  void slope_is_one_or_two();
  void error_does_not_depend_on_amplitude();
  void bound_holds();
  void own_output_is_the_responses_own();
  void explicit_euler_is_undefined_where_unstable();
  void unstable_model_keeps_finite_errors();
  void inputs_without_closed_form_are_refused();
  void step_input_under_left_hold_is_exact();
  void json_has_every_field();
  void few_steps();
  void preview_and_sameness();
  void can_be_cancelled();
};

void TestRefinement::exact_answer_equals_runge_kutta() {
  compute::Random random(1);
  compute::Progress progress;
  for (int i = 0; i < 8; ++i) {
    const auto model = random_continuous(random, 1 + static_cast<std::size_t>(2 * i));
    const SmoothInput input =
        continuity::multisine(1 + 3 * i, 10 + static_cast<unsigned>(i), 100, 0.03);
    const TimeGrid grid{0.1, 30};
    const auto y = continuity::exact_response(model, input, grid, progress);
    const auto expected = runge_kutta(model, input, grid, 40);
    QVERIFY(largest_difference(y, expected) < kToRungeKutta * size_of(expected));
  }
}

void TestRefinement::stepped_answer_equals_stepping() {
  compute::Random random(2);
  compute::Progress progress;
  for (int i = 0; i < 6; ++i) {
    const auto model = random_continuous(random, 1 + static_cast<std::size_t>(3 * i));
    const SmoothInput input = continuity::multisine(5, 20 + static_cast<unsigned>(i), 64, 0.05);
    for (const int stride : {1, 2, 7, 64}) {
      const TimeGrid grid{0.01 * stride, 70};  // beyond one block of running products
      for (const Rule rule : kRules) {
        for (const Hold hold : kHolds) {
          const auto y =
              continuity::stepped_response(model, rule, hold, input, grid, stride, progress);
          const auto expected = stepping(model, rule, hold, input, grid, stride);
          QVERIFY(largest_difference(y, expected) < kToStepping * std::max(1.0, size_of(expected)));
        }
      }
    }
  }
}

void TestRefinement::step_input_equals_stepping() {
  compute::Random random(3);
  compute::Progress progress;
  const auto model = random_continuous(random, 5);
  for (const int at : {0, 1, 5, 8, 11, 500}) {  // 500: beyond the horizon
    const SmoothInput input = from(StepInput{at}, 0.01);
    for (const int stride : {1, 4, 8}) {
      const TimeGrid grid{0.08, 20};
      for (const Rule rule : {Rule::Zoh, Rule::Bilinear}) {
        for (const Hold hold : kHolds) {
          const auto y =
              continuity::stepped_response(model, rule, hold, input, grid, stride, progress);
          const auto expected = stepping(model, rule, hold, input, grid, stride);
          QVERIFY2(largest_difference(y, expected) < kToStepping,
                   qPrintable(QString("at %1 stride %2").arg(at).arg(stride)));
        }
      }
    }
    // Exact: constant input from the onset on; ZOH from the onset's own grid is exact.
    const TimeGrid grid{0.01, 100};
    const auto exact = continuity::exact_response(model, input, grid, progress);
    const auto held =
        continuity::stepped_response(model, Rule::Zoh, Hold::Left, input, grid, 1, progress);
    QVERIFY(largest_difference(exact, held) < kToStepping);
  }
}

void TestRefinement::resonance_loses_no_digits() {
  compute::Progress progress;
  const double omega = 3.0, delta = 0.01;
  const SmoothInput input = from(SineInput{omega * delta, 2.0}, delta);
  for (const double damping : {0.0, 1e-12, 1e-6, 1e-3, 0.02}) {
    ssm::ContinuousModel model;
    model.lambda = {Complex(-damping, omega), Complex(-damping, -omega)};
    model.B = {1.0, 0.5};
    model.C = {Complex(1.0, 1.0), 0.3};
    const TimeGrid grid{0.08, 60};
    const auto exact = continuity::exact_response(model, input, grid, progress);
    QVERIFY(largest_difference(exact, runge_kutta(model, input, grid, 20)) < 1e-7 * size_of(exact));
    for (const Rule rule : kRules)
      for (const int stride : {1, 8, 64}) {
        const auto y =
            continuity::stepped_response(model, rule, Hold::Mean, input, grid, stride, progress);
        const auto expected = stepping(model, rule, Hold::Mean, input, grid, stride);
        QVERIFY(largest_difference(y, expected) < kToStepping * size_of(expected));
      }
  }
}

void TestRefinement::dead_and_still_modes() {
  compute::Progress progress;
  ssm::ContinuousModel model;
  model.lambda = {-20.0, 0.0, -1e6};  // abar = 0 under bilinear at 0.1; an integrator; a stiff one
  model.B = model.C = {1.0, 1.0, 1.0};
  const SmoothInput input = continuity::multisine(3, 1, 64, 0.1);
  const TimeGrid grid{0.2, 20};
  for (const Rule rule : {Rule::Zoh, Rule::Bilinear, Rule::BackwardEuler}) {
    const auto y = continuity::stepped_response(model, rule, Hold::Left, input, grid, 2, progress);
    QVERIFY(largest_difference(y, stepping(model, rule, Hold::Left, input, grid, 2)) < kToStepping);
  }
}

void TestRefinement::multisine_is_as_documented() {
  const SmoothInput input = continuity::multisine(20, 4, 512, 0.01);
  QCOMPARE(input.terms.size(), std::size_t{40});
  const double top = 2.0 * kPi * 16.0 / 5.12;
  double power = 0.0;
  for (std::size_t j = 0; j < 20; ++j) {
    const double omega = input.terms[2 * j].rate.imag();
    QVERIFY(omega >= top * static_cast<double>(j) / 20.0);
    QVERIFY(omega <= top * static_cast<double>(j + 1) / 20.0);
    power += 2.0 * std::norm(input.terms[2 * j].amplitude);  // mean square of a tone
  }
  QVERIFY(std::abs(power - 1.0) < 1e-12);
  double steepest = 0.0;
  for (int i = 0; i < 20000; ++i) {
    const double t = 5.12 * i / 20000, d = 1e-6;
    steepest = std::max(steepest, std::abs(input.value(t + d) - input.value(t)) / d);
  }
  QVERIFY(std::abs(input.steepest(5.12) / steepest - 1.0) < 2e-3);  // both sample the slope
  QVERIFY(continuity::multisine(20, 5, 512, 0.01).value(1.0) != input.value(1.0));
  const SmoothInput few = continuity::multisine(4, 1, 16, 0.1);  // 32 steps a period at least
  for (const auto& term : few.terms) QVERIFY(std::abs(term.rate) <= 2.0 * kPi / 3.2);
}

void TestRefinement::slope_is_one_or_two() {
  DirectBackend backend;
  compute::Progress progress;
  for (const std::uint64_t seed : {1u, 2u, 3u, 4u}) {
    Scenario scenario;
    scenario.model.pairs = 8;
    scenario.refinement.seed = seed;
    for (const Hold hold : kHolds) {
      scenario.refinement.hold = hold;
      const auto result = continuity::analyse_refinement(scenario, backend, progress);
      QCOMPARE(result.curves.size(), std::size_t{2});
      for (const auto& curve : result.curves) {
        const double law = hold == Hold::Mean ? 2.0 : 1.0;
        QVERIFY2(std::abs(curve.slope - law) < 0.02, qPrintable(QString::number(curve.slope)));
        QCOMPARE(curve.tau.size(), std::size_t{10});
        QCOMPARE(curve.tau.front(), 0.08);
        QCOMPARE(curve.tau.back(), 0.01 / 64.0);
        QCOMPARE(curve.lower, curve.median);
        QCOMPARE(curve.upper, curve.median);
      }
    }
  }
}

void TestRefinement::error_does_not_depend_on_amplitude() {
  DirectBackend backend;
  compute::Progress progress;
  Scenario scenario;
  scenario.refinement.input = RefinementInput::Scenario;
  scenario.input = SineInput{0.05, 1.0};
  const auto one = continuity::analyse_refinement(scenario, backend, progress);
  scenario.input = SineInput{0.05, 32.0};
  const auto large = continuity::analyse_refinement(scenario, backend, progress);
  for (std::size_t c = 0; c < 2; ++c)
    for (std::size_t i = 0; i < one.curves[c].tau.size(); ++i)
      QVERIFY(std::abs(large.curves[c].median[i] / one.curves[c].median[i] - 1.0) < 1e-6);
}

void TestRefinement::bound_holds() {
  DirectBackend backend;
  compute::Progress progress;
  for (const Init init : {Init::Lin, Init::Inv, Init::Real}) {
    for (const Hold hold : {Hold::Left, Hold::Right}) {
      Scenario scenario =
          scenario_from_json(std::string_view(R"({"model": {"pairs": 6, "C": {"seed": 8}}})"), "");
      scenario.model.init = init;
      scenario.refinement.hold = hold;
      const auto result = continuity::analyse_refinement(scenario, backend, progress);
      const auto& curve = curve_of(result, Rule::Zoh);
      QVERIFY(result.bound_slope > 0.0);
      for (std::size_t i = 0; i < curve.tau.size(); ++i)
        QVERIFY(curve.median[i] <= result.bound_slope * curve.tau[i]);
    }
  }
}

void TestRefinement::own_output_is_the_responses_own() {
  DirectBackend backend;
  compute::Progress progress;
  Scenario scenario = scenario_from_json(std::string_view(R"({"model": {"C": {"seed": 2}}})"), "");
  scenario.refinement.input = RefinementInput::Scenario;
  scenario.refinement.hold = Hold::Right;  // S4's convention: x_k has seen u_k
  scenario.input = SineInput{0.1, 1.5};
  const auto result = continuity::analyse_refinement(scenario, backend, progress);
  QCOMPARE(result.own_output.size(), std::size_t{512});
  // sin(0) = 0, so that the recurrence from step 0 and the refinement from t = 0 agree.
  const auto u = data::input_signal(scenario.input, 0, 513);
  const auto model = ssm::discretise(ssm::continuous_model(scenario.model), Rule::Zoh, 0.01);
  std::vector<double> y(513);
  backend.response(model.batch(), 513, u, {}, y, progress);
  y.erase(y.begin());
  QVERIFY(largest_difference(result.own_output, y) < kToStepping * size_of(y));
  QVERIFY(std::abs(result.time.front() - 0.01) < 1e-15);
  QVERIFY(std::abs(result.time.back() - 5.12) < 1e-12);
}

void TestRefinement::explicit_euler_is_undefined_where_unstable() {
  DirectBackend backend;
  compute::Progress progress;
  Scenario scenario = explicit_scenario({Complex(-30.0, 0.0)}, 0.05);
  scenario.discretisation.rule = Rule::Euler;  // |1 - 30 tau| <= 1 up to tau = 0.0667
  const auto result = continuity::analyse_refinement(scenario, backend, progress);
  QCOMPARE(result.curves.size(), std::size_t{3});
  const auto& curve = curve_of(result, Rule::Euler);
  for (std::size_t i = 0; i < curve.tau.size(); ++i)
    QCOMPARE(std::isnan(curve.median[i]), curve.tau[i] > 1.0 / 15.0);
  QVERIFY(std::abs(curve.slope - 1.0) < 0.1);
  QVERIFY(says(result, "euler is unstable at the step 0.1 and above"));
  const auto json = continuity::to_json(result);
  QVERIFY(json.at("curves").at(2).at("relative_linf").at("median").at(0).is_null());
  QVERIFY(all_finite(json));
}

void TestRefinement::unstable_model_keeps_finite_errors() {
  DirectBackend backend;
  compute::Progress progress;
  const auto growing = continuity::analyse_refinement(explicit_scenario({Complex(0.1, 1.0)}, 0.01),
                                                      backend, progress);
  QVERIFY(std::abs(growing.curves[0].slope - 1.0) < 0.02);
  QVERIFY(says(growing, "unstable: Re"));
  const auto gone = continuity::analyse_refinement(explicit_scenario({Complex(900.0, 1.0)}, 0.01),
                                                   backend, progress);
  for (const double error : gone.curves[0].median) QVERIFY(std::isnan(error));
  QVERIFY(all_finite(continuity::to_json(gone)));
}

void TestRefinement::inputs_without_closed_form_are_refused() {
  DirectBackend backend;
  compute::Progress progress;
  Scenario scenario;
  scenario.refinement.input = RefinementInput::Scenario;
  for (const Input& input : {Input(ImpulseInput{}), Input(ChirpInput{}), Input(NoiseInput{}),
                             Input(EcgInput{}), Input(DigitInput{})}) {
    scenario.input = input;
    const auto result = continuity::analyse_refinement(scenario, backend, progress);
    QVERIFY(result.curves.empty());
    QVERIFY(says(result, "closed form"));
    QVERIFY(all_finite(continuity::to_json(result)));
  }
  scenario.refinement.preset = RefinementPreset::ContinuityLaws;
  QVERIFY_THROWS_EXCEPTION(InputError, continuity::analyse_refinement(scenario, backend, progress));
}

void TestRefinement::step_input_under_left_hold_is_exact() {
  DirectBackend backend;
  compute::Progress progress;
  Scenario scenario;
  scenario.refinement.input = RefinementInput::Scenario;
  scenario.input = StepInput{16};
  const auto result = continuity::analyse_refinement(scenario, backend, progress);
  for (const double error : curve_of(result, Rule::Zoh).median) QVERIFY(error < 1e-10);
  QVERIFY(std::isnan(curve_of(result, Rule::Zoh).slope));  // rounding has no slope
  QVERIFY(std::isnan(result.bound_slope));                 // the input jumps
  scenario.refinement.hold = Hold::Right;
  const auto late = continuity::analyse_refinement(scenario, backend, progress);
  QVERIFY(std::abs(curve_of(late, Rule::Zoh).slope - 1.0) < 0.05);
}

void TestRefinement::json_has_every_field() {
  DirectBackend backend;
  CountingProgress progress;
  const auto result = continuity::analyse_refinement(Scenario{}, backend, progress);
  QCOMPARE(progress.last_fraction(), 1.0);
  const auto json = continuity::to_json(result);
  QCOMPARE(json.at("curves").size(), std::size_t{2});
  const auto& curve = json.at("curves").at(1);
  QCOMPARE(curve.at("model").get<std::string>(), std::string("s4d"));
  QCOMPARE(curve.at("rule").get<std::string>(), std::string("bilinear"));
  QCOMPARE(curve.at("hold").get<std::string>(), std::string("left"));
  QCOMPARE(curve.at("scale").get<double>(), 1.0);
  for (const char* key : {"median", "lower", "upper"})
    QCOMPARE(curve.at("relative_linf").at(key).size(), curve.at("tau").size());
  QVERIFY(curve.at("slope").is_number());
  QVERIFY(all_finite(json));
  QVERIFY(!has_null(json));
  const auto table = continuity::main_table(result);
  QCOMPARE(table.names.front(), std::string("tau"));
  QCOMPARE(table.names[1], std::string("s4d_zoh_left_median"));
}

void TestRefinement::few_steps() {
  DirectBackend backend;
  compute::Progress progress;
  Scenario scenario;
  for (const int steps : {2, 3, 5, 9}) {  // fewer than the coarsest step needs
    scenario.resolution.steps = steps;
    const auto result = continuity::analyse_refinement(scenario, backend, progress);
    QCOMPARE(result.time.size(), static_cast<std::size_t>(steps));
    QVERIFY(result.curves[0].tau.front() <= 0.01 * steps);
    for (const double error : result.curves[0].median) QVERIFY(std::isfinite(error));
  }
}

void TestRefinement::preview_and_sameness() {
  Scenario scenario;
  QCOMPARE(continuity::coarse_refinement(scenario), scenario);
  Scenario other = scenario;
  other.input = StepInput{3};  // not read while the input is the multisine
  other.resolution.frequencies = 9;
  QVERIFY(continuity::same_refinement(scenario, other));
  other.refinement.seed = 2;
  QVERIFY(!continuity::same_refinement(scenario, other));
  other = scenario;
  other.target.alpha = 0.9;  // C follows the target
  QVERIFY(!continuity::same_refinement(scenario, other));
}

void TestRefinement::can_be_cancelled() {
  DirectBackend backend;
  CountingProgress counting;
  continuity::analyse_refinement(Scenario{}, backend, counting);
  QVERIFY(counting.count() >= 20);  // every step of every curve
  CountingProgress cancels(10);
  QVERIFY_THROWS_EXCEPTION(compute::Cancelled,
                           continuity::analyse_refinement(Scenario{}, backend, cancels));
}

QTEST_APPLESS_MAIN(TestRefinement)
#include "test_refinement.moc"
