// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/preview/preview_means.hpp"

#include "core/base/cancelled.hpp"
#include "core/preview/preview_spread.hpp"

#include <algorithm>
#include <cmath>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>

namespace burin {

namespace {

using Clock = std::chrono::steady_clock;

/// Interval between the strips of a picture that takes long.
constexpr std::chrono::milliseconds betweenStrips{150};
/// Longest time of a request in seconds, because more urgent work waits for the requests under way.
constexpr double longestRequest = 0.05;
/// Fewest samples of a request. Smaller ones spend more time on their surroundings than on their own samples.
constexpr double smallestRequest = 0x1p16;
/// Fewest samples of a request if samples are expensive: then a quick stop matters more.
constexpr double smallestDearRequest = 0x1p12;

/// A picture under way, cut evenly into requests, row by row.
class Means {
  public:
    Means(Backend& backend, const std::shared_ptr<const Graph>& graph, const PreviewPart& part,
          const Averaging& how, std::optional<Picture> begun)
        : backend_(backend),
          graph_(graph),
          around_(how.around),
          computed_(around_ == nullptr ? graph->top().extent : Extent(how.things)),
          part_(part),
          longest_(how.longest),
          cost_(*graph, how.total) {
        const Picture* const before = begun ? &*begun : part.before.get();
        const double samples = computedIn(part.area);
        const bool strips = part.improved && before && how.secondsEach * samples > longestRequest;
        const bool most = 2 * samples >= std::exp2(2.0 * part.level) * static_cast<double>(part.area.area());
        stays_ = part.stays && backend.keepsPictures() && !strips && most;
        shows_ = part.improved && before && !stays_;
        first_ = before && !stays_ ? before->exactRows : 0;
        shown_ = first_;
        if (before) {
            spentBefore_ = before->averagedSeconds;
            samplesOfRest_ = samplesOfRest(*before);
        }
        if (before == nullptr || stays_) {
            picture_ = blank(part);
        } else if (begun) {
            picture_ = std::move(*begun);
        } else {
            picture_ = *before;
        }
        picture_.onDevice = nullptr;
        fresh_ = std::make_unique_for_overwrite<float[]>(static_cast<std::size_t>(part.area.area()));
        cut(samples, how.secondsEach);
        const Rect rest{part.area.x, part.area.y + first_, part.area.width, part.area.height - first_};
        wanted_ = computedIn(rest);
    }
    Means(const Means&) = delete;
    Means& operator=(const Means&) = delete;
    /// Waits for the backend, even after an error, because the backend still writes into this object.
    ~Means() {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [&] { return open_ == 0; });
    }

    Picture run() {
        bool goesOn = true;
        for (std::size_t band = 0; goesOn && band + 1 < rows_.size(); ++band) {
            if (band > 0 && cost_.spent() >= part_.averageFor.count()) break;
            for (std::size_t column = 0; goesOn && column + 1 < columns_.size(); ++column)
                goesOn = start(band, column);
        }
        finish();
        if (picture_.onDevice) picture_.values = {};
        describe();
        return std::move(picture_);
    }

  private:
    /// How many samples of the blocks are computed.
    [[nodiscard]] double computedIn(const Rect& blocks) const {
        const Rect samples = computed_.clip(samplesOf(blocks, part_.level));
        return static_cast<double>(samples.width) * static_cast<double>(samples.height);
    }

    /// Divides the area into squares of the usual size; into smaller ones if there would be too few for all
    /// threads, or if they would take long.
    void cut(double samples, double secondsEach) {
        double each = static_cast<double>(backend_.requestSamples());
        each = std::min(each, std::max(smallestRequest, samples / backend_.concurrency()));
        if (secondsEach > 0)
            each = std::min(each, std::max(smallestDearRequest, longestRequest / secondsEach));
        const double side = std::sqrt(each) / std::exp2(part_.level);
        const auto cuts = [&](std::int64_t from, std::int64_t to) {
            const auto count = stays_ ? 1 : std::max<std::int64_t>(1, std::llround((to - from) / side));
            const std::int64_t parts =
                std::clamp<std::int64_t>(count, 1, std::max<std::int64_t>(1, to - from));
            std::vector<std::int64_t> places;
            for (std::int64_t k = 0; k <= parts; ++k)
                places.push_back(from + (to - from) * k / parts);
            return places;
        };
        columns_ = cuts(0, part_.area.width);
        rows_ = cuts(first_, part_.area.height);
        left_.assign(rows_.size() - 1, columns_.size() - 1);
    }

