#include "ui/workbench/autosave.hpp"

#include <QDir>
#include <QFile>
#include <chrono>
#include <exception>

namespace ssmscope::ui {

namespace {
using namespace std::chrono_literals;
constexpr auto kWriteEvery = 2s;
}  // namespace

Autosave::Autosave(const QString& folder, Background& background, std::function<Session()> session,
                   QObject* parent)
    : QObject(parent), background_(background), session_(std::move(session)) {
  QDir().mkpath(folder);
  file_ = QDir(folder).filePath(QStringLiteral("autosave.json"));
  lock_ = std::make_unique<QLockFile>(QDir(folder).filePath(QStringLiteral("autosave.lock")));
  lock_->setStaleLockTime(0);  // only a dead program's lock is stale
  owner_ = lock_->tryLock(0);
  rest_.setSingleShot(true);
  rest_.setInterval(kWriteEvery);
  connect(&rest_, &QTimer::timeout, this, &Autosave::write);
}

Autosave::~Autosave() = default;

std::optional<Session> Autosave::left() const {
  if (!owner_ || !QFile::exists(file_)) return std::nullopt;
  try {
    return loadSession(file_);
  } catch (const std::exception&) {
    return std::nullopt;  // a broken autosave never stops the start
  }
}

void Autosave::touch() {
  if (owner_ && !rest_.isActive()) rest_.start();
}

void Autosave::write() {
  // A failure (a full disk) is not worth disturbing anyone: the next change tries again.
  background_.run(
      [gate = gate_, session = std::make_shared<const Session>(session_()),
       file = toPath(file_)]() -> Background::Then {
        const std::lock_guard lock(gate->mutex);
        if (!gate->finished) save_session(*session, file);
        return {};
      },
      [](const QString&) {});
}

void Autosave::finish() {
  rest_.stop();
  const std::lock_guard lock(gate_->mutex);
  gate_->finished = true;
  if (owner_) QFile::remove(file_);
}

}  // namespace ssmscope::ui
