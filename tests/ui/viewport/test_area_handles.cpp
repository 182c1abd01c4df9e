// SPDX-License-Identifier: GPL-3.0-or-later

// The rectangle whose roughness is measured, drawn in the viewport.

#include "support/testing.hpp"
#include "tests/ui/support/studio_test.hpp"
#include "ui/model/measured_area.hpp"
#include "ui/viewport/area_handles.hpp"
#include "ui/viewport/viewport_panel.hpp"
#include "ui/viewport/viewport_widget.hpp"

#include <QApplication>
#include <QMouseEvent>
#include <QSignalSpy>

using namespace burin;
using namespace burin::ui;

namespace {

const char* const waves =
    "burin: 1\npixel: 2 um\nnodes:\n"
    "  surface: {kind: root, width: 400, height: 200, full_depth: 40 um, inputs: [data: part]}\n"
    "  part: {kind: math2d, expression: \"0.5 + 0.25 * noise(x / 8, y / 6, 1)\"}\n";

constexpr Rect drawn{100, 50, 80, 40};

/// A design with a measured rectangle.
struct AreaTest : StudioTest {
    AreaTest() {
        if (!load(waves).isEmpty()) qFatal("the design is refused");
    }
    /// Tells the viewport that the panel measures the rectangle.
    void measure() {
        RoughnessWish wish;
        wish.of = RoughnessWish::Of::rectangle;
        wish.rectangle = measuredAreaOf(document).value_or(Rect{});
        previews.askRoughness(wish);
    }
};

/// The design in a viewport, with the pointer over it. Places are samples.
struct ViewportTest : AreaTest {
    ViewportTest() {
        theme.setReduceMotion(true);  // the view is at its place at once
        panel.resize(900, 420);
        panel.show();
    }
    /// \return whether the design is shown as a whole
    [[nodiscard]] bool exposed() {
        if (!QTest::qWaitForWindowExposed(&panel, patience)) return false;
        const bool shown = QTest::qWaitFor([this] { return showsNewest(); }, patience);
        view().fit();
        return shown;
    }
    [[nodiscard]] ViewportWidget& view() { return *panel.viewport(); }
    [[nodiscard]] QPoint at(QPointF place) {
        return view().viewpoint().toScreen(place, view().size()).toPoint();
    }
    void press(QPointF from, Qt::KeyboardModifiers held) {
        QTest::mousePress(&view(), Qt::LeftButton, held, at(from));
    }
    void moveTo(QPointF place, Qt::KeyboardModifiers held) { moveOn(at(place), held); }
    void drag(QPointF from, QPointF to, Qt::KeyboardModifiers held) {
        const QPoint first = at(from);
        const QPoint last = at(to);  // before the view moves
        press(from, held);
        moveOn((first + last) / 2, held);
        moveOn(last, held);
        QTest::mouseRelease(&view(), Qt::LeftButton, held, last);
    }

    ViewportPanel panel{workbench()};

  private:
    void moveOn(QPoint on, Qt::KeyboardModifiers held) {
        QMouseEvent move(QEvent::MouseMove, on, view().mapToGlobal(on), Qt::NoButton, Qt::LeftButton, held);
        QApplication::sendEvent(&view(), &move);
    }
};

}  // namespace

class TestAreaHandles : public QObject {
    Q_OBJECT

  private slots:
    void aRectangleIsDrawnInOneStep() {
        AreaTest studio;
        AreaHandles area(studio.workbench());
        QVERIFY(!area.drawable());
        studio.measure();
        QVERIFY(area.drawable() && !area.area());
        area.begin({180.2, 90.4});
        area.dragTo({120, 60});
        area.dragTo({99.8, 49.6});
        QVERIFY(!measuredAreaOf(studio.document));
        QVERIFY(area.end());
        QCOMPARE(*measuredAreaOf(studio.document), drawn);
        QCOMPARE(studio.document.history().count(), 1);
        QVERIFY2(studio.document.text().contains("measured_rectangle: [100, 50, 80, 40]"),
                 qPrintable(studio.document.text()));
        studio.document.undo();
        QVERIFY(!measuredAreaOf(studio.document));
    }

    void aPointAndAStoppedDragChangeNothing() {
        AreaTest studio;
        AreaHandles area(studio.workbench());
        studio.measure();
        area.begin({10, 10});
        area.dragTo({10.2, 80});
        QVERIFY(!area.end());
        area.begin({10, 10});
        area.dragTo({80, 80});
        area.cancel();
        QVERIFY(!area.end() && !area.area());
        QCOMPARE(studio.document.history().count(), 0);
    }

