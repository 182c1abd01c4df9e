// SPDX-License-Identifier: GPL-3.0-or-later

// The inspector says what a code holds and how large it is.

#include "support/testing.hpp"
#include "tests/ui/support/studio_test.hpp"
#include "ui/inspector/inspector_panel.hpp"

#include <QLabel>
#include <QLineEdit>

using namespace burin;
using namespace burin::ui;

namespace {

const char* const label =
    "burin: 2\npixel: 10 um\nnodes:\n"
    "  surface: {kind: root, width: 900, height: 700, inputs: [data: one, data: many, data: none, data: "
    "dot]}\n"
    "  one: {kind: code, code: qr, data: Burin, module: 4}\n"
    "  many: {kind: code, code: datamatrix, data: \"SN{n:04}\", module: 2, series: {u: [60, 0], v: [0, 60], "
    "columns: 3, start: 8}}\n"
    "  none: {kind: code, code: qr, data: \"\", module: 4}\n"
    "  dot: {kind: shape, shape: ellipse, size: 40}\n";

struct CodeInspector : StudioTest {
    CodeInspector() : StudioTest(kinds(), ThemeChoice::dark), panel(workbench()) {
        panel.resize(336, 1600);
        if (const QString problem = load(label); !problem.isEmpty()) qFatal("%s", qPrintable(problem));
        panel.show();
        panel.activateWindow();
        if (!QTest::qWaitForWindowActive(&panel, patience)) qFatal("the window does not become active");
    }
    /// The panel's line on the contents of a node; empty: there is none.
    [[nodiscard]] QString contents(const char* node) {
        selection.select({node});
        const QList<QLabel*> all = panel.findChildren<QLabel*>("contents");
        return all.isEmpty() || !all.last()->isVisible() ? QString() : all.last()->text();
    }

    InspectorPanel panel;
};

}  // namespace

class TestContentsLine : public QObject {
    Q_OBJECT

  private slots:
    void aCodeSaysWhatItHolds_data() {
        QTest::addColumn<QString>("node");
        QTest::addColumn<QString>("said");
        QTest::newRow("one code") << "one"
                                  << "Holds 5 bytes, 21 x 21 modules, correction M.";
        QTest::newRow("the first of a series") << "many"
                                               << "First item ('SN0008'): holds 6 bytes, 12 x 12 modules.";
        QTest::newRow("a code without data") << "none"
                                             << "";
        QTest::newRow("another kind") << "dot"
                                      << "";
    }
    void aCodeSaysWhatItHolds() {
        QFETCH(const QString, node);
        QFETCH(const QString, said);
        CodeInspector studio;
        QCOMPARE(studio.contents(qPrintable(node)), said);
    }

    void theLineFollowsTheData() {
        CodeInspector studio;
        QVERIFY(!studio.contents("one").isEmpty());
        auto* field = studio.panel.findChildren<QLineEdit*>("field.data").last();
        field->setFocus();
        field->selectAll();
        QTest::keyClicks(field, "https://example.org/");
        QTest::keyClick(field, Qt::Key_Return);
        QCOMPARE(studio.contents("one"), QString("Holds 20 bytes, 25 x 25 modules, correction M."));
    }
};

BURIN_TEST(TestContentsLine)
#include "test_contents_line.moc"
