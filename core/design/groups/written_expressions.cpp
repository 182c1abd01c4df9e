// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/design/groups/written_expressions.hpp"

#include "core/design/groups/formula.hpp"
#include "core/design/yaml_tools.hpp"

#include <algorithm>

namespace burin {

namespace {

std::vector<NameInText> namesBesides(const std::vector<std::string_view>& variables, std::string_view text) {
    std::vector<NameInText> names = namesIn(text);
    std::erase_if(names, [&](const NameInText& each) {
        return std::find(variables.begin(), variables.end(), each.name) != variables.end();
    });
    return names;
}

void collect(const YamlValue& map, const std::vector<ParameterDescription>& parameters,
             const std::vector<std::string_view>& path, std::vector<WrittenExpression>& found) {
    for (const auto& [key, value] : map.entries) {
        for (const ParameterDescription& wanted : parameters) {
            if (wanted.key != key.scalar) continue;
            std::vector<std::string_view> inner = path;
            inner.push_back(wanted.key);
            if (!holdsExpression(wanted.type)) {
                collect(value, wanted.alternatives, inner, found);
            } else if (value.isScalar() && (wanted.key == "expression" || !GroupFormula::stands(value))) {
                found.push_back({std::move(inner), &value, namesBesides(wanted.variables, value.scalar)});
            }
        }
    }
}

}  // namespace

std::string WrittenExpression::key() const {
    std::string joined;
    for (const std::string_view step : path)
        joined += (joined.empty() ? "" : ".") + std::string(step);
    return joined;
}

YamlValue& WrittenExpression::in(YamlValue& body) const {
    YamlValue* value = &body;
    for (const std::string_view step : path)
        value = &valueAt(*value, step);
    return *value;
}

std::vector<WrittenExpression> expressionsOf(const YamlValue& body, const KindDescription& kind) {
    std::vector<WrittenExpression> found;
    collect(body, kind.parameters, {}, found);
    return found;
}

}  // namespace burin
