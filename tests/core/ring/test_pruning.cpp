// Greedy backward elimination against simulation, its floor, and modes that overlap (MATHS section
// 2, "pruning", section 6 (b), CASES 15).
#include <QtTest>
#include <cmath>
#include <numeric>
#include <set>

#include "core/compute/cpu_backend.hpp"
#include "core/compute/pool.hpp"
#include "core/ring/pruning.hpp"
#include "tests/core/ring/analysis_support.hpp"

using namespace ssmscope;
using namespace ssmscope::ring;

namespace {

// A sum of squares in closed form and by simulation to where nothing is left; what cancels in G
// leaves rounding of the largest energy.
constexpr double kRounding = 1e-9;
constexpr std::size_t kLong = 60000;  // the slowest pole here is 0.999: e^-60 of it is left

std::vector<double> kernel_of(const ssm::DiscreteModel& model, std::size_t length) {
  test::DirectBackend backend;
  compute::Progress progress;
  std::vector<double> h(length);
  backend.kernel(model.batch(), length, h, progress);
  return h;
}

double energy_of(const std::vector<double>& h) {
  return std::inner_product(h.begin(), h.end(), h.begin(), 0.0);
}

double squared_difference(const std::vector<double>& a, const std::vector<double>& b) {
  double sum = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += (a[i] - b[i]) * (a[i] - b[i]);
  return sum;
}

class Pruner {
 public:
  Pruning operator()(const ssm::DiscreteModel& model, std::size_t keep, bool refit = false,
                     std::size_t length = 1024) {
    compute::Progress progress;
    return prune(model, keep, refit, length, *backend_, progress);
  }

 private:
  compute::Pool pool_{1};
  std::shared_ptr<compute::Backend> backend_ = compute::make_cpu_backend(pool_);
};

std::vector<int> all_but(const std::vector<int>& order, std::size_t gone) {
  return {order.begin() + static_cast<std::ptrdiff_t>(gone), order.end()};
}

}  // namespace

