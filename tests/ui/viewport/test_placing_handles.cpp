// SPDX-License-Identifier: GPL-3.0-or-later

// Things placed in the viewport with mouse and keys.

#include "support/testing.hpp"
#include "tests/ui/support/studio_test.hpp"
#include "ui/viewport/probe_line.hpp"
#include "ui/viewport/viewport_panel.hpp"
#include "ui/viewport/viewport_widget.hpp"

#include <QImage>
#include <QMouseEvent>

#include <algorithm>

using namespace burin;
using namespace burin::ui;

namespace {

const char* const design =
    "burin: 2\npixel: 1 um\nnodes:\n"
    "  surface: {kind: root, width: 600, height: 300, inputs: [{data: plate, at: [40, 40]}, "
    "{data: badge, at: [200, 100]}]}\n"
    "  plate: {kind: shape, shape: rectangle, size: [100, 80]}\n"
    "  badge: {kind: shape, shape: rectangle, size: [120, 90]}\n";

/// The gate is 5 px away from the middle between the others. They are on a wall.
const char* const row =
    "burin: 2\npixel: 1 um\nnodes:\n"
    "  surface: {kind: root, width: 600, height: 300, inputs: [{data: wall, at: [5, 60]}, "
    "{data: west, at: [20, 100]}, {data: gate, at: [220, 110]}, {data: east, at: [420, 100]}]}\n"
    "  wall: {kind: shape, shape: rectangle, size: [585, 190]}\n"
    "  west: {kind: shape, shape: rectangle, size: [60, 60]}\n"
    "  gate: {kind: shape, shape: rectangle, size: [50, 40]}\n"
    "  east: {kind: shape, shape: rectangle, size: [60, 60]}\n";

/// A viewport that shows a pixel of the surface as one of the screen.
struct PlacingTest {
    explicit PlacingTest(const char* text = design) : panel(studio.workbench()) {
        studio.theme.setReduceMotion(true);
        loaded = studio.load(text);
        panel.resize(900, 480);
        panel.show();
    }
    bool ready() {
        if (!loaded.isEmpty() || !QTest::qWaitForWindowExposed(&panel, patience)) return false;
        if (!QTest::qWaitFor([&] { return studio.showsNewest(); }, patience)) return false;
        view().setViewpoint({{300, 150}, 1});
        action("viewport.placing")->trigger();
        return view().placing().on();
    }
    ViewportWidget& view() { return *panel.viewport(); }
    QAction* action(const char* id) {
        const auto all = panel.actions();
        const auto found =
            std::find_if(all.begin(), all.end(), [&](const QAction* one) { return one->objectName() == id; });
        return found == all.end() ? nullptr : *found;
    }
    QPoint at(double x, double y) { return view().viewpoint().toScreen({x, y}, view().size()).toPoint(); }
    void drag(QPoint from, QPoint to, Qt::KeyboardModifiers keys = {}, bool end = true) {
        QTest::mousePress(&view(), Qt::LeftButton, keys, from);
        for (const QPoint& place : {(from + to) / 2, to}) {
            QMouseEvent move(QEvent::MouseMove, place, view().mapToGlobal(place), Qt::NoButton,
                             Qt::LeftButton, keys);
            QCoreApplication::sendEvent(&view(), &move);
        }
        if (end) QTest::mouseRelease(&view(), Qt::LeftButton, keys, to);
    }
    QString place(const char* node) {
        const PlacedThing* thing = view().placing().chosen();
        if (thing == nullptr || thing->node != node) return "not chosen";
        const QRectF box = thing->box().bounds();
        return QString("%1 %2 %3 %4").arg(box.x()).arg(box.y()).arg(box.width()).arg(box.height());
    }
    int steps() { return studio.document.history().index(); }
    /// Whether the viewport has the colour of guides a little above or below a place. Their lines have soft
    /// edges.
    bool showsGuideNear(QPoint place) {
        const QImage shown = view().grabFramebuffer();
        for (int y = -3; y <= 3; ++y) {
            const QPointF there = QPointF(place + QPoint(0, y)) * view().devicePixelRatioF();
            const QColor seen = shown.pixelColor(there.toPoint());
            if (seen.red() > seen.green() + 80 && seen.blue() > seen.green() + 30) return true;
        }
        return false;
    }

