// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/surface/preview.hpp"

#include "core/render/parallel_rows.hpp"
#include "core/render/sampler.hpp"
#include "core/surface/root_blocks.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <optional>

namespace burin {

namespace {

using Clock = std::chrono::steady_clock;

/// Surfaces up to this many samples are averaged whole even for a first picture.
constexpr double exactAtOnce = 0x1p25;
/// Cells of a period up to this size are averaged exactly.
constexpr std::int64_t summedCellSamples = std::int64_t{1} << 24;
/// A short cell is summed several times over so that a block meets few rows of cells.
constexpr std::int64_t shortestSummedCell = 512;
constexpr int samplesAtFirst = 8;
/// Of a whole first picture.
constexpr std::int64_t fewestSamples = 4096;
/// Beyond this nobody waits for the mean of every sample.
constexpr double mostAveraged = 1e11;
/// A first picture that would take longer is made of coarser blocks, but not coarser than this.
constexpr double longestFirstPicture = 2;
constexpr int coarsestFirst = 4;

/// What a row of samples looks like in the end: as written for a root, clamped for every other node.
class Look {
  public:
    explicit Look(const Graph& graph) : root_(rootOf(graph)) {}

    /// A row of samples, the first of which lies at `at`, in place. Exact for what is written: a whole number
    /// of steps, divided by their number.
    void apply(float* row, Point at, std::int64_t count) const {
        apply(row, count, [at](std::int64_t i) { return Point{at.x + i, at.y}; });
    }
    /// The same for samples here and there.
    void apply(float* values, const Point* places, std::int64_t count) const {
        apply(values, count, [places](std::int64_t i) { return places[i]; });
    }

  private:
    template <class PlaceOf>
    void apply(float* values, std::int64_t count, PlaceOf placeOf) const {
        if (root_ == nullptr) {
            for (std::int64_t i = 0; i < count; ++i)
                values[i] = std::clamp(values[i], 0.0F, 1.0F);
            return;
        }
        root_->shape(values, count);
        if (const DitherMatrix* matrix = matrixOf(root_->dither)) {
            for (std::int64_t i = 0; i < count; ++i)
                values[i] = std::floor(std::clamp(values[i], 0.0F, 1.0F) + matrix->at(placeOf(i)));
            return;
        }
        const float steps = root_->depth == 16 ? 65535.0F : root_->depth == 8 ? 255.0F : 1.0F;
        for (std::int64_t i = 0; i < count; ++i) {
            values[i] = std::floor(std::clamp(values[i], 0.0F, 1.0F) * steps + 0.5F) / steps;
        }
    }

