// SPDX-License-Identifier: GPL-3.0-or-later

// The viewport in a real window, operated like by a user.

#include "support/long_run.hpp"
#include "support/places.hpp"
#include "support/testing.hpp"
#include "tests/ui/support/paint_counter.hpp"
#include "tests/ui/support/studio_test.hpp"
#include "ui/panels/histogram_panel.hpp"
#include "ui/panels/line_profile_panel.hpp"
#include "ui/viewport/goto_field.hpp"
#include "ui/viewport/probe_line.hpp"
#include "ui/viewport/viewport_panel.hpp"
#include "ui/viewport/viewport_widget.hpp"

#include <QApplication>
#include <QClipboard>
#include <QTemporaryDir>
#include <QToolButton>

using namespace burin;
using namespace burin::ui;

class TestViewport : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase();
    void showsEveryExample_data();
    void showsEveryExample();
    void everyPixelIsASampleAt100Percent();
    void colorsFollowTheLook();
    void isNeverEmptyUnderEdits();
    void isNeverEmptyWhereOneMoves();
    void saysWhatIsMissing();
    void keysMoveTheView();
    void theWheelZoomsAroundTheCursor();
    void atTheLimitTheWheelMovesNothing_data();
    void atTheLimitTheWheelMovesNothing();
    void theProbeLineFollowsTheView();
    void theProbeGoesByMouseAndKeyboard();
    void theRulerMeasures();
    void whatIsMeasuredIsSaidWhereItIs();
    void theProbeFollowsADrag();
    void theLineHasAProfile();
    void showsHowFarAMachineIs();
    void goesToAPosition();
    void soloMuteAndPin();
    void theRangeIsSetByHand();
    void looksAsDrawn_data();
    void looksAsDrawn();
};

namespace {

/// A different value at each position, in steps of 1/255: 7 x + 31 y.
const char* const checks =
    "burin: 1\npixel: 2 um\nnodes:\n"
    "  surface: {kind: root, width: 2000, height: 1000, full_depth: 51 um, inputs: [data: part]}\n"
    "  part: {kind: math2d, expression: \"mod(7 * x + 31 * y, 256) / 255\"}\n";
/// A surface that is bright, and so large that its pictures take a while.
const char* const plain =
    "burin: 1\npixel: 1 um\nnodes:\n"
    "  surface: {kind: root, width: 10000, height: 10000, inputs: [data: part]}\n"
    "  part: {kind: math2d, parameters: {k: 1}, expression: \"0.6 + 0.002 * k + 0.1 * sin(x / 31)\"}\n";

/// A viewport in a window, with its pictures complete.
struct Shown {
    explicit Shown(const char* text, ThemeChoice choice = ThemeChoice::dark, QSize size = {900, 420})
        : studio(kinds(), choice) {
        studio.theme.setReduceMotion(true);
        problem = studio.load(text);
        panel.resize(size);
        panel.show();
        ready = QTest::qWaitForWindowExposed(&panel, patience) &&
                QTest::qWaitFor([this] { return still(); }, patience);
        QApplication::setActiveWindow(&panel);  // the screen has no window manager that would activate it
        view().setFocus();
    }
    [[nodiscard]] ViewportWidget& view() { return *panel.viewport(); }
    /// Whether all tiles of the view are there.
    [[nodiscard]] bool still() {
        const PreviewProgress now = studio.previews.progress();
        return studio.showsNewest() && now.visible > 0 && now.there == now.visible;
    }
    /// Whether no picture of the view will change any more.
    [[nodiscard]] bool exact() { return studio.showsNewest() && studio.previews.progress().exact; }
    [[nodiscard]] QPoint at(double x, double y) {
        return view().viewpoint().toScreen({x, y}, view().size()).toPoint();
    }
    void drag(QPoint from, QPoint to, Qt::MouseButton button = Qt::LeftButton) {
        QTest::mousePress(&view(), button, {}, from);
        QTest::mouseMove(&view(), (from + to) / 2);
        QTest::mouseMove(&view(), to);
        QTest::mouseRelease(&view(), button, {}, to);
    }
    [[nodiscard]] QAction* action(const char* id) const { return panel.findChild<QAction*>(id); }

    StudioTest studio;
    QString problem;
    ViewportPanel panel{studio.workbench()};
    bool ready = false;
};

#define SHOW(shown, ...)                  \
    Shown shown(__VA_ARGS__);             \
    QCOMPARE((shown).problem, QString()); \
    QVERIFY((shown).ready)

}  // namespace

