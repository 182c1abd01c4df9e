// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/viewport/probe_line.hpp"

#include "support/system/priced_backend.hpp"
#include "support/testing.hpp"
#include "tests/ui/support/paint_counter.hpp"
#include "tests/ui/support/studio_test.hpp"
#include "ui/viewport/overlays.hpp"
#include "ui/viewport/viewport_panel.hpp"
#include "ui/viewport/viewport_widget.hpp"

#include <QFontMetricsF>
#include <QPainter>

#include <optional>
#include <set>

using namespace burin;
using namespace burin::ui;

namespace {

const char* const rollerOf4mm =
    "burin: 2\npixel: 10 um\njob: {roller: {diameter: 4 mm, axis: %1}}\nnodes:\n"
    "  surface: {kind: root, width: 1257, height: 1257, full_depth: 80 um, inputs: [data: part]}\n"
    "  part: {kind: math2d, expression: \"0.25\"}\n";

}  // namespace

class TestProbeLine : public QObject {
    Q_OBJECT

  private slots:
    void onARollerItSaysTheAngle_data() {
        QTest::addColumn<QString>("axis");
        QTest::addColumn<QString>("text");
        QTest::addRow("x") << "x" << QString::fromUtf8("x 1.000 mm 100 px y 3.139 mm 314 px round 89.93°");
        QTest::addRow("y") << "y" << QString::fromUtf8("x 1.000 mm 100 px round 28.64° y 3.140 mm 314 px");
    }

    /// Once round, 1,257 samples of 9.9971 um take 12.566 mm; along the axis, the pitch is 10 um.
    void onARollerItSaysTheAngle() {
        QFETCH(QString, axis);
        QFETCH(QString, text);
        StudioTest studio;
        QCOMPARE(studio.load(QString(rollerOf4mm).arg(axis).toUtf8()), QString());
        const ProbeLine line(studio.workbench());
        studio.previews.setShown({});
        QTRY_VERIFY(studio.showsNewest());
        studio.previews.askProbe(Point{100, 314});
        QTRY_VERIFY(studio.previews.probe() && studio.previews.probe()->inside);
        QVERIFY2(line.probeText().contains(text + " value 0.2510"), qPrintable(line.probeText()));
    }

    /// Enter pins the probe that is shown. If none is shown, Enter does not set one.
    void enterAloneSetsNoProbe() {
        StudioTest studio;
        QCOMPARE(studio.load(QString(rollerOf4mm).arg("x").toUtf8()), QString());
        ViewportPanel panel(studio.workbench());
        ViewportWidget* const view = panel.viewport();
        if (view == nullptr) QSKIP("no OpenGL 3.3 here");
        panel.resize(900, 420);
        panel.show();
        QVERIFY(QTest::qWaitForWindowExposed(&panel, patience));
        QTRY_VERIFY(studio.showsNewest());
        studio.previews.askProbe({});  // the pointer may be above the window
        QTest::keyClick(view, Qt::Key_Return);
        QVERIFY(!view->pinned());
        QTest::keyClick(view, Qt::Key_Right, Qt::ShiftModifier);
        const std::optional<Point> moved = view->pinned();
        QVERIFY(moved);
        QTest::keyClick(view, Qt::Key_Return);
        QCOMPARE(view->pinned(), moved);
    }

    /// The font of numbers is wider.
    void itsWordsHaveTheFontOfTheInterface() {
        StudioTest studio;
        ProbeLine line(studio.workbench());
        line.resize(1000, line.height());
        const QImage drawn = line.grab().toImage();
        const QRgb ground = drawn.pixel(2, drawn.height() / 2);
        int first = -1;
        int last = -1;
        for (int x = 0; x < drawn.width() / 2; ++x) {
            for (int y = 4; y < drawn.height() - 4; ++y) {
                if (drawn.pixel(x, y) == ground) continue;
                if (first < 0) first = x;
                last = x;
            }
        }
        QVERIFY(first > 0);
        const double most = QFontMetricsF(studio.theme.font(12)).horizontalAdvance(line.shownText());
        QVERIFY2(last - first <= most, qPrintable(QString("%1 %2").arg(last - first).arg(most)));
    }

