// The executable: the command line, and the wiring of core and ui. Nothing else.
#include <csignal>
#include <cstdio>
#include <exception>
#include <new>
#include <string>

#include "app/analyse.hpp"
#include "app/backends.hpp"
#include "app/command_line.hpp"
#include "app/gpu_trial.hpp"
#include "app/standard_output.hpp"
#include "app/window.hpp"
#include "core/scenario/error.hpp"

namespace {

using namespace ssmscope;

constexpr int kDone = 0;
constexpr int kFailed = 1;

/// The window system is told the program's name and nothing else.
int run(const app::OpenWindow& command, char* program) {
  return app::open_window(command, program);
}
int run(const app::Render& command, char* program) { return app::render(command, program); }

int run(const app::Analyse& command, char*) {
  app::run_analyse(command);
  return kDone;
}

int run(const app::TryGpu&, char*) { return app::run_gpu_trial(); }

int run(const app::ListDevices& command, char*) {
  compute::Pool pool;
  app::print(app::describe_devices(pool, command.again));
  return kDone;
}

int run(const app::Leave& command, char*) {
  if (command.status == kDone) {
    app::print(command.text);
  } else {
    std::fputs(command.text.c_str(), stderr);
  }
  return command.status;
}

int fail(const std::string& sentence) {
  app::complain(sentence);
  return kFailed;
}

}  // namespace

int main(int argc, char** argv) {
  // A file that may not grow (ulimit -f) is a sentence, as a full disk is, not the end.
  std::signal(SIGXFSZ, SIG_IGN);
  try {
    const app::Command command = app::parse_command_line(argc, argv);
    return std::visit([&](const auto& chosen) { return run(chosen, argv[0]); }, command);
  } catch (const std::bad_alloc&) {
    return fail("there is not enough memory for a scenario of this size");
  } catch (const std::exception& error) {
    return fail(error.what());
  }
}
