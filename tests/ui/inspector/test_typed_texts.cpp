// SPDX-License-Identifier: GPL-3.0-or-later

// A typed text that is not taken is red, says why in the tooltip and at the foot of the inspector, counts as
// a problem, and is there again after another node was shown. Nothing moves meanwhile.

#include "tests/ui/inspector/inspector_test.hpp"
#include "ui/inspector/editors/parameter_row.hpp"
#include "ui/inspector/fields/typed_cells.hpp"
#include "ui/inspector/typed_problem.hpp"
#include "ui/model/document/scope.hpp"
#include "ui/theme/theme.hpp"

#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QTableWidget>

namespace burin::ui {

namespace {

constexpr const char* job = R"yaml(burin: 1
pixel: 2 um
nodes:
  surface: {kind: root, width: 100, height: 100, inputs: [{data: it}]}
  it: {kind: odd, reach: 24, names: {p: 1, q: 2}, grid: [[1]], curve: [[0, 0], [1, 1]],
       inputs: [{data: a}, {mask: b}]}
  a: {kind: odd}
  b: {kind: odd}
job: {spot: 8 um}
)yaml";

/// Nodes of one name, inside and outside of a group.
constexpr const char* twins = R"yaml(burin: 2
pixel: 2 um
groups:
  g: {output: it, nodes: {it: {kind: odd, reach: 6}, other: {kind: odd}}}
nodes:
  surface: {kind: root, width: 100, height: 100, inputs: [{data: it}, {data: wall}]}
  it: {kind: odd, reach: 24}
  wall: {kind: group, group: g}
)yaml";

struct Typing : InspectorTest {
    explicit Typing(const char* design = job) {
        QObject::connect(&panel, &InspectorPanel::typedProblemsChanged, &panel,
                         [this](const QList<TypedProblem>& problems) { counted = problems; });
        if (const QString problem = load(design); !problem.isEmpty()) qFatal("%s", qPrintable(problem));
        selection.select({"it"});
    }
    /// Gives a key of `it` a value from outside of the inspector. \param value  YAML; empty: none
    void set(const char* key, const char* value) {
        const auto parsed = parseYaml(value);
        const bool none = std::string_view(value).empty();
        document.edit("Set", [&](DesignEdit& edit) {
            edit.setValue("it", key, none ? std::nullopt : std::optional(std::get<YamlValue>(parsed)));
        });
    }
    [[nodiscard]] QTableWidgetItem* cell(const char* table, int row, int column) const {
        return child<QTableWidget>(table)->item(row, column);
    }
    /// The texts of a table's cells, row by row.
    [[nodiscard]] QString cells(const char* name) const {
        const auto* table = child<QTableWidget>(name);
        QStringList texts;
        for (int row = 0; row < table->rowCount(); ++row) {
            for (int column = 0; column < table->columnCount(); ++column)
                texts << table->item(row, column)->text();
        }
        return texts.join(' ');
    }
    [[nodiscard]] QString foot() const { return child<QLabel>("inspector.problem")->text(); }
    /// The places of the rows and of the fields that are seen, from the top, once nothing is laid out any
    /// more.
    [[nodiscard]] QMap<QString, int> places() const {
        QMap<QString, int> settled;
        for (int same = 0; same < 3;) {
            QCoreApplication::sendPostedEvents();
            QCoreApplication::processEvents();
            const QMap<QString, int> now = placesNow();
            same = now == settled ? same + 1 : 0;
            settled = now;
        }
        return settled;
    }
    [[nodiscard]] QMap<QString, int> placesNow() const {
        QMap<QString, int> all;
        for (const QWidget* widget : panel.findChildren<QWidget*>()) {
            const QString& name = widget->objectName();
            const bool part = name.startsWith("row.") || name.startsWith("heading.") ||
                              name.startsWith("input.") || qobject_cast<const QLineEdit*>(widget) != nullptr;
            if (part && !name.isEmpty() && widget->isVisible() && !name.startsWith("qt_"))
                all[name] = widget->mapTo(&panel, QPoint()).y();
        }
        return all;
    }

    QList<TypedProblem> counted;
};

