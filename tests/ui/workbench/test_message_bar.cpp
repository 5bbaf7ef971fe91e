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
    fixture.bar->refuse("/folder/a\nb\x1b[31m.csv: cannot be read.");
    QCOMPARE(fixture.bar->sentence(), QString("/folder/a b [31m.csv: cannot be read."));
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

  // What comes from elsewhere in the meantime (a file has changed, a device was lost) must not take
  // the only way back with it.
  void anOfferOutlastsWhatElseIsSaid() {
    Fixture fixture;
    int taken = 0;
    fixture.bar->offer("This was replaced.", "Undo", [&taken] { ++taken; });
    fixture.bar->say("The file has changed.");
    fixture.bar->refuse("The device was lost.");
    QVERIFY(fixture.bar->sentence().contains("The device was lost."));
    QVERIFY(fixture.bar->sentence().contains("This was replaced."));
    QVERIFY(!fixture.bar->sentence().contains("The file has changed."));
    auto* const undo = fixture.bar->findChild<QToolButton*>("messageBar.action");
    QVERIFY(undo->isVisible());
    undo->click();
    QCOMPARE(taken, 1);
    QVERIFY(fixture.bar->isHidden());
    fixture.bar->say("Saved.");
    QCOMPARE(fixture.bar->sentence(), QString("Saved."));
    QVERIFY(!undo->isVisible());

    fixture.bar->offer("This was replaced.", "Undo", [&taken] { ++taken; });
    fixture.close();
    fixture.bar->refuse("The device was lost.");
    QCOMPARE(fixture.bar->sentence(), QString("The device was lost."));
    QVERIFY(!undo->isVisible());
  }
};

QTEST_MAIN(TestMessageBar)
#include "test_message_bar.moc"
