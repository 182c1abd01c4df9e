// SPDX-License-Identifier: GPL-3.0-or-later

// Parameters made of others: named numbers, matrices, one of several, and any of several.

#include "support/testing.hpp"
#include "tests/ui/inspector/inspector_test.hpp"
#include "tests/ui/support/at_rest.hpp"
#include "ui/inspector/fields/segmented_switch.hpp"
#include "ui/theme/value_slider.hpp"

#include <QComboBox>
#include <QContextMenuEvent>
#include <QCoreApplication>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPointer>
#include <QPushButton>
#include <QTableWidget>
#include <QToolButton>

namespace burin::ui {

class TestInspectorComposites : public QObject {
    Q_OBJECT

  private slots:
    /// Nothing waits for the menu, so it goes with its row.
    void theMenuOfALinkGoesWithItsRow() {
        InspectorTest test;
        auto* row = test.child<QWidget>("input.0");
        QVERIFY(row != nullptr);
        QContextMenuEvent asks(QContextMenuEvent::Keyboard, row->rect().topLeft(),
                               row->mapToGlobal(QPoint()));
        QCoreApplication::sendEvent(row, &asks);
        const QPointer<QMenu> menu = row->findChild<QMenu*>();
        QVERIFY(menu != nullptr && !menu->actions().isEmpty());
        test.selection.select({"a"});
        QTRY_VERIFY(menu == nullptr);
    }

    void numbersByName() {
        InspectorTest test;
        QTest::mouseClick(test.child<QPushButton>("add.names"), Qt::LeftButton);
        QVERIFY2(test.body("it").contains("names: {a: 1}"), qPrintable(test.body("it")));
        test.type("name.names.0", "depth");
        QVERIFY(test.body("it").contains("names: {depth: 1}"));
        auto* number = test.child<QWidget>("number.names.0")->findChild<QLineEdit*>();
        number->setFocus();
        number->selectAll();
        QTest::keyClicks(number, "+1\r");
        QVERIFY2(test.body("it").contains("names: {depth: 2}"), qPrintable(test.body("it")));
        auto* slider = test.child<QWidget>("number.names.0")->findChild<ValueSlider*>();
        slider->setFocus();
        QTest::keyClick(slider, Qt::Key_Home);
        QVERIFY(test.body("it").contains("names: {depth: 0}"));
        QTest::mouseClick(test.child<QToolButton>("remove.names.0"), Qt::LeftButton);
        QVERIFY(!test.body("it").contains("names"));
    }

    /// A file of 1 MiB may have a hundred thousand; a row for each would stop the window.
    void theFirstOfManyNumbersAreListed() {
        InspectorTest test;
        test.document.edit("Add", [](DesignEdit& edit) {
            YamlValue names;
            names.type = YamlValue::Type::map;
            for (int k = 0; k < 103; ++k)
                names.entries.push_back({yamlScalar("n" + std::to_string(k)), yamlScalar("1")});
            edit.setValue("it", "names", names);
        });
        QVERIFY(test.child<QWidget>("number.names.99") != nullptr);
        QVERIFY(test.child<QWidget>("number.names.100") == nullptr);
        QCOMPARE(test.child<QLabel>("more.names")->text(), QString("And 3 more"));
        test.child<QToolButton>("remove.names.0")->click();
        QVERIFY(!test.body("it").contains("n0:") && test.body("it").contains("n102: 1"));
        QCOMPARE(test.child<QLabel>("more.names")->text(), QString("And 2 more"));
        QVERIFY2(!test.child<QPushButton>("add.names")->isEnabled(), "a new number would have no row");
        for (int k = 0; k < 3; ++k)
            test.child<QToolButton>("remove.names.0")->click();
        QVERIFY(test.child<QPushButton>("add.names")->isEnabled());
    }

    /// The style sheet makes other buttons larger, which would be cut.
    void theButtonsBesideFieldsAreWhole() {
        InspectorTest test;
        QTest::mouseClick(test.child<QPushButton>("add.names"), Qt::LeftButton);
        resizeAndRest(test.panel, test.panel.size());
        for (const QToolButton* button : test.panel.findChildren<QToolButton*>()) {
            const QString name = button->objectName();
            if (!name.startsWith("remove.names") && !name.startsWith("reset.")) continue;
            QVERIFY2(button->width() == 24 && button->height() == 24,
                     qPrintable(QString("%1: %2 x %3").arg(name).arg(button->width()).arg(button->height())));
        }
        QVERIFY(test.child<QToolButton>("remove.names.0")->isVisible());
    }