    void handlesMoveTheirSides_data() {
        QTest::addColumn<QPointF>("from");
        QTest::addColumn<QRect>("after");
        QTest::newRow("upper left") << QPointF(100, 50) << QRect(110, 60, 70, 30);
        QTest::newRow("upper") << QPointF(140, 50) << QRect(100, 60, 80, 30);
        QTest::newRow("upper right") << QPointF(180, 50) << QRect(100, 60, 90, 30);
        QTest::newRow("right") << QPointF(180, 70) << QRect(100, 50, 90, 40);
        QTest::newRow("lower right") << QPointF(180, 90) << QRect(100, 50, 90, 50);
        QTest::newRow("lower") << QPointF(140, 90) << QRect(100, 50, 80, 50);
        QTest::newRow("lower left") << QPointF(100, 90) << QRect(110, 50, 70, 50);
        QTest::newRow("left") << QPointF(100, 70) << QRect(110, 50, 70, 40);
    }
    void handlesMoveTheirSides() {
        QFETCH(QPointF, from);
        QFETCH(QRect, after);
        AreaTest studio;
        AreaHandles area(studio.workbench());
        setMeasuredArea(studio.document, drawn);
        studio.measure();
        QVERIFY(!area.grab({140, 70}, 5));
        QVERIFY(area.grab(from + QPointF(3, -2), 5));
        area.dragTo(from + QPointF(10, 10));
        QVERIFY(area.end());
        const Rect found = *measuredAreaOf(studio.document);
        QCOMPARE(found, (Rect{after.x(), after.y(), after.width(), after.height()}));
    }

    void aDragPastTheOtherSideTurnsTheRectangle() {
        AreaTest studio;
        AreaHandles area(studio.workbench());
        setMeasuredArea(studio.document, drawn);
        studio.measure();
        QVERIFY(area.grab({100, 70}, 5));
        area.dragTo({200, 10});
        QVERIFY(area.end());
        QCOMPARE(*measuredAreaOf(studio.document), (Rect{180, 50, 20, 40}));
    }

    void shiftDrawsItInTheViewport() {
        if (const std::string why = test::whyNoTestBackend(); !why.empty()) QSKIP(why.c_str());
        ViewportTest studio;
        if (studio.panel.viewport() == nullptr) QSKIP("OpenGL is missing");
        QVERIFY(studio.exposed());
        ViewportWidget& view = studio.view();
        const QSignalSpy told(&studio.panel, &ViewportPanel::areaDrawn);
        const Viewpoint before = view.viewpoint();
        // As long as nothing is measured, a drag with Shift moves the view.
        studio.drag({200, 100}, {210, 110}, Qt::ShiftModifier);
        QVERIFY(view.viewpoint() != before && told.isEmpty());
        view.setViewpoint(before);
        studio.measure();
        studio.drag({100, 50}, {180, 90}, Qt::ShiftModifier);
        QCOMPARE(told.count(), 1);
        QVERIFY(view.viewpoint() == before);
        const auto near = [](std::int64_t a, std::int64_t b) { return std::abs(a - b) <= 2; };
        const Rect first = *measuredAreaOf(studio.document);
        QVERIFY(near(first.x, 100) && near(first.y, 50) && near(first.width, 80) && near(first.height, 40));
        studio.measure();
        studio.drag({180, 70}, {220, 70}, {});
        QCOMPARE(told.count(), 2);
        QVERIFY(near(measuredAreaOf(studio.document)->width, 120));
        studio.measure();
        QTRY_VERIFY(!studio.previews.roughnessOutdated());
        QTRY_VERIFY(!studio.previews.busy());
        screenshot(studio.panel, "measured-rectangle");
    }

    void anInterruptedDragLeavesNothing_data() {
        QTest::addColumn<bool>("tool");
        QTest::newRow("the middle button") << false;
        QTest::newRow("a tool") << true;
    }
    void anInterruptedDragLeavesNothing() {
        QFETCH(bool, tool);
        if (const std::string why = test::whyNoTestBackend(); !why.empty()) QSKIP(why.c_str());
        ViewportTest studio;
        if (studio.panel.viewport() == nullptr) QSKIP("OpenGL is missing");
        QVERIFY(studio.exposed());
        ViewportWidget& view = studio.view();
        const Viewpoint before = view.viewpoint();
        studio.measure();
        studio.press({100, 50}, Qt::ShiftModifier);
        studio.moveTo({180, 90}, Qt::ShiftModifier);
        if (tool) {
            view.setTool(ViewportTool::ruler);
        } else {
            QTest::mousePress(&view, Qt::MiddleButton, {}, studio.at({180, 90}));
        }
        QTest::mouseRelease(&view, tool ? Qt::LeftButton : Qt::MiddleButton, {}, studio.at({180, 90}));
        view.setTool(ViewportTool::none);
        // This drag moves the view, and not a corner.
        studio.drag({180, 90}, {190, 100}, {});
        QVERIFY(view.viewpoint() != before);
        QCOMPARE(studio.document.history().count(), 0);
    }
};

BURIN_TEST(TestAreaHandles)
#include "test_area_handles.moc"