QString differing(const QMap<QString, int>& before, const QMap<QString, int>& now) {
    QStringList moved;
    for (auto at = before.cbegin(); at != before.cend(); ++at) {
        if (now.value(at.key(), -1) != at.value())
            moved << QString("%1 from %2 to %3").arg(at.key()).arg(at.value()).arg(now.value(at.key(), -1));
    }
    return moved.join(", ");
}

}  // namespace

class TestTypedTexts : public QObject {
    Q_OBJECT

    static void addFields() {
        QTest::addColumn<QString>("node");
        QTest::addColumn<QString>("field");
        QTest::addColumn<QString>("typed");
        QTest::newRow("a number") << "it"
                                  << "field.level"
                                  << "twelve";
        QTest::newRow("a length") << "it"
                                  << "field.reach"
                                  << "12 km";
        QTest::newRow("the size") << "surface"
                                  << "field.width"
                                  << "10 m12m";
        QTest::newRow("an offset") << "it"
                                   << "at.0.x"
                                   << "left";
        QTest::newRow("the spot") << "surface"
                                  << "field.spot.x"
                                  << "8 parsec";
        QTest::newRow("the name of the node") << "it"
                                              << "name"
                                              << "b";
        QTest::newRow("no name at all") << "it"
                                        << "name"
                                        << " ";
        QTest::newRow("the name of a number") << "it"
                                              << "name.names.0"
                                              << "q";
        QTest::newRow("a named number") << "it"
                                        << "field.names.0"
                                        << "2 q!";
    }

  private slots:
    void aRefusedTextIsRedSaysWhyAndCounts_data() { addFields(); }

    void aRefusedTextIsRedSaysWhyAndCounts() {
        QFETCH(const QString, node);
        QFETCH(const QString, field);
        QFETCH(const QString, typed);
        Typing test;
        test.selection.select({node});
        const QString before = test.document.text();
        test.type(field, typed);
        const auto* edit = test.child<QLineEdit>(field);
        QCOMPARE(edit->text(), typed);
        QVERIFY(edit->property("error").toBool());
        const QString why = edit->toolTip();
        QVERIFY2(why.size() > 8, qPrintable(why));
        QVERIFY2(test.foot().contains(why), qPrintable(test.foot() + " does not say: " + why));
        QCOMPARE(test.counted.size(), 1);
        QCOMPARE(test.counted[0].node, node);
        QVERIFY2(test.counted[0].text.contains('"' + typed + '"'), qPrintable(test.counted[0].text));
        QVERIFY2(test.counted[0].text.endsWith(why), qPrintable(test.counted[0].text));
        QCOMPARE(test.document.text(), before);

        // The reason stays while another node is shown.
        const QList<TypedProblem> counted = test.counted;
        test.selection.select({"a"});
        QCOMPARE(test.counted, counted);
        const QStringList told = test.document.pending().handOver();
        QCOMPARE(told.size(), 1);
        QVERIFY2(told[0].contains(why) && told[0].contains(node), qPrintable(told[0]));
        test.selection.select({node});
        QCOMPARE(test.child<QLineEdit>(field)->text(), typed);
        QVERIFY(test.child<QLineEdit>(field)->property("error").toBool());
        QCOMPARE(test.counted, counted);
        static_cast<void>(test.focused(field));
        QTest::keyClick(test.child<QLineEdit>(field), Qt::Key_Escape);
        QCOMPARE(test.counted.size(), 0);
        QCOMPARE(test.foot(), QString());
        QCOMPARE(test.document.text(), before);
    }

    /// The row has two fields, and each has a text that is refused.
    void theOtherSideIsSaidToo() {
        Typing test;
        test.type("field.growth.x", "wide");
        test.type("field.growth.y", "high");
        QVERIFY2(test.foot().contains("high"), qPrintable(test.foot()));
        test.type("field.growth.y", "2");
        QVERIFY2(test.foot().contains("wide"), qPrintable(test.foot()));
        QCOMPARE(test.counted.size(), 1);
    }

    /// The row has one label for both sides, so the foot names the side.
    void theWrongSideOfTheSizeIsNamed() {
        Typing test;
        test.selection.select({"surface"});
        test.type("field.width", "abc");
        QVERIFY2(test.foot().startsWith("Width: "), qPrintable(test.foot()));
        test.type("field.height", "xyz");
        QVERIFY2(test.foot().startsWith("Size: "), qPrintable(test.foot()));
        test.type("field.width", "100");
        QVERIFY2(test.foot().startsWith("Height: "), qPrintable(test.foot()));
    }

