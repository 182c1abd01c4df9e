// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engraving/measuring/measuring.hpp"

#include "core/base/cancelled.hpp"
#include "core/engraving/measuring/block_groups.hpp"
#include "core/engraving/measuring/height_filters.hpp"
#include "core/engraving/measuring/height_sums.hpp"
#include "core/engraving/measuring/in_order.hpp"
#include "core/engraving/measuring/shared_out.hpp"
#include "core/engraving/measuring/spread_windows.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace burin {

namespace {

constexpr std::int64_t blockSide = HeightsTarget::blockSide;
constexpr std::int64_t windowSide = 2048;
constexpr std::int64_t windowCount = 16;
constexpr std::int64_t windowRows = 512;  ///< rows of a window that are read at once
constexpr std::chrono::milliseconds reportEvery{200};
constexpr std::size_t mostBytes = std::size_t{160} << 20U;

std::shared_ptr<const HeightMap> withoutSmallStructures(std::shared_ptr<const HeightMap> heights,
                                                        const MeasuringOptions& options) {
    if (options.shortFilterUm == 0) return heights;
    return std::make_shared<SmoothedHeights>(std::move(heights), options.shortFilterUm / options.pitchUm.x,
                                             options.shortFilterUm / options.pitchUm.y, false);
}

std::shared_ptr<const HeightMap> withoutWaves(std::shared_ptr<const HeightMap> heights,
                                              const MeasuringOptions& options) {
    if (options.longFilterUm == 0) return heights;
    return std::make_shared<SmoothedHeights>(std::move(heights), options.longFilterUm / options.pitchUm.x,
                                             options.longFilterUm / options.pitchUm.y, true);
}

/// How many windows are transformed at once.
int windowsAtOnce(const MeasuringOptions& options) {
    return std::min(options.windowsAtOnce, options.threads);
}

/// How many threads transform one window. More threads would not save much time, and each needs memory.
int threadsInWindow(const MeasuringOptions& options) {
    return std::clamp(options.threads / windowsAtOnce(options), 1, 8);
}

/// How many results of HeightMap::sums() are computed or wait at once; only one if memory is scarce.
int sumsAtOnce(const HeightMap& heights, const MeasuringOptions& options) {
    return options.samplesAtOnce > 1 ? std::min(heights.sumsAtOnce(), 8 * options.threads) : 1;
}

/// Results of HeightMap::sums() that are computed or waiting, for each of sumsAtOnce(). There are two, so
/// that a slow request does not block later ones.
constexpr std::int64_t resultsEach = 2;

int threadsFor(const MeasuringOptions& options, std::size_t bytesEach) {
    const auto most = static_cast<int>(std::max<std::size_t>(1, mostBytes / bytesEach));
    return std::clamp(2 * options.threads, 1, most);
}

/// Measures one set of options.
class Measuring {
  public:
    Measuring(std::shared_ptr<const HeightMap> heights, const MeasuringOptions& options)
        : options_(options), heights_(std::move(heights)) {}

    MeasuredSurface run() {
        heights_ = withoutSmallStructures(heights_, options_);
        takeFormAway();
        heights_ = withoutWaves(heights_, options_);
        out_.histogram = emptyHistogram();
        if (options_.sampleWindows > 0) {
            measureWindows();
        } else {
            measureAll();
        }
        measureTexture();
        measureLine();
        return std::move(out_);
    }

  private:
    [[nodiscard]] SlopeFactors factors() const {
        const double x = options_.fullDepthUm / options_.pitchUm.x;
        const double y = options_.fullDepthUm / options_.pitchUm.y;
        return {x * x, y * y};
    }
    [[nodiscard]] bool somethingTaken() const {
        return options_.form == MeasuringOptions::Form::plane || options_.longFilterUm > 0;
    }
    [[nodiscard]] HeightHistogram emptyHistogram() const {
        return somethingTaken() ? HeightHistogram(-1, 2) : HeightHistogram(0, 1);
    }

    /// An empty histogram from the least to the greatest depth, if the bins of `usual` are too coarse for
    /// them or do not hold all of them: depths may exceed the full depth after a plane or waves are taken
    /// away.
    [[nodiscard]] static std::optional<HeightHistogram> fittingHistogram(const HeightHistogram& usual,
                                                                         const HeightSums& sums) {
        const auto least = static_cast<double>(sums.least);
        const auto greatest = static_cast<double>(sums.greatest);
        const bool coarse = greatest - least < usual.span() / 64;
        // A filter may round past the ends by less than a bin; that does not justify another pass.
        const double bin = usual.binWidth();
        const bool outside = least < usual.lowest() - bin || greatest > usual.lowest() + usual.span() + bin;
        if (least == greatest || (!coarse && !outside)) return {};
        return HeightHistogram(least, greatest - least);
    }

