// What a result has to say beside its numbers: whole sentences where there is room, else a button
// that counts them and shows them all.
#pragma once

#include <QLabel>
#include <QToolButton>
#include <string>
#include <vector>

#include "ui/plot/theme.hpp"

namespace ssmscope::ui {

/// A note of the core as a sentence: a capital, a full stop, and Greek letters for their names.
QString noteText(const std::string& note);

/// The notes that fit as whole sentences into `rows` lines of `width` pixels.
QString notesThatFit(const std::vector<std::string>& notes, const QFont& font, int width, int rows);

/// Every note on a line of its own.
QString allNotes(const std::vector<std::string>& notes);

/// "2 notes": a press shows them all.
class NoteButton : public QToolButton {
  Q_OBJECT
 public:
  explicit NoteButton(QWidget* parent = nullptr);
  void setNotes(const std::vector<std::string>& notes);

 private:
  void showAll();
  QString all_;
};

/// The two together, for a view that is as high as it happens to be.
class NoteLabel : public QLabel {
  Q_OBJECT
 public:
  /// `button` shows itself where the sentences do not all fit; the owner gives it its place.
  NoteLabel(NoteButton* button, QWidget* parent);

  /// `serious`: in the colour of a warning.
  void setNotes(const std::vector<std::string>& notes, bool serious);
  void setMostRows(int rows);  ///< 0: the button alone
  /// Nobody presses a button of a picture: it holds every sentence.
  void setInPicture(bool in_picture);
  void applyTheme(const Theme& theme);

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  void fit();
  void paint();

  NoteButton* button_;
  std::vector<std::string> notes_;
  bool serious_ = false;
  int most_rows_ = 2;
  bool in_picture_ = false;
  Theme theme_;
};

}  // namespace ssmscope::ui
