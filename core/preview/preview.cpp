// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/preview/preview.hpp"

#include "core/preview/cell_pictures.hpp"
#include "core/preview/even_texture.hpp"
#include "core/preview/fill_means.hpp"
#include "core/preview/picture_ground.hpp"
#include "core/preview/preview_means.hpp"
#include "core/preview/preview_spread.hpp"
#include "core/preview/sample_time.hpp"
#include "core/preview/usual_level.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

namespace burin {

namespace {

using Clock = std::chrono::steady_clock;

constexpr int samplesAtFirst = 8;
/// The number of samples in a block if even the coarsest blocks would take too long. A single sample would
/// not show a block's noise.
constexpr int leastAtFirst = 2;
/// The fewest samples of a first picture as a whole.
constexpr std::int64_t fewestSamples = 4096;
/// A picture of more samples is never averaged completely: it would take too long.
constexpr double mostAveraged = 1e11;
/// The most samples that a sampler prepares: 256 MiB of them.
constexpr double mostPrepared = 0x1p26;
/// How long averaging runs before the remaining picture is divided into new requests by their measured cost,
/// in seconds of one thread.
constexpr double firstSlice = 0.05;
/// How many levels coarser the blocks of a first picture may be, if it would otherwise take too long.
constexpr int coarsestFirst = 4;
/// The same if samples are so expensive that even the fewest in such blocks would take too long: a block then
/// covers about a tile of the viewport.
constexpr int coarsestEver = 8;
/// A refinement may spend this long on halving blocks that are coarser than `coarsestFirst`, in seconds, even
/// if its patience is over: such blocks show next to nothing.
constexpr double longestHalving = 10;

double countOf(const Rect& samples) {
    return static_cast<double>(samples.width) * static_cast<double>(samples.height);
}

/// Keeps the exact rows of `before` in a rougher picture of the same area.
void keepRows(Picture& picture, const Picture& before) {
    std::copy_n(before.values.begin(), before.exactRows * before.area.width, picture.values.begin());
    setExactRows(picture, before.exactRows, picture.samplesEach);
    picture.averagedSeconds = before.averagedSeconds;
    picture.givenUp = before.givenUp;
}

/// A value that is computed once, by the first caller; other callers wait for it. If that fails, the next
/// caller tries again.
template <class T>
class Once {
  public:
    template <class Make>
    const T& value(Make make) {
        const std::lock_guard lock(mutex_);
        if (!value_) value_.emplace(make());
        return *value_;
    }

    /// The value if it has been computed.
    [[nodiscard]] std::optional<T> known() {
        const std::lock_guard lock(mutex_);
        return value_;
    }

  private:
    std::mutex mutex_;
    std::optional<T> value_;
};

}  // namespace

Rect blocksCovering(const Rect& samples, int level) {
    const std::int64_t side = std::int64_t{1} << level;
    const std::int64_t x = floorDiv(samples.x, side);
    const std::int64_t y = floorDiv(samples.y, side);
    return {x, y, floorDiv(samples.right() - 1, side) + 1 - x, floorDiv(samples.bottom() - 1, side) + 1 - y};
}

int levelFitting(const Rect& samples, std::int64_t side) {
    int level = 0;
    while (level < 31) {
        const Rect blocks = blocksCovering(samples, level);
        if (blocks.width <= side && blocks.height <= side) break;
        ++level;
    }
    return level;
}

class PreviewSource::Shared {
  public:
    Shared(Backend& backend, MemoryBudget& budget, std::shared_ptr<const Graph> graph,
           std::shared_ptr<const Graph> provisional, std::stop_token stop, PreviewClocks clocks)
        : backend_(backend),
          budget_(budget),
          graph_(std::move(graph)),
          first_(provisional ? std::move(provisional) : graph_),
          whole_(first_),
          ground_(PictureGround::of(*graph_)),
          around_(ground_ ? ground_->graph : nullptr),
          fills_(FillMeans::of(*graph_)),
          even_(EvenTexture::of(*first_)),
          stop_(std::move(stop)),
          clocks_(complete(std::move(clocks))),
          averaged_(*graph_) {}

    [[nodiscard]] const std::shared_ptr<const Graph>& graph() const { return graph_; }
    [[nodiscard]] const std::stop_token& stop() const { return stop_; }
    Picture render(const PreviewPart& part);
    std::optional<Picture> sketch(const PreviewPart& part);
    double secondsFor(const PreviewPart& part);
    [[nodiscard]] double foretold(double samples) const;
    std::vector<float> samplesAt(std::span<const Point> places);

