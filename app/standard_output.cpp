#include "app/standard_output.hpp"

#include <cstdio>

#include "core/scenario/error.hpp"
#include "core/scenario/utf8.hpp"

namespace ssmscope::app {

void print(std::string_view text) {
  const bool written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size();
  if (!written || std::fflush(stdout) != 0) {
    throw InputError("the result could not be written to the standard output");
  }
}

void complain(std::string_view sentence) {
  std::fprintf(stderr, "ssmscope: %s\n", one_line(sentence).c_str());
}

}  // namespace ssmscope::app
