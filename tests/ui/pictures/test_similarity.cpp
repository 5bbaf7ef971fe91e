// The structural similarity index itself: closed forms, symmetry, and what must lower it.
#include <QPainter>
#include <QPainterPath>
#include <QTemporaryDir>
#include <QTest>
#include <cmath>

#include "tests/ui/pictures/baselines.hpp"
#include "tests/ui/pictures/similarity.hpp"

namespace ssmscope::test {

namespace {

constexpr QSize kSize(160, 120);
/// Sums of some hundred products in double precision.
constexpr double kRounding = 1e-9;
constexpr double kC1 = 6.5025;  // (0.01 * 255)^2

QImage plain(QColor colour, QSize size = kSize) {
  QImage image(size, QImage::Format_RGB32);
  image.fill(colour);
  return image;
}

/// Two thin curves on white, as a chart draws them; `lift` moves the first.
QImage curves(const QColor& first = Qt::blue, const QColor& second = Qt::darkYellow,
              double lift = 0.0) {
  QImage image = plain(Qt::white);
  QPainter painter(&image);
  painter.setRenderHint(QPainter::Antialiasing);
  QPainterPath wave;
  for (int x = 0; x < kSize.width(); ++x) {
    const QPointF at(x, 40.0 - lift + 15.0 * std::sin(0.08 * x));
    x == 0 ? wave.moveTo(at) : wave.lineTo(at);
  }
  painter.setPen(QPen(first, 1.6));
  painter.drawPath(wave);
  painter.setPen(QPen(second, 1.6));
  painter.drawLine(QPointF(0, 110), QPointF(160, 80));
  return image;
}

}  // namespace

class TestSimilarity : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void equalPicturesHaveOne_data() {
    QTest::addColumn<QImage>("picture");
    QTest::newRow("curves") << curves();
    QTest::newRow("black") << plain(Qt::black);
    QTest::newRow("white") << plain(Qt::white);
    QTest::newRow("one pixel") << plain(Qt::red, QSize(1, 1));
    QTest::newRow("smaller than the window") << plain(Qt::red, QSize(3, 200));
  }
  void equalPicturesHaveOne() {
    QFETCH(QImage, picture);
    const Similarity likeness = similarity(picture, picture);
    QVERIFY(std::abs(likeness.mean - 1.0) < kRounding);
    QVERIFY(std::abs(likeness.worst - 1.0) < kRounding);
  }

  // Without any variance only the first factor is left: (2ab + C1) / (a^2 + b^2 + C1).
  void constantPicturesHaveTheClosedForm_data() {
    QTest::addColumn<int>("a");
    QTest::addColumn<int>("b");
    QTest::newRow("black and white") << 0 << 255;
    QTest::newRow("near") << 100 << 110;
    QTest::newRow("dark") << 3 << 9;
    QTest::newRow("equal") << 77 << 77;
  }
  void constantPicturesHaveTheClosedForm() {
    QFETCH(int, a);
    QFETCH(int, b);
    const double expected = (2.0 * a * b + kC1) / (a * a + b * b + kC1);
    const Similarity likeness = similarity(plain(QColor(a, a, a)), plain(QColor(b, b, b)));
    QVERIFY(std::abs(likeness.mean - expected) < kRounding);
    QVERIFY(std::abs(likeness.worst - expected) < kRounding);
  }

  // Two halves of one grey each: far from the border the window sees one of them alone.
  void halfAPictureCountsHalf() {
    QImage half = plain(Qt::white, QSize(400, 40));
    QPainter(&half).fillRect(200, 0, 200, 40, Qt::black);
    const Similarity likeness = similarity(half, plain(Qt::white, half.size()));
    const double black = kC1 / (255.0 * 255.0 + kC1);
    // The border's window reaches 5 pixels of 400 to either side.
    constexpr double kBorder = 10.0 / 400.0;
    QVERIFY(std::abs(likeness.mean - 0.5 * (1.0 + black)) < kBorder);
    QVERIFY(std::abs(likeness.worst - black) < kRounding);
    QVERIFY(likeness.worst_block.left() > 200);
  }

  void isSymmetric() {
    const QImage a = curves(), b = curves(Qt::blue, Qt::red, 3.0);
    const Similarity forth = similarity(a, b), back = similarity(b, a);
    QVERIFY(std::abs(forth.mean - back.mean) < kRounding);
    QVERIFY(std::abs(forth.worst - back.worst) < kRounding);
    QCOMPARE(forth.worst_block, back.worst_block);
  }

  void fallsTheMoreTheFartherACurveMoves() {
    double before = 1.0;
    for (const double lift : {0.25, 0.5, 1.0, 2.0}) {
      const double mean = similarity(curves(), curves(Qt::blue, Qt::darkYellow, lift)).mean;
      QVERIFY2(mean < before, qPrintable(QString::number(lift)));
      before = mean;
    }
  }