void TestViewport::initTestCase() {
    if (const std::string why = test::whyNoTestBackend(); !why.empty()) QSKIP(why.c_str());
    StudioTest studio;
    const ViewportPanel panel(studio.workbench());
    if (panel.viewport() != nullptr) return;
    // Without OpenGL a message replaces the surface, and nothing else fails.
    const auto* words = panel.findChild<QLabel*>("viewport.failure");
    QVERIFY(!words->isHidden() && words->text().contains("OpenGL"));
    for (const QAction* action : panel.actions())
        QVERIFY(!action->isEnabled() || action->objectName() == "viewport.pin");
    QSKIP("no OpenGL 3.3 here");
}

/// Every eighth example; in the long run, all of them. They are small, because a large picture takes seconds.
void TestViewport::showsEveryExample_data() {
    QTest::addColumn<QString>("file");
    const auto examples = QDir(burin::test::inTree("resources/examples")).entryInfoList({"*.burin"});
    const bool all = burin::test::isLongRun();
    for (qsizetype i = all ? 0 : 3; i < examples.size(); i += all ? 1 : 8)
        QTest::addRow("%s", qPrintable(examples[i].fileName())) << examples[i].filePath();
}

void TestViewport::showsEveryExample() {
    QFETCH(QString, file);
    StudioTest studio;
    QCOMPARE(studio.document.open(file), QString());
    ViewportPanel panel(studio.workbench());
    panel.resize(qEnvironmentVariableIsEmpty("BURIN_SCREENSHOTS") ? QSize(480, 260) : QSize(1260, 396));
    panel.show();
    QVERIFY(QTest::qWaitForWindowExposed(&panel, patience));
    const auto there = [&] {
        const PreviewProgress now = studio.previews.progress();
        return studio.showsNewest() && now.visible > 0 && now.there == now.visible;
    };
    QTRY_VERIFY(there());
    QTRY_VERIFY(studio.previews.histogram().has_value());
    QCOMPARE(studio.previews.problem(), QString());
    screenshot(panel, "viewport-" + QFileInfo(file).baseName());
}

/// In gray and with the full range, a pixel's brightness equals the sample's value.
void TestViewport::everyPixelIsASampleAt100Percent() {
    SHOW(shown, checks);
    shown.studio.previews.appearance().change([](AppearanceValues& v) {
        v.automatic = false;
        v.low = 0;
        v.high = 1;
    });
    for (const double scale : {1.0, 2.0, 8.0}) {
        const double ratio = shown.view().devicePixelRatioF();
        shown.view().setViewpoint({{1001.3, 498.2}, scale / ratio});
        QTRY_VERIFY(shown.exact());
        const QImage image = shown.view().grabFramebuffer();
        const Viewpoint view = shown.view().viewpoint();
        for (int k = 0; k < 400; ++k) {  // away from the overlays
            const QPoint pixel(image.width() / 3 + k % 20 * 7, image.height() / 3 + k / 20 * 5);
            const QPointF place =
                view.toSurface((QPointF(pixel) + QPointF(0.5, 0.5)) / ratio, shown.view().size());
            const int value = (7 * static_cast<int>(place.x()) + 31 * static_cast<int>(place.y())) % 256;
            QCOMPARE(qGray(image.pixel(pixel)), value);
        }
    }
}

void TestViewport::colorsFollowTheLook() {
    SHOW(shown,
         "burin: 1\npixel: 1 um\nnodes:\n"
         "  surface: {kind: root, width: 800, height: 800, inputs: [data: part]}\n"
         "  part: {kind: math2d, expression: \"0.4\"}\n");
    const auto middle = [&] {
        const QImage image = shown.view().grabFramebuffer();
        return QColor(image.pixel(image.width() / 2, image.height() / 2));
    };
    const auto lookLike = [&](AppearanceMode mode, double low, double high) {
        shown.studio.previews.appearance().change([&](AppearanceValues& v) {
            v.mode = mode;
            v.automatic = false;
            v.low = low;
            v.high = high;
        });
        return middle();
    };
    QCOMPARE(lookLike(AppearanceMode::gray, 0, 1), QColor(102, 102, 102));
    QCOMPARE(lookLike(AppearanceMode::inverted, 0, 1), QColor(153, 153, 153));
    QCOMPARE(lookLike(AppearanceMode::gray, 0.3, 0.8), QColor(51, 51, 51));
    const QColor copper = lookLike(AppearanceMode::map, 0, 1);
    const QColor relief = lookLike(AppearanceMode::relief, 0, 1);  // level places keep their colour
    QVERIFY(std::abs(copper.red() - relief.red()) <= 1 && std::abs(copper.blue() - relief.blue()) <= 1);
    QVERIFY(copper.red() > copper.blue());
    shown.studio.previews.appearance().change([](AppearanceValues& v) { v.clipped = true; });
    QCOMPARE(lookLike(AppearanceMode::gray, 0.5, 1), QColor(0x3B, 0x6F, 0xD6));
    QCOMPARE(lookLike(AppearanceMode::gray, 0, 0.3), QColor(0xD6, 0x3B, 0xA0));
}

