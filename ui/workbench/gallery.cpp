#include "ui/workbench/gallery.hpp"

#include <QDir>
#include <QFile>
#include <QGridLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QMouseEvent>
#include <QPushButton>
#include <QVBoxLayout>
#include <algorithm>
#include <exception>

#include "core/scenario/scenario_json.hpp"
#include "ui/plot/fonts.hpp"

namespace ssmscope::ui {

namespace {

constexpr int kCardWidth = 290;
constexpr int kGap = 14;

/// A whole card is its button.
class Card : public QFrame {
 public:
  Card(Workspace& workspace, const Theme& theme, const Preset& preset, std::function<void()> open)
      : open_(std::move(open)) {
    setObjectName(QStringLiteral("galleryCard"));
    setCursor(Qt::PointingHandCursor);
    auto* title = new QLabel(QString::fromStdString(preset.scenario->title), this);
    title->setFont(titleFont(theme.font()));
    title->setWordWrap(true);
    auto* sentence = new QLabel(preset.sentence, this);
    sentence->setWordWrap(true);
    auto* try_this = new QLabel(preset.try_this, this);
    try_this->setWordWrap(true);
    try_this->setProperty("role", QStringLiteral("faint"));
    auto* button = new QPushButton(Gallery::tr("Open"), this);
    button->setObjectName("gallery.open." + preset.id);
    button->setAccessibleName(Gallery::tr("Open %1").arg(title->text()));
    QObject::connect(button, &QPushButton::clicked, this, [this] { open_(); });
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(12, 12, 12, 12);
    layout->setSpacing(7);
    layout->addWidget(new Thumbnail(workspace, preset.scenario, theme, this));
    layout->addWidget(title);
    layout->addWidget(sentence);
    layout->addWidget(try_this);
    layout->addStretch(1);
    layout->addWidget(button, 0, Qt::AlignRight);
  }

 protected:
  void mouseReleaseEvent(QMouseEvent* event) override {
    if (event->button() == Qt::LeftButton && rect().contains(event->pos())) open_();
  }

 private:
  std::function<void()> open_;
};

}  // namespace

std::vector<Preset> presets() {
  std::vector<Preset> found;
  const QDir folder(QStringLiteral(":/presets"));
  for (const QString& name :
       folder.entryList({QStringLiteral("*.json")}, QDir::Files, QDir::Name)) {
    QFile file(folder.filePath(name));
    if (!file.open(QIODevice::ReadOnly)) continue;
    try {
      auto scenario = std::make_shared<const Scenario>(
          scenario_from_json(std::string_view(file.readAll().toStdString()), {}));
      if (scenario->title.empty()) continue;
      const QString note = QString::fromStdString(scenario->note);
      const qsizetype line = note.indexOf(QLatin1Char('\n'));
      found.push_back({QString(name).chopped(5), std::move(scenario),
                       line < 0 ? note : note.left(line),
                       line < 0 ? QString() : note.mid(line + 1)});
    } catch (const std::exception&) {
      continue;  // a test reads every preset; a broken one must not take the gallery with it
    }
  }
  return found;
}

Gallery::Gallery(Workspace& workspace, const Theme& theme, QWidget* parent)
    : QDialog(parent), content_(new QWidget), scroll_(new QScrollArea(this)) {
  setObjectName(QStringLiteral("gallery"));
  setWindowTitle(tr("Gallery"));
  setAttribute(Qt::WA_DeleteOnClose);
  auto* heading =
      new QLabel(tr("Choose something to look at. Everything in it can be moved."), this);
  heading->setProperty("role", QStringLiteral("faint"));
  scroll_->setWidgetResizable(true);
  scroll_->setWidget(content_);
  new QGridLayout(content_);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(16, 14, 8, 12);
  layout->addWidget(heading);
  layout->addWidget(scroll_, 1);
  for (const Preset& preset : presets()) {
    cards_.push_back(new Card(workspace, theme, preset, [this, preset] {
      Q_EMIT chosen(preset);
      close();
    }));
  }
  const QSize room = parent == nullptr ? QSize(1280, 800) : parent->size();
  resize(std::min(1290, room.width() - 60), std::min(860, room.height() - 60));
  arrange();
}

void Gallery::arrange() {
  const int columns = std::max(1, (scroll_->width() - 16) / (kCardWidth + kGap));
  if (columns == columns_) return;
  columns_ = columns;
  auto* grid = qobject_cast<QGridLayout*>(content_->layout());
  grid->setSpacing(kGap);
  grid->setContentsMargins(0, 0, 10, 0);
  int index = 0;
  for (QFrame* card : cards_) {
    grid->addWidget(card, index / columns, index % columns);
    ++index;
  }
  for (int column = 0; column < grid->columnCount(); ++column)
    grid->setColumnStretch(column, column < columns ? 1 : 0);
}

void Gallery::resizeEvent(QResizeEvent* event) {
  QDialog::resizeEvent(event);
  layout()->activate();
  arrange();
}

}  // namespace ssmscope::ui
