// SPDX-License-Identifier: GPL-3.0-or-later

// Every picture becomes exact, unless averaging has measured that it takes too long.

#include "support/instrumented.hpp"
#include "support/long_run.hpp"
#include "support/places.hpp"
#include "support/random_design.hpp"
#include "support/system/busy_processor.hpp"
#include "support/system/priced_backend.hpp"
#include "support/testing.hpp"
#include "ui/model/previews/previews.hpp"

#include "core/render/cpu_backend.hpp"
#include "ui/model/previews/preview_tiles.hpp"

#include <QFile>
#include <QTemporaryDir>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cmath>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <thread>
#include <vector>

using namespace burin;
using namespace burin::ui;
using burin::test::BusyProcessor;
using burin::test::measures;
using burin::test::PricedBackend;

namespace {

/// Previews whose samples cost what the test says.
struct Studio {
    explicit Studio(PricedBackend::Price price)
        : backend(processor, std::move(price)), previews(Engine{backend, budget, {}}) {}

    void show(const QString& text, const PreviewView& view) {
        design = std::make_shared<const Design>(parseDesign(text.toStdString(), "."));
        previews.setDesign(design);
        for (const DesignNode& node : design->nodes)
            static_cast<void>(previews.thumbnail(QString::fromStdString(node.name)));
        previews.setView(view);
    }
    [[nodiscard]] bool exact() {
        return previews.shown() && previews.shown()->design == design &&
               previews.progress().state() == PreviewProgress::State::exact;
    }

    MemoryBudget budget{std::size_t{512} << 20U};
    TileCache cache{budget};
    CpuBackend processor{budget, cache, 2};
    PricedBackend backend;
    Previews previews;
    std::shared_ptr<const Design> design;
};

const QString slope =
    "burin: 1\npixel: 1 um\nnodes:\n"
    "  surface: {kind: root, width: 6000, height: 4000, inputs: [data: part]}\n"
    "  part: {kind: math2d, expression: \"0.5 + 0.4 * sin(x / 70) * cos(y / 90)\"}\n";

}  // namespace

class TestExactPictures : public QObject {
    Q_OBJECT

  private slots:
    void storedTilesInTheMiddleMakeNothingExpensive_data();
    void storedTilesInTheMiddleMakeNothingExpensive();
    void anAbsurdEstimateKeepsNoTileFromBeingExact_data();
    void anAbsurdEstimateKeepsNoTileFromBeingExact();
    void aTileThatIsGivenUpWasMeasured();
    void theOverviewDoesNotWaitForSlowTiles();
    void smallPicturesBecomeExactLast();
    void aFineLatticeHasNoBandsInSmallPictures();
    void anEditCostsLittleMoreThanItsSamples();
    void memoryIsGivenBackWithTheDesign_data();
    void memoryIsGivenBackWithTheDesign();
    void randomDesignsBecomeExactUnderLoad_data();
    void randomDesignsBecomeExactUnderLoad();
};

/// The tiles of `transform` end near the middle of the view, where samples are measured at first.
void TestExactPictures::storedTilesInTheMiddleMakeNothingExpensive_data() {
    QTest::addColumn<QString>("at");
    QTest::addColumn<int>("level");
    QTest::addColumn<bool>("busy");
    constexpr std::array places{"2.75 mm, 2.215 mm", "2.95 mm, 2.46 mm", "2.44 mm, 1.95 mm"};
    for (const bool busy : {false, true}) {
        for (const int level : {3, 4, 5}) {
            if (burin::instrumented && (level != 3 || busy)) continue;  // averaging takes minutes
            for (int place = 0; place < 3; ++place) {
                // Each row averages 80 million samples.
                const bool chosen = busy ? place == 0 && level == 3 : place == level - 3;
                if (!chosen && !burin::instrumented && !burin::test::isLongRun()) continue;
                const char* const at = places[static_cast<std::size_t>(place)];
                QTest::addRow("at %s, level %d%s", at, level, busy ? ", on a busy processor" : "")
                    << at << level << busy;
            }
        }
    }
}

