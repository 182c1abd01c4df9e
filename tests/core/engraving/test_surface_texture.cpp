// SPDX-License-Identifier: GPL-3.0-or-later

// Directions, spectra, filters and windows of a measured surface are compared with the definitions written
// out (tests/support/measuring/slow_spectrum.hpp).

#include "core/engraving/measuring/height_filters.hpp"
#include "core/engraving/measuring/measurement_text.hpp"
#include "core/engraving/measuring/measuring.hpp"
#include "support/long_run.hpp"
#include "support/measuring/slow_spectrum.hpp"
#include "support/testing.hpp"

#include <cmath>
#include <mutex>
#include <set>
#include <tuple>

using namespace burin;
using namespace burin::test;

namespace {

constexpr double fullDepth = 40;

double toneAt(double x, double y) {
    return 0.5 + 0.2 * std::sin(0.9 * x + 0.35 * y) + 0.1 * std::sin(0.33 * x - 0.5 * y + 1) +
           0.05 * std::sin(2.1 * x + 1.9 * y);
}

/// Depths that a function gives. Remembers which areas were read.
class FormedDepths final : public HeightMap {
  public:
    FormedDepths(Size size, std::function<double(double, double)> depth)
        : size_(size), depth_(std::move(depth)) {}
    [[nodiscard]] Extent extent() const override { return Extent(Rect{0, 0, size_.width, size_.height}); }
    void read(const Rect& area, SamplesView out) const override {
        for (std::int64_t y = 0; y < area.height; ++y) {
            for (std::int64_t x = 0; x < area.width; ++x)
                out.row(y)[x] = static_cast<float>(
                    depth_(static_cast<double>(area.x + x), static_cast<double>(area.y + y)));
        }
        const std::lock_guard lock(mutex_);
        read_.emplace(area.x, area.y, area.width, area.height);
        samplesRead_ += area.area();
    }
    /// Samples that were read several times count as often.
    [[nodiscard]] std::int64_t samplesRead() const {
        const std::lock_guard lock(mutex_);
        return samplesRead_;
    }
    [[nodiscard]] bool wasRead(const Rect& area) const {
        const std::lock_guard lock(mutex_);
        return read_.contains({area.x, area.y, area.width, area.height});
    }

  private:
    Size size_;
    std::function<double(double, double)> depth_;
    mutable std::mutex mutex_;
    mutable std::set<std::tuple<std::int64_t, std::int64_t, std::int64_t, std::int64_t>> read_;
    mutable std::int64_t samplesRead_ = 0;
};

SlowSurface slowOf(const HeightMap& depths, const Vector& pitch) {
    const HeightBuffer samples(depths, depths.extent().rect());
    const Rect& all = samples.rect();
    SlowSurface out{static_cast<int>(all.width), static_cast<int>(all.height), {}, pitch.x, pitch.y};
    for (std::int64_t y = 0; y < all.height; ++y) {
        for (std::int64_t x = 0; x < all.width; ++x)
            out.z.push_back(-fullDepth * static_cast<double>(samples.view().row(y)[x]));
    }
    return out;
}

MeasuringOptions optionsOf(const Rect& region, const Vector& pitch = {1, 1}) {
    MeasuringOptions options;
    options.region = region;
    options.fullDepthUm = fullDepth;
    options.pitchUm = pitch;
    return options;
}

std::optional<double> valueIn(const MeasuredSurface& found, const std::string& name) {
    for (const MeasuredValue& value : found.values) {
        if (value.name == name) return value.value;
    }
    return {};
}

#define VERIFY_NEAR(got, expected, tolerance)             \
    QVERIFY2(std::abs((got) - (expected)) <= (tolerance), \
             qPrintable(QString("%1 instead of %2").arg(got, 0, 'g', 12).arg(expected, 0, 'g', 12)))

}  // namespace

class TestSurfaceTexture : public QObject {
    Q_OBJECT

  private slots:
    void spectraAreSumsOverAllSamples_data() {
        QTest::addColumn<double>("dx");
        QTest::addColumn<double>("dy");
        QTest::newRow("square pixels") << 1.0 << 1.0;
        QTest::newRow("oblong pixels") << 0.5 << 0.8;
    }
    void spectraAreSumsOverAllSamples() {
        QFETCH(double, dx);
        QFETCH(double, dy);
        const auto depths = std::make_shared<FormedDepths>(Size{64, 32}, toneAt);
        const MeasuredSurface found = measureHeights(depths, optionsOf({0, 0, 64, 32}, {dx, dy}));
        const std::vector<SlowPower> all = slowSpectrum(slowOf(*depths, {dx, dy}));
        std::vector<double> along(33);
        std::vector<double> down(17);
        for (const SlowPower& p : all) {
            along[static_cast<std::size_t>(std::lround(std::abs(p.x) * 64 * dx))] += p.density / (32 * dy);
            down[static_cast<std::size_t>(std::lround(std::abs(p.y) * 32 * dy))] += p.density / (64 * dx);
        }
        const auto compare = [](const std::vector<Spectrum::Point>& points, const std::vector<double>& sums) {
            QCOMPARE(points.size(), sums.size());
            const double most = *std::max_element(sums.begin(), sums.end());
            for (std::size_t i = 0; i < sums.size(); ++i)
                VERIFY_NEAR(points[i].density, sums[i], 1e-6 * most);
        };
        compare(found.spectrum->alongX(), along);
        compare(found.spectrum->alongY(), down);
        // The ring of the frequency 0 is one place.
        VERIFY_NEAR(found.spectrum->rings().front().density, all.front().density,
                    1e-6 * (1 + all.front().density));
    }

