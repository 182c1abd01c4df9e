// SPDX-License-Identifier: GPL-3.0-or-later

// What the inspector says about a number while it is typed.

#include "tests/ui/inspector/inspector_test.hpp"
#include "ui/inspector/editors/number_editor.hpp"
#include "ui/inspector/fields/quantity_field.hpp"

#include <QLabel>
#include <QLineEdit>

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

  private:
    const ParameterDescription wanted_{
        .key = "reach", .type = ParameterType::length, .unit = "px", .minimum = 1, .maximum = 400};
};

}  // namespace burin::ui

BURIN_TEST(burin::ui::TestNumberHints)
#include "test_number_hints.moc"
