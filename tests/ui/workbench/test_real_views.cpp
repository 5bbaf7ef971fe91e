// The window with the program's own views: every parameter matters, all views follow, pictures
// and numbers come out.
#include <QComboBox>
#include <QDir>
#include <QFileDialog>
#include <QImage>
#include <QMenu>
#include <QSpinBox>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>
#include <map>

#include "core/scenario/check.hpp"
#include "core/scenario/parameters.hpp"
#include "core/scenario/whole_file.hpp"
#include "tests/ui/workbench/window_fixture.hpp"
#include "ui/plot/figure_deck.hpp"
#include "ui/views/all_views.hpp"
#include "ui/workbench/figure_sheet.hpp"
#include "ui/workbench/opening.hpp"
#include "ui/workbench/render_window.hpp"

namespace ssmscope::ui {

namespace {

/// A scenario to which the row applies, small enough to be computed often.
Scenario scenarioFor(const Parameter& row) {
  Scenario s;
  s.model.pairs = 6;
  s.target.length = 64;
  s.fit.pairs = 3;
  s.resolution = {128, 64, 0, 64, 48};
  const std::string_view pointer = row.pointer;
  if (pointer == "/model/seed") s.model.init = Init::Random;
  if (pointer == "/model/B/seed") s.model.B = Seeded{};
  if (pointer == "/model/C/seed") s.model.C = Seeded{};
  if (pointer.starts_with("/input/omega")) s.input = SineInput{};
  if (pointer == "/input/amplitude") s.input = SineInput{};
  if (pointer.starts_with("/input/omega0") || pointer.starts_with("/input/omega1"))
    s.input = ChirpInput{};
  if (pointer == "/input/seed" || pointer == "/input/sigma") s.input = NoiseInput{};
  if (pointer == "/model/conjugate") s.model.C = Seeded{};  // a fitted C would make up for it
  if (pointer == "/fit/pairs") s.target.kind = MemoryKind::Polynomial;  // no few pairs are exact
  if (pointer == "/decoder/seed") s.decoder.channels = 2;
  if (pointer == "/decoder/weights" || pointer == "/decoder/mixed") s.decoder.channels = 2;
  if (pointer == "/decoder/weights/seed") s.decoder.weights = Seeded{};
  if (pointer.starts_with("/decoder/")) s.decoder.lags = 16;
  if (pointer.starts_with("/decoder/")) s.decoder.keep = 2;
  if (pointer == "/input/offset") s.input = EcgInput{};
  if (pointer == "/input/index") s.input = DigitInput{};
  return s;
}

/// Another value that the row allows.
double otherValue(const Parameter& row, const Scenario& s) {
  const double now = row.get(s);
  switch (row.kind) {
    case ParameterKind::Flag:
      return 1.0 - now;
    case ParameterKind::Choice:
      for (std::size_t i = 0; i < row.choices.size(); ++i) {
        if (static_cast<double>(i) != now && row.offers(s, i)) return static_cast<double>(i);
      }
      return now;
    case ParameterKind::Integer:
      return now + 1.0 <= row.greatest ? now + 1.0 : now - 1.0;
    default:
      if (row.pointer == "/discretisation/delta") return now * 1.5;
      return now + 0.25 <= row.greatest ? now + 0.25 : now - 0.25;
  }
}

/// What the views show, as numbers and as pictures.
struct Shown {
  std::map<QString, std::string> tables;
  std::map<QString, QImage> pictures;
};

/// All figures of all views, one after the other where a view has several.
Shown look(Workbench& window) {
  Shown shown;
  for (View* view : window.views()) {
    auto* deck = view->findChild<FigureDeck*>();
    auto* selector = deck == nullptr ? nullptr : deck->findChild<QComboBox*>();
    const int figures = selector == nullptr ? 1 : selector->count();
    for (int i = 0; i < figures; ++i) {
      if (selector != nullptr) selector->setCurrentIndex(i);
      const QString name = view->objectName() + QString::number(i);
      shown.tables[name] = data::csv_text(view->table());
      shown.pictures[name] = view->figure(QSize(420, 320), 1.0);
    }
    if (selector != nullptr) selector->setCurrentIndex(0);
  }
  return shown;
}

}  // namespace

class TestRealViews : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { fixture_.emplace(); }
  void cleanupTestCase() { fixture_.reset(); }

