// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kinds/generate/math2d.hpp"

#include "core/expression/names.hpp"
#include "core/expression/syntax_tree.hpp"
#include "core/kernels/expression_kernels.hpp"
#include "core/kinds/form/canonical.hpp"

#include <algorithm>
#include <utility>

namespace burin {

namespace {

/// The longest row evaluated at once, in samples: long enough to hide the overhead of a row.
constexpr std::int64_t stripLength = 512;

/// Aligned memory for a call that has no scratch.
class OwnMemory {
  public:
    explicit OwnMemory(std::size_t bytes) : lines_(bytes / sizeof(Line) + 1) {}
    [[nodiscard]] std::byte* data() { return lines_.data()->bytes; }

  private:
    struct alignas(64) Line {
        std::byte bytes[64];
    };
    std::vector<Line> lines_;
};

/// Evaluates the expression over rows of at most stripLength samples, in memory of the caller.
class StripEvaluator {
  public:
    static std::size_t bytes(const Math2d& node) {
        const std::size_t rows = 3 + node.dataCount;
        return node.expression.workspaceBytes() + rows * stripLength * sizeof(double);
    }

    StripEvaluator(const Math2d& node, std::byte* memory)
        : node_(node),
          operands_(node.operands),
          rows_(reinterpret_cast<double*>(memory)),
          workspace_(memory + bytes(node) - node.expression.workspaceBytes()) {}

    /// x and y of the samples, to be filled in by the caller.
    double* xs() { return operandRow(Math2d::variableX); }
    double* ys() { return operandRow(Math2d::variableY); }
    /// Sets one y for all samples.
    void setY(double y) { operands_[Math2d::variableY] = {nullptr, y}; }
    void setInput(std::size_t k, const float* samples, std::int64_t count) {
        if (node_.usesInput(k)) expressionKernels().widen(samples, operandRow(Math2d::firstInput + k), count);
    }

    void evaluate(std::int64_t count, float* value) {
        double* const out = row(node_.dataCount + 2);
        node_.expression.evaluate(operands_, count, out, workspace_);
        expressionKernels().narrow(out, value, count);
    }

  private:
    [[nodiscard]] double* row(std::size_t index) const {
        return rows_ + index * static_cast<std::size_t>(stripLength);
    }
    double* operandRow(std::size_t variable) {
        operands_[variable].values = row(variable);
        return row(variable);
    }

