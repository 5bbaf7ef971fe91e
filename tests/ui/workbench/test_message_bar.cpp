// The message bar: before everything beside it for as long as it is shown.
#include <QtTest>

#include "ui/workbench/message_bar.hpp"

using namespace ssmscope::ui;

class TestMessageBar : public QObject {
  Q_OBJECT

 private slots:
  void staysBeforeWhatIsRaised() {
    QWidget area;
    area.resize(400, 300);
    QWidget view(&area);
    view.setGeometry(area.rect());
    MessageBar bar(&area);
    area.show();
    QVERIFY(QTest::qWaitForWindowExposed(&area));
    bar.refuse("The file has no numbers.");
    const QPoint middle = bar.geometry().center();
    const auto in_front = [&] {
      const QWidget* found = area.childAt(middle);
      return found == &bar || bar.isAncestorOf(found);
    };
    QVERIFY(in_front());
    view.raise();
    QVERIFY(in_front());
    bar.hide();
    view.raise();
    QVERIFY(bar.isHidden() && !in_front());
  }
};

QTEST_MAIN(TestMessageBar)
#include "test_message_bar.moc"
