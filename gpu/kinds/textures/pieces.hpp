// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kernels/textures/tone_kernels.hpp"
#include "gpu/device/memory.hpp"
#include "gpu/device/stream_counters.hpp"
#include "gpu/device/view.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace burin::gpu {

/// A curve in pieces on the device. Its range is divided into equal buckets. Each bucket stores the last
/// piece that starts before the bucket's end, and roughly its start, so that hardly any sample needs a
/// search.
class DevicePieces {
  public:
    static constexpr int mostPieces = 1024;
    /// Areas with so many samples are computed in another way, if their rows and the card allow it. Each
    /// multiprocessor then copies the curve eight times, which takes longer at the beginning.
    static constexpr std::int64_t manySamples = std::int64_t{1} << 24;

    /// A curve without pieces.
    DevicePieces() = default;
    /// \pre at most mostPieces pieces, as CurvePieces describes them
    explicit DevicePieces(const CurvePieces& curve);

    /// out = the curve at the samples of `in`, without dust; the bits are those of ToneKernels::pieces.
    /// Queued on `cudaStream`. \pre both have the same size
    /// \param counters  of `cudaStream`; they must outlive the queued work
    void map(cudaStream_t cudaStream, ConstDeviceSamples in, DeviceSamples out,
             const StreamCounters& counters) const;
    [[nodiscard]] std::size_t residentBytes() const;

    /// The start of a piece.
    struct Start {
        float sample;
        float value;
    };
    struct Bend {
        float c2;
        float c3;
    };

  private:
    DeviceTable<Start> starts_;
    DeviceTable<float> slopes_;
    DeviceTable<Bend> bends_;  ///< empty if all pieces are straight
    DeviceTable<std::uint32_t> buckets_;
    float first_ = 0;
    float final_ = 0;
    float scale_ = 0;  ///< parts of buckets for each unit of samples
};

}  // namespace burin::gpu