    const Math2d& node_;
    std::vector<Operand> operands_;
    double* rows_;
    std::byte* workspace_;
};

/// The number of data links before `links[index]`, which is itself a data link.
std::size_t dataIndex(std::span<const LinkShape> links, std::size_t index) {
    return static_cast<std::size_t>(
        std::count_if(links.begin(), links.begin() + static_cast<std::ptrdiff_t>(index),
                      [](const LinkShape& link) { return link.trait == Trait::data; }));
}

}  // namespace

std::size_t Math2d::evaluationBytes() const {
    return StripEvaluator::bytes(*this);
}

void Math2d::evaluate(const Rect& area, std::span<const ConstSamplesView> inputs, SamplesView value,
                      std::byte* memory) const {
    StripEvaluator strip(*this, memory);
    for (std::int64_t left = 0; left < area.width; left += stripLength) {
        const std::int64_t count = std::min(stripLength, area.width - left);
        double* const xs = strip.xs();
        for (std::int64_t i = 0; i < count; ++i)
            xs[i] = static_cast<double>(area.x + left + i);
        for (std::int64_t y = 0; y < area.height; ++y) {
            strip.setY(static_cast<double>(area.y + y));
            for (std::size_t k = 0; k < inputs.size(); ++k)
                strip.setInput(k, inputs[k].row(y) + left, count);
            strip.evaluate(count, value.row(y) + left);
        }
    }
}

void Math2d::evaluateAt(const Point* places, std::int64_t count, std::span<const float* const> inputs,
                        float* value) const {
    OwnMemory memory(evaluationBytes());
    StripEvaluator strip(*this, memory.data());
    for (std::int64_t first = 0; first < count; first += stripLength) {
        const std::int64_t length = std::min(stripLength, count - first);
        double* const xs = strip.xs();
        double* const ys = strip.ys();
        for (std::int64_t i = 0; i < length; ++i) {
            xs[i] = static_cast<double>(places[first + i].x);
            ys[i] = static_cast<double>(places[first + i].y);
        }
        for (std::size_t k = 0; k < inputs.size(); ++k)
            strip.setInput(k, inputs[k] + first, length);
        strip.evaluate(length, value + first);
    }
}

void Math2d::fetches(std::span<const LinkShape> links, std::size_t index, const Rect& area,
                     std::vector<Fetch>& out) const {
    if (usesInput(dataIndex(links, index))) KindBase::fetches(links, index, area, out);
}

std::size_t Math2d::scratchBytes(std::span<const LinkShape> links, std::size_t index, const Rect&) const {
    return dataIndex(links, index) + 1 == dataCount ? Scratch::padded(evaluationBytes()) : 0;
}

std::size_t Math2d::stateBytes(const Rect& area) const {
    return dataCount * static_cast<std::size_t>(area.area()) * sizeof(float);
}

std::optional<Lattice> Math2d::period(std::span<const LinkShape>, std::optional<Lattice> children) const {
    if (expression.uses(variableX) || expression.uses(variableY)) return std::nullopt;
    return children;
}

void Math2d::begin(std::span<const LinkShape> links, const Rect& area, SamplesView value) const {
    if (dataCount > 0) return KindBase::begin(links, area, value);
    OwnMemory memory(evaluationBytes());
    evaluate(area, {}, value, memory.data());
}

void Math2d::beginAt(std::span<const LinkShape> links, const Point* places, std::int64_t count,
                     float* value) const {
    if (dataCount > 0) return KindBase::beginAt(links, places, count, value);
    evaluateAt(places, count, {}, value);
}

std::string Math2d::fingerprint() const {
    std::string text = expression.canonical();
    const std::vector<std::string>& names = expression.tree().variables;
    for (std::size_t v = firstInput + dataCount; v < names.size(); ++v) {
        if (expression.uses(v)) text += ";" + names[v] + "=" + canonicalNumber(operands[v].constant);
    }
    return text;
}

void Reduction<Math2d, Trait::data>::apply(const Math2d& node, const LinkCall& call) {
    // The state is one plane of samples for each data link, 0 outside of its child.
    const std::size_t k = dataIndex(call.links, call.index);
    const auto planeOf = [&](std::size_t input) -> SamplesView {
        auto* const planes = reinterpret_cast<float*>(call.state);
        const std::size_t samples = static_cast<std::size_t>(call.area.area());
        return {planes + input * samples, call.area.width, call.area.width, call.area.height};
    };
    const Rect covered = call.covered();
    if (node.usesInput(k) && !covered.empty()) {
        const ConstSamplesView child = call.aligned(covered);
        const SamplesView kept =
            planeOf(k).part(covered.x - call.area.x, covered.y - call.area.y, covered.width, covered.height);
        for (std::int64_t y = 0; y < kept.height; ++y)
            std::copy_n(child.row(y), kept.width, kept.row(y));
    }
    if (k + 1 < node.dataCount) return;

    if (call.places != nullptr) {
        std::array<const float*, Math2d::dataMaximum> inputs{};
        for (std::size_t i = 0; i < node.dataCount; ++i)
            inputs[i] = planeOf(i).row(0);
        node.evaluateAt(call.places, call.area.width, std::span(inputs).first(node.dataCount),
                        call.value.row(0));
        return;
    }
    std::array<ConstSamplesView, Math2d::dataMaximum> inputs;
    for (std::size_t i = 0; i < node.dataCount; ++i)
        inputs[i] = planeOf(i);
    node.evaluate(call.area, std::span(inputs).first(node.dataCount), call.value,
                  call.scratch.allocate(node.evaluationBytes()));
}

namespace {

struct NamedValue {
    std::string name;
    double value;
};

std::string inputName(std::size_t k) {
    return "in" + std::to_string(k + 1);
}

/// Why a parameter may not have this name; empty if it may.
std::string objection(const std::string& name) {
    if (!Expression::identifier(name)) return "is not a name that an expression can contain";
    // the reader checks names of later versions
    if (reservedSince(name) == 1) return "is a constant or function";
    if (name == "x" || name == "y") return "is the pixel's position";
    if (name == "w" || name == "h") return "is the node's size";
    if (name == "um") return "is the pitch";
    for (std::size_t k = 0; k < Math2d::dataMaximum; ++k) {
        if (name == inputName(k)) return "is a data link's sample";
    }
    return {};
}

/// um, w, h and the parameters. Names with another meaning are reported and left out.
std::vector<NamedValue> namedValues(const BindContext& context) {
    std::vector<NamedValue> named = {{"um", context.pixelUm}};
    if (context.size) {
        named.push_back({"w", static_cast<double>(context.size->width)});
        named.push_back({"h", static_cast<double>(context.size->height)});
    }
    const auto* const parameters = context.values.find<NumberMap>("parameters");
    if (parameters == nullptr) return named;
    for (const auto& [name, value] : *parameters) {
        const std::string wrong = objection(name);
        if (wrong.empty()) {
            named.push_back({name, value});
        } else {
            context.problem("parameters", {.reason = "'%1' %2",
                                           .details = {name, wrong},
                                           .advice = "use a name of letters, digits and _, other than x, y, "
                                                     "w, h, um, in1 to in8, the constants and functions"});
        }
    }
    return named;
}

/// The problem of an expression. If this kind has better advice about an unknown name than the parser, the
/// problem gives that advice.
Problem advised(ExpressionProblem found, std::size_t dataCount) {
    const std::string& name = found.unknownName;
    Problem problem = std::move(found.problem);
    const bool input = name.size() > 2 && name.starts_with("in") &&
                       std::all_of(name.begin() + 2, name.end(), [](char c) { return c >= '0' && c <= '9'; });
    if (name == "w" || name == "h") {
        problem.advice = "give the node width and height";
    } else if (input && dataCount == 0) {
        problem.advice = "add a data link, because the node has none";
    } else if (input && dataCount == 1) {
        problem.advice = "use in1, because the node has one data link";
    } else if (input) {
        problem.advice = "use in1 to %2: the node has %3 data links";
        problem.details = {problem.details.front(), inputName(dataCount - 1), std::to_string(dataCount)};
    }
    return problem;
}

std::shared_ptr<const Operation> bindMath2d(const BindContext& context) {
    const std::size_t dataCount = std::min(
        Math2d::dataMaximum,
        static_cast<std::size_t>(std::count(context.links.begin(), context.links.end(), Trait::data)));
    const std::size_t problemsBefore = context.problems.size();
    const std::vector<NamedValue> named = namedValues(context);

    std::vector<std::string> variables = {"x", "y"};
    for (std::size_t k = 0; k < dataCount; ++k)
        variables.push_back(inputName(k));
    std::vector<Operand> operands(variables.size());
    for (const NamedValue& n : named) {
        variables.push_back(n.name);
        operands.push_back({nullptr, n.value});
    }

    auto parsed = Expression::parse(context.values.as<std::string>("expression"), std::move(variables));
    if (const auto* problem = std::get_if<ExpressionProblem>(&parsed)) {
        context.problem("expression", advised(*problem, dataCount), problem->offset);
    }
    if (context.problems.size() > problemsBefore) return nullptr;
    return std::make_shared<OperationOf<Math2d>>(
        Math2d{{}, std::move(std::get<Expression>(parsed)), dataCount, std::move(operands)});
}

/// First cells for a lattice, which fill their rectangle at any size; then patterns for whole surfaces.
std::vector<StarterDescription> formulaStarters() {
    return {
        {.title = "Dome",
         .help =
             "A round cap that fills its rectangle and is 1 in the middle. Use it as a cell of a lattice.",
         .words = {"dome", "lens", "cap", "hemisphere", "half sphere", "sphere", "ball", "bump", "dimple"},
         .values =
             R"y({width: 40, height: 40,
             expression: "sqrt(max(0, 1 - hypot(2 * x / (w - 1) - 1, 2 * y / (h - 1) - 1)^2))"})y"},
        {.title = "Cone",
         .help = "A cone that fills its rectangle and is 1 at its tip. Use it as a cell of a lattice.",
         .words = {"cone", "spike", "tip", "point"},
         .values =
             R"y({width: 40, height: 40,
             expression: "max(0, 1 - hypot(2 * x / (w - 1) - 1, 2 * y / (h - 1) - 1))"})y"},
        {.title = "Pyramid",
         .help = "A pyramid that fills its rectangle and is 1 at its tip. Use it as a cell of a lattice.",
         .words = {"pyramid", "diamond", "knurl", "facet"},
         .values =
             R"y({width: 40, height: 40,
             expression: "1 - max(abs(2 * x / (w - 1) - 1), abs(2 * y / (h - 1) - 1))"})y"},
        {.title = "Waves",
         .help = "Even waves from left to right, 40 px from crest to crest.",
         .words = {"wave", "sine", "ripple", "lines", "stripes"},
         .values = R"y({expression: "0.5 + 0.5 * cos(2 * pi * x / 40)"})y"},
        {.title = "Rings",
         .help = "Even waves around the middle of its rectangle, 40 px from crest to crest.",
         .words = {"rings", "concentric", "ripples", "circles", "target", "record"},
         .values =
             R"y({width: 160, height: 160,
             expression: "0.5 + 0.5 * cos(2 * pi * hypot(x - (w - 1) / 2, y - (h - 1) / 2) / 40)"})y"},
        {.title = "Grooves",
         .help = "Grooves with straight walls from top to bottom, 40 px from ridge to ridge.",
         .words = {"groove", "grooves", "furrow", "vee", "sawtooth", "zigzag", "ribs", "fluting", "knurling"},
         .values = R"y({expression: "abs(2 * mod(x, 40) / 40 - 1)"})y"},
        {.title = "Brick",
         .help = "A wall of bricks of 80 by 40 px with sloping edges, every other row moved by half a brick.",
         .words = {"brick", "bricks", "wall", "masonry", "joint", "mortar", "cobble"},
         .values =
             R"y({expression: "clamp(min(40 - abs(mod(x + 40 * mod(floor(y / 40), 2), 80) - 40), 20 - abs(mod(y, 40) - 20)) / 5 - 0.4, 0, 1)"})y",
         .shownPx = 160},
        {.title = "Weave",
         .help = "Threads of 20 px that pass over and under one another.",
         .words = {"weave", "woven", "fabric", "cloth", "carbon fibre", "threads", "linen", "canvas",
                   "textile"},
         .values =
             R"y({expression: "max(abs(sin(pi * x / 20)) * (0.55 + 0.45 * cos(pi * (y / 20 - 0.5 + floor(x / 20)))), abs(sin(pi * y / 20)) * (0.55 - 0.45 * cos(pi * (x / 20 - 0.5 + floor(y / 20)))))"})y"},
        {.title = "Ramp",
         .help = "Rises evenly from 0 at the left to 1 at the right of its rectangle.",
         .words = {"ramp", "gradient", "slope", "wedge", "incline", "staircase", "test strip"},
         .values = R"y({width: 160, height: 160, expression: "x / (w - 1)"})y"},
    };
}

}  // namespace

