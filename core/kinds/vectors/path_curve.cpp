// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kinds/vectors/path_curve.hpp"

#include "core/outlines/drawing_error.hpp"
#include "core/outlines/formula_curve.hpp"

#include <string>
#include <string_view>
#include <utility>
#include <variant>

namespace burin {

namespace {

class CurveReader {
  public:
    explicit CurveReader(const BindContext& context)
        : context_(context), curve_(*context.values.as<std::shared_ptr<const Values>>("curve")) {}

    std::optional<Outline> read() {
        for (const std::string_view key : {"x", "y", "from", "to"}) {
            if (curve_.has(key)) continue;
            context_.problem(
                "curve",
                {.reason = "the curve has no %1",
                 .details = {std::string(key)},
                 .advice = "write `x` and `y`, expressions of t, and `from` and `to`, the range of t"});
            return {};
        }
        const bool closed = curve_.as<bool>("closed");
        if (!closed && context_.values.as<bool>("fill")) {
            context_.problem("curve", "an open curve cannot be filled",
                             "write `closed: true`, or `fill: false` with a stroke");
            return {};
        }
        if (!readNames()) return {};
        std::optional<Expression> x = expression("x");
        if (!x) return {};
        std::optional<Expression> y = expression("y");
        if (!y) return {};
        FormulaCurve curve{std::move(*x), std::move(*y), constants_};
        curve.from = curve_.as<double>("from");
        curve.to = curve_.as<double>("to");
        curve.steps = curve_.as<std::int64_t>("steps");
        curve.closed = closed;
        try {
            return traceCurve(curve, context_.stop);
        } catch (const DrawingError& error) {
            context_.problem("curve", error.problem());
            return {};
        }
    }

  private:
    bool readNames() {
        const auto* const parameters = context_.values.find<NumberMap>("parameters");
        if (parameters == nullptr) return true;
        for (const auto& [name, value] : *parameters) {
            if (name == "t" || name == "um" || Expression::reserved(name)) {
                context_.problem(
                    "parameters",
                    {.reason = "'%1' already has a meaning",
                     .details = {name},
                     .advice = "choose another name; t, um, d, D, constants and functions are taken"});
                return false;
            }
            names_.push_back(name);
            constants_.push_back(value);
        }
        return true;
    }

    std::optional<Expression> expression(const std::string& key) const {
        auto parsed = Expression::parse(curve_.as<std::string>(key), names_);
        if (const auto* problem = std::get_if<ExpressionProblem>(&parsed)) {
            context_.problem(filledIn("curve.%1", {key}), problem->problem, problem->offset);
            return {};
        }
        return std::get<Expression>(std::move(parsed));
    }

    const BindContext& context_;
    const Values& curve_;
    std::vector<std::string> names_ = {"t", "um"};
    std::vector<double> constants_ = {context_.pixelUm};
};

ParameterDescription formulaOf(std::string_view key, std::string_view title, std::string_view help) {
    return {.key = key,
            .title = title,
            .type = ParameterType::expression,
            .help = help,
            .since = 2,
            .variables = {"t", "um"}};
}

ParameterDescription endOf(std::string_view key, std::string_view title, std::string_view help) {
    return {.key = key,
            .title = title,
            .type = ParameterType::number,
            .minimum = -1e12,
            .maximum = 1e12,
            .help = help,
            .since = 2};
}

}  // namespace

std::vector<ParameterDescription> curveParameters() {
    ParameterDescription curve{.key = "curve",
                               .title = "Curve",
                               .type = ParameterType::map,
                               .help = "A curve that two formulas of t give, in pixels.",
                               .since = 2,
                               .group = "Path"};
    curve.alternatives = {
        formulaOf("x", "X", "An expression of t, um and the parameters, in pixels."),
        formulaOf("y", "Y", "An expression of t, um and the parameters, in pixels."),
        endOf("from", "From", "The first t."),
        endOf("to", "To", "The last t."),
        {.key = "steps",
         .title = "Steps",
         .type = ParameterType::integer,
         .minimum = 1,
         .maximum = static_cast<double>(FormulaCurve::mostSteps),
         .fallback = "1024",
         .help = "Steps of t. A step is halved while the curve leaves its chord.",
         .since = 2},
        {.key = "closed",
         .title = "Closed",
         .type = ParameterType::boolean,
         .fallback = "false",
         .help = "Whether the last point is joined to the first one. Only closed curves can be filled.",
         .since = 2},
    };
    return {std::move(curve)};
}

std::optional<Outline> outlineOfCurve(const BindContext& context) {
    return CurveReader(context).read();
}

}  // namespace burin
