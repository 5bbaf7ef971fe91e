// FFTW's planner is neither thread-safe nor cheap: one locked cache for the process.
#pragma once

#include <complex>
#include <cstddef>

namespace ssmscope::compute {

/// out_k = sum_n in_n e^{-2 pi i kn/length} for each of `rows` rows of `length`, one after the
/// other in memory. `in` and `out` must not overlap; `in` is left with any contents. Any thread.
/// Plans are estimated, not measured, so that the same input gives the same numbers in every run.
void fft_rows(std::complex<double>* in, std::complex<double>* out, std::size_t length,
              std::size_t rows);

/// The same of real numbers: out holds k = 0 .. length/2. As above.
void fft_real(double* in, std::complex<double>* out, std::size_t length);
/// Back, times `length`; `in` holds k = 0 .. length/2 and is left with any contents.
void fft_to_real(std::complex<double>* in, double* out, std::size_t length);

}  // namespace ssmscope::compute
