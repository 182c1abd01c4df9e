// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kinds/generate/voronoi.hpp"
#include "gpu/jit/device_expression.hpp"
#include "gpu/kinds/form/device_kind.hpp"

#include <memory>

namespace burin::gpu {

/// Profiles of points and the default profile are computed together with the distances. Other profiles need a
/// separate pass.
template <>
struct OnDevice<Voronoi> : OnDeviceBase<Voronoi> {
    /// A point of the profile.
    struct ProfilePoint {
        double distance;
        double value;
    };

    explicit OnDevice(const Voronoi& node, Patience patience = Patience::waits);
    void begin(const Voronoi& node, cudaStream_t cudaStream, std::span<const LinkShape>, const Rect& area,
               DeviceSamples value) const {
        make(cudaStream, node, area, value);
    }
    [[nodiscard]] std::size_t residentBytes() const {
        return points.bytes() + (expression ? expression->residentBytes() : 0);
    }
    [[nodiscard]] bool ready() const { return !expression || expression->ready(); }

    /// Sets `value` to the node's samples over `area`, without dust. Queued on `cudaStream`; allocates
    /// nothing.
    void make(cudaStream_t cudaStream, const Voronoi& node, const Rect& area, DeviceSamples value) const;

    DeviceTable<ProfilePoint> points;              ///< points of a profile of points
    std::unique_ptr<DeviceExpression> expression;  ///< for any profile except points and the default one
};

}  // namespace burin::gpu
