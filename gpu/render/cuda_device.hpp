// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gpu/device/heap.hpp"
#include "gpu/jit/kernel.hpp"
#include "gpu/render/cuda_backend.hpp"
#include "gpu/render/device_evaluator.hpp"
#include "gpu/render/kept_pictures.hpp"
#include "gpu/render/reservation_queue.hpp"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <new>
#include <optional>
#include <semaphore>
#include <string>
#include <utility>

namespace burin::gpu {

/// One card: its memory, its tiles, and the graphs bound to it.
class CudaBackend::Device {
  public:
    Device(int index, std::size_t memoryBytes) : index_(index) {
        check(cudaSetDevice(index));
        cudaDeviceProp properties{};
        check(cudaGetDeviceProperties(&properties, index));
        name_ = properties.name;
        std::size_t free = 0;
        std::size_t total = 0;
        check(cudaMemGetInfo(&free, &total));
        const std::size_t budget = memoryBytes > 0 ? memoryBytes : free / 10 * 8;
        tableBytes_ = std::min(budget / 8, largestTables);
        heap_.emplace(budget - tableBytes_);
    }

    [[nodiscard]] int index() const { return index_; }
    [[nodiscard]] const std::string& name() const { return name_; }
    [[nodiscard]] DeviceHeap& heap() { return *heap_; }
    [[nodiscard]] const DeviceHeap& heap() const { return *heap_; }
    [[nodiscard]] DeviceCache& cache() { return cache_; }
    [[nodiscard]] KeptPictures& pictures() { return pictures_; }

    /// The graph bound to this card; the last few are kept. While its kernels are being compiled, a hurried
    /// request gets a graph that does not need them.
    std::shared_ptr<const DeviceGraph> bound(const RenderRequest& what) {
        const std::lock_guard lock(graphsMutex_);
        std::shared_ptr<const DeviceGraph> patient = known(what, Patience::waits);
        return !what.hurried || patient->ready() ? patient : known(what, Patience::hurries);
    }

    using Claim = ReservationQueue::Claim;
    using MustGiveWay = ReservationQueue::MustGiveWay;

    /// A new claim to memory, after the earlier ones of its priority.
    [[nodiscard]] Claim claim(int priority) { return reservations_.claim(priority); }

    /// A plan of `area` with its memory, or nullptr if it does not fit even with nothing else under way.
    /// \throws MustGiveWay
    std::unique_ptr<DevicePlan> admit(const Claim& claim, const DeviceGraph& graph, const Rect& area,
                                      Recurrence recurrence) {
        std::unique_ptr<DevicePlan> plan;
        const auto tryToReserve = [&] {
            // The plan is made again each time, because other requests store tiles meanwhile.
            plan = std::make_unique<DevicePlan>(graph, area, recurrence, cache_, heap_->bytes());
            if (!plan->fits()) return true;
            const bool reserved = plan->reserve(*heap_, [this] { return makeRoom(); });
            if (!reserved) plan.reset();
            return reserved;
        };
        if (!reservations_.reserve(claim, tryToReserve)) return nullptr;
        if (!plan->fits()) end(std::move(plan));
        return plan;
    }
    /// Memory for the means of one request.
    struct MeansMemory {
        DeviceHeap::Block sums;
        DeviceHeap::Block picture;
    };
    /// Reserves the memory for the sums and the means; evicts idle tiles. Until it calls endMeans(), the
    /// caller holds memory, and must say so in its claims. \throws OutOfMemory if both do not fit even if
    /// nothing else is being computed
    MeansMemory beginMeans(const Claim& claim, std::size_t sumBytes, std::size_t pictureBytes) {
        MeansMemory memory;
        const auto tryToReserve = [&] {
            memory.sums = tryAllocate(sumBytes);
            if (memory.sums) memory.picture = tryAllocate(pictureBytes);
            if (!memory.picture) memory = {};
            return static_cast<bool>(memory.picture);
        };
        if (!reservations_.reserve(claim, tryToReserve))
            throw OutOfMemory(filledIn("a picture on CUDA device %1", {std::to_string(index_)}),
                              sumBytes + pictureBytes, heap_->bytes());
        return memory;
    }
    /// Reserves memory for the sums of heights of one request, as beginMeans() does for means.
    DeviceHeap::Block beginHeights(const Claim& claim, std::size_t bytes) {
        DeviceHeap::Block block;
        const auto tryToReserve = [&] {
            block = tryAllocate(bytes);
            return static_cast<bool>(block);
        };
        if (!reservations_.reserve(claim, tryToReserve))
            throw OutOfMemory(filledIn("sums of heights on CUDA device %1", {std::to_string(index_)}), bytes,
                              heap_->bytes());
        return block;
    }
    /// Ends beginMeans() or beginHeights(). \pre the memory has been given back
    void endMeans() { reservations_.end(); }
    /// Gives back the plan that admit returned, once the device has finished with it.
    void end(std::unique_ptr<DevicePlan> plan) {
        plan.reset();
        reservations_.end();
    }

