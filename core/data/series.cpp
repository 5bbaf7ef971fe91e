// Series from files. What was read is kept for a while: a live view asks for the same column at
// every move of a slider.
#include <sys/stat.h>

#include <cmath>
#include <list>
#include <memory>
#include <mutex>

#include "core/data/csv.hpp"
#include "core/data/npy.hpp"
#include "core/data/signals.hpp"
#include "core/scenario/error.hpp"
#include "core/scenario/utf8.hpp"
#include "core/scenario/whole_file.hpp"

namespace ssmscope::data {

namespace {

using Series = std::vector<double>;
using SharedSeries = std::shared_ptr<const Series>;

[[noreturn]] void no_such_column(const std::string& name, int column, std::size_t count) {
  if (count == 0) throw InputError(name + ": holds no columns of numbers");
  throw InputError(name + ": has no column " + std::to_string(column) +
                   "; expected a column from 0 to " + std::to_string(count - 1));
}

/// Columns of an array: one of a vector, the second extent of a matrix.
std::size_t columns_of(const Array& array, const std::string& name) {
  if (!array.im.empty()) throw InputError(name + ": holds complex numbers; expected real ones");
  if (array.shape.size() > 2)
    throw InputError(name + ": has " + std::to_string(array.shape.size()) +
                     " dimensions; expected a series or a table of columns");
  return array.shape.size() == 2 ? array.shape[1] : 1;
}

Series column_of(const Array& array, std::size_t column) {
  const std::size_t stride = array.shape.size() == 2 ? array.shape[1] : 1;
  Series series;
  series.reserve(array.size() / stride);
  for (std::size_t i = column; i < array.size(); i += stride) series.push_back(array.re[i]);
  return series;
}

/// The columns of all arrays are counted through, in the order of their names.
Series npz_column(const std::map<std::string, Array>& arrays, int column, const std::string& name) {
  constexpr std::size_t kLongestKey = 60;  // in a sentence
  std::size_t before = 0;
  for (const auto& [key, array] : arrays) {
    const std::size_t count = columns_of(array, name + " (" + excerpt(key, kLongestKey) + ")");
    const auto local = static_cast<std::size_t>(column) - before;
    if (local < count) return column_of(array, local);
    before += count;
  }
  no_such_column(name, column, before);
}

/// Empty cells at the end of a column are its end: an exported table has columns of different
/// lengths.
Series csv_column(const Table& table, int column, const std::string& name) {
  if (static_cast<std::size_t>(column) >= table.columns.size())
    no_such_column(name, column, table.columns.size());
  Series series = table.columns[static_cast<std::size_t>(column)];
  while (!series.empty() && std::isnan(series.back())) series.pop_back();
  return series;
}

Series parse_series(const std::string& bytes, int column, const std::string& name) {
  if (bytes.starts_with("\x93NUMPY")) {
    const Array array = parse_npy(bytes, name);
    const std::size_t count = columns_of(array, name);
    if (static_cast<std::size_t>(column) >= count) no_such_column(name, column, count);
    return column_of(array, static_cast<std::size_t>(column));
  }
  if (bytes.starts_with("PK")) return npz_column(parse_npz(bytes, name), column, name);
  return csv_column(parse_csv(bytes, name), column, name);
}

void check_series(const Series& series, int column, const std::string& name) {
  if (series.empty())
    throw InputError(name + ": column " + std::to_string(column) + " holds no numbers");
  for (std::size_t i = 0; i < series.size(); ++i)
    if (!std::isfinite(series[i]))
      throw InputError(name + ": sample " + std::to_string(i) + " of column " +
                       std::to_string(column) + " is " +
                       (std::isnan(series[i]) ? "empty or no number" : "infinite") +
                       "; expected a finite number");
}

/// What tells one state of a file from another without reading it.
struct FileState {
  std::string path;
  dev_t device{};
  ino_t inode{};
  off_t size{};
  time_t seconds{};
  long nanoseconds{};
  bool operator==(const FileState&) const = default;
};

bool state_of(const std::string& path, FileState& state) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) return false;
  state = {path,           status.st_dev,         status.st_ino,
           status.st_size, status.st_mtim.tv_sec, status.st_mtim.tv_nsec};
  return true;
}

/// The last few series read; safe from any thread.
class SeriesCache {
 public:
  SharedSeries find(const FileState& state, int column) {
    const std::lock_guard lock(mutex_);
    for (auto it = entries_.begin(); it != entries_.end(); ++it) {
      if (it->column != column || !(it->state == state)) continue;
      entries_.splice(entries_.begin(), entries_, it);
      return it->series;
    }
    return nullptr;
  }
  void keep(const FileState& state, int column, SharedSeries series) {
    constexpr std::size_t kMostEntries = 4;
    const std::lock_guard lock(mutex_);
    entries_.push_front({state, column, std::move(series)});
    if (entries_.size() > kMostEntries) entries_.pop_back();
  }

 private:
  struct Entry {
    FileState state;
    int column;
    SharedSeries series;
  };
  std::mutex mutex_;
  std::list<Entry> entries_;
};

}  // namespace

std::shared_ptr<const std::vector<double>> shared_series(const FileReference& file, int column) {
  static SeriesCache cache;
  if (column < 0)
    throw InputError(file.path + ": column must be at least 0, not " + std::to_string(column));
  FileState state;
  const bool known = state_of(file.path, state);
  if (known)
    if (auto series = cache.find(state, column)) return series;
  auto series = std::make_shared<const Series>(
      parse_series(read_whole_file(file.path, kLargestDataBytes), column, file.path));
  check_series(*series, column, file.path);
  if (known) cache.keep(state, column, series);
  return series;
}

std::vector<double> read_series(const FileReference& file, int column) {
  return *shared_series(file, column);
}

}  // namespace ssmscope::data
