// Theme and text size of the program.
#pragma once

#include <QObject>

#include "ui/plot/theme.hpp"

namespace ssmscope::ui {

enum class ThemeMode { System, Light, Dark };

class Appearance : public QObject {
  Q_OBJECT
 public:
  /// Remembers the system's palette before ours replaces it.
  explicit Appearance(QObject* parent = nullptr);

  ThemeMode mode() const { return mode_; }
  bool presentation() const { return presentation_; }
  Theme theme() const;

  void set(ThemeMode mode, bool presentation);
  /// Palette, font and style sheet of the application, as they are now.
  void apply();

 Q_SIGNALS:
  void changed();

 private:
  bool systemIsDark() const;

  ThemeMode mode_ = ThemeMode::System;
  bool presentation_ = false;
  bool system_dark_ = false;
};

}  // namespace ssmscope::ui
