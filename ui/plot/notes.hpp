// What a result has to say, in the one line that a small view has room for.
#pragma once

#include <QCoreApplication>
#include <QString>
#include <algorithm>
#include <string>
#include <vector>

namespace ssmscope::ui {

/// The beginning of the first note and how many follow; the whole list belongs into the tool tip.
inline QString firstNote(const std::vector<std::string>& notes) {
  constexpr int kLongest = 64;  // about two lines of a narrow view
  if (notes.empty()) return {};
  QString first = QString::fromStdString(notes.front());
  if (first.size() > kLongest) {
    first.truncate(std::max<qsizetype>(first.lastIndexOf(QLatin1Char(' '), kLongest), 1));
    first += QChar(u'…');
  }
  if (notes.size() == 1) return first;
  return QCoreApplication::translate("Notes", "%1 (and %2 more)").arg(first).arg(notes.size() - 1);
}

/// Every note on a line of its own.
inline QString allNotes(const std::vector<std::string>& notes) {
  QString text;
  for (const std::string& note : notes) {
    if (!text.isEmpty()) text += QLatin1Char('\n');
    text += QString::fromStdString(note);
  }
  return text;
}

}  // namespace ssmscope::ui
