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
    /// Indices of the operand nodes; for a variable its index in SyntaxTree::variables.
    std::array<std::uint32_t, 3> operands{};
    double number = 0;  ///< finite and not negative; for Operator::number

    friend bool operator==(const SyntaxNode&, const SyntaxNode&) = default;
};

/// A checked expression with nothing folded or reordered, as the evaluator and code generators read it.
///
/// Operands precede the node that uses them, every node is used once, and the last node is the root, so a
/// loop over `nodes` visits the tree from its leaves upwards. min and max of more than two operands are
/// left-leaning chains. The tree may be as deep as it has nodes: walk it without recursion.
struct SyntaxTree {
    std::vector<SyntaxNode> nodes;
    std::vector<std::string> variables;

    friend bool operator==(const SyntaxTree&, const SyntaxTree&) = default;
};

/// The number of operands of `op`; 0 for numbers and variables.
[[nodiscard]] int arity(Operator op);

/// The tree as text without blanks or redundant parentheses; numbers have 17 significant digits. Parsing it
/// gives the same tree, unless the digits make the text too long or the parentheses written for pow(a, b)
/// nest too deep.
[[nodiscard]] std::string canonicalText(const SyntaxTree& tree);

}  // namespace burin