Kind math2dKind() {
    KindDescription d;
    d.name = "math2d";
    d.title = "Formula";
    d.help = "Computes a formula at each pixel: patterns, gradients, noise, or changes to its data.";
    d.words = {"dome",     "sphere", "ball",   "bump",     "lens",       "cone",      "pyramid", "hexagon",
               "circle",   "ring",   "stripe", "line",     "rectangle",  "square",    "wave",    "gradient",
               "ramp",     "noise",  "random", "grain",    "texture",    "threshold", "invert",  "negative",
               "contrast", "gamma",  "levels", "function", "expression", "equation",  "add",     "subtract",
               "multiply", "mix",    "clamp",  "math"};
    d.category = Category::generate;
    d.size = SizeRule::optional;
    d.parameters = {
        {.key = "expression",
         .title = "Expression",
         .type = ParameterType::expression,
         .required = true,
         .help = "A formula of x and y (pixels), w and h (the node's size), um (the pitch), in1, in2, ... "
                 "(the data links) and the parameters.",
         .variables = {"x", "y", "w", "h", "um", "in1", "in2", "in3", "in4", "in5", "in6", "in7", "in8"}},
        {.key = "parameters",
         .title = "Parameters",
         .type = ParameterType::numbers,
         .help = "Named numbers for the expression."},
    };
    d.links = {
        {.trait = Trait::data,
         .maximum = 8,
         .help = "Called in1, in2, ... in the expression, in their order."},
        {.trait = Trait::mask, .help = "Multiplies the result by the mask, clamped to 0..1."},
    };
    d.starters = formulaStarters();
    return {std::move(d), &bindMath2d};
}

}  // namespace burin
