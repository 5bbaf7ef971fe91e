// Editors of the lists of a scenario: own poles, B and C; the parts of a mixture; samples of a
// target. Each shows the list of the present scenario and makes it one step of undo.
#pragma once

#include <QDialog>
#include <QLabel>
#include <QTableWidget>
#include <functional>
#include <optional>

#include "ui/workbench/document.hpp"

namespace ssmscope::ui {

/// A table of text cells that become numbers: rows are added, removed, and pasted from a
/// spreadsheet or a listing. Not modal.
class ListEditor : public QDialog {
  Q_OBJECT
 public:
  /// Reads the cells into a scenario; throws InputError for a cell that is not what it must be.
  using Take = std::function<Scenario(const Scenario& present, const ListEditor& cells)>;
  /// The cells of a scenario; empty when it has no such list any more (the editor then closes).
  using Give = std::function<std::vector<QStringList>(const Scenario&)>;

  ListEditor(Document& document, const QString& title, const QString& name, QStringList headers,
             Give give, Take take, QWidget* parent);

  int rows() const { return table_->rowCount(); }
  bool blank(int row, int column) const;
  /// Throws InputError naming the row and the column.
  double number(int row, int column) const;
  QString text(int row, int column) const;

  /// Replaces the table by lines of numbers (tabs, commas, semicolons or spaces between them).
  void paste(const QString& text);
  /// Makes the table the scenario's list; false when it was refused (the reason is shown).
  bool apply();

 protected:
  void keyPressEvent(QKeyEvent* event) override;

 private:
  void refresh();
  void fill(const std::vector<QStringList>& lines);

  Document& document_;
  QStringList headers_;
  Give give_;
  Take take_;
  QTableWidget* table_;
  QLabel* complaint_;
};

/// λ, B and C, as far as the scenario holds them as lists.
ListEditor* modesEditor(Document& document, QWidget* parent);
ListEditor* mixtureEditor(Document& document, QWidget* parent);
ListEditor* samplesEditor(Document& document, QWidget* parent);

}  // namespace ssmscope::ui