    bool start(std::size_t band, std::size_t column) {
        const Rect blocks{part_.area.x + columns_[column], part_.area.y + rows_[band],
                          columns_[column + 1] - columns_[column], rows_[band + 1] - rows_[band]};
        RenderRequest request;
        request.area = graph_->top().extent.clip(samplesOf(blocks, part_.level));
        const bool summed = !stays_ && around_ != nullptr && computed_.clip(request.area).empty();
        if (summed) {
            fillAround(blocks);
        } else if (request.area.empty()) {
            clear(blocks);
        }
        if (summed || blocks.empty() || request.area.empty()) {
            const std::lock_guard lock(mutex_);
            --left_[band];
            if (part_.stop.stop_requested() && !error_) error_ = std::make_exception_ptr(Cancelled());
            return !error_;
        }
        request.graph = graph_;
        request.priority = part_.priority;
        request.hurried = part_.hurried;
        request.stop = part_.stop;
        request.cost = cost_.sink();
        request.nodes = part_.nodes;
        request.means = MeansTarget{part_.level, blocks, freshAt(blocks.x, blocks.y), part_.area.width,
                                    stays_ ? &picture_.onDevice : nullptr};
        {
            std::unique_lock lock(mutex_);
            waitUntil(lock, [&] { return open_ < 2 * backend_.concurrency(); });
            if (error_) return false;
            givenUp_ = hopeless();
            if (givenUp_) return false;
            ++open_;
        }
        backend_.start(std::move(request), [this, band](std::exception_ptr why) { ended(band, why); });
        return true;
    }

    [[nodiscard]] float* freshAt(std::int64_t x, std::int64_t y) {
        return fresh_.get() + (y - part_.area.y) * part_.area.width + (x - part_.area.x);
    }

    /// Averages blocks without things from the sums.
    void fillAround(const Rect& blocks) {
        for (std::int64_t y = blocks.y; y < blocks.bottom(); ++y) {
            for (std::int64_t x = blocks.x; x < blocks.right(); ++x) {
                const Rect samples = blockSamples({x, y}, part_.level, graph_->top().extent);
                *freshAt(x, y) = samples.empty() ? 0.0F : static_cast<float>(around_->mean(samples));
            }
        }
    }

    /// For blocks without samples.
    void clear(const Rect& blocks) {
        for (std::int64_t y = blocks.y; y < blocks.bottom(); ++y)
            std::fill_n(freshAt(blocks.x, y), blocks.width, 0.0F);
    }

    /// Whether the measured part of this picture shows that the whole would take too long.
    [[nodiscard]] bool hopeless() const {
        const double spent = spentBefore_ + cost_.spent();
        const double rest = cost_.foretold(std::max(0.0, wanted_ - cost_.samples()));
        return spent * (spent + rest) > longest_ * longest_;
    }

    void ended(std::size_t band, const std::exception_ptr& why) {
        const std::lock_guard lock(mutex_);
        if (why && !error_) error_ = why;
        if (!why) --left_[band];
        --open_;
        changed_.notify_all();
    }

    /// Waits, and meanwhile shows strips that are done.
    template <class Done>
    void waitUntil(std::unique_lock<std::mutex>& lock, Done done) {
        while (true) {
            changed_.wait(lock, [&] { return error_ || done() || finished(); });
            takeStrips();
            if (error_) return;
            show(lock, false);
            if (done()) return;
        }
    }
    [[nodiscard]] bool finished() const { return taken_ < left_.size() && left_[taken_] == 0; }

    /// Copies the finished rows that follow without a gap from the top.
    void takeStrips() {
        const auto from = static_cast<std::size_t>(rows_[taken_] * part_.area.width);
        while (finished())
            ++taken_;
        const auto to = static_cast<std::size_t>(rows_[taken_] * part_.area.width);
        if (picture_.onDevice) return;
        std::copy(fresh_.get() + from, fresh_.get() + to,
                  picture_.values.begin() + static_cast<std::ptrdiff_t>(from));
    }

    void show(std::unique_lock<std::mutex>& lock, bool now) {
        const std::int64_t rows = rows_[taken_];
        if (!shows_ || rows <= shown_ || rows == part_.area.height) return;
        if (!now && Clock::now() - lastShown_ < betweenStrips) return;
        describe();
        shown_ = rows;
        lock.unlock();
        part_.improved(picture_);
        lock.lock();
        lastShown_ = Clock::now();
    }

    /// Says how good the picture is with the strips taken so far.
    void describe() {
        const std::int64_t rows = rows_[taken_];
        const bool all = rows == part_.area.height;
        setExactRows(picture_, rows, samplesOfRest_);
        picture_.exact = all && !part_.hurried;
        if (part_.hurried) picture_.exactRows = 0;
        picture_.averagedSeconds = spentBefore_ + cost_.spent();
        picture_.givenUp = givenUp_ && !all;
    }

