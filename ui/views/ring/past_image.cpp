#include "ui/views/ring/past_image.hpp"

#include <algorithm>

namespace ssmscope::ui {

namespace {

Complex strongest(std::span<const Complex> group) {
  return *std::max_element(group.begin(), group.end(),
                           [](Complex a, Complex b) { return std::norm(a) < std::norm(b); });
}

}  // namespace

int PastImage::lineOf(int row) const { return rows_ - 1 - (row % rows_ + rows_) % rows_; }

void PastImage::setRows(int rows) {
  if (rows == rows_) return;
  rows_ = std::max(rows, 2);
  image_ = QImage();
}

bool PastImage::update(const ring::RingMotion& motion, const RingLook& look, double full,
                       int newest) {
  if (motion.empty()) {
    image_ = QImage();
    return true;
  }
  const QSize size(std::min(motion.nodes(), kMostColumns), rows_);
  if (image_.size() != size) {
    image_ = QImage(size, QImage::Format_RGB32);
    kept_.assign(static_cast<std::size_t>(rows_), kNone);
  }
  bool changed = false;
  for (int row = newest - rows_ + 1; row <= newest; ++row) {
    const int line = lineOf(row);
    int& kept = kept_[static_cast<std::size_t>(line)];
    if (kept == row) continue;
    kept = row;
    changed = true;
    colourRow(motion, look, full, row);
  }
  return changed;
}

void PastImage::colourRow(const ring::RingMotion& motion, const RingLook& look, double full,
                          int row) {
  const int line = lineOf(row);
  auto* const pixels = reinterpret_cast<QRgb*>(image_.scanLine(line));
  const int columns = image_.width();
  if (row < 0 || row >= motion.rows()) {
    std::fill_n(pixels, columns, look.theme().raised.rgb());
    return;
  }
  const std::span<const Complex> field = motion.row(row);
  const std::size_t nodes = field.size(), wide = static_cast<std::size_t>(columns);
  std::vector<int> ages(nodes, -1);
  if (look.colour == RingColour::Age && ages_) ages_(row, ages);
  for (std::size_t x = 0; x < wide; ++x) {
    const std::size_t from = x * nodes / wide, to = (x + 1) * nodes / wide;
    const Complex value = to == from + 1 ? field[from] : strongest(field.subspan(from, to - from));
    pixels[x] = look.area(value, full, ages[from]);
  }
}

}  // namespace ssmscope::ui
