// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/expression/expression.hpp"
#include "core/expression/syntax_tree.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace burin {

/// Limit of the text of an expression, in bytes.
inline constexpr std::size_t longestExpression = std::size_t{64} << 10U;

/// Parses `text` by the grammar of the format page (math2d): at most 64 KiB and 256 levels of nesting, so
/// recursion is bounded. The tree's variables are `variables`, whether used or not.
[[nodiscard]] std::variant<SyntaxTree, ExpressionProblem> parseSyntax(std::string_view text,
                                                                      std::vector<std::string> variables);

}  // namespace burin
