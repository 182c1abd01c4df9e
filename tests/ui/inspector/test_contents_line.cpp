// SPDX-License-Identifier: GPL-3.0-or-later

// The inspector says what a code holds, how large it is, and whether it reads back.

#include "core/design/yaml_tools.hpp"
#include "support/testing.hpp"
#include "tests/ui/support/studio_test.hpp"
#include "ui/inspector/inspector_panel.hpp"

#include <QLabel>
#include <QLineEdit>

#include <variant>

using namespace burin;
using namespace burin::ui;

namespace {

const char* const label =
    "burin: 2\npixel: 10 um\nnodes:\n"
    "  surface: {kind: root, width: 900, height: 700, inputs: [{data: one}, {data: many, at: [200, "
    "0]}, {data: tiny, at: [600, 0]}, {data: dot, at: [600, 400]}]}\n"
    "  one: {kind: code, code: qr, data: Burin, module: 4}\n"
    "  many: {kind: code, code: datamatrix, data: \"SN{n:04}\", module: 2, series: {u: [60, 0], v: [0, 60], "
    "columns: 3, start: 8}}\n"
    "  tiny: {kind: code, code: qr, data: Burin, module: 1, scale: 0.5}\n"
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
    /// The hint after the heading of the series.
    [[nodiscard]] QString series() const {
        const QList<QWidget*> headings = panel.findChildren<QWidget*>("heading.Series");
        if (headings.isEmpty()) return {};
        const QList<QLabel*> texts = headings.last()->findChildren<QLabel*>();
        return texts.value(1) == nullptr ? QString() : texts.value(1)->text();
    }
    /// The panel's line on whether the selected code reads back.
    [[nodiscard]] QLabel* readback() const {
        const QList<QLabel*> all = panel.findChildren<QLabel*>("readback");
        return all.isEmpty() ? nullptr : all.last();
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

    void aCodeReadsItselfBack_data() {
        QTest::addColumn<QString>("node");
        QTest::addColumn<QString>("said");
        QTest::addColumn<bool>("wrong");
        QTest::newRow("one code") << "one"
                                  << QString::fromUtf8("The code can be read: 21 x 21 modules of 40\u00A0µm.")
                                  << false;
        QTest::newRow("the first of a series")
            << "many" << QString::fromUtf8("The code can be read: 12 x 12 modules of 20\u00A0µm.") << false;
        QTest::newRow("narrow modules")
            << "tiny"
            << "441 modules are lost: a module is 0.5\u00A0px wide. Make the code larger." << true;
    }
    void aCodeReadsItselfBack() {
        QFETCH(const QString, node);
        QFETCH(const QString, said);
        QFETCH(const bool, wrong);
        CodeInspector studio;
        studio.selection.select({node});
        QVERIFY(studio.readback() != nullptr);
        QTRY_VERIFY(studio.readback()->isEnabled());
        QVERIFY2(studio.readback()->text().endsWith(said), qPrintable(studio.readback()->text()));
        QCOMPARE(studio.readback()->property("warning").toBool(), wrong);
        QVERIFY(studio.readback()->isVisible());
    }

    void whatCoversACodeIsNoticed() {
        CodeInspector studio;
        studio.selection.select({"one"});
        QTRY_VERIFY(studio.readback()->isEnabled());
        const QString before = studio.readback()->text();
        studio.document.edit("Move", [](DesignEdit& edit) {
            edit.setValue("surface", "inputs",
                          std::get<YamlValue>(parseYaml("[{data: one}, {data: dot, at: [40, 40]}]")));
        });
        QVERIFY(!studio.readback()->isEnabled());
        QCOMPARE(studio.readback()->text(), before);
        QTRY_VERIFY(studio.readback()->isEnabled());
        QVERIFY2(studio.readback()->text().contains(" of 441 modules are lost."),
                 qPrintable(studio.readback()->text()));
    }

    void aSeriesSaysItsNumbers() {
        CodeInspector studio;
        studio.selection.select({"one"});
        QCOMPARE(studio.series(), QString());
        studio.selection.select({"many"});
        QCOMPARE(studio.series(), QString("start 8, step 1, 3 items"));
        studio.document.edit("Number", [](DesignEdit& edit) {
            edit.setValue("many", "series",
                          std::get<YamlValue>(parseYaml("{u: [60, 0], v: [0, 60], columns: 2, rows: 4, "
                                                        "start: 12345, step: -5}")));
        });
        QCOMPARE(studio.series(), QString::fromUtf8("start 12\u2009345, step -5, 8 items"));
    }

    /// The rows below must not move while a value is wrong.
    void theLinesStayWhileAValueIsWrong() {
        CodeInspector studio;
        const QString holds = studio.contents("one");
        QVERIFY(!holds.isEmpty());
        QTRY_VERIFY(studio.readback()->isEnabled());
        studio.document.edit("Repeat", [](DesignEdit& edit) {
            edit.setValue("one", "series", std::get<YamlValue>(parseYaml("{columns: 2}")));
        });
        QVERIFY(!studio.document.node("one")->sound);
        QCOMPARE(studio.contents("one"), holds);
        QVERIFY(studio.readback()->isVisible() && !studio.readback()->isEnabled());
        studio.document.history().undo();
        QCOMPARE(studio.contents("one"), holds);
        QTRY_VERIFY(studio.readback()->isEnabled());
    }

    void aNewSeriesHasRoomForItsItems() {
        CodeInspector studio;
        const auto type = [&](const char* node, const char* columns) {
            studio.selection.select({node});
            auto* field = studio.panel.findChildren<QLineEdit*>("field.columns").last();
            field->setFocus();
            field->selectAll();
            QTest::keyClicks(field, columns);
            QTest::keyClick(field, Qt::Key_Return);
            return QString::fromStdString(writeYaml(*studio.document.nodeText(node)->find("series")));
        };
        const QString made = type("one", "3");  // a code of 116 px
        QVERIFY2(made.contains("u: [145, 0]") && made.contains("v: [0, 145]"), qPrintable(made));
        QCOMPARE(studio.series(), QString("start 1, step 1, 3 items"));
        QCOMPARE(studio.document.history().count(), 1);
        const QString kept = type("many", "2");
        QVERIFY2(kept.contains("u: [60, 0]") && kept.contains("v: [0, 60]"), qPrintable(kept));
        for (int i = 0; i < 2; ++i)
            studio.document.history().undo();
        studio.document.edit("Scale", [](DesignEdit& edit) {
            edit.setValue("one", "scale", std::get<YamlValue>(parseYaml("2")));
        });
        const QString scaled = type("one", "3");
        QVERIFY2(scaled.contains("u: [290, 0]") && scaled.contains("v: [0, 290]"), qPrintable(scaled));
    }

    void codesWithoutSamplesSayNothing() {
        CodeInspector studio;
        studio.selection.select({"none"});
        QTRY_VERIFY(studio.readback()->isEnabled());
        QVERIFY(!studio.readback()->isVisible());
        studio.selection.select({"dot"});
        QTRY_VERIFY(studio.readback() == nullptr);
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
