// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace burin {

struct SyntaxTree;        // syntax_tree.hpp: what code generators read
class ExpressionProgram;  // program.hpp: what the CPU and interpreters run

/// Why a text is no expression.
struct ExpressionProblem {
    std::size_t offset = 0;  ///< byte in the text
    std::string what;
    std::string remedy;
    std::string unknownName;  ///< where the problem is a name that means nothing here: that name
};

/// A variable's values over a row: `values` has one double a sample, or is null and `constant` holds.
struct Operand {
    const double* values = nullptr;
    double constant = 0;
};

/// A parsed and checked expression (grammar, functions and accuracy: the format page, math2d).
///
/// Immutable and cheap to copy; thread-safe. Evaluated in binary64 with functions of our own that are built
/// from single IEEE operations, so that every processor gives the same bytes.
class Expression {
  public:
    /// Parses `text`. `variables` are the names that may be used besides the constants pi, tau and e; their
    /// order is that of the operands of evaluate().
    [[nodiscard]] static std::variant<Expression, ExpressionProblem> parse(
        std::string_view text, std::vector<std::string> variables);

    /// Whether `name` is taken by a constant or function, so that no variable may have it.
    [[nodiscard]] static bool reserved(std::string_view name);
    /// Whether `name` could be a variable: a letter or _, then letters, digits and _.
    [[nodiscard]] static bool identifier(std::string_view name);

    /// Whether variable `index` occurs in the expression.
    [[nodiscard]] bool uses(std::size_t index) const;

    /// out[i] = value with variables[k] at sample i. Errors in the value are NaN or infinities, never traps.
    /// \param out        overlaps none of the variables
    /// \param workspace  workspaceBytes() bytes, 64-byte aligned, of the calling thread alone
    void evaluate(std::span<const Operand> variables, std::int64_t count, double* out,
                  std::byte* workspace) const;
    [[nodiscard]] std::size_t workspaceBytes() const;

    /// The value for single numbers; slow, for tables and tests.
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
