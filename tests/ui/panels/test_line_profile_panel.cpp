// SPDX-License-Identifier: GPL-3.0-or-later

// The profile of a line, for one node and for two, and the reasons why there is none.

#include "support/testing.hpp"
#include "tests/ui/support/passing_backend.hpp"
#include "tests/ui/support/studio_test.hpp"
#include "ui/panels/line_profile_panel.hpp"
#include "ui/viewport/wipe/wipe.hpp"
#include "ui/words/why_disabled.hpp"

#include <QByteArray>
#include <QLabel>
#include <QLineF>
#include <QTextDocumentFragment>

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <vector>

namespace burin::ui {

namespace {

/// The surface is 10 um deep; `comb` 10 and 30 um in turn, and it ends at x = 1000.
const char* const surfaceAndComb =
    "burin: 1\npixel: 2 um\nnodes:\n"
    "  surface: {kind: root, width: 2000, height: 1000, full_depth: 40 um, depth: 16, inputs: [data: low]}\n"
    "  low: {kind: math2d, expression: \"0.25\"}\n"
    "  comb: {kind: math2d, width: 1000, height: 1000, expression: \"0.25 + 0.5 * mod(x, 2)\"}\n";

/// The panel beside A/B, without a window.
struct ComparedLine {
    /// \param more  nodes of the design
    explicit ComparedLine(const char* more = "")
        : problem(studio.load((QByteArray(surfaceAndComb) + more).constData())) {
        panel.setWipe(wipe);
        studio.previews.setShown({});
        studio.selection.select({"comb"});
    }
    /// Whether the heights of a side are those, in um.
    [[nodiscard]] bool has(std::size_t side, std::initializer_list<double> heights) const {
        const LineCurve curve = panel.profile()->curve(side);
        const auto near = [](double a, double b) { return std::abs(a - b) < 1e-3; };
        return std::equal(curve.heights.begin(), curve.heights.end(), heights.begin(), heights.end(), near);
    }
    [[nodiscard]] bool compares() const { return panel.profile() && panel.profile()->compares(); }

    StudioTest studio;
    Wipe wipe{studio.workbench()};
    LineProfilePanel panel{studio.workbench()};
    QString problem;
};

}  // namespace

class TestLineProfilePanel : public QObject {
    Q_OBJECT

  private slots:
    void theDisabledCommandSaysWhatIsTrue() {
        StudioTest studio;
        FailingBackend failing(studio.backend);
        Previews previews(Engine{failing, studio.budget, {}, test::openTestTextureWriter});
        const LineProfilePanel panel({studio.document, studio.selection, previews, studio.theme});
        const QAction* csv = panel.actions().first();
        QVERIFY(!csv->isEnabled());
        QCOMPARE(csv->property(whyDisabled).toString(), QString("draw a line in the viewport first"));
        QCOMPARE(
            studio.load("burin: 1\npixel: 1 um\nnodes:\n  surface: {kind: root, width: 900, height: 900, "
                        "inputs: [data: part]}\n  part: {kind: math2d, expression: \"x / 900\"}\n"),
            QString());
        previews.setDesign(studio.document.design());
        QTRY_VERIFY(previews.shown());
        previews.askLine(QLineF(5, 5, 5.5, 5));
        QTRY_VERIFY(previews.line());
        QVERIFY(!csv->isEnabled());
        QCOMPARE(csv->property(whyDisabled).toString(), QString("the line is too short"));
        previews.askLine(QLineF(5, 5, 50, 5));
        QTRY_VERIFY(csv->isEnabled());
        failing.fail();
        previews.askLine(QLineF(500, 600, 700, 800));
        QTRY_VERIFY(!csv->isEnabled());
        QCOMPARE(csv->property(whyDisabled).toString(), QString("the line cannot be measured"));
        QTRY_VERIFY(!previews.busy());
    }

    /// QCustomPlot itself would show what it has drawn last.
    void aPlotThatWasHiddenIsUpToDate() {
        ComparedLine line;
        QCOMPARE(line.problem, QString());
        QTRY_VERIFY(line.studio.showsNewest());
        line.panel.resize(400, 200);
        line.panel.show();
        line.wipe.askLine(QLineF(10.5, 20.5, 13.5, 20.5));
        QTRY_VERIFY(line.panel.profile());
        auto& plot = *line.panel.findChild<QWidget*>("line-profile.plot");
        const auto picture = [&] {
            QCoreApplication::processEvents();
            return plot.grab().toImage();
        };
        const QImage first = picture();
        line.panel.hide();
        line.studio.theme.choose(ThemeChoice::light);
        line.panel.show();
        const QImage light = picture();
        QCOMPARE(light.pixelColor(1, 1), line.studio.theme.color(Role::panel));
        line.panel.hide();
        line.wipe.askLine(QLineF(10.5, 20.5, 500.5, 20.5));
        QTRY_VERIFY(line.panel.profile() && line.panel.profile()->lengthUm() > 100);
        line.panel.show();
        QVERIFY(picture() != light);
        line.panel.hide();
        line.wipe.askLine(QLineF(10.5, 20.5, 13.5, 20.5));
        line.studio.theme.choose(ThemeChoice::dark);
        QTRY_VERIFY(line.panel.profile() && line.panel.profile()->lengthUm() < 100);
        line.panel.show();
        QVERIFY(picture() == first);
    }

