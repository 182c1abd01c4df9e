// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gpu/kinds/form/device_kind.hpp"

namespace burin::gpu {

void fillSamples(cudaStream_t cudaStream, DeviceSamples value, float with);
/// Copies a rectangle. \pre both have the same size
void copySamples(cudaStream_t cudaStream, DeviceSamples to, ConstDeviceSamples from);
/// Converts samples k / 255 or k / 65535 to integers k. \see Operation::bits
template <class Level>
void narrowSamples(cudaStream_t cudaStream, DeviceView<Level> to, ConstDeviceSamples from);
template <class Level>
void widenSamples(cudaStream_t cudaStream, DeviceSamples to, DeviceView<const Level> from);

/// The child replaces the value wherever the child is not 0.
void reduceOver(const DeviceCall& call);
/// Sets the samples outside of `inside` to 0, in a view that covers `area`.
void clearAround(cudaStream_t cudaStream, DeviceSamples view, const Rect& area, const Rect& inside);
/// Sets the samples outside of `inside` to another value.
void fillAround(cudaStream_t cudaStream, DeviceSamples view, const Rect& area, const Rect& inside,
                float with);
/// Removes dust from all samples. \see swept
void sanitise(cudaStream_t cudaStream, DeviceSamples value);

}  // namespace burin::gpu
