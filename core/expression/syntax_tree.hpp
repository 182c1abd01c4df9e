// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kernels/expression_kernels.hpp"

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace burin {

struct SyntaxNode {
    Operator op = Operator::number;
    /// Indices of the operands' nodes; for a variable its index in SyntaxTree::variables.
    std::array<std::uint32_t, 3> operands{};
    double number = 0;  ///< finite and not negative; for Operator::number

    friend bool operator==(const SyntaxNode&, const SyntaxNode&) = default;
};

/// A checked expression, nothing folded or reordered: what the evaluator and code generators read.
///
/// Operands stand before the node that uses them, each node is used once, and the last one is the root: a
/// loop over `nodes` visits the tree from its leaves upwards. min and max of more than two operands are
/// chains that lean to the left. The tree may be as deep as it has nodes: walk it without recursion.
struct SyntaxTree {
    std::vector<SyntaxNode> nodes;
    std::vector<std::string> variables;

    friend bool operator==(const SyntaxTree&, const SyntaxTree&) = default;
};

/// How many operands `op` has; none for numbers and variables.
[[nodiscard]] int arity(Operator op);

/// The tree as text without blanks or redundant parentheses; numbers have 17 significant digits. Parsed
/// again it gives the same tree, unless the digits make it too long, or parentheses in place of pow(a, b) too
/// deep.
[[nodiscard]] std::string canonicalText(const SyntaxTree& tree);

}  // namespace burin
