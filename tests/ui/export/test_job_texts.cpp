// SPDX-License-Identifier: GPL-3.0-or-later

// The words in the drawings of a job are whole, however narrow the window is.

#include "support/testing.hpp"
#include "ui/export/queue/stage_steps.hpp"
#include "ui/export/queue/surface_scales.hpp"
#include "ui/theme/theme.hpp"

#include <QFontMetricsF>
#include <QImage>

namespace burin::ui {

class TestJobTexts : public QObject {
    Q_OBJECT

  private slots:
    /// They are placed in further rows if the map is narrow. The last one was cut at the map's edge.
    void theWordsOfTheLegendAreWhole() {
        const Theme theme(ThemeChoice::dark);
        const QFontMetricsF metrics(theme.font(12));
        const QStringList words{"engraved", "being engraved", "received"};
        const auto rightOf = [&](const LegendWord& word) {
            return word.mark.x() + legendMark + legendMarkGap + metrics.horizontalAdvance(word.text);
        };
        const double widest = rightOf({{}, words[1]});
        for (int width = 40; width <= 500; width += 3) {
            const QList<LegendWord> places = legendPlaces(words, metrics, width);
            QCOMPARE(places.size(), words.size());
            for (qsizetype i = 0; i < places.size(); ++i) {
                QVERIFY(rightOf(places[i]) <= width);
                if (width >= widest) QCOMPARE(places[i].text, words[i]);
                if (places[i].text != words[i]) QVERIFY(places[i].text.endsWith(QChar(0x2026)));
                if (i == 0) continue;
                const bool sameRow = places[i].mark.y() == places[i - 1].mark.y();
                QVERIFY(sameRow ? places[i].mark.x() > rightOf(places[i - 1]) : places[i].mark.x() == 0);
            }
        }
        QCOMPARE(legendPlaces(words, metrics, 500).last().mark.y(), 0.0);
        QVERIFY(legendPlaces(words, metrics, 258).last().mark.y() > 0);  // the width in a job
    }

    void theLabelOfThePlaceLeavesTheLegendFree() {
        const QRectF drawing(20, 10, 300, 200);
        const QSizeF label(90, 40);
        for (int y = 10; y <= 210; ++y) {
            for (int x = 20; x <= 320; x += 5) {
                const QRectF place = labelPlace(QPointF(x, y), label, drawing, 340);
                QCOMPARE(place.size(), label);
                QVERIFY(QRectF(0, 0, 340, drawing.bottom()).contains(place));
                QVERIFY(!place.contains(QPointF(x, y)));
            }
        }
        // A low drawing has room neither above nor below the point.
        QCOMPARE(labelPlace({30, 20}, label, QRectF(20, 10, 300, 30), 340).top(), 30.0);
    }

    void theStagesHaveRoom_data() {
        QTest::addColumn<int>("width");
        QTest::addRow("all are named") << 700;
        QTest::addRow("only the one that runs is named") << 320;
    }

    /// The last ones ran over the right edge.
    void theStagesHaveRoom() {
        QFETCH(int, width);
        const Theme theme(ThemeChoice::light);
        StageSteps steps(theme, {"Connecting", "Filling", "Ready", "Engraving", "Done"});
        steps.setStage(3);
        steps.resize(width, 20);
        const QImage shown = steps.grab().toImage();
        const auto inked = [&shown](int x) {
            for (int y = 0; y < shown.height(); ++y) {
                if (shown.pixel(x, y) != shown.pixel(0, 0)) return true;
            }
            return false;
        };
        int last = shown.width() - 1;
        while (!inked(last))
            --last;
        QVERIFY2(last > shown.width() - 12, qPrintable(QString::number(last)));
        if (width > 320) return;
        int first = last;
        while (inked(first - 1))
            --first;
        QVERIFY2(last - first >= 12 && last - first <= 16, "the mark of the last stage is whole");
    }
};

}  // namespace burin::ui

BURIN_TEST(burin::ui::TestJobTexts)
#include "test_job_texts.moc"
