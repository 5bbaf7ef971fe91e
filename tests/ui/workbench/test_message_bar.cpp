// The message bar: a strip of its own that covers nothing.
#include <QToolButton>
#include <QVBoxLayout>
#include <QtTest>

#include "ui/workbench/message_bar.hpp"

using namespace ssmscope::ui;

namespace {

/// A view with the bar above it, as in the window.
struct Fixture {
  QWidget window;
  QWidget* view = new QWidget;
  MessageBar* bar = new MessageBar;

  Fixture() {
    auto* const rows = new QVBoxLayout(&window);
    rows->addWidget(bar);
    rows->addWidget(view, 1);
    window.resize(400, 300);
    window.show();
  }
  void close() const { bar->findChild<QToolButton*>("messageBar.close")->click(); }
};

}  // namespace

class TestMessageBar : public QObject {
  Q_OBJECT

 private slots:
  void coversNothing() {
    Fixture fixture;
    QVERIFY(QTest::qWaitForWindowExposed(&fixture.window));
    QVERIFY(fixture.bar->isHidden());
    fixture.bar->refuse("The file has no numbers, and that is said in a sentence of some length.");
    QTRY_VERIFY(fixture.view->y() > 0);
    QVERIFY(!fixture.bar->geometry().intersects(fixture.view->geometry()));
    auto* const label = fixture.bar->findChild<QLabel*>("messageBar.text");
    QTRY_VERIFY(label->height() >= label->heightForWidth(label->width()));  // nothing cut
    fixture.close();
    QVERIFY(fixture.bar->isHidden() && fixture.bar->sentence().isEmpty());
  }

  void wordsOfAnyLengthFit() {
    Fixture fixture;
    QVERIFY(QTest::qWaitForWindowExposed(&fixture.window));
    const int width = fixture.window.width();
    const QString name = QString(100'000, 'x');
    fixture.bar->refuse("views." + name + " is not a view. It is in /folder/session.json.");
    QTRY_VERIFY(fixture.view->y() > 0);
    QVERIFY2(fixture.window.minimumSizeHint().width() <= width,
             qPrintable(QString::number(fixture.window.minimumSizeHint().width())));
    QCOMPARE(fixture.window.width(), width);
    QVERIFY(fixture.bar->sentence().startsWith("views.xxx"));
    QVERIFY(fixture.bar->sentence().endsWith("xxx is not a view. It is in /folder/session.json."));
    const QString chinese = QString(u'字').repeated(200);
    fixture.bar->refuse(chinese);
    QCOMPARE(fixture.bar->sentence(), chinese);
    QVERIFY(fixture.window.minimumSizeHint().width() <= width);
    fixture.bar->refuse(QString("word ").repeated(100'000));
    QCoreApplication::processEvents();
    QVERIFY(fixture.bar->heightForWidth(width) < 1'000);
  }

  void aSuggestionStaysUntilItIsClosed() {
    Fixture fixture;
    fixture.bar->suggest("Try this.");
    QCOMPARE(fixture.bar->sentence(), QString("Try this."));
    fixture.bar->say("Saved.");
    QCOMPARE(fixture.bar->sentence(), QString("Saved."));
    fixture.bar->suggest({});  // another scenario: the notice may be read to its end
    QCOMPARE(fixture.bar->sentence(), QString("Saved."));
    fixture.close();
    fixture.bar->suggest("Try that.");
    fixture.close();
    QVERIFY(fixture.bar->sentence().isEmpty());
  }
};

QTEST_MAIN(TestMessageBar)
#include "test_message_bar.moc"
