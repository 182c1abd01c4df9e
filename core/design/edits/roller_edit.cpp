// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/design/edits/roller_edit.hpp"

#include "core/design/design_edit.hpp"
#include "core/geometry/length.hpp"

#include <string>

namespace burin {

namespace {

/// A length of the document in um; 0 if the value is not a length.
double micrometresUnder(const YamlValue& map, std::string_view key, double pixelUm) {
    const auto length = parseLength(std::string(textUnder(map, key)));
    return length ? length->micrometres(pixelUm) : 0;
}

}  // namespace

std::optional<WrittenRoller> writtenRoller(const YamlValue& document) {
    const YamlValue* job = document.find("job");
    const YamlValue* keys = job == nullptr || !job->isMap() ? nullptr : job->find("roller");
    if (keys == nullptr || !keys->isMap()) return {};
    WrittenRoller found;
    found.pixelUm = micrometresUnder(document, "pixel", 0);
    if (!(found.pixelUm > 0)) return {};
    found.roller.diameterUm = micrometresUnder(*keys, "diameter", found.pixelUm);
    found.roller.axisX = textUnder(*keys, "axis") != "y";
    if (!(found.roller.diameterUm > 0) || found.roller.samplesRound(found.pixelUm) < 1) return {};
    return found;
}

void fitToRoller(DesignEdit& edit, std::string_view root) {
    const auto written = writtenRoller(edit.document());
    if (!written) return;
    const std::string samples = std::to_string(written->roller.samplesRound(written->pixelUm));
    edit.setValue(root, written->side(), yamlScalar(samples));
}

}  // namespace burin
