#include "core/ssm/dplr.hpp"

#include <string>

#include "core/scenario/error.hpp"

namespace ssmscope::ssm {
namespace {

void check_list(const ComplexList& list, std::size_t modes, const std::string& name) {
  if (list.size() == modes) return;
  throw InputError(name + " of the diagonal plus low-rank model has " +
                   std::to_string(list.size()) + " entries, but lambda " + std::to_string(modes) +
                   ": one for each mode is expected.");
}

void check_lists(const DplrModel& model) {
  const std::size_t modes = model.lambda.size();
  if (modes == 0 || 2 * modes > kMostDenseStates) {
    throw InputError("lambda of the diagonal plus low-rank model has " + std::to_string(modes) +
                     " entries: from 1 to " + std::to_string(kMostDenseStates / 2) +
                     " are expected.");
  }
  check_list(model.P, modes, "P");
  check_list(model.Q, modes, "Q");
  check_list(model.B, modes, "B");
  check_list(model.C, modes, "C");
}

/// Row m, column n of A in real numbers. Of a pair of conjugates the rank-one part takes
/// P_m 2 Re(conj(Q_n) x_n), else P_m conj(Q_n) x_n, and diag(lambda) is a product of two complex
/// numbers.
void add_entry(const DplrModel& model, std::size_t m, std::size_t n, DenseModel& out) {
  const Complex p = model.P[m], q = model.Q[n];
  const Complex of_re = model.factor == 2.0 ? 2.0 * q.real() * p : p * std::conj(q);
  const Complex of_im = model.factor == 2.0 ? 2.0 * q.imag() * p : p * Complex(q.imag(), q.real());
  const Complex own = m == n ? model.lambda[m] : 0.0;
  double* top = out.A.data() + 2 * m * out.states + 2 * n;
  double* bottom = top + out.states;
  top[0] = own.real() - of_re.real();
  top[1] = -own.imag() - of_im.real();
  bottom[0] = own.imag() - of_re.imag();
  bottom[1] = own.real() - of_im.imag();
}

}  // namespace

DenseModel dense_form(const DplrModel& model) {
  check_lists(model);
  const std::size_t modes = model.lambda.size();
  DenseModel out;
  out.states = 2 * modes;
  out.A.resize(out.states * out.states);
  for (std::size_t m = 0; m < modes; ++m) {
    for (std::size_t n = 0; n < modes; ++n) add_entry(model, m, n, out);
    out.B.insert(out.B.end(), {model.B[m].real(), model.B[m].imag()});
    out.C.insert(out.C.end(),
                 {model.factor * model.C[m].real(), -model.factor * model.C[m].imag()});
  }
  out.D = {model.D};
  return out;
}

}  // namespace ssmscope::ssm
