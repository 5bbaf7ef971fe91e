#include "ui/workbench/export.hpp"

#include <QBuffer>
#include <QClipboard>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QGuiApplication>

#include "core/data/csv.hpp"
#include "core/data/numpy_code.hpp"
#include "core/scenario/error.hpp"
#include "core/scenario/whole_file.hpp"
#include "core/target/scenario_model.hpp"
#include "ui/workbench/figure_sheet.hpp"
#include "ui/workbench/session.hpp"

namespace ssmscope::ui {

namespace {
/// A picture for a paper: twice the pixels of the screen at least.
constexpr double kPictureScale = 2.0;
}  // namespace

std::string pngBytes(const QImage& image) {
  QByteArray bytes;
  QBuffer buffer(&bytes);
  if (!buffer.open(QIODevice::WriteOnly) || !image.save(&buffer, "PNG"))
    throw InputError("the picture could not be made: expected one of at least one pixel");
  return bytes.toStdString();
}

Exporter::Exporter(Background& background, QWidget& window, QObject* parent)
    : QObject(parent), background_(background), window_(window) {}

void Exporter::askFile(const QString& title, const QString& name, const QString& filter,
                       std::function<void(const QString&)> then) {
  auto* dialog = new QFileDialog(&window_, title, name, filter);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setAcceptMode(QFileDialog::AcceptSave);
  dialog->selectFile(name);
  connect(dialog, &QFileDialog::fileSelected, this, std::move(then));
  dialog->open();
}

void Exporter::askFolder(const QString& title, std::function<void(const QString&)> then) {
  auto* dialog = new QFileDialog(&window_, title);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setFileMode(QFileDialog::Directory);
  dialog->setOption(QFileDialog::ShowDirsOnly);
  connect(dialog, &QFileDialog::fileSelected, this, std::move(then));
  dialog->open();
}

void Exporter::write(const QString& file, std::function<std::string()> bytes) {
  background_.run(
      [this, file, bytes = std::move(bytes)]() -> Background::Then {
        write_whole_file(toPath(file), bytes());
        return [this, file] { Q_EMIT done(tr("Saved %1.").arg(QFileInfo(file).fileName())); };
      },
      [this](const QString& sentence) { Q_EMIT failed(sentence); });
}

void Exporter::saveViewPng(View* view, const QString& file) {
  const double scale = std::max(kPictureScale, view->devicePixelRatioF());
  write(file, [image = figureSheet(*view, scale)] { return pngBytes(image); });
}

void Exporter::saveViewCsv(View* view, const QString& file) {
  write(file, [table = view->table()] { return data::csv_text(table); });
}

void Exporter::saveWindowPng(const QString& file) {
  write(file, [image = window_.grab().toImage()] { return pngBytes(image); });
}

void Exporter::askViewPng(View* view, const QString& id) {
  askFile(tr("Save the picture"), id + ".png", tr("Pictures (*.png)"),
          [this, view](const QString& file) { saveViewPng(view, file); });
}

void Exporter::askViewCsv(View* view, const QString& id) {
  askFile(tr("Save the numbers"), id + ".csv", tr("Tables (*.csv)"),
          [this, view](const QString& file) { saveViewCsv(view, file); });
}

void Exporter::askWindowPng() {
  askFile(tr("Save a picture of the window"), QStringLiteral("ssmscope.png"),
          tr("Pictures (*.png)"), [this](const QString& file) { saveWindowPng(file); });
}

void Exporter::askAllPng(const ViewArea& area) {
  askFolder(tr("Save a picture of each view into"), [this, &area](const QString& folder) {
    for (const ViewFrame* frame : area.frames())
      saveViewPng(frame->view(), QDir(folder).filePath(frame->info().id + ".png"));
  });
}

void Exporter::askAllCsv(const ViewArea& area) {
  askFolder(tr("Save the numbers of each view into"), [this, &area](const QString& folder) {
    for (const ViewFrame* frame : area.frames())
      saveViewCsv(frame->view(), QDir(folder).filePath(frame->info().id + ".csv"));
  });
}

void Exporter::copyNumPy(std::shared_ptr<const Scenario> scenario) {
  background_.run(
      [this, scenario = std::move(scenario)]() -> Background::Then {
        const auto model = target::scenario_model(*scenario).continuous;
        const std::string code =
            data::numpy_code(model, scenario->discretisation.rule, scenario->discretisation.delta,
                             scenario->resolution.kernel_length, scenario->title);
        return [this, text = QString::fromStdString(code)] {
          QGuiApplication::clipboard()->setText(text);
          Q_EMIT done(tr("Copied: NumPy code that computes the same kernel."));
        };
      },
      [this](const QString& sentence) { Q_EMIT failed(sentence); });
}

}  // namespace ssmscope::ui
