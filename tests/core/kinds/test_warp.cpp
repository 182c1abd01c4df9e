// SPDX-License-Identifier: GPL-3.0-or-later

// Compares warp with the definition on the format's page, sample by sample; the nearest pixels to the bit.

#include "core/kinds/filter/warp.hpp"
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
    return name == "mirror"  ? Edge::mirror
           : name == "wrap"  ? Edge::wrap
           : name == "empty" ? Edge::empty
                             : Edge::extend;
}

Warp warpOf(const WarpNode& node) {
    Warp::Parameters all;
    all.by = node.by == "xy" ? Warp::By::xy : node.by == "angle" ? Warp::By::angle : Warp::By::slope;
    all.amplitudePx = node.amplitude;
    all.center = node.center;
    all.degrees = node.angle;
    all.fullSlope = node.fullSlope;
    all.between = node.interpolation == "nearest"  ? Warp::Between::nearest
                  : node.interpolation == "linear" ? Warp::Between::linear
                                                   : Warp::Between::cubic;
    all.edge = edgeOf(node.edge);
    return Warp(all);
}

float speckled(std::int64_t x, std::int64_t y) {
    auto h = static_cast<std::uint32_t>(x) * 0x9E3779B1U ^ static_cast<std::uint32_t>(y) * 0x85EBCA77U;
    h = (h ^ h >> 16U) * 0x7FEB352DU;
    return h % 5 == 0 ? 0.0F : static_cast<float>((h ^ h >> 15U) >> 8U) * 0x1p-24F;
}

/// Slow waves between -0.3 and 1.3, so that displacements reach their limits.
float waves(std::int64_t x, std::int64_t y) {
    return static_cast<float>(
        0.5 + 0.8 * std::sin(static_cast<double>(x % 977) / 9.0 + static_cast<double>(y % 1013) / 13.0));
}

/// A picture and two maps, and their places.
struct Scene {
    FakeChild picture{Extent(), &speckled};
    FakeChild first{Extent(), &waves};
    FakeChild second{Extent(), [](auto x, auto y) { return waves(y, x); }};
    Point pictureAt;
    Point firstAt;
    Point secondAt;

    [[nodiscard]] std::vector<FakeLink> links(const WarpNode& node) {
        std::vector<FakeLink> all{{Trait::data, &picture, pictureAt}, {Trait::data, &first, firstAt}};
        if (node.by == "xy") all.push_back({Trait::data, &second, secondAt});
        return all;
    }
    [[nodiscard]] OwnedSamples samples(const WarpNode& node, const Rect& area) {
        return compute(OperationOf<Warp>(warpOf(node)), links(node), area);
    }
    [[nodiscard]] Range wanted(const WarpNode& node, Point p) {
        const auto map = [](FakeChild& child, Point at) {
            return MapOfPage{
                [&child, at](Point q) { return Range(child.at(q.x - at.x, q.y - at.y, Edge::extend)); },
                [&child, at](Point q) {
                    return !child.extent().bounded() ||
                           child.extent().rect().contains(Point{q.x - at.x, q.y - at.y});
                }};
        };
        const auto source = [&](Point q) {
            return Range(picture.at(q.x - pictureAt.x, q.y - pictureAt.y, edgeOf(node.edge)));
        };
        return warpOfPage(node, source, {map(first, firstAt), map(second, secondAt)}, p);
    }
};

