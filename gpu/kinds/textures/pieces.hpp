// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kernels/textures/tone_kernels.hpp"
#include "gpu/device/memory.hpp"
#include "gpu/device/view.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace burin::gpu {

/// A curve in pieces on the device. Its range is divided into equal buckets. Each bucket knows the pieces
/// that start in it, so that only these are searched.
class DevicePieces {
  public:
    /// A curve without pieces.
    DevicePieces() = default;
    /// \pre at most 1024 pieces, as CurvePieces describes them
    explicit DevicePieces(const CurvePieces& curve);

    /// out = the curve at the samples of `in`, without dust: to the bit as ToneKernels::pieces. Queued on
    /// `cudaStream`. \pre both have the same size
    void map(cudaStream_t cudaStream, ConstDeviceSamples in, DeviceSamples out) const;
    [[nodiscard]] std::size_t residentBytes() const;

    struct Line {
        float start;
        float value;
        float slope;
        float unused;
    };
    struct Bend {
        float c2;
        float c3;
    };
    /// Of a bucket: the last piece that starts before its end, and how many start in it.
    struct Bucket {
        std::uint16_t last;
        std::uint16_t count;
    };

  private:
    DeviceTable<Line> lines_;
    DeviceTable<Bend> bends_;  ///< empty if all pieces are straight
    DeviceTable<Bucket> buckets_;
    float first_ = 0;
    float final_ = 0;
    float scale_ = 0;  ///< buckets for each unit of samples
};

}  // namespace burin::gpu
