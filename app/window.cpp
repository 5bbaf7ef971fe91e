#include "app/window.hpp"

#include <QApplication>
#include <QFileInfo>
#include <clocale>
#include <cstdio>
#include <cstdlib>
#include <optional>

#include "app/backends.hpp"
#include "app/gpu_trial.hpp"
#include "app/gpu_watch.hpp"
#include "core/scenario/error.hpp"
#include "ui/views/all_views.hpp"
#include "ui/workbench/render_window.hpp"
#include "ui/workbench/workbench.hpp"

namespace ssmscope::app {

namespace {

/// Qt ends the program when there is no display; it shall do so in one sentence, with status 1.
void speak_plainly(QtMsgType type, const QMessageLogContext&, const QString& message) {
  if (type == QtFatalMsg) {
    std::fprintf(stderr,
                 "ssmscope: the window needs a display (X11, Wayland or Xvfb) and none can be "
                 "used; `ssmscope analyse` works without\n");
    std::_Exit(1);
  }
  if (type == QtCriticalMsg) std::fprintf(stderr, "ssmscope: %s\n", qUtf8Printable(message));
}

/// The argument list that QApplication keeps a reference to.
struct Arguments {
  char* names[2];
  int count = 1;
};

/// What both the window and its pictures need, in the order in which it must be made.
class Desktop {
 public:
  explicit Desktop(char* program) : arguments_{{program, nullptr}} {
    qInstallMessageHandler(speak_plainly);
    ui::prepareApplication();
    application_.emplace(arguments_.count, arguments_.names);
    // Qt takes the user's number format for the C library too; files and JSON need the plain one.
    std::setlocale(LC_NUMERIC, "C");
    backends_.emplace(pool_);
  }

  ui::WorkbenchSetup setup(bool remembers) {
    ui::WorkbenchSetup setup;
    setup.views = ui::allViews();
    setup.pool = &pool_;
    setup.backends = &*backends_;
    setup.remembers = remembers;
    return setup;
  }

  QApplication& application() { return *application_; }
  ui::Backends& backends() { return *backends_; }
  compute::Pool& pool() { return pool_; }

 private:
  Arguments arguments_;
  compute::Pool pool_;
  std::optional<QApplication> application_;
  std::optional<ui::Backends> backends_;
};

QString as_text(const std::filesystem::path& path) { return QString::fromStdString(path.string()); }

constexpr const char* kDefaultBackend = "auto";

/// "vulkan" is the best device by its number. Throws InputError where that cannot be used.
QString backend_id(const std::string& name) {
  if (!name.starts_with("vulkan")) return QString::fromStdString(name);
  std::string reason;
  const GpuReport report = gpu_report();
  const TriedDevice* const tried = find_device(report, name, reason);
  if (tried == nullptr)
    throw InputError("the backend " + name + " cannot be used: " + reason +
                     "; without --backend the CPU computes everything");
  return QStringLiteral("vulkan:%1").arg(tried->device.index);
}

}  // namespace

int open_window(const OpenWindow& command, char* program) {
  std::optional<ui::Session> session;
  if (command.scenario) session = ui::loadSession(as_text(*command.scenario));
  const QString backend = backend_id(command.backend);
  Desktop desktop(program);
  ui::Workbench window(desktop.setup(true));
  if (command.backend != kDefaultBackend) desktop.backends().want(backend);
  GpuWatch gpu(desktop.backends(), desktop.pool());
  gpu.look();
  if (session) {
    window.setSession(*session);
  } else if (!window.restoreAutosave()) {
    window.setSession(ui::Session{});
  }
  window.show();
  return QApplication::exec();
}

int render(const Render& command, char* program) {
  ui::RenderRequest request;
  request.session = ui::loadSession(as_text(command.scenario));
  request.folder = as_text(command.out);
  for (const std::string& view : command.views) request.views << QString::fromStdString(view);
  request.size = QSize(command.width, command.height);
  Desktop desktop(program);
  ui::renderWindow(desktop.setup(false), request);
  return 0;
}

}  // namespace ssmscope::app
