// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gpu/device/check.hpp"
#include "gpu/jit/nvrtc.hpp"

#include <cstddef>
#include <future>
#include <memory>
#include <span>
#include <string>

namespace burin::gpu {

/// Why no kernel can be compiled for the device that is current; empty: they can. BURIN_JIT=off forbids it.
///
/// The answer is the same as long as the process lives: what computes without compiled kernels here does so
/// to the end of an export. Thread-safe.
[[nodiscard]] std::string whyNoJit();

/// A kernel that is compiled while the program runs. Cheap to copy; thread-safe.
class JitKernel {
  public:
    /// Whether neither problem() nor launch() would wait.
    [[nodiscard]] bool ready() const;
    /// Why there is no kernel; empty: there is. Waits for the compiler.
    [[nodiscard]] const std::string& problem() const;
    /// Queues the kernel on a stream of its device. Waits for the compiler.
    /// \param arguments  pointers to the values of the kernel's parameters, in order
    /// \throws JitError where there is a problem(), DeviceError
    void launch(cudaStream_t stream, dim3 grid, dim3 block, std::span<void* const> arguments,
                std::size_t sharedBytes = 0) const;

  private:
    friend JitKernel compileKernel(std::string source, std::string entry);
    struct Loaded;
    std::shared_future<std::shared_ptr<const Loaded>> loaded_;
};

/// Has a kernel compiled in the background for the device that is current, or read from the user's cache.
/// \param source  CUDA C++17 that includes nothing
/// \param entry   the name of its `extern "C" __global__` function
[[nodiscard]] JitKernel compileKernel(std::string source, std::string entry);

}  // namespace burin::gpu
