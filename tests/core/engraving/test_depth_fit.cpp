// SPDX-License-Identifier: GPL-3.0-or-later

// Compares the fit with the textbook formula of isotonic regression, and checks messages about wrong
// measurements.

#include "core/design/design.hpp"
#include "core/design/design_edit.hpp"
#include "core/design/layout/yaml_file.hpp"
#include "core/design/yaml_tools.hpp"
#include "core/engraving/depth_fit.hpp"
#include "core/engraving/wedge.hpp"
#include "core/expression/curve.hpp"
#include "support/system/comma_locale.hpp"
#include "support/testing.hpp"

#include <algorithm>
#include <cmath>
#include <random>
#include <string>
#include <utility>
#include <variant>

using namespace burin;

namespace {

Curve curveOf(const DepthFit& fit) {
    std::vector<std::pair<double, double>> points;
    for (const Vector& p : fit.curve)
        points.emplace_back(p.x, p.y);
    return Curve(points);
}

double mean(const std::vector<DepthMeasurement>& m, std::size_t from, std::size_t to,
            double DepthMeasurement::*of) {
    double sum = 0;
    for (std::size_t i = from; i <= to; ++i)
        sum += m[i].*of;
    return sum / static_cast<double>(to - from + 1);
}

QByteArray allOf(const Diagnostics& diagnostics) {
    QByteArray all;
    for (const Diagnostic& d : diagnostics)
        all += QByteArray::fromStdString(d.text()) + '\n';
    return all;
}

/// Isotonic regression at i: the largest over all starts of the smallest mean over all ends.
double isotonic(const std::vector<DepthMeasurement>& m, std::size_t i) {
    double most = -HUGE_VAL;
    for (std::size_t from = 0; from <= i; ++from) {
        double least = HUGE_VAL;
        for (std::size_t to = i; to < m.size(); ++to)
            least = std::min(least, mean(m, from, to, &DepthMeasurement::depthUm));
        most = std::max(most, least);
    }
    return most;
}

}  // namespace

class TestDepthFit : public QObject {
    Q_OBJECT

  private slots:
    void aDecimalCommaOfTheSystemChangesNothing() {
        const std::vector<DepthMeasurement> measured = {{0.25, 12.5}, {0.5, 40.25}, {1, 100.75}};
        const std::string plain = curveYaml(fitDepths(measured, 90.5));
        const test::CommaLocale locale;
        if (!test::CommaLocale::holds()) QSKIP("this system has no locale to copy");
        QCOMPARE(curveYaml(fitDepths(measured, 90.5)), plain);
    }

    void theCurvePassesThroughTheIsotonicRegression_data() {
        QTest::addColumn<double>("noise");
        QTest::newRow("no noise") << 0.0;
        QTest::newRow("noise that swaps neighbours") << 2.0;
        QTest::newRow("more noise than depth") << 60.0;
    }
    void theCurvePassesThroughTheIsotonicRegression() {
        QFETCH(double, noise);
        for (unsigned seed = 0; seed < 50; ++seed) {
            std::mt19937 random(seed);
            std::uniform_real_distribution<double> error(-noise, noise);
            std::vector<DepthMeasurement> m = {{0, 0}};
            for (int i = 1; i <= 30; ++i)
                m.push_back({i / 30.0, 40 * std::pow(i / 30.0, 1.5) + error(random)});
            std::vector<DepthMeasurement> shuffled = m;
            std::shuffle(shuffled.begin(), shuffled.end(), random);
            const DepthFit fit = fitDepths(shuffled, 0);
            QVERIFY2(!fit.curve.empty(), fit.problem.text().c_str());
            const Curve curve = curveOf(fit);
            int checked = 0;
            for (std::size_t first = 0; first < m.size();) {
                const double depth = isotonic(m, first);
                std::size_t last = first;
                while (last + 1 < m.size() && std::abs(isotonic(m, last + 1) - depth) < 1e-9)
                    ++last;
                const double value = mean(m, first, last, &DepthMeasurement::value);
                first = last + 1;
                if (depth < 1e-3 * fit.fullDepthUm) continue;  // too shallow for a point of its own
                ++checked;
                QVERIFY2(std::abs(curve(depth / fit.fullDepthUm) - value) < 1e-5,
                         qPrintable(QString("seed %1: %2").arg(seed).arg(depth)));
            }
            QVERIFY(checked >= 2);
        }
    }

