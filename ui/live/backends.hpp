// The backends that a person may choose from. The application fills the list; the window shows it
// and knows nothing of what stands behind a choice.
#pragma once

#include <QObject>
#include <QString>
#include <functional>
#include <memory>
#include <vector>

#include "core/compute/backend.hpp"
#include "core/compute/pool.hpp"

namespace ssmscope::ui {

struct BackendChoice {
  QString id;     ///< "cpu", "vulkan:0": the name on the command line
  QString label;  ///< what a person reads, "CPU" or the device's name
  /// Makes the backend, once, when it is first chosen. May throw std::exception: the choice is
  /// then refused with its text.
  std::function<std::shared_ptr<compute::Backend>()> make;
};

/// The application-wide choice. The CPU is always there, first, and is what is left when another
/// backend cannot be made or is lost. Members are called on the UI thread; the backends handed
/// out live as long as somebody holds them.
class Backends : public QObject {
  Q_OBJECT
 public:
  /// `pool` outlives everything handed out. `further`: choices beside the CPU.
  explicit Backends(compute::Pool& pool, std::vector<BackendChoice> further = {},
                    QObject* parent = nullptr);

  const std::vector<BackendChoice>& choices() const { return choices_; }
  QString currentId() const { return choices_[current_].id; }
  QString currentLabel() const { return choices_[current_].label; }
  std::shared_ptr<compute::Backend> current() const { return made_[current_]; }
  std::shared_ptr<compute::Backend> cpu() const { return made_.front(); }

  /// False (and a notice) when there is no such choice or it cannot be made; the old one stays.
  bool choose(const QString& id);
  /// An analysis lost `backend`: if it is the current one, the CPU takes over with a notice.
  void lost(const compute::Backend* backend);

 Q_SIGNALS:
  void currentChanged();
  void notice(const QString& sentence);

 private:
  std::vector<BackendChoice> choices_;
  std::vector<std::shared_ptr<compute::Backend>> made_;  ///< by choice; null: not made yet
  std::size_t current_ = 0;
};

}  // namespace ssmscope::ui
