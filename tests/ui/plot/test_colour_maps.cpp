// Colour maps: even to the eye, right at the ends, readable without red and green.
#include <QtTest>
#include <cmath>
#include <limits>

#include "ui/plot/colour_maps.hpp"
#include "ui/plot/theme.hpp"

using namespace ssmscope::ui;

namespace {

using Lab = std::array<double, 3>;

double linear(double encoded) {
  return encoded <= 0.04045 ? encoded / 12.92 : std::pow((encoded + 0.055) / 1.055, 2.4);
}

double luminance(const Rgb& colour) {
  return 0.2126 * linear(colour[0]) + 0.7152 * linear(colour[1]) + 0.0722 * linear(colour[2]);
}

/// CIELAB under D65: another space than the one that the maps are made in.
Lab cielab(const Rgb& colour) {
  const double r = linear(colour[0]);
  const double g = linear(colour[1]);
  const double b = linear(colour[2]);
  const auto f = [](double t) { return t > 0.008856 ? std::cbrt(t) : 7.787 * t + 16.0 / 116.0; };
  const double x = f((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505);
  const double y = f(0.2126 * r + 0.7152 * g + 0.0722 * b);
  const double z = f((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089);
  return {116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)};
}

double difference(const Rgb& a, const Rgb& b) {
  const Lab p = cielab(a);
  const Lab q = cielab(b);
  return std::hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]);
}

/// As a person without M cones sees it (Viénot 1999, linear RGB).
Rgb deuteranope(const Rgb& colour) {
  const double r = linear(colour[0]);
  const double g = linear(colour[1]);
  const double b = linear(colour[2]);
  const double red_green = 0.29275 * r + 0.70725 * g;
  const double blue = std::clamp(-0.02234 * r + 0.02234 * g + b, 0.0, 1.0);
  const auto encoded = [](double part) {
    return part <= 0.0031308 ? 12.92 * part : 1.055 * std::pow(part, 1.0 / 2.4) - 0.055;
  };
  return {encoded(red_green), encoded(red_green), encoded(blue)};
}

double contrast(const QColor& a, const QColor& b) {
  const auto bright = [](const QColor& c) {
    return luminance({c.redF(), c.greenF(), c.blueF()}) + 0.05;
  };
  return std::max(bright(a), bright(b)) / std::min(bright(a), bright(b));
}

}  // namespace

class TestColourMaps : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void lightnessOfTheSequentialMapRises() {
    const auto& table = colourTable(ColourMap::Sequential);
    for (std::size_t i = 1; i < table.size(); ++i) {
      QVERIFY(cielab(table[i])[0] > cielab(table[i - 1])[0]);
    }
    QVERIFY(cielab(table.front())[0] < 25.0 && cielab(table.back())[0] > 85.0);
  }

  void stepsAreEven() {
    constexpr double kSpread = 2.2;  // OKLab and CIELAB disagree most in dark blues
    for (const ColourMap map : {ColourMap::Sequential, ColourMap::Diverging, ColourMap::Cyclic}) {
      double least = std::numeric_limits<double>::infinity();
      double most = 0.0;
      for (double place = 0.0; place < 0.99; place += 1.0 / 16) {
        const double step = difference(colourAt(map, place), colourAt(map, place + 1.0 / 16));
        least = std::min(least, step);
        most = std::max(most, step);
      }
      QVERIFY2(most < kSpread * least, qPrintable(QString("%1 %2").arg(least).arg(most)));
    }
  }

  void theCycleCloses() {
    const auto& table = colourTable(ColourMap::Cyclic);
    const double seam = difference(table.back(), table.front());
    QVERIFY(seam < 2.0 * difference(table[0], table[1]) + 1e-9);
    QCOMPARE(colourAt(ColourMap::Cyclic, 0.25), colourAt(ColourMap::Cyclic, 3.25));
    QCOMPARE(colourAt(ColourMap::Cyclic, -0.25), colourAt(ColourMap::Cyclic, 0.75));
    QCOMPARE(phasePlace(0.0), 0.5);
  }

  void theMiddleOfTheDivergingMapIsNeutral() {
    const Lab middle = cielab(colourAt(ColourMap::Diverging, 0.5));
    QVERIFY(std::hypot(middle[1], middle[2]) < 4.0 && middle[0] > 90.0);
  }

  void colourBlindEyesTellThePlacesApart() {
    for (const ColourMap map : {ColourMap::Sequential, ColourMap::Diverging, ColourMap::Cyclic}) {
      for (int i = 0; i < 8; ++i) {
        for (int j = i + 1; j < 8; ++j) {
          const double apart =
              difference(deuteranope(colourAt(map, i / 8.0)), deuteranope(colourAt(map, j / 8.0)));
          QVERIFY2(apart > 6.0, qPrintable(QString("%1 %2 %3").arg(i).arg(j).arg(apart)));
        }
      }
    }
  }

  void beyondTheEnds() {
    QCOMPARE(colourAt(ColourMap::Sequential, -3.0), colourTable(ColourMap::Sequential).front());
    QCOMPARE(colourAt(ColourMap::Sequential, 7.0), colourTable(ColourMap::Sequential).back());
    const double nan = std::numeric_limits<double>::quiet_NaN();
    QCOMPARE(colourAt(ColourMap::Cyclic, nan), (Rgb{0.5, 0.5, 0.5}));
    for (const Rgb& colour : colourTable(ColourMap::Diverging)) {
      for (const double part : colour) QVERIFY(part >= 0.0 && part <= 1.0);
    }
  }

  void themesAreReadable() {
    for (const Theme& theme : {lightTheme(), darkTheme()}) {
      QVERIFY(contrast(theme.text, theme.surface) >= 7.0);
      QVERIFY(contrast(theme.faint_text, theme.surface) >= 4.5);
      QVERIFY(contrast(theme.accent, theme.surface) >= 4.5);
      QVERIFY(contrast(theme.warning, theme.window) >= 4.5);
      QVERIFY(contrast(theme.error, theme.window) >= 4.5);
      for (const QColor& line : theme.lines) {
        QVERIFY2(contrast(line, theme.surface) >= 3.0, qPrintable(line.name()));
      }
    }
  }
};

QTEST_APPLESS_MAIN(TestColourMaps)
#include "test_colour_maps.moc"
