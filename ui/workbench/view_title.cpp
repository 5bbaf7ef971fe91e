#include "ui/workbench/view_title.hpp"

#include <QCursor>
#include <QHBoxLayout>
#include <QMenu>
#include <QMouseEvent>
#include <QScreen>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/plot/fonts.hpp"
#include "ui/workbench/icon.hpp"
#include "ui/workbench/style.hpp"

namespace ssmscope::ui {

namespace {
constexpr int kIconSize = 16;
constexpr int kAfterIcon = 5, kBeforeStatus = 3, kAfterStatus = 2;

QString iconFile(const char* name) {
  return QStringLiteral(":/icons/%1.svg").arg(QLatin1String(name));
}
}  // namespace

ViewTitle::ViewTitle(const ViewInfo& info, QWidget* parent)
    : QFrame(parent),
      icon_path_(info.icon),
      icon_(new QLabel(this)),
      long_title_(info.title),
      short_title_(info.short_title.isEmpty() ? info.title : info.short_title),
      title_(new QLabel(info.title, this)),
      status_(new QLabel(this)),
      theme_(lightTheme()) {
  setObjectName(QStringLiteral("viewTitle"));
  title_->setFont(titleFont(title_->font()));
  title_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  title_->setMinimumWidth(20);

  auto* layout = new QHBoxLayout(this);
  layout->setContentsMargins(8, 4, 4, 3);
  layout->setSpacing(2);
  layout->addWidget(icon_);
  icon_->setFixedWidth(kIconSize + kAfterIcon);
  icon_->setAlignment(Qt::AlignLeft | Qt::AlignVCenter);
  layout->addWidget(title_, 1);
  layout->addSpacing(kBeforeStatus);
  layout->addWidget(status_);
  layout->addSpacing(kAfterStatus);
  status_->setObjectName(info.id + ".status");
  status_->setProperty("role", QStringLiteral("faint"));
  status_->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
  auto* pin = button(info.id + ".pin", "pin", tr("Pin the present curves of this view"));
  auto* help = button(info.id + ".help", "help", tr("What is computed here, and its source"));
  auto* save = button(info.id + ".export", "export",
                      tr("Everything that this view can do: save as PNG or CSV, …"));
  maximise_ = button(info.id + ".maximise", "maximise", tr("Fill the window with this view"));
  auto* undock = button(info.id + ".undock", "undock", tr("Undock, or dock again"));
  auto* hide = button(info.id + ".hide", "close", tr("Hide this view (View menu shows it again)"));
  for (const Icon& each : icons_) layout->addWidget(each.button);
  addExportMenu(save);
  leaving_ = {undock, pin, hide, maximise_};

  connect(pin, &QToolButton::clicked, this, &ViewTitle::pinAsked);
  connect(help, &QToolButton::clicked, this, [this, help] { Q_EMIT helpAsked(help); });
  connect(maximise_, &QToolButton::clicked, this, &ViewTitle::maximiseAsked);
  connect(undock, &QToolButton::clicked, this, &ViewTitle::floatAsked);
  connect(hide, &QToolButton::clicked, this, &ViewTitle::hideAsked);
}

QToolButton* ViewTitle::button(const QString& id, const char* icon, const QString& text) {
  auto* made = new QToolButton(this);
  made->setObjectName(id);
  made->setToolTip(text);
  made->setAccessibleName(text);
  made->setIconSize({kIconSize, kIconSize});
  made->setFocusPolicy(Qt::TabFocus);
  icons_.push_back({made, iconFile(icon)});
  return made;
}

void ViewTitle::addExportMenu(QToolButton* save) {
  auto* menu = new QMenu(save);
  menu->addAction(tr("Picture (PNG)…"), this, &ViewTitle::pngAsked);
  menu->addAction(tr("Numbers (CSV)…"), this, &ViewTitle::csvAsked);
  menu->addSeparator();
  menu->addAction(tr("Pin the present curves"), this, &ViewTitle::pinAsked);
  menu->addAction(tr("What is computed here…"), this, [this, save] { Q_EMIT helpAsked(save); });
  menu->addAction(tr("Undock, or dock again"), this, &ViewTitle::floatAsked);
  menu->addAction(tr("Fill the window, or go back"), this, &ViewTitle::maximiseAsked);
  menu->addAction(tr("Hide (the View menu shows it again)"), this, &ViewTitle::hideAsked);
  menu->addSeparator();
  menu->addAction(tr("Reset the zoom"), this, &ViewTitle::zoomResetAsked);
  caption_ = menu->addAction(tr("Caption"));
  caption_->setCheckable(true);
  caption_->setChecked(true);
  connect(caption_, &QAction::triggered, this, &ViewTitle::captionAsked);
  save->setMenu(menu);
  save->setPopupMode(QToolButton::InstantPopup);
  // A menu takes the pointer, and Qt does not tell the button below it that it has left.
  connect(menu, &QMenu::aboutToHide, save, [save] {
    save->setAttribute(Qt::WA_UnderMouse,
                       save->rect().contains(save->mapFromGlobal(QCursor::pos())));
    save->update();
  });
}

void ViewTitle::applyTheme(const Theme& theme) {
  theme_ = theme;
  const QIcon own = tintedIcon(icon_path_, theme.text, theme.axis);
  icon_->setPixmap(own.pixmap(QSize(kIconSize, kIconSize), devicePixelRatioF()));
  for (const Icon& each : icons_)
    each.button->setIcon(tintedIcon(each.path, theme.faint_text, theme.axis));
  title_->setFont(titleFont(theme.font()));
  status_->setFont(smallFont(theme.font()));
  fit();
}

void ViewTitle::setFocused(bool focused) { setStyleProperty(*this, "focused", focused); }

void ViewTitle::setMaximised(bool maximised) {
  for (Icon& each : icons_) {
    if (each.button == maximise_) each.path = iconFile(maximised ? "restore" : "maximise");
  }
  maximise_->setToolTip(maximised ? tr("Back to all views (Esc)")
                                  : tr("Fill the window with this view"));
  applyTheme(theme_);
}

void ViewTitle::setFloating(bool floating) {
  floating_ = floating;
  fit();
}

void ViewTitle::setStatus(const QString& text, const QString& short_text, const QString& tip) {
  if (text == status_text_ && short_text == status_short_ && tip == status_->toolTip()) return;
  status_text_ = text;
  status_short_ = short_text;
  status_->setToolTip(tip);
  fit();
}

/// Room for the longest usual text of its kind, so that nothing moves with the numbers.
int ViewTitle::statusWidth(bool short_form) const {
  const QFontMetrics metrics(status_->font());
  const QStringList usual = short_form
                                ? QStringList{tr("CPU preview"), tr("computing…"), status_short_}
                                : QStringList{tr("preview · CPU · 000.0 ms"), status_text_};
  int width = 0;
  for (const QString& text : usual) width = std::max(width, metrics.horizontalAdvance(text));
  return width + 2;
}

int ViewTitle::widthOf(const QToolButton& button) const {
  return button.sizeHint().width() + layout()->spacing();
}

/// Of what always stays: margins, the state of the computation, the buttons that do not leave.
int ViewTitle::fixedWidth() const {
  const QMargins around = layout()->contentsMargins();
  int width = around.left() + around.right() + kBeforeStatus + kAfterStatus;
  for (const Icon& each : icons_) {
    if (std::ranges::find(leaving_, each.button) == leaving_.end()) width += widthOf(*each.button);
  }
  return width + 2 * layout()->spacing();
}

QSize ViewTitle::minimumSizeHint() const {
  const int name = title_->fontMetrics().horizontalAdvance(short_title_);
  return {fixedWidth() + statusWidth(true) + name + 2, QFrame::minimumSizeHint().height()};
}

/// What is given up first where there is no room: the long form of the state, the buttons that the
/// menu has too, the long title, the icon.
void ViewTitle::fit() {
  const QFontMetrics metrics(title_->font());
  const int name = metrics.horizontalAdvance(long_title_) + 2;
  const int icon = kIconSize + kAfterIcon + 2 * layout()->spacing();
  int room = width() - fixedWidth() - name - icon - statusWidth(true);
  for (const QToolButton* each : leaving_) {
    if (each != maximise_ || !floating_) room -= widthOf(*each);
  }
  const bool in_full = room >= statusWidth(false) - statusWidth(true);
  for (QToolButton* each : leaving_) {
    const bool absent = each == maximise_ && floating_;
    each->setVisible(!absent && room >= 0);
    if (!absent && room < 0) room += widthOf(*each);
  }
  const bool shorter = room < 0 && !short_title_.isEmpty();
  if (shorter) room += name - metrics.horizontalAdvance(short_title_);
  title_->setText(shorter ? short_title_ : long_title_);
  title_->setToolTip(shorter ? long_title_ : QString());
  icon_->setVisible(room >= 0 && !icon_->pixmap(Qt::ReturnByValue).isNull());
  status_->setText(in_full ? status_text_ : status_short_);
  status_->setFixedWidth(statusWidth(!in_full));
  layout()
      ->activate();  // at once: a later turn of the event loop would show the title half laid out
}

void ViewTitle::resizeEvent(QResizeEvent* event) {
  QFrame::resizeEvent(event);
  fit();
}

void ViewTitle::mouseDoubleClickEvent(QMouseEvent* event) {
  event->accept();
  Q_EMIT maximiseAsked();
}

void showFormula(const ViewInfo& info, QWidget* from) {
  auto* popup = new QFrame(from->window(), Qt::Popup);
  popup->setObjectName(QStringLiteral("formulaPopup"));
  popup->setAttribute(Qt::WA_DeleteOnClose);
  popup->setFrameShape(QFrame::StyledPanel);
  auto* text = new QLabel(popup);
  text->setObjectName(QStringLiteral("formulaPopup.text"));
  text->setWordWrap(true);
  text->setTextFormat(Qt::RichText);
  text->setTextInteractionFlags(Qt::TextSelectableByMouse);
  text->setText(
      QStringLiteral("<p><b>%1</b></p><p>%2</p><p>%3</p>")
          .arg(info.title.toHtmlEscaped(),
               info.formula.toHtmlEscaped().replace(QLatin1Char('\n'), QLatin1String("</p><p>")),
               ViewTitle::tr("Source: %1").arg(info.source).toHtmlEscaped()));
  auto* layout = new QVBoxLayout(popup);
  layout->setContentsMargins(16, 8, 16, 8);
  layout->addWidget(text);
  constexpr int kWidth = 380;
  // The style's font and margins count for the height, and come with the polish.
  popup->ensurePolished();
  text->ensurePolished();
  popup->setFixedSize(kWidth, layout->totalHeightForWidth(kWidth));
  const QRect room = from->screen()->availableGeometry();
  QPoint at = from->mapToGlobal(QPoint(from->width() - kWidth, from->height() + 4));
  at.setX(std::clamp(at.x(), room.left(), std::max(room.left(), room.right() - kWidth)));
  at.setY(std::min(at.y(), room.bottom() - popup->height()));
  popup->move(at);
  popup->show();
}

}  // namespace ssmscope::ui
