#include "ui/workbench/opening.hpp"

#include <QCoreApplication>
#include <QFileInfo>
#include <algorithm>
#include <filesystem>

#include "core/data/model_file.hpp"
#include "core/data/npy.hpp"
#include "core/data/signals.hpp"
#include "core/scenario/check.hpp"
#include "core/scenario/error.hpp"
#include "core/scenario/scenario_json.hpp"
#include "core/scenario/strict_json.hpp"
#include "core/scenario/whole_file.hpp"
#include "core/scenario/within_field.hpp"
#include "ui/workbench/session.hpp"

namespace ssmscope::ui {

namespace {

QString tr(const char* text) { return QCoreApplication::translate("Opening", text); }

/// Only a model's own file has poles at its top.
bool isModel(const nlohmann::json& value) { return value.is_object() && value.contains("lambda"); }

Opened openJson(const QString& file, const Scenario& present) {
  const std::string text = read_whole_file(toPath(file), kLargestScenarioBytes);
  if (within_field(file.toStdString(), [&] { return isModel(parse_json(text)); })) {
    return OpenedPart{data::import_model(present, toPath(file)),
                      tr("Model of %1").arg(QFileInfo(file).fileName())};
  }
  return OpenedSession{loadSession(file)};
}

/// Poles by one of the names that data::import_model knows.
bool holdsPoles(const std::map<std::string, data::Array>& arrays) {
  constexpr std::string_view kNames[] = {"lambda",    "Lambda",     "A",      "lambda_re",
                                         "Lambda_re", "log_A_real", "A_imag", "A_re"};
  return std::ranges::any_of(arrays, [&](const auto& entry) {
    const std::string& path = entry.first;
    const std::string_view name = std::string_view(path).substr(path.rfind('.') + 1);
    return std::ranges::find(kNames, name) != std::end(kNames);
  });
}

OpenedPart asInput(const QString& file, const Scenario& present) {
  return {withInputFile(present, file), tr("Input of %1").arg(QFileInfo(file).fileName())};
}

Opened openNpz(const QString& file, const Scenario& present) {
  if (!holdsPoles(data::read_npz(toPath(file)))) return asInput(file, present);
  return OpenedPart{data::import_model(present, toPath(file)),
                    tr("Model of %1").arg(QFileInfo(file).fileName())};
}

FileReference reference(const QString& file) {
  FileReference made;
  made.path = std::filesystem::absolute(toPath(file)).string();
  return data::stamp(made);
}

}  // namespace

QString openFilter() {
  return tr(
      "All that can be opened (*.json *.npz *.npy *.csv *.tsv *.txt *.dat);;"
      "Scenarios, sessions and models (*.json);;Arrays (*.npz *.npy);;"
      "Tables (*.csv *.tsv *.txt *.dat)");
}

Opened openFile(const QString& file, const Scenario& present) {
  const QString kind = QFileInfo(file).suffix().toLower();
  if (kind == QLatin1String("json")) return openJson(file, present);
  if (kind == QLatin1String("npz")) return openNpz(file, present);
  const QStringList series = {QStringLiteral("npy"), QStringLiteral("csv"), QStringLiteral("tsv"),
                              QStringLiteral("txt"), QStringLiteral("dat")};
  if (series.contains(kind)) return asInput(file, present);
  throw InputError(tr("%1: expected a .json, .npz, .npy, .csv, .tsv, .txt or .dat file.")
                       .arg(QFileInfo(file).fileName())
                       .toStdString());
}

Scenario withInputFile(const Scenario& present, const QString& file, int column) {
  Scenario next = present;
  const FileReference from = reference(file);
  data::read_series(from, column);  // refuses what cannot be an input before anything changes
  next.input = FileInput{from, column};
  check(next);
  return next;
}

Scenario withTargetFile(const Scenario& present, const QString& file) {
  Scenario next = present;
  const FileReference from = reference(file);
  const std::vector<double> values = data::read_series(from, 0);
  next.target.kind = MemoryKind::File;
  next.target.parts.clear();
  next.target.values.clear();
  next.target.file = from;
  next.target.length = std::min(next.target.length, static_cast<int>(values.size()));
  check(next);
  return next;
}

Scenario fromPastedText(const Scenario& present, const QString& text) {
  const std::string bytes = text.toStdString();
  const nlohmann::json value =
      within_field(tr("The clipboard").toStdString(), [&] { return parse_json(bytes); });
  if (isModel(value)) return data::import_model_json(present, bytes);
  if (is_session(value)) return session_from_json(value, {}).scenario;
  return scenario_from_json(value, {});
}

}  // namespace ssmscope::ui