    /// Tiles of 4 million samples at 1 ms each are given up.
    void aViewThatIsGivenUpIsApproximate() {
        StudioTest studio;
        test::PricedBackend slow(studio.backend, [](const RenderRequest& request) {
            return test::measures(request) ? 1e-7 : 1e-3;
        });
        Previews previews(Engine{slow, studio.budget, {}});
        const ProbeLine line({studio.document, studio.selection, previews, studio.theme});
        QCOMPARE(line.progressText(), QString());
        QCOMPARE(studio.load("burin: 1\npixel: 1 um\nnodes:\n"
                             "  surface: {kind: root, width: 2000, height: 2000, inputs: [data: part]}\n"
                             "  part: {kind: math2d, expression: \"0.5 + 0.4 * sin(x / 70)\"}\n"),
                 QString());
        previews.setDesign(studio.document.design());
        previews.setView({3, {0, 0, 2000, 2000}});
        QTRY_COMPARE(previews.progress().state(), PreviewProgress::State::refined);
        QCOMPARE(line.progressText(), QString::fromUtf8("1 of 1 tile · approximate · exact takes over 40 s"));
        QVERIFY(line.progressText().endsWith(stateText(previews.progress().state())));
    }

    void eachStateHasItsWords_data() {
        QTest::addColumn<PreviewProgress>("progress");
        QTest::addColumn<QString>("words");
        QTest::newRow("nothing is visible") << PreviewProgress{} << "";
        QTest::newRow("a tile is missing") << PreviewProgress{2, 1, 1, false} << "computing";
        QTest::newRow("a tile will improve") << PreviewProgress{2, 2, 1, false} << "refining";
        QTest::newRow("a tile is given up")
            << PreviewProgress{2, 2, 2, false} << QString::fromUtf8("approximate · exact takes over 40 s");
        QTest::newRow("all are exact") << PreviewProgress{2, 2, 2, true} << "exact";
    }
    void eachStateHasItsWords() {
        QFETCH(PreviewProgress, progress);
        QTEST(stateText(progress.state()), "words");
    }

    /// The words of the badge are painted, so that only their differences are compared here.
    void theBadgeTellsTheStatesApart() {
        const StudioTest studio;
        using State = PreviewProgress::State;
        std::set<QByteArray> badges;
        const auto badge = [&](State state, const QStringList& facts, int width = 500) {
            QImage image(width, 48, QImage::Format_RGB32);
            image.fill(Qt::black);
            QPainter painter(&image);
            Overlays(painter, studio.theme, image.size(), {}).levelBadge(state, facts);
            painter.end();
            return image;
        };
        const QImage none = badge(State::nothing, {"level 3"});
        for (const State state :
             {State::nothing, State::computing, State::refining, State::refined, State::exact}) {
            const QImage image = badge(state, {"level 3"});
            QCOMPARE(image == none, state == State::nothing);
            badges.insert(QByteArray(reinterpret_cast<const char*>(image.constBits()), image.sizeInBytes()));
        }
        QCOMPARE(badges.size(), std::size_t{5});
        // A fact without room is left out.
        QCOMPARE(badge(State::exact, {"level 3"}, 120), badge(State::exact, {}, 120));
        QVERIFY(badge(State::exact, {"level 3"}) != badge(State::exact, {}));
    }

    /// A window that draws any widget beside the surface is copied to the card as a whole.
    void itIsDrawnAgainOnlyIfItSaysSomethingElse() {
        StudioTest studio;
        QCOMPARE(studio.load(QString(rollerOf4mm).arg("x").toUtf8()), QString());
        ProbeLine line(studio.workbench());
        line.resize(1000, line.height());
        line.show();
        QVERIFY(QTest::qWaitForWindowExposed(&line));
        studio.previews.setShown({});
        QTRY_VERIFY(studio.showsNewest());
        studio.previews.askProbe(Point{100, 314});
        QTRY_VERIFY(studio.previews.probe() && studio.previews.probe()->inside);
        QTRY_VERIFY(!studio.previews.busy());
        QCoreApplication::processEvents();
        line.repaint();
        const test::PaintCounter updates(line, QEvent::UpdateRequest);
        for (int k = 0; k < 20; ++k) {
            emit studio.previews.progressChanged();
            emit studio.previews.probed();
            QCoreApplication::processEvents();
        }
        QCOMPARE(updates.count, 0);
        const QString before = line.probeText();
        studio.previews.askProbe(Point{101, 314});
        QTRY_VERIFY(line.probeText() != before);
        QTRY_VERIFY(updates.count > 0);
    }

