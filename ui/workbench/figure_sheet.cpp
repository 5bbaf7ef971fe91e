#include "ui/workbench/figure_sheet.hpp"

#include <QPainter>
#include <algorithm>
#include <string_view>

#include "core/scenario/parameters.hpp"
#include "ui/plot/axis.hpp"
#include "ui/plot/fonts.hpp"
#include "ui/plot/read_out_line.hpp"
#include "ui/workbench/text.hpp"

namespace ssmscope::ui {

namespace {

constexpr int kMargin = 8;
constexpr int kMostRows = 12;
constexpr double kSmall = 0.85;  // of the view's text

class Text {
  Q_DECLARE_TR_FUNCTIONS(FigureSheet)
};

QString valueWords(const Parameter& parameter, const Scenario& scenario) {
  const double value = parameter.get(scenario);
  if (parameter.kind == ParameterKind::Flag) return value != 0.0 ? Text::tr("yes") : Text::tr("no");
  if (parameter.kind == ParameterKind::Choice)
    return tableText(parameter.choice_labels[static_cast<std::size_t>(value)]);
  // "At step 0" needs no "steps".
  const QString label = tableText(parameter.label).toLower(), named = tableText(parameter.unit);
  if (!named.isEmpty() && label.contains(named.left(4))) return numberText(value, 6);
  const QString unit = parameter.unit == "delta" ? toQString(scenario.discretisation.delta_unit)
                                                 : tableText(parameter.unit);
  return quantityText(value, unit, 6);
}

}  // namespace

QStringList parameterWords(const Scenario& scenario) {
  constexpr std::string_view kGroups[] = {"model", "discretisation", "target", "fit", "input"};
  QStringList words;
  for (const Parameter& parameter : parameters()) {
    if (std::ranges::find(kGroups, parameter.group) == std::end(kGroups)) continue;
    if (!parameter.applies(scenario)) continue;
    words << QStringLiteral("%1 %2").arg(tableText(parameter.label),
                                         valueWords(parameter, scenario));
  }
  return words;
}

QImage figureSheet(View& view, double device_pixel_ratio) {
  QImage figure = view.figure(view.size(), device_pixel_ratio);
  const auto scenario = view.shownScenario();
  if (!scenario) return figure;

  const QFont title_font = titleFont(view.font());
  QFont small = view.font();
  small.setPointSizeF(small.pointSizeF() * kSmall);
  // Metrics of the picture: text that is laid out for the screen may be wider on it.
  QImage probe(1, 1, QImage::Format_ARGB32_Premultiplied);
  probe.setDevicePixelRatio(device_pixel_ratio);
  const QFontMetrics title_metrics(title_font, &probe), metrics(small, &probe);
  const int width = qRound(figure.width() / figure.devicePixelRatio());
  const int height = qRound(figure.height() / figure.devicePixelRatio());
  const int text_width = width - 2 * kMargin;
  const QString name = QString::fromStdString(scenario->title);
  const QString title = name.isEmpty() ? view.accessibleName()
                                       : QStringLiteral("%1: %2").arg(view.accessibleName(), name);
  const QRect title_box = title_metrics.boundingRect(QRect(0, 0, text_width, 1000),
                                                     Qt::AlignLeft | Qt::TextWordWrap, title);
  const QStringList rows = rowsOfParts(parameterWords(*scenario), metrics, text_width, kMostRows);
  const int head = title_box.height() + kMargin;
  const int foot = static_cast<int>(rows.size()) * metrics.lineSpacing() + 2 * kMargin;

  QImage sheet(QSize(width, head + height + foot) * device_pixel_ratio,
               QImage::Format_ARGB32_Premultiplied);
  sheet.setDevicePixelRatio(device_pixel_ratio);
  sheet.fill(view.palette().color(QPalette::Window));
  QPainter painter(&sheet);
  painter.setPen(view.palette().color(QPalette::WindowText));
  painter.setFont(title_font);
  painter.drawText(QRect(kMargin, kMargin / 2, text_width, title_box.height()),
                   Qt::AlignLeft | Qt::TextWordWrap, title);
  painter.drawImage(QPoint(0, head), figure);
  painter.setFont(small);
  double y = head + height + kMargin / 2.0 + metrics.ascent();
  for (const QString& row : rows) {
    painter.drawText(QPointF(kMargin, y), row);
    y += metrics.lineSpacing();
  }
  return sheet;
}

}  // namespace ssmscope::ui
