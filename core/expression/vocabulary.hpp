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
    int operands;                ///< least number of operands
    bool more = false;           ///< whether more operands are allowed
    std::string_view signature;  ///< as shown in a remedy
    std::string_view help;       ///< one sentence for the manual
    int since = 1;               ///< the version of the format that introduced it
};

struct ConstantName {
    std::string_view name;
    double value;
};

/// An operator between two operands. A higher level binds tighter; all are left-associative.
struct InfixOperator {
    std::string_view symbol;
    Operator op;
    int level;
};

[[nodiscard]] std::span<const FunctionName> functionNames();
[[nodiscard]] std::span<const ConstantName> constantNames();
[[nodiscard]] std::span<const InfixOperator> infixOperators();

/// The entry with that name, or nullptr.
[[nodiscard]] const FunctionName* findFunction(std::string_view name);
[[nodiscard]] const ConstantName* findConstant(std::string_view name);

/// The variable, constant or function whose name is most like `name`: equal except for case, or at most two
/// letters inserted, deleted, substituted or swapped. Empty if there is none.
[[nodiscard]] std::string_view similarName(std::string_view name, std::span<const std::string> variables);

}  // namespace burin
