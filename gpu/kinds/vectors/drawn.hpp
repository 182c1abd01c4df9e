// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The kinds that draw outlines.

#include "core/kinds/vectors/drawn_outline.hpp"
#include "gpu/kinds/form/device_kind.hpp"
#include "gpu/kinds/outlines/device_outline.hpp"
#include "gpu/kinds/outlines/distance.hpp"

#include <concepts>

namespace burin::gpu {

/// The device side of a node that draws an outline, or a series of them.
///
/// The items of a series are drawn on the host and uploaded: each has an outline of its own, and is made when
/// it is needed.
class DrawnOnDevice {
  public:
    explicit DrawnOnDevice(const DrawnOutline& node);

    [[nodiscard]] std::size_t scratchBytes(const DrawnOutline& node, const Rect& area) const;
    void draw(const DrawnOutline& node, cudaStream_t cudaStream, std::span<const LinkShape> links,
              const Rect& area, DeviceSamples value, DeviceScratch& scratch) const;
    [[nodiscard]] std::size_t residentBytes() const { return edges_.bytes() + table_.bytes(); }
    [[nodiscard]] bool isSeries() const { return isSeries_; }

  private:
    bool isSeries_;
    DeviceOutline edges_;
    DeviceDistanceTable table_;  ///< profile of a distance
};

template <std::derived_from<DrawnOutline> KindType>
struct OnDevice<KindType> : OnDeviceBase<KindType> {
    DrawnOnDevice drawn;

    explicit OnDevice(const KindType& node) : drawn(node) {}
    [[nodiscard]] std::size_t beginScratchBytes(const KindType& node, const Rect& area) const {
        return drawn.scratchBytes(node, area);
    }
    void begin(const KindType& node, cudaStream_t cudaStream, std::span<const LinkShape> links,
               const Rect& area, DeviceSamples value, DeviceScratch& scratch) const {
        drawn.draw(node, cudaStream, links, area, value, scratch);
    }
    [[nodiscard]] std::size_t residentBytes() const { return drawn.residentBytes(); }
    [[nodiscard]] bool takesLong() const { return drawn.isSeries(); }
};

}  // namespace burin::gpu