    /// It does not matter which comes first, the line or A/B.
    void bothNodesAreShown() {
        ComparedLine line;
        QCOMPARE(line.problem, QString());
        QTRY_VERIFY(line.studio.showsNewest());
        line.wipe.askLine(QLineF(10.5, 20.5, 13.5, 20.5));
        QTRY_VERIFY(line.panel.profile());
        QVERIFY(!line.compares() && line.has(0, {10, 10, 10, 10}));
        line.wipe.setOn(true);
        QTRY_VERIFY(line.compares());
        QVERIFY(line.has(0, {10, 10, 10, 10}));
        QVERIFY(line.has(1, {10, 30, 10, 30}));
        const LineCurve difference = line.panel.profile()->difference();
        QCOMPARE(difference.heights.size(), std::size_t{4});
        QVERIFY(std::abs(difference.heights[0]) < 1e-3 && std::abs(difference.heights[1] + 20) < 1e-3);
        const auto* label = line.panel.findChild<QLabel*>("line-profile.figures");
        const QString figures = QTextDocumentFragment::fromHtml(label->text()).toPlainText().simplified();
        QVERIFY2(figures.startsWith(QString::fromUtf8("A B A − B Ra 0.00 ")), qPrintable(figures));
        const std::vector<QStringList> rows = line.panel.profile()->figures();
        QCOMPARE(rows.size(), std::size_t{4});
        QVERIFY(rows[1][2].toDouble() > 5);
        QCOMPARE(rows[1][3], rows[1][2]);  // the surface is flat
        line.wipe.askLine(QLineF(11.5, 20.5, 13.5, 20.5));
        QTRY_VERIFY(line.has(1, {30, 10, 30}));
        line.wipe.swap();
        QVERIFY(line.has(0, {30, 10, 30}) && line.has(1, {10, 10, 10}));
        line.wipe.setOn(false);
        QVERIFY(!line.compares() && line.has(0, {10, 10, 10}));
        line.wipe.askLine({});
        QVERIFY(!line.panel.profile());
    }

    void whereANodeHasNoSampleThereIsAGap() {
        ComparedLine line;
        QCOMPARE(line.problem, QString());
        QTRY_VERIFY(line.studio.showsNewest());
        line.wipe.setOn(true);
        line.wipe.askLine(QLineF(997.5, 20.5, 1002.5, 20.5));
        QTRY_VERIFY(line.compares());
        QVERIFY(line.has(0, {10, 10, 10, 10, 10, 10}));
        QVERIFY(line.has(1, {30, 10, 30}));
        QCOMPARE(line.panel.profile()->curve(1).distancesUm.back(), 4.0);
        QCOMPARE(line.panel.profile()->difference().heights.size(), std::size_t{3});
        const QStringList table = line.panel.profile()->csv().split('\n');
        QCOMPARE(table[0], QString("distance_um,a,b,difference,a_depth_um,b_depth_um,difference_um"));
        QCOMPARE(table.size(), 8);
        QVERIFY2(table[4].startsWith("6,0.25") && table[4].contains(",,,10.") && table[4].endsWith(",,"),
                 qPrintable(table[4]));
        line.wipe.askLine(QLineF(1200.5, 20.5, 1202.5, 20.5));
        QTRY_VERIFY(line.has(0, {10, 10, 10}));
        QVERIFY(line.has(1, {}));
        QCOMPARE(line.panel.profile()->figures()[1][2], QString::fromUtf8("–"));
        QCOMPARE(line.panel.profile()->figures()[1][3], QString::fromUtf8("–"));
        // This also holds if only one node is shown
        line.wipe.setOn(false);
        line.wipe.askLine(QLineF(-1.5, 20.5, 2.5, 20.5));
        QTRY_COMPARE(line.panel.profile()->curve(0).distancesUm.front(), 4.0);
        QVERIFY(line.has(0, {10, 10, 10}));
    }

    /// It does not matter which comes first, the line or the problem.
    void theShownNodeOfABCanHaveNoSamples() {
        ComparedLine line("  broken: {kind: math2d, width: 1000, height: 1000, expression: \"x +\"}\n");
        QCOMPARE(line.problem, QString());
        QTRY_VERIFY(line.studio.showsNewest());
        Previews& previews = line.studio.previews;
        line.wipe.setOn(true);
        previews.setShown("broken");
        QTRY_VERIFY(!previews.shown()->ready());
        line.wipe.askLine(QLineF(10.5, 20.5, 13.5, 20.5));
        QTRY_VERIFY(line.compares());
        QVERIFY(line.has(0, {}) && line.has(1, {10, 30, 10, 30}));
        previews.setShown({});
        QTRY_VERIFY(line.has(0, {10, 10, 10, 10}));
        previews.setShown("broken");
        QTRY_VERIFY(line.has(0, {}));
        QVERIFY(line.has(1, {10, 30, 10, 30}));
    }
};

}  // namespace burin::ui

BURIN_TEST(burin::ui::TestLineProfilePanel)
#include "test_line_profile_panel.moc"
