// The gallery: every preset with a picture, a sentence and something to try.
#pragma once

#include <QDialog>
#include <QFrame>
#include <QScrollArea>
#include <vector>

#include "ui/live/view.hpp"
#include "ui/workbench/thumbnail.hpp"

namespace ssmscope::ui {

struct Preset {
  QString id;  ///< file name without its ending
  std::shared_ptr<const Scenario> scenario;
  QString sentence, try_this;  ///< the two parts of the note
};

/// The presets with a title, in the order of their files. One that cannot be read is left out.
std::vector<Preset> presets();

class Gallery : public QDialog {
  Q_OBJECT
 public:
  Gallery(Workspace& workspace, const Theme& theme, QWidget* parent = nullptr);

 Q_SIGNALS:
  void chosen(const ssmscope::ui::Preset& preset);

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  void arrange();
  std::vector<QFrame*> cards_;
  QWidget* content_;
  QScrollArea* scroll_;
  int columns_ = 0;
};

}  // namespace ssmscope::ui
