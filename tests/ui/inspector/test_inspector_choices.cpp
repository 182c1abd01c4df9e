// SPDX-License-Identifier: GPL-3.0-or-later

// The inspector shows the parameters that belong to a node's choices.

#include "support/testing.hpp"
#include "tests/ui/support/studio_test.hpp"
#include "ui/inspector/editors/parameter_row.hpp"
#include "ui/inspector/inspector_panel.hpp"

#include "core/design/edits/choice_edit.hpp"
#include "core/design/yaml.hpp"
#include "core/design/yaml_tools.hpp"

#include <QCoreApplication>
#include <QLineEdit>

using namespace burin;
using namespace burin::ui;

namespace {

struct ChoiceInspector : StudioTest {
    ChoiceInspector() : StudioTest(kinds(), ThemeChoice::dark), panel(workbench()) {
        const QString problem = load(
            "burin: 2\npixel: 1 um\nnodes:\n"
            "  surface: {kind: root, width: 900, height: 700, inputs: [data: rim, data: odd]}\n"
            "  rim: {kind: shape, shape: ring, diameter: 70, inner: 60}\n"
            "  odd: {kind: shape, shape: ellipse, size: 40, teeth: 12}\n");
        if (!problem.isEmpty()) qFatal("%s", qPrintable(problem));
        selection.select({"rim"});
        panel.resize(336, 1100);
        panel.show();
    }
    /// Selects an ellipse of this size.
    void write(const QString& size) {
        const QByteArray text =
            "burin: 2\npixel: 1 um\nnodes:\n"
            "  surface: {kind: root, width: 900, height: 700, inputs: [data: odd]}\n"
            "  odd: {kind: shape, shape: ellipse, size: " +
            size.toUtf8() + "}\n";
        const QString problem = load(text.constData());
        if (!problem.isEmpty()) qFatal("%s", qPrintable(problem));
        selection.select({"odd"});
    }
    [[nodiscard]] ParameterRow* row(std::string_view key) const {
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);  // of the rows before these
        for (ParameterRow* row : panel.findChildren<ParameterRow*>()) {
            if (row->wanted().key == key) return row;
        }
        return nullptr;
    }
    /// Those of the keys whose rows are shown.
    [[nodiscard]] QStringList shown(const QStringList& keys) const {
        QStringList found;
        for (const QString& key : keys) {
            const ParameterRow* of = row(key.toStdString());
            if (of != nullptr && !of->isHidden()) found << key;
        }
        return found;
    }

    InspectorPanel panel;
};

const QStringList some{"shape", "size", "diameter", "sides", "inner", "radius", "teeth", "bore", "fill"};

}  // namespace

class TestInspectorChoices : public QObject {
    Q_OBJECT

  private slots:
    void aShapeShowsItsOwnParameters() {
        ChoiceInspector studio;
        QCOMPARE(studio.shown(some), (QStringList{"shape", "diameter", "inner", "fill"}));
    }

    /// One step of the history changes the shape and what belongs to it.
    void anotherShapeHasOtherParameters() {
        ChoiceInspector studio;
        const QString before = studio.document.text();
        emit studio.row("shape")->editor()->edited(yamlScalar("gear"), 0);
        QCOMPARE(studio.shown(some), (QStringList{"shape", "teeth", "bore", "fill"}));
        const YamlValue* node = studio.document.nodeText("rim");
        QVERIFY(node->find("diameter") == nullptr && node->find("inner") == nullptr);
        QVERIFY(node->find("teeth") != nullptr && node->find("module") != nullptr);
        QVERIFY(studio.document.node("rim")->sound);
        QCOMPARE(studio.document.history().count(), 1);
        studio.document.undo();
        QCOMPARE(studio.document.text(), before);
        QCOMPARE(studio.shown(some), (QStringList{"shape", "diameter", "inner", "fill"}));
    }

    /// The inner diameter of a ring is a length; the inner corners of a star are at a share of its diameter.
    void aShareHasNoUnit() {
        ChoiceInspector studio;
        const auto* field = studio.panel.findChild<QLineEdit*>("field.inner");
        QCOMPARE(field->text(), QString("60 px"));
        studio.document.edit("Star", [](DesignEdit& edit) {
            edit.setValue("rim", "inner", yamlScalar("0.55"));
            edit.setValue("rim", "shape", yamlScalar("star"));
            edit.setValue("rim", "points", yamlScalar("5"));
        });
        QVERIFY(studio.document.node("rim")->sound);
        QCOMPARE(field->text(), QString("0.55"));
        studio.document.undo();
        QCOMPARE(field->text(), QString("60 px"));
    }

