// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/expression/expression.hpp"
#include "core/expression/syntax_tree.hpp"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace burin {

/// Which powers all backends compute as products of their base: squares, and products with the base for each
/// bit of the exponent that is set, from the second highest down. At most 10 products take a fraction of the
/// time of a power. \return the exponent if it is a whole number from 2 to 64, otherwise 0
[[nodiscard]] constexpr unsigned exponentOfProduct(double exponent) {
    if (!(exponent >= 2 && exponent <= 64)) return 0;
    const auto whole = static_cast<unsigned>(exponent);
    return whole == exponent ? whole : 0;
}

/// An expression as instructions over rows of expressionBlock numbers.
///
/// Subtrees of constants are computed at compile time. Subtrees whose operands are constant over a row are
/// computed once per evaluate(), as scalars. The rest runs block by block, so that all rows stay in the
/// first-level cache. Equal subtrees are computed once if there are enough rows to keep their values.
/// Operands are computed in the order that needs the fewest rows (R. Sethi and J. D. Ullman, The generation
/// of optimal code for arithmetic expressions, 1970): the number of rows grows with the logarithm of the
/// tree's size, and a chain needs three, plus one for each value that is kept.
///
/// Immutable; thread-safe.
class ExpressionProgram {
  public:
    /// The most values of equal subtrees that are kept at a time, each in a row of its own.
    static constexpr std::size_t mostKept = 12;

    explicit ExpressionProgram(const SyntaxTree& tree);

    /// See Expression::evaluate.
    void evaluate(std::span<const Operand> variables, std::int64_t count, double* out,
                  std::byte* workspace) const;
    [[nodiscard]] std::size_t workspaceBytes() const;
    /// Whether the variable occurs in the tree.
    [[nodiscard]] bool uses(std::size_t variable) const { return used_[variable]; }

    /// The source of an operand.
    struct Source {
        enum class Kind : std::uint8_t { constant, variable, result };
        Kind kind = Kind::constant;
        std::uint32_t index = 0;  ///< index of the constant, variable or instruction
    };
    struct Instruction {
        Operator op = Operator::number;
        std::uint8_t operandCount = 0;
        std::uint16_t row = 0;  ///< row of the result; the last result is written for the caller
        std::array<Source, 3> operands;
    };
    /// For other backends: the instructions in order, the constants, and the source of the final value.
    [[nodiscard]] const std::vector<Instruction>& instructions() const { return instructions_; }
    [[nodiscard]] const std::vector<double>& constants() const { return constants_; }
    [[nodiscard]] Source result() const { return result_; }

  private:
    friend class ProgramBuilder;
    struct Workspace;

    [[nodiscard]] Workspace partition(std::byte* memory) const;
    std::int64_t computeUniform(std::span<const Operand> variables, const Workspace& workspace) const;
    [[nodiscard]] KernelInput input(Source source, std::span<const Operand> variables, std::int64_t start,
                                    const Workspace& workspace) const;

    std::vector<bool> used_;  ///< whether each variable is used
    std::vector<double> constants_;
    std::vector<Instruction> instructions_;
    Source result_;
    std::size_t rows_ = 0;
};

}  // namespace burin
