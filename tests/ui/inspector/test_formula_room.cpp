// SPDX-License-Identifier: GPL-3.0-or-later

// How two fields of one row share its room while formulas are in them, and that long formulas move nothing.

#include "core/design/design_edit.hpp"
#include "core/design/yaml_tools.hpp"
#include "support/testing.hpp"
#include "tests/ui/support/studio_test.hpp"
#include "ui/inspector/fields/range_slider.hpp"
#include "ui/inspector/inspector_panel.hpp"

#include <QLineEdit>

#include <string>
#include <vector>

namespace burin::ui {

namespace {

constexpr const char* lattice = R"yaml(burin: 2
pixel: 10 um
groups:
  stones:
    parameters:
      gap: {type: length, default: 8 mm}
      lo: {type: number, default: 0.7}
      highest: {type: number, default: 1}
    output: rows
    nodes:
      rows:
        kind: stitching
        u: ["= gap * 1.0625", 0]
        v: ["= gap / 2", "= gap * sqrt(3) / 2"]
        vary: {gain: [=lo, 1]}
        inputs: [pattern: stone]
      stone: {kind: math2d, width: =gap, height: =gap, expression: "1"}
nodes:
  surface: {kind: root, width: 40 mm, height: 40 mm, inputs: [data: wall]}
  wall: {kind: group, group: stones}
)yaml";

struct RoomTest : StudioTest {
    RoomTest() : panel(workbench()) {
        if (const QString problem = load(lattice); !problem.isEmpty()) qFatal("%s", qPrintable(problem));
        panel.resize(336, 2000);
        if (!document.scope().enter("wall")) qFatal("the group is missing");
        selection.select({"rows"});
        panel.show();
        if (!QTest::qWaitForWindowExposed(&panel, patience)) qFatal("the window does not appear");
    }

    template <class T>
    [[nodiscard]] T* child(const QString& name) const {
        const QList<T*> all = panel.findChildren<T*>(name);
        if (all.isEmpty()) qFatal("there is no such widget");
        return all.last();
    }
    [[nodiscard]] QString text(const QString& name) const { return child<QLineEdit>(name)->text(); }
    [[nodiscard]] int width(const QString& name) const { return child<QLineEdit>(name)->width(); }

    InspectorPanel panel;
};

}  // namespace

class TestFormulaRoom : public QObject {
    Q_OBJECT

  private slots:
    void aFormulaTakesWhatAShortValueDoesNotNeed() {
        RoomTest test;
        QTRY_COMPARE(test.text("field.u.x"), QString("= gap * 1.0625"));
        QCOMPARE(test.text("field.u.y"), QString("0 px"));
    }

    void nothingMovesBelowAFormulaOfSeveralLines() {
        StudioTest studio;
        QCOMPARE(studio.load("burin: 2\npixel: 1 um\nnodes:\n"
                             "  surface: {kind: root, width: 900, height: 900, inputs: [{data: dome}]}\n"
                             "  dome: {kind: math2d, width: 40, height: 40, expression: "
                             "'sqrt(max(0, 1 - hypot(2 * x / (w - 1) - 1, 2 * y / (h - 1) - 1)^2))'}\n"),
                 QString());
        InspectorPanel panel(studio.workbench());
        panel.resize(336, 700);
        panel.show();
        QVERIFY(QTest::qWaitForWindowExposed(&panel, patience));
        const auto height = [&] {
            const auto* field = panel.findChildren<QLineEdit*>("field.height").last();
            return field->mapTo(&panel, QPoint()).y();
        };
        studio.selection.select({"dome"});
        const int first = height();
        for (int i = 0; i < 8; ++i)
            QCoreApplication::processEvents();
        QCOMPARE(height(), first);
    }

    /// The shorter formula is shown completely, and the longer one gets the remaining room.
    void theLongerFormulaIsWider() {
        RoomTest test;
        QTRY_VERIFY(test.width("field.v.y") > test.width("field.v.x") + 10);
        QCOMPARE(test.text("field.v.x"), QString("= gap / 2"));
    }

    /// A slider gives its room to a formula that would be cut, and comes back after that.
    void aFormulaOfARangeReplacesItsSlider() {
        RoomTest test;
        QTRY_COMPARE(test.text("field.gain.x"), QString("= lo"));
        QVERIFY(!test.child<RangeSlider>("slider.gain")->isHidden());
        test.document.edit("Gain", [](DesignEdit& edit) {
            YamlValue vary = yamlMap();
            setIn(vary, "gain", yamlList(std::vector<std::string>{"=lo", "=highest"}));
            edit.setValue("rows", "vary", std::move(vary));
        });
        QTRY_COMPARE(test.text("field.gain.y"), QString("= highest"));
        QCOMPARE(test.text("field.gain.x"), QString("= lo"));
        QVERIFY(test.child<RangeSlider>("slider.gain")->isHidden());
        test.document.undo();
        QVERIFY(!test.child<RangeSlider>("slider.gain")->isHidden());
        QTRY_COMPARE(test.width("field.gain.y"), 54);
    }
};

}  // namespace burin::ui

BURIN_TEST(burin::ui::TestFormulaRoom)
#include "test_formula_room.moc"
