// Pictures and numbers of views, and the model as NumPy code.
#pragma once

#include <QString>
#include <QWidget>
#include <functional>

#include "ui/workbench/background.hpp"
#include "ui/workbench/view_area.hpp"

namespace ssmscope::ui {

class Exporter : public QObject {
  Q_OBJECT
 public:
  Exporter(Background& background, QWidget& window, QObject* parent = nullptr);

  /// Asks for a file first; nothing happens when none is chosen.
  void askViewPng(View* view, const QString& id);
  void askViewCsv(View* view, const QString& id);
  void askWindowPng();
  void askAllPng(const ViewArea& area);  ///< a folder, <id>.png in it
  void askAllCsv(const ViewArea& area);
  void copyNumPy(std::shared_ptr<const Scenario> scenario);

  void saveViewPng(View* view, const QString& file);
  void saveViewCsv(View* view, const QString& file);
  void saveWindowPng(const QString& file);

 Q_SIGNALS:
  void done(const QString& sentence);
  void failed(const QString& sentence);

 private:
  void askFile(const QString& title, const QString& name, const QString& filter,
               std::function<void(const QString&)> then);
  void askFolder(const QString& title, std::function<void(const QString&)> then);
  void write(const QString& file, std::function<std::string()> bytes);

  Background& background_;
  QWidget& window_;
};

/// PNG bytes of a picture.
std::string pngBytes(const QImage& image);

}  // namespace ssmscope::ui
