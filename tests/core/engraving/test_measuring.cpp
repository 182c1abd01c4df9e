// SPDX-License-Identifier: GPL-3.0-or-later

// Surface parameters are compared with the definitions written out
// (tests/support/measuring/slow_measuring.hpp), with closed forms, and with themselves on other threads and
// in other pieces.

#include "core/engraving/measuring/height_filters.hpp"
#include "core/engraving/measuring/measurement_text.hpp"
#include "core/engraving/measuring/measuring.hpp"
#include "core/engraving/measuring/measuring_memory.hpp"
#include "support/measuring/slow_measuring.hpp"
#include "support/measuring/slow_spectrum.hpp"
#include "support/measuring/summed_blocks.hpp"
#include "support/testing.hpp"

#include <atomic>
#include <cmath>
#include <random>

using namespace burin;
using namespace burin::test;

namespace {

/// Depths that a function of x and y gives, inside of bounds.
class DepthsOf final : public HeightMap {
  public:
    DepthsOf(Size size, std::function<double(std::int64_t, std::int64_t)> depth)
        : size_(size), depth_(std::move(depth)) {}
    [[nodiscard]] Extent extent() const override { return Extent(Rect{0, 0, size_.width, size_.height}); }
    void read(const Rect& area, SamplesView out) const override {
        for (std::int64_t y = 0; y < area.height; ++y) {
            for (std::int64_t x = 0; x < area.width; ++x)
                out.row(y)[x] = static_cast<float>(depth_(area.x + x, area.y + y));
        }
    }

  private:
    Size size_;
    std::function<double(std::int64_t, std::int64_t)> depth_;
};

/// These depths, summed by the map itself, as on a card.
class SummedDepths final : public HeightMap {
  public:
    explicit SummedDepths(DepthsOf depths) : depths_(std::move(depths)) {}
    [[nodiscard]] Extent extent() const override { return depths_.extent(); }
    void read(const Rect& area, SamplesView out) const override { depths_.read(area, out); }
    [[nodiscard]] int sumsAtOnce() const override { return 3; }
    [[nodiscard]] BlockHeights sums(const Rect& area, const HeightsTarget& target) const override {
        ++calls;
        const HeightBuffer depths(depths_, area);
        return summedBlocks(depths.view(), target);
    }

    mutable std::atomic<int> calls = 0;

  private:
    DepthsOf depths_;
};

MeasuringOptions optionsFor(const Rect& region) {
    MeasuringOptions options;
    options.region = region;
    options.fullDepthUm = 40;
    return options;
}

SlowValues valuesOf(const MeasuredSurface& measurement) {
    SlowValues values;
    for (const MeasuredValue& value : measurement.values)
        values[value.name] = value.value;
    return values;
}

/// Smooth noise: a few waves of random direction.
std::function<double(std::int64_t, std::int64_t)> waves(unsigned seed, double shortest) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> any(0, 1);
    std::vector<std::array<double, 3>> terms;
    for (int i = 0; i < 40; ++i) {
        const double k = 6.283185307179586 / (shortest * (1 + 2 * any(random)));
        const double angle = 6.283185307179586 * any(random);
        terms.push_back({k * std::cos(angle), k * std::sin(angle), 6.283185307179586 * any(random)});
    }
    return [terms](std::int64_t x, std::int64_t y) {
        double sum = 0;
        for (const auto& t : terms)
            sum += std::sin(t[0] * static_cast<double>(x) + t[1] * static_cast<double>(y) + t[2]);
        return std::clamp(0.5 + sum / 40, 0.0, 1.0);
    };
}

#define COMPARE_WITHIN(got, expected, tolerance)          \
    QVERIFY2(std::abs((got) - (expected)) <= (tolerance), \
             qPrintable(QString("%1 instead of %2").arg(got, 0, 'g', 12).arg(expected, 0, 'g', 12)))

}  // namespace

class TestMeasuring : public QObject {
    Q_OBJECT

