// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kernels/distance_kernels.hpp"
#include "core/kinds/generate/profile.hpp"
#include "support/system/fake_child.hpp"
#include "support/testing.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

using namespace burin;
using namespace burin::test;

namespace {

/// A random number in [0, 1) that depends only on the position.
float noise(std::int64_t x, std::int64_t y) {
    std::uint64_t h = static_cast<std::uint64_t>(x) * 0x9E3779B97F4A7C15U ^
                      static_cast<std::uint64_t>(y) * 0xC2B2AE3D27D4EB4FU;
    h ^= h >> 29;
    h *= 0xBF58476D1CE4E5B9U;
    h ^= h >> 32;
    return static_cast<float>(h >> 40) * 0x1p-24F;
}

/// A profile whose value is the squared distance: exact in binary32 for all distances.
Profile squaredDistance(std::int64_t distanceMaxPx, float threshold = 0, bool invert = false) {
    Profile node;
    node.distanceMaxPx = distanceMaxPx;
    node.threshold = threshold;
    node.invert = invert;
    node.tabulate(
        [](std::int64_t first, std::span<float> entries) {
            for (float& entry : entries)
                entry = static_cast<float>(first++);
        },
        false);
    return node;
}

/// The smallest dx^2 + dy^2 to a white sample, at most D^2, by trying every white sample.
class Reference {
  public:
    Reference(const Profile& node, const FakeChild& mask, const Rect& area, Point at) : node_(node) {
        const Rect around = mask.extent().clip(area.grown(node.distanceMaxPx).translated(-at));
        for (std::int64_t y = around.y; y < around.bottom(); ++y) {
            for (std::int64_t x = around.x; x < around.right(); ++x) {
                const float c = mask.at(x, y, Edge::empty);
                if (node.invert ? c <= node.threshold : c > node.threshold)
                    white_.push_back(Point{x, y} + at);
            }
        }
    }

    [[nodiscard]] float value(Point p) const {
        std::int64_t least = node_.distanceMaxPx * node_.distanceMaxPx;
        for (const Point& w : white_) {
            const Point d = w - p;
            least = std::min(least, d.x * d.x + d.y * d.y);
        }
        return static_cast<float>(least);
    }

  private:
    const Profile& node_;
    std::vector<Point> white_;
};

OwnedSamples result(const Profile& node, FakeChild& mask, const Rect& area, Point at = {}) {
    return compute(OperationOf<Profile>(node), {{Trait::mask, &mask, at}}, area);
}

/// \return the place that differs from the reference; empty if none does
QString difference(const Profile& node, FakeChild& mask, const Rect& area, Point at = {}) {
    const OwnedSamples image = result(node, mask, area, at);
    const Reference reference(node, mask, area, at);
    for (std::int64_t y = area.y; y < area.bottom(); ++y) {
        for (std::int64_t x = area.x; x < area.right(); ++x) {
            const float expected = reference.value({x, y});
            if (image.at(x, y) != expected) {
                return QString("(%1, %2): %3 instead of %4").arg(x).arg(y).arg(image.at(x, y)).arg(expected);
            }
        }
    }
    return {};
}

std::shared_ptr<const Operation> bound(const Value& profile, double pixelUm,
                                       std::vector<ParameterProblem>& problems, double threshold = 0) {
    Values values;
    values.set("distance_max", std::int64_t{10});
    values.set("profile", profile);
    values.set("threshold", threshold);
    values.set("invert", false);
    return profileKind().bind({values, {}, pixelUm, {Trait::mask}, {}, problems});
}

const Profile& node(const Operation& operation) {
    return dynamic_cast<const OperationOf<Profile>&>(operation).node();
}

}  // namespace

class TestProfile : public QObject {
    Q_OBJECT

