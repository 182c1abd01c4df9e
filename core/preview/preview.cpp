// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/preview/preview.hpp"

#include "core/preview/cell_sums.hpp"
#include "core/preview/preview_means.hpp"
#include "core/preview/preview_spread.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <optional>

namespace burin {

namespace {

using Clock = std::chrono::steady_clock;

/// Cells of a period up to this size are averaged exactly.
constexpr std::int64_t summedCellSamples = std::int64_t{1} << 24;
/// A short cell is summed several times over so that a block meets few rows of cells.
constexpr std::int64_t shortestSummedCell = 512;
constexpr int samplesAtFirst = 8;
/// Of a whole first picture.
constexpr std::int64_t fewestSamples = 4096;
/// Beyond this nobody waits for the mean of every sample.
constexpr double mostAveraged = 1e11;
/// A first picture that would take too long is made of coarser blocks, but not coarser than this.
constexpr int coarsestFirst = 4;

/// The lattice on which the top node, as it is written, would repeat if nothing bounded it.
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

/// Computes one cell of a surface that repeats, as it is written.
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

/// The picture of a surface that repeats, exact where it does so exactly.
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

/// How long one scattered sample takes all threads together, judged by a few.
double secondsToSample(const Sampler& sampler, const Graph& graph, const PreviewPart& request,
                       std::chrono::duration<double> most) {
    constexpr int rows = 8;
    std::vector<Point> places;
    constexpr int mostTaken = 32;
    const auto begun = Clock::now();
    int taken = 0;
    for (; taken < mostTaken && (taken == 0 || Clock::now() - begun < most); ++taken) {
        places.clear();
        for (int k = 0; k < rows; ++k) {
            const std::uint64_t bits = mixed(k, taken);
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
    }
    const std::chrono::duration<double> spent = Clock::now() - begun;
    return spent.count() / (taken * rows) / rowsAtOnce();
}

/// Something that is made once, by whoever needs it first; the others wait for it. Where that fails the next
/// one tries again.
template <class T>
class Once {
  public:
    template <class Make>
    const T& value(Make make) {
        const std::lock_guard lock(mutex_);
        if (!value_) value_.emplace(make());
        return *value_;
    }

    /// What was made so far.
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
        double secondsEach = 0;
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
    const std::shared_ptr<const Graph> first_;  ///< what first pictures are made of
    const std::optional<Lattice> period_;
    const std::stop_token stop_;
    Once<Sums> sums_;
    std::atomic<bool> summed_ = false;
    std::mutex mutex_;  ///< of the next, held while they are made
    std::shared_ptr<const Samples> samples_;
    Once<std::unique_ptr<const Sampler>> exactly_;
    Once<double> secondsEach_;
};

/// The sums of one cell, or null where the surface does not repeat, they find no room, or there are fewer
/// samples in the part itself.
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

/// What scattered samples are taken with. A part that leaves little time is content with less of what the
/// sampler prepares; one that leaves more makes another sampler. \param within  seconds of one thread
std::shared_ptr<const PreviewSource::Shared::Samples> PreviewSource::Shared::samples(const PreviewPart& part,
                                                                                     double within) {
    const std::lock_guard lock(mutex_);
    const double most = std::isinf(within) ? within : within / std::max(1e-12, secondsEach(part));
    if (samples_ && samples_->sampler.leftOut() > 0 && samples_->sampler.leftOut() <= most)
        samples_ = nullptr;
    if (!samples_) {
        auto made = std::make_shared<Samples>(Samples{Sampler(backend_, budget_, first_, stop_, most)});
        const auto time = std::min({part.firstWithin.count() / 4, 0.02, within / 8});
        made->secondsEach =
            secondsToSample(made->sampler, *first_, part, std::chrono::duration<double>(time));
        samples_ = std::move(made);
    }
    return samples_;
}

double PreviewSource::Shared::secondsEach(const PreviewPart& part) {
    return secondsEach_.value([&] { return secondsPerSample(backend_, graph_, part); });
}

/// Every sample, on one thread; infinite where nobody waits for it.
double PreviewSource::Shared::secondsToAverage(const PreviewPart& part) {
    const double samples = samplesIn(part);
    return samples < mostAveraged ? samples * secondsEach(part) : std::numeric_limits<double>::infinity();
}

/// Samples more and finer until the time is over, or its share of averaging all is spent.
/// \param toAverage  seconds that every sample would take one thread
/// \return nothing where the mean of every sample is there as soon, or the share is too small for any picture
std::optional<Picture> PreviewSource::Shared::sampled(const PreviewPart& part, double toAverage,
                                                      const std::function<bool()>& timeLeft) {
    const auto begun = Clock::now();
    const double share = std::isinf(part.mostShare) ? part.mostShare : part.mostShare * toAverage;
    const double most = share / rowsAtOnce();  // as all threads sample
    const auto from = samples(part, share / 2);
    // A picture of few pixels has time for more of them.
    const int atFirst =
        static_cast<int>(std::max<std::int64_t>(samplesAtFirst, fewestSamples / part.area.area()));
    const auto seconds = [&](int coarser) {
        return atFirst * from->secondsEach * static_cast<double>(part.area.area()) / std::exp2(2.0 * coarser);
    };
    const double within = std::min(part.firstWithin.count(), most);
    int coarser = 0;
    while (seconds(coarser) > within && coarser < coarsestFirst)
        ++coarser;
    if (seconds(coarser) > most) return {};
    if (toAverage <= std::max(part.firstWithin.count(), seconds(coarser))) return {};
    auto spread = std::make_unique<Spread>(from->sampler, *first_, part, coarser);
    const auto affordable = [&] {
        return !part.stop.stop_requested() &&
               std::chrono::duration<double>(Clock::now() - begun).count() < most;
    };
    // What was judged by a few samples may be wrong by far: the time itself decides.
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
    // Flat and steep designs both show: the mean slope is brought to about 20 degrees.
    const double mean = slopes / static_cast<double>(std::max<std::int64_t>(1, area.area()));
    const double gain = mean > 0 ? std::min(0.36 / mean, 64.0) : 1;
    const double length = std::sqrt(1 + 1 + 1.6 * 1.6);
    for (std::int64_t y = 0; y < area.height; ++y) {
        for (std::int64_t x = 0; x < area.width; ++x) {
            // Depth grows downwards, so the surface rises where the value falls.
            const double dx = gain * (value(x + 1, y) - value(x - 1, y)) / 2;
            const double dy = gain * (value(x, y + 1) - value(x, y - 1)) / 2;
            const double light = (-dx - dy + 1.6) / (length * std::sqrt(dx * dx + dy * dy + 1));
            result.row(y)[x] = static_cast<float>(std::clamp(0.08 + 0.92 * light, 0.0, 1.0));
        }
    }
    return result;
}

}  // namespace burin