  void everyViewFollowsADrag() {
    Workbench& window = fixture_->open(allViews());
    QCOMPARE(window.views().size(), std::size_t{7});
    QVERIFY(fixture_->settles());
    // Of the views that share a place, the first is in front.
    QVERIFY(!window.views()[0]->visibleRegion().isEmpty());
    QVERIFY(window.views()[5]->visibleRegion().isEmpty());
    QVERIFY(window.views()[6]->visibleRegion().isEmpty());
    std::vector<int> before;
    for (View* view : window.views()) {
      QVERIFY2(view->status().error.isEmpty(), qPrintable(view->status().error));
      QVERIFY(!view->caption().isEmpty());
      before.push_back(frameOf(window, view)->shownCount());
    }
    dragSlider(fixture_->find<ScaleSlider>("delta.slider"), 0.01, 0.05, 20);
    dragSlider(fixture_->find<ScaleSlider>("alpha.slider"), 0.5, 0.9, 20);
    QVERIFY(fixture_->settles());
    for (std::size_t i = 0; i < before.size(); ++i) {
      View* view = window.views()[i];
      QVERIFY(frameOf(window, view)->shownCount() > before[i]);
      // Refinement leaves the target alone where C is given; here C follows it.
      QCOMPARE(view->shownScenario()->discretisation, window.document().scenario().discretisation);
    }
  }

  void everyParameterChangesAResultAndAPicture_data() {
    QTest::addColumn<QString>("pointer");
    for (const Parameter& row : parameters()) {
      const QString name =
          QString::fromUtf8(row.pointer.data(), static_cast<qsizetype>(row.pointer.size()));
      QTest::newRow(qPrintable(name)) << name;
    }
  }
  void everyParameterChangesAResultAndAPicture() {
    QFETCH(QString, pointer);
    const Parameter& row = *find_parameter(pointer.toStdString());
    QTemporaryDir folder;
    Scenario scenario = scenarioFor(row);
    if (row.pointer == "/input/column") {
      const QString file = folder.filePath(QStringLiteral("two.csv"));
      write_whole_file(toPath(file), "a,b\n1,0\n0,2\n3,1\n");
      scenario = withInputFile(scenario, file);
    }
    QVERIFY(row.applies(scenario));
    const double value = otherValue(row, scenario);
    if (row.kind == ParameterKind::Choice && value == row.get(scenario)) {
      // Nothing to move yet: only what is built is offered.
      QVERIFY(row.pointer == "/model/family" || row.pointer == "/refinement/preset");
      return;
    }
    Workbench& window = *fixture_->window;
    Session session;
    session.scenario = scenario;
    window.setSession(session);
    window.clock().pause();
    QVERIFY(fixture_->settles());
    window.clock().setTime(20);
    const Shown before = look(window);
    QCOMPARE(window.document().setParameter(row, value), QString());
    QVERIFY(fixture_->settles());
    window.clock().setTime(window.clock().first() + 20);
    const Shown after = look(window);
    // A run by hand has numbers once it is begun.
    if (row.pointer != "/stack/steps")
      QVERIFY2(before.tables != after.tables, "no view has other numbers");
    QVERIFY2(before.pictures != after.pictures, "no view has another picture");
  }

