// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Kinds whose samples are read on the host and uploaded in bands.

#include "core/kinds/source/image.hpp"
#include "core/kinds/source/scan.hpp"
#include "core/kinds/source/tiff.hpp"
#include "gpu/kinds/form/pointwise.hpp"

#include <functional>

namespace burin::gpu {

/// Uploads `area` in bands of a few MiB. Waits for each band, so on return the host memory is no longer in
/// use.
void uploadSamples(cudaStream_t cudaStream, const Rect& area, DeviceSamples value,
                   const std::function<void(const Rect& band, SamplesView samples)>& read);

template <>
struct OnDevice<Tiff> : OnDeviceBase<Tiff> {
    explicit OnDevice(const Tiff&) {}
    void begin(const Tiff& node, cudaStream_t cudaStream, std::span<const LinkShape> links, const Rect& area,
               DeviceSamples value) const {
        uploadSamples(cudaStream, area, value,
                      [&](const Rect& band, SamplesView samples) { node.begin(links, band, samples); });
        if (node.dust(links) > 0) sanitise(cudaStream, value);
    }
};

template <>
struct OnDevice<Image> : OnDeviceBase<Image> {
    explicit OnDevice(const Image&) {}
    void begin(const Image& node, cudaStream_t cudaStream, std::span<const LinkShape> links, const Rect& area,
               DeviceSamples value) const {
        uploadSamples(cudaStream, area, value,
                      [&](const Rect& band, SamplesView samples) { node.begin(links, band, samples); });
        if (node.dust(links) > 0) sanitise(cudaStream, value);
    }
};

template <>
struct OnDevice<MeasuredScan> : OnDeviceBase<MeasuredScan> {
    explicit OnDevice(const MeasuredScan&) {}
    void begin(const MeasuredScan& node, cudaStream_t cudaStream, std::span<const LinkShape> links,
               const Rect& area, DeviceSamples value) const {
        uploadSamples(cudaStream, area, value,
                      [&](const Rect& band, SamplesView samples) { node.begin(links, band, samples); });
    }
};

}  // namespace burin::gpu