    const Root* root_;
};

/// The samples of a block that lie inside the node, or all of them where it has no bounds.
Rect blockSamples(Point block, int level, const Extent& extent) {
    const std::int64_t side = std::int64_t{1} << level;
    return extent.clip({block.x * side, block.y * side, side, side});
}

Picture blank(const PreviewRequest& request) {
    Picture picture;
    picture.area = request.area;
    picture.level = request.level;
    picture.values.resize(static_cast<std::size_t>(request.area.area()));
    return picture;
}

/// Averages every sample: right at any level, and worth it where there are not too many.
Picture averaged(Backend& backend, const PreviewRequest& request, std::stop_token stop) {
    Picture picture = blank(request);
    const Graph& graph = *request.graph;
    const Look look(graph);
    const std::int64_t side = std::int64_t{1} << request.level;
    const std::int64_t blocksWide = std::max<std::int64_t>(1, 1024 / side);
    const std::int64_t blocksHigh = std::max<std::int64_t>(1, 256 / side);
    std::vector<double> sums(picture.values.size());
    const Rect& area = request.area;
    std::mutex mutex;  // requests of one block row never share a pixel, but parts of one request may
    std::condition_variable changed;
    int open = 0;
    std::exception_ptr error;
    const auto consume = [&](const Rect& part, const SamplesView& samples) {
        std::vector<double> partial;
        for (std::int64_t y = 0; y < part.height; ++y) {
            look.apply(samples.row(y), {part.x, part.y + y}, part.width);
            const std::int64_t blockRow = floorDiv(part.y + y, side) - area.y;
            const std::int64_t first = floorDiv(part.x, side) - area.x;
            const std::int64_t last = floorDiv(part.right() - 1, side) - area.x;
            partial.assign(static_cast<std::size_t>(last - first + 1), 0);
            for (std::int64_t x = 0; x < part.width; ++x) {
                const std::int64_t column = ((part.x + x) >> request.level) - area.x;
                partial[static_cast<std::size_t>(column - first)] += samples.row(y)[x];
            }
            const std::lock_guard lock(mutex);
            for (std::int64_t c = first; c <= last; ++c) {
                sums[static_cast<std::size_t>(blockRow * area.width + c)] +=
                    partial[static_cast<std::size_t>(c - first)];
            }
        }
    };
    const auto finishedOne = [&](std::exception_ptr why) {
        const std::lock_guard lock(mutex);
        if (why && !error) error = why;
        --open;
        changed.notify_all();
    };
    for (std::int64_t y = 0; y < area.height; y += blocksHigh) {
        for (std::int64_t x = 0; x < area.width; x += blocksWide) {
            const std::int64_t wide = std::min(blocksWide, area.width - x);
            const std::int64_t high = std::min(blocksHigh, area.height - y);
            const Rect samples =
                graph.top().extent.clip({(area.x + x) * side, (area.y + y) * side, wide * side, high * side});
            if (samples.empty()) continue;
            {
                std::unique_lock lock(mutex);
                changed.wait(lock, [&] { return open < 2 * backend.concurrency() || error; });
                if (error) break;
                ++open;
            }
            RenderRequest part;
            part.graph = request.graph;
            part.area = samples;
            part.stop = stop;
            part.consume = consume;
            backend.start(std::move(part), finishedOne);
        }
    }
    std::unique_lock lock(mutex);
    changed.wait(lock, [&] { return open == 0; });
    if (error) std::rethrow_exception(error);
    for (std::int64_t y = 0; y < area.height; ++y) {
        for (std::int64_t x = 0; x < area.width; ++x) {
            const Rect block = blockSamples({area.x + x, area.y + y}, request.level, graph.top().extent);
            const auto k = static_cast<std::size_t>(y * area.width + x);
            picture.values[k] =
                block.empty() ? 0.0F : static_cast<float>(sums[k] / static_cast<double>(block.area()));
        }
    }
    picture.exact = true;
    return picture;
}

/// The sums of one cell of a surface that repeats, from which the mean of any rectangle is known.
///
/// Summed-area table: F. Crow, Summed-Area Tables for Texture Mapping, 1984.
class CellSums {
  public:
    /// \param look  samples of the cell as they are written, row by row
    CellSums(const Lattice& cell, const std::vector<float>& look)
        : cell_(cell), sums_(static_cast<std::size_t>((cell.width + 1) * (cell.height + 1))) {
        for (std::int64_t y = 0; y < cell.height; ++y) {
            double row = 0;
            for (std::int64_t x = 0; x < cell.width; ++x) {
                row += look[static_cast<std::size_t>(y * cell.width + x)];
                at(x + 1, y + 1) = at(x + 1, y) + row;
            }
        }
    }

    [[nodiscard]] double mean(const Rect& area) const {
        double sum = 0;
        for (std::int64_t y = area.y; y < area.bottom();) {
            const std::int64_t row = floorDiv(y, cell_.height);
            const std::int64_t top = y - row * cell_.height;
            const std::int64_t bottom = std::min(cell_.height, top + area.bottom() - y);
            const std::int64_t left = floorMod(area.x - row * cell_.shift, cell_.width);
            sum += upTo(left + area.width, top, bottom) - upTo(left, top, bottom);
            y += bottom - top;
        }
        return sum / (static_cast<double>(area.width) * static_cast<double>(area.height));
    }

  private:
    double& at(std::int64_t x, std::int64_t y) {
        return sums_[static_cast<std::size_t>(y * (cell_.width + 1) + x)];
    }
    [[nodiscard]] double at(std::int64_t x, std::int64_t y) const {
        return sums_[static_cast<std::size_t>(y * (cell_.width + 1) + x)];
    }
    /// The sum over columns [0, x) of the plane and rows [top, bottom) of the cell.
    [[nodiscard]] double upTo(std::int64_t x, std::int64_t top, std::int64_t bottom) const {
        const std::int64_t whole = x / cell_.width;
        const std::int64_t rest = x % cell_.width;
        const double all = at(cell_.width, bottom) - at(cell_.width, top);
        return static_cast<double>(whole) * all + at(rest, bottom) - at(rest, top);
    }