/// The surface is bright everywhere, so a dark pixel is one on which nothing was drawn.
void TestViewport::isNeverEmptyUnderEdits() {
    SHOW(shown, plain, ThemeChoice::dark, {600, 300});
    shown.studio.previews.appearance().change([](AppearanceValues& v) {
        v.automatic = false;
        v.low = 0;
        v.high = 1;
    });
    shown.view().setViewpoint({{5000, 5000}, 0.3});
    QTRY_VERIFY(shown.still());
    const int gesture = shown.studio.document.newGesture();
    const int last = burin::test::isLongRun() ? 29 : 15;
    for (int k = 2; k <= last; ++k) {
        shown.studio.document.edit(
            "Change k",
            [&](DesignEdit& edit) {
                const Design next =
                    parseDesign("burin: 1\nnodes:\n  a: {kind: math2d, expression: \"1\", parameters: {k: " +
                                    std::to_string(k) + "}}\n",
                                ".");
                edit.setValue("part", "parameters",
                              *next.document.find("nodes")->find("a")->find("parameters"));
            },
            gesture);
        QTest::qWait(k % 9);
        const QImage image = shown.view().grabFramebuffer();
        for (int x = image.width() / 4; x < 3 * image.width() / 4; x += 23) {
            for (const int y : {image.height() / 3, image.height() / 2, 2 * image.height() / 3})
                QVERIFY2(qGray(image.pixel(x, y)) > 100,
                         qPrintable(QString("edit %1 at %2, %3").arg(k).arg(x).arg(y)));
        }
    }
    QTRY_VERIFY(shown.still());
    QVERIFY(shown.studio.document.text().contains("k: " + QString::number(last)));
}

void TestViewport::isNeverEmptyWhereOneMoves() {
    SHOW(shown, plain, ThemeChoice::dark, {600, 300});
    shown.studio.previews.appearance().change([](AppearanceValues& v) {
        v.automatic = false;
        v.low = 0;
        v.high = 1;
    });
    QTRY_VERIFY(shown.studio.previews.overview());
    double scale = shown.view().viewpoint().scale;
    for (int k = 0; k < 24; ++k) {
        scale *= k < 16 ? 1.5 : 0.75;
        shown.view().setViewpoint({{5000 + 90.0 * k, 5000 - 70.0 * k}, scale});
        QTest::qWait(k % 5);
        const QImage image = shown.view().grabFramebuffer();
        QVERIFY(qGray(image.pixel(image.width() / 2, image.height() / 2 + 30)) > 100);
        QVERIFY(shown.view().layers() > 0);
    }
}

void TestViewport::saysWhatIsMissing() {
    SHOW(shown, "burin: 1\npixel: 1 um\nnodes:\n  surface: {kind: root, width: 900, height: 400}\n");
    QVERIFY(!shown.studio.previews.shown()->fed);
    screenshot(shown.panel, "viewport-unfed");
    QCOMPARE(shown.studio.load("burin: 1\npixel: 1 um\nnodes:\n"
                               "  surface: {kind: root, width: 900, height: 400, inputs: [data: a]}\n"
                               "  a: {kind: math2d, expression: \"1 +\"}\n"),
             QString());
    QTRY_VERIFY(shown.studio.previews.problem().startsWith("a: Expression"));
    screenshot(shown.panel, "viewport-error");
}