    void theCurveIsOneThatARootTakes() {
        for (const double scale : {1e-6, 1.0, 1e6}) {
            std::vector<DepthMeasurement> m;
            for (int i = 0; i <= 800; ++i)
                m.push_back({i / 800.0, scale * std::pow(i / 800.0, 3)});
            const DepthFit fit = fitDepths(m, 0);
            QVERIFY(fit.curve.size() >= 2 && fit.curve.size() <= 1024);
            const std::string text =
                "burin: 1\npixel: 1 um\nnodes:\n  surface:\n    kind: root\n    width: 9\n    height: 9\n   "
                " " +
                curveYaml(fit);
            const Design design = parseDesign(text, ".");
            QVERIFY2(design.diagnostics.empty(), allOf(design.diagnostics));
        }
    }

    void ofValuesThatEngraveTheSameTheSmallestIsWritten() {
        const DepthFit fit = fitDepths({{0.25, 10}, {0.5, 20}, {0.75, 20}, {1, 20}}, 0);
        QCOMPARE(fit.fullDepthUm, 20.0);
        QCOMPARE(curveOf(fit)(1), 0.5);
    }
    void aValueThatEngravesNothingIsSkipped() {
        const DepthFit fit = fitDepths({{0.25, 0}, {0.5, 10}, {1, 20}}, 0);
        QCOMPARE(curveOf(fit)(0), 0.0);
        QVERIFY(curveOf(fit)(0.001) > 0.25);
    }
    void aFullDepthThatIsNotReachedEndsTheCurveEarly() {
        const DepthFit fit = fitDepths({{0.5, 10}, {1, 20}}, 40);
        QCOMPARE(fit.deepestUm, 20.0);
        QCOMPARE(fit.curve.back().x, 0.5);
        QCOMPARE(fit.curve.back().y, 1.0);
    }
    void aFullDepthLessThanReachedUsesPartOfTheScale() {
        const DepthFit fit = fitDepths({{0.5, 10}, {1, 20}}, 10);
        QCOMPARE(fit.curve.back().x, 1.0);
        QCOMPARE(fit.curve.back().y, 0.5);
    }

    void whatCannotBeFittedSaysWhy_data() {
        QTest::addColumn<QList<double>>("depths");
        QTest::newRow("nothing measured") << QList<double>{};
        QTest::newRow("one patch") << QList<double>{5};
        QTest::newRow("all the same") << QList<double>{5, 5, 5};
        QTest::newRow("smaller values give greater depths") << QList<double>{15, 10, 5};
        QTest::newRow("nothing engraved") << QList<double>{0, 0, 0};
    }
    void whatCannotBeFittedSaysWhy() {
        QFETCH(QList<double>, depths);
        std::vector<DepthMeasurement> m;
        for (const double depth : depths)
            m.push_back({static_cast<double>(m.size() + 1) / 4, depth});
        const DepthFit fit = fitDepths(m, 0);
        QVERIFY(fit.curve.empty());
        QVERIFY(fit.problem.reason.find("does not grow") != std::string::npos);
    }

