// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/surface/preview.hpp"

#include "core/render/look.hpp"
#include "core/render/parallel_rows.hpp"
#include "core/render/sampler.hpp"
#include "core/surface/cell_sums.hpp"

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

/// The samples of a block that lie inside the node, or all of them where it has no bounds.
Rect blockSamples(Point block, int level, const Extent& extent) {
    return extent.clip(blockAt(block, level));
}

Rect samplesOf(const Rect& blocks, int level) {
    const std::int64_t side = std::int64_t{1} << level;
    return {blocks.x * side, blocks.y * side, blocks.width * side, blocks.height * side};
}

Picture blank(const PreviewPart& part) {
    Picture picture;
    picture.area = part.area;
    picture.level = part.level;
    picture.values.resize(static_cast<std::size_t>(part.area.area()));
    return picture;
}

/// Of a square of the usual size.
std::int64_t sideOfRequest(const Backend& backend) {
    return static_cast<std::int64_t>(std::sqrt(static_cast<double>(backend.requestSamples())));
}

/// Averages every sample: right at any level, and worth it where there are not too many.
Picture averaged(Backend& backend, const std::shared_ptr<const Graph>& graph, const PreviewPart& request) {
    Picture picture = blank(request);
    const Rect& area = request.area;
    const bool stays = request.stays && backend.keepsPictures();
    const std::int64_t wide = sideOfRequest(backend);
    const std::int64_t blocksWide = stays ? area.width : std::max<std::int64_t>(1, wide >> request.level);
    const std::int64_t blocksHigh =
        stays ? area.height : std::max<std::int64_t>(1, wide >> (request.level + 2));
    std::mutex mutex;
    std::condition_variable changed;
    int open = 0;
    std::exception_ptr error;
    const auto finishedOne = [&](std::exception_ptr why) {
        const std::lock_guard lock(mutex);
        if (why && !error) error = std::move(why);
        --open;
        changed.notify_all();
    };
    for (std::int64_t y = 0; y < area.height; y += blocksHigh) {
        for (std::int64_t x = 0; x < area.width; x += blocksWide) {
            const Rect blocks{area.x + x, area.y + y, std::min(blocksWide, area.width - x),
                              std::min(blocksHigh, area.height - y)};
            RenderRequest part;
            part.area = graph->top().extent.clip(samplesOf(blocks, request.level));
            if (part.area.empty()) continue;
            part.graph = graph;
            part.priority = request.priority;
            part.hurried = request.hurried;
            part.stop = request.stop;
            part.means = MeansTarget{request.level, blocks, picture.row(y) + x, area.width,
                                     stays ? &picture.onDevice : nullptr};
            {
                std::unique_lock lock(mutex);
                changed.wait(lock, [&] { return open < 2 * backend.concurrency() || error; });
                if (error) break;
                ++open;
            }
            backend.start(std::move(part), finishedOne);
        }
    }
    std::unique_lock lock(mutex);
    changed.wait(lock, [&] { return open == 0; });
    if (error) std::rethrow_exception(error);
    if (picture.onDevice) picture.values = {};
    picture.exact = !request.hurried;
    picture.samplesEach = std::exp2(2.0 * request.level);
    return picture;
}

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

std::uint64_t mixed(std::int64_t x, std::int64_t y) {
    return mixedHash(static_cast<std::uint64_t>(x), static_cast<std::uint64_t>(y));
}

/// Adds samples to every block, round by round. What is sampled may be coarser than the picture.
class Spread {
  public:
    /// \param coarser  levels above the request's
    Spread(const Sampler& sampler, const Graph& graph, const PreviewPart& request, int coarser)
        : sampler_(sampler), extent_(graph.top().extent), request_(request), coarser_(coarser), look_(graph) {
        const std::int64_t side = std::int64_t{1} << coarser;
        const Rect& area = request.area;
        const std::int64_t x = floorDiv(area.x, side);
        const std::int64_t y = floorDiv(area.y, side);
        area_ = {x, y, floorDiv(area.right() - 1, side) + 1 - x, floorDiv(area.bottom() - 1, side) + 1 - y};
        sums_.resize(static_cast<std::size_t>(area_.area()));
    }

    /// Adds `count` samples to each block, or to none: a round that is cut short would favour the blocks that
    /// it reached. \return false where `goOn` ended it in between
    bool add(int count, const std::function<bool()>& goOn) {
        std::vector<Sum> before = sums_;
        std::atomic<bool> complete = true;
        // A picture of few rows is cut into parts of rows, so that every thread has some.
        const std::int64_t parts = std::clamp<std::int64_t>(4 * rowsAtOnce() / area_.height, 1, area_.width);
        parallelRows(area_.height * parts, [&](std::int64_t k) {
            if (!complete || !goOn()) {
                complete = false;
                return;
            }
            const std::int64_t part = k % parts;
            addRow(k / parts, area_.width * part / parts, area_.width * (part + 1) / parts, count);
        });
        if (complete) {
            taken_ += count;
        } else {
            sums_ = std::move(before);
        }
        return complete;
    }

