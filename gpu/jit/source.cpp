// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/jit/source.hpp"

#include "core/expression/program.hpp"
#include "gpu/jit/functions_text.hpp"
#include "gpu/jit/operator_list.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>

namespace burin::gpu {

namespace {

/// The loop that computes a node.
enum class Loop : std::uint8_t { once, column, row, sample };

/// Limit of values that an outer loop keeps in registers for an inner one.
constexpr int mostKept = 16;
/// A larger tree gives a thread enough work with one sample at a time; for a smaller one, a thread computes
/// several.
constexpr std::size_t shortTree = 100;
constexpr int fewFunctions = 4;
/// A function that occurs more often is called instead of inlined, because compiling would take seconds.
constexpr int mostInlined = 2;

constexpr std::string_view helpers = R"(
using namespace burin::gpu::expression;

template <int count>
__device__ __forceinline__ void load(const float* row, long long x, long long width, bool vectors,
                                            float (&out)[count]) {
    if (count == 4 && vectors && x + 4 <= width) {
        const float4 v = *reinterpret_cast<const float4*>(row + x);
        const float values[4] = {v.x, v.y, v.z, v.w};
        for (int k = 0; k < count; ++k) out[k] = values[k];
        return;
    }
    for (int k = 0; k < count; ++k) out[k] = x + k < width ? row[x + k] : 0.0f;
}

template <int count>
__device__ __forceinline__ void store(float* row, long long x, long long width, bool vectors,
                                             const float (&in)[count]) {
    if (count == 4 && vectors && x + 4 <= width) {
        __stcs(reinterpret_cast<float4*>(row + x), make_float4(in[0], in[1 % count], in[2 % count], in[3 % count]));
        return;
    }
    for (int k = 0; k < count; ++k)
        if (x + k < width) row[x + k] = in[k];
}
)";

/// A finite number with all its digits.
std::string literal(double value) {
    char digits[40];
    const auto end = std::to_chars(digits, digits + sizeof digits, value, std::chars_format::hex).ptr;
    return "0x" + std::string(digits, end);
}

/// Concatenates texts and node indices.
template <class... Parts>
std::string joined(const Parts&... parts) {
    std::string text;
    ((text += parts), ...);
    return text;
}

/// How a kernel computes an operator.
struct OperatorText {
    enum class Form : std::uint8_t { special, arithmetic, comparison, logical, call };
    Form form = Form::special;
    std::string_view text = {};  ///< the symbol between the operands, or the function
    bool costly = false;         ///< needs many instructions
};

constexpr std::array<OperatorText, operatorCount> operatorTexts = [] {
    using Form = OperatorText::Form;
    [[maybe_unused]] constexpr bool cheap = false;
    [[maybe_unused]] constexpr bool costly = true;
    std::array<OperatorText, operatorCount> all{};
    const auto at = [&all](Operator op) -> OperatorText& { return all[static_cast<std::size_t>(op)]; };
#define BURIN_ARITHMETIC(word, symbol) at(Operator::word) = {Form::arithmetic, #symbol};
#define BURIN_COMPARISON(word, symbol) at(Operator::word) = {Form::comparison, #symbol};
#define BURIN_LOGICAL(word, symbol) at(Operator::word) = {Form::logical, #symbol};
#define BURIN_CALL(word, function, cost, ...) at(Operator::word) = {Form::call, #function, cost};
    BURIN_DEVICE_OPERATORS(BURIN_ARITHMETIC, BURIN_COMPARISON, BURIN_LOGICAL, BURIN_CALL)
#undef BURIN_ARITHMETIC
#undef BURIN_COMPARISON
#undef BURIN_LOGICAL
#undef BURIN_CALL
    return all;
}();

const OperatorText& operatorText(Operator op) {
    return operatorTexts[static_cast<std::size_t>(op)];
}

class SourceWriter {
  public:
    SourceWriter(const SyntaxTree& tree, std::span<const SourceVariable> variables)
        : tree_(tree), variables_(variables), estimates_(estimates(tree, variables)) {
        assignLoops();
        countFunctions();
        std::vector<bool> used(variables.size());
        for (const SyntaxNode& node : tree.nodes) {
            if (node.op == Operator::variable) used[node.operands[0]] = true;
        }
        for (std::size_t v = 0; v < variables.size(); ++v) {
            if (used[v] && variables[v].role == SourceVariable::Role::sample) source_.planes.push_back(v);
            if (used[v] && variables[v].role == SourceVariable::Role::constant)
                source_.constants.push_back(v);
        }
    }

