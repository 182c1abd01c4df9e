// SPDX-License-Identifier: GPL-3.0-or-later

// The repeats of a surface that closes are exact, both near the origin and in the last corner of a surface of
// 2 m.

#include "support/engine_run.hpp"
#include "support/random.hpp"
#include "support/testing.hpp"

#include <algorithm>
#include <cmath>

using namespace burin;
using namespace burin::test;

namespace {

struct ClosedDesign {
    std::string text;
    Size closes;  ///< 0: not in that direction
};

std::string pairOf(double x, double y) {
    char text[96];
    std::snprintf(text, sizeof text, "[%.4f, %.4f]", x, y);
    return text;
}

/// Vectors with whole multiples within 0.01 px of the closing ones.
std::string closingVectors(Random& random, Size closes) {
    const auto factor = [&] { return static_cast<double>(random.between(3, 7)); };
    const auto skew = [&] { return static_cast<double>(random.between(-2, 2)); };
    const auto width = static_cast<double>(closes.width);
    const auto height = static_cast<double>(closes.height);
    const double a1 = factor();
    const double b1 = skew();
    if (closes.width > 0 && closes.height > 0) {
        const double a2 = skew();
        const double b2 = factor();
        const double d = a1 * b2 - a2 * b1;
        return "u: " + pairOf(b2 * width / d, -b1 * height / d) +
               ", v: " + pairOf(-a2 * width / d, a1 * height / d);
    }
    const double along = std::max(width, height);
    const double x = random.real(-5, 5);
    const double y = random.real(9, 25);  // the length of the vector across
    const auto vector = [&](double forward, double sideways) {
        return closes.width > 0 ? pairOf(forward, sideways) : pairOf(sideways, forward);
    };
    return "u: " + vector((along - b1 * x) / a1, -b1 * y / a1) + ", v: " + vector(x, y);
}

ClosedDesign closedDesign(std::uint64_t seed) {
    Random random(seed);
    const std::int64_t ways = random.between(1, 3);
    const Size closes{(ways & 1) != 0 ? random.between(60, 140) : 0,
                      (ways & 2) != 0 ? random.between(60, 140) : 0};
    const bool scattered = random.chance(0.4);
    std::string body = scattered ? "kind: scatter, pitch: " + random.pick<std::string>({"6.4", "9", "13.7"}) +
                                       ", distance: " + random.pick<std::string>({"0", "5.5", "11"}) +
                                       ", seed: " + std::to_string(random.between(0, 99'999))
                                 : "kind: stitching, " + closingVectors(random, closes);
    body += ", closes: [" + std::to_string(closes.width) + ", " + std::to_string(closes.height) +
            "], vary: {turn: " + random.pick<std::string>({"none", "half", "quarter", "any"}) +
            ", mirror: " + random.pick<std::string>({"none", "x", "both"}) +
            ", scale: " + random.pick<std::string>({"[1, 1]", "[0.8, 1.3]"}) +
            ", gain: " + random.pick<std::string>({"[1, 1]", "[0.4, 1.5]"});
    if (!scattered) {
        body += ", seed: " + std::to_string(random.between(0, 99'999)) +
                ", offset: " + random.pick<std::string>({"[0, 0]", "[4, 3]"});
    }
    body += "}, blend: " + random.pick<std::string>({"over", "max", "min", "add", "mean"}) +
            ", inputs: [pattern: a, {pattern: b, at: [2, -1]}" + (scattered ? ", data: map" : "") + "]";
    return {
        "burin: 2\npixel: 1 um\nnodes:\n"
        "  surface: {kind: root, width: 2000000, height: 2000000, inputs: [data: s]}\n"
        "  s: {" +
            body +
            "}\n"
            "  a: {kind: math2d, width: 15, height: 9, expression: \"0.2 + x / 50\"}\n"
            "  b: {kind: math2d, width: 4, height: 19, expression: \"0.9 - y / 50\"}\n"
            "  map: {kind: noise, pitch: 30, seed: 4}\n",
        closes};
}

}  // namespace

class TestClosedRepeats : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() {
        if (const std::string why = whyNoTestBackend(); !why.empty()) QSKIP(why.c_str());
    }
    void movedByWholePeriods_data();
    void movedByWholePeriods();
};

void TestClosedRepeats::movedByWholePeriods_data() {
    QTest::addColumn<quint64>("seed");
    for (const std::uint64_t seed : seedsOfTest(60))
        QTest::addRow("design %llu", static_cast<unsigned long long>(seed)) << quint64(seed);
}

void TestClosedRepeats::movedByWholePeriods() {
    QFETCH(quint64, seed);
    const ClosedDesign design = closedDesign(seed);
    const EngineOptions folded;
    const EngineOptions unfolded{.tileSide = 47, .largestCellBytes = 0};
    EngineRun one(folded);
    EngineRun other(unfolded);
    const auto graph = bindText(design.text, {}, folded, "s");
    const auto again = bindText(design.text, {}, unfolded, "s");
    for (const Point corner : {Point{-40, -30}, Point{1'999'930, 1'999'940}}) {
        const Rect area{corner.x, corner.y, 70, 60};
        const std::vector<float> here = one.samples(graph, area);
        QVERIFY2(std::any_of(here.begin(), here.end(), [](float value) { return value != 0; }),
                 design.text.c_str());
        const std::int64_t times = seed % 2 == 0 ? 1 : -static_cast<std::int64_t>(seed % 997) - 2;
        for (const Point by :
             {Point{times * design.closes.width, 0}, Point{0, times * design.closes.height}}) {
            QVERIFY2(here == one.samples(graph, area.translated(by)), design.text.c_str());
            QVERIFY2(here == other.samples(again, area.translated(by)), design.text.c_str());
        }
    }
}

BURIN_TEST(TestClosedRepeats)
#include "test_closed_repeats.moc"