    [[nodiscard]] Picture picture() const {
        Picture result = blank(request_);
        result.samplesEach = taken_ / std::exp2(2.0 * coarser_);
        const std::vector<float> means = calmMeans();
        for (std::int64_t y = 0; y < result.area.height; ++y) {
            const std::int64_t row = ((result.area.y + y) >> coarser_) - area_.y;
            for (std::int64_t x = 0; x < result.area.width; ++x) {
                const std::int64_t column = ((result.area.x + x) >> coarser_) - area_.x;
                result.row(y)[x] = means[static_cast<std::size_t>(row * area_.width + column)];
            }
        }
        return result;
    }

    /// Samples that a round of one for each block takes.
    [[nodiscard]] double blocks() const { return static_cast<double>(area_.area()); }
    [[nodiscard]] int coarser() const { return coarser_; }

  private:
    struct Sum {
        double sum = 0;
        double squares = 0;
        int count = 0;

        [[nodiscard]] double mean() const { return sum / std::max(1, count); }
        /// Of the mean, as an estimate of that of all the block's samples.
        [[nodiscard]] double noise() const {
            const double n = std::max(1, count);
            return std::max(0.0, squares / n - mean() * mean()) / std::max(1.0, n - 1);
        }
    };

    [[nodiscard]] const Sum& sumAt(std::int64_t x, std::int64_t y) const {
        return sums_[static_cast<std::size_t>(y * area_.width + x)];
    }

    /// The means of all blocks, each only as far from those around it as noise does not explain it; see
    /// J.-S. Lee, Digital Image Enhancement and Noise Filtering by Use of Local Statistics, 1980. With more
    /// samples there is less noise, and a block's own mean remains.
    [[nodiscard]] std::vector<float> calmMeans() const {
        std::vector<float> means(sums_.size());
        parallelRows(area_.height, [&](std::int64_t y) {
            for (std::int64_t x = 0; x < area_.width; ++x)
                means[static_cast<std::size_t>(y * area_.width + x)] = static_cast<float>(calmMean(x, y));
        });
        return means;
    }
    [[nodiscard]] double calmMean(std::int64_t x, std::int64_t y) const {
        constexpr std::int64_t reach = 2;
        double sum = 0;
        double squares = 0;
        double noise = 0;
        double number = 0;
        for (std::int64_t v = std::max<std::int64_t>(0, y - reach);
             v <= std::min(area_.height - 1, y + reach); ++v) {
            for (std::int64_t u = std::max<std::int64_t>(0, x - reach);
                 u <= std::min(area_.width - 1, x + reach); ++u) {
                const Sum& other = sumAt(u, v);
                if (other.count == 0) continue;
                const double mean = other.mean();
                sum += mean;
                squares += mean * mean;
                noise += other.noise();
                ++number;
            }
        }
        const double own = sumAt(x, y).mean();
        if (sumAt(x, y).count == 0 || number < 2 || noise == 0) return own;
        const double around = sum / number;
        const double variance = (squares - sum * around) / (number - 1);
        const double explained = noise / number;
        if (variance <= explained) return around;
        return around + (1 - explained / variance) * (own - around);
    }

    /// To the blocks of columns [first, end).
    void addRow(std::int64_t y, std::int64_t first, std::int64_t end, int count) {
        const Rect& area = area_;
        std::vector<Point> places;
        std::vector<std::int64_t> owners;
        for (std::int64_t x = first; x < end; ++x) {
            const Point block{area.x + x, area.y + y};
            const Rect samples = blockSamples(block, request_.level + coarser_, extent_);
            if (samples.empty()) continue;
            for (int k = taken_; k < taken_ + count; ++k) {
                places.push_back(place(samples, block, static_cast<std::uint32_t>(k)));
                owners.push_back(y * area.width + x);
            }
        }
        std::vector<float> values(places.size());
        constexpr std::size_t batch = 4096;
        for (std::size_t from = 0; from < places.size(); from += batch) {
            const auto number = static_cast<std::int64_t>(std::min(batch, places.size() - from));
            sampler_.sample(places.data() + from, number, values.data() + from);
        }
        look_.apply(values.data(), places.data(), static_cast<std::int64_t>(values.size()));
        for (std::size_t k = 0; k < values.size(); ++k) {
            Sum& sum = sums_[static_cast<std::size_t>(owners[k])];
            const double value = static_cast<double>(values[k]);
            sum.sum += value;
            sum.squares += value * value;
            ++sum.count;
        }
    }

