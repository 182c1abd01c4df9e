// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Kinds for the tests of the loader. Together they have a parameter of every type and every rule for links.

#include "core/kinds/form/reduction.hpp"

#include <new>
#include <span>
#include <string>
#include <vector>

namespace burin::samples {

struct NoOperation : KindBase {
    [[nodiscard]] static std::string fingerprint() { return ""; }
};

/// Binds everything, but reports the first `$` in an expression and a box of 13. A box of 255 fits into no
/// memory.
inline std::shared_ptr<const Operation> bindSample(const BindContext& context) {
    for (const auto& [key, value] : context.values.all()) {
        const auto* text = std::get_if<std::string>(&value);
        const std::size_t offset = text == nullptr ? std::string::npos : text->find('$');
        if (offset != std::string::npos) context.problem(key, "unexpected '$'", "remove it", offset);
    }
    const auto* shape = context.values.find<std::shared_ptr<const Alternative>>("shape");
    if (shape != nullptr && (*shape)->value == Value(std::int64_t{13})) {
        context.problem("shape", "thirteen is unlucky", "write another number");
    }
    if (shape != nullptr && (*shape)->value == Value(std::int64_t{255})) throw std::bad_alloc();
    if (!context.problems.empty()) return nullptr;
    return std::make_shared<const OperationOf<NoOperation>>(NoOperation{});
}

inline std::vector<ParameterDescription> oddParameters() {
    return {
        {.key = "level", .minimum = 0, .maximum = 1, .fallback = "0.5"},
        {.key = "weight", .strictlyPositive = true},
        {.key = "count", .type = ParameterType::integer, .unit = "px", .minimum = 1, .maximum = 31},
        {.key = "side", .type = ParameterType::integer, .minimum = 1, .maximum = 255, .oddOnly = true},
        {.key = "flag", .type = ParameterType::boolean, .fallback = "true"},
        {.key = "reach", .type = ParameterType::pixels, .unit = "px", .minimum = 1, .maximum = 1023},
        {.key = "thickness", .type = ParameterType::length, .minimum = 0, .strictlyPositive = true},
        {.key = "u", .type = ParameterType::vector, .fallback = "[0, 0]"},
        {.key = "mode",
         .type = ParameterType::choice,
         .fallback = "over",
         .choices = {"over", "mean", "add"}},
        {.key = "label", .type = ParameterType::text},
        {.key = "picture", .type = ParameterType::file},
        {.key = "names", .type = ParameterType::numbers},
        {.key = "curve",
         .type = ParameterType::points,
         .minimum = 0,
         .maximum = 1,
         .minimumCount = 2,
         .maximumCount = 4},
        {.key = "ramp",
         .type = ParameterType::expressionOrPoints,
         .fallback = "1 - d / D",
         .minimumCount = 2,
         .maximumCount = 1024},
        {.key = "scale",
         .type = ParameterType::scale,
         .maximum = 1000,
         .fallback = "1",
         .strictlyPositive = true},
        {.key = "target", .type = ParameterType::pixelSize, .minimum = 1, .maximum = 2147483647},
        {.key = "shape",
         .type = ParameterType::oneOf,
         .alternatives =
             {{.key = "box", .type = ParameterType::integer, .minimum = 1, .maximum = 255, .oddOnly = true},
              {.key = "gaussian", .minimum = 0, .maximum = 42, .strictlyPositive = true},
              {.key = "laplacian", .type = ParameterType::choice, .choices = {"4", "8"}},
              {.key = "formula", .type = ParameterType::expression},
              {.key = "matrix", .type = ParameterType::matrix, .oddOnly = true, .maximumCount = 5}}},
    };
}

inline Kind makeKind(std::string_view name, SizeRule size, std::vector<ParameterDescription> parameters,
                     std::vector<LinkDescription> links) {
    Kind kind;
    kind.description.name = name;
    kind.description.size = size;
    kind.description.parameters = std::move(parameters);
    kind.description.links = std::move(links);
    kind.bind = &bindSample;
    return kind;
}

inline std::vector<Kind> makeKinds() {
    const LinkDescription anyData{.trait = Trait::data};
    const LinkDescription anyMask{.trait = Trait::mask};
    const LinkDescription onePattern{.trait = Trait::pattern, .minimum = 1, .maximum = 1, .first = true};
    const LinkDescription oneData{.trait = Trait::data, .minimum = 1, .maximum = 1, .first = true};
    const LinkDescription eightData{.trait = Trait::data, .maximum = 8};
    return {
        makeKind(
            "root", SizeRule::required,
            {{.key = "depth", .type = ParameterType::choice, .fallback = "8", .choices = {"8", "16", "1"}},
             {.key = "background", .fallback = "0"}},
            {anyData, anyMask}),
        makeKind("formula", SizeRule::optional,
                 {{.key = "expression", .type = ParameterType::expression, .required = true},
                  {.key = "parameters", .type = ParameterType::numbers}},
                 {eightData, anyMask}),
        makeKind("repeat", SizeRule::optional,
                 {{.key = "u", .type = ParameterType::vector, .minimum = -1e6, .maximum = 1e6}},
                 {onePattern, anyMask}),
        makeKind("turn", SizeRule::none, {{.key = "angle", .fallback = "0"}}, {oneData, anyMask}),
        makeKind("source", SizeRule::none, {{.key = "file", .type = ParameterType::file, .required = true}},
                 {}),
        makeKind("odd", SizeRule::optional, oddParameters(), {anyData, anyMask}),
    };
}

inline std::span<const Kind> kinds() {
    static const std::vector<Kind> all = makeKinds();
    return all;
}

}  // namespace burin::samples
