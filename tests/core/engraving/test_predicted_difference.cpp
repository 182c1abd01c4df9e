// SPDX-License-Identifier: GPL-3.0-or-later

// The difference between the predicted and the designed surface, compared with sums over each sample.

#include "core/engraving/predicted_difference.hpp"
#include "core/render/cpu_backend.hpp"
#include "support/measuring/slow_prediction.hpp"
#include "support/testing.hpp"

#include <algorithm>
#include <cmath>

using namespace burin;
using namespace burin::test;

namespace {

std::variant<PredictedDifference, Problem> differenceOf(const std::string& size, const std::string& formula,
                                                        const std::string& more) {
    const Design design = parseDesign("burin: 2\npixel: 1 um\nnodes:\n  s: {kind: root, " + size +
                                          ", inputs: [{data: m}]}\n  m: {kind: math2d, expression: \"" +
                                          formula + "\"}\n" + more,
                                      ".");
    const auto graph = std::make_shared<const Graph>(bindGraph(design, *design.root, {}).graph.value());
    MemoryBudget budget(std::size_t{256} << 20U);
    TileCache cache(budget);
    CpuBackend backend(budget, cache, 2);
    return predictedDifference(design, graph, backend, {});
}

}  // namespace

class TestPredictedDifference : public QObject {
    Q_OBJECT

  private slots:
    void isThatOfEachSample() {
        constexpr int width = 40;
        constexpr int height = 30;
        const auto found = std::get<PredictedDifference>(
            differenceOf("width: 40, height: 30", "x < 25 && y > 3 ? 1 : 0", "job: {spot: 6 um}\n"));
        const SlowKernel spot = slowGaussian(6, 6);
        const auto depth = [](int x, int y) { return x >= 0 && x < 25 && y > 3 && y < height ? 1.0 : 0.0; };
        const auto differenceAt = [&](std::int64_t atX, std::int64_t atY) {
            const auto x = static_cast<int>(atX);
            const auto y = static_cast<int>(atY);
            double sum = 0;
            for (int j = -spot.reachY; j <= spot.reachY; ++j) {
                for (int i = -spot.reachX; i <= spot.reachX; ++i)
                    sum += spot.at(i, j) * depth(x - i, y - j);
            }
            return std::abs(sum - depth(x, y));
        };
        double squares = 0;
        double worst = 0;
        for (int y = 0; y < height; ++y) {
            for (int x = 0; x < width; ++x) {
                squares += std::pow(differenceAt(x, y), 2);
                worst = std::max(worst, differenceAt(x, y));
            }
        }
        QVERIFY(worst > 0.55);  // at the corners
        QVERIFY(std::abs(found.rms - std::sqrt(squares / (width * height))) < 1e-4);
        QVERIFY(std::abs(found.worst - worst) < 1e-4);
        QVERIFY(differenceAt(found.place.x, found.place.y) > worst - 1e-4);
        QVERIFY(found.remarks.empty());
    }

    /// Squares of a large surface of even texture have its difference, up to a few thousandths.
    void placesStandForALargeSurface() {
        const auto rmsOf = [](const std::string& size) {
            return std::get<PredictedDifference>(
                       differenceOf(size, "0.5 + 0.4 * sin(x / 2)", "job: {spot: 6 um}\n"))
                .rms;
        };
        const double large = rmsOf("width: 20000, height: 20000");
        QVERIFY(large > 0.05);
        QVERIFY(std::abs(large - rmsOf("width: 1500, height: 1500")) < 0.01);
    }

    void theWorstPlaceIsOnTheSurface() {
        const auto found = std::get<PredictedDifference>(
            differenceOf("width: 900, height: 700", "hypot(x - 800, y - 600) < 1", "job: {spot: 8 um}\n"));
        QCOMPARE(found.place, (Point{800, 600}));
        QVERIFY(found.worst > 0.7);
    }

    void aFallingCurveIsSaid() {
        const auto found = std::get<PredictedDifference>(
            differenceOf("width: 40, height: 30, machine_curve: [[0, 0], [0.5, 1], [1, 0.8]]", "0.5",
                         "job: {spot: 6 um}\n"));
        QCOMPARE(found.remarks.size(), std::size_t{1});
    }

    void thereIsNoneWithoutASpot() {
        QVERIFY(std::holds_alternative<Problem>(differenceOf("width: 40, height: 30", "0.5", "")));
    }
};

BURIN_TEST(TestPredictedDifference)
#include "test_predicted_difference.moc"
