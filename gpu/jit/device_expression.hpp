// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/expression/expression.hpp"
#include "gpu/jit/interpreter.hpp"
#include "gpu/jit/kernel.hpp"
#include "gpu/jit/source.hpp"

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace burin::gpu {

/// An expression as a compiled kernel, whose compilation starts in the background on construction, or
/// interpreted if that is not possible. The choice is made before the first sample and never changes, because
/// the results differ within the format's tolerance. Lives on the device that is current on construction;
/// thread-safe.
class DeviceExpression {
  public:
    /// \param variables  of the expression, in its order
    /// \param hurries    whether it is interpreted, so that no request waits for a compiler
    DeviceExpression(const Expression& expression, std::vector<SourceVariable> variables, bool hurries);

    /// Queues the expression's values over `area`, without dust.
    /// \param planes  of the variables that are samples, in order; without data if not used. One may be
    /// `value`.
    void evaluate(cudaStream_t cudaStream, const Rect& area, std::span<const ConstDeviceSamples> planes,
                  DeviceSamples value) const;
    /// Why the expression is interpreted; empty if it is compiled. Waits for the compiler.
    [[nodiscard]] std::string whyInterpreted() const;
    /// Whether whyInterpreted() would not wait.
    [[nodiscard]] bool ready() const { return !refusal_.empty() || kernel_.ready(); }
    [[nodiscard]] std::size_t residentBytes() const { return interpreter_.residentBytes(); }

  private:
    void launch(cudaStream_t cudaStream, const Rect& area, std::span<const ConstDeviceSamples> planes,
                DeviceSamples value) const;

    std::vector<SourceVariable> variables_;
    Interpreter interpreter_;
    std::string refusal_;  ///< why nothing is compiled
    ExpressionSource source_;
    JitKernel kernel_;
};

}  // namespace burin::gpu
