// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/expression/program.hpp"

#include <algorithm>
#include <bit>
#include <functional>
#include <map>
#include <optional>
#include <unordered_map>

namespace burin {

/// Translates one tree into instructions. Used once.
class ProgramBuilder {
  public:
    ProgramBuilder(const SyntaxTree& tree, ExpressionProgram& program)
        : tree_(tree), program_(program), places_(tree.nodes.size()) {}

    void build() {
        for (std::size_t i = 0; i < tree_.nodes.size(); ++i)
            survey(i);
        emit(tree_.nodes.size() - 1);
        program_.result_ = placeOf(tree_.nodes.size() - 1).source;
    }

  private:
    using Source = ExpressionProgram::Source;
    using Instruction = ExpressionProgram::Instruction;

    /// The notes of survey() and emit() about a node. Only the first of equal nodes has all of them.
    struct Place {
        std::size_t first = 0;  ///< the first node with an equal subtree
        Source source;          ///< source of its value; for a result, set when the node is emitted
        bool leaf = true;       ///< a constant or variable: needs no row
        bool held = false;      ///< the row contains the node's value
        bool kept = false;      ///< the row is kept only for nodes that come later
        std::size_t rows = 0;   ///< rows that its computation needs
        std::size_t later = 0;  ///< nodes that read it and are yet to be visited
        std::size_t now = 0;    ///< nodes that read it and are being computed
    };

    [[nodiscard]] Place& placeOf(std::size_t node) { return places_[places_[node].first]; }
    [[nodiscard]] Place& operand(const SyntaxNode& node, int i) {
        return placeOf(node.operands[static_cast<std::size_t>(i)]);
    }

    Source constant(double value) {
        program_.constants_.push_back(value);
        return {Source::Kind::constant, static_cast<std::uint32_t>(program_.constants_.size() - 1)};
    }

    /// Folds constants, finds equal subtrees, and counts the rows that every other node needs.
    void survey(std::size_t index) {
        const SyntaxNode& node = tree_.nodes[index];
        Place& place = places_[index];
        place.first = index;
        const int operands = arity(node.op);
        if (node.op == Operator::number) {
            place.source = constant(node.number);
        } else if (node.op == Operator::variable) {
            place.source = {Source::Kind::variable, node.operands[0]};
            program_.used_[node.operands[0]] = true;
        } else if (const std::optional<double> value = folded(node, operands)) {
            place.source = constant(*value);
        } else {
            place.leaf = false;
            place.first = firstEqual(index, operands);
            if (place.first != index) return;
            std::array<std::size_t, 3> needs{};
            std::size_t held = 0;
            for (int i = 0; i < operands; ++i) {
                ++operand(node, i).later;
                if (!operand(node, i).leaf) needs[held++] = operand(node, i).rows;
            }
            std::sort(needs.begin(), needs.end(), std::greater<>());
            place.rows = held + 1;
            for (std::size_t i = 0; i < held; ++i)
                place.rows = std::max(place.rows, needs[i] + i);
        }
    }

    /// The first node with the same operator and equal operands.
    std::size_t firstEqual(std::size_t index, int operands) {
        const SyntaxNode& node = tree_.nodes[index];
        std::array<std::uint64_t, 4> key{static_cast<std::uint64_t>(node.op)};
        for (int i = 0; i < operands; ++i)
            key.at(static_cast<std::size_t>(i) + 1) = nameOf(node.operands[static_cast<std::size_t>(i)]);
        return firsts_.try_emplace(key, index).first->second;
    }

    /// A name that is equal for equal subtrees: it is made from the value of a constant, or from the number
    /// of a variable or node.
    [[nodiscard]] std::uint64_t nameOf(std::size_t index) {
        const Place& place = placeOf(index);
        if (!place.leaf) return 4 * places_[index].first;
        if (place.source.kind == Source::Kind::variable) return 4 * place.source.index + 1;
        const double value = program_.constants_[place.source.index];
        return 4 * constants_.try_emplace(std::bit_cast<std::uint64_t>(value), constants_.size())
                       .first->second +
               2;
    }

    std::optional<double> folded(const SyntaxNode& node, int operands) {
        std::array<KernelInput, 3> inputs;
        for (int i = 0; i < operands; ++i) {
            const Source source = operand(node, i).source;
            if (!operand(node, i).leaf || source.kind != Source::Kind::constant) return std::nullopt;
            inputs.at(static_cast<std::size_t>(i)) = {&program_.constants_[source.index], false};
        }
        double value = 0;
        expressionKernels().functions[static_cast<std::size_t>(node.op)](&value, inputs.data(), 1);
        return value;
    }

