// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/formula.hpp"

#include <cctype>
#include <numbers>
#include <stdexcept>

namespace burin::test {

/// Recursive descent, one function for each level of precedence, loosest first.
class FormulaParser {
  public:
    using Op = Formula::Operator;

    FormulaParser(Formula& formula, const std::string& text, std::vector<std::string> variables)
        : formula_(formula), text_(text), variables_(std::move(variables)) {}

    std::size_t whole() {
        const std::size_t node = choice();
        skipBlanks();
        if (at_ < text_.size()) fail();
        return node;
    }

  private:
    std::size_t choice() {
        const std::size_t condition = binary(0);
        if (!take("?")) return condition;
        const std::size_t yes = choice();
        if (!take(":")) fail();
        return add(Op::choose, {condition, yes, choice()});
    }

    std::size_t binary(int level) {
        struct Symbol {
            const char* text;
            Op op;
        };
        static const std::vector<std::vector<Symbol>> levels = {
            {{"||", Op::either}},
            {{"&&", Op::both}},
            {{"==", Op::equal}, {"!=", Op::unequal}},
            {{"<=", Op::lessOrEqual}, {">=", Op::greaterOrEqual}, {"<", Op::less}, {">", Op::greater}},
            {{"+", Op::add}, {"-", Op::subtract}},
            {{"*", Op::multiply}, {"/", Op::divide}},
        };
        if (level == static_cast<int>(levels.size())) return sign();
        std::size_t left = binary(level + 1);
        while (true) {
            const Symbol* found = nullptr;
            for (const Symbol& s : levels[static_cast<std::size_t>(level)]) {
                if (found == nullptr && take(s.text)) found = &s;
            }
            if (found == nullptr) return left;
            left = add(found->op, {left, binary(level + 1)});
        }
    }

    std::size_t sign() {
        if (take("-")) return add(Op::negate, {sign()});
        skipBlanks();
        if (text_.compare(at_, 2, "!=") != 0 && take("!")) return add(Op::negation, {sign()});
        return power();
    }

    std::size_t power() {
        const std::size_t base = primary();
        if (!take("^")) return base;
        const std::size_t exponent = take("-") ? add(Op::negate, {power()}) : power();
        const std::size_t node = add(Op::function, {base, exponent});
        formula_.nodes_[node].function = "pow";
        return node;
    }

    std::size_t primary() {
        if (take("(")) {
            const std::size_t inside = choice();
            if (!take(")")) fail();
            return inside;
        }
        skipBlanks();
        if (at_ < text_.size() && (std::isdigit(text_[at_]) != 0 || text_[at_] == '.')) return number();
        std::string word;
        while (at_ < text_.size() && (std::isalnum(text_[at_]) != 0 || text_[at_] == '_'))
            word += text_[at_++];
        if (word.empty()) fail();
        if (take("(")) return call(word);
        return name(word);
    }

    std::size_t number() {
        std::size_t length = 0;
        const double value = std::stod(text_.substr(at_), &length);
        at_ += length;
        return constant(value);
    }

    std::size_t call(const std::string& function) {
        std::vector<std::size_t> operands = {choice()};
        while (take(","))
            operands.push_back(choice());
        if (!take(")")) fail();
        const std::size_t node = add(Op::function, std::move(operands));
        formula_.nodes_[node].function = function;
        return node;
    }

    std::size_t name(const std::string& word) {
        for (std::size_t i = 0; i < variables_.size(); ++i) {
            if (variables_[i] != word) continue;
            const std::size_t node = add(Op::variable, {});
            formula_.nodes_[node].variable = i;
            return node;
        }
        if (word == "pi") return constant(std::numbers::pi);
        if (word == "tau") return constant(2 * std::numbers::pi);
        if (word == "e") return constant(std::numbers::e);
        fail();
    }

    std::size_t constant(double value) {
        const std::size_t node = add(Op::number, {});
        formula_.nodes_[node].number = value;
        return node;
    }

    std::size_t add(Op op, std::vector<std::size_t> operands) {
        formula_.nodes_.push_back({op, 0, 0, {}, std::move(operands)});
        return formula_.nodes_.size() - 1;
    }

    void skipBlanks() {
        while (at_ < text_.size() && std::isspace(text_[at_]) != 0)
            ++at_;
    }
    bool take(const std::string& symbol) {
        skipBlanks();
        if (text_.compare(at_, symbol.size(), symbol) != 0) return false;
        at_ += symbol.size();
        return true;
    }
    [[noreturn]] void fail() const {
        throw std::runtime_error("'" + text_ + "' does not parse at byte " + std::to_string(at_));
    }

