// SPDX-License-Identifier: GPL-3.0-or-later

// Compares what the interface shows of a design with what an export writes.

#include "support/long_run.hpp"
#include "support/places.hpp"
#include "support/testing.hpp"
#include "ui/model/previews/previews.hpp"

#include "core/export/root_blocks.hpp"
#include "core/render/cpu_backend.hpp"
#include "tests/ui/support/studio_test.hpp"
#include "ui/model/previews/color_map.hpp"
#include "ui/model/previews/preview_jobs.hpp"

#include <QDeadlineTimer>
#include <QSignalSpy>

#include <chrono>
#include <cmath>
#include <future>
#include <random>
#include <set>

using namespace burin;
using namespace burin::ui;

class TestPreviews : public QObject {
    Q_OBJECT

  private slots:
    void theProbeIsTheExportedSample_data();
    void theProbeIsTheExportedSample();
    void theNewestProbeIsAnswered();
    void tilesAreThePicturesOfTheEngine();
    void tilesOfASlowSurfaceGetBetter();
    void ofManyEditsTheLastIsShown();
    void somethingNewAppearsUnderAnyNumberOfEdits();
    void anUndoIsThereAtOnce();
    void anEditElsewhereLeavesThePictures();
    void linesAreSamplesOfLevelZero();
    void aLongLineTakesSomeSamples();
    void theHistogramIsOfTheWholeNode();
    void zoomingChangesNoColour();
    void aFineTextureLooksEven();
    void errorsComeAsWords_data();
    void errorsComeAsWords();
    void thumbnailsComeAndStay();
    void thumbnailsShowWhereSomethingIs_data();
    void thumbnailsShowWhereSomethingIs();
    void thumbnailsShowLargeThingsAsAWhole_data();
    void thumbnailsShowLargeThingsAsAWhole();
    void thumbnailsShowAFewRepeats();
    void thumbnailsAreAsDarkAsTheView_data();
    void thumbnailsAreAsDarkAsTheView();
    void whatTooMuchMemoryNeedsIsSaid();
    void oneBitIsWhatAnExportPrints_data();
    void oneBitIsWhatAnExportPrints();
};

namespace {

QString surfaceOf(const QString& expression, const QString& size = "3000") {
    return QString(
               "burin: 1\npixel: 1 um\nnodes:\n"
               "  surface: {kind: root, width: %1, height: %1, full_depth: 40 um, inputs: [data: part]}\n"
               "  part: {kind: math2d, expression: \"%2\"}\n")
        .arg(size, expression);
}

/// The sample as an export writes it.
int exported(Backend& backend, const std::shared_ptr<const Graph>& graph, Point at) {
    RootBlocks blocks(backend, graph, {});
    std::byte out[8] = {};
    std::promise<std::exception_ptr> done;
    blocks.start(
        {at.x, at.y, 1, 1}, [&] { return out; }, sizeof out,
        [&](std::exception_ptr error) { done.set_value(error); });
    if (const std::exception_ptr error = done.get_future().get()) std::rethrow_exception(error);
    const int depth = rootOf(*graph)->depth;
    const auto first = std::to_integer<int>(out[0]);
    if (depth == 1) return first >> 7;
    if (depth == 8) return first;
    std::uint16_t wide = 0;
    std::memcpy(&wide, out, sizeof wide);
    return wide;
}

bool settled(StudioTest& studio) {
    const PreviewProgress progress = studio.previews.progress();
    return !studio.previews.busy() && progress.visible > 0 && progress.refined == progress.visible;
}

bool boundTo(StudioTest& studio) {
    const BoundNodePtr node = studio.previews.shown();
    return node && node->design == studio.document.design();
}

void showAll(StudioTest& studio, const QString& text, int level = 0, const Rect& samples = {0, 0, 700, 500}) {
    QCOMPARE(studio.document.recover(text, {}), QString());
    studio.previews.setView({level, samples});
    QTRY_VERIFY(boundTo(studio) && settled(studio));
}

}  // namespace

void TestPreviews::theProbeIsTheExportedSample_data() {
    QTest::addColumn<QString>("file");
    const QDir examples(burin::test::inTree("resources/examples"));
    for (const QString& name : examples.entryList({"*.burin"}))
        QTest::addRow("%s", qPrintable(name)) << examples.filePath(name);
}

