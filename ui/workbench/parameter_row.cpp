#include "ui/workbench/parameter_row.hpp"

#include <QHBoxLayout>
#include <QStandardItemModel>
#include <QVBoxLayout>
#include <QWheelEvent>
#include <algorithm>

#include "ui/workbench/text.hpp"

namespace ssmscope::ui {

namespace {

/// A combo box that lets the wheel scroll the panel unless it has the focus.
class PanelCombo : public QComboBox {
 public:
  using QComboBox::QComboBox;

 protected:
  void wheelEvent(QWheelEvent* event) override {
    if (hasFocus()) {
      QComboBox::wheelEvent(event);
    } else {
      event->ignore();
    }
  }
};

}  // namespace

QString widgetName(const Parameter& parameter) {
  return toQString(parameter.pointer.substr(1)).replace('/', '.');
}

ParameterRow::ParameterRow(Document& document, const Parameter& parameter, QWidget* parent)
    : QWidget(parent), document_(document), parameter_(parameter) {
  auto* label = new QLabel(tableText(parameter.label), this);
  label->setToolTip(tableText(parameter.help));
  complaint_ = new QLabel(this);
  complaint_->setObjectName(widgetName(parameter) + ".complaint");
  complaint_->setProperty("role", QStringLiteral("error"));
  complaint_->setWordWrap(true);
  complaint_->setTextFormat(Qt::PlainText);
  complaint_->hide();

  if (parameter.kind == ParameterKind::Choice) makeChoice();
  if (parameter.kind == ParameterKind::Flag) makeFlag();
  if (number_ == nullptr && editor() == nullptr) makeNumber();
  editor()->setObjectName(widgetName(parameter));
  editor()->setAccessibleName(tableText(parameter.label));
  editor()->setAccessibleDescription(tableText(parameter.help));
  editor()->setToolTip(tableText(parameter.help));
  label->setBuddy(editor());

  auto* line = new QHBoxLayout;
  line_ = line;
  line->setSpacing(6);
  line->addWidget(label, 1);
  line->addWidget(editor());
  if (unit_ != nullptr) line->addWidget(unit_);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(2);
  layout->addLayout(line);
  layout->addWidget(complaint_);
}

QWidget* ParameterRow::editor() const {
  if (choice_ != nullptr) return choice_;
  if (flag_ != nullptr) return flag_;
  return number_;
}

void ParameterRow::makeChoice() {
  choice_ = new PanelCombo(this);
  choice_->setFocusPolicy(Qt::StrongFocus);
  choice_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  choice_->setMinimumContentsLength(13);
  for (const std::string_view label : parameter_.choice_labels) choice_->addItem(tableText(label));
  connect(choice_, &QComboBox::activated, this, &ParameterRow::choose);
}

void ParameterRow::makeFlag() {
  flag_ = new QCheckBox(this);
  connect(flag_, &QCheckBox::clicked, this,
          [this](bool on) { document_.setParameter(parameter_, on ? 1.0 : 0.0); });
}

void ParameterRow::makeNumber() {
  number_ = new NumberField(
      parameter_.kind, parameter_.scale,
      [this](double value, bool step) {
        QString complaint = document_.setParameter(parameter_, value, step);
        if (step) document_.endGestureSoon();
        return complaint;
      },
      this);
  fitNumber();
  connect(number_, &NumberField::complained, this, [this](const QString& sentence) {
    complaint_->setText(sentence);
    complaint_->setVisible(!sentence.isEmpty());
  });
  const QString unit = tableText(parameter_.unit);
  if (unit.isEmpty() || parameter_.unit == "delta") return;
  unit_ = new QLabel(unit, this);
  unit_->setProperty("role", QStringLiteral("faint"));
}

/// Room for "-0.0001234" in any text size.
void ParameterRow::fitNumber() {
  constexpr int kFrame = 22;
  number_->setFixedWidth(number_->fontMetrics().horizontalAdvance(QStringLiteral("-0.0001234")) +
                         kFrame);
}

void ParameterRow::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() == QEvent::FontChange && number_ != nullptr) fitNumber();
}

int ParameterRow::comfortableWidth() const {
  // The layouts of a hidden row keep what they knew of another text size.
  line_->invalidate();
  layout()->invalidate();
  return sizeHint().width();
}

void ParameterRow::choose(int index) {
  if (!parameter_.offers(document_.scenario(), static_cast<std::size_t>(index))) {
    refresh();  // the old choice stands until the editor has made the new one
    Q_EMIT editorAsked(index);
    return;
  }
  const QString complaint = document_.setParameter(parameter_, index);
  complaint_->setText(complaint);
  complaint_->setVisible(!complaint.isEmpty());
  refresh();
}

void ParameterRow::refresh() {
  const Scenario& scenario = document_.scenario();
  setVisible(parameter_.applies(scenario));
  const double value = parameter_.get(scenario);
  if (number_ != nullptr) number_->showValue(value);
  if (flag_ != nullptr) flag_->setChecked(value != 0.0);
  if (choice_ == nullptr) return;
  choice_->setCurrentIndex(static_cast<int>(value));
  auto* items = qobject_cast<QStandardItemModel*>(choice_->model());
  for (int i = 0; i < choice_->count(); ++i) {
    const bool offered = parameter_.offers(scenario, static_cast<std::size_t>(i)) ||
                         std::ranges::count(with_editor_, i) > 0;
    items->item(i)->setEnabled(offered);
    items->item(i)->setToolTip(offered ? QString() : tr("Not built yet."));
  }
}

}  // namespace ssmscope::ui
