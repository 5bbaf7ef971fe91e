// What the user typed, as a value.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace ssmscope::app {

/// ssmscope [--scenario FILE] [--backend NAME]
struct OpenWindow {
  std::optional<std::filesystem::path> scenario;
  std::string backend = "auto";
};

/// ssmscope analyse VIEW --scenario FILE [--backend NAME] [--output FILE]
struct Analyse {
  std::string view;
  std::filesystem::path scenario;
  std::string backend = "cpu";
  std::optional<std::filesystem::path> output;
};

/// ssmscope render --scenario FILE --out DIR [--views A,B] [--size WxH]
struct Render {
  std::filesystem::path scenario;
  std::filesystem::path out;
  std::vector<std::string> views;  ///< empty: all
  int width = 1600;
  int height = 1000;
};

/// ssmscope devices [--again]
struct ListDevices {
  bool again = false;  ///< forget what earlier trials of the drivers found
};

/// ssmscope try-gpu: the child that tries the drivers; not for people.
struct TryGpu {};

/// Nothing to do but to leave: --help, --version (status 0) or wrong usage (status 2). `text`
/// belongs on stdout for 0 and on stderr for 2.
struct Leave {
  int status = 0;
  std::string text;
};

using Command = std::variant<OpenWindow, Analyse, Render, ListDevices, TryGpu, Leave>;

/// Reads the arguments; never exits, never prints. Options that are not ours but the window
/// system's (-platform, ...) are not accepted.
Command parse_command_line(int argc, const char* const* argv);

}  // namespace ssmscope::app