  private:
    /// The table is null if it does not fit the budget.
    struct Sums {
        Reservation reserved;
        std::unique_ptr<const CellSums> table;
    };
    /// A graph that repeats, or null, and the sums of its cell.
    struct Repeating {
        explicit Repeating(std::shared_ptr<const Graph> made)
            : graph(std::move(made)), period(graph ? surfacePeriod(*graph) : std::nullopt) {}
        [[nodiscard]] double cellSamples() const { return countOf(period->cell()); }
        const std::shared_ptr<const Graph> graph;
        const std::optional<Lattice> period;
        Once<std::shared_ptr<const Sums>> sums;
        std::atomic<bool> summed = false;
        std::mutex mutex;                         ///< guards hurriedSums; held while they are computed
        std::shared_ptr<const Sums> hurriedSums;  ///< of hurried pictures, until `sums` are made
    };
    struct Samples {
        Sampler sampler;
        SampleTime each;
    };
    [[nodiscard]] Rect thingsIn(const PreviewPart& part) const;
    [[nodiscard]] bool repeatsAround(const PreviewPart& part) const;
    [[nodiscard]] double samplesIn(const PreviewPart& part) const;
    [[nodiscard]] Rect measured(const PreviewPart& part) const;
    Sums sumCell(const Repeating& repeating, const PreviewPart& part);
    std::shared_ptr<const Sums> sumsOf(Repeating& repeating, const PreviewPart& part);
    std::shared_ptr<const Sums> sums(const PreviewPart& part);
    std::shared_ptr<const Samples> samples(const PreviewPart& part, double within);
    double secondsOfSamples(const PreviewPart& part);
    double secondsToAverage(const PreviewPart& part);
    [[nodiscard]] bool samplesFirst(const PreviewPart& part);
    [[nodiscard]] bool averages(const PreviewPart& part, double longest);
    Picture average(const PreviewPart& part, double longest);
    std::optional<Picture> sampled(const PreviewPart& part, double toAverage,
                                   const std::function<bool()>& timeLeft);
    Reservation memoryFor(const PreviewPart& part);

