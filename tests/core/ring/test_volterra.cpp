// The decoder as a power series (MATHS section 2, "Volterra view").
#include <QtTest>
#include <cmath>
#include <numbers>

#include "core/ring/volterra.hpp"
#include "tests/core/ring/analysis_support.hpp"

using namespace ssmscope;
using namespace ssmscope::ring;

namespace {

constexpr double kRounding = 1e-12;

Layer layer_with(Activation activation, std::size_t channels = 1) {
  ssm::DiscreteModel model;
  model.abar = model.bbar = model.c = {0.5};
  return layer_of(std::vector<ssm::DiscreteModel>(channels, model), activation);
}

Volterra orders_of(Activation activation, const std::vector<double>& y, std::size_t channels = 1) {
  return volterra(layer_with(activation, channels), y, y.size() / channels, compute::Progress());
}

std::vector<double> around(double point, double size, std::size_t count) {
  std::vector<double> y(count);
  for (std::size_t t = 0; t < count; ++t)
    y[t] = point +
           size * std::sin(2.0 * test::kPi * static_cast<double>(t) / static_cast<double>(count));
  return y;
}

}  // namespace

class TestVolterra : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void aLinearDecoderIsItsFirstOrder() {
    const auto result = orders_of(Activation::Identity, around(0.3, 2.0, 100));
    QCOMPARE(result.share.size(), static_cast<std::size_t>(kVolterraOrders));
    QVERIFY(std::abs(result.share[0] - 1.0) <= kRounding);
    for (std::size_t p = 1; p < result.share.size(); ++p) QCOMPARE(result.share[p], 0.0);
    QVERIFY(result.remainder[0] <= kRounding);
    QVERIFY(std::abs(result.point[0] - 0.3) <= kRounding);
  }

  void ordersOfTanhAboutZeroAreOdd() {
    // tanh y = y - y^3/3 + 2 y^5/15 - 17 y^7/315, with <sin^2>, <sin^6>, .. = 1/2, 5/16, ..
    const double size = 0.5;
    const auto result = orders_of(Activation::Tanh, around(0.0, size, 4096));
    double whole = 0.0;
    for (const double y : around(0.0, size, 4096)) whole += std::pow(std::tanh(y), 2) / 4096;
    QVERIFY(std::abs(result.share[0] * whole - 0.5 * size * size) <= kRounding);
    QVERIFY(std::abs(result.share[2] * whole - 5.0 / 16 / 9 * std::pow(size, 6)) <= kRounding);
    for (const std::size_t even : {1, 3, 5, 7}) QVERIFY(result.share[even] <= kRounding);
    QCOMPARE(result.outside, std::size_t{0});
  }

  void remaindersFallWhereTheSeriesConverges() {
    for (const Activation kind : {Activation::Gelu, Activation::Tanh}) {
      const auto result = orders_of(kind, around(0.4, 0.6, 500));
      for (std::size_t p = 2; p < result.remainder.size(); ++p)
        QVERIFY(result.remainder[p] <= result.remainder[p - 1] + kRounding);
      QVERIFY(result.remainder.back() < 1e-6);
    }
  }

  void tanhSaysWhereItDoesNotConverge() {
    const double reach = std::hypot(0.2, std::numbers::pi / 2);
    const std::vector<double> y = {0.2, 0.2 + 1.01 * reach, 0.2 - 1.01 * reach, 0.2 + 0.5 * reach,
                                   0.2 - 0.5 * reach};  // their mean is 0.2
    const auto result = orders_of(Activation::Tanh, y);
    QCOMPARE(result.outside, std::size_t{2});
    QVERIFY(result.notes.size() == 1 && result.notes[0].find("2 of 5") != std::string::npos);
    QCOMPARE(orders_of(Activation::Gelu, y).outside, std::size_t{0});
  }

  void everyChannelHasItsOwnPoint() {
    std::vector<double> y = around(1.0, 0.1, 64);
    const auto second = around(-2.0, 0.1, 64);
    y.insert(y.end(), second.begin(), second.end());
    const auto result = orders_of(Activation::Gelu, y, 2);
    QVERIFY(std::abs(result.point[0] - 1.0) <= kRounding);
    QVERIFY(std::abs(result.point[1] + 2.0) <= kRounding);
    QVERIFY(result.remainder.back() < 1e-12);
  }

  void nothingToExpandIsSaid() {
    for (const Activation kind : {Activation::Relu, Activation::Glu}) {
      const auto result = orders_of(kind, around(0.0, 1.0, 16));
      QVERIFY(result.share.empty());
      QCOMPARE(result.notes.size(), std::size_t{1});
    }
    const auto still = orders_of(Activation::Gelu, std::vector<double>(8, 0.25));
    QVERIFY(still.share.empty());
    QVERIFY(still.notes[0].find("does not move") != std::string::npos);
  }
};

QTEST_GUILESS_MAIN(TestVolterra)
#include "test_volterra.moc"
