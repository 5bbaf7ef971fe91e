// Work that would hold up the window: reading and writing files, packing pictures.
#pragma once

#include <QObject>
#include <QString>
#include <functional>
#include <memory>

#include "core/compute/pool.hpp"

namespace ssmscope::ui {

class Background : public QObject {
  Q_OBJECT
 public:
  using Then = std::function<void()>;
  using Work = std::function<Then()>;
  using Failed = std::function<void(const QString& sentence)>;

  /// `pool` outlives this object; what has begun is finished even when this object goes.
  explicit Background(compute::Pool& pool, QObject* parent = nullptr);
  ~Background() override;

  /// Runs `work` on a worker; what it returns runs on this thread afterwards, or `failed` with
  /// the sentence of what it threw. Neither runs once this object is gone.
  void run(Work work, Failed failed);
  int running() const { return running_; }

 private:
  struct Gate;
  compute::Pool& pool_;
  std::shared_ptr<Gate> gate_;
  int running_ = 0;
};

}  // namespace ssmscope::ui
