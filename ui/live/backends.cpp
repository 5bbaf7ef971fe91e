#include "ui/live/backends.hpp"

#include <QCoreApplication>
#include <QPointer>
#include <algorithm>
#include <exception>
#include <iterator>
#include <thread>

#include "core/compute/cpu_backend.hpp"

namespace ssmscope::ui {

QString shortBackendName(const QString& names) {
  QStringList parts = names.split(QStringLiteral(" + "));
  for (QString& part : parts)
    part = part.section(QStringLiteral(" ("), 0, 0).section(QLatin1Char(','), 0, 0);
  return parts.join(QStringLiteral(" + "));
}

Backends::Backends(compute::Pool& pool, std::vector<BackendChoice> further, QObject* parent)
    : QObject(parent) {
  choices_.push_back({QStringLiteral("cpu"),
                      tr("CPU"),
                      {},
                      tr("Everything in double precision."),
                      QStringLiteral("CPU")});
  std::ranges::move(further, std::back_inserter(choices_));
  made_.resize(choices_.size());
  made_.front() = compute::make_cpu_backend(pool);
}

Backends::~Backends() {
  // A driver that hangs for ever must not keep the program from ending.
  constexpr auto kLongestWait = std::chrono::seconds(3);
  if (made_signal_.valid()) made_signal_.wait_for(kLongestWait);
}

void Backends::setFurther(std::vector<BackendChoice> further) {
  const bool on_cpu = current_ == 0;
  current_ = 0;
  choices_.resize(1);
  std::ranges::move(further, std::back_inserter(choices_));
  made_.resize(1);
  made_.resize(choices_.size());
  Q_EMIT choicesChanged();
  if (!on_cpu) Q_EMIT currentChanged();
  want(wanted_);
}

void Backends::want(const QString& id) {
  wanted_ = id;
  for (std::size_t i = 0; i < choices_.size(); ++i)
    if (choices_[i].id == id) take(i);
}

void Backends::allowDevices(bool allowed) {
  if (allowed == devices_allowed_) return;
  devices_allowed_ = allowed;
  Q_EMIT devicesAllowedChanged(allowed);
}

bool Backends::choose(const QString& id) {
  const auto known = [&id](const BackendChoice& choice) { return choice.id == id; };
  if (std::ranges::none_of(choices_, known)) {
    Q_EMIT notice(tr("There is no backend “%1” on this machine.").arg(id));
    return false;
  }
  want(id);
  return true;
}

void Backends::take(std::size_t index) {
  if (!made_[index]) return make(choices_[index]);
  if (index == current_) return;
  current_ = index;
  Q_EMIT currentChanged();
}

void Backends::make(const BackendChoice& choice) {
  if (!making_.isEmpty()) return;  // the wanted one is looked for again when that one is done
  making_ = choice.id;
  std::packaged_task<void()> task(
      [self = QPointer<Backends>(this), id = choice.id, make = choice.make] {
        Made made;
        QString problem;
        try {
          made = make();
        } catch (const std::exception& error) {
          problem = QString::fromUtf8(error.what());
        }
        QMetaObject::invokeMethod(
            QCoreApplication::instance(),
            [self, id, made, problem] {
              if (self) self->finish(id, made, problem);
            },
            Qt::QueuedConnection);
      });
  made_signal_ = task.get_future();
  std::thread(std::move(task)).detach();
}

/// On the UI thread.
void Backends::finish(const QString& id, const Made& backend, const QString& problem) {
  making_.clear();
  for (std::size_t i = 1; i < choices_.size(); ++i) {
    if (choices_[i].id != id) continue;
    made_[i] = backend;
    if (!backend) {
      if (wanted_ == id) wanted_ = currentId();
      Q_EMIT notice(tr("%1 cannot be used: %2").arg(choices_[i].label, problem));
      Q_EMIT currentChanged();  // whoever shows the choice shows the old one again
    }
  }
  if (wanted_ != currentId()) want(wanted_);
}

void Backends::lost(const compute::Backend* backend) {
  if (current_ == 0 || made_[current_].get() != backend) return;
  const QString label = currentLabel();
  made_[current_].reset();  // made anew if it is chosen again
  current_ = 0;
  wanted_ = currentId();
  Q_EMIT currentChanged();
  Q_EMIT notice(tr("%1 was lost; the CPU goes on.").arg(label));
}

QString Backends::kindOf(const QString& names) const {
  QStringList kinds;
  for (const QString& name :
       shortBackendName(names).split(QStringLiteral(" + "), Qt::SkipEmptyParts)) {
    const auto choice = std::ranges::find(choices_, name, &BackendChoice::label);
    const QString kind = choice == choices_.end() ? name : choice->kind;
    if (!kinds.contains(kind)) kinds << kind;
  }
  return kinds.join(QLatin1Char('+'));
}

}  // namespace ssmscope::ui
