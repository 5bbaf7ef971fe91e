// Reads the #include lines of a source tree and says which of them break the layers:
// app -> ui -> core <- gpu, and within core each folder only those before it.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

namespace ssmscope::layers {

/// One include that is not allowed.
struct Violation {
  std::string file;      ///< relative to the root, with forward slashes
  std::size_t line = 0;  ///< from 1
  std::string include;   ///< as written, without its brackets or quotes
  std::string rule;      ///< the sentence that it breaks
  bool operator==(const Violation&) const = default;
};

struct Include {
  std::size_t line = 0;
  std::string path;
};

/// The includes of a text. Those in comments do not count; those in parts that the preprocessor
/// leaves out do, since they are built somewhere.
std::vector<Include> includes_of(const std::string& text);

/// The rule that `file` breaks by including `path`, or an empty string. Both are relative to the
/// root; an include of the standard library or another project is judged by its name.
std::string broken_rule(const std::string& file, const std::string& path);

struct Scan {
  std::size_t files = 0;
  std::size_t includes = 0;
  std::vector<Violation> violations;  ///< by file, then line
};

/// Scans app, core, gpu and ui below `root`. An include between quotes that names a file beside
/// the including one is resolved first, so that "../ui/x.hpp" does not slip through.
Scan scan(const std::filesystem::path& root);

}  // namespace ssmscope::layers
