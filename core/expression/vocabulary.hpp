// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kernels/expression_kernels.hpp"

#include <limits>
#include <span>
#include <string>
#include <string_view>

namespace burin {

struct FunctionName {
    std::string_view name;
    Operator op;
    int operands;                ///< the fewest
    bool more = false;           ///< whether any number above that will do
    std::string_view signature;  ///< as a remedy shows it
};

struct ConstantName {
    std::string_view name;
    double value;
};

/// An operator between two operands. A larger level binds tighter; all of them lean to the left.
struct InfixOperator {
    std::string_view symbol;
    Operator op;
    int level;
};

[[nodiscard]] std::span<const FunctionName> functionNames();
[[nodiscard]] std::span<const ConstantName> constantNames();
[[nodiscard]] std::span<const InfixOperator> infixOperators();

/// The entry of that name, or nullptr.
[[nodiscard]] const FunctionName* findFunction(std::string_view name);
[[nodiscard]] const ConstantName* findConstant(std::string_view name);

/// The variable, constant or function whose name is most like `name`: the same but for case, or at most two
/// letters inserted, left out, exchanged or swapped. Empty where none is.
[[nodiscard]] std::string_view similarName(std::string_view name, std::span<const std::string> variables);

}  // namespace burin