    /// The design takes it, and Problems has the design's error.
    void anExpressionIsRedAndSaysWhy() {
        StudioTest studio;
        QCOMPARE(studio.load("burin: 1\npixel: 1 um\nnodes:\n"
                             "  surface: {kind: root, width: 9, height: 9, inputs: [{data: it}]}\n"
                             "  it: {kind: math2d, expression: x}\n"),
                 QString());
        InspectorPanel panel(studio.workbench());
        studio.selection.select({"it"});
        panel.show();
        auto* field = panel.findChild<QPlainTextEdit*>("field.expression");
        QVERIFY(field != nullptr && !field->property("error").toBool());
        field->setPlainText("x +");
        QVERIFY(field->property("error").toBool());
        QVERIFY2(field->toolTip().contains("Column"), qPrintable(field->toolTip()));
        field->setPlainText("x + 1");
        QVERIFY(!field->property("error").toBool());
        QCOMPARE(field->toolTip(), QString());
    }

    void aCellKeepsWhatIsTyped_data() {
        QTest::addColumn<QString>("table");
        QTest::addColumn<QString>("typed");
        QTest::newRow("of a curve") << "table.curve"
                                    << "nonsense";
        QTest::newRow("of a matrix") << "table.grid"
                                     << "1,2,3";
    }

    void aCellKeepsWhatIsTyped() {
        QFETCH(const QString, table);
        QFETCH(const QString, typed);
        Typing test;
        const QString before = test.document.text();
        const auto cell = [&] { return test.child<QTableWidget>(table)->item(0, 0); };
        const QString value = cell()->text();
        cell()->setText(typed);
        const auto refused = [&] {
            return cell()->text() == typed && cell()->foreground().color() == test.theme.color(Role::error) &&
                   !cell()->toolTip().isEmpty();
        };
        QVERIFY(refused());
        const QString why = cell()->toolTip();
        QVERIFY2(test.foot().contains(why), qPrintable(test.foot()));
        QCOMPARE(test.counted.size(), 1);
        QVERIFY2(test.counted[0].text.contains(why), qPrintable(test.counted[0].text));
        QCOMPARE(test.document.text(), before);
        test.selection.select({"a"});
        QCOMPARE(test.counted.size(), 1);
        test.selection.select({"it"});
        QVERIFY(refused());
        for (const ThemeChoice choice : {ThemeChoice::light, ThemeChoice::dark}) {
            test.theme.choose(choice);
            QVERIFY(refused());
        }
        // Esc discards the text.
        auto* shown = test.child<QTableWidget>(table);
        shown->setFocus();
        shown->setCurrentCell(0, 0);
        QTest::keyClick(shown, Qt::Key_Escape);
        QCOMPARE(cell()->text(), value);
        QVERIFY(cell()->toolTip().isEmpty());
        QCOMPARE(test.counted.size(), 0);
        cell()->setText(typed);
        cell()->setText("0.5");
        QCOMPARE(test.counted.size(), 0);
        QVERIFY(test.document.text() != before);
    }

