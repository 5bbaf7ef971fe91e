#include "app/command_line.hpp"

#include <CLI/CLI.hpp>
#include <charconv>
#include <sstream>

#include "app/analyses.hpp"
#include "app/backends.hpp"
#include "core/scenario/utf8.hpp"

namespace ssmscope::app {

namespace {

constexpr int kWrongUsage = 2;
constexpr int kLeastSide = 320;
constexpr int kGreatestSide = 7680;

/// "1600x1000" into width and height; a sentence when it is not of that form.
std::string read_size(const std::string& text, int& width, int& height) {
  std::string expected = "must be WIDTHxHEIGHT, each from " + std::to_string(kLeastSide) + " to " +
                         std::to_string(kGreatestSide) + ", not " + text;
  const char* const end = text.data() + text.size();
  const auto first = std::from_chars(text.data(), end, width);
  if (first.ec != std::errc() || first.ptr == end || *first.ptr != 'x') return expected;
  const auto second = std::from_chars(first.ptr + 1, end, height);
  if (second.ec != std::errc() || second.ptr != end) return expected;
  const auto allowed = [](int side) { return side >= kLeastSide && side <= kGreatestSide; };
  return allowed(width) && allowed(height) ? "" : expected;
}

std::string view_names() {
  std::string names;
  for (const AnalysisEntry& entry : analyses()) {
    names += (names.empty() ? "" : ", ") + std::string(entry.view);
  }
  return names;
}

std::string known_view(const std::string& name) {
  if (find_analysis(name) != nullptr) return "";
  return "there is no view " + name + "; the views are " + view_names();
}

std::string known_output(const std::string& name) {
  const std::filesystem::path extension = std::filesystem::path(name).extension();
  if (extension == ".json" || extension == ".csv" || extension == ".npz") return "";
  return "must end in .json, .csv or .npz, not " + name;
}

}  // namespace

Command parse_command_line(int argc, const char* const* argv) {
  CLI::App program{"SSMScope, an oscilloscope for state-space sequence models."};
  program.name("ssmscope");
  program.set_version_flag("--version", "ssmscope " SSMSCOPE_VERSION);
  program.require_subcommand(0, 1);
  program.footer(
      "Exit status: 0 done, 1 it could not be done (one line on stderr says why), 2 wrong usage.");

  OpenWindow window;
  program.add_option("--scenario", window.scenario, "Open this scenario or session (JSON)");
  program.add_option("--backend", window.backend, "cpu, vulkan, vulkan:K or auto (default auto)")
      ->check(known_backend);

  Analyse analyse;
  CLI::App* const analyse_command =
      program.add_subcommand("analyse", "Compute one view and write its numbers; no window");
  analyse_command->add_option("VIEW", analyse.view, view_names())->required()->check(known_view);
  analyse_command->add_option("--scenario", analyse.scenario, "The scenario (JSON)")->required();
  analyse_command->add_option("--backend", analyse.backend, "cpu, vulkan, vulkan:K or auto")
      ->check(known_backend);
  analyse_command
      ->add_option("--output", analyse.output,
                   "A file: .json (all), .csv (main table), .npz (arrays); default: JSON to stdout")
      ->check(known_output);

  Render render;
  std::string size = "1600x1000";
  CLI::App* const render_command =
      program.add_subcommand("render", "Write PNG pictures of the window and of each view");
  render_command->add_option("--scenario", render.scenario, "The scenario (JSON)")->required();
  render_command->add_option("--out", render.out, "The folder for the pictures")->required();
  render_command->add_option("--views", render.views, "Only these views, as A,B")
      ->delimiter(',')
      ->check(known_view);
  render_command->add_option("--size", size, "WIDTHxHEIGHT of the window (default 1600x1000)")
      ->check([&render](const std::string& text) {
        return read_size(text, render.width, render.height);
      });

  ListDevices devices;
  CLI::App* const devices_command =
      program.add_subcommand("devices", "List the backends and what each supports");
  devices_command->add_flag("--again", devices.again,
                            "Try the drivers anew, also one that failed before");
  // An empty group hides it from the help.
  const CLI::App* const trial_command = program.add_subcommand("try-gpu")->group("");

  try {
    program.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    std::ostringstream out;
    std::ostringstream err;
    const int status = program.exit(error, out, err);
    if (status == 0) return Leave{0, out.str()};
    return Leave{kWrongUsage,
                 "ssmscope: " + one_line(error.what()) + " (ssmscope --help says more)\n"};
  }
  if (analyse_command->parsed()) return analyse;
  if (render_command->parsed()) return render;
  if (devices_command->parsed()) return devices;
  if (trial_command->parsed()) return TryGpu{};
  return window;
}

}  // namespace ssmscope::app
