#include "tests/ui/pictures/similarity.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

namespace ssmscope::test {

namespace {

// The constants of the paper, for values of 0 to 255.
constexpr double kSigma = 1.5;
constexpr int kRadius = 5;  // a window of 11 pixels
constexpr double kC1 = (0.01 * 255.0) * (0.01 * 255.0);
constexpr double kC2 = (0.03 * 255.0) * (0.03 * 255.0);

// A block holds a few letters or a piece of a curve; blocks overlap by half, so that no edge
// between two hides what stands on it.
constexpr int kBlock = 16;
constexpr int kStride = kBlock / 2;

using Plane = std::vector<double>;

struct Size {
  int width, height;
  std::size_t count() const { return static_cast<std::size_t>(width) * height; }
};

/// Luminance (Rec. 601), red, green, blue.
std::array<Plane, 4> planesOf(const QImage& picture) {
  const QImage image = picture.convertToFormat(QImage::Format_RGB32);
  std::array<Plane, 4> planes;
  for (Plane& plane : planes)
    plane.reserve(static_cast<std::size_t>(image.width()) * image.height());
  for (int y = 0; y < image.height(); ++y) {
    const auto* line = reinterpret_cast<const QRgb*>(image.constScanLine(y));
    for (int x = 0; x < image.width(); ++x) {
      const double red = qRed(line[x]), green = qGreen(line[x]), blue = qBlue(line[x]);
      planes[0].push_back(0.299 * red + 0.587 * green + 0.114 * blue);
      planes[1].push_back(red);
      planes[2].push_back(green);
      planes[3].push_back(blue);
    }
  }
  return planes;
}

std::array<double, 2 * kRadius + 1> gaussian() {
  std::array<double, 2 * kRadius + 1> weights{};
  for (std::size_t k = 0; k < weights.size(); ++k) {
    const double away = static_cast<double>(k) - kRadius;
    weights[k] = std::exp(-0.5 * away * away / (kSigma * kSigma));
  }
  return weights;
}

/// The weighted mean along one axis; at the edges of what lies inside the picture.
Plane blurredAlong(const Plane& from, int length, int lines, std::size_t step,
                   std::size_t line_step) {
  static const auto weights = gaussian();
  Plane to(from.size());
  for (int line = 0; line < lines; ++line) {
    const std::size_t start = static_cast<std::size_t>(line) * line_step;
    for (int i = 0; i < length; ++i) {
      double sum = 0.0, weight = 0.0;
      for (int j = std::max(0, i - kRadius); j <= std::min(length - 1, i + kRadius); ++j) {
        const int place = j - i + kRadius;
        const double w = weights[static_cast<std::size_t>(place)];
        sum += w * from[start + static_cast<std::size_t>(j) * step];
        weight += w;
      }
      to[start + static_cast<std::size_t>(i) * step] = sum / weight;
    }
  }
  return to;
}

Plane blurred(const Plane& from, Size size) {
  const auto width = static_cast<std::size_t>(size.width);
  const Plane rows = blurredAlong(from, size.width, size.height, 1, width);
  return blurredAlong(rows, size.height, size.width, width, 1);
}

Plane product(const Plane& a, const Plane& b) {
  Plane result(a.size());
  std::ranges::transform(a, b, result.begin(), [](double x, double y) { return x * y; });
  return result;
}

/// Equation (13) of the paper at each pixel.
Plane indexOf(const Plane& a, const Plane& b, Size size) {
  const Plane mean_a = blurred(a, size), mean_b = blurred(b, size);
  const Plane square_a = blurred(product(a, a), size), square_b = blurred(product(b, b), size);
  const Plane both = blurred(product(a, b), size);
  Plane index(a.size());
  for (std::size_t i = 0; i < index.size(); ++i) {
    const double aa = mean_a[i] * mean_a[i], bb = mean_b[i] * mean_b[i], ab = mean_a[i] * mean_b[i];
    const double variance_a = std::max(0.0, square_a[i] - aa);
    const double variance_b = std::max(0.0, square_b[i] - bb);
    const double covariance = both[i] - ab;
    index[i] = (2.0 * ab + kC1) * (2.0 * covariance + kC2) /
               ((aa + bb + kC1) * (variance_a + variance_b + kC2));
  }
  return index;
}

double meanOver(const Plane& index, Size size, const QRect& block) {
  double sum = 0.0;
  for (int y = block.top(); y <= block.bottom(); ++y)
    for (int x = block.left(); x <= block.right(); ++x)
      sum += index[static_cast<std::size_t>(y) * size.width + x];
  return sum / (static_cast<double>(block.width()) * block.height());
}

/// Lowers `found` to the worst block of this plane.
void findWorst(const Plane& index, Size size, Similarity& found) {
  const QRect whole(0, 0, size.width, size.height);
  for (int y = 0; y < size.height; y += kStride) {
    for (int x = 0; x < size.width; x += kStride) {
      // The last blocks are moved in, so that each is whole where the picture is large enough.
      const QRect block = QRect(std::max(0, std::min(x, size.width - kBlock)),
                                std::max(0, std::min(y, size.height - kBlock)), kBlock, kBlock)
                              .intersected(whole);
      const double mean = meanOver(index, size, block);
      if (mean >= found.worst) continue;
      found.worst = mean;
      found.worst_block = block;
    }
  }
}

template <class Use>
void forEachPlane(const QImage& a, const QImage& b, const Use& use) {
  const auto planes_a = planesOf(a), planes_b = planesOf(b);
  const Size size{a.width(), a.height()};
  for (std::size_t i = 0; i < planes_a.size(); ++i)
    use(indexOf(planes_a[i], planes_b[i], size), size);
}

}  // namespace

Similarity similarity(const QImage& a, const QImage& b) {
  if (a.size() != b.size() || a.isNull()) return {};
  Similarity found{1.0, 1.0, {}};
  forEachPlane(a, b, [&found](const Plane& index, Size size) {
    found.mean = std::min(found.mean, meanOver(index, size, QRect(0, 0, size.width, size.height)));
    findWorst(index, size, found);
  });
  return found;
}

std::vector<double> similarityMap(const QImage& a, const QImage& b) {
  std::vector<double> least(static_cast<std::size_t>(a.width()) * a.height(), 1.0);
  forEachPlane(a, b, [&least](const Plane& index, Size) {
    for (std::size_t i = 0; i < least.size(); ++i) least[i] = std::min(least[i], index[i]);
  });
  return least;
}

QImage differencePicture(const QImage& got, const QImage& expected) {
  const std::vector<double> index = similarityMap(got, expected);
  QImage picture = expected.convertToFormat(QImage::Format_RGB32);
  for (int y = 0; y < picture.height(); ++y) {
    auto* line = reinterpret_cast<QRgb*>(picture.scanLine(y));
    for (int x = 0; x < picture.width(); ++x) {
      const double unlike =
          std::clamp(1.0 - index[static_cast<std::size_t>(y) * picture.width() + x], 0.0, 1.0);
      const int faint = 192 + qGray(line[x]) / 4;  // a quarter of the contrast, and light
      const int rest = static_cast<int>(std::lround(faint * (1.0 - unlike)));
      line[x] = qRgb(static_cast<int>(std::lround(faint + (255 - faint) * unlike)), rest, rest);
    }
  }
  return picture;
}

}  // namespace ssmscope::test
