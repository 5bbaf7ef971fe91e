// Values that several computations need, each made once.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <iterator>
#include <list>
#include <memory>
#include <mutex>
#include <utility>

#include "core/compute/progress.hpp"

namespace ssmscope::compute {

/// The values of the latest few keys. A handle: copies share what is known. Safe from any thread.
/// `Value` must follow from `Key` alone, so that an answer is the same with and without a memo.
template <class Key, class Value>
class Memo {
 public:
  using Shared = std::shared_ptr<const Value>;

  Memo() : Memo(4) {}
  explicit Memo(std::size_t kept) : state_(std::make_shared<State>(kept)) {}

  /// The value of `key`, made by make() where it is not known. Of those who ask at once one makes
  /// it and the others wait; who waits and is cancelled leaves, and when the maker is cancelled or
  /// fails the next one makes it for itself. make() may not ask this memo for the same key.
  template <class Make>
  Shared get(const Key& key, const Progress& progress, Make&& make) const {
    State& state = *state_;
    std::unique_lock lock(state.mutex);
    for (;;) {
      const auto found = state.find(key);
      if (found == state.entries.end()) break;
      if (found->value) {
        state.entries.splice(state.entries.begin(), state.entries, found);
        return found->value;
      }
      progress.check();
      // Nobody wakes a waiting one when it is cancelled.
      state.changed.wait_for(lock, std::chrono::milliseconds(1));
    }
    state.entries.push_front({key, nullptr});
    const auto mine = state.entries.begin();
    lock.unlock();
    Maker maker(state, mine);
    return maker.keep(std::make_shared<const Value>(std::forward<Make>(make)()));
  }

  /// The value of `key` when it is known now, else null.
  Shared known(const Key& key) const {
    const std::lock_guard lock(state_->mutex);
    const auto found = state_->find(key);
    return found == state_->entries.end() ? nullptr : found->value;
  }

 private:
  struct Entry {
    Key key;
    Shared value;  ///< null while it is being made
  };
  using Place = typename std::list<Entry>::iterator;

  struct State {
    explicit State(std::size_t most) : kept(most) {}
    Place find(const Key& key) {
      auto place = entries.begin();
      while (place != entries.end() && !(place->key == key)) ++place;
      return place;
    }
    /// Drops the oldest values; what is being made stays.
    void trim() {
      std::size_t values = 0;
      for (auto place = entries.begin(); place != entries.end();) {
        const bool drop = place->value && ++values > kept;
        place = drop ? entries.erase(place) : std::next(place);
      }
    }

    const std::size_t kept;
    std::mutex mutex;
    std::condition_variable changed;
    std::list<Entry> entries;  ///< the latest asked for first
  };

  /// The one who makes a value: takes its entry away again when make() throws.
  class Maker {
   public:
    Maker(State& state, Place place) : state_(state), place_(place) {}
    Maker(const Maker&) = delete;
    Maker& operator=(const Maker&) = delete;
    ~Maker() {
      {
        const std::lock_guard lock(state_.mutex);
        if (kept_)
          state_.trim();
        else
          state_.entries.erase(place_);
      }
      state_.changed.notify_all();
    }
    Shared keep(Shared value) {
      const std::lock_guard lock(state_.mutex);
      place_->value = value;
      kept_ = true;
      return value;
    }

   private:
    State& state_;
    Place place_;
    bool kept_ = false;
  };

  std::shared_ptr<State> state_;
};

}  // namespace ssmscope::compute
