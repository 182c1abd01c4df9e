// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/expression/expression.hpp"

#include "core/expression/lexer.hpp"
#include "core/expression/parser.hpp"
#include "core/expression/program.hpp"
#include "core/expression/syntax_tree.hpp"
#include "core/expression/vocabulary.hpp"

#include <algorithm>

namespace burin {

std::variant<Expression, ExpressionProblem> Expression::parse(std::string_view text,
                                                              std::vector<std::string> variables) {
    auto parsed = parseSyntax(text, std::move(variables));
    if (auto* const problem = std::get_if<ExpressionProblem>(&parsed)) return std::move(*problem);
    return Expression(std::make_shared<const SyntaxTree>(std::get<SyntaxTree>(std::move(parsed))));
}

Expression::Expression(std::shared_ptr<const SyntaxTree> tree)
    : tree_(std::move(tree)), program_(std::make_shared<const ExpressionProgram>(*tree_)) {}

bool Expression::reserved(std::string_view name) {
    return findConstant(name) != nullptr || findFunction(name) != nullptr;
}

bool Expression::identifier(std::string_view name) {
    return !name.empty() && startsName(name[0]) && std::all_of(name.begin(), name.end(), continuesName);
}

bool Expression::uses(std::size_t index) const {
    return program_->uses(index);
}

void Expression::evaluate(std::span<const Operand> variables, std::int64_t count, double* out,
                          std::byte* workspace) const {
    program_->evaluate(variables, count, out, workspace);
}

std::size_t Expression::workspaceBytes() const {
    return program_->workspaceBytes();
}

double Expression::value(std::span<const double> variables) const {
    struct alignas(64) Line {
        std::byte bytes[64];
    };
    std::vector<Operand> operands;
    for (const double variable : variables)
        operands.push_back({nullptr, variable});
    std::vector<Line> workspace(workspaceBytes() / sizeof(Line) + 1);
    double result = 0;
    evaluate(operands, 1, &result, workspace.data()->bytes);
    return result;
}

std::string Expression::canonical() const {
    return canonicalText(*tree_);
}

}  // namespace burin
