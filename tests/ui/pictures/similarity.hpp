// How alike two pictures are: the structural similarity index of Wang, Bovik, Sheikh and Simoncelli
// (IEEE Transactions on Image Processing 13(4), 2004), its mean and its worst place.
#pragma once

#include <QImage>
#include <QRect>
#include <vector>

namespace ssmscope::test {

/// 1: the same; 0: nothing in common.
struct Similarity {
  double mean = 0.0;   ///< over the whole picture
  double worst = 0.0;  ///< over the least similar block: a thin curve hardly moves the mean
  QRect worst_block;
};

/// Of the luminance and of each of red, green and blue, so that a colour counts too; the least of
/// the four. Pictures of different sizes, and empty ones, have nothing in common.
Similarity similarity(const QImage& a, const QImage& b);

/// The index at each pixel, row by row; the least of the four. The sizes must agree.
std::vector<double> similarityMap(const QImage& a, const QImage& b);

/// `expected` faint, and red over it where `got` is unlike it. The sizes must agree.
QImage differencePicture(const QImage& got, const QImage& expected);

}  // namespace ssmscope::test