    void directionsAreThoseOfThePower_data() {
        QTest::addColumn<double>("x");
        QTest::addColumn<double>("y");
        QTest::addColumn<double>("dx");
        QTest::newRow("rising grooves") << 0.8 << 0.5 << 1.0;
        QTest::newRow("falling grooves") << 0.8 << -0.5 << 1.0;
        QTest::newRow("nearly level grooves") << 0.02 << 0.9 << 1.0;
        QTest::newRow("oblong pixels") << 0.4 << 0.9 << 0.6;
    }
    void directionsAreThoseOfThePower() {
        QFETCH(double, x);
        QFETCH(double, y);
        QFETCH(double, dx);
        const auto grooves = [x, y](double u, double v) {
            return 0.5 + 0.3 * std::sin(x * u + y * v) + 0.04 * std::sin(1.3 * u - 0.2 * v);
        };
        const auto depths = std::make_shared<FormedDepths>(Size{64, 64}, grooves);
        const MeasuredSurface found = measureHeights(depths, optionsOf({0, 0, 64, 64}, {dx, 1}));
        const double expected = slowDirection(slowOf(*depths, {dx, 1}));
        VERIFY_NEAR(*valueIn(found, "Std"), expected, 1e-6);
        VERIFY_NEAR(*valueIn(found, "lay"), std::fmod(expected + 90, 180), 1e-6);
    }

    /// A texture that is equal in all directions has no direction.
    void roundHillsHaveNoDirection() {
        const auto hills = [](double x, double y) {
            return 0.5 + 0.2 * std::sin(0.6 * x) + 0.2 * std::sin(0.6 * y);
        };
        const auto depths = std::make_shared<FormedDepths>(Size{128, 128}, hills);
        const MeasuredSurface found = measureHeights(depths, optionsOf({0, 0, 128, 128}));
        QVERIFY(valueIn(found, "Str") && *valueIn(found, "Str") >= 0.5);
        QVERIFY(!valueIn(found, "Std") && !valueIn(found, "lay"));
    }

    /// First the S-filter, then the plane of the region, then the L-filter, all of them beyond the region.
    void filtersAndFormFollowEachOther() {
        const auto tilted = [](double x, double y) { return 0.7 * toneAt(x, y) + 1e-3 * x + 5e-4 * y; };
        const Vector pitch{1, 1.5};
        const auto depths = std::make_shared<FormedDepths>(Size{90, 70}, tilted);
        MeasuringOptions options = optionsOf({7, 0, 60, 50}, pitch);
        options.shortFilterUm = 4;
        options.longFilterUm = 24;
        options.form = MeasuringOptions::Form::plane;
        const MeasuredSurface found = measureHeights(depths, options);
        SlowSurface slow = slowLevelled(slowSmooth(slowOf(*depths, pitch), 4), 7, 0, 60, 50);
        const SlowSurface smooth = slowSmooth(slow, 24);
        for (std::size_t i = 0; i < slow.z.size(); ++i)
            slow.z[i] -= smooth.z[i];
        slow = slowPart(slow, 7, 0, 60, 50);
        SlowValues expected;
        slowAmplitudes(slow, expected);
        slowSlopes(slow, expected);
        for (const auto& [name, value] : expected)
            VERIFY_NEAR(*valueIn(found, name), *value, 1e-4 * std::abs(*value) + 1e-5);
    }

