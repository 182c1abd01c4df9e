// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// How work on the device is timed, and what it is held against.

#include "core/geometry/rect.hpp"
#include "gpu/device/memory.hpp"
#include "gpu/device/stream.hpp"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace burin::bench {

/// Queues work; must not wait for it.
using Queue = std::function<void(cudaStream_t)>;

/// Times work on a stream of its own, by CUDA's events.
class Stopwatch {
  public:
    /// Wakes the card: its clocks have risen when this returns.
    Stopwatch();

    [[nodiscard]] const gpu::Stream& stream() const { return stream_; }
    /// The median of 21 runs, of as few as 3 where they would take longer than half a second; in ms.
    ///
    /// They are queued behind other work, so that what the host takes to queue them is not timed.
    [[nodiscard]] double medianMs(const Queue& run);

  private:
    [[nodiscard]] std::vector<double> sortedMs(const Queue& run, int runs);

    gpu::Stream stream_;
    gpu::DeviceMemory ballast_;
};

/// Bytes a sample that pass the memory however the work is done.
struct Traffic {
    int read = 0;
    int written = 0;
    std::int64_t once = 0;  ///< bytes in all that are read beside those, whatever the size
};

/// What plain streams of memory reach for an image of that many samples.
class Limits {
  public:
    Limits(Stopwatch& stopwatch, Size size);

    /// The least time that the traffic takes, in ms. Without reading for each sample a fill counts, else a
    /// copy, both of samples of 4 bytes, or of 1 byte where no more than that is written.
    [[nodiscard]] double leastMs(Traffic traffic) const;
    /// What a plain stream takes that reads the bytes of `once` and writes them until all is written, in ms.
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

/// The card, driver and CUDA in words.
[[nodiscard]] std::string deviceInWords();

}  // namespace burin::bench
