// SPDX-License-Identifier: GPL-3.0-or-later

// The room of the columns and rows in the table of a group's parameters.

#include "core/design/design_edit.hpp"
#include "support/testing.hpp"
#include "tests/ui/support/studio_test.hpp"
#include "ui/inspector/parameters/parameters_panel.hpp"

#include <QLabel>
#include <QLineEdit>
#include <QScrollArea>
#include <QScrollBar>

namespace burin::ui {

namespace {

constexpr const char* stones = R"yaml(burin: 2
pixel: 10 um
groups:
  stones:
    parameters:
      size: {type: length, default: 1 mm, minimum: 20 um, maximum: 2 mm}
      gap: {type: length, default: "= size * 1.1"}
      seed: {type: seed, default: 4711}
      turn: {type: choice, choices: [none, quarter], default: quarter}
      low: {type: number, default: 0.7, minimum: 0, maximum: 1}
    output: stone
    nodes:
      stone: {kind: math2d, width: =gap, height: =size, expression: "low"}
nodes:
  surface: {kind: root, width: 40 mm, height: 40 mm, inputs: [data: wall]}
  wall: {kind: group, group: stones}
)yaml";

struct ColumnTest : StudioTest {
    ColumnTest() : parameters(workbench()) {
        if (const QString problem = load(stones); !problem.isEmpty()) qFatal("%s", qPrintable(problem));
        parameters.resize(336, 400);
        parameters.show();
        if (!QTest::qWaitForWindowExposed(&parameters, patience)) qFatal("the window does not appear");
        if (!document.scope().enter("wall")) qFatal("the group is missing");
    }

    void rename(const QString& before, const QString& name) {
        document.edit("Name", [&](DesignEdit& edit) {
            edit.renameParameter("stones", before.toStdString(), name.toStdString());
        });
    }
    [[nodiscard]] QWidget* line(const QString& parameter) const {
        const auto all = parameters.findChildren<QWidget*>("parameter." + parameter);
        if (all.isEmpty()) qFatal("there is no such line");
        return all.last();
    }
    [[nodiscard]] QLineEdit* field(const QString& parameter, const QString& name) const {
        return line(parameter)->findChild<QLineEdit*>(name);
    }

    ParametersPanel parameters;
};

}  // namespace

class TestParameterColumns : public QObject {
    Q_OBJECT

  private slots:
    /// The column of the names is as wide as they need, as far as the limits and the defaults keep room.
    void namesAreReadAsAWhole() {
        ColumnTest test;
        test.rename("low", "gain_high");
        const QLineEdit* name = test.field("gain_high", "parameter.name");
        constexpr int inset = 12;
        const int needed = name->fontMetrics().horizontalAdvance("gain_high") + inset;
        QTRY_VERIFY(name->width() > needed);
        QCOMPARE(name->toolTip(), QString());
        QCOMPARE(test.field("size", "parameter.name")->width(), name->width());

        const QString lengthy = "distance_between_the_middles_of_stones";
        test.rename("gap", lengthy);
        QTRY_COMPARE(test.field(lengthy, "parameter.name")->toolTip(), lengthy);
        QTRY_VERIFY(test.field(lengthy, "field." + lengthy)->width() >= 60);
        QTRY_VERIFY(test.field("size", "parameter.limits")->width() >= 56);
    }

    /// The head of the framed fields is above their frames.
    void theHeadOfTheDefaultsIsAboveThem() {
        const ColumnTest test;
        const auto* head = test.parameters.findChild<QLabel*>("parameters.default");
        const auto left = [&test](const QWidget* widget, int inside) {
            return widget->mapTo(&test.parameters, QPoint(inside, 0)).x();
        };
        QTRY_COMPARE(left(head, head->indent()), left(test.field("size", "field.size"), 0));
    }

    /// The defaults get the room that short limits leave.
    void aShortFormulaIsReadAsAWhole() {
        ColumnTest test;
        // The columns have their widths.
        QTRY_COMPARE(test.field("size", "parameter.limits")->geometry().right() + 1, 336 - 4);
        QCOMPARE(test.field("gap", "field.gap")->text(), QString("= size * 1.1"));
    }

    /// In a window of a usual screen the panel is 203 pixels high.
    void fiveParametersNeedNoScrollBar() {
        ColumnTest test;
        test.parameters.resize(336, 203);
        QTRY_COMPARE(test.parameters.height(), 203);
        QTRY_COMPARE(test.line("low")->y(), 4 * 29);
        const auto* scroll = test.parameters.findChild<QScrollArea*>();
        QVERIFY(scroll != nullptr);
        QTRY_COMPARE(scroll->verticalScrollBar()->maximum(), 0);
    }
};

}  // namespace burin::ui

BURIN_TEST(burin::ui::TestParameterColumns)
#include "test_parameter_columns.moc"