void TestViewport::keysMoveTheView() {
    SHOW(shown, checks);
    ViewportWidget& view = shown.view();
    const Viewpoint whole = view.viewpoint();
    QTest::keyClick(&view, Qt::Key_1);
    QCOMPARE(view.viewpoint().scale, 1 / view.devicePixelRatioF());
    const QPointF before = view.viewpoint().centre;
    QTest::keyClick(&view, Qt::Key_Right);
    QVERIFY(view.viewpoint().centre.x() > before.x());
    QTest::keyClick(&view, Qt::Key_Down, Qt::ControlModifier);
    QVERIFY(view.viewpoint().centre.y() > before.y() + view.height() / 2.0);
    QTest::keyClick(&view, Qt::Key_Plus);
    QVERIFY(view.viewpoint().scale > 1.2 / view.devicePixelRatioF());
    QTest::keyClick(&view, Qt::Key_A);
    QVERIFY(std::fabs(view.viewpoint().scale / whole.scale - 1) < 1e-6);
    QTest::keyClick(&view, Qt::Key_Left, Qt::AltModifier);
    QVERIFY(view.viewpoint().scale > whole.scale);
    QTest::keyClick(&view, Qt::Key_Right, Qt::AltModifier);
    QVERIFY(std::fabs(view.viewpoint().scale / whole.scale - 1) < 1e-6);
    QTest::keyClick(&view, Qt::Key_4, Qt::ShiftModifier);
    QCOMPARE(shown.studio.previews.appearance().values().mode, AppearanceMode::relief);
    QTest::keyClick(&view, Qt::Key_H, Qt::ShiftModifier);
    QVERIFY(!shown.studio.previews.appearance().values().automatic);
    QTest::keyClick(&view, Qt::Key_E);
    QVERIFY(shown.action("viewport.tiles")->isChecked());
}

void TestViewport::theWheelZoomsAroundTheCursor() {
    SHOW(shown, checks);
    ViewportWidget& view = shown.view();
    const QPointF cursor(200, 100);
    const QPointF place = view.viewpoint().toSurface(cursor, view.size());
    QWheelEvent turn(cursor, view.mapToGlobal(cursor), {}, {0, 240}, Qt::NoButton, Qt::NoModifier,
                     Qt::NoScrollPhase, false);
    const double before = view.viewpoint().scale;
    QApplication::sendEvent(&view, &turn);
    QVERIFY(std::fabs(view.viewpoint().scale / before - 2) < 1e-9);
    const QPointF after = view.viewpoint().toSurface(cursor, view.size());
    QVERIFY(QLineF(place, after).length() < 1e-6 * 2000);
    const QPointF centre = view.viewpoint().centre;
    shown.drag({300, 200}, {350, 180}, Qt::MiddleButton);
    QVERIFY(view.viewpoint().centre.x() < centre.x() && view.viewpoint().centre.y() > centre.y());
    const QPointF dragged = view.viewpoint().centre;
    QTest::keyPress(&view, Qt::Key_Space);
    shown.drag({300, 200}, {350, 180});
    QTest::keyRelease(&view, Qt::Key_Space);
    QVERIFY(view.viewpoint().centre.x() < dragged.x());
}

void TestViewport::atTheLimitTheWheelMovesNothing_data() {
    QTest::addColumn<int>("turn");
    QTest::addRow("nearer") << 240;
    QTest::addRow("farther") << -240;
}

void TestViewport::atTheLimitTheWheelMovesNothing() {
    QFETCH(int, turn);
    SHOW(shown, checks);
    ViewportWidget& view = shown.view();
    const QPointF cursor(200, 100);
    const QPointF place = view.viewpoint().toSurface(cursor, view.size());
    const auto wheel = [&](QPointF at) {
        QWheelEvent event(at, view.mapToGlobal(at), {}, {0, turn}, Qt::NoButton, Qt::NoModifier,
                          Qt::NoScrollPhase, false);
        QApplication::sendEvent(&view, &event);
    };
    for (int k = 0; k < 30; ++k) {
        wheel(cursor);
        QVERIFY(QLineF(place, view.viewpoint().toSurface(cursor, view.size())).length() < 0.01);
    }
    const Viewpoint limit = view.viewpoint();
    wheel({700, 50});
    QCOMPARE(view.viewpoint(), limit);
}

