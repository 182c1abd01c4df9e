// SPDX-License-Identifier: GPL-3.0-or-later

// The inspector of a lattice begins with its arrangement and its pitch. The vectors follow.

#include "core/design/design_edit.hpp"
#include "core/design/yaml_tools.hpp"
#include "support/testing.hpp"
#include "tests/ui/support/studio_test.hpp"
#include "ui/inspector/editors/parameter_row.hpp"
#include "ui/inspector/inspector_panel.hpp"

#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QContextMenuEvent>
#include <QLineEdit>

using namespace burin;
using namespace burin::ui;

namespace {

const char* const lattices =
    "burin: 2\npixel: 2 um\n"
    "groups:\n"
    "  cells:\n"
    "    parameters: {gap: {type: length, default: 50}}\n"
    "    output: all\n"
    "    nodes:\n"
    "      all: {kind: stitching, u: [=gap, 0], v: [0, 60], inputs: [pattern: dot]}\n"
    "      dot: {kind: math2d, width: 40, height: 30, expression: \"1\"}\n"
    "nodes:\n"
    "  surface: {kind: root, width: 400, height: 200, inputs: [data: rows]}\n"
    "  rows: {kind: stitching, inputs: [pattern: dot]}\n"
    "  hexagons: {kind: stitching, u: [0.2 mm, 0], v: [50, 86.6025], inputs: [pattern: dot]}\n"
    "  turned: {kind: stitching, u: [30, 40], v: [-8, 6], inputs: [pattern: dot]}\n"
    "  bare: {kind: stitching}\n"
    "  wall: {kind: group, group: cells}\n"
    "  dot: {kind: math2d, width: 40, height: 30, expression: \"1\"}\n"
    "  fine: {kind: stitching, inputs: [pattern: small]}\n"
    "  small: {kind: math2d, width: 80 um, height: 60 um, expression: \"1\"}\n"
    "  coarse: {kind: stitching, inputs: [pattern: large]}\n"
    "  large: {kind: math2d, width: 0.08 mm, height: 30, expression: \"1\"}\n"
    "  inches: {kind: stitching, inputs: [pattern: thumb]}\n"
    "  thumb: {kind: math2d, width: 0.00315 in, height: 30, expression: \"1\"}\n";

struct LatticeInspector : StudioTest {
    explicit LatticeInspector(const char* node) : panel(workbench()) {
        panel.resize(336, 1200);
        if (const QString problem = load(lattices); !problem.isEmpty()) qFatal("%s", qPrintable(problem));
        selection.select({node});
        panel.show();
        panel.activateWindow();
        if (!QTest::qWaitForWindowActive(&panel, patience)) qFatal("the window does not become active");
    }
    template <class T>
    [[nodiscard]] T* child(const char* name) const {
        const QList<T*> all = panel.findChildren<T*>(name);
        return all.isEmpty() ? nullptr : all.last();
    }
    void choose(const char* arrangement) const {
        auto* list = child<QComboBox>("field.arrangement");
        list->setCurrentIndex(list->findText(arrangement));
        emit list->activated(list->currentIndex());
    }
    [[nodiscard]] QString arrangement() const { return child<QComboBox>("field.arrangement")->currentText(); }
    void type(const char* name, const QString& typed) const {
        auto* field = child<QLineEdit>(name);
        field->setFocus();
        field->selectAll();
        QTest::keyClicks(field, typed);
        QTest::keyClick(field, Qt::Key_Return);
    }
    [[nodiscard]] QString pitch() const {
        return child<QLineEdit>("field.pitch.x")->text() + " | " + child<QLineEdit>("field.pitch.y")->text();
    }
    /// The vectors in the file.
    [[nodiscard]] QString vectors() const {
        QStringList texts;
        for (const char* key : {"u", "v"}) {
            const YamlValue* vector = document.nodeText(selection.active())->find(key);
            texts << (vector == nullptr ? QString("default")
                                        : QString::fromStdString(writeYaml(*vector)).trimmed());
        }
        return texts.join(' ');
    }

    InspectorPanel panel;
};

}  // namespace

class TestInspectorLattice : public QObject {
    Q_OBJECT

