// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kinds/methods/distance_profile.hpp"

#include <bit>
#include <utility>
#include <variant>

namespace burin {

namespace {

/// Adds the node's `parameters` after the variables of every profile. \return whether all their names are
/// valid
bool addParameters(const BindContext& context, std::vector<std::string>& names,
                   std::vector<Operand>& operands) {
    const auto* const parameters = context.values.find<NumberMap>("parameters");
    if (parameters == nullptr) return true;
    const std::size_t problemsBefore = context.problems.size();
    for (const auto& [name, value] : *parameters) {
        const bool taken = Expression::reserved(name) || name == "d" || name == "D" || name == "um";
        if (taken || !Expression::identifier(name)) {
            context.problem("parameters",
                            {.reason = taken ? "'%1' already has a meaning"
                                             : "'%1' is not a name that an expression can contain",
                             .details = {name},
                             .advice = "use a name of letters, digits and _, other than d, D, um, the "
                                       "constants and functions"});
        }
        names.push_back(name);
        operands.push_back({nullptr, value});
    }
    return context.problems.size() == problemsBefore;
}

}  // namespace

std::optional<DistanceProfile> DistanceProfile::bound(const BindContext& context, double distanceMax,
                                                      const std::string& fallback) {
    DistanceProfile profile;
    if (const auto* points = context.values.find<std::vector<Vector>>("profile")) {
        std::vector<std::pair<double, double>> pairs;
        for (const Vector& p : *points)
            pairs.emplace_back(p.x, p.y);
        profile.curve_ = std::make_shared<const Curve>(std::move(pairs));
        profile.canonical_ = profile.curve_->canonical();
        return profile;
    }
    constexpr std::size_t pitch = 2;
    std::vector<std::string> names = {"d", "D", "um"};
    profile.operands_ = {{}, {nullptr, distanceMax}, {nullptr, context.pixelUm}};
    if (!addParameters(context, names, profile.operands_)) return {};
    const auto* text = context.values.find<std::string>("profile");
    auto parsed = Expression::parse(text == nullptr ? fallback : *text, names);
    if (const auto* problem = std::get_if<ExpressionProblem>(&parsed)) {
        context.problem("profile", problem->problem, problem->offset);
        return {};
    }
    profile.expression_ = std::get<Expression>(std::move(parsed));
    profile.canonical_ = profile.expression_->canonical();
    for (std::size_t v = pitch; v < names.size(); ++v) {
        if (!profile.expression_->uses(v)) continue;
        profile.canonical_ += ";" + names[v] + "=" +
                              std::to_string(std::bit_cast<std::uint64_t>(profile.operands_[v].constant));
    }
    return profile;
}

void DistanceProfile::evaluate(const double* distances, std::int64_t count, double* values) const {
    if (curve_) {
        for (std::int64_t i = 0; i < count; ++i)
            values[i] = (*curve_)(distances[i]);
        return;
    }
    std::vector<Operand> operands = operands_;
    operands[0].values = distances;
    struct alignas(64) Line {
        std::byte bytes[64];
    };
    std::vector<Line> workspace(expression_->workspaceBytes() / sizeof(Line) + 1);
    expression_->evaluate(operands, count, values, workspace[0].bytes);
}

}  // namespace burin
