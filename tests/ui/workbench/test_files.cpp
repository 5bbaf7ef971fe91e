// Files that are opened, dropped, pasted and saved; what the window remembers.
#include <QClipboard>
#include <QDir>
#include <QDockWidget>
#include <QDropEvent>
#include <QFile>
#include <QMimeData>
#include <QPushButton>
#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include "core/data/npy.hpp"
#include "core/scenario/scenario_json.hpp"
#include "core/scenario/whole_file.hpp"
#include "tests/ui/workbench/window_fixture.hpp"
#include "ui/workbench/gallery.hpp"
#include "ui/workbench/opening.hpp"

namespace ssmscope::ui {

class TestFiles : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() { QVERIFY(folder_.isValid()); }

  void dropsBecomeWhatTheyHold() {
    WindowFixture f;
    Workbench& window = f.open({dummyViewInfo()});

    QVERIFY(drop(window, file("signal.csv", "t,x\n0,1.5\n1,-2\n2,0.25\n")));
    const auto* csv = std::get_if<FileInput>(&window.document().scenario().input);
    QVERIFY(csv != nullptr && csv->file.length > 0);
    QCOMPARE(window.document().undoStack().count(), 1);  // an input is an edit, not a new start

    data::Array array{{3}, {1.0, 2.0, 3.0}, {}};
    data::write_npy(toPath(path("signal.npy")), array);
    QVERIFY(drop(window, path("signal.npy")));
    QVERIFY(std::get<FileInput>(window.document().scenario().input).file.path.ends_with(".npy"));

    Scenario other;
    other.title = "From a file";
    other.discretisation.delta = 0.123;
    save_scenario(other, toPath(path("other.json")));
    QVERIFY(drop(window, path("other.json")));
    QCOMPARE(window.document().scenario(), other);
    QVERIFY(window.windowTitle().contains(QStringLiteral("From a file")));
    QVERIFY(!window.document().undoStack().canUndo());

    QVERIFY(drop(window, file("model.json", R"({"lambda": {"re": [-0.5, -1], "im": [1, 2]},
                                                "delta": 0.05})")));
    const Model& model = window.document().scenario().model;
    QCOMPARE(model.init, Init::Explicit);
    QCOMPARE(model.lambda, (ComplexList{{-0.5, 1.0}, {-1.0, 2.0}}));
    QCOMPARE(window.document().scenario().discretisation.delta, 0.05);

    data::Array poles{{2}, {-0.25, -0.5}, {3.0, 4.0}};
    data::write_npz(toPath(path("model.npz")), {{"lambda", poles}});
    QVERIFY(drop(window, path("model.npz")));
    QCOMPARE(window.document().scenario().model.lambda, (ComplexList{{-0.25, 3.0}, {-0.5, 4.0}}));
  }

  void badFilesAreOneSentenceAndChangeNothing_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<QByteArray>("bytes");
    QTest::newRow("broken json") << "a.json" << QByteArray("{\"version\": 1,");
    QTest::newRow("unknown key") << "b.json" << QByteArray("{\"delta\": 1}");
    QTest::newRow("out of range") << "c.json"
                                  << QByteArray("{\"discretisation\": {\"delta\": -1}}");
    QTest::newRow("deep json") << "d.json" << QByteArray(200'000, '[');
    QTest::newRow("not a number") << "e.csv" << QByteArray("1\n2\nabc,\n");
    QTest::newRow("cut npy") << "f.npy" << QByteArray("\x93NUMPY\x01\x00v\x00{'descr'", 18);
    QTest::newRow("not a zip") << "g.npz" << QByteArray("PK\x03\x04nothing");
    QTest::newRow("no such kind") << "h.exe" << QByteArray("MZ");
    QTest::newRow("empty") << "i.csv" << QByteArray();
    QTest::newRow("binary csv") << "j.csv" << QByteArray("\0\1\2\3\xff\xfe", 6);
  }
  void badFilesAreOneSentenceAndChangeNothing() {
    QFETCH(QString, name);
    QFETCH(QByteArray, bytes);
    WindowFixture f;
    Workbench& window = f.open({dummyViewInfo()});
    const Scenario before = window.document().scenario();
    QVERIFY(!drop(window, file(qPrintable(name), bytes)));
    QVERIFY(!window.message().isEmpty());
    QVERIFY(!window.message().contains(QLatin1Char('\n')));
    QVERIFY2(window.message().size() < 400, qPrintable(window.message()));
    QVERIFY(QApplication::activeModalWidget() == nullptr);
    QCOMPARE(window.document().scenario(), before);
    QVERIFY(!window.document().undoStack().canUndo());
    QVERIFY(!drop(window, path("absent.json")));
  }

  void copyAndPaste() {
    WindowFixture f;
    Workbench& window = f.open({dummyViewInfo()});
    Scenario mine;
    mine.target.alpha = 0.25;
    QGuiApplication::clipboard()->setText(
        QString::fromStdString(scenario_to_json(mine, {}).dump()));
    QTest::keyClick(&window, Qt::Key_V, Qt::ControlModifier | Qt::ShiftModifier);
    QCOMPARE(window.document().scenario(), mine);
    QTest::keyClick(&window, Qt::Key_Z, Qt::ControlModifier);
    QCOMPARE(window.document().scenario(), Scenario{});
    QGuiApplication::clipboard()->setText(QStringLiteral("not JSON"));
    QTest::keyClick(&window, Qt::Key_V, Qt::ControlModifier | Qt::ShiftModifier);
    QCOMPARE(window.document().scenario(), Scenario{});
    QVERIFY(window.message().contains(QStringLiteral("JSON")));
    // As strict as a file: of two values for one key neither is taken.
    QGuiApplication::clipboard()->setText(
        QStringLiteral(R"({"discretisation": {"delta": 0.1, "delta": 0.5}})"));
    QTest::keyClick(&window, Qt::Key_V, Qt::ControlModifier | Qt::ShiftModifier);
    QCOMPARE(window.document().scenario(), Scenario{});
    QVERIFY2(window.message().contains(QStringLiteral("twice")), qPrintable(window.message()));
    QTest::keyClick(&window, Qt::Key_Y, Qt::ControlModifier);
    QTest::keyClick(&window, Qt::Key_C, Qt::ControlModifier | Qt::ShiftModifier);
    QCOMPARE(scenario_from_json(
                 std::string_view(QGuiApplication::clipboard()->text().toStdString()), {}),
             mine);
  }

  void sessionsAreComplete() {
    WindowFixture f;
    Workbench& window = f.open({dummyViewInfo()});
    QVERIFY(f.settles());
    QTest::keyClick(&window, Qt::Key_P);
    window.document().setParameter(*find_parameter("/target/alpha"), 0.75);
    const Session first = window.session();
    const std::filesystem::path one = toPath(path("one.json")), two = toPath(path("two.json"));
    save_session(first, one);
    window.setSession(loadSession(path("one.json")));
    window.clock().pause();
    QVERIFY(f.settles());
    QCOMPARE(window.session(), first);
    save_session(window.session(), two);
    QCOMPARE(read_whole_file(one, 1 << 20), read_whole_file(two, 1 << 20));
  }

  void layoutAndLookAreRemembered() {
    const QString state = path("state");
    const auto open = [&](WindowFixture& f) {
      WorkbenchSetup setup =
          f.setup({dummyViewInfo(std::make_shared<DummyGate>(), QStringLiteral("one")),
                   dummyViewInfo(std::make_shared<DummyGate>(), QStringLiteral("two"))});
      setup.remembers = true;
      setup.state_folder = state;
      f.window.emplace(std::move(setup));
      f.window->show();
      return QTest::qWaitForWindowExposed(&*f.window);
    };
    {
      WindowFixture f;
      QVERIFY(open(f));
      f.find<QDockWidget>("two.dock")->hide();
      f.window->setDark(true);
      f.window->close();
    }
    {
      WindowFixture f;
      QVERIFY(open(f));
      QVERIFY(f.find<QDockWidget>("two.dock")->isHidden());
      QVERIFY(static_cast<DummyView*>(f.window->views()[0])->theme().dark);
      f.window->resetLayout();
      QVERIFY(f.find<QDockWidget>("two.dock")->isVisible());
      f.window->setDark(false);
      f.window->close();
    }
    // A broken settings file never stops the start.
    for (const QByteArray& junk :
         {QByteArray("\0\0\xff[[[", 6), QByteArray("[window]\nlayout=@ByteArray(junk)\n"
                                                   "geometry=7\nsplitter=x\n[look]\ntheme=3\n")}) {
      write_whole_file(toPath(state + "/settings.ini"), junk.toStdString());
      WindowFixture f;
      QVERIFY(open(f));
      QVERIFY(f.find<QDockWidget>("one.dock")->isVisible());
      f.window->close();
    }
  }

  void autosaveSurvivesACrashOnly() {
    const QString state = path("autosaved");
    const auto make = [&](WindowFixture& f) {
      WorkbenchSetup setup = f.setup({dummyViewInfo()});
      setup.remembers = true;
      setup.state_folder = state;
      f.window.emplace(std::move(setup));
    };
    const QString autosave = state + "/autosave.json";
    {
      WindowFixture f;
      make(f);
      f.window->setSession({});
      f.window->document().setParameter(*find_parameter("/target/alpha"), 0.625);
      QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(autosave), kPatienceMs);
      f.window.reset();  // no proper end: closeEvent did not come
    }
    {
      WindowFixture f;
      make(f);
      QVERIFY(f.window->restoreAutosave());
      QCOMPARE(f.window->document().scenario().target.alpha, 0.625);
      QVERIFY(f.window->isWindowModified());  // it is in no file of the person's own
      f.window->close();
    }
    QVERIFY(!QFile::exists(autosave));
    write_whole_file(toPath(autosave), "{ broken");
    WindowFixture f;
    make(f);
    QVERIFY(!f.window->restoreAutosave());
    f.window->close();
  }

  void theGalleryOpensPresets() {
    const std::vector<Preset> found = presets();
    QVERIFY(found.size() >= 8);
    for (const Preset& preset : found) {
      QVERIFY2(!preset.sentence.isEmpty(), qPrintable(preset.id));
      QVERIFY2(preset.try_this.startsWith(QStringLiteral("Try this")), qPrintable(preset.id));
    }
    WindowFixture f;
    Workbench& window = f.open({dummyViewInfo()});
    QTest::keyClick(&window, Qt::Key_G, Qt::ControlModifier);
    auto* gallery = window.findChild<Gallery*>();
    QVERIFY(gallery != nullptr && gallery->isVisible());
    for (Thumbnail* picture : gallery->findChildren<Thumbnail*>())
      QTRY_VERIFY_WITH_TIMEOUT(picture->ready(), kPatienceMs);
    auto* button = gallery->findChild<QPushButton*>("gallery.open." + found[2].id);
    QVERIFY(button != nullptr);
    button->click();
    QCOMPARE(window.document().scenario(), *found[2].scenario);
    QVERIFY(window.clock().playing());
    QCOMPARE(window.message(), found[2].try_this);
  }

  // Edits are not lost without a word.
  void theGallerySaysWhatItReplacesAndTakesItBack() {
    WindowFixture f;
    Workbench& window = f.open({dummyViewInfo()});
    window.document().setParameter(*find_parameter("/discretisation/delta"), 0.07);
    const Scenario edited = window.document().scenario();
    QTest::keyClick(&window, Qt::Key_G, Qt::ControlModifier);
    const Preset preset = presets()[2];
    window.findChild<Gallery*>()->findChild<QPushButton*>("gallery.open." + preset.id)->click();
    QCOMPARE(window.document().scenario(), *preset.scenario);
    QVERIFY2(window.message().contains(QStringLiteral("edited")), qPrintable(window.message()));
    auto* undo = f.find<QToolButton>("messageBar.action");
    QVERIFY(undo->isVisible());
    undo->click();
    QCOMPARE(window.document().scenario(), edited);
    QVERIFY(!undo->isVisible());
  }

  // What the Undo brought back is as unsaved as it was: it keeps its file and its mark, and is not
  // replaced without a word the second time.
  void whatWasTakenBackIsStillEdited() {
    WindowFixture f;
    Workbench& window = f.open({dummyViewInfo()});
    Scenario other;
    other.discretisation.delta = 0.123;
    for (const char* name : {"mine.json", "other.json"}) save_scenario(other, toPath(path(name)));
    QVERIFY(drop(window, path("mine.json")));
    window.document().setParameter(*find_parameter("/discretisation/delta"), 0.07);
    const Scenario edited = window.document().scenario();
    auto* undo = f.find<QToolButton>("messageBar.action");
    for (int round = 0; round < 2; ++round) {
      QVERIFY(drop(window, path("other.json")));
      QVERIFY(!window.isWindowModified());
      QVERIFY(undo->isVisible());
      undo->click();
      QCOMPARE(window.document().scenario(), edited);
      QVERIFY(window.isWindowModified());
      QVERIFY2(window.windowTitle().startsWith("mine"), qPrintable(window.windowTitle()));
    }
  }

  // Its file is the window's own, written over at every end: no place to save to.
  void theLastSessionIsReplacedAndSavedLikeAnyOther() {
    WindowFixture f;
    WorkbenchSetup setup = f.setup({dummyViewInfo()});
    setup.remembers = true;
    setup.state_folder = path("last");
    f.window.emplace(std::move(setup));
    Workbench& window = *f.window;
    window.show();
    QVERIFY(QTest::qWaitForWindowExposed(&window));
    Session last;
    last.scenario.discretisation.delta = 0.123;
    save_session(last, toPath(path("last/last.json")));
    window.document().setParameter(*find_parameter("/discretisation/delta"), 0.07);
    const Scenario edited = window.document().scenario();
    QVERIFY(drop(window, path("last/last.json")));
    QCOMPARE(window.document().scenario(), last.scenario);
    QVERIFY(window.isWindowModified());
    QVERIFY2(window.windowTitle().startsWith("Untitled"), qPrintable(window.windowTitle()));
    QVERIFY2(window.message().contains("edited"), qPrintable(window.message()));
    f.find<QToolButton>("messageBar.action")->click();
    QCOMPARE(window.document().scenario(), edited);
    window.close();
  }

  // Neither a read-only home nor a full disk may cost the edits, or be passed over in silence.
  void anOfferClaimsNothingThatCouldNotBeKept() {
    const QString blocked = file("blocked", "a file where a folder should be");
    WindowFixture f;
    WorkbenchSetup setup = f.setup({dummyViewInfo()});
    setup.remembers = true;
    setup.state_folder = blocked + "/state";
    f.window.emplace(std::move(setup));
    Workbench& window = *f.window;
    window.show();
    QVERIFY(QTest::qWaitForWindowExposed(&window));
    window.document().setParameter(*find_parameter("/discretisation/delta"), 0.07);
    const Scenario edited = window.document().scenario();
    save_scenario({}, toPath(path("next.json")));
    QVERIFY(drop(window, path("next.json")));
    QTRY_VERIFY_WITH_TIMEOUT(window.message().contains("could not be kept"), kPatienceMs);
    QVERIFY(!window.message().contains("is kept"));
    auto* undo = f.find<QToolButton>("messageBar.action");
    QVERIFY(undo->isVisible());
    undo->click();
    QCOMPARE(window.document().scenario(), edited);
    window.close();
  }

 private:
  QString path(const char* name) const { return folder_.filePath(QLatin1String(name)); }
  QString file(const char* name, const QByteArray& bytes) const {
    write_whole_file(toPath(path(name)), bytes.toStdString());
    return path(name);
  }

  /// Drops the file on the window; what became of it.
  static bool drop(Workbench& window, const QString& file) {
    QMimeData mime;
    mime.setUrls({QUrl::fromLocalFile(file)});
    QSignalSpy opened(&window, &Workbench::pathOpened);
    QDragEnterEvent enter(QPoint(10, 10), Qt::CopyAction, &mime, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(&window, &enter);
    if (!enter.isAccepted()) return false;
    QDropEvent event(QPointF(10, 10), Qt::CopyAction, &mime, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(&window, &event);
    if (opened.isEmpty() && !opened.wait(kPatienceMs)) return false;
    return opened[0][0].toBool();
  }

  QTemporaryDir folder_;
};

}  // namespace ssmscope::ui

QTEST_MAIN(ssmscope::ui::TestFiles)
#include "test_files.moc"