    /// Visits all blocks: `sums(thread, samples of the block and of the row and column after it, block,
    /// more)`, and merges the results.
    template <class Sums, class Visit>
    Sums pass(const Visit& visit) {
        const BlockGroups groups(options_.region, options_.samplesAtOnce);
        const int threads = threadsFor(options_, groups.bytes());
        std::vector<HeightBuffer> buffers(static_cast<std::size_t>(threads));
        RowMajorSum<Sums> sum(groups.columns());
        ProgressReporter reporter(options_.progress, reportEvery, 0, options_.region.area());
        inOrder(
            groups.count(), threads,
            [&](std::int64_t number, int thread) {
                if (options_.stop.stop_requested()) throw Cancelled();
                const BlockGroup group = groups.group(number);
                HeightBuffer& samples = buffers[static_cast<std::size_t>(thread)];
                samples.read(*heights_, group.read);
                std::vector<Sums> sums;
                for (std::int64_t y = group.blocks.y; y < group.blocks.bottom(); ++y) {
                    for (std::int64_t x = group.blocks.x; x < group.blocks.right(); ++x) {
                        const Rect block = groups.block(x, y);
                        const Rect read =
                            intersection({block.x, block.y, block.width + 1, block.height + 1}, group.read);
                        sums.push_back(visit(thread, samples.part(read), block,
                                             Size{read.width - block.width, read.height - block.height}));
                    }
                }
                return sums;
            },
            [&](std::int64_t number, const std::vector<Sums>& sums) {
                const BlockGroup group = groups.group(number);
                sum.put(group.blocks, sums);
                reporter.add(group.area.area(), 0);
            });
        reporter.conclude(Progress::State::done, {});
        return sum.total();
    }

    void takeFormAway() {
        if (options_.form != MeasuringOptions::Form::plane) return;
        const PlaneSums sums = options_.sampleWindows > 0 ? planeOfWindows() : planeOfAll();
        heights_ = std::make_shared<LevelledHeights>(heights_, sums.plane(options_.region));
        ++out_.passes;
    }

    [[nodiscard]] PlaneSums planeOfAll() {
        return pass<PlaneSums>([&](int, const ConstSamplesView& samples, const Rect& block, Size) {
            return planeSums(samples, block, options_.region);
        });
    }

    [[nodiscard]] PlaneSums planeOfWindows() const {
        PlaneSums all;
        forEachWindow([&](const HeightBuffer& samples,
                          int) { return planeSums(samples.view(), samples.rect(), options_.region); },
                      [&](const PlaneSums& sums) { all.merge(sums); });
        return all;
    }

    [[nodiscard]] int threadsOfWindows() const { return threadsFor(options_, std::size_t{8} << 20U); }

    /// Reads the windows that are measured instead of the region: `compute(samples, thread)`, whose results
    /// are taken in order.
    template <class Compute, class Take>
    void forEachWindow(const Compute& compute, const Take& take) const {
        const Size size{std::min(blockSide, options_.region.width),
                        std::min(blockSide, options_.region.height)};
        ProgressReporter reporter(options_.progress, reportEvery, 0,
                                  options_.sampleWindows * size.width * size.height);
        inOrder(
            options_.sampleWindows, threadsOfWindows(),
            [&](std::int64_t number, int thread) {
                if (options_.stop.stop_requested()) throw Cancelled();
                const HeightBuffer samples(*heights_, windowAt(options_.region, number + 1, size));
                return compute(samples, thread);
            },
            [&](std::int64_t, const auto& result) {
                take(result);
                reporter.add(size.width * size.height, 0);
            });
        reporter.conclude(Progress::State::done, {});
    }