    void aListIsShownAndChanged_data() {
        QTest::addColumn<QString>("written");
        QTest::addColumn<QString>("shown");
        QTest::addColumn<QString>("typed");
        QTest::addColumn<QString>("expected");
        QTest::newRow("two lengths") << "[24 mm, 14 mm]"
                                     << "24 mm, 14 mm"
                                     << "24 mm, 15 mm"
                                     << "[24 mm, 15 mm]";
        QTest::newRow("one length") << "40"
                                    << "40"
                                    << "50"
                                    << "50";
        QTest::newRow("a text with commas") << "\"30, 20\""
                                            << "30, 20"
                                            << "30, 25"
                                            << "[30, 25]";
        QTest::newRow("a pair without a blank stays for its reader") << "[3, 4]"
                                                                     << "3, 4"
                                                                     << "3,5"
                                                                     << "3,5";
        QTest::newRow("nothing is left") << "[3, 4]"
                                         << "3, 4"
                                         << ""
                                         << "";
    }
    void aListIsShownAndChanged() {
        QFETCH(QString, written);
        QFETCH(QString, shown);
        QFETCH(QString, typed);
        QFETCH(QString, expected);
        ChoiceInspector studio;
        studio.write(written);
        auto* field = studio.panel.findChild<QLineEdit*>("field.size");
        QCOMPARE(field->text(), shown);
        field->selectAll();
        QTest::keyClick(field, Qt::Key_Delete);
        QTest::keyClicks(field, typed);
        QTest::keyClick(field, Qt::Key_Return);
        const YamlValue* value = studio.document.nodeText("odd")->find("size");
        QCOMPARE(value == nullptr ? QString() : QString::fromStdString(writeYaml(*value)).trimmed(),
                 expected);
    }

    void aListOfTextsIsShown() {
        ChoiceInspector studio;
        QCOMPARE(studio.load("burin: 2\npixel: 1 um\nnodes:\n"
                             "  surface: {kind: root, width: 900, height: 700, inputs: [data: words]}\n"
                             "  words: {kind: text, text: AV, size: 100, features: [kern, liga]}\n"),
                 QString());
        studio.selection.select({"words"});
        QCOMPARE(studio.panel.findChild<QLineEdit*>("field.features")->text(), QString("kern, liga"));
    }

    /// A curve has points, levels or a threshold, and begins with points that change nothing.
    void anotherWayOfACurveReplacesTheFirst() {
        ChoiceInspector studio;
        QCOMPARE(
            studio.load(
                "burin: 2\npixel: 1 um\nnodes:\n"
                "  surface: {kind: root, width: 900, height: 700, inputs: [data: tone]}\n"
                "  tone: {kind: curve, points: [[0, 0], [1, 1]], through: monotone, inputs: [data: dots]}\n"
                "  dots: {kind: shape, shape: ellipse, size: 40}\n"),
            QString());
        studio.selection.select({"tone"});
        const auto given = [&studio] {
            QStringList keys;
            for (const YamlEntry& entry : studio.document.nodeText("tone")->entries)
                keys << QString::fromStdString(entry.key.scalar);
            keys.sort();
            return keys;
        };
        emit studio.row("threshold")->editor()->edited(yamlScalar("0.5"), 0);
        QVERIFY(studio.document.node("tone")->sound);
        QCOMPARE(given(), (QStringList{"inputs", "kind", "threshold"}));
        emit studio.row("range")->editor()->edited(yamlList(std::vector<std::string>{"0", "2"}), 0);
        emit studio.row("levels")->editor()->edited(std::get<YamlValue>(parseYaml("{black: 0.1}")), 0);
        QVERIFY(studio.document.node("tone")->sound);
        QCOMPARE(given(), (QStringList{"inputs", "kind", "levels", "range"}));
        emit studio.row("points")->editor()->edited(std::get<YamlValue>(parseYaml("[[0, 1], [1, 0]]")), 0);
        QVERIFY(studio.document.node("tone")->sound);
        QCOMPARE(given(), (QStringList{"inputs", "kind", "points"}));
    }

    void aNewCurveChangesNothing() {
        StudioTest studio;
        QVERIFY(studio
                    .load("burin: 2\npixel: 1 um\nnodes:\n"
                          "  surface: {kind: root, width: 9, height: 7, inputs: [data: dots]}\n"
                          "  dots: {kind: shape, shape: ellipse, size: 4}\n")
                    .isEmpty());
        const KindDescription& kind = findKind("curve")->description;
        studio.document.edit("Add", [&](DesignEdit& edit) {
            edit.addNode("tone", "curve");
            giveStarts(edit, "tone", kind);
            edit.link("tone", Trait::data, "dots");
            edit.relink("surface", 0, Trait::data, "tone");
        });
        QVERIFY(studio.document.node("tone")->sound);
    }

    /// The field cannot distinguish such a comma from a comma between two items, so it changes nothing.
    void aListWithACommaInAnItemIsOnlyShown() {
        ChoiceInspector studio;
        studio.write("[\"1,5 mm\", 3]");
        auto* field = studio.panel.findChild<QLineEdit*>("field.size");
        QVERIFY(field->isReadOnly());
        QVERIFY(field->text().contains("3"));
        QVERIFY(field->toolTip().contains("comma"));
        studio.write("[2, 3]");
        QVERIFY(!studio.panel.findChild<QLineEdit*>("field.size")->isReadOnly());
    }

    /// A value that the shape does not take can be seen and removed.
    void aStrayValueIsShown() {
        ChoiceInspector studio;
        studio.selection.select({"odd"});
        QCOMPARE(studio.shown(some), (QStringList{"shape", "size", "teeth", "fill"}));
        studio.document.edit("Remove", [](DesignEdit& edit) { edit.setValue("odd", "teeth", {}); });
        QCOMPARE(studio.shown(some), (QStringList{"shape", "size", "fill"}));
    }
};

BURIN_TEST(TestInspectorChoices)
#include "test_inspector_choices.moc"
