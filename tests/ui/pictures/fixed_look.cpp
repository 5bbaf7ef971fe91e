#include "tests/ui/pictures/fixed_look.hpp"

#include <QDir>
#include <QFile>
#include <QFontDatabase>
#include <QFontInfo>
#include <QLocale>

#include "ui/plot/theme.hpp"

namespace ssmscope::test {

namespace {

constexpr const char* kFamily = "DejaVu Sans";

// The two faces that fonts-dejavu-core has on every system, and no other font. Without hinting an
// outline is drawn where the font says, whatever the release of FreeType and the desktop's taste.
constexpr const char* kFonts = R"(<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>/usr/share/fonts</dir>
  <dir>/usr/local/share/fonts</dir>
  <cachedir>%1/font-cache</cachedir>
  <selectfont>
    <rejectfont><glob>*.*</glob></rejectfont>
    <acceptfont><glob>*/DejaVuSans.ttf</glob></acceptfont>
    <acceptfont><glob>*/DejaVuSans-Bold.ttf</glob></acceptfont>
  </selectfont>
  <match target="font">
    <edit name="antialias" mode="assign"><bool>true</bool></edit>
    <edit name="hinting" mode="assign"><bool>false</bool></edit>
    <edit name="autohint" mode="assign"><bool>false</bool></edit>
    <edit name="hintstyle" mode="assign"><const>hintnone</const></edit>
    <edit name="rgba" mode="assign"><const>none</const></edit>
    <edit name="lcdfilter" mode="assign"><const>lcdnone</const></edit>
  </match>
</fontconfig>
)";

}  // namespace

void fixLook(const QString& folder) {
  QDir().mkpath(folder);
  QFile config(QDir(folder).filePath(QStringLiteral("fonts.conf")));
  if (config.open(QIODevice::WriteOnly))
    config.write(QString::fromLatin1(kFonts).arg(folder.toHtmlEscaped()).toUtf8());
  qputenv("FONTCONFIG_FILE", QFile::encodeName(config.fileName()));
  for (const char* name : {"QT_SCALE_FACTOR", "QT_SCREEN_SCALE_FACTORS", "QT_STYLE_OVERRIDE",
                           "QT_AUTO_SCREEN_SCALE_FACTOR", "QT_XCB_FORCE_SOFTWARE_OPENGL"})
    qunsetenv(name);
  qputenv("QT_ENABLE_HIGHDPI_SCALING", "0");
  qputenv("QT_FONT_DPI", "96");
  qputenv("QT_QPA_PLATFORMTHEME", "generic");
  qputenv("LIBGL_ALWAYS_SOFTWARE", "1");
  QLocale::setDefault(QLocale::c());
}

QString wrongFonts() {
  const QString family = QFontInfo(ui::lightTheme().font()).family();
  if (family == QLatin1String(kFamily)) return {};
  return QStringLiteral("the font is “%1”, expected “%2”: the package fonts-dejavu-core has it")
      .arg(family, QLatin1String(kFamily));
}

}  // namespace ssmscope::test
