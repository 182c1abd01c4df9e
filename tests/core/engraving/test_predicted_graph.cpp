// SPDX-License-Identifier: GPL-3.0-or-later

// The graph of a prediction is compared with PredictedHeights, which test_prediction.cpp compares with the
// page.

#include "core/engraving/measuring/predicted_graph.hpp"
#include "core/engraving/measuring/predicted_heights.hpp"
#include "support/measuring/predicting.hpp"
#include "support/testing.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <variant>
#include <vector>

using namespace burin;
using namespace burin::test;

namespace {

constexpr Rect predictedArea{0, 0, 63, 47};

}  // namespace

class TestPredictedGraph : public QObject {
    Q_OBJECT

  private slots:
    void isThePredictedSurface_data() {
        QTest::addColumn<QByteArray>("root");
        QTest::addColumn<QByteArray>("job");
        const auto row = [](const char* name, const char* root, const char* job) {
            QTest::newRow(name) << QByteArray(root) << QByteArray(job);
        };
        row("a gaussian", "", "spot: 8 um");
        row("an ellipse, inverted", "depth: 16, invert: true,",
            "spot: {shape: top_hat, sx: 4 um, sy: 11 um}");
        row("a curve", "material_curve: [[0, 0.1], [0.3, 0.5], [1, 0.9]],", "spot: 6 um");
        row("a curve that falls", "material_curve: [[0, 1], [1, 0]],", "spot: 6 um");
        row("dither", "depth: 1, dither: blue_noise,", "spot: 12 um");
        row("round a roller along x", "depth: 1, dither: ordered,",
            "spot: 14 um, roller: {diameter: 20 um, axis: y}");
        row("round a roller along y", "", "spot: 9 um, roller: {diameter: 15 um, axis: x}");
        row("a spot as wide as the roller is long", "", "spot: 60 um, roller: {diameter: 15 um, axis: x}");
    }
    void isThePredictedSurface() {
        QFETCH(QByteArray, root);
        QFETCH(QByteArray, job);
        Predicting one(spotted(root, job));
        QVERIFY2(one.graph, one.bound.errors.empty() ? "" : one.bound.errors[0].text().c_str());
        QVERIFY(one.graph->top().extent == Extent(predictedArea));
        const BoundGraph surface = bindGraph(one.design, *one.design.root, {});
        QVERIFY(surface.graph);
        const auto prediction =
            predictSurface(one.design, one.backend, std::make_shared<const Graph>(*surface.graph), {});
        QVERIFY(std::holds_alternative<Prediction>(prediction));
        std::vector<float> expected(static_cast<std::size_t>(predictedArea.area()));
        std::get<Prediction>(prediction)
            .heights->read(predictedArea,
                           {expected.data(), predictedArea.width, predictedArea.width, predictedArea.height});
        const std::vector<float> got = one.samples(predictedArea);
        double worst = 0;
        for (std::size_t i = 0; i < got.size(); ++i)
            worst = std::max(worst, std::abs(static_cast<double>(got[i]) - static_cast<double>(expected[i])));
        QVERIFY2(worst < 2e-6, qPrintable(QString::number(worst)));  // dust is below 1e-6
        // A part that is computed alone equals that part of the whole.
        const Rect part{17, 9, 31, 20};
        const std::vector<float> crop = one.samples(part);
        for (std::int64_t y = 0; y < part.height; ++y) {
            for (std::int64_t x = 0; x < part.width; ++x)
                QCOMPARE(crop[static_cast<std::size_t>(y * part.width + x)],
                         got[static_cast<std::size_t>((part.y + y) * predictedArea.width + part.x + x)]);
        }
    }

    void writtenDepthsAreNotSpread_data() { isThePredictedSurface_data(); }
    void writtenDepthsAreNotSpread() {
        QFETCH(QByteArray, root);
        QFETCH(QByteArray, job);
        Predicting one(spotted(root, job));
        BoundGraph depths = bindWrittenDepths(one.design, {});
        QVERIFY(depths.graph);
        one.graph = std::make_shared<const Graph>(std::move(*depths.graph));
        const BoundGraph surface = bindGraph(one.design, *one.design.root, {});
        QVERIFY(surface.graph);
        const WrittenDepths written(one.backend, std::make_shared<const Graph>(*surface.graph), {});
        std::vector<float> expected(static_cast<std::size_t>(predictedArea.area()));
        written.read(predictedArea,
                     {expected.data(), predictedArea.width, predictedArea.width, predictedArea.height});
        const std::vector<float> got = one.samples(predictedArea);
        for (std::size_t i = 0; i < got.size(); ++i)
            QVERIFY(std::abs(got[i] - expected[i]) < 2e-6F);
    }

    /// Pictures are kept by the hash.
    void theHashIsThatOfSurfaceAndSpot() {
        const auto hashOf = [](const char* root, const char* job) {
            return Predicting(spotted(root, job)).graph->top().hash;
        };
        const NodeHash hash = hashOf("", "spot: 8 um");
        QVERIFY(hash == hashOf("", "spot: 8 um, overscan: 1 mm"));
        QVERIFY(hash != hashOf("", "spot: 9 um"));
        QVERIFY(hash != hashOf("invert: true,", "spot: 8 um"));
        QVERIFY(hashOf("depth: 1, dither: none,", "spot: 8 um") !=
                hashOf("depth: 1, dither: ordered,", "spot: 8 um"));
        QVERIFY(hash != hashOf("", "spot: 8 um, roller: {diameter: 20 um, axis: y}"));
        const Design design = parseDesign(spotted("", "spot: 8 um"), ".");
        QVERIFY(hash != bindGraph(design, *design.root, {}).graph->top().hash);
    }

    void onlyTheProcessorComputesIt() {
        Predicting one(spotted("", "spot: 8 um"));
        QVERIFY(one.graph);
        QVERIFY(!one.graph->whyNotOnCards.empty());
    }

    void saysWhyThereIsNone_data() {
        QTest::addColumn<QByteArray>("root");
        QTest::addColumn<QByteArray>("job");
        QTest::addColumn<QByteArray>("what");
        const auto row = [](const char* name, const char* root, const char* job, const char* what) {
            QTest::newRow(name) << QByteArray(root) << QByteArray(job) << QByteArray(what);
        };
        row("no spot", "", "overscan: 1 mm", "`job` gives no `spot`");
        row("too wide", "", "spot: 1 mm", "wider than 255 px");
        row("a muted surface", "muted: true,", "spot: 8 um", "the surface cannot be muted");
        row("an error of the surface", "depth: 7,", "spot: 8 um", "depth");
    }
    void saysWhyThereIsNone() {
        QFETCH(QByteArray, root);
        QFETCH(QByteArray, job);
        QFETCH(QByteArray, what);
        const Predicting one(spotted(root, job));
        QVERIFY(!one.graph);
        QCOMPARE(one.bound.errors.size(), std::size_t{1});
        const std::string text = one.bound.errors[0].text();
        QVERIFY2(text.find(what.toStdString()) != std::string::npos, text.c_str());
        // Without a surface or a spot there is nothing to request.
        const bool missing = what.contains("gives no");
        QCOMPARE(canPredict(one.design), !missing);
    }
};

BURIN_TEST(TestPredictedGraph)
#include "test_predicted_graph.moc"