    void tablesAreRead_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("commas") << QByteArray("0.25,5\n1,20\n");
        QTest::newRow("a line of titles") << QByteArray("value,depth\n0.25,5\n1,20\n");
        QTest::newRow("a byte order mark, semicolons, no last line end")
            << QByteArray("\xEF\xBB\xBFvalue;depth\r\n0.25;5\r\n1;20");
        QTest::newRow("tabs, blanks and comments") << QByteArray("# a\n\n .25 \t 5.0 \n  # b\n1\t2e1");
        QTest::newRow("quoted cells")
            << QByteArray("\"value\",\"depth\"\r\n\"0.25\" , \" 5 um\"\r\n1,\"20\"\r\n");
        QTest::newRow("a quoted title with a separator") << QByteArray("value,\"depth, um\"\n0.25,5\n1,20\n");
        QTest::newRow("the separator named for Excel") << QByteArray("sep=,\r\n0.25,5\r\n1,20\r\n");
        QTest::newRow("a semicolon named for Excel")
            << QByteArray("\xEF\xBB\xBFsep=;\nvalue;depth\n0.25;5\n1;20\n");
        QTest::newRow("decimal commas between semicolons")
            << QByteArray("value;depth, um\r\n0,25;5,0\r\n1;20\r\n");
        QTest::newRow("decimal commas between tabs") << QByteArray("0,25\t5\n1,0\t20 um\n");
        QTest::newRow("quoted decimal commas between semicolons")
            << QByteArray("\xEF\xBB\xBF\"value\";\"depth, um\"\r\n\"0,25\";\"5,0\"\r\n\"1,0\";\"20\"\r\n");
        QTest::newRow("quoted decimal commas between tabs")
            << QByteArray("\"0,25\"\t\"5,0 um\"\n\"1\"\t\"0,02 mm\"\n");
        QTest::newRow("quoted decimal commas between commas")
            << QByteArray("value,depth\n\"0,25\",\"5,0\"\n\"1\",\"20,0 um\"\n");
        QTest::newRow("some of the numbers quoted") << QByteArray("\"0,25\",5\n1,\"20,0\"\n");
        QTest::newRow("three decimals between semicolons") << QByteArray("0,250;5,000\n1,000;20,000\n");
        QTest::newRow("three decimals that other numbers explain")
            << QByteArray("\"0,250\",\"5,000\"\n\"1,000\",\"20,000\"\n");
        QTest::newRow("three decimals behind points") << QByteArray("0.250,5.000\n1.000,20.000\n");
        QTest::newRow("rows of a spreadsheet that were emptied") << QByteArray("0.25,5\n,\n1,20\n , ,\n");
        QTest::newRow("columns of a spreadsheet that were emptied")
            << QByteArray("value,depth,,\n0.25,5,,\n,,,\n1,20, ,\n");
        QTest::newRow("CR alone, as old spreadsheets write") << QByteArray("value,depth\r0.25,5\r1,20\r");
        QTest::newRow("lengths") << QByteArray("0.25,0.005 mm\n1,20um\n");
    }
    void tablesAreRead() {
        QFETCH(QByteArray, text);
        const DepthTable table = parseDepthTable(text.toStdString(), "m.csv");
        QVERIFY2(table.problems.empty(), allOf(table.problems));
        QCOMPARE(table.measurements.size(), std::size_t{2});
        QCOMPARE(table.measurements[0].value, 0.25);
        QCOMPARE(table.measurements[0].depthUm, 5.0);
        QCOMPARE(table.measurements[1].value, 1.0);
        QCOMPARE(table.measurements[1].depthUm, 20.0);
    }

    void mistakesAreNamedWithLineAndColumn_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("said");
        const auto row = [](const char* name, const char* text, const char* said) {
            QTest::newRow(name) << QByteArray(text) << QByteArray(said);
        };
        row("a value over 1", "0,0\n1.5,3\n",
            "m.csv:2:1: '1.5' is not a written value; write a number from 0 to 1");
        row("a value below 0", "# x\n\n-0.1,3\n", "m.csv:3:1: '-0.1' is not a written value");
        row("a value that is not a number", "0,0\nnan,3\n", "m.csv:2:1: 'nan' is not a written value");
        row("a depth that is not a length", "0.5,  deep\n1,2",
            "m.csv:1:7: 'deep' is not a depth; write a number of um");
        row("a depth in pixels", "0.5,3 px\n", "m.csv:1:5: '3 px' is not a depth");
        row("a depth beyond all machines", "0.5,1e300\n", "m.csv:1:5: '1e300' is not a depth");
        row("one column", "0,0\n0.5\n",
            "m.csv:2:1: the line has 1 column instead of 2; a line is `value,depth`");
        row("decimal commas between commas", "0,0\n0,5,12,3\n",
            "m.csv:2:5: the line has 4 columns instead of 2");
        row("a cell behind empty ones", "0,0,,\n1,5,,x\n", "m.csv:2:6: the line has 4 columns instead of 2");
        row("two commas in a number", "0;0\n0,5;1,2,3\n", "m.csv:2:5: '1,2,3' is not a depth");
        row("a quote that is not closed", "0,0\n\"0.5,3\n", "m.csv:2:1: the line has 1 column instead of 2");
        row("a comma that may separate thousands", "0,0\n1,\"1,234\"\n",
            "m.csv:2:4: '1,234' may be a number with decimals, or one of 1234; write a decimal point");
        row("such a comma beside decimal points", "0.5\t3\n1\t1,234 um\n",
            "m.csv:2:3: '1,234 um' may be a number with decimals, or one of 1234");
        row("a point that may separate thousands", "0,5;3,5\n1;1.234\n",
            "m.csv:2:3: '1.234' may be a number with decimals, or one of 1234");
        row("thousands and decimals", "0,5;3\n1;1.234,5\n", "m.csv:2:3: '1.234,5' is not a depth");
        row("an empty field", "0,0\n0.5,\n", "m.csv:2:5: '' is not a depth");
        row("titles below the first line", "0,0\nvalue,depth\n", "m.csv:2:1: 'value' is not a written value");
        row("columns count characters", "0,0\n\xC3\xBC,3\n1,\xC3\xBC\n", "m.csv:3:3:");
        row("bytes that are not text", "0,0\n1,\xFF\n", "m.csv:2:3: the text is not UTF-8");
    }
    void mistakesAreNamedWithLineAndColumn() {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, said);
        const QByteArray all = allOf(parseDepthTable(text.toStdString(), "m.csv").problems);
        QVERIFY2(all.contains(said), all);
    }

    void wedgesAreSoundDesigns_data() {
        QTest::addColumn<int>("steps");
        QTest::addColumn<int>("columns");
        QTest::addColumn<int>("depth");
        QTest::newRow("the default") << 17 << 5 << 8;
        QTest::newRow("a strip") << 9 << 9 << 16;
        QTest::newRow("a column of two") << 2 << 1 << 8;
        QTest::newRow("very many") << 1000 << 32 << 16;
    }
    void wedgesAreSoundDesigns() {
        QFETCH(int, steps);
        QFETCH(int, columns);
        QFETCH(int, depth);
        WedgePlan plan;
        plan.steps = steps;
        plan.columns = columns;
        plan.depth = depth;
        plan.pixelUm = 2.5;
        plan.fullDepthUm = 40;
        const Design design = parseDesign(wedgeDesign(plan), ".");
        QVERIFY2(design.diagnostics.empty(), allOf(design.diagnostics));
        QVERIFY(design.root.has_value());
        QCOMPARE(design.pixelUm, 2.5);
        QVERIFY(design.nodes[*design.root].size == (Size{plan.widthPx(), plan.heightPx()}));
    }

    /// The table of the patches is in comments, and a save in the studio keeps these.
    void anEditedWedgeKeepsItsTable() {
        WedgePlan plan;
        plan.fullDepthUm = 40;
        const std::string text = wedgeDesign(plan);
        auto read = parseYaml(text);
        auto* const document = std::get_if<YamlValue>(&read);
        QVERIFY(document != nullptr);
        DesignEdit edit(std::move(*document));
        edit.setValue("surface", "full_depth", yamlScalar("55 um"));
        const YamlFile saved = yamlForFile(edit.take());
        QVERIFY(saved.keptLines);
        const QString before = QString::fromStdString(text);
        QVERIFY(before.contains("# 1,    (row 4, column 2)\n"));
        QString wanted = before;
        wanted.replace("full_depth: 40 um", "full_depth: 55 um");
        QVERIFY(wanted != before);
        QCOMPARE(QString::fromStdString(saved.text), wanted);
    }
};

BURIN_TEST(TestDepthFit)
#include "test_depth_fit.moc"