    void aMatrixIsAGrid() {
        InspectorTest test;
        QTest::mouseClick(test.child<QPushButton>("begin.grid"), Qt::LeftButton);
        QVERIFY2(test.body("it").contains("grid: [[0, 0, 0], [0, 1, 0], [0, 0, 0]]"),
                 qPrintable(test.body("it")));
        auto* table = test.child<QTableWidget>("table.grid");
        table->setFocus();
        table->setCurrentCell(1, 1);
        QTest::keyClick(table, Qt::Key_F2);
        auto* cell = table->findChild<QLineEdit*>();
        QVERIFY(cell != nullptr);
        cell->selectAll();
        QTest::keyClicks(cell, "2*4");
        QTest::keyClick(cell, Qt::Key_Return);
        QTRY_VERIFY2(test.body("it").contains("[0, 8, 0]"), qPrintable(test.body("it")));
        auto* columns = test.child<QLineEdit>("columns.grid");
        columns->setFocus();
        QTest::keyClick(columns, Qt::Key_Up);
        QVERIFY2(test.body("it").contains("[0, 8, 0, 0, 0]"), qPrintable(test.body("it")));
        test.type("rows.grid", "1");
        QVERIFY(test.body("it").contains("grid: [[0, 0, 0, 0, 0]]"));
    }

    /// The table would have as many cells as the product of both, which may fill the memory.
    void aMatrixWithOneLongRowIsShownInPart() {
        InspectorTest test;
        test.document.edit("Break", [](DesignEdit& edit) {
            YamlValue grid = yamlList({});
            grid.items.push_back(yamlList(std::vector<std::string>(3'000, "1")));
            for (int row = 1; row < 400; ++row)
                grid.items.push_back(yamlList(std::vector<std::string>{"2"}));
            edit.setValue("it", "grid", grid);
        });
        const auto* table = test.child<QTableWidget>("table.grid");
        QCOMPARE(table->rowCount(), 256);
        QCOMPARE(table->columnCount(), 256);
        QCOMPARE(table->item(0, 255)->text(), QString("1"));
    }

    void oneOfSeveral() {
        InspectorTest test;
        auto* keys = test.child<QComboBox>("key.shape");
        keys->setFocus();
        QCOMPARE(keys->currentIndex(), -1);
        QTest::keyClick(keys, Qt::Key_Down);
        QVERIFY2(test.body("it").contains("shape: {box: 7}"), qPrintable(test.body("it")));
        test.type("field.box", "3");
        QVERIFY(test.body("it").contains("shape: {box: 3}"));
        QTest::keyClick(keys, Qt::Key_Down);
        QVERIFY2(test.body("it").contains("shape: {gaussian: 1}"), qPrintable(test.body("it")));
        QTest::keyClick(keys, Qt::Key_Down);
        QTest::mouseClick(test.child<SegmentedSwitch>("field.laplacian"), Qt::LeftButton, {},
                          test.child<SegmentedSwitch>("field.laplacian")->segment(1).center());
        QVERIFY(test.body("it").contains("shape: {laplacian: 8}"));
        QTest::keyClick(keys, Qt::Key_End);
        QVERIFY2(test.body("it").contains("shape: {matrix: [[0, 0, 0], [0, 1, 0], [0, 0, 0]]}"),
                 qPrintable(test.body("it")));
        // A key's value is restored when the key is chosen again.
        QTest::keyClick(keys, Qt::Key_Home);
        QVERIFY(test.body("it").contains("shape: {box: 3}"));
    }

    void anyOfSeveral() {
        InspectorTest test;
        auto* style = test.child<SegmentedSwitch>("field.style");
        QVERIFY(style != nullptr);
        QTest::mouseClick(style, Qt::LeftButton, {}, style->segment(1).center());
        QVERIFY2(test.body("it").contains("changes: {style: half}"), qPrintable(test.body("it")));
        test.type("field.growth.y", "1.5");
        QVERIFY2(test.body("it").contains("growth: [1, 1.5]"), qPrintable(test.body("it")));
        test.type("field.step", "2.25");
        QVERIFY2(test.body("it").contains("step: 2.25"), qPrintable(test.body("it")));
        QVERIFY(test.body("it").contains("style: half"));
    }
};

}  // namespace burin::ui

BURIN_TEST(burin::ui::TestInspectorComposites)
#include "test_inspector_composites.moc"
