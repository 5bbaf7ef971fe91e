// One table of cases over every backend: the CPU's, Vulkan in float32 and in float64. Each result
// is compared with golden data, a closed form or long double, under what the backend promises.
#include <cmath>
#include <numbers>

#include "tests/core/compute/models.hpp"
#include "tests/core/compute/sizes.hpp"
#include "tests/core/golden_models.hpp"
#include "tests/gpu/subjects.hpp"

using namespace ssmscope;
using compute::Random;

namespace {

/// A chunk of the scans has 32 or 64 steps, a work group 64 threads, a tile 32 rows.
const std::vector<std::size_t> kSteps{1, 2, 3, 31, 32, 33, 63, 64, 65, 255, 257, 1000, 4099};
const std::vector<std::size_t> kModes{1, 2, 3, 7, 31, 32, 33, 64, 65, 130};

}  // namespace

class TestBackends : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase_data();
  void initTestCase();
  void init();
  void cleanup();

  void goldenKernels();
  void goldenResponses();
  void kernelOfEverySize();
  void longSinglePrecisionKernel();
  void scansOfEverySize();
  void millionSteps();
  void slowRealModeKeepsItsDigits();
  void ringOfEverySize();
  void frequencyOfEverySize();
  void polesNearTheCircle();
  void nearlyRealPoles();
  void hugePoles();
  void toeplitzOfEverySize();
  void batchEqualsLoop();
  void manySmallModels();
  void runContinuesFromItsLastState();
  void initialStateAlone();
  void growingMode();
  void growsBeyondFloat32();
  void lateInputOfAFastGrowingMode();
  void deadStep();
  void tinyPoles();
  void extremeScales();
  void modesThatCancel();
  void cancellingMoreAndMore();
  void directTermAlone();
  void nothingWrapsAround();
  void notFiniteNumbersStayWhereTheyAre();
  void zeroModesAndZeroLength();

 private:
  double tolerance() const { return subject_->tolerance(); }
  bool is_cpu() const { return subject_->name() == "CPU"; }
  bool single() const { return subject_->tolerance() > 1e-9; }
  void all_on_device() {
    for (const auto& report : subject_->reports) {
      if (!report.reason.empty()) continue;  // told below
      QCOMPARE(report.ran_on, subject_->name());
      QVERIFY(report.device_seconds > 0.0);
    }
    const std::string reason = handed_on();
    QVERIFY2(reason.empty(), reason.c_str());
  }
  /// Of many random cases a few may cancel too far.
  void mostly_on_device() {
    const auto& reports = subject_->reports;
    const auto handed = std::count_if(reports.begin(), reports.end(),
                                      [](const auto& report) { return !report.reason.empty(); });
    QVERIFY(20 * static_cast<std::size_t>(handed) <= reports.size());
  }
  /// Empty unless the device handed an operation on.
  std::string handed_on() { return subject_->handed_on(); }

  compute::Pool pool_{2};
  test::Messages messages_;
  std::shared_ptr<compute::Backend> cpu_ = compute::make_cpu_backend(pool_);
  std::vector<std::unique_ptr<test::Watched>> subjects_;
  test::Watched* subject_ = nullptr;
};

void TestBackends::initTestCase_data() {
  QTest::addColumn<int>("subject");
  QTest::newRow("CPU") << 0;
  QTest::newRow("Vulkan float32") << 1;
  QTest::newRow("Vulkan float64") << 2;
  QTest::newRow("Vulkan float32, copying") << 3;
}

void TestBackends::initTestCase() {
  const std::string missing = test::missing_device(test::tested_device());
  if (!missing.empty() && test::may_skip()) QSKIP(missing.c_str());
  QVERIFY2(missing.empty(), missing.c_str());
  subjects_.push_back(std::make_unique<test::Watched>(cpu_));
  for (const int kind : {1, 2, 3}) {
    gpu::Options options;
    options.precision = kind == 2 ? gpu::Precision::Double : gpu::Precision::Single;
    options.always_copy = kind == 3;
    options.guard_bounds = kind != 3;  // needs memory that the host sees
    options.on_validation_message = messages_.collector();
    subjects_.push_back(std::make_unique<test::Watched>(
        gpu::make_vulkan_backend(test::tested_device(), cpu_, pool_, options)));
  }
}

