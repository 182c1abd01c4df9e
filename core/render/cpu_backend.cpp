// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/render/cpu_backend.hpp"

#include "core/render/block_means.hpp"
#include "core/render/byte_evaluator.hpp"
#include "core/render/request_cost.hpp"

#include <algorithm>
#include <atomic>

namespace burin {

/// A request; its parts run as separate jobs.
struct CpuBackend::Request {
    RenderRequest what;
    std::function<void(std::exception_ptr)> done;
    std::size_t budgetBytes = 0;
    std::atomic<int> open{1};  ///< unfinished jobs, plus one for start() itself
    std::mutex mutex;
    std::exception_ptr error;

    void fail(std::exception_ptr why) noexcept {
        const std::lock_guard lock(mutex);
        if (!error) error = std::move(why);
    }
    [[nodiscard]] bool failed() noexcept {
        const std::lock_guard lock(mutex);
        return error != nullptr;
    }
    void close() {
        if (--open == 0) done(worded(std::move(error), what.graph->top().name, budgetBytes));
    }
    /// Turns a refusal by the system into an error with a message. By now all memory taken has been freed.
    static std::exception_ptr worded(std::exception_ptr error, const std::string& node,
                                     std::size_t budgetBytes) {
        if (!error) return error;
        try {
            std::rethrow_exception(error);
        } catch (const std::bad_alloc&) {
            try {
                return std::make_exception_ptr(
                    OutOfMemory::refusedBySystem(filledIn("computing node '%1'", {node}), budgetBytes));
            } catch (...) {
                return error;
            }
        } catch (...) {
            return error;
        }
    }
};

/// A plan under way. All memory that its end needs is allocated before it begins.
struct CpuBackend::Job final : WorkerPool::Work, std::enable_shared_from_this<Job> {
    Job(CpuBackend& runner, std::shared_ptr<Request> owner, Plan&& made)
        : backend(runner), request(std::move(owner)), plan(std::move(made)), missing(plan.tiles().size()) {
        for (std::uint32_t i = 0; i < target(); ++i) {
            const PlanTile& tile = plan.tiles()[i];
            if (tile.tile != nullptr) continue;
            missing[i] = tile.missingInputs;
            ++unfinished;
            if (tile.missingInputs == 0) first.push_back(i);
        }
        places = runner.pool_.reserve(missing.size() + 1);
    }
    [[nodiscard]] std::uint32_t target() const { return static_cast<std::uint32_t>(missing.size()); }
    void run(std::uint32_t task) noexcept override {
        const std::shared_ptr<Job> self = shared_from_this();
        task == target() ? backend.runTarget(self) : backend.runTile(self, task);
    }