    /// A text belongs to the value that it was to replace, not to a place in the table.
    void aTextOfACellGoesWithItsValue_data() {
        QTest::addColumn<QByteArray>("table");
        QTest::addColumn<QByteArray>("key");
        QTest::addColumn<QByteArray>("first");
        QTest::addColumn<QByteArray>("changed");
        QTest::addColumn<QString>("kept");
        QTest::addColumn<QByteArray>("inserted");
        QTest::addColumn<QString>("gone");
        QTest::newRow("of a curve") << QByteArray("table.curve") << QByteArray("curve")
                                    << QByteArray("[[0, 0], [0.75, 1]]")
                                    << QByteArray("[[0, 0.25], [0.75, 1]]") << "0 0.25 nonsense 1"
                                    << QByteArray("[[0, 0.25], [0.5, 0.5], [0.75, 1]]")
                                    << "0 0.25 0.5 0.5 0.75 1";
        QTest::newRow("of a matrix") << QByteArray("table.grid") << QByteArray("grid")
                                     << QByteArray("[[1], [2], [3]]") << QByteArray("[[7], [2], [3]]")
                                     << "7 nonsense 3" << QByteArray("[[2], [1], [3]]") << "2 1 3";
    }
    void aTextOfACellGoesWithItsValue() {
        QFETCH(const QByteArray, table);
        QFETCH(const QByteArray, key);
        QFETCH(const QByteArray, first);
        QFETCH(const QByteArray, changed);
        QFETCH(const QString, kept);
        QFETCH(const QByteArray, inserted);
        QFETCH(const QString, gone);
        Typing test;
        test.set(key, first);
        test.cell(table, 1, 0)->setText("nonsense");
        QCOMPARE(test.counted.size(), 1);
        test.set(key, changed);
        QCOMPARE(test.cells(table), kept);
        QCOMPARE(test.counted.size(), 1);
        // The text also stays if the value changes while another node is shown.
        for (const bool away : {true, false}) {
            if (away) test.selection.select({"a"});
            test.set(key, inserted);
            test.selection.select({"it"});
            QCOMPARE(test.cells(table), gone);
            QVERIFY(test.cell(table, 1, 0)->toolTip().isEmpty());
            QCOMPARE(test.counted.size(), 0);
            QCOMPARE(test.foot(), QString());
            test.set(key, changed);
            test.cell(table, 1, 0)->setText("nonsense");
            QCOMPARE(test.counted.size(), 1);
        }
    }

    void aHiddenTableHasNoTexts_data() {
        QTest::addColumn<QByteArray>("table");
        QTest::addColumn<QByteArray>("key");
        QTest::addColumn<QByteArray>("shown");
        QTest::addColumn<QByteArray>("hidden");
        QTest::newRow("of a curve that becomes an expression")
            << QByteArray("table.ramp") << QByteArray("ramp") << QByteArray("[[0, 0], [24, 1]]")
            << QByteArray("\"d / D\"");
        QTest::newRow("of a curve that is removed") << QByteArray("table.curve") << QByteArray("curve")
                                                    << QByteArray("[[0, 0], [1, 1]]") << QByteArray();
        QTest::newRow("of a matrix that is removed")
            << QByteArray("table.grid") << QByteArray("grid") << QByteArray("[[1]]") << QByteArray();
    }
    void aHiddenTableHasNoTexts() {
        QFETCH(const QByteArray, table);
        QFETCH(const QByteArray, key);
        QFETCH(const QByteArray, shown);
        QFETCH(const QByteArray, hidden);
        Typing test;
        test.set(key, shown);
        test.cell(table, 0, 0)->setText("nonsense");
        QCOMPARE(test.counted.size(), 1);
        test.set(key, hidden);
        QCOMPARE(test.counted.size(), 0);
        QCOMPARE(test.foot(), QString());
        test.set(key, shown);
        QCOMPARE(test.counted.size(), 0);
        QVERIFY(test.cell(table, 0, 0)->toolTip().isEmpty());
    }

    void theSizeOfAMatrixIsSaidToo() {
        Typing test;
        test.cell("table.grid", 0, 0)->setText("nonsense");
        const QString ofCell = test.foot();
        test.type("rows.grid", "many");
        QVERIFY2(test.foot().contains(test.child<QLineEdit>("rows.grid")->toolTip()),
                 qPrintable(test.foot()));
        QVERIFY(test.foot() != ofCell);
        QCOMPARE(test.counted.size(), 2);
        test.type("rows.grid", "1");
        QCOMPARE(test.foot(), ofCell);
        QCOMPARE(test.counted.size(), 1);
    }

    void aTextGoesWithItsRow() {
        Typing test;
        test.type("field.names.1", "2 q!");
        test.set("names", "{o: 3, p: 1, q: 2}");
        QCOMPARE(test.child<QLineEdit>("field.names.2")->text(), QString("2 q!"));
        QCOMPARE(test.child<QLineEdit>("field.names.1")->text(), QString("1"));
        QCOMPARE(test.counted.size(), 1);
        test.set("names", "{o: 3, p: 1, r: 2}");
        QCOMPARE(test.child<QLineEdit>("field.names.2")->text(), QString("2 q!"));
        test.type("name.names.0", "p");
        QCOMPARE(test.counted.size(), 2);
        test.set("names", "{o: 3, p: 1}");
        QCOMPARE(test.child<QLineEdit>("name.names.0")->text(), QString("p"));
        QCOMPARE(test.counted.size(), 1);
        QVERIFY2(test.foot().contains(test.child<QLineEdit>("name.names.0")->toolTip()),
                 qPrintable(test.foot()));
        test.set("names", "{p: 1}");
        QCOMPARE(test.counted.size(), 0);
        QCOMPARE(test.foot(), QString());
        QVERIFY(test.document.pending().handOver().isEmpty());
    }

