// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gpu/kinds/form/device_kind.hpp"

#include <memory>

namespace burin::gpu {

/// The device side of an operation on the current device, with its tables uploaded and its kernels loaded.
/// \throws DeviceError, std::bad_alloc
[[nodiscard]] std::unique_ptr<DeviceOperation> bindOnDevice(const std::shared_ptr<const Operation>& operation,
                                                            Patience patience);

}  // namespace burin::gpu
