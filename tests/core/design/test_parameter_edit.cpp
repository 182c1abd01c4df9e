// SPDX-License-Identifier: GPL-3.0-or-later

// Edits of a group's parameters.

#include "core/design/design_edit.hpp"
#include "support/testing.hpp"

namespace burin {

namespace {

constexpr const char* text = R"yaml(burin: 2
pixel: 1 um
groups:
  g:
    parameters:
      size: {type: length, default: 10}
      gap: {type: length, default: "= size * 2"}
      unused: {type: number, default: 1}
    output: a
    nodes:
      a: {kind: math2d, width: =size, height: "= gap + size", expression: "size / sizes + x", parameters: {sizes: 3}}
      b: {kind: group, group: h, values: {size: =size}}
  h:
    parameters: {size: {type: length, default: 1}}
    output: c
    nodes:
      c: {kind: math2d, width: =size, height: =size, expression: "1"}
nodes:
  one: {kind: group, group: g, values: {size: 3, unused: 2}}
)yaml";

DesignEdit edited() {
    return DesignEdit(std::get<YamlValue>(parseYaml(text)));
}

QString textOf(const DesignEdit& edit) {
    return QString::fromStdString(writeYaml(edit.document()));
}

}  // namespace

class TestParameterEdit : public QObject {
    Q_OBJECT

  private slots:
    void aNameChangesEverywhere() {
        DesignEdit edit = edited();
        QVERIFY(edit.renameParameter("g", "size", "side") == GroupObstacle::none);
        const QString after = textOf(edit);
        QVERIFY2(after.contains("= side * 2"), qPrintable(after));
        QVERIFY(after.contains("width: =side"));
        QVERIFY(after.contains("= gap + side"));
        QVERIFY2(after.contains("side / sizes + x"), qPrintable(after));
        // The group h has a parameter of that name too.
        QVERIFY2(after.contains("values: {size: =side}"), qPrintable(after));
        QVERIFY(after.contains("values: {side: 3, unused: 2}"));
    }

    /// In a curve, t is always the variable, even if a parameter of the group has that name.
    void aNameChangesInACurve() {
        DesignEdit edit(std::get<YamlValue>(parseYaml(R"yaml(burin: 2
pixel: 1 um
groups:
  g:
    parameters: {r: {type: number, default: 9}, t: {type: number, default: 6}}
    output: p
    nodes:
      p: {kind: path, curve: {x: "r * cos(t)", y: "r * sin(t)", from: 0, to: =t, closed: true}}
nodes: {one: {kind: group, group: g}}
)yaml")));
        QVERIFY((edit.parameterUsers("g", "r") == std::vector<std::string>{"p"}));
        QVERIFY(edit.renameParameter("g", "r", "radius") == GroupObstacle::none);
        QVERIFY(edit.renameParameter("g", "t", "turns") == GroupObstacle::none);
        const QString after = textOf(edit);
        QVERIFY2(after.contains("radius * cos(t)") && after.contains("radius * sin(t)"), qPrintable(after));
        QVERIFY2(after.contains("to: =turns"), qPrintable(after));
    }

    void namesThatCannotBeAreRefused() {
        DesignEdit edit = edited();
        QVERIFY(edit.renameParameter("g", "size", "gap") == GroupObstacle::nameTaken);
        QVERIFY(edit.renameParameter("g", "size", "um") == GroupObstacle::nameTaken);
        // A parameter of the node a.
        QVERIFY(edit.renameParameter("g", "size", "sizes") == GroupObstacle::nameTaken);
        QVERIFY(edit.renameParameter("g", "gone", "side") == GroupObstacle::noParameter);
        QCOMPARE(textOf(edit), textOf(edited()));
    }

    void usersAreKnown() {
        DesignEdit edit = edited();
        QVERIFY((edit.parameterUsers("g", "size") == std::vector<std::string>{"gap", "a", "b"}));
        QVERIFY(edit.parameterUsers("g", "unused").empty());
    }

    void aParameterIsRemovedWithItsValues() {
        DesignEdit edit = edited();
        edit.removeParameter("g", "unused");
        QVERIFY(!textOf(edit).contains("unused"));
        QVERIFY(textOf(edit).contains("values: {size: 3}"));
    }

    void parametersChangeTheirOrderAndKeys() {
        DesignEdit edit = edited();
        edit.moveParameter("g", 2, 0);
        edit.setParameter("g", "gap", "title", yamlScalar("Gap"));
        const QString after = textOf(edit);
        QVERIFY(after.indexOf("unused: {type") < after.indexOf("size: {type"));
        QVERIFY2(after.contains("title: Gap"), qPrintable(after));
        edit.moveParameter("g", 0, 2);
        edit.setParameter("g", "gap", "title", {});
        QCOMPARE(textOf(edit), textOf(edited()));
    }
};

}  // namespace burin

BURIN_TEST(burin::TestParameterEdit)
#include "test_parameter_edit.moc"
