// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/model/written_length.hpp"

#include "core/base/text.hpp"
#include "core/design/edits/choice_edit.hpp"
#include "core/design/parameter_types.hpp"

#include <cmath>
#include <vector>

namespace burin::ui {

std::string writtenLength(double pixels, std::string_view like, double pixelUm) {
    const auto length = parseLength(like);
    const LengthUnit unit = length ? length->unit : LengthUnit::pixel;
    const double parts = unit == LengthUnit::metre ? 1e9 : 1e6;
    if (unit == LengthUnit::pixel) return numberText(std::round(pixels * parts) / parts);
    const double value = pixels * pixelUm / micrometresIn(unit);
    const std::size_t end = like.find_last_of("0123456789.") + 1;
    return numberText(std::round(value * parts) / parts) + std::string(like.substr(end));
}

std::string surfaceWidth(const Design& design) {
    const YamlValue* nodes = design.document.find("nodes");
    if (!design.root || nodes == nullptr) return {};
    const YamlValue* surface = nodes->find(design.nodes[*design.root].name);
    const YamlValue* width = surface == nullptr ? nullptr : surface->find("width");
    return width == nullptr ? std::string() : width->scalar;
}

Length onePixel(const Design& design) {
    const auto width = parseLength(surfaceWidth(design));
    if (!width || width->unit == LengthUnit::pixel) return {1, LengthUnit::pixel};
    return {design.pixelUm / micrometresIn(width->unit), width->unit};
}

void writeInMicrometres(DesignEdit& edit, std::string_view node, const KindDescription& kind,
                        double pixelUm) {
    std::vector<std::string_view> keys = {"width", "height"};
    for (const ParameterDescription& parameter : kind.parameters) {
        const ParameterType type = asChosen(parameter, kind, *edit.node(node)).type;
        if (infoOf(type).measure == Measure::pixels) keys.push_back(parameter.key);
    }
    for (const std::string_view key : keys) {
        const YamlValue* value = edit.node(node)->find(key);
        const auto length = value == nullptr ? std::nullopt : parseLength(value->scalar);
        if (length && length->unit == LengthUnit::pixel)
            edit.setValue(node, key, yamlScalar(writtenLength(length->value, "1 um", pixelUm)));
    }
}

}  // namespace burin::ui
