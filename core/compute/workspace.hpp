// Memory that is kept and used again: a fresh large buffer costs a page fault every 4 KiB, often
// more than the work done in it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <mutex>
#include <new>
#include <span>
#include <utility>
#include <vector>

namespace ssmscope::compute::detail {

/// Doubles on a cache line's boundary. Grows when asked for more; its contents are then lost.
class Buffer {
 public:
  /// `count` doubles with any contents.
  double* get(std::size_t count) {
    if (count > size_) {
      const std::size_t size = std::max(count, size_ + size_ / 2);
      data_.reset();
      data_.reset(static_cast<double*>(::operator new(size * sizeof(double), kAlignment)));
      size_ = size;
    }
    return data_.get();
  }
  double* zeroed(std::size_t count) {
    double* data = get(count);
    std::fill_n(data, count, 0.0);
    return data;
  }

 private:
  static constexpr std::align_val_t kAlignment{64};
  struct Free {
    void operator()(double* p) const { ::operator delete(p, kAlignment); }
  };
  std::unique_ptr<double, Free> data_;
  std::size_t size_ = 0;
};

/// Buffers for one computation or for one piece of it.
struct Workspace {
  static constexpr std::size_t kBuffers = 12;
  Buffer buffers[kBuffers];
};

/// Workspaces not in use. Safe from any thread.
class WorkspaceStore {
 public:
  /// Holds a workspace and gives it back.
  class Lease {
   public:
    explicit Lease(WorkspaceStore& store) : store_(store), workspace_(store.take()) {}
    ~Lease() { store_.give_back(std::move(workspace_)); }
    Lease(const Lease&) = delete;
    Lease& operator=(const Lease&) = delete;
    Buffer& operator[](std::size_t i) { return workspace_->buffers[i]; }

   private:
    WorkspaceStore& store_;
    std::unique_ptr<Workspace> workspace_;
  };

 private:
  std::unique_ptr<Workspace> take() {
    {
      const std::lock_guard lock(mutex_);
      if (!free_.empty()) {
        auto workspace = std::move(free_.back());
        free_.pop_back();
        return workspace;
      }
    }
    return std::make_unique<Workspace>();
  }
  void give_back(std::unique_ptr<Workspace> workspace) {
    const std::lock_guard lock(mutex_);
    free_.push_back(std::move(workspace));
  }

  std::mutex mutex_;
  std::vector<std::unique_ptr<Workspace>> free_;
};

}  // namespace ssmscope::compute::detail
