// The choice of what computes, in the tool bar.
#pragma once

#include <QComboBox>

#include "ui/live/backends.hpp"

namespace ssmscope::ui {

/// Shows the choices of `backends`, which outlives it, and hands the person's choice on.
class BackendBox : public QComboBox {
  Q_OBJECT
 public:
  explicit BackendBox(Backends& backends, QWidget* parent = nullptr);

 private:
  void fill();
  void showCurrent();

  Backends& backends_;
};

}  // namespace ssmscope::ui
