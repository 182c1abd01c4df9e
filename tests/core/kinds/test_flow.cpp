// SPDX-License-Identifier: GPL-3.0-or-later

// Compares flow with the definition on the format's page: paths in whole numbers, means within 1e-5.

#include "core/kernels/textures/flow_kernels.hpp"
#include "core/kinds/filter/flow.hpp"
#include "support/system/fake_child.hpp"
#include "support/testing.hpp"
#include "support/textures/random_textures.hpp"
#include "support/textures/warp_reference.hpp"

#include <cmath>
#include <cstring>

using namespace burin;
using namespace burin::test;

namespace {

constexpr Point lastCorner{1'999'000, 1'999'003};

Edge edgeOf(const std::string& name) {
    return name == "mirror" ? Edge::mirror : name == "wrap" ? Edge::wrap : Edge::extend;
}

Flow flowOf(const FlowNode& node) {
    Flow::Parameters all;
    all.along = node.along == "angle"      ? Flow::Along::angle
                : node.along == "map"      ? Flow::Along::map
                : node.along == "gradient" ? Flow::Along::gradient
                                           : Flow::Along::contour;
    all.degrees = node.angle;
    all.lengthPx = node.length;
    all.triangle = node.weights == "triangle";
    all.edge = edgeOf(node.edge);
    return Flow(all);
}

float speckled(std::int64_t x, std::int64_t y) {
    auto h = static_cast<std::uint32_t>(x) * 0x9E3779B1U ^ static_cast<std::uint32_t>(y) * 0x85EBCA77U;
    h = (h ^ h >> 16U) * 0x7FEB352DU;
    return h % 5 == 0 ? 0.0F : static_cast<float>((h ^ h >> 15U) >> 8U) * 0x1p-24F;
}

/// Hills between -1 and 3, with plateaus.
float hills(std::int64_t x, std::int64_t y) {
    const double wave =
        1 + 2 * std::sin(static_cast<double>(x % 977) / 9.0 + static_cast<double>(y % 1013) / 13.0);
    return static_cast<float>(wave < 0 ? 0 : wave);
}

struct Scene {
    FakeChild picture{Extent(), &speckled};
    FakeChild map{Extent(), &hills};
    Point pictureAt;
    Point mapAt;

    [[nodiscard]] std::vector<FakeLink> links(const FlowNode& node) {
        std::vector<FakeLink> all{{Trait::data, &picture, pictureAt}};
        if (node.along != "angle") all.push_back({Trait::data, &map, mapAt});
        return all;
    }
    [[nodiscard]] OwnedSamples samples(const FlowNode& node, const Rect& area) {
        return compute(OperationOf<Flow>(flowOf(node)), links(node), area);
    }
    [[nodiscard]] Range wanted(const FlowNode& node, Point p) {
        const auto source = [&](Point q) {
            return Range(picture.at(q.x - pictureAt.x, q.y - pictureAt.y, edgeOf(node.edge)));
        };
        const auto directions = [&](Point q) {
            return Range(map.at(q.x - mapAt.x, q.y - mapAt.y, Edge::extend));
        };
        return flowOfPage(node, source, directions, p);
    }
};

void expectPage(const FlowNode& node, Scene& scene, const Rect& area) {
    const OwnedSamples image = scene.samples(node, area);
    for (std::int64_t y = area.y; y < area.bottom(); ++y) {
        for (std::int64_t x = area.x; x < area.right(); ++x) {
            const Range wanted = scene.wanted(node, {x, y});
            const float found = image.at(x, y);
            if (found < wanted.low || found > wanted.high) {
                QFAIL(qPrintable(QString("along %1, length %2, at (%3, %4): %5 instead of %6 to %7")
                                     .arg(node.along.c_str())
                                     .arg(node.length)
                                     .arg(x)
                                     .arg(y)
                                     .arg(static_cast<double>(found))
                                     .arg(static_cast<double>(wanted.low))
                                     .arg(static_cast<double>(wanted.high))));
            }
        }
    }
}

}  // namespace

class TestFlow : public QObject {
    Q_OBJECT

  private slots:
    void samplesAreThePages_data() {
        QTest::addColumn<Point>("corner");
        QTest::newRow("around the origin") << Point{-20, -11};
        QTest::newRow("in the last corner of 2 m") << lastCorner;
    }
    void samplesAreThePages() {
        QFETCH(Point, corner);
        Scene scene;
        scene.pictureAt = {3, -5};
        scene.mapAt = {-7, 2};
        for (const std::uint64_t seed : seedsOfTest(100)) {
            Random random(seed);
            expectPage(randomFlow(random), scene,
                       {corner.x, corner.y, random.between(1, 40), random.between(1, 15)});
        }
    }

    void longPaths() {
        Scene scene;
        for (const char* along : {"angle", "map", "gradient", "contour"}) {
            for (const std::int64_t length : {32, 33, 100, 1023})
                expectPage({along, along[0] == 'a' ? 33.0 : 0, length, "triangle", "extend"}, scene,
                           {5, 7, 19, 1});
        }
    }

    void severalBlocksOfColumns() {
        Scene scene;
        for (const char* along : {"angle", "contour"})
            expectPage({along, 0, 7, "box", "extend"}, scene, {-300, 3, 570, 2});
    }

