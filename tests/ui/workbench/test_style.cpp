// The style sheet on the controls: what is chosen or pointed at stays readable.
#include <QAbstractItemView>
#include <QComboBox>
#include <QtTest>
#include <cstdlib>

#include "ui/workbench/style.hpp"

using namespace ssmscope::ui;

namespace {

/// Of a channel: the widget style shades a highlight a little.
constexpr int kShading = 16;

bool alike(const QColor& a, const QColor& b) {
  return std::abs(a.red() - b.red()) <= kShading && std::abs(a.green() - b.green()) <= kShading &&
         std::abs(a.blue() - b.blue()) <= kShading;
}

}  // namespace

class TestStyle : public QObject {
  Q_OBJECT

 private slots:
  // The popup of a combo box once drew its highlighted row in the light text of a highlight,
  // without the highlight behind it.
  void a_highlighted_choice_is_marked_data() {
    QTest::addColumn<bool>("dark");
    QTest::newRow("light") << false;
    QTest::newRow("dark") << true;
  }

  void a_highlighted_choice_is_marked() {
    QFETCH(bool, dark);
    const Theme theme = dark ? darkTheme() : lightTheme();
    applyToApplication(theme);
    QComboBox box;
    box.addItems({"first", "second", "third"});
    box.show();
    QVERIFY(QTest::qWaitForWindowExposed(&box));
    box.showPopup();
    QAbstractItemView* const list = box.view();
    QTRY_VERIFY(list->isVisible());
    const QModelIndex second = list->model()->index(1, 0);
    list->setCurrentIndex(second);
    const QRect row = list->visualRect(second);
    const QPoint beside_the_text(row.right() - 4, row.center().y());
    const auto colour = [&] {
      return list->viewport()->grab().toImage().pixelColor(beside_the_text);
    };
    QTRY_VERIFY2(alike(colour(), theme.accent), qPrintable(colour().name()));
    box.hidePopup();
  }
};

QTEST_MAIN(TestStyle)
#include "test_style.moc"
