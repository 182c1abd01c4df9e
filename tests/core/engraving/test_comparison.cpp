// SPDX-License-Identifier: GPL-3.0-or-later

// Scans of a known surface (tests/support/measuring/made_scan.hpp) are found at their true places.

#include "core/base/cancelled.hpp"
#include "core/engraving/comparing/part_comparison.hpp"
#include "support/instrumented.hpp"
#include "support/measuring/made_scan.hpp"
#include "support/testing.hpp"

#include <array>
#include <cmath>
#include <cstddef>
#include <fstream>
#include <numbers>
#include <random>
#include <string>
#include <utility>

using namespace burin;
using namespace burin::test;

namespace {

constexpr double fullDepth = 40;

struct Wave {
    double alongX, alongY, phase;
};

/// Waves of twelve directions and lengths.
std::array<Wave, 12> twelveWaves() {
    std::array<Wave, 12> waves{};
    for (int k = 1; k <= 12; ++k) {
        const double angle = 2.4 * k;
        const double wave = 0.08 + 0.021 * k;
        waves[static_cast<std::size_t>(k - 1)] = {wave * std::cos(angle), wave * std::sin(angle),
                                                  1.7 * k * k};
    }
    return waves;
}

/// Depths of a smooth surface without repeats, or of a lattice.
double depthAt(double x, double y, bool lattice) {
    if (lattice) return 0.5 + 0.2 * std::sin(x * 0.3926990816987) + 0.2 * std::sin(y * 0.3926990816987);
    static const std::array<Wave, 12> waves = twelveWaves();
    double sum = 0;
    for (const Wave& wave : waves)
        sum += std::sin(wave.alongX * x + wave.alongY * y + wave.phase);
    return 0.5 + sum / 26;
}

class SmoothDepths final : public HeightMap {
  public:
    SmoothDepths(Size size, double pitchUm, bool lattice)
        : size_(size), pitchUm_(pitchUm), lattice_(lattice) {}
    [[nodiscard]] Extent extent() const override { return Extent(Rect{0, 0, size_.width, size_.height}); }
    void read(const Rect& area, SamplesView out) const override {
        for (std::int64_t y = 0; y < area.height; ++y) {
            for (std::int64_t x = 0; x < area.width; ++x)
                out.row(y)[x] =
                    static_cast<float>(depthAt(static_cast<double>(area.x + x) * pitchUm_,
                                               static_cast<double>(area.y + y) * pitchUm_, lattice_));
        }
    }

  private:
    Size size_;
    double pitchUm_;
    bool lattice_;
};

/// The depths of any heights.
class DepthsOf final : public HeightMap {
  public:
    DepthsOf(Size size, HeightAt heightsOfAll) : size_(size), heights_(std::move(heightsOfAll)) {}
    [[nodiscard]] Extent extent() const override { return Extent(Rect{0, 0, size_.width, size_.height}); }
    void read(const Rect& area, SamplesView out) const override {
        for (std::int64_t y = 0; y < area.height; ++y) {
            for (std::int64_t x = 0; x < area.width; ++x)
                out.row(y)[x] = static_cast<float>(
                    heights_(static_cast<double>(area.x + x), static_cast<double>(area.y + y)) / -fullDepth);
        }
    }

  private:
    Size size_;
    HeightAt heights_;
};

HeightAt heights(bool lattice = false) {
    return [lattice](double x, double y) { return -fullDepth * depthAt(x, y, lattice); };
}

HeightGrid gridOfScan(const HeightAt& surface, const ScanOrder& order) {
    return {{order.width, order.height}, {order.pitchUm, order.pitchUm}, {0, 0}, madeScan(surface, order)};
}

ComparisonOptions optionsAt(double x, double y) {
    ComparisonOptions options;
    options.fullDepthUm = fullDepth;
    options.atUm = {x, y};
    options.threads = 2;
    return options;
}

/// \param line  of /proc/self/status
std::size_t memoryInUse(const std::string& line) {
    std::ifstream status("/proc/self/status");
    for (std::string text; std::getline(status, text);) {
        if (text.starts_with(line + ":")) return std::stoull(text.substr(line.size() + 1)) * 1024;
    }
    return 0;
}

}  // namespace

