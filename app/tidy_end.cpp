#include "app/tidy_end.hpp"

#include <unistd.h>

#include <algorithm>
#include <climits>
#include <string>

namespace ssmscope::app {

namespace {

/// The one thing that a signal handler can reach: the path of the file.
std::array<char, PATH_MAX>& doomed() {
  static std::array<char, PATH_MAX> path{};
  return path;
}

/// Calls nothing but what signal-safety(7) allows. The default action, in force again since the
/// handler was entered, follows its return.
void remove_and_end(int number) {
  ::unlink(doomed().data());
  ::raise(number);
}

}  // namespace

TidyEnd::TidyEnd(const std::filesystem::path& file) {
  const std::string name = file.string();
  doomed().fill('\0');
  if (name.size() < doomed().size())  // there is no file of a longer one
    std::copy(name.begin(), name.end(), doomed().begin());
  struct sigaction ours {};
  ours.sa_handler = remove_and_end;
  ours.sa_flags = static_cast<int>(SA_RESETHAND);
  for (std::size_t i = 0; i < kSignals.size(); ++i) {
    ::sigaction(kSignals[i], nullptr, &before_[i]);
    if (before_[i].sa_handler == SIG_DFL) ::sigaction(kSignals[i], &ours, nullptr);
  }
}

TidyEnd::~TidyEnd() {
  for (std::size_t i = 0; i < kSignals.size(); ++i)
    if (before_[i].sa_handler == SIG_DFL) ::sigaction(kSignals[i], &before_[i], nullptr);
}

}  // namespace ssmscope::app
