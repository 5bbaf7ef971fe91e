#include "ui/workbench/scenario_panel.hpp"

#include <QFileInfo>
#include <QScrollArea>
#include <QScrollBar>
#include <QVBoxLayout>
#include <algorithm>

#include "core/target/memory_function.hpp"
#include "core/target/scenario_model.hpp"
#include "ui/plot/note_label.hpp"
#include "ui/workbench/list_editor.hpp"
#include "ui/workbench/text.hpp"

namespace ssmscope::ui {

namespace {

// The sliders' reach; the exact fields take the whole range of the table.
constexpr double kLeastDelta = 1e-4;
constexpr double kGreatestDelta = 10.0;
constexpr int kIndent = 6;  // of a group's rows

const Parameter& row(std::string_view pointer) { return *find_parameter(pointer); }

struct GroupTitle {
  const char* group;
  const char* title;
  /// What is seldom touched starts folded, so that the rest is in sight without scrolling.
  bool starts_open;
};
constexpr GroupTitle kGroups[] = {
    {"model", QT_TRANSLATE_NOOP("ScenarioPanel", "Model"), true},
    {"discretisation", QT_TRANSLATE_NOOP("ScenarioPanel", "Step rule"), true},
    {"target", QT_TRANSLATE_NOOP("ScenarioPanel", "Target"), true},
    {"input", QT_TRANSLATE_NOOP("ScenarioPanel", "Input"), true},
    {"resolution", QT_TRANSLATE_NOOP("ScenarioPanel", "Resolution"), false},
    {"decoder", QT_TRANSLATE_NOOP("ScenarioPanel", "Decoder"), false},
    {"stack", QT_TRANSLATE_NOOP("ScenarioPanel", "Stack of layers"), false},
    {"refinement", QT_TRANSLATE_NOOP("ScenarioPanel", "Refinement"), false},
};

/// The free fit belongs to the target in the panel.
bool belongs(const Parameter& parameter, std::string_view group) {
  return parameter.group == group || (group == "target" && parameter.group == "fit");
}

QPushButton* editButton(const QString& text, const char* name, QWidget* parent) {
  auto* button = new QPushButton(text, parent);
  button->setObjectName(QLatin1String(name));
  button->hide();
  return button;
}

}  // namespace

ScenarioPanel::ScenarioPanel(Document& document, Workspace& workspace, QWidget* parent)
    : QFrame(parent),
      document_(document),
      delta_(new Knob(document, row("/discretisation/delta"), QStringLiteral("delta"), kLeastDelta,
                      kGreatestDelta, this)),
      alpha_(new Knob(document, row("/target/alpha"), QStringLiteral("alpha"), 0.0, 1.0, this)),
      edit_modes_(editButton(tr("Edit λ, B, C…"), "model.edit", this)),
      edit_mixture_(editButton(tr("Edit the parts…"), "target.parts.edit", this)),
      edit_samples_(editButton(tr("Edit the samples…"), "target.values.edit", this)),
      file_note_(new QLabel(this)),
      input_text_(new InputTextField(document, this)),
      readout_(
          workspace,
          {[](const Scenario& s, compute::Backend&, compute::Progress& p,
              const ring::KnobReadout*) { return ring::read_knobs(s, p); },
           [](const Scenario& s) { return s; }, ring::same_knobs},
          [this](const LiveAnswer<ring::KnobReadout>& answer) {
            const ring::KnobReadout& now = *answer.result;
            delta_->setMeaning(deltaText(now), noteText(now.instability), !now.instability.empty());
            alpha_->setMeaning(alphaText(now), {}, false);
          },
          [](const ViewStatus&) {}),
      fit_(workspace, [this](const ViewStatus& status) {
        if (!status.error.isEmpty()) Q_EMIT complained(status.error);
      }) {
  setObjectName(QStringLiteral("scenarioPanel"));
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(14, 12, 6, 8);
  layout->setSpacing(10);
  auto* knobs = new QVBoxLayout;
  knobs->setContentsMargins(0, 0, 8, 0);
  knobs->setSpacing(8);
  knobs->addWidget(delta_);
  knobs->addWidget(alpha_);
  layout->addLayout(knobs);

  content_ = new QWidget;
  auto* groups = new QVBoxLayout(content_);
  groups->setContentsMargins(0, 0, 10, 0);
  groups->setSpacing(4);
  addGroups(groups);
  groups->addStretch(1);
  auto* scroll = new QScrollArea(this);
  scroll->setObjectName(QStringLiteral("scenarioPanel.scroll"));
  scroll->setWidgetResizable(true);
  scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  scroll->setWidget(content_);
  layout->addWidget(scroll, 1);

  connect(edit_modes_, &QPushButton::clicked, this,
          [this] { modesEditor(document_, window())->show(); });
  connect(edit_mixture_, &QPushButton::clicked, this,
          [this] { mixtureEditor(document_, window())->show(); });
  connect(edit_samples_, &QPushButton::clicked, this,
          [this] { samplesEditor(document_, window())->show(); });
  connect(&document_, &Document::scenarioChanged, this, &ScenarioPanel::refresh);
  refresh();
}

void ScenarioPanel::addGroups(QLayout* layout) {
  for (const auto& [group, title, starts_open] : kGroups) {
    QWidget* body = addGroup(QLatin1String(group), tr(title), starts_open);
    for (const Parameter& parameter : parameters()) {
      const bool is_knob =
          parameter.pointer == "/discretisation/delta" || parameter.pointer == "/target/alpha";
      if (!is_knob && belongs(parameter, group)) addRow(body->layout(), parameter);
    }
    const std::string_view name = group;
    if (name == "model") body->layout()->addWidget(edit_modes_);
    if (name == "target") body->layout()->addWidget(edit_mixture_);
    if (name == "target") body->layout()->addWidget(edit_samples_);
    if (name == "input") body->layout()->addWidget(file_note_);
    if (name == "input") body->layout()->addWidget(input_text_);
    layout->addWidget(body->parentWidget());
  }
  file_note_->setProperty("role", QStringLiteral("faint"));
  file_note_->setTextFormat(Qt::PlainText);
  file_note_->setWordWrap(true);
}

QWidget* ScenarioPanel::addGroup(const QString& group, const QString& title, bool starts_open) {
  auto* whole = new QWidget;
  auto* heading = new QToolButton(whole);
  heading->setObjectName(group + ".group");
  heading->setText(title);
  heading->setCheckable(true);
  heading->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  heading->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  heading->setStyleSheet(
      QStringLiteral("QToolButton { font-weight: 600; text-align: left; background: transparent; }"
                     "QToolButton:focus { border: 1px solid palette(highlight); }"));
  auto* body = new QWidget(whole);
  auto* rows = new QVBoxLayout(body);
  rows->setContentsMargins(kIndent, 0, 0, 6);
  rows->setSpacing(5);
  auto* layout = new QVBoxLayout(whole);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(3);
  layout->addWidget(heading);
  layout->addWidget(body);
  const auto open = [heading, body](bool is_open) {
    body->setVisible(is_open);
    heading->setArrowType(is_open ? Qt::DownArrow : Qt::RightArrow);
  };
  connect(heading, &QToolButton::toggled, body, open);
  heading->setChecked(starts_open);
  open(starts_open);
  return body;
}

void ScenarioPanel::addRow(QLayout* layout, const Parameter& parameter) {
  auto* made = new ParameterRow(document_, parameter);
  layout->addWidget(made);
  rows_.push_back(made);
  connectEditors(*made);
}

void ScenarioPanel::connectEditors(ParameterRow& made) {
  const Parameter& parameter = made.parameter();
  for (std::size_t i = 0; i < parameter.choices.size(); ++i) {
    const std::string_view choice = parameter.choices[i];
    const bool list = choice == "explicit" || choice == "samples" || choice == "file";
    if (list) made.allowEditor(static_cast<int>(i));
  }
  connect(&made, &ParameterRow::editorAsked, this,
          [this, name = widgetName(parameter)](int index) { askEditor(name, index); });
}

void ScenarioPanel::askEditor(const QString& name, int index) {
  if (name == QLatin1String("model.init")) return makeOwnPoles();
  if (name == QLatin1String("model.B")) return makeOwnB();
  if (name == QLatin1String("model.C")) return makeOwnC();
  if (name == QLatin1String("input.kind")) return inputFileAsked();
  if (index == static_cast<int>(MemoryKind::File)) return targetFileAsked();
  makeSamples();
}

void ScenarioPanel::editAndOpen(Scenario next, const QString& text, QPushButton& editor) {
  const QString complaint = document_.edit(std::move(next), text);
  if (!complaint.isEmpty()) return complained(complaint);
  editor.click();
}

void ScenarioPanel::makeOwnPoles() {
  Scenario next = document_.scenario();
  next.model.lambda = ssm::continuous_model(next.model).lambda;
  next.model.init = Init::Explicit;
  next.model.seed = 1;
  editAndOpen(std::move(next), tr("Own poles"), *edit_modes_);
}

void ScenarioPanel::makeOwnB() {
  Scenario next = document_.scenario();
  next.model.B = ssm::continuous_model(next.model).B;
  editAndOpen(std::move(next), tr("Own B"), *edit_modes_);
}

/// The fit of C may take longer than a frame: it is solved on a worker.
void ScenarioPanel::makeOwnC() {
  fit_.submit({}, [this, asked = document_.shared()](compute::Backend&, compute::Progress&) {
    auto solved = std::make_shared<const ComplexList>(target::scenario_model(*asked).continuous.C);
    return LiveScheduler::Show([this, asked, solved] {
      if (document_.shared() != asked) return;  // the user went on
      Scenario next = *asked;
      next.model.C = *solved;
      editAndOpen(std::move(next), tr("Own C"), *edit_modes_);
    });
  });
}

void ScenarioPanel::makeSamples() {
  Scenario next = document_.scenario();
  try {
    std::vector<double> values = target::memory_function(next.target);
    const double alpha = next.target.alpha;
    next.target = {};
    next.target.alpha = alpha;
    next.target.kind = MemoryKind::Samples;
    next.target.length = static_cast<int>(values.size());
    next.target.values = std::move(values);
  } catch (const std::exception& error) {
    return complained(QString::fromUtf8(error.what()));
  }
  editAndOpen(std::move(next), tr("Target samples"), *edit_samples_);
}

void ScenarioPanel::refresh() {
  const Scenario& now = document_.scenario();
  for (ParameterRow* each : rows_) each->refresh();
  edit_modes_->setVisible(now.model.init == Init::Explicit ||
                          std::holds_alternative<ComplexList>(now.model.B) ||
                          std::holds_alternative<ComplexList>(now.model.C));
  edit_mixture_->setVisible(now.target.kind == MemoryKind::Mixture);
  edit_samples_->setVisible(now.target.kind == MemoryKind::Samples);
  const auto* file = std::get_if<FileInput>(&now.input);
  file_note_->setVisible(file != nullptr);
  if (file != nullptr) {
    file_note_->setText(QFileInfo(QString::fromStdString(file->file.path)).fileName());
    file_note_->setToolTip(QString::fromStdString(file->file.path));
  }
  input_text_->refresh();
  readout_.setScenario(document_.shared());
}

int ScenarioPanel::comfortableWidth() const {
  constexpr int kScrollBar = 12;
  const QMargins around = layout()->contentsMargins();
  // Of every row, whether it applies now or not: the panel keeps its width while choices change.
  int groups = 0;
  for (ParameterRow* each : rows_) {
    each->ensurePolished();
    groups = std::max(groups, each->comfortableWidth());
  }
  const QMargins inner = content_->layout()->contentsMargins();
  groups += kIndent + inner.left() + inner.right() + kScrollBar;
  // The scale under the slider of delta has six numbers.
  const int knobs = fontMetrics().averageCharWidth() * 40;
  return std::max(groups, knobs) + around.left() + around.right();
}

void ScenarioPanel::applyTheme(const Theme& theme) {
  delta_->applyTheme(theme);
  alpha_->applyTheme(theme);
  setMinimumWidth(comfortableWidth());
}

}  // namespace ssmscope::ui
