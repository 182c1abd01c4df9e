// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/kinds/filter/curve.hpp"
#include "gpu/kinds/filter/morphology.hpp"
#include "gpu/kinds/generate/example.hpp"
#include "gpu/kinds/generate/noise.hpp"
#include "gpu/kinds/generate/rough.hpp"
#include "gpu/kinds/generate/voronoi.hpp"
#include "gpu/support/exact.hpp"
#include "support/random.hpp"
#include "support/testing.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

using namespace burin;
using namespace burin::test;

namespace {

/// A texture that needs no children, on both sides.
template <class KindType>
struct BothSides {
    std::shared_ptr<const OperationOf<KindType>> operation;
    gpu::DeviceOperationOf<KindType> device;

    explicit BothSides(KindType node)
        : operation(std::make_shared<const OperationOf<KindType>>(std::move(node))), device(operation) {}
    [[nodiscard]] OwnedSamples onCpu(const Rect& area) const { return compute(*operation, {}, area); }
    [[nodiscard]] OwnedSamples onCard(const Rect& area) const {
        return computeOnDevice(device, *operation, {}, area);
    }
};

double largestDifference(const OwnedSamples& a, const OwnedSamples& b) {
    double largest = 0;
    for (std::size_t i = 0; i < a.samples.size(); ++i)
        largest = std::max(largest, std::abs(static_cast<double>(a.samples[i]) - b.samples[i]));
    return largest;
}

/// The part of an image.
OwnedSamples partOf(const OwnedSamples& image, const Rect& part) {
    OwnedSamples result(part);
    for (std::int64_t y = part.y; y < part.bottom(); ++y) {
        for (std::int64_t x = part.x; x < part.right(); ++x)
            result.samples[static_cast<std::size_t>((y - part.y) * part.width + x - part.x)] = image.at(x, y);
    }
    return result;
}

/// A part of the area that starts anywhere.
Rect randomPart(Random& random, const Rect& area) {
    const std::int64_t x = random.between(0, area.width - 1);
    const std::int64_t y = random.between(0, area.height - 1);
    return {area.x + x, area.y + y, random.between(1, area.width - x), random.between(1, area.height - y)};
}

Rect smallRandomArea(Random& random) {
    const Point around = random.pick({Point{0, 0}, Point{1'999'000, -1'999'500}, Point{-1'500'000, 900'000}});
    return {around.x + random.between(-300, 300), around.y + random.between(-300, 300),
            random.between(1, 230), random.between(1, 150)};
}

CellShape randomCells(Random& random) {
    CellShape cells;
    cells.pitch = random.pick({2.0, 3.7, 8.0, 16.5, 100.0, random.real(2, 40)});
    cells.stretch = random.pick({1.0, 1.0, 2.5, random.real(1, 6)});
    cells.rotate = random.pick({0.0, 0.0, 90.0, -180.0, 30.0, random.real(-360, 360)});
    if (random.chance(0.3)) {
        const double least = 0.6 * cells.pitch * cells.stretch;
        const auto length = [&] { return static_cast<std::int64_t>(least * random.real(1, 9)) + 1; };
        cells.closes = {length(), length()};
    }
    return cells;
}

Noise::Parameters randomNoise(Random& random) {
    Noise::Parameters all;
    all.cells = randomCells(random);
    if (random.chance(0.3)) all.type = NoiseType::value;
    all.seed = static_cast<std::uint32_t>(random.next());
    all.octaves = random.pick({1, 1, 2, 4, 12});
    all.lacunarity = random.pick({2.0, 1.5, random.real(1.5, 4)});
    all.gain = random.pick({0.5, 0.0, 1.0, random.real(0, 1)});
    all.shape = random.pick({NoiseShape::plain, NoiseShape::ridged, NoiseShape::billow});
    all.contrast = random.pick({1.0, 0.0, 16.0, random.real(0, 3)});
    std::tie(all.low, all.high) =
        random.pick<std::pair<double, double>>({{0, 1}, {0, 1}, {-0.25, 0.75}, {-3, 5}});
    return all;
}

bool possible(const std::vector<Noise::Octave>& octaves) {
    return std::all_of(octaves.begin(), octaves.end(),
                       [](const Noise::Octave& octave) { return octave.lattice.possible(); });
}

/// \param profile  an expression, or empty for the usual one
Voronoi voronoiOf(Voronoi::Parameters all, const std::string& profile, const std::vector<Vector>& points) {
    Values values;
    if (!profile.empty()) values.set("profile", profile);
    if (!points.empty()) values.set("profile", points);
    std::vector<ParameterProblem> problems;
    if (all.feature != Voronoi::Feature::id)
        all.profile = DistanceProfile::bound({values, std::nullopt, 1.0, {}, {}, problems}, all.distanceMaxPx,
                                             "min(1, d / D)");
    return Voronoi(all);
}

Voronoi::Parameters randomVoronoi(Random& random) {
    using enum Voronoi::Feature;
    Voronoi::Parameters all;
    all.cells = randomCells(random);
    all.seed = static_cast<std::uint32_t>(random.next());
    all.jitter = random.pick({1.0, 1.0, 0.5, 0.0, random.real(0, 1)});
    all.feature = random.pick({first, second, secondMinusFirst, edge, id});
    all.distanceMaxPx = random.pick({all.cells.pitch, 1.0, all.cells.pitch / 3});
    return all;
}

Rough::Parameters randomRough(Random& random) {
    using enum Rough::Spectrum;
    Rough::Parameters all;
    all.salPx = random.pick({2.0, 3.1, 10.0, 64.0, random.real(2, 30)});
    all.str = random.pick({1.0, 1.0, 0.3, random.real(0.1, 1)});
    all.rotate = random.pick({0.0, 0.0, 90.0, -180.0, 30.0, random.real(-360, 360)});
    if (random.chance(0.3)) {
        const double least = 8 * all.salPx / all.str;
        const auto length = [&] { return static_cast<std::int64_t>(least * random.real(1, 3)) + 1; };
        all.closes = {length(), length()};
    }
    all.seed = static_cast<std::uint32_t>(random.next());
    all.spectrum = random.pick({gaussian, gaussian, exponential, selfAffine});
    all.hurst = random.real(0.1, 1);
    all.sq = random.pick({0.1, 0.02, 0.4, 1.0});
    all.mean = random.pick({0.5, 0.0, random.real(0, 1)});
    const auto [skew, kurtosis] = random.pick<std::pair<double, double>>(
        {{0, 3}, {0, 3}, {0, 2.2}, {0, 15}, {-0.8, 4}, {1, 10}, {1.5, 6}});
    all.heights = *HeightDistribution::withMoments(skew, kurtosis);
    return all;
}

bool possible(const Rough& rough) {
    return std::all_of(rough.octaves.begin(), rough.octaves.end(),
                       [](const RoughOctave& octave) { return octave.lattice().possible(); });
}

/// An example with waves, noise, and a few equal values.
WholeChild exampleChild(Random& random) {
    WholeChild child;
    child.area = {7, -3, random.between(48, 130), random.between(48, 130)};
    child.digest = "example";
    child.read = [offset = random.between(0, 1000)](SamplesView samples, const std::stop_token&) {
        for (std::int64_t y = 0; y < samples.height; ++y) {
            for (std::int64_t x = 0; x < samples.width; ++x) {
                const double wave =
                    std::sin(static_cast<double>(x) / 5) * std::cos(static_cast<double>(y) / 7);
                const double level = 120 + 90 * wave + 60 * static_cast<double>(scattered(x + offset, y));
                samples.row(y)[x] = static_cast<float>(std::clamp(std::round(level), 0.0, 255.0) / 255);
            }
        }
    };
    return child;
}

ExampleTexture randomExample(Random& random, const WholeChild& child) {
    ExampleTexture::Parameters all;
    const Size size{child.area.width, child.area.height};
    const std::int64_t shorter = std::min(size.width, size.height);
    all.seed = static_cast<std::uint32_t>(random.next());
    all.contrast = random.pick({1.0, 1.0, 0.0, 2.5});
    all.sharpness = random.pick({2, 2, 1, 8, 5});
    all.vary =
        random.pick({PatchVary::none, PatchVary::none, PatchVary::mirror, PatchVary::turn, PatchVary::all});
    if (random.chance(0.4)) {
        all.method = ExampleTexture::Method::cut;
        all.colours = random.pick({2, 3, 5});
        all.patchPx = random.between(16, shorter / 3);
    } else {
        all.patchPx = random.pick({std::int64_t{8}, random.between(8, shorter / 3)});
    }
    const std::int64_t patch = *all.patchPx;
    if (random.chance(0.4)) all.closes = {random.between(patch, 9 * patch), random.between(patch, 9 * patch)};
    if (random.chance(0.1)) all.closes = {2 * patch, 150 * patch};
    const std::vector<LinkShape> links = {{Trait::data, {}, Extent(child.area), Extent(child.area)}};
    if (ExampleTexture(all).complaint(links)) all.closes = {};
    return ExampleTexture(all).holding(child);
}

ToneCurve::Parameters randomPoints(Random& random, std::int64_t count) {
    ToneCurve::Parameters all;
    all.way = ToneCurve::Way::points;
    double at = random.real(-1, 0.1);
    const double step = random.pick({1.0, 0.01, 0.0001});
    while (count-- > 0) {
        all.points.push_back({at, random.real(-0.2, 1.2)});
        at += random.chance(0.5) ? step * random.real(0.2, 1) : 1e-5;
    }
    all.monotone = random.chance(0.5);
    return all;
}

QString ofSeed(std::uint64_t seed, const QString& what) {
    return QString("seed %1: %2").arg(seed).arg(what);
}

}  // namespace

class TestTexturesOnDevice : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() { BURIN_NEEDS_DEVICE(); }
    void noiseIsAsOnTheProcessor();
    void noiseClosesToTheBit();
    void noiseNearZeroIsZero();
    void voronoiIsAsOnTheProcessor();
    void voronoiClosesToTheBit();
    void voronoiTakesAnyProfile();
    void roughIsAsOnTheProcessor();
    void roughClosesToTheBit();
    void roughOfTinyCellsIsAsOnTheProcessor();
    void exampleIsAsOnTheProcessor();
    void exampleClosesToTheBit();
    void texturesAreMasked();
    void curveIsAsOnTheProcessor();
    void curveIsComputedOverALargeArea();
    void curveTakesSamplesOnItsPoints();
    void curveTakesAllNumbers();
    void morphologyIsAsOnTheProcessor_data();
    void morphologyIsAsOnTheProcessor();
};

void TestTexturesOnDevice::noiseIsAsOnTheProcessor() {
    for (const std::uint64_t seed : seedsOfTest(120)) {
        Random random(seed);
        const Noise node(randomNoise(random));
        if (!possible(node.octaves)) continue;
        const BothSides noise(node);
        const Rect area = smallRandomArea(random);
        const OwnedSamples onCard = noise.onCard(area);
        const double difference = largestDifference(onCard, noise.onCpu(area));
        QVERIFY2(difference < 1e-5, qPrintable(ofSeed(seed, QString("off by %1").arg(difference))));
        const Rect part = randomPart(random, area);
        const QString where = firstDifference(noise.onCard(part), partOf(onCard, part));
        QVERIFY2(where.isEmpty(), qPrintable(ofSeed(seed, "a part differs at " + where)));
    }
}

void TestTexturesOnDevice::noiseClosesToTheBit() {
    for (const std::uint64_t seed : seedsOfTest(20)) {
        Random random(seed);
        Noise::Parameters all = randomNoise(random);
        all.cells.closes = {random.between(1, 300), random.between(1, 300)};
        const Noise node(all);
        if (!possible(node.octaves)) continue;
        const BothSides noise(node);
        const Rect area{random.between(-500, 500), 1'000'000, 90, 70};
        OwnedSamples moved =
            noise.onCard(area.translated({-3 * all.cells.closes.width, all.cells.closes.height}));
        moved.area = area;
        const QString where = firstDifference(moved, noise.onCard(area));
        QVERIFY2(where.isEmpty(), qPrintable(ofSeed(seed, where)));
    }
}

/// Samples below 2^-21 in binary64 are 0, although errors of binary32 may be larger.
void TestTexturesOnDevice::noiseNearZeroIsZero() {
    constexpr double pitch = 1e6;  // many samples near 0 at a corner of cells, where noise is 0
    int zeros = 0;
    for (std::uint32_t seed = 1; seed <= 8; ++seed) {
        Noise::Parameters all;
        all.cells.pitch = pitch;
        all.seed = seed;
        all.contrast = 0.5;
        all.low = -8;
        all.high = 8;
        const Noise node(all);
        all.low += 0.5;
        all.high += 0.5;
        const Noise raised(all);  // its samples are not rounded to 0
        const CellMap& map = node.octaves.front().map;
        const Rect area{std::llround((1 - map.u0) * pitch) - 128, std::llround((1 - map.v0) * pitch) - 128,
                        256, 256};
        const BothSides noise(node);
        const OwnedSamples onCard = noise.onCard(area);
        QVERIFY(largestDifference(onCard, noise.onCpu(area)) < 1e-5);
        const OwnedSamples expected = BothSides(raised).onCpu(area);
        for (std::size_t i = 0; i < onCard.samples.size(); ++i) {
            const double value = static_cast<double>(expected.samples[i]) - 0.5;
            if (std::abs(value) >= 0x1p-21 - 0x1p-24) continue;
            ++zeros;
            QCOMPARE(onCard.samples[i], 0.0F);
        }
    }
    QVERIFY(zeros > 100);
}

void TestTexturesOnDevice::voronoiIsAsOnTheProcessor() {
    for (const std::uint64_t seed : seedsOfTest(150)) {
        Random random(seed);
        const Voronoi::Parameters all = randomVoronoi(random);
        std::vector<Vector> points;
        if (random.chance(0.3)) points = {{0, 1}, {random.real(0.1, 3), 0.25}, {3.5, random.real(0, 1)}};
        const Voronoi node = voronoiOf(all, "", points);
        if (!node.lattice.possible()) continue;
        const BothSides voronoi(node);
        const Rect area = smallRandomArea(random);
        const OwnedSamples onCard = voronoi.onCard(area);
        const OwnedSamples expected = voronoi.onCpu(area);
        const bool edge = all.feature == Voronoi::Feature::edge;
        const QString wrong = edge ? QString() : firstDifference(onCard, expected);
        QVERIFY2(wrong.isEmpty(), qPrintable(ofSeed(seed, wrong)));
        // A card compares borders in binary32.
        const double steepness = all.cells.pitch * (points.empty() ? 1 / all.distanceMaxPx : 10);
        QVERIFY2(largestDifference(onCard, expected) < 1e-6 * (1 + steepness),
                 qPrintable(ofSeed(seed, "edges")));
        const Rect part = randomPart(random, area);
        const QString where = firstDifference(voronoi.onCard(part), partOf(onCard, part));
        QVERIFY2(where.isEmpty(), qPrintable(ofSeed(seed, "a part differs at " + where)));
    }
}

void TestTexturesOnDevice::voronoiClosesToTheBit() {
    for (const std::uint64_t seed : seedsOfTest(20)) {
        Random random(seed);
        Voronoi::Parameters all = randomVoronoi(random);
        all.cells.closes = {random.between(1, 300), random.between(1, 300)};
        const Voronoi node = voronoiOf(all, "", {});
        if (!node.lattice.possible()) continue;
        const BothSides voronoi(node);
        const Rect area{random.between(-500, 500), 1'000'000, 90, 70};
        OwnedSamples moved =
            voronoi.onCard(area.translated({-3 * all.cells.closes.width, all.cells.closes.height}));
        moved.area = area;
        const QString where = firstDifference(moved, voronoi.onCard(area));
        QVERIFY2(where.isEmpty(), qPrintable(ofSeed(seed, where)));
    }
}

void TestTexturesOnDevice::voronoiTakesAnyProfile() {
    Voronoi::Parameters all;
    all.cells.pitch = 24;
    all.distanceMaxPx = 20;
    for (const char* profile : {"1 - d / D", "exp(-d * um / 3)", "0.5 + 0.5 * cos(d / D)", "d > 5", "0.25"}) {
        const BothSides voronoi(voronoiOf(all, profile, {}));
        const Rect area{-70, 33, 200, 90};
        const double difference = largestDifference(voronoi.onCard(area), voronoi.onCpu(area));
        QVERIFY2(difference < 1e-5, profile);
    }
}

void TestTexturesOnDevice::roughIsAsOnTheProcessor() {
    for (const std::uint64_t seed : seedsOfTest(120)) {
        Random random(seed);
        const Rough node(randomRough(random));
        if (!possible(node)) continue;
        const BothSides rough(node);
        const Rect area = smallRandomArea(random);
        const OwnedSamples onCard = rough.onCard(area);
        const double difference = largestDifference(onCard, rough.onCpu(area));
        QVERIFY2(difference < 1e-5, qPrintable(ofSeed(seed, QString("off by %1").arg(difference))));
        const Rect part = randomPart(random, area);
        const QString where = firstDifference(rough.onCard(part), partOf(onCard, part));
        QVERIFY2(where.isEmpty(), qPrintable(ofSeed(seed, "a part differs at " + where)));
    }
}

void TestTexturesOnDevice::roughClosesToTheBit() {
    for (const std::uint64_t seed : seedsOfTest(20)) {
        Random random(seed);
        Rough::Parameters all = randomRough(random);
        const auto least = static_cast<std::int64_t>(2 * all.salPx / all.str) + 1;
        all.closes = {random.between(least, 5 * least), random.between(least, 5 * least)};
        const Rough node(all);
        if (!possible(node)) continue;
        const BothSides rough(node);
        const Rect area{random.between(-500, 500), 1'000'000, 90, 70};
        OwnedSamples moved = rough.onCard(area.translated({-3 * all.closes.width, all.closes.height}));
        moved.area = area;
        const QString where = firstDifference(moved, rough.onCard(area));
        QVERIFY2(where.isEmpty(), qPrintable(ofSeed(seed, where)));
    }
}

/// The weights of tiny cells do not fit into shared memory.
void TestTexturesOnDevice::roughOfTinyCellsIsAsOnTheProcessor() {
    Rough::Parameters all;
    all.salPx = 2;
    all.spectrum = Rough::Spectrum::exponential;
    for (const double degrees : {0.0, 45.0}) {
        all.rotate = degrees;
        Rough node(all);
        CellShape shape = node.cells();
        shape.pitch = 0.1;
        node.octaves.emplace_back(shape, all.seed, 9, 0.5);
        const BothSides rough(node);
        const Rect area{1'234, -77, 140, 40};
        QVERIFY(largestDifference(rough.onCard(area), rough.onCpu(area)) < 1e-5);
    }
}

void TestTexturesOnDevice::exampleIsAsOnTheProcessor() {
    for (const std::uint64_t seed : seedsOfTest(80)) {
        Random random(seed);
        const WholeChild child = exampleChild(random);
        const BothSides example(randomExample(random, child));
        const Rect area = random.chance(0.2) ? Rect{-5, 1'999'000, 700, 300} : smallRandomArea(random);
        const OwnedSamples onCard = example.onCard(area);
        const QString wrong = firstDifference(onCard, example.onCpu(area));
        QVERIFY2(wrong.isEmpty(), qPrintable(ofSeed(seed, wrong)));
        const Rect part = randomPart(random, area);
        const QString where = firstDifference(example.onCard(part), partOf(onCard, part));
        QVERIFY2(where.isEmpty(), qPrintable(ofSeed(seed, "a part differs at " + where)));
    }
}

void TestTexturesOnDevice::exampleClosesToTheBit() {
    for (const std::uint64_t seed : seedsOfTest(20)) {
        Random random(seed);
        const WholeChild child = exampleChild(random);
        const ExampleTexture node = randomExample(random, child);
        const Size closes = node.parameters.closes;
        if (closes == Size{}) continue;
        const BothSides example(node);
        const Rect area{random.between(-500, 500), 1'000'000, 170, 150};
        OwnedSamples moved = example.onCard(area.translated({-3 * closes.width, closes.height}));
        moved.area = area;
        const QString where = firstDifference(moved, example.onCard(area));
        QVERIFY2(where.isEmpty(), qPrintable(ofSeed(seed, where)));
    }
}

void TestTexturesOnDevice::texturesAreMasked() {
    FakeChild mask(Extent(Rect{10, 10, 40, 30}), [](auto x, auto) { return x % 3 == 0 ? 0.5F : 9.0F; });
    const std::vector<FakeLink> links{{Trait::mask, &mask, {5, 0}}};
    Voronoi::Parameters all;
    all.cells.pitch = 9;
    const QString difference = differenceOnDevice(voronoiOf(all, "", {}), links, {0, 0, 80, 60});
    QVERIFY2(difference.isEmpty(), qPrintable(difference));
    Random random(3);
    const WholeChild whole = exampleChild(random);
    FakeChild unread(Extent(whole.area), &scattered);
    const std::vector<FakeLink> withExample{{Trait::data, &unread, {}}, links[0]};
    const QString ofExample = differenceOnDevice(randomExample(random, whole), withExample, {0, 0, 80, 60});
    QVERIFY2(ofExample.isEmpty(), qPrintable(ofExample));
}

void TestTexturesOnDevice::curveIsAsOnTheProcessor() {
    for (const std::uint64_t seed : seedsOfTest(60)) {
        Random random(seed);
        ToneCurve::Parameters all = randomPoints(random, random.pick({2, 3, 9, 30, 1024}));
        if (random.chance(0.4)) {
            all.way = random.pick({ToneCurve::Way::levels, ToneCurve::Way::threshold});
            all.black = random.real(-0.5, 0.4);
            all.white = random.pick({1.0, -0.75, random.real(0.5, 1.5)});
            all.threshold = random.real(-0.2, 1);
            all.range = {random.real(-0.5, 0.5), random.real(0, 16)};
            if (random.chance(0.3)) all.gamma = random.real(0.3, 3);
        }
        FakeChild child(Extent(Rect{-40, -40, 300, 200}), &scattered);
        const std::vector<FakeLink> links{{Trait::data, &child, {7, -3}}};
        const Rect area{random.between(-90, 0), -50, random.between(1, 300), random.between(1, 90)};
        const auto operation = std::make_shared<const OperationOf<ToneCurve>>(ToneCurve(all));
        const gpu::DeviceOperationOf<ToneCurve> device(operation);
        const auto offset = static_cast<std::size_t>(random.pick({0, 1, 4}));
        const OwnedSamples onCard = computeOnDevice(device, *operation, links, area, offset);
        const OwnedSamples expected = compute(*operation, links, area);
        const bool exact = all.way != ToneCurve::Way::levels || all.gamma == 1;
        const QString wrong = exact ? firstDifference(onCard, expected) : QString();
        QVERIFY2(wrong.isEmpty(), qPrintable(ofSeed(seed, wrong)));
        QVERIFY2(largestDifference(onCard, expected) < 1e-5, qPrintable(ofSeed(seed, "gamma")));
    }
}

/// An area of more vectors than any card computes at once.
void TestTexturesOnDevice::curveIsComputedOverALargeArea() {
    Random random(5);
    const ToneCurve node(randomPoints(random, 9));
    FakeChild child(Extent(), &scattered);
    const QString difference = differenceOnDevice(node, {{Trait::data, &child, {}}}, {0, 0, 3301, 3000});
    QVERIFY2(difference.isEmpty(), qPrintable(difference));
}

void TestTexturesOnDevice::curveTakesSamplesOnItsPoints() {
    ToneCurve::Parameters all;
    all.way = ToneCurve::Way::points;
    for (int k = 0; k < 1024; ++k)
        all.points.push_back({k < 1000 ? k * 1e-6 : k - 999.0, k % 7 * 0.1});
    FakeChild child(Extent(), [](std::int64_t x, std::int64_t y) {
        const float at =
            x < 1000 ? static_cast<float>(static_cast<double>(x) * 1e-6) : static_cast<float>(x - 999);
        return y == 0 ? at : std::nextafterf(at, y == 1 ? -1.0F : 2000.0F);
    });
    const QString difference =
        differenceOnDevice(ToneCurve(all), {{Trait::data, &child, {}}}, {-3, 0, 1030, 3});
    QVERIFY2(difference.isEmpty(), qPrintable(difference));
}

void TestTexturesOnDevice::curveTakesAllNumbers() {
    ToneCurve::Parameters all;
    all.way = ToneCurve::Way::points;
    all.points = {{-3e38, 0}, {-2, 0.5}, {0, 0.25}, {1e-30, 0.75}, {3e38, 1}};
    constexpr float samples[] = {-3.4e38F, -3e38F, -1e38F, -2,    -1,    0,
                                 1e-31F,   1e-30F, 1,      1e38F, 3e38F, 3.4e38F};
    FakeChild child(Extent(), [&](std::int64_t x, std::int64_t) { return samples[x % 12]; });
    const QString difference = differenceOnDevice(ToneCurve(all), {{Trait::data, &child, {}}}, {0, 0, 50, 2});
    QVERIFY2(difference.isEmpty(), qPrintable(difference));
}

void TestTexturesOnDevice::morphologyIsAsOnTheProcessor_data() {
    using Shape = Morphology::Shape;
    QTest::addColumn<int>("shape");
    QTest::addColumn<int>("radius");
    QTest::addColumn<Rect>("area");
    const auto row = [](Shape shape, int radius, const Rect& area) {
        constexpr const char* names[] = {"disc", "square", "ball"};
        QTest::addRow("%s of radius %d, %d x %d", names[static_cast<int>(shape)], radius,
                      static_cast<int>(area.width), static_cast<int>(area.height))
            << static_cast<int>(shape) << radius << area;
    };
    for (const Shape shape : {Shape::disc, Shape::square, Shape::ball}) {
        for (int radius = 1; radius <= 16; ++radius)
            row(shape, radius, {-5, 11, 83 - radius, 37});
        row(shape, 23, {0, 0, 40, 70});
        row(shape, 3, {1'999'900, 1'999'950, 600, 90});
        row(shape, 12, {0, 0, 1, 1});
    }
    row(Shape::square, 24, {0, 0, 2100, 40});
    row(Shape::square, 8, {0, 0, 70, 700});
    row(Shape::square, 15, {-40, 3, 205, 170});
    for (int radius = 17; radius < 24; ++radius)
        row(Shape::square, radius, {0, 0, 130, 90});
    row(Shape::square, 20, {1, 2, 16500, 18});  // parts of rows
    row(Shape::square, 40, {0, 0, 1201, 700});  // walks over several strips
    for (int radius = 17; radius <= 24; ++radius)
        row(Shape::square, radius, {0, 0, 5281, 1301});  // all multiprocessors walk, a window in each round
    row(Shape::square, 255, {3, 5, 90, 150});
    row(Shape::square, 300, {-7, 0, 71, 40});
    row(Shape::disc, 255, {3, 5, 60, 40});
    row(Shape::ball, 70, {3, 5, 20, 10});
}

void TestTexturesOnDevice::morphologyIsAsOnTheProcessor() {
    using Action = Morphology::Action;
    QFETCH(int, shape);
    QFETCH(int, radius);
    QFETCH(Rect, area);
    Random random(static_cast<std::uint64_t>(radius));
    for (const Action action :
         {Action::dilate, Action::erode, Action::open, Action::close, Action::gradient, Action::tophat}) {
        if (radius > 16 && action != Action::erode && action != Action::close) continue;
        Morphology::Parameters all;
        all.action = action;
        all.shape = static_cast<Morphology::Shape>(shape);
        all.radius = radius;
        all.heightPx = random.pick({4.0, 30.0, 200.0});
        all.edge = random.pick({Edge::extend, Edge::mirror, Edge::wrap});
        const bool bounded = random.chance(0.5);
        FakeChild child(bounded ? Extent(area.translated({3, 2})) : Extent(), &scattered);
        const std::vector<FakeLink> links{{Trait::data, &child, {2, 1}}};
        const auto offset = static_cast<std::size_t>(random.pick({0, 1, 3, 31}));
        const QString difference = differenceOnDevice(Morphology(all), links, area, offset);
        QVERIFY2(difference.isEmpty(),
                 qPrintable(QString("action %1 at %2").arg(static_cast<int>(action)).arg(difference)));
    }
}

BURIN_TEST(TestTexturesOnDevice)
#include "test_textures_on_device.moc"
