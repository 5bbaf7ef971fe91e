// The window in every size that it is used in: no text is cut, nothing lies over its neighbour,
// and what a view is about can always be asked.
#include <QAbstractButton>
#include <QComboBox>
#include <QDir>
#include <QDockWidget>
#include <QLabel>
#include <QMenuBar>
#include <QStyleOptionComboBox>
#include <QTest>
#include <QToolButton>

#include "tests/ui/workbench/window_fixture.hpp"
#include "ui/plot/figure_deck.hpp"
#include "ui/views/all_views.hpp"
#include "ui/workbench/view_area.hpp"

namespace ssmscope::ui {

namespace {

QString place(const QWidget* widget) {
  QStringList names;
  for (; widget != nullptr && !widget->isWindow(); widget = widget->parentWidget()) {
    if (!widget->objectName().isEmpty()) names.prepend(widget->objectName());
  }
  return names.mid(std::max<qsizetype>(0, names.size() - 3)).join(QLatin1Char('/'));
}

QSize textSize(const QWidget& widget, const QString& text) {
  return widget.fontMetrics().size(Qt::TextShowMnemonic, text);
}

/// The text is wider or higher than the room that the widget gives it.
bool isCut(const QLabel& label) {
  if (label.text().isEmpty() || label.textFormat() == Qt::RichText) return false;
  const QSize room = label.contentsRect().size();
  if (label.wordWrap()) return label.heightForWidth(label.width()) > label.height() + 1;
  const QSize text = textSize(label, label.text());
  return text.width() > room.width() + 1 || text.height() > label.height() + 2;
}

bool isCut(const QComboBox& box) {
  QStyleOptionComboBox option;
  option.initFrom(&box);
  option.editable = false;
  const QRect room =
      box.style()->subControlRect(QStyle::CC_ComboBox, &option, QStyle::SC_ComboBoxEditField, &box);
  return textSize(box, box.currentText()).width() > room.width() ||
         box.fontMetrics().height() > box.height();
}

bool isCut(const QAbstractButton& button) {
  const auto* const tool = qobject_cast<const QToolButton*>(&button);
  const bool icon_only = tool != nullptr && !tool->icon().isNull() &&
                         tool->toolButtonStyle() == Qt::ToolButtonIconOnly;
  if (button.text().isEmpty() || icon_only) {
    const QSize icon = button.icon().isNull() ? QSize() : button.iconSize();
    return icon.width() > button.width() || icon.height() > button.height();
  }
  const QSize text = textSize(button, button.text());
  return text.width() > button.width() || text.height() > button.height() + 2;
}

/// In a dock that is a tab behind another: shown to Qt, but nowhere painted.
bool isBehind(const QWidget* widget) {
  while (widget != nullptr && qobject_cast<const QDockWidget*>(widget) == nullptr)
    widget = widget->parentWidget();
  return widget != nullptr && widget->visibleRegion().isEmpty();
}

/// Every fault of the widgets now in sight below `root`.
QStringList faults(const QWidget& root) {
  QStringList found;
  for (const QWidget* widget : root.findChildren<QWidget*>()) {
    if (!widget->isVisible() || widget->window() != root.window() || isBehind(widget)) continue;
    const auto* const label = qobject_cast<const QLabel*>(widget);
    const auto* const box = qobject_cast<const QComboBox*>(widget);
    const auto* const button = qobject_cast<const QAbstractButton*>(widget);
    const QString text = label != nullptr    ? label->text()
                         : box != nullptr    ? box->currentText()
                         : button != nullptr ? button->text()
                                             : QString();
    const bool cut = (label != nullptr && isCut(*label)) || (box != nullptr && isCut(*box)) ||
                     (button != nullptr && isCut(*button));
    if (cut)
      found << QStringLiteral("cut: %1 “%2” in %3×%4")
                   .arg(place(widget), text)
                   .arg(widget->width())
                   .arg(widget->height());
    if (label == nullptr && box == nullptr && button == nullptr) continue;
    // A scrolled area shows what it has room for.
    const QWidget* const parent = widget->parentWidget();
    const bool scrolled =
        parent->parentWidget() != nullptr &&
        parent->parentWidget()->objectName() == QLatin1String("qt_scrollarea_viewport");
    if (!scrolled && !parent->rect().adjusted(-1, -1, 1, 1).contains(widget->geometry()))
      found << QStringLiteral("outside: %1 “%2”").arg(place(widget), text);
    for (const QWidget* other : parent->findChildren<QWidget*>(Qt::FindDirectChildrenOnly)) {
      const bool later = std::less<>()(widget, other);
      if (!later || !other->isVisible() || other->isWindow()) continue;
      const QRect shared = widget->geometry().intersected(other->geometry());
      const bool text_too = qobject_cast<const QLabel*>(other) != nullptr ||
                            qobject_cast<const QComboBox*>(other) != nullptr ||
                            qobject_cast<const QAbstractButton*>(other) != nullptr;
      if (text_too && shared.width() > 1 && shared.height() > 1)
        found << QStringLiteral("overlap: %1 “%2” and %3").arg(place(widget), text, place(other));
    }
  }
  return found;
}

/// The "?" and the state of the computation of each view in sight.
QStringList absences(const Workbench& window) {
  QStringList found;
  for (const QDockWidget* dock : window.findChildren<QDockWidget*>()) {
    if (!dock->isVisible()) continue;
    const QString id = dock->objectName().section(QLatin1Char('.'), 0, 0);
    const auto* const help = dock->findChild<QToolButton*>(id + ".help");
    if (!help->isVisible()) found << id + " has no “?”";
    const auto* const status = dock->findChild<QLabel*>(id + ".status");
    if (!status->isVisible() || !status->text().startsWith(QLatin1String("CPU ")))
      found << id + " names no backend: " + status->text();
  }
  return found;
}

/// The faults that stay when the layouts and the axes have come to rest.
QStringList settled(const QWidget& root, const Workbench& window) {
  constexpr int kTries = 25, kRest = 60;  // milliseconds
  QStringList found;
  for (int i = 0; i < kTries; ++i) {
    QTest::qWait(kRest);
    found = faults(root) + absences(window);
    if (found.isEmpty()) break;
  }
  return found;
}

/// With SSMSCOPE_PICTURES, a folder: the pictures of what was judged.
void keep(QWidget& widget, const QString& name) {
  const QString folder = qEnvironmentVariable("SSMSCOPE_PICTURES");
  if (!folder.isEmpty()) widget.grab().save(QDir(folder).filePath(name + ".png"));
}

}  // namespace

class TestSizes : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() {
    fixture_.emplace();
    fixture_->open(allViews());
    QVERIFY(fixture_->settles());
  }
  void cleanupTestCase() { fixture_.reset(); }

