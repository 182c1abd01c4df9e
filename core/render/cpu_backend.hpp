// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/render/arena_pool.hpp"
#include "core/render/backend.hpp"
#include "core/render/evaluator.hpp"
#include "core/render/worker_pool.hpp"
#include "core/tile/memory_budget.hpp"
#include "core/tile/tile_cache.hpp"

#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace burin {

/// Computes on the processor's cores.
///
/// A request becomes a plan, and the plan's memory is reserved in the budget all or nothing. Then its tiles
/// run as tasks, each as soon as its inputs are ready, so that independent branches run in parallel. A
/// request that does not fit waits for others to end, is then split, and finally fails with the bytes it
/// needs.
///
/// An exception of a task, also std::bad_alloc, becomes the error of its request. Ending a task allocates no
/// memory.
class CpuBackend final : public Backend {
  public:
    /// \param budget  for tiles, scratch memory and other reservations of its owner
    CpuBackend(MemoryBudget& budget, TileCache& cache, int threads,
               ThreadManners manners = ThreadManners::usual);
    ~CpuBackend() override;

    void start(RenderRequest request, std::function<void(std::exception_ptr)> done) override;
    [[nodiscard]] int concurrency() const override { return 2 * pool_.threads(); }

    [[nodiscard]] std::string name() const override { return "cpu"; }
    [[nodiscard]] std::string description() const override { return descriptionWith(pool_.threads()); }
    /// The description of a backend with this number of threads.
    [[nodiscard]] static std::string descriptionWith(int threads) {
        return "the CPU with " + std::to_string(threads) + (threads == 1 ? " thread" : " threads");
    }
    void countNodes(const Graph& graph) override;
    [[nodiscard]] const std::vector<NodeCounters>& counters() const override { return *counters_; }
    [[nodiscard]] std::size_t peakBytes(const GraphNode& node) const override {
        return cache_.peakBytes(node.hash);
    }
    [[nodiscard]] std::string memoryText() const override {
        return bytesText(budget_.peak()) + " of " + bytesText(budget_.limit());
    }

    /// Bytes needed to compute `area` with nothing cached; nothing if they exceed `limitBytes`. Planning it
    /// needs memory as well. \throws Cancelled once `stop` is signalled
    [[nodiscard]] static std::optional<std::size_t> bytesFor(const Graph& graph, const Rect& area,
                                                             int threads, std::size_t limitBytes,
                                                             const std::stop_token& stop = {});

  private:
    struct Request;
    struct Job;
    class LentArena;

    void admitAll(const std::shared_ptr<Request>& request);
    std::shared_ptr<Job> admit(const std::shared_ptr<Request>& request, const Rect& area,
                               std::size_t& needed);
    std::optional<std::uint64_t> idleSince();
    bool reserve(Job& job);
    void run(const std::shared_ptr<Job>& job) noexcept;
    void submit(const std::shared_ptr<Job>& job, std::uint32_t task) noexcept;
    void runTile(const std::shared_ptr<Job>& job, std::uint32_t tile) noexcept;
    void computeClaimed(Job& job, PlanTile& tile);
    void computeTile(Job& job, PlanTile& tile);
    void tileDone(const std::shared_ptr<Job>& job, std::uint32_t tile) noexcept;
    void runTarget(const std::shared_ptr<Job>& job) noexcept;
    void computeTarget(const Job& job, const RenderRequest& what);
    void end(const std::shared_ptr<Job>& job) noexcept;

    MemoryBudget& budget_;
    TileCache& cache_;
    std::optional<std::vector<NodeCounters>> counters_;

    ArenaPool arenas_;
    std::mutex mutex_;  ///< guards everything below; only the locks of arenas and budget are taken after it
    std::condition_variable ended_;
    int underWay_ = 0;
    std::uint64_t endings_ = 0;

    WorkerPool pool_;  ///< declared last, because its destructor waits for tasks that use all of the above
};

}  // namespace burin
