#include "ui/views/frequency/health_list.hpp"

#include <QScrollBar>

namespace ssmscope::ui {

namespace {

QString markText(HealthMark mark) {
  return mark == HealthMark::Good   ? QStringLiteral("✓")
         : mark == HealthMark::Warn ? QStringLiteral("!")
                                    : QStringLiteral("✗");
}

}  // namespace

HealthList::HealthList(QWidget* parent) : QTextEdit(parent) {
  setReadOnly(true);
  setFrameShape(QFrame::NoFrame);
  setTabChangesFocus(true);
  setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
  setMinimumSize(140, 80);
  document()->setDocumentMargin(6.0);
}

void HealthList::setLines(const std::vector<HealthLine>& lines) {
  lines_ = lines;
  write();
}

void HealthList::applyTheme(const Theme& theme) {
  theme_ = theme;
  QPalette palette = theme.palette();
  palette.setColor(QPalette::Base, theme.surface);
  palette.setColor(QPalette::Text, theme.text);
  setPalette(palette);
  setFont(theme.font());
  write();
}

/// The mark is a letter as well as a colour, in a column of its own.
void HealthList::write() {
  const int scrolled = verticalScrollBar()->value();
  QString html =
      QStringLiteral("<b>%1</b><table cellspacing='0' cellpadding='2'>").arg(tr("Health"));
  for (const HealthLine& line : lines_) {
    const QColor ink = line.mark == HealthMark::Good   ? theme_.lines[2]
                       : line.mark == HealthMark::Warn ? theme_.warning
                                                       : theme_.error;
    html += QStringLiteral(
                "<tr><td style='color:%1; font-weight:bold; padding-right:6px'>%2</td>"
                "<td><b>%3</b><br/><span style='color:%4; font-size:small'>%5</span></td></tr>")
                .arg(ink.name(), markText(line.mark), line.says.toHtmlEscaped(),
                     theme_.faint_text.name(), line.why.toHtmlEscaped());
  }
  setHtml(html + QStringLiteral("</table>"));
  verticalScrollBar()->setValue(scrolled);
}

}  // namespace ssmscope::ui
