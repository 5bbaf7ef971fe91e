// What the list editors show and take.
#include <QCoreApplication>

#include "core/scenario/error.hpp"
#include "core/scenario/names.hpp"
#include "core/scenario/numbers.hpp"
#include "ui/workbench/list_editor.hpp"
#include "ui/workbench/text.hpp"

namespace ssmscope::ui {

namespace {

QString tr(const char* text) { return QCoreApplication::translate("ListEditor", text); }
QString exact(double value) { return QString::fromStdString(exact_number(value)); }

/// One of λ, B and C, where the model holds it as a list.
struct ModeList {
  const char* name;
  ComplexList* (*in)(Model&);
};

constexpr ModeList kModeLists[] = {
    {"λ", [](Model& m) { return m.init == Init::Explicit ? &m.lambda : nullptr; }},
    {"B", [](Model& m) { return std::get_if<ComplexList>(&m.B); }},
    {"C", [](Model& m) { return std::get_if<ComplexList>(&m.C); }},
};

std::vector<QStringList> modeLines(const Scenario& scenario) {
  Model model = scenario.model;
  std::vector<QStringList> lines;
  for (const ModeList& list : kModeLists) {
    const ComplexList* values = list.in(model);
    if (values == nullptr) continue;
    lines.resize(std::max(lines.size(), values->size()));
    for (std::size_t m = 0; m < values->size(); ++m)
      lines[m] << exact((*values)[m].real()) << exact((*values)[m].imag());
  }
  return lines;
}

QStringList modeHeaders(const Scenario& scenario) {
  Model model = scenario.model;
  QStringList headers;
  for (const ModeList& list : kModeLists) {
    if (list.in(model) == nullptr) continue;
    headers << tr("Re %1").arg(QString::fromUtf8(list.name))
            << tr("Im %1").arg(QString::fromUtf8(list.name));
  }
  return headers;
}

Scenario takeModes(const Scenario& present, const ListEditor& cells) {
  Scenario next = present;
  next.model.pairs = cells.rows();
  int column = 0;
  for (const ModeList& list : kModeLists) {
    ComplexList* values = list.in(next.model);
    if (values == nullptr) continue;
    values->clear();
    for (int row = 0; row < cells.rows(); ++row)
      values->emplace_back(cells.number(row, column), cells.number(row, column + 1));
    column += 2;
  }
  return next;
}

std::vector<QStringList> mixtureLines(const Scenario& scenario) {
  if (scenario.target.kind != MemoryKind::Mixture) return {};
  std::vector<QStringList> lines;
  for (const MixturePart& part : scenario.target.parts) {
    lines.push_back({exact(part.weight), toQString(name_of(part.kind, kMemoryLabels)),
                     part.follows_alpha ? QString() : exact(part.alpha)});
  }
  return lines;
}

MemoryKind partKind(const QString& text, int row) {
  for (std::size_t i = 0; i < static_cast<std::size_t>(MemoryKind::Mixture); ++i) {
    if (text.compare(toQString(kMemoryLabels[i]), Qt::CaseInsensitive) == 0 ||
        text.compare(toQString(kMemoryNames[i]), Qt::CaseInsensitive) == 0)
      return static_cast<MemoryKind>(i);
  }
  throw InputError(
      tr("Row %1: the kind must be exponential, polynomial, impulse or airy, not “%2”.")
          .arg(row + 1)
          .arg(text)
          .toStdString());
}

Scenario takeMixture(const Scenario& present, const ListEditor& cells) {
  Scenario next = present;
  next.target.parts.clear();
  for (int row = 0; row < cells.rows(); ++row) {
    MixturePart part;
    part.weight = cells.number(row, 0);
    part.kind = partKind(cells.text(row, 1), row);
    part.follows_alpha = cells.blank(row, 2);
    part.alpha = part.follows_alpha ? next.target.alpha : cells.number(row, 2);
    next.target.parts.push_back(part);
  }
  return next;
}

std::vector<QStringList> sampleLines(const Scenario& scenario) {
  if (scenario.target.kind != MemoryKind::Samples) return {};
  std::vector<QStringList> lines;
  for (const double value : scenario.target.values) lines.push_back({exact(value)});
  return lines;
}

Scenario takeSamples(const Scenario& present, const ListEditor& cells) {
  Scenario next = present;
  next.target.values.clear();
  for (int row = 0; row < cells.rows(); ++row) next.target.values.push_back(cells.number(row, 0));
  next.target.length = cells.rows();
  return next;
}

}  // namespace

ListEditor* modesEditor(Document& document, QWidget* parent) {
  return new ListEditor(document, tr("Own modes"), QStringLiteral("modesEditor"),
                        modeHeaders(document.scenario()), modeLines, takeModes, parent);
}

ListEditor* mixtureEditor(Document& document, QWidget* parent) {
  return new ListEditor(document, tr("Parts of the mixture"), QStringLiteral("mixtureEditor"),
                        {tr("Weight"), tr("Kind"), tr("α (blank: the knob's)")}, mixtureLines,
                        takeMixture, parent);
}

ListEditor* samplesEditor(Document& document, QWidget* parent) {
  return new ListEditor(document, tr("Samples of the target"), QStringLiteral("samplesEditor"),
                        {tr("ρ")}, sampleLines, takeSamples, parent);
}

}  // namespace ssmscope::ui