    /// One histogram for each thread, added at the end.
    class Histograms {
      public:
        Histograms(const MeasuringOptions& options, const HeightHistogram& empty) {
            const BlockGroups groups(options.region, options.samplesAtOnce);
            const int threads = threadsFor(options, groups.bytes());
            histograms_.assign(static_cast<std::size_t>(threads), empty);
            scratch_.assign(static_cast<std::size_t>(threads), HeightHistogram::newScratch());
        }
        void add(int thread, const ConstSamplesView& samples) {
            const auto at = static_cast<std::size_t>(thread);
            histograms_[at].add(samples, scratch_[at]);
        }
        HeightSums sums(int thread, const ConstSamplesView& samples, const Size& size, const Size& more,
                        const SlopeFactors& factors) {
            const auto at = static_cast<std::size_t>(thread);
            return heightSums(samples, size, more, factors, histograms_[at], scratch_[at]);
        }
        [[nodiscard]] HeightHistogram sum() const {
            HeightHistogram all = histograms_.front();
            for (std::size_t i = 1; i < histograms_.size(); ++i)
                all.merge(histograms_[i]);
            return all;
        }

      private:
        std::vector<HeightHistogram> histograms_;
        std::vector<std::vector<std::uint64_t>> scratch_;
    };

    /// One pass over the region. \param[in,out] histogram  empty on entry
    HeightSums sumsOfAll(HeightHistogram& histogram) {
        if (heights_->sumsAtOnce() > 0) return sumsOnDevice(histogram);
        Histograms histograms(options_, histogram);
        HeightSums sums = pass<HeightSums>(
            [&](int thread, const ConstSamplesView& samples, const Rect& block, const Size& more) {
                return histograms.sums(thread, samples, {block.width, block.height}, more, factors());
            });
        histogram = histograms.sum();
        return sums;
    }

    /// The sums if the device that computes the heights also sums them, so that only the results are copied
    /// from it.
    HeightSums sumsOnDevice(HeightHistogram& histogram) {
        const BlockGroups groups(options_.region, heights_->summedSamples());
        RowMajorSum<HeightSums> sum(groups.columns());
        ProgressReporter reporter(options_.progress, reportEvery, 0, options_.region.area());
        HeightsTarget target;
        target.factors = factors();
        target.lowest = histogram.lowest();
        target.scale = histogram.placesPerDepth();
        inOrder(
            groups.count(), sumsAtOnce(*heights_, options_),
            [&](std::int64_t number, int) {
                if (options_.stop.stop_requested()) throw Cancelled();
                const BlockGroup group = groups.group(number);
                HeightsTarget own = target;
                own.size = {group.area.width, group.area.height};
                return heights_->sums(group.read, own);
            },
            [&](std::int64_t number, const BlockHeights& found) {
                const BlockGroup group = groups.group(number);
                sum.put(group.blocks, found.sums);
                histogram.add(found.bins);
                reporter.add(group.area.area(), 0);
            },
            resultsEach);
        reporter.conclude(Progress::State::done, {});
        return sum.total();
    }

    /// One more pass, for another histogram.
    void countAll(HeightHistogram& histogram) {
        if (heights_->sumsAtOnce() > 0) {
            static_cast<void>(sumsOnDevice(histogram));
            return;
        }
        Histograms histograms(options_, histogram);
        pass<PlaneSums>([&](int thread, const ConstSamplesView& samples, const Rect& block, Size) {
            histograms.add(thread, samples.part(0, 0, block.width, block.height));
            return PlaneSums();
        });
        histogram = histograms.sum();
    }

    void measureAll() {
        const HeightSums sums = sumsOfAll(out_.histogram);
        keep(sums);
        if (auto fitting = fittingHistogram(out_.histogram, sums)) {
            countAll(*fitting);
            out_.histogram = *std::move(fitting);
            ++out_.passes;
        }
        out_.values = valuesOf(sums, out_.histogram);
    }

    void keep(const HeightSums& sums) {
        meanDepth_ = sums.depths.mean;
        deviationUm_ = std::sqrt(sums.depths.second / sums.depths.count) * options_.fullDepthUm;
        out_.least = static_cast<double>(sums.least);
        out_.greatest = static_cast<double>(sums.greatest);
        out_.samples = static_cast<std::int64_t>(sums.depths.count);
    }

    struct WindowResult {
        HeightSums sums;
        HeightHistogram histogram;
        std::vector<MeasuredValue> values;
    };