  private slots:
    void itBeginsWithTheArrangement() {
        LatticeInspector studio("rows");
        const QList<ParameterRow*> rows = studio.panel.findChildren<ParameterRow*>();
        QStringList keys;
        for (const ParameterRow* row : rows.mid(0, 4))
            keys << QString::fromStdString(std::string(row->wanted().key));
        QCOMPARE(keys, QStringList({"arrangement", "pitch", "u", "v"}));
        studio.panel.setFocus(Qt::TabFocusReason);
        QVERIFY(studio.child<QComboBox>("field.arrangement")->hasFocus());
    }

    /// Lengths that the unit would round are in pixels, because a rounded one is not the default any more.
    void theDefaultHasTheUnitOfThePattern_data() {
        QTest::addColumn<QString>("node");
        QTest::addColumn<QString>("pitch");
        QTest::newRow("micrometres") << "fine"
                                     << "80 µm | 60 µm";
        QTest::newRow("millimetres") << "coarse"
                                     << "0.08 mm | 0.06 mm";
        QTest::newRow("inches, which round") << "inches"
                                             << "40 px | 30 px";
    }
    void theDefaultHasTheUnitOfThePattern() {
        QFETCH(QString, node);
        LatticeInspector studio(qPrintable(node));
        QTEST(studio.pitch(), "pitch");
        QCOMPARE(studio.vectors(), QString("default default"));
        const QString y = studio.child<QLineEdit>("field.pitch.y")->text();
        studio.type("field.pitch.x", "0.1 mm");
        QCOMPARE(studio.vectors(), QString("[0.1 mm, 0] default"));
        QCOMPARE(studio.child<QLineEdit>("field.pitch.y")->text(), y);
    }

    /// Without vectors the default pitch is shown, and setting one side of it leaves the other vector
    /// unwritten.
    void theDefaultIsTheSizeOfThePattern() {
        LatticeInspector studio("rows");
        QCOMPARE(studio.arrangement(), QString("square"));
        QCOMPARE(studio.pitch(), QString("40 px | 30 px"));
        QCOMPARE(studio.vectors(), QString("default default"));
        studio.type("field.pitch.x", "0.1 mm");
        QCOMPARE(studio.vectors(), QString("[0.1 mm, 0] default"));
        studio.choose("brick");
        QCOMPARE(studio.vectors(), QString("[0.1 mm, 0] [0.05 mm, 30]"));
        studio.choose("hexagonal");
        QCOMPARE(studio.vectors(), QString("[0.1 mm, 0] [0.05 mm, 0.086603 mm]"));
        QCOMPARE(studio.arrangement(), QString("hexagonal"));
        studio.document.undo();
        QCOMPARE(studio.arrangement(), QString("brick"));
        studio.document.undo();
        studio.document.undo();
        QCOMPARE(studio.vectors(), QString("default default"));
        QCOMPARE(studio.pitch(), QString("40 px | 30 px"));
    }

    /// An arrangement needs both vectors. If one of them followed the pattern, the other would no longer fit
    /// after a change of the pattern's size.
    void anArrangementOutlastsTheSizeOfThePattern_data() {
        QTest::addColumn<QString>("arrangement");
        QTest::addColumn<QString>("rows");
        QTest::newRow("hexagonal") << "hexagonal"
                                   << "34.641";
        QTest::newRow("brick") << "brick"
                               << "30";
    }
    void anArrangementOutlastsTheSizeOfThePattern() {
        QFETCH(QString, arrangement);
        QFETCH(QString, rows);
        LatticeInspector studio("rows");
        studio.choose(qPrintable(arrangement));
        const QString vectors = studio.vectors();
        QVERIFY2(vectors.startsWith("[40, 0] [20, " + rows), qPrintable(vectors));
        studio.document.edit("Size", [](DesignEdit& edit) {
            edit.setValue("dot", "width", yamlScalar("140"));
            edit.setValue("dot", "height", yamlScalar("140"));
        });
        QCOMPARE(studio.vectors(), vectors);
        QCOMPARE(studio.arrangement(), arrangement);
        QVERIFY2(studio.pitch().startsWith("40 px | " + rows), qPrintable(studio.pitch()));
    }

    /// A square arrangement that equals the default stays unwritten, and follows the pattern.
    void theDefaultArrangementFollowsThePattern() {
        LatticeInspector studio("rows");
        studio.choose("square");
        QCOMPARE(studio.vectors(), QString("default default"));
        studio.document.edit("Size",
                             [](DesignEdit& edit) { edit.setValue("dot", "width", yamlScalar("140")); });
        QCOMPARE(studio.arrangement(), QString("square"));
        QCOMPARE(studio.pitch(), QString("140 px | 30 px"));
    }

