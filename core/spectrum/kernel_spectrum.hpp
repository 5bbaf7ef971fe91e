// Eigen-spectrum of the induced kernel K = (1/L) T^T T (MATHS section 4, arXiv 2509.20789).
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "core/compute/backend.hpp"
#include "core/data/csv.hpp"
#include "core/scenario/scenario.hpp"
#include "core/spectrum/eigenvector_facts.hpp"
#include "core/spectrum/matrix_picture.hpp"
#include "core/spectrum/spectrum_gap.hpp"
#include "core/target/solutions.hpp"

namespace ssmscope::spectrum {

inline constexpr int kEigenvectorsShown = 32;
/// Up to here all eigenvalues by the dense solution; beyond, the first kEigenvectorsShown by
/// Lanczos.
inline constexpr int kLargestFullSpectrum = 2048;
/// Vectors longer than this are not written out: 32 of them would fill hundreds of megabytes.
inline constexpr int kLongestWrittenVector = 16384;

struct SpectrumResult {
  bool stable = true;  ///< else |H| bounds no singular value
  int length = 0;      ///< size of the matrix (a cut may use fewer)
  /// L of the eigenvalues: `length`, but of a preview the length asked for. Its smaller matrix
  /// has singular values distributed alike (Avram-Parter), each in place of window/length.
  int window = 0;
  std::vector<double> singular_values;            ///< descending
  std::vector<double> eigenvalues;                ///< s^2/L
  std::vector<double> response_squared_sorted;    ///< |H|^2/L at 2 pi k/length, descending
  std::vector<double> target_singular_values;     ///< of the target's Toeplitz matrix
  std::vector<std::vector<double>> eigenvectors;  ///< first kEigenvectorsShown of K, each length
  std::vector<double> peak_omega;                 ///< of each, radians a step
  std::vector<double> mode_omega;                 ///< where each mode appears, radians a step
  bool largest_only = false;                      ///< the first ones of `length` eigenvalues
  double trace = 0.0;                             ///< sum of all eigenvalues, known or not
  std::vector<EigenvectorFacts> facts;            ///< of each eigenvector
  std::vector<std::optional<int>> nearest_mode;   ///< to each by frequency, place in the scenario
  std::optional<SpectrumGap> gap;                 ///< of the window against its limit
  MatrixPicture toeplitz, kernel;                 ///< T and K
  std::vector<std::string> notes;
};

/// What a next answer may need again: a move of the step leaves all that is the target's.
/// A handle: copies share what is known.
struct KnownTargets {
  target::Solutions solutions;
  /// Singular values of rho's Toeplitz matrix by rho, as long as the matrix.
  compute::Memo<std::vector<double>, std::vector<double>> singular_values;
};

SpectrumResult analyse_spectrum(const Scenario& scenario, compute::Backend& backend,
                                compute::Progress& progress, const KnownTargets& known = {});
/// The same window by a matrix of at most 128 steps: axes stay where they are.
Scenario coarse_spectrum(const Scenario& scenario);
bool same_spectrum(const Scenario& a, const Scenario& b);
nlohmann::ordered_json to_json(const SpectrumResult& result);
data::Table main_table(const SpectrumResult& result);

/// Singular values (descending) of the lower-triangular Toeplitz matrix of `kernel`, and the
/// first `vectors` right singular vectors, through the symmetric Hankel eigenproblem.
struct ToeplitzSpectrum {
  std::vector<double> values;
  std::vector<std::vector<double>> right_vectors;
};
ToeplitzSpectrum toeplitz_spectrum(std::span<const double> kernel, int vectors,
                                   compute::Progress& progress);
/// The first `count` of each alone, by Lanczos; for long kernels. A sentence goes to `notes` where
/// it did not converge.
ToeplitzSpectrum largest_of_toeplitz_spectrum(std::span<const double> kernel, int count,
                                              compute::Progress& progress,
                                              std::vector<std::string>& notes);

}  // namespace ssmscope::spectrum