    /// 750 px is the width of the viewport in a window of 1366 x 768.
    void aNarrowLineKeepsThePositionAndTheDepth() {
        StudioTest studio;
        QCOMPARE(studio.load("burin: 2\npixel: 10 um\nnodes:\n"
                             "  surface: {kind: root, width: 6000, height: 4000, depth: 16, "
                             "full_depth: 80 um, inputs: [data: part]}\n"
                             "  part: {kind: math2d, expression: \"0.25\"}\n"),
                 QString());
        ProbeLine line(studio.workbench());
        studio.previews.setShown({});
        studio.previews.setView({3, {0, 0, 6000, 4000}});
        QTRY_VERIFY(studio.showsNewest());
        studio.previews.askProbe(Point{4524, 1751});
        QTRY_VERIFY(line.probeText().contains("16-bit"));
        line.resize(2000, line.height());
        QCOMPARE(line.shownText(), line.probeText());
        QVERIFY2(line.shownText().startsWith("Probe, level 0 ") && line.shownText().contains(" 16-bit "),
                 qPrintable(line.shownText()));
        qsizetype before = line.shownText().size();
        for (int width = 1400; width >= 440; width -= 10) {
            line.resize(width, line.height());
            const QString shown = line.shownText();
            for (const char* number : {"x 45.240 mm", "y 17.510 mm", "depth 20.00 µm"})
                QVERIFY2(shown.contains(QString::fromUtf8(number)), qPrintable(shown));
            QVERIFY2(shown.size() <= before, qPrintable(shown));
            if (width == 750) QVERIFY2(!shown.contains("level 0"), qPrintable(shown));
            before = shown.size();
        }
        QVERIFY(!line.shownText().contains("px"));
        // Beside the depth, the value says nothing new. Without a depth it stays.
        QCOMPARE(line.shownText().contains("value"), false);
    }

    void theHintNeedsRoom() {
        StudioTest studio;
        ProbeLine line(studio.workbench());
        for (const int width : {800, 120}) {
            line.resize(width, line.height());
            line.setHint({});
            const QImage before = line.grab().toImage();
            line.setHint("A fits everything");
            QCOMPARE(line.grab().toImage() != before, width == 800);
            QCOMPARE(line.shownHint().isEmpty(), width != 800);
        }
    }

    /// The badge on the picture says the progress too.
    void aPassingHintTakesThePlaceOfTheProgress() {
        StudioTest studio;
        QCOMPARE(studio.load("burin: 2\npixel: 10 um\nnodes:\n"
                             "  surface: {kind: root, width: 60, height: 40, inputs: [data: part]}\n"
                             "  part: {kind: math2d, expression: \"0.25\"}\n"),
                 QString());
        ProbeLine line(studio.workbench());
        studio.previews.setShown({});
        studio.previews.setView({0, {0, 0, 60, 40}});
        QTRY_COMPARE(studio.previews.progress().state(), PreviewProgress::State::exact);
        const QString hint = "A fits everything";
        int taken = 0;
        for (int width = 700; width >= 100; width -= 20) {
            line.resize(width, line.height());
            line.setHint(hint);
            const bool beside = !line.shownHint().isEmpty();
            const QImage before = line.grab().toImage();
            line.setHint(hint, true);
            QVERIFY(line.shownHint() == hint || !beside);
            if (line.shownHint().isEmpty() || beside) continue;
            QVERIFY(line.grab().toImage() != before);
            ++taken;
        }
        QVERIFY(taken > 0);
    }
};

BURIN_TEST(TestProbeLine)
#include "test_probe_line.moc"