    /// The rows of a hexagonal lattice follow from its columns, and its columns from its rows, each in the
    /// unit of the other.
    void oneNumberOfAHexagonalLatticeFollowsTheOther() {
        LatticeInspector studio("hexagons");
        QCOMPARE(studio.arrangement(), QString("hexagonal"));
        studio.type("field.pitch.x", "0.4 mm");
        QCOMPARE(studio.vectors(), QString("[0.4 mm, 0] [0.2 mm, 0.34641 mm]"));
        studio.type("field.pitch.y", "86.6025404 px");
        QCOMPARE(studio.arrangement(), QString("hexagonal"));
        QCOMPARE(studio.vectors(), QString("[100, 0] [50, 86.60254]"));
        studio.choose("square");
        QCOMPARE(studio.vectors(), QString("[100, 0] [0, 100]"));
        studio.type("field.pitch.x", "0.3 mm");
        studio.choose("hexagonal");
        QCOMPARE(studio.pitch(), QString("0.3 mm | 0.259808 mm"));
        studio.choose("square");
        QCOMPARE(studio.pitch(), QString("0.3 mm | 0.3 mm"));
    }

    void vectorsStayEditable() {
        LatticeInspector studio("hexagons");
        studio.type("field.v.x", "10");
        QCOMPARE(studio.arrangement(), QString("free"));
        studio.type("field.v.x", "0");
        QCOMPARE(studio.arrangement(), QString("square"));
        QCOMPARE(studio.pitch(), QString::fromUtf8("0.2 mm | 86.6025 px"));
    }

    /// The pitch of free vectors is their lengths, and they keep their directions.
    void freeVectorsAreStretched() {
        LatticeInspector studio("turned");
        QCOMPARE(studio.arrangement(), QString("free"));
        QCOMPARE(studio.pitch(), QString("50 px | 10 px"));
        studio.type("field.pitch.x", "100");
        QCOMPARE(studio.vectors(), QString("[60, 80] [-8, 6]"));
        studio.choose("square");
        QCOMPARE(studio.vectors(), QString("[100, 0] [0, 10]"));
        // Free is a choice too: the vectors become free but do not change.
        const int steps = studio.document.history().count();
        studio.choose("free");
        QCOMPARE(studio.arrangement(), QString("free"));
        QCOMPARE(studio.document.history().count(), steps);
        studio.type("field.pitch.y", "20");
        QCOMPARE(studio.vectors(), QString("[100, 0] [0, 20]"));
        QCOMPARE(studio.arrangement(), QString("free"));
    }

    /// A vector gets the unit that was typed, also if it is not in the file yet.
    void aTypedPitchKeepsItsUnit() {
        LatticeInspector studio("turned");
        studio.type("field.pitch.x", "0.2 mm");
        QCOMPARE(studio.vectors(), QString("[0.12 mm, 0.16 mm] [-8, 6]"));
        studio.selection.select({"fine"});
        studio.choose("free");
        studio.type("field.pitch.x", "1.5 mm");
        QCOMPARE(studio.vectors(), QString("[1.5 mm, 0 mm] default"));
        QCOMPARE(studio.pitch(), QString::fromUtf8("1.5 mm | 60 \u00B5m"));
    }

    /// A pitch that formulas give is shown in the unit of the surface, like the lengths around it.
    void aComputedPitchIsALength() {
        LatticeInspector studio("wall");
        studio.document.edit(
            "Size", [](DesignEdit& edit) { edit.setValue("surface", "width", yamlScalar("0.8 mm")); });
        studio.document.scope().enter("wall");
        studio.document.edit("Size",
                             [](DesignEdit& edit) { edit.setValue("dot", "width", yamlScalar("=gap")); });
        studio.selection.select({"all"});
        QCOMPARE(studio.pitch(), QString("0.1 mm | 0.12 mm"));
    }

    void withoutAPatternThePitchIsNotKnown() {
        LatticeInspector studio("bare");
        QCOMPARE(studio.pitch(), QString(" | "));
        studio.choose("brick");
        QCOMPARE(studio.arrangement(), QString("brick"));
        QCOMPARE(studio.vectors(), QString("default default"));
        studio.type("field.pitch.x", "20");
        QCOMPARE(studio.vectors(), QString("[20, 0] [10, 20]"));
    }

