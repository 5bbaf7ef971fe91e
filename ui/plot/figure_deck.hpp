// Several figures of one view in the room there is: all of them in a grid where it is large, as
// many as fit from the chosen one on where it is smaller, one with a selector in a small dock.
#pragma once

#include <QComboBox>
#include <QGridLayout>
#include <QString>
#include <QWidget>
#include <vector>

#include "ui/plot/wrapping_row.hpp"

namespace ssmscope::ui {

class FigureDeck : public QWidget {
  Q_OBJECT
 public:
  /// `name` prefixes the object names: "<name>.figure" is the selector.
  explicit FigureDeck(const QString& name, QWidget* parent = nullptr);

  /// Takes the widget; `id` is stable, for settings and tests. The first added is chosen first.
  void addFigure(const QString& id, const QString& title, QWidget* figure);
  /// A control in the row beside the selector, or below it where that row is full ("<name>.scale",
  /// ...), in sight only while one of `figures` is; none: always.
  void addControl(QWidget* control, const QStringList& figures = {});

  QStringList figures() const;  ///< every id
  /// Of a picture nobody presses a button: the row of the selector leaves.
  void setControlsShown(bool shown);
  QString currentFigure() const;
  void setCurrentFigure(const QString& id);
  /// The ids now in sight, first to last.
  QStringList figuresInSight() const;
  /// The selector stands over the one figure in sight, which needs no title of its own.
  bool selectorIsTitle() const;

 Q_SIGNALS:
  void arranged();  ///< other figures are in sight, or in other places
  void currentFigureChanged(const QString& id);

 protected:
  void resizeEvent(QResizeEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  struct Figure {
    QString id;
    QWidget* widget;
  };
  struct Control {
    QWidget* widget;
    QStringList figures;
  };
  struct Grid {
    int columns = 1, rows = 1;
    int places() const { return columns * rows; }
    bool operator==(const Grid&) const = default;
  };
  Grid gridThatFits() const;
  void arrange();

  std::vector<Figure> figures_;
  std::vector<Control> controls_;
  QComboBox* selector_;
  WrappingRow* bar_;
  QGridLayout* grid_layout_;
  Grid grid_;
  bool controls_shown_ = true;
};

}  // namespace ssmscope::ui
