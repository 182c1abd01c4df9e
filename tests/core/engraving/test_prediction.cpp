// SPDX-License-Identifier: GPL-3.0-or-later

// The predicted surface is compared with the page's definition (tests/support/measuring/slow_prediction.hpp)
// and with parts of itself.

#include "core/engraving/measuring/predicted_heights.hpp"
#include "core/images/picture_file.hpp"
#include "core/render/cpu_backend.hpp"
#include "core/render/written_samples.hpp"
#include "support/measuring/slow_prediction.hpp"
#include "support/testing.hpp"

#include <QTemporaryDir>
#include <cmath>

using namespace burin;
using namespace burin::test;

namespace {

constexpr int width = 63;
constexpr int height = 47;

/// A design's root together with its graph.
struct Stage {
    explicit Stage(const std::string& text, const std::filesystem::path& folder)
        : design(parseDesign(text, folder, folder / "x.burin")),
          bound(bindGraph(design, design.root.value_or(0), {})),
          graph(bound.graph ? std::make_shared<const Graph>(*bound.graph) : nullptr) {}

    [[nodiscard]] std::vector<float> read(const HeightMap& map, const Rect& area) const {
        std::vector<float> out(static_cast<std::size_t>(area.area()));
        map.read(area, {out.data(), area.width, area.width, area.height});
        return out;
    }

    Design design;
    BoundGraph bound;
    std::shared_ptr<const Graph> graph;
    MemoryBudget budget{std::size_t{64} << 20U};
    TileCache cache{budget};
    CpuBackend backend{budget, cache, 2};
};

std::string surface(const QByteArray& root, const QByteArray& job) {
    return "burin: 2\npixel: 1 um\nnodes:\n  s: {kind: root, width: 63, height: 47, full_depth: 40 um, " +
           root.toStdString() +
           " inputs: [{data: m}]}\n"
           "  m: {kind: math2d, expression: \"clamp(0.6 + 0.5 * sin(x / 3) * cos(y / 4) + (x > 40), 0, "
           "1)\"}\n"
           "job: {" +
           job.toStdString() + "}\n";
}

/// An image that no turn and no mirror maps to itself.
const std::vector<std::vector<double>> lopsided = {{0, 1, 0, 0, 0}, {0, 1, 0.6, 0, 0.2}, {0.4, 1, 1, 1, 0}};

struct Case {
    const char* name;
    QByteArray root;
    QByteArray job;
    SlowKernel kernel;
    SlowCurve material = {};
    SlowCurve machine = {};
    bool inverted = false;
    bool falling = false;
    int steps = 255;
    bool joinedX = false;
    bool joinedY = false;
};

std::vector<Case> cases() {
    // The pitch round the roller is not 1 um.
    const double round = 3.14159265358979323846 * 20 / 63;
    return {
        {"a length is the diameter of a gaussian", "", "spot: 8 um", slowGaussian(8, 8)},
        {"an elliptic gaussian", "", "spot: {shape: gaussian, sx: 9 um, sy: 5 um}", slowGaussian(9, 5)},
        {"a gaussian far below a pixel", "", "spot: 0.01 um", slowGaussian(0.01, 0.01)},
        {"a top hat",
         "depth: 16,",
         "spot: {shape: top_hat, sx: 7.3 um}",
         slowTopHat(7.3, 7.3),
         {},
         {},
         false,
         false,
         65535},
        {"an elliptic top hat and both curves, inverted",
         "depth: 16, invert: true, material_curve: [[0, 0.1], [0.3, 0.5], [1, 0.9]], machine_curve: [[0.05, "
         "0], [0.5, 0.7], [1, 1]],",
         "spot: {shape: top_hat, sx: 4 um, sy: 11 um}",
         slowTopHat(4, 11),
         {{0, 0.1}, {0.3, 0.5}, {1, 0.9}},
         {{0.05, 0}, {0.5, 0.7}, {1, 1}},
         true,
         false,
         65535},
        {"a curve with a flat piece",
         "material_curve: [[0, 0], [0.2, 0.4], [0.6, 0.4], [1, 1]],",
         "spot: 6 um",
         slowGaussian(6, 6),
         {{0, 0}, {0.2, 0.4}, {0.6, 0.4}, {1, 1}}},
        {"a curve that falls leaves the designed depths",
         "material_curve: [[0, 1], [1, 0]],",
         "spot: 6 um",
         slowGaussian(6, 6),
         {},
         {},
         false,
         true},
        {"dither shows",
         "depth: 1, dither: blue_noise,",
         "spot: 12 um",
         slowGaussian(12, 12),
         {},
         {},
         false,
         false,
         1},
        {"an image", "", "spot: {shape: image, file: spot.png, pitch: 0.7 um}", slowImageSpot(lopsided, 0.7)},
        {"a coarse image", "", "spot: {shape: image, file: spot.png, pitch: 2 um}",
         slowImageSpot(lopsided, 2)},
        {"round a roller along x",
         "",
         "spot: 14 um, roller: {diameter: 20 um, axis: y}",
         slowGaussian(14 / round, 14),
         {},
         {},
         false,
         false,
         255,
         true,
         false},
        {"round a roller along y",
         "",
         "spot: {shape: top_hat, sx: 9 um}, roller: {diameter: 15 um, axis: x}",
         slowTopHat(9, 9 / (3.14159265358979323846 * 15 / 47)),
         {},
         {},
         false,
         false,
         255,
         false,
         true},
    };
}

}  // namespace

