// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engraving/photograph/texture_likeness.hpp"

#include "core/base/cancelled.hpp"
#include "core/engraving/measuring/plane_fourier.hpp"
#include "core/engraving/measuring/texture.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

namespace burin {

namespace {

using Method = ExampleTexture::Method;

constexpr Point places[] = {{0, 0}, {10'007, 20'011}, {-31'013, 5'003}, {70'001, -40'009}};
/// Places where only the depths are measured.
constexpr Point morePlaces[] = {
    {-150'011, -90'007}, {200'003, 120'011}, {-250'013, 310'007}, {410'009, -330'017}};
/// Closer places belong to the same structures.
constexpr double apartPx = 100;
constexpr std::int64_t mostWindowPx = 512;
/// The most windows of a photograph along one axis.
constexpr std::int64_t mostWindows = 8;
/// Fewer periods are too few to tell the power of a surface from chance.
constexpr double periodsOfFirst = 8;

void throwIfStopped(const std::stop_token& stop) {
    if (stop.stop_requested()) throw Cancelled();
}

std::size_t binOf(double depth) {
    return static_cast<std::size_t>(
        std::lround(std::clamp(depth, 0.0, 1.0) * static_cast<double>(DepthShares::depths - 1)));
}

double depthOf(std::size_t bin) {
    return static_cast<double>(bin) / static_cast<double>(DepthShares::depths - 1);
}

/// Starts of windows that cover an axis from end to end, overlapping by half or less.
std::vector<std::int64_t> startsOf(std::int64_t length, std::int64_t window) {
    const std::int64_t room = length - window;
    const std::int64_t gaps = std::min(mostWindows - 1, (2 * room + window - 1) / window);
    if (gaps == 0) return {0};
    std::vector<std::int64_t> starts;
    for (std::int64_t i = 0; i <= gaps; ++i)
        starts.push_back(room * i / gaps);
    return starts;
}

/// The bounds of the rings, in cycles per px.
double ringStart(std::size_t band, std::int64_t windowPx) {
    const double first = periodsOfFirst / static_cast<double>(windowPx);
    return first * std::pow(0.5 / first, static_cast<double>(band) / StructureBands::count);
}

/// The bytes of a table of numbers.
std::size_t bytesOfSquare(std::int64_t side) {
    return sizeof(double) * static_cast<std::size_t>(side * side);
}

/// The numbers of the power of a window whose side is a power of two.
constexpr std::size_t entriesOfPower(std::int64_t windowPx) {
    return static_cast<std::size_t>((windowPx / 2 + 1) * windowPx);
}

/// The bytes of the largest window with its power and the bands of that.
std::size_t bytesOfWindow() {
    return bytesOfSquare(mostWindowPx) + PlaneFourier::powerBytes(mostWindowPx, mostWindowPx) +
           entriesOfPower(mostWindowPx);
}

/// Adds the power spectra of windows up.
class BandSums {
  public:
    explicit BandSums(std::int64_t windowPx) : windowPx_(windowPx), bandOf_(bandsOfPower(windowPx)) {}

    void add(std::span<const float> samples, Size size, double mean, const std::stop_token& stop) {
        for (const std::int64_t top : startsOf(size.height, windowPx_)) {
            for (const std::int64_t left : startsOf(size.width, windowPx_)) {
                throwIfStopped(stop);
                NumberTable heights(windowPx_, windowPx_);
                for (std::int64_t y = 0; y < windowPx_; ++y) {
                    const float* row = samples.data() + (top + y) * size.width + left;
                    for (std::int64_t x = 0; x < windowPx_; ++x)
                        heights.at(x, y) = static_cast<double>(std::clamp(row[x], 0.0F, 1.0F)) - mean;
                }
                Spectrum::taper(heights);
                addPower(PlaneFourier::power(heights));
            }
        }
    }
    [[nodiscard]] StructureBands bands() const {
        StructureBands all;
        all.windowPx = windowPx_;
        for (std::size_t band = 0; band < StructureBands::count; ++band)
            all.power[band] = counts_[band] > 0 ? sums_[band] / counts_[band] : 0;
        return all;
    }

  private:
    static constexpr std::uint8_t none = StructureBands::count;