void expectPage(const WarpNode& node, Scene& scene, const Rect& area) {
    const OwnedSamples image = scene.samples(node, area);
    for (std::int64_t y = area.y; y < area.bottom(); ++y) {
        for (std::int64_t x = area.x; x < area.right(); ++x) {
            const Range wanted = scene.wanted(node, {x, y});
            const float found = image.at(x, y);
            if (found < wanted.low || found > wanted.high) {
                QFAIL(qPrintable(QString("by %1, %2, at (%3, %4): %5 instead of %6 to %7")
                                     .arg(node.by.c_str(), node.interpolation.c_str())
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

class TestWarp : public QObject {
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
        scene.secondAt = {-7, 2};
        for (const std::uint64_t seed : seedsOfTest(120)) {
            Random random(seed);
            expectPage(randomWarp(random), scene,
                       {corner.x, corner.y, random.between(1, 40), random.between(1, 25)});
        }
    }

    void movesFar() {
        Scene scene;
        for (const char* interpolation : {"nearest", "linear", "cubic"}) {
            for (const double amplitude : {60.5, 1023.0})
                expectPage({"xy", amplitude, 0, 0.05, 0.5, interpolation, "extend"}, scene, {5, 7, 31, 3});
        }
    }

    void severalBlocksOfColumns() {
        Scene scene;
        expectPage({"xy", 2.5, 0, 0.05, 0.5, "linear", "extend"}, scene, {-600, 3, 1100, 3});
    }

    void continuesThePictureAsItsEdgeSays() {
        Scene scene;
        scene.picture = FakeChild(Extent(Rect{0, 0, 13, 9}), &speckled);
        scene.pictureAt = {2, 1};
        for (const char* edge : {"extend", "mirror", "wrap", "empty"}) {
            for (const char* by : {"xy", "angle", "slope"})
                expectPage({by, 4.5, by[0] == 'a' ? 30.0 : 0, 0.05, 0.5, "linear", edge}, scene,
                           {-4, -6, 30, 25});
        }
    }

    /// Outside of its rectangle a map moves nothing, and a slope sees the rectangle extended.
    void aBoundedMapEndsAtItsRectangle() {
        Scene scene;
        scene.first = FakeChild(Extent(Rect{0, 0, 300, 9}), &waves);
        scene.second = FakeChild(Extent(Rect{10, -5, 7, 40}), &waves);
        scene.firstAt = {-3, 4};
        for (const char* by : {"xy", "angle", "slope"})
            expectPage({by, 3.25, 0, 0.02, 0.4, "nearest", "extend"}, scene, {-9, -3, 330, 22});
        scene.first = FakeChild(Extent(Rect{}), &waves);
        expectPage({"xy", 3.25, 0, 0.02, 0.4, "linear", "extend"}, scene, {-9, -3, 30, 22});
    }

    /// A white map at angle 0 moves the picture to the left.
    void whiteMovesToTheLeft() {
        Scene scene;
        scene.first = FakeChild(Extent(), [](auto, auto) { return 1.0F; });
        const Rect area{4, 4, 9, 2};
        const OwnedSamples image = scene.samples({"angle", 5, 0, 0.05, 0.5, "cubic", "extend"}, area);
        for (std::int64_t x = area.x; x < area.right(); ++x)
            QCOMPARE(image.at(x, 5), speckled(x + 5, 5));
    }

    void anyRegionIsTheCrop() {
        Scene scene;
        for (const std::uint64_t seed : seedsOfTest(40)) {
            Random random(seed);
            const WarpNode node = randomWarp(random);
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

    /// The samples around each place, as they are read one by one.
    static std::vector<float> patchesOf(const std::vector<float>& picture, bool cubic,
                                        const std::vector<double>& dx, const std::vector<double>& dy) {
        std::vector<float> patches;
        const int first = cubic ? -1 : 0;
        for (std::size_t i = 0; i < dx.size(); ++i) {
            const int x = 40 + static_cast<int>(i) + static_cast<int>(std::floor(dx[i]));
            const int y = 20 + static_cast<int>(std::floor(dy[i]));
            for (int v = first; v < 2 - first; ++v) {
                for (int u = first; u < 2 - first; ++u)
                    patches.push_back(picture[static_cast<std::size_t>((y + v) * 400 + x + u)]);
            }
        }
        return patches;
    }

    void allInstructionSetsAgree() {
        std::vector<float> picture(40 * 400);
        for (std::size_t i = 0; i < picture.size(); ++i)
            picture[i] = speckled(static_cast<std::int64_t>(i % 400), static_cast<std::int64_t>(i / 400));
        std::vector<float> map(300);
        for (std::size_t i = 0; i < map.size(); ++i)
            map[i] = waves(static_cast<std::int64_t>(i), 3);
        const WarpScale scale{7.5, 0.45, 0.05, 0.6, 0.8};
        for (const std::int64_t count :
             {std::int64_t{1}, std::int64_t{3}, std::int64_t{8}, std::int64_t{29}, warpBlock}) {
            std::vector<float> first;
            for (const InstructionSet set :
                 {InstructionSet::baseline, InstructionSet::avx2, InstructionSet::avx512}) {
                if (!supported(set)) continue;
                const WarpKernels& kernels = warpKernels(set);
                std::vector<float> all;
                const auto sampled = [&](const std::vector<double>& dx, const std::vector<double>& dy) {
                    for (const auto kernel : {kernels.nearest, kernels.linear, kernels.cubic}) {
                        std::vector<float> out(static_cast<std::size_t>(count));
                        kernel(&picture[20 * 400 + 40], 400, dx.data(), dy.data(), out.data(), count);
                        all.insert(all.end(), out.begin(), out.end());
                        if (kernel == kernels.nearest) continue;
                        const bool cubic = kernel == kernels.cubic;
                        std::vector<float> patched(out.size());
                        (cubic ? kernels.cubicPatches : kernels.linearPatches)(
                            patchesOf(picture, cubic, dx, dy).data(), dx.data(), dy.data(), patched.data(),
                            count);
                        QVERIFY(patched == out);
                    }
                };
                std::vector<double> dx(static_cast<std::size_t>(count));
                std::vector<double> dy = dx;
                kernels.displace(scale, map.data() + 1, dx.data(), count);
                sampled(dx, dy);
                kernels.displaceAlong(scale, map.data() + 1, dx.data(), dy.data(), count);
                sampled(dx, dy);
                const float* const around[] = {&picture[1], map.data(), map.data() + 2, &picture[900]};
                kernels.displaceBySlope(scale, around, dx.data(), dy.data(), count);
                sampled(dx, dy);
                if (first.empty()) first = all;
                QVERIFY(std::memcmp(all.data(), first.data(), all.size() * sizeof(float)) == 0);
            }
        }
    }

    void readsAsFarAsItMoves() {
        const Warp warp = warpOf({"xy", 3.2, 0, 0.05, 0.5, "linear", "empty"});
        const Extent box(Rect{0, 0, 100, 100});
        const std::vector<LinkShape> links{{Trait::data, {2, 0}, box, Extent(Rect{40, 50, 5, 6})},
                                           {Trait::data, {}, {}, {}},
                                           {Trait::data, {}, {}, {}}};
        QCOMPARE(warp.support(links, {}), Extent(Rect{36, 44, 17, 18}));
        QCOMPARE(warp.extent(links), Extent(Rect{2, 0, 100, 100}));
        QCOMPARE(*warp.halo(links, 0), std::int64_t{6});
        QCOMPARE(*warp.halo(links, 1), std::int64_t{0});
    }

    void isMasked() {
        Scene scene;
        FakeChild mask(Extent(Rect{0, 0, 2, 1}), [](auto x, auto) { return x == 0 ? 0.5F : 9.0F; });
        const WarpNode node{"angle", 2, 0, 0.05, 0.5, "nearest", "extend"};
        std::vector<FakeLink> links = scene.links(node);
        const OwnedSamples plain = compute(OperationOf<Warp>(warpOf(node)), links, {0, 0, 3, 1});
        links.push_back({Trait::mask, &mask, {}});
        const OwnedSamples image = compute(OperationOf<Warp>(warpOf(node)), links, {0, 0, 3, 1});
        QVERIFY(image.samples == (std::vector<float>{plain.samples[0] * 0.5F, plain.samples[1], 0.0F}));
    }
};

BURIN_TEST(TestWarp)
#include "test_warp.moc"
