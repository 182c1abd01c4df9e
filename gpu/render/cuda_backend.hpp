// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Includes no CUDA header, because the program's front ends include this file.

#include "core/render/backend.hpp"

#include <cstddef>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

namespace burin::gpu {

struct Task;

struct CudaOptions {
    std::vector<int> devices;     ///< CUDA's device numbers; not empty
    std::size_t memoryBytes = 0;  ///< memory of each device; 0: 80 % of the free memory
};

/// Samples in the memory of a card, row by row without gaps. They may outlive the backend.
struct CardSamples {
    int device = 0;  ///< CUDA's number of the card
    std::shared_ptr<std::byte> data;
};

/// Computes on graphics cards.
///
/// Each card has several lanes. A lane is a thread with its own CUDA stream: it takes a request from the
/// queue that all cards share, queues all of its work, and waits for its end. While one lane copies, another
/// one computes. Samples stay on the card and are packed there before they are copied to the host.
///
/// Pictures may stay on the card too; the backend must outlive them.
///
/// If the process loses a card, the other cards take over its requests. Without other cards, the requests
/// fail.
class CudaBackend final : public Backend {
  public:
    /// Allocates the memory. \throws DeviceError, std::bad_alloc
    explicit CudaBackend(const CudaOptions& options);
    /// Waits for all requests.
    ~CudaBackend() override;

    void start(RenderRequest request, std::function<void(std::exception_ptr)> done) override;
    [[nodiscard]] int concurrency() const override;
    [[nodiscard]] std::int64_t requestSamples() const override;
    [[nodiscard]] double samplesAtOnce() const override { return 0x1p30; }
    [[nodiscard]] bool keepsPictures() const override { return true; }
    /// Whether the cards have enough memory to sum heights.
    [[nodiscard]] bool sumsHeights() const override;
    [[nodiscard]] std::int64_t summedSamples() const override;
    [[nodiscard]] std::int32_t pictureTileSide() const override { return 2048; }
    /// Computes an area of the top node into memory of the first card, and waits for it. The memory is not
    /// part of the budget. Samples are binary32, or written as by a root: with 8 bits, 16 bits, or 1 bit in a
    /// byte each. They are not copied through the computer's memory, unless another card computes them.
    /// \pre the area is not empty
    /// \throws OutOfMemory, or the error with which a request ends
    [[nodiscard]] CardSamples computeOnCard(std::shared_ptr<const Graph> graph, const Rect& area,
                                            std::stop_token stop);
    void beginFrame() override;
    void endFrame() override;
    /// Page-locked memory.
    [[nodiscard]] std::shared_ptr<std::byte[]> hostMemory(std::size_t bytes) override;

    [[nodiscard]] std::string name() const override { return "cuda"; }
    [[nodiscard]] std::string description() const override;
    void countNodes(const Graph& graph) override;
    [[nodiscard]] const std::vector<NodeCounters>& counters() const override;
    /// The largest value of any card.
    [[nodiscard]] std::size_t peakBytes(const GraphNode& node) const override;
    [[nodiscard]] std::string memoryText() const override;
    /// The largest use of any device's heap, and its size, in bytes.
    [[nodiscard]] std::size_t heapPeakBytes() const;
    [[nodiscard]] std::size_t heapBytes() const;

  private:
    struct Shared;
    class Device;
    class Means;
    class Heights;
    class Lane;

    void put(Task task);

    std::unique_ptr<Shared> shared_;
    std::vector<std::unique_ptr<Device>> devices_;
    std::vector<std::unique_ptr<Lane>> lanes_;  ///< last, because they use the members above
};

}  // namespace burin::gpu