void TestBackends::init() {
  QFETCH_GLOBAL(int, subject);
  subject_ = subjects_.at(static_cast<std::size_t>(subject)).get();
  subject_->reports.clear();
}

void TestBackends::cleanup() {
  const std::string text = messages_.take();
  QVERIFY2(text.empty(), text.c_str());
}

void TestBackends::goldenKernels() {
  for (const test::Json& c : test::golden_cases("s4d_kernel.json")) {
    const auto model =
        ssm::discretise(test::golden_model(c), test::golden_rule(c.at("disc")), c.at("dt"));
    const auto kernel = test::kernel_of(*subject_, model, c.at("L").get<std::size_t>());
    const double error =
        test::relative_difference(kernel, test::golden_reals(c.at("expected").at("K")));
    QVERIFY2(error < tolerance(),
             (c.at("name").get<std::string>() + ": " + std::to_string(error)).c_str());
  }
  all_on_device();
}

void TestBackends::goldenResponses() {
  std::size_t compared = 0;
  for (const test::Json& c : test::golden_cases("frequency_response.json")) {
    if (c.at("kind") != "discrete") continue;
    const auto model =
        ssm::discretise(test::golden_model(c), test::golden_rule(c.at("method")), c.at("dt"));
    const auto h = test::frequency_of(*subject_, model, test::golden_reals(c.at("w")));
    const double error =
        test::relative_difference(h, test::golden_complexes(c.at("expected").at("H")));
    QVERIFY2(error < tolerance(), c.at("name").get<std::string>().c_str());
    ++compared;
  }
  QCOMPARE(compared, std::size_t{36});
  all_on_device();
}

void TestBackends::kernelOfEverySize() {
  Random random(1);
  for (const std::size_t modes : kModes) {
    for (const std::size_t length : kSteps) {
      const auto model = test::random_model(random, modes, modes % 2 == 0 ? 1.0 : 2.0);
      const double error = test::relative_difference(test::kernel_of(*subject_, model, length),
                                                     test::plain_kernel(model, length));
      QVERIFY2(error < tolerance(), test::sizes(modes, length, error));
    }
  }
  mostly_on_device();
}

void TestBackends::longSinglePrecisionKernel() {
  // CASES 7: a plain float32 kernel differs by 3e-4 at 16,384 samples.
  Model description;
  description.init = Init::Inv;
  description.pairs = 32;
  auto continuous = ssm::continuous_model(description);
  for (std::size_t m = 0; m < continuous.lambda.size(); ++m) {
    continuous.lambda[m].real(-5e-4);
    continuous.C[m] = 1.0 / 32.0;
  }
  const auto model = ssm::discretise(continuous, Rule::Zoh, 0.1);
  for (const std::size_t length : {16384, 262144}) {
    const double error = test::relative_difference(test::kernel_of(*subject_, model, length),
                                                   test::plain_kernel(model, length));
    QVERIFY2(error < (single() ? 1e-6 : tolerance()), test::sizes(32, length, error));
  }
  all_on_device();
}

void TestBackends::scansOfEverySize() {
  Random random(2);
  for (const std::size_t modes : kModes) {
    for (const std::size_t steps : kSteps) {
      const auto model = test::random_model(random, modes, modes % 2 == 0 ? 1.0 : 2.0);
      const auto u = test::random_input(random, steps);
      const auto initial =
          steps % 2 == 0 ? std::vector<Complex>{} : test::random_state(random, modes);
      const double states = test::relative_difference(test::states_of(*subject_, model, u, initial),
                                                      test::plain_states(model, u, initial));
      QVERIFY2(states < tolerance(), test::sizes(modes, steps, states));
      const double response = test::relative_difference(
          test::response_of(*subject_, model, u, initial), test::plain_response(model, u, initial));
      QVERIFY2(response < tolerance(), test::sizes(modes, steps, response));
    }
  }
  mostly_on_device();
}

