// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/problem.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace burin {

struct SyntaxTree;        // declared in syntax_tree.hpp, read by code generators
class ExpressionProgram;  // declared in program.hpp, run by the CPU and the interpreters

/// Why a text is not a valid expression.
struct ExpressionProblem {
    std::size_t offset = 0;  ///< byte in the text
    Problem problem;
    std::string unknownName = {};  ///< the unknown name, if that is the problem
};

/// A variable's values over a row: `values` has one double a sample; if it is null, `constant` applies.
struct Operand {
    const double* values = nullptr;
    double constant = 0;
};

/// A parsed and checked expression (grammar, functions and accuracy: the format page, math2d).
///
/// Immutable and cheap to copy; thread-safe. Evaluated in binary64 with Burin's own functions, which use only
/// single IEEE operations, so that every processor gives the same bytes.
class Expression {
  public:
    /// Parses `text`. `variables` are the permitted names besides the constants pi, tau and e. Their order is
    /// the order of evaluate()'s operands.
    [[nodiscard]] static std::variant<Expression, ExpressionProblem> parse(
        std::string_view text, std::vector<std::string> variables);

    /// Whether `name` is a constant or function and therefore not free for a variable.
    [[nodiscard]] static bool reserved(std::string_view name);
    /// Whether `name` could be a variable: a letter or _, then letters, digits and _.
    [[nodiscard]] static bool identifier(std::string_view name);

    /// Whether variable `index` occurs in the expression.
    [[nodiscard]] bool uses(std::size_t index) const;

    /// out[i] = the value for variables[k] at sample i. Errors appear as NaN or infinities; nothing traps.
    /// \param out        overlaps none of the variables
    /// \param workspace  workspaceBytes() bytes, 64-byte aligned, not shared with other threads
    void evaluate(std::span<const Operand> variables, std::int64_t count, double* out,
                  std::byte* workspace) const;
    [[nodiscard]] std::size_t workspaceBytes() const;

    /// The value for single numbers. Slow; for tables and tests.
    [[nodiscard]] double value(std::span<const double> variables) const;

    [[nodiscard]] const SyntaxTree& tree() const { return *tree_; }
    [[nodiscard]] const ExpressionProgram& program() const { return *program_; }
    /// The tree as text without blanks or redundant parentheses, the same for equal trees.
    [[nodiscard]] std::string canonical() const;

  private:
    explicit Expression(std::shared_ptr<const SyntaxTree> tree);

    std::shared_ptr<const SyntaxTree> tree_;
    std::shared_ptr<const ExpressionProgram> program_;
};

}  // namespace burin
