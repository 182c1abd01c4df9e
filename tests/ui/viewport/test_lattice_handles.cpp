// SPDX-License-Identifier: GPL-3.0-or-later

// The vectors of a lattice, dragged in the viewport.

#include "support/testing.hpp"
#include "tests/ui/support/studio_test.hpp"
#include "ui/viewport/lattice_handles.hpp"
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
        if (panel.viewport() == nullptr) QSKIP("OpenGL is not available");
    }

    /// Each drag is one step of the history, in the units of the file. Escape restores the vector.
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

    void aVectorOfAGroupIsDragged_data() {
        QTest::addColumn<QString>("u");
        QTest::addColumn<QString>("dragged");
        QTest::newRow("plain numbers") << "[100, 0]"
                                       << "[120, 10]";
        QTest::newRow("x is a formula, and stays") << "[=gap, 0]"
                                                   << "[=gap, 10]";
        QTest::newRow("y is a formula, and stays") << "[100, \"= gap - 100\"]"
                                                   << "[120, = gap - 100]";
        QTest::newRow("both are formulas, so it stays") << "[=gap, \"= gap - 100\"]"
                                                        << "";
        QTest::newRow("vectors are not set yet") << ""
                                                 << "[120, 10]";
    }
    /// The group is seen through an instance. Escape restores the text.
    void aVectorOfAGroupIsDragged() {
        QFETCH(QString, u);
        QFETCH(QString, dragged);
        const bool absent = u.isEmpty();  // in that case repeats touch: they are 100 px wide
        const QString text =
            "burin: 2\npixel: 1 um\ngroups:\n  g:\n    parameters: {gap: {type: number, default: 100}}\n"
            "    output: rows\n    nodes:\n      rows: {kind: stitching, " +
            (absent ? QString() : "u: " + u + ", v: [0, 60], ") +
            "inputs: [pattern: dot]}\n      dot: {kind: math2d, width: " + (absent ? "100" : "40") +
            ", height: 40, expression: \"1\"}\n"
            "nodes:\n  surface: {kind: root, width: 400, height: 200, inputs: [{data: wall, at: [10, 0]}]}\n"
            "  wall: {kind: group, group: g}\n";
        StudioTest studio(kinds());
        studio.theme.setReduceMotion(true);
        QCOMPARE(studio.load(qPrintable(text)), QString());
        ViewportPanel panel(studio.workbench());
        panel.resize(900, 420);
        panel.show();
        QVERIFY(QTest::qWaitForWindowExposed(&panel, patience));
        ViewportWidget& view = *panel.viewport();
        QTRY_VERIFY(studio.showsNewest());
        view.setViewpoint({{200, 100}, 1});  // a pixel of the screen is one of the surface
        QVERIFY(studio.document.scope().enter("wall"));
        studio.selection.select({"rows"});
        const auto written = [&] {
            const YamlValue* vector = studio.document.nodeText("rows")->find("u");
            return vector == nullptr ? QString() : QString::fromStdString(writeYaml(*vector)).trimmed();
        };
        const auto at = [&](QPointF place) {
            return view.viewpoint().toScreen(place, view.size()).toPoint();
        };
        const QString before = studio.document.text();
        const QString first = written();
        const int steps = studio.document.history().count();
        const QPoint from = at({(absent ? 60.0 : 30.0) + 100, 20});
        const auto begin = [&] {
            QTest::mousePress(&view, Qt::LeftButton, {}, from);
            QTest::mouseMove(&view, from + QPoint(10, 5));
            QTest::mouseMove(&view, from + QPoint(20, 10));
        };
        begin();
        QTest::mouseRelease(&view, Qt::LeftButton, {}, from + QPoint(20, 10));
        QCOMPARE(written(), dragged.isEmpty() ? first : dragged);
        QCOMPARE(studio.document.history().count(), steps + (dragged.isEmpty() ? 0 : 1));
        if (dragged.isEmpty()) return;
        studio.document.undo();
        QCOMPARE(studio.document.text(), before);
        begin();
        QCOMPARE(written(), dragged);
        view.escape();
        QCOMPARE(studio.document.text(), before);
        QTest::mouseRelease(&view, Qt::LeftButton, {}, from + QPoint(20, 10));
        QCOMPARE(studio.document.text(), before);
    }

    void aDragAlongAnAxisKeepsTheOtherNumber_data() {
        QTest::addColumn<QString>("u");
        QTest::addColumn<QPointF>("by");
        QTest::addColumn<bool>("whole");
        QTest::addColumn<QString>("dragged");
        QTest::newRow("along x") << "[100, 0.5]" << QPointF(30, 3) << true << "[130, 0.5]";
        QTest::newRow("along y") << "[100.5, 0]" << QPointF(-3, -30) << true << "[100.5, -30]";
        QTest::newRow("along neither") << "[100, 0.5]" << QPointF(30, 10) << true << "[130, 11]";
        QTest::newRow("exactly") << "[100, 0]" << QPointF(30, 3) << false << "[130, 3]";
        QTest::newRow("along a formula") << "[=gap, 0]" << QPointF(30, 3) << true << "[=gap, 0]";
        QTest::newRow("across a formula") << "[=gap, 0]" << QPointF(3, 30) << true << "[=gap, 30]";
        QTest::newRow("a vector that is not written") << "" << QPointF(3, 30) << true << "[40, 30]";
    }
    /// A drag by hand does not follow an axis exactly.
    void aDragAlongAnAxisKeepsTheOtherNumber() {
        QFETCH(QString, u);
        QFETCH(QPointF, by);
        QFETCH(bool, whole);
        StudioTest studio(kinds());
        const QString text =
            "burin: 2\npixel: 1 um\ngroups:\n  g:\n    parameters: {gap: {type: number, default: 100}}\n"
            "    output: rows\n    nodes:\n      rows: {kind: stitching, " +
            (u.isEmpty() ? QString() : "u: " + u + ", ") +
            "v: [0, 60], inputs: [pattern: dot]}\n"
            "      dot: {kind: math2d, width: 40, height: 40, expression: \"1\"}\n"
            "nodes:\n  surface: {kind: root, width: 400, height: 200, inputs: [data: wall]}\n"
            "  wall: {kind: group, group: g}\n";
        QCOMPARE(studio.load(qPrintable(text)), QString());
        QTRY_VERIFY(studio.showsNewest());
        QVERIFY(studio.document.scope().enter("wall"));
        studio.selection.select({"rows"});
        LatticeHandles handles(studio.workbench());
        handles.find();
        const auto lattice = handles.in({0, 0, 400, 200});
        QVERIFY(lattice.has_value());
        // The handle is not taken at its middle.
        const QPointF taken = lattice->origin + lattice->vectors[0] + QPointF(2, -4);
        handles.begin(0, lattice->origin, taken);
        handles.dragTo(taken + by, whole);
        handles.end();
        const YamlValue* written = studio.document.nodeText("rows")->find("u");
        const QString now =
            written == nullptr ? QString() : QString::fromStdString(writeYaml(*written)).trimmed();
        QTEST(now, "dragged");
    }

    void formulasGiveTheVectorsOfTheOpenInstance_data() {
        QTest::addColumn<QString>("instance");
        QTest::addColumn<double>("gap");
        QTest::addColumn<QPointF>("origin");  // the middle of the first repeat
        QTest::newRow("the default of the parameter") << "usual" << 100.0 << QPointF(30, 20);
        QTest::newRow("the value of the instance") << "narrow" << 80.0 << QPointF(30, 120);
    }
    void formulasGiveTheVectorsOfTheOpenInstance() {
        QFETCH(QString, instance);
        QFETCH(double, gap);
        QFETCH(QPointF, origin);
        StudioTest studio(kinds());
        QCOMPARE(
            studio.load(
                "burin: 2\npixel: 1 um\ngroups:\n  g:\n    parameters: {gap: {type: number, default: 100}}\n"
                "    output: rows\n    nodes:\n"
                "      rows: {kind: stitching, u: [=gap, 0], v: [\"= gap / 2\", \"= gap * 0.6\"], "
                "inputs: [pattern: dot]}\n"
                "      dot: {kind: math2d, width: 40, height: 40, expression: \"1\"}\n"
                "nodes:\n"
                "  surface: {kind: root, width: 400, height: 200, inputs: [{data: both, at: [10, 0]}]}\n"
                "  both: {kind: union, inputs: [data: usual, {data: narrow, at: [0, 100]}]}\n"
                "  usual: {kind: group, group: g}\n"
                "  narrow: {kind: group, group: g, values: {gap: 80}}\n"),
            QString());
        QTRY_VERIFY(studio.showsNewest());
        QVERIFY(studio.document.scope().enter(instance));
        studio.selection.select({"rows"});
        LatticeHandles handles(studio.workbench());
        handles.find();
        const auto lattice = handles.in({0, 0, 400, 200});
        QVERIFY(lattice.has_value());
        QCOMPARE(lattice->origin, origin);
        QCOMPARE(lattice->vectors[0], QPointF(gap, 0));
        QCOMPARE(lattice->vectors[1], QPointF(gap / 2, gap * 0.6));
        QVERIFY(lattice->movable(0) && lattice->formulas[0][0]);  // its y is a number
        QVERIFY(!lattice->movable(1));
    }
};

BURIN_TEST(TestLatticeHandles)
#include "test_lattice_handles.moc"