    /// The pitch can go back to its default.
    void withoutAPitchTheVectorsAreTheDefault() {
        LatticeInspector studio("hexagons");
        auto* field = studio.child<QLineEdit>("field.pitch.x");
        field->setFocus();
        field->selectAll();
        QTest::keyClick(field, Qt::Key_Delete);
        QTest::keyClick(field, Qt::Key_Return);
        QCOMPARE(studio.vectors(), QString("default default"));
        QCOMPARE(studio.arrangement(), QString("square"));
    }

    void formulasAreNotReplaced() {
        LatticeInspector studio("wall");
        QVERIFY(studio.child<QComboBox>("field.arrangement") == nullptr);
        studio.document.scope().enter("wall");
        studio.selection.select({"all"});
        QCOMPARE(studio.arrangement(), QString("square"));
        QCOMPARE(studio.pitch(), QString("50 px | 60 px"));
        QVERIFY(!studio.child<QComboBox>("field.arrangement")->isEnabled());
        QVERIFY(!studio.child<QLineEdit>("field.pitch.x")->isEnabled());
        QVERIFY(studio.child<QLineEdit>("field.u.y")->isEnabled());
    }

    /// A locked pitch names the value that it follows. Its menu leads to that value, and so does the menu of
    /// u.
    void aLockedPitchLeadsBack_data() {
        QTest::addColumn<QString>("field");
        QTest::addColumn<bool>("locked");
        QTest::newRow("the pitch") << "field.pitch.x" << true;
        QTest::newRow("the arrangement") << "field.arrangement" << true;
        QTest::newRow("a number of u") << "field.u.y" << false;
    }
    void aLockedPitchLeadsBack() {
        QFETCH(QString, field);
        QFETCH(bool, locked);
        LatticeInspector studio("wall");
        studio.document.scope().enter("wall");
        studio.selection.select({"all"});
        auto* const at = studio.child<QWidget>(qPrintable(field));
        QVERIFY(at != nullptr);
        QCOMPARE(at->isEnabled(), !locked);
        const auto* editor = studio.child<ParameterRow>("row.pitch")->editor();
        const QString why =
            "u and v follow gap. To set them here, right-click and choose Stop following gap.";
        QCOMPARE(editor->toolTip(), why);
        QVERIFY(studio.child<QWidget>("label.arrangement")->toolTip().startsWith(why));
        QContextMenuEvent event(QContextMenuEvent::Mouse, at->rect().center(),
                                at->mapToGlobal(at->rect().center()));
        QApplication::sendEvent(at, &event);
        const QWidget* const menu = QApplication::activePopupWidget();
        auto* release = menu == nullptr ? nullptr : menu->findChild<QAction*>("value.release");
        QVERIFY(release != nullptr);
        QCOMPARE(release->text(), QString("Stop following gap"));
        release->trigger();
        QApplication::activePopupWidget()->close();
        QCOMPARE(studio.vectors(), QString("[50, 0] [0, 60]"));
        QVERIFY(studio.child<QLineEdit>("field.pitch.x")->isEnabled());
        QCOMPARE(editor->toolTip(), QString());
        studio.document.undo();
        QCOMPARE(studio.vectors(), QString("[=gap, 0] [0, 60]"));
    }

    /// A pitch that is not written is the size of the pattern.
    void thePitchIsExposed() {
        LatticeInspector studio("wall");
        studio.document.scope().enter("wall");
        studio.selection.select({"all"});
        studio.document.edit("Touch", [](DesignEdit& edit) { edit.setValue("all", "u", {}); });
        QWidget* const field = studio.child<QLineEdit>("field.pitch.x");
        QContextMenuEvent event(QContextMenuEvent::Mouse, field->rect().center(),
                                field->mapToGlobal(field->rect().center()));
        QApplication::sendEvent(field, &event);
        const QWidget* const menu = QApplication::activePopupWidget();
        auto* expose = menu == nullptr ? nullptr : menu->findChild<QAction*>("value.expose");
        QVERIFY(expose != nullptr);
        QVERIFY2(expose->isEnabled(), qPrintable(expose->text()));
        QVERIFY(menu->findChild<QAction*>("value.follow.gap") != nullptr);
        expose->trigger();
        QApplication::activePopupWidget()->close();
        QCOMPARE(studio.vectors(), QString("[=pitch_x, 0] [0, 60]"));
    }

    void pictures() {
        LatticeInspector studio("hexagons");
        screenshot(studio.panel, "inspector-lattice");
    }
};

BURIN_TEST(TestInspectorLattice)
#include "test_inspector_lattice.moc"