class TestComparison : public QObject {
    Q_OBJECT

  private slots:
    /// The page: 192^2, 1.3 degrees, gain 0.96, tilt, 1 % outliers, 4 % missing: 0.05 px, 0.01 degrees, 1 %.
    void findsASpoiltScan() {
        const SmoothDepths depths({640, 600}, 1, false);
        for (unsigned seed = 1; seed <= 4; ++seed) {
            ScanOrder order;
            order.middleX = 300 + 11.37 * seed;
            order.middleY = 290 - 9.71 * seed;
            order.degrees = seed % 2 == 0 ? 1.3 : -1.3;
            order.gain = 0.96;
            order.offsetUm = 3;
            order.tiltX = 0.02;
            order.tiltY = -0.013;
            order.outliers = 0.01;
            order.missing = 0.04;
            order.seed = seed;
            ComparisonOptions options = optionsAt(300, 290);
            options.toleranceUm = 2;
            const Comparison found = compareHeights(depths, gridOfScan(heights(), order), options);
            QVERIFY2(std::hypot(found.placeUm.x - order.middleX, found.placeUm.y - order.middleY) < 0.05,
                     qPrintable(QString("%1 %2").arg(found.placeUm.x).arg(found.placeUm.y)));
            QVERIFY(std::abs(found.shiftUm.x - (order.middleX - 300)) < 0.05);
            QVERIFY2(std::abs(found.turnDegrees - order.degrees) < 0.01,
                     qPrintable(QString::number(found.turnDegrees)));
            QVERIFY2(std::abs(found.gain - 0.96) < 0.01, qPrintable(QString::number(found.gain)));
            QVERIFY(std::abs(found.tilt.x - 0.02) < 1e-3 && std::abs(found.tilt.y + 0.013) < 1e-3);
            QVERIFY(!found.ambiguous);
            QVERIFY2(found.correlation > 0.95, qPrintable(QString::number(found.correlation)));
            QCOMPARE(found.samples + found.missing, std::int64_t{192 * 192});
            QVERIFY(found.missing > 192 * 192 * 0.03 && found.missing < 192 * 192 * 0.05);
            // The missing depth remains: 4 % of the design about its mean, at 99 % of the samples.
            QVERIFY(*found.within > 0.97 && *found.within <= 1);
            QVERIFY(std::isnan(found.residual.heights[0]) || std::abs(found.residual.heights[0]) < 110);
        }
    }

    /// A part without faults leaves no residual at a gain of 1, and the number of threads changes nothing.
    void aPerfectPartLeavesNoResidual() {
        const SmoothDepths depths({640, 600}, 1, false);
        ScanOrder order;
        order.middleX = 310.25;
        order.middleY = 285.5;
        order.degrees = 0.7;
        const HeightGrid scan = gridOfScan(heights(), order);
        ComparisonOptions options = optionsAt(300, 290);
        const Comparison found = compareHeights(depths, scan, options);
        QVERIFY2(found.sq < 0.02, qPrintable(QString::number(found.sq)));
        QVERIFY(found.correlation > 0.99999);
        QVERIFY(std::abs(found.gain - 1) < 1e-3);
        QVERIFY(!found.within);
        QCOMPARE(found.missing, std::int64_t{0});
        options.threads = 1;
        const Comparison alone = compareHeights(depths, scan, options);
        QCOMPARE(alone.placeUm.x, found.placeUm.x);
        QCOMPARE(alone.sa, found.sa);
    }

