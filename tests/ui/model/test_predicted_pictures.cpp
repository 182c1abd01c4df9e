// SPDX-License-Identifier: GPL-3.0-or-later

// The interface shows a predicted surface as the core predicts it.

#include "core/engraving/measuring/predicted_heights.hpp"
#include "support/testing.hpp"
#include "tests/ui/support/studio_test.hpp"
#include "ui/viewport/probe_line.hpp"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <variant>

using namespace burin;
using namespace burin::ui;

namespace {

/// A groove with steep sides on a surface of 600 x 400 samples.
QString grooveOf(const QString& job) {
    return "burin: 2\npixel: 2 um\njob: {" + job +
           "}\nnodes:\n"
           "  surface: {kind: root, width: 600, height: 400, full_depth: 40 um, inputs: [data: groove]}\n"
           "  groove: {kind: math2d, expression: \"(x > 300) * (x < 340)\"}\n";
}

const QString spotOf16um = "spot: 16 um";

/// A studio that shows the prediction of a groove.
struct PredictedStudio : StudioTest {
    explicit PredictedStudio(const QString& job) {
        problem = document.recover(grooveOf(job), {});
        previews.setView({0, {200, 100, 300, 200}});
        previews.setSurfaceShown(SurfaceShown::predicted);
    }
    /// Whether the newest design is shown with all that was asked of it.
    [[nodiscard]] bool shows(bool predicted) {
        const BoundNodePtr node = previews.shown();
        return showsNewest() && node->ready() && node->predicted == predicted;
    }
    [[nodiscard]] bool isExact() { return previews.progress().exact && !previews.busy(); }
    /// The depths of a row as the core predicts them.
    [[nodiscard]] std::vector<float> predictedRow(const Rect& row) {
        const Design& design = *document.design();
        const BoundGraph bound = bindGraph(design, *design.root, {});
        const auto found = predictSurface(design, backend, std::make_shared<const Graph>(*bound.graph), {});
        std::vector<float> depths(static_cast<std::size_t>(row.width));
        std::get<Prediction>(found).heights->read(row, {depths.data(), row.width, row.width, 1});
        return depths;
    }

    QString problem;
};

bool asPredicted(float value, float wanted) {
    return std::abs(value - wanted) < 1e-5F;
}

}  // namespace

class TestPredictedPictures : public QObject {
    Q_OBJECT

  private slots:
    void probeLineAndTilesArePredicted() {
        PredictedStudio studio(spotOf16um);
        QCOMPARE(studio.problem, QString());
        QTRY_VERIFY(studio.shows(true) && studio.isExact());
        const Rect row{290, 200, 60, 1};
        const std::vector<float> depths = studio.predictedRow(row);
        // The sides are not steep any more.
        QVERIFY(std::any_of(depths.begin(), depths.end(), [](float d) { return d > 0.2F && d < 0.8F; }));

        const ProbeLine words(studio.workbench());
        for (std::int64_t x = 298; x < 304; ++x) {
            const Point at{x, row.y};
            studio.previews.askProbe(at);
            QTRY_VERIFY(studio.previews.probe() && studio.previews.probe()->at == at);
            const float value = studio.previews.probe()->value;
            QVERIFY(asPredicted(value, depths[static_cast<std::size_t>(x - row.x)]));
            const QString text = QString("predicted %1").arg(static_cast<double>(value), 0, 'f', 4);
            QVERIFY2(words.probeText().contains(text), qPrintable(words.probeText()));
            QVERIFY2(!words.probeText().contains("-bit"), qPrintable(words.probeText()));
        }

        studio.previews.askLine(QLineF(290.5, 200.5, 349.5, 200.5));
        QTRY_VERIFY(studio.previews.line());
        const std::vector<float>& line = studio.previews.line()->values;
        QCOMPARE(line.size(), depths.size());
        for (std::size_t k = 0; k < line.size(); ++k)
            QVERIFY(asPredicted(line[k], depths[k]));

        const PreviewTilePtr tile = studio.previews.tile(0, TileIndex{1, 0});
        QVERIFY(tile && tile->exact());
        for (std::int64_t x = 290; x < 350; ++x)
            QVERIFY(asPredicted(tile->value({x, 200}), depths[static_cast<std::size_t>(x - row.x)]));
    }