  private slots:
    void parametersAreTheirDefinitions_data() {
        QTest::addColumn<int>("width");
        QTest::addColumn<int>("height");
        QTest::addColumn<double>("dx");
        QTest::addColumn<double>("dy");
        QTest::newRow("square pixels") << 90 << 74 << 1.0 << 1.0;
        QTest::newRow("oblong pixels") << 61 << 97 << 2.0 << 1.5;
    }
    void parametersAreTheirDefinitions() {
        QFETCH(int, width);
        QFETCH(int, height);
        QFETCH(double, dx);
        QFETCH(double, dy);
        const auto depths = waves(7, 9);
        MeasuringOptions options = optionsFor({5, 3, width, height});
        options.pitchUm = {dx, dy};
        const auto found = valuesOf(
            measureHeights(std::make_shared<DepthsOf>(Size{width + 9, height + 9}, depths), options));
        SlowSurface surface{width, height, {}, dx, dy};
        for (int y = 0; y < height; ++y) {
            for (int x = 0; x < width; ++x)
                surface.z.push_back(-40.0 * static_cast<double>(static_cast<float>(depths(x + 5, y + 3))));
        }
        SlowValues expected;
        slowAmplitudes(surface, expected);
        slowSlopes(surface, expected);
        slowBearing(surface, expected);
        slowDecay(surface, expected);
        for (const auto& [name, value] : expected) {
            QVERIFY2(found.at(name).has_value() == value.has_value(), name.c_str());
            if (!value) continue;
            // Bins round heights; steps of the reference round distances.
            const double share = name == "Sal" || name == "Str"     ? 5e-3
                                 : name[1] == 'k' || name[2] == 'k' ? 2e-3
                                                                    : 1e-5;
            const double floor = name.rfind("Smr", 0) == 0 ? 0.05 : 1e-9;
            COMPARE_WITHIN(*found.at(name), *value, share * std::abs(*value) + floor);
        }
    }

    void aSineHasKnownValues() {
        const auto sine = [](std::int64_t x, std::int64_t) {
            return 0.5 + 0.25 * std::sin(6.283185307179586 * static_cast<double>(x) / 64);
        };
        const auto found = valuesOf(
            measureHeights(std::make_shared<DepthsOf>(Size{512, 512}, sine), optionsFor({0, 0, 512, 512})));
        const std::vector<std::pair<const char*, double>> known = {
            {"Sa", 6.36108}, {"Sq", 7.07107}, {"Sdq", 0.69325}, {"Sdr", 20.8561}, {"Sal", 14.156}};
        for (const auto& [name, value] : known)
            COMPARE_WITHIN(*found.at(name), value, 2e-5 * value);
        QVERIFY(!found.at("Str"));
        COMPARE_WITHIN(*found.at("Std"), 0.0, 1e-6);
        COMPARE_WITHIN(*found.at("lay"), 90.0, 1e-6);
    }

    void directionTurnsCounterClockwise() {
        for (const double degrees : {20.0, 75.5, 140.0}) {
            const double angle = degrees * 3.14159265358979323846 / 180;
            const auto grooves = [angle](std::int64_t x, std::int64_t y) {
                return 0.5 + 0.4 * std::sin(0.5 * (std::cos(angle) * static_cast<double>(x) -
                                                   std::sin(angle) * static_cast<double>(y)));
            };
            const auto found = valuesOf(measureHeights(std::make_shared<DepthsOf>(Size{256, 256}, grooves),
                                                       optionsFor({0, 0, 256, 256})));
            COMPARE_WITHIN(*found.at("Std"), degrees, 0.2);
        }
    }

    void piecesAndThreadsChangeNothing() {
        const auto depths = waves(3, 30);
        const auto table = std::make_shared<std::vector<float>>();
        for (int y = 0; y < 1100; ++y) {
            for (int x = 0; x < 1300; ++x)
                table->push_back(static_cast<float>(depths(x / 3, y / 2)));
        }
        const auto heights =
            std::make_shared<DepthsOf>(Size{1300, 1100}, [table](std::int64_t x, std::int64_t y) {
                return static_cast<double>((*table)[static_cast<std::size_t>(y * 1300 + x)]);
            });
        MeasuringOptions options = optionsFor({1, 2, 1290, 1090});
        options.form = MeasuringOptions::Form::plane;
        std::string first;
        for (const auto& [threads, atOnce] :
             std::vector<std::pair<int, std::int64_t>>{{1, 1 << 20}, {6, 1 << 20}, {2, 1 << 22}}) {
            options.threads = threads;
            options.samplesAtOnce = atOnce;
            const MeasuredSurface found = measureHeights(heights, options);
            const std::string text = measurementJson(found, options, {}) + bearingCsv(found.histogram, 40) +
                                     spectrumCsv(*found.spectrum);
            if (first.empty()) first = text;
            QVERIFY(text == first);
        }
    }