    void aTextGoesWithTheChosenKey() {
        Typing test;
        test.set("shape", "{gaussian: 3}");
        test.type("field.gaussian", "wide");
        QCOMPARE(test.counted.size(), 1);
        test.set("shape", "{box: 5}");
        QCOMPARE(test.counted.size(), 0);
        QCOMPARE(test.foot(), QString());
    }

    /// The field was removed while another node was shown.
    void aTextWithoutItsFieldIsForgotten() {
        Typing test;
        test.type("field.names.1", "2 q!");
        test.selection.select({"a"});
        QCOMPARE(test.counted.size(), 1);
        test.set("names", "{p: 1}");
        test.selection.select({"it"});
        QCOMPARE(test.counted.size(), 0);
        QVERIFY(test.document.pending().handOver().isEmpty());
        test.selection.select({"a"});
        QCOMPARE(test.counted.size(), 0);
    }

    /// The answer of the document, if a design becomes too large.
    void aTextThatTheDesignRefusesComesBack() {
        Typing test;
        test.type("field.label", "old");
        const YamlValue kept = *test.document.nodeText("it")->find("label");
        test.child<QLineEdit>("field.label")->setText("too long");
        test.child<ParameterRow>("row.label")->refuse("It does not fit.", &kept);
        const QList<TypedProblem> counted = test.counted;
        QCOMPARE(counted.size(), 1);
        test.selection.select({"a"});
        QCOMPARE(test.counted, counted);
        test.selection.select({"it"});
        QCOMPARE(test.child<QLineEdit>("field.label")->text(), QString("too long"));
        QVERIFY2(test.foot().contains("It does not fit."), qPrintable(test.foot()));
        QCOMPARE(test.counted, counted);
        static_cast<void>(test.focused("field.label"));
        QTest::keyClick(test.child<QLineEdit>("field.label"), Qt::Key_Escape);
        QCOMPARE(test.child<QLineEdit>("field.label")->text(), QString("old"));
        QCOMPARE(test.counted.size(), 0);
    }

    /// The nodes of a group have names of their own.
    void aTextStaysOutsideOfAGroup() {
        Typing test(twins);
        test.type("field.reach", "12 km");
        const QList<TypedProblem> counted = test.counted;
        QCOMPARE(counted.size(), 1);
        QVERIFY(test.document.scope().enter("wall"));
        test.selection.select({"it"});
        QCOMPARE(test.child<QLineEdit>("field.reach")->text(), QString("6 px"));
        QCOMPARE(test.counted, counted);
        const QString told = test.document.pending().handOver().join(' ');
        QVERIFY2(told.contains("Leave the group, select it"), qPrintable(told));
        test.type("field.reach", "13 km");
        QCOMPARE(test.counted.size(), 2);
        test.document.scope().leave(1);
        test.selection.select({"it"});
        QCOMPARE(test.child<QLineEdit>("field.reach")->text(), QString("12 km"));
        QCOMPARE(test.counted.size(), 2);
        const QString inside = test.document.pending().handOver().join(' ');
        QVERIFY2(inside.contains("Open the group g, select it"), qPrintable(inside));
        QVERIFY(test.document.scope().enter("wall"));
        test.selection.select({"it"});
        QCOMPARE(test.child<QLineEdit>("field.reach")->text(), QString("13 km"));
    }

    void aTextGoesWithTheRenamedNode() {
        Typing test;
        test.type("field.reach", "12 km");
        test.type("name", "other");
        QCOMPARE(test.selection.active(), QString("other"));
        QCOMPARE(test.child<QLineEdit>("field.reach")->text(), QString("12 km"));
        QCOMPARE(test.counted.size(), 1);
        QCOMPARE(test.counted[0].node, QString("other"));
    }