class TestPruning : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void errorsAreThoseOfTheSimulatedCopies_data() {
    QTest::addColumn<int>("modes");
    for (const int modes : {1, 2, 7, 12}) QTest::addRow("%d modes", modes) << modes;
  }
  void errorsAreThoseOfTheSimulatedCopies() {
    QFETCH(int, modes);
    compute::Random random(static_cast<std::uint64_t>(modes));
    const auto model = test::random_discrete(random, static_cast<std::size_t>(modes));
    const Pruning result = Pruner()(model, 1);
    QCOMPARE(result.order.size(), model.modes());
    const auto h = kernel_of(model, kLong);
    for (std::size_t gone = 0; gone <= model.modes(); ++gone) {
      const auto copy = with_modes(model, all_but(result.order, gone));
      const auto kept = copy.modes() == 0 ? std::vector<double>(kLong) : kernel_of(copy, kLong);
      std::vector<double> left = kept;
      if (copy.modes() == 0) left[0] = model.d;
      const double expected = std::sqrt(squared_difference(h, left) / energy_of(h));
      QVERIFY(std::abs(result.kernel_error[model.modes() - gone] - expected) <= kRounding);
    }
    QCOMPARE(result.kernel_error.back(), 0.0);
  }

  void everyStepDropsTheModeThatCostsLeast() {
    compute::Random random(3);
    const auto model = test::random_discrete(random, 8);
    const Pruning result = Pruner()(model, 1);
    const auto h = kernel_of(model, kLong);
    for (std::size_t gone = 0; gone + 1 < model.modes(); ++gone) {
      const auto left = all_but(result.order, gone);
      double least = INFINITY;
      for (std::size_t i = 0; i < left.size(); ++i) {
        auto without = left;
        without.erase(without.begin() + static_cast<std::ptrdiff_t>(i));
        least =
            std::min(least, squared_difference(h, kernel_of(with_modes(model, without), kLong)));
      }
      const double taken = result.kernel_error[left.size() - 1];
      QVERIFY(std::abs(taken - std::sqrt(least / energy_of(h))) <= kRounding);
    }
  }

  void noCopyBeatsTheFloor() {
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
      compute::Random random(seed);
      auto model = test::random_discrete(random, 6);
      if (seed % 2 == 0) model.abar[2] = model.abar[2].real();  // a mode of one real state
      for (std::size_t keep = 1; keep <= 6; ++keep) {
        const Pruning result = Pruner()(model, keep, true);
        QVERIFY(result.floor[keep] <= result.kernel_error[keep] + kRounding);
        QVERIFY(result.floor[keep] <= result.refitted_error + kRounding);
      }
      const Pruning all = Pruner()(model, 6);
      QVERIFY(all.floor[6] <= kRounding);
      QVERIFY(all.floor[0] > 0.1);
    }
  }

  void refittingHelps() {
    compute::Random random(5);
    const auto model = test::random_discrete(random, 10);
    for (const std::size_t keep : {1, 3, 6}) {
      const Pruning plain = Pruner()(model, keep), solved = Pruner()(model, keep, true, 1U << 14);
      QVERIFY(std::isnan(plain.refitted_error));
      QVERIFY(solved.refitted_error <= solved.kernel_error[keep] + kRounding);
      const double seen =
          std::sqrt(squared_difference(kernel_of(model, kLong), kernel_of(solved.model, kLong)) /
                    energy_of(kernel_of(model, kLong)));
      QVERIFY(std::abs(solved.refitted_error - seen) <= kRounding);
    }
  }

  void overlappingModesGoTogether() {
    // CASES 15: alone each holds six times the energy of their sum.
    ssm::ContinuousModel pair;
    pair.lambda = {{-0.5, 20.0}, {-0.5, 20.3}};
    pair.B = {1.0, 1.0};
    pair.C = {1.0, -1.0};
    const auto model = ssm::discretise(pair, Rule::Zoh, 0.01);
    constexpr double kDigits = 5e-8;  // of the figures' seven decimals
    QVERIFY(std::abs(ssm::kernel_energy(model) - 0.0032916) <= kDigits);
    const Pruning result = Pruner()(model, 1);
    const double one = 0.0199458, other = 0.0199435;
    QVERIFY(std::abs(std::pow(result.kernel_error[1], 2) * 0.0032916 - std::min(one, other)) <=
            1e-6);
    QVERIFY(result.kernel_error[1] > result.kernel_error[0]);  // one is worse than none
    QCOMPARE(result.order[0], 1);
  }

  void outputErrorsAreThoseOfTheCopies() {
    compute::Random random(8);
    const auto model = test::random_discrete(random, 5);
    constexpr std::size_t kSteps = 37;
    std::vector<double> u(kSteps);
    for (double& value : u) value = random.normal();
    test::DirectBackend direct;
    compute::Progress progress;
    std::vector<Complex> states(kSteps * 5);
    std::vector<double> y(kSteps), copied(kSteps);
    direct.states(model.batch(), kSteps, u, {}, states, progress);
    direct.response(model.batch(), kSteps, u, {}, y, progress);
    const std::vector<int> order = {3, 0, 4, 1, 2};
    constexpr std::size_t kFirst = 20;
    OutputErrors errors(model, order);
    errors.add(std::span(states).first(kFirst * 5), std::span(y).first(kFirst), progress);
    errors.add(std::span(states).subspan(kFirst * 5), std::span(y).subspan(kFirst), progress);
    const auto relative = errors.relative();
    for (std::size_t keep = 1; keep <= 5; ++keep) {
      const auto copy = with_modes(model, all_but(order, 5 - keep));
      direct.response(copy.batch(), kSteps, u, {}, copied, progress);
      const double expected = std::sqrt(squared_difference(y, copied) / energy_of(y));
      QVERIFY(std::abs(relative[keep] - expected) <= 1e-12);
    }
  }

  void whatCannotBePrunedIsSaid() {
    ssm::DiscreteModel model;
    model.abar = {1.01};
    model.bbar = model.c = {1.0};
    QVERIFY(Pruner()(model, 1).order.empty());
    QVERIFY(Pruner()(model, 1).notes[0].find("unstable") != std::string::npos);
    model.abar = {0.5};
    model.c = {0.0};
    QVERIFY(Pruner()(model, 1).notes[0].find("zero") != std::string::npos);
    compute::Random random(1);
    const auto large = test::random_discrete(random, kMostPruned + 1);
    QVERIFY(Pruner()(large, 1).notes[0].find("1025") != std::string::npos);
  }

  void askedForMoreItKeepsAll() {
    compute::Random random(9);
    const auto model = test::random_discrete(random, 4);
    const Pruning result = Pruner()(model, 100);
    QCOMPARE(result.kept, (std::vector<int>{0, 1, 2, 3}));
    const std::set<int> gone(result.order.begin(), result.order.end());
    QCOMPARE(gone.size(), std::size_t{4});
  }
};

QTEST_GUILESS_MAIN(TestPruning)
#include "test_pruning.moc"