    /// Emits the operands before the node, starting with the operand that needs the most rows. Uses its own
    /// stack: a tree may be as deep as its text is long.
    void emit(std::size_t root) {
        struct Visit {
            std::uint32_t node;
            bool operandsDone;
        };
        std::vector<Visit> stack = {{static_cast<std::uint32_t>(root), false}};
        while (!stack.empty()) {
            const Visit visit = stack.back();
            stack.pop_back();
            Place& place = placeOf(visit.node);
            const SyntaxNode& node = tree_.nodes[visit.node];
            if (place.leaf) continue;
            if (visit.operandsDone) {
                emitNode(node, place);
                continue;
            }
            promise(place);
            if (place.held) continue;
            stack.push_back({visit.node, true});
            const auto first = static_cast<std::ptrdiff_t>(stack.size());
            for (int i = arity(node.op) - 1; i >= 0; --i) {
                stack.push_back({node.operands[static_cast<std::size_t>(i)], false});
            }
            std::stable_sort(stack.begin() + first, stack.end(), [&](const Visit& a, const Visit& b) {
                return placeOf(a.node).rows < placeOf(b.node).rows;
            });
        }
    }

    void emitNode(const SyntaxNode& node, Place& place) {
        std::array<Source, 3> operands;
        const int count = arity(node.op);
        for (int i = 0; i < count; ++i)
            operands[static_cast<std::size_t>(i)] = operand(node, i).source;
        place.held = true;
        const unsigned exponent = wholeExponent(node);
        place.source = exponent > 0 ? product(operands[0], exponent) : append(node.op, count, operands);
        for (int i = 0; i < count; ++i)
            release(operand(node, i));
    }

    /// The exponent of a power that is computed as a product, or 0.
    unsigned wholeExponent(const SyntaxNode& node) {
        if (node.op != Operator::power) return 0;
        const Source source = operand(node, 1).source;
        return source.kind == Source::Kind::constant ? exponentOfProduct(program_.constants_[source.index])
                                                     : 0;
    }

    /// Emits base^exponent: squares, and products with the base for the bits of the exponent that are set.
    /// \pre exponent >= 2
    Source product(Source base, unsigned exponent) {
        Source result = append(Operator::multiply, 2, {base, base});
        const auto multiply = [&](Source factor) {
            const Source before = result;
            result = append(Operator::multiply, 2, {before, factor});
            freeRow(before);
        };
        for (unsigned bit = std::bit_floor(exponent) / 2; bit > 0; bit /= 2) {
            if ((exponent & bit) != 0) multiply(base);
            if (bit > 1) multiply(result);
        }
        return result;
    }

    Source append(Operator op, int count, std::array<Source, 3> operands) {
        if (free_.empty()) free_.push_back(static_cast<std::uint16_t>(program_.rows_++));
        const std::uint16_t row = free_.back();
        free_.pop_back();
        program_.instructions_.push_back({op, static_cast<std::uint8_t>(count), row, operands});
        return {Source::Kind::result, static_cast<std::uint32_t>(program_.instructions_.size() - 1)};
    }

    /// Called when a node that reads the value is visited. The row stays until release().
    void promise(Place& place) {
        if (place.later > 0) --place.later;
        ++place.now;
        if (!place.kept) return;
        place.kept = false;
        --kept_;
    }

    /// Called only after the instruction that reads the value, because kernels do not work in place. The row
    /// is freed, or kept for nodes that read it later. If too many rows are kept, those nodes compute the
    /// value again.
    void release(Place& place) {
        if (place.leaf || --place.now > 0) return;
        place.kept = place.later > 0 && kept_ < ExpressionProgram::mostKept;
        place.held = place.kept;
        if (place.kept) {
            ++kept_;
        } else {
            freeRow(place.source);
        }
    }

    void freeRow(Source result) { free_.push_back(program_.instructions_[result.index].row); }