void TestBackends::millionSteps() {
  Random random(3);
  const std::size_t steps = 1000003;
  auto model = test::random_model(random, 3);
  model.abar[0] = std::polar(1.0 - 1e-7, 0.3);  // remembers them all
  const auto u = test::random_input(random, steps);
  const double kernel = test::relative_difference(test::kernel_of(*subject_, model, steps),
                                                  test::plain_kernel(model, steps));
  QVERIFY2(kernel < tolerance(), test::sizes(3, steps, kernel));
  const double response = test::relative_difference(test::response_of(*subject_, model, u),
                                                    test::plain_response(model, u));
  QVERIFY2(response < tolerance(), test::sizes(3, steps, response));
  const auto exact = test::plain_states(model, u);
  const double states = test::relative_difference(test::states_of(*subject_, model, u), exact);
  QVERIFY2(states < tolerance(), test::sizes(3, steps, states));
  const double ring =
      test::relative_difference(test::ring_of(*subject_, model, u), test::plain_ring(exact, 3));
  QVERIFY2(ring < tolerance(), test::sizes(3, steps, ring));
  all_on_device();
}

void TestBackends::slowRealModeKeepsItsDigits() {
  // A constant input into a slow real mode: every rounding falls on the same side.
  ssm::DiscreteModel model;
  model.abar = {1.0 - 1e-6, 1.0 - 1e-9};
  model.bbar = {1.0, 1e-3};
  model.c = {1.0, 1.0};
  const std::vector<double> u(200000, 0.7);
  const double response = test::relative_difference(test::response_of(*subject_, model, u),
                                                    test::plain_response(model, u));
  QVERIFY2(response < tolerance(), test::sizes(2, u.size(), response));
  const double states =
      test::relative_difference(test::states_of(*subject_, model, u), test::plain_states(model, u));
  QVERIFY2(states < tolerance(), test::sizes(2, u.size(), states));
  all_on_device();
}

void TestBackends::ringOfEverySize() {
  Random random(4);
  for (const std::size_t modes : {1, 2, 3, 4, 5, 7, 16, 31, 32, 33, 45, 64, 100, 128, 512}) {
    for (const std::size_t steps : {1, 3, 32, 33, 60}) {
      const auto model = test::random_model(random, modes);
      const auto u = test::random_input(random, steps);
      const auto initial = test::random_state(random, modes);
      const double error =
          test::relative_difference(test::ring_of(*subject_, model, u, initial),
                                    test::plain_ring(test::plain_states(model, u, initial), modes));
      QVERIFY2(error < tolerance(), test::sizes(modes, steps, error));
    }
  }
  all_on_device();
  // More nodes than any shared memory holds.
  const std::size_t modes = 20011;
  const auto model = test::random_model(random, modes);
  const std::vector<double> u{1.0, -0.5};
  const auto field = test::ring_of(*subject_, model, u);
  QVERIFY(test::relative_difference(field, test::ring_of(*cpu_, model, u)) < tolerance());
  const std::string reason = handed_on();
  QVERIFY2(is_cpu() ? reason.empty() : reason.find("20011 nodes") != std::string::npos,
           reason.c_str());
}

void TestBackends::frequencyOfEverySize() {
  Random random(5);
  for (const std::size_t modes : {1, 2, 3, 63, 64, 65, 601}) {
    for (const std::size_t points : {1, 7, 63, 64, 65, 513}) {
      const auto model = test::random_model(random, modes, modes % 2 == 0 ? 1.0 : 2.0);
      const auto omega = test::frequency_grid(points);
      const double error = test::relative_difference(test::frequency_of(*subject_, model, omega),
                                                     test::plain_frequency(model, omega));
      QVERIFY2(error < tolerance(), test::sizes(modes, points, error));
    }
  }
  mostly_on_device();
}

