// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kernels/resample_kernels.hpp"
#include "core/kinds/filter/transform.hpp"
#include "support/testing.hpp"
#include "support/transform_reference.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <random>
#include <vector>

using namespace burin;
using namespace burin::test;

Q_DECLARE_METATYPE(burin::Vector)

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

Transform transformed(Interpolation interpolation, Vector scale = {1, 1}, double degrees = 0,
                      bool mirrorX = false, bool mirrorY = false) {
    Transform node;
    node.interpolation = interpolation;
    node.scale = scale;
    node.rotateDegrees = degrees;
    node.mirrorX = mirrorX;
    node.mirrorY = mirrorY;
    return node;
}

OwnedSamples result(const Transform& node, FakeChild& child, const Rect& area, Point at = {}) {
    return compute(OperationOf<Transform>(node), {{Trait::data, &child, at}}, area);
}

Extent extentOf(const Transform& node, const Extent& child, Point at = {}) {
    const LinkShape link{Trait::data, at, child, child};
    return node.extent({&link, 1});
}

constexpr std::array interpolations = {Interpolation::nearest, Interpolation::linear, Interpolation::cubic,
                                       Interpolation::area};

}  // namespace

class TestTransform : public QObject {
    Q_OBJECT

  private slots:
    void aTurnIsExactAtRightAngles();
    void mirrorsAndQuarterTurnsCopySamples_data();
    void mirrorsAndQuarterTurnsCopySamples();
    void unboundedChildrenTurnAboutTheirOrigin();
    void wholeNearestScalesRepeatSamples();
    void theResultsRectangle_data();
    void theResultsRectangle();
    void agreesWithTheDefinition_data();
    void agreesWithTheDefinition();
    void doesNotDependOnTheArea();
    void allInstructionSetsGiveTheSameBytes();
    void nothingLiesOutsideTheSupport();
    void anEmptyChildGivesAnEmptyResult();
    void complainsAboutSizesThatCannotBe_data();
    void complainsAboutSizesThatCannotBe();
    void refusesScales_data();
    void refusesScales();
};

void TestTransform::aTurnIsExactAtRightAngles() {
    const std::array<std::array<double, 2>, 4> exact = {{{1, 0}, {0, 1}, {-1, 0}, {0, -1}}};
    for (int i = -9; i <= 9; ++i) {
        const Turn turn = Turn::byDegrees(90.0 * i);
        const int quarters = (i % 4 + 4) % 4;
        QVERIFY(turn.quarters == quarters);
        QCOMPARE(turn.cosine, exact[static_cast<std::size_t>(quarters)][0]);
        QCOMPARE(turn.sine, exact[static_cast<std::size_t>(quarters)][1]);
    }
    for (double degrees = -400; degrees < 400; degrees += 0.37) {
        const Turn turn = Turn::byDegrees(degrees);
        const Real angle = static_cast<Real>(degrees) * 3.14159265358979323846264L / 180;
        QVERIFY(std::fabs(static_cast<Real>(turn.cosine) - std::cos(angle)) < 0x1p-51L);
        QVERIFY(std::fabs(static_cast<Real>(turn.sine) - std::sin(angle)) < 0x1p-51L);
    }
}

void TestTransform::mirrorsAndQuarterTurnsCopySamples_data() {
    QTest::addColumn<double>("degrees");
    QTest::addColumn<bool>("mirrorX");
    QTest::addColumn<bool>("mirrorY");
    QTest::newRow("nothing at all") << 0.0 << false << false;
    QTest::newRow("left and right change places") << 0.0 << true << false;
    QTest::newRow("top and bottom change places") << 0.0 << false << true;
    QTest::newRow("both mirrors are half a turn") << 0.0 << true << true;
    QTest::newRow("a quarter clockwise") << 90.0 << false << false;
    QTest::newRow("half a turn") << 180.0 << false << false;
    QTest::newRow("a quarter the other way") << -90.0 << false << false;
    QTest::newRow("more than a whole turn") << 450.0 << false << false;
    QTest::newRow("mirrored before it is turned") << 90.0 << true << false;
    QTest::newRow("mirrored in y, three quarters") << 270.0 << false << true;
}

