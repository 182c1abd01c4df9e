// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/expression/program.hpp"
#include "core/geometry/rect.hpp"
#include "gpu/device/memory.hpp"
#include "gpu/device/view.hpp"
#include "gpu/jit/estimate.hpp"

#include <cstdint>
#include <span>

namespace burin::gpu {

/// Computes an expression if no kernel can be compiled for it: each thread runs the program for a sample,
/// step by step, in binary64. Slower than a compiled kernel by an order of magnitude.
///
/// Lives on the device that is current on construction. Immutable; thread-safe.
class Interpreter {
  public:
    static constexpr std::size_t mostPlanes = 8;

    Interpreter(const ExpressionProgram& program, std::span<const SourceVariable> variables);

    /// Queues the expression's values over `area`.
    /// \param planes  of the variables that are samples, in order; without data if not used
    void evaluate(cudaStream_t cudaStream, const Rect& area, std::span<const ConstDeviceSamples> planes,
                  DeviceSamples value) const;
    [[nodiscard]] std::size_t residentBytes() const { return steps_.bytes() + constants_.bytes(); }

    struct Operand {
        enum class Kind : std::uint8_t { constant, x, y, sample, row };
        Kind kind = Kind::constant;
        std::uint32_t index = 0;
    };
    struct Step {
        Operator op = Operator::number;
        std::uint16_t row = 0;  ///< row of the result
        Operand operands[3];
    };

  private:
    DeviceTable<Step> steps_;
    DeviceTable<double> constants_;
    Operand result_;
};

}  // namespace burin::gpu