    /// The band of each entry of a power spectrum, or `none`.
    static std::vector<std::uint8_t> bandsOfPower(std::int64_t windowPx) {
        const double perBand = std::log(ringStart(1, windowPx) / ringStart(0, windowPx));
        const double first = ringStart(0, windowPx);
        std::vector<std::uint8_t> bands;
        bands.reserve(entriesOfPower(windowPx));
        for (std::int64_t y = 0; y < windowPx; ++y) {
            const auto down = static_cast<double>(2 * y > windowPx ? y - windowPx : y);
            for (std::int64_t x = 0; x <= windowPx / 2; ++x) {
                const double frequency =
                    std::hypot(static_cast<double>(x), down) / static_cast<double>(windowPx);
                const auto band = std::min<double>(StructureBands::count - 1,
                                                   std::floor(std::log(frequency / first) / perBand));
                const bool counts = frequency >= first && frequency < 0.5;
                bands.push_back(counts ? static_cast<std::uint8_t>(band) : none);
            }
        }
        return bands;
    }

    void addPower(const NumberTable& power) {
        for (std::size_t i = 0; i < bandOf_.size(); ++i) {
            if (bandOf_[i] == none) continue;
            sums_[bandOf_[i]] += power.values[i];
            counts_[bandOf_[i]] += 1;
        }
    }

