// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/design/version.hpp"

#include "core/design/value_checker.hpp"
#include "core/design/yaml_tools.hpp"
#include "core/expression/names.hpp"
#include "core/geometry/length.hpp"

#include <algorithm>

namespace burin {

namespace {

int neededByValues(const YamlValue& map, const std::vector<ParameterDescription>& parameters) {
    int needed = 1;
    for (const auto& [key, value] : map.entries) {
        for (const ParameterDescription& parameter : parameters) {
            if (parameter.key != key.scalar) continue;
            const bool formula = holdsExpression(parameter.type) && value.type == YamlValue::Type::scalar;
            needed = std::max({needed, parameter.since, neededByValues(value, parameter.alternatives),
                               formula ? versionNeeded(value.scalar) : 1});
        }
    }
    return needed;
}

int neededByLinks(const YamlValue& body, const KindDescription& kind) {
    const YamlValue* inputs = body.find("inputs");
    if (inputs == nullptr) return 1;
    int needed = 1;
    for (const LinkDescription& wanted : kind.links) {
        const auto count = std::count_if(
            inputs->items.begin(), inputs->items.end(),
            [&](const YamlValue& link) { return link.find(traitName(wanted.trait)) != nullptr; });
        if (count > wanted.maximumBefore) needed = std::max(needed, wanted.since);
    }
    return needed;
}

}  // namespace

ValueProblem needsVersion(const YamlValue& subject, int version) {
    return {subject.mark,
            "%1 needs `burin: %2`",
            "write `burin: %2` in the first line",
            {shownText(subject), std::to_string(version)}};
}

int versionOf(const YamlValue& document) {
    const YamlValue* version = document.find("burin");
    const auto number = version == nullptr ? std::nullopt : parseNumber(version->scalar);
    return number && *number >= 1 && *number <= newestVersion ? static_cast<int>(*number) : 1;
}

int versionNeeded(const YamlValue& document, std::span<const Kind> kinds) {
    if (document.find("groups") != nullptr) return groupsVersion;
    const YamlValue* nodes = document.find("nodes");
    if (nodes == nullptr) return 1;
    int needed = 1;
    for (const auto& [name, body] : nodes->entries) {
        if (isInstance(body)) return groupsVersion;
        const Kind* kind = kindOf(body, kinds);
        if (kind == nullptr) continue;
        const KindDescription& said = kind->description;
        needed =
            std::max({needed, said.since, neededByValues(body, said.parameters), neededByLinks(body, said)});
    }
    return needed;
}

}  // namespace burin