void TestBackends::polesNearTheCircle() {
  // The peak itself, and both of its sides; tolerance() x 1e-3/r is what is promised there.
  for (const double distance : {1e-3, 1e-4, 1e-5, 1e-6}) {
    for (const double angle : {0.0, 1e-4, 0.01, 1.0, 2.0, 3.1, std::numbers::pi}) {
      ssm::DiscreteModel model;
      model.abar = {std::polar(1.0 - distance, angle), 0.5};
      model.bbar = {Complex(0.8, 0.6), 1.0};
      model.c = {Complex(1.0, -0.3), 1.0};
      std::vector<double> omega;
      for (const double way : {-30.0, -3.0, -1.0, -0.1, 0.0, 0.1, 1.0, 3.0, 30.0}) {
        omega.push_back(angle + way * distance);
      }
      const double error = test::relative_difference(test::frequency_of(*subject_, model, omega),
                                                     test::plain_frequency(model, omega));
      QVERIFY2(error < tolerance() * 1e-3 / distance,
               qPrintable(QString("%1 %2: %3").arg(distance).arg(angle).arg(error)));
    }
  }
  all_on_device();
}

void TestBackends::nearlyRealPoles() {
  // With an imaginary residue the two members of the pair cancel, for a real pole wholly.
  for (const double angle : {0.0, 1e-9, 1e-6, 1e-3}) {
    ssm::DiscreteModel model;
    model.abar = {std::polar(0.999, angle), 0.5};
    model.bbar = {1.0, 1.0};
    model.c = {Complex(0.0, 1.0), 1.0};
    const auto omega = test::frequency_grid(1000);
    const double error = test::relative_difference(test::frequency_of(*subject_, model, omega),
                                                   test::plain_frequency(model, omega));
    QVERIFY2(error < tolerance(), qPrintable(QString("%1: %2").arg(angle).arg(error)));
  }
  all_on_device();
}

void TestBackends::hugePoles() {
  ssm::DiscreteModel model;
  model.abar = {Complex(1e100, 1e100), 0.5};
  model.bbar = {1.0, 1.0};
  model.c = {1.0, 1.0};
  const auto omega = test::frequency_grid(5);
  for (const Complex pole : {Complex(1e100, 1e100), Complex(1e5, -1e5), Complex(-3.0, 0.1)}) {
    model.abar[0] = pole;
    const double error = test::relative_difference(test::frequency_of(*subject_, model, omega),
                                                   test::plain_frequency(model, omega));
    QVERIFY2(error < tolerance(), qPrintable(QString::number(error)));
  }
}

void TestBackends::toeplitzOfEverySize() {
  Random random(6);
  for (const std::size_t length : {1, 2, 63, 64, 65, 300, 1025}) {
    const auto model = test::random_model(random, 12);
    const auto v = test::random_input(random, length);
    const auto h = test::plain_kernel(model, length);
    std::vector<double> forward(length, 0.0);
    std::vector<double> transposed(length, 0.0);
    for (std::size_t i = 0; i < length; ++i) {
      for (std::size_t j = 0; j <= i; ++j) {
        forward[i] += h[i - j] * v[j];
        transposed[j] += h[i - j] * v[i];
      }
    }
    const auto tv = test::product_of(*subject_, model, compute::Toeplitz::Forward, v);
    const auto ttv = test::product_of(*subject_, model, compute::Toeplitz::Transposed, v);
    QVERIFY(test::relative_difference(tv, forward) < tolerance());
    QVERIFY(test::relative_difference(ttv, transposed) < tolerance());
  }
  all_on_device();
}

