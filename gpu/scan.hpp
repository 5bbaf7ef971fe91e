// The recurrence x_t = abar x_{t-1} + bbar u_t on the device, as far as the states before each
// chunk of steps. What a chunk leaves when it begins at zero is a matrix product of its input with
// powers of abar; the states before the chunks follow by abar^chunk, in twice the precision, so
// that neither the length of a run nor its being cut into pieces changes a number.
#pragma once

#include <vector>

#include "gpu/pieces.hpp"

namespace ssmscope::gpu {

struct ScanInput {
  std::size_t steps;
  std::span<const double> input;     ///< models x steps
  std::span<const Complex> initial;  ///< models x modes, or empty
  double weight = 1.0;               ///< multiplies bbar and the initial state
  bool reversed = false;             ///< time runs backwards through the input
};

/// Why the device cannot take it; empty if it can.
template <class Real>
std::string unfit_scan(const ModelBatch& batch, const ScanInput& input);

template <class Real>
class Scan {
 public:
  /// What the scan takes of a job whose unit of steps is `chunk`.
  static std::vector<Need> needs(std::size_t modes, std::size_t chunk);

  Scan(const Tools& tools, Job& job, const ModelBatch& batch, const ScanInput& input,
       std::size_t chunk);

  /// Begins the runs of `models` models from `model`.
  void load_models(std::size_t model, std::size_t models);
  /// Makes begins() of the `steps` steps from `first`; the pieces in their order.
  void sweep(std::size_t first, std::size_t steps);

  std::size_t chunks() const { return chunks_; }
  Range begins() const { return begins_; }        ///< models x chunks x modes, complex
  Range inputs() const { return inputs_.range; }  ///< models x chunks chunk, scaled, 0 at the end
  Range steps() const { return abar_.range; }     ///< models x modes: abar as high + low
  Range weights() const { return bbar_.range; }   ///< models x modes: bbar, scaled

  /// The device's states times this are the states of model `i` of those loaded.
  double state_scale(std::size_t i) const { return scales_[i].state; }
  /// bbar and the input of model `i` as the device has them.
  std::vector<Complex> scaled_bbar(std::size_t i) const;
  double largest_input(std::size_t i) const { return scales_[i].largest_input; }
  /// The largest |x| that the device has met before a chunk; after a run of the job.
  double peak(std::size_t i, std::size_t mode) const {
    return static_cast<double>(peaks_.host[i * modes_ + mode]);
  }

 private:
  struct Scales {
    double bbar = 1.0;   ///< device's bbar = bbar times this
    double input = 1.0;  ///< the same
    double state = 1.0;
    double largest_input = 0.0;
  };
  Scales scales_of(std::size_t model) const;
  void load_tables(std::size_t i, std::size_t model);
  void load_state(std::size_t i, std::size_t model);
  void load_input(std::size_t first, std::size_t steps);

  const Tools& tools_;
  Job& job_;
  const ModelBatch& batch_;
  ScanInput input_;
  std::size_t modes_;
  std::size_t chunk_;
  std::size_t model_ = 0;
  std::size_t models_ = 0;
  std::size_t chunks_ = 0;
  std::vector<Scales> scales_;
  // In the order of needs().
  View<Real> ends_;  ///< bbar abar^e, e < chunk
  View<Real> carry_, state_, peaks_, abar_, bbar_, inputs_;
  Range begins_;
};

extern template std::string unfit_scan<float>(const ModelBatch& batch, const ScanInput& input);
extern template std::string unfit_scan<double>(const ModelBatch& batch, const ScanInput& input);
extern template class Scan<float>;
extern template class Scan<double>;

}  // namespace ssmscope::gpu
