#include "tests/layers/include_scan.hpp"

#include <algorithm>
#include <array>
#include <fstream>
#include <iterator>
#include <optional>
#include <regex>
#include <set>
#include <stdexcept>
#include <string_view>

namespace ssmscope::layers {
namespace {

namespace fs = std::filesystem;

// scenario and compute stand at the bottom, side by side; each of the others may include those
// before it.
constexpr std::array<std::string_view, 11> kCoreFolders{
    "scenario", "compute", "ssm",        "data",  "target",      "ring",
    "spectrum", "memory",  "continuity", "learn", "experiments",
};
constexpr std::size_t kBottom = 2;

bool starts_with_any(std::string_view text, std::initializer_list<std::string_view> prefixes) {
  return std::any_of(prefixes.begin(), prefixes.end(),
                     [&](std::string_view prefix) { return text.starts_with(prefix); });
}

// <QWidget>, <QtCharts/..>, <qglobal.h>; not <queue>.
bool is_qt(std::string_view path) {
  if (path.starts_with("q") && path.ends_with(".h")) return true;
  return path.size() > 1 && path[0] == 'Q' &&
         ((path[1] >= 'A' && path[1] <= 'Z') || path[1] == 't');
}

bool is_vtk(std::string_view path) { return starts_with_any(path, {"vtk", "QVTK"}); }

bool is_vulkan(std::string_view path) {
  return starts_with_any(path, {"vulkan/", "vulkan.h", "vk_", "vma/", "shaderc/", "glslang/"});
}

// "core/ring/x.hpp", 1 -> "ring"; empty where there is no such folder.
std::string_view folder(std::string_view path, std::size_t depth) {
  for (; depth > 0; --depth) {
    const auto slash = path.find('/');
    if (slash == std::string_view::npos) return {};
    path.remove_prefix(slash + 1);
  }
  const auto slash = path.find('/');
  return slash == std::string_view::npos ? std::string_view{} : path.substr(0, slash);
}

std::optional<std::size_t> core_rank(std::string_view path) {
  const auto found = std::find(kCoreFolders.begin(), kCoreFolders.end(), folder(path, 1));
  if (found == kCoreFolders.end()) return std::nullopt;
  return static_cast<std::size_t>(found - kCoreFolders.begin());
}

std::string core_rule(const std::string& file, const std::string& path, std::string_view layer) {
  if (is_qt(path)) return "core includes no Qt";
  if (is_vtk(path)) return "core includes no VTK";
  if (is_vulkan(path)) return "core includes no Vulkan";
  if (layer == "ui" || layer == "gpu") return "core includes nothing above it";
  const auto own = core_rank(file);
  if (!own) return "a core folder is one of those in the list of layers";
  if (layer != "core") return {};
  const auto other = core_rank(path);
  if (!other) return "a core folder is one of those in the list of layers";
  if (*own < kBottom && *own != *other)
    return "core/" + std::string(folder(file, 1)) + " includes no other folder of core";
  if (*other > *own)
    return "core/" + std::string(folder(file, 1)) + " includes only folders before it, not core/" +
           std::string(folder(path, 1));
  return {};
}

bool is_source(const fs::path& file) {
  static const std::set<std::string> extensions{".cpp", ".hpp", ".h",  ".cc",
                                                ".cxx", ".inl", ".ipp"};
  return extensions.contains(file.extension().string());
}

// Blanks comments out, keeping line breaks. String literals are stepped over, so that "//" in one
// does not start a comment.
std::string without_comments(const std::string& text) {
  static const std::regex token(
      R"rx(//[^\n]*|/\*[^*]*\*+(?:[^/*][^*]*\*+)*/|"(?:\\.|[^"\\\n])*")rx", std::regex::optimize);
  std::string out = text;
  for (std::sregex_iterator it(text.begin(), text.end(), token), end; it != end; ++it) {
    if (it->str().front() == '"') continue;
    const auto from = out.begin() + it->position();
    std::replace_if(
        from, from + it->length(), [](char c) { return c != '\n'; }, ' ');
  }
  return out;
}

std::string read(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  if (!stream) throw std::runtime_error("cannot read " + file.string());
  return {std::istreambuf_iterator<char>(stream), {}};
}

// The include as a path from the root where it names a file there.
std::string resolved(const fs::path& root, const fs::path& file, const std::string& include) {
  const fs::path beside = (file.parent_path() / include).lexically_normal();
  if (!fs::exists(beside)) return include;
  return beside.lexically_relative(root).generic_string();
}

void scan_file(const fs::path& root, const fs::path& file, Scan& result) {
  ++result.files;
  const std::string name = file.lexically_relative(root).generic_string();
  for (const Include& include : includes_of(read(file))) {
    ++result.includes;
    std::string rule = broken_rule(name, resolved(root, file, include.path));
    if (!rule.empty())
      result.violations.push_back({name, include.line, include.path, std::move(rule)});
  }
}

}  // namespace

std::vector<Include> includes_of(const std::string& text) {
  static const std::regex directive(R"(^[ \t]*#[ \t]*include[ \t]*[<"]([^>"]+)[>"])",
                                    std::regex::optimize);
  std::vector<Include> found;
  const std::string code = without_comments(text);
  std::size_t line = 1;
  for (std::size_t at = 0; at < code.size(); ++line) {
    const std::size_t end = std::min(code.find('\n', at), code.size());
    std::smatch match;
    const std::string row = code.substr(at, end - at);
    if (std::regex_search(row, match, directive)) found.push_back({line, match[1]});
    at = end + 1;
  }
  return found;
}

std::string broken_rule(const std::string& file, const std::string& path) {
  const std::string_view own = folder(file, 0);
  const std::string_view other = folder(path, 0);
  if (other == "app" && own != "app") return "nothing includes app";
  if (other == "tests") return "the program includes no tests";
  if (own == "core") return core_rule(file, path, other);
  if (own == "ui" && other == "gpu") return "ui includes no gpu";
  if (own == "ui" && is_vulkan(path)) return "ui includes no Vulkan";
  if (own == "gpu" && other == "ui") return "gpu includes no ui";
  if (own == "gpu" && (is_qt(path) || is_vtk(path))) return "gpu includes no Qt and no VTK";
  return {};
}

Scan scan(const fs::path& root) {
  Scan result;
  std::vector<fs::path> files;
  for (const char* layer : {"app", "core", "gpu", "ui"}) {
    if (!fs::is_directory(root / layer)) continue;
    for (const auto& entry : fs::recursive_directory_iterator(root / layer))
      if (entry.is_regular_file() && is_source(entry.path())) files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  for (const auto& file : files) scan_file(root, file, result);
  return result;
}

}  // namespace ssmscope::layers
