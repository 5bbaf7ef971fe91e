#include "core/ring/network.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/compute/fourier.hpp"

namespace ssmscope::ring {
namespace {

// Products of the steps that are compared: some 100 ms.
constexpr std::size_t kMostProducts = std::size_t{1} << 26;
constexpr std::size_t kFewestSteps = 16;
constexpr std::size_t kProductsALook = std::size_t{1} << 19;  // some 1 ms
constexpr double kAgreement = 1e-12;

/// out = G r + entry u. `twice` is the column written two times one behind the other, so that row
/// j of G is read backwards from place j + N without a modulus.
void step(std::span<const Complex> twice, std::span<const Complex> entry, double u,
          std::span<const Complex> r, std::span<Complex> out) {
  const std::size_t nodes = r.size();
  for (std::size_t j = 0; j < nodes; ++j) {
    const Complex* const g = twice.data() + nodes + j;
    double re = entry[j].real() * u, im = entry[j].imag() * u;
    for (std::size_t k = 0; k < nodes; ++k) {
      const Complex a = *(g - k), b = r[k];
      re += a.real() * b.real() - a.imag() * b.imag();
      im += a.real() * b.imag() + a.imag() * b.real();
    }
    out[j] = {re, im};
  }
}

}  // namespace

RingNetwork network_of(const RingModel& model) {
  const auto nodes = static_cast<double>(model.nodes());
  RingNetwork network;
  network.column.resize(model.nodes());
  network.entry.resize(model.nodes());
  compute::forward_dft(model.discrete.abar, network.column);
  compute::forward_dft(model.discrete.bbar, network.entry);
  for (Complex& g : network.column) g /= nodes;
  for (Complex& e : network.entry) e /= std::sqrt(nodes);
  return network;
}

std::vector<Complex> simulate_network(const RingNetwork& network, std::span<const double> input,
                                      std::span<const Complex> initial,
                                      const compute::Progress& progress) {
  const std::size_t nodes = network.column.size();
  ComplexList twice = network.column;
  twice.insert(twice.end(), network.column.begin(), network.column.end());
  std::vector<Complex> field(input.size() * nodes);
  ComplexList rest(nodes);
  std::span<const Complex> before = initial.empty() ? std::span<const Complex>(rest) : initial;
  const std::size_t look = std::max<std::size_t>(1, kProductsALook / (nodes * nodes));
  for (std::size_t t = 0; t < input.size(); ++t) {
    if (t % look == 0) progress.check();
    const auto row = std::span(field).subspan(t * nodes, nodes);
    step(twice, network.entry, input[t], before, row);
    before = row;
  }
  return field;
}

NetworkAgreement compare_network(const RingModel& model, const RingResult& result,
                                 const compute::Progress& progress) {
  const std::size_t nodes = model.nodes();
  const auto rows = static_cast<std::size_t>(std::max(result.steps, 0));
  NetworkAgreement agreement;
  // A window that starts later starts from its first row.
  const std::size_t given = result.first_step > 0 ? 1 : 0;
  if (rows <= given || nodes * rows != result.field.size() || result.input.size() < rows)
    return agreement;
  agreement.steps = std::min(rows - given, std::max(kFewestSteps, kMostProducts / (nodes * nodes)));
  const std::span field(result.field);
  const std::vector<Complex> simulated =
      simulate_network(network_of(model), std::span(result.input).subspan(given, agreement.steps),
                       field.first(given * nodes), progress);
  double difference = 0.0, largest = 0.0;
  for (std::size_t i = 0; i < simulated.size(); ++i) {
    difference = std::max(difference, std::abs(simulated[i] - field[given * nodes + i]));
    largest = std::max(largest, std::abs(field[given * nodes + i]));
  }
  agreement.difference = largest > 0.0 ? difference / largest : difference;
  agreement.bound = kAgreement + 4.0 * std::numeric_limits<double>::epsilon() *
                                     std::sqrt(static_cast<double>(nodes)) *
                                     static_cast<double>(agreement.steps);
  return agreement;
}

}  // namespace ssmscope::ring
