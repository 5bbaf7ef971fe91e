#include "ui/workbench/backend_box.hpp"

#include <QAbstractItemView>

namespace ssmscope::ui {

BackendBox::BackendBox(Backends& backends, QWidget* parent)
    : QComboBox(parent), backends_(backends) {
  setObjectName(QStringLiteral("backend"));
  setAccessibleName(tr("Backend"));
  setToolTip(tr("What computes"));
  // The names of devices are long: the list shows them whole.
  constexpr int kShownCharacters = 11;
  setSizeAdjustPolicy(AdjustToMinimumContentsLengthWithIcon);
  setMinimumContentsLength(kShownCharacters);
  connect(&backends_, &Backends::choicesChanged, this, &BackendBox::fill);
  connect(&backends_, &Backends::currentChanged, this, &BackendBox::showCurrent);
  connect(this, &QComboBox::activated, this, [this](int index) {
    if (!backends_.choose(itemData(index).toString())) showCurrent();
  });
  fill();
}

void BackendBox::fill() {
  clear();
  for (const BackendChoice& choice : backends_.choices()) {
    addItem(choice.label, choice.id);
    setItemData(count() - 1, choice.detail, Qt::ToolTipRole);
  }
  view()->setMinimumWidth(view()->sizeHintForColumn(0) + 24);
  showCurrent();
}

void BackendBox::showCurrent() { setCurrentIndex(findData(backends_.currentId())); }

}  // namespace ssmscope::ui