  private slots:
    void findsTheNearestWhiteSample_data();
    void findsTheNearestWhiteSample();
    void allAreasFromAStripToABlock_data();
    void allAreasFromAStripToABlock();
    void nothingIsWhiteOutsideABoundedMask_data();
    void nothingIsWhiteOutsideABoundedMask();
    void doesNotDependOnTheArea();
    void theThresholdIsComparedAsBinary32();
    void dataIsMultipliedIn();
    void nothingLiesOutsideTheSupport_data();
    void nothingLiesOutsideTheSupport();
    void readsItsMaskAroundAndItsDataInPlace();
    void allInstructionSetsGiveTheSameBytes_data();
    void allInstructionSetsGiveTheSameBytes();
    void theTableIsTheExpressionRoundedOnce();
    void pointsAreJoinedByStraightLines();
    void anExpressionThatDoesNotParseIsAProblem();
};

void TestProfile::findsTheNearestWhiteSample_data() {
    QTest::addColumn<int>("distanceMax");
    QTest::addColumn<double>("density");
    for (const int distance : {1, 2, 7, 15, 32, 33, 63, 181, 182, 255, 256, 300, 1023}) {
        // Enough white samples to be met, few enough to try them all.
        const double whites = 1500.0 / ((2.0 * distance + 70) * (2.0 * distance + 40));
        QTest::addRow("D = %d, some white around", distance) << distance << whites;
        QTest::addRow("D = %d, hardly any white", distance) << distance << whites / 400;
    }
    QTest::newRow("no white at all") << 20 << 0.0;
    QTest::newRow("all white") << 20 << 2.0;
    QTest::newRow("half of all samples white") << 20 << 0.5;
}

void TestProfile::findsTheNearestWhiteSample() {
    QFETCH(int, distanceMax);
    QFETCH(double, density);
    FakeChild mask(Extent(),
                   [&](auto x, auto y) { return noise(x, y) < static_cast<float>(density) ? 1.0F : 0.0F; });
    const Profile profile = squaredDistance(distanceMax);
    const QString wrong = difference(profile, mask, {-17, 2'000'000, 70, 40}, {3, -5});
    QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
}

void TestProfile::allAreasFromAStripToABlock_data() {
    QTest::addColumn<qint64>("width");
    QTest::addColumn<qint64>("height");
    QTest::newRow("one sample") << qint64{1} << qint64{1};
    QTest::newRow("a strip of 8") << qint64{8} << qint64{1};
    QTest::newRow("a column") << qint64{1} << qint64{90};
    QTest::newRow("exactly a register's block") << qint64{64} << qint64{3};
    QTest::newRow("one more than a block") << qint64{65} << qint64{3};
    QTest::newRow("several blocks and a rest") << qint64{331} << qint64{9};
}

void TestProfile::allAreasFromAStripToABlock() {
    QFETCH(qint64, width);
    QFETCH(qint64, height);
    for (const int distance : {5, 40, 260}) {
        FakeChild mask(Extent(Rect{-20, -30, 280, 90}),
                       [](auto x, auto y) { return noise(x, y) < 0.01F ? 0.5F : 0.0F; });
        const Profile profile = squaredDistance(distance);
        const QString wrong = difference(profile, mask, {3, 11, width, height});
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
    }
}

void TestProfile::nothingIsWhiteOutsideABoundedMask_data() {
    QTest::addColumn<float>("threshold");
    QTest::addColumn<bool>("invert");
    QTest::newRow("white is what is greater") << 0.4F << false;
    QTest::newRow("inverted: white is what is not greater") << 0.4F << true;
    QTest::newRow("a threshold below empty") << -0.5F << false;
    QTest::newRow("a threshold below empty, inverted") << -0.5F << true;
    QTest::newRow("inverted with the default threshold") << 0.0F << true;
}

void TestProfile::nothingIsWhiteOutsideABoundedMask() {
    QFETCH(float, threshold);
    QFETCH(bool, invert);
    FakeChild mask(Extent(Rect{10, 20, 25, 15}),
                   [](auto x, auto y) { return std::floor(noise(x, y) * 8) / 4 - 1; });
    for (const int distance : {6, 50, 300}) {
        const QString wrong =
            difference(squaredDistance(distance, threshold, invert), mask, {-20, -10, 90, 70}, {1, 2});
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
    }
}

