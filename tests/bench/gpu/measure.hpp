// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// How work on the device is timed, and the limits that it is compared with.

#include "core/geometry/rect.hpp"
#include "gpu/device/cuda_stream.hpp"
#include "gpu/device/memory.hpp"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace burin::bench {

/// Queues work; must not wait for it.
using Queue = std::function<void(cudaStream_t)>;

/// Times work on its own CUDA stream with CUDA events.
class Stopwatch {
  public:
    /// Wakes the card: its clocks are high when the constructor returns.
    Stopwatch();

    [[nodiscard]] const gpu::CudaStream& cudaStream() const { return cudaStream_; }
    /// The median of 21 runs, in ms; of as few as 3 if 21 would take longer than half a second.
    ///
    /// The runs are queued behind other work, so that the time to queue them is not measured.
    [[nodiscard]] double medianMs(const Queue& run);

  private:
    [[nodiscard]] std::vector<double> sortedMs(const Queue& run, int runs);

    gpu::CudaStream cudaStream_;
    gpu::DeviceMemory ballast_;
};

/// Bytes per sample that every method must read from or write to the memory.
struct Traffic {
    int read = 0;
    int written = 0;
    std::int64_t once = 0;  ///< further bytes that are read once, at any size
};

/// The speed of plain memory streams for an image of that many samples.
class Limits {
  public:
    Limits(Stopwatch& stopwatch, Size size);

    /// The least time for the traffic, in ms. If no samples are read, it is the time of a fill, otherwise
    /// that of a copy. Samples have 4 bytes, or 1 byte if no more than that is written.
    [[nodiscard]] double leastMs(Traffic traffic) const;
    /// The target of work with that traffic, in ms. Targets are for an H200; on another card the same share
    /// of its own limit counts.
    [[nodiscard]] double targetHere(double onH200, Traffic traffic) const;
    /// The time, in ms, of a plain stream that reads `once` bytes and writes them repeatedly.
    [[nodiscard]] double repeatedMs(Traffic traffic) const;
    /// In GB/s.
    [[nodiscard]] double fillRate() const { return samples_ * 4 / floats_.fillMs * 1e-6; }
    [[nodiscard]] double copyRate() const { return samples_ * 8 / floats_.copyMs * 1e-6; }

  private:
    struct Streams {
        double fillMs = 0;
        double copyMs = 0;
        Streams(Stopwatch& stopwatch, std::size_t bytes);
    };
    Stopwatch& stopwatch_;
    double samples_;
    Streams bytes_;
    Streams floats_;
};

/// A description of the card, the driver and CUDA.
[[nodiscard]] std::string deviceInWords();

}  // namespace burin::bench
