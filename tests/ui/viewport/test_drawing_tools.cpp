// SPDX-License-Identifier: GPL-3.0-or-later

// The tools that draw, in the viewport alone: keys, drags and Esc.

#include "support/testing.hpp"
#include "tests/ui/support/studio_test.hpp"
#include "ui/viewport/viewport_panel.hpp"
#include "ui/viewport/viewport_widget.hpp"
#include "ui/words/why_disabled.hpp"

#include <QMouseEvent>
#include <QSet>

#include <cmath>
#include <optional>
#include <vector>

using namespace burin;
using namespace burin::ui;

namespace {

const char* const plated =
    "burin: 2\npixel: 1 um\nnodes:\n"
    "  surface: {kind: root, width: 600, height: 300, inputs: [{data: plate, at: [200, 100]}]}\n"
    "  plate: {kind: shape, shape: rectangle, size: [120, 90]}\n";

/// A viewport that shows a pixel of the surface as one of the screen.
struct PenTest {
    PenTest() : panel(studio.workbench()) {
        studio.theme.setReduceMotion(true);
        loaded = studio.load(plated);
        panel.resize(900, 480);
        panel.show();
        if (panel.viewport() == nullptr) return;
        QObject::connect(&view(), &ViewportWidget::thingDrawn, &panel,
                         [this](const DrawnThing& thing) { drawn.push_back(thing); });
    }
    bool ready() {
        if (!loaded.isEmpty() || !QTest::qWaitForWindowExposed(&panel, patience)) return false;
        if (!QTest::qWaitFor([&] { return studio.showsNewest(); }, patience)) return false;
        view().setViewpoint({{300, 150}, 1});
        view().setTool(ViewportTool::placing);
        return view().placing().on();
    }
    ViewportWidget& view() { return *panel.viewport(); }
    QAction* action(const char* id) { return panel.findChild<QAction*>(id); }
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
    /// Whether the viewport has the colour of contours near a place.
    bool showsAccentNear(QPoint place) {
        const QColor accent = studio.theme.color(Role::accent);
        const QImage shown = view().grabFramebuffer();
        for (int x = -3; x <= 3; ++x) {
            const QPointF there = QPointF(place + QPoint(x, 0)) * view().devicePixelRatioF();
            const QColor seen = shown.pixelColor(there.toPoint());
            if (std::abs(seen.red() - accent.red()) < 12 && std::abs(seen.green() - accent.green()) < 12 &&
                std::abs(seen.blue() - accent.blue()) < 12)
                return true;
        }
        return false;
    }
    static QString value(const DrawnThing& thing, const char* key) {
        const YamlValue* found = thing.values.find(key);
        return found == nullptr ? QString() : QString::fromStdString(writeYaml(*found)).trimmed();
    }

    StudioTest studio;
    QString loaded;
    ViewportPanel panel;
    std::vector<DrawnThing> drawn;
};

}  // namespace