    Backend& backend_;
    MemoryBudget& budget_;
    const std::shared_ptr<const Graph> graph_;
    const std::shared_ptr<const Graph> first_;  ///< graph for first pictures
    Repeating whole_;                           ///< sums of first_
    const std::optional<PictureGround> ground_;
    Repeating around_;  ///< sums of ground_
    const std::optional<FillMeans> fills_;
    const std::optional<EvenTexture> even_;
    const std::stop_token stop_;
    const PreviewClocks clocks_;
    std::mutex mutex_;                           ///< guards the members below; held while they are computed
    std::shared_ptr<const Samples> samples_[2];  ///< with the texture itself, and with its mean
    Once<float> mean_;
    Once<std::unique_ptr<const Sampler>> exactly_;
    Once<std::unique_ptr<SampleCost>> probed_;             ///< cost of a few samples
    std::atomic<const SampleCost*> probedCost_ = nullptr;  ///< points to `probed_` once that is known
    SampleCost averaged_;                                  ///< cost of all samples that were averaged
};

Rect PreviewSource::Shared::thingsIn(const PreviewPart& part) const {
    return intersection(ground_->things, samplesOf(part.area, part.level));
}

/// Whether the surroundings of the things are taken from sums, because the cell is small compared with them.
/// At level 0 that would save little, and sums are rounded.
bool PreviewSource::Shared::repeatsAround(const PreviewPart& part) const {
    if (!around_.period || part.level == 0) return false;
    const Rect all = graph_->top().extent.clip(samplesOf(part.area, part.level));
    return countOf(all) - countOf(thingsIn(part)) >= 2 * around_.cellSamples();
}

/// How many samples averaging computes.
double PreviewSource::Shared::samplesIn(const PreviewPart& part) const {
    return countOf(repeatsAround(part) ? thingsIn(part) : samplesOf(part.area, part.level));
}

/// The part whose samples cost about as much as the samples that averaging computes.
Rect PreviewSource::Shared::measured(const PreviewPart& part) const {
    if (!repeatsAround(part)) return graph_->top().extent.clip(samplesOf(part.area, part.level));
    const Rect things = thingsIn(part);
    return things.empty() ? ground_->things : things;
}

PreviewSource::Shared::Sums PreviewSource::Shared::sumCell(const Repeating& repeating,
                                                           const PreviewPart& part) {
    const auto count = static_cast<std::size_t>(repeating.cellSamples());
    const auto table = static_cast<std::size_t>(CellSums::summedCell(*repeating.period).cell().area());
    const std::size_t tableBytes = table * sizeof(double);
    Reservation reserved = budget_.tryReserve(count * sizeof(float) + tableBytes, Holder::samples);
    if (!reserved) return {};
    const auto samples = cellSamples(backend_, *repeating.graph, *repeating.period, part, stop_);
    return {reserved.split(tableBytes), std::make_unique<CellSums>(*repeating.period, samples.get())};
}

/// The sums of one cell; null if it does not repeat, or if the sums do not fit the budget. Exact pictures
/// need other sums than hurried ones.
std::shared_ptr<const PreviewSource::Shared::Sums> PreviewSource::Shared::sumsOf(Repeating& repeating,
                                                                                 const PreviewPart& part) {
    if (!repeating.period) return nullptr;
    std::shared_ptr<const Sums> sums;
    const auto make = [&] { return std::make_shared<const Sums>(sumCell(repeating, part)); };
    if (part.hurried && !repeating.summed) {
        const std::lock_guard lock(repeating.mutex);
        if (!repeating.hurriedSums) repeating.hurriedSums = make();
        sums = repeating.hurriedSums;
    } else {
        {
            const std::lock_guard lock(repeating.mutex);
            repeating.hurriedSums.reset();  // they would take the room of the others
        }
        sums = repeating.sums.value(make);
        repeating.summed = true;
    }
    return sums->table ? sums : nullptr;
}

/// The sums of the whole surface; also null if the part itself has fewer samples.
std::shared_ptr<const PreviewSource::Shared::Sums> PreviewSource::Shared::sums(const PreviewPart& part) {
    if (!whole_.period) return nullptr;
    if (!whole_.summed && whole_.cellSamples() > samplesIn(part)) return nullptr;
    return sumsOf(whole_, part);
}

/// Provides a sampler. If a part has little time, a sampler that has prepared less is used; a part with more
/// time makes a new one. \param within  seconds of one thread
std::shared_ptr<const PreviewSource::Shared::Samples> PreviewSource::Shared::samples(const PreviewPart& part,
                                                                                     double within) {
    const std::lock_guard lock(mutex_);
    const double most =
        std::isinf(within)
            ? mostPrepared
            : std::min(mostPrepared,
                       within / std::max(1e-12, secondsOfSamples(part) / std::max(1.0, samplesIn(part))));
    const bool calm = even_ && std::exp2(part.level) >= even_->from;
    std::shared_ptr<const Samples>& samples = samples_[calm ? 1 : 0];
    if (samples && samples->sampler.leftOut() > 0 && samples->sampler.leftOut() <= most) samples = nullptr;
    if (!samples) {
        std::optional<Sampler::Even> even;
        if (calm) even = {even_->node, mean_.value([&] { return even_->meanIn(*first_, stop_); })};
        auto made = std::make_shared<Samples>(
            Samples{Sampler(backend_, budget_, first_, stop_, most, even, part.hurried), {}});
        const auto time = std::min({part.firstWithin.count() / 4, 0.02, within / 8});
        made->each = timeToSample(made->sampler, *first_, part, clocks_, time);
        samples = std::move(made);
    }
    return samples;
}

/// Seconds that one thread probably needs for all samples of the part.
double PreviewSource::Shared::secondsOfSamples(const PreviewPart& part) {
    if (averaged_.known()) return averaged_.foretold(samplesIn(part));
    const auto& probed = probed_.value([&] {
        auto cost = std::make_unique<SampleCost>(*graph_);
        measureSamples(backend_, graph_, measured(part), part, *cost);
        return cost;
    });
    probedCost_ = probed.get();
    return probed->foretold(samplesIn(part));
}

double PreviewSource::Shared::foretold(double samples) const {
    if (averaged_.known()) return averaged_.foretold(samples);
    const SampleCost* const probed = probedCost_;
    return probed == nullptr ? 0 : probed->foretold(samples);
}

/// Seconds to average every sample on one thread; infinite if that is too long to wait for.
double PreviewSource::Shared::secondsToAverage(const PreviewPart& part) {
    return samplesIn(part) < mostAveraged ? secondsOfSamples(part) : std::numeric_limits<double>::infinity();
}

/// Whether a refinement takes samples before it averages. It does so if its picture has few samples and
/// averaging would probably take longer than the patience allows.
bool PreviewSource::Shared::samplesFirst(const PreviewPart& part) {
    return part.before && samplesOfRest(*part.before) < samplesAtFirst &&
           secondsOfSamples(part) > part.patience.count();
}

/// Whether to begin averaging. If there is time to refine, the attempt itself decides, not the estimate.
bool PreviewSource::Shared::averages(const PreviewPart& part, double longest) {
    if (samplesIn(part) >= mostAveraged || (part.before && part.before->givenUp)) return false;
    const double probably = secondsOfSamples(part);
    return part.patience.count() > 0 || probably <= longest;
}

/// Averages for PreviewPart::averageFor, in slices that grow while the cost of samples is only an estimate.
/// \param longest  time for the whole picture, in seconds of one thread
Picture PreviewSource::Shared::average(const PreviewPart& part, double longest) {
    // The cost of a few samples says little about the cost of many, because each also needs its surroundings.
    constexpr double fewest = 0x1p16;
    PreviewPart slice = part;
    if (!part.before) slice.improved = nullptr;
    double most = averaged_.known() || part.hurried || std::isinf(longest)
                      ? std::numeric_limits<double>::infinity()
                      : firstSlice;
    const double spentBefore = part.before ? part.before->averagedSeconds : 0;
    double spent = 0;
    const auto around = repeatsAround(part) ? sumsOf(around_, part) : nullptr;
    std::optional<Picture> begun;
    while (true) {
        slice.averageFor = std::chrono::duration<double>(std::min(part.averageFor.count() - spent, most));
        Averaging how;
        how.total = samplesIn(part) < fewest ? nullptr : &averaged_;
        how.secondsEach = foretold(samplesIn(part)) / std::max(1.0, samplesIn(part));
        how.longest = longest;
        if (around) {
            how.around = around->table.get();
            how.things = ground_->things;
        }
        Picture picture = averaged(backend_, graph_, slice, how, std::move(begun));
        spent = picture.averagedSeconds - spentBefore;
        if (picture.exact || picture.givenUp || part.hurried || spent >= part.averageFor.count())
            return picture;
        begun = std::move(picture);
        most *= 4;
    }
}

/// Takes more and finer samples until the time is up, or the allowed share of averaging all samples is spent.
/// \param toAverage  seconds that one thread needs for every sample
/// \return nothing if averaging all samples is as fast, or if the share is too small for any picture
std::optional<Picture> PreviewSource::Shared::sampled(const PreviewPart& part, double toAverage,
                                                      const std::function<bool()>& timeLeft) {
    const double share = std::isinf(part.mostShare) ? part.mostShare : part.mostShare * toAverage;
    const double most = share / rowsAtOnce();  // because all threads sample
    const auto from = samples(part, share / 2);
    // A picture of few pixels can afford more samples of each.
    int atFirst = static_cast<int>(std::max<std::int64_t>(samplesAtFirst, fewestSamples / part.area.area()));
    const auto firstSamples = [&](int coarser) {
        return atFirst * static_cast<double>(part.area.area()) / std::exp2(2.0 * coarser);
    };
    // Costs are compared as processor time. On a busy computer, by elapsed time, rough pictures would seem
    // expensive, and the exact ones that replaced them would take even longer.
    int coarser = 0;
    const auto isSlow = [&] { return firstSamples(coarser) * from->each.elapsed > part.firstWithin.count(); };
    while (coarser < coarsestFirst && (isSlow() || firstSamples(coarser) * from->each.processor > most))
        ++coarser;
    while (atFirst > leastAtFirst && isSlow())
        atFirst /= 2;
    const double cost = firstSamples(coarser) * from->each.processor;
    if (cost > most) return {};
    if (toAverage <= std::max(part.firstWithin.count(), cost)) return {};
    while (coarser < coarsestEver && isSlow())
        ++coarser;
    // A refinement begins with the first blocks that show more than its picture.
    while (part.before && coarser > 0 && atFirst / std::exp2(2.0 * coarser) <= samplesOfRest(*part.before))
        --coarser;
    auto spread = std::make_unique<Spread>(from->sampler, *first_, part, coarser, clocks_.processor);
    double spentBefore = 0;
    const auto affordable = [&] {
        return !part.stop.stop_requested() && spentBefore + spread->seconds() < share;
    };
    const auto goesOn = [&] { return timeLeft() && affordable(); };
    const auto until = Clock::now() + std::chrono::duration<double>(longestHalving);
    const auto halves = [&] {
        const bool longer = coarser >= coarsestFirst && Clock::now() < until;
        return longer ? affordable() : goesOn();
    };
    // The measured rate may be far off, so the clock decides.
    const bool there = part.before ? spread->add(atFirst, halves) : spread->add(atFirst, affordable);
    if (part.stop.stop_requested()) throw Cancelled();
    if (!there) return {};
    Picture best = spread->picture();
    for (int count = atFirst; goesOn(); count *= 2) {
        if (part.improved) part.improved(best);
        if (spread->coarser() > 0) {
            spentBefore += spread->seconds();
            spread = std::make_unique<Spread>(from->sampler, *first_, part, spread->coarser() - 1,
                                              clocks_.processor);
            count = atFirst;
        }
        if (!spread->add(count, goesOn)) break;
        best = spread->picture();
    }
    return best;
}

Reservation PreviewSource::Shared::memoryFor(const PreviewPart& part) {
    const auto count = static_cast<std::size_t>(part.area.area());
    return budget_.reserve(count * pictureBytesAPixel, "the picture", part.stop);
}

Picture PreviewSource::Shared::render(const PreviewPart& part) {
    constexpr double unlimited = std::numeric_limits<double>::infinity();
    const auto deadline = Clock::now() + std::chrono::duration_cast<Clock::duration>(part.patience);
    const Reservation reserved = memoryFor(part);
    const bool all = part.level == 0 || (1 << (2 * std::min(part.level, 12))) <= samplesAtFirst;
    const bool unasked = part.firstWithin >= PreviewPart().firstWithin && !part.before;
    const bool fits = samplesIn(part) <= backend_.samplesAtOnce();
    if (all || (fits && unasked)) return average(part, unlimited);
    std::optional<Picture> best;
    const bool quick = fits && secondsToAverage(part) <= part.firstWithin.count();
    if (fills_ && !quick) {
        best = fills_->picture(part);
    } else if (const auto cell = quick ? nullptr : sums(part)) {
        best = summed(*cell->table, *first_, part);
    }
    if (best) {
        if (std::exchange(best->exact, best->exact && !part.hurried)) return *best;
        if (part.improved && !part.before) part.improved(*best);
    }
    PreviewPart exactly = part;
    if (best && !part.before) exactly.before = std::make_shared<const Picture>(*best);
    const std::chrono::duration<double> left = deadline - Clock::now();
    const double longest = std::max({left, part.exactWithin, part.firstWithin}).count();
    const auto timeLeft = [&] { return !part.stop.stop_requested() && Clock::now() < deadline; };
    PreviewPart rough = part;
    if (part.improved) {
        rough.improved = [&](Picture picture) {
            if (exactly.before) keepRows(picture, *exactly.before);
            part.improved(picture);
        };
    }
    const bool few = !best && samplesFirst(part);
    if (few) best = sampled(rough, secondsToAverage(part), timeLeft);
    const bool sampledMore = few && best && best->samplesEach > samplesOfRest(*part.before);
    if (!sampledMore && averages(part, longest)) {
        Picture picture = average(exactly, longest);
        if (picture.exact || part.hurried || (exactly.before && !picture.givenUp)) return picture;
        exactly.before = std::make_shared<const Picture>(std::move(picture));
    }
    if (!best) best = sampled(rough, secondsToAverage(part), timeLeft);
    if (!best && !part.before) return average(exactly, unlimited);
    if (!best || (part.before && best->samplesEach <= samplesOfRest(*part.before))) {
        best = *exactly.before;
    } else if (exactly.before) {
        keepRows(*best, *exactly.before);
    }
    best->givenUp = best->givenUp || samplesIn(part) >= mostAveraged;
    return *best;
}

std::optional<Picture> PreviewSource::Shared::sketch(const PreviewPart& part) {
    const Reservation reserved = memoryFor(part);
    if (fills_ && part.level > 0) return fills_->picture(part);
    if (const auto cell = sums(part)) return summed(*cell->table, *first_, part);
    return sampled(part, secondsToAverage(part), [] { return false; });
}

double PreviewSource::Shared::secondsFor(const PreviewPart& part) {
    if (fills_ && fills_->alwaysExact() && part.level > 0) return 0;
    if (!first_->top().provisional && sums(part) != nullptr) return secondsToSum(*whole_.period, part);
    const double around = repeatsAround(part) ? secondsToSum(*around_.period, part) : 0;
    return around + secondsToAverage(part);
}

std::vector<float> PreviewSource::Shared::samplesAt(std::span<const Point> places) {
    const Sampler& sampler = *exactly_.value(
        [&] { return std::make_unique<const Sampler>(backend_, budget_, graph_, stop_, mostPrepared); });
    constexpr std::size_t batch = 256;
    std::vector<float> values(places.size());
    parallelRows(static_cast<std::int64_t>((places.size() + batch - 1) / batch), [&](std::int64_t row) {
        const std::size_t from = static_cast<std::size_t>(row) * batch;
        const auto count = static_cast<std::int64_t>(std::min(batch, places.size() - from));
        sampler.sample(places.data() + from, count, values.data() + from);
    });
    WrittenSamples(*graph_).apply(values.data(), places.data(), static_cast<std::int64_t>(places.size()));
    return values;
}

PreviewSource::PreviewSource(Backend& backend, MemoryBudget& budget, std::shared_ptr<const Graph> graph,
                             std::shared_ptr<const Graph> provisional, std::stop_token stop,
                             PreviewClocks clocks)
    : shared_(std::make_unique<Shared>(backend, budget, std::move(graph), std::move(provisional),
                                       std::move(stop), std::move(clocks))) {}

PreviewSource::~PreviewSource() = default;

const std::shared_ptr<const Graph>& PreviewSource::graph() const {
    return shared_->graph();
}

Picture PreviewSource::render(const PreviewPart& part) {
    if (shared_->stop().stop_requested()) throw Cancelled();
    return shared_->render(part);
}

std::optional<Picture> PreviewSource::sketch(const PreviewPart& part) {
    if (shared_->stop().stop_requested()) throw Cancelled();
    return shared_->sketch(part);
}

double PreviewSource::secondsFor(const PreviewPart& part) {
    if (shared_->stop().stop_requested()) throw Cancelled();
    return shared_->secondsFor(part);
}

double PreviewSource::foretold(double samples) const {
    return shared_->foretold(samples);
}

std::vector<float> PreviewSource::samplesAt(std::span<const Point> places) {
    if (shared_->stop().stop_requested()) throw Cancelled();
    return shared_->samplesAt(places);
}

Picture renderPreview(Backend& backend, MemoryBudget& budget, const PreviewRequest& request) {
    return PreviewSource(backend, budget, request.graph, request.provisional, request.stop).render(request);
}

Picture shaded(const Picture& picture) {
    Picture result = picture;
    const Rect& area = picture.area;
    const auto value = [&](std::int64_t x, std::int64_t y) {
        return picture.row(
            std::clamp<std::int64_t>(y, 0, area.height - 1))[std::clamp<std::int64_t>(x, 0, area.width - 1)];
    };
    double slopes = 0;
    for (std::int64_t y = 0; y < area.height; ++y) {
        for (std::int64_t x = 0; x < area.width; ++x) {
            slopes += std::hypot(value(x + 1, y) - value(x - 1, y), value(x, y + 1) - value(x, y - 1)) / 2;
        }
    }
    // Scales the slopes to a mean of about 20 degrees, so that both flat and steep designs are visible.
    const double mean = slopes / static_cast<double>(std::max<std::int64_t>(1, area.area()));
    const double gain = mean > 0 ? std::min(0.36 / mean, 64.0) : 1;
    const double length = std::sqrt(1 + 1 + 1.6 * 1.6);
    for (std::int64_t y = 0; y < area.height; ++y) {
        for (std::int64_t x = 0; x < area.width; ++x) {
            // A larger value is deeper, so the surface rises as the value falls.
            const double dx = gain * (value(x + 1, y) - value(x - 1, y)) / 2;
            const double dy = gain * (value(x, y + 1) - value(x, y - 1)) / 2;
            const double light = (-dx - dy + 1.6) / (length * std::sqrt(dx * dx + dy * dy + 1));
            result.row(y)[x] = static_cast<float>(std::clamp(0.08 + 0.92 * light, 0.0, 1.0));
        }
    }
    return result;
}

}  // namespace burin
