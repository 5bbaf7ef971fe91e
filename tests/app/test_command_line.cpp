// The command line's contract, tried on the program itself: names, exit statuses, what goes to
// stdout and stderr, and that nothing is written when something is wrong.
#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>
#include <cmath>

#include "core/data/csv.hpp"
#include "core/data/npy.hpp"

namespace {

const QString kProgram = QStringLiteral(SSMSCOPE_BINARY_DIR "/bin/ssmscope");

struct Outcome {
  int status = -1;
  QByteArray out, err;
};

constexpr int kLimitMilliseconds = 120'000;

/// Runs the program with no display at all, so that an analysis that needs one fails.
Outcome run_program(const QStringList& arguments, const QString& output_file = {}) {
  QProcess process;
  if (!output_file.isEmpty()) process.setStandardOutputFile(output_file);
  QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
  environment.remove(QStringLiteral("DISPLAY"));
  environment.remove(QStringLiteral("WAYLAND_DISPLAY"));
  environment.remove(QStringLiteral("QT_QPA_PLATFORM"));
  static const QTemporaryDir memory;  // of the trials of the GPU: not the user's own
  environment.insert(QStringLiteral("XDG_CACHE_HOME"), memory.path());
  process.setProcessEnvironment(environment);
  process.start(kProgram, arguments);
  if (!process.waitForFinished(kLimitMilliseconds)) process.kill();
  Outcome outcome;
  outcome.status = process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1;
  outcome.out = process.readAllStandardOutput();
  outcome.err = process.readAllStandardError();
  return outcome;
}

bool is_one_line(const QByteArray& text) {
  return text.endsWith('\n') && text.count('\n') == 1 && text.size() > 10;
}

/// Every number below a value; null counts as a number that is missing.
void count_numbers(const QJsonValue& value, int& numbers, int& nulls) {
  if (value.isDouble()) ++numbers;
  if (value.isNull()) ++nulls;
  if (value.isArray()) {
    for (const QJsonValue& item : value.toArray()) count_numbers(item, numbers, nulls);
  }
  if (value.isObject()) {
    for (const QJsonValue& item : value.toObject()) count_numbers(item, numbers, nulls);
  }
}

}  // namespace