    void measureWindows() {
        std::vector<std::vector<std::uint64_t>> scratch(static_cast<std::size_t>(threadsOfWindows()),
                                                        HeightHistogram::newScratch());
        HeightSums all;
        std::vector<std::vector<MeasuredValue>> windows;
        forEachWindow(
            [&](const HeightBuffer& samples, int thread) {
                WindowResult result;
                const Size size{samples.rect().width, samples.rect().height};
                result.histogram = emptyHistogram();
                std::vector<std::uint64_t>& mine = scratch[static_cast<std::size_t>(thread)];
                result.sums = heightSums(samples.view(), size, {0, 0}, factors(), result.histogram, mine);
                auto fitting = fittingHistogram(result.histogram, result.sums);
                if (fitting) fitting->add(samples.view(), mine);
                result.values = valuesOf(result.sums, fitting ? *fitting : result.histogram);
                return result;
            },
            [&](const WindowResult& result) {
                all.merge(result.sums);
                out_.histogram.merge(result.histogram);
                windows.push_back(result.values);
            });
        keep(all);
        out_.values = meansOf(windows);
    }

    static std::vector<MeasuredValue> meansOf(const std::vector<std::vector<MeasuredValue>>& windows) {
        std::vector<MeasuredValue> means = windows.front();
        for (std::size_t i = 0; i < means.size(); ++i) {
            HeightMoments moments;
            for (const auto& window : windows) {
                if (window[i].value) moments.merge({1, *window[i].value});
            }
            means[i].value.reset();
            if (moments.count > 0) means[i].value = moments.mean;
            if (moments.count > 1)
                means[i].spread = std::sqrt(moments.second / (moments.count - 1) / moments.count);
        }
        return means;
    }

    [[nodiscard]] std::vector<MeasuredValue> valuesOf(const HeightSums& sums,
                                                      const HeightHistogram& histogram) const {
        const double um = options_.fullDepthUm;
        const HeightMoments& m = sums.depths;
        const double sq = std::sqrt(m.second / m.count);
        std::vector<MeasuredValue> values;
        const auto add = [&](const char* name, const char* unit, std::optional<double> value) {
            values.push_back({name, unit, value});
        };
        add("Sa", "um", histogram.meanDistance(m.mean) * um);
        add("Sq", "um", sq * um);
        const bool flat = sq * um < flatUm;
        // Heights are negative depths, so odd powers change their sign.
        add("Ssk", "", flat ? std::nullopt : std::optional(-m.third / m.count / (sq * sq * sq)));
        add("Sku", "", flat ? std::nullopt : std::optional(m.fourth / m.count / (sq * sq * sq * sq)));
        const double above = (m.mean - static_cast<double>(sums.least)) * um;
        const double below = (static_cast<double>(sums.greatest) - m.mean) * um;
        add("Sp", "um", above);
        add("Sv", "um", below);
        add("Sz", "um", above + below);
        double slopes = 0;
        if (sums.pairsX > 0) slopes += sums.alongX / static_cast<double>(sums.pairsX);
        if (sums.pairsY > 0) slopes += sums.alongY / static_cast<double>(sums.pairsY);
        add("Sdq", "", sums.pairsX + sums.pairsY > 0 ? std::optional(std::sqrt(slopes)) : std::nullopt);
        add("Sdr", "%",
            sums.cells > 0 ? std::optional(100 * sums.excess / 4 / static_cast<double>(sums.cells))
                           : std::nullopt);
        const BearingParameters bearing = bearingParameters(
            BearingCurve(histogram, static_cast<double>(sums.least), static_cast<double>(sums.greatest)));
        add("Sk", "um", bearing.core * um);
        add("Spk", "um", bearing.peaks * um);
        add("Svk", "um", bearing.valleys * um);
        add("Smr1", "%", bearing.peakRatio);
        add("Smr2", "%", bearing.valleyRatio);
        return values;
    }

    /// The heights of a window in um, about the region's mean, as means of 2^level x 2^level samples.
    [[nodiscard]] NumberTable windowHeights(const Rect& window, int level) const {
        const std::int64_t side = std::int64_t{1} << level;
        NumberTable out(window.width / side, window.height / side);
        const double scale = options_.fullDepthUm / static_cast<double>(side * side);
        for (std::int64_t y = 0; y < out.height; y += windowRows / side) {
            const std::int64_t rows = std::min(windowRows, (out.height - y) * side);
            for (std::int64_t left = 0; left < out.width * side; left += windowSide) {
                const std::int64_t columns = std::min(windowSide, out.width * side - left);
                const HeightBuffer samples(*heights_, {window.x + left, window.y + y * side, columns, rows});
                shareOut(rows / side, threadsInWindow(options_), [&](std::int64_t mean, int) {
                    for (std::int64_t row = mean * side; row < (mean + 1) * side; ++row) {
                        for (std::int64_t x = 0; x < columns; ++x)
                            out.at((left + x) >> level, y + mean) -=
                                (static_cast<double>(samples.view().row(row)[x]) - meanDepth_) * scale;
                    }
                });
            }
        }
        return out;
    }

