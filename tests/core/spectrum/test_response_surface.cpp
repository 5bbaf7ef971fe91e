// |H(z)| over the plane: the circle, the poles, symmetry, both conventions.
#include <QtTest>

#include "core/spectrum/pole_residue_sum.hpp"
#include "core/spectrum/response_surface.hpp"
#include "tests/core/ring/analysis_support.hpp"

using namespace ssmscope;
using namespace ssmscope::test;
using spectrum::Convention;

namespace {

constexpr double kDecibels = 1e-8;
constexpr std::size_t kMostCells = 20000;  // what software OpenGL draws in about 30 ms

}  // namespace

class TestResponseSurface : public QObject {
  Q_OBJECT
 private slots:
  void is_the_rational_function();
  void circle_row_is_the_response();
  void poles_are_peaks();
  void is_the_same_above_and_below();
  void stays_small();
  void degenerate_models();
  void can_be_cancelled();
};

void TestResponseSurface::is_the_rational_function() {
  compute::Random random(1);
  compute::Progress progress;
  for (const Convention convention : {Convention::Present, Convention::Delayed}) {
    const auto model = random_discrete(random, 5);
    const auto surface = spectrum::response_surface(model, progress, convention);
    for (std::size_t row = 1; row < surface.radius.size(); ++row) {  // z^-1 has no value at 0
      for (std::size_t k = 0; k < surface.angle.size(); ++k) {
        const Complex z = std::polar(surface.radius[row], surface.angle[k]);
        Complex sum = 0.0;
        for (std::size_t m = 0; m < model.modes(); ++m) {
          const Complex g = model.c[m] * model.bbar[m], a = model.abar[m];
          sum += g / (1.0 - a / z) + std::conj(g) / (1.0 - std::conj(a) / z);
        }
        if (convention == Convention::Delayed) sum /= z;
        const double height = 20.0 * std::log10(std::abs(sum + model.d));
        const double expected = std::clamp(height, surface.lowest, surface.highest);
        QVERIFY(std::isnan(height) || std::abs(surface.at(row, k) - expected) < 1e-6);
      }
    }
  }
}

void TestResponseSurface::circle_row_is_the_response() {
  compute::Random random(2);
  compute::Progress progress;
  const auto model = random_discrete(random, 7);
  const auto surface = spectrum::response_surface(model, progress);
  const spectrum::PoleResidueSum sum(model);
  QCOMPARE(surface.radius[surface.circle], 1.0);
  double largest = -1e300;
  for (std::size_t k = 0; k < surface.angle.size(); ++k) {
    const double expected = 20.0 * std::log10(std::abs(sum.at(surface.angle[k]).value));
    if (expected > surface.lowest)
      QVERIFY(std::abs(surface.at(surface.circle, k) - expected) < kDecibels);
    largest = std::max(largest, surface.at(surface.circle, k));
  }
  QVERIFY(largest < surface.highest && largest > surface.lowest);
}

void TestResponseSurface::poles_are_peaks() {
  compute::Progress progress;
  ssm::DiscreteModel model;
  model.abar = {std::polar(0.9, 0.777), std::polar(0.5, 2.1)};
  model.bbar = model.c = {1.0, 1.0};
  const auto surface = spectrum::response_surface(model, progress);
  for (const Complex& pole : model.abar) {
    const auto row = static_cast<std::size_t>(
        std::find_if(surface.radius.begin(), surface.radius.end(),
                     [&](double r) { return std::abs(r - std::abs(pole)) < 1e-12; }) -
        surface.radius.begin());
    const auto column = static_cast<std::size_t>(
        std::find_if(surface.angle.begin(), surface.angle.end(),
                     [&](double a) { return std::abs(a - std::arg(pole)) < 1e-12; }) -
        surface.angle.begin());
    QVERIFY(row < surface.radius.size() && column < surface.angle.size());
    QCOMPARE(surface.at(row, column), surface.highest);
  }
}

void TestResponseSurface::is_the_same_above_and_below() {
  compute::Random random(3);
  compute::Progress progress;
  const auto surface = spectrum::response_surface(random_discrete(random, 3), progress);
  const std::size_t columns = surface.angle.size();
  QCOMPARE(columns % 2, std::size_t{1});
  QVERIFY(std::is_sorted(surface.angle.begin(), surface.angle.end()));
  QVERIFY(std::is_sorted(surface.radius.begin(), surface.radius.end()));
  QCOMPARE(surface.angle.front(), -kPi);
  QCOMPARE(surface.angle.back(), kPi);
  for (std::size_t row = 0; row < surface.radius.size(); ++row)
    for (std::size_t k = 0; k < columns; ++k)
      QCOMPARE(surface.at(row, k), surface.at(row, columns - 1 - k));
}

void TestResponseSurface::stays_small() {
  compute::Random random(4);
  compute::Progress progress;
  for (const std::size_t modes : {1U, 32U, 500U}) {
    const auto surface = spectrum::response_surface(random_discrete(random, modes), progress);
    QVERIFY(surface.radius.size() * surface.angle.size() < kMostCells);
    QCOMPARE(surface.height_db.size(), surface.radius.size() * surface.angle.size());
    for (const double height : surface.height_db)
      QVERIFY(height >= surface.lowest && height <= surface.highest);
  }
}

void TestResponseSurface::degenerate_models() {
  compute::Progress progress;
  ssm::DiscreteModel model;
  model.abar = {0.0, 1.0, std::polar(1.0, 0.5), 40.0};  // dead, on the circle, far out
  model.bbar = model.c = ComplexList(4, 1.0);
  const auto surface = spectrum::response_surface(model, progress);
  for (const double height : surface.height_db) QVERIFY(std::isfinite(height));
  model.c = ComplexList(4, 0.0);  // the response is zero
  for (const double height : spectrum::response_surface(model, progress).height_db)
    QVERIFY(std::isfinite(height));
}

void TestResponseSurface::can_be_cancelled() {
  compute::Random random(5);
  CountingProgress cancels(2);
  QVERIFY_THROWS_EXCEPTION(compute::Cancelled,
                           spectrum::response_surface(random_discrete(random, 300), cancels));
}

QTEST_APPLESS_MAIN(TestResponseSurface)
#include "test_response_surface.moc"