void TestPreviews::theProbeIsTheExportedSample() {
    QFETCH(QString, file);
    StudioTest studio;
    QCOMPARE(studio.document.open(file), QString());
    QTRY_VERIFY(boundTo(studio));
    const BoundNodePtr node = studio.previews.shown();
    QVERIFY2(node->ready(), qPrintable(node->problem));
    const Rect all = node->extent.rect();
    std::mt19937_64 random(11);
    for (int k = 0; k < (burin::test::isLongRun() ? 12 : 5); ++k) {
        const Point at{static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(all.width)),
                       static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(all.height))};
        studio.previews.askProbe(at);
        QTRY_VERIFY(studio.previews.probe() && studio.previews.probe()->at == at);
        const Probe& probe = *studio.previews.probe();
        QCOMPARE(probe.problem, QString());
        QVERIFY(probe.inside);
        QCOMPARE(probe.code, exported(studio.backend, node->source->graph(), at));
    }
    studio.previews.askProbe(Point{-1, 5});
    QTRY_VERIFY(studio.previews.probe() && studio.previews.probe()->at == (Point{-1, 5}));
    QVERIFY(!studio.previews.probe()->inside);
}

void TestPreviews::theNewestProbeIsAnswered() {
    StudioTest studio;
    QCOMPARE(studio.document.recover(surfaceOf("x / 3000"), {}), QString());
    QTRY_VERIFY(boundTo(studio));
    QSignalSpy answers(&studio.previews, &Previews::probed);
    for (int x = 0; x <= 500; ++x)
        studio.previews.askProbe(Point{x, 0});
    QTRY_VERIFY(studio.previews.probe() && studio.previews.probe()->at.x == 500);
    QVERIFY(answers.size() < 20);
}

void TestPreviews::tilesAreThePicturesOfTheEngine() {
    StudioTest studio;
    const QString text = surfaceOf("0.5 + 0.4 * sin(x / 9) * cos(y / 17)");
    for (const int level : {0, 2}) {
        showAll(studio, text, level, {0, 0, 3000, 1000});
        const BoundNodePtr node = studio.previews.shown();
        for (const TileIndex index : tilesCovering({0, 0, 3000, 1000}, level)) {
            const PreviewTilePtr tile = studio.previews.tile(level, index);
            QVERIFY(tile && tile->exact());
            PreviewRequest request;
            request.graph = node->source->graph();
            request.area = tile->area;
            request.level = level;
            const Picture picture = renderPreview(studio.backend, studio.budget, request);
            QCOMPARE(tile->values(), picture.values);
        }
    }
}

/// A tile is never replaced by a worse one.
void TestPreviews::tilesOfASlowSurfaceGetBetter() {
    StudioTest studio;
    QCOMPARE(studio.document.recover(surfaceOf("0.5 + 0.4 * noise(x / 90, y / 70, 3)", "2 m"), {}),
             QString());
    studio.previews.setView({12, {0, 0, 1 << 20, 1 << 20}});
    std::vector<double> efforts;
    connect(&studio.previews, &Previews::picturesChanged, this, [&] {
        if (const PreviewTilePtr tile = studio.previews.tile(12, {0, 0}))
            efforts.push_back(tile->samplesEach);
    });
    // On a busy computer the first tile that is seen here may be better than the first that was made.
    constexpr double ofTheFirst = 8;
    QTRY_VERIFY(!efforts.empty() && efforts.back() > ofTheFirst);
    QVERIFY(std::is_sorted(efforts.begin(), efforts.end()));
    QVERIFY(!studio.previews.progress().exact);
}

void TestPreviews::ofManyEditsTheLastIsShown() {
    StudioTest studio;
    const auto textOf = [](int k) { return surfaceOf(QString("%1 / 100 + 0.1 * sin(x / 31)").arg(k)); };
    showAll(studio, textOf(1));
    for (int k = 2; k <= 80; ++k) {
        QCOMPARE(studio.document.recover(textOf(k), {}), QString());
        QTest::qWait(k % 7);
    }
    QTRY_VERIFY(boundTo(studio) && settled(studio));
    const PreviewTilePtr tile = studio.previews.tile(0, {0, 0});
    QVERIFY(std::fabs(tile->value({0, 0}) - 0.8F) < 1.0F / 255);
    const NodeHash last = studio.previews.shown()->hash;
    QCOMPARE(tile->node, last);
    QTRY_VERIFY(!studio.previews.ground() || studio.previews.ground()->node == last);
}

