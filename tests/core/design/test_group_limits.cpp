// SPDX-License-Identifier: GPL-3.0-or-later

// The limits of groups: their size is counted before anything is made.

#include "core/design/design.hpp"
#include "support/testing.hpp"

#include <chrono>

using namespace burin;

namespace {

Design parse(const std::string& text) {
    return parseDesign(text, ".", "x.burin");
}

std::string problemsOf(const Design& design) {
    std::string text;
    for (const Diagnostic& d : design.diagnostics)
        text += d.text() + "\n";
    return text;
}

}  // namespace

class TestGroupLimits : public QObject {
    Q_OBJECT

  private slots:
    void limits_data() {
        QTest::addColumn<QByteArray>("groups");
        QTest::addColumn<QByteArray>("expected");
        const auto nested = [](int levels, int instances) {
            std::string text = "  g0: {output: n0, nodes: {n0: {kind: math2d, expression: \"1\"}}}\n";
            for (int level = 1; level < levels; ++level) {
                text += "  g" + std::to_string(level) + ":\n    output: n0\n    nodes:\n";
                for (int i = 0; i < instances; ++i)
                    text += "      n" + std::to_string(i) + ": {kind: group, group: g" +
                            std::to_string(level - 1) + "}\n";
            }
            return text + "  g: {output: n, nodes: {n: {kind: group, group: g" + std::to_string(levels - 1) +
                   "}}}\n";
        };
        const auto row = [](const char* name, const std::string& groups, const char* expected) {
            QTest::newRow(name) << QByteArray::fromStdString(groups) << QByteArray(expected);
        };
        row("16 deep", nested(15, 1), "");
        row("17 deep", nested(16, 1), "groups are nested more than 16 deep");
        row("300 deep", nested(300, 1), "groups are nested more than 16 deep");
        row("10,000 nodes and the root", nested(5, 10),
            "expands to 10000 nodes, together with all others to 10001");
        row("a bomb", nested(15, 1000), "expands to more than 10^15 nodes");
        std::string many = "  g:\n    parameters:\n";
        for (int i = 0; i < 256; ++i)
            many += "      p" + std::to_string(i) + ": {type: number, default: 0}\n";
        const std::string rest = "    output: n\n    nodes: {n: {kind: math2d, expression: \"1\"}}\n";
        row("256 parameters", many + rest, "");
        row("257 parameters", many + "      q: {type: number, default: 0}\n" + rest,
            "more than 256 parameters");
        std::string sockets = "  g:\n    inputs:\n";
        for (int i = 0; i < 64; ++i)
            sockets += "      - {data: d" + std::to_string(i) + ", optional: true}\n";
        row("64 sockets", sockets + rest, "");
        row("65 sockets", sockets + "      - {data: e, optional: true}\n" + rest, "more than 64 sockets");
        const std::string longText(500'000, 'x');
        std::string heavy = "  g0: {parameters: {t: {type: text, default: " + longText +
                            "}}, output: n, nodes: {n: {kind: math2d, expression: \"1\"}, o: {kind: math2d, "
                            "expression: \"1\", "
                            "title: =t}}}\n  g:\n    output: n0\n    nodes:\n";
        for (int i = 0; i < 200; ++i)
            heavy += "      n" + std::to_string(i) + ": {kind: group, group: g0}\n";
        row("more text than a file may have", heavy, "expands to more than 64 MiB of text");
    }
    void limits() {
        QFETCH(QByteArray, groups);
        QFETCH(QByteArray, expected);
        const auto start = std::chrono::steady_clock::now();
        const Design design = parse("burin: 2\npixel: 1 um\ngroups:\n" + groups.toStdString() +
                                    "nodes:\n  s: {kind: root, width: 5, height: 5, inputs: [data: i]}\n"
                                    "  i: {kind: group, group: g}\n");
        QVERIFY(std::chrono::steady_clock::now() - start < std::chrono::milliseconds(patience));
        QVERIFY(!design.refused && design.root);
        const Diagnostics errors = design.errorsOf(*design.root);
        if (expected.isEmpty()) {
            QVERIFY2(errors.empty(), problemsOf(design).c_str());
        } else {
            QCOMPARE(errors.size(), std::size_t{1});
            QVERIFY2(errors[0].text().find(expected.toStdString()) != std::string::npos,
                     errors[0].text().c_str());
        }
    }

    /// A muted instance is a single node.
    void mutedInstancesCountOnce() {
        std::string text = "burin: 2\npixel: 1 um\ngroups:\n  g:\n    output: n0\n    nodes:\n";
        for (int i = 0; i < 6000; ++i)
            text += "      n" + std::to_string(i) + ": {kind: math2d, expression: \"1\"}\n";
        const auto designWith = [&](const std::string& keys) {
            return parse(text +
                         "nodes:\n  s: {kind: root, width: 5, height: 5, inputs: [data: i, data: j]}\n"
                         "  j: {kind: group, group: g" +
                         keys + "}\n  i: {kind: group, group: g}\n");
        };
        const Design muted = designWith(", muted: true");
        QVERIFY2(muted.errorsOf(*muted.root).empty(), problemsOf(muted).c_str());
        const Design both = designWith("");
        QVERIFY(problemsOf(both).find("together with all others to 12001") != std::string::npos);
    }

    /// This holds even if binary64 makes 2009.9999999999998 um of 2.01 mm.
    void aLimitOfALengthIsInclusive_data() {
        QTest::addColumn<QByteArray>("limit");
        QTest::addColumn<QByteArray>("value");
        QTest::addColumn<bool>("fits");
        QTest::newRow("the minimum in another unit")
            << QByteArray("minimum: 2010 um") << QByteArray("2.01 mm") << true;
        QTest::newRow("the maximum in another unit")
            << QByteArray("maximum: 4030 um") << QByteArray("4.03 mm") << true;
        QTest::newRow("the maximum in pixels") << QByteArray("maximum: 0.3 um") << QByteArray("3") << true;
        QTest::newRow("less than the minimum")
            << QByteArray("minimum: 2010 um") << QByteArray("2.0099999 mm") << false;
        QTest::newRow("more than the maximum")
            << QByteArray("maximum: 4030 um") << QByteArray("4.0300001 mm") << false;
    }
    void aLimitOfALengthIsInclusive() {
        QFETCH(QByteArray, limit);
        QFETCH(QByteArray, value);
        QFETCH(bool, fits);
        const Design design = parse(
            "burin: 2\npixel: 0.1 um\ngroups:\n  g: {parameters: {l: {type: length, " + limit.toStdString() +
            "}}, output: n, nodes: {n: {kind: math2d, width: =l, height: 5, expression: \"1\"}}}\n"
            "nodes:\n  s: {kind: root, width: 5, height: 5, inputs: [data: i]}\n"
            "  i: {kind: group, group: g, values: {l: " +
            value.toStdString() + "}}\n");
        QVERIFY2(design.errorsOf(*design.root).empty() == fits, problemsOf(design).c_str());
    }

    /// A formula makes 183.333333333334 px of 550 um, which are 550.000000000002 um again.
    void aLimitThatAFormulaReachesIsInclusive_data() {
        QTest::addColumn<QByteArray>("size");
        QTest::addColumn<bool>("fits");
        QTest::newRow("the limit") << QByteArray("500 um") << true;
        QTest::newRow("more than the limit") << QByteArray("500.000001 um") << false;
    }
    void aLimitThatAFormulaReachesIsInclusive() {
        QFETCH(QByteArray, size);
        QFETCH(bool, fits);
        const Design design = parse(
            "burin: 2\npixel: 3 um\ngroups:\n"
            "  inner: {parameters: {gap: {type: length, maximum: 550 um}}, output: n,\n"
            "    nodes: {n: {kind: math2d, width: =gap, height: 5, expression: \"1\"}}}\n"
            "  outer: {parameters: {size: {type: length}}, output: i,\n"
            "    nodes: {i: {kind: group, group: inner, values: {gap: \"= size * 1.1\"}}}}\n"
            "nodes:\n  s: {kind: root, width: 5, height: 5, inputs: [data: o]}\n"
            "  o: {kind: group, group: outer, values: {size: " +
            size.toStdString() + "}}\n");
        QVERIFY2(design.errorsOf(*design.root).empty() == fits, problemsOf(design).c_str());
    }

    void moreThanAThousandGroupsAreRefused() {
        std::string groups;
        for (int i = 0; i < 1001; ++i)
            groups +=
                "  g" + std::to_string(i) + ": {output: n, nodes: {n: {kind: math2d, expression: \"1\"}}}\n";
        const Design design = parse("burin: 2\npixel: 1 um\ngroups:\n" + groups +
                                    "nodes: {s: {kind: root, width: 5, height: 5}}\n");
        QVERIFY(design.refused);
        QVERIFY(design.diagnostics[0].what().find("more than 1,000 groups") != std::string::npos);
    }
};

BURIN_TEST(TestGroupLimits)
#include "test_group_limits.moc"
