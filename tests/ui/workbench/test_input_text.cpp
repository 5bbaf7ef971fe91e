// The field in which the text of the input is written.
#include <QtTest>

#include "ui/workbench/input_text_field.hpp"

using namespace ssmscope;
using namespace ssmscope::ui;

namespace {

std::string textOf(const Document& document) {
  return std::get<TextInput>(document.scenario().input).text;
}

}  // namespace

class TestInputText : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void it_is_in_sight_with_a_text_alone() {
    Document document;
    InputTextField field(document);
    field.refresh();
    QVERIFY(field.isHidden());
    Scenario scenario;
    scenario.input = TextInput{"zwei W\xc3\xb6rter\nund mehr"};
    document.open(scenario);
    field.refresh();
    QVERIFY(!field.isHidden());
    QCOMPARE(field.toPlainText(), QString::fromUtf8("zwei W\u00f6rter\nund mehr"));
  }

  void writing_is_one_step_of_undo() {
    Document document;
    Scenario scenario;
    scenario.input = TextInput{"ab"};
    document.open(scenario);
    InputTextField field(document);
    field.refresh();
    field.moveCursor(QTextCursor::End);
    QTest::keyClicks(&field, QStringLiteral(" cd"));
    QCOMPARE(textOf(document), std::string("ab cd"));
    QCOMPARE(document.undoStack().count(), 1);
    document.undoStack().undo();
    QCOMPARE(textOf(document), std::string("ab"));
    field.refresh();
    QCOMPARE(field.toPlainText(), QStringLiteral("ab"));
  }

  void nothing_is_no_text() {
    Document document;
    Scenario scenario;
    scenario.input = TextInput{"ab"};
    document.open(scenario);
    InputTextField field(document);
    field.refresh();
    field.clear();
    QCOMPARE(textOf(document), std::string("ab"));
    field.appendPlainText(QStringLiteral("x"));
    QCOMPARE(textOf(document), std::string("x"));
  }
};

QTEST_MAIN(TestInputText)
#include "test_input_text.moc"