    void sumsOfTheDeviceAreMerged_data() {
        QTest::addColumn<double>("span");
        QTest::addColumn<int>("calls");
        QTest::addColumn<int>("passes");
        QTest::newRow("deep") << 0.9 << 2 << 1;
        QTest::newRow("shallow, in two passes") << 0.01 << 4 << 2;
    }
    /// The region has 3 x 1 blocks. Up to 2 x 2 blocks are summed at once.
    void sumsOfTheDeviceAreMerged() {
        QFETCH(double, span);
        QFETCH(int, calls);
        QFETCH(int, passes);
        const DepthsOf depths(Size{2200, 40}, [span](std::int64_t x, std::int64_t y) {
            return 0.05 + span * static_cast<double>((x * 7 + y * y * 13) % 101) / 101;
        });
        MeasuringOptions options = optionsFor({1, 2, 2190, 30});
        const auto textOf = [&options](const std::shared_ptr<const HeightMap>& heights) {
            const MeasuredSurface found = measureHeights(heights, options);
            return std::pair(measurementJson(found, options, {}) + bearingCsv(found.histogram, 40),
                             found.passes);
        };
        const auto summed = std::make_shared<const SummedDepths>(depths);
        const auto expected = textOf(std::make_shared<const DepthsOf>(depths));
        for (const int threads : {1, 2}) {
            options.threads = threads;
            summed->calls = 0;
            QVERIFY(textOf(summed) == expected);
            QCOMPARE(summed->calls.load(), calls);
        }
        QCOMPARE(expected.second, passes);
        // The map does not sum depths that have to be filtered.
        options.form = MeasuringOptions::Form::plane;
        summed->calls = 0;
        QVERIFY(textOf(summed) == textOf(std::make_shared<const DepthsOf>(depths)));
        QCOMPARE(summed->calls.load(), 0);
    }

    void aPlaneIsTakenAway() {
        const auto tilted = [](std::int64_t x, std::int64_t y) {
            return 0.2 + 1e-3 * static_cast<double>(x) + 5e-4 * static_cast<double>(y);
        };
        MeasuringOptions options = optionsFor({10, 20, 300, 200});
        options.form = MeasuringOptions::Form::plane;
        const MeasuredSurface found =
            measureHeights(std::make_shared<DepthsOf>(Size{400, 400}, tilted), options);
        QCOMPARE(found.passes, 3);  // the first pass, one for the plane and one with finer bins
        QVERIFY(*valuesOf(found)["Sz"] < 1e-5);
    }

    /// The bins hold all depths: at two corners, a plane leaves more than the full depth.
    void depthsBeyondTheFullDepthCount() {
        const auto half = [](std::int64_t x, std::int64_t y) {
            return x + y >= 128 && x + y < 246 ? 1.0 : 0.0;
        };
        MeasuringOptions options = optionsFor({0, 0, 128, 128});
        options.form = MeasuringOptions::Form::plane;
        const MeasuredSurface found =
            measureHeights(std::make_shared<DepthsOf>(Size{128, 128}, half), options);
        QVERIFY2(found.least < -1.2, qPrintable(QString::number(found.least)));
        QCOMPARE(found.passes, 3);
        SlowSurface surface{128, 128, {}, 1, 1};
        for (int y = 0; y < 128; ++y) {
            for (int x = 0; x < 128; ++x)
                surface.z.push_back(-40 * half(x, y));
        }
        const SlowSurface levelled = slowLevelled(surface, 0, 0, 128, 128);
        SlowValues expected;
        slowAmplitudes(levelled, expected);
        slowBearing(levelled, expected);
        const auto values = valuesOf(found);
        for (const char* name : {"Sa", "Sk", "Spk", "Svk"})
            COMPARE_WITHIN(*values.at(name), *expected.at(name), 2e-3 * *expected.at(name) + 1e-4);
    }

    void filtersAreWeightedMeans() {
        const auto depths = waves(11, 7);
        const Size size{60, 45};
        const auto source = std::make_shared<DepthsOf>(size, depths);
        const Rect area{0, 30, 60, 15};
        for (const bool rest : {false, true}) {
            const SmoothedHeights smoothed(source, 9.5, 6.25, rest);
            const HeightBuffer got(smoothed, area);
            for (std::int64_t y = 0; y < area.height; ++y) {
                for (std::int64_t x = 0; x < area.width; ++x) {
                    double sum = 0;
                    double weights = 0;
                    for (std::int64_t v = 0; v < size.height; ++v) {
                        for (std::int64_t u = 0; u < size.width; ++u) {
                            const auto dx = static_cast<double>(u - x) / 9.5;
                            const auto dy = static_cast<double>(v - y - 30) / 6.25;
                            if (std::abs(dx) > 1 || std::abs(dy) > 1) continue;
                            const double w = std::exp(-3.14159265358979323846 * (dx * dx + dy * dy) /
                                                      (0.4697187 * 0.4697187));
                            sum += w * depths(u, v);
                            weights += w;
                        }
                    }
                    const double smooth = sum / weights;
                    const double expected = rest ? depths(x, y + 30) - smooth : smooth;
                    COMPARE_WITHIN(static_cast<double>(got.view().row(y)[x]), expected, 1e-6);
                }
            }
        }
    }

