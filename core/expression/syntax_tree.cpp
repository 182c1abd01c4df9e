// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/expression/syntax_tree.hpp"

#include "core/expression/vocabulary.hpp"

#include <algorithm>
#include <charconv>
#include <string_view>

namespace burin {
namespace {

// Precedence of a text by the grammar; infix operators lie between these levels.
constexpr int conditionalLevel = 0;
constexpr int infixLevel = 1;
constexpr int prefixLevel = 7;
constexpr int powerLevel = 8;
constexpr int primaryLevel = 9;

const InfixOperator* findInfix(Operator op) {
    const auto all = infixOperators();
    const auto found =
        std::find_if(all.begin(), all.end(), [&](const InfixOperator& o) { return o.op == op; });
    return found == all.end() ? nullptr : &*found;
}

std::string_view functionName(Operator op) {
    const auto all = functionNames();
    return std::find_if(all.begin(), all.end(), [&](const FunctionName& f) { return f.op == op; })->name;
}

int levelOf(Operator op) {
    if (const InfixOperator* const infix = findInfix(op)) return infix->level;
    switch (op) {
        case Operator::select:
            return conditionalLevel;
        case Operator::negate:
        case Operator::logicalNot:
            return prefixLevel;
        case Operator::power:
            return powerLevel;
        default:
            return primaryLevel;
    }
}

/// Writes a tree without recursion: a stack holds the parts that are still to be written, last part first.
class Writer {
  public:
    explicit Writer(const SyntaxTree& tree) : tree_(tree) {}

    std::string write() {
        push(static_cast<std::uint32_t>(tree_.nodes.size() - 1), conditionalLevel);
        while (!pending_.empty()) {
            const Pending next = pending_.back();
            pending_.pop_back();
            if (next.isNode) {
                writeNode(tree_.nodes[next.node]);
            } else {
                text_ += next.text;
            }
        }
        return std::move(text_);
    }

  private:
    struct Pending {
        bool isNode;
        std::uint32_t node;
        std::string_view text;
    };

    void push(std::string_view text) { pending_.push_back({false, 0, text}); }
    /// Pushes the node, in parentheses if it binds less tightly than `level`.
    void push(std::uint32_t node, int level) {
        const bool parenthesis = levelOf(tree_.nodes[node].op) < level;
        if (parenthesis) push(")");
        pending_.push_back({true, node, {}});
        if (parenthesis) push("(");
    }

    void writeNode(const SyntaxNode& node) {
        const auto [a, b, c] = node.operands;
        if (const InfixOperator* const infix = findInfix(node.op)) {
            push(b, infix->level + 1);
            push(infix->symbol);
            push(a, infix->level);
            return;
        }
        switch (node.op) {
            case Operator::number:
                writeNumber(node.number);
                break;
            case Operator::variable:
                text_ += tree_.variables[a];
                break;
            case Operator::negate:
            case Operator::logicalNot:
                text_ += node.op == Operator::negate ? '-' : '!';
                push(a, prefixLevel);
                break;
            case Operator::power:
                push(b, exponentLevel(b));
                push("^");
                push(a, primaryLevel);
                break;
            case Operator::select:
                push(c, conditionalLevel);
                push(":");
                push(b, conditionalLevel);
                push("?");
                push(a, infixLevel);
                break;
            default:
                writeCall(node);
        }
    }

    /// An exponent may have minus signs without parentheses, but no `!`, not even after the signs.
    [[nodiscard]] int exponentLevel(std::uint32_t exponent) const {
        std::uint32_t carrier = exponent;
        while (tree_.nodes[carrier].op == Operator::negate)
            carrier = tree_.nodes[carrier].operands[0];
        const bool plain = tree_.nodes[carrier].op != Operator::logicalNot;
        return plain && carrier != exponent ? prefixLevel : powerLevel;
    }

    void writeCall(const SyntaxNode& node) {
        text_ += functionName(node.op);
        push(")");
        const SyntaxNode* call = &node;
        const bool chained = node.op == Operator::minimum || node.op == Operator::maximum;
        while (chained && tree_.nodes[call->operands[0]].op == node.op) {
            push(call->operands[1], conditionalLevel);
            push(",");
            call = &tree_.nodes[call->operands[0]];
        }
        for (int i = arity(node.op) - 1; i >= 0; --i) {
            push(call->operands[static_cast<std::size_t>(i)], conditionalLevel);
            push(i == 0 ? "(" : ",");
        }
    }

    void writeNumber(double number) {
        char digits[32];
        const auto end =
            std::to_chars(digits, digits + sizeof digits, number, std::chars_format::general, 17).ptr;
        text_.append(digits, end);
    }

    const SyntaxTree& tree_;
    std::vector<Pending> pending_;
    std::string text_;
};

}  // namespace

int arity(Operator op) {
    switch (op) {
        case Operator::number:
        case Operator::variable:
            return 0;
        case Operator::negate:
        case Operator::logicalNot:
            return 1;
        case Operator::select:
            return 3;
        case Operator::power:
            return 2;
        default:
            break;
    }
    if (findInfix(op) != nullptr) return 2;
    const auto all = functionNames();
    return std::find_if(all.begin(), all.end(), [&](const FunctionName& f) { return f.op == op; })->operands;
}

std::string canonicalText(const SyntaxTree& tree) {
    return Writer(tree).write();
}

}  // namespace burin