    /// Nothing moves while the user walks through a field, types into it, and leaves it with a text that is
    /// refused.
    void nothingMoves_data() { addFields(); }

    void nothingMoves() {
        QFETCH(const QString, node);
        QFETCH(const QString, field);
        QFETCH(const QString, typed);
        Typing test;
        test.selection.select({node});
        test.panel.setFocus();
        const QMap<QString, int> before = test.places();
        QVERIFY2(before.contains(field), qPrintable(QStringList(before.keys()).join(' ')));
        auto* edit = test.focused(field);
        QCOMPARE(differing(before, test.places()), QString());
        edit->selectAll();
        QTest::keyClicks(edit, typed.left(1));
        QCOMPARE(differing(before, test.places()), QString());
        QTest::keyClicks(edit, typed.mid(1));
        QCOMPARE(differing(before, test.places()), QString());
        QTest::keyClick(edit, Qt::Key_Tab);
        QCOMPARE(differing(before, test.places()), QString());
        QVERIFY(edit->property("error").toBool());
    }

    /// The design takes the number, and says that it is wrong.
    void aValueOutOfRangeMovesNothing() {
        Typing test;
        const QMap<QString, int> before = test.places();
        test.type("field.reach", "2000");
        QVERIFY2(test.foot().contains("out of range"), qPrintable(test.foot()));
        QCOMPARE(differing(before, test.places()), QString());
        test.type("field.reach", "20");
        QCOMPARE(test.foot(), QString());
        QCOMPARE(differing(before, test.places()), QString());
    }

    /// For a sum, the hint shows its result.
    void theHintHasItsPlace() {
        Typing test;
        const QMap<QString, int> before = test.places();
        auto* edit = test.focused("field.reach");
        QVERIFY(test.child<QLabel>("inspector.range")->isVisible());
        QVERIFY(test.child<QLabel>("inspector.range")->text().contains("1023"));
        edit->selectAll();
        QTest::keyClicks(edit, "12 um * 2");
        QCOMPARE(test.child<QLabel>("inspector.result")->text(), QString::fromUtf8("= 24 µm = 12 px"));
        QCOMPARE(differing(before, test.places()), QString());
        static_cast<void>(test.focused("name"));
        QCOMPARE(test.child<QLabel>("inspector.range")->text(), QString());
        QCOMPARE(test.child<QLabel>("inspector.result")->text(), QString());
        QCOMPARE(differing(before, test.places()), QString());
    }

    /// While the foot has nothing to say, the fields have its place.
    void theEmptyFootIsNoBand() {
        Typing test;
        QWidget* const foot = test.child<QLabel>("inspector.range")->parentWidget();
        const auto* const fields = test.panel.findChild<QScrollArea*>();
        static_cast<void>(test.focused("name"));
        QVERIFY(!foot->isVisible());
        QCOMPARE(fields->viewport()->mapTo(&test.panel, QPoint(0, fields->viewport()->height())).y(),
                 test.panel.height());
        static_cast<void>(test.focused("field.reach"));
        QVERIFY(foot->isVisible());
        test.type("field.reach", "12 km");
        static_cast<void>(test.focused("name"));
        QVERIFY(foot->isVisible());
    }

    /// The foot shows the problem of the field that has the focus; if it has none, that of the topmost field.
    void theFootShowsTheProblemWhereOneIs() {
        Typing test;
        test.type("field.reach", "12 km");
        test.type("at.0.x", "left");
        QVERIFY2(test.foot().startsWith("Inputs"), qPrintable(test.foot()));
        static_cast<void>(test.focused("field.reach"));
        QVERIFY2(!test.foot().startsWith("Inputs"), qPrintable(test.foot()));
        static_cast<void>(test.focused("at.0.y"));
        QVERIFY2(test.foot().startsWith("Inputs"), qPrintable(test.foot()));
        static_cast<void>(test.focused("name"));
        QVERIFY2(!test.foot().startsWith("Inputs"), qPrintable(test.foot()));
        screenshot(test.panel, "inspector-foot");
    }
};

}  // namespace burin::ui

BURIN_TEST(burin::ui::TestTypedTexts)
#include "test_typed_texts.moc"