    /// A gain of 0.9 leaves a tenth of the design.
    void whatIsNotDeepEnoughRemains() {
        const SmoothDepths depths({640, 600}, 1, false);
        ScanOrder order;
        order.middleX = 300;
        order.middleY = 290;
        order.gain = 0.9;
        const Comparison found = compareHeights(depths, gridOfScan(heights(), order), optionsAt(300, 290));
        order.gain = 1;
        const std::vector<float> design = madeScan(heights(), order);
        double mean = 0;
        double squares = 0;
        for (const float z : design)
            mean += static_cast<double>(z) / static_cast<double>(design.size());
        for (const float z : design)
            squares += std::pow(static_cast<double>(z) - mean, 2) / static_cast<double>(design.size());
        QVERIFY2(std::abs(found.sq - 0.1 * std::sqrt(squares)) < 0.05, qPrintable(QString::number(found.sq)));
    }

    void pitchesMayDiffer_data() {
        QTest::addColumn<double>("scan");
        QTest::addColumn<double>("design");
        QTest::newRow("a coarser scan") << 2.5 << 1.0;
        QTest::newRow("a finer scan") << 1.0 << 2.0;
        QTest::newRow("nearly equal") << 1.07 << 1.0;
        QTest::newRow("a finer scan of 96.8 samples of the design") << 1.1 << 2.0;
    }
    void pitchesMayDiffer() {
        QFETCH(double, scan);
        QFETCH(double, design);
        const SmoothDepths depths(
            {static_cast<std::int64_t>(900 / design), static_cast<std::int64_t>(900 / design)}, design,
            false);
        ScanOrder order;
        order.pitchUm = scan;
        order.width = 176;
        order.height = 160;
        order.middleX = 431.3;
        order.middleY = 462.9;
        order.degrees = -0.8;
        ComparisonOptions options = optionsAt(440, 450);
        options.surfacePitchUm = {design, design};
        options.reachUm = Vector{30, 30};
        const Comparison found = compareHeights(depths, gridOfScan(heights(), order), options);
        QVERIFY2(std::hypot(found.placeUm.x - order.middleX, found.placeUm.y - order.middleY) <
                     0.05 * std::max(scan, design),
                 qPrintable(QString("%1 %2").arg(found.placeUm.x).arg(found.placeUm.y)));
        QVERIFY2(std::abs(found.turnDegrees + 0.8) < 0.01, qPrintable(QString::number(found.turnDegrees)));
        QVERIFY2(found.sq < 0.3, qPrintable(QString::number(found.sq)));
    }

    /// The instrument also measured what lies around the surface.
    void aPartLargerThanTheSurfaceIsFound() {
        const SmoothDepths depths({110, 96}, 1, false);
        ScanOrder order;
        order.middleX = 60.4;
        order.middleY = 44.7;
        order.degrees = 0.7;
        const Comparison found = compareHeights(depths, gridOfScan(heights(), order), optionsAt(54.5, 47.5));
        QVERIFY2(matches(found), qPrintable(QString::number(found.correlation)));
        QVERIFY2(std::hypot(found.placeUm.x - 60.4, found.placeUm.y - 44.7) < 0.05,
                 qPrintable(QString("%1 %2").arg(found.placeUm.x).arg(found.placeUm.y)));
        QVERIFY(found.samples > 9000 && found.samples < 110 * 96);
    }

    void aLatticeIsAmbiguous() {
        const SmoothDepths depths({640, 600}, 1, true);
        ScanOrder order;
        order.middleX = 303;
        order.middleY = 292;
        const Comparison found =
            compareHeights(depths, gridOfScan(heights(true), order), optionsAt(300, 290));
        QVERIFY(found.ambiguous);
        // The nearest of the equal places.
        QVERIFY2(std::hypot(found.shiftUm.x - 3, found.shiftUm.y - 2) < 0.05,
                 qPrintable(QString("%1 %2").arg(found.shiftUm.x).arg(found.shiftUm.y)));
    }

