// The scanner itself, on includes that are right, wrong and disguised.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <string>
#include <vector>

#include "tests/layers/include_scan.hpp"

namespace {

namespace fs = std::filesystem;
using ssmscope::layers::broken_rule;
using ssmscope::layers::includes_of;
using ssmscope::layers::scan;

int failures = 0;

void expect(bool condition, const std::string& what) {
  if (condition) return;
  ++failures;
  std::cerr << "FAIL: " << what << '\n';
}

struct Case {
  const char* file;
  const char* include;
  const char* rule;  // a part of the sentence; empty: allowed
};

const std::vector<Case> kCases{
    {"core/ring/a.cpp", "QString", "no Qt"},
    {"core/ring/a.cpp", "QtCore/QString", "no Qt"},
    {"core/ring/a.cpp", "qglobal.h", "no Qt"},
    {"core/ring/a.cpp", "queue", ""},
    {"core/ring/a.cpp", "vtkPolyData.h", "no VTK"},
    {"core/ring/a.cpp", "vulkan/vulkan_raii.hpp", "no Vulkan"},
    {"core/ring/a.cpp", "ui/plot/line.hpp", "nothing above"},
    {"core/ring/a.cpp", "gpu/device.hpp", "nothing above"},
    {"core/ring/a.cpp", "app/main.hpp", "nothing includes app"},
    {"core/ring/a.cpp", "tests/core/golden.hpp", "no tests"},
    {"core/ring/a.cpp", "vector", ""},
    {"core/ring/a.cpp", "Eigen/Dense", ""},
    {"core/ring/a.cpp", "nlohmann/json.hpp", ""},
    {"core/ring/a.cpp", "core/ring/b.hpp", ""},
    {"core/ring/a.cpp", "core/target/b.hpp", ""},
    {"core/ring/a.cpp", "core/spectrum/b.hpp", "core/spectrum"},
    {"core/ring/detail/a.cpp", "core/memory/b.hpp", "core/memory"},
    {"core/ssm/a.hpp", "core/compute/backend.hpp", ""},
    {"core/ssm/a.hpp", "core/data/npy.hpp", "core/data"},
    {"core/data/a.hpp", "core/ssm/diagonal.hpp", ""},
    {"core/compute/a.hpp", "core/scenario/scenario.hpp", "no other folder"},
    {"core/scenario/a.hpp", "core/compute/random.hpp", "no other folder"},
    {"core/scenario/a.hpp", "core/scenario/error.hpp", ""},
    {"core/continuity/a.cpp", "core/learn/layer.hpp", "core/learn"},
    {"core/learn/a.cpp", "core/continuity/refinement.hpp", ""},
    {"core/learn/a.cpp", "core/experiments/run.hpp", "core/experiments"},
    {"core/experiments/a.cpp", "core/learn/layer.hpp", ""},
    {"core/misc/a.cpp", "vector", "list of layers"},
    {"core/ring/a.cpp", "core/misc/b.hpp", "list of layers"},
    {"core/a.cpp", "vector", "list of layers"},
    {"ui/live/a.cpp", "gpu/device.hpp", "no gpu"},
    {"ui/live/a.cpp", "vulkan/vulkan.h", "no Vulkan"},
    {"ui/live/a.cpp", "core/ring/ring_analysis.hpp", ""},
    {"ui/live/a.cpp", "QWidget", ""},
    {"ui/live/a.cpp", "app/main.hpp", "nothing includes app"},
    {"gpu/a.cpp", "ui/plot/line.hpp", "no ui"},
    {"gpu/a.cpp", "QString", "no Qt"},
    {"gpu/a.cpp", "vtkPoints.h", "no VTK"},
    {"gpu/a.cpp", "core/compute/backend.hpp", ""},
    {"gpu/a.cpp", "vulkan/vulkan_raii.hpp", ""},
    {"app/a.cpp", "gpu/device.hpp", ""},
    {"app/a.cpp", "ui/workbench/window.hpp", ""},
    {"app/a.cpp", "app/options.hpp", ""},
};

void check_rules() {
  for (const Case& c : kCases) {
    const std::string rule = broken_rule(c.file, c.include);
    const bool allowed = std::string(c.rule).empty();
    const bool right = allowed ? rule.empty() : rule.find(c.rule) != std::string::npos;
    expect(right, std::string(c.file) + " includes " + c.include + ": got \"" + rule +
                      "\", expected \"" + c.rule + "\"");
  }
}

void check_reading() {
  const auto found = includes_of(
      "#include <vector>\n"
      "// #include <QString>\n"
      "/* #include <QList>\n"
      "#include <QMap> */ #include <QSet>\n"
      "  #  include \"core/a.hpp\"  // why\n"
      "const char* s = \"//\"; /* x */\n"
      "#if 0\n"
      "#include <vtkPoints.h>\n"
      "#endif\n"
      "const char* t = \"#include <QUrl>\";\n"
      "/**/#include<QDir>");
  const std::vector<std::pair<std::size_t, std::string>> expected{
      {1, "vector"}, {4, "QSet"}, {5, "core/a.hpp"}, {8, "vtkPoints.h"}, {11, "QDir"}};
  expect(found.size() == expected.size(),
         "the text has 5 includes, found " + std::to_string(found.size()));
  for (std::size_t i = 0; i < std::min(found.size(), expected.size()); ++i)
    expect(found[i].line == expected[i].first && found[i].path == expected[i].second,
           "include " + expected[i].second + ", got " + found[i].path + " in line " +
               std::to_string(found[i].line));
  expect(includes_of("").empty(), "an empty text has no include");
}

void write(const fs::path& file, const std::string& text) {
  fs::create_directories(file.parent_path());
  std::ofstream(file) << text;
}

void check_tree() {
  const fs::path root = fs::path(SSMSCOPE_BINARY_DIR) / "include_scan_example";
  fs::remove_all(root);
  write(root / "core/ring/good.cpp", "#include \"core/ssm/a.hpp\"\n#include <vector>\n");
  write(root / "core/ring/bad.hpp", "\n#include <QString>\n");
  write(root / "core/ring/sly.cpp", "#include \"../../ui/plot/line.hpp\"\n");
  write(root / "core/ring/sibling.cpp", "#include \"bad.hpp\"\n");
  write(root / "core/ssm/a.hpp", "");
  write(root / "ui/plot/line.hpp", "#include <QWidget>\n#include \"gpu/device.hpp\"\n");
  write(root / "gpu/shaders/note.txt", "#include <QWidget>\n");
  write(root / "tests/x.cpp", "#include \"ui/plot/line.hpp\"\n");
  const auto result = scan(root);
  expect(result.files == 6, "six sources, got " + std::to_string(result.files));
  expect(result.includes == 7, "seven includes, got " + std::to_string(result.includes));
  expect(result.violations.size() == 3,
         "three violations, got " + std::to_string(result.violations.size()));
  if (result.violations.size() != 3) return;
  const auto& v = result.violations;
  expect(v[0].file == "core/ring/bad.hpp" && v[0].line == 2 && v[0].include == "QString",
         "the Qt include in line 2 of bad.hpp");
  expect(v[1].file == "core/ring/sly.cpp" && v[1].rule == "core includes nothing above it",
         "the relative include of sly.cpp");
  expect(v[2].file == "ui/plot/line.hpp" && v[2].rule == "ui includes no gpu",
         "the gpu include of line.hpp");
  fs::remove_all(root);
}

}  // namespace

int main() {
  check_rules();
  check_reading();
  check_tree();
  return failures == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
