// The settings of a view as JSON: exact both ways, strict about what is wrong.
#include <QCheckBox>
#include <QtTest>

#include "ui/live/view_settings.hpp"

using namespace ssmscope::ui;
using nlohmann::json;

namespace {

struct Controls {
  QComboBox colour;
  QCheckBox log;
  QSpinBox first;
  ViewSettings settings;
  int changes = 0;

  Controls() {
    colour.addItems({"Phase", "Amplitude"});
    first.setRange(1, 32);
    settings.addChoice("colour", &colour, {"phase", "amplitude"});
    settings.addFlag("log", &log);
    settings.addNumber("first", &first);
    settings.watch([this] { ++changes; });
  }
};

}  // namespace

class TestViewSettings : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void whatIsWrittenIsRead() {
    Controls one, two;
    one.colour.setCurrentIndex(1);
    one.log.setChecked(true);
    one.first.setValue(7);
    QCOMPARE(one.changes, 3);
    const json saved = one.settings.toJson();
    QCOMPARE(QString::fromStdString(saved.dump()),
             QString(R"({"colour":"amplitude","first":7,"log":true})"));
    QVERIFY(two.settings.apply(saved, "views.x").isEmpty());
    QVERIFY(two.settings.toJson() == saved);
    QVERIFY(two.settings.apply(json::object(), "views.x").isEmpty());  // absent: as it was
    QVERIFY(two.settings.toJson() == saved);
  }

  void whatIsWrongIsToldByItsName_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("start");
    QTest::newRow("choice") << R"({"colour": "pink"})"
                            << "views.x.colour must be one of phase, amplitude, not \"pink\".";
    QTest::newRow("choice type") << R"({"colour": 1})"
                                 << "views.x.colour must be one of";
    QTest::newRow("flag") << R"({"log": "yes"})"
                          << "views.x.log must be true or false, not";
    QTest::newRow("number") << R"({"first": 33})"
                            << "views.x.first must be a whole number from 1 to 32, not 33.";
    QTest::newRow("fraction") << R"({"first": 1.5})"
                              << "views.x.first must be a whole number";
    QTest::newRow("unknown") << R"({"colr": "phase"})"
                             << "views.x.colr is not a setting";
    QTest::newRow("no object") << R"([1, 2])"
                               << "views.x must be an object, not [1,2].";
    QTest::newRow("long") << QString("{\"colour\": \"%1\"}").arg(QString(500, 'a'))
                          << "views.x.colour must be one of";
  }

  void whatIsWrongIsToldByItsName() {
    QFETCH(const QString, text);
    QFETCH(const QString, start);
    Controls controls;
    const json before = controls.settings.toJson();
    json given = json::parse(text.toStdString());
    const bool object = given.is_object();
    if (object && !given.contains("log")) given["log"] = true;  // beside it something right
    const QStringList complaints = controls.settings.apply(given, "views.x");
    QCOMPARE(complaints.size(), 1);
    QVERIFY2(complaints.front().startsWith(start), qPrintable(complaints.front()));
    QVERIFY(complaints.front().size() < 120);
    QVERIFY(controls.settings.toJson()["colour"] == before["colour"]);
    QVERIFY(controls.settings.toJson()["first"] == before["first"]);
    QCOMPARE(controls.log.isChecked(), object && given["log"] == true);
  }
};

QTEST_MAIN(TestViewSettings)
#include "test_view_settings.moc"