void TestBackends::batchEqualsLoop() {
  Random random(7);
  const std::size_t modes = 13;
  for (const std::size_t steps : {1, 5, 900}) {
    std::vector<ssm::DiscreteModel> models;
    std::vector<double> u;
    std::vector<Complex> initial;
    for (int i = 0; i < 4; ++i) {
      models.push_back(test::random_model(random, modes));
      const auto more = test::random_input(random, steps);
      u.insert(u.end(), more.begin(), more.end());
      const auto state = test::random_state(random, modes);
      initial.insert(initial.end(), state.begin(), state.end());
    }
    for (double& value : u) value *= 1e3;  // each model has a scale of its own
    for (Complex& c : models[2].c) c *= 1e-9;
    const test::BatchOfModels all(models);
    const auto omega = test::frequency_grid(steps);
    compute::Progress progress;
    std::vector<Complex> ring(models.size() * steps * modes);
    std::vector<Complex> states(ring.size());
    std::vector<Complex> h(u.size());
    std::vector<double> y(u.size());
    std::vector<double> k(u.size());
    subject_->kernel(all.batch, steps, k, progress);
    subject_->states(all.batch, steps, u, initial, states, progress);
    subject_->ring_field(all.batch, steps, u, initial, ring, progress);
    subject_->response(all.batch, steps, u, initial, y, progress);
    subject_->frequency_response(all.batch, omega, h, progress);
    const auto part = [](const auto& whole, std::size_t i, std::size_t size) {
      const auto from = whole.begin() + static_cast<long>(i * size);
      return std::decay_t<decltype(whole)>(from, from + static_cast<long>(size));
    };
    for (std::size_t i = 0; i < models.size(); ++i) {
      const auto input = part(u, i, steps);
      const auto start = part(initial, i, modes);
      QCOMPARE(part(k, i, steps), test::kernel_of(*subject_, models[i], steps));
      QVERIFY(part(states, i, steps * modes) ==
              test::states_of(*subject_, models[i], input, start));
      QVERIFY(part(ring, i, steps * modes) == test::ring_of(*subject_, models[i], input, start));
      QCOMPARE(part(y, i, steps), test::response_of(*subject_, models[i], input, start));
      QVERIFY(part(h, i, steps) == test::frequency_of(*subject_, models[i], omega));
    }
  }
  all_on_device();
}

void TestBackends::manySmallModels() {
  Random random(8);
  const std::size_t steps = 40;
  std::vector<ssm::DiscreteModel> models;
  models.reserve(3000);
  for (int i = 0; i < 3000; ++i) models.push_back(test::random_model(random, 2));
  const auto u = test::random_input(random, models.size() * steps);
  const test::BatchOfModels all(models);
  std::vector<double> y(u.size());
  compute::Progress progress;
  subject_->response(all.batch, steps, u, {}, y, progress);
  for (std::size_t i = 0; i < models.size(); i += 97) {
    const std::vector<double> own(y.begin() + static_cast<long>(i * steps),
                                  y.begin() + static_cast<long>((i + 1) * steps));
    const auto input = std::span(u).subspan(i * steps, steps);
    QVERIFY(test::relative_difference(own, test::plain_response(models[i], input)) < tolerance());
  }
}

void TestBackends::runContinuesFromItsLastState() {
  Random random(9);
  for (const std::size_t cut : {1, 64, 255, 500}) {
    const auto model = test::random_model(random, 19);
    const auto u = test::random_input(random, 900);
    const auto whole = test::plain_states(model, u);
    const auto at = static_cast<long>(cut * 19);
    const std::vector<Complex> last(whole.begin() + at - 19, whole.begin() + at);
    const auto rest = test::states_of(*subject_, model, std::span(u).subspan(cut), last);
    QVERIFY(test::relative_difference(rest, std::vector<Complex>(whole.begin() + at, whole.end())) <
            tolerance());
  }
  all_on_device();
}

