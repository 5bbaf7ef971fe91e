#include "app/gpu_report.hpp"

#include <signal.h>  // NOLINT(modernize-deprecated-headers): kill() is POSIX's, not C++'s
#include <unistd.h>

#include <QDir>
#include <QFileInfo>
#include <QStandardPaths>
#include <cerrno>
#include <cmath>
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "core/data/content_hash.hpp"
#include "core/scenario/error.hpp"
#include "core/scenario/whole_file.hpp"

namespace ssmscope::app {

namespace {

using Json = nlohmann::ordered_json;

Json to_json(const compute::Crossover& crossover) {
  Json json = Json::object();
  for (const auto& [operation, key, least] : compute::kOperationCrossovers) {
    const double work = crossover.*least;
    json[key] = std::isfinite(work) ? Json(work) : Json(nullptr);
  }
  return json;
}

compute::Crossover crossover_from(const Json& json) {
  compute::Crossover crossover;
  for (const auto& [operation, key, least] : compute::kOperationCrossovers) {
    const Json& work = json.at(key);
    crossover.*least = work.is_null() ? compute::Crossover::kNever : work.get<double>();
  }
  return crossover;
}

Json to_json(const TriedDevice& tried) {
  const gpu::Device& device = tried.device;
  return {{"index", device.index},
          {"name", device.name},
          {"type", static_cast<int>(device.type)},
          {"driver", device.driver},
          {"api", device.api},
          {"float64", device.float64},
          {"memory", device.memory},
          {"largest_buffer", device.largest_buffer},
          {"group_threads", device.group_threads},
          {"shared_memory", device.shared_memory},
          {"ring_nodes", device.ring_nodes},
          {"usable", device.usable},
          {"reason", device.reason},
          {"double", tried.precision == gpu::Precision::Double},
          {"crossover", to_json(tried.crossover)}};
}

TriedDevice device_from(const Json& json) {
  TriedDevice tried;
  gpu::Device& device = tried.device;
  json.at("index").get_to(device.index);
  json.at("name").get_to(device.name);
  device.type = static_cast<gpu::DeviceType>(json.at("type").get<int>());
  json.at("driver").get_to(device.driver);
  json.at("api").get_to(device.api);
  json.at("float64").get_to(device.float64);
  json.at("memory").get_to(device.memory);
  json.at("largest_buffer").get_to(device.largest_buffer);
  json.at("group_threads").get_to(device.group_threads);
  json.at("shared_memory").get_to(device.shared_memory);
  json.at("ring_nodes").get_to(device.ring_nodes);
  json.at("usable").get_to(device.usable);
  json.at("reason").get_to(device.reason);
  if (json.at("double").get<bool>()) tried.precision = gpu::Precision::Double;
  tried.crossover = crossover_from(json.at("crossover"));
  return tried;
}

/// Names the state of the installed drivers: their manifests as the loader finds them, and this
/// program's version.
std::string driver_state() {
  std::string state = SSMSCOPE_VERSION;
  for (const char* variable : {"VK_DRIVER_FILES", "VK_ICD_FILENAMES", "VK_ADD_DRIVER_FILES"}) {
    const char* const value = std::getenv(variable);
    if (value != nullptr) state += std::string("|") + variable + "=" + value;
  }
  QStringList folders = QStandardPaths::standardLocations(QStandardPaths::GenericDataLocation) +
                        QStandardPaths::standardLocations(QStandardPaths::GenericConfigLocation);
  folders << QStringLiteral("/etc") << QStringLiteral("/usr/local/etc");
  for (const QString& folder : std::as_const(folders)) {
    const QDir manifests(folder + QStringLiteral("/vulkan/icd.d"));
    for (const QFileInfo& file : manifests.entryInfoList({QStringLiteral("*.json")}, QDir::Files)) {
      state += "|" + file.absoluteFilePath().toStdString() + " " + std::to_string(file.size()) +
               " " + std::to_string(file.lastModified().toMSecsSinceEpoch());
    }
  }
  return data::content_hash(state);
}

std::filesystem::path report_file() { return cache_folder() / "gpu.json"; }
std::filesystem::path mark_file() { return cache_folder() / "gpu-in-use"; }

/// False where it cannot be written.
bool write_quietly(const std::filesystem::path& file, const std::string& text) {
  try {
    std::filesystem::create_directories(file.parent_path());
    write_whole_file(file, text);
    return true;
  } catch (const std::exception&) {
    return false;
  }
}

}  // namespace

std::filesystem::path cache_folder() {
  const QString caches = QStandardPaths::writableLocation(QStandardPaths::GenericCacheLocation);
  return (caches + QStringLiteral("/ssmscope")).toStdString();
}

std::filesystem::path pipeline_folder() { return cache_folder() / "pipelines"; }

std::string report_text(const GpuReport& report) {
  Json json = {{"notice", report.notice}, {"devices", Json::array()}};
  for (const TriedDevice& tried : report.devices) json["devices"].push_back(to_json(tried));
  return json.dump();
}

std::optional<GpuReport> read_report(const std::string& text) {
  try {
    const Json json = Json::parse(text);
    GpuReport report;
    json.at("notice").get_to(report.notice);
    for (const Json& device : json.at("devices")) report.devices.push_back(device_from(device));
    return report;
  } catch (const Json::exception&) {
    return std::nullopt;
  }
}

std::optional<GpuReport> remembered_report() {
  constexpr std::uintmax_t kMostBytes = 1u << 20;
  try {
    const Json json = Json::parse(read_whole_file(report_file(), kMostBytes));
    if (json.at("drivers") != driver_state()) return std::nullopt;
    return read_report(json.at("report").get<std::string>());
  } catch (const InputError&) {
    return std::nullopt;
  } catch (const Json::exception&) {
    return std::nullopt;
  }
}

void remember_report(const GpuReport& report) {
  const Json json = {{"drivers", driver_state()}, {"report", report_text(report)}};
  write_quietly(report_file(), json.dump() + "\n");
}

void forget_trials() {
  DriverMark::remove();
  std::error_code ignored;
  std::filesystem::remove(report_file(), ignored);
  forget_pipelines();
}

void forget_pipelines() {
  std::error_code ignored;
  std::filesystem::remove_all(pipeline_folder(), ignored);
}

DriverMark::DriverMark() : tidy_end_(mark_file()) {
  write_quietly(mark_file(), std::to_string(::getpid()) + "\n");
}
DriverMark::~DriverMark() { remove(); }

bool DriverMark::left_behind() {
  constexpr std::uintmax_t kMostBytes = 64;
  try {
    const pid_t owner =
        static_cast<pid_t>(std::atol(read_whole_file(mark_file(), kMostBytes).c_str()));
    return owner <= 0 || (::kill(owner, 0) != 0 && errno == ESRCH);
  } catch (const InputError&) {
    return false;
  }
}

void DriverMark::remove() {
  std::error_code ignored;
  std::filesystem::remove(mark_file(), ignored);
}

}  // namespace ssmscope::app
