// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "support/interval.hpp"

#include <string>
#include <vector>

namespace burin::test {

/// An expression of the design format, parsed by recursive descent and evaluated with the functions of the C
/// library in binary64.
///
/// IEEE operations are taken as exact; other functions as accurate to 1e-12 (relative above 1).
class Formula {
  public:
    /// \param variables  names, in the order of the values of evaluate()
    /// \throws std::runtime_error if the text does not parse
    Formula(const std::string& text, std::vector<std::string> variables);

    [[nodiscard]] Interval evaluate(const std::vector<Interval>& values) const;

  private:
    friend class FormulaParser;
    enum class Operator {
        number,
        variable,
        choose,
        either,
        both,
        equal,
        unequal,
        less,
        lessOrEqual,
        greater,
        greaterOrEqual,
        add,
        subtract,
        multiply,
        divide,
        negate,
        negation,
        function,
    };
    struct Node {
        Operator op = Operator::number;
        double number = 0;
        std::size_t variable = 0;
        std::string function;
        std::vector<std::size_t> operands;
    };

    [[nodiscard]] Interval value(std::size_t node, const std::vector<Interval>& values) const;

    std::vector<Node> nodes_;
    std::size_t top_ = 0;
};

/// Calls a function of the format by name. \throws std::runtime_error if it does not exist
[[nodiscard]] Interval callFunction(const std::string& name, const std::vector<Interval>& arguments);

/// a + b, a - b, a * b, a / b.
[[nodiscard]] Interval arithmetic(char operation, const Interval& a, const Interval& b);

}  // namespace burin::test
