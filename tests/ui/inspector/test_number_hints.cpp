// SPDX-License-Identifier: GPL-3.0-or-later

// The hints of the inspector about a number while it is typed, and editors that are destroyed meanwhile.

#include "tests/ui/inspector/inspector_test.hpp"
#include "ui/inspector/editors/number_editor.hpp"
#include "ui/inspector/fields/quantity_field.hpp"
#include "ui/inspector/inputs_list.hpp"

#include <QLabel>
#include <QLineEdit>
#include <QSignalSpy>

#include <memory>

namespace burin::ui {

class TestNumberHints : public QObject {
    Q_OBJECT

  private slots:
    void theRangeKeepsTheTypedUnitWhileTheTextCannotBeRead_data() {
        QTest::addColumn<QString>("name");
        QTest::newRow("a number") << "field.reach";
        QTest::newRow("a side of a size") << "field.width";
    }
    void theRangeKeepsTheTypedUnitWhileTheTextCannotBeRead() {
        QFETCH(QString, name);
        InspectorTest test;
        test.document.edit("Bound", [](DesignEdit& edit) {
            edit.setValue("it", "width", yamlScalar("300 mm"));
            edit.setValue("it", "height", yamlScalar("300 mm"));
        });
        auto* field = test.focused(name);
        const auto* range = test.child<QLabel>("inspector.range");
        field->selectAll();
        QTest::keyClicks(field, "3 000 m");
        QVERIFY(!test.child<QuantityField>(name)->problem().isEmpty());
        QVERIFY2(range->text().endsWith(" m"), qPrintable(range->text()));
    }

    void theResultOfAValueOutOfRangeIsNotShownAsRight_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("within");
        QTest::addColumn<QString>("beyond");
        QTest::newRow("a number") << "field.reach"
                                  << "1 mm * 2"
                                  << "1 mm * 3";
        QTest::newRow("a side of a size") << "field.width"
                                          << "1 m * 2"
                                          << "1 m * 9000";
    }
    void theResultOfAValueOutOfRangeIsNotShownAsRight() {
        QFETCH(QString, name);
        QFETCH(QString, within);
        QFETCH(QString, beyond);
        InspectorTest test;
        test.document.edit("Bound", [](DesignEdit& edit) {
            edit.setValue("it", "width", yamlScalar("300"));
            edit.setValue("it", "height", yamlScalar("300"));
        });
        auto* field = test.focused(name);
        const auto* result = test.child<QLabel>("inspector.result");
        for (const bool right : {true, false, true}) {
            field->selectAll();
            QTest::keyClicks(field, right ? within : beyond);
            QVERIFY2(result->text().startsWith("= "), qPrintable(result->text()));
            QCOMPARE(result->property("good").toBool(), right);
            QCOMPARE(result->property("error").toBool(), !right);
        }
    }

    /// Without an inspector, the editor shows the hint itself.
    void anEditorOfItsOwnShowsTheResultInTheSameColours() {
        StudioTest studio(oddKinds());
        QCOMPARE(studio.load(oddDesign), QString());
        NumberEditor editor(wanted_, {studio.workbench(), "it", "reach"}, nullptr);
        QList<QLabel*> results;
        for (QLabel* label : editor.findChildren<QLabel*>()) {
            if (label->property("good").toBool() && !label->objectName().startsWith("result."))
                results << label;
        }
        QCOMPARE(results.size(), 1);
        editor.field().setTyped("200 + 300");
        QVERIFY(results.first()->property("error").toBool() && !results.first()->property("good").toBool());
        editor.field().setTyped("20 + 30");
        QVERIFY(!results.first()->property("error").toBool() && results.first()->property("good").toBool());
    }

    /// The field reports that it has lost the focus after the members of the editor are destroyed.
    void anEditorThatIsDestroyedWithTheFocusAppliesNothing() {
        StudioTest studio(oddKinds());
        QCOMPARE(studio.load(oddDesign), QString());
        auto editor =
            std::make_unique<NumberEditor>(wanted_, EditorPlace{studio.workbench(), "it", "reach"}, nullptr);
        editor->show();
        editor->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(editor.get(), patience));
        editor->field().setFocus();
        QTest::keyClicks(&editor->field(), "5");
        const QSignalSpy edited(editor.get(), &ValueEditor::edited);
        editor.reset();
        QCOMPARE(edited.count(), 0);
    }

    /// Only a sanitizer sees that a list without members is used.
    void aListOfInputsThatIsDestroyedWithTheFocusAppliesNothing() {
        StudioTest studio(oddKinds());
        QCOMPARE(studio.load(oddDesign), QString());
        auto list = std::make_unique<InputsList>(EditorPlace{studio.workbench(), "it", "inputs"},
                                                 std::vector{Trait::data, Trait::mask}, nullptr);
        list->setInputs(studio.document.nodeText("it")->find("inputs"));
        list->show();
        list->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(list.get(), patience));
        auto* field = list->findChild<QLineEdit*>("at.2.x");
        QVERIFY(field != nullptr);
        field->setFocus();
        field->selectAll();
        QTest::keyClicks(field, "5");
        list.reset();
        QCOMPARE(studio.document.history().count(), 0);
    }

  private:
    const ParameterDescription wanted_{
        .key = "reach", .type = ParameterType::length, .unit = "px", .minimum = 1, .maximum = 400};
};

}  // namespace burin::ui

BURIN_TEST(burin::ui::TestNumberHints)
#include "test_number_hints.moc"