    void finish() {
        std::unique_lock lock(mutex_);
        waitUntil(lock, [&] { return open_ == 0; });
        changed_.wait(lock, [&] { return open_ == 0; });
        takeStrips();
        if (!error_) return;
        show(lock, true);
        std::rethrow_exception(error_);
    }

    Backend& backend_;
    const std::shared_ptr<const Graph>& graph_;
    const CellSums* const around_;
    const Extent computed_;
    const PreviewPart& part_;
    const double longest_;
    SampleCost cost_;    ///< cost of the requests of this picture
    double wanted_ = 0;  ///< number of samples to compute for the rows that are not exact yet
    bool givenUp_ = false;
    bool stays_ = false;
    bool shows_ = false;
    std::int64_t first_ = 0;  ///< the first row that is not exact yet
    std::vector<std::int64_t> columns_;
    std::vector<std::int64_t> rows_;
    double spentBefore_ = 0;    ///< on the picture that this one continues, in seconds
    double samplesOfRest_ = 0;  ///< of that picture
    Picture picture_;           ///< used only by the calling thread
    /// Means in the form that the backend delivers. Only requests write them: clearing a large picture would
    /// delay a stop.
    std::unique_ptr<float[]> fresh_;

    std::size_t taken_ = 0;   ///< bands already in `picture_`
    std::int64_t shown_ = 0;  ///< number of rows that were shown
    Clock::time_point lastShown_ = Clock::now();
    std::mutex mutex_;
    std::condition_variable changed_;
    std::vector<std::size_t> left_;  ///< requests left in each band
    int open_ = 0;
    std::exception_ptr error_;
};

}  // namespace

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

namespace {

double shareOf(const Picture& picture, std::int64_t rows) {
    return static_cast<double>(rows) / static_cast<double>(picture.area.height);
}

}  // namespace

double samplesOfRest(const Picture& picture) {
    const double share = shareOf(picture, picture.exactRows);
    const double most = std::exp2(2.0 * picture.level);
    return share < 1 ? std::max(0.0, (picture.samplesEach - share * most) / (1 - share)) : most;
}

void setExactRows(Picture& picture, std::int64_t rows, double samplesOfRest) {
    const double share = shareOf(picture, rows);
    picture.exactRows = rows;
    picture.samplesEach = share * std::exp2(2.0 * picture.level) + (1 - share) * samplesOfRest;
}

void measureSamples(Backend& backend, const std::shared_ptr<const Graph>& graph, const Rect& all,
                    const PreviewPart& part, SampleCost& cost) {
    // A hurried picture rather has a rough estimate: the strips averaged later correct it.
    const double enough = part.hurried ? 2e-3 : 8e-3;
    if (all.empty()) return;
    const double usual = std::sqrt(static_cast<double>(backend.requestSamples()));
    const auto largest = std::max<std::int64_t>(64, static_cast<std::int64_t>(usual) / 2);
    RequestCost every(graph->nodes.size());
    // Returns the cost of computing the samples of a square.
    const auto square = [&](std::int64_t side) {
        const Rect samples =
            intersection({all.x + (all.width - side) / 2, all.y + (all.height - side) / 2, side, side}, all);
        const int level = side < 32 ? 0 : 4;  // so that a card returns few numbers
        Rect blocks = blocksCovering(samples, level);
        blocks.width = std::min(blocks.width, side >> level);
        blocks.height = std::min(blocks.height, side >> level);
        std::vector<float> means(static_cast<std::size_t>(blocks.area()));
        RequestCost one(graph->nodes.size(), &every);
        RenderRequest probe;
        probe.graph = graph;
        probe.area = graph->top().extent.clip(samplesOf(blocks, level));
        probe.priority = part.priority;
        probe.hurried = part.hurried;
        probe.stop = part.stop;
        probe.cost = &one;
        probe.nodes = part.nodes;
        probe.means = MeansTarget{level, blocks, means.data(), blocks.width};
        renderAndWait(backend, std::move(probe));
        return std::pair(one.asked().seconds(), one.asked().samples());
    };
    static_cast<void>(square(1));
    for (std::int64_t side = 32;; side = std::min(2 * side, largest)) {
        const auto [seconds, samples] = square(side);
        if (seconds < enough && side < largest && samples < static_cast<double>(all.area())) continue;
        cost.sink()->addAsked(seconds, static_cast<std::int64_t>(samples));
        break;
    }
    for (std::size_t n = 0; n < graph->nodes.size(); ++n) {
        const RequestCost::Work& stored = every.stored(n);
        cost.sink()->addStored(n, stored.seconds(), static_cast<std::int64_t>(stored.samples()));
    }
}

Picture averaged(Backend& backend, const std::shared_ptr<const Graph>& graph, const PreviewPart& part,
                 const Averaging& how, std::optional<Picture> begun) {
    return Means(backend, graph, part, how, std::move(begun)).run();
}

}  // namespace burin