void TestProfile::doesNotDependOnTheArea() {
    std::mt19937 random(4);
    const auto below = [&](std::int64_t n) {
        return static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(n));
    };
    // Large enough to be computed in several bands.
    const Rect area{-100, 50, 900, 1500};
    for (const int distance : {3, 70}) {
        FakeChild mask(Extent(Rect{-90, 60, 880, 1480}),
                       [](auto x, auto y) { return noise(x, y) < 0.001F ? 1.0F : 0.0F; });
        const Profile profile = squaredDistance(distance);
        const OwnedSamples whole = result(profile, mask, area);
        for (int part = 0; part < 10; ++part) {
            const std::int64_t x = below(area.width);
            const std::int64_t y = below(area.height);
            const Rect piece{area.x + x, area.y + y, 1 + below(area.width - x), 1 + below(area.height - y)};
            const OwnedSamples alone = result(profile, mask, piece);
            for (std::int64_t row = piece.y; row < piece.bottom(); ++row) {
                const float* expected =
                    &whole
                         .samples[static_cast<std::size_t>((row - area.y) * area.width + (piece.x - area.x))];
                QVERIFY(std::equal(expected, expected + piece.width,
                                   &alone.samples[static_cast<std::size_t>((row - piece.y) * piece.width)]));
            }
        }
    }
}

void TestProfile::theThresholdIsComparedAsBinary32() {
    std::vector<ParameterProblem> problems;
    // 0.1 as binary32 is greater than 0.1 as binary64.
    const auto operation = bound(std::vector<Vector>{{0, 1}, {10, 0.25}}, 1, problems, 0.1);
    QVERIFY(operation != nullptr);
    FakeChild mask(Extent(), [](auto, auto) { return 0.1F; });
    const OwnedSamples image = compute(*operation, {{Trait::mask, &mask, {}}}, {0, 0, 3, 3});
    QVERIFY(std::all_of(image.samples.begin(), image.samples.end(), [](float v) { return v == 0.25F; }));
}

void TestProfile::dataIsMultipliedIn() {
    FakeChild mask(Extent(), [](auto x, auto) { return x == 0 ? 1.0F : 0.0F; });
    FakeChild data(Extent(Rect{0, 0, 30, 4}), noise);
    const Profile profile = squaredDistance(9);
    const OwnedSamples image = compute(
        OperationOf<Profile>(profile),
        {{Trait::mask, &mask, {}}, {Trait::data, &data, {2, 1}}, {Trait::data, &data, {}}}, {0, 0, 20, 5});
    for (std::int64_t y = 0; y < 5; ++y) {
        for (std::int64_t x = 0; x < 20; ++x) {
            const float distance = static_cast<float>(std::min<std::int64_t>(x * x, 81));
            const float expected = distance * data.at(x - 2, y - 1, Edge::empty) * data.at(x, y, Edge::empty);
            QCOMPARE(image.at(x, y), std::fabs(expected) < 0x1p-20F ? 0.0F : expected);
        }
    }
}

void TestProfile::nothingLiesOutsideTheSupport_data() {
    QTest::addColumn<float>("farValue");
    QTest::addColumn<float>("threshold");
    QTest::addColumn<bool>("invert");
    QTest::addColumn<bool>("bounded");
    constexpr float infinite = std::numeric_limits<float>::infinity();
    QTest::newRow("a profile that ends at 0 grows its mask") << 0.0F << 0.0F << false << true;
    QTest::newRow("dust at the end counts as 0") << 1e-7F << 0.5F << false << true;
    QTest::newRow("NaN at the end counts as 0") << std::nanf("") << 0.5F << false << true;
    QTest::newRow("infinity at the end counts as 0") << infinite << 0.5F << false << true;
    QTest::newRow("a profile that ends above 0 is unbounded") << 0.5F << 0.0F << false << false;
    QTest::newRow("inverted: all of the mask's rectangle is white") << 0.0F << 0.0F << true << true;
    QTest::newRow("a threshold below 0 makes empty samples white") << 0.0F << -1.0F << false << true;
}