    ExpressionSource write() {
        source_.text = joined(functionsText, helpers, calledFunctions(), signature());
        append("    constexpr int samples = ", std::to_string(source_.samplesPerThread), ";\n");
        append("    const long long column = (blockIdx.x * ", std::to_string(expressionThreads),
               "LL + threadIdx.x) * samples;\n");
        append("    if (column >= width) return;\n", statements(Loop::once, Sines::quick),
               columnDeclarations());
        append("    double x[samples];\n", "#pragma unroll\n", "    for (int k = 0; k < samples; ++k) {\n",
               "        x[k] = static_cast<double>(left + column + k);\n",
               statements(Loop::column, Sines::quick), "    }\n");
        append("    const long long first = static_cast<long long>(blockIdx.y) * rows;\n",
               "    int remaining = static_cast<int>(first + rows < height ? rows : height - first);\n",
               "    double y = static_cast<double>(top + first);\n",
               "    float* to = out + first * stride;\n", planeStarts());
        if (hasPlainSines()) append(rowLoop(Sines::plain));
        append(rowLoop(Sines::quick), "}\n");
        return std::move(source_);
    }

  private:
    /// How sines in binary32 are computed: for angles of any size, or only for small angles.
    enum class Sines : std::uint8_t { quick, plain };

    /// Whether trying plain sines first saves time. It avoids a branch for each sine, which would cost as
    /// much as the sine.
    [[nodiscard]] bool hasPlainSines() const {
        if (source_.samplesPerThread == 1) return false;
        for (std::size_t i = 0; i < tree_.nodes.size(); ++i) {
            if (singleSine(i) && loops_[i] == Loop::sample) return true;
        }
        return false;
    }
    [[nodiscard]] bool singleSine(std::size_t node) const {
        const Operator op = tree_.nodes[node].op;
        return estimates_[node].single && (op == Operator::sine || op == Operator::cosine);
    }

    /// The loop over the thread's remaining rows; with plain sines, up to the first row with a large angle.
    [[nodiscard]] std::string rowLoop(Sines sines) const {
        const bool plain = sines == Sines::plain;
        std::string text = joined("    for (; remaining > 0; --remaining) {\n", planeLoads(),
                                  statements(Loop::row, Sines::quick));
        if (plain) text += "        unsigned excesses = 0;\n";
        text += joined(
            "        float result[samples];\n"
            "#pragma unroll\n"
            "        for (int k = 0; k < samples; ++k) {\n",
            statements(Loop::sample, sines), "            result[k] = ", sweep(), "(static_cast<float>(",
            root(),
            "));\n"
            "        }\n");
        if (plain) text += "        if (excesses >= tooLarge) break;\n";
        return text + joined(
                          "        store(to, column, width, vectors & 1, result);\n"
                          "        to += stride;\n"
                          "        y += 1.0;\n",
                          planeSteps(), "    }\n");
    }

    template <class... Parts>
    void append(const Parts&... parts) {
        ((source_.text += parts), ...);
    }

    /// Assigns each node to the outermost loop that knows its operands. Nodes that an inner loop
    /// reads stay in an outer loop only if there are few of them.
    void assignLoops() {
        const auto& nodes = tree_.nodes;
        loops_.resize(nodes.size());
        for (std::size_t i = 0; i < nodes.size(); ++i) {
            if (nodes[i].op == Operator::variable) loops_[i] = loopOf(variables_[nodes[i].operands[0]].role);
            for (int k = 0; k < arity(nodes[i].op); ++k)
                loops_[i] = common(loops_[i], loops_[nodes[i].operands[static_cast<std::size_t>(k)]]);
        }
        std::array<int, 4> kept{};
        for (std::size_t i = nodes.size(); i-- > 0;) {
            for (int k = 0; k < arity(nodes[i].op); ++k) {
                const std::uint32_t child = nodes[i].operands[static_cast<std::size_t>(k)];
                if (arity(nodes[child].op) == 0 || loops_[child] == loops_[i]) continue;
                if (++kept[static_cast<std::size_t>(loops_[child])] > mostKept) loops_[child] = loops_[i];
            }
        }
    }

    void countFunctions() {
        int functions = 0;
        for (std::size_t i = 0; i < tree_.nodes.size(); ++i) {
            const Operator op = tree_.nodes[i].op;
            if (!operatorText(op).costly || estimates_[i].single) continue;
            ++functions;
            ++counts_[static_cast<std::size_t>(op)];
        }
        const bool simple = tree_.nodes.size() < shortTree && functions <= fewFunctions;
        source_.samplesPerThread = simple ? 4 : 1;
    }