void TestTransform::mirrorsAndQuarterTurnsCopySamples() {
    QFETCH(double, degrees);
    QFETCH(bool, mirrorX);
    QFETCH(bool, mirrorY);
    const Rect rect{-3, 7, 13, 8};
    const int quarters = (static_cast<int>(degrees / 90) % 4 + 4) % 4;
    for (const Interpolation interpolation : interpolations) {
        FakeChild child(Extent(rect), noise);
        const Transform node = transformed(interpolation, {1, 1}, degrees, mirrorX, mirrorY);
        const Rect turned = quarters % 2 == 0 ? Rect{0, 0, 13, 8} : Rect{0, 0, 8, 13};
        const Point at{20, -30};
        QCOMPARE(extentOf(node, child.extent(), at), Extent(turned.translated(at)));
        const OwnedSamples image = result(node, child, turned.translated(at), at);
        for (std::int64_t y = 0; y < rect.height; ++y) {
            for (std::int64_t x = 0; x < rect.width; ++x) {
                // Where sample (x, y) goes: mirror it, then apply quarter turns, (x, y) to (height - 1 - y,
                // x).
                Point p{mirrorX ? rect.width - 1 - x : x, mirrorY ? rect.height - 1 - y : y};
                Size size{rect.width, rect.height};
                for (int i = 0; i < quarters; ++i) {
                    p = {size.height - 1 - p.y, p.x};
                    size = {size.height, size.width};
                }
                QCOMPARE(image.at(at.x + p.x, at.y + p.y), noise(rect.x + x, rect.y + y));
            }
        }
    }
}

void TestTransform::unboundedChildrenTurnAboutTheirOrigin() {
    for (const Interpolation interpolation : interpolations) {
        for (const std::int64_t far : {0, 2'000'000}) {
            FakeChild child(Extent(), noise);
            const Rect area{far - 5, far - 9, 21, 17};
            const OwnedSamples mirrored = result(transformed(interpolation, {1, 1}, 0, true), child, area);
            const OwnedSamples turned = result(transformed(interpolation, {1, 1}, 90), child, area);
            for (std::int64_t y = area.y; y < area.bottom(); ++y) {
                for (std::int64_t x = area.x; x < area.right(); ++x) {
                    QCOMPARE(mirrored.at(x, y), noise(-1 - x, y));
                    // A clockwise quarter turn takes (x, y) to (-1 - y, x), so this sample comes from (y, -1
                    // - x).
                    QCOMPARE(turned.at(x, y), noise(y, -1 - x));
                }
            }
        }
    }
}

void TestTransform::wholeNearestScalesRepeatSamples() {
    FakeChild bounded(Extent(Rect{5, -4, 9, 6}), noise);
    FakeChild unbounded(Extent(), noise);
    for (const auto& [sx, sy] : {std::pair{2, 2}, {3, 1}, {7, 5}, {1000, 1}}) {
        const Transform node = transformed(Interpolation::nearest, {double(sx), double(sy)});
        Transform sized = transformed(Interpolation::nearest);
        sized.size = Vector{9.0 * sx, 6.0 * sy};
        const Rect whole{0, 0, 9 * sx, 6 * sy};
        QCOMPARE(extentOf(node, bounded.extent()), Extent(whole));
        QCOMPARE(extentOf(sized, bounded.extent()), Extent(whole));
        const OwnedSamples image = result(node, bounded, whole);
        QCOMPARE(result(sized, bounded, whole).samples, image.samples);
        for (std::int64_t y = 0; y < whole.height; ++y) {
            for (std::int64_t x = 0; x < whole.width; ++x) {
                QCOMPARE(image.at(x, y), noise(5 + x / sx, -4 + y / sy));
            }
        }
        const Rect area{-2'000'009, 1'999'991, 50, 20};
        const OwnedSamples far = result(node, unbounded, area);
        for (std::int64_t y = area.y; y < area.bottom(); ++y) {
            for (std::int64_t x = area.x; x < area.right(); ++x) {
                QCOMPARE(far.at(x, y), noise(floorDiv(x, sx), floorDiv(y, sy)));
            }
        }
    }
}

