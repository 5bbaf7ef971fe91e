#include "core/ring/kept_waves.hpp"

#include <algorithm>
#include <cmath>

#include "core/compute/fourier.hpp"

namespace ssmscope::ring {

RingResult kept_waves(const RingResult& result, const RingModel& model, std::span<const int> kept,
                      const compute::Progress& progress) {
  const std::size_t nodes = model.nodes();
  const double root = std::sqrt(static_cast<double>(nodes));
  RingResult out = result;
  ComplexList x(nodes), read(nodes);
  std::vector<std::size_t> gone;
  for (std::size_t m = 0; m < nodes; ++m) {
    const bool stays = std::ranges::find(kept, model.mode_of_wavenumber[m]) != kept.end();
    if (stays) read[m] = model.discrete.factor * model.discrete.c[m];
    if (!stays) gone.push_back(m);
  }
  for (std::size_t t = 0; t < static_cast<std::size_t>(result.steps); ++t) {
    progress.check();
    const auto row = std::span(out.field).subspan(t * nodes, nodes);
    compute::inverse_dft(row, x);
    for (const std::size_t m : gone) x[m] = 0.0;
    double y = 0.0;
    for (std::size_t m = 0; m < nodes; ++m) y += (read[m] * x[m]).real();
    out.output[t] = root * y + model.discrete.d * result.input[t];
    compute::forward_dft(x, row);  // root to and 1/root fro
    if (model.kind == RingKind::Real)
      for (Complex& r : row) r = r.real();
  }
  return out;
}

}  // namespace ssmscope::ring