  void aFigureHasTheSizeThatIsAskedFor() {
    Workbench& window = fixture_->window ? *fixture_->window : fixture_->open(allViews());
    QVERIFY(fixture_->settles());
    for (View* view : window.views()) {
      const QSize own = view->size();
      for (const QSize size : {QSize(420, 320), QSize(1100, 700), own + QSize(37, 11)}) {
        QVERIFY(size != own);
        const QImage image = view->figure(size, 2.0);
        QCOMPARE(image.size(), 2 * size);
        QCOMPARE(image.devicePixelRatio(), 2.0);
        // It is drawn to its edges: not in a corner, not with the rest left empty.
        const QImage small = image.copy(
            QRect(image.width() / 2, image.height() / 2, image.width() / 2, image.height() / 2));
        QSet<QRgb> colours;
        for (int y = 0; y < small.height(); y += 2)
          for (int x = 0; x < small.width(); x += 2) colours.insert(small.pixel(x, y));
        QVERIFY2(colours.size() > 8, qPrintable(view->objectName()));
        QCOMPARE(view->size(), own);
      }
    }
  }

  void rendersTheWindowAndEachView() {
    QTemporaryDir folder;
    RenderRequest request;
    request.folder = folder.filePath(QStringLiteral("pictures"));
    request.size = QSize(1280, 800);
    const QStringList files = renderWindow(fixture_->setup(allViews()), request);
    QCOMPARE(files.size(), 8);
    for (const QString& file : files) {
      const QImage image(file);
      QVERIFY2(image.width() > 200 && image.height() > 150, qPrintable(file));
      // A picture of one colour shows nothing.
      const QImage small = image.scaled(64, 64);
      QSet<QRgb> colours;
      for (int y = 0; y < 64; ++y)
        for (int x = 0; x < 64; ++x) colours.insert(small.pixel(x, y));
      QVERIFY2(colours.size() > 8, qPrintable(file));
    }
    QCOMPARE(QImage(files[0]).size(), request.size);
    // Each view is a sheet of its own: its figure with a title above and the parameters below.
    Workbench& window = fixture_->window ? *fixture_->window : fixture_->open(allViews());
    QVERIFY(fixture_->settles());
    for (View* view : window.views()) {
      const QImage figure = view->figure(view->size(), 1.0);
      const QImage sheet = figureSheet(*view, 1.0);
      QCOMPARE(sheet.width(), figure.width());
      QVERIFY(sheet.height() > figure.height() + 2 * QFontMetrics(view->font()).height());
    }
    const QString words = parameterWords(Scenario{}).join(QStringLiteral(", "));
    for (const char* word :
         {"Modes M 32", "Step Δ 0.01 s", "Zero-order hold", "Target memory α 0.5"})
      QVERIFY2(words.contains(QString::fromUtf8(word)), qPrintable(words));

    request.views = QStringList{QStringLiteral("nothing")};
    QVERIFY_EXCEPTION_THROWN(renderWindow(fixture_->setup(allViews()), request),
                             std::runtime_error);
  }

  void aFileIsNamedAfterItsView() {
    Workbench& window = fixture_->window ? *fixture_->window : fixture_->open(allViews());
    auto* const button = window.findChild<QToolButton*>(QStringLiteral("memory.export"));
    const QStringList names = {QStringLiteral("memory.png"), QStringLiteral("memory.csv")};
    for (int i = 0; i < 2; ++i) {
      button->menu()->actions()[i]->trigger();
      auto* const dialog = window.findChild<QFileDialog*>();
      QVERIFY(dialog != nullptr);
      QCOMPARE(QFileInfo(dialog->selectedFiles().value(0)).fileName(), names[i]);
      delete dialog;
    }
  }

  void aMenuThatIsClosedLeavesNoButtonLit() {
    Workbench& window = fixture_->window ? *fixture_->window : fixture_->open(allViews());
    auto* const button = window.findChild<QToolButton*>(QStringLiteral("memory.export"));
    QCursor::setPos(window.mapToGlobal(QPoint(2, 2)));
    button->setAttribute(Qt::WA_UnderMouse);  // as the press that opened the menu left it
    button->menu()->popup(button->mapToGlobal(QPoint()));
    button->menu()->hide();
    QVERIFY(!button->underMouse());
  }