void TestTransform::theResultsRectangle_data() {
    QTest::addColumn<Vector>("scale");
    QTest::addColumn<double>("degrees");
    QTest::addColumn<qint64>("childWidth");
    QTest::addColumn<qint64>("childHeight");
    QTest::addColumn<qint64>("width");
    QTest::addColumn<qint64>("height");
    const auto row = [](const char* name, Vector scale, double degrees, qint64 cw, qint64 ch, qint64 w,
                        qint64 h) { QTest::newRow(name) << scale << degrees << cw << ch << w << h; };
    row("half a pixel counts as one", {0.5, 0.5}, 0, 5, 4, 3, 2);
    row("a tenth is not exact in binary, the width is", {0.1, 0.1}, 0, 30, 70, 3, 7);
    row("a third and its rounding", {1.0 / 3, 1.0 / 3}, 0, 300, 9, 100, 3);
    row("a quarter turn gains no pixel", {1, 1}, 90, 40, 7, 7, 40);
    row("a scaled quarter turn", {0.7, 2}, -90, 10, 7, 14, 7);
    row("45 degrees need the diagonal", {1, 1}, 45, 100, 100, 142, 142);
    row("a sine of 0.6 and a cosine of 0.8 meet whole numbers", {1, 1}, 36.86989764584402, 100, 50, 110, 100);
    row("within 1e-9 of a whole number", {1 + 0.5e-9, 1 - 0.5e-9}, 0, 100, 1'000'000, 100, 1'000'000);
    row("just beyond that", {1 + 2e-9, 1 - 2e-9}, 0, 100, 1'000'000, 101, 1'000'000);
    row("never less than a pixel", {1e-6, 1e-6}, 0, 3, 3, 1, 1);
    row("a large child", {1, 1}, 180, 2'000'000, 1'999'999, 2'000'000, 1'999'999);
}

void TestTransform::theResultsRectangle() {
    QFETCH(Vector, scale);
    QFETCH(double, degrees);
    QFETCH(qint64, childWidth);
    QFETCH(qint64, childHeight);
    QFETCH(qint64, width);
    QFETCH(qint64, height);
    const Transform node = transformed(Interpolation::linear, scale, degrees);
    QCOMPARE(extentOf(node, Extent(Rect{11, -5, childWidth, childHeight}), {3, 4}),
             Extent(Rect{3, 4, width, height}));
}

void TestTransform::agreesWithTheDefinition_data() {
    QTest::addColumn<int>("interpolation");
    QTest::addColumn<bool>("bounded");
    QTest::addColumn<bool>("straight");
    QTest::addColumn<qint64>("far");
    const std::array<const char*, 4> names = {"nearest", "linear", "cubic", "area"};
    for (std::size_t i = 0; i < names.size(); ++i) {
        const auto row = [&](const char* rest, bool bounded, bool straight, qint64 far) {
            QTest::addRow("%s %s", names[i], rest) << static_cast<int>(i) << bounded << straight << far;
        };
        row("of a bounded child at any angle", true, false, 0);
        row("of a bounded child at right angles", true, true, 0);
        row("of an unbounded child at any angle", false, false, 0);
        row("of an unbounded child far away", false, false, 2'000'000);
        row("of an unbounded child far away at right angles", false, true, 2'000'000);
    }
}