void TestPreviews::somethingNewAppearsUnderAnyNumberOfEdits() {
    StudioTest studio;
    const auto textOf = [](int k) {
        return surfaceOf(QString("%1 / 1000 + 0.1 * sin(x / 31)").arg(k), "2 m");
    };
    showAll(studio, textOf(1), 3, {0, 0, 8000, 4000});
    std::set<std::uint64_t> grounds;
    connect(&studio.previews, &Previews::picturesChanged, this, [&] {
        if (studio.previews.ground()) grounds.insert(studio.previews.ground()->node.words[0]);
    });
    int edits = 1;
    const QDeadlineTimer latest(patience);
    while (grounds.size() < 4 && !latest.hasExpired()) {
        QCOMPARE(studio.document.recover(textOf(++edits), {}), QString());
        QTest::qWait(1);
    }
    QVERIFY2(grounds.size() >= 4,
             qPrintable(QString("%1 pictures in %2 edits").arg(grounds.size()).arg(edits)));
    QVERIFY(static_cast<int>(grounds.size()) < edits);
}

void TestPreviews::anUndoIsThereAtOnce() {
    StudioTest studio;
    const QString before = surfaceOf("0.25 + 0.1 * sin(x / 31)");
    showAll(studio, before);
    const PreviewTilePtr tile = studio.previews.tile(0, {0, 0});
    showAll(studio, surfaceOf("0.75 + 0.1 * sin(x / 31)"));
    QVERIFY(studio.previews.tile(0, {0, 0}) != tile);
    QCOMPARE(studio.document.recover(before, {}), QString());
    QTRY_VERIFY(boundTo(studio));
    QCOMPARE(studio.previews.tile(0, {0, 0}), tile);
}

void TestPreviews::anEditElsewhereLeavesThePictures() {
    StudioTest studio;
    const QString text = surfaceOf("0.25 + 0.1 * sin(x / 31)");
    showAll(studio, text);
    const BoundNodePtr before = studio.previews.shown();
    QCOMPARE(studio.document.recover(text + "  alone: {kind: math2d, expression: \"x\"}\n", {}), QString());
    QTRY_VERIFY(boundTo(studio));
    QCOMPARE(studio.previews.shown()->source, before->source);
    QVERIFY(studio.previews.progress().exact);
}

void TestPreviews::linesAreSamplesOfLevelZero() {
    StudioTest studio;
    showAll(studio, surfaceOf("0.5 + 0.4 * sin(x / 9) * cos(y / 17)"), 3, {0, 0, 3000, 3000});
    for (const QLineF& line : {QLineF(10.5, 20.5, 610.5, 20.5), QLineF(5.2, 400.9, 300.7, 31.3)}) {
        studio.previews.askLine(line);
        QTRY_VERIFY(studio.previews.line() && studio.previews.line()->to == line.p2());
        const LineSamples& samples = *studio.previews.line();
        QVERIFY(!samples.decimated());
        QCOMPARE(samples.values.size(), static_cast<std::size_t>(line.length()) + 1);
        QCOMPARE(samples.fullDepthUm, 40.0);
        for (const std::size_t k : {std::size_t{0}, samples.values.size() / 3, samples.values.size() - 1}) {
            const QPointF p =
                line.pointAt(static_cast<double>(k) / static_cast<double>(samples.values.size() - 1));
            const Point at{static_cast<std::int64_t>(std::floor(p.x())),
                           static_cast<std::int64_t>(std::floor(p.y()))};
            const int written = exported(studio.backend, studio.previews.shown()->source->graph(), at);
            QCOMPARE(samples.values[k], static_cast<float>(written) / 255.0F);
        }
    }
}

void TestPreviews::aLongLineTakesSomeSamples() {
    StudioTest studio;
    QCOMPARE(studio.document.recover(surfaceOf("x / 2000000", "2 m"), {}), QString());
    QTRY_VERIFY(boundTo(studio));
    studio.previews.askLine(QLineF(0.5, 0.5, 1999999.5, 1999999.5));
    QTRY_VERIFY(studio.previews.line());
    const LineSamples& samples = *studio.previews.line();
    QVERIFY(samples.decimated());
    QCOMPARE(samples.values.size(), std::size_t{4096});
    QVERIFY(std::fabs(samples.values[2048] - 0.5F) < 2.0F / 255);
    QCOMPARE(samples.values.back(), 1.0F);
}