void TestExactPictures::storedTilesInTheMiddleMakeNothingExpensive() {
    QFETCH(QString, at);
    QFETCH(int, level);
    QFETCH(bool, busy);
    QFile file(burin::test::inTree("tests/data/stays-coarse.burin"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QString text = QString::fromUtf8(file.readAll()).replace("2.75 mm, 2.215 mm", at);
    MemoryBudget budget(std::size_t{512} << 20U);
    TileCache cache(budget);
    CpuBackend backend(budget, cache, 2);
    Previews previews(Engine{backend, budget, {}});
    std::optional<BusyProcessor> load;
    if (busy) load.emplace();
    previews.setDesign(std::make_shared<const Design>(parseDesign(text.toStdString(), ".")));
    // With a sanitizer, look at six small tiles around the same middle: a tile that takes long would be given
    // up.
    previews.setView({level, burin::instrumented ? Rect{3500, 3000, 3000, 2000} : Rect{0, 0, 10000, 8000}});
    QTRY_COMPARE(previews.progress().state(), PreviewProgress::State::exact);
}

void TestExactPictures::anAbsurdEstimateKeepsNoTileFromBeingExact_data() {
    QTest::addColumn<double>("estimate");
    QTest::newRow("as if each sample took an hour") << 3600.0;
    QTest::newRow("as if a tile took two minutes") << 1e-4;
    QTest::newRow("as if samples cost nothing") << 1e-15;
}

void TestExactPictures::anAbsurdEstimateKeepsNoTileFromBeingExact() {
    QFETCH(double, estimate);
    Studio studio([estimate](const RenderRequest& request) { return measures(request) ? estimate : 1e-8; });
    studio.show(slope, {3, {0, 0, 6000, 4000}});
    QTRY_VERIFY(studio.exact());
    QTRY_VERIFY(!studio.previews.busy());
    QVERIFY(studio.previews.overview() && studio.previews.overview()->exact());
    for (const char* node : {"surface", "part"})
        QVERIFY(!studio.previews.thumbnailIsSketch(node));
}

/// A tile of 4 million samples at 1 ms each.
void TestExactPictures::aTileThatIsGivenUpWasMeasured() {
    Studio studio([](const RenderRequest& request) { return measures(request) ? 1e-7 : 1e-3; });
    studio.show(slope, {3, {0, 0, 2000, 2000}});
    QTRY_COMPARE(studio.previews.progress().state(), PreviewProgress::State::refined);
    const PreviewTilePtr tile = studio.previews.tile(3, {0, 0});
    QCOMPARE(tile->quality, TileQuality::givenUp);
    QVERIFY(tile->averagedSeconds > 0);
}

/// The surface is in view, and its two tiles take 1.3 s each. An overview that waited for them would be exact
/// at once.
void TestExactPictures::theOverviewDoesNotWaitForSlowTiles() {
    Studio studio([](const RenderRequest&) { return 3e-7; });
    TileQuality first = TileQuality::exact;
    bool seen = false;
    connect(&studio.previews, &Previews::picturesChanged, this, [&] {
        const PreviewTilePtr overview = studio.previews.overview();
        if (overview && !std::exchange(seen, true)) first = overview->quality;
    });
    studio.show(
        "burin: 1\npixel: 1 um\nnodes:\n"
        "  surface: {kind: root, width: 4000, height: 2000, inputs: [data: part]}\n"
        "  part: {kind: math2d, expression: \"0.5 + 0.4 * sin(x / 70) * cos(y / 90)\"}\n",
        {3, {0, 0, 4000, 2000}});
    QTRY_VERIFY(studio.exact());
    QTRY_VERIFY(!studio.previews.busy());
    QCOMPARE(first, TileQuality::partial);
    QVERIFY(studio.previews.overview()->exact());
}

/// The view shows a part of the surface. Thumbnails and the overview are rough at first, and are made exact
/// when nothing of the view is left to do.
void TestExactPictures::smallPicturesBecomeExactLast() {
    Studio studio([](const RenderRequest&) { return 1e-7; });
    studio.show(slope, {3, {0, 0, 2000, 2000}});
    bool sketched = false;
    bool early = false;
    connect(&studio.previews, &Previews::thumbnailChanged, this, [&](const QString& node) {
        if (studio.previews.thumbnailIsSketch(node)) sketched = true;
        if (sketched && !studio.previews.thumbnailIsSketch(node) && !studio.exact()) early = true;
    });
    QTRY_VERIFY(studio.exact());
    QTRY_VERIFY(!studio.previews.busy());
    QVERIFY(sketched && !early);
    QVERIFY(studio.previews.overview()->exact());
    for (const char* node : {"surface", "part"})
        QVERIFY(!studio.previews.thumbnailIsSketch(node));
    const PreviewTilePtr overview = studio.previews.overview();
    PreviewRequest request;
    request.graph = studio.previews.shown()->source->graph();
    request.area = overview->area;
    request.level = overview->level;
    QCOMPARE(overview->values(), renderPreview(studio.processor, studio.budget, request).values);
}

/// Counts all samples until a view is exact, including those for rough pictures.
void TestExactPictures::anEditCostsLittleMoreThanItsSamples() {
    Studio studio([](const RenderRequest&) { return 1e-8; });
    std::optional<double> asked;  // set when the view becomes exact
    connect(&studio.previews, &Previews::picturesChanged, this, [&] {
        if (!asked && studio.exact()) asked = static_cast<double>(studio.backend.samples());
    });
    const auto show = [&](int distance) {
        asked.reset();
        studio.show(
            QString(
                "burin: 1\npixel: 2 um\nnodes:\n"
                "  surface: {kind: root, width: 5000, height: 5000, inputs: [data: relief]}\n"
                "  relief: {kind: union, operation: max, inputs: [data: lattice, {data: bevel, at: [500, "
                "500]}]}\n"
                "  lattice: {kind: stitching, u: [120, 0], v: [60, 103.9230485], blend: max, inputs: "
                "[pattern: dome]}\n"
                "  dome: {kind: math2d, width: 113, height: 113, expression: \"0.4 * sqrt(max(0, 1 - ((x - "
                "56)^2 + "
                "(y - 56)^2) / 55^2))\"}\n"
                "  bevel: {kind: profile, width: 4000, height: 4000, distance_max: %1, invert: true, "
                "profile: \"d / "
                "D\", inputs: [mask: logo]}\n"
                "  logo: {kind: math2d, expression: \"max(0, 1500 - hypot(x - 2000, y - 2000)) > 0\"}\n")
                .arg(distance),
            {4, {0, 0, 5000, 5000}});
        QTRY_VERIFY(studio.exact());
    };
    show(60);
    QTRY_VERIFY(!studio.previews.busy());
    for (const int distance : {59, 58, 57}) {
        static_cast<void>(studio.backend.samples());
        show(distance);
        QVERIFY(asked);
        QVERIFY2(*asked <= 1.5 * 5000 * 5000,
                 qPrintable(QString("%1 times the samples").arg(*asked / (5000.0 * 5000))));
        QTRY_VERIFY(!studio.previews.busy());
    }
}

void TestExactPictures::memoryIsGivenBackWithTheDesign_data() {
    QTest::addColumn<int>("lead");
    for (const int lead : {0, 5, 10, 40, 80}) {
        if (burin::instrumented && lead != 10) continue;  // averaging takes minutes
        if ((lead == 5 || lead == 40) && !burin::test::isLongRun()) continue;
        QTest::addRow("%d ms after work on the first design began", lead) << lead;
    }
}

/// Pictures, tables and tiles of a large design are released when another design is shown, even if running
/// tasks of the first design still hold some of them at that moment.
void TestExactPictures::memoryIsGivenBackWithTheDesign() {
    QFETCH(int, lead);
    const QString small =
        "burin: 1\npixel: 1 um\nnodes:\n"
        "  surface: {kind: root, width: 300, height: 300, inputs: [data: part]}\n"
        "  part: {kind: math2d, expression: \"x / 300\"}\n";
    QFile file(burin::test::inTree("tests/data/stays-coarse.burin"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    Studio studio([](const RenderRequest&) { return 1e-8; });
    studio.show(QString::fromUtf8(file.readAll()), {3, {0, 0, 10000, 8000}});
    QTRY_VERIFY(studio.exact());
    QTRY_VERIFY(!studio.previews.busy());
    const std::size_t before = studio.budget.used();
    QVERIFY(before > std::size_t{10} << 20U);
    studio.previews.setView({2, {0, 0, 10000, 8000}});
    QTest::qWait(lead);
    studio.previews.expectAnother();
    studio.show(small, {0, {0, 0, 300, 300}});
    QTRY_VERIFY(studio.exact());
    QTRY_VERIFY(!studio.previews.busy());
    const auto held = [&] {
        const QString lasting = studio.budget.shortage("a picture", 1).what();
        return QString("%1 of %2 bytes. Idle tiles take %3 of them. %4")
            .arg(studio.budget.used())
            .arg(before)
            .arg(studio.cache.evict(before))
            .arg(lasting);
    };
    QTRY_VERIFY2(studio.budget.used() < before / 4, qPrintable(held()));
}

void TestExactPictures::randomDesignsBecomeExactUnderLoad_data() {
    QTest::addColumn<quint64>("seed");
    for (const std::uint64_t seed : burin::test::seedsOfTest(4))
        QTest::addRow("design %llu", static_cast<unsigned long long>(seed)) << quint64(seed);
}

/// Pictures that the viewport calls exact are the means of all samples.
void TestExactPictures::randomDesignsBecomeExactUnderLoad() {
    QFETCH(quint64, seed);
    const QTemporaryDir folder;
    const auto made = burin::test::randomDesign(
        seed, {.folder = folder.path().toStdString(), .far = seed % 2 == 0, .depth = 4});
    const auto design = std::make_shared<const Design>(
        parseDesign(burin::test::yamlOf(made.tree), folder.path().toStdString()));
    MemoryBudget budget(std::size_t{512} << 20U);
    TileCache cache(budget);
    CpuBackend processor(budget, cache, 2);
    // No sample is so expensive that its picture would be given up, however slow the computer is.
    PricedBackend backend(processor, [](const RenderRequest&) { return 1e-8; });
    Previews previews(Engine{backend, budget, {}});
    // A sanitizer is load enough.
    const bool loaded = !burin::instrumented && (seed % 2 == 1 || burin::test::isLongRun());
    std::optional<BusyProcessor> load;
    if (loaded) load.emplace();
    const PreviewView view{2 + static_cast<int>(seed % 3), made.region.grown(700)};
    previews.setDesign(design);
    previews.setView(view);
    QTRY_VERIFY(!previews.problem().isEmpty() ||
                previews.progress().state() == PreviewProgress::State::exact);
    QCOMPARE(previews.problem(), QString());
    const BoundNodePtr node = previews.shown();
    for (const TileIndex index : tilesCovering(node->extent.clip(view.samples), view.level)) {
        const PreviewTilePtr tile = previews.tile(view.level, index);
        PreviewRequest request;
        request.graph = node->source->graph();
        request.area = tile->area;
        request.level = view.level;
        const Picture right = renderPreview(backend, budget, request);
        QVERIFY(right.exact);
        for (std::size_t k = 0; k < right.values.size(); ++k)
            QVERIFY(std::abs(tile->values()[k] - right.values[k]) < 1e-6F);
    }
}

/// Rows of 216.5 samples, half of each white, in a picture whose pixels are means of 256: some pixels hold
/// more of the white than others.
void TestExactPictures::aFineLatticeHasNoBandsInSmallPictures() {
    Studio studio([](const RenderRequest&) { return 1e-10; });
    studio.show(
        "burin: 1\npixel: 1 um\nnodes:\n"
        "  surface: {kind: root, width: 5000, height: 30000, inputs: [{data: rows}]}\n"
        "  rows: {kind: math2d, width: 5000, height: 30000, expression: \"mod(y, 216.5) < 108\"}\n",
        {7, {0, 0, 5000, 30000}});
    static_cast<void>(studio.previews.thumbnail("rows"));
    QTRY_VERIFY(studio.exact() && !studio.previews.busy() && !studio.previews.thumbnailIsSketch("rows"));
    const auto spread = [](const auto& grayAt, int height) {
        int least = 255;
        int most = 0;
        for (int y = 2; y < height - 3; ++y) {
            least = std::min(least, grayAt(y));
            most = std::max(most, grayAt(y));
        }
        return most - least;
    };
    for (const char* node : {"surface", "rows"}) {
        const QImage image = studio.previews.thumbnail(node);
        QCOMPARE(image.height(), 118);
        const int bands = spread([&](int y) { return qGray(image.pixel(8, y)); }, image.height());
        QVERIFY2(bands <= 12, qPrintable(QString("%1: %2 of 255").arg(node).arg(bands)));
    }
    const EvenPicture shown = evened(*studio.previews.overview());
    const int bands = spread(
        [&](int y) {
            return static_cast<int>(255 * shown.values[static_cast<std::size_t>(y * shown.area.width + 8)]);
        },
        static_cast<int>(shown.area.height));
    QVERIFY2(bands <= 12, qPrintable(QString::number(bands)));
}

BURIN_TEST(TestExactPictures)
#include "test_exact_pictures.moc"