    CpuBackend& backend;
    std::shared_ptr<Request> request;
    Plan plan;
    WorkerPool::Places places;  ///< places in the queue for each tile and the target
    std::mutex mutex;
    Reservation reservation;                          ///< reservation of the plan's tiles; guarded by mutex
    std::vector<std::atomic<std::uint32_t>> missing;  ///< number of inputs of each tile that are not ready
    std::vector<std::uint32_t> first;                 ///< tiles without missing inputs
    std::atomic<std::uint32_t> unfinished{1};         ///< remaining tiles, plus one for run() itself
};

CpuBackend::CpuBackend(MemoryBudget& budget, TileCache& cache, int threads, ThreadManners manners)
    : budget_(budget), cache_(cache), arenas_(budget, threads), pool_(threads, manners, threads) {}

CpuBackend::~CpuBackend() = default;

void CpuBackend::countNodes(const Graph& graph) {
    counters_.emplace(graph.nodes.size());
}

void CpuBackend::start(RenderRequest what, std::function<void(std::exception_ptr)> done) {
    std::shared_ptr<Request> request;
    try {
        request = std::make_shared<Request>();
        request->budgetBytes = budget_.limit();
        answerMeansFromSamples(what, done);
    } catch (...) {
        return done(Request::worded(std::current_exception(), what.graph->top().name, budget_.limit()));
    }
    request->what = std::move(what);
    request->done = std::move(done);
    try {
        admitAll(request);
    } catch (...) {
        request->fail(std::current_exception());
    }
    request->close();
}

/// Starts the jobs of a request, each as large as memory allows.
void CpuBackend::admitAll(const std::shared_ptr<Request>& request) {
    const RenderRequest& what = request->what;
    std::vector<Rect> areas = {what.area};
    while (!areas.empty() && !request->failed()) {
        const Rect area = areas.back();
        areas.pop_back();
        if (area.empty()) continue;
        if (what.stop.stop_requested()) throw Cancelled();
        std::size_t needed = 0;
        if (const std::shared_ptr<Job> job = admit(request, area, needed)) {
            run(job);
            continue;
        }
        const std::vector<Rect> parts = halves(area, what.columnStep);
        if (parts.empty()) {
            throw budget_.shortage(
                filledIn("node '%1' at %2,%3",
                         {what.graph->top().name, std::to_string(area.x), std::to_string(area.y)}),
                needed);
        }
        areas.insert(areas.end(), parts.rbegin(), parts.rend());
    }
}

namespace {

/// The scratch memory that each thread needs for a plan, rounded up to whole pages.
std::size_t arenaSize(const Plan& plan) {
    return (plan.scratchBytes() + 4095) / 4096 * 4096;
}

}  // namespace

/// Plans and reserves memory; null if the area does not fit even when nothing else is being computed.
std::shared_ptr<CpuBackend::Job> CpuBackend::admit(const std::shared_ptr<Request>& request, const Rect& area,
                                                   std::size_t& needed) {
    const Graph& graph = *request->what.graph;
    while (true) {
        const std::optional<std::uint64_t> alone = idleSince();
        Plan plan(graph, graph.nodes.size() - 1, area, &cache_, budget_.limit(), request->what.stop);
        needed = plan.excess().value_or(plan.readyBytes() + plan.tileBytes() + plan.ownBytes() +
                                        arenaSize(plan) * static_cast<std::size_t>(pool_.threads()));
        if (plan.excess()) return nullptr;
        auto job = std::make_shared<Job>(*this, request, std::move(plan));
        if (reserve(*job)) return job;
        // Tiles that other jobs finished meanwhile count twice in this plan. Only a plan that was made while
        // nothing ran has the true size.
        if (alone && alone == idleSince()) return nullptr;
    }
}

/// The number of ended jobs if none is under way.
std::optional<std::uint64_t> CpuBackend::idleSince() {
    const std::lock_guard lock(mutex_);
    return underWay_ == 0 ? std::optional(endings_) : std::nullopt;
}

bool CpuBackend::reserve(Job& job) {
    std::unique_lock lock(mutex_);
    while (true) {
        if (Reservation taken =
                arenas_.enter(job.plan.tileBytes() + job.plan.ownBytes(), arenaSize(job.plan))) {
            job.reservation = std::move(taken);
            ++underWay_;
            return true;
        }
        if (underWay_ == 0) return false;
        const std::uint64_t before = endings_;
        ended_.wait(lock, [&] { return endings_ != before; });
    }
}

void CpuBackend::run(const std::shared_ptr<Job>& job) noexcept {
    ++job->request->open;
    const RenderRequest& what = job->request->what;
    for (const PlanTile& tile : job->plan.tiles()) {
        if (tile.tile == nullptr) continue;
        if (counters_) ++(*counters_)[tile.node].hits;
        if (what.nodes != nullptr) what.nodes->addStored(what.graph->nodes[tile.node].hash, true);
    }
    for (const std::uint32_t tile : job->first)
        submit(job, tile);
    if (--job->unfinished == 0) submit(job, job->target());
}

void CpuBackend::submit(const std::shared_ptr<Job>& job, std::uint32_t task) noexcept {
    pool_.submit(job->request->what.priority, job, task);
}

/// Computes a tile unless another thread has computed it or is computing it. Skips tiles of a failed job.
void CpuBackend::runTile(const std::shared_ptr<Job>& job, std::uint32_t index) noexcept {
    PlanTile& tile = job->plan.tiles()[index];
    if (!job->request->failed()) {
        try {
            const auto claim = cache_.claim(tile.pin.entry(), [this, job, index] { submit(job, index); });
            if (claim == TileCache::Claim::pending) return;
            if (claim == TileCache::Claim::mine) computeClaimed(*job, tile);
            tile.tile = cache_.tile(tile.pin.entry());
        } catch (...) {
            job->request->fail(std::current_exception());
        }
    }
    tileDone(job, index);
}

void CpuBackend::computeClaimed(Job& job, PlanTile& tile) {
    RequestCost* const cost = job.request->what.cost;
    const double begun = cost == nullptr ? 0 : threadSeconds();
    try {
        computeTile(job, tile);
        if (cost != nullptr) cost->addStored(tile.node, threadSeconds() - begun, tile.area.area());
    } catch (...) {
        cache_.abandon(tile.pin.entry());
        throw;
    }
}

/// An arena that is returned to its pool on destruction.
class CpuBackend::LentArena {
  public:
    LentArena(ArenaPool& pool, std::size_t bytes) : pool_(pool), arena_(pool.take(bytes)) {}
    LentArena(const LentArena&) = delete;
    LentArena& operator=(const LentArena&) = delete;
    ~LentArena() { pool_.give(std::move(arena_)); }
    [[nodiscard]] Arena& operator*() const { return *arena_; }

