// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/preview/preview.hpp"

#include "core/preview/cell_sums.hpp"
#include "core/preview/even_texture.hpp"
#include "core/preview/preview_means.hpp"
#include "core/preview/preview_spread.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <optional>

#include <time.h>

namespace burin {

namespace {

using Clock = std::chrono::steady_clock;

/// Periodic surfaces with cells up to this many samples are averaged exactly.
constexpr std::int64_t summedCellSamples = std::int64_t{1} << 24;
/// A cell with fewer rows is summed several times, so that a block covers few rows of cells.
constexpr std::int64_t shortestSummedCell = 512;
constexpr int samplesAtFirst = 8;
/// The fewest samples of a first picture as a whole.
constexpr std::int64_t fewestSamples = 4096;
/// A picture of more samples is never averaged completely: it would take too long.
constexpr double mostAveraged = 1e11;
/// How many levels coarser the blocks of a first picture may be, if it would otherwise take too long.
constexpr int coarsestFirst = 4;

/// The lattice on which the top node, as written, would repeat if it were unbounded.
std::optional<Lattice> surfacePeriod(const Graph& graph) {
    const Root* root = rootOf(graph);
    const DitherMatrix* matrix = root == nullptr ? nullptr : matrixOf(root->dither);
    const std::int64_t side = matrix == nullptr ? 1 : matrix->side();
    std::optional<Lattice> period = Lattice{side, side, 0};
    const GraphNode& top = graph.top();
    for (std::size_t i = 0; i < top.children.size() && period; ++i) {
        const std::optional<Lattice>& child = graph.nodes[top.children[i]].period;
        period = child ? Lattice::common(*period, *child) : child;
    }
    if (root == nullptr) period = top.period;
    if (!period) return {};
    while (root != nullptr && period->height < shortestSummedCell &&
           period->width * period->height * 2 <= summedCellSamples) {
        *period = {period->width, period->height * 2, floorMod(2 * period->shift, period->width)};
    }
    if (period->width > summedCellSamples / period->height) return {};
    return period;
}

/// Computes one cell of a repeating surface, as it is written.
std::vector<float> cellSamples(Backend& backend, const Graph& graph, const Lattice& cell, int priority,
                               std::stop_token stop) {
    auto unbounded = std::make_shared<Graph>(graph);
    unbounded->nodes.back().extent = {};
    unbounded->nodes.back().support = {};
    std::vector<float> samples(static_cast<std::size_t>(cell.width * cell.height));
    const Look look(graph);
    RenderRequest whole;
    whole.graph = unbounded;
    whole.area = cell.cell();
    whole.priority = priority;
    whole.stop = std::move(stop);
    whole.consume = [&](const Rect& part, const SamplesView& from) {
        for (std::int64_t y = 0; y < part.height; ++y) {
            look.apply(from.row(y), {part.x, part.y + y}, part.width);
            std::copy_n(from.row(y), part.width, samples.data() + (part.y + y) * cell.width + part.x);
        }
    };
    renderAndWait(backend, std::move(whole));
    return samples;
}

/// The picture of a repeating surface; exact if the period is exact.
Picture summed(const CellSums& sums, const Graph& graph, const PreviewPart& request) {
    Picture picture = blank(request);
    parallelRows(request.area.height, [&](std::int64_t y) {
        for (std::int64_t x = 0; x < request.area.width; ++x) {
            const Rect block =
                blockSamples({request.area.x + x, request.area.y + y}, request.level, graph.top().extent);
            picture.row(y)[x] = block.empty() ? 0.0F : static_cast<float>(sums.mean(block));
        }
    });
    picture.exact = !graph.top().provisional;
    picture.samplesEach = std::exp2(2.0 * request.level);
    return picture;
}

double samplesIn(const PreviewPart& part) {
    return static_cast<double>(part.area.area()) * std::exp2(2.0 * part.level);
}

double processorSeconds(clockid_t whose) {
    timespec time{};
    clock_gettime(whose, &time);
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

/// What all threads together need for one scattered sample, in seconds.
struct SampleTime {
    double elapsed = 0;
    double processor = 0;  ///< which other programs do not lengthen, as for averaged samples
};

/// Measures a few samples.
SampleTime timeToSample(const Sampler& sampler, const Graph& graph, const PreviewPart& request,
                        std::chrono::duration<double> most) {
    // Rounds grow: few samples at once take longer each, and of expensive ones few have to be enough.
    constexpr int fewest = 8;
    constexpr int mostAtOnce = 256;
    std::vector<Point> places;
    const auto begun = Clock::now();
    SampleTime time;
    for (int count = fewest; count <= mostAtOnce; count *= 2) {
        const auto before = Clock::now();
        const double processorBefore = processorSeconds(CLOCK_THREAD_CPUTIME_ID);
        if (count > fewest && before - begun >= most / 2) break;
        places.clear();
        for (int k = 0; k < count; ++k) {
            const std::uint64_t bits = mixed(k, count);
            const Point block{
                request.area.x +
                    static_cast<std::int64_t>(bits % static_cast<std::uint64_t>(request.area.width)),
                request.area.y + static_cast<std::int64_t>((bits >> 32U) %
                                                           static_cast<std::uint64_t>(request.area.height))};
            const Rect samples = blockSamples(block, request.level, graph.top().extent);
            if (!samples.empty()) places.push_back(samples.origin());
        }
        std::vector<float> values(places.size());
        sampler.sample(places.data(), static_cast<std::int64_t>(places.size()), values.data());
        const double each = 1.0 / count / rowsAtOnce();
        time.elapsed = std::chrono::duration<double>(Clock::now() - before).count() * each;
        time.processor = (processorSeconds(CLOCK_THREAD_CPUTIME_ID) - processorBefore) * each;
    }
    return time;
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
           std::shared_ptr<const Graph> provisional, std::stop_token stop)
        : backend_(backend),
          budget_(budget),
          graph_(std::move(graph)),
          first_(provisional ? std::move(provisional) : graph_),
          period_(surfacePeriod(*first_)),
          even_(EvenTexture::of(*first_)),
          stop_(std::move(stop)) {}

    [[nodiscard]] const std::shared_ptr<const Graph>& graph() const { return graph_; }
    [[nodiscard]] const std::stop_token& stop() const { return stop_; }
    Picture render(const PreviewPart& part);
    std::optional<Picture> sketch(const PreviewPart& part);
    double secondsFor(const PreviewPart& part);
    std::vector<float> samplesAt(std::span<const Point> places);

  private:
    struct Sums {
        Reservation reserved;
        std::unique_ptr<const CellSums> table;
    };
    struct Samples {
        Sampler sampler;
        SampleTime each;
    };
    const CellSums* sums(const PreviewPart& part);
    std::shared_ptr<const Samples> samples(const PreviewPart& part, double within);
    double secondsEach(const PreviewPart& part);
    double secondsToAverage(const PreviewPart& part);
    std::optional<Picture> sampled(const PreviewPart& part, double toAverage,
                                   const std::function<bool()>& timeLeft);
    Reservation memoryFor(const PreviewPart& part);

    Backend& backend_;
    MemoryBudget& budget_;
    const std::shared_ptr<const Graph> graph_;
    const std::shared_ptr<const Graph> first_;  ///< for first pictures
    const std::optional<Lattice> period_;
    const std::optional<EvenTexture> even_;
    const std::stop_token stop_;
    Once<Sums> sums_;
    std::atomic<bool> summed_ = false;
    std::mutex mutex_;                           ///< for the members below; held while they are computed
    std::shared_ptr<const Samples> samples_[2];  ///< of the texture itself, and with its mean
    Once<float> mean_;
    Once<std::unique_ptr<const Sampler>> exactly_;
    Once<double> secondsEach_;
};

/// The sums of one cell; null if the surface does not repeat, if the sums do not fit the budget, or if the
/// part itself has fewer samples.
const CellSums* PreviewSource::Shared::sums(const PreviewPart& part) {
    if (!period_) return nullptr;
    if (!summed_ && static_cast<double>(period_->width * period_->height) > samplesIn(part)) return nullptr;
    const Sums& sums = sums_.value([&]() -> Sums {
        const auto count = static_cast<std::size_t>(period_->width * period_->height);
        Reservation reserved = budget_.tryReserve(count * (sizeof(float) + sizeof(double)), Holder::samples);
        if (!reserved) return {};
        const std::vector<float> samples = cellSamples(backend_, *first_, *period_, part.priority, stop_);
        return {reserved.split(count * sizeof(double)), std::make_unique<CellSums>(*period_, samples)};
    });
    summed_ = true;
    return sums.table.get();
}

/// Provides a sampler. A part with little time accepts one that has prepared less; a part with more time
/// makes a new one. \param within  seconds of one thread
std::shared_ptr<const PreviewSource::Shared::Samples> PreviewSource::Shared::samples(const PreviewPart& part,
                                                                                     double within) {
    const std::lock_guard lock(mutex_);
    const double most = std::isinf(within) ? within : within / std::max(1e-12, secondsEach(part));
    const bool calm = even_ && std::exp2(part.level) >= even_->from;
    std::shared_ptr<const Samples>& samples = samples_[calm ? 1 : 0];
    if (samples && samples->sampler.leftOut() > 0 && samples->sampler.leftOut() <= most) samples = nullptr;
    if (!samples) {
        std::optional<Sampler::Even> even;
        if (calm) even = {even_->node, mean_.value([&] { return even_->meanIn(*first_, stop_); })};
        auto made = std::make_shared<Samples>(Samples{Sampler(backend_, budget_, first_, stop_, most, even), {}});
        const auto time = std::min({part.firstWithin.count() / 4, 0.02, within / 8});
        made->each = timeToSample(made->sampler, *first_, part, std::chrono::duration<double>(time));
        samples = std::move(made);
    }
    return samples;
}

double PreviewSource::Shared::secondsEach(const PreviewPart& part) {
    return secondsEach_.value([&] { return secondsPerSample(backend_, graph_, part); });
}

/// Seconds to average every sample on one thread; infinite if that is too long to wait for.
double PreviewSource::Shared::secondsToAverage(const PreviewPart& part) {
    const double samples = samplesIn(part);
    return samples < mostAveraged ? samples * secondsEach(part) : std::numeric_limits<double>::infinity();
}

/// Takes more and finer samples until the time is over, or the allowed share of averaging all samples is
/// spent.
/// \param toAverage  seconds that one thread needs for every sample
/// \return nothing if averaging all samples is as fast, or if the share is too small for any picture
std::optional<Picture> PreviewSource::Shared::sampled(const PreviewPart& part, double toAverage,
                                                      const std::function<bool()>& timeLeft) {
    const auto begun = Clock::now();
    const double share = std::isinf(part.mostShare) ? part.mostShare : part.mostShare * toAverage;
    const double most = share / rowsAtOnce();  // because all threads sample
    const auto from = samples(part, share / 2);
    // A picture of few pixels can afford more samples of each.
    const int atFirst =
        static_cast<int>(std::max<std::int64_t>(samplesAtFirst, fewestSamples / part.area.area()));
    const auto firstSamples = [&](int coarser) {
        return atFirst * static_cast<double>(part.area.area()) / std::exp2(2.0 * coarser);
    };
    // Costs are compared as processor time: on a busy computer, elapsed time would call rough pictures
    // expensive, and the exact ones in their place would take longer still.
    int coarser = 0;
    while (coarser < coarsestFirst &&
           (firstSamples(coarser) * from->each.elapsed > part.firstWithin.count() ||
            firstSamples(coarser) * from->each.processor > most))
        ++coarser;
    const double cost = firstSamples(coarser) * from->each.processor;
    if (cost > most) return {};
    if (toAverage <= std::max(part.firstWithin.count(), cost)) return {};
    auto spread = std::make_unique<Spread>(from->sampler, *first_, part, coarser);
    const double processorBegun = processorSeconds(CLOCK_PROCESS_CPUTIME_ID);
    const auto affordable = [&] {
        if (part.stop.stop_requested()) return false;
        if (std::chrono::duration<double>(Clock::now() - begun).count() < most) return true;
        return processorSeconds(CLOCK_PROCESS_CPUTIME_ID) - processorBegun < most * rowsAtOnce();
    };
    // The measured rate may be far off, so the clock decides.
    const bool there = spread->add(atFirst, affordable);
    if (part.stop.stop_requested()) throw Cancelled();
    if (!there) return {};
    Picture best = spread->picture();
    const auto goesOn = [&] { return timeLeft() && affordable(); };
    for (int count = atFirst; goesOn(); count *= 2) {
        if (part.improved) part.improved(best);
        if (spread->coarser() > 0) {
            spread = std::make_unique<Spread>(from->sampler, *first_, part, spread->coarser() - 1);
            count = atFirst;
        }
        if (!spread->add(count, goesOn)) break;
        best = spread->picture();
    }
    return best;
}

Reservation PreviewSource::Shared::memoryFor(const PreviewPart& part) {
    const auto count = static_cast<std::size_t>(part.area.area());
    return budget_.reserve(count * (4 * sizeof(float) + 6 * sizeof(double)), "the picture", part.stop);
}

Picture PreviewSource::Shared::render(const PreviewPart& part) {
    const auto deadline = Clock::now() + std::chrono::duration_cast<Clock::duration>(part.patience);
    const Reservation reserved = memoryFor(part);
    const bool all = part.level == 0 || (1 << (2 * std::min(part.level, 12))) <= samplesAtFirst;
    const bool unasked = part.firstWithin >= PreviewPart().firstWithin && !part.before;
    const bool fits = samplesIn(part) <= backend_.samplesAtOnce();
    if (all || (fits && (unasked || secondsToAverage(part) <= part.firstWithin.count())))
        return averaged(backend_, graph_, part, secondsEach_.known().value_or(0));
    std::optional<Picture> best;
    if (const CellSums* cell = sums(part)) {
        best = summed(*cell, *first_, part);
        if (best->exact) return *best;
        if (part.improved && !part.before) part.improved(*best);
    }
    const double toAverage = secondsToAverage(part);
    const std::chrono::duration<double> left = deadline - Clock::now();
    if (toAverage >= std::max(left, part.exactWithin).count()) {
        const auto timeLeft = [&] { return !part.stop.stop_requested() && Clock::now() < deadline; };
        if (!best) best = sampled(part, toAverage, timeLeft);
        if (best) return *best;
    }
    PreviewPart exactly = part;
    if (best && !part.before) exactly.before = std::make_shared<const Picture>(std::move(*best));
    return averaged(backend_, graph_, exactly, secondsEach(part));
}

std::optional<Picture> PreviewSource::Shared::sketch(const PreviewPart& part) {
    const Reservation reserved = memoryFor(part);
    if (const CellSums* cell = sums(part)) return summed(*cell, *first_, part);
    return sampled(part, secondsToAverage(part), [] { return false; });
}

double PreviewSource::Shared::secondsFor(const PreviewPart& part) {
    if (!first_->top().provisional && sums(part) != nullptr) return 0;
    return samplesIn(part) * secondsEach(part);
}

std::vector<float> PreviewSource::Shared::samplesAt(std::span<const Point> places) {
    const Sampler& sampler =
        *exactly_.value([&] { return std::make_unique<const Sampler>(backend_, budget_, graph_, stop_); });
    constexpr std::size_t batch = 256;
    std::vector<float> values(places.size());
    parallelRows(static_cast<std::int64_t>((places.size() + batch - 1) / batch), [&](std::int64_t row) {
        const std::size_t from = static_cast<std::size_t>(row) * batch;
        const auto count = static_cast<std::int64_t>(std::min(batch, places.size() - from));
        sampler.sample(places.data() + from, count, values.data() + from);
    });
    Look(*graph_).apply(values.data(), places.data(), static_cast<std::int64_t>(places.size()));
    return values;
}

PreviewSource::PreviewSource(Backend& backend, MemoryBudget& budget, std::shared_ptr<const Graph> graph,
                             std::shared_ptr<const Graph> provisional, std::stop_token stop)
    : shared_(std::make_unique<Shared>(backend, budget, std::move(graph), std::move(provisional),
                                       std::move(stop))) {}

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
