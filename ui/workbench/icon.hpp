// Icons that take the colour of the theme.
#pragma once

#include <QColor>
#include <QIcon>
#include <QString>

namespace ssmscope::ui {

/// The SVG at `path` (a resource; its drawing is black) in one colour, sharp at every size and
/// scaling. An absent file gives an empty icon.
QIcon tintedIcon(const QString& path, const QColor& colour, const QColor& disabled);

}  // namespace ssmscope::ui
