// Numbers as messages and captions show them.
#pragma once

#include <string>

namespace ssmscope {

/// Six significant digits, without trailing zeros: "0.01", "1e-09", "1000".
std::string short_number(double value);

/// As short_number, but with as many digits as it takes to read the value back exactly; whole
/// numbers up to 2^53 without an exponent.
std::string exact_number(double value);

}  // namespace ssmscope
