// What the views of charts share: several figures in a deck, a line of read-outs and the notes
// under them, in the room there is.
#pragma once

#include <QHBoxLayout>
#include <QToolButton>
#include <QWidget>
#include <vector>

#include "core/data/csv.hpp"
#include "ui/plot/figure_deck.hpp"
#include "ui/plot/heat_map.hpp"
#include "ui/plot/line_chart.hpp"
#include "ui/plot/note_label.hpp"
#include "ui/plot/read_out_line.hpp"

namespace ssmscope::ui {

class FigurePanel : public QWidget {
  Q_OBJECT
 public:
  /// `name` prefixes the object names: "<name>.<figure>", "<name>.readouts", "<name>.notes".
  explicit FigurePanel(const QString& name, QWidget* parent = nullptr);

  /// Takes the figure. `description`: for a screen reader; empty: the title.
  void addFigure(const QString& id, const QString& title, LineChart* chart,
                 const QString& description = {});
  void addFigure(const QString& id, const QString& title, HeatMap* picture,
                 const QString& description = {});
  /// Any other widget: it writes its own title, follows the theme by its palette and font alone,
  /// and has no part in tables and pins.
  void addFigure(const QString& id, const QString& title, QWidget* figure,
                 const QString& description = {});
  /// A switch over the figures, in sight with one of `figures`.
  QToolButton* addToggle(const QString& name, const QString& text, const QString& help,
                         bool checked, const QStringList& figures);
  void addControl(QWidget* control, const QStringList& figures);
  FigureDeck& deck() { return *deck_; }
  /// For a picture: no controls, every figure its title, all read-outs and notes in words.
  void setInPicture(bool in_picture);

  void setReadOuts(const QStringList& parts) { read_outs_->setParts(parts); }
  void setNotes(const std::vector<std::string>& notes, bool serious);

  /// The numbers of the figures in sight, "<figure>: <curve>".
  data::Table table() const;
  void settle();  ///< every chart at once where its axes will be
  void pin();
  void clearPins();
  void resetZoom();
  void applyTheme(const Theme& theme);

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  void place(QWidget* figure, const QString& id, const QString& title, const QString& description);
  void fit();
  void showTitles();

  QString name_;
  FigureDeck* deck_;
  bool in_picture_ = false;
  ReadOutLine* read_outs_;
  NoteButton* note_button_;
  NoteLabel* notes_;
  std::vector<std::pair<QString, LineChart*>> charts_;
  std::vector<std::pair<QString, HeatMap*>> pictures_;
};

}  // namespace ssmscope::ui