    void longFiltersAreWeightedMeans() {
        // Heights depend on x alone, so that the reference is a single sum. A step is the hardest case for
        // means.
        const auto step = [](std::int64_t x, std::int64_t) { return x % 700 < 333 ? 0.0 : 1.0; };
        const Size size{1501, 3};
        for (const double length : {193.0, 760.0, 4000.0}) {
            const SmoothedHeights smoothed(std::make_shared<DepthsOf>(size, step), length, length, false);
            const HeightBuffer got(smoothed, {0, 1, size.width, 1});
            for (std::int64_t x = 0; x < size.width; x += 13) {
                double sum = 0;
                double weights = 0;
                for (std::int64_t u = 0; u < size.width; ++u) {
                    const double d = static_cast<double>(u - x) / length;
                    if (std::abs(d) > 1) continue;
                    const double w = std::exp(-3.14159265358979323846 * d * d / (0.4697187 * 0.4697187));
                    sum += w * step(u, 0);
                    weights += w;
                }
                COMPARE_WITHIN(static_cast<double>(got.view().row(0)[x]), sum / weights, 1e-4);
            }
        }
    }

    void linesHaveTheirOwnParameters() {
        std::vector<double> z;
        for (int i = 0; i < 1000; ++i)
            z.push_back(3 + 0.01 * i + 2 * std::sin(6.283185307179586 * i / 50));
        const ProfileParameters found = profileParameters(z, 0.5, 1e-6);
        COMPARE_WITHIN(found.Ra, 4 / 3.14159265358979323846, 0.02);
        COMPARE_WITHIN(found.Rq, std::sqrt(2.0), 0.02);
        COMPARE_WITHIN(found.Rz, 4.0, 0.1);
        COMPARE_WITHIN(*found.RSm, 25.0, 0.1);
        const ProfileParameters flat = profileParameters({1, 2, 3, 4}, 1, 1e-6);
        QVERIFY(!flat.Rsk && !flat.RSm);
        COMPARE_WITHIN(flat.Rz, 0.0, 1e-12);
    }

    void depthsAlongALineAreLinear() {
        const DepthsOf plane({2000, 3000}, [](std::int64_t x, std::int64_t y) {
            return static_cast<double>(x) / 8192 + static_cast<double>(y) / 16384;
        });
        const MeasuredLine line{{3.5, 10}, {1900.25, 2800.75}};
        const std::vector<double> depths = depthsAlong(plane, line);
        QCOMPARE(static_cast<std::int64_t>(depths.size()), line.count());
        const double length = std::hypot(1896.75, 2790.75);
        for (std::size_t i = 0; i < depths.size(); i += 37) {
            const double share = static_cast<double>(i) / length;
            COMPARE_WITHIN(depths[i], (3.5 + share * 1896.75) / 8192 + (10 + share * 2790.75) / 16384, 1e-6);
        }
    }

    void windowsEstimateTheWhole() {
        const auto hash = [](std::int64_t x, std::int64_t y) {
            const auto mixed = static_cast<std::uint32_t>(x * 73856093 ^ y * 19349663) * 2654435761U;
            return static_cast<double>(mixed >> 8U) / 16777216.0;
        };
        MeasuringOptions options = optionsFor({0, 0, 1300, 1200});
        options.sampleWindows = 3;
        const MeasuredSurface found =
            measureHeights(std::make_shared<DepthsOf>(Size{1300, 1200}, hash), options);
        QCOMPARE(found.samples, 3 * 1024 * 1024);
        COMPARE_WITHIN(*valuesOf(found)["Sa"], 10.0, 0.05);
        QVERIFY(found.values.front().spread && *found.values.front().spread < 0.05);
    }

