// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/design/edits/choice_edit.hpp"

#include "core/design/yaml.hpp"

#include <string>
#include <utility>
#include <variant>

namespace burin {

namespace {

/// Whether a node has one of these choices. True if there are none.
bool hasChosen(const UsedWith& with, const KindDescription& kind, const YamlValue& body) {
    const ParameterDescription* choice = kind.parameter(with.parameter);
    if (choice == nullptr) return true;
    const YamlValue* given = body.find(with.parameter);
    return with.has(given == nullptr ? choice->fallback : std::string_view(given->scalar));
}

}  // namespace

bool isUsed(const ParameterDescription& parameter, const KindDescription& kind, const YamlValue& body) {
    return hasChosen(parameter.usedWith, kind, body);
}

ParameterDescription asChosen(const ParameterDescription& parameter, const KindDescription& kind,
                              const YamlValue& body) {
    ParameterDescription chosen = parameter;
    const UsedWith& share = parameter.shareWith;
    if (share.parameter.empty() || !hasChosen(share, kind, body)) return chosen;
    chosen.type = ParameterType::number;
    chosen.unit = {};
    chosen.minimum = 0;
    chosen.maximum = 1;
    return chosen;
}

void giveStarts(DesignEdit& edit, std::string_view node, const KindDescription& kind) {
    for (const ParameterDescription& parameter : kind.parameters) {
        const YamlValue* body = edit.node(node);
        if (parameter.start.empty() || body == nullptr || body->find(parameter.key) != nullptr) continue;
        if (!isUsed(parameter, kind, *body)) continue;
        auto start = parseYaml(parameter.start);
        if (auto* value = std::get_if<YamlValue>(&start))
            edit.setValue(node, parameter.key, std::move(*value));
    }
}

void followChoice(DesignEdit& edit, std::string_view node, const KindDescription& kind,
                  std::string_view choice) {
    bool any = false;
    for (const ParameterDescription& parameter : kind.parameters) {
        if (parameter.usedWith.parameter != choice) continue;
        any = true;
        const YamlValue* body = edit.node(node);
        if (body != nullptr && body->find(parameter.key) != nullptr && !isUsed(parameter, kind, *body))
            edit.setValue(node, parameter.key, {});
    }
    if (any) giveStarts(edit, node, kind);
}

}  // namespace burin
