// Pictures stay right: each view with all its figures, and the whole window, against the baselines
// in tests/data/pictures.
#include <QApplication>
#include <QCursor>
#include <QLabel>
#include <QRegularExpression>
#include <QScreen>
#include <QTest>
#include <optional>

#include "core/data/signals.hpp"
#include "tests/ui/pictures/baselines.hpp"
#include "tests/ui/pictures/fixed_look.hpp"
#include "tests/ui/views/view_fixture.hpp"
#include "tests/ui/workbench/window_fixture.hpp"
#include "ui/plot/hidden_figure.hpp"
#include "ui/views/all_views.hpp"
#include "ui/workbench/input_strip.hpp"
#include "ui/workbench/opening.hpp"
#include "ui/workbench/style.hpp"

namespace ssmscope::ui {

namespace {

constexpr const char* kFailures = SSMSCOPE_BINARY_DIR "/pictures";
constexpr QSize kWindowSize(1280, 800);
constexpr double kTwice = 2.0;  // halved() averages it
/// The pulse is on its way round the ring and has not come back.
constexpr double kStep = 24.0;

struct Look {
  const char* name;    ///< of the pictures
  const char* preset;  ///< file in resources/presets
  bool dark;
  bool window;  ///< the whole window too: it is the same for every scenario, but for its numbers

  Scenario scenario() const {
    const QString file =
        QStringLiteral(SSMSCOPE_SOURCE_DIR "/resources/presets/%1.json").arg(QLatin1String(preset));
    Scenario scenario = loadSession(file).scenario;
    // An exponential is met to rounding by a free fit, and rounding is another on each machine.
    scenario.target.kind = MemoryKind::Polynomial;
    scenario.fit.pairs = 2;
    return scenario;
  }
  Theme theme() const { return dark ? darkTheme() : lightTheme(); }
};

/// The default in both themes; modes that alias, and the notes of a model that grows.
constexpr Look kLooks[] = {{"default-light", "00-default", false, true},
                           {"default-dark", "00-default", true, true},
                           {"aliasing-light", "03-aliasing", false, false},
                           {"unstable-dark", "13-unstable-mode", true, false}};

struct Subject {
  const char* view;  ///< id; "window": the whole
  /// In which all figures of the view are in sight; of the operator, those that are not made of
  /// rounding, which is another on each machine.
  QSize size;
  test::Threshold threshold;

  bool isWindow() const { return QLatin1String(view) == QLatin1String("window"); }
};

constexpr Subject kSubjects[] = {
    {"ring", {760, 520}, test::kRing},           {"frequency", {1350, 960}, test::kRing},
    {"spectrum", {1010, 520}, test::kColourMap}, {"memory", {1010, 520}, test::kDrawn},
    {"refinement", {1010, 320}, test::kDrawn},   {"decoder", {1010, 760}, test::kColourMap},
    {"operator", {900, 500}, test::kColourMap},  {"window", kWindowSize, test::kWindow}};

/// How long each computation took is another number each time.
void hideTimes(Workbench& window) {
  static const QRegularExpression time(QStringLiteral("[0-9.]+ (ms|s)\\b"));
  for (QLabel* label : window.findChildren<QLabel*>()) {
    if (label->objectName() == u"status" || label->objectName().endsWith(u".status"))
      label->setText(label->text().replace(time, QStringLiteral("0.0 ms")));
  }
}

}  // namespace

class TestPictures : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() {
    const QString wrong = test::wrongFonts();
    QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
    baselines_.emplace(QStringLiteral(SSMSCOPE_TEST_DATA "/pictures"), QLatin1String(kFailures));
  }