    void theRoughnessIsPredicted() {
        PredictedStudio studio(spotOf16um);
        QTRY_VERIFY(studio.shows(true));
        const auto measured = [&studio] {
            return studio.previews.roughness() && !studio.previews.roughnessOutdated();
        };
        const auto slope = [&studio] {
            for (const MeasuredValue& value : studio.previews.roughness()->measured.values) {
                if (std::string_view(value.name) == "Sdq") return value.value.value_or(-1);
            }
            return -1.0;
        };
        RoughnessWish wish;
        wish.of = RoughnessWish::Of::surface;
        studio.previews.askRoughness(wish);
        QTRY_VERIFY(measured());
        QCOMPARE(studio.previews.roughness()->problem, QString());
        QVERIFY(studio.previews.roughness()->node->predicted);
        const double predicted = slope();
        const std::string hash = studio.previews.roughness()->hash;
        studio.previews.setSurfaceShown(SurfaceShown::written);
        QTRY_VERIFY(studio.shows(false) && measured());
        QVERIFY(!studio.previews.roughness()->node->predicted);
        QVERIFY(predicted > 0 && predicted < 0.8 * slope());
        QCOMPARE(studio.previews.roughness()->hash, hash);  // the hash belongs to the design
    }

    /// The tiles of both are kept.
    void designedIsThereAgainAtOnce() {
        PredictedStudio studio(spotOf16um);
        QTRY_VERIFY(studio.shows(true) && studio.isExact());
        studio.previews.setSurfaceShown(SurfaceShown::written);
        QTRY_VERIFY(studio.shows(false) && studio.isExact());
        const PreviewTilePtr designed = studio.previews.tile(0, TileIndex{1, 0});
        studio.previews.setSurfaceShown(SurfaceShown::predicted);
        QTRY_VERIFY(studio.shows(true));
        const PreviewTilePtr predicted = studio.previews.tile(0, TileIndex{1, 0});
        QVERIFY(predicted && predicted->exact());
        QVERIFY(predicted->value({301, 200}) < 0.9F);
        QVERIFY(designed->value({320, 200}) > 0.99F);
        studio.previews.setSurfaceShown(SurfaceShown::written);
        QTRY_VERIFY(studio.shows(false));
        QVERIFY(studio.previews.tile(0, TileIndex{1, 0}) == designed);
    }

    void aChangeOfTheSpotIsFollowed() {
        PredictedStudio studio(spotOf16um);
        QTRY_VERIFY(studio.shows(true));
        const NodeHash narrow = studio.previews.shown()->hash;
        QCOMPARE(studio.document.recover(grooveOf("spot: 40 um"), {}), QString());
        QTRY_VERIFY(studio.shows(true));
        QVERIFY(studio.previews.shown()->hash != narrow);
    }

    void withoutASpotTheDesignIsShown() {
        PredictedStudio studio("overscan: 1 mm");
        QTRY_VERIFY(studio.showsNewest());
        QVERIFY(studio.shows(false));
        QCOMPARE(studio.previews.problem(), QString());
        // The wish is kept until there is one.
        QCOMPARE(studio.document.recover(grooveOf(spotOf16um), {}), QString());
        QTRY_VERIFY(studio.shows(true));
    }

    void anotherNodeIsNotPredicted() {
        PredictedStudio studio(spotOf16um);
        QTRY_VERIFY(studio.shows(true));
        studio.previews.setShown("groove");
        QTRY_VERIFY(studio.previews.shown()->name == "groove");
        QVERIFY(studio.shows(false));
        studio.previews.setShown("surface");
        QTRY_VERIFY(studio.shows(true));
    }

    void aSpotThatIsTooWideIsSaid() {
        PredictedStudio studio("spot: 4 mm");
        QTRY_VERIFY(studio.showsNewest() && !studio.previews.problem().isEmpty());
        QVERIFY2(studio.previews.problem().contains("255"), qPrintable(studio.previews.problem()));
    }
};

BURIN_TEST(TestPredictedPictures)
#include "test_predicted_pictures.moc"
