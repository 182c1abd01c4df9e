// SPDX-License-Identifier: GPL-3.0-or-later

// One number specifies a roughness, and the inspector shows the numbers that the surface reaches.

#include "support/testing.hpp"
#include "tests/ui/support/studio_test.hpp"
#include "ui/inspector/inspector_panel.hpp"

#include <QLabel>
#include <QLineEdit>

using namespace burin;
using namespace burin::ui;

namespace {

const char* const mould =
    "burin: 2\npixel: 10 um\nnodes:\n"
    "  surface: {kind: root, width: 900, height: 700, depth: 16, full_depth: 30 um, inputs: [data: "
    "blasted]}\n"
    "  blasted: {kind: rough, sq: 2 um, full_depth: 30 um, sal: 90 um}\n"
    "  plain: {kind: rough, sa: 0.1, sal: 20}\n"
    "  grain: {kind: noise, pitch: 20}\n";

struct RoughInspector : StudioTest {
    explicit RoughInspector(ThemeChoice choice = ThemeChoice::dark)
        : StudioTest(kinds(), choice), panel(workbench()) {
        panel.resize(336, 1100);
        if (const QString problem = load(mould); !problem.isEmpty()) qFatal("%s", qPrintable(problem));
        selection.select({"blasted"});
        panel.show();
        panel.activateWindow();
        if (!QTest::qWaitForWindowActive(&panel, patience)) qFatal("the window does not become active");
    }
    void type(const char* name, const QString& typed) const {
        auto* field = panel.findChildren<QLineEdit*>(QString("field.") + name).last();
        field->setFocus();
        field->selectAll();
        QTest::keyClicks(field, typed);
        QTest::keyClick(field, Qt::Key_Return);
    }
    [[nodiscard]] bool has(const char* key) const {
        return document.nodeText(selection.active())->find(key) != nullptr;
    }
    /// The panel's text about the reached roughness; empty if it is not visible.
    [[nodiscard]] QString reached() const {
        const QList<QLabel*> all = panel.findChildren<QLabel*>("reached");
        return all.isEmpty() || !all.last()->isVisible() ? QString() : all.last()->text();
    }

    InspectorPanel panel;
};

}  // namespace

class TestInspectorRough : public QObject {
    Q_OBJECT

  private slots:
    /// The numbers of the surface that is made, in lengths if the roughness is one.
    void whatIsReachedIsSaid() {
        RoughInspector studio;
        QCOMPARE(studio.reached(), QString::fromUtf8("Reaches Sq 2.00 µm, Sa 1.60 µm, Sal 90.0 µm"));
        studio.selection.select({"plain"});
        QCOMPARE(studio.reached(), QString::fromUtf8("Reaches Sq 0.1253, Sa 0.1000, Sal 200.0 µm"));
        studio.selection.select({"grain"});
        QCOMPARE(studio.reached(), QString());
    }

    /// A grade replaces a number, and a number replaces a grade; undo restores it.
    void oneNumberReplacesAnother() {
        RoughInspector studio;
        studio.type("vdi", "27");
        QVERIFY(studio.has("vdi") && !studio.has("sq") && !studio.has("sa"));
        QCOMPARE(studio.reached(), QString::fromUtf8("Reaches Sq 2.81 µm, Sa 2.24 µm, Sal 90.0 µm"));
        studio.type("sa", "1 um");
        QVERIFY(!studio.has("vdi") && !studio.has("sq") && studio.has("sa"));
        QCOMPARE(studio.reached(), QString::fromUtf8("Reaches Sq 1.25 µm, Sa 1.00 µm, Sal 90.0 µm"));
        studio.document.undo();
        QVERIFY(studio.has("vdi") && !studio.has("sa"));
        studio.document.undo();
        QVERIFY(studio.has("sq") && !studio.has("vdi"));
    }

    /// Samples that are cut off are less rough than ordered.
    void whatIsCutOffIsNotReached() {
        RoughInspector studio;
        studio.type("sq", "15 um");
        QVERIFY2(studio.reached().startsWith(QString::fromUtf8("Reaches Sq 10.")),
                 qPrintable(studio.reached()));
    }

    void aWrongOrderReachesNothing() {
        RoughInspector studio;
        studio.type("kurtosis", "2.3");
        studio.type("skew", "2");
        QCOMPARE(studio.reached(), QString());
    }

    void pictures_data() {
        QTest::addColumn<bool>("dark");
        QTest::newRow("dark") << true;
        QTest::newRow("light") << false;
    }
    void pictures() {
        QFETCH(bool, dark);
        RoughInspector studio(dark ? ThemeChoice::dark : ThemeChoice::light);
        QLabel* label = studio.panel.findChildren<QLabel*>("reached").last();
        QVERIFY(label->isVisible());
        QVERIFY(label->width() <= studio.panel.width());
        QVERIFY(label->height() >= label->heightForWidth(label->width()));
        screenshot(studio.panel, dark ? "inspector-rough-dark" : "inspector-rough-light");
    }
};

BURIN_TEST(TestInspectorRough)
#include "test_inspector_rough.moc"