class TestDrawingTools : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() {
        if (const std::string why = test::whyNoTestBackend(); !why.empty()) QSKIP(why.c_str());
        StudioTest studio;
        const ViewportPanel panel(studio.workbench());
        if (panel.viewport() == nullptr) QSKIP("OpenGL is not available");
    }

    /// A drag draws even if it begins on a thing, which it would move without the tool.
    void aDragDrawsAndPutsTheToolBack() {
        PenTest test;
        QVERIFY(test.ready());
        QAction* rectangle = test.action("viewport.draw-rectangle");
        rectangle->trigger();
        QVERIFY(rectangle->isChecked());
        QCOMPARE(test.view().cursor().shape(), Qt::CrossCursor);
        const QPoint from = test.at(260, 140);
        test.drag(from, from + QPoint(60, 40), {}, false);
        const std::optional<DrawnForm> form = test.view().pen().form();
        QVERIFY(form.has_value());
        QCOMPARE(form->box.size(), QSizeF(60, 40));
        QVERIFY(std::abs(form->box.x() - 260) <= 1 && std::abs(form->box.y() - 140) <= 1);
        QVERIFY(test.drawn.empty());
        QVERIFY(test.showsAccentNear(from + QPoint(0, 20)));
        QVERIFY(!test.showsAccentNear(from + QPoint(30, 20)));

        QTest::mouseRelease(&test.view(), Qt::LeftButton, {}, from + QPoint(60, 40));
        QCOMPARE(test.drawn.size(), std::size_t{1});
        QCOMPARE(test.drawn.front().kind, std::string_view("shape"));
        QCOMPARE(test.value(test.drawn.front(), "size"), QString("[60, 40]"));
        QVERIFY(test.view().pen().tool() == DrawingTool::none && !rectangle->isChecked());
        QVERIFY(test.view().placing().on());
        QCOMPARE(test.studio.document.history().count(), 0);

        // Now a drag moves the thing again.
        test.drag(from, from + QPoint(20, 0), Qt::ControlModifier);
        QCOMPARE(test.drawn.size(), std::size_t{1});
        QCOMPARE(test.studio.document.history().undoText(), QString("Move plate"));
    }

    void keysThatAreHeldChangeTheDrag() {
        PenTest test;
        QVERIFY(test.ready());
        const QPoint from = test.at(420, 200);
        test.view().takePen(DrawingTool::ellipse);
        test.drag(from, from + QPoint(60, 40), Qt::ShiftModifier);
        test.view().takePen(DrawingTool::ellipse);
        test.drag(from, from + QPoint(30, 20), Qt::AltModifier);
        QCOMPARE(test.drawn.size(), std::size_t{2});
        QCOMPARE(test.value(test.drawn[0], "size"), QString("60"));
        QCOMPARE(test.value(test.drawn[1], "size"), QString("[60, 40]"));
    }

    void aClickDrawsTheUsualSize() {
        PenTest test;
        QVERIFY(test.ready());
        test.view().takePen(DrawingTool::polygon);
        QTest::mouseClick(&test.view(), Qt::LeftButton, {}, test.at(420, 200));
        QCOMPARE(test.drawn.size(), std::size_t{1});
        QCOMPARE(test.value(test.drawn.front(), "diameter"), QString("100"));
    }

    /// Esc ends first the drag, then the tool, then placing.
    void escapeGoesBackStepByStep() {
        PenTest test;
        QVERIFY(test.ready());
        const QPoint from = test.at(420, 200);
        test.action("viewport.draw-star")->trigger();
        test.drag(from, from + QPoint(40, 40), {}, false);
        QTest::keyClick(&test.view(), Qt::Key_Escape);
        QVERIFY(!test.view().pen().dragging());
        QVERIFY(test.view().pen().tool() == DrawingTool::star);
        QTest::mouseRelease(&test.view(), Qt::LeftButton, {}, from + QPoint(40, 40));
        QVERIFY(test.drawn.empty());
        QTest::keyClick(&test.view(), Qt::Key_Escape);
        QVERIFY(test.view().pen().tool() == DrawingTool::none);
        QVERIFY(test.view().placing().on());
        QTest::keyClick(&test.view(), Qt::Key_Escape);
        QVERIFY(!test.view().placing().on());

        // The end of placing deselects the tool too.
        test.view().setTool(ViewportTool::placing);
        test.view().takePen(DrawingTool::star);
        test.view().setTool(ViewportTool::ruler);
        QVERIFY(test.view().pen().tool() == DrawingTool::none);
    }

    void theToolsHaveDigitsWhilePlacingIsOn() {
        PenTest test;
        QVERIFY(test.ready());
        test.view().setTool(ViewportTool::none);
        QStringList keys;
        QSet<QString> others;
        for (const QAction* action : test.panel.actions()) {
            const bool draws = action->objectName().startsWith("viewport.draw-");
            for (const QKeySequence& key : action->shortcuts()) {
                if (draws) keys << key.toString();
                if (!draws) others << key.toString();
            }
            if (!draws) continue;
            QVERIFY2(!action->isEnabled(), qPrintable(action->objectName()));
            QVERIFY(!action->property(whyDisabled).toString().isEmpty());
        }
        QCOMPARE(keys.join(' '), QString("2 3 4 5 6 7 9 0"));
        for (const QString& key : keys)
            QVERIFY2(!others.contains(key), qPrintable(key));
        test.view().setTool(ViewportTool::placing);
        QAction* line = test.action("viewport.draw-line");
        QVERIFY(line->isEnabled());
        line->trigger();
        QVERIFY(test.view().pen().tool() == DrawingTool::line);
        test.action("viewport.draw-arrow")->trigger();
        QVERIFY(!line->isChecked());
        QVERIFY(test.view().pen().tool() == DrawingTool::arrow);
        test.action("viewport.draw-arrow")->trigger();  // puts the pen back
        QVERIFY(test.view().pen().tool() == DrawingTool::none);
    }
};

BURIN_TEST(TestDrawingTools)
#include "test_drawing_tools.moc"