class TestPrediction : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;
    std::filesystem::path path() const { return folder_.path().toStdString(); }

  private slots:
    void initTestCase() {
        std::vector<float> samples;
        for (const auto& row : lopsided) {
            for (const double value : row)
                samples.push_back(static_cast<float>(value));
        }
        writePicture((path() / "spot.png").string(), samples, {5, 3}, 8);
    }

    void isWhatThePageSays_data() {
        QTest::addColumn<std::size_t>("index");
        const auto all = cases();
        for (std::size_t i = 0; i < all.size(); ++i)
            QTest::newRow(all[i].name) << i;
    }
    void isWhatThePageSays() {
        QFETCH(std::size_t, index);
        const Case wanted = cases()[index];
        Stage stage(surface(wanted.root, wanted.job), path());
        QVERIFY2(stage.graph,
                 stage.design.diagnostics.empty() ? "" : stage.design.diagnostics[0].text().c_str());
        const Rect whole{0, 0, width, height};
        // The samples as the root writes them or, if `falling` is set, as the root computes them.
        std::vector<float> written(width * height);
        RenderRequest request;
        request.graph = stage.graph;
        request.area = whole;
        request.consume = [&](const Rect& part, const SamplesView& samples) {
            for (std::int64_t y = 0; y < part.height; ++y) {
                float* row = samples.row(y);
                if (!wanted.falling)
                    WrittenSamples(*stage.graph).apply(row, {part.x, part.y + y}, part.width);
                std::copy_n(row, part.width, written.data() + (part.y + y) * width + part.x);
            }
        };
        renderAndWait(stage.backend, std::move(request));
        std::vector<double> depths;
        for (const float value : written) {
            const double step = std::round(static_cast<double>(value) * wanted.steps) / wanted.steps;
            const double undone = slowInput(wanted.material, slowInput(wanted.machine, step));
            depths.push_back(wanted.falling    ? static_cast<double>(value)
                             : wanted.inverted ? 1 - undone
                                               : undone);
        }
        const auto expected =
            slowSpread(wanted.kernel, depths, width, height, wanted.joinedX, wanted.joinedY);
        const auto found = predictSurface(stage.design, stage.backend, stage.graph, {});
        QVERIFY(std::holds_alternative<Prediction>(found));
        const Prediction& prediction = std::get<Prediction>(found);
        QCOMPARE(prediction.remarks.empty(), !wanted.falling);
        const auto got = stage.read(*prediction.heights, whole);
        double worst = 0;
        for (std::size_t i = 0; i < got.size(); ++i)
            worst = std::max(worst, std::abs(static_cast<double>(got[i]) - expected[i]));
        QVERIFY2(worst < 1e-5, qPrintable(QString::number(worst)));
        // Every bit of a part equals that of the same part of the whole.
        const Rect part{17, 9, 31, 20};
        const auto crop = stage.read(*prediction.heights, part);
        for (std::int64_t y = 0; y < part.height; ++y) {
            for (std::int64_t x = 0; x < part.width; ++x)
                QCOMPARE(crop[static_cast<std::size_t>(y * part.width + x)],
                         got[static_cast<std::size_t>((part.y + y) * width + part.x + x)]);
        }
    }

    void saysWhyThereIsNoPrediction_data() {
        QTest::addColumn<QByteArray>("job");
        QTest::addColumn<QByteArray>("what");
        QTest::newRow("no spot") << QByteArray("overscan: 1 mm") << QByteArray("`job` gives no `spot`");
        QTest::newRow("too wide") << QByteArray("spot: 1 mm") << QByteArray("the spot is wider than 255 px");
        QTest::newRow("no file") << QByteArray("spot: {shape: image, file: none.png, pitch: 1 um}")
                                 << QByteArray("none.png");
        QTest::newRow("an image too wide") << QByteArray("spot: {shape: image, file: spot.png, pitch: 1 mm}")
                                           << QByteArray("wider than 255");
    }
    void saysWhyThereIsNoPrediction() {
        QFETCH(QByteArray, job);
        QFETCH(QByteArray, what);
        Stage stage(surface("", job), path());
        const auto found = predictSurface(stage.design, stage.backend, stage.graph, {});
        QVERIFY(std::holds_alternative<Problem>(found));
        const Problem& problem = std::get<Problem>(found);
        QVERIFY2(problem.text().find(what.toStdString()) != std::string::npos, problem.text().c_str());
        QVERIFY(!problem.advice.empty());
    }

    void aStopIsObeyed() {
        Stage stage(surface("", "spot: 8 um"), path());
        std::stop_source source;
        const auto found = predictSurface(stage.design, stage.backend, stage.graph, source.get_token());
        source.request_stop();
        QVERIFY_EXCEPTION_THROWN((void)stage.read(*std::get<Prediction>(found).heights, {0, 0, 9, 9}),
                                 Cancelled);
    }

    void theJobIsChecked_data() {
        QTest::addColumn<QByteArray>("job");
        QTest::addColumn<QByteArray>("what");
        const auto row = [](const char* name, const char* job, const char* what) {
            QTest::newRow(name) << QByteArray(job) << QByteArray(what);
        };
        row("an unknown shape", "spot: {shape: square, sx: 8 um}", "'square'");
        row("no shape", "spot: {sx: 8 um}", "`shape` is missing");
        row("no diameter", "spot: {shape: top_hat, sy: 8 um}", "`sx` is missing");
        row("a key of another shape", "spot: {shape: gaussian, sx: 8 um, pitch: 1 um}",
            "unknown key 'pitch'");
        row("an image without a file", "spot: {shape: image, pitch: 1 um}", "`file` is missing");
        row("an image without a pitch", "spot: {shape: image, file: a.png}", "`pitch` is missing");
        row("a diameter of 0", "spot: {shape: gaussian, sx: 0 um}", "out of range");
        row("a list", "spot: [8 um]", "a list is not a spot");
        row("a roller without a diameter", "roller: {axis: x}", "the roller has no diameter");
        row("an axis that is none", "roller: {diameter: 1 mm, axis: z}", "'z'");
        row("a height that does not go round", "roller: {diameter: 200 mm}",
            "the height must be 628,319 px for a roller of 200 mm; write `height: 628319`");
        row("a width that does not go round", "roller: {diameter: 0.1 mm, axis: y}",
            "the width must be 314 px for a roller of 0.1 mm; write `width: 314`");
    }
    void theJobIsChecked() {
        QFETCH(QByteArray, job);
        QFETCH(QByteArray, what);
        const Design design = parseDesign(surface("", job), ".");
        QCOMPARE(design.diagnostics.size(), std::size_t{1});
        const std::string text = design.diagnostics[0].text();
        QVERIFY2(text.find(what.toStdString()) != std::string::npos, text.c_str());
        QVERIFY(!design.errorsOf(*design.root).empty());
    }

    void shapesAndRollersNeedVersion2() {
        for (const char* job : {"spot: {shape: gaussian, sx: 8 um}", "roller: {diameter: 15 um, axis: x}"}) {
            std::string text = surface("", job);
            QVERIFY(parseDesign(text, ".").diagnostics.empty());
            text.replace(0, 8, "burin: 1");
            const Design old = parseDesign(text, ".");
            QCOMPARE(old.diagnostics.size(), std::size_t{1});
            QVERIFY(old.diagnostics[0].text().find("burin: 2") != std::string::npos);
        }
    }
};

BURIN_TEST(TestPrediction)
#include "test_prediction.moc"
