// Sessions by Qt's file names; what a session is, core/scenario knows.
#pragma once

#include <QString>
#include <filesystem>

#include "core/scenario/session_json.hpp"

namespace ssmscope::ui {

using ssmscope::Session;

inline std::filesystem::path toPath(const QString& file) {
  return std::filesystem::path(file.toStdU16String());
}

/// Reads a session or a bare scenario. Throws InputError naming the file and the field.
inline Session loadSession(const QString& file) { return load_session(toPath(file)); }

}  // namespace ssmscope::ui