    /// The k-th place of a block: I. M. Sobol's sequence, scrambled for each block.
    static Point place(const Rect& samples, Point block, std::uint32_t k) {
        const std::uint64_t seeds = mixed(block.x, block.y);
        std::uint32_t second = 0;  // the sequence's other dimension
        for (std::uint32_t bits = k, v = 1U << 31U; bits != 0; bits >>= 1U, v ^= v >> 1U)
            second ^= (bits & 1U) != 0 ? v : 0;
        const auto within = [](std::uint32_t fraction, std::int64_t length) {
            return static_cast<std::int64_t>(static_cast<double>(fraction) * 0x1p-32 *
                                             static_cast<double>(length));
        };
        const std::uint32_t x = reversed(scrambled(k, static_cast<std::uint32_t>(seeds >> 32U)));
        const std::uint32_t y = reversed(scrambled(reversed(second), static_cast<std::uint32_t>(seeds)));
        return {samples.x + within(x, samples.width), samples.y + within(y, samples.height)};
    }
    /// Flips each bit by what the bits below it are, after A. B. Owen; the hash is that of S. Laine and T.
    /// Karras, see B. Burley, Practical Hash-based Owen Scrambling, 2020.
    static std::uint32_t scrambled(std::uint32_t bits, std::uint32_t seed) {
        bits += seed;
        bits ^= bits * 0x6C50B47CU;
        bits ^= bits * 0xB82F1E52U;
        bits ^= bits * 0xC7AFE638U;
        bits ^= bits * 0x8D22F6E6U;
        return bits;
    }
    static std::uint32_t reversed(std::uint32_t bits) {
        bits = (bits >> 1U & 0x55555555U) | (bits & 0x55555555U) << 1U;
        bits = (bits >> 2U & 0x33333333U) | (bits & 0x33333333U) << 2U;
        bits = (bits >> 4U & 0x0F0F0F0FU) | (bits & 0x0F0F0F0FU) << 4U;
        return __builtin_bswap32(bits);
    }

    const Sampler& sampler_;
    const Extent extent_;
    const PreviewPart& request_;
    const int coarser_;
    const Look look_;
    Rect area_;  ///< in blocks of the coarser level
    std::vector<Sum> sums_;
    int taken_ = 0;
};

/// How long one sample takes where all are computed, judged by one middle part of the request.
double secondsToAverage(Backend& backend, const std::shared_ptr<const Graph>& graph,
                        const PreviewPart& request) {
    const std::int64_t side = std::max<std::int64_t>(1, sideOfRequest(backend) >> (request.level + 1));
    PreviewPart probe = request;
    probe.area = {request.area.x + request.area.width / 2, request.area.y + request.area.height / 2,
                  std::min(side, request.area.width - request.area.width / 2),
                  std::min(side, request.area.height - request.area.height / 2)};
    PreviewPart first = probe;  // what is made once does not count
    first.level = 0;
    first.area = samplesOf({probe.area.x, probe.area.y, 1, 1}, request.level);
    first.area.width = first.area.height = 1;
    static_cast<void>(averaged(backend, graph, first));
    const auto begun = Clock::now();
    static_cast<void>(averaged(backend, graph, probe));
    const std::chrono::duration<double> spent = Clock::now() - begun;
    return spent.count() / (static_cast<double>(probe.area.area()) * std::exp2(2.0 * probe.level));
}

