// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kinds/generate/math2d.hpp"
#include "gpu/jit/device_expression.hpp"
#include "gpu/kinds/form/device_kind.hpp"

#include <array>

namespace burin::gpu {

template <>
struct OnDevice<Math2d> : OnDeviceBase<Math2d> {
  public:
    using Planes = std::array<ConstDeviceSamples, Math2d::dataMaximum>;

    /// \param patience  with `hurries` the expression is interpreted
    explicit OnDevice(const Math2d& node, Patience patience = Patience::waits);

    /// Planes of the children that are used, with aligned rows; 0 outside of a child.
    [[nodiscard]] std::size_t stateBytes(const Math2d& node, const Rect& area) const;
    void begin(const Math2d& node, cudaStream_t cudaStream, std::span<const LinkShape> links,
               const Rect& area, DeviceSamples value) const;
    [[nodiscard]] std::size_t residentBytes() const { return expression_.residentBytes(); }

    /// Queues the unmasked values over `area`.
    /// \param planes  by data link; without data if not used
    void evaluate(cudaStream_t cudaStream, const Rect& area, const Planes& planes, DeviceSamples value) const;
    /// Why the expression is interpreted; empty if it is compiled. Waits for the compiler.
    [[nodiscard]] std::string whyInterpreted() const { return expression_.whyInterpreted(); }
    /// Whether whyInterpreted() would not wait.
    [[nodiscard]] bool ready() const { return expression_.ready(); }

  private:
    std::size_t dataCount_;
    DeviceExpression expression_;
};

template <>
struct DeviceReduction<Math2d, Trait::data> {
    static void apply(const Math2d& node, const OnDevice<Math2d>& device, const DeviceCall& call);
};

}  // namespace burin::gpu
