// SPDX-License-Identifier: GPL-3.0-or-later

// The predicted surface in a real window, operated like by a user.

#include "support/testing.hpp"
#include "tests/ui/support/studio_test.hpp"
#include "ui/viewport/prediction_words.hpp"
#include "ui/viewport/viewport_panel.hpp"
#include "ui/viewport/viewport_widget.hpp"
#include "ui/words/why_disabled.hpp"

#include <QAction>
#include <QApplication>

namespace burin::ui {

namespace {

QByteArray stripesWith(const char* job, const char* surface = "") {
    return QByteArray("burin: 2\npixel: 2 um\njob: {") + job +
           "}\nnodes:\n"
           "  surface: {kind: root, width: 600, height: 400, full_depth: 40 um, " +
           surface +
           " inputs: [data: stripes]}\n"
           "  stripes: {kind: math2d, expression: \"mod(x, 40) < 20\"}\n";
}

/// A viewport in a window.
struct PredictedView {
    explicit PredictedView(const char* job, const char* surface = "") {
        studio.theme.setReduceMotion(true);
        problem = studio.load(stripesWith(job, surface));
        panel.resize(900, 420);
        panel.show();
        const bool shown = QTest::qWaitForWindowExposed(&panel, patience);
        QApplication::setActiveWindow(&panel);  // the screen has no window manager that would activate it
        view().setFocus();
        ready = shown && QTest::qWaitFor([this] { return studio.showsNewest(); }, patience);
    }
    [[nodiscard]] ViewportWidget& view() { return *panel.viewport(); }
    [[nodiscard]] QAction* action() const { return panel.findChild<QAction*>("viewport.predicted"); }
    [[nodiscard]] bool predicted() const {
        const BoundNodePtr node = studio.previews.shown();
        return studio.showsNewest() && node->predicted;
    }
    [[nodiscard]] QString whyNot() const { return action()->property(whyDisabled).toString(); }

    StudioTest studio;
    QString problem;
    ViewportPanel panel{studio.workbench()};
    bool ready = false;
};

}  // namespace

class TestPredictedView : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() {
        if (const std::string why = test::whyNoTestBackend(); !why.empty()) QSKIP(why.c_str());
        StudioTest studio;
        const ViewportPanel panel(studio.workbench());
        if (panel.viewport() == nullptr) QSKIP("no OpenGL 3.3 here");
    }

    void theKeyShowsDesignedPredictedAndTheirDifference() {
        PredictedView shown("spot: 40 um");
        QCOMPARE(shown.problem, QString());
        QVERIFY(shown.ready);
        QVERIFY(!shown.predicted());
        QVERIFY(shown.action()->isEnabled());
        QTest::keyClick(&shown.view(), Qt::Key_H);
        QTRY_VERIFY(shown.predicted());
        QVERIFY(shown.action()->isChecked());
        QTRY_VERIFY(shown.studio.previews.progress().exact);
        screenshot(shown.panel, "predicted");
        Wipe& wipe = shown.view().wipe();
        QVERIFY(!wipe.on());
        QTest::keyClick(&shown.view(), Qt::Key_H);
        QVERIFY(wipe.comparesPrediction());
        QVERIFY(wipe.mode() == Wipe::Mode::difference);
        QVERIFY(shown.predicted());
        QVERIFY(shown.action()->isChecked());
        QTRY_VERIFY(wipe.progress().exact);
        screenshot(shown.panel, "predicted-difference");
        QTest::keyClick(&shown.view(), Qt::Key_H);
        QVERIFY(!wipe.on());
        QTRY_VERIFY(!shown.predicted());
        QVERIFY(!shown.action()->isChecked());
    }

    /// The second press does not wait for the prediction.
    void twoQuickPressesShowTheDifference() {
        PredictedView shown("spot: 40 um");
        QVERIFY(shown.ready);
        QTest::keyClick(&shown.view(), Qt::Key_H);
        QTest::keyClick(&shown.view(), Qt::Key_H);
        QTRY_VERIFY(shown.predicted() && shown.view().wipe().comparesPrediction());
        QVERIFY(shown.action()->isChecked());
    }

    /// A surface with `invert` writes 1 where its depth is 0. The difference is a difference of depths.
    void theDifferenceIsThatOfDepths() {
        PredictedView shown("spot: 40 um", "invert: true,");
        QCOMPARE(shown.problem, QString());
        QVERIFY(shown.ready);
        QTest::keyClick(&shown.view(), Qt::Key_H);
        QTRY_VERIFY(shown.predicted());
        QTest::keyClick(&shown.view(), Qt::Key_H);
        Wipe& wipe = shown.view().wipe();
        QVERIFY(wipe.comparesPrediction());
        const Point at{290, 200};  // in the middle of a stripe of depth 1
        wipe.askProbe(at);
        QTRY_VERIFY(wipe.probes() && wipe.probes()->a.probe.at == at && wipe.probes()->b.probe.value > 0.99F);
        const float predicted = wipe.probes()->a.probe.value;
        QVERIFY2(predicted > 0.7F && predicted <= 1.0F, qPrintable(QString::number(predicted)));
    }

