// Text between the core and Qt.
#pragma once

#include <QString>
#include <string_view>

namespace ssmscope::ui {

inline QString toQString(std::string_view text) {
  return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

}  // namespace ssmscope::ui