/// The histogram uses samples spread over the whole node, not only over the visible part.
void TestPreviews::theHistogramIsOfTheWholeNode() {
    StudioTest studio;
    showAll(studio, surfaceOf("(x < 1000) * 0.2 + (x >= 2000) * 0.6"), 0, {0, 0, 400, 400});
    QTRY_VERIFY(studio.previews.histogram());
    QVERIFY(studio.previews.histogram()->values >= 10000);
    QCOMPARE(studio.previews.histogram()->least, 0.0F);
    QCOMPARE(studio.previews.appearance().values().low, 0.0);
    QCOMPARE(studio.previews.appearance().values().high, 0.6);
    const Histogram histogram = histogramOf(*studio.previews.shown(), {}, {}, std::chrono::hours{1});
    const auto values = static_cast<double>(histogram.values);
    QCOMPARE(histogram.values, std::uint64_t{65536});
    QVERIFY(std::fabs(histogram.mean() - 0.8 / 3) < 0.03);
    QVERIFY(std::fabs(static_cast<double>(histogram.empty) / values - 1.0 / 3) < 0.05);
    QVERIFY(std::fabs(histogram.outside(0.1, 0.7) - 1.0 / 3) < 0.05);
}

void TestPreviews::zoomingChangesNoColour() {
    StudioTest studio;
    showAll(studio, surfaceOf("0.1 + 0.8 * mod(x + y, 2)", "6000"), 0, {0, 0, 400, 400});
    QTRY_VERIFY(studio.previews.histogram() && !studio.previews.busy());
    const AppearanceValues appearance = studio.previews.appearance().values();
    QVERIFY(std::fabs(appearance.low - 0.1) < 0.02 && std::fabs(appearance.high - 0.9) < 0.02);
    for (const int level : {2, 6}) {
        studio.previews.setView({level, {0, 0, 6000, 6000}});
        QTRY_VERIFY(settled(studio));
        QCOMPARE(studio.previews.appearance().values(), appearance);
    }
}

/// When the whole texture is in view, its colour is nearly uniform, however precisely its means are known.
void TestPreviews::aFineTextureLooksEven() {
    StudioTest studio;
    QCOMPARE(studio.document.open(burin::test::inTree("resources/examples/shagreen-pebbles.burin")),
             QString());
    studio.previews.setView({9, {0, 0, PreviewTile::side << 9, PreviewTile::side << 9}});  // one tile
    QTRY_VERIFY(boundTo(studio) && studio.previews.histogram());
    // On a busy computer the first picture may have coarser blocks, or a few exact rows above such blocks.
    PreviewTilePtr tile;
    QTRY_VERIFY((tile = studio.previews.tile(9, {0, 0})) && tile->samplesOfRest >= 0.5);
    const AppearanceValues& appearance = studio.previews.appearance().values();
    double least = 1;
    double most = 0;
    constexpr std::int64_t side = 64;  // side of an area over which the noise of a first picture is small
    for (std::int64_t y = 0; y < 256; y += side) {
        for (std::int64_t x = 0; x < 256; x += side) {
            double mean = 0;
            for (std::int64_t k = 0; k < side * side; ++k)
                mean += static_cast<double>(tile->value({x + k % side, y + k / side})) / (side * side);
            const double t = (mean - appearance.low) / (appearance.high - appearance.low);
            least = std::min(least, t);
            most = std::max(most, t);
        }
    }
    QVERIFY2(most - least < 0.1, qPrintable(QString("%1 to %2 of all colours").arg(least).arg(most)));
}

void TestPreviews::errorsComeAsWords_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("words");
    QTest::addRow("an expression that does not parse") << surfaceOf("1 +") << "part: Expression";
    QTest::addRow("a length beyond its limit, with the title of its field and the unit that was typed")
        << "burin: 1\npixel: 1 um\nnodes:\n  surface: {kind: root, width: 9, height: 9, inputs: [data: "
           "part]}\n"
           "  part: {kind: profile, distance_max: 3 mm, inputs: [mask: hole]}\n"
           "  hole: {kind: math2d, expression: \"1\"}\n"
        << "part: Largest distance: '3 mm' is out of range: at most 1.023 mm. Write a length from 1 to 1023 "
           "px";
    QTest::addRow("an image that is not there") << "burin: 1\npixel: 1 um\nnodes:\n  surface: {kind: root, "
                                                   "width: 9, height: 9, inputs: [data: part]}\n"
                                                   "  part: {kind: tiff, file: nowhere.tif}\n"
                                                << "nowhere.tif";
    QTest::addRow("no surface")
        << "burin: 1\npixel: 1 um\nnodes:\n  part: {kind: math2d, expression: \"1\"}\n"
        << "no surface";
}

