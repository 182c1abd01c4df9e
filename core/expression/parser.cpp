// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/expression/parser.hpp"

#include "core/expression/lexer.hpp"
#include "core/expression/vocabulary.hpp"

#include <algorithm>

namespace burin {
namespace {

constexpr int deepestNesting = 256;

using NodeIndex = std::uint32_t;

/// Recursive descent for nesting, a loop for left-associative operators.
class Parser {
  public:
    Parser(std::string_view text, std::vector<std::string> variables) : text_(text), lexer_(text) {
        tree_.variables = std::move(variables);
    }

    SyntaxTree parse() {
        advance();
        conditional();
        if (token_.kind != Token::Kind::end) refuseRest();
        return std::move(tree_);
    }

  private:
    /// Counts one level of nesting while it lives.
    class Nesting {
      public:
        Nesting(Parser& parser, const Token& opening) : depth_(parser.depth_) {
            if (++depth_ > deepestNesting) {
                refuse(opening, "the expression is nested more than 256 deep",
                       "put at most 256 parentheses, calls, signs, !, ^ and ?: inside each other");
            }
        }
        ~Nesting() { --depth_; }
        Nesting(const Nesting&) = delete;
        Nesting& operator=(const Nesting&) = delete;

      private:
        int& depth_;
    };

    [[noreturn]] static void refuse(const Token& token, std::string reason, std::string advice,
                                    std::vector<std::string> details = {}) {
        throw SyntaxRefusal{
            {token.offset,
             {.reason = std::move(reason), .details = std::move(details), .advice = std::move(advice)}}};
    }

    void advance() { token_ = lexer_.next(); }

    Token taken() {
        const Token token = token_;
        advance();
        return token;
    }

    NodeIndex add(Operator op, std::array<NodeIndex, 3> operands = {}, double number = 0) {
        tree_.nodes.push_back({op, operands, number});
        return static_cast<NodeIndex>(tree_.nodes.size() - 1);
    }

    NodeIndex conditional() {
        const NodeIndex condition = infix(1);
        if (!token_.is("?")) return condition;
        const Nesting nesting(*this, token_);
        const Token question = taken();
        const NodeIndex yes = conditional();
        if (!token_.is(":")) refuseUnclosed(question, ":");
        advance();
        const NodeIndex no = conditional();
        return add(Operator::select, {condition, yes, no});
    }

    /// Parses operators of `level` and above.
    NodeIndex infix(int level) {
        NodeIndex left = prefix();
        while (token_.kind == Token::Kind::symbol) {
            const auto all = infixOperators();
            const auto found = std::find_if(all.begin(), all.end(),
                                            [&](const InfixOperator& o) { return o.symbol == token_.text; });
            if (found == all.end() || found->level < level) break;
            advance();
            const NodeIndex right = infix(found->level + 1);
            left = add(found->op, {left, right});
        }
        return left;
    }

    NodeIndex prefix() {
        if (!token_.is("-") && !token_.is("!")) return power();
        const Nesting nesting(*this, token_);
        const Operator op = taken().is("-") ? Operator::negate : Operator::logicalNot;
        return add(op, {prefix()});
    }

    NodeIndex power() {
        const NodeIndex base = primary();
        if (!token_.is("^")) return base;
        const Nesting nesting(*this, token_);
        advance();
        const NodeIndex raised = exponent();
        return add(Operator::power, {base, raised});
    }

    NodeIndex exponent() {
        if (!token_.is("-")) return power();
        const Nesting nesting(*this, token_);
        advance();
        return add(Operator::negate, {exponent()});
    }

    NodeIndex primary() {
        switch (token_.kind) {
            case Token::Kind::number:
                return add(Operator::number, {}, taken().number);
            case Token::Kind::name:
                return name();
            case Token::Kind::symbol:
                if (token_.is("(")) return parenthesis();
                break;
            case Token::Kind::end:
                break;
        }
        refuseOperand();
    }

    NodeIndex parenthesis() {
        const Nesting nesting(*this, token_);
        const Token opening = taken();
        const NodeIndex inner = conditional();
        if (!token_.is(")")) refuseUnclosed(opening, ")");
        advance();
        return inner;
    }

    NodeIndex name() {
        const Token token = taken();
        const auto& variables = tree_.variables;
        const auto variable = std::find(variables.begin(), variables.end(), token.text);
        const FunctionName* const function = findFunction(token.text);
        const ConstantName* const constant = findConstant(token.text);
        if (variable == variables.end() && constant == nullptr && function == nullptr) refuseName(token);
        const bool older = function != nullptr && function->since > 1 && variable != variables.end();
        if (function != nullptr && !(older && !token_.is("("))) {
            if (token_.is("(")) return call(token, *function);
            refuse(token, "%1 is a function and needs operands", "%2",
                   {quoted(token.text), std::string(function->signature)});
        }
        if (token_.is("(")) {
            refuse(token, "%1 is not a function", "put an operator, such as *, between %1 and '('",
                   {quoted(token.text)});
        }
        if (constant != nullptr) return add(Operator::number, {}, constant->value);
        return add(Operator::variable, {static_cast<NodeIndex>(variable - variables.begin())});
    }

