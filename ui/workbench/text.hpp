// Text between the core and Qt.
#pragma once

#include <QCoreApplication>
#include <QString>
#include <string>
#include <string_view>

namespace ssmscope::ui {

inline QString toQString(std::string_view text) {
  return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

/// A word of the parameter table (a label, a choice, a unit, a sentence of help), translated.
inline QString tableText(std::string_view text) {
  return text.empty() ? QString()
                      : QCoreApplication::translate("Parameters", std::string(text).c_str());
}

}  // namespace ssmscope::ui