    /// The plane of a large region is fitted to its windows, and the rest is not read. The progress then
    /// covers the windows, once for the plane.
    void windowsGiveTheirPlane() {
        std::atomic<std::int64_t> asked = 0;
        const auto tilted = [&asked](std::int64_t x, std::int64_t y) {
            ++asked;
            return 0.2 + 1e-7 * static_cast<double>(x) + 2e-2 * static_cast<double>(y);
        };
        MeasuringOptions options = optionsFor({100, 1, 5000000, 5});
        options.form = MeasuringOptions::Form::plane;
        options.sampleWindows = 3;
        std::vector<std::int64_t> passes;
        options.progress = [&passes](const Progress& progress) {
            if (progress.state == Progress::State::done) passes.push_back(progress.totalSamples);
        };
        const MeasuredSurface found =
            measureHeights(std::make_shared<DepthsOf>(Size{5000200, 8}, tilted), options);
        QCOMPARE(found.passes, 2);
        QVERIFY(passes.size() >= 2 && passes[0] == 3 * 1024 * 5 && passes[1] == 3 * 1024 * 5);
        QVERIFY2(*valuesOf(found)["Sz"] < 1e-5, qPrintable(QString::number(*valuesOf(found)["Sz"])));
        QVERIFY(asked < 1000000);
    }

    /// The reservation covers the filters, the windows and all threads. It takes at most 256 MiB, and at most
    /// half of the budget.
    void memoryIsReserved() {
        const auto heights =
            std::make_shared<DepthsOf>(Size{100000, 100000}, [](std::int64_t, std::int64_t) { return 0.5; });
        MeasuringOptions options = optionsFor({0, 0, 100000, 100000});
        options.threads = 40;
        const MeasuringBytes plain = measuringBytes(heights, options);
        options.shortFilterUm = 100;
        options.longFilterUm = 800;
        const MeasuringBytes filtered = measuringBytes(heights, options);
        // Each thread reads 100 px more on each side, and one filter keeps 48 MiB of means.
        QVERIFY(filtered.passes > plain.passes + (std::size_t{48} << 20U) + 40 * 1225 * 1225 * sizeof(float));
        // Two windows of 2,048 x 2,048 numbers with their transforms.
        QVERIFY(plain.windows > std::size_t{2} * 2048 * 2048 * (8 + 16));
        // Each further thread in a window transforms lines of 4,096 numbers, eight at a time.
        MeasuringOptions single = optionsFor({0, 0, 100000, 100000});
        single.windowsAtOnce = 1;
        single.threads = 8;
        const std::size_t eight = measuringBytes(heights, single).windows;
        single.threads = 1;
        QCOMPARE(eight - measuringBytes(heights, single).windows, 7 * 4096 * 2 * 8 * sizeof(double));
        constexpr std::size_t most = std::size_t{256} << 20U;
        QVERIFY2(plain.windows <= most, qPrintable(QString::number(plain.windows)));
        for (const bool filters : {false, true}) {
            MemoryBudget ample(std::size_t{64} << 30U);
            MeasuringOptions own = filters ? options : optionsFor({0, 0, 100000, 100000});
            own.threads = 40;
            own.samplesAtOnce = std::int64_t{1} << 24;
            const Reservation held = memoryForMeasuring(own, ample, heights);
            QVERIFY2(held.bytes() <= most, qPrintable(QString::number(held.bytes())));
            const MeasuringBytes needs = measuringBytes(heights, own);
            QCOMPARE(held.bytes(), std::max(needs.passes, needs.windows));
            QCOMPARE(own.windowsAtOnce, filters ? 1 : 2);
            QVERIFY(own.threads > 1);
            QVERIFY(own.samplesAtOnce > 1);
        }
        MemoryBudget budget(std::size_t{512} << 20U);
        {
            const Reservation held = memoryForMeasuring(options, budget, heights);
            QVERIFY(options.threads >= 1 && options.threads < 40);
            const MeasuringBytes less = measuringBytes(heights, options);
            QCOMPARE(held.bytes(), std::max(less.passes, less.windows));
            QVERIFY(held.bytes() <= budget.limit() / 2);
        }
        MemoryBudget small(std::size_t{64} << 20U);
        options = optionsFor({0, 0, 100000, 100000});
        options.threads = 8;
        const Reservation held = memoryForMeasuring(options, small, heights);
        QCOMPARE(options.threads, 1);
        QVERIFY(held.bytes() <= small.limit() / 2);

        // More than half of the budget is refused. The error therefore names twice the memory.
        options.samplesAtOnce = 1;
        const std::size_t passes = measuringBytes(heights, options).passes;
        MemoryBudget tooSmall(passes + passes / 2);
        try {
            static_cast<void>(memoryForMeasuring(options, tooSmall, heights));
            QFAIL("half of the budget has to be left");
        } catch (const OutOfMemory& error) {
            QVERIFY(error.needed > error.budget);
        }
    }

