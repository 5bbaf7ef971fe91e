// Files are read with a limit and written whole or not at all.
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <QtTest>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <thread>

#include "core/scenario/error.hpp"
#include "core/scenario/scenario_json.hpp"
#include "core/scenario/whole_file.hpp"
#include "tests/core/complaint.hpp"
#include "tests/core/scenario/random_scenario.hpp"

using namespace ssmscope;
namespace fs = std::filesystem;

namespace {

using test::complaint;

std::string write_complaint(const fs::path& file, std::string_view bytes) {
  return complaint([&] { write_whole_file(file, bytes); });
}

std::string read_complaint(const fs::path& file, std::uintmax_t limit) {
  return complaint([&] { read_whole_file(file, limit); });
}

std::size_t entries(const fs::path& folder) {
  return static_cast<std::size_t>(
      std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
}

/// Files of this process end at `bytes`, as on a full disk.
class FileSizeLimit {
 public:
  explicit FileSizeLimit(rlim_t bytes) {
    getrlimit(RLIMIT_FSIZE, &old_);
    handler_ = std::signal(SIGXFSZ, SIG_IGN);
    const rlimit limit{bytes, old_.rlim_max};
    setrlimit(RLIMIT_FSIZE, &limit);
  }
  FileSizeLimit(const FileSizeLimit&) = delete;
  FileSizeLimit& operator=(const FileSizeLimit&) = delete;
  ~FileSizeLimit() {
    setrlimit(RLIMIT_FSIZE, &old_);
    std::signal(SIGXFSZ, handler_);
  }

 private:
  rlimit old_{};
  void (*handler_)(int) = SIG_DFL;
};

}  // namespace

class TestWholeFile : public QObject {
  Q_OBJECT

 private slots:
  void init() {
    folder_ = std::make_unique<QTemporaryDir>();
    root_ = folder_->path().toStdString();
  }

  void written_is_read() {
    const std::string bytes("a\0b\n\xff", 5);
    write_whole_file(root_ / "x", bytes);
    QCOMPARE(read_whole_file(root_ / "x", 5), bytes);
    write_whole_file(root_ / "x", "");
    QCOMPARE(read_whole_file(root_ / "x", 0), std::string());
    QCOMPARE(entries(root_), std::size_t{1});  // no temporary file is left
  }

  void a_large_file_comes_back() {
    std::string bytes(3'000'001, 'x');
    for (std::size_t i = 0; i < bytes.size(); i += 997) bytes[i] = static_cast<char>(i);
    write_whole_file(root_ / "x", bytes);
    QVERIFY(read_whole_file(root_ / "x", bytes.size()) == bytes);
    QVERIFY(read_complaint(root_ / "x", bytes.size() - 1).find("larger than") != std::string::npos);
  }

  void a_pipe_is_read_and_a_silent_one_given_up() {
    const fs::path pipe = root_ / "pipe";
    QCOMPARE(::mkfifo(pipe.c_str(), 0600), 0);
    const std::string silent =
        complaint([&] { read_whole_file(pipe, 100, std::chrono::milliseconds(1)); });
    QVERIFY2(silent.find("nothing is written to it") != std::string::npos, silent.c_str());
    std::thread writer([&] { std::ofstream(pipe) << "bytes"; });
    const std::string bytes = read_whole_file(pipe, 100);
    writer.join();
    QCOMPARE(bytes, std::string("bytes"));
    // A stream has no size to be refused by: it is read to a limit of its own.
    const std::string endless = read_complaint("/dev/zero", std::uintmax_t{1} << 40);
    QVERIFY2(endless.find("larger than the 67108864") != std::string::npos, endless.c_str());
  }

  void what_cannot_be_read_is_named() {
    QVERIFY(read_complaint(root_ / "none", 9).find("none: cannot be read: No such file") !=
            std::string::npos);
    QVERIFY(read_complaint(root_, 9).find("it is a folder") != std::string::npos);
    QVERIFY(read_complaint("/dev/zero", 1000).find("larger than") != std::string::npos);
  }

