#include "core/compute/cpu_scan.hpp"

#include <algorithm>
#include <cmath>

#include "core/compute/fft_plans.hpp"

namespace ssmscope::compute::detail {
namespace {

constexpr std::size_t kChunkSteps = 256;
/// Chunks under way at a time: bounds the memory of their end states.
constexpr std::size_t kChunksPerBlock = 256;
/// Modes carried in one call of an inner loop, so that the progress is checked often enough.
constexpr std::size_t kModesPerSlab = kWorkPerCheck / kChunkSteps;
/// Bytes of the states that wait for their ring transform: within the second-level cache.
constexpr std::size_t kRingBytes = std::size_t{1} << 17;

/// A model in the form of the inner loops. The ring's 1/sqrt(M) is in b, in the initial state
/// and so in every state.
struct Scan {
  std::size_t modes;
  std::size_t lanes;
  std::size_t width;  ///< doubles of a state vector, a multiple of lanes
  double* a_re;
  double* a_im;
  double* b;
  double* c;
  double* power;  ///< abar^kChunkSteps, interleaved
  double* state;  ///< at the present block's beginning
};

struct ScanTools {
  const Operation& op;
  const Scan& scan;
};

std::size_t width_of(std::size_t modes, std::size_t lanes) { return round_up(2 * modes, lanes); }

void load_coefficients(const ModelView& model, double scale, Scan& scan) {
  for (std::size_t m = 0; m < model.modes; ++m) {
    const Complex b = scale * model.bbar[m];
    const Complex c = model.factor * model.c[m];
    scan.a_re[2 * m] = scan.a_re[2 * m + 1] = model.abar[m].real();
    scan.a_im[2 * m] = -model.abar[m].imag();
    scan.a_im[2 * m + 1] = model.abar[m].imag();
    scan.b[2 * m] = b.real();
    scan.b[2 * m + 1] = b.imag();
    scan.c[2 * m] = c.real();
    scan.c[2 * m + 1] = -c.imag();
  }
}

/// abar^kChunkSteps, rounded once.
void chunk_powers(const CpuKernels& loops, const ModelView& model, Buffer& scratch, double* power) {
  const std::size_t padded = round_up(model.modes, loops.lanes);
  double* memory = scratch.zeroed(6 * padded);
  double* re = memory + 4 * padded;
  double* im = memory + 5 * padded;
  for (std::size_t m = 0; m < model.modes; ++m) {
    re[m] = model.abar[m].real();
    im[m] = model.abar[m].imag();
  }
  loops.power(re, im, padded, kChunkSteps,
              {memory, memory + padded, memory + 2 * padded, memory + 3 * padded});
  for (std::size_t m = 0; m < model.modes; ++m) {
    power[2 * m] = memory[m];
    power[2 * m + 1] = memory[padded + m];
  }
}

Scan make_scan(const Operation& op, const ModelView& model, const ScanInput& input, double scale,
               WorkspaceStore::Lease& memory) {
  Scan scan{};
  scan.modes = model.modes;
  scan.lanes = op.loops.lanes;
  scan.width = width_of(model.modes, scan.lanes);
  double* all = memory[0].zeroed(6 * scan.width);
  scan.a_re = all;
  scan.a_im = all + scan.width;
  scan.b = all + 2 * scan.width;
  scan.c = all + 3 * scan.width;
  scan.power = all + 4 * scan.width;
  scan.state = all + 5 * scan.width;
  load_coefficients(model, scale, scan);
  for (std::size_t m = 0; m < input.initial.size(); ++m) {
    scan.state[2 * m] = scale * input.initial[m].real();
    scan.state[2 * m + 1] = scale * input.initial[m].imag();
  }
  if (input.u.size() > kChunkSteps) chunk_powers(op.loops, model, memory[1], scan.power);
  return scan;
}

/// The coefficients of the modes [first, first + count) as the inner loops take them.
ScanModes slab(const Scan& scan, std::size_t first, std::size_t count) {
  const std::size_t at = 2 * first;
  const std::size_t width = std::min(2 * count, scan.width - at);
  return {scan.a_re + at, scan.a_im + at, scan.b + at, scan.c + at,
          (width + scan.lanes - 1) / scan.lanes};
}

/// body(first, count) for slabs of modes, checking the progress between them.
template <class Body>
void for_slabs(const ScanTools& tools, const Body& body) {
  for (std::size_t first = 0; first < tools.scan.modes; first += kModesPerSlab) {
    if (first > 0) tools.op.progress.check();
    body(first, std::min(kModesPerSlab, tools.scan.modes - first));
  }
}

bool is_finite(const double* pair) { return std::isfinite(pair[0]) && std::isfinite(pair[1]); }

/// One mode through one chunk step by step: where abar^chunk overflows, a state that has not
/// been reached by any input must stay 0 and a small one may still be finite at the end.
void carry_by_steps(const Scan& scan, std::size_t at, const double* u, double* x) {
  for (std::size_t t = 0; t < kChunkSteps; ++t) {
    const double re = scan.a_re[at] * x[0] + scan.a_im[at] * x[1] + scan.b[at] * u[t];
    const double im = scan.a_re[at] * x[1] + scan.a_im[at + 1] * x[0] + scan.b[at + 1] * u[t];
    x[0] = re;
    x[1] = im;
  }
}

/// next = abar^chunk x + what the chunk's input leaves (already in `next`).
void carry(const Scan& scan, const double* u, const double* x, double* next) {
  for (std::size_t at = 0; at < 2 * scan.modes; at += 2) {
    const double* p = scan.power + at;
    if (is_finite(p) && is_finite(next + at)) {
      next[at] += p[0] * x[at] - p[1] * x[at + 1];
      next[at + 1] += p[0] * x[at + 1] + p[1] * x[at];
    } else {
      next[at] = x[at];
      next[at + 1] = x[at + 1];
      carry_by_steps(scan, at, u, next + at);
    }
  }
}

/// begins: chunks x width, the state before each chunk of this block; scan.state moves on to
/// the block's end. All chunks but the scan's last have kChunkSteps steps.
void chunk_beginnings(const ScanTools& tools, std::span<const double> u, std::size_t chunks,
                      bool last_block, double* begins) {
  const Scan& scan = tools.scan;
  std::copy_n(scan.state, scan.width, begins);
  const std::size_t ends = last_block ? chunks - 1 : chunks;
  double* final_state = begins + chunks * scan.width;
  std::fill_n(begins + scan.width, ends * scan.width, 0.0);
  for_pieces(tools.op, ends, ends * kChunkSteps * scan.modes, [&](std::size_t chunk) {
    double* x = begins + (chunk + 1) * scan.width;
    const double* input = u.data() + chunk * kChunkSteps;
    for_slabs(tools, [&](std::size_t first, std::size_t count) {
      tools.op.loops.scan_end(slab(scan, first, count), input, kChunkSteps, x + 2 * first);
    });
  });
  const FlushDenormals flush;
  for (std::size_t chunk = 0; chunk < ends; ++chunk) {
    carry(scan, u.data() + chunk * kChunkSteps, begins + chunk * scan.width,
          begins + (chunk + 1) * scan.width);
    tools.op.progress.check();
  }
  if (!last_block) std::copy_n(final_state, scan.width, scan.state);
}

/// body(first step, steps, state) for all chunks of the input, on all cores; the state is that
/// before the chunk and may be overwritten.
template <class Body>
void for_chunks(const ScanTools& tools, std::span<const double> u, Buffer& memory,
                const Body& body) {
  constexpr std::size_t kBlockSteps = kChunkSteps * kChunksPerBlock;
  for (std::size_t start = 0; start < u.size(); start += kBlockSteps) {
    const std::span<const double> block = u.subspan(start, std::min(kBlockSteps, u.size() - start));
    const std::size_t chunks = (block.size() + kChunkSteps - 1) / kChunkSteps;
    double* begins = memory.get((chunks + 1) * tools.scan.width);
    chunk_beginnings(tools, block, chunks, start + block.size() == u.size(), begins);
    for_pieces(tools.op, chunks, block.size() * tools.scan.modes, [&](std::size_t chunk) {
      const std::size_t at = chunk * kChunkSteps;
      body(start + at, std::min(kChunkSteps, block.size() - at), begins + chunk * tools.scan.width);
    });
  }
}

double* doubles(Complex* p) { return reinterpret_cast<double*>(p); }

void states_of_chunk(const ScanTools& tools, const double* u, std::size_t steps, double* state,
                     double* out) {
  const std::size_t stride = 2 * tools.scan.modes;
  for_slabs(tools, [&](std::size_t first, std::size_t count) {
    tools.op.loops.scan_states(slab(tools.scan, first, count), 2 * count, u, steps,
                               state + 2 * first, out + 2 * first, stride);
  });
}

}  // namespace

void states_of_model(const Operation& op, const ModelView& model, const ScanInput& input,
                     std::span<Complex> out) {
  WorkspaceStore::Lease memory(op.store);
  const Scan scan = make_scan(op, model, input, 1.0, memory);
  const ScanTools tools{op, scan};
  for_chunks(tools, input.u, memory[2], [&](std::size_t t, std::size_t steps, double* state) {
    states_of_chunk(tools, input.u.data() + t, steps, state, doubles(out.data() + t * model.modes));
  });
}

void ring_field_of_model(const Operation& op, const ModelView& model, const ScanInput& input,
                         std::span<Complex> out) {
  WorkspaceStore::Lease memory(op.store);
  const double scale = 1.0 / std::sqrt(static_cast<double>(model.modes));
  const Scan scan = make_scan(op, model, input, scale, memory);
  const ScanTools tools{op, scan};
  const std::size_t rows = std::clamp<std::size_t>(
      kRingBytes / (std::max<std::size_t>(model.modes, 1) * sizeof(Complex)), 1, kChunkSteps);
  for_chunks(tools, input.u, memory[2], [&](std::size_t t, std::size_t steps, double* state) {
    WorkspaceStore::Lease lease(op.store);
    auto* rows_of_states = reinterpret_cast<Complex*>(lease[0].get(2 * rows * model.modes));
    for (std::size_t done = 0; done < steps; done += rows) {
      if (done > 0) op.progress.check();
      const std::size_t now = std::min(rows, steps - done);
      states_of_chunk(tools, input.u.data() + t + done, now, state, doubles(rows_of_states));
      fft_rows(rows_of_states, out.data() + (t + done) * model.modes, model.modes, now);
    }
  });
}

void response_of_model(const Operation& op, const ModelView& model, const ScanInput& input,
                       std::span<double> out) {
  WorkspaceStore::Lease memory(op.store);
  const Scan scan = make_scan(op, model, input, 1.0, memory);
  const ScanTools tools{op, scan};
  for_chunks(tools, input.u, memory[2], [&](std::size_t t, std::size_t steps, double* state) {
    WorkspaceStore::Lease lease(op.store);
    double* scratch = lease[0].get(steps * scan.lanes);
    const double* u = input.u.data() + t;
    double* y = out.data() + t;
    for (std::size_t i = 0; i < steps; ++i) y[i] = model.d * u[i];
    for_slabs(tools, [&](std::size_t first, std::size_t count) {
      op.loops.scan_response(slab(scan, first, count), u, steps, state + 2 * first, scratch, y);
    });
  });
}

}  // namespace ssmscope::compute::detail
