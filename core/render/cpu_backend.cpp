// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/render/cpu_backend.hpp"

#include "core/render/block_means.hpp"

#include <algorithm>
#include <atomic>

namespace burin {

/// What was asked for; its parts run as jobs of their own.
struct CpuBackend::Request {
    RenderRequest what;
    std::function<void(std::exception_ptr)> done;
    std::atomic<int> open{1};  ///< jobs not yet ended, and one for start() itself
    std::mutex mutex;
    std::exception_ptr error;

    void fail(std::exception_ptr why) {
        const std::lock_guard lock(mutex);
        if (!error) error = std::move(why);
    }
    [[nodiscard]] bool failed() {
        const std::lock_guard lock(mutex);
        return error != nullptr;
    }
    void close() {
        if (--open == 0) done(std::move(error));
    }
};

/// A plan under way.
struct CpuBackend::Job {
    Job(std::shared_ptr<Request> owner, Plan&& made) : request(std::move(owner)), plan(std::move(made)) {}

    std::shared_ptr<Request> request;
    Plan plan;
    std::mutex mutex;
    Reservation reservation;                          ///< of the plan's tiles, guarded by mutex
    std::vector<std::atomic<std::uint32_t>> missing;  ///< inputs of each tile that are not ready
    std::atomic<std::uint32_t> unfinished{0};         ///< tiles to come, and one for run() itself
};

CpuBackend::CpuBackend(MemoryBudget& budget, TileCache& cache, int threads, ThreadManners manners)
    : budget_(budget), cache_(cache), pool_(threads, manners) {}

CpuBackend::~CpuBackend() = default;

void CpuBackend::countNodes(const Graph& graph) {
    counters_.emplace(graph.nodes.size());
}

void CpuBackend::start(RenderRequest what, std::function<void(std::exception_ptr)> done) {
    answerMeansFromSamples(what, done);
    auto request = std::make_shared<Request>();
    request->what = std::move(what);
    request->done = std::move(done);
    std::vector<Rect> areas = {request->what.area};
    while (!areas.empty() && !request->failed()) {
        const Rect area = areas.back();
        areas.pop_back();
        if (area.empty()) continue;
        try {
            if (request->what.stop.stop_requested()) throw Cancelled();
            std::size_t needed = 0;
            if (const std::shared_ptr<Job> job = admit(request, area, needed)) {
                run(job);
                continue;
            }
            const std::vector<Rect> parts = halves(area, request->what.columnStep);
            if (parts.empty()) {
                throw OutOfMemory("node '" + request->what.graph->top().name + "' at " +
                                      std::to_string(area.x) + "," + std::to_string(area.y),
                                  needed, budget_.limit());
            }
            areas.insert(areas.end(), parts.rbegin(), parts.rend());
        } catch (...) {
            request->fail(std::current_exception());
        }
    }
    request->close();
}

namespace {

/// What each thread's scratch memory grows to for a plan, in whole pages.
std::size_t arenaSize(const Plan& plan) {
    return (plan.scratchBytes() + 4095) / 4096 * 4096;
}

}  // namespace

/// Plans and reserves; null where the area does not fit even with nothing else under way.
std::shared_ptr<CpuBackend::Job> CpuBackend::admit(const std::shared_ptr<Request>& request, const Rect& area,
                                                   std::size_t& needed) {
    const Graph& graph = *request->what.graph;
    try {
        while (true) {
            const std::optional<std::uint64_t> alone = idleSince();
            auto job = std::make_shared<Job>(
                request, Plan(graph, graph.nodes.size() - 1, area, cache_, budget_.limit()));
            needed = job->plan.readyBytes() + job->plan.tileBytes() +
                     arenaSize(job->plan) * static_cast<std::size_t>(pool_.threads());
            if (reserve(*job)) return job;
            // Tiles that others made ready meanwhile count twice in this plan: only one that was made while
            // nothing ran says what the area needs.
            if (alone && alone == idleSince()) return nullptr;
        }
    } catch (const Plan::Unfit& unfit) {
        needed = unfit.bytes;
        return nullptr;
    }
}

/// How many jobs have ended, where none is under way.
std::optional<std::uint64_t> CpuBackend::idleSince() {
    const std::lock_guard lock(mutex_);
    return underWay_ == 0 ? std::optional(endings_) : std::nullopt;
}

bool CpuBackend::reserve(Job& job) {
    std::unique_lock lock(mutex_);
    while (true) {
        const auto threads = static_cast<std::size_t>(pool_.threads());
        const std::size_t wanted = arenaSize(job.plan);
        const std::size_t growth = wanted > arenaBytes_ ? (wanted - arenaBytes_) * threads : 0;
        if (Reservation taken = budget_.tryReserve(job.plan.tileBytes() + growth)) {
            if (growth > 0) {
                arenaReservations_.push_back(taken.split(growth));
                arenaBytes_ = wanted;
            }
            job.reservation = std::move(taken);
            ++underWay_;
            return true;
        }
        if (underWay_ == 0 && arenaBytes_ == 0) return false;
        if (underWay_ == 0) {  // what earlier jobs took must not keep this one from fitting
            arenas_.clear();
            arenaReservations_.clear();
            arenaBytes_ = 0;
            continue;
        }
        const std::uint64_t before = endings_;
        ended_.wait(lock, [&] { return endings_ != before; });
    }
}

void CpuBackend::run(const std::shared_ptr<Job>& job) {
    ++job->request->open;
    std::vector<PlanTile>& tiles = job->plan.tiles();
    job->missing = std::vector<std::atomic<std::uint32_t>>(tiles.size());
    std::vector<std::uint32_t> first;
    std::uint32_t toCome = 1;
    for (std::uint32_t i = 0; i < tiles.size(); ++i) {
        if (counters_ && tiles[i].tile != nullptr) ++(*counters_)[tiles[i].node].hits;
        if (tiles[i].tile != nullptr) continue;
        job->missing[i] = tiles[i].missingInputs;
        ++toCome;
        if (tiles[i].missingInputs == 0) first.push_back(i);
    }
    job->unfinished = toCome;
    for (const std::uint32_t tile : first)
        submitTile(job, tile);
    if (--job->unfinished == 0) {
        pool_.submit(job->request->what.priority, [this, job] { runTarget(job); });
    }
}

void CpuBackend::submitTile(const std::shared_ptr<Job>& job, std::uint32_t tile) {
    pool_.submit(job->request->what.priority, [this, job, tile] { runTile(job, tile); });
}

/// Computes a tile unless somebody else has, or is at it. A failed job's tiles are passed over.
void CpuBackend::runTile(const std::shared_ptr<Job>& job, std::uint32_t index) {
    PlanTile& tile = job->plan.tiles()[index];
    if (!job->request->failed()) {
        const auto claim = cache_.claim(tile.pin.entry(), [this, job, index] { submitTile(job, index); });
        if (claim == TileCache::Claim::pending) return;
        if (claim == TileCache::Claim::mine) {
            try {
                computeTile(*job, tile);
            } catch (...) {
                cache_.abandon(tile.pin.entry());
                job->request->fail(std::current_exception());
            }
        }
        tile.tile = cache_.tile(tile.pin.entry());
    }
    tileDone(job, index);
}

void CpuBackend::computeTile(Job& job, PlanTile& tile) {
    Reservation bytes;
    {
        const std::lock_guard lock(job.mutex);
        bytes = job.reservation.split(Tile::bytes(tile.area));
    }
    auto computed = std::make_unique<Tile>(tile.area, std::move(bytes));
    std::unique_ptr<Arena> arena = takeArena(job.plan.scratchBytes());
    const Graph& graph = *job.request->what.graph;
    Evaluator evaluator(graph, job.plan, *arena, job.request->what.stop, counters_ ? &*counters_ : nullptr);
    const SamplesView samples = computed->samples();
    try {
        forEachBand(graph.nodes[tile.node], tile.area, [&](const Rect& band) {
            evaluator.compute(tile.node, band,
                              samples.part(0, band.y - tile.area.y, band.width, band.height));
        });
    } catch (...) {
        giveArena(std::move(arena));
        throw;
    }
    giveArena(std::move(arena));
    if (counters_) ++(*counters_)[tile.node].tiles;
    cache_.publish(tile.pin.entry(), std::move(computed));
}

void CpuBackend::tileDone(const std::shared_ptr<Job>& job, std::uint32_t index) {
    for (const std::uint32_t dependent : job->plan.tiles()[index].dependents) {
        if (--job->missing[dependent] == 0) submitTile(job, dependent);
    }
    if (--job->unfinished == 0) {
        pool_.submit(job->request->what.priority, [this, job] { runTarget(job); });
    }
}

void CpuBackend::runTarget(const std::shared_ptr<Job>& job) {
    const RenderRequest& what = job->request->what;
    if (!job->request->failed()) {
        std::unique_ptr<Arena> arena = takeArena(job->plan.scratchBytes());
        try {
            Evaluator evaluator(*what.graph, job->plan, *arena, what.stop, counters_ ? &*counters_ : nullptr);
            forEachBand(what.graph->nodes[job->plan.node()], job->plan.area(), [&](const Rect& band) {
                const Arena::Frame frame(*arena);
                const auto bytes = static_cast<std::size_t>(band.area()) * sizeof(float);
                const SamplesView samples{reinterpret_cast<float*>(arena->allocate(bytes)), band.width,
                                          band.width, band.height};
                evaluator.read(job->plan.node(), band, samples);
                if (what.packed) {
                    what.packed->write(what.area, band, samples);
                } else {
                    what.consume(band, samples);
                }
            });
        } catch (...) {
            job->request->fail(std::current_exception());
        }
        giveArena(std::move(arena));
    }
    end(job);
}

/// Gives memory and pins back before anybody is told.
void CpuBackend::end(const std::shared_ptr<Job>& job) {
    job->plan.release();
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

std::unique_ptr<Arena> CpuBackend::takeArena(std::size_t bytes) {
    std::unique_ptr<Arena> arena;
    {
        const std::lock_guard lock(mutex_);
        if (arenas_.empty()) {
            arena = std::make_unique<Arena>();
        } else {
            arena = std::move(arenas_.back());
            arenas_.pop_back();
        }
    }
    arena->ensure(bytes);
    return arena;
}

void CpuBackend::giveArena(std::unique_ptr<Arena> arena) {
    const std::lock_guard lock(mutex_);
    arenas_.push_back(std::move(arena));
}

std::size_t CpuBackend::bytesFor(const Graph& graph, const Rect& area, int threads, std::size_t limitBytes) {
    MemoryBudget nothing(limitBytes);
    TileCache empty(nothing);
    const Plan plan(graph, graph.nodes.size() - 1, area, empty, limitBytes);
    const std::size_t bytes = plan.tileBytes() + plan.scratchBytes() * static_cast<std::size_t>(threads);
    if (bytes > limitBytes) throw Plan::Unfit{bytes};
    return bytes;
}

}  // namespace burin
