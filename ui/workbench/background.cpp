#include "ui/workbench/background.hpp"

#include <exception>
#include <mutex>

namespace ssmscope::ui {

/// What workers hold on to; the receiver goes when the window does.
struct Background::Gate {
  std::mutex mutex;
  Background* receiver = nullptr;

  void deliver(std::function<void()> then) {
    const std::lock_guard lock(mutex);
    if (receiver != nullptr)
      QMetaObject::invokeMethod(receiver, std::move(then), Qt::QueuedConnection);
  }
};

Background::Background(compute::Pool& pool, QObject* parent)
    : QObject(parent), pool_(pool), gate_(std::make_shared<Gate>()) {
  gate_->receiver = this;
}

Background::~Background() {
  const std::lock_guard lock(gate_->mutex);
  gate_->receiver = nullptr;
}

void Background::run(Work work, Failed failed) {
  ++running_;
  pool_.post(compute::WorkClass::Experiment,
             [this, gate = gate_, work = std::move(work), failed = std::move(failed)] {
               Then then;
               QString complaint;
               try {
                 then = work();
               } catch (const std::exception& error) {
                 complaint = QString::fromUtf8(error.what());
               }
               gate->deliver([this, then, failed, complaint] {
                 --running_;
                 try {
                   if (!complaint.isEmpty()) {
                     failed(complaint);
                   } else if (then) {
                     then();
                   }
                 } catch (const std::exception& error) {
                   failed(QString::fromUtf8(error.what()));
                 }
               });
             });
}

}  // namespace ssmscope::ui
