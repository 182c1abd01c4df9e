// SPDX-License-Identifier: GPL-3.0-or-later
// Reads any bytes as an expression: either it parses, or the problem lies inside the text. An expression that
// parses can be written, parsed again and evaluated.
#include "core/expression/expression.hpp"
#include "core/expression/syntax_tree.hpp"

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <string_view>
#include <vector>

using namespace burin;

namespace {

void require(bool condition) {
    if (!condition) std::abort();
}

bool sameBytes(double a, double b) {
    return (std::isnan(a) && std::isnan(b)) ||
           std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}

void checkRows(const Expression& expression) {
    constexpr std::size_t count = 300;
    std::vector<double> xs(count);
    for (std::size_t i = 0; i < count; ++i)
        xs[i] = (static_cast<double>(i) - 150.0) * 0.75;
    const std::array<Operand, 3> operands = {Operand{xs.data(), 0}, Operand{nullptr, -2.5},
                                             Operand{nullptr, 1}};
    std::vector<double> out(count);
    void* const memory = std::aligned_alloc(64, expression.workspaceBytes() + 64);
    expression.evaluate(operands, count, out.data(), static_cast<std::byte*>(memory));
    std::free(memory);
    for (const std::size_t i : {std::size_t{0}, std::size_t{255}, std::size_t{299}})
        require(sameBytes(out[i], expression.value(std::array{xs[i], -2.5, 1.0})));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const std::vector<std::string> variables = {"x", "y", "in1"};
    const auto parsed = Expression::parse(text, variables);
    if (const auto* problem = std::get_if<ExpressionProblem>(&parsed)) {
        require(problem->offset <= size && !problem->problem.reason.empty() &&
                !problem->problem.advice.empty());
        return 0;
    }
    const Expression& expression = std::get<Expression>(parsed);
    const std::string canonical = expression.canonical();
    const auto again = Expression::parse(canonical, variables);
    if (const auto* problem = std::get_if<ExpressionProblem>(&again)) {
        // Numbers with all their digits may be too long, and ^ needs parentheses where pow() needed none.
        require(canonical.size() > 65536 || problem->problem.reason.find("256 deep") != std::string::npos);
    } else {
        require(std::get<Expression>(again).tree() == expression.tree());
    }
    checkRows(expression);
    return 0;
}