    void flatSurfacesHaveNoShape() {
        const auto found = valuesOf(measureHeights(
            std::make_shared<DepthsOf>(Size{70, 1}, [](std::int64_t, std::int64_t) { return 0.25; }),
            optionsFor({0, 0, 70, 1})));
        for (const char* name : {"Ssk", "Sku", "Sdr", "Sal", "Str", "Std", "lay"})
            QVERIFY2(!found.at(name), name);
        QCOMPARE(*found.at("Sz"), 0.0);
        COMPARE_WITHIN(*found.at("Sk"), 0.0, 1e-9);
        COMPARE_WITHIN(*found.at("Smr2"), 100.0, 1e-9);
    }

    void plateausHaveTheirShares_data() {
        QTest::addColumn<int>("share");  // of the upper level, in percent
        QTest::addColumn<double>("upper");
        QTest::addColumn<double>("lower");
        QTest::newRow("levels inside of bins") << 60 << 0.3 << 0.7;
        QTest::newRow("levels between bins") << 60 << 0.25 << 0.75;
        QTest::newRow("untouched, with pits") << 60 << 0.0 << 0.7;
        QTest::newRow("peaks on a plateau") << 5 << 0.0 << 0.3;
        QTest::newRow("many peaks") << 30 << 0.1 << 0.7;
    }
    /// The core is one of two levels, so the other one has all of Spk or Svk: twice the distance.
    void plateausHaveTheirShares() {
        QFETCH(int, share);
        QFETCH(double, upper);
        QFETCH(double, lower);
        const auto levels = [=](std::int64_t x, std::int64_t) { return x < share ? upper : lower; };
        const auto found = valuesOf(
            measureHeights(std::make_shared<DepthsOf>(Size{100, 20}, levels), optionsFor({0, 0, 100, 20})));
        const double twice = 2 * 40 * (lower - upper);
        const bool upperIsCore = share > 50;
        COMPARE_WITHIN(*found.at("Sk"), 0.0, 1e-6);
        COMPARE_WITHIN(*found.at("Smr1"), upperIsCore ? 0.0 : share, 0.02);
        COMPARE_WITHIN(*found.at("Smr2"), upperIsCore ? share : 100.0, 0.02);
        COMPARE_WITHIN(*found.at("Spk"), upperIsCore ? 0.0 : twice, 0.005 * twice);
        COMPARE_WITHIN(*found.at("Svk"), upperIsCore ? twice : 0.0, 0.005 * twice);
    }

    /// Two drops of the bearing curve are equal, and the first one counts, also if the deepest level ends the
    /// histogram.
    void levelsAtTheFullDepthLieExactly() {
        const auto found = [](double deepest) {
            const auto levels = [deepest](std::int64_t x, std::int64_t) {
                return x < 35 ? 0 : x < 68 ? deepest / 2 : deepest;
            };
            return valuesOf(measureHeights(std::make_shared<DepthsOf>(Size{100, 20}, levels),
                                           optionsFor({0, 0, 100, 20})));
        };
        const SlowValues half = found(0.5);
        const SlowValues full = found(1);
        for (const char* name : {"Sk", "Spk", "Svk"})
            COMPARE_WITHIN(*full.at(name), 2 * *half.at(name), 1e-6);
        for (const char* name : {"Smr1", "Smr2"})
            COMPARE_WITHIN(*full.at(name), *half.at(name), 1e-6);
        COMPARE_WITHIN(*full.at("Sk"), 32.80, 0.01);
        COMPARE_WITHIN(*full.at("Smr2"), 68.0, 0.01);
    }

    void aDensityAddsUpToTheVariance() {
        const auto depths = waves(5, 6);
        const MeasuredSurface found =
            measureHeights(std::make_shared<DepthsOf>(Size{300, 200}, depths), optionsFor({0, 0, 300, 200}));
        const double sq = *valuesOf(found)["Sq"];
        for (const auto& points : {found.spectrum->alongX(), found.spectrum->alongY()}) {
            double sum = 0;
            for (const Spectrum::Point& point : points)
                sum += point.density * points[1].frequency;
            COMPARE_WITHIN(sum, sq * sq, 0.1 * sq * sq);  // the window weighs its middle most
        }
    }
};

BURIN_TEST(TestMeasuring)
#include "test_measuring.moc"