  private:
    ArenaPool& pool_;
    std::unique_ptr<Arena> arena_;
};

void CpuBackend::computeTile(Job& job, PlanTile& tile) {
    Reservation bytes;
    {
        const std::lock_guard lock(job.mutex);
        bytes = job.reservation.split(Tile::bytes(tile.area));
    }
    auto computed = std::make_unique<Tile>(tile.area, std::move(bytes));
    const Graph& graph = *job.request->what.graph;
    NodeCosts* const costs = job.request->what.nodes;
    std::optional<OwnTimes> times;
    if (costs != nullptr) times.emplace(graph.nodes.size());
    const SamplesView samples = computed->samples();
    {
        const LentArena arena(arenas_, job.plan.scratchBytes());
        Evaluator evaluator(graph, job.plan, *arena, job.request->what.stop,
                            counters_ ? &*counters_ : nullptr, times ? &*times : nullptr);
        forEachBand(graph.nodes[tile.node], tile.area, [&](const Rect& band) {
            evaluator.compute(tile.node, band,
                              samples.part(0, band.y - tile.area.y, band.width, band.height));
        });
    }
    if (counters_) ++(*counters_)[tile.node].tiles;
    if (times) {
        costs->addStored(graph.nodes[tile.node].hash, false);
        times->addTo(*costs, graph);
    }
    cache_.publish(tile.pin.entry(), std::move(computed));
}

void CpuBackend::tileDone(const std::shared_ptr<Job>& job, std::uint32_t index) noexcept {
    for (const std::uint32_t dependent : job->plan.tiles()[index].dependents) {
        if (--job->missing[dependent] == 0) submit(job, dependent);
    }
    if (--job->unfinished == 0) submit(job, job->target());
}

void CpuBackend::runTarget(const std::shared_ptr<Job>& job) noexcept {
    const RenderRequest& what = job->request->what;
    if (!job->request->failed()) {
        try {
            const double begun = what.cost == nullptr ? 0 : threadSeconds();
            computeTarget(*job, what);
            if (what.cost != nullptr) what.cost->addAsked(threadSeconds() - begun, job->plan.area().area());
        } catch (...) {
            job->request->fail(std::current_exception());
        }
    }
    end(job);
}

void CpuBackend::computeTarget(const Job& job, const RenderRequest& what) {
    const LentArena arena(arenas_, job.plan.scratchBytes());
    std::vector<NodeCounters>* const counters = counters_ ? &*counters_ : nullptr;
    const bool inBytes = what.packed && what.packed->root->depth == 8 && ByteEvaluator::takes(*what.graph);
    std::optional<OwnTimes> times;
    if (what.nodes != nullptr && !what.packed) times.emplace(what.graph->nodes.size());
    Evaluator evaluator(*what.graph, job.plan, *arena, what.stop, counters, times ? &*times : nullptr);
    ByteEvaluator byteEvaluator(*what.graph, *arena, what.stop, counters);
    const GraphNode& node = what.graph->nodes[job.plan.node()];
    if (inBytes) {
        return forEachBand(
            node, job.plan.area(),
            [&](const Rect& band) { byteEvaluator.write(*what.packed, what.area, band); },
            ByteEvaluator::bandTimes);
    }
    forEachBand(node, job.plan.area(), [&](const Rect& band) {
        const Arena::Frame frame(*arena);
        const auto bytes = static_cast<std::size_t>(band.area()) * sizeof(float);
        const SamplesView samples{reinterpret_cast<float*>((*arena).allocate(bytes)), band.width, band.width,
                                  band.height};
        evaluator.read(job.plan.node(), band, samples);
        if (what.packed) {
            what.packed->write(what.area, band, samples);
        } else {
            what.consume(band, samples);
        }
    });
    if (times) times->addTo(*what.nodes, *what.graph);
}

/// Frees memory and pins before any waiting thread is notified.
void CpuBackend::end(const std::shared_ptr<Job>& job) noexcept {
    job->plan.release();
    arenas_.leave();
    {
        const std::lock_guard lock(job->mutex);
        job->reservation.release();
    }
    {
        const std::lock_guard lock(mutex_);
        --underWay_;
        ++endings_;
    }
    ended_.notify_all();
    job->request->close();
}

std::optional<std::size_t> CpuBackend::bytesFor(const Graph& graph, const Rect& area, int threads,
                                                std::size_t limitBytes, const std::stop_token& stop) {
    const Plan plan(graph, graph.nodes.size() - 1, area, nullptr, limitBytes, stop);
    const std::size_t bytes =
        plan.tileBytes() + plan.ownBytes() + plan.scratchBytes() * static_cast<std::size_t>(threads);
    if (plan.excess() || bytes > limitBytes) return {};
    return bytes;
}

}  // namespace burin