/// The line below the surface is painted again when other tiles become visible, so that it agrees with the
/// badge on the surface.
void TestViewport::theProbeLineFollowsTheView() {
    SHOW(shown, checks);
    const auto settled = [&] {
        return shown.studio.previews.progress().state() == PreviewProgress::State::exact;
    };
    QTRY_VERIFY(settled() && !shown.studio.previews.busy());
    auto* line = shown.panel.findChild<ProbeLine*>("viewport.probe-line");
    const QString before = line->progressText();
    const Viewpoint whole = shown.view().viewpoint();
    shown.view().setViewpoint({{128, 128}, 8});
    QTRY_VERIFY(settled() && !shown.studio.previews.busy());
    QVERIFY(line->progressText() != before);
    line->painted().repaint();
    const test::PaintCounter paints(line->painted());
    shown.view().setViewpoint(whole);  // all tiles are there already, so no other event causes a repaint
    QVERIFY(settled());
    QTRY_VERIFY(paints.count > 0);
}

void TestViewport::theProbeGoesByMouseAndKeyboard() {
    SHOW(shown, checks);
    ViewportWidget& view = shown.view();
    view.setViewpoint({{1000, 500}, 4});
    QTest::mouseClick(&view, Qt::LeftButton, {}, shown.at(1002.5, 503.5));
    const auto probeAt = [&](Point at) {
        const auto& probe = shown.studio.previews.probe();
        return probe && probe->at == at && probe->code == (7 * at.x + 31 * at.y) % 256;
    };
    QTRY_VERIFY(probeAt({1002, 503}));
    const QString line = shown.panel.findChild<ProbeLine*>()->probeText();
    QVERIFY2(line.contains("x 2.004 mm 1002 px y 1.006 mm 503 px"), qPrintable(line));
    QVERIFY2(line.contains("8-bit 79") && line.contains("value 0.3098") && line.contains("of 51"),
             qPrintable(line));
    QTest::mouseMove(&view, shown.at(1040, 520));  // the pinned probe does not move
    QTest::keyClick(&view, Qt::Key_Right, Qt::ShiftModifier);
    QTest::keyClick(&view, Qt::Key_Up, Qt::ShiftModifier);
    QTRY_VERIFY(probeAt({1003, 502}));
    QTest::keyClick(&view, Qt::Key_C, Qt::ControlModifier);
    QVERIFY2(QApplication::clipboard()->text().contains("1003 px"),
             qPrintable(QApplication::clipboard()->text()));
    QTest::keyClick(&view, Qt::Key_Escape);
    QVERIFY(!shown.studio.previews.probe());
    QTest::keyClick(&view, Qt::Key_C, Qt::ControlModifier);  // without a probe, the copied text stays
    QVERIFY(QApplication::clipboard()->text().contains("1003 px"));
}

void TestViewport::theRulerMeasures() {
    SHOW(shown, checks);
    ViewportWidget& view = shown.view();
    view.setViewpoint({{1000, 500}, 2});
    QTest::keyClick(&view, Qt::Key_D);
    QVERIFY(shown.action("viewport.ruler")->isChecked());
    shown.drag(shown.at(900, 480), shown.at(1050, 540));
    QVERIFY(view.ruler());
    QVERIFY(std::fabs(view.ruler()->dx() - 150) < 1 && std::fabs(view.ruler()->dy() - 60) < 1);
    shown.drag(shown.at(1050, 540), shown.at(1100, 480));  // drags one end of the line
    QVERIFY(std::fabs(view.ruler()->dx() - 200) < 2 && std::fabs(view.ruler()->dy()) < 2);
    QTest::keyClick(&view, Qt::Key_Escape);
    QVERIFY(!view.ruler() && view.tool() == ViewportTool::none);
}

/// A label is placed at the visible part of its line. If no part is visible, it is hidden.
void TestViewport::whatIsMeasuredIsSaidWhereItIs() {
    SHOW(shown, checks);
    ViewportWidget& view = shown.view();
    view.setViewpoint({{1000, 500}, 4});
    QTest::keyClick(&view, Qt::Key_D);
    shown.drag(shown.at(980, 500), shown.at(1020, 505));
    QVERIFY(view.ruler());
    view.setViewpoint({{1600, 500}, 4});
    QTRY_VERIFY(shown.exact());
    const QImage far = view.grabFramebuffer();
    QTest::keyClick(&view, Qt::Key_Escape);
    QVERIFY(!view.ruler());
    QCOMPARE(view.grabFramebuffer(), far);
}

