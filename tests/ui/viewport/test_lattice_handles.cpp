// SPDX-License-Identifier: GPL-3.0-or-later

// The vectors of a lattice, dragged in the viewport.

#include "support/testing.hpp"
#include "tests/ui/support/studio_test.hpp"
#include "ui/viewport/viewport_panel.hpp"
#include "ui/viewport/viewport_widget.hpp"

using namespace burin;
using namespace burin::ui;

namespace {

const char* const dots =
    "burin: 1\npixel: 2 um\nnodes:\n"
    "  surface: {kind: root, width: 400, height: 200, inputs: [{data: rows, at: [10, 0]}]}\n"
    "  rows: {kind: stitching, u: [0.2 mm, 0], v: [0, 60], inputs: [pattern: dot]}\n"
    "  dot: {kind: math2d, width: 40, height: 40, expression: \"1\"}\n";

}  // namespace

class TestLatticeHandles : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() {
        if (const std::string why = test::whyNoTestBackend(); !why.empty()) QSKIP(why.c_str());
        StudioTest studio;
        const ViewportPanel panel(studio.workbench());
        if (panel.viewport() == nullptr) QSKIP("there is no OpenGL");
    }

    /// One step a drag, in the units of the file, and Escape restores the vector.
    void vectorsAreDragged() {
        StudioTest studio(kinds());
        studio.theme.setReduceMotion(true);  // the view is at its place at once
        QCOMPARE(studio.load(dots), QString());
        ViewportPanel panel(studio.workbench());
        panel.resize(900, 420);
        panel.show();
        QVERIFY(QTest::qWaitForWindowExposed(&panel, patience));
        ViewportWidget& view = *panel.viewport();
        QTRY_VERIFY(studio.showsNewest());
        view.fit();
        const auto at = [&](double x, double y) {
            return view.viewpoint().toScreen({x, y}, view.size()).toPoint();
        };
        const auto drag = [&](QPoint from, QPoint to) {
            QTest::mousePress(&view, Qt::LeftButton, {}, from);
            QTest::mouseMove(&view, (from + to) / 2);
            QTest::mouseMove(&view, to);
            QTest::mouseRelease(&view, Qt::LeftButton, {}, to);
        };
        studio.selection.select({"rows"});
        const auto text = [&](const char* key) {
            const YamlValue* vector = studio.document.nodeText("rows")->find(key);
            return QString::fromStdString(vector->items[0].scalar + ", " + vector->items[1].scalar);
        };
        const int steps = studio.document.history().count();
        // The first repeat has its middle at (30, 20) of the surface.
        const QPoint u = at(130, 20);
        drag(u, at(150, 30));
        QCOMPARE(studio.document.history().count(), steps + 1);
        const QStringList numbers = text("u").split(", ");
        QVERIFY2(numbers[0].endsWith(" mm"), qPrintable(text("u")));
        QVERIFY(std::abs(numbers[0].chopped(3).toDouble() - 0.24) < 0.005);
        QVERIFY(std::abs(numbers[1].toDouble() - 10) < 2);
        QCOMPARE(text("v"), QString("0, 60"));
        studio.document.undo();
        QCOMPARE(text("u"), QString("0.2 mm, 0"));

        const QPoint v = at(30, 80);
        QTest::mousePress(&view, Qt::LeftButton, {}, v);
        QTest::mouseMove(&view, v + QPoint(0, 30));
        QTest::mouseMove(&view, v + QPoint(0, 40));
        QVERIFY(text("v") != "0, 60");
        view.escape();
        QCOMPARE(text("v"), QString("0, 60"));
        QTest::mouseRelease(&view, Qt::LeftButton, {}, v + QPoint(0, 40));
        QCOMPARE(text("v"), QString("0, 60"));
        QVERIFY(!studio.document.history().canUndo() || studio.document.history().index() == steps);

        studio.selection.select({"dot"});
        drag(at(130, 20), at(150, 30));
        QCOMPARE(text("u"), QString("0.2 mm, 0"));
    }
};

BURIN_TEST(TestLatticeHandles)
#include "test_lattice_handles.moc"
