// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/graph/adding/start_values.hpp"

#include "core/design/edits/choice_edit.hpp"
#include "core/design/parameter_types.hpp"

#include <optional>
#include <string>
#include <utility>

namespace burin::ui {

namespace {

constexpr const char* boundedSide = "100";
constexpr const char* surfaceSide = "20 mm";  // as in newDesign()

/// Whether nodes of a kind are as large as the outline that they draw, which a size would only cut.
bool drawsOutline(const KindDescription& kind) {
    return kind.parameter("output") != nullptr;
}

/// A new node allows for the machine's spot, if it is known.
std::optional<YamlValue> startIn(const YamlValue& document, const ParameterDescription& parameter) {
    const YamlValue* job = parameter.type == ParameterType::spot ? document.find("job") : nullptr;
    const YamlValue* spot = job == nullptr ? nullptr : job->find("spot");
    return spot == nullptr ? startValue(parameter) : *spot;
}

}  // namespace

void giveStartValues(DesignEdit& edit, std::string_view node, const KindDescription& kind, bool bounded) {
    const bool sized = kind.size == SizeRule::required ||
                       (bounded && kind.size == SizeRule::optional && !drawsOutline(kind));
    if (sized) {
        const char* side = bounded ? boundedSide : surfaceSide;
        edit.setValue(node, "width", yamlScalar(side));
        edit.setValue(node, "height", yamlScalar(side));
    }
    for (const ParameterDescription& parameter : kind.parameters) {
        if (!parameter.required) continue;
        if (auto value = startIn(edit.document(), parameter))
            edit.setValue(node, parameter.key, std::move(value));
    }
    giveStarts(edit, node, kind);
}

}  // namespace burin::ui
