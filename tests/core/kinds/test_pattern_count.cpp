// SPDX-License-Identifier: GPL-3.0-or-later

// A lattice and a scatter take up to 64 patterns.

#include "core/design/design.hpp"
#include "support/testing.hpp"

#include <string>

using namespace burin;

class TestPatternCount : public QObject {
    Q_OBJECT

  private slots:
    void patternsAreCounted_data() {
        QTest::addColumn<QString>("kind");
        QTest::addColumn<int>("count");
        QTest::addColumn<QString>("refused");
        for (const char* kind : {"stitching", "scatter, pitch: 20"}) {
            QTest::addRow("%s, none", kind) << kind << 0 << "pattern";
            QTest::addRow("%s, 64", kind) << kind << 64 << "";
            QTest::addRow("%s, 65", kind) << kind << 65 << "64";
        }
    }
    void patternsAreCounted() {
        QFETCH(QString, kind);
        QFETCH(int, count);
        QFETCH(QString, refused);
        std::string links;
        for (int i = 0; i < count; ++i)
            links += (i > 0 ? ", " : "") + std::string("{pattern: dot}");
        const Design design = parseDesign(
            "burin: 2\npixel: 1 um\nnodes:\n"
            "  surface: {kind: root, width: 64, height: 64, inputs: [{data: many}]}\n"
            "  many: {kind: " +
                kind.toStdString() + ", inputs: [" + links +
                "]}\n"
                "  dot: {kind: math2d, width: 8, height: 8, expression: \"1\"}\n",
            ".");
        QString errors;
        for (const Diagnostic& problem : design.diagnostics) {
            if (problem.node == "many") errors += QString::fromStdString(problem.text());
        }
        QCOMPARE(errors.isEmpty(), refused.isEmpty());
        QVERIFY2(errors.contains(refused), qPrintable(errors));
    }
};

BURIN_TEST(TestPatternCount)
#include "test_pattern_count.moc"
