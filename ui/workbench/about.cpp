#include "ui/workbench/about.hpp"

#include <QCoreApplication>
#include <QDialog>
#include <QFile>
#include <QGridLayout>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace ssmscope::ui {

namespace {

QString tr(const char* text) { return QCoreApplication::translate("About", text); }

QDialog* dialog(QWidget* parent, const QString& title, const QString& name) {
  auto* made = new QDialog(parent);
  made->setAttribute(Qt::WA_DeleteOnClose);
  made->setWindowTitle(title);
  made->setObjectName(name);
  auto* layout = new QVBoxLayout(made);
  layout->setContentsMargins(20, 18, 20, 14);
  layout->setSpacing(12);
  return made;
}

void addClose(QDialog* to) {
  auto* button = new QPushButton(tr("Close"), to);
  QObject::connect(button, &QPushButton::clicked, to, &QDialog::close);
  to->layout()->addWidget(button);
  to->layout()->setAlignment(button, Qt::AlignRight);
}

struct Key {
  const char* key;
  const char* does;
};
constexpr Key kKeys[] = {
    {"Space", QT_TRANSLATE_NOOP("About", "play or pause")},
    {"← →", QT_TRANSLATE_NOOP("About", "one step back or forward (with Shift: 16)")},
    {"Home", QT_TRANSLATE_NOOP("About", "to the first step")},
    {"D, A", QT_TRANSLATE_NOOP("About", "to the knob Δ or α; there the arrows turn it")},
    {"1 … 6", QT_TRANSLATE_NOOP("About", "to a view")},
    {"P", QT_TRANSLATE_NOOP("About", "pin the present curves of all views")},
    {"PgDn, arrows", QT_TRANSLATE_NOOP("About", "on a map of poles: select one, move it")},
    {"Ins, Del", QT_TRANSLATE_NOOP("About", "there: add a mode, take the selected one away")},
    {"F11", QT_TRANSLATE_NOOP("About", "the view alone, on the whole screen")},
    {"Esc", QT_TRANSLATE_NOOP("About", "back to all views")},
    {"Ctrl+Z, Ctrl+Y", QT_TRANSLATE_NOOP("About", "undo, redo")},
    {"Ctrl+O, Ctrl+S", QT_TRANSLATE_NOOP("About", "open, save")},
    {"Ctrl+G", QT_TRANSLATE_NOOP("About", "gallery")},
    {"Tab", QT_TRANSLATE_NOOP("About", "to the next control")},
};

}  // namespace

void showAbout(QWidget* parent) {
  QDialog* about = dialog(parent, tr("About SSMScope"), QStringLiteral("about"));
  auto* text =
      new QLabel(tr("<h3>SSMScope %1</h3><p>An oscilloscope for state-space sequence models.</p>")
                     .arg(QStringLiteral(SSMSCOPE_VERSION)),
                 about);
  about->layout()->addWidget(text);
  auto* notices = new QPlainTextEdit(about);
  notices->setObjectName(QStringLiteral("about.notices"));
  notices->setReadOnly(true);
  QFile file(QStringLiteral(":/notices/NOTICES.txt"));
  if (file.open(QIODevice::ReadOnly)) notices->setPlainText(QString::fromUtf8(file.readAll()));
  about->layout()->addWidget(notices);
  addClose(about);
  about->resize(680, 520);
  about->open();
}

void showShortcuts(QWidget* parent) {
  QDialog* keys = dialog(parent, tr("Keys"), QStringLiteral("shortcuts"));
  auto* grid = new QGridLayout;
  grid->setHorizontalSpacing(24);
  int row = 0;
  for (const auto& [key, does] : kKeys) {
    auto* name = new QLabel(QStringLiteral("<b>%1</b>").arg(QString::fromUtf8(key)), keys);
    grid->addWidget(name, row, 0);
    grid->addWidget(new QLabel(tr(does), keys), row, 1);
    ++row;
  }
  qobject_cast<QVBoxLayout*>(keys->layout())->addLayout(grid);
  addClose(keys);
  keys->open();
}

}  // namespace ssmscope::ui
