// The pictures that the program is to draw, kept in tests/data/pictures.
#pragma once

#include <QDir>
#include <QImage>
#include <QString>
#include <optional>

#include "tests/ui/pictures/similarity.hpp"

namespace ssmscope::test {

/// The least similarity that passes.
struct Threshold {
  double mean;
  double worst;  ///< of the least similar block
};

/// Curves and text, drawn by Qt without hinting and at twice the resolution: what is left to a
/// release of Qt or FreeType is the rounding of single pixels.
inline constexpr Threshold kDrawn{0.995, 0.85};

/// As kDrawn, with a colour map: the palette that keeps the file small has steps in its slopes,
/// which weigh where a field of small cells covers a block.
inline constexpr Threshold kColourMap{0.985, 0.70};

/// The ring is drawn by VTK through Mesa's software OpenGL: where a sample of a line or of the
/// surface's edge falls is theirs to choose, and may change with their releases.
inline constexpr Threshold kRing{0.985, 0.60};

/// The whole window holds the ring, and controls whose frames and arrows are Qt's Fusion style's to
/// draw, which may move them by a pixel from one release to the next.
inline constexpr Threshold kWindow{0.985, 0.60};

bool passes(const Similarity& likeness, const Threshold& threshold);

/// Baselines in one folder, and another that takes the pictures of a failure.
class Baselines {
 public:
  /// Empties `failures` of pictures.
  Baselines(const QString& folder, const QString& failures);

  /// Empty when `got` is like the baseline `name`; else one sentence, and the pictures got,
  /// expected and difference in the folder of failures. A missing baseline fails.
  QString compare(const QString& name, const QImage& got, const Threshold& threshold) const;
  /// The names of the baselines there are.
  QStringList names() const;

  /// Where new baselines are to be written instead of comparing: SSMSCOPE_WRITE_PICTURES, from the
  /// top of the source tree if it is relative.
  static std::optional<QString> wantedFolder();
  /// Writes a baseline: with a palette where that costs little of the threshold, else as it is.
  /// False when it cannot be written.
  static bool write(const QString& folder, const QString& name, const QImage& picture,
                    const Threshold& threshold);

 private:
  QString keep(const QString& name, const char* what, const QImage& picture) const;
  QString sayMissing(const QString& name, const QImage& got) const;

  QDir folder_, failures_;
};

/// A picture drawn at twice the resolution, averaged to single: what one release rounds to the
/// next pixel weighs a quarter.
QImage halved(const QImage& twice);

}  // namespace ssmscope::test