  void a_full_disk_leaves_the_old_file() {
    write_whole_file(root_ / "x", "old");
    std::string complaint;
    {
      const FileSizeLimit full(1000);
      complaint = write_complaint(root_ / "x", std::string(100'000, 'n'));
    }
    QVERIFY2(complaint.find("x: cannot be written: ") != std::string::npos, complaint.c_str());
    QCOMPARE(read_whole_file(root_ / "x", 99), std::string("old"));
    QCOMPARE(entries(root_), std::size_t{1});
    QVERIFY(write_complaint("/dev/full", "bytes").find("No space left") != std::string::npos);
    QVERIFY(write_complaint("/dev/null", "bytes").empty());
    QVERIFY(fs::is_character_file("/dev/null"));  // written to, not replaced
  }

  void a_writer_that_is_killed_leaves_nothing() {
    const int unnamed = ::open(root_.c_str(), O_WRONLY | O_TMPFILE, 0600);
    if (unnamed < 0) QSKIP("This file system has no files without a name.");
    ::close(unnamed);
    write_whole_file(root_ / "x", "old");
    const pid_t writer = ::fork();
    if (writer == 0) {
      const rlimit no_core{0, 0}, full{1000, 1000};
      setrlimit(RLIMIT_CORE, &no_core);
      setrlimit(RLIMIT_FSIZE, &full);  // the write beyond is the writer's end
      std::signal(SIGXFSZ, SIG_DFL);
      write_whole_file(root_ / "x", std::string(100'000, 'n'));
      ::_exit(0);
    }
    int status = 0;
    QCOMPARE(::waitpid(writer, &status, 0), writer);
    QVERIFY(WIFSIGNALED(status));
    QCOMPARE(read_whole_file(root_ / "x", 99), std::string("old"));
    QCOMPARE(entries(root_), std::size_t{1});
  }

  void what_cannot_be_written_is_named() {
    QVERIFY(write_complaint(root_ / "no" / "x", "b").find("No such file") != std::string::npos);
    QVERIFY(write_complaint(root_, "b").find("it is a folder") != std::string::npos);
    QVERIFY(write_complaint(root_ / std::string(300, 'x'), "b").find("too long") !=
            std::string::npos);
    QCOMPARE(entries(root_), std::size_t{0});
  }

  void links_and_permissions_stay() {
    write_whole_file(root_ / "x", "1");
    fs::permissions(root_ / "x", fs::perms::owner_read | fs::perms::owner_write);
    fs::create_symlink("x", root_ / "link");
    write_whole_file(root_ / "link", "2");
    QVERIFY(fs::is_symlink(root_ / "link"));
    QCOMPARE(read_whole_file(root_ / "x", 9), std::string("2"));
    QCOMPARE(fs::status(root_ / "x").permissions(), fs::perms::owner_read | fs::perms::owner_write);
  }

  void links_to_what_is_not_there_yet_are_followed() {
    fs::create_directory(root_ / "folder");
    fs::create_symlink("folder/hop", root_ / "link");
    fs::create_symlink(root_ / "x", root_ / "folder" / "hop");
    write_whole_file(root_ / "link", "1");
    QVERIFY(fs::is_symlink(root_ / "link") && fs::is_symlink(root_ / "folder" / "hop"));
    QCOMPARE(read_whole_file(root_ / "x", 9), std::string("1"));
    fs::create_symlink("circle", root_ / "circle");
    QVERIFY(write_complaint(root_ / "circle", "1").find("circle: cannot be written: ") !=
            std::string::npos);
    QVERIFY(fs::is_symlink(root_ / "circle"));
  }

  void scenarios_in_files() {
    test::RandomScenario random(1);
    const fs::path file = root_ / "s.json";
    for (int i = 0; i < 50; ++i) {
      const Scenario scenario = random.next();
      save_scenario(scenario, file);
      QVERIFY(load_scenario(file) == scenario);
    }
    const std::string before = read_whole_file(file, 1 << 20);
    Scenario bad;
    bad.discretisation.delta = 0.0;
    QVERIFY_THROWS_EXCEPTION(InputError, save_scenario(bad, file));
    QCOMPARE(read_whole_file(file, 1 << 20), before);
    std::ofstream(file) << R"({"model": {"pairs": 0}})";
    QVERIFY(complaint([&] {
              load_scenario(file);
            }).starts_with(file.string() + ": model.pairs must be a whole number from 1 to"));
  }

 private:
  std::unique_ptr<QTemporaryDir> folder_;
  fs::path root_;
};

QTEST_APPLESS_MAIN(TestWholeFile)
#include "test_whole_file.moc"