    [[nodiscard]] bool called(Operator op) const {
        return counts_[static_cast<std::size_t>(op)] > mostInlined;
    }

    /// The functions that are not inlined, under separate names.
    [[nodiscard]] std::string calledFunctions() const {
        std::string text;
        for (std::size_t i = 0; i < counts_.size(); ++i) {
            const auto op = static_cast<Operator>(i);
            if (!called(op)) continue;
            const std::array parameters = {"double a", "double a, double b", "double a, double b, double c"};
            const std::array operands = {"a", "a, b", "a, b, c"};
            const auto last = static_cast<std::size_t>(arity(op) - 1);
            const std::string_view function = operatorText(op).text;
            text += joined("__device__ __noinline__ double called_", function, "(", parameters[last],
                           ") {\n    return ", function, "(", operands[last], ");\n}\n");
        }
        return text;
    }

    static Loop loopOf(SourceVariable::Role role) {
        switch (role) {
            case SourceVariable::Role::x:
                return Loop::column;
            case SourceVariable::Role::y:
                return Loop::row;
            case SourceVariable::Role::sample:
                return Loop::sample;
            default:
                return Loop::once;
        }
    }
    static Loop common(Loop a, Loop b) {
        if (a == b || b == Loop::once) return a;
        return a == Loop::once ? b : Loop::sample;
    }

    [[nodiscard]] std::string signature() const {
        std::string text = joined("\nextern \"C\" __global__ void __launch_bounds__(",
                                  std::to_string(expressionThreads), ") ", expressionEntry,
                                  "(float* out, long long stride, long long width, long long height, "
                                  "long long left, long long top, int rows, int vectors");
        for (const std::size_t v : source_.planes) {
            const std::string name = std::to_string(v);
            text += joined(", const float* s", name, "_rows, long long s", name, "_stride");
        }
        for (const std::size_t v : source_.constants)
            text += joined(", double c", std::to_string(v));
        return text + ") {\n";
    }

    /// Pointers to the children's rows, at the thread's first row.
    [[nodiscard]] std::string planeStarts() const {
        std::string text;
        for (const std::size_t v : source_.planes) {
            const std::string name = std::to_string(v);
            text += joined("    s", name, "_rows += first * s", name, "_stride;\n");
        }
        return text;
    }
    [[nodiscard]] std::string planeSteps() const {
        std::string text;
        for (const std::size_t v : source_.planes) {
            const std::string name = std::to_string(v);
            text += joined("        s", name, "_rows += s", name, "_stride;\n");
        }
        return text;
    }
    /// Loads the samples of the thread's children in a row.
    [[nodiscard]] std::string planeLoads() const {
        std::string text;
        for (std::size_t i = 0; i < source_.planes.size(); ++i) {
            const std::string plane = joined("s", std::to_string(source_.planes[i]));
            text +=
                joined("        float ", plane, "[samples];\n        load(", plane,
                       "_rows, column, width, vectors >> ", std::to_string(i + 1), " & 1, ", plane, ");\n");
        }
        return text;
    }

    [[nodiscard]] std::string columnDeclarations() const {
        std::string text;
        for (std::size_t i = 0; i < tree_.nodes.size(); ++i) {
            if (arity(tree_.nodes[i].op) > 0 && loops_[i] == Loop::column)
                text += joined("    ", type(i), " v", std::to_string(i), "[samples];\n");
        }
        return text;
    }

    /// One statement for each node of a loop.
    [[nodiscard]] std::string statements(Loop loop, Sines sines) const {
        const std::string indent(loop == Loop::once ? 4 : loop == Loop::sample ? 12 : 8, ' ');
        std::string text;
        for (std::size_t i = 0; i < tree_.nodes.size(); ++i) {
            if (arity(tree_.nodes[i].op) == 0 || loops_[i] != loop) continue;
            const std::string name = std::to_string(i);
            text += indent;
            text += loop == Loop::column ? joined("v", name, "[k]") : joined("const ", type(i), " v", name);
            text += joined(" = ", value(i, sines), ";\n");
        }
        return text;
    }

    [[nodiscard]] const char* type(std::size_t node) const {
        return estimates_[node].single ? "float" : "double";
    }