    const SyntaxTree& tree_;
    ExpressionProgram& program_;
    std::vector<Place> places_;
    std::map<std::array<std::uint64_t, 4>, std::size_t> firsts_;  ///< first node with each operator and
                                                                  ///< operands
    std::unordered_map<std::uint64_t, std::uint64_t> constants_;  ///< a number for each value
    std::size_t kept_ = 0;
    std::vector<std::uint16_t> free_;
};

/// How the caller's workspace is divided.
struct ExpressionProgram::Workspace {
    double* rows;            ///< rows_ rows of expressionBlock numbers
    double* scalars;         ///< value of each instruction that is uniform
    std::uint32_t* varying;  ///< the instructions that are not uniform, in order
    bool* uniform;           ///< whether each instruction is uniform

    [[nodiscard]] double* row(std::size_t index) const { return rows + index * expressionBlock; }
};

ExpressionProgram::ExpressionProgram(const SyntaxTree& tree) : used_(tree.variables.size()) {
    ProgramBuilder(tree, *this).build();
}

std::size_t ExpressionProgram::workspaceBytes() const {
    const std::size_t bytes = rows_ * expressionBlock * sizeof(double) +
                              instructions_.size() * (sizeof(double) + sizeof(std::uint32_t) + sizeof(bool));
    return (bytes + 63) / 64 * 64;
}

ExpressionProgram::Workspace ExpressionProgram::partition(std::byte* memory) const {
    auto* const rows = reinterpret_cast<double*>(memory);
    double* const scalars = rows + rows_ * expressionBlock;
    auto* const varying = reinterpret_cast<std::uint32_t*>(scalars + instructions_.size());
    auto* const uniform = reinterpret_cast<bool*>(varying + instructions_.size());
    return {rows, scalars, varying, uniform};
}

KernelInput ExpressionProgram::input(Source source, std::span<const Operand> variables, std::int64_t start,
                                     const Workspace& workspace) const {
    switch (source.kind) {
        case Source::Kind::constant:
            return {&constants_[source.index], true};
        case Source::Kind::variable: {
            const Operand& variable = variables[source.index];
            if (variable.values == nullptr) return {&variable.constant, true};
            return {variable.values + start, false};
        }
        case Source::Kind::result:
            break;
    }
    if (workspace.uniform[source.index]) return {&workspace.scalars[source.index], true};
    return {workspace.row(instructions_[source.index].row), false};
}

/// Computes the instructions whose operands are all uniform and lists the others.
/// \return how many others there are
std::int64_t ExpressionProgram::computeUniform(std::span<const Operand> variables,
                                               const Workspace& workspace) const {
    std::int64_t varying = 0;
    for (std::size_t i = 0; i < instructions_.size(); ++i) {
        const Instruction& instruction = instructions_[i];
        std::array<KernelInput, 3> inputs;
        bool uniform = true;
        for (std::size_t k = 0; k < instruction.operandCount; ++k) {
            inputs[k] = input(instruction.operands[k], variables, 0, workspace);
            uniform = uniform && inputs[k].uniform;
            inputs[k].uniform = false;  // read as an array of one value
        }
        workspace.uniform[i] = uniform;
        if (uniform) {
            const auto function = expressionKernels().functions[static_cast<std::size_t>(instruction.op)];
            function(&workspace.scalars[i], inputs.data(), 1);
        } else {
            workspace.varying[varying++] = static_cast<std::uint32_t>(i);
        }
    }
    return varying;
}

void ExpressionProgram::evaluate(std::span<const Operand> variables, std::int64_t count, double* out,
                                 std::byte* memory) const {
    const Workspace workspace = partition(memory);
    const std::int64_t varying = computeUniform(variables, workspace);
    if (varying == 0) {
        const KernelInput value = input(result_, variables, 0, workspace);
        if (value.uniform) {
            std::fill_n(out, count, *value.values);
        } else {
            std::copy_n(value.values, count, out);
        }
        return;
    }
    for (std::int64_t start = 0; start < count; start += expressionBlock) {
        const std::int64_t length = std::min(expressionBlock, count - start);
        for (std::int64_t v = 0; v < varying; ++v) {
            const std::uint32_t index = workspace.varying[v];
            const Instruction& instruction = instructions_[index];
            std::array<KernelInput, 3> inputs;
            for (std::size_t k = 0; k < instruction.operandCount; ++k) {
                inputs[k] = input(instruction.operands[k], variables, start, workspace);
            }
            double* const target = index == result_.index ? out + start : workspace.row(instruction.row);
            expressionKernels().functions[static_cast<std::size_t>(instruction.op)](target, inputs.data(),
                                                                                    length);
        }
    }
}

}  // namespace burin