    Formula& formula_;
    const std::string& text_;
    std::vector<std::string> variables_;
    std::size_t at_ = 0;
};

Formula::Formula(const std::string& text, std::vector<std::string> variables) {
    top_ = FormulaParser(*this, text, std::move(variables)).whole();
}

Interval Formula::evaluate(const std::vector<Interval>& values) const {
    return value(top_, values);
}

namespace {

/// 0, 1, or either of them.
Interval truth(bool maybeFalse, bool maybeTrue) {
    return {maybeFalse ? 0.0 : 1.0, maybeTrue ? 1.0 : 0.0};
}

bool maybeTrue(const Interval& v) {
    return !v.empty() && !(v.low == 0 && v.high == 0);
}

bool maybeFalse(const Interval& v) {
    return v.nan || v.contains(0);
}

Interval less(const Interval& a, const Interval& b, bool orEqual) {
    const bool nan = a.nan || b.nan;
    if (a.empty() || b.empty()) return truth(true, false);
    const bool always = orEqual ? a.high <= b.low : a.high < b.low;
    const bool sometimes = orEqual ? a.low <= b.high : a.low < b.high;
    return truth(nan || !always, sometimes);
}

Interval equal(const Interval& a, const Interval& b) {
    if (a.empty() || b.empty()) return truth(true, false);
    const bool always = a.point() && b.point() && a.low == b.low && !a.nan && !b.nan;
    return truth(!always, std::max(a.low, b.low) <= std::min(a.high, b.high));
}

}  // namespace

Interval arithmetic(char operation, const Interval& a, const Interval& b) {
    const bool nan = a.nan || b.nan;
    if (a.empty() || b.empty()) return Interval::none(true);
    const auto apply = [&](double p, double q) {
        return operation == '+' ? p + q : operation == '-' ? p - q : operation == '*' ? p * q : p / q;
    };
    if (operation == '/' && b.contains(0) && !b.point()) return Interval::anything();
    const double corners[] = {apply(a.low, b.low), apply(a.low, b.high), apply(a.high, b.low),
                              apply(a.high, b.high)};
    if (a.point() && b.point() && !nan) return corners[0];
    Interval result = Interval::none(nan);
    for (const double c : corners) {
        if (std::isnan(c)) return Interval::anything();
        result = either(result, c);
    }
    return result;
}

Interval Formula::value(std::size_t index, const std::vector<Interval>& values) const {
    const Node& node = nodes_[index];
    const auto operand = [&](std::size_t i) { return value(node.operands[i], values); };
    switch (node.op) {
        case Operator::number:
            return node.number;
        case Operator::variable:
            return values[node.variable];
        case Operator::choose: {
            const Interval condition = operand(0);
            Interval result = Interval::none(false);
            if (maybeTrue(condition)) result = either(result, operand(1));
            if (maybeFalse(condition)) result = either(result, operand(2));
            return result;
        }
        case Operator::either: {
            const Interval a = operand(0);
            const Interval b = operand(1);
            return truth(maybeFalse(a) && maybeFalse(b), maybeTrue(a) || maybeTrue(b));
        }
        case Operator::both: {
            const Interval a = operand(0);
            const Interval b = operand(1);
            return truth(maybeFalse(a) || maybeFalse(b), maybeTrue(a) && maybeTrue(b));
        }
        case Operator::equal:
            return equal(operand(0), operand(1));
        case Operator::unequal: {
            const Interval same = equal(operand(0), operand(1));
            return truth(same.high == 1, same.low == 0);
        }
        case Operator::less:
            return less(operand(0), operand(1), false);
        case Operator::lessOrEqual:
            return less(operand(0), operand(1), true);
        case Operator::greater:
            return less(operand(1), operand(0), false);
        case Operator::greaterOrEqual:
            return less(operand(1), operand(0), true);
        case Operator::add:
            return arithmetic('+', operand(0), operand(1));
        case Operator::subtract:
            return arithmetic('-', operand(0), operand(1));
        case Operator::multiply:
            return arithmetic('*', operand(0), operand(1));
        case Operator::divide:
            return arithmetic('/', operand(0), operand(1));
        case Operator::negate: {
            const Interval a = operand(0);
            return a.empty() ? a : Interval(-a.high, -a.low, a.nan);
        }
        case Operator::negation: {
            const Interval a = operand(0);
            return truth(maybeTrue(a), maybeFalse(a));
        }
        case Operator::function: {
            std::vector<Interval> arguments;
            for (std::size_t i = 0; i < node.operands.size(); ++i)
                arguments.push_back(operand(i));
            return callFunction(node.function, arguments);
        }
    }
    return Interval::none(true);
}

}  // namespace burin::test
