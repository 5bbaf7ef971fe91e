#include "core/compute/operation_log.hpp"

#include <algorithm>

namespace ssmscope::compute {

namespace {

void add_once(std::vector<std::string>& list, const std::string& text) {
  if (text.empty() || std::find(list.begin(), list.end(), text) != list.end()) return;
  list.push_back(text);
}

std::string joined(const std::vector<std::string>& list, const char* between) {
  std::string all;
  for (const std::string& text : list) all += (all.empty() ? "" : between) + text;
  return all;
}

}  // namespace

void OperationLog::ran(const OperationReport& report) {
  {
    const std::lock_guard lock(mutex_);
    add_once(names_, report.ran_on);
    add_once(reasons_, report.reason);
    device_seconds_ += report.device_seconds;
  }
  behind_.ran(report);
}

std::string OperationLog::computed_on(const std::string& otherwise) const {
  const std::lock_guard lock(mutex_);
  return names_.empty() ? otherwise : joined(names_, " + ");
}

std::string OperationLog::reasons() const {
  const std::lock_guard lock(mutex_);
  return joined(reasons_, " ");
}

double OperationLog::device_seconds() const {
  const std::lock_guard lock(mutex_);
  return device_seconds_;
}

}  // namespace ssmscope::compute
