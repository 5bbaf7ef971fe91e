// The layers hold in the whole source tree.
#include <cstdlib>
#include <exception>
#include <iostream>

#include "tests/layers/include_scan.hpp"

int main() try {
  const auto result = ssmscope::layers::scan(SSMSCOPE_SOURCE_DIR);
  // A scan that saw next to nothing proves nothing.
  if (result.files < 20 || result.includes < 100) {
    std::cerr << "only " << result.files << " files and " << result.includes
              << " includes were seen\n";
    return EXIT_FAILURE;
  }
  for (const auto& v : result.violations)
    std::cerr << v.file << ':' << v.line << ": includes " << v.include << ": " << v.rule << '\n';
  std::cout << result.includes << " includes in " << result.files << " files, "
            << result.violations.size() << " break the layers\n";
  return result.violations.empty() ? EXIT_SUCCESS : EXIT_FAILURE;
} catch (const std::exception& error) {
  std::cerr << error.what() << '\n';
  return EXIT_FAILURE;
}
