// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gpu/device/check.hpp"
#include "gpu/jit/nvrtc.hpp"

#include <cstddef>
#include <memory>
#include <span>
#include <string>

namespace burin::gpu {

/// Why no kernel can be compiled for the device that is current; empty: they can. BURIN_JIT=off forbids it.
///
/// The answer is the same as long as the process lives: what computes without compiled kernels here does so
/// to the end of an export. Thread-safe.
[[nodiscard]] std::string whyNoJit();

struct LoadedKernel;
template <class Value>
class SharedWork;

/// A kernel that is compiled while the program runs. Cheap to copy, and dropping one waits for no compiler;
/// thread-safe.
///
/// Whoever waits for one that no thread in the background has begun compiles it.
class JitKernel {
  public:
    /// Whether neither problem() nor launch() would wait.
    [[nodiscard]] bool ready() const;
    /// Why there is no kernel; empty: there is. Waits for the compiler. \pre the kernel's device is current
    [[nodiscard]] const std::string& problem() const;
    /// Queues the kernel on a stream of its device, the current one. Waits for the compiler.
    /// \param arguments  pointers to the values of the kernel's parameters, in order
    /// \throws JitError where there is a problem(), DeviceError
    void launch(cudaStream_t stream, dim3 grid, dim3 block, std::span<void* const> arguments,
                std::size_t sharedBytes = 0) const;

  private:
    friend JitKernel compileKernel(std::string source, std::string entry);
    std::shared_ptr<SharedWork<LoadedKernel>> work_;
};

/// Has a kernel compiled in the background for the device that is current, or read from the user's cache.
/// Equal ones are one for as long as somebody holds it, unless there was a problem.
/// \param source  CUDA C++17 that includes nothing
/// \param entry   the name of its `extern "C" __global__` function
[[nodiscard]] JitKernel compileKernel(std::string source, std::string entry);

/// Waits until nothing is compiled in the background. Before main() ends: after that the compiler would miss
/// its own tables.
void awaitCompilers();

}  // namespace burin::gpu
