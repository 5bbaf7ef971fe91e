#include "core/data/numpy_code.hpp"

#include <cmath>

#include "core/scenario/names.hpp"
#include "core/scenario/numbers.hpp"

namespace ssmscope::data {

namespace {

std::string number(double value) {
  if (std::isnan(value)) return "np.nan";
  if (std::isinf(value)) return value > 0 ? "np.inf" : "-np.inf";
  return exact_number(value);
}

std::string array_of(const ComplexList& list, double (*part)(const Complex&)) {
  constexpr std::size_t kNumbersALine = 3;
  std::string text = "np.array([\n";
  for (std::size_t i = 0; i < list.size(); ++i) {
    const bool starts = i % kNumbersALine == 0;
    const bool ends = i % kNumbersALine == kNumbersALine - 1 || i + 1 == list.size();
    text += (starts ? "    " : " ") + number(part(list[i])) + (ends ? ",\n" : ",");
  }
  return text + "])";
}

double real_part(const Complex& z) { return z.real(); }
double imaginary_part(const Complex& z) { return z.imag(); }

std::string list_line(const char* name, const ComplexList& list) {
  return std::string(name) + " = " + array_of(list, real_part) + " + 1j * " +
         array_of(list, imaginary_part) + "\n";
}

/// The lines that make abar and bbar.
std::string rule_lines(Rule rule) {
  switch (rule) {
    case Rule::Zoh:
      return "safe = np.where(z == 0, 1, z)\n"
             "abar = np.exp(z)\n"
             "bbar = np.where(z == 0, 1, np.expm1(safe) / safe) * delta * B\n";
    case Rule::Bilinear:
      return "abar = (1 + z / 2) / (1 - z / 2)\n"
             "bbar = delta / (1 - z / 2) * B\n";
    case Rule::Euler:
      return "abar = 1 + z\n"
             "bbar = delta * B\n";
    case Rule::BackwardEuler:
      return "abar = 1 / (1 - z)\n"
             "bbar = delta / (1 - z) * B\n";
    case Rule::EulerB:
      return "abar = np.exp(z)\n"
             "bbar = delta * B\n";
  }
  return "";
}

/// One comment line, whatever the title holds.
std::string comment(const std::string& title) {
  std::string text;
  for (const char c : title) text += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
  return text.empty() ? "" : "# " + text + "\n";
}

}  // namespace

std::string numpy_code(const ssm::ContinuousModel& model, Rule rule, double delta, int length,
                       const std::string& title) {
  const std::string rule_name = name_of(rule, kRuleLabels);
  return comment(title) +
         "# x' = diag(lambda) x + B u, y = factor Re(C x) + D u; step rule: " + rule_name +
         ".\nimport numpy as np\n\n" + list_line("lam", model.lambda) + list_line("B", model.B) +
         list_line("C", model.C) + "D = " + number(model.D) + "\ndelta = " + number(delta) +
         "\nfactor = " + number(model.factor) + "\nlength = " + std::to_string(length) +
         "\n\nz = delta * lam\n" + rule_lines(rule) +
         "\n"
         "h = np.empty(length)\n"
         "term = C * bbar\n"
         "for step in range(length):\n"
         "    h[step] = factor * term.sum().real\n"
         "    term = term * abar\n"
         "h[0] += D\n"
         "print(h[:8])\n";
}

}  // namespace ssmscope::data
