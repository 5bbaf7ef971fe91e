// What a file that is opened or dropped turns out to hold.
#pragma once

#include <QString>
#include <variant>

#include "core/scenario/session_json.hpp"

namespace ssmscope::ui {

/// A whole new session (a scenario is a session without additions).
struct OpenedSession {
  Session session;
};
/// The present scenario with something of the file's put in: a model or an input.
struct OpenedPart {
  Scenario scenario;
  QString what;  ///< "Model of poles.npz"
};
using Opened = std::variant<OpenedSession, OpenedPart>;

/// What files may be opened, for dialogs.
QString openFilter();

/// Reads `file`: JSON is a scenario, a session or a model by its keys; NPZ is a model when it
/// holds poles, else a series; CSV, TXT, TSV, DAT and NPY are series and become the input.
/// Throws InputError in one sentence.
Opened openFile(const QString& file, const Scenario& present);

/// `present` with the series of `file` as its input, or as its target.
Scenario withInputFile(const Scenario& present, const QString& file, int column = 0);
Scenario withTargetFile(const Scenario& present, const QString& file);

/// Pasted text: a scenario, a session's scenario, or a model in JSON. Throws InputError.
Scenario fromPastedText(const Scenario& present, const QString& text);

}  // namespace ssmscope::ui