    NodeIndex call(const Token& nameToken, const FunctionName& function) {
        const Nesting nesting(*this, nameToken);
        const Token opening = taken();
        std::array<NodeIndex, 3> operands{};
        std::size_t count = 0;
        const auto takeOperand = [&] {
            const NodeIndex operand = conditional();
            if (function.more && count > 0) {
                operands[0] = add(function.op, {operands[0], operand});
            } else if (count < operands.size()) {
                operands[count] = operand;
            }
            ++count;
        };
        if (!token_.is(")")) takeOperand();
        while (token_.is(",")) {
            advance();
            takeOperand();
        }
        if (!token_.is(")")) refuseUnclosed(opening, ")");
        advance();

        const auto fewest = static_cast<std::size_t>(function.operands);
        if (count < fewest || (count > fewest && !function.more)) {
            refuse(nameToken,
                   function.more ? "%1 takes %2 or more operands, not %3"
                   : fewest == 1 ? "%1 takes %2 operand, not %3"
                                 : "%1 takes %2 operands, not %3",
                   "write %4",
                   {std::string(function.name), std::to_string(fewest), std::to_string(count),
                    std::string(function.signature)});
        }
        return function.more ? operands[0] : add(function.op, operands);
    }

    // ---- errors at the current token

    [[noreturn]] void refuseName(const Token& token) const {
        const std::string_view similar = similarName(token.text, tree_.variables);
        std::string known;
        for (const std::string& variable : tree_.variables)
            known += variable + ", ";
        Problem problem{.reason = "unknown name %1", .details = {quoted(token.text)}};
        problem.advice = similar.empty() ? "use %2pi, tau, e or a function" : "did you mean %2?";
        problem.details.push_back(similar.empty() ? known : quoted(similar));
        throw SyntaxRefusal{{token.offset, std::move(problem), std::string(token.text)}};
    }

    [[noreturn]] void refuseOperand() const {
        const std::string expected = "write a number, a name, a call or a parenthesis";
        if (token_.kind == Token::Kind::end) {
            const bool nothing = tree_.nodes.empty() && depth_ == 0;
            refuse(token_,
                   nothing ? "the expression is empty" : "the expression ends before its last operand",
                   expected);
        }
        if (token_.is("+"))
            refuse(token_, "'+' has nothing on its left", "remove the sign, or put an operand before it");
        if (token_.is("*"))
            refuse(token_, "an operand is expected before '*'",
                   "put an operand before it; a power is written with ^");
        if (token_.is("!")) refuse(token_, "'!' is not allowed here", "put parentheses around it: (!v)");
        refuse(token_, "an operand is expected before %1", expected, {quoted(token_.text)});
    }

    [[noreturn]] void refuseUnclosed(const Token& opening, std::string_view closing) const {
        if (token_.kind == Token::Kind::number || token_.kind == Token::Kind::name || token_.is("(")) {
            refuse(token_, "an operator is missing before %1", "put an operator or %2 before it",
                   {quoted(token_.text), quoted(closing)});
        }
        refuse(token_, "%1 is missing after %2", "add %1", {quoted(closing), quoted(since(opening))});
    }

    /// The text from `opening` to the current token, shortened for a message.
    [[nodiscard]] std::string_view since(const Token& opening) const {
        constexpr std::size_t mostShown = 24;
        std::string_view part = text_.substr(0, token_.offset).substr(opening.offset);
        while (part.size() > 1 && (part.back() == ' ' || part.back() == '\t'))
            part.remove_suffix(1);
        const std::size_t inner = part.find_first_not_of(" \t", opening.text.size());
        if (inner != std::string_view::npos) part.remove_prefix(inner);
        return part.substr(part.size() - std::min(part.size(), mostShown));
    }

    [[noreturn]] void refuseRest() const {
        if (token_.is(")")) refuse(token_, "')' has no matching '('", "add a '(' before it, or remove it");
        if (token_.is(":"))
            refuse(token_, "':' has no '?' before it", "write condition ? value : other value");
        if (token_.is(",")) refuse(token_, "',' is outside of a call", "write one expression");
        if (token_.is("!")) refuse(token_, "an operator is expected before '!'", "to compare, write !=");
        refuse(token_, "an operator is missing before %1", "put an operator before it, such as *",
               {quoted(token_.text)});
    }

    std::string_view text_;
    Lexer lexer_;
    Token token_;
    SyntaxTree tree_;
    int depth_ = 0;
};

}  // namespace

std::variant<SyntaxTree, ExpressionProblem> parseSyntax(std::string_view text,
                                                        std::vector<std::string> variables) {
    static_assert(longestExpression == 65'536, "the words name the limit");
    if (text.size() > longestExpression) {
        return ExpressionProblem{longestExpression,
                                 {.reason = "the expression has %1 bytes",
                                  .details = {std::to_string(text.size())},
                                  .advice = "use at most 65,536 bytes (64 KiB)"}};
    }
    try {
        return Parser(text, std::move(variables)).parse();
    } catch (SyntaxRefusal& refusal) {
        return std::move(refusal.problem);
    }
}

}  // namespace burin
