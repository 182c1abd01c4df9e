// SPDX-License-Identifier: GPL-3.0-or-later

// Fill and distance on a device are compared with the formulas, bit by bit, for any area; and the kinds that
// draw outlines are tested.

#include "core/design/design.hpp"
#include "core/kinds/vectors/code.hpp"
#include "core/kinds/vectors/path.hpp"
#include "core/kinds/vectors/shape.hpp"
#include "core/kinds/vectors/text.hpp"
#include "gpu/kinds/outlines/fill.hpp"
#include "gpu/kinds/vectors/drawn.hpp"
#include "gpu/support/exact.hpp"
#include "support/outlines/drawn_node.hpp"
#include "support/outlines/slow_resolve.hpp"
#include "support/outlines/slow_samples.hpp"
#include "support/random.hpp"

using namespace burin;
using namespace burin::test;

namespace {

/// The samples without dust, as a node without links writes them.
OwnedSamples swept(const Rect& area, std::vector<float> samples) {
    OwnedSamples image(area);
    image.samples = std::move(samples);
    for (float& sample : image.samples) {
        if (!std::isfinite(sample) || std::fabs(sample) < dustLimit) sample = 0;
    }
    return image;
}

/// An outline, and what a device draws of it.
class OnCard {
  public:
    explicit OnCard(ResolvedOutline outline) : outline_(std::move(outline)), edges_(outline_.edges) {}

    /// How the fill differs from the formulas.
    [[nodiscard]] QString fillMistake(const Rect& area, std::int64_t shift = 0) const {
        const auto draw = [&](cudaStream_t cudaStream, gpu::DeviceSamples value, std::byte* scratch) {
            gpu::fillOutline(cudaStream, edges_, outline_.units, area, value, scratch);
        };
        const OwnedSamples drawn = drawnOver(area, shift, gpu::fillScratchBytes(edges_, area), draw);
        return firstDifference(drawn, swept(area, slowFill(outline_.edges, outline_.units, area)));
    }
    [[nodiscard]] QString distanceMistake(std::int64_t largest, const Rect& area,
                                          std::int64_t shift = 0) const {
        const std::vector<float> values = hillTable(largest);
        const gpu::DeviceDistanceTable table({largest, values});
        const auto draw = [&](cudaStream_t cudaStream, gpu::DeviceSamples value, std::byte* scratch) {
            gpu::measureOutline(cudaStream, edges_, table, area, value, scratch);
        };
        const OwnedSamples drawn =
            drawnOver(area, shift, gpu::distanceScratchBytes(edges_, largest, area), draw);
        return firstDifference(drawn, swept(area, slowDistance(outline_.edges, largest, &hills, area)));
    }

  private:
    /// \param shift  of the first sample from an aligned address
    template <class Draw>
    static OwnedSamples drawnOver(const Rect& area, std::int64_t shift, std::size_t scratchBytes,
                                  Draw&& draw) {
        const gpu::CudaStream cudaStream;
        const gpu::DeviceMemory memory(gpu::alignedBytes<float>(area.width + shift, area.height));
        const gpu::DeviceMemory scratch(scratchBytes);
        gpu::check(cudaMemsetAsync(memory.data(), 0xFF, memory.bytes(), cudaStream));
        const gpu::DeviceSamples all =
            gpu::alignedView(reinterpret_cast<float*>(memory.data()), area.width + shift, area.height);
        const gpu::DeviceSamples value = all.part(shift, 0, area.width, area.height);
        draw(cudaStream, value, scratch.data());
        cudaStream.synchronise();
        OwnedSamples image(area);
        const auto rowBytes = static_cast<std::size_t>(area.width) * sizeof(float);
        gpu::check(cudaMemcpy2D(image.samples.data(), rowBytes, value.data,
                                static_cast<std::size_t>(value.stride) * sizeof(float), rowBytes,
                                static_cast<std::size_t>(area.height), cudaMemcpyDeviceToHost));
        return image;
    }

    ResolvedOutline outline_;
    gpu::DeviceOutline edges_;
};

/// Triangles that a layer fills.
SnappedOutline triangles(std::mt19937_64& random, int count, int reach, int side) {
    SnappedOutline snapped;
    snapped.layers.push_back({});
    snapped.items.push_back({});
    const auto upTo = [&random](int most) {
        return static_cast<int>(random() % static_cast<std::uint64_t>(most));
    };
    for (int i = 0; i < count; ++i) {
        snapped.contours.push_back(snapped.points.size());
        const StepPoint at{upTo(reach), upTo(reach)};
        snapped.points.insert(snapped.points.end(),
                              {at, {at.x + side, at.y + upTo(side)}, {at.x + upTo(side), at.y + side}});
    }
    return snapped;
}

}  // namespace

