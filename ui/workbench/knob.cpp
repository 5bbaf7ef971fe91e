#include "ui/workbench/knob.hpp"

#include <QHBoxLayout>
#include <QVBoxLayout>

#include "ui/plot/fonts.hpp"
#include "ui/workbench/style.hpp"
#include "ui/workbench/text.hpp"

namespace ssmscope::ui {

namespace {

QLabel* faintLabel(const QString& name, QWidget* parent) {
  auto* label = new QLabel(parent);
  label->setObjectName(name);
  label->setProperty("role", QStringLiteral("faint"));
  label->setWordWrap(true);
  label->setTextFormat(Qt::PlainText);
  return label;
}

}  // namespace

Knob::Knob(Document& document, const Parameter& parameter, const QString& name, double least,
           double greatest, QWidget* parent)
    : QWidget(parent), document_(document), parameter_(parameter) {
  name_ = new QLabel(tableText(parameter.label), this);
  unit_ = faintLabel(name + ".unit", this);
  unit_->setWordWrap(false);
  slider_ = new ScaleSlider(parameter.scale, least, greatest, this);
  field_ = new NumberField(
      parameter.kind, parameter.scale,
      [this](double value, bool step) { return commit(value, step); }, this);
  meaning_ = faintLabel(name + ".meaning", this);
  complaint_ = faintLabel(name + ".complaint", this);
  complaint_->setProperty("role", QStringLiteral("error"));
  complaint_->hide();

  const QString help = tableText(parameter.help);
  name_->setBuddy(field_);
  name_->setToolTip(help);
  slider_->setObjectName(name + ".slider");
  slider_->setAccessibleName(tableText(parameter.label));
  slider_->setAccessibleDescription(help);
  field_->setObjectName(name + ".field");
  field_->setAccessibleName(tr("%1, exact").arg(tableText(parameter.label)));

  auto* top = new QHBoxLayout;
  top->addWidget(name_, 1);
  top->addWidget(field_);
  top->addWidget(unit_);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(4);
  layout->addLayout(top);
  layout->addWidget(slider_);
  layout->addWidget(complaint_);
  layout->addWidget(meaning_);

  connect(slider_, &ScaleSlider::moved, this, [this](double value) {
    complaint_->hide();
    document_.setParameter(parameter_, value, true);
    if (!slider_->isSliderDown()) document_.endGestureSoon();
  });
  connect(slider_, &ScaleSlider::grabbed, &document_, &Document::endGesture);
  connect(slider_, &ScaleSlider::released, &document_, &Document::endGesture);
  connect(slider_, &ScaleSlider::resetAsked, this,
          [this] { document_.setParameter(parameter_, parameter_.get(document_.opened())); });
  connect(field_, &NumberField::complained, this, [this](const QString& sentence) {
    complaint_->setText(sentence);
    complaint_->setVisible(!sentence.isEmpty());
  });
  connect(&document_, &Document::scenarioChanged, this, &Knob::refresh);
  refresh();
}

QString Knob::commit(double value, bool step) {
  QString complaint = document_.setParameter(parameter_, value, step);
  if (step) document_.endGestureSoon();
  return complaint;
}

void Knob::refresh() {
  const Scenario& scenario = document_.scenario();
  const double value = parameter_.get(scenario);
  slider_->showValue(value);
  field_->showValue(value);
  const bool applies = parameter_.applies(scenario);
  slider_->setEnabled(applies);
  field_->setEnabled(applies);
  unit_->setText(parameter_.unit == "delta" ? toQString(scenario.discretisation.delta_unit)
                                            : tableText(parameter_.unit));
  unit_->setVisible(!unit_->text().isEmpty());
}

void Knob::setMeaning(const QString& text, const QString& detail, bool warning) {
  meaning_->setText(text);
  meaning_->setToolTip(detail);
  setStyleProperty(*meaning_, "role",
                   warning ? QStringLiteral("warning") : QStringLiteral("faint"));
}

void Knob::applyTheme(const Theme& theme) {
  slider_->applyTheme(theme);
  QFont large = titleFont(theme.font());
  large.setPointSizeF(large.pointSizeF() * 1.3);
  name_->setFont(large);
  field_->setFont(large);
  // Room for "0.0001234" whatever the font; the field never changes its size while dragging.
  field_->setFixedWidth(QFontMetrics(large).horizontalAdvance(QStringLiteral("0.0000000")) + 18);
  // Two lines always, so that nothing below moves when the text grows.
  meaning_->setMinimumHeight(2 * QFontMetrics(theme.font()).lineSpacing());
  meaning_->setAlignment(Qt::AlignTop | Qt::AlignLeft);
}

}  // namespace ssmscope::ui