void TestBackends::initialStateAlone() {
  Random random(10);
  const auto model = test::random_model(random, 9);
  const std::vector<double> silence(500, 0.0);
  const auto initial = test::random_state(random, 9);
  QVERIFY(test::relative_difference(test::response_of(*subject_, model, silence, initial),
                                    test::plain_response(model, silence, initial)) < tolerance());
  QVERIFY(test::relative_difference(test::states_of(*subject_, model, silence, initial),
                                    test::plain_states(model, silence, initial)) < tolerance());
  auto deaf = model;
  std::fill(deaf.bbar.begin(), deaf.bbar.end(), 0.0);
  const std::vector<double> loud(500, 1e30);
  deaf.d = 0.0;
  QVERIFY(test::relative_difference(test::response_of(*subject_, deaf, loud, initial),
                                    test::plain_response(deaf, loud, initial)) < tolerance());
  QCOMPARE(test::response_of(*subject_, model, silence), silence);
  all_on_device();
}

void TestBackends::growingMode() {
  Random random(11);
  auto model = test::random_model(random, 9);
  model.abar[4] = std::polar(std::exp(0.01), 0.1);
  for (const std::size_t steps : {300, 2500}) {
    const auto u = test::random_input(random, steps);
    const double kernel = test::relative_difference(test::kernel_of(*subject_, model, steps),
                                                    test::plain_kernel(model, steps));
    QVERIFY2(kernel < tolerance(), test::sizes(9, steps, kernel));
    const double response = test::relative_difference(test::response_of(*subject_, model, u),
                                                      test::plain_response(model, u));
    QVERIFY2(response < tolerance(), test::sizes(9, steps, response));
    const double states = test::relative_difference(test::states_of(*subject_, model, u),
                                                    test::plain_states(model, u));
    QVERIFY2(states < tolerance(), test::sizes(9, steps, states));
  }
  all_on_device();
}

void TestBackends::growsBeyondFloat32() {
  // CASES 4: |abar^l| passes float32 at 8,873, float64 long after the end. Every finite number of
  // the reference is finite here.
  ssm::DiscreteModel model;
  model.abar = {std::exp(Complex(0.01, 0.1)), 0.9};
  model.bbar = {0.1, 0.1};
  model.c = {1.0, 1.0};
  const std::size_t length = 60000;
  QVERIFY(test::relative_difference(test::kernel_of(*subject_, model, length),
                                    test::plain_kernel(model, length)) < tolerance());
  QCOMPARE(handed_on().empty(), is_cpu());
  std::vector<double> u(20000, 0.0);
  u[3] = 1.0;
  QVERIFY(test::relative_difference(test::response_of(*subject_, model, u),
                                    test::plain_response(model, u)) < tolerance());
  QVERIFY(test::relative_difference(test::states_of(*subject_, model, u),
                                    test::plain_states(model, u)) < tolerance());
}

void TestBackends::lateInputOfAFastGrowingMode() {
  ssm::DiscreteModel model;
  model.abar = {Complex(0.0, -20.0), 0.9};
  model.bbar = {1.0, 1.0};
  model.c = {1.0, 1.0};
  std::vector<double> u(800, 0.0);
  u[600] = 1.0;
  QVERIFY(test::relative_difference(test::states_of(*subject_, model, u),
                                    test::plain_states(model, u)) < tolerance());
}

void TestBackends::deadStep() {
  // CASES 13: abar = 0 exactly.
  ssm::ContinuousModel continuous;
  continuous.lambda = {-20.0};
  continuous.B = {1.0};
  continuous.C = {3.0};
  const auto model = ssm::discretise(continuous, Rule::Bilinear, 0.1);
  const auto kernel = test::kernel_of(*subject_, model, 2000);
  QVERIFY(std::abs(kernel[0] - 0.3) < tolerance());
  QVERIFY(std::all_of(kernel.begin() + 1, kernel.end(), [](double h) { return h == 0.0; }));
  Random random(12);
  const auto u = test::random_input(random, 200);
  QVERIFY(test::relative_difference(test::response_of(*subject_, model, u),
                                    test::plain_response(model, u)) < tolerance());
  QVERIFY(test::relative_difference(test::states_of(*subject_, model, u),
                                    test::plain_states(model, u)) < tolerance());
  all_on_device();
}