class TestOutlinesOnDevice : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() { BURIN_NEEDS_DEVICE(); }
    void samples_data();
    void samples();
    void onBordersOfTiles();
    void thousandsOfEdgesInATile();
    void emptyOutline();
    void severalBands();
    void kinds_data();
    void kinds();
    void aSeriesIsNotKeptWhole();

  private:
    template <class KindType>
    static void compareKind(const Operation& operation, const Rect& area) {
        const auto* typed = dynamic_cast<const OperationOf<KindType>*>(&operation);
        if (typed == nullptr) return;
        FakeChild mask(Extent(), &scattered);
        QCOMPARE(differenceOnDevice(typed->node(), {}, area), QString());
        QCOMPARE(differenceOnDevice(typed->node(), {{Trait::mask, &mask, {3, -7}}}, area, 1), QString());
    }
};

void TestOutlinesOnDevice::samples_data() {
    QTest::addColumn<int>("layers");
    QTest::addColumn<int>("contours");
    QTest::addColumn<int>("side");
    QTest::addColumn<int>("at");
    QTest::newRow("within a pixel") << 1 << 3 << 256 << -100;
    QTest::newRow("horizontal edges") << 1 << 5 << 4 << 254;
    QTest::newRow("a grid of 20 steps") << 1 << 5 << 20 << -10;
    QTest::newRow("a few pixels") << 1 << 3 << 2000 << -900;
    QTest::newRow("tones") << 3 << 2 << 9000 << 77;
    QTest::newRow("several tiles") << 1 << 2 << 60'000 << -30'000;
    QTest::newRow("far away") << 2 << 1 << 5000 << outlineReach - 5000;
    QTest::newRow("far up and left") << 1 << 2 << 5000 << 5 - outlineReach;
    QTest::newRow("long edges") << 1 << 2 << 1'800'000'000 << -900'000'000;
}

void TestOutlinesOnDevice::samples() {
    QFETCH(int, layers);
    QFETCH(int, contours);
    QFETCH(int, side);
    QFETCH(int, at);
    for (const std::uint64_t seed : seedsOfTest(10)) {
        std::mt19937_64 random(seed);
        ResolvedOutline outline = resolve(randomSnapped(random, layers, contours, side, at, at));
        if (outline.edges.empty()) continue;
        const StepPoint near = outline.edges[random() % outline.edges.size()].b;
        const bool tones = outline.units != 1;
        const OnCard card(std::move(outline));
        const Rect area{floorDiv(near.x, 256) - 40, floorDiv(near.y, 256) - 30, 150, 75};
        const auto upTo = [&random](int most) {
            return static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(most));
        };
        const Rect part{area.x + upTo(60), area.y + upTo(60), 1 + upTo(40), 1 + upTo(200)};
        QCOMPARE(card.fillMistake(area), QString());
        QCOMPARE(card.fillMistake(part, upTo(4)), QString());
        if (tones) continue;
        const std::int64_t largest = seed % 5 == 4 ? 100 + upTo(924) : 1 + upTo(70);
        QCOMPARE(card.distanceMistake(largest, area), QString());
        QCOMPARE(card.distanceMistake(largest, part, upTo(4)), QString());
    }
}

/// Vertices and horizontal and vertical edges lie on the borders of tiles.
void TestOutlinesOnDevice::onBordersOfTiles() {
    for (const std::uint64_t seed : seedsOfTest(20)) {
        std::mt19937_64 random(seed);
        SnappedOutline snapped = randomSnapped(random, seed % 2 == 0 ? 1 : 3, 4, 8, 0, 0);
        for (StepPoint& point : snapped.points)
            point = {point.x * 64 * outlineSteps, point.y * 16 * outlineSteps};
        const OnCard card(resolve(std::move(snapped)));
        QCOMPARE(card.fillMistake({0, 0, 513, 129}), QString());
        QCOMPARE(card.fillMistake({64, 16, 300, 100}, 1), QString());
    }
}