    StudioTest studio;
    QString loaded;
    ViewportPanel panel;
};

}  // namespace

class TestPlacingHandles : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() {
        if (const std::string why = test::whyNoTestBackend(); !why.empty()) QSKIP(why.c_str());
        StudioTest studio;
        const ViewportPanel panel(studio.workbench());
        if (panel.viewport() == nullptr) QSKIP("OpenGL is not available");
    }

    void aClickChoosesAndADragMoves() {
        PlacingTest test;
        QVERIFY(test.ready());
        QTest::mouseClick(&test.view(), Qt::LeftButton, {}, test.at(80, 80));
        QCOMPARE(test.studio.selection.nodes(), QStringList{"plate"});
        QCOMPARE(test.place("plate"), QString("40 40 100 80"));
        QCOMPARE(test.steps(), 0);

        test.drag(test.at(80, 80), test.at(100, 90));
        QCOMPARE(test.place("plate"), QString("60 50 100 80"));
        QCOMPARE(test.steps(), 1);
        QCOMPARE(test.studio.document.history().undoText(), QString("Move plate"));

        // A drag takes the thing under the mouse, chosen or not; with Shift it keeps to one axis.
        test.drag(test.at(260, 140), test.at(290, 150), Qt::ShiftModifier);
        QCOMPARE(test.place("badge"), QString("230 100 120 90"));
        QCOMPARE(test.steps(), 2);

        test.studio.document.undo();
        QCOMPARE(test.place("badge"), QString("200 100 120 90"));

        QTest::mouseClick(&test.view(), Qt::LeftButton, {}, test.at(550, 280));
        QVERIFY(test.studio.selection.nodes().isEmpty());
        QVERIFY(test.view().placing().chosen() == nullptr);
    }

    void handlesResize_data() {
        QTest::addColumn<QPoint>("from");
        QTest::addColumn<int>("keys");
        QTest::addColumn<QString>("place");
        QTest::newRow("the lower right corner") << QPoint(320, 190) << 0 << "200 100 140 100";
        QTest::newRow("the left side") << QPoint(200, 145) << 0 << "220 100 100 90";
        QTest::newRow("the upper side") << QPoint(260, 100) << 0 << "200 110 120 80";
        QTest::newRow("Shift keeps the proportions")
            << QPoint(320, 190) << int(Qt::ShiftModifier) << "200 100 140 105";
        QTest::newRow("Alt keeps the middle") << QPoint(320, 190) << int(Qt::AltModifier) << "180 90 160 110";
    }
    void handlesResize() {
        QFETCH(QPoint, from);
        QFETCH(int, keys);
        QFETCH(QString, place);
        PlacingTest test;
        QVERIFY(test.ready());
        test.studio.selection.select({"badge"});
        const QString before = test.studio.document.text();
        const QPoint begin = test.at(from.x(), from.y());
        const Qt::KeyboardModifiers modifiers(keys);
        test.drag(begin, begin + QPoint(20, 10), modifiers);
        QCOMPARE(test.place("badge"), place);
        QCOMPARE(test.steps(), 1);
        test.studio.document.undo();
        QCOMPARE(test.studio.document.text(), before);

        // Escape puts the thing back in the middle of a drag, and then ends placing.
        test.drag(begin, begin + QPoint(20, 10), modifiers, false);
        QCOMPARE(test.place("badge"), place);
        QVERIFY(test.view().placing().before().has_value());
        QVERIFY(!test.view().placing().numbers().empty());
        QTest::keyClick(&test.view(), Qt::Key_Escape);
        QCOMPARE(test.studio.document.text(), before);
        QCOMPARE(test.steps(), 0);
        QTest::mouseRelease(&test.view(), Qt::LeftButton, {}, begin + QPoint(20, 10));
        QCOMPARE(test.studio.document.text(), before);
        QVERIFY(test.view().placing().on());
        QTest::keyClick(&test.view(), Qt::Key_Escape);
        QVERIFY(!test.view().placing().on());
        QVERIFY(!test.action("viewport.placing")->isChecked());
    }

    /// Within 6 pixels of the screen, unless Ctrl is held. The design holds the snapped place.
    void thingsSnap() {
        PlacingTest test;
        QVERIFY(test.ready());
        test.studio.selection.select({"badge"});
        // 4 px are missing until the left edges are equal, and 2 px until the middles are.
        const QPoint from = test.at(260, 145);
        const QPoint to = test.at(260 - 156, 145 - 63);
        test.drag(from, to, {}, false);
        QCOMPARE(test.place("badge"), QString("40 35 120 90"));
        const std::vector<GuideLine> guides = test.view().placing().guides();
        QCOMPARE(guides.size(), std::size_t{2});
        QCOMPARE(guides[0].name, QString("left of plate"));
        QCOMPARE(guides[1].name, QString("middle of plate"));
        QTest::mouseRelease(&test.view(), Qt::LeftButton, {}, to);
        QVERIFY(test.view().placing().guides().empty());
        test.studio.document.undo();
        test.drag(from, to, Qt::ControlModifier);
        QCOMPARE(test.place("badge"), QString("44 37 120 90"));

        // A side that is dragged snaps too, here to the right edge of the other thing.
        test.studio.document.undo();
        test.drag(test.at(200, 145), test.at(143, 145));
        QCOMPARE(test.place("badge"), QString("140 100 180 90"));
    }

    /// Equal gaps snap as edges do, and are marked while the thing has them.
    void equalGapsSnap() {
        PlacingTest test(row);
        QVERIFY(test.ready());
        const QPoint from = test.at(245, 130);
        const QPoint to = from + QPoint(3, 0);
        // The place is in the gap to the right, which has no guide line.
        const QPoint inGap = test.at(300, 130);
        QVERIFY(!test.showsGuideNear(inGap));
        const auto marks = [&test] {
            QStringList all;
            for (const GapMark& mark : test.view().placing().gapMarks())
                all << QString("%1 to %2").arg(mark.from).arg(mark.to);
            return all.join(", ");
        };
        test.drag(from, to, {}, false);
        QCOMPARE(test.place("gate"), QString("225 110 50 40"));
        QCOMPARE(marks(), QString("80 to 225, 275 to 420"));
        QVERIFY(test.showsGuideNear(inGap));
        screenshot(test.panel, "equal-gaps");
        QTest::mouseRelease(&test.view(), Qt::LeftButton, {}, to);
        QCOMPARE(marks(), QString());
        QVERIFY(!test.showsGuideNear(inGap));

        test.studio.document.undo();
        test.drag(from, to, Qt::ControlModifier, false);
        QCOMPARE(test.place("gate"), QString("223 110 50 40"));
        QCOMPARE(marks(), QString("80 to 223"));  // the nearest gap alone
        QTest::keyClick(&test.view(), Qt::Key_Escape);
        QTest::mouseRelease(&test.view(), Qt::LeftButton, {}, to);
        QCOMPARE(test.place("gate"), QString("220 110 50 40"));

        // With Shift the thing keeps to its row, and snaps there.
        test.drag(from, from + QPoint(9, 4), Qt::ShiftModifier, false);
        QCOMPARE(test.place("gate"), QString("225 110 50 40"));
        QCOMPARE(marks(), QString("80 to 225, 275 to 420"));
        QTest::mouseRelease(&test.view(), Qt::LeftButton, Qt::ShiftModifier, from + QPoint(9, 4));
    }

    /// The width of the gap is shown while the thing is moved or resized, even if nothing snaps.
    void theNearestGapIsMarked() {
        PlacingTest test;
        QVERIFY(test.ready());
        test.studio.selection.select({"badge"});
        const auto marks = [&test] {
            QStringList all;
            for (const GapMark& mark : test.view().placing().gapMarks())
                all << QString("%1 to %2 at %3").arg(mark.from).arg(mark.to).arg(mark.at);
            return all.join(", ");
        };
        const QPoint inGap = test.at(160, 110);
        QVERIFY(!test.showsGuideNear(inGap));
        const QPoint from = test.at(260, 145);
        test.drag(from, from - QPoint(20, 0), Qt::ControlModifier, false);
        QCOMPARE(test.place("badge"), QString("180 100 120 90"));
        QCOMPARE(marks(), QString("140 to 180 at 110"));
        QVERIFY(test.showsGuideNear(inGap));
        screenshot(test.panel, "nearest-gap");
        QTest::mouseRelease(&test.view(), Qt::LeftButton, Qt::ControlModifier, from - QPoint(20, 0));
        QCOMPARE(marks(), QString());

        test.studio.document.undo();
        const QPoint side = test.at(200, 145);
        test.drag(side, side - QPoint(30, 0), Qt::ControlModifier, false);
        QCOMPARE(marks(), QString("140 to 170 at 110"));
        QTest::mouseRelease(&test.view(), Qt::LeftButton, Qt::ControlModifier, side - QPoint(30, 0));

        // No other thing lies beside it.
        test.studio.document.undo();
        test.drag(from, from + QPoint(0, 40), Qt::ControlModifier, false);
        QCOMPARE(marks(), QString());
        QTest::mouseRelease(&test.view(), Qt::LeftButton, Qt::ControlModifier, from + QPoint(0, 40));
    }

    /// A slow edit lets other events through.
    void aDragThatEndsDuringItsEditLeavesNoMarks() {
        PlacingTest test(row);
        QVERIFY(test.ready());
        Placing& placing = test.view().placing();
        int ended = 0;
        connect(&test.studio.document, &Document::changed, &test.panel, [&] {
            placing.release({}, true);
            ++ended;
        });
        const QPoint from = test.at(245, 130);
        test.drag(from, from + QPoint(3, 0), {}, false);
        QVERIFY(ended > 0);
        QCOMPARE(placing.gapMarks().size(), std::size_t{0});
        QTest::mouseRelease(&test.view(), Qt::LeftButton, {}, from + QPoint(3, 0));
    }

    void theCircleTurns() {
        PlacingTest test;
        QVERIFY(test.ready());
        test.studio.selection.select({"badge"});
        const QPoint circle = test.at(260, 100 - 28);
        const QPoint right = test.at(260 + 73, 145);
        test.drag(circle, right, Qt::ShiftModifier);
        const PlacedThing* thing = test.view().placing().chosen();
        QVERIFY(thing != nullptr);
        QCOMPARE(thing->form.degrees, 90.0);
        QCOMPARE(test.place("badge"), QString("215 85 90 120"));
        QCOMPARE(test.studio.document.history().undoText(), QString("Turn badge"));
        // The handles turn with it: the one that was at the right is below now.
        test.drag(test.at(260, 205), test.at(260, 225));
        QCOMPARE(test.place("badge"), QString("215 85 90 140"));
    }

    /// At the upper edge of the view the circle lies below the thing, and stays on that side in a drag.
    void theCircleStaysInView() {
        PlacingTest test;
        QVERIFY(test.ready());
        const Placing& placing = test.view().placing();
        QTest::mouseClick(&test.view(), Qt::LeftButton, {}, test.at(80, 80));
        test.view().grabFramebuffer();
        QVERIFY(placing.turningHandle(1).has_value());
        QCOMPARE(*placing.turningHandle(1), QPointF(90, 12));
        test.view().setViewpoint({{300, 30 + test.view().height() / 2.0}, 1});
        test.view().grabFramebuffer();
        QCOMPARE(*placing.turningHandle(1), QPointF(90, 148));
        test.drag(test.at(90, 148), test.at(22, 80), {}, false);
        QCOMPARE(placing.chosen()->form.degrees, 90.0);
        QCOMPARE(*placing.turningHandle(1), QPointF(22, 80));
        QTest::mouseRelease(&test.view(), Qt::LeftButton, {}, test.at(22, 80));
    }

    void keysMoveTurnAndChoose() {
        PlacingTest test;
        QVERIFY(test.ready());
        test.view().setFocus();
        QTest::keyClick(&test.view(), Qt::Key_Tab);
        QCOMPARE(test.studio.selection.active(), QString("plate"));
        QTest::keyClick(&test.view(), Qt::Key_Tab);
        QCOMPARE(test.studio.selection.active(), QString("badge"));
        QTest::keyClick(&test.view(), Qt::Key_Backtab, Qt::ShiftModifier);
        QCOMPARE(test.studio.selection.active(), QString("plate"));
        const Viewpoint still = test.view().viewpoint();
        QTest::keyClick(&test.view(), Qt::Key_Right);
        QTest::keyClick(&test.view(), Qt::Key_Down, Qt::ShiftModifier);
        QCOMPARE(test.place("plate"), QString("41 50 100 80"));
        QCOMPARE(test.steps(), 2);
        QVERIFY(test.view().viewpoint() == still);
        QTest::keyClick(&test.view(), Qt::Key_Period);
        QCOMPARE(test.view().placing().chosen()->form.degrees, 1.0);
        QTest::keyClick(&test.view(), Qt::Key_Comma);
        QTest::keyClick(&test.view(), Qt::Key_Comma);
        QCOMPARE(test.view().placing().chosen()->form.degrees, -1.0);

        // A key that is held is one step.
        const int before = test.steps();
        for (const bool again : {false, true, true}) {
            QKeyEvent press(QEvent::KeyPress, Qt::Key_Left, {}, {}, again);
            QCoreApplication::sendEvent(&test.view(), &press);
        }
        QCOMPARE(test.steps(), before + 1);

        // Without placing, arrows pan as ever.
        test.action("viewport.placing")->trigger();
        QTest::keyClick(&test.view(), Qt::Key_Right);
        QVERIFY(!(test.view().viewpoint() == still));
    }

    /// The ruler and placing exclude each other, and the probe keeps its place.
    void otherToolsEndIt() {
        PlacingTest test;
        QVERIFY(test.ready());
        test.action("viewport.ruler")->trigger();
        QVERIFY(!test.view().placing().on());
        test.action("viewport.placing")->trigger();
        QVERIFY(test.view().placing().on() && !test.action("viewport.ruler")->isChecked());
        test.drag(test.at(550, 280), test.at(540, 270));  // a drag beside all things pans
        QVERIFY(!test.view().ruler());
        QCOMPARE(test.steps(), 0);
    }

    /// The drag still moves only the picture. No message appears after a click, after a drag beside the
    /// selected thing, or after a drag with the middle button.
    void aDragOnAThingSaysHowToPlaceIt() {
        PlacingTest test;
        QVERIFY(test.ready());
        test.action("viewport.placing")->trigger();
        QVERIFY(!test.view().placing().on());
        const auto* line = test.panel.findChild<ProbeLine*>();
        const QString hint = "Place (Shift+P) moves it";
        const QPoint way(20, 10);
        test.drag(test.at(260, 145), test.at(260, 145) + way);
        QCOMPARE(line->shownHint(), QString());
        test.studio.selection.select({"badge"});
        QTest::mouseClick(&test.view(), Qt::LeftButton, {}, test.at(260, 145));
        QCOMPARE(line->shownHint(), QString());
        QTest::mousePress(&test.view(), Qt::MiddleButton, {}, test.at(260, 145));
        const QPoint moved = test.at(260, 145) + way;
        QMouseEvent move(QEvent::MouseMove, moved, test.view().mapToGlobal(moved), Qt::NoButton,
                         Qt::MiddleButton, {});
        QCoreApplication::sendEvent(&test.view(), &move);
        QTest::mouseRelease(&test.view(), Qt::MiddleButton, {}, moved);
        QCOMPARE(line->shownHint(), QString());

        const Viewpoint still = test.view().viewpoint();
        const QPoint from = test.at(260, 145);
        test.drag(from, from + way, {}, false);
        QCOMPARE(line->shownHint(), hint);
        QTest::mouseRelease(&test.view(), Qt::LeftButton, {}, from + way);
        QCOMPARE(line->shownHint(), hint);
        QCOMPARE(test.view().viewpoint().centre, still.centre - way);
        QCOMPARE(test.steps(), 0);
        QCOMPARE(test.studio.selection.nodes(), QStringList{"badge"});

        test.drag(test.at(80, 80), test.at(80, 80) + way);  // on the other thing
        QCOMPARE(line->shownHint(), QString());
        test.drag(test.at(260, 145), test.at(260, 145) + way);
        QCOMPARE(line->shownHint(), hint);
        test.studio.selection.select({"plate"});
        QCOMPARE(line->shownHint(), QString());
        test.drag(test.at(80, 80), test.at(80, 80) + way);
        QCOMPARE(line->shownHint(), hint);
        test.action("viewport.placing")->trigger();
        QVERIFY(test.view().placing().hint().startsWith("drag or arrows move"));
        test.action("viewport.placing")->trigger();
        QCOMPARE(line->shownHint(), QString());
    }
};

BURIN_TEST(TestPlacingHandles)
#include "test_placing_handles.moc"