  void everythingIsWhole_data() {
    QTest::addColumn<QSize>("size");
    QTest::addColumn<bool>("presentation");
    QTest::addColumn<bool>("dark");
    for (const QSize size : {QSize(1280, 800), QSize(1600, 1000)}) {
      for (const bool presentation : {false, true}) {
        for (const bool dark : {false, true}) {
          const QString name =
              QStringLiteral("%1 %2 %3")
                  .arg(size.width())
                  .arg(presentation ? "presentation" : "normal", dark ? "dark" : "light");
          QTest::newRow(qPrintable(name)) << size << presentation << dark;
        }
      }
    }
  }
  void everythingIsWhole() {
    QFETCH(QSize, size);
    QFETCH(bool, presentation);
    QFETCH(bool, dark);
    Workbench& window = *fixture_->window;
    const QString name = QString::fromLatin1(QTest::currentDataTag()).replace(' ', '_');
    window.setDark(dark);
    window.setPresentation(presentation);
    window.resize(size);
    window.resetLayout();
    QVERIFY(fixture_->settles());
    window.resize(size);  // what was said while it computed may have asked for more
    QTest::qWait(kRest);
    QCOMPARE(window.size(), size);  // its least size is not larger
    QStringList found = settled(window, window);
    keep(window, name);
    auto* const area = window.findChild<ViewArea*>();
    for (const View* view : window.views()) {
      const QString id = area->idOf(view);
      area->maximise(id);
      for (const QString& fault : settled(window, window)) found << id + " maximised: " + fault;
      keep(window, name + '_' + id);
      area->maximise({});
      QDockWidget* const dock = area->dock(id);
      dock->setFloating(true);
      dock->resize(dock->minimumSizeHint());
      for (const QString& fault : settled(*dock, window)) found << id + " undocked: " + fault;
      keep(*dock, name + '_' + id + "_least");
      dock->setFloating(false);
    }
    window.resetLayout();
    QVERIFY2(found.isEmpty(), qPrintable(found.join(QLatin1Char('\n'))));
  }

  void thePanelGivesBackWhatLargeTextTook() {
    Workbench& window = *fixture_->window;
    window.resize(1280, 800);
    window.setPresentation(false);
    window.resetLayout();
    QTest::qWait(kRest);
    const auto* const panel = window.findChild<QWidget*>(QStringLiteral("scenarioPanel"));
    const int before = panel->width();
    window.setPresentation(true);
    QTest::qWait(kRest);
    QVERIFY(panel->width() > before);
    window.setPresentation(false);
    QTest::qWait(kRest);
    QCOMPARE(panel->width(), before);
  }

 private:
  static constexpr int kRest = 60;  // milliseconds: layouts and the easing of a frame
  std::optional<WindowFixture> fixture_;
};

}  // namespace ssmscope::ui

int main(int argc, char** argv) {
  return ssmscope::ui::runWindowTest<ssmscope::ui::TestSizes>(argc, argv);
}

#include "test_sizes.moc"