    void continuesItsChildren() {
        Scene scene;
        scene.picture = FakeChild(Extent(Rect{0, 0, 13, 9}), &speckled);
        scene.pictureAt = {2, 1};
        scene.map = FakeChild(Extent(Rect{0, 0, 17, 8}), &hills);
        for (const char* edge : {"extend", "mirror", "wrap"}) {
            for (const char* along : {"angle", "map", "gradient", "contour"})
                expectPage({along, 0, 15, "box", edge}, scene, {-4, -6, 30, 25});
        }
    }

    /// A turn of a quarter of the map's range flows down; steps are whole numbers.
    void stepsAreWholeNumbers() {
        QCOMPARE(Flow::stepAt(0).x, 256);
        QCOMPARE(Flow::stepAt(0).y, 0);
        QCOMPARE(Flow::stepAt(90).x, 0);
        QCOMPARE(Flow::stepAt(90).y, 256);
        QCOMPARE(Flow::stepAt(180).x, -256);
        QCOMPARE(Flow::stepAt(45).x, 181);
        QCOMPARE(Flow::stepAt(-135).x, -181);
        QCOMPARE(Flow::stepAt(-135).y, -181);
    }

    /// On a flat map a path does not move.
    void flatMapsLeaveThePicture() {
        Scene scene;
        scene.map = FakeChild(Extent(), [](auto, auto) { return 0.3F; });
        const OwnedSamples image = scene.samples({"gradient", 0, 9, "box", "extend"}, {1, 2, 40, 3});
        for (std::int64_t x = 1; x < 41; ++x)
            QVERIFY(std::abs(image.at(x, 3) - speckled(x, 3)) <= 1e-6F);
    }

    void anyRegionIsTheCrop() {
        Scene scene;
        for (const std::uint64_t seed : seedsOfTest(40)) {
            Random random(seed);
            const FlowNode node = randomFlow(random);
            const OwnedSamples whole = scene.samples(node, {0, 0, 150, 60});
            const Rect part{random.between(0, 120), random.between(0, 40), random.between(1, 30),
                            random.between(1, 20)};
            const OwnedSamples crop = scene.samples(node, part);
            for (std::int64_t y = part.y; y < part.bottom(); ++y) {
                QVERIFY(std::memcmp(&crop.samples[static_cast<std::size_t>((y - part.y) * part.width)],
                                    &whole.samples[static_cast<std::size_t>(y * 150 + part.x)],
                                    static_cast<std::size_t>(part.width) * sizeof(float)) == 0);
            }
        }
    }

    void allInstructionSetsAgree() {
        constexpr std::int64_t stride = 400;
        std::vector<float> picture(60 * stride);
        std::vector<float> map(60 * stride);
        for (std::size_t i = 0; i < picture.size(); ++i) {
            picture[i] =
                speckled(static_cast<std::int64_t>(i) % stride, static_cast<std::int64_t>(i) / stride);
            map[i] = hills(static_cast<std::int64_t>(i) % stride, static_cast<std::int64_t>(i) / stride);
        }
        const Flow node = flowOf({"map", 0, 40, "triangle", "extend"});
        for (const std::int64_t count : {1, 5, 16, 37, 256}) {
            std::vector<float> first;
            for (const InstructionSet set :
                 {InstructionSet::baseline, InstructionSet::avx2, InstructionSet::avx512}) {
                if (!supported(set)) continue;
                const FlowKernels& kernels = flowKernels(set);
                std::vector<float> all;
                for (const int way : {0, 1, 2, 3}) {
                    std::vector<std::uint32_t> directions(picture.size());
                    for (std::int64_t y = 1; y < 59; ++y) {
                        const float* const row = &map[static_cast<std::size_t>(y * stride + 1)];
                        std::uint32_t* const out = &directions[static_cast<std::size_t>(y * stride + 1)];
                        const float* const around[] = {row - stride, row - 1, row + 1, row + stride};
                        if (way == 0) kernels.turns(row, node.turns.value().data(), out, flowBlock);
                        if (way == 1 || way == 2) kernels.slopes(around, way == 2, out, flowBlock);
                    }
                    std::vector<float> out(static_cast<std::size_t>(count));
                    const FlowField field{&directions[30 * stride + 40],
                                          stride,
                                          &picture[30 * stride + 40],
                                          stride,
                                          node.weights.data(),
                                          node.steps,
                                          node.weightSum};
                    if (way == 3) {
                        kernels.followStraight(field, 181, -75, out.data(), count);
                    } else {
                        kernels.follow(field, out.data(), count);
                    }
                    all.insert(all.end(), out.begin(), out.end());
                }
                if (first.empty()) first = all;
                QVERIFY(std::memcmp(all.data(), first.data(), all.size() * sizeof(float)) == 0);
            }
        }
    }

    void readsHalfItsLengthAround() {
        const Flow flow = flowOf({"gradient", 0, 9, "box", "extend"});
        const Extent box(Rect{0, 0, 100, 100});
        const std::vector<LinkShape> links{{Trait::data, {}, box, Extent(Rect{40, 50, 5, 6})},
                                           {Trait::data, {}, {}, {}}};
        QCOMPARE(flow.support(links, box), Extent(Rect{35, 45, 15, 16}));
        QCOMPARE(*flow.halo(links, 0), std::int64_t{5});
        QCOMPARE(*flow.halo(links, 1), std::int64_t{4});
    }
};

BURIN_TEST(TestFlow)
#include "test_flow.moc"
