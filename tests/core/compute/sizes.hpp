// What a failed comparison says.
#pragma once

#include <QByteArray>
#include <QString>
#include <cstddef>

namespace ssmscope::test {

inline QByteArray sizes(std::size_t modes, std::size_t steps, double error) {
  return QString("%1 modes, %2 steps: %3").arg(modes).arg(steps).arg(error).toUtf8();
}

}  // namespace ssmscope::test