    void whatShowsNoPoseMatches_data() {
        QTest::addColumn<double>("x");
        QTest::addColumn<double>("y");
        QTest::newRow("grooves along y") << 1.0 << 0.0;
        QTest::newRow("grooves along x") << 0.0 << 1.0;
        QTest::newRow("oblique grooves") << 0.8 << 0.6;
        QTest::newRow("a dome") << 0.0 << 0.0;
    }
    /// A shift along grooves and the turn of a dome change no height. The noise of the instrument, 0.1 um,
    /// does not move the part far in these ways.
    void whatShowsNoPoseMatches() {
        QFETCH(double, x);
        QFETCH(double, y);
        const bool dome = x == 0 && y == 0;
        ScanOrder order;
        order.middleX = 203.4;
        order.middleY = 198.2;
        const HeightAt surface = [&](double atX, double atY) {
            const double across = x * atX + y * atY;
            const double away = std::hypot(atX - order.middleX, atY - order.middleY);
            const double depth =
                dome ? std::exp(-away * away / 3000) : std::sin(0.19 * across) + std::sin(0.071 * across + 1);
            return -fullDepth * (0.5 + 0.2 * depth);
        };
        HeightGrid scan = gridOfScan(surface, order);
        std::mt19937 random(5);
        for (float& z : scan.heights)
            z += static_cast<float>(random() % 1000) / 2500 - 0.2F;
        const Comparison found = compareHeights(DepthsOf({401, 401}, surface), scan, optionsAt(200, 200));
        QVERIFY2(matches(found), qPrintable(QString("turn %1, shift %2 %3, correlation %4")
                                                .arg(found.turnDegrees)
                                                .arg(found.shiftUm.x)
                                                .arg(found.shiftUm.y)
                                                .arg(found.correlation)));
        QVERIFY(dome || std::abs(found.turnDegrees) < 0.05);
        QVERIFY(std::abs(found.gain - 1) < 0.01);
        const Vector off{found.placeUm.x - order.middleX, found.placeUm.y - order.middleY};
        const double across = dome ? std::hypot(off.x, off.y) : std::abs(x * off.x + y * off.y);
        QVERIFY2(across < 0.05, qPrintable(QString::number(across)));
    }

    void anotherPartDoesNotMatch() {
        const SmoothDepths depths({640, 600}, 1, false);
        ScanOrder order;
        order.middleX = 300;
        order.middleY = 290;
        const HeightAt mirrored = [](double x, double y) { return heights()(y * 1.31 + 4000, 900 - x); };
        const Comparison found = compareHeights(depths, gridOfScan(mirrored, order), optionsAt(300, 290));
        QVERIFY2(found.correlation < leastCorrelation, qPrintable(QString::number(found.correlation)));
    }

    void noiseDoesNotMatch_data() {
        QTest::addColumn<int>("width");
        QTest::addColumn<int>("height");
        QTest::newRow("a rectangle") << 6 << 4;
        QTest::newRow("a square") << 5 << 5;
        QTest::newRow("a larger square") << 8 << 8;
        QTest::newRow("a row") << 20 << 1;
        QTest::newRow("a long row") << 60 << 1;
        QTest::newRow("a column") << 1 << 20;
    }
    /// A fit of seven numbers to few heights finds a place for nearly any of them.
    void noiseDoesNotMatch() {
        QFETCH(int, width);
        QFETCH(int, height);
        const SmoothDepths depths({640, 600}, 1, false);
        std::mt19937 random(11);
        for (int round = 0; round < 12; ++round) {
            HeightGrid noise{{width, height}, {1, 1}, {0, 0}, {}};
            for (int i = 0; i < width * height; ++i)
                noise.heights.push_back(static_cast<float>(random() % 1000) / 100);
            ComparisonOptions options = optionsAt(300, 290);
            options.mostTurn = 1;
            options.reachUm = round % 2 == 0 ? Vector{1, 1} : Vector{20, 20};
            const Comparison found = compareHeights(depths, noise, options);
            QVERIFY2(!matches(found), qPrintable(QString("turn %1, gain %2, correlation %3")
                                                     .arg(found.turnDegrees)
                                                     .arg(found.gain)
                                                     .arg(found.correlation)));
        }
    }