  void aSessionHoldsHowEachViewShowsThings() {
    Workbench& window = fixture_->open(allViews());
    QTemporaryDir folder;
    QVERIFY(folder.isValid());
    const auto file = [&](const char* name) { return folder.filePath(QLatin1String(name)); };
    fixture_->find<QComboBox>("ring.colour")->setCurrentIndex(2);
    fixture_->find<QComboBox>("ring.past")->setCurrentIndex(1);
    fixture_->find<QToolButton>("ring.magnify")->setChecked(true);
    fixture_->find<QToolButton>("frequency.scale")->setChecked(false);
    fixture_->find<QToolButton>("frequency.unit")->setChecked(true);
    fixture_->find<QComboBox>("frequency.figure")->setCurrentIndex(3);
    fixture_->find<QComboBox>("spectrum.axis")->setCurrentIndex(2);
    fixture_->find<QSpinBox>("spectrum.vector")->setValue(5);
    fixture_->find<QComboBox>("memory.figure")->setCurrentIndex(2);
    QVERIFY(fixture_->settles());
    const Session first = window.session();
    save_session(first, toPath(file("one.json")));

    WindowFixture other;
    Workbench& again = other.open(allViews());
    again.setSession(loadSession(file("one.json")));
    again.clock().pause();
    QVERIFY2(again.message().isEmpty(), qPrintable(again.message()));
    QVERIFY(other.settles());
    QVERIFY(again.session() == first);
    save_session(again.session(), toPath(file("two.json")));
    QCOMPARE(read_whole_file(toPath(file("one.json")), 1 << 20),
             read_whole_file(toPath(file("two.json")), 1 << 20));
    QCOMPARE(other.find<QComboBox>("ring.colour")->currentIndex(), 2);
    QVERIFY(!other.find<QToolButton>("frequency.scale")->isChecked());

    // What is wrong is named, what is unknown is kept, and the rest is taken all the same.
    Session odd = first;
    odd.views["ring"]["colour"] = "pink";
    odd.views["ring"]["sparkle"] = 3;
    odd.views["attention"] = {{"heads", 8}};
    odd.views["memory"]["figure"] = "residuals";
    again.setSession(odd);
    again.clock().pause();
    QVERIFY2(again.message().contains("views.ring.colour must be one of phase"),
             qPrintable(again.message()));
    QVERIFY(again.message().contains("views.ring.sparkle") &&
            again.message().contains("views.attention"));
    QCOMPARE(other.find<QComboBox>("memory.figure")->currentIndex(), 1);
    const nlohmann::json kept = again.session().views;
    QVERIFY(kept["ring"]["sparkle"] == 3 && kept["attention"]["heads"] == 8);
    QVERIFY(kept["ring"]["colour"] == "displacement");
  }

  void unstableAndHugeStepsAreShown() {
    Workbench& window = *fixture_->window;
    Scenario wild;
    wild.model.init = Init::Explicit;
    wild.model.lambda = {{0.5, 3.0}, {-0.5, 1.0}};
    wild.model.pairs = 2;
    wild.model.C = Seeded{};
    wild.discretisation.delta = 0.5;
    Session session;
    session.scenario = wild;
    window.setSession(session);
    window.clock().pause();
    QVERIFY(fixture_->settles());
    wild.discretisation.delta = 1000.0;
    QVERIFY(window.document().edit(wild, {}).isEmpty());
    QVERIFY(fixture_->settles());
  }

 private:
  static ViewFrame* frameOf(Workbench& window, const View* view) {
    for (ViewFrame* frame : window.findChildren<ViewFrame*>()) {
      if (frame->view() == view) return frame;
    }
    qFatal("a view without a frame");
  }

  std::optional<WindowFixture> fixture_;
};

}  // namespace ssmscope::ui

int main(int argc, char** argv) {
  return ssmscope::ui::runWindowTest<ssmscope::ui::TestRealViews>(argc, argv);
}

#include "test_real_views.moc"
