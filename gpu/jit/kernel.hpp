// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gpu/device/check.hpp"
#include "gpu/jit/nvrtc.hpp"

#include <cstddef>
#include <memory>
#include <span>
#include <string>

namespace burin::gpu {

/// Why no kernel can be compiled for the current device; empty if kernels can be compiled. One reason is the
/// setting BURIN_JIT=off.
///
/// The answer does not change while the process runs, so an export that begins without compiled kernels also
/// ends without them. Thread-safe.
[[nodiscard]] std::string whyNoJit();

struct LoadedKernel;
template <class Value>
class SharedWork;

/// A kernel that is compiled while the program runs. Cheap to copy; its destructor does not wait for the
/// compiler; thread-safe.
///
/// If no background thread has begun to compile it, the first thread that waits for it does.
class JitKernel {
  public:
    /// Whether neither problem() nor launch() would wait.
    [[nodiscard]] bool ready() const;
    /// Why the kernel could not be made; empty if it could. Waits for the compiler. \pre the kernel's device
    /// is current
    [[nodiscard]] const std::string& problem() const;
    /// Queues the kernel on a CUDA stream of its device, which must be current. Waits for the compiler.
    /// \param arguments  pointers to the values of the kernel's parameters, in order
    /// \throws JitError if there is a problem(), DeviceError
    void launch(cudaStream_t cudaStream, dim3 grid, dim3 block, std::span<void* const> arguments,
                std::size_t sharedBytes = 0) const;

  private:
    friend JitKernel compileKernel(std::string source, std::string entry);
    std::shared_ptr<SharedWork<LoadedKernel>> work_;
};

/// Compiles a kernel in the background for the current device, or reads it from the user's cache. Equal
/// kernels share one result while it is held, unless it is a problem.
/// \param source  CUDA C++17 without includes
/// \param entry   the name of its `extern "C" __global__` function
[[nodiscard]] JitKernel compileKernel(std::string source, std::string entry);

/// Waits until nothing is compiled in the background. Must be called before main() ends, because the
/// compiler's own tables are destroyed after it.
void awaitCompilers();

}  // namespace burin::gpu