    /// A product of two functions is smoothed to the product of both smoothed ones.
    void longFiltersWorkInBothDirections() {
        const auto step = [](double x, double period) {
            return std::fmod(x, period) < period / 2 ? 0.1 : 1.0;
        };
        const Size size{1300, 1100};
        const double lengthX = 700;
        const double lengthY = 410;
        const auto source = std::make_shared<FormedDepths>(
            size, [&](double x, double y) { return step(x, 620) * step(y, 450); });
        const auto smooth = [&](std::int64_t at, std::int64_t count, double length, double period) {
            double sum = 0;
            double weights = 0;
            for (std::int64_t i = 0; i < count; ++i) {
                const double d = static_cast<double>(i - at) / length;
                if (std::abs(d) > 1) continue;
                const double w = std::exp(-slowPi * d * d / (0.4697187 * 0.4697187));
                sum += w * step(static_cast<double>(i), period);
                weights += w;
            }
            return sum / weights;
        };
        const SmoothedHeights smoothed(source, lengthX, lengthY, false);
        for (const Rect& area : {Rect{0, 530, size.width, 1}, Rect{777, 0, 1, size.height}}) {
            const HeightBuffer got(smoothed, area);
            for (std::int64_t y = 0; y < area.height; y += 29) {
                for (std::int64_t x = 0; x < area.width; x += 29)
                    VERIFY_NEAR(static_cast<double>(got.view().row(y)[x]),
                                smooth(area.x + x, size.width, lengthX, 620) *
                                    smooth(area.y + y, size.height, lengthY, 450),
                                1e-4);
            }
        }
    }

    /// Windows lie at frac(0.5 + k 0.7548776662466927) and frac(0.5 + k 0.5698402909980532), from k = 1.
    void windowsLieWhereThePageSays() {
        const Rect region{3, 5, 1300, 1200};
        const auto depths = std::make_shared<FormedDepths>(Size{1310, 1210}, toneAt);
        MeasuringOptions options = optionsOf(region);
        options.sampleWindows = 4;
        (void)measureHeights(depths, options);
        for (int k = 1; k <= 4; ++k) {
            const double x = 0.5 + k * 0.7548776662466927;
            const double y = 0.5 + k * 0.5698402909980532;
            QVERIFY(depths->wasRead({3 + static_cast<std::int64_t>((x - std::floor(x)) * (1300 - 1023)),
                                     5 + static_cast<std::int64_t>((y - std::floor(y)) * (1200 - 1023)), 1024,
                                     1024}));
        }
    }

    /// Waves that are too long for the windows are measured on means, and the result says so. The means of
    /// all samples fit into one window, so Sal has no spread.
    void longWavesAreSeenOnMeans() {
        if (!isLongRun()) QSKIP("Transforms 16 windows of 2,048 x 2,048.");
        const auto waves = [](double x, double y) {
            return 0.5 + 0.2 * std::sin(x / 1500) + 0.2 * std::sin(y / 1500);
        };
        MeasuringOptions options = optionsOf({0, 0, 2601, 2600});
        options.threads = 2;
        const auto depths = std::make_shared<FormedDepths>(Size{2601, 2600}, waves);
        std::vector<std::int64_t> passes;
        options.progress = [&passes](const Progress& progress) {
            if (progress.state == Progress::State::done) passes.push_back(progress.totalSamples);
        };
        const MeasuredSurface found = measureHeights(depths, options);
        QCOMPARE(found.remarks.size(), std::size_t{1});
        const std::string remark = found.remarks.front().text();
        QVERIFY2(remark.find("means of 2 x 2") != std::string::npos, remark.c_str());
        for (const MeasuredValue& value : found.values)
            QVERIFY2(value.name != "Sal" || !value.spread,
                     qPrintable(QString::number(value.spread.value_or(0))));
        // The progress counts all samples for the heights, the windows, and all samples for the means.
        constexpr std::int64_t windows = 16 * 2048 * 2048;
        QVERIFY(depths->samplesRead() < windows + 3 * 2601 * 2600);
        QCOMPARE(passes, (std::vector<std::int64_t>{2601 * 2600, windows}));
    }

    /// The share of samples that are not lower than each bin, and the number in it.
    void bearingCurvesCountSamples() {
        const auto depths = std::make_shared<FormedDepths>(Size{50, 40}, toneAt);
        const MeasuredSurface found = measureHeights(depths, optionsOf({0, 0, 50, 40}));
        const SlowSurface slow = slowOf(*depths, {1, 1});
        const std::string csv = bearingCsv(found.histogram, fullDepth);
        std::size_t at = csv.find('\n') + 1;
        for (int bin = 0; bin < 65536; ++bin) {
            const std::size_t end = csv.find('\n', at);
            if (bin % 4099 == 0) {
                const double low = -fullDepth * (bin + 1) / 65536;
                const double high = -fullDepth * bin / 65536;
                int above = 0;
                int inside = 0;
                for (const double z : slow.z) {
                    above += z > low ? 1 : 0;
                    inside += z > low && z <= high ? 1 : 0;
                }
                const QStringList cells =
                    QString::fromStdString(csv.substr(at, end - at)).split(QLatin1Char(','));
                QCOMPARE(cells.size(), 3);
                VERIFY_NEAR(cells[0].toDouble(), low, 1e-9);
                QCOMPARE(cells[1].toInt(), inside);
                VERIFY_NEAR(cells[2].toDouble(), 100.0 * above / 2000, 1e-9);
            }
            at = end + 1;
        }
    }
};

BURIN_TEST(TestSurfaceTexture)
#include "test_surface_texture.moc"
