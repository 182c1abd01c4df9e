// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/render/backend.hpp"
#include "core/render/tree_walk.hpp"
#include "gpu/render/device_plan.hpp"

#include <optional>
#include <span>
#include <stop_token>
#include <vector>

namespace burin::gpu {

/// A stack in a block of the device's heap.
class ScratchStack final : public DeviceScratch {
  public:
    ScratchStack(const DeviceHeap::Block& block, const StreamCounters& counters)
        : data_(block.data()), bytes_(block.bytes()), counters_(counters) {}
    std::byte* allocate(std::size_t bytes) override;
    const StreamCounters& counters() const override { return counters_; }

    /// On destruction pops everything allocated since its construction.
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
    const StreamCounters& counters_;
};

/// Queues on one CUDA stream the computation of rectangles of a graph's nodes from a plan's places. \see
/// burin::TreeWalk
class DeviceEvaluator : public TreeWalk<DeviceEvaluator> {
  public:
    using Samples = DeviceSamples;
    using ConstSamples = ConstDeviceSamples;
    using Child = DeviceChild;
    using Frame = ScratchStack::Frame;
    static constexpr bool planned = true;

    /// \param ofStream  the counters of `cudaStream`
    /// \param counters  one for each node, or nullptr
    DeviceEvaluator(cudaStream_t cudaStream, const StreamCounters& ofStream, const DeviceGraph& graph,
                    DevicePlan& plan, DeviceCache& cache, std::stop_token stop,
                    std::vector<NodeCounters>* counters)
        : cudaStream_(cudaStream),
          graph_(graph),
          plan_(plan),
          cache_(cache),
          scratch_(plan.scratch(), ofStream),
          stop_(std::move(stop)),
          counters_(counters) {}

    /// Queues the missing places of the plan, and makes the CUDA stream wait for tiles that others compute.
    void computePlaces();

    // The policy of the walk: the functions that TreeWalk calls.
    [[nodiscard]] const GraphNode& node(std::size_t index) const { return *graph_[index].node; }
    [[nodiscard]] const DeviceOperation& operation(std::size_t index) const {
        return *graph_[index].operation;
    }
    [[nodiscard]] ScratchStack& scratch() { return scratch_; }
    [[nodiscard]] std::byte* allocate(std::size_t bytes) { return scratch_.allocate(bytes); }
    [[nodiscard]] std::byte* zeroed(std::size_t bytes);
    [[nodiscard]] static std::size_t bytesOf(const Rect& area) {
        return alignedBytes<float>(area.width, area.height);
    }
    [[nodiscard]] static DeviceSamples view(std::byte* memory, const Rect& area) {
        return alignedView(reinterpret_cast<float*>(memory), area.width, area.height);
    }
    [[nodiscard]] std::size_t slotBytes(std::size_t child, const Fetch& fetch) const {
        return plan_.slotBytes(child, fetch);
    }
    [[nodiscard]] std::optional<ConstDeviceSamples> wholePiece(std::size_t child, const Fetch& fetch) const;
    [[nodiscard]] bool stored(std::size_t index) const { return graph_[index].storage != Storage::inlined; }
    void readStored(std::size_t index, const Rect& area, const DeviceSamples& out);
    void clear(const DeviceSamples& out);
    void clearAround(const DeviceSamples& out, const Rect& area, const Rect& inside);
    void spread(const Fetch& fetch, const Rect& extent, const Rect& piece, const DeviceSamples& source,
                const DeviceSamples& out);
    void begin(const DeviceOperation& operation, std::span<const LinkShape> links, const Rect& area,
               const DeviceSamples& out) {
        const Frame frame(scratch_);
        operation.begin(cudaStream_, links, area, out, scratch_);
    }
    void reduce(const DeviceOperation& operation, const Rect& area, std::span<const LinkShape> links,
                std::size_t index, const DeviceSamples& out, DeviceChild& child, std::byte* state) {
        operation.reduce({cudaStream_, area, links[index], links, index, out, child, scratch_, state});
    }
    /// Does nothing: the last reduction has already removed dust.
    static void sweep(const DeviceOperation&, std::span<const LinkShape>, const DeviceSamples&) {}
    [[nodiscard]] bool stopRequested() const { return stop_.stop_requested(); }
    bool count(std::size_t index, const Rect& area);

  private:
    /// Computes a tile for all requests, or waits for the thread that is computing it.
    void store(DevicePlace& place);
    void fill(const DevicePiece& piece, const DevicePlace& place);

    cudaStream_t cudaStream_;
    const DeviceGraph& graph_;
    DevicePlan& plan_;
    DeviceCache& cache_;
    ScratchStack scratch_;
    std::stop_token stop_;
    std::vector<NodeCounters>* counters_;
};

}  // namespace burin::gpu