void TestTransform::agreesWithTheDefinition() {
    QFETCH(int, interpolation);
    QFETCH(bool, bounded);
    QFETCH(bool, straight);
    QFETCH(qint64, far);
    std::mt19937 random(5);
    std::uniform_real_distribution<double> uniform(0, 1);
    for (int trial = 0; trial < 40; ++trial) {
        const bool reduces = trial % 3 == 0;
        const auto scale = [&] { return reduces ? 0.08 + uniform(random) : 0.5 + 4 * uniform(random); };
        Transform node =
            transformed(interpolations[static_cast<std::size_t>(interpolation)], {scale(), scale()},
                        straight ? 90.0 * (trial % 4) : 360 * uniform(random), trial % 2 == 1, trial % 5 < 2);
        const Rect rect{trial * 1000 - 20000, 77 - trial, 1 + trial, 60 - trial};
        if (bounded && trial % 4 == 3) node.size = Vector{40, 30};
        FakeChild child(bounded ? Extent(rect) : Extent(), noise);
        const Rect area = bounded ? extentOf(node, child.extent()).clip({0, 0, 60, 60})
                                  : Rect{far - trial, 3 * trial - far, 23, 11};
        const OwnedSamples image = result(node, child, area);
        const TransformReference reference(node, child);
        for (std::int64_t y = area.y; y < area.bottom(); ++y) {
            for (std::int64_t x = area.x; x < area.right(); ++x) {
                if (node.interpolation == Interpolation::nearest &&
                    reference.distanceToBorder(x, y) < 1e-8L) {
                    continue;  // either sample is right
                }
                Real expected = reference.value(x, y);
                if (std::fabs(expected) < 0x1p-20L) expected = 0;
                const Real difference = std::fabs(static_cast<Real>(image.at(x, y)) - expected);
                QVERIFY2(difference <= 2e-6L, qPrintable(QString("trial %1, (%2, %3): %4 instead of %5")
                                                             .arg(trial)
                                                             .arg(x)
                                                             .arg(y)
                                                             .arg(static_cast<double>(image.at(x, y)))
                                                             .arg(static_cast<double>(expected))));
            }
        }
    }
}

void TestTransform::doesNotDependOnTheArea() {
    std::mt19937 random(6);
    std::uniform_real_distribution<double> uniform(0, 1);
    for (int trial = 0; trial < 60; ++trial) {
        const bool bounded = trial % 2 == 0;
        const double size = trial % 3 == 0 ? 0.05 : 1.5;
        const Transform node = transformed(interpolations[static_cast<std::size_t>(trial / 2 % 4)],
                                           {size * (0.5 + uniform(random)), size * (0.5 + uniform(random))},
                                           trial % 5 == 0 ? 270 : 360 * uniform(random), trial % 7 < 3);
        FakeChild child(bounded ? Extent(Rect{3, 4, 200, 150}) : Extent(), noise);
        const Rect area = bounded ? extentOf(node, child.extent()).clip({0, 0, 60, 50})
                                  : Rect{1'999'000 + trial, -trial, 60, 50};
        const OwnedSamples whole = result(node, child, area);
        for (int part = 0; part < 12; ++part) {
            const auto below = [&](std::int64_t n) {
                return static_cast<std::int64_t>(uniform(random) * double(n));
            };
            const std::int64_t x = below(area.width);
            const std::int64_t y = below(area.height);
            const Rect piece{area.x + x, area.y + y, 1 + below(area.width - x), 1 + below(area.height - y)};
            const OwnedSamples alone = result(node, child, piece);
            for (std::int64_t row = piece.y; row < piece.bottom(); ++row) {
                for (std::int64_t column = piece.x; column < piece.right(); ++column) {
                    QCOMPARE(alone.at(column, row), whole.at(column, row));
                }
            }
        }
    }
}