    void otherNodesOfABEndTheDifference() {
        PredictedView shown("spot: 40 um");
        QVERIFY(shown.ready);
        QTest::keyClick(&shown.view(), Qt::Key_H);
        QTRY_VERIFY(shown.predicted());
        QTest::keyClick(&shown.view(), Qt::Key_H);
        Wipe& wipe = shown.view().wipe();
        QVERIFY(wipe.comparesPrediction());
        wipe.setNode(Wipe::Side::b, "stripes");
        QVERIFY(!wipe.comparesPrediction());
        // The next press compares with the surface again.
        QTest::keyClick(&shown.view(), Qt::Key_H);
        QVERIFY(wipe.comparesPrediction());
    }

    /// There is nothing to compare, so the next press shows the design again.
    void aPredictionThatFailsIsLeftWithTheKey() {
        PredictedView shown("spot: 4 mm");
        QVERIFY(shown.ready);
        QTest::keyClick(&shown.view(), Qt::Key_H);
        QTRY_VERIFY(!shown.studio.previews.problem().isEmpty());
        QTest::keyClick(&shown.view(), Qt::Key_H);
        QVERIFY(!shown.view().wipe().on());
        QTRY_VERIFY(shown.studio.previews.problem().isEmpty());
    }

    void abNamesThePrediction() {
        PredictedView shown("spot: 40 um");
        QVERIFY(shown.ready);
        QTest::keyClick(&shown.view(), Qt::Key_H);
        QTRY_VERIFY(shown.predicted());
        Wipe& wipe = shown.view().wipe();
        wipe.setOn(true);
        wipe.setNode(Wipe::Side::b, "surface");
        QTRY_COMPARE(wipe.nameOf(Wipe::Side::b), QString("surface"));
        QCOMPARE(wipe.nameOf(Wipe::Side::a), QString("surface, predicted"));
    }

    void withoutASpotItIsDisabled() {
        PredictedView shown("overscan: 1 mm");
        QVERIFY(shown.ready);
        QVERIFY(!shown.action()->isEnabled());
        QCOMPARE(shown.whyNot(), QString("the job gives no spot; set it at the surface"));
        QCOMPARE(shown.studio.load(stripesWith("spot: 8 um")), QString());
        QVERIFY(shown.action()->isEnabled());
    }

    void itIsDisabledWhileAnotherNodeIsShown() {
        PredictedView shown("spot: 40 um");
        QVERIFY(shown.ready);
        shown.studio.selection.setSolo("stripes");
        QVERIFY(!shown.action()->isEnabled());
        QCOMPARE(shown.whyNot(), QString("only the surface has a prediction"));
        shown.studio.selection.setSolo("surface");
        QVERIFY(shown.action()->isEnabled());
    }

    void theBadgeNamesTheSpot_data() {
        QTest::addColumn<QByteArray>("job");
        QTest::addColumn<QString>("words");
        const auto row = [](const char* name, const char* job, const QString& words) {
            QTest::newRow(name) << QByteArray(job) << words;
        };
        row("a diameter", "spot: 40 um", QString::fromUtf8("Predicted, spot 40 µm"));
        row("two diameters", "spot: {shape: gaussian, sx: 40 um, sy: 30 um}",
            QString::fromUtf8("Predicted, spot 40 × 30 µm"));
        row("a file", "spot: {shape: image, file: folder/beam.png, pitch: 1 um}", "Predicted, spot beam.png");
    }
    void theBadgeNamesTheSpot() {
        QFETCH(QByteArray, job);
        QFETCH(QString, words);
        const Design design = parseDesign(stripesWith(job).toStdString(), ".");
        BoundNode node;
        node.design = std::make_shared<const Design>(design);
        QVERIFY(predictionWords(node).isEmpty());
        node.predicted = true;
        QCOMPARE(predictionWords(node), QStringList({words, "linear model"}));
    }

    void theBadgeSaysThatACurveFalls() {
        BoundNode node;
        node.predicted = true;
        for (const bool falls : {false, true}) {
            const QByteArray text = stripesWith("spot: 8 um", falls ? "material_curve: [[0, 1], [1, 0]],"
                                                                    : "material_curve: [[0, 0], [1, 0.9]],");
            node.design = std::make_shared<const Design>(parseDesign(text.toStdString(), "."));
            QCOMPARE(predictionWords(node).contains("designed depths"), falls);
        }
    }
};

}  // namespace burin::ui

BURIN_TEST(burin::ui::TestPredictedView)
#include "test_predicted_view.moc"