void TestBackends::tinyPoles() {
  // CASES 5: lambda of 0 and nearly 0.
  ssm::ContinuousModel continuous;
  continuous.lambda = {0.0, -1e-9, -1e-6, -1e-4, -1e-300};
  continuous.B.assign(5, 1.0);
  continuous.C.assign(5, 1.0);
  const auto model = ssm::discretise(continuous, Rule::Zoh, 1e-3);
  const double error = test::relative_difference(test::kernel_of(*subject_, model, 5000),
                                                 test::plain_kernel(model, 5000));
  QVERIFY2(error < tolerance(), test::sizes(5, 5000, error));
  all_on_device();
}

void TestBackends::extremeScales() {
  // Numbers that float32 does not have; the device sees them scaled.
  Random random(13);
  for (const double scale : {1e-60, 1e-30, 1e30, 1e60, 1e120, 1e-120}) {
    auto model = test::random_model(random, 6);
    for (Complex& c : model.c) c *= scale;
    model.d *= scale;
    auto u = test::random_input(random, 700);
    for (double& value : u) value /= scale;
    QVERIFY(test::relative_difference(test::kernel_of(*subject_, model, 700),
                                      test::plain_kernel(model, 700)) < tolerance());
    QVERIFY(test::relative_difference(test::response_of(*subject_, model, u),
                                      test::plain_response(model, u)) < tolerance());
    const auto omega = test::frequency_grid(100);
    QVERIFY(test::relative_difference(test::frequency_of(*subject_, model, omega),
                                      test::plain_frequency(model, omega)) < tolerance());
  }
  all_on_device();
}

void TestBackends::modesThatCancel() {
  // Two nearly equal modes of opposite sign (CASES 15, but closer): float32 would keep no digit of
  // their sum, so it is not what makes it.
  ssm::DiscreteModel model;
  model.abar = {std::polar(0.995, 0.2), std::polar(0.995, 0.2 + 1e-9)};
  model.bbar = {0.01, 0.01};
  model.c = {1.0, -1.0};
  Random random(14);
  const auto u = test::random_input(random, 1000);
  const auto omega = test::frequency_grid(500);
  // The references cancel as well: long double leaves 1e-10 of the sum's digits.
  const double allowed = std::max(tolerance(), 1e-6);
  QVERIFY(test::relative_difference(test::kernel_of(*subject_, model, 1000),
                                    test::plain_kernel(model, 1000)) < allowed);
  QVERIFY(test::relative_difference(test::response_of(*subject_, model, u),
                                    test::plain_response(model, u)) < allowed);
  QVERIFY(test::relative_difference(test::frequency_of(*subject_, model, omega),
                                    test::plain_frequency(model, omega)) < allowed);
  const std::string reason = handed_on();
  QCOMPARE(reason.empty(), is_cpu());
  if (!is_cpu()) QVERIFY2(reason.find("cancel") != std::string::npos, reason.c_str());
}

void TestBackends::cancellingMoreAndMore() {
  // Differences of neighbouring poles, as fits like them: wherever the device stops to trust
  // itself, what it does answer holds. (Double precision loses these digits itself.)
  if (!single()) return;
  Random random(17);
  const auto u = test::random_input(random, 600);
  const auto omega = test::frequency_grid(400);
  std::size_t handed = 0;
  for (int decade = 0; decade < 16; ++decade) {
    const double apart = 0.3 * std::pow(10.0, -0.5 * decade);
    for (const auto& weights : {std::vector<double>{1, -1}, std::vector<double>{1, -2, 1},
                                std::vector<double>{1, -3, 3, -1}}) {
      ssm::DiscreteModel model;
      for (std::size_t m = 0; m < weights.size(); ++m) {
        model.abar.push_back(std::polar(0.99, 0.2 + apart * static_cast<double>(m)));
        model.bbar.emplace_back(0.6, 0.8);
        model.c.emplace_back(weights[m], 0.0);
      }
      const auto check = [&](const auto& value, const auto& exact) {
        if (!subject_->handed_on().empty()) {
          ++handed;
          return true;
        }
        return test::relative_difference(value, exact) < tolerance();
      };
      subject_->reports.clear();
      QVERIFY(check(test::kernel_of(*subject_, model, 600), test::plain_kernel(model, 600)));
      QVERIFY(check(test::response_of(*subject_, model, u), test::plain_response(model, u)));
      QVERIFY(
          check(test::frequency_of(*subject_, model, omega), test::plain_frequency(model, omega)));
    }
  }
  QVERIFY(handed > 20 && handed < 130);  // of 144
}

