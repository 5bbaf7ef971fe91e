// The memory view over real analyses: what it draws is what was computed.
#include <QLabel>
#include <algorithm>
#include <cmath>

#include "core/memory/memory_analysis.hpp"
#include "tests/ui/views/view_fixture.hpp"
#include "ui/views/memory/memory_view.hpp"

using namespace ssmscope;

namespace {

Scenario small_scenario() {
  Scenario scenario;
  scenario.model.pairs = 6;
  scenario.target.length = 96;
  scenario.fit.pairs = 3;
  return scenario;
}

/// The column of that name's end; empty if there is none.
std::vector<double> column(const data::Table& table, const std::string& ending) {
  for (std::size_t i = 0; i < table.names.size(); ++i) {
    if (table.names[i].ends_with(ending)) return table.columns[i];
  }
  return {};
}

}  // namespace

class TestMemoryView : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void shows_what_was_computed() {
    test::ViewFixture fixture;
    ui::MemoryView view(fixture.workspace, nullptr);
    view.resize(900, 600);
    view.applyTheme(ui::lightTheme());
    view.show();
    const Scenario scenario = small_scenario();
    QVERIFY(test::show_scenario(view, scenario));

    compute::Progress progress;
    const auto expected = memory::analyse_memory(scenario, *fixture.cpu, progress);
    auto* const fit = view.findChild<ui::LineChart*>("memory.fit");
    QVERIFY(fit != nullptr);
    QCOMPARE(fit->curveKeys(), (QStringList{"rho", "own", "fit"}));
    const data::Table drawn = fit->table();
    QVERIFY(!drawn.columns.empty());
    bool found = false;
    for (const auto& values : drawn.columns) found = found || values == expected.rho;
    QVERIFY2(found, "the target is not among the drawn numbers");
    QVERIFY(column(view.table(), "target ρ") == expected.rho);

    const QString read_outs = view.findChild<QLabel*>("memory.readouts")->text();
    QVERIFY2(read_outs.contains(ui::numberText(expected.own_relative_mse, 3)),
             qPrintable(read_outs));
    QVERIFY2(view.caption().contains("96 steps"), qPrintable(view.caption()));
  }

  void alpha_moves_the_picture() {
    test::ViewFixture fixture;
    ui::MemoryView view(fixture.workspace, nullptr);
    view.resize(500, 320);
    view.applyTheme(ui::darkTheme());
    view.show();
    Scenario scenario = small_scenario();
    QVERIFY(test::show_scenario(view, scenario));
    const QImage before = view.figure({500, 320}, 1.0);
    scenario.target.alpha = 0.9;
    QVERIFY(test::show_scenario(view, scenario));
    const QImage after = view.figure({500, 320}, 1.0);
    QVERIFY(before != after);
    QVERIFY(test::count_pixels(after, ui::darkTheme().lines[1]) > 20);
  }

  void draws_into_a_hidden_picture_at_twice_the_scale() {
    test::ViewFixture fixture;
    ui::MemoryView view(fixture.workspace, nullptr);
    view.applyTheme(ui::lightTheme());
    QVERIFY(test::show_scenario(view, small_scenario()));
    const QImage image = view.figure({600, 400}, 2.0);
    QCOMPARE(image.size(), QSize(1200, 800));
    QVERIFY(test::count_pixels(image, ui::lightTheme().lines[0]) > 50);
  }

  void ghosts_are_kept_until_they_are_cleared() {
    test::ViewFixture fixture;
    ui::MemoryView view(fixture.workspace, nullptr);
    QVERIFY(test::show_scenario(view, small_scenario()));
    auto* const fit = view.findChild<ui::LineChart*>("memory.fit");
    view.pin();
    QCOMPARE(fit->pinCount(), 1);
    view.clearPins();
    QCOMPARE(fit->pinCount(), 0);
  }

  void a_picked_lag_is_everyones() {
    test::ViewFixture fixture;
    ui::MemoryView view(fixture.workspace, nullptr);
    QVERIFY(test::show_scenario(view, small_scenario()));
    Q_EMIT view.findChild<ui::LineChart*>("memory.fit")->picked("rho", 17);
    QCOMPARE(fixture.selection.lag(), std::optional<int>(17));
  }

  void an_exact_kernel_stands_on_its_floor() {
    test::ViewFixture fixture;
    ui::MemoryView view(fixture.workspace, nullptr);
    Scenario scenario;  // rho = 0.9^s and 1 more at s = 0: one state and D
    scenario.model.init = Init::Explicit;
    scenario.model.pairs = 1;
    scenario.model.lambda = {std::log(0.9)};
    scenario.model.conjugate = false;
    scenario.model.D = 1.0;
    scenario.discretisation.delta = 1.0;
    scenario.fit.pairs = 2;
    scenario.target.kind = MemoryKind::Samples;
    scenario.target.length = 32;
    for (int s = 0; s < 32; ++s)
      scenario.target.values.push_back(std::pow(0.9, s) + (s == 0 ? 1.0 : 0.0));
    QVERIFY(test::show_scenario(view, scenario));
    const auto table = view.findChild<ui::LineChart*>("memory.error")->table();
    const auto own = std::ranges::find(table.names, "own kernel") - table.names.begin();
    QVERIFY(own > 0 && own < std::ssize(table.names));
    QCOMPARE(table.columns[static_cast<std::size_t>(own - 1)], std::vector<double>{2.0});
    QVERIFY2(!view.caption().contains("can go below"), qPrintable(view.caption()));
  }

  void an_unstable_model_is_warned_of() {
    test::ViewFixture fixture;
    ui::MemoryView view(fixture.workspace, nullptr);
    view.applyTheme(ui::lightTheme());
    auto* const notes = view.findChild<QLabel*>("memory.notes");
    QVERIFY(test::show_scenario(view, small_scenario()));
    QCOMPARE(test::ink_of(*notes), ui::lightTheme().faint_text);
    QVERIFY(test::show_scenario(view, test::grown_from(small_scenario())));
    QCOMPARE(test::ink_of(*notes), ui::lightTheme().warning);
  }

  void a_zero_target_is_said() {
    test::ViewFixture fixture;
    ui::MemoryView view(fixture.workspace, nullptr);
    Scenario scenario = small_scenario();
    scenario.target.kind = MemoryKind::Samples;
    scenario.target.values.assign(12, 0.0);
    scenario.target.length = 12;
    QVERIFY(test::show_scenario(view, scenario));
    QVERIFY(view.status().error.isEmpty());
    QVERIFY(!view.figure({400, 300}, 1.0).isNull());
  }

  void a_selected_mode_marks_the_fitted_one_nearest_in_frequency() {
    test::ViewFixture fixture;
    ui::MemoryView view(fixture.workspace, nullptr);
    view.applyTheme(ui::lightTheme());
    view.resize(900, 600);
    view.show();
    QVERIFY(test::show_scenario(view, small_scenario()));
    auto* const modes = view.findChild<ui::LineChart*>("memory.modes");
    const QColor accent = ui::lightTheme().accent;
    const int before = test::count_pixels(modes->figure({400, 300}, 1.0), accent, 12);
    fixture.selection.setMode(2);
    QVERIFY(test::count_pixels(modes->figure({400, 300}, 1.0), accent, 12) > before + 15);
    fixture.selection.setMode(99);  // of another model: marks nothing
    QCOMPARE(test::count_pixels(modes->figure({400, 300}, 1.0), accent, 12), before);
  }
};

QTEST_MAIN(TestMemoryView)
#include "test_memory_view.moc"