class TestCommandLine : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() { folder_.emplace(); }

  void says_its_version_and_help() {
    const Outcome version = run_program({"--version"});
    QCOMPARE(version.status, 0);
    QVERIFY(version.out.startsWith("ssmscope "));
    QVERIFY(version.err.isEmpty());
    for (const QStringList& arguments :
         {QStringList{"--help"}, QStringList{"analyse", "--help"}, QStringList{"render", "-h"}}) {
      const Outcome help = run_program(arguments);
      QCOMPARE(help.status, 0);
      QVERIFY(help.out.contains("--scenario"));
      QVERIFY(help.err.isEmpty());
    }
  }

  void lists_the_devices() {
    const Outcome devices = run_program({"devices"});
    QCOMPARE(devices.status, 0);
    QVERIFY(devices.out.startsWith("cpu "));
    QVERIFY(devices.out.contains("vulkan"));
  }

  void refuses_wrong_usage_data() {
    QTest::addColumn<QStringList>("arguments");
    const QString scenario = write("s.json", "{}");
    QTest::newRow("unknown command") << QStringList{"paint"};
    QTest::newRow("unknown option") << QStringList{"--colour", "red"};
    QTest::newRow("no view") << QStringList{"analyse"};
    QTest::newRow("unknown view") << QStringList{"analyse", "loudness", "--scenario", "s.json"};
    QTest::newRow("no scenario") << QStringList{"analyse", "ring"};
    QTest::newRow("unknown backend")
        << QStringList{"analyse", "ring", "--scenario", "s.json", "--backend", "abacus"};
    QTest::newRow("bad device number")
        << QStringList{"analyse", "ring", "--scenario", "s.json", "--backend", "vulkan:x"};
    QTest::newRow("unknown output")
        << QStringList{"analyse", "ring", "--scenario", "s.json", "--output", "ring.xlsx"};
    QTest::newRow("no folder") << QStringList{"render", "--scenario", "s.json"};
    for (const char* size : {"wide", "100x100", "1600", "1600x", "x900", "1600x1000x2", "-1x5"}) {
      QTest::newRow(size) << QStringList{"render", "--scenario", "s.json", "--out",
                                         "o",      "--size",     size};
    }
    QTest::newRow("unknown view to render")
        << QStringList{"render", "--scenario", "s.json", "--out", "o", "--views", "ring,noise"};
  }
  void refuses_wrong_usage() {
    QFETCH(QStringList, arguments);
    const Outcome outcome = run_program(arguments);
    QCOMPARE(outcome.status, 2);
    QVERIFY(outcome.out.isEmpty());
    QVERIFY2(is_one_line(outcome.err), outcome.err.constData());
  }

  void refuses_bad_scenarios_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("named");
    const auto row = [](const char* name, const char* text, const char* named) {
      QTest::newRow(name) << QByteArray(text) << QByteArray(named);
    };
    row("not JSON", "pole = 3", "s.json");
    row("truncated", R"({"model": {"pairs": 3)", "s.json");
    row("empty", "", "s.json");
    row("unknown key", R"({"modle": {}})", "modle");
    row("wrong type", R"({"model": {"pairs": "many"}})", "model.pairs");
    row("delta 0", R"({"discretisation": {"delta": 0}})", "discretisation.delta");
    row("delta negative", R"({"discretisation": {"delta": -1}})", "discretisation.delta");
    row("delta huge", R"({"discretisation": {"delta": 1e300}})", "discretisation.delta");
    row("delta NaN", R"({"discretisation": {"delta": NaN}})", "s.json");
    row("no modes", R"({"model": {"pairs": 0}})", "model.pairs");
    row("too many modes", R"({"model": {"pairs": 1000000000}})", "model.pairs");
    row("no kernel", R"({"resolution": {"kernel_length": 0}})", "resolution.kernel_length");
    row("target too long", R"({"target": {"length": 100000000}})", "target.length");
    row("family", R"({"model": {"family": "s6"}})", "s6");
    row("fractional pairs", R"({"model": {"pairs": 2.5}})", "model.pairs");
  }
  void refuses_bad_scenarios() {
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, named);
    const QString scenario = write("s.json", text);
    const QString output = folder_->filePath("result.json");
    for (const QStringList& arguments :
         {QStringList{"analyse", "frequency", "--scenario", scenario, "--output", output},
          QStringList{"render", "--scenario", scenario, "--out", folder_->filePath("pictures")},
          QStringList{"--scenario", scenario}}) {
      const Outcome outcome = run_program(arguments);
      QCOMPARE(outcome.status, 1);
      QVERIFY(outcome.out.isEmpty());
      QVERIFY2(is_one_line(outcome.err), outcome.err.constData());
      QVERIFY2(outcome.err.contains(named), outcome.err.constData());
    }
    QCOMPARE(QDir(folder_->path()).entryList(QDir::AllEntries | QDir::NoDotAndDotDot),
             QStringList{"s.json"});
  }

  void refuses_files_that_are_none() {
    for (const QString& file : {folder_->filePath("absent.json"), folder_->path()}) {
      const Outcome outcome = run_program({"analyse", "ring", "--scenario", file});
      QCOMPARE(outcome.status, 1);
      QVERIFY2(is_one_line(outcome.err), outcome.err.constData());
      QVERIFY2(outcome.err.contains(file.toUtf8()), outcome.err.constData());
    }
  }

  // A terminal obeys what a name holds.
  void names_of_files_cannot_break_the_line() {
    const QString file = folder_->filePath("a\nb\x1b[31m.json");
    const Outcome outcome = run_program({"analyse", "ring", "--scenario", file});
    QCOMPARE(outcome.status, 1);
    QVERIFY2(is_one_line(outcome.err), outcome.err.constData());
    QVERIFY2(outcome.err.contains("a b [31m.json"), outcome.err.constData());
  }

  void what_cannot_be_printed_is_a_failure() {
    const QString scenario = write("s.json", "{}");
    const QList<QStringList> commands{
        {"--version"}, {"--help"}, {"devices"}, {"analyse", "memory", "--scenario", scenario}};
    for (const QStringList& command : commands) {
      const Outcome outcome = run_program(command, QStringLiteral("/dev/full"));
      QVERIFY2(outcome.status == 1, qPrintable(command.first()));
      QVERIFY2(outcome.err.contains("could not be written") && is_one_line(outcome.err),
               outcome.err.constData());
    }
  }

  void refuses_a_backend_that_is_not_there() {
    const QString scenario = write("s.json", "{}");
    const Outcome outcome =
        run_program({"analyse", "ring", "--scenario", scenario, "--backend", "vulkan:99"});
    QCOMPARE(outcome.status, 1);
    QVERIFY2(outcome.err.contains("vulkan:99") && is_one_line(outcome.err),
             outcome.err.constData());
  }

  void says_that_a_window_needs_a_display() {
    const Outcome outcome = run_program({});
    QCOMPARE(outcome.status, 1);
    QVERIFY2(is_one_line(outcome.err), outcome.err.constData());
    QVERIFY(outcome.err.contains("display"));
  }

  void analyses_every_view_data() {
    QTest::addColumn<QStringList>("fields");
    QTest::newRow("frequency") << QStringList{
        "omega", "response",        "magnitude_db", "phase_deg", "group_delay", "kernel",
        "step",  "target_response", "dc_gain",      "stable",    "modes"};
    QTest::newRow("ring") << QStringList{"nodes",    "steps",      "field",
                                         "input",    "output",     "target_output",
                                         "coupling", "dispersion", "decoder"};
    QTest::newRow("spectrum") << QStringList{"singular_values", "eigenvalues",
                                             "response_squared_sorted", "target_singular_values",
                                             "peak_omega"};
    QTest::newRow("memory") << QStringList{"rho",
                                           "own_fit",
                                           "own_relative_mse",
                                           "fit",
                                           "relative_mse",
                                           "modes",
                                           "condition",
                                           "tail_energy",
                                           "hankel_singular_values",
                                           "effective_rank",
                                           "floor"};
    QTest::newRow("refinement") << QStringList{"curves"};
    QTest::newRow("decoder") << QStringList{"y",        "read_out", "interaction",
                                            "strength", "energy",   "volterra",
                                            "pruning",  "operator", "activation"};
    QTest::newRow("operator") << QStringList{"layers",     "steps",      "input",    "outputs",
                                             "kernel",     "recurrence", "operator", "value",
                                             "difference", "long_run"};
  }
  void analyses_every_view() {
    QFETCH(QStringList, fields);
    const QString view = QTest::currentDataTag();
    const QString scenario = write("s.json", R"({"model": {"pairs": 4},
        "target": {"length": 64}, "fit": {"pairs": 2},
        "resolution": {"kernel_length": 96, "steps": 40, "frequencies": 50, "spectrum_length": 33}})");
    const Outcome outcome = run_program({"analyse", view, "--scenario", scenario});
    QVERIFY2(outcome.status == 0, outcome.err.constData());
    QVERIFY(outcome.err.isEmpty());
    QJsonParseError error{};
    const QJsonObject result = QJsonDocument::fromJson(outcome.out, &error).object();
    QCOMPARE(error.error, QJsonParseError::NoError);
    for (const QString& field : QStringList{"scenario", "backend", "seconds"} + fields) {
      QVERIFY2(result.contains(field), qPrintable(field));
    }
    QCOMPARE(result["scenario"]["model"]["pairs"].toInt(), 4);
    QCOMPARE(result["scenario"]["discretisation"]["delta"].toDouble(), 0.01);
    int numbers = 0;
    int nulls = 0;
    count_numbers(result, numbers, nulls);
    QVERIFY(numbers > 100);
    if (nulls > 0) QVERIFY2(!result["notes"].toArray().isEmpty(), "a null needs a note");
  }

  void writes_json_csv_and_npz_that_agree() {
    const QString scenario = write("s.json", R"({"model": {"pairs": 3},
        "resolution": {"frequencies": 21, "kernel_length": 30}})");
    for (const char* name : {"r.json", "r.csv", "r.npz"}) {
      const Outcome outcome = run_program(
          {"analyse", "frequency", "--scenario", scenario, "--output", folder_->filePath(name)});
      QVERIFY2(outcome.status == 0, outcome.err.constData());
      QVERIFY(outcome.out.isEmpty());
    }
    QFile json_file(folder_->filePath("r.json"));
    QVERIFY(json_file.open(QIODevice::ReadOnly));
    const QJsonObject json = QJsonDocument::fromJson(json_file.readAll()).object();
    const auto arrays = ssmscope::data::read_npz(folder_->filePath("r.npz").toStdString());
    const auto table = ssmscope::data::read_csv(folder_->filePath("r.csv").toStdString());
    const QJsonArray kernel = json["kernel"].toArray();
    QCOMPARE(kernel.size(), 30);
    QCOMPARE(arrays.at("kernel").re.size(), std::size_t{30});
    for (int i = 0; i < 30; ++i) {
      QCOMPARE(arrays.at("kernel").re[static_cast<std::size_t>(i)], kernel[i].toDouble());
    }
    QCOMPARE(arrays.at("response.re").shape, std::vector<std::size_t>{21});
    QVERIFY(!table.columns.empty());
    // Columns of different lengths are padded: the frequencies are the first 21 rows.
    QVERIFY(table.columns.front().size() >= 21);
    QCOMPARE(table.columns.front()[20], json["omega"].toArray()[20].toDouble());
  }

  void says_when_the_disk_is_full() {
    if (!QFile::exists("/dev/full")) QSKIP("this system has no /dev/full");
    const QString scenario = write("s.json", "{}");
    QProcess process;
    process.setStandardOutputFile("/dev/full");
    process.start(kProgram, {"analyse", "frequency", "--scenario", scenario});
    QVERIFY(process.waitForFinished(kLimitMilliseconds));
    QCOMPARE(process.exitCode(), 1);
    QVERIFY(is_one_line(process.readAllStandardError()));
  }

  void says_when_a_file_may_not_grow() {
    const QString scenario = write("s.json", "{}");
    const QString output = write("result.json", "old");
    QProcess process;
    process.start("/bin/sh", {"-c", "ulimit -f 8; exec \"$@\"", "sh", kProgram, "analyse", "ring",
                              "--scenario", scenario, "--output", output});
    QVERIFY(process.waitForFinished(kLimitMilliseconds));
    QCOMPARE(process.exitStatus(), QProcess::NormalExit);
    QCOMPARE(process.exitCode(), 1);
    const QByteArray err = process.readAllStandardError();
    QVERIFY2(is_one_line(err) && err.contains("cannot be written"), err.constData());
    QFile kept(output);
    QVERIFY(kept.open(QIODevice::ReadOnly));
    QCOMPARE(kept.readAll(), QByteArray("old"));
  }

  void keeps_the_stamp_of_a_file_and_says_its_change() {
    write("a.csv", "1\n2\n3\n");
    const QString scenario = write("s.json", R"({"input": {"kind": "file", "path": "a.csv"}})");
    const QString output = folder_->filePath("r.json");
    const QStringList call{"analyse", "ring", "--scenario", scenario, "--output", output};
    QCOMPARE(run_program(call).err, QByteArray());
    QFile file(output);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QJsonObject used =
        QJsonDocument::fromJson(file.readAll()).object()["scenario"].toObject();
    QCOMPARE(used["input"]["bytes"].toInt(), 6);
    QCOMPARE(used["input"]["hash"].toString().size(), 16);

    write("s.json", QJsonDocument(used).toJson());
    QCOMPARE(run_program(call).err, QByteArray());
    write("a.csv", "4\n");
    const Outcome changed = run_program(call);
    QCOMPARE(changed.status, 0);
    QVERIFY2(is_one_line(changed.err) && changed.err.contains("has changed"),
             changed.err.constData());
    QFile again(output);
    QVERIFY(again.open(QIODevice::ReadOnly));
    const QJsonObject result = QJsonDocument::fromJson(again.readAll()).object();
    QVERIFY(QJsonDocument(result["notes"].toArray()).toJson().contains("has changed"));
  }

  void says_when_the_output_cannot_be_written() {
    const QString scenario = write("s.json", "{}");
    const QString output = folder_->filePath("no/such/folder/r.json");
    const Outcome outcome =
        run_program({"analyse", "frequency", "--scenario", scenario, "--output", output});
    QCOMPARE(outcome.status, 1);
    QVERIFY2(is_one_line(outcome.err), outcome.err.constData());
    QVERIFY2(outcome.err.contains(output.toUtf8()), outcome.err.constData());
  }

  /// 21 modes of S4D-Lin alias at 0.1; mode 10 sits on Nyquist and is not one of them.
  void counts_the_aliased_modes() {
    const QString scenario = write("s.json", R"({"discretisation": {"delta": 0.1}})");
    const Outcome outcome = run_program({"analyse", "frequency", "--scenario", scenario});
    QCOMPARE(outcome.status, 0);
    const QJsonArray modes = QJsonDocument::fromJson(outcome.out).object()["modes"].toArray();
    QCOMPARE(modes.size(), 32);
    int aliased = 0;
    for (const QJsonValue& mode : modes) aliased += mode["aliased"].toBool() ? 1 : 0;
    QCOMPARE(aliased, 21);
    QVERIFY(!modes[10]["aliased"].toBool());
  }

  /// An unstable mode is said, the kernel is cut, and no NaN spreads.
  void draws_an_unstable_mode_without_nan() {
    const QString scenario = write("s.json", R"({
        "model": {"init": "explicit", "lambda": {"re": [0.1], "im": [1.0]},
                  "C": {"re": [1.0], "im": [0.0]}},
        "discretisation": {"delta": 0.1}, "resolution": {"kernel_length": 131072}})");
    for (const char* view :
         {"frequency", "ring", "spectrum", "memory", "refinement", "decoder", "operator"}) {
      const Outcome outcome = run_program({"analyse", view, "--scenario", scenario});
      QVERIFY2(outcome.status == 0, outcome.err.constData());
      QJsonParseError error{};
      const QJsonObject result = QJsonDocument::fromJson(outcome.out, &error).object();
      QCOMPARE(error.error, QJsonParseError::NoError);
      const QString notes = QJsonDocument(result["notes"].toArray()).toJson();
      QVERIFY2(notes.contains("unstable"), view);
    }
  }

 private:
  QString write(const QString& name, const QByteArray& text) {
    if (!folder_) folder_.emplace();
    QString path = folder_->filePath(name);
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size()) {
      qFatal("cannot write %s", qPrintable(path));
    }
    return path;
  }

  std::optional<QTemporaryDir> folder_;
};

QTEST_GUILESS_MAIN(TestCommandLine)
#include "test_command_line.moc"