void TestBackends::directTermAlone() {
  ssm::DiscreteModel model;
  model.abar = {0.5};
  model.bbar = {1.0};
  model.c = {0.0};
  model.d = 1.5;
  QCOMPARE(test::kernel_of(*subject_, model, 3), (std::vector<double>{1.5, 0.0, 0.0}));
  const std::vector<double> u{1.0, -2.0, 3.0};
  QCOMPARE(test::response_of(*subject_, model, u), (std::vector<double>{1.5, -3.0, 4.5}));
  QCOMPARE(test::product_of(*subject_, model, compute::Toeplitz::Transposed, u),
           (std::vector<double>{1.5, -3.0, 4.5}));
}

void TestBackends::nothingWrapsAround() {
  // CASES 6.
  ssm::DiscreteModel model;
  model.abar = {0.99};
  model.bbar = {0.5};
  model.c = {1.0};
  std::vector<double> u(256, 0.0);
  u[200] = 1.0;
  const auto y = test::response_of(*subject_, model, u);
  for (std::size_t t = 0; t < 200; ++t) QCOMPARE(y[t], 0.0);
  QVERIFY(std::abs(y[201] - 0.99) < tolerance());
}

void TestBackends::notFiniteNumbersStayWhereTheyAre() {
  Random random(15);
  const auto model = test::random_model(random, 4);
  auto u = test::random_input(random, 300);
  u[250] = std::nan("");
  const auto y = test::response_of(*subject_, model, u);
  for (std::size_t t = 0; t < 300; ++t) QCOMPARE(std::isfinite(y[t]), t < 250);
  auto broken = model;
  broken.c[1] = HUGE_VAL;
  const auto h = test::kernel_of(*subject_, broken, 10);
  QVERIFY(!std::isfinite(h[0]));
  const auto w = test::frequency_of(*subject_, model, std::vector<double>{0.5, std::nan("")});
  QVERIFY(std::isfinite(w[0].real()) && !std::isfinite(w[1].real()));
  QCOMPARE(handed_on().empty(), is_cpu());
}

void TestBackends::zeroModesAndZeroLength() {
  ssm::DiscreteModel none;
  none.d = 2.0;
  QCOMPARE(test::kernel_of(*subject_, none, 3), (std::vector<double>{2.0, 0.0, 0.0}));
  const std::vector<double> u(600, 1.0);
  QVERIFY(test::states_of(*subject_, none, u).empty());
  QCOMPARE(test::response_of(*subject_, none, u), std::vector<double>(600, 2.0));
  QCOMPARE(test::frequency_of(*subject_, none, u), std::vector<Complex>(600, 2.0));
  Random random(16);
  const auto model = test::random_model(random, 3);
  QVERIFY(test::kernel_of(*subject_, model, 0).empty());
  QVERIFY(test::states_of(*subject_, model, {}).empty());
  QVERIFY(test::ring_of(*subject_, model, {}).empty());
  QVERIFY(test::response_of(*subject_, model, {}).empty());
  QVERIFY(test::frequency_of(*subject_, model, {}).empty());
}

QTEST_APPLESS_MAIN(TestBackends)
#include "test_backends.moc"
