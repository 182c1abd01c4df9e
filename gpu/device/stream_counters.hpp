// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gpu/device/check.hpp"
#include "gpu/device/memory.hpp"

#include <cstdint>

namespace burin::gpu {

/// Two words of device memory through which the blocks of a kernel divide their work among themselves.
///
/// Both words are 0 between kernels: the last block of a kernel resets them. So no launch has to clear them
/// first, which would take as long as another launch. A launch that fails leaves them as they were.
///
/// They belong to one CUDA stream, like its scratch memory, because two kernels that run at the same time
/// must not share them. Launches that are captured from this stream in a CUDA graph use them as well, so such
/// a graph must not run at the same time as other work of the stream.
class StreamCounters {
  public:
    struct Words {
        std::uint32_t taken;  ///< shares of the work that blocks have taken
        std::uint32_t ended;  ///< blocks that take no more
    };

    /// On the current device. The host waits until both are 0. \throws DeviceError, std::bad_alloc
    StreamCounters() : memory_(sizeof(Words)) {
        check(cudaMemset(memory_.data(), 0, sizeof(Words)));
        check(cudaStreamSynchronize(cudaStreamLegacy));
    }
    [[nodiscard]] Words* words() const { return reinterpret_cast<Words*>(memory_.data()); }

  private:
    DeviceMemory memory_;
};

}  // namespace burin::gpu
