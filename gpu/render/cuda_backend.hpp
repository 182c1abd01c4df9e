// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// No header of CUDA: the program's front ends include this.

#include "core/render/backend.hpp"

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace burin::gpu {

struct CudaOptions {
    std::vector<int> devices;     ///< by CUDA's numbers; not empty
    std::size_t memoryBytes = 0;  ///< of each device; 0: 80 % of what is free
};

/// Computes on graphics cards.
///
/// Each card has a few lanes: a thread with a stream of its own that takes a request from the queue that all
/// cards share, queues everything that it needs, and waits for the end of it; while one lane copies, another
/// computes. Samples stay on the card; what leaves it is packed there first.
///
/// Pictures may stay, too; the backend outlives them.
///
/// A card that is lost to the process hands its requests to the others; without others they fail.
class CudaBackend final : public Backend {
  public:
    /// Takes the memory. \throws DeviceError, std::bad_alloc
    explicit CudaBackend(const CudaOptions& options);
    /// Waits for all requests.
    ~CudaBackend() override;

    void start(RenderRequest request, std::function<void(std::exception_ptr)> done) override;
    [[nodiscard]] int concurrency() const override;
    [[nodiscard]] std::int64_t requestSamples() const override;
    [[nodiscard]] double samplesAtOnce() const override { return 0x1p30; }
    [[nodiscard]] bool keepsPictures() const override { return true; }
    [[nodiscard]] std::int32_t pictureTileSide() const override { return 2048; }
    /// Page-locked.
    [[nodiscard]] std::shared_ptr<std::byte[]> hostMemory(std::size_t bytes) override;

    [[nodiscard]] std::string name() const override { return "cuda"; }
    [[nodiscard]] std::string description() const override;
    void countNodes(const Graph& graph) override;
    [[nodiscard]] const std::vector<NodeCounters>& counters() const override;
    /// On the card where that is most.
    [[nodiscard]] std::size_t peakBytes(const GraphNode& node) const override;
    [[nodiscard]] std::string memoryText() const override;
    /// The most that any device's heap had in use, and its size, in bytes.
    [[nodiscard]] std::size_t heapPeakBytes() const;
    [[nodiscard]] std::size_t heapBytes() const;

  private:
    struct Shared;
    class Device;
    class Means;
    class Lane;

    std::unique_ptr<Shared> shared_;
    std::vector<std::unique_ptr<Device>> devices_;
    std::vector<std::unique_ptr<Lane>> lanes_;  ///< last: they end before what they use
};

}  // namespace burin::gpu
