// The health panel: lines with good and warn marks, each with its reason under it.
#pragma once

#include <QTextEdit>

#include "ui/plot/theme.hpp"
#include "ui/views/frequency/health_text.hpp"

namespace ssmscope::ui {

class HealthList : public QTextEdit {
  Q_OBJECT
 public:
  explicit HealthList(QWidget* parent = nullptr);

  void setLines(const std::vector<HealthLine>& lines);
  void applyTheme(const Theme& theme);

 private:
  void write();

  std::vector<HealthLine> lines_;
  Theme theme_ = lightTheme();
};

}  // namespace ssmscope::ui
