#include "tests/ui/pictures/baselines.hpp"

#include <QHash>
#include <QImageWriter>
#include <algorithm>
#include <vector>

namespace ssmscope::test {

namespace {

constexpr const char* kWriteVariable = "SSMSCOPE_WRITE_PICTURES";
constexpr int kPaletteSize = 256;

QString howToMake() {
  return QStringLiteral(
      "make it with `SSMSCOPE_WRITE_PICTURES=tests/data/pictures ./dev test -R ui_test_pictures` "
      "and look at it");
}

/// What a palette may cost: half of what the comparison allows, the rest is for other releases.
Threshold forPalette(const Threshold& threshold) {
  return {0.5 * (1.0 + threshold.mean), 0.5 * (1.0 + threshold.worst)};
}

int distance(QRgb a, QRgb b) {
  const int red = qRed(a) - qRed(b), green = qGreen(a) - qGreen(b), blue = qBlue(a) - qBlue(b);
  return red * red + green * green + blue * blue;
}

/// The most used colour; then, again and again, the one whose pixels are worst served by those
/// there are (number of pixels times squared distance).
QList<QRgb> paletteOf(const QHash<QRgb, int>& uses) {
  struct Colour {
    QRgb value;
    double pixels;
    int nearest = 1 << 30;
  };
  std::vector<Colour> colours;
  for (auto each = uses.cbegin(); each != uses.cend(); ++each)
    colours.push_back({each.key(), static_cast<double>(each.value())});
  // The order of the table is another in each process; the bytes of a picture are the same.
  std::ranges::sort(colours, {}, &Colour::value);
  QList<QRgb> palette;
  while (palette.size() < kPaletteSize) {
    const auto worst = std::ranges::max_element(
        colours, {}, [](const Colour& colour) { return colour.pixels * colour.nearest; });
    if (worst == colours.end() || worst->nearest == 0) break;
    const QRgb chosen = worst->value;
    palette << chosen;
    for (Colour& colour : colours)
      colour.nearest = std::min(colour.nearest, distance(colour.value, chosen));
  }
  return palette;
}

QImage withPalette(const QImage& picture) {
  const QImage from = picture.convertToFormat(QImage::Format_RGB32);
  QHash<QRgb, int> uses;
  for (int y = 0; y < from.height(); ++y)
    for (int x = 0; x < from.width(); ++x) ++uses[from.pixel(x, y)];
  const QList<QRgb> palette = paletteOf(uses);
  QHash<QRgb, unsigned> places;
  for (auto each = uses.cbegin(); each != uses.cend(); ++each) {
    const auto nearest = std::ranges::min_element(
        palette, {}, [colour = each.key()](QRgb entry) { return distance(colour, entry); });
    places[each.key()] = static_cast<unsigned>(nearest - palette.begin());
  }
  QImage to(from.size(), QImage::Format_Indexed8);
  to.setColorTable(palette);
  for (int y = 0; y < from.height(); ++y)
    for (int x = 0; x < from.width(); ++x) to.setPixel(x, y, places.value(from.pixel(x, y)));
  return to;
}

}  // namespace

bool passes(const Similarity& likeness, const Threshold& threshold) {
  return likeness.mean >= threshold.mean && likeness.worst >= threshold.worst;
}

Baselines::Baselines(const QString& folder, const QString& failures)
    : folder_(folder), failures_(failures) {
  failures_.mkpath(QStringLiteral("."));
  for (const QString& file : failures_.entryList({QStringLiteral("*.png")}, QDir::Files))
    failures_.remove(file);
}

QStringList Baselines::names() const {
  QStringList names;
  for (const QString& file : folder_.entryList({QStringLiteral("*.png")}, QDir::Files))
    names << file.chopped(4);
  return names;
}

QString Baselines::keep(const QString& name, const char* what, const QImage& picture) const {
  QString file = failures_.filePath(name + u'-' + QLatin1String(what) + ".png");
  picture.save(file);
  return file;
}

QString Baselines::sayMissing(const QString& name, const QImage& got) const {
  return QStringLiteral("There is no baseline %1: the picture drawn now is %2; %3.")
      .arg(folder_.filePath(name + ".png"), keep(name, "got", got), howToMake());
}

QString Baselines::compare(const QString& name, const QImage& got,
                           const Threshold& threshold) const {
  const QImage expected(folder_.filePath(name + ".png"));
  if (expected.isNull()) return sayMissing(name, got);
  const Similarity likeness = similarity(got, expected);
  if (passes(likeness, threshold)) return {};
  const QString file = keep(name, "got", got);
  keep(name, "expected", expected);
  if (got.size() != expected.size())
    return QStringLiteral("%1 is %2x%3 pixels and its baseline %4x%5: see %6 and -expected.")
        .arg(name)
        .arg(got.width())
        .arg(got.height())
        .arg(expected.width())
        .arg(expected.height())
        .arg(file);
  keep(name, "difference", differencePicture(got, expected));
  const QRect& block = likeness.worst_block;
  return QStringLiteral(
             "%1 is not its baseline: the mean similarity is %2, at least %3 is expected; the "
             "worst block, at (%4, %5), has %6, at least %7 is expected. See %8, -expected and "
             "-difference; if the change is meant, %9.")
      .arg(name)
      .arg(likeness.mean, 0, 'f', 4)
      .arg(threshold.mean)
      .arg(block.x())
      .arg(block.y())
      .arg(likeness.worst, 0, 'f', 4)
      .arg(threshold.worst)
      .arg(file, howToMake());
}

std::optional<QString> Baselines::wantedFolder() {
  const QString folder = qEnvironmentVariable(kWriteVariable);
  if (folder.isEmpty()) return std::nullopt;
  return QDir(QStringLiteral(SSMSCOPE_SOURCE_DIR)).absoluteFilePath(folder);
}

bool Baselines::write(const QString& folder, const QString& name, const QImage& picture,
                      const Threshold& threshold) {
  if (!QDir().mkpath(folder)) return false;
  QImageWriter writer(QDir(folder).filePath(name + ".png"), "png");
  writer.setCompression(100);
  const QImage small = withPalette(picture);
  const bool alike = passes(similarity(small, picture), forPalette(threshold));
  return writer.write(alike ? small : picture.convertToFormat(QImage::Format_RGB888));
}

QImage halved(const QImage& twice) {
  const QImage from = twice.convertToFormat(QImage::Format_RGB32);
  QImage half(from.width() / 2, from.height() / 2, QImage::Format_RGB32);
  for (int y = 0; y < half.height(); ++y) {
    const auto* upper = reinterpret_cast<const QRgb*>(from.constScanLine(2 * y));
    const auto* lower = reinterpret_cast<const QRgb*>(from.constScanLine(2 * y + 1));
    auto* line = reinterpret_cast<QRgb*>(half.scanLine(y));
    for (int x = 0; x < half.width(); ++x) {
      const int left = 2 * x;
      const QRgb four[] = {upper[left], upper[left + 1], lower[left], lower[left + 1]};
      int red = 2, green = 2, blue = 2;  // rounds to nearest
      for (const QRgb pixel : four) {
        red += qRed(pixel);
        green += qGreen(pixel);
        blue += qBlue(pixel);
      }
      line[x] = qRgb(red / 4, green / 4, blue / 4);
    }
  }
  return half;
}

}  // namespace ssmscope::test