    void aSmallPartMatches_data() {
        QTest::addColumn<int>("width");
        QTest::addColumn<int>("height");
        QTest::newRow("8 x 8") << 8 << 8;
        QTest::newRow("12 x 10") << 12 << 10;
        QTest::newRow("20 x 20") << 20 << 20;
        QTest::newRow("a column") << 1 << 60;
    }
    /// The instrument's noise is 5 nm.
    void aSmallPartMatches() {
        QFETCH(int, width);
        QFETCH(int, height);
        const SmoothDepths depths({640, 600}, 1, false);
        ScanOrder order;
        order.width = width;
        order.height = height;
        order.middleX = 301;
        order.middleY = 289;
        HeightGrid scan = gridOfScan(heights(), order);
        std::mt19937 random(3);
        for (float& z : scan.heights)
            z += static_cast<float>(random() % 1000) / 100000 - 0.005F;
        ComparisonOptions options = optionsAt(300, 290);
        options.reachUm = Vector{3, 3};
        const Comparison found = compareHeights(depths, scan, options);
        QVERIFY2(matches(found), qPrintable(QString("turn %1, shift %2 %3, correlation %4, %5 %6")
                                                .arg(found.turnDegrees)
                                                .arg(found.shiftUm.x)
                                                .arg(found.shiftUm.y)
                                                .arg(found.correlation)
                                                .arg(found.withinLimits)
                                                .arg(found.significant)));
    }

    void limitsOfPoses_data() {
        QTest::addColumn<int>("width");
        QTest::addColumn<int>("height");
        QTest::addColumn<double>("x");
        QTest::addColumn<double>("y");
        QTest::addColumn<double>("degrees");
        QTest::addColumn<bool>("within");
        QTest::newRow("the limit of each") << 96 << 80 << 48.0 << 40.0 << 3.0 << true;
        QTest::newRow("less than a step to the side") << 96 << 80 << 49.5 << 0.0 << 0.0 << true;
        QTest::newRow("two steps to the side") << 96 << 80 << 52.0 << 0.0 << 0.0 << false;
        QTest::newRow("two steps down") << 96 << 80 << 0.0 << 44.0 << 0.0 << false;
        QTest::newRow("less than a step turned") << 96 << 80 << 0.0 << 0.0 << 3.9 << true;
        QTest::newRow("two steps turned") << 96 << 80 << 0.0 << 0.0 << -4.9 << false;
        QTest::newRow("a line, along the surface") << 96 << 1 << 48.0 << 0.0 << 5.0 << true;
        QTest::newRow("a line, along itself") << 96 << 1 << 47.8 << 4.2 << 5.0 << true;
        QTest::newRow("a line, to its side") << 96 << 1 << 0.0 << 6.0 << 0.0 << false;
    }
    /// The samples are 2 um large. The search goes a quarter of the sides far, and turns by up to 3 degrees,
    /// or by up to 5 degrees for a line.
    void limitsOfPoses() {
        QFETCH(int, width);
        QFETCH(int, height);
        QFETCH(double, x);
        QFETCH(double, y);
        QFETCH(double, degrees);
        QFETCH(bool, within);
        constexpr double degree = std::numbers::pi / 180;
        const HeightGrid measured{{width, height}, {2, 2}, {0, 0}, {}};
        const SearchLimits limits{{300, 290}, {width / 2.0, height / 2.0}, (height == 1 ? 5 : 3) * degree};
        QCOMPARE(isWithin(limits, measured, Pose{{300 + x, 290 + y}, degrees * degree}), within);
    }

