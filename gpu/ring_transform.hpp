// The transform of shaders/ring.comp: how it is laid out, and its tables.
#pragma once

#include "gpu/pieces.hpp"

namespace ssmscope::gpu {

/// A transform of `modes` numbers of type Real (complex) as the device does it.
struct RingShape {
  std::uint32_t log = 1;      ///< its length is 2^log
  std::uint32_t rows = 1;     ///< a work group
  std::uint32_t threads = 1;  ///< of a work group
  bool bluestein = false;     ///< `modes` is no power of two
  std::size_t length() const { return std::size_t{1} << log; }
};

template <class Real>
RingShape ring_shape(std::size_t modes);

/// Whether the device's shared memory holds it.
template <class Real>
bool ring_fits(const Device& device, const RingShape& shape);

template <class Real>
class RingTransform {
 public:
  /// What it takes of a job.
  static std::vector<Need> needs(std::size_t modes);

  RingTransform(Job& job, std::size_t modes);

  /// Transforms `rows` rows of states into `field`.
  void dispatch(Range states, Range field, std::size_t rows);

 private:
  Job& job_;
  std::size_t modes_;
  RingShape shape_;
  // In the order of needs().
  View<Real> twiddles_, chirp_, filter_;
};

extern template RingShape ring_shape<float>(std::size_t modes);
extern template RingShape ring_shape<double>(std::size_t modes);
extern template bool ring_fits<float>(const Device& device, const RingShape& shape);
extern template bool ring_fits<double>(const Device& device, const RingShape& shape);
extern template class RingTransform<float>;
extern template class RingTransform<double>;

}  // namespace ssmscope::gpu