/// How long one scattered sample takes all threads together, judged by a few.
double secondsToSample(const Sampler& sampler, const Graph& graph, const PreviewPart& request) {
    constexpr int rows = 32;
    std::vector<Point> places;
    const auto most = std::min(request.firstWithin / 4, std::chrono::duration<double>(0.02));
    const auto begun = Clock::now();
    int taken = 0;
    for (; taken < 8 && Clock::now() - begun < most; ++taken) {
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
    std::vector<float> samplesAt(std::span<const Point> places);

  private:
    struct Sums {
        Reservation reserved;
        std::unique_ptr<const CellSums> table;
    };
    struct Samples {
        std::unique_ptr<const Sampler> sampler;
        double secondsEach = 0;
    };
    const CellSums* sums(const PreviewPart& part);
    const Samples& samples(const PreviewPart& part);
    double secondsToAverageAll(const PreviewPart& part);
    std::optional<Picture> sampled(const PreviewPart& part, double toAverage,
                                   const std::function<bool()>& timeLeft);

    Backend& backend_;
    MemoryBudget& budget_;
    const std::shared_ptr<const Graph> graph_;
    const std::shared_ptr<const Graph> first_;  ///< what first pictures are made of
    const std::optional<Lattice> period_;
    const std::stop_token stop_;
    Once<Sums> sums_;
    Once<Samples> samples_;
    Once<std::unique_ptr<const Sampler>> exactly_;
    Once<double> secondsToAverage_;
};

/// The sums of one cell, or null where the surface does not repeat or they find no room.
const CellSums* PreviewSource::Shared::sums(const PreviewPart& part) {
    if (!period_) return nullptr;
    const Sums& sums = sums_.value([&]() -> Sums {
        const auto count = static_cast<std::size_t>(period_->width * period_->height);
        Reservation reserved = budget_.tryReserve(count * (sizeof(float) + sizeof(double)));
        if (!reserved) return {};
        const std::vector<float> samples = cellSamples(backend_, *first_, *period_, part.priority, stop_);
        return {reserved.split(count * sizeof(double)), std::make_unique<CellSums>(*period_, samples)};
    });
    return sums.table.get();
}

const PreviewSource::Shared::Samples& PreviewSource::Shared::samples(const PreviewPart& part) {
    return samples_.value([&]() -> Samples {
        auto sampler = std::make_unique<const Sampler>(backend_, budget_, first_, stop_);
        const double each = secondsToSample(*sampler, *first_, part);
        return {std::move(sampler), each};
    });
}

double PreviewSource::Shared::secondsToAverageAll(const PreviewPart& part) {
    const double each = secondsToAverage_.value([&] { return secondsToAverage(backend_, graph_, part); });
    return each * static_cast<double>(part.area.area()) * std::exp2(2.0 * part.level);
}

/// Samples more and finer until the time is over.
/// \param toAverage  seconds that every sample would take
/// \return nothing where the mean of every sample is there as soon as a first picture
std::optional<Picture> PreviewSource::Shared::sampled(const PreviewPart& part, double toAverage,
                                                      const std::function<bool()>& timeLeft) {
    const Samples& from = samples(part);
    // A picture of few pixels has time for more of them.
    const int atFirst =
        static_cast<int>(std::max<std::int64_t>(samplesAtFirst, fewestSamples / part.area.area()));
    const auto seconds = [&](int coarser) {
        return atFirst * from.secondsEach * static_cast<double>(part.area.area()) / std::exp2(2.0 * coarser);
    };
    int coarser = 0;
    while (seconds(coarser) > part.firstWithin.count() && coarser < coarsestFirst)
        ++coarser;
    if (toAverage <= std::max(part.firstWithin.count(), seconds(coarser))) return {};
    auto spread = std::make_unique<Spread>(*from.sampler, *first_, part, coarser);
    spread->add(atFirst, [&] { return !part.stop.stop_requested(); });
    if (part.stop.stop_requested()) throw Cancelled();
    Picture best = spread->picture();
    for (int count = atFirst; timeLeft(); count *= 2) {
        if (part.improved) part.improved(best);
        if (spread->coarser() > 0) {
            spread = std::make_unique<Spread>(*from.sampler, *first_, part, spread->coarser() - 1);
            count = atFirst;
        }
        if (!spread->add(count, timeLeft)) break;
        best = spread->picture();
    }
    return best;
}

Picture PreviewSource::Shared::render(const PreviewPart& part) {
    const auto deadline = Clock::now() + std::chrono::duration_cast<Clock::duration>(part.patience);
    const auto count = static_cast<std::size_t>(part.area.area());
    const Reservation reserved =
        budget_.reserve(count * (3 * sizeof(float) + 6 * sizeof(double)), "the picture", part.stop);
    const double samples = static_cast<double>(part.area.area()) * std::exp2(2.0 * part.level);
    const bool all = part.level == 0 || (1 << (2 * std::min(part.level, 12))) <= samplesAtFirst;
    if (all ||
        (samples <= backend_.samplesAtOnce() && (part.firstWithin >= PreviewPart().firstWithin ||
                                                 secondsToAverageAll(part) <= part.firstWithin.count()))) {
        return averaged(backend_, graph_, part);
    }
    const auto timeLeft = [&] { return !part.stop.stop_requested() && Clock::now() < deadline; };
    std::optional<Picture> best;
    if (const CellSums* cell = sums(part)) {
        best = summed(*cell, *first_, part);
        if (best->exact) return *best;
        if (part.improved) part.improved(*best);
    }
    const double toAverage =
        samples < mostAveraged ? secondsToAverageAll(part) : std::numeric_limits<double>::infinity();
    const std::chrono::duration<double> left = deadline - Clock::now();
    if (!best && toAverage >= left.count()) best = sampled(part, toAverage, timeLeft);
    if (best && toAverage >= left.count()) return *best;
    return averaged(backend_, graph_, part);
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
