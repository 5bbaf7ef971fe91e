#include "core/scenario/whole_file.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <system_error>

#include "core/scenario/error.hpp"

namespace ssmscope {

namespace {

namespace fs = std::filesystem;

std::string reason(int code) { return std::generic_category().message(code); }

[[noreturn]] void cannot(const char* what, const fs::path& file, const std::string& why) {
  throw InputError(file.string() + ": cannot be " + what + ": " + why);
}

/// An open file that closes itself.
class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    if (number_ >= 0) ::close(number_);
  }
  int number() const { return number_; }
  /// False when the last bytes could not be written.
  bool close() {
    const int number = number_;
    number_ = -1;
    return ::close(number) == 0;
  }

 private:
  int number_;
};

std::string too_large(const fs::path& file, std::uintmax_t limit) {
  return file.string() + ": is larger than the " + std::to_string(limit) + " bytes that are read";
}

bool write_all(int descriptor, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t count = ::write(descriptor, bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(count));
  }
  return true;
}

/// A temporary file that is removed unless it was renamed.
class Temporary {
 public:
  explicit Temporary(fs::path path) : path_(std::move(path)) {}
  Temporary(const Temporary&) = delete;
  Temporary& operator=(const Temporary&) = delete;
  ~Temporary() {
    std::error_code ignored;
    if (!renamed_) fs::remove(path_, ignored);
  }
  const fs::path& path() const { return path_; }
  bool rename_to(const fs::path& file) {
    renamed_ = ::rename(path_.c_str(), file.c_str()) == 0;
    return renamed_;
  }

 private:
  fs::path path_;
  bool renamed_ = false;
};

fs::path temporary_name(const fs::path& file) {
  static std::atomic<unsigned> counter{0};  // two threads may save at once
  constexpr std::size_t kLongest = 200;     // names end at 255 bytes
  const std::string stem = file.filename().string().substr(0, kLongest);
  return file.parent_path() /
         ("." + stem + "." + std::to_string(::getpid()) + "-" + std::to_string(counter++) + ".tmp");
}

void write_directly(const fs::path& file, std::string_view bytes) {
  Descriptor out(::open(file.c_str(), O_WRONLY | O_CLOEXEC));
  if (out.number() < 0 || !write_all(out.number(), bytes) || !out.close())
    cannot("written", file, reason(errno));
}

constexpr const char* kOpenFiles = "/proc/self/fd";

/// A new file without a name, of which nothing is left where the program is killed; a number below
/// 0 where the system has no such files or none that can be named later.
int open_unnamed(const fs::path& folder, mode_t mode) {
  if (::access(kOpenFiles, X_OK) != 0) return -1;
  return ::open(folder.empty() ? "." : folder.c_str(), O_WRONLY | O_TMPFILE | O_CLOEXEC, mode);
}

bool give_name(int descriptor, const fs::path& name) {
  const fs::path opened = fs::path(kOpenFiles) / std::to_string(descriptor);
  return ::linkat(AT_FDCWD, opened.c_str(), AT_FDCWD, name.c_str(), AT_SYMLINK_FOLLOW) == 0;
}

/// The bytes reach the disk before the file has a name, and no name stands for a part of them.
void write_and_rename(const fs::path& file, std::string_view bytes, mode_t mode, bool existed) {
  const fs::path name = temporary_name(file);
  int opened = open_unnamed(file.parent_path(), mode);
  const bool unnamed = opened >= 0;
  if (!unnamed) opened = ::open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
  Descriptor out(opened);
  if (opened < 0) cannot("written", file, reason(errno));
  Temporary temporary(name);
  if (existed && ::fchmod(opened, mode) != 0) cannot("written", file, reason(errno));
  if (!write_all(opened, bytes) || ::fsync(opened) != 0) cannot("written", file, reason(errno));
  if (unnamed && !give_name(opened, name)) cannot("written", file, reason(errno));
  if (!out.close() || !temporary.rename_to(file)) cannot("written", file, reason(errno));
}

/// The file that symbolic links lead to, which need not be there yet.
fs::path end_of_links(const fs::path& file) {
  constexpr int kMostLinks = 40;  // as many as the kernel follows
  fs::path end = file;
  std::error_code ignored;
  for (int links = 0; fs::is_symlink(end, ignored); ++links) {
    if (links == kMostLinks) cannot("written", file, reason(ELOOP));
    const fs::path next = fs::read_symlink(end, ignored);
    if (next.empty()) break;
    end = end.parent_path() / next;
  }
  return end;
}

/// What is not a regular file may stay silent for ever (a pipe that nobody writes to) or never
/// end (/dev/zero): it is waited for and read only so far.
constexpr std::uintmax_t kMostOfAStream = 64u << 20;

void await_bytes(int descriptor, const fs::path& file, std::chrono::milliseconds longest) {
  pollfd waited{descriptor, POLLIN, 0};
  const int ready = ::poll(&waited, 1, static_cast<int>(longest.count()));
  if (ready < 0 && errno != EINTR) cannot("read", file, reason(errno));
  if (ready == 0) cannot("read", file, "nothing is written to it");
}

}  // namespace

std::string read_whole_file(const fs::path& file, std::uintmax_t limit,
                            std::chrono::milliseconds silence) {
  struct stat status {};
  if (::stat(file.c_str(), &status) != 0) cannot("read", file, reason(errno));
  if (S_ISDIR(status.st_mode)) cannot("read", file, "it is a folder, not a file");
  if (S_ISREG(status.st_mode) && static_cast<std::uintmax_t>(status.st_size) > limit)
    throw InputError(too_large(file, limit));
  const bool regular = S_ISREG(status.st_mode);
  if (!regular) limit = std::min(limit, kMostOfAStream);
  // Opening a pipe would wait for its writer.
  const Descriptor in(::open(file.c_str(), O_RDONLY | O_CLOEXEC | (regular ? 0 : O_NONBLOCK)));
  if (in.number() < 0) cannot("read", file, reason(errno));
  std::string bytes;
  if (regular) bytes.reserve(static_cast<std::size_t>(status.st_size));
  std::array<char, 1 << 16> buffer{};
  while (true) {
    if (!regular) await_bytes(in.number(), file, silence);
    const ssize_t count = ::read(in.number(), buffer.data(), buffer.size());
    if (count < 0 && (errno == EINTR || errno == EAGAIN)) continue;
    if (count < 0) cannot("read", file, reason(errno));
    if (count == 0) return bytes;
    bytes.append(buffer.data(), static_cast<std::size_t>(count));
    if (bytes.size() > limit) throw InputError(too_large(file, limit));
  }
}

void write_whole_file(const fs::path& file, std::string_view bytes) {
  const fs::path target = end_of_links(file);
  struct stat status {};
  const bool exists = ::stat(target.c_str(), &status) == 0;
  if (exists && S_ISDIR(status.st_mode)) cannot("written", file, "it is a folder, not a file");
  if (exists && !S_ISREG(status.st_mode)) return write_directly(file, bytes);
  constexpr mode_t kNewFile = 0666;  // less what umask takes away
  write_and_rename(target, bytes, exists ? status.st_mode & 07777u : kNewFile, exists);
}

fs::path folder_of(const fs::path& file) {
  std::error_code ignored;
  return fs::absolute(file, ignored).parent_path();
}

}  // namespace ssmscope