void TestProfile::nothingLiesOutsideTheSupport() {
    QFETCH(float, farValue);
    QFETCH(float, threshold);
    QFETCH(bool, invert);
    QFETCH(bool, bounded);
    Profile profile = squaredDistance(4, threshold, invert);
    profile.tabulate(
        [last = profile.tableSize() - 1, farValue](std::int64_t first, std::span<float> entries) {
            for (float& entry : entries)
                entry = first++ == last ? farValue : 1.0F;
        },
        true);
    const Rect spot{5, 6, 3, 2};
    const Extent extent(Rect{0, 0, 20, 20});
    FakeChild mask(extent, [&](auto x, auto y) { return spot.contains(Point{x, y}) ? 1.0F : 0.0F; });
    const std::vector<LinkShape> links = {{Trait::mask, {100, 50}, extent, Extent(spot)}};
    const Extent support = profile.support(links, Extent());
    QCOMPARE(support.bounded(), bounded);
    if (!bounded) return;
    const Rect area{90, 40, 40, 40};
    const OwnedSamples image = result(profile, mask, area, {100, 50});
    Rect covered;
    for (std::int64_t y = area.y; y < area.bottom(); ++y) {
        for (std::int64_t x = area.x; x < area.right(); ++x) {
            if (image.at(x, y) != 0.0F) covered = boundingRect(covered, {x, y, 1, 1});
        }
    }
    QVERIFY(!covered.empty());
    QVERIFY(support.rect().contains(covered));
    // The support may be one sample larger on each side, for samples exactly at the distance D.
    QCOMPARE(support.rect(), covered.grown(1));
}

void TestProfile::readsItsMaskAroundAndItsDataInPlace() {
    const Profile profile = squaredDistance(30);
    const Extent everywhere;
    const std::vector<LinkShape> links = {{Trait::mask, {5, 0}, everywhere, everywhere},
                                          {Trait::data, {0, 7}, everywhere, everywhere}};
    QVERIFY(profile.halo(links, 0) == 30);
    QVERIFY(profile.halo(links, 1) == 0);
    QVERIFY(!profile.pointwise(links, 0));
    QVERIFY(profile.pointwise(links, 1));
    std::vector<Fetch> fetches;
    profile.fetches(links, 0, {0, 0, 10, 10}, fetches);
    profile.fetches(links, 1, {0, 0, 10, 10}, fetches);
    QCOMPARE(fetches.size(), std::size_t{2});
    QCOMPARE(fetches[0].area, (Rect{-35, -30, 70, 70}));
    QCOMPARE(fetches[1].area, (Rect{0, -7, 10, 10}));
    QCOMPARE(profile.residentBytes(), std::size_t{901 * 4});
}

void TestProfile::allInstructionSetsGiveTheSameBytes_data() {
    QTest::addColumn<int>("distanceMax");
    QTest::addColumn<bool>("minima");
    QTest::newRow("16 bits, small") << 15 << false;
    QTest::newRow("16 bits, with minima") << 100 << true;
    QTest::newRow("16 bits that saturate") << 255 << true;
    QTest::newRow("32 bits") << 300 << true;
}

template <class Square>
static std::vector<float> wholeRow(InstructionSet set, const DistanceRowKernels<Square>& kernels,
                                   int distanceMax, bool withMinima, const std::vector<float>& mask) {
    const std::uint16_t most = static_cast<std::uint16_t>(distanceMax);
    const std::int64_t count = static_cast<std::int64_t>(mask.size());
    std::vector<std::uint16_t> start(mask.size());
    for (std::size_t i = 0; i < start.size(); ++i)
        start[i] = static_cast<std::uint16_t>(i * 7 % (most + 1U));
    std::vector<std::uint16_t> above(mask.size());
    std::vector<std::uint16_t> below(mask.size());
    distanceKernels(set).step(start.data(), mask.data(), {0.99F, false}, most, below.data(), count);
    distanceKernels(set).stepEmpty(start.data(), most, above.data(), count);
    std::reverse(above.begin(), above.end());
    const std::int64_t padding = distanceMax + distanceReach;
    std::vector<Square> squares(static_cast<std::size_t>(count + 2 * padding + 4 * distanceBlock),
                                static_cast<Square>(distanceMax * distanceMax));
    kernels.square(above.data(), below.data(), most, squares.data() + padding, count);
    std::vector<Square> minima(squares.size());
    kernels.reachMinima(squares.data(), minima.data(),
                        static_cast<std::int64_t>(squares.size()) - distanceWindow - distanceBlock);
    std::vector<float> table;
    for (int a = 0; a <= distanceMax * distanceMax; ++a)
        table.push_back(static_cast<float>(a));
    std::vector<float> out(mask.size());
    kernels.profile({squares.data() + padding, withMinima ? minima.data() + padding : nullptr, 0, count},
                    distanceMax, table.data(), out.data());
    return out;
}

