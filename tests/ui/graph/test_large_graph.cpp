// SPDX-License-Identifier: GPL-3.0-or-later

// With two thousand nodes, an edit only touches the items that it changes.

#include "tests/ui/graph/graph_test.hpp"

#include <QElapsedTimer>
#include <QScrollBar>

#include <functional>

namespace burin::ui {

namespace {

constexpr int branches = 400;

/// A union of many branches of five nodes each: a dot, its lattice, a profile, a filter and a product.
std::string largeDesign() {
    std::string text =
        "burin: 1\npixel: 1 um\nnodes:\n  surface: {kind: root, width: 1 m, height: 1 m, inputs: [";
    for (int i = 0; i < branches; ++i)
        text += (i > 0 ? ", " : "") + ("{data: product " + std::to_string(i) + "}");
    text += "]}\n";
    for (int i = 0; i < branches; ++i) {
        const std::string n = " " + std::to_string(i);
        text += "  product" + n + ": {kind: union, operation: multiply, inputs: [{data: soft" + n +
                "}, {data: lattice" + n + "}]}\n";
        text += "  soft" + n + ": {kind: median, radius: 2, inputs: [{data: rim" + n + "}]}\n";
        text += "  rim" + n + ": {kind: profile, distance_max: 8, inputs: [{mask: lattice" + n + "}]}\n";
        text += "  lattice" + n + ": {kind: stitching, inputs: [{pattern: dot" + n + "}]}\n";
        text += "  dot" + n + ": {kind: math2d, width: 64, height: 64, expression: 'x / 64'}\n";
    }
    return text;
}

}  // namespace

class TestLargeGraph : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() { test_ = std::make_unique<GraphTest>(largeDesign().c_str()); }
    void cleanupTestCase() { test_.reset(); }

    void allNodesAreThere() {
        QCOMPARE(test_->scene().nodes().size(), qsizetype{5 * branches + 1});
        QVERIFY(!test_->document.text().contains("editor"));
    }

    void anEditTouchesFewItems_data() {
        QTest::addColumn<QString>("what");
        QTest::addColumn<int>("most");
        QTest::newRow("a value that is shown") << "value" << 1;
        QTest::newRow("a value that is not shown") << "expression" << 0;
        QTest::newRow("a muted node") << "mute" << 1;
        QTest::newRow("a link more") << "link" << 2;
        QTest::newRow("a link less") << "unlink" << 2;
        QTest::newRow("a removed node, its two wires, the healed one and its reader") << "remove" << 5;
        QTest::newRow("a new node") << "add" << 1;
        QTest::newRow("a moved node") << "move" << 1;
        QTest::newRow("an error, what it blocks and the wires of both") << "error" << 12;
    }

    void anEditTouchesFewItems() {
        QFETCH(QString, what);
        QFETCH(int, most);
        GraphEdits& edits = test_->panel.edits();
        const int before = test_->scene().touched();
        const int steps = test_->steps();
        if (what == "value") set("soft 7", "radius", "3");
        if (what == "expression") set("dot 7", "expression", "y / 64");
        if (what == "mute") edits.mute({"soft 8"});
        if (what == "link") edits.link("dot 9", "product 9", Trait::mask);
        if (what == "unlink") edits.unlink({"product 10", 1});
        if (what == "remove") edits.remove({"soft 11"});
        if (what == "add") edits.addNode(findKind("median")->description, {0, -400});
        if (what == "move") edits.nudge({"dot 12"}, {16, 0}, 0);
        if (what == "error") set("dot 13", "expression", "y / ");
        QCOMPARE(test_->steps(), steps + 1);
        const int touched = test_->scene().touched() - before;
        QVERIFY2(touched <= most, qPrintable(QString("%1 items").arg(touched)));
        test_->document.history().undo();
        QVERIFY(test_->scene().touched() - before <= 2 * most);
    }

    /// Prints how long things take if BURIN_TIMINGS is set. Never fails.
    void timings() {
        if (!qEnvironmentVariableIsSet("BURIN_TIMINGS")) QSKIP("set BURIN_TIMINGS to see them");
        const auto measure = [&](const char* name, int rounds, const std::function<void(int)>& act) {
            QElapsedTimer timer;
            timer.start();
            for (int i = 0; i < rounds; ++i)
                act(i);
            qInfo("%-36s %8.2f ms", name, static_cast<double>(timer.nsecsElapsed()) / 1e6 / rounds);
        };
        const auto frame = [&] {
            test_->canvas()->repaint();
            QCoreApplication::processEvents();
        };
        measure("edit of a value", 10, [&](int i) { set("soft 7", "radius", i % 2 == 0 ? "3" : "4"); });
        measure("edit of a place", 10, [&](int) { test_->panel.edits().nudge({"dot 12"}, {16, 0}, 0); });
        measure("undo", 10, [&](int) { test_->document.history().undo(); });
        for (const double zoom : {1.0, 0.5, 0.25, 0.1}) {
            test_->view().zoomBy(zoom / test_->view().zoom());
            test_->view().centerOn(test_->scene().contents().center());
            const QByteArray name = "pan frame at " + QByteArray::number(zoom * 100) + " %";
            measure(name.constData(), 20, [&](int) {
                test_->view().horizontalScrollBar()->setValue(test_->view().horizontalScrollBar()->value() +
                                                              7);
                frame();
            });
        }
        test_->home();
        measure("frame of a node drag", 20, [&](int i) {
            NodeItem& node = test_->node("dot 12");
            test_->scene().moveNode(node, node.pos() + QPointF(i % 2 == 0 ? 8 : -8, 0));
            QCoreApplication::processEvents();
        });
        measure("layout", 3, [&](int) { test_->panel.edits().layout(test_->scene().names()); });
    }

  private:
    void set(const char* node, const char* key, const char* value) {
        test_->document.edit("Edit", [&](DesignEdit& edit) { edit.setValue(node, key, yamlScalar(value)); });
    }

    std::unique_ptr<GraphTest> test_;
};

}  // namespace burin::ui

BURIN_TEST(burin::ui::TestLargeGraph)
#include "test_large_graph.moc"