/// The probe shows the sample under the pointer, also while a line is drawn.
void TestViewport::theProbeFollowsADrag() {
    SHOW(shown, checks);
    ViewportWidget& view = shown.view();
    view.setViewpoint({{1000, 500}, 4});
    QTest::keyClick(&view, Qt::Key_D);
    QTest::mousePress(&view, Qt::LeftButton, {}, shown.at(980.5, 500.5));
    QTest::mouseMove(&view, shown.at(1000.5, 505.5));
    QTest::mouseMove(&view, shown.at(1020.5, 510.5));
    QTRY_VERIFY(shown.studio.previews.probe() && shown.studio.previews.probe()->at == (Point{1020, 510}));
    QTest::mouseRelease(&view, Qt::LeftButton, {}, shown.at(1020.5, 510.5));
}

void TestViewport::theLineHasAProfile() {
    SHOW(shown, checks);
    LineProfilePanel profile(shown.studio.workbench());
    profile.resize(500, 132);
    profile.show();
    QVERIFY(profile.findChild<QLabel*>("line-profile.words")->text().startsWith("Press S"));
    ViewportWidget& view = shown.view();
    view.setViewpoint({{1000, 500}, 4});
    QTest::keyClick(&view, Qt::Key_S);
    view.pinProbe(Point{980, 500});
    QTest::keyClick(&view, Qt::Key_Return);
    for (int k = 0; k < 30; ++k)
        QTest::keyClick(&view, Qt::Key_Right, Qt::ShiftModifier);
    QTest::keyClick(&view, Qt::Key_Return);
    QVERIFY(view.line());
    QCOMPARE(*view.line(), QLineF(980.5, 500.5, 1010.5, 500.5));
    QTRY_VERIFY(shown.studio.previews.line() && shown.studio.previews.line()->values.size() == 31);
    for (int k = 0; k <= 30; ++k) {
        const float value = static_cast<float>((7 * (980 + k) + 31 * 500) % 256) / 255.0F;
        QCOMPARE(shown.studio.previews.line()->values[static_cast<std::size_t>(k)], value);
    }
    QVERIFY(profile.findChild<QLabel*>("line-profile.figures")->text().contains("Rz"));
    QTemporaryDir folder;
    QCOMPARE(profile.writeCsv(folder.filePath("line.csv")), QString());
    QFile file(folder.filePath("line.csv"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QList<QByteArray> lines = file.readAll().split('\n');
    QCOMPARE(lines[0], QByteArray("distance_um,value,depth_um"));
    QCOMPARE(lines.size(), 33);
    QVERIFY(lines[2].startsWith("2,"));  // 2 µm per pixel
    QVERIFY(!profile.writeCsv(folder.filePath("nowhere/line.csv")).isEmpty());

    // This is the same design under another name.
    const Viewpoint before = view.viewpoint();
    QCOMPARE(shown.studio.document.save(folder.filePath("another.burin")), QString());
    QTRY_VERIFY(shown.still());
    QCOMPARE(view.viewpoint().centre, before.centre);
    QCOMPARE(view.viewpoint().scale, before.scale);
    QVERIFY(view.line());
}

void TestViewport::showsHowFarAMachineIs() {
    SHOW(shown, checks);
    shown.view().zoomToSamples();
    shown.view().goTo({1000, 500});
    QTRY_VERIFY(shown.exact());
    const QImage without = shown.view().grabFramebuffer();
    const auto changed = [&](double y) {
        const QPoint at = shown.at(1000, y);
        return without.pixel(at) != shown.view().grabFramebuffer().pixel(at);
    };
    shown.view().setWork({{0, 450, 2000, 450}, {0, 550, 2000, 550}});
    screenshot(shown.panel, "viewport-work");
    QVERIFY(changed(450));
    QVERIFY(!changed(500));
    shown.view().setWork({{0, 450, 900, 450}, {}});
    QVERIFY(!changed(450));
    shown.view().setWork({{0, 450, 2000, 450}, {}});
    shown.studio.selection.setSolo("part");
    QTRY_COMPARE(shown.studio.previews.shown()->name, QString("part"));
    QTRY_VERIFY(shown.exact());
    QVERIFY(!changed(450));
}

void TestViewport::goesToAPosition() {
    SHOW(shown, checks);
    QTest::keyClick(&shown.view(), Qt::Key_L, Qt::ControlModifier);
    auto* field = shown.panel.findChild<GotoField*>("viewport.goto-field");
    QVERIFY(field->isVisible());
    field->clear();
    QTest::keyClicks(field, "one mile");
    QTest::keyClick(field, Qt::Key_Return);
    QVERIFY(field->isVisible() && field->property("error").toBool());
    field->clear();
    field->insert("1" + QString(1000, ' ') + "2");
    QCOMPARE(field->text(), QString());  // no position is so long
    QTest::keyClicks(field, "1.5 mm, 300");
    QTest::keyClick(field, Qt::Key_Return);
    QVERIFY(!field->isVisible());
    QCOMPARE(shown.view().viewpoint().centre, QPointF(750, 300));
    QTRY_VERIFY(shown.studio.previews.probe() && shown.studio.previews.probe()->at == (Point{750, 300}));
}

void TestViewport::soloMuteAndPin() {
    SHOW(shown, checks);
    Selection& selection = shown.studio.selection;
    selection.select({"part"});
    QTest::keyClick(&shown.view(), Qt::Key_V);
    QCOMPARE(selection.solo(), QString("part"));
    QTRY_COMPARE(shown.studio.previews.shown()->name, QString("part"));
    auto* end = shown.panel.findChild<QToolButton*>("viewport.solo-end");
    QVERIFY(end->isVisible());
    QTest::keyClick(&shown.view(), Qt::Key_P);
    QVERIFY(selection.pinned());
    QTest::mouseClick(end, Qt::LeftButton);
    QCOMPARE(selection.solo(), QString());
    QTRY_COMPARE(shown.studio.previews.shown()->name, QString("surface"));
    const QSignalSpy muted(&shown.panel, &ViewportPanel::muteWanted);
    QTest::keyClick(&shown.view(), Qt::Key_M);
    QCOMPARE(muted.count(), 1);
}

void TestViewport::theRangeIsSetByHand() {
    SHOW(shown, checks);
    HistogramPanel panel(shown.studio.workbench());
    panel.resize(336, 232);
    panel.show();
    QApplication::setActiveWindow(&panel);
    shown.view().setViewpoint({{1000, 500}, 1});
    const AppearanceValues& appearance = shown.studio.previews.appearance().values();
    QTRY_COMPARE(appearance.high, 1.0);
    auto* high = panel.findChild<QDoubleSpinBox*>("histogram.high");
    high->setFocus();
    high->selectAll();
    QTest::keyClicks(high, "0.5");
    QTest::keyClick(high, Qt::Key_Return);
    QCOMPARE(appearance.high, 0.5);
    QVERIFY(!appearance.automatic);
    QTRY_VERIFY(panel.findChild<QLabel*>("histogram.figures")->text().contains("clipped 5"));
    QTest::mouseClick(panel.findChild<QCheckBox*>("histogram.automatic"), Qt::LeftButton, {}, {6, 12});
    QVERIFY(appearance.automatic);
    QTRY_COMPARE(appearance.high, 1.0);
}

void TestViewport::looksAsDrawn_data() {
    QTest::addColumn<bool>("dark");
    QTest::addRow("dark") << true;
    QTest::addRow("light") << false;
}

/// For review: compare the picture with the design drawing.
void TestViewport::looksAsDrawn() {
    QFETCH(bool, dark);
    if (qEnvironmentVariableIsEmpty("BURIN_SCREENSHOTS")) return;
    Shown shown(plain, dark ? ThemeChoice::dark : ThemeChoice::light);
    const QString example = burin::test::inTree("resources/examples/shagreen-pebbles.burin");
    QCOMPARE(shown.studio.document.open(example), QString());
    shown.panel.resize(1260, 396);
    QTRY_VERIFY(shown.still());
    shown.studio.previews.appearance().change([](AppearanceValues& v) { v.mode = AppearanceMode::relief; });
    const Rect all = shown.studio.previews.shown()->somewhere();
    const Point middle{all.x + all.width / 2, all.y + all.height / 2};
    shown.view().setViewpoint({QPointF(double(middle.x), double(middle.y)), 0.5});
    shown.view().setTool(ViewportTool::line);
    shown.drag({560, 170}, {980, 170});
    shown.view().pinProbe(Point{middle.x - 460, middle.y - 100});
    QTRY_VERIFY(shown.still() && shown.studio.previews.line());
    QTest::qWait(500);
    screenshot(shown.panel, dark ? "look-dark" : "look-light");
    shown.panel.resize(480, 240);
    QTest::qWait(300);
    screenshot(shown.panel, dark ? "look-small-dark" : "look-small-light");
}

BURIN_TEST(TestViewport)
#include "test_viewport.moc"
