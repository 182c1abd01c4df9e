// SPDX-License-Identifier: GPL-3.0-or-later

// The numbers beside the bearing curve.

#include "support/testing.hpp"
#include "tests/ui/support/studio_test.hpp"
#include "ui/panels/roughness_plot.hpp"

#include <QFontMetricsF>

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
};

}  // namespace burin::ui

BURIN_TEST(burin::ui::TestRoughnessNumbers)
#include "test_roughness_numbers.moc"
