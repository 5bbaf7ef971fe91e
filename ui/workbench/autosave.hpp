// Keeps the session on disk while the program runs, so that a crash loses nothing.
#pragma once

#include <QLockFile>
#include <QObject>
#include <QTimer>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>

#include "ui/workbench/background.hpp"
#include "ui/workbench/session.hpp"

namespace ssmscope::ui {

class Autosave : public QObject {
  Q_OBJECT
 public:
  /// Only the first window of a folder keeps an autosave there.
  Autosave(const QString& folder, Background& background, std::function<Session()> session,
           QObject* parent = nullptr);
  ~Autosave() override;

  /// What a program that did not end properly left; none after a proper end.
  std::optional<Session> left() const;
  /// Something changed: it is written when the hand rests, at the latest after a few seconds.
  void touch();
  /// A proper end: nothing is left behind.
  void finish();
  QString file() const { return file_; }

 private:
  /// What the writing worker and the end of the program must agree on.
  struct Gate {
    std::mutex mutex;
    bool finished = false;
  };
  void write();

  QString file_;
  std::unique_ptr<QLockFile> lock_;
  Background& background_;
  std::function<Session()> session_;
  QTimer rest_;
  std::shared_ptr<Gate> gate_ = std::make_shared<Gate>();
  bool owner_ = false;
};

}  // namespace ssmscope::ui
