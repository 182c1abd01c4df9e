// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/render/evaluator.hpp"
#include "gpu/render/device_plan.hpp"

#include <stop_token>
#include <vector>

namespace burin::gpu {

/// A stack in a block of the device's heap.
class ScratchStack final : public DeviceScratch {
  public:
    explicit ScratchStack(const DeviceHeap::Block& block) : data_(block.data()), bytes_(block.bytes()) {}
    std::byte* allocate(std::size_t bytes) override;

    /// Pops on destruction what was allocated since.
    class Frame {
      public:
        explicit Frame(ScratchStack& stack) : stack_(stack), mark_(stack.used_) {}
        Frame(const Frame&) = delete;
        Frame& operator=(const Frame&) = delete;
        ~Frame() { stack_.used_ = mark_; }

      private:
        ScratchStack& stack_;
        std::size_t mark_;
    };

  private:
    std::byte* data_;
    std::size_t bytes_;
    std::size_t used_ = 0;
};

/// Queues on one stream what computes rectangles of a graph's nodes from a plan's places. \see
/// burin::Evaluator
class DeviceEvaluator {
  public:
    /// \param counters  one for each node, or nullptr
    DeviceEvaluator(cudaStream_t stream, const DeviceGraph& graph, DevicePlan& plan, DeviceCache& cache,
                    std::stop_token stop, std::vector<NodeCounters>* counters)
        : stream_(stream),
          graph_(graph),
          plan_(plan),
          cache_(cache),
          scratch_(plan.scratch()),
          stop_(std::move(stop)),
          counters_(counters) {}

    /// Queues what the plan misses, and lets the stream wait for tiles that others compute.
    void computePlaces();
    /// The samples of `node` over `area`; 0 outside its support. \throws Cancelled
    void read(std::size_t node, const Rect& area, const DeviceSamples& out);
    [[nodiscard]] ScratchStack& scratch() { return scratch_; }

  private:
    friend class LinkChild;

    /// Computes a tile for all, or waits for whoever is doing so.
    void store(DevicePlace& place);
    void fill(const DevicePiece& piece, const DevicePlace& place);
    void compute(std::size_t node, const Rect& area, const DeviceSamples& out);
    void readStored(std::size_t node, const Rect& area, const DeviceSamples& out);

    cudaStream_t stream_;
    const DeviceGraph& graph_;
    DevicePlan& plan_;
    DeviceCache& cache_;
    ScratchStack scratch_;
    std::stop_token stop_;
    std::vector<NodeCounters>* counters_;
};

}  // namespace burin::gpu
