// Errors that a person can act on.
#pragma once

#include <stdexcept>
#include <string>

namespace ssmscope {

/// Input from outside (a file, a field of a scenario, a command line) that cannot be used.
/// what() is one whole sentence that names what, where and what was expected.
class InputError : public std::runtime_error {
 public:
  explicit InputError(const std::string& sentence) : std::runtime_error(sentence) {}
};

}  // namespace ssmscope