/// There are more edges than a block measures at once.
void TestOutlinesOnDevice::thousandsOfEdgesInATile() {
    std::mt19937_64 random(3);
    const OnCard card(resolve(triangles(random, 1500, 16'000, 100)));
    const Rect area{-3, -3, 70, 70};
    QCOMPARE(card.fillMistake(area), QString());
    QCOMPARE(card.distanceMistake(20, area), QString());
    QCOMPARE(card.distanceMistake(1023, area), QString());
}

void TestOutlinesOnDevice::emptyOutline() {
    const OnCard card(ResolvedOutline{});
    QCOMPARE(card.fillMistake({-5, -5, 10, 10}), QString());
    QCOMPARE(card.distanceMistake(2, {-5, -5, 10, 10}), QString());
}

/// A long area is drawn in parts, so that it needs little memory.
void TestOutlinesOnDevice::severalBands() {
    SnappedOutline triangle;
    triangle.layers.push_back({});
    triangle.items.push_back({});
    triangle.contours.push_back(0);
    triangle.points = {
        {-1'000'000'000, -1'000'000'000}, {1'000'000'000, 900'000'000}, {-900'000'000, 1'000'000'000}};
    const OnCard card(resolve(triangle));
    QCOMPARE(card.fillMistake({0, -1'200'000, 2, 2'500'000}), QString());
    QCOMPARE(card.distanceMistake(3, {0, -2'200'000, 1, 4'500'000}), QString());
}

void TestOutlinesOnDevice::kinds_data() {
    QTest::addColumn<QString>("keys");
    QTest::newRow("a shape") << "kind: shape, shape: star, points: 7, diameter: 90 px, rotate: 5";
    QTest::newRow("a box beyond its edges")
        << "kind: shape, shape: polygon, sides: 3, diameter: 90 px, output: distance, distance_max: 5 px, "
           "profile: \"5 - d\"";
    QTest::newRow("a path") << "kind: path, d: \"M0 0C50 0 0 60 80 70L5 33\", stroke: {width: 3 px}";
    QTest::newRow("a text") << "kind: text, text: Burin, size: 40 px, output: distance, distance_max: 9 px";
    QTest::newRow("a code") << "kind: code, code: qr, data: burin, module: 3 px, rotate: 30";
    QTest::newRow("a series of texts")
        << "kind: text, text: \"{n}\", size: 20 px, series: {u: [60 px, 3 px], v: [0, 25 px], columns: 3, "
           "rows: 4, cell: [70 px, 40 px], inset: [5 px, 5 px]}";
    QTest::newRow("a series of distances")
        << "kind: code, code: datamatrix, data: \"{n:03}\", module: 2 px, output: distance, distance_max: 3 "
           "px, "
           "profile: \"5 - d\", series: {u: [50 px, 0], v: [0, 45 px], columns: 3, rows: 2, cell: [50 px, 50 "
           "px], inset: [6 px, 6 px]}";
}

void TestOutlinesOnDevice::kinds() {
    QFETCH(QString, keys);
    const DrawnNode node(keys.toStdString(), "10 um");
    const Design design = node.designOf("mirror: x");
    for (const Diagnostic& diagnostic : design.diagnostics)
        qInfo("%s", diagnostic.text().c_str());
    const std::shared_ptr<const Operation> operation = DrawnNode::operationOf(design);
    QVERIFY(operation != nullptr);
    QVERIFY(design.whyNotOnCards(*design.root).empty());
    const Rect area = operation->extent({}).rect();
    QVERIFY(!area.empty());
    compareKind<PlainShape>(*operation, area);
    compareKind<DrawnPath>(*operation, area);
    compareKind<DrawnText>(*operation, area);
    compareKind<DrawnCode>(*operation, area);
}

void TestOutlinesOnDevice::aSeriesIsNotKeptWhole() {
    const auto takesLong = [](const std::string& keys) {
        const DrawnNode node("kind: text, size: 20 px", "10 um");
        const auto typed = std::dynamic_pointer_cast<const OperationOf<DrawnText>>(
            DrawnNode::operationOf(node.designOf(keys)));
        return gpu::DeviceOperationOf<DrawnText>(typed).takesLong();
    };
    QVERIFY(!takesLong("text: A"));
    QVERIFY(takesLong("text: A, series: {u: [60 px, 0], v: [0, 60 px], columns: 3, rows: 4}"));
}

BURIN_TEST(TestOutlinesOnDevice)
#include "test_outlines_on_device.moc"
