// The recent past of the ring as coloured cells, node by step: a picture that is used round and
// round, so that a step forward colours one row.
#pragma once

#include <QImage>
#include <functional>
#include <span>
#include <vector>

#include "core/ring/ring_motion.hpp"
#include "ui/views/ring/ring_look.hpp"

namespace ssmscope::ui {

class PastImage {
 public:
  /// Rows of the picture; one fewer are shown, since the newest is coming in while the oldest
  /// goes.
  void setRows(int rows);
  int rows() const { return rows_; }
  int lineOf(int row) const;  ///< where a row of the field lies
  int shownRows() const { return rows_ - 1; }
  /// Writes the ages of a row's waves; of RingColour::Age.
  using Ages = std::function<void(int row, std::span<int> ages)>;
  void setAges(Ages ages) { ages_ = std::move(ages); }
  void forget() { kept_.assign(kept_.size(), kNone); }

  /// Colours what is not yet coloured of the rows up to `newest`. True when anything changed.
  bool update(const ring::RingMotion& motion, const RingLook& look, double full, int newest);
  /// Newer rows lie above older ones, wrapping around; groups of nodes share a column when there
  /// are many. Lines of rows before the first are the background.
  const QImage& image() const { return image_; }

 private:
  static constexpr int kNone = -1 << 30;
  static constexpr int kMostColumns = 1024;
  void colourRow(const ring::RingMotion& motion, const RingLook& look, double full, int row);

  int rows_ = 129;
  QImage image_;
  Ages ages_;
  std::vector<int> kept_;  ///< which row of the field each line shows
};

}  // namespace ssmscope::ui
