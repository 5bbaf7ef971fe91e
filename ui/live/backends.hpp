// The backends that a person may choose from. The application fills the list; the window shows it
// and knows nothing of what stands behind a choice.
#pragma once

#include <QObject>
#include <QString>
#include <functional>
#include <future>
#include <memory>
#include <vector>

#include "core/compute/backend.hpp"
#include "core/compute/pool.hpp"

namespace ssmscope::ui {

struct BackendChoice {
  QString id;     ///< "cpu", "vulkan:0": the name on the command line
  QString label;  ///< what a person reads, "CPU" or the device's name
  /// Makes the backend, once, when it is first chosen; runs on a thread of its own, since a driver
  /// may take long to start. May throw std::exception: the choice is then refused with its text.
  std::function<std::shared_ptr<compute::Backend>()> make;
  QString detail;  ///< what it is, in a sentence, for the tool tip
  QString kind;    ///< in a word, for a corner: "CPU", "GPU"; a software device's own name
};

/// Names of backends, joined by " + ", without the details that drivers put after them: "llvmpipe"
/// of "llvmpipe (LLVM 15.0.6, 256 bits), float32".
QString shortBackendName(const QString& names);

/// The application-wide choice. The CPU is always there, first, and is what is left when another
/// backend cannot be made or is lost. Devices beside it may come later (their drivers are tried in
/// the background) and may be turned off for good. Members are called on the UI thread; the
/// backends handed out live as long as somebody holds them.
class Backends : public QObject {
  Q_OBJECT
 public:
  /// `pool` outlives everything handed out. `further`: choices beside the CPU.
  explicit Backends(compute::Pool& pool, std::vector<BackendChoice> further = {},
                    QObject* parent = nullptr);
  /// Waits a moment for a backend that is being made.
  ~Backends() override;

  const std::vector<BackendChoice>& choices() const { return choices_; }
  QString currentId() const { return choices_[current_].id; }
  QString currentLabel() const { return choices_[current_].label; }
  std::shared_ptr<compute::Backend> current() const { return made_[current_]; }
  std::shared_ptr<compute::Backend> cpu() const { return made_.front(); }

  /// Replaces the choices beside the CPU. The wanted one is taken if it is among them, else the
  /// CPU.
  void setFurther(std::vector<BackendChoice> further);
  /// What to take as soon as it is there ("auto" at first); a choice of the person's replaces it.
  void want(const QString& id);
  QString wanted() const { return wanted_; }

  /// Whether devices beside the CPU may be used at all: the person's lasting decision. The
  /// application looks for devices, or drops them, on devicesAllowedChanged().
  bool devicesAllowed() const { return devices_allowed_; }
  void allowDevices(bool allowed);
  /// Asks the application to try the drivers anew, also those that failed.
  void lookAgain() { Q_EMIT lookAgainAsked(); }

  /// Takes over once the backend is made; currentChanged() tells. False (and a notice) when there
  /// is no such choice; where it cannot be made there is a notice too, and the old one stays.
  bool choose(const QString& id);
  /// What is being made just now; empty: nothing.
  QString making() const { return making_; }
  /// An analysis lost `backend`: if it is the current one, the CPU takes over with a notice.
  void lost(const compute::Backend* backend);
  /// The kinds of the choices that `names` (of backends, joined by " + ") means: "GPU+CPU". What is
  /// no choice any more stays a name.
  QString kindOf(const QString& names) const;

 Q_SIGNALS:
  void currentChanged();
  void choicesChanged();
  void devicesAllowedChanged(bool allowed);
  void lookAgainAsked();
  void notice(const QString& sentence);

 private:
  using Made = std::shared_ptr<compute::Backend>;
  void take(std::size_t index);
  void make(const BackendChoice& choice);
  void finish(const QString& id, const Made& backend, const QString& problem);

  std::vector<BackendChoice> choices_;
  std::vector<std::shared_ptr<compute::Backend>> made_;  ///< by choice; null: not made yet
  std::size_t current_ = 0;
  QString wanted_ = QStringLiteral("auto");
  QString making_;
  std::future<void> made_signal_;  ///< ready when the thread that makes one is done
  bool devices_allowed_ = true;
};

}  // namespace ssmscope::ui