  void aColourOfTheSameLuminanceCounts() {
    // 0.299 * 118 is within half a grey level of 0.587 * 60.
    const QImage red = plain(QColor(118, 0, 0)), green = plain(QColor(0, 60, 0));
    QVERIFY(similarity(red, green).mean < 0.01);
  }

  void theWorstBlockIsWhereThePicturesDiffer() {
    QImage other = curves();
    QPainter(&other).fillRect(100, 20, 6, 6, Qt::black);
    const Similarity likeness = similarity(curves(), other);
    QVERIFY(likeness.worst_block.intersects(QRect(100, 20, 6, 6)));
    QVERIFY(likeness.worst < likeness.mean);
    QVERIFY(likeness.mean > 0.98);  // a small thing hardly moves the mean
  }

  void aDefectInTheLastRowAndColumnCounts() {
    QImage other = curves();
    QPainter(&other).fillRect(kSize.width() - 2, kSize.height() - 2, 2, 2, Qt::black);
    QVERIFY(similarity(curves(), other).worst < 0.95);
  }

  void otherSizesHaveNothingInCommon() {
    QCOMPARE(similarity(plain(Qt::white), plain(Qt::white, QSize(160, 121))).mean, 0.0);
    QCOMPARE(similarity(QImage(), QImage()).worst, 0.0);
  }

  void theDifferenceIsRedWhereItIs() {
    QImage other = curves();
    QPainter(&other).fillRect(100, 20, 10, 10, Qt::black);
    const QImage shown = differencePicture(other, curves());
    QVERIFY(qRed(shown.pixel(105, 25)) > 240 && qGreen(shown.pixel(105, 25)) < 60);
    QVERIFY(qGreen(shown.pixel(20, 100)) > 180);
  }

  void halvingAverages() {
    QImage twice(4, 2, QImage::Format_RGB32);
    twice.fill(Qt::white);
    twice.setPixel(0, 0, qRgb(0, 0, 0));
    twice.setPixel(1, 1, qRgb(0, 0, 0));
    const QImage half = halved(twice);
    QCOMPARE(half.size(), QSize(2, 1));
    QCOMPARE(half.pixel(0, 0), qRgb(128, 128, 128));
    QCOMPARE(half.pixel(1, 0), qRgb(255, 255, 255));
  }

  void aWrittenBaselineIsThePicture() {
    QTemporaryDir folder;
    const auto written = [&folder](const QImage& picture) {
      if (!Baselines::write(folder.path(), "one", picture, kDrawn)) return QImage();
      return QImage(folder.filePath("one.png")).convertToFormat(picture.format());
    };
    QImage few = plain(Qt::white);
    for (int i = 0; i < 200; ++i) few.setPixel(i % 160, i / 160, qRgb(i, 255 - i, 7));
    QCOMPARE(written(few), few);
    // More colours than a palette holds: near enough, and the surface is kept exactly.
    QImage many = curves();
    for (int i = 0; i < 2000; ++i) many.setPixel(i % 160, i / 160, qRgb(i % 256, i / 8, 7));
    const QImage read = written(many);
    QVERIFY(passes(similarity(read, many), kDrawn));
    QCOMPARE(read.pixel(80, 70), qRgb(255, 255, 255));
    QVERIFY(!Baselines::write(folder.filePath("one.png"), "two", many, kDrawn));
  }

  void aMissingBaselineFailsAndSaysHowToMakeIt() {
    QTemporaryDir folder;
    const Baselines baselines(folder.filePath("kept"), folder.filePath("failed"));
    const QString problem = baselines.compare("new", curves(), kDrawn);
    QVERIFY2(problem.contains("kept/new.png") && problem.contains("SSMSCOPE_WRITE_PICTURES"),
             qPrintable(problem));
    QCOMPARE(QImage(folder.filePath("failed/new-got.png")).size(), kSize);
  }

  void aFailureLeavesItsThreePictures() {
    QTemporaryDir folder;
    const QString kept = folder.filePath("kept"), failed = folder.filePath("failed");
    QVERIFY(Baselines::write(kept, "one", curves(), kDrawn));
    const Baselines baselines(kept, failed);
    QCOMPARE(baselines.names(), QStringList("one"));
    QCOMPARE(baselines.compare("one", curves(), kDrawn), QString());
    QVERIFY(QDir(failed).isEmpty());
    QVERIFY(!baselines.compare("one", curves(Qt::red), kDrawn).isEmpty());
    for (const char* what : {"got", "expected", "difference"})
      QVERIFY(!QImage(QDir(failed).filePath(QLatin1String("one-") + what + ".png")).isNull());
    const QString size = baselines.compare("one", plain(Qt::white, QSize(50, 50)), kDrawn);
    QVERIFY2(size.contains("50x50"), qPrintable(size));
    // The next run starts with an empty folder.
    const Baselines again(kept, failed);
    QVERIFY(QDir(failed).isEmpty());
  }
};

}  // namespace ssmscope::test

QTEST_GUILESS_MAIN(ssmscope::test::TestSimilarity)
#include "test_similarity.moc"
