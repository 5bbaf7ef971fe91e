#include "ui/live/backends.hpp"

#include <exception>

#include "core/compute/cpu_backend.hpp"

namespace ssmscope::ui {

Backends::Backends(compute::Pool& pool, std::vector<BackendChoice> further, QObject* parent)
    : QObject(parent) {
  choices_.push_back({QStringLiteral("cpu"), tr("CPU"), {}});
  for (BackendChoice& choice : further) choices_.push_back(std::move(choice));
  made_.resize(choices_.size());
  made_.front() = compute::make_cpu_backend(pool);
}

bool Backends::choose(const QString& id) {
  for (std::size_t i = 0; i < choices_.size(); ++i) {
    if (choices_[i].id != id) continue;
    if (i == current_) return true;
    try {
      if (!made_[i]) made_[i] = choices_[i].make();
    } catch (const std::exception& error) {
      Q_EMIT notice(
          tr("%1 cannot be used: %2").arg(choices_[i].label, QString::fromUtf8(error.what())));
      return false;
    }
    if (!made_[i]) return false;
    current_ = i;
    Q_EMIT currentChanged();
    return true;
  }
  Q_EMIT notice(tr("There is no backend “%1” on this machine.").arg(id));
  return false;
}

void Backends::lost(const compute::Backend* backend) {
  if (current_ == 0 || made_[current_].get() != backend) return;
  const QString label = currentLabel();
  made_[current_].reset();  // made anew if it is chosen again
  current_ = 0;
  Q_EMIT currentChanged();
  Q_EMIT notice(tr("%1 was lost; the CPU goes on.").arg(label));
}

}  // namespace ssmscope::ui