    /// Must be held while copying to the host.
    class CopyPermit {
      public:
        explicit CopyPermit(Device& device) : copies_(device.copies_) { copies_.acquire(); }
        CopyPermit(const CopyPermit&) = delete;
        CopyPermit& operator=(const CopyPermit&) = delete;
        ~CopyPermit() { copies_.release(); }

      private:
        std::counting_semaphore<>& copies_;
    };

    std::atomic<bool> lost{false};

  private:
    /// One copy runs and one is queued. The data of more copies would not fit into the part of the host's
    /// cache that cards write to.
    static constexpr int copiesAtOnce = 2;
    static constexpr std::size_t mostGraphs = 8;
    static constexpr std::size_t largestSlab = std::size_t{256} << 20;
    /// The part of the budget for the tables of kinds. An endless texture holds up to 16 Mi samples.
    static constexpr std::size_t largestTables = std::size_t{256} << 20;

    std::shared_ptr<const DeviceGraph> known(const RenderRequest& what, Patience patience) {
        const bool hurried = patience == Patience::hurries;
        for (const auto& bound : graphs_) {
            if (bound->graph() == what.graph && bound->hurried() == hurried) return bound;
        }
        const DeviceGraph::Limits limits{std::min(largestSlab, heap_->bytes() / 8), tableBytes_};
        graphs_.push_back(newGraph(what, limits, patience));
        if (graphs_.size() > mostGraphs) graphs_.pop_front();
        return graphs_.back();
    }

    /// If the card has no memory left for the tables of a new graph, the oldest graphs give way.
    std::shared_ptr<const DeviceGraph> newGraph(const RenderRequest& what, const DeviceGraph::Limits& limits,
                                                Patience patience) {
        while (true) {
            try {
                return std::make_shared<const DeviceGraph>(what.graph, limits, patience, graphs_, what.stop);
            } catch (const std::bad_alloc&) {
                if (graphs_.empty()) throw;
                graphs_.pop_front();
            }
        }
    }

    /// Evicts idle tiles first, then moves pictures. \return whether anything was freed
    bool makeRoom() { return cache_.evict(1) > 0 || pictures_.freeOne(); }

    DeviceHeap::Block tryAllocate(std::size_t bytes) {
        DeviceHeap::Block block = heap_->tryAllocate(bytes);
        while (!block && makeRoom())
            block = heap_->tryAllocate(bytes);
        return block;
    }

    int index_;
    std::string name_;
    std::size_t tableBytes_ = 0;  // bytes of a graph's tables, outside of the heap
    std::optional<DeviceHeap> heap_;
    DeviceCache cache_;  // its tiles lie in the heap
    KeptPictures pictures_;
    std::mutex graphsMutex_;
    std::deque<std::shared_ptr<const DeviceGraph>> graphs_;
    ReservationQueue reservations_;
    std::counting_semaphore<> copies_{copiesAtOnce};
};

}  // namespace burin::gpu
