// What fitted modes are read as.
#include <QTest>
#include <cmath>
#include <numbers>

#include "core/memory/fitted_modes.hpp"

using namespace ssmscope;

class TestFittedModes : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void the_nearest_is_by_frequency() {
    const std::vector<memory::FittedMode> modes = {
        {{-0.1, 0.0}, 1.0}, {{-0.1, -2.1}, 1.0}, {{-0.1, 2.9}, 1.0}};
    QCOMPARE(memory::nearest_fitted_mode(modes, 0.9), std::optional<int>(0));
    QCOMPARE(memory::nearest_fitted_mode(modes, 2.0), std::optional<int>(1));
    QCOMPARE(memory::nearest_fitted_mode(modes, 3.0), std::optional<int>(2));
    QCOMPARE(memory::nearest_fitted_mode({}, 1.0), std::optional<int>());
    QCOMPARE(memory::nearest_fitted_mode(modes, std::nan("")), std::optional<int>());
  }

  void frequency_and_memory_as_sampling_shows_them() {
    const double turn = 2.0 * std::numbers::pi;
    QCOMPARE(memory::shown_frequency({{-0.1, turn - 0.5}, 1.0}), 0.5);
    QCOMPARE(memory::memory_steps({{-0.25, 1.0}, 1.0}), 4.0);
    QVERIFY(std::isnan(memory::memory_steps({{0.0, 1.0}, 1.0})));
  }

  void states_count_twice_for_a_pair() {
    QCOMPARE(memory::real_states(
                 std::vector<memory::FittedMode>{{{-0.1, 0.0}, 1.0}, {{-0.1, 0.7}, 1.0}}),
             3);
  }

  void states_of_a_model_are_those_of_its_poles() {
    Model model;
    model.pairs = 5;
    QCOMPARE(memory::real_states(model), 9);  // the first pole of S4D-Lin is real
    model.conjugate = false;
    QCOMPARE(memory::real_states(model), 9);  // Re of a damped wave still needs its sine and cosine
    model.init = Init::Inv;
    QCOMPARE(memory::real_states(model), 10);
    model.init = Init::Real;
    QCOMPARE(memory::real_states(model), 5);
    model.init = Init::Explicit;
    model.lambda = {-0.5, Complex(-0.5, 2.0), Complex(-0.1, -1.0)};
    QCOMPARE(memory::real_states(model), 5);
    // The whole spectrum of five states, as a file may give it.
    model.lambda = {Complex(-0.5, 2.0), Complex(-0.5, -2.0), -0.5, Complex(-0.5, 7.0),
                    Complex(-0.5, -7.0)};
    QCOMPARE(memory::real_states(model), 5);
    QCOMPARE(memory::floor_states(model), 5);
    model.D = 0.1;
    QCOMPARE(memory::floor_states(model), 6);
  }
};

QTEST_APPLESS_MAIN(TestFittedModes)
#include "test_fitted_modes.moc"
