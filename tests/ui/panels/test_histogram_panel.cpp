// SPDX-License-Identifier: GPL-3.0-or-later

// The histogram says which samples it counts.

#include "support/testing.hpp"
#include "tests/ui/support/passing_backend.hpp"
#include "tests/ui/support/studio_test.hpp"
#include "ui/panels/histogram_panel.hpp"

#include <QDoubleSpinBox>
#include <QImage>
#include <QLabel>
#include <QLayout>
#include <QLocale>
#include <QScopeGuard>
#include <QSet>
#include <QTimer>

#include <chrono>
#include <cstdlib>
#include <thread>
#include <utility>

namespace burin::ui {

namespace {

/// A backend whose samples are expensive: sixteen requests take longer than the first histogram may.
class SlowBackend final : public PassingBackend {
  public:
    using PassingBackend::PassingBackend;

    void start(RenderRequest request, std::function<void(std::exception_ptr)> done) override {
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
        PassingBackend::start(std::move(request), std::move(done));
    }
};

constexpr const char* spots = R"yaml(burin: 1
pixel: 1 um
nodes:
  surface: {kind: root, width: 3000, height: 3000, inputs: [data: part]}
  part: {kind: math2d, expression: "0.2 + 0.6 * (y > 2700) * (x > 2700)"}
)yaml";

}  // namespace

class TestHistogramPanel : public QObject {
    Q_OBJECT

  private slots:
    /// As everywhere in the studio. In German, the range 0.25 was 0,25, and a typed point was dropped.
    void aRangeHasAPointInEveryLocale() {
        const QLocale before;
        QLocale::setDefault(QLocale(QLocale::German));
        const auto restore = qScopeGuard([&before] { QLocale::setDefault(before); });
        StudioTest studio;
        HistogramPanel panel(studio.workbench());
        auto* const low = panel.findChild<QDoubleSpinBox*>("histogram.low");
        for (const char* typed : {"0.25", "0,5"}) {
            low->selectAll();
            QTest::keyClicks(low, typed);
            QTest::keyClick(low, Qt::Key_Return);
            QCOMPARE(low->text(), typed == QByteArray("0.25") ? QString("0.250") : QString("0.500"));
        }
        QCOMPARE(studio.previews.appearance().values().low, 0.5);
    }

    void anEstimateSaysSoUntilAllIsCounted() {
        StudioTest studio;
        SlowBackend slow(studio.backend);
        Previews previews(Engine{slow, studio.budget, {}, test::openTestTextureWriter});
        HistogramPanel panel({studio.document, studio.selection, previews, studio.theme});
        panel.resize(336, 240);  // as in a window of 1366 x 768
        auto* figures = panel.findChild<QLabel*>("histogram.figures");
        const auto* state = panel.findChild<QLabel*>("histogram.state");
        QVERIFY(state->minimumHeight() > 8 && state->minimumHeight() == state->maximumHeight());
        QStringList said;
        QStringList tips;
        QList<AppearanceValues> ranges;
        connect(&previews, &Previews::histogramChanged, &panel, [&] {
            said << state->text();
            tips << figures->toolTip();
        });
        connect(&previews.appearance(), &ViewAppearance::changed, &panel,
                [&] { ranges << previews.appearance().values(); });
        QCOMPARE(studio.load(spots), QString());
        previews.setDesign(studio.document.design());
        previews.setView({0, {0, 0, 64, 64}});
        QTRY_VERIFY(!said.isEmpty());
        QCOMPARE(said.first(), QString("estimated"));
        const QMargins around = panel.layout()->contentsMargins();
        QVERIFY(figures->sizeHint().width() <= panel.width() - around.left() - around.right());
        QVERIFY(!tips.first().isEmpty());
        screenshot(panel, "histogram-estimated");
        QCOMPARE(previews.rangeState(), QString("estimated"));
        // If the panel is painted again while the other samples are counted, it shows the same histogram.
        QSet<std::uint64_t> seen;
        QTimer often;
        connect(&often, &QTimer::timeout, &panel, [&] { seen << previews.histogram()->values; });
        often.start(0);
        QTRY_VERIFY(previews.histogram()->values == 65536 && !previews.busy());
        QVERIFY2(said.size() == 2 && said.last().isEmpty(), qPrintable(said.join('\n')));
        QVERIFY(figures->text().startsWith("mean"));
        QVERIFY(figures->toolTip().isEmpty());
        QVERIFY2(seen.size() <= 2, qPrintable(QString::number(seen.size())));
        // The result is the same as counting everything at once. The colours changed once for each of the two
        // histograms.
        const Histogram whole = histogramOf(*previews.shown(), {}, {}, std::chrono::hours{1});
        QVERIFY(previews.histogram()->counts == whole.counts);
        QCOMPARE(previews.histogram()->mean(), whole.mean());
        QVERIFY2(ranges.size() <= 2, qPrintable(QString::number(ranges.size())));
        QCOMPARE(previews.appearance().values().high, 0.8);
        QCOMPARE(previews.rangeState(), QString());
    }

    void anEstimateThatCannotBeImprovedSaysWhy() {
        StudioTest studio;
        SlowBackend slow(studio.backend);
        FailingBackend failing(slow);
        Previews previews(Engine{failing, studio.budget, {}, test::openTestTextureWriter});
        HistogramPanel panel({studio.document, studio.selection, previews, studio.theme});
        const auto* figures = panel.findChild<QLabel*>("histogram.figures");
        const auto* state = panel.findChild<QLabel*>("histogram.state");
        connect(&previews, &Previews::histogramChanged, &panel, [&] { failing.fail(); });
        QCOMPARE(studio.load(spots), QString());
        previews.setDesign(studio.document.design());
        previews.setView({0, {0, 0, 64, 64}});
        QTRY_COMPARE(state->text(), QString("incomplete"));
        QVERIFY2(figures->toolTip().contains("the backend fails"), qPrintable(figures->toolTip()));
        QCOMPARE(previews.rangeState(), QString("incomplete"));
        QTRY_VERIFY(!previews.busy());
    }

    void theFiguresBeginBelowTheRange() {
        StudioTest studio;
        HistogramPanel panel(studio.workbench());
        panel.resize(336, 240);
        panel.show();
        QCOMPARE(studio.load(spots), QString());
        studio.previews.setView({0, {0, 0, 64, 64}});
        auto* figures = panel.findChild<QLabel*>("histogram.figures");
        QTRY_VERIFY(!figures->text().isEmpty());
        QLabel* range = nullptr;
        for (auto* label : panel.findChildren<QLabel*>())
            range = label->text() == "Range" ? label : range;
        QVERIFY(range != nullptr);
        // The left edge of a label's ink.
        const auto left = [&panel](QLabel& label) {
            const QImage image = label.grab().toImage();
            const int ground = image.pixelColor(0, 0).lightness();
            for (int x = 0; x < image.width(); ++x) {
                for (int y = 0; y < image.height(); ++y) {
                    if (std::abs(image.pixelColor(x, y).lightness() - ground) > 60)
                        return label.mapTo(&panel, QPoint(x, 0)).x();
                }
            }
            return -1;
        };
        QVERIFY(left(*range) > 0);
        QVERIFY2(std::abs(left(*figures) - left(*range)) <= 2,
                 qPrintable(QString("%1 %2").arg(left(*figures)).arg(left(*range))));
    }
};

}  // namespace burin::ui

BURIN_TEST(burin::ui::TestHistogramPanel)
#include "test_histogram_panel.moc"