void TestProfile::allInstructionSetsGiveTheSameBytes() {
    QFETCH(int, distanceMax);
    QFETCH(bool, minima);
    std::vector<float> mask;
    for (std::int64_t x = 0; x < 1001; ++x)
        mask.push_back(noise(x, 9));
    const auto row = [&](InstructionSet set) {
        return distanceMax <= 255 ? wholeRow(set, distanceKernels(set).narrow, distanceMax, minima, mask)
                                  : wholeRow(set, distanceKernels(set).wide, distanceMax, minima, mask);
    };
    const std::vector<float> expected = row(InstructionSet::baseline);
    QVERIFY(*std::min_element(expected.begin(), expected.end()) == 0.0F);
    QVERIFY(*std::max_element(expected.begin(), expected.end()) > 0.0F);
    for (const InstructionSet set : {InstructionSet::avx2, InstructionSet::avx512}) {
        if (!supported(set)) continue;
        QVERIFY2(row(set) == expected, instructionSetName(set));
    }
}

void TestProfile::theTableIsTheExpressionRoundedOnce() {
    std::vector<ParameterProblem> problems;
    const auto operation = bound(std::string("1 - d / D"), 1, problems);
    QVERIFY(operation != nullptr);
    const std::vector<float>& table = node(*operation).table.value();
    QCOMPARE(table.size(), std::size_t{101});
    for (std::size_t a = 0; a < table.size(); ++a) {
        QCOMPARE(table[a], static_cast<float>(1 - std::sqrt(static_cast<double>(a)) / 10));
    }
    // The pitch affects the samples only if the expression uses it.
    QCOMPARE(bound(std::string("1 - d / D"), 2, problems)->fingerprint(), operation->fingerprint());
    const auto fine = bound(std::string("d * um"), 0.5, problems);
    const auto coarse = bound(std::string("d * um"), 2, problems);
    QCOMPARE(node(*coarse).table.value()[9], 6.0F);
    QVERIFY(fine->fingerprint() != coarse->fingerprint());
    QVERIFY(problems.empty());
}

void TestProfile::pointsAreJoinedByStraightLines() {
    std::vector<ParameterProblem> problems;
    const auto operation = bound(std::vector<Vector>{{1, 0.5}, {3, 1}, {7, 0}}, 1, problems);
    QVERIFY(operation != nullptr);
    const std::vector<float>& table = node(*operation).table.value();
    QCOMPARE(table[0], 0.5F);
    QCOMPARE(table[1], 0.5F);
    QCOMPARE(table[4], 0.75F);
    QCOMPARE(table[9], 1.0F);
    QCOMPARE(table[25], 0.5F);
    QCOMPARE(table[81], 0.0F);
    QVERIFY(operation->fingerprint() !=
            bound(std::vector<Vector>{{1, 0.5}, {7, 0}}, 1, problems)->fingerprint());
}

void TestProfile::anExpressionThatDoesNotParseIsAProblem() {
    std::vector<ParameterProblem> problems;
    QVERIFY(bound(std::string("1 - x / D"), 1, problems) == nullptr);
    QCOMPARE(problems.size(), std::size_t{1});
    QCOMPARE(problems[0].parameter, std::string("profile"));
    QCOMPARE(problems[0].textOffset, std::size_t{4});
}

BURIN_TEST(TestProfile)
#include "test_profile.moc"
