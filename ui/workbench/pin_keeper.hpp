// Which scenarios are kept as ghosts in which views, and how a session brings them back.
#pragma once

#include <QObject>
#include <QTimer>
#include <deque>
#include <functional>

#include "ui/workbench/document.hpp"
#include "ui/workbench/view_area.hpp"

namespace ssmscope::ui {

struct Pin {
  std::shared_ptr<const Scenario> scenario;
  QStringList views;  ///< ids
};

class PinKeeper : public QObject {
  Q_OBJECT
 public:
  PinKeeper(Document& document, ViewArea& area, QObject* parent = nullptr);

  void pin(View* view);  ///< one view's present curves
  void pinAll();
  void clear();
  /// Those that are still to be computed again as well.
  std::vector<Pin> pins() const;

  /// Computes the pinned scenarios one after the other in their views, pins them, and comes back
  /// to the document. Replaces the present pins.
  void restore(std::vector<Pin> pins);
  /// While pins come back, views belong to them and not to the document.
  bool restoring() const { return !to_restore_.empty(); }

 Q_SIGNALS:
  void changed();
  void restored();

 private:
  void add(const std::shared_ptr<const Scenario>& scenario, const QStringList& views);
  void feedNext();
  void proceed();

  Document& document_;
  ViewArea& area_;
  std::vector<Pin> pins_;
  std::deque<Pin> to_restore_;
};

}  // namespace ssmscope::ui
