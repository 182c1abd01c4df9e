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

    /// An instance at default values keeps its meaning, and texts without the name stay as written.
    void aRemovedParameterLeavesItsDefault_data() {
        QTest::addColumn<QByteArray>("fallback");
        QTest::addColumn<QByteArray>("pitch");
        QTest::addColumn<QByteArrayList>("expected");
        QTest::newRow("pixels") << QByteArray("10") << QByteArray("1 um")
                                << QByteArrayList{"default: 20}", "width: 10", "= gap + 10",
                                                  "parameters: {sizes: 3, size: 10}", "values: {size: 10}"};
        QTest::newRow("millimetres") << QByteArray("0.3 mm") << QByteArray("2 um")
                                     << QByteArrayList{"= (300 / um) * 2", "width: 0.3 mm",
                                                       "= gap + (300 / um)",
                                                       "parameters: {sizes: 3, size: \"= 300 / um\"}",
                                                       "values: {size: 0.3 mm}"};
        QTest::newRow("micrometres, which divide another number")
            << QByteArray("16 um") << QByteArray("0.5 um")
            << QByteArrayList{"= (16 / um) * 2", "width: 16 um"};
        QTest::newRow("a formula of another parameter")
            << QByteArray("\"= base * 2\"") << QByteArray("1 um")
            << QByteArrayList{"= (base * 2) * 2", "width: \"= base * 2\"", "= gap + (base * 2)",
                              "size: \"= (base * 2)\""};
    }
    void aRemovedParameterLeavesItsDefault() {
        QFETCH(QByteArray, fallback);
        QFETCH(QByteArray, pitch);
        QFETCH(QByteArrayList, expected);
        const std::string design = R"yaml(burin: 2
pixel: PITCH
groups:
  g:
    parameters:
      base: {type: length, default: 40}
      size: {type: length, default: FALLBACK}
      gap: {type: length, default: "= size * 2"}
    output: a
    nodes:
      a: {kind: math2d, width: =size, height: "= gap + size", expression: "size / sizes + x", parameters: {sizes: 3}}
      b: {kind: group, group: h, values: {size: =size}}
      d: {kind: math2d, width: =gap, height: "=gap*2", expression: "1 / size"}
      e: {kind: path, curve: {x: "size * cos(t)", y: "size * sin(t)", from: 0, to: 6, closed: true}}
  h:
    parameters: {size: {type: length, default: 1}}
    output: c
    nodes:
      c: {kind: math2d, width: =size, height: =size, expression: "1"}
nodes:
  one: {kind: group, group: g}
)yaml";
        const QString filled = QString::fromStdString(design)
                                   .replace("FALLBACK", QString::fromUtf8(fallback))
                                   .replace("PITCH", QString::fromUtf8(pitch));
        const auto read = [&] { return DesignEdit(std::get<YamlValue>(parseYaml(filled.toStdString()))); };
        DesignEdit edit = read();
        QVERIFY(edit.fixParameter("g", "size"));
        const QString after = textOf(edit);
        for (const QByteArray& part : std::as_const(expected))
            QVERIFY2(after.contains(QString::fromUtf8(part)), qPrintable(after));
        QVERIFY2(after.contains("height: \"=gap*2\"") || after.contains("height: =gap*2"), qPrintable(after));
        QVERIFY2(after.contains("    parameters: {size: {type: length, default: 1}}"), qPrintable(after));
        QVERIFY2(!after.contains("size: {type: length, default: " + QString::fromUtf8(fallback)),
                 qPrintable(after));
        DesignEdit before = read();
        QVERIFY(!before.ungroup("one").empty() && !edit.ungroup("one").empty());
        const YamlValue& meant = *before.document().find("nodes");
        const YamlValue& made = *edit.document().find("nodes");
        QVERIFY2(made == meant, qPrintable(textOf(before) + textOf(edit)));
    }

    void instancesLoseOtherValuesOfARemovedParameter() {
        DesignEdit edit = edited();
        QVERIFY(edit.fixParameter("g", "size"));
        QVERIFY2(textOf(edit).contains("values: {unused: 2}"), qPrintable(textOf(edit)));
    }

    /// Without brackets, -2^2 would be -4.
    void aNegativeDefaultGetsBrackets() {
        DesignEdit edit(std::get<YamlValue>(parseYaml(R"yaml(burin: 2
pixel: 1 um
groups:
  g:
    parameters: {k: {type: number, default: -2}, c: {type: choice, choices: [a, b], default: b}}
    output: p
    nodes:
      p: {kind: math2d, width: "= k^2 * c + 8", height: 9, expression: "k", muted: =c}
nodes: {one: {kind: group, group: g}}
)yaml")));
        QVERIFY(edit.fixParameter("g", "k"));
        QVERIFY2(textOf(edit).contains("= (-2)^2 * c + 8"), qPrintable(textOf(edit)));
        QVERIFY(edit.fixParameter("g", "c"));
        QVERIFY2(textOf(edit).contains("width: 12"), qPrintable(textOf(edit)));
        QVERIFY2(textOf(edit).contains("muted: true"), qPrintable(textOf(edit)));
    }

    void whatCannotBeReplacedStays() {
        const QString needed =
            QString(text).replace("size: {type: length, default: 10}", "size: {type: length}");
        DesignEdit edit(std::get<YamlValue>(parseYaml(needed.toStdString())));
        const QString before = textOf(edit);
        QVERIFY(!edit.fixParameter("g", "size"));
        QVERIFY(!edit.fixParameter("g", "gone"));
        QVERIFY(!edit.fixParameter("gone", "size"));
        QCOMPARE(textOf(edit), before);
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