void TestPreviews::errorsComeAsWords() {
    QFETCH(QString, text);
    QFETCH(QString, words);
    StudioTest studio;
    QCOMPARE(studio.document.recover(text, {}), QString());
    studio.previews.setView({0, {0, 0, 100, 100}});
    QTRY_VERIFY(boundTo(studio));
    QVERIFY2(studio.previews.problem().contains(words), qPrintable(studio.previews.problem()));
    QVERIFY(!studio.previews.shown()->ready());
    QTRY_VERIFY(!studio.previews.busy());
    // A problem disappears once it is corrected.
    QCOMPARE(studio.document.recover(surfaceOf("0.5"), {}), QString());
    QTRY_VERIFY(boundTo(studio) && settled(studio));
    QCOMPARE(studio.previews.problem(), QString());
}

void TestPreviews::thumbnailsComeAndStay() {
    StudioTest studio;
    QCOMPARE(studio.document.recover(surfaceOf("x / 3000"), {}), QString());
    QVERIFY(studio.previews.thumbnail("surface").isNull());
    QTRY_VERIFY(!studio.previews.thumbnail("surface").isNull());
    // On a slow computer it is a sketch from some of the samples at first.
    QTRY_VERIFY(!studio.previews.thumbnailIsSketch("surface") && !studio.previews.busy());
    const QImage image = studio.previews.thumbnail("surface");
    QVERIFY(image.width() <= 128 && image.width() > 64 && image.width() == image.height());
    QVERIFY(qGray(image.pixel(2, 50)) < 40 && qGray(image.pixel(image.width() - 3, 50)) > 215);
    // A node with an error keeps its last good picture.
    QCOMPARE(studio.document.recover(surfaceOf("x /"), {}), QString());
    QCOMPARE(studio.previews.thumbnail("surface"), image);
    QTRY_VERIFY(!studio.previews.busy());
    QCOMPARE(studio.previews.thumbnail("surface"), image);
    // The signal may come for another node first, so the test waits for the picture itself.
    QCOMPARE(studio.document.recover(surfaceOf("1 - x / 3000"), {}), QString());
    QTRY_VERIFY(qGray(studio.previews.thumbnail("surface").pixel(2, 50)) > 215);
}

void TestPreviews::thumbnailsShowWhereSomethingIs_data() {
    QTest::addColumn<QString>("node");
    QTest::addRow("what the surface reads far from the corner") << "field";
    QTest::addRow("a node without bounds around one with bounds") << "hole";
    QTest::addRow("a small thing on a large plate") << "surface";
}

/// The area around it is 0, which is black.
void TestPreviews::thumbnailsShowWhereSomethingIs() {
    QFETCH(QString, node);
    StudioTest studio;
    const QString text =
        "burin: 1\npixel: 1 um\nnodes:\n"
        "  surface: {kind: root, width: 90000, height: 90000, inputs: [data: both]}\n"
        "  both: {kind: union, width: 4000, height: 4000, inputs: [{data: field, at: [-50000, -40000]}, "
        "{data: hole, at: [100, 100]}]}\n"
        "  field: {kind: math2d, expression: \"0.5 * (x > 51000) * (x < 53000)\"}\n"
        "  hole: {kind: math2d, expression: \"1 - in1\", inputs: [{data: dot, at: [1500, 1500]}]}\n"
        "  dot: {kind: math2d, width: 900, height: 900, expression: \"1\"}\n";
    QCOMPARE(studio.document.recover(text, {}), QString());
    static_cast<void>(studio.previews.thumbnail(node));
    QTRY_VERIFY(!studio.previews.thumbnail(node).isNull());
    const auto brightest = [&] {
        const QImage image = studio.previews.thumbnail(node);
        int most = 0;
        for (int y = 0; y < image.height(); ++y) {
            for (int x = 0; x < image.width(); ++x)
                most = std::max(most, qGray(image.pixel(x, y)));
        }
        return most;
    };
    QTRY_VERIFY2(brightest() > 100, qPrintable(QString::number(brightest())));
}

