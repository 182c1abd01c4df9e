// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/expression/expression.hpp"
#include "core/expression/syntax_tree.hpp"

#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace burin {

/// Parses `text` by the grammar of the format page (math2d): at most 64 KiB and 256 levels of nesting, so
/// recursion is bounded. The tree's variables are `variables`, whether used or not.
[[nodiscard]] std::variant<SyntaxTree, ExpressionProblem> parseSyntax(std::string_view text,
                                                                      std::vector<std::string> variables);

}  // namespace burin