    Lattice cell_;
    std::vector<double> sums_;
};

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
    if (root == nullptr) return top.period;
    if (!period) return {};
    while (period->height < shortestSummedCell && period->width * period->height * 2 <= summedCellSamples) {
        *period = {period->width, period->height * 2, floorMod(2 * period->shift, period->width)};
    }
    if (period->width > summedCellSamples / period->height) return {};
    return period;
}

/// The picture of a surface that repeats, exact where it does so exactly.
Picture summed(Backend& backend, MemoryBudget& budget, const PreviewRequest& request, const Lattice& cell) {
    const auto count = static_cast<std::size_t>(cell.width * cell.height);
    const Reservation reserved = budget.reserve(count * (sizeof(float) + sizeof(double)), "the cell's sums");
    auto unbounded = std::make_shared<Graph>(*request.graph);
    unbounded->nodes.back().extent = {};
    unbounded->nodes.back().support = {};
    std::vector<float> samples(count);
    const Look look(*request.graph);
    RenderRequest whole;
    whole.graph = unbounded;
    whole.area = cell.cell();
    whole.stop = request.stop;
    whole.consume = [&](const Rect& part, const SamplesView& from) {
        for (std::int64_t y = 0; y < part.height; ++y) {
            look.apply(from.row(y), {part.x, part.y + y}, part.width);
            std::copy_n(from.row(y), part.width, samples.data() + (part.y + y) * cell.width + part.x);
        }
    };
    renderAndWait(backend, std::move(whole));
    const CellSums sums(cell, samples);
    Picture picture = blank(request);
    parallelRows(request.area.height, [&](std::int64_t y) {
        for (std::int64_t x = 0; x < request.area.width; ++x) {
            const Rect block = blockSamples({request.area.x + x, request.area.y + y}, request.level,
                                            request.graph->top().extent);
            picture.row(y)[x] = block.empty() ? 0.0F : static_cast<float>(sums.mean(block));
        }
    });
    picture.exact = !request.graph->top().provisional;
    return picture;
}

std::uint64_t mixed(std::int64_t x, std::int64_t y) {
    return mixedHash(static_cast<std::uint64_t>(x), static_cast<std::uint64_t>(y));
}

/// Adds samples to every block, round by round. What is sampled may be coarser than the picture.
class Spread {
  public:
    /// \param coarser  levels above the request's
    Spread(const Sampler& sampler, const PreviewRequest& request, int coarser)
        : sampler_(sampler), request_(request), coarser_(coarser), look_(*request.graph) {
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
        parallelRows(area_.height, [&](std::int64_t y) {
            if (!complete || !goOn()) {
                complete = false;
                return;
            }
            addRow(y, count);
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
        for (std::int64_t y = 0; y < result.area.height; ++y) {
            const std::int64_t row = ((result.area.y + y) >> coarser_) - area_.y;
            for (std::int64_t x = 0; x < result.area.width; ++x) {
                const std::int64_t column = ((result.area.x + x) >> coarser_) - area_.x;
                const Sum& sum = sums_[static_cast<std::size_t>(row * area_.width + column)];
                result.row(y)[x] = static_cast<float>(sum.sum / std::max(1, sum.count));
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
        int count = 0;
    };

    void addRow(std::int64_t y, int count) {
        const Rect& area = area_;
        std::vector<Point> places;
        std::vector<std::int64_t> owners;
        for (std::int64_t x = 0; x < area.width; ++x) {
            const Point block{area.x + x, area.y + y};
            const Rect samples = blockSamples(block, request_.level + coarser_, request_.graph->top().extent);
            if (samples.empty()) continue;
            for (int k = taken_; k < taken_ + count; ++k) {
                places.push_back(place(samples, block, k));
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
            sum.sum += values[k];
            ++sum.count;
        }
    }

    /// The k-th place of a block: the R2 sequence from a start of the block's own.
    static Point place(const Rect& samples, Point block, int k) {
        const std::uint64_t start = mixed(block.x, block.y);
        const auto fraction = [k](std::uint64_t bits, double step) {
            const double t = static_cast<double>(bits) * 0x1p-32 + static_cast<double>(k) * step;
            return t - std::floor(t);
        };
        const double u = fraction(start >> 32U, 0.75487766624669276);
        const double v = fraction(start & 0xFFFFFFFFU, 0.56984029099805327);
        return {samples.x + static_cast<std::int64_t>(u * static_cast<double>(samples.width)),
                samples.y + static_cast<std::int64_t>(v * static_cast<double>(samples.height))};
    }

    const Sampler& sampler_;
    const PreviewRequest& request_;
    const int coarser_;
    const Look look_;
    Rect area_;  ///< in blocks of the coarser level
    std::vector<Sum> sums_;
    int taken_ = 0;
};

/// How long all samples of the request would take, judged by one middle part of it.
double secondsToAverage(Backend& backend, const PreviewRequest& request) {
    const std::int64_t side = std::max<std::int64_t>(1, 512 >> request.level);
    PreviewRequest probe = request;
    probe.area = {request.area.x + request.area.width / 2, request.area.y + request.area.height / 2,
                  std::min(side, request.area.width - request.area.width / 2),
                  std::min(side, request.area.height - request.area.height / 2)};
    const auto begun = Clock::now();
    static_cast<void>(averaged(backend, probe, request.stop));
    const std::chrono::duration<double> spent = Clock::now() - begun;
    return spent.count() * static_cast<double>(request.area.area()) / static_cast<double>(probe.area.area());
}

/// How long one sample takes all threads together, judged by a few.
double secondsASample(const Sampler& sampler, const PreviewRequest& request) {
    constexpr int rows = 32;
    std::vector<Point> places;
    const auto begun = Clock::now();
    int taken = 0;
    for (; taken < 8 && Clock::now() - begun < std::chrono::milliseconds(20); ++taken) {
        places.clear();
        for (int k = 0; k < rows; ++k) {
            const std::uint64_t bits = mixed(k, taken);
            const Point block{
                request.area.x +
                    static_cast<std::int64_t>(bits % static_cast<std::uint64_t>(request.area.width)),
                request.area.y + static_cast<std::int64_t>((bits >> 32U) %
                                                           static_cast<std::uint64_t>(request.area.height))};
            const Rect samples = blockSamples(block, request.level, request.graph->top().extent);
            if (!samples.empty()) places.push_back(samples.origin());
        }
        std::vector<float> values(places.size());
        sampler.sample(places.data(), static_cast<std::int64_t>(places.size()), values.data());
    }
    const std::chrono::duration<double> spent = Clock::now() - begun;
    return spent.count() / (taken * rows) / rowsAtOnce();
}

/// Samples more and finer until the time is over.
/// \param toAverage  seconds that every sample would take
/// \return nothing where the mean of every sample is there as soon as a first picture
std::optional<Picture> sampled(Backend& backend, MemoryBudget& budget, const PreviewRequest& request,
                               double toAverage, const std::function<bool()>& timeLeft) {
    const Sampler sampler(backend, budget, request.graph, request.stop);
    const double each = secondsASample(sampler, request);
    // A picture of few pixels has time for more of them.
    const int atFirst =
        static_cast<int>(std::max<std::int64_t>(samplesAtFirst, fewestSamples / request.area.area()));
    const auto seconds = [&](int coarser) {
        return atFirst * each * static_cast<double>(request.area.area()) / std::exp2(2.0 * coarser);
    };
    int coarser = 0;
    while (seconds(coarser) > longestFirstPicture && coarser < coarsestFirst)
        ++coarser;
    if (toAverage <= std::max(longestFirstPicture, seconds(coarser))) return {};
    auto spread = std::make_unique<Spread>(sampler, request, coarser);
    spread->add(atFirst, [&] { return !request.stop.stop_requested(); });
    if (request.stop.stop_requested()) throw Cancelled();
    Picture best = spread->picture();
    for (int count = atFirst; timeLeft(); count *= 2) {
        if (request.improved) request.improved(best);
        if (spread->coarser() > 0) {
            spread = std::make_unique<Spread>(sampler, request, spread->coarser() - 1);
            count = atFirst;
        }
        if (!spread->add(count, timeLeft)) break;
        best = spread->picture();
    }
    return best;
}

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

Picture renderPreview(Backend& backend, MemoryBudget& budget, const PreviewRequest& request) {
    const auto deadline = Clock::now() + std::chrono::duration_cast<Clock::duration>(request.patience);
    const auto count = static_cast<std::size_t>(request.area.area());
    const Reservation reserved =
        budget.reserve(count * (2 * sizeof(float) + 4 * sizeof(double)), "the picture");
    const double samples = static_cast<double>(request.area.area()) * std::exp2(2.0 * request.level);
    if (request.level == 0 || samples <= exactAtOnce ||
        (1 << (2 * std::min(request.level, 12))) <= samplesAtFirst) {
        return averaged(backend, request, request.stop);
    }
    const auto timeLeft = [&] { return !request.stop.stop_requested() && Clock::now() < deadline; };
    PreviewRequest first = request;
    if (request.provisional) first.graph = request.provisional;
    const std::optional<Lattice> cell = surfacePeriod(*first.graph);
    std::optional<Picture> best;
    if (cell) {
        best = summed(backend, budget, first, *cell);
        if (best->exact) return *best;
        if (request.improved) request.improved(*best);
    }
    const double toAverage =
        samples < mostAveraged ? secondsToAverage(backend, request) : std::numeric_limits<double>::infinity();
    const std::chrono::duration<double> left = deadline - Clock::now();
    if (!best && toAverage >= left.count()) best = sampled(backend, budget, first, toAverage, timeLeft);
    if (best && toAverage >= left.count()) return *best;
    return averaged(backend, request, request.stop);
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