  void isItsBaseline_data() {
    QTest::addColumn<int>("look");
    QTest::addColumn<int>("subject");
    forEachPicture([](int look, int subject) {
      QTest::newRow(qPrintable(nameOf(look, subject))) << look << subject;
    });
  }
  void isItsBaseline() {
    QFETCH(int, look);
    QFETCH(int, subject);
    const QString name = nameOf(look, subject);
    const QImage picture = draw(kLooks[look], kSubjects[subject]);
    QVERIFY2(picture.size() == kSubjects[subject].size, "the view has no answer, or another size");
    if (const auto folder = test::Baselines::wantedFolder()) {
      QVERIFY2(test::Baselines::write(*folder, name, picture, kSubjects[subject].threshold),
               qPrintable(*folder));
      QSKIP(qPrintable(QStringLiteral("Written to %1/%2.png.").arg(*folder, name)));
    }
    const QString problem = baselines_->compare(name, picture, kSubjects[subject].threshold);
    QVERIFY2(problem.isEmpty(), qPrintable(problem));
  }

  void everyViewIsAmongThem() {
    QStringList subjects;
    for (const Subject& subject : kSubjects) subjects << QLatin1String(subject.view);
    for (const ViewInfo& info : allViews())
      QVERIFY2(subjects.contains(info.id), qPrintable(info.id + " has no picture here"));
  }

  void everyBaselineIsCompared() {
    QStringList drawn;
    forEachPicture([&drawn](int look, int subject) { drawn << nameOf(look, subject); });
    for (const QString& name : baselines_->names())
      QVERIFY2(drawn.contains(name), qPrintable("nothing draws " + name + ".png: remove it"));
  }

 private:
  template <class Use>
  static void forEachPicture(const Use& use) {
    for (int look = 0; look < static_cast<int>(std::size(kLooks)); ++look) {
      for (int subject = 0; subject < static_cast<int>(std::size(kSubjects)); ++subject)
        if (kLooks[look].window || !kSubjects[subject].isWindow()) use(look, subject);
    }
  }

  static QString nameOf(int look, int subject) {
    return QLatin1String(kLooks[look].name) + u'-' + QLatin1String(kSubjects[subject].view);
  }

  static QImage drawView(const Look& look, const Subject& subject) {
    test::ViewFixture fixture;
    applyToApplication(look.theme());
    const Scenario scenario = look.scenario();
    for (const ViewInfo& info : allViews()) {
      if (info.id != QLatin1String(subject.view)) continue;
      const std::unique_ptr<View> view(info.create(fixture.workspace, nullptr));
      view->applyTheme(look.theme());
      fixture.clock.setRange(scenario.resolution.first_step, scenario.resolution.steps);
      fixture.clock.setTime(kStep);
      view->resize(subject.size);
      if (!test::show_scenario(*view, scenario) || !view->status().error.isEmpty()) return {};
      return test::halved(view->figure(subject.size, kTwice));
    }
    return {};
  }

  static QImage drawWindow(const Look& look) {
    WindowFixture fixture;
    Workbench& window = fixture.open(allViews(), look.scenario());
    window.setDark(look.dark);
    window.resize(kWindowSize);
    const Resolution steps = look.scenario().resolution;
    const auto input = data::input_signal(look.scenario().input, steps.first_step, steps.steps);
    const auto* strip = fixture.find<InputStrip>("transport.input");
    const auto strip_is_there = [&] { return strip->samples() == input; };
    if (!fixture.settles() || !QTest::qWaitFor(strip_is_there, kPatienceMs)) return {};
    window.clock().setTime(kStep);
    // Axes go to where they ease to.
    for (View* view : window.views()) view->figure(view->size(), kTwice);
    hiddenFigure(window, kWindowSize, kTwice, Qt::black);  // lays out, which shows the times anew
    hideTimes(window);
    QImage picture(kWindowSize * kTwice, QImage::Format_RGB32);
    picture.setDevicePixelRatio(kTwice);
    window.render(&picture);
    return test::halved(picture);
  }

  static QImage draw(const Look& look, const Subject& subject) {
    QCursor::setPos(QGuiApplication::primaryScreen()->geometry().bottomRight());
    return subject.isWindow() ? drawWindow(look) : drawView(look, subject);
  }

  std::optional<test::Baselines> baselines_;
};

}  // namespace ssmscope::ui

int main(int argc, char** argv) {
  return ssmscope::test::runInFixedLook<ssmscope::ui::TestPictures>(
      QStringLiteral(SSMSCOPE_BINARY_DIR "/pictures"), argc, argv);
}
#include "test_pictures.moc"
