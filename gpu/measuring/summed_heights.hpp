// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kernels/measuring/heights_target.hpp"
#include "gpu/device/view.hpp"

#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>

namespace burin::gpu {

/// Sums over blocks of depths on one device, and their layout in its memory.
///
/// The bits are those of the processor. A row of a block has eight sums of each kind, like HeightKernels:
/// eight lanes of a warp compute them, and combine them in the same order. Then the rows of a block are
/// merged in order: many threads compute what each row adds to a moment, and one thread adds it up. Bins are
/// integers, so they may be counted in any order.
class SummedHeights {
  public:
    /// \param size  of all blocks together \pre it is not empty, and at most HeightsTarget::mostSamples
    explicit SummedHeights(const Size& size);

    /// Device memory that queue() takes.
    [[nodiscard]] std::size_t bytes() const { return end_; }
    /// Page-locked memory that the results take.
    [[nodiscard]] std::size_t hostBytes() const { return tables_; }
    /// Queues the sums, and the copy of everything except the bins to the host.
    /// \param samples  those of the blocks, with the column and the row after them if there are any
    /// \param memory   256-byte aligned; like `host`, it is in use until the queued work ends
    void queue(cudaStream_t cudaStream, const HeightsTarget& target, ConstDeviceSamples samples,
               std::byte* memory, std::byte* host) const;
    /// Copies the bins, and writes all results to `out`. Waits for what is queued.
    void take(cudaStream_t cudaStream, const std::byte* memory, std::byte* host, BlockHeights& out) const;

  private:
    [[nodiscard]] std::int64_t blocks() const { return columns_ * rows_; }

    Size size_;
    std::int64_t columns_;  ///< columns of blocks
    std::int64_t rows_;
    // In bytes. The number of filled bins and the sums of blocks come first.
    std::size_t filled_;   ///< the filled bins
    std::size_t tables_;   ///< the histogram of each block
    std::size_t rowSums_;  ///< the sums of each row of each block
    std::size_t end_;
};

}  // namespace burin::gpu
