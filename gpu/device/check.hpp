// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/errors.hpp"

#include <cuda_runtime_api.h>

#include <source_location>

namespace burin::gpu {

/// A failed CUDA call: what failed, where in the program, and on which device.
struct DeviceError : ProblemError {
    DeviceError(cudaError_t code, const std::source_location& where);
    cudaError_t code;
    /// Whether every later call on this device will fail too, so that this process has lost the device.
    [[nodiscard]] bool lost() const;
};

/// \throws DeviceError unless `code` is success, std::bad_alloc if the device has no memory left
void check(cudaError_t code, const std::source_location& where = std::source_location::current());

}  // namespace burin::gpu