    /// Heights whose pitch has the wrong unit do not match, and are not searched for hours.
    void absurdPitchesEnd_data() {
        QTest::addColumn<double>("pitchUm");
        QTest::newRow("a metre") << 1e6;
        QTest::newRow("a picometre") << 1e-6;
    }
    void absurdPitchesEnd() {
        QFETCH(double, pitchUm);
        const SmoothDepths depths({640, 600}, 1, false);
        HeightGrid scan = gridOfScan(heights(), ScanOrder{});
        scan.pitchUm = {pitchUm, pitchUm};
        const Comparison found = compareHeights(depths, scan, optionsAt(300, 290));
        QVERIFY2(found.correlation < leastCorrelation, qPrintable(QString::number(found.correlation)));
    }

    /// A search covers the places at which a part of the measured heights lies on the surface.
    void absurdReachesEnd_data() {
        QTest::addColumn<double>("reachUm");
        QTest::newRow("more samples than 64 bits count") << 5e18;
        QTest::newRow("nearly the largest number") << 1e300;
    }
    void absurdReachesEnd() {
        QFETCH(double, reachUm);
        const SmoothDepths depths({120, 110}, 1, false);
        ScanOrder order;
        order.width = 64;
        order.height = 64;
        order.middleX = 50;
        order.middleY = 60;
        const HeightGrid scan = gridOfScan(heights(), order);
        ComparisonOptions options = optionsAt(60, 55);
        options.mostTurn = 0;
        options.reachUm = Vector{210, 210};  // all of the surface
        const std::size_t bytes = comparisonBytes(scan, depths.extent().rect(), options);
        options.reachUm = Vector{reachUm, reachUm};
        QVERIFY(comparisonBytes(scan, depths.extent().rect(), options) < 2 * bytes);
        const Comparison found = compareHeights(depths, scan, options);
        QVERIFY2(std::hypot(found.placeUm.x - 50, found.placeUm.y - 60) < 0.05,
                 qPrintable(QString("%1 %2").arg(found.placeUm.x).arg(found.placeUm.y)));
    }

    /// A search keeps one place for each shift, not one for each angle too. White noise has a peak at every
    /// ninth shift.
    void anglesTakeNoMemory() {
        if (instrumented) QSKIP("a sanitizer needs memory of its own");
        std::mt19937 random(7);
        const auto noise = [&random](std::int64_t side) {
            HeightGrid grid{{side, side}, {1, 1}, {0, 0}, {}};
            for (std::int64_t i = 0; i < side * side; ++i)
                grid.heights.push_back(static_cast<float>(random() % 1024));
            return grid;
        };
        const HeightGrid measured = noise(16);
        const HeightGrid surface = noise(400);
        const SearchLimits limits{{200, 200}, {120, 120}, std::numbers::pi / 2};
        const std::size_t before = memoryInUse("VmRSS");
        std::ofstream("/proc/self/clear_refs") << 5;  // the kernel counts the peak of the memory anew
        const FoundPose found = searchPose(measured, surface, limits, {});
        QVERIFY(found.correlation > 0);
        const std::size_t peak = memoryInUse("VmHWM");
        QVERIFY2(peak < before + searchBytes(measured, limits) + (std::size_t{2} << 20U),
                 qPrintable(QString("%1 bytes").arg(peak - before)));
    }

    void nothingMeasuredMatchesNothing() {
        const SmoothDepths depths({640, 600}, 1, false);
        HeightGrid scan{{64, 64}, {1, 1}, {0, 0}, std::vector<float>(64 * 64, std::nanf(""))};
        const Comparison found = compareHeights(depths, scan, optionsAt(300, 290));
        QCOMPARE(found.samples, std::int64_t{0});
        QCOMPARE(found.missing, std::int64_t{64 * 64});
        QVERIFY(found.correlation < leastCorrelation);
    }

    void aStopIsObeyed() {
        const SmoothDepths depths({640, 600}, 1, false);
        std::stop_source source;
        source.request_stop();
        ComparisonOptions options = optionsAt(300, 290);
        options.stop = source.get_token();
        QVERIFY_EXCEPTION_THROWN((void)compareHeights(depths, gridOfScan(heights(), ScanOrder{}), options),
                                 Cancelled);
    }
};

BURIN_TEST(TestComparison)
#include "test_comparison.moc"
