// The decoder view over its own analysis: maps that follow the clock, selection, notices.
#include <QTest>
#include <cmath>

#include "tests/ui/views/view_fixture.hpp"
#include "ui/views/decoder/decoder_text.hpp"
#include "ui/views/decoder/decoder_view.hpp"

using namespace ssmscope;

namespace {

Scenario small() {
  Scenario s;
  s.model.pairs = 6;
  s.model.C = Seeded{3};
  s.input = NoiseInput{5, 1.0};
  s.resolution.steps = 40;
  s.resolution.kernel_length = 96;
  s.decoder.lags = 16;
  s.decoder.keep = 2;
  return s;
}

using Shown = test::ShownView<ui::DecoderView>;

QImage picture(Shown& shown, const char* id) {
  return shown.figure<ui::HeatMap>(id)->figure(QSize(400, 360), 1.0);
}

}  // namespace

class TestDecoderView : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void mapsFollowTheClock() {
    Shown shown(small());
    QVERIFY(shown.shown);
    shown.fixture.clock.setTime(7.6);
    QCOMPARE(shown.view.shownRow(), std::size_t{7});
    const QImage at7 = picture(shown, "energy");
    shown.fixture.clock.setTime(31);
    QCOMPARE(shown.view.shownRow(), std::size_t{31});
    QVERIFY(picture(shown, "energy") != at7);
    QVERIFY(picture(shown, "lags") != QImage());
  }

  void ofTheMeanTheyStandStill() {
    Scenario s = small();
    s.decoder.pooling = Pooling::Mean;
    Shown shown(s);
    shown.fixture.clock.setTime(7);
    const QImage at7 = picture(shown, "energy");
    shown.fixture.clock.setTime(31);
    QCOMPARE(picture(shown, "energy"), at7);
  }

  void aClickOnAPairSelectsAMode() {
    Shown shown(small());
    auto* map = shown.figure<ui::HeatMap>("strength");
    QVERIFY(map->isVisible());
    const QRectF plot = map->plotArea();
    // Six modes from the bottom up: the middle of the second row from above is mode 4.
    const QPoint at(static_cast<int>(plot.center().x()),
                    static_cast<int>(plot.top() + plot.height() * 1.5 / 6.0));
    QTest::mouseClick(map, Qt::LeftButton, {}, at);
    QCOMPARE(shown.fixture.selection.mode(), std::optional<int>(4));
    QTest::mouseMove(map, at);
    QVERIFY2(map->readOutText().contains(QStringLiteral("4")), qPrintable(map->readOutText()));
  }

  void everyNumberIsInTheTable() {
    Shown shown(small());
    const auto text = data::csv_text(shown.view.table());
    for (const char* column : {"lags: ", "strength: ", "output: f", "pruning: of the kernel"})
      QVERIFY2(text.find(column) != std::string::npos, text.substr(0, 300).c_str());
  }

  void wordsSayWhatIsSeen() {
    Shown shown(small());
    QVERIFY(shown.view.caption().contains(QStringLiteral("Waves interact")));
    QVERIFY(shown.view.caption().contains(QStringLiteral("2 of 6 modes")));
    const QString parts = ui::decoderReadOuts(*[&] {
                            compute::Progress progress;
                            return std::make_shared<ring::DecoderResult>(
                                ring::analyse_decoder(small(), *shown.fixture.cpu, progress));
                          }())
                              .join(QLatin1Char('|'));
    QVERIFY(parts.contains(QStringLiteral("operator − recurrence")));
    Scenario linear = small();
    linear.decoder.activation = Activation::Identity;
    QVERIFY(test::show_scenario(shown.view, linear));
    QVERIFY(shown.view.caption().contains(QStringLiteral("nothing interacts")));
  }

  void nothingFiniteIsSaid() { test::check_that_nothing_finite_is_said<ui::DecoderView>(small()); }
};

QTEST_MAIN(TestDecoderView)
#include "test_decoder_view.moc"
