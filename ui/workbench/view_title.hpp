// The title bar of a docked view.
#pragma once

#include <QAction>
#include <QFrame>
#include <QLabel>
#include <QToolButton>
#include <vector>

#include "ui/live/view.hpp"

namespace ssmscope::ui {

class ViewTitle : public QFrame {
  Q_OBJECT
 public:
  ViewTitle(const ViewInfo& info, QWidget* parent = nullptr);

  void applyTheme(const Theme& theme);
  void setFocused(bool focused);
  void setMaximised(bool maximised);
  void setFloating(bool floating);  ///< a floating view cannot be maximised
  /// The state of the computation: the long text where it has room, else the short one.
  void setStatus(const QString& text, const QString& short_text, const QString& tip);
  void setCaptionChecked(bool visible) { caption_->setChecked(visible); }
  /// Room for a short title, who computed, the "?" and the menu, which never leave.
  QSize minimumSizeHint() const override;

 Q_SIGNALS:
  void pinAsked();
  void helpAsked(QWidget* from);
  void pngAsked();
  void csvAsked();
  void zoomResetAsked();
  void maximiseAsked();
  void floatAsked();
  void hideAsked();
  void captionAsked(bool visible);

 protected:
  void resizeEvent(QResizeEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;

 private:
  QToolButton* button(const QString& id, const char* icon, const QString& text);
  void addExportMenu(QToolButton* save);
  void fit();
  int statusWidth(bool short_form) const;
  int fixedWidth() const;
  int widthOf(const QToolButton& button) const;

  struct Icon {
    QToolButton* button;
    QString path;
  };
  QString icon_path_;
  QLabel* icon_;
  QString long_title_, short_title_;
  QLabel* title_;
  QLabel* status_;
  QString status_text_, status_short_;
  /// Buttons that leave, the first first, where the title has no room; the menu has them too.
  /// Never the menu itself nor the "?".
  std::vector<QToolButton*> leaving_;
  QToolButton* maximise_;
  bool floating_ = false;
  QAction* caption_ = nullptr;
  std::vector<Icon> icons_;
  Theme theme_;
};

/// A small window that says what a view computes and where that comes from; it closes when
/// something else is clicked.
void showFormula(const ViewInfo& info, QWidget* from);

}  // namespace ssmscope::ui
