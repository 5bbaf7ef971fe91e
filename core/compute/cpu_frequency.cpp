#include "core/compute/cpu_frequency.hpp"

#include <algorithm>
#include <cmath>

namespace ssmscope::compute::detail {
namespace {

constexpr std::size_t kPointsPerPiece = 512;
constexpr std::size_t kPairsPerCall = kWorkPerCheck / (2 * kPointsPerPiece);
constexpr std::size_t kTermSize = 4;  ///< doubles a mode, see CpuKernels::frequency

/// The pair's sum (factor/2)(g/(1 - a z) + conj(g)/(1 - conj(a) z)) is
/// (p + q z)/((1 - a z)(1 - conj(a) z)) with p = factor Re g, q = -factor Re(g conj(a)).
void load_terms(const ModelView& model, double* terms) {
  for (std::size_t m = 0; m < model.modes; ++m) {
    const Complex g = model.c[m] * model.bbar[m];
    double* term = terms + kTermSize * m;
    term[0] = model.factor * g.real();
    term[1] = -model.factor * (g * std::conj(model.abar[m])).real();
    term[2] = model.abar[m].real();
    term[3] = model.abar[m].imag();
  }
}

/// Where a product of huge poles overflowed: the plain sum, whose divisions scale themselves.
Complex plain_sum(const ModelView& model, Complex z) {
  Complex sum = 0.0;
  for (std::size_t m = 0; m < model.modes; ++m) {
    const Complex g = model.c[m] * model.bbar[m];
    sum += g / (1.0 - model.abar[m] * z) + std::conj(g) / (1.0 - std::conj(model.abar[m]) * z);
  }
  return 0.5 * model.factor * sum;
}

struct Points {
  std::size_t count;
  std::size_t padded;
  double* cosine;
  double* sine;
};

Points load_points(std::span<const double> omega, std::size_t lanes, Buffer& memory) {
  Points points{omega.size(), round_up(omega.size(), lanes), nullptr, nullptr};
  points.cosine = memory.zeroed(2 * points.padded);
  points.sine = points.cosine + points.padded;
  for (std::size_t k = 0; k < points.count; ++k) {
    points.cosine[k] = std::cos(omega[k]);
    points.sine[k] = std::sin(omega[k]);
  }
  return points;
}

void sum_terms(const Operation& op, const ModelView& model, const double* terms, std::size_t pairs,
               const Points& points, Buffer& memory, Complex* out) {
  double* re = memory.zeroed(2 * points.padded);
  double* im = re + points.padded;
  for (std::size_t first = 0; first < pairs; first += kPairsPerCall) {
    op.progress.check();
    op.loops.frequency(terms + 2 * kTermSize * first, std::min(kPairsPerCall, pairs - first),
                       points.cosine, points.sine, points.padded, re, im);
  }
  for (std::size_t k = 0; k < points.count; ++k) {
    Complex value(re[k], im[k]);
    if (!std::isfinite(re[k]) || !std::isfinite(im[k])) {
      value = plain_sum(model, Complex(points.cosine[k], -points.sine[k]));
    }
    out[k] = value + model.d;
  }
}

}  // namespace

void frequency_of_batch(const Operation& op, const ModelBatch& batch, std::span<const double> omega,
                        std::span<Complex> out) {
  WorkspaceStore::Lease own(op.store);
  const std::size_t pairs = (batch.modes + 1) / 2;
  const std::size_t size = 2 * kTermSize * pairs;  // an odd mode's partner is 0/1
  double* terms = own[0].zeroed(batch.models * size);
  for (std::size_t i = 0; i < batch.models; ++i) load_terms(model_of(batch, i), terms + i * size);
  const std::size_t pieces = (omega.size() + kPointsPerPiece - 1) / kPointsPerPiece;
  const std::size_t work = batch.models * batch.modes * omega.size();
  for_pieces(op, pieces, work, [&](std::size_t piece) {
    WorkspaceStore::Lease lease(op.store);
    const std::size_t at = piece * kPointsPerPiece;
    const std::size_t count = std::min(kPointsPerPiece, omega.size() - at);
    const Points points = load_points(omega.subspan(at, count), op.loops.lanes, lease[0]);
    for (std::size_t i = 0; i < batch.models; ++i) {
      sum_terms(op, model_of(batch, i), terms + i * size, pairs, points, lease[1],
                out.data() + i * omega.size() + at);
    }
  });
}

}  // namespace ssmscope::compute::detail
