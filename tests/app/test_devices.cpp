// `ssmscope devices` and --backend over good, bad and absent Vulkan drivers.
#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <cmath>
#include <csignal>

namespace {

struct Outcome {
  int status = -1;
  QByteArray out, err;
};

}  // namespace

class TestDevices : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void init() { home_.emplace(); }

  /// No loader can be hidden from a program, but a loader without drivers can be had.
  void no_driver_means_the_cpu() {
    const QString none = write("none.json", "{}");
    const Outcome devices = run({"devices"}, none);
    QCOMPARE(devices.status, 0);
    QVERIFY2(devices.out.startsWith("cpu"), devices.out.constData());
    QVERIFY(devices.out.contains("\nvulkan    none: "));
    QVERIFY(devices.out.endsWith("\nauto      cpu\n"));
    const QString scenario = write("s.json", "{}");
    const Outcome automatic =
        run({"analyse", "frequency", "--scenario", scenario, "--backend", "auto"}, none);
    QCOMPARE(automatic.status, 0);
    QCOMPARE(QJsonDocument::fromJson(automatic.out).object()["backend"].toString(),
             QStringLiteral("CPU"));
    const Outcome asked =
        run({"analyse", "frequency", "--scenario", scenario, "--backend", "vulkan"}, none);
    QCOMPARE(asked.status, 1);
    QVERIFY2(asked.err.startsWith("ssmscope: the backend vulkan cannot be used"),
             asked.err.constData());
    QCOMPARE(asked.err.count('\n'), 1);
  }

  void a_driver_that_crashes_or_hangs_is_survived_and_remembered_data() {
    QTest::addColumn<QString>("library");
    QTest::addColumn<QByteArray>("said");
    QTest::newRow("crashes") << QStringLiteral(SSMSCOPE_CRASHING_DRIVER) << QByteArray("crashed");
    QTest::newRow("hangs") << QStringLiteral(SSMSCOPE_HANGING_DRIVER)
                           << QByteArray("did not answer");
  }
  void a_driver_that_crashes_or_hangs_is_survived_and_remembered() {
    QFETCH(QString, library);
    QFETCH(QByteArray, said);
    const QString manifest = manifest_of(library);
    const QDir pipelines(home_->filePath("ssmscope/pipelines"));
    QVERIFY(pipelines.mkpath("."));  // for all we know the driver died of what is in it
    const Outcome first = run({"devices"}, manifest);
    QVERIFY(!pipelines.exists());
    QCOMPARE(first.status, 0);
    QVERIFY2(first.out.contains(said), first.out.constData());
    QVERIFY(first.out.contains("\nauto      cpu\n"));
    // The second run says the same from memory: what it reads is what it says.
    const QString memory = home_->filePath("ssmscope/gpu.json");
    QFile file(memory);
    QVERIFY(file.open(QIODevice::ReadWrite));
    QByteArray text = file.readAll();
    QVERIFY(text.contains(said));
    file.resize(0);
    file.write(text.replace(said, "was remembered"));
    file.close();
    QVERIFY(run({"devices"}, manifest).out.contains("was remembered"));
  }

  void the_software_device_computes_when_it_is_asked_for() {
    if (!run({"devices"}).out.contains(", software, ")) {
      if (qEnvironmentVariableIsSet("SSMSCOPE_SKIP_GPU_TESTS") && !qEnvironmentVariableIsSet("CI"))
        QSKIP("There is no software Vulkan device.");
      QFAIL("There is no software Vulkan device.");
    }
    // The trial compiles for those that come after it.
    const QDir pipelines(home_->filePath("ssmscope/pipelines"));
    QVERIFY(!pipelines.entryList({"*.pipelines"}, QDir::Files).isEmpty());
    const QString scenario = write("s.json", "{}");
    const auto result = [&](const QString& backend) {
      const Outcome outcome =
          run({"analyse", "frequency", "--scenario", scenario, "--backend", backend});
      return QJsonDocument::fromJson(outcome.out).object();
    };
    const QJsonObject automatic = result("auto");
    QCOMPARE(automatic["backend"].toString(), QString("CPU"));  // never software by itself
    const QJsonObject device = result("vulkan");
    QVERIFY2(device["backend"].toString().contains("float32"),
             qPrintable(device["backend"].toString()));
    const double device_seconds = device["device_seconds"].toDouble();
    QVERIFY(device_seconds > 0.0 && device_seconds < device["seconds"].toDouble());
    QVERIFY(!automatic.contains("device_seconds"));  // the CPU is no device
    const QJsonArray expected = automatic["kernel"].toArray();
    const QJsonArray computed = device["kernel"].toArray();
    QCOMPARE(computed.size(), expected.size());
    double largest = 0.0;
    double apart = 0.0;
    for (int i = 0; i < expected.size(); ++i) {
      largest = std::max(largest, std::abs(expected[i].toDouble()));
      apart = std::max(apart, std::abs(expected[i].toDouble() - computed[i].toDouble()));
    }
    constexpr double kSingleTolerance = 1e-5;  // of the largest output, as the device promises
    QVERIFY(apart > 0.0 && apart < kSingleTolerance * largest);
  }

  void a_mark_of_a_process_that_died_keeps_the_drivers_away_until_asked() {
    QVERIFY(QDir(home_->path()).mkpath("ssmscope"));
    QProcess died;
    died.start("true", QStringList{});
    QVERIFY(died.waitForStarted());
    const qint64 id = died.processId();
    QVERIFY(died.waitForFinished());
    write("ssmscope/gpu-in-use", QByteArray::number(id));
    QVERIFY(run({"devices"}).out.contains("did not survive its last use of the GPU"));
    QVERIFY(!run({"devices", "--again"}).out.contains("did not survive"));
    QVERIFY(!run({"devices"}).out.contains("did not survive"));
  }

  void a_program_that_is_told_to_end_does_not_blame_the_driver_data() {
    QTest::addColumn<int>("signal");
    QTest::addColumn<bool>("blames");
    QTest::newRow("Ctrl+C") << SIGINT << false;
    QTest::newRow("shut down") << SIGTERM << false;
    QTest::newRow("terminal closed") << SIGHUP << false;
    QTest::newRow("killed") << SIGKILL << true;
  }
  void a_program_that_is_told_to_end_does_not_blame_the_driver() {
    QFETCH(int, signal);
    QFETCH(bool, blames);
    remember_a_usable_device();
    const QString manifest = hanging_driver();
    QProcess program;
    start(program,
          {"analyse", "frequency", "--scenario", write("s.json", "{}"), "--backend", "vulkan"},
          manifest);
    const QString mark = home_->filePath("ssmscope/gpu-in-use");
    QTRY_VERIFY(QFile::exists(mark));
    QCOMPARE(::kill(static_cast<pid_t>(program.processId()), signal), 0);
    QVERIFY(program.waitForFinished(kLongest));
    QCOMPARE(program.exitStatus(), QProcess::CrashExit);  // by the signal, as before
    QCOMPARE(QFile::exists(mark), blames);
  }

  void a_trial_ends_with_the_program_that_began_it() {
    QProcess program;
    start(program, {"devices"}, hanging_driver());
    QVERIFY(program.waitForStarted());
    const QString id = QString::number(program.processId());
    QByteArray trial;
    QTRY_VERIFY(!(trial = read("/proc/" + id + "/task/" + id + "/children").trimmed()).isEmpty());
    QTRY_VERIFY(read("/proc/" + trial + "/cmdline").contains("try-gpu"));
    // It sleeps in the driver once it has begun.
    QTRY_VERIFY(read("/proc/" + trial + "/maps").contains(SSMSCOPE_HANGING_DRIVER));
    program.kill();
    QVERIFY(program.waitForFinished(kLongest));
    QTRY_VERIFY(!read("/proc/" + trial + "/cmdline").contains("try-gpu"));
  }

  void a_damaged_memory_is_ignored() {
    QVERIFY(QDir(home_->path()).mkpath("ssmscope"));
    for (const char* text : {"", "{", "[]", "{\"drivers\": 1, \"report\": 2}"}) {
      write("ssmscope/gpu.json", text);
      QCOMPARE(run({"devices"}).status, 0);
    }
  }

 private:
  QString write(const QString& name, const QByteArray& text) {
    QFile file(home_->filePath(name));
    if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size()) qFatal("no room");
    return file.fileName();
  }

  static QByteArray read(const QString& name) {
    QFile file(name);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
  }

  QString manifest_of(const QString& library) {
    return write("bad.json", R"({"file_format_version": "1.0.0", "ICD": {"library_path": ")" +
                                 library.toUtf8() + R"(", "api_version": "1.3.0"}})");
  }
  QString hanging_driver() { return manifest_of(QStringLiteral(SSMSCOPE_HANGING_DRIVER)); }

  /// As if the trial of the only driver had found a device: the program then starts it in itself.
  void remember_a_usable_device() {
    const QString memory = home_->filePath("ssmscope/gpu.json");
    const QString crashing = manifest_of(QStringLiteral(SSMSCOPE_CRASHING_DRIVER));
    QCOMPARE(run({"devices"}, crashing).status, 0);
    QJsonObject json = QJsonDocument::fromJson(read(memory)).object();
    QVERIFY(json.contains("drivers"));
    json["report"] = QStringLiteral(
        R"({"notice": "", "devices": [{"index": 0, "name": "A device", "type": 3, "driver": "",
            "api": "", "float64": true, "memory": 1, "largest_buffer": 1, "group_threads": 1,
            "shared_memory": 1, "ring_nodes": 1, "usable": true, "reason": "",
            "double": false, "crossover":
            {"kernel": null, "states": null, "ring_field": null, "response": null,
             "frequency_response": null, "toeplitz_product": null}}]})");
    write("ssmscope/gpu.json", QJsonDocument(json).toJson());
  }

  /// With its own memory, and only the driver of `manifest` unless that is empty.
  void start(QProcess& process, const QStringList& arguments, const QString& manifest) {
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert("XDG_CACHE_HOME", home_->path());
    if (!manifest.isEmpty()) {
      environment.insert("VK_DRIVER_FILES", manifest);
      environment.insert("VK_ICD_FILENAMES", manifest);  // loaders before 1.3.207
    }
    process.setProcessEnvironment(environment);
    process.start(QStringLiteral(SSMSCOPE_BINARY_DIR "/bin/ssmscope"), arguments);
  }

  Outcome run(const QStringList& arguments, const QString& manifest = {}) {
    QProcess process;
    start(process, arguments, manifest);
    if (!process.waitForFinished(kLongest)) qFatal("ssmscope did not end");
    return {process.exitCode(), process.readAllStandardOutput(), process.readAllStandardError()};
  }

  static constexpr int kLongest = 120000;
  std::optional<QTemporaryDir> home_;
};

QTEST_GUILESS_MAIN(TestDevices)
#include "test_devices.moc"