void TestPreviews::thumbnailsShowLargeThingsAsAWhole_data() {
    QTest::addColumn<QString>("node");
    QTest::addRow("a picture that is fitted into the surface") << "logo size";
    QTest::addRow("the surface with it") << "surface";
    QTest::addRow("a filter of it") << "soft";
    QTest::addRow("a source") << "large";
}

/// The left third is white. Parts of these nodes, in a corner or in the middle, would be plain.
void TestPreviews::thumbnailsShowLargeThingsAsAWhole() {
    QFETCH(QString, node);
    StudioTest studio;
    const QString text =
        "burin: 1\npixel: 1 um\nnodes:\n"
        "  surface: {kind: root, width: 30000, height: 30000, inputs: [data: logo size]}\n"
        "  logo size: {kind: transform, size: [30000, 24000], inputs: [data: logo]}\n"
        "  logo: {kind: math2d, width: 300, height: 240, expression: \"x < 100\"}\n"
        "  soft: {kind: median, radius: 1, inputs: [data: logo size]}\n"
        "  large: {kind: math2d, width: 30000, height: 30000, expression: \"x < 10000\"}\n";
    QCOMPARE(studio.document.recover(text, {}), QString());
    static_cast<void>(studio.previews.thumbnail(node));
    QTRY_VERIFY(!studio.previews.thumbnail(node).isNull());
    const auto grayAt = [&](double share) {
        const QImage image = studio.previews.thumbnail(node);
        return qGray(image.pixel(static_cast<int>(share * image.width()), image.height() / 2));
    };
    QTRY_VERIFY2(grayAt(0.2) > 240 && grayAt(0.5) < 10,
                 qPrintable(QString("%1 %2").arg(grayAt(0.2)).arg(grayAt(0.5))));
}

/// A fine lattice on a sheet would be plain gray as a whole.
void TestPreviews::thumbnailsShowAFewRepeats() {
    StudioTest studio;
    const QString text =
        "burin: 1\npixel: 1 um\nnodes:\n"
        "  surface: {kind: root, width: 9000, height: 9000, inputs: [data: rows]}\n"
        "  rows: {kind: stitching, u: [20, 0], v: [0, 20], inputs: [pattern: dot, mask: sheet]}\n"
        "  dot: {kind: math2d, width: 20, height: 20, expression: \"x < 10\"}\n"
        "  sheet: {kind: math2d, width: 9000, height: 9000, expression: \"1\"}\n";
    QCOMPARE(studio.document.recover(text, {}), QString());
    static_cast<void>(studio.previews.thumbnail("rows"));
    QTRY_VERIFY(!studio.previews.thumbnail("rows").isNull());
    const auto changes = [&] {
        const QImage image = studio.previews.thumbnail("rows");
        int count = 0;
        for (int x = 1; x < image.width(); ++x)
            count += std::abs(qGray(image.pixel(x, 9)) - qGray(image.pixel(x - 1, 9))) > 200 ? 1 : 0;
        return count;
    };
    QTRY_VERIFY2(changes() >= 6 && changes() <= 10, qPrintable(QString::number(changes())));
}

void TestPreviews::thumbnailsAreAsDarkAsTheView_data() {
    QTest::addColumn<AppearanceMode>("mode");
    QTest::addRow("gray") << AppearanceMode::gray;
    QTest::addRow("inverted") << AppearanceMode::inverted;
    QTest::addRow("a map with dark depths") << AppearanceMode::map;
    QTest::addRow("relief") << AppearanceMode::relief;
}

void TestPreviews::thumbnailsAreAsDarkAsTheView() {
    QFETCH(AppearanceMode, mode);
    StudioTest studio;
    studio.previews.appearance().change([mode](AppearanceValues& v) {
        v.mode = mode;
        v.automatic = false;
        v.low = 0.1;
        v.high = 0.7;
    });
    QCOMPARE(studio.document.recover(surfaceOf("x / 3000"), {}), QString());
    QTRY_VERIFY(!studio.previews.thumbnail("surface").isNull());
    const auto isAsDark = [&] {
        const QImage image = studio.previews.thumbnail("surface");
        const AppearanceValues& appearance = studio.previews.appearance().values();
        const ColorMap map = ColorMap::of(appearance);
        for (int x = 4; x < image.width() - 4; x += 9) {
            const double value = (x + 0.5) / image.width() * (image.width() * 32.0 / 3000);
            const double t = (value - appearance.low) / (appearance.high - appearance.low);
            const int shown = qGray(map.at(t).rgb());
            if (std::abs(qGray(image.pixel(x, 40)) - shown) > 8) return false;
        }
        return true;
    };
    QTRY_VERIFY(isAsDark());  // on a busy computer the first picture is coarse
    QSignalSpy changed(&studio.previews, &Previews::thumbnailChanged);
    studio.previews.appearance().change([](AppearanceValues& v) { v.high = 1; });
    QVERIFY(!changed.isEmpty());
    QVERIFY(isAsDark());
}

