// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kinds/math2d.hpp"
#include "gpu/jit/interpreter.hpp"
#include "gpu/jit/kernel.hpp"
#include "gpu/jit/source.hpp"
#include "gpu/kinds/device_kind.hpp"

#include <array>

namespace burin::gpu {

/// The expression as a kernel of its own, compiled in the background from when this is made, or interpreted
/// where that is not to be had. Which of both is settled before the first sample and never changes: they
/// differ, within the format's tolerance.
template <>
struct OnDevice<Math2d> : OnDeviceBase<Math2d> {
  public:
    using Planes = std::array<ConstDeviceSamples, Math2d::dataMaximum>;

    /// \param patience  a first picture is interpreted
    explicit OnDevice(const Math2d& node, Patience patience = Patience::waits);

    /// Planes of the children that are used, with aligned rows; 0 where a child does not reach.
    [[nodiscard]] std::size_t stateBytes(const Math2d& node, const Rect& area) const;
    void begin(const Math2d& node, cudaStream_t stream, std::span<const LinkShape> links, const Rect& area,
               DeviceSamples value) const;
    [[nodiscard]] std::size_t residentBytes() const { return interpreter_.residentBytes(); }

    /// Queues the unmasked values over `area`.
    /// \param planes  by data link; without data where not used
    void evaluate(cudaStream_t stream, const Rect& area, const Planes& planes, DeviceSamples value) const;
    /// Why the expression is interpreted; empty: it is not. Waits for the compiler.
    [[nodiscard]] std::string whyInterpreted() const;
    /// Whether that is known without waiting.
    [[nodiscard]] bool ready() const { return !refusal_.empty() || kernel_.ready(); }

  private:
    void launch(cudaStream_t stream, const Rect& area, const Planes& planes, DeviceSamples value) const;

    std::size_t dataCount_;
    std::vector<SourceVariable> variables_;
    Interpreter interpreter_;
    std::string refusal_;  ///< why nothing is compiled
    ExpressionSource source_;
    JitKernel kernel_;
};

template <>
struct DeviceReduction<Math2d, Trait::data> {
    static void apply(const Math2d& node, const OnDevice<Math2d>& device, const DeviceCall& call);
};

}  // namespace burin::gpu