    /// The expression of a node's value in terms of its operands.
    [[nodiscard]] std::string value(std::size_t index, Sines sines) const {
        const SyntaxNode& node = tree_.nodes[index];
        const bool single = estimates_[index].single;
        const auto operandOf = [&](std::size_t k) { return operand(node.operands[k], single); };
        using Form = OperatorText::Form;
        const auto [form, text, costly] = operatorText(node.op);
        if (form == Form::arithmetic) return joined(operandOf(0), " ", text, " ", operandOf(1));
        if (form == Form::comparison || form == Form::logical) {
            const std::string begin = form == Form::logical ? "truth(" : "(";
            return joined(begin, operandOf(0), ") ", text, " ", begin, operandOf(1), ") ? 1.0 : 0.0");
        }
        if (singleSine(index)) {
            const bool plain = sines == Sines::plain;
            return joined(plain ? "plain" : "quick", "Wave(", operand(node.operands[0], false),
                          node.op == Operator::sine ? ", sine" : ", cosine", plain ? ", excesses)" : ")");
        }
        switch (node.op) {
            case Operator::negate:
                return joined("-", operandOf(0));
            case Operator::logicalNot:
                return joined("truth(", operandOf(0), ") ? 0.0 : 1.0");
            case Operator::select:
                return joined("truth(", operand(node.operands[0], false), ") ? ", operandOf(1), " : ",
                              operandOf(2));
            case Operator::power:
                return power(node);
            default:
                break;
        }
        std::string list;
        for (int k = 0; k < arity(node.op); ++k)
            list += joined(k == 0 ? "" : ", ", operandOf(static_cast<std::size_t>(k)));
        return joined(called(node.op) ? "called_" : "", text, "(", list, ")");
    }

    /// Powers with whole exponents are computed as products, as on the processor.
    [[nodiscard]] std::string power(const SyntaxNode& node) const {
        const std::string base = operand(node.operands[0], false);
        const SyntaxNode& exponent = tree_.nodes[node.operands[1]];
        const double number = exponent.op == Operator::number ? exponent.number : 0;
        if (const unsigned whole = exponentOfProduct(number); whole > 0)
            return joined("wholePower<", std::to_string(whole), ">(", base, ")");
        return joined(called(node.op) ? "called_power(" : "power(", base, ", ",
                      operand(node.operands[1], false), ")");
    }

    /// The function that removes dust from the result; a simpler one if the result is known to be finite.
    [[nodiscard]] const char* sweep() const {
        return estimates_.back().magnitude() <= std::numeric_limits<float>::max() ? "sweptFinite" : "swept";
    }
    [[nodiscard]] std::string root() const {
        return operand(static_cast<std::uint32_t>(tree_.nodes.size() - 1), estimates_.back().single);
    }

    /// The name of a node as an operand in binary32 or binary64.
    [[nodiscard]] std::string operand(std::uint32_t index, bool single) const {
        const SyntaxNode& node = tree_.nodes[index];
        if (node.op == Operator::number)
            return single ? literal(static_cast<double>(static_cast<float>(node.number))) + "f"
                          : literal(node.number);
        const bool leaf = node.op == Operator::variable;
        const bool isSingle = leaf ? role(node) == SourceVariable::Role::sample : estimates_[index].single;
        const std::string name =
            leaf ? variable(node)
                 : joined("v", std::to_string(index), loops_[index] == Loop::column ? "[k]" : "");
        if (isSingle == single) return name;
        return joined(single ? "static_cast<float>(" : "static_cast<double>(", name, ")");
    }

    [[nodiscard]] SourceVariable::Role role(const SyntaxNode& node) const {
        return variables_[node.operands[0]].role;
    }
    [[nodiscard]] std::string variable(const SyntaxNode& node) const {
        switch (role(node)) {
            case SourceVariable::Role::x:
                return "x[k]";
            case SourceVariable::Role::y:
                return "y";
            case SourceVariable::Role::sample:
                return joined("s", std::to_string(node.operands[0]), "[k]");
            default:
                return joined("c", std::to_string(node.operands[0]));
        }
    }

    const SyntaxTree& tree_;
    std::span<const SourceVariable> variables_;
    std::vector<Estimate> estimates_;          ///< estimate of each node
    std::vector<Loop> loops_;                  ///< loop of each node
    std::array<int, operatorCount> counts_{};  ///< counts of the expensive functions, by operator
    ExpressionSource source_;
};

}  // namespace

ExpressionSource expressionSource(const SyntaxTree& tree, std::span<const SourceVariable> variables) {
    return SourceWriter(tree, variables).write();
}

}  // namespace burin::gpu