    struct TextureResult {
        NumberTable correlation;
        NumberTable power;
        std::optional<double> shortest;
    };

    void measureTexture() {
        const Rect& region = options_.region;
        std::optional<double> sal;
        std::optional<double> salSpread;
        std::optional<double> str;
        std::optional<double> std;
        if (deviationUm_ >= flatUm) {
            for (int level = 0;; ++level) {
                const std::int64_t side = std::int64_t{1} << level;
                const Size covered{std::min(windowSide * side, region.width / side * side),
                                   std::min(windowSide * side, region.height / side * side)};
                const bool allX = covered.width > region.width - side;
                const bool allY = covered.height > region.height - side;
                Texture texture = textureOf(allX && allY ? 1 : windowCount, covered, level);
                if (level == 0) {
                    out_.spectrum = std::move(texture.spectrum);
                    std = out_.spectrum->direction();
                }
                const bool more = !allX && !allY && level < 3 && texture.correlations.slow();
                if (more) continue;
                const Decay decay = texture.correlations.decay(options_.threads);
                sal = decay.shortest;
                str = decay.aspect;
                salSpread = texture.spread;
                if (level > 0)
                    out_.remarks.push_back({.reason = "Sal and Str are computed from means of %1 x %1 "
                                                      "samples, because the waves are long.",
                                            .details = {std::to_string(side)}});
                break;
            }
            if (str && *str >= 0.5) std.reset();
        }
        out_.values.push_back({"Sal", "um", sal, salSpread});
        out_.values.push_back({"Str", "", str});
        out_.values.push_back({"Std", "deg", std});
        std::optional<double> lay;
        if (std) lay = *std < 90 ? *std + 90 : *std - 90;
        out_.values.push_back({"lay", "deg", lay});
    }

    struct Texture {
        Correlations correlations;
        Spectrum spectrum;
        std::optional<double> spread;  ///< standard deviation of the Sal of single windows
    };

    [[nodiscard]] Texture textureOf(std::int64_t count, const Size& covered, int level) const {
        const auto side = static_cast<double>(std::int64_t{1} << level);
        const Vector pitch{options_.pitchUm.x * side, options_.pitchUm.y * side};
        const Size size{covered.width >> level, covered.height >> level};
        Texture out{
            Correlations(size.width, size.height, pitch), Spectrum(size.width, size.height, pitch), {}};
        HeightMoments single;
        ProgressReporter reporter(count > 1 ? options_.progress : ProgressCallback(), reportEvery, 0,
                                  count * covered.width * covered.height);
        inOrder(
            count, windowsAtOnce(options_),
            [&](std::int64_t number, int) {
                if (options_.stop.stop_requested()) throw Cancelled();
                const Rect window =
                    count == 1 ? options_.region : windowAt(options_.region, number + 1, covered);
                NumberTable heights = windowHeights(window, level);
                TextureResult result;
                result.correlation = PlaneFourier::correlation(
                    heights, out.correlations.mostX(), out.correlations.mostY(), threadsInWindow(options_));
                if (count > 1) {
                    Correlations own(size.width, size.height, pitch);
                    own.add(result.correlation);
                    result.shortest = own.decay(threadsInWindow(options_)).shortest;
                }
                if (level == 0) {
                    Spectrum::taper(heights, threadsInWindow(options_));
                    result.power = PlaneFourier::power(heights, threadsInWindow(options_));
                }
                return result;
            },
            [&](std::int64_t, const TextureResult& result) {
                out.correlations.add(result.correlation);
                if (level == 0) out.spectrum.add(result.power);
                if (result.shortest) single.merge({1, *result.shortest});
                reporter.add(covered.width * covered.height, 0);
            },
            1);
        reporter.conclude(Progress::State::done, {});
        if (single.count > 1) out.spread = std::sqrt(single.second / (single.count - 1));
        return out;
    }