void TestPreviews::whatTooMuchMemoryNeedsIsSaid() {
    MemoryBudget budget(std::size_t{1} << 20U);
    TileCache cache(budget);
    CpuBackend backend(budget, cache, 2);
    Previews previews(Engine{backend, budget, {}});
    const QString text = QString(
        "burin: 1\npixel: 1 um\nnodes:\n"
        "  surface: {kind: root, width: 90000, height: 90000, inputs: [data: soft]}\n"
        "  soft: {kind: profile, distance_max: 1000, profile: \"d / D\", inputs: [mask: part]}\n"
        "  part: {kind: math2d, expression: \"noise(x / 9, y / 9, 1)\"}\n");
    previews.setDesign(std::make_shared<const Design>(parseDesign(text.toStdString(), ".")));
    previews.setView({0, {40000, 40000, 500, 400}});
    QTRY_VERIFY(!previews.problem().isEmpty());
    QVERIFY2(previews.problem().contains("the budget is 1 MiB"), qPrintable(previews.problem()));
    const auto error = std::make_exception_ptr(OutOfMemory("node 'soft' at 0,0", 3U << 20U, 1U << 20U));
    QCOMPARE(problemText(error),
             QString("Node 'soft' at 0,0 needs 3 MiB, the budget is 1 MiB. Show a smaller "
                     "part, or close other programs and start the studio again."));
    QTRY_VERIFY(!previews.busy());
}

void TestPreviews::oneBitIsWhatAnExportPrints_data() {
    QTest::addColumn<QString>("bits");
    QTest::newRow("of 8 bits, a threshold") << "";
    QTest::newRow("of 1 bit, dithered") << "depth: 1, dither: blue_noise,";
}

/// Level 0 has the bits of an export with depth 1, level 3 the mean of 8 x 8 of them.
void TestPreviews::oneBitIsWhatAnExportPrints() {
    QFETCH(QString, bits);
    StudioTest studio;
    QString text = surfaceOf("0.5 + 0.4 * sin(x / 30) * sin(y / 20)", "512");
    text.replace("full_depth", bits + " full_depth");
    showAll(studio, text, 0, {0, 0, 256, 256});
    studio.previews.appearance().change([](AppearanceValues& v) { v.mode = AppearanceMode::bits; });
    QTRY_VERIFY(studio.previews.shown()->bits == 1 && settled(studio));
    const PreviewTilePtr tile = studio.previews.tile(0, {0, 0});
    QVERIFY(tile && tile->exact());
    const auto graph = studio.previews.shown()->source->graph();
    QCOMPARE(rootOf(*graph)->depth, 1);
    double first = 0;
    for (int y = 0; y < 256; ++y) {
        for (int x = 0; x < 256; ++x) {
            const float value = tile->value({x, y});
            QVERIFY(value == 0 || value == 1);
            if (x < 8 && y < 8) first += static_cast<double>(value) / 64;
            if (x % 37 == 0 && y % 41 == 0)
                QCOMPARE(static_cast<int>(value), exported(studio.backend, graph, {x, y}));
        }
    }
    studio.previews.setView({3, {0, 0, 512, 512}});
    QTRY_VERIFY(settled(studio));
    const PreviewTilePtr means = studio.previews.tile(3, {0, 0});
    QVERIFY(means && means->exact());
    QVERIFY(std::abs(static_cast<double>(means->value({0, 0})) - first) < 1e-6);
    studio.previews.appearance().change([](AppearanceValues& v) { v.mode = AppearanceMode::gray; });
    QTRY_VERIFY(studio.previews.shown()->bits == (bits.isEmpty() ? 8 : 1));
}

BURIN_TEST(TestPreviews)
#include "test_previews.moc"