    std::int64_t windowPx_;
    std::vector<std::uint8_t> bandOf_;
    std::array<double, StructureBands::count> sums_{};
    std::array<double, StructureBands::count> counts_{};
};

/// The largest correlation of places that are far apart.
/// \param sums  of squares with that side, with lags up to half a square
FarCorrelation farthestOf(const NumberTable& sums, std::int64_t side) {
    const std::int64_t most = side / 2;
    const double none = sums.at(most, 0) / static_cast<double>(side * side);
    FarCorrelation found;
    if (none <= 0) return found;
    for (std::int64_t y = 0; y < sums.height; ++y) {
        for (std::int64_t x = -most; x <= most; ++x) {
            const double apart = std::hypot(static_cast<double>(x), static_cast<double>(y));
            if (apart < apartPx) continue;
            const auto overlap = static_cast<double>((side - std::abs(x)) * (side - y));
            const double correlation = std::abs(sums.at(x + most, y)) / overlap / none;
            if (correlation > found.most) found = {correlation, apart};
        }
    }
    return found;
}

}  // namespace

void DepthShares::add(std::span<const float> samples) {
    for (const float sample : samples)
        ++counts_[binOf(static_cast<double>(sample))];
}

double DepthShares::mean() const {
    double sum = 0;
    double count = 0;
    for (std::size_t bin = 0; bin < depths; ++bin) {
        sum += static_cast<double>(counts_[bin]) * depthOf(bin);
        count += static_cast<double>(counts_[bin]);
    }
    return count > 0 ? sum / count : 0;
}

double DepthShares::spread() const {
    const double middle = mean();
    double squares = 0;
    double count = 0;
    for (std::size_t bin = 0; bin < depths; ++bin) {
        const double off = depthOf(bin) - middle;
        squares += static_cast<double>(counts_[bin]) * off * off;
        count += static_cast<double>(counts_[bin]);
    }
    return count > 0 ? std::sqrt(squares / count) : 0;
}

DepthShares DepthShares::toned(double mean, double contrast) const {
    DepthShares toned;
    for (std::size_t bin = 0; bin < depths; ++bin) {
        if (counts_[bin] > 0) toned.counts_[binOf(mean + contrast * (depthOf(bin) - mean))] += counts_[bin];
    }
    return toned;
}

double DepthShares::difference(const DepthShares& other) const {
    const auto all = [](const std::vector<std::uint64_t>& counts) {
        double sum = 0;
        for (const std::uint64_t count : counts)
            sum += static_cast<double>(count);
        return std::max(1.0, sum);
    };
    const double here = all(counts_);
    const double there = all(other.counts_);
    double most = 0;
    double apart = 0;
    for (std::size_t bin = 0; bin < depths; ++bin) {
        apart += static_cast<double>(counts_[bin]) / here - static_cast<double>(other.counts_[bin]) / there;
        most = std::max(most, std::abs(apart));
    }
    return most;
}

double StructureBands::sizePx(std::size_t band) const {
    return 0.5 / std::sqrt(ringStart(band, windowPx) * ringStart(band + 1, windowPx));
}

std::size_t PhotographMeasures::bytes() {
    return DepthShares::bytes() + bytesOfWindow();
}

PhotographMeasures PhotographMeasures::of(std::span<const float> samples, Size size,
                                          const std::stop_token& stop) {
    PhotographMeasures all;
    all.shares.add(samples);
    all.mean = all.shares.mean();
    all.spread = all.shares.spread();
    const auto shorter = static_cast<std::uint64_t>(std::min(size.width, size.height));
    BandSums bands(std::min(mostWindowPx, static_cast<std::int64_t>(std::bit_floor(shorter))));
    bands.add(samples, size, all.mean, stop);
    all.bands = bands.bands();
    return all;
}

double LikenessMiss::excess() const {
    if (bound != LikenessBound::seams) return std::abs(value) / limit;
    return std::max(0.0, value - 1) / (limit - 1);
}

std::vector<LikenessMiss> TextureLikeness::compared() const {
    if (method == Method::cut) {
        return {{LikenessBound::depths, depths, 0.05},
                {LikenessBound::repeat, repeat, 0.25, repeatPx},
                {LikenessBound::seams, seams, 1.3}};
    }
    return {{LikenessBound::spread, spread - 1, 0.02},
            {LikenessBound::depths, depths, 0.05},
            {LikenessBound::structures, structuresDb, 1.5, structurePx},
            {LikenessBound::repeat, repeat, 0.1, repeatPx}};
}

std::vector<LikenessMiss> TextureLikeness::misses() const {
    std::vector<LikenessMiss> all = compared();
    std::erase_if(all, [](const LikenessMiss& one) { return one.excess() <= 1; });
    std::stable_sort(all.begin(), all.end(),
                     [](const LikenessMiss& a, const LikenessMiss& b) { return a.excess() > b.excess(); });
    return all;
}

double TextureLikeness::worst() const {
    double most = 0;
    for (const LikenessMiss& one : compared())
        most = std::max(most, one.excess());
    return most;
}

/// Places of textures of photographs differ by half of the limit of the spread, and by a tenth of the others.
double TextureLikeness::risk() const {
    constexpr double ofSpread = 0.4;
    constexpr double ofOthers = 0.85;
    double most = 0;
    for (const LikenessMiss& one : compared())
        most = std::max(most, one.excess() / (one.bound == LikenessBound::spread ? ofSpread : ofOthers));
    return most;
}

std::size_t TextureMeasures::bytesKept() {
    return std::size(places) * sizeof(float) * static_cast<std::size_t>(usualSidePx * usualSidePx) +
           DepthShares::bytes();
}

/// Either the numbers of the windows of a place are compared, or a place is transformed.
std::size_t TextureMeasures::bytesAtWork() {
    constexpr std::int64_t most = usualSidePx / 2;
    const std::size_t windows = sizeof(float) * static_cast<std::size_t>(usualSidePx * usualSidePx);
    const std::size_t sums = sizeof(double) * static_cast<std::size_t>((2 * most + 1) * (most + 1));
    const std::size_t repeat = sums + bytesOfSquare(usualSidePx) +
                               PlaneFourier::correlationBytes(usualSidePx, usualSidePx, most, most);
    return DepthShares::bytes() + std::max({windows, bytesOfWindow(), repeat});
}

TextureMeasures::TextureMeasures(const ExampleTexture& texture, std::stop_token stop, std::int64_t sidePx)
    : method_(texture.parameters.method), sidePx_(sidePx), stop_(std::move(stop)) {
    texture.prepare(stop_);
    mean_ = static_cast<double>(texture.tone().mean);
    const auto areaAt = [this](Point at) { return Rect{at.x, at.y, sidePx_, sidePx_}; };
    const auto samplesOf = [&](const Rect& area) {
        throwIfStopped(stop_);
        std::vector<float> samples(static_cast<std::size_t>(area.area()));
        texture.begin({}, area, {samples.data(), sidePx_, sidePx_, sidePx_});
        shares_.add(samples);
        return samples;
    };
    for (const Point& at : morePlaces)
        static_cast<void>(samplesOf(areaAt(at)));
    for (const Point& at : places) {
        const Rect area = areaAt(at);
        std::vector<float> samples = samplesOf(area);
        if (method_ == Method::cut) {
            std::vector<float> windows(samples.size());
            texture.windowsOf(area, {windows.data(), sidePx_, sidePx_, sidePx_});
            measureSeams(samples, windows);
        }
        places_.push_back(std::move(samples));
    }
}

void TextureMeasures::measureSeams(std::span<const float> samples, std::span<const float> windows) {
    const auto count = [&](std::size_t from, std::size_t to) {
        const auto step = static_cast<double>(std::abs(samples[to] - samples[from]));
        if (windows[from] == windows[to]) {
            elsewhereSum_ += step;
            elsewhereCount_ += 1;
        } else {
            acrossSum_ += step;
            acrossCount_ += 1;
        }
    };
    const auto side = static_cast<std::size_t>(sidePx_);
    for (std::size_t y = 0; y + 1 < side; ++y) {
        for (std::size_t x = 0; x + 1 < side; ++x) {
            count(y * side + x, y * side + x + 1);
            count(y * side + x, y * side + x + side);
        }
    }
}

void TextureMeasures::measureStructures(std::int64_t windowPx) {
    BandSums bands(windowPx);
    for (const std::vector<float>& samples : places_)
        bands.add(samples, {sidePx_, sidePx_}, shares_.mean(), stop_);
    bands_ = bands.bands();
}

void TextureMeasures::measureRepeat() {
    const double middle = shares_.mean();
    NumberTable sums(sidePx_ + 1, sidePx_ / 2 + 1);
    FarCorrelation most;
    for (const std::vector<float>& samples : places_) {
        throwIfStopped(stop_);
        NumberTable heights(sidePx_, sidePx_);
        for (std::size_t i = 0; i < samples.size(); ++i)
            heights.values[i] = static_cast<double>(samples[i]) - middle;
        const NumberTable one = PlaneFourier::correlation(heights, sidePx_ / 2, sidePx_ / 2);
        sums.add(one);
        if (method_ == Method::blend) continue;
        // A cut repeats whole windows, which is seen at a single place.
        const FarCorrelation here = farthestOf(one, sidePx_);
        if (here.most > most.most) most = here;
    }
    repeat_ = method_ == Method::blend ? farthestOf(sums, sidePx_) : most;
    places_ = {};
}

TextureLikeness TextureMeasures::compare(const PhotographMeasures& photograph, double contrast,
                                         bool everything) {
    TextureLikeness like;
    like.method = method_;
    const DepthShares toned = contrast == 1 ? shares_ : shares_.toned(mean_, contrast);
    like.spread = photograph.spread > 0 ? toned.spread() / photograph.spread : 1;
    like.depths = toned.difference(photograph.shares);
    if (elsewhereSum_ > 0 && acrossCount_ > 0)
        like.seams = acrossSum_ / acrossCount_ / (elsewhereSum_ / elsewhereCount_);
    if (method_ == Method::blend) {
        if (!bands_ && (everything || like.worst() <= 1)) measureStructures(photograph.bands.windowPx);
        if (bands_) addStructures(photograph, contrast, like);
    }
    if (!repeat_ && (everything || like.worst() <= 1)) measureRepeat();
    if (!repeat_) return like;
    like.repeat = repeat_->most;
    like.repeatPx = repeat_->px;
    like.everything = true;
    return like;
}

void TextureMeasures::addStructures(const PhotographMeasures& photograph, double contrast,
                                    TextureLikeness& like) const {
    for (std::size_t band = 0; band < StructureBands::count; ++band) {
        const double wanted = photograph.bands.power[band];
        const double found = contrast * contrast * bands_->power[band];
        if (wanted <= 0 || found <= 0) continue;
        const double db = 10 * std::log10(found / wanted);
        if (std::abs(db) <= std::abs(like.structuresDb)) continue;
        like.structuresDb = db;
        like.structurePx = bands_->sizePx(band);
    }
}

}  // namespace burin