void TestTransform::allInstructionSetsGiveTheSameBytes() {
    OwnedSamples source(Rect{0, 0, 400, 300});
    for (std::int64_t y = 0; y < 300; ++y) {
        for (std::int64_t x = 0; x < 400; ++x)
            source.at(x, y) = noise(x, y) * 2 - 1;
    }
    const std::int64_t count = 333;
    TurnedRow row;
    row.x = 17;
    row.centre = 0.25;
    row.ux = 0.9;
    row.u = 20.1;
    row.vx = -0.3;
    row.v = 150.7;
    row.uLowest = row.vLowest = 4;
    row.uHighest = row.vHighest = 290;
    row.samples = source.view().data;
    row.stride = 400;
    row.count = count;
    std::vector<double> weights;
    std::vector<std::int64_t> first;
    for (std::int64_t i = 0; i < 7 * count; ++i)
        weights.push_back(static_cast<double>(noise(i, -1)));
    for (std::int64_t i = 0; i < count; ++i)
        first.push_back(i * 13 % 200);
    Footprint footprint;
    const std::array<double, 4> cornersX = {3.3, 40.9, 38.1, 0.5};
    const std::array<double, 4> cornersY = {0.1, 7.7, 30.2, 22.6};
    std::copy(cornersX.begin(), cornersX.end(), footprint.x);
    std::copy(cornersY.begin(), cornersY.end(), footprint.y);
    footprint.area = 850;
    footprint.columns = 41;
    footprint.right = 41;
    footprint.bottom = 31;
    footprint.samples = row.samples;
    footprint.stride = 400;

    const auto everything = [&](InstructionSet set) {
        const ResampleKernels& kernels = resampleKernels(set);
        std::vector<float> all(static_cast<std::size_t>(6 * count));
        std::vector<double> sums(220);
        kernels.nearest(row, all.data());
        kernels.linear(row, all.data() + count);
        kernels.cubic(row, all.data() + 2 * count);
        kernels.combineRows(row.samples, 400, weights.data(), 7, sums.data(), 220);
        kernels.combineSums(sums.data(), first.data(), weights.data(), 7, all.data() + 3 * count, count);
        kernels.combineColumns(row.samples, 400, weights.data(), 4, sums.data(), 220);
        kernels.combineSums(sums.data(), first.data(), weights.data(), 4, all.data() + 4 * count, count);
        std::vector<double> cover(43);
        all[static_cast<std::size_t>(5 * count)] = kernels.mean(footprint, cover.data());
        return all;
    };
    const std::vector<float> expected = everything(InstructionSet::baseline);
    QVERIFY(expected[static_cast<std::size_t>(5 * count)] != 0.0F);
    for (const InstructionSet set : {InstructionSet::avx2, InstructionSet::avx512}) {
        if (!supported(set)) continue;
        QVERIFY2(everything(set) == expected, instructionSetName(set));
    }
}

void TestTransform::nothingLiesOutsideTheSupport() {
    const Extent extent(Rect{-10, 5, 60, 50});
    const Rect spot{12, 30, 4, 3};
    for (int trial = 0; trial < 48; ++trial) {
        const Transform node =
            transformed(interpolations[static_cast<std::size_t>(trial % 4)],
                        {0.4 + 0.1 * trial, 2.1 - 0.03 * trial}, 17.0 * trial, trial % 3 == 0);
        FakeChild child(extent, [&](auto x, auto y) { return spot.contains(Point{x, y}) ? 1.0F : 0.0F; });
        const LinkShape link{Trait::data, {2, 3}, extent, Extent(spot)};
        const Extent own = node.extent({&link, 1});
        const Extent support = node.support({&link, 1}, own);
        QVERIFY(own.rect().contains(support.rect()));
        const OwnedSamples image = result(node, child, own.rect(), {2, 3});
        bool any = false;
        for (std::int64_t y = own.rect().y; y < own.rect().bottom(); ++y) {
            for (std::int64_t x = own.rect().x; x < own.rect().right(); ++x) {
                any |= image.at(x, y) != 0.0F;
                QVERIFY(image.at(x, y) == 0.0F || support.rect().contains(Point{x, y}));
            }
        }
        QVERIFY(any);
    }
}

