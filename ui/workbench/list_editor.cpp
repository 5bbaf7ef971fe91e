#include "ui/workbench/list_editor.hpp"

#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLocale>
#include <QPushButton>
#include <QRegularExpression>
#include <QVBoxLayout>
#include <algorithm>

#include "core/scenario/error.hpp"

namespace ssmscope::ui {

ListEditor::ListEditor(Document& document, const QString& title, const QString& name,
                       QStringList headers, Give give, Take take, QWidget* parent)
    : QDialog(parent),
      document_(document),
      headers_(std::move(headers)),
      give_(std::move(give)),
      take_(std::move(take)),
      table_(new QTableWidget(this)),
      complaint_(new QLabel(this)) {
  setWindowTitle(title);
  setObjectName(name);
  setAttribute(Qt::WA_DeleteOnClose);
  table_->setObjectName(name + ".table");
  table_->setAccessibleName(title);
  table_->setColumnCount(static_cast<int>(headers_.size()));
  table_->setHorizontalHeaderLabels(headers_);
  table_->horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
  complaint_->setObjectName(name + ".complaint");
  complaint_->setProperty("role", QStringLiteral("error"));
  complaint_->setWordWrap(true);
  complaint_->setTextFormat(Qt::PlainText);

  const auto button = [&](const QString& text, const char* id) {
    auto* made = new QPushButton(text, this);
    made->setObjectName(name + QLatin1Char('.') + QLatin1String(id));
    made->setAutoDefault(false);
    return made;
  };
  auto* add = button(tr("Add row"), "add");
  auto* remove = button(tr("Remove row"), "remove");
  auto* paste_button = button(tr("Paste"), "paste");
  auto* apply_button = button(tr("Apply"), "apply");
  apply_button->setProperty("primary", true);
  auto* close_button = button(tr("Close"), "close");

  auto* buttons = new QHBoxLayout;
  for (QPushButton* left : {add, remove, paste_button}) buttons->addWidget(left);
  buttons->addStretch(1);
  for (QPushButton* right : {apply_button, close_button}) buttons->addWidget(right);
  auto* layout = new QVBoxLayout(this);
  layout->addWidget(table_, 1);
  layout->addWidget(complaint_);
  layout->addLayout(buttons);
  resize(560, 460);

  connect(add, &QPushButton::clicked, this, [this] {
    const int row = std::max(table_->currentRow(), rows() - 1) + 1;
    table_->insertRow(row);
    table_->setCurrentCell(row, 0);
  });
  connect(remove, &QPushButton::clicked, this, [this] { table_->removeRow(table_->currentRow()); });
  connect(paste_button, &QPushButton::clicked, this,
          [this] { paste(QGuiApplication::clipboard()->text()); });
  connect(apply_button, &QPushButton::clicked, this, &ListEditor::apply);
  connect(close_button, &QPushButton::clicked, this, &QDialog::close);
  connect(&document_, &Document::scenarioChanged, this, &ListEditor::refresh);
  refresh();
}

void ListEditor::refresh() {
  const auto lines = give_(document_.scenario());
  if (lines.empty()) {
    close();
    return;
  }
  fill(lines);
  complaint_->clear();
}

void ListEditor::fill(const std::vector<QStringList>& lines) {
  table_->setRowCount(static_cast<int>(lines.size()));
  for (int row = 0; row < rows(); ++row) {
    const QStringList& line = lines[static_cast<std::size_t>(row)];
    for (int column = 0; column < table_->columnCount(); ++column)
      table_->setItem(row, column, new QTableWidgetItem(line.value(column)));
  }
}

bool ListEditor::blank(int row, int column) const { return text(row, column).isEmpty(); }

QString ListEditor::text(int row, int column) const {
  const QTableWidgetItem* item = table_->item(row, column);
  return item == nullptr ? QString() : item->text().trimmed();
}

double ListEditor::number(int row, int column) const {
  bool is_number = false;
  const double value = QLocale::c().toDouble(text(row, column), &is_number);
  if (is_number) return value;
  const QString sentence =
      tr("Row %1, %2: “%3” is not a number.").arg(row + 1).arg(headers_[column], text(row, column));
  throw InputError(sentence.toStdString());
}

void ListEditor::paste(const QString& text) {
  static const QRegularExpression gaps(QStringLiteral("[\\s,;]+"));
  std::vector<QStringList> lines;
  for (const QString& line : text.split(QLatin1Char('\n'))) {
    const QStringList cells = line.split(gaps, Qt::SkipEmptyParts);
    if (cells.isEmpty()) continue;
    if (headers_.size() == 1) {
      for (const QString& cell : cells) lines.push_back({cell});
    } else {
      lines.push_back(cells);
    }
  }
  if (lines.empty()) {
    complaint_->setText(tr("The clipboard holds no rows of numbers."));
    return;
  }
  fill(lines);
  complaint_->clear();
}

bool ListEditor::apply() {
  QString complaint;
  try {
    complaint = document_.edit(take_(document_.scenario(), *this), windowTitle());
  } catch (const InputError& error) {
    complaint = QString::fromUtf8(error.what());
  }
  complaint_->setText(complaint);
  return complaint.isEmpty();
}

void ListEditor::keyPressEvent(QKeyEvent* event) {
  if (event->matches(QKeySequence::Paste)) return paste(QGuiApplication::clipboard()->text());
  QDialog::keyPressEvent(event);
}

}  // namespace ssmscope::ui