    void measureLine() {
        if (!options_.line) return;
        std::vector<double> heights = depthsAlong(*heights_, *options_.line);
        for (double& height : heights)
            height *= -options_.fullDepthUm;
        const MeasuredLine& line = *options_.line;
        const double length = std::hypot(line.to.x - line.from.x, line.to.y - line.from.y);
        const double step = length > 0 ? std::hypot((line.to.x - line.from.x) * options_.pitchUm.x,
                                                    (line.to.y - line.from.y) * options_.pitchUm.y) /
                                             length
                                       : 0;
        const ProfileParameters found = profileParameters(std::move(heights), step, flatUm);
        out_.values.push_back({"Ra", "um", found.Ra});
        out_.values.push_back({"Rq", "um", found.Rq});
        out_.values.push_back({"Rsk", "", found.Rsk});
        out_.values.push_back({"Rku", "", found.Rku});
        out_.values.push_back({"Rz", "um", found.Rz});
        out_.values.push_back({"RSm", "um", found.RSm});
    }

    const MeasuringOptions& options_;
    std::shared_ptr<const HeightMap> heights_;
    double meanDepth_ = 0;
    double deviationUm_ = 0;
    MeasuredSurface out_;
};

/// The bytes of the largest windows that are transformed at once, and of their sums. Each window holds its
/// heights and the memory of one step at a time: windowHeights(), PlaneFourier::correlation() or
/// PlaneFourier::power().
std::size_t windowBytes(const HeightMap& heights, const MeasuringOptions& options) {
    const Size read{std::min(windowSide, options.region.width), std::min(windowRows, options.region.height)};
    const Size size{std::min(windowSide, options.region.width), std::min(windowSide, options.region.height)};
    const auto bytesOf = [](std::int64_t width, std::int64_t height) {
        return sizeof(double) * static_cast<std::size_t>(width * height);
    };
    const std::int64_t mostX = size.width / 2;  // as in Correlations
    const std::int64_t mostY = size.height / 2;
    const int threads = threadsInWindow(options);
    const Size powers = PlaneFourier::powerSize(size.width, size.height);
    const std::size_t correlation = bytesOf(2 * mostX + 1, mostY + 1);
    const std::size_t correlating =
        PlaneFourier::correlationBytes(size.width, size.height, mostX, mostY, threads);
    const std::size_t transforming = correlation + PlaneFourier::powerBytes(size.width, size.height, threads);
    const std::size_t reading =
        sizeof(float) * static_cast<std::size_t>(read.width * read.height) + heights.readBytes(read);
    return static_cast<std::size_t>(windowsAtOnce(options)) *
               (bytesOf(size.width, size.height) + std::max({correlating, transforming, reading})) +
           correlation + bytesOf(powers.width, powers.height);
}

}  // namespace

FilterRange::FilterRange(const Vector& pitchUm)
    : leastUm(2 * std::max(pitchUm.x, pitchUm.y)), mostUm(4096 * std::min(pitchUm.x, pitchUm.y)) {}

bool FilterRange::contains(double um) const {
    return um >= leastUm * (1 - 1e-9) && um <= mostUm * (1 + 1e-9);
}

MeasuringBytes measuringBytes(const std::shared_ptr<const HeightMap>& heights,
                              const MeasuringOptions& options) {
    auto map = withoutSmallStructures(heights, options);
    if (options.form == MeasuringOptions::Form::plane)
        map = std::make_shared<LevelledHeights>(std::move(map), HeightPlane());
    map = withoutWaves(std::move(map), options);
    const BlockGroups groups(options.region, options.samplesAtOnce);
    const auto threads = static_cast<std::size_t>(threadsFor(options, groups.bytes()));
    // For each thread a histogram of counts and places, the histogram of a finer pass, and its scratch
    // memory.
    constexpr std::size_t tables = 5 * sizeof(std::uint64_t) * HeightHistogram::bins;
    const Size read = groups.largestRead();
    const std::size_t resident = map->residentBytes();
    if (map->sumsAtOnce() > 0 && options.sampleWindows == 0) {
        constexpr std::size_t results =
            static_cast<std::size_t>(resultsEach) * sizeof(FilledBin) * HeightHistogram::bins;
        return {resident + results * static_cast<std::size_t>(sumsAtOnce(*map, options)) + tables,
                resident + windowBytes(*map, options)};
    }
    return {resident + threads * (groups.bytes() + tables + map->readBytes(read)),
            resident + windowBytes(*map, options)};
}

MeasuredSurface measureHeights(std::shared_ptr<const HeightMap> heights, const MeasuringOptions& options) {
    return Measuring(std::move(heights), options).run();
}

}  // namespace burin
