// SPDX-License-Identifier: GPL-3.0-or-later

// The numbers beside the bearing curve, and the rows of the table.

#include "support/testing.hpp"
#include "tests/ui/support/studio_test.hpp"
#include "ui/panels/roughness_panel.hpp"
#include "ui/panels/roughness_plot.hpp"
#include "ui/panels/roughness_table.hpp"

#include <algorithm>

#include <QFontMetricsF>
#include <QImage>
#include <QLabel>
#include <QScrollBar>

#include <vector>

namespace burin::ui {

class TestRoughnessNumbers : public QObject {
    Q_OBJECT

  private slots:
    void haveRoom_data() {
        QTest::addColumn<double>("depthUm");
        QTest::addRow("40 um") << 40.0;
        QTest::addRow("10 nm") << 0.01;
        QTest::addRow("2 m") << 2e6;
    }

    /// A sign that is cut makes another number.
    void haveRoom() {
        QFETCH(double, depthUm);
        const Theme theme(ThemeChoice::dark);
        const auto surface = std::make_shared<ViewRoughness>();
        surface->options.fullDepthUm = depthUm;
        surface->measured.samples = 2;
        surface->measured.least = 0;
        surface->measured.greatest = 1;
        surface->measured.histogram = HeightHistogram(0, 1);
        std::vector<std::uint64_t> scratch = HeightHistogram::newScratch();
        scratch.front() = 1;
        scratch.back() = 1;
        surface->measured.histogram.take(scratch, 2);
        RoughnessColumn column;
        column.measured = surface;
        RoughnessPlot plot(theme);
        plot.resize(300, 200);
        plot.setRoughness({column});
        const QFontMetricsF metrics(theme.numbers(11));
        QVERIFY(plot.ticks().size() > 2);
        for (const double um : plot.ticks())
            QVERIFY(metrics.horizontalAdvance(QString::number(um, 'g', 4)) < plot.plot().left());
    }

    void theWordsBelowThePlotFit() {
        const Theme theme(ThemeChoice::dark);
        RoughnessPlot plot(theme);
        const QFontMetrics letters(theme.font(11));
        for (const int width : {160, 217, 300}) {
            plot.resize(width, 200);
            QVERIFY2(letters.horizontalAdvance(plot.caption()) <= width, qPrintable(plot.caption()));
        }
        QVERIFY2(plot.caption().endsWith("above it"), qPrintable(plot.caption()));
    }

    /// The style sheet overrides the colours in the palettes of labels.
    void numbersOfTheDesignAsItIsAreMarkedInGreen() {
        StudioTest studio;
        RoughnessPanel panel(studio.workbench());
        panel.resize(RoughnessPanel::wholeSize());
        QCOMPARE(
            studio.load("burin: 1\npixel: 2 um\nnodes:\n  surface: {kind: root, width: 900, height: 700, "
                        "full_depth: 40 um, inputs: [data: part]}\n  part: {kind: math2d, expression: \"x / "
                        "900\"}\n"),
            QString());
        studio.previews.setView({0, {0, 0, 60, 40}});
        panel.show();
        auto* const state = panel.findChild<QLabel*>("roughness.state");
        auto* const mark = panel.findChild<QLabel*>("roughness.mark");
        const auto greenIn = [](QLabel* label) {
            const QImage shown = label->grab().toImage();
            int green = 0;
            for (int y = 0; y < shown.height(); ++y) {
                for (int x = 0; x < shown.width(); ++x) {
                    const QColor color = shown.pixelColor(x, y);
                    if (color.green() > std::max(color.red(), color.blue()) + 40) ++green;
                }
            }
            return green;
        };
        const auto measured = [&] { return state->text().startsWith("level 0, as the design is now"); };
        QTRY_VERIFY(measured());
        QVERIFY(greenIn(state) > 20);
        QVERIFY(mark->isVisible() && greenIn(mark) > 5);
        screenshot(panel, "roughness-state");
        studio.previews.setView({0, {0, 0, 50, 40}});
        QCOMPARE(state->text(), QString("outdated"));
        QVERIFY(mark->isHidden());
        QCOMPARE(greenIn(state), 0);
        QTRY_VERIFY(measured());
        QVERIFY(greenIn(state) > 20);
    }

    void theTableShowsWholeRows_data() {
        QTest::addColumn<int>("height");
        for (const int height : {36, 62, 77, 91, 120, 161, 170})
            QTest::addRow("%d px", height) << height;
    }
    void theTableShowsWholeRows() {
        QFETCH(const int, height);
        Theme theme(ThemeChoice::dark);
        theme.apply();
        const auto surface = std::make_shared<ViewRoughness>();
        for (int i = 0; i < 18; ++i)
            surface->measured.values.push_back({"Sa", "um", 88.0});
        RoughnessColumn column;
        column.measured = surface;
        RoughnessTable table(theme);
        table.resize(340, height);
        table.setRoughness({column});
        table.show();
        QVERIFY(QTest::qWaitForWindowExposed(&table, patience));
        const int end = table.linesSeen() * table.rowHeight();
        const QScrollBar* bar = table.verticalScrollBar();
        QCOMPARE(bar->maximum() + table.linesSeen(), 10);
        for (const bool atEnd : {false, true}) {
            table.verticalScrollBar()->setValue(atEnd ? bar->maximum() : 0);
            const QImage shown = table.viewport()->grab().toImage();
            const auto textIn = [&shown](int from, int to) {
                for (int y = from; y < to; ++y) {
                    for (int x = 0; x < shown.width(); ++x) {
                        if (qGray(shown.pixel(x, y)) > 90) return true;
                    }
                }
                return false;
            };
            QVERIFY(textIn(0, table.rowHeight() - 2));
            QVERIFY(textIn(end - table.rowHeight(), end - 2));
            QVERIFY(!textIn(end, shown.height()));
        }
    }
};

}  // namespace burin::ui

BURIN_TEST(burin::ui::TestRoughnessNumbers)
#include "test_roughness_numbers.moc"