void TestTransform::anEmptyChildGivesAnEmptyResult() {
    Transform node = transformed(Interpolation::cubic, {2, 2}, 33);
    QVERIFY(extentOf(node, Extent(Rect{})).empty());
    node.size = Vector{10, 10};
    QVERIFY(extentOf(node, Extent(Rect{})).empty());
    FakeChild child(Extent(Rect{}), noise);
    const OwnedSamples image = result(node, child, {0, 0, 5, 5});
    QVERIFY(std::all_of(image.samples.begin(), image.samples.end(), [](float v) { return v == 0.0F; }));
}

void TestTransform::complainsAboutSizesThatCannotBe_data() {
    QTest::addColumn<bool>("bounded");
    QTest::addColumn<bool>("sized");
    QTest::addColumn<double>("side");
    QTest::addColumn<bool>("complains");
    QTest::newRow("size of an unbounded child") << false << true << 100.0 << true;
    QTest::newRow("scale of an unbounded child") << false << false << 100.0 << false;
    QTest::newRow("size of a bounded child") << true << true << 100.0 << false;
    QTest::newRow("size that shrinks to less than a millionth") << true << true << 1.0 << true;
    QTest::newRow("result above 2^40") << true << false << 1e6 << true;
}

void TestTransform::complainsAboutSizesThatCannotBe() {
    QFETCH(bool, bounded);
    QFETCH(bool, sized);
    QFETCH(double, side);
    QFETCH(bool, complains);
    Transform node;
    if (sized) {
        node.size = Vector{side, side};
    } else {
        node.scale = {side, side};
    }
    const Extent child = bounded ? Extent(Rect{0, 0, 2'000'000, 2'000'000}) : Extent();
    const LinkShape link{Trait::data, {}, child, child};
    QCOMPARE(node.complaint({&link, 1}).has_value(), complains);
}

void TestTransform::refusesScales_data() {
    QTest::addColumn<Vector>("scale");
    QTest::addColumn<bool>("withSize");
    QTest::addColumn<bool>("bound");
    QTest::newRow("a scale of its own for each axis") << Vector{0.5, 3} << false << true;
    QTest::newRow("zero") << Vector{0, 1} << false << false;
    QTest::newRow("negative: mirror is another parameter") << Vector{1, -1} << false << false;
    QTest::newRow("not a number") << Vector{std::nan(""), 1} << false << false;
    QTest::newRow("infinite") << Vector{1, HUGE_VAL} << false << false;
    QTest::newRow("together with size") << Vector{1, 1} << true << false;
}

void TestTransform::refusesScales() {
    QFETCH(Vector, scale);
    QFETCH(bool, withSize);
    QFETCH(bool, bound);
    Values values;
    values.set("scale", scale);
    if (withSize) values.set("size", Vector{10, 10});
    values.set("rotate", 0.0);
    values.set("mirror", std::string("x"));
    values.set("interpolation", std::string("area"));
    std::vector<ParameterProblem> problems;
    const auto operation = transformKind().bind({values, {}, 1, {Trait::data}, {}, problems});
    QCOMPARE(operation != nullptr, bound);
    QCOMPARE(problems.empty(), bound);
    if (withSize) {
        QCOMPARE(problems.front().problem.text(), std::string("scale and size are both given"));
        QCOMPARE(problems.front().problem.adviceText(), std::string("remove one of them"));
    }
    if (!bound) return;
    const auto& node = dynamic_cast<const OperationOf<Transform>&>(*operation).node();
    QVERIFY(node.mirrorX && !node.mirrorY);
    QCOMPARE(node.interpolation, Interpolation::area);
}

BURIN_TEST(TestTransform)
#include "test_transform.moc"
