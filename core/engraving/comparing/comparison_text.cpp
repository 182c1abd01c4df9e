// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engraving/comparing/comparison_text.hpp"

#include "core/base/csv.hpp"
#include "core/base/json.hpp"
#include "core/base/text.hpp"

#include <cstdio>

namespace burin {

std::vector<ComparedValue> comparedValues(const Comparison& found, const ComparisonOptions& options) {
    std::vector<ComparedValue> values = {
        {"shift_x", found.shiftUm.x, "um"},
        {"shift_y", found.shiftUm.y, "um"},
        {"shift_x_px", found.shiftUm.x / options.surfacePitchUm.x, "px"},
        {"shift_y_px", found.shiftUm.y / options.surfacePitchUm.y, "px"},
        {"turn", found.turnDegrees, "deg"},
        {"correlation", found.correlation, ""},
        {"gain", found.gain, ""},
        {"offset", found.offsetUm, "um"},
        {"tilt_x", 1000 * found.tilt.x, "um/mm"},
        {"tilt_y", 1000 * found.tilt.y, "um/mm"},
        {"residual_Sa", found.sa, "um"},
        {"residual_Sq", found.sq, "um"},
        {"residual_Sp", found.sp, "um"},
        {"residual_Sv", found.sv, "um"},
    };
    if (found.within) values.push_back({"within_tolerance", 100 * *found.within, "%"});
    values.push_back({"samples", static_cast<double>(found.samples), ""});
    values.push_back({"missing", static_cast<double>(found.missing), ""});
    return values;
}

std::string comparisonTable(const Comparison& found, const ComparisonOptions& options,
                            const std::string& file) {
    std::string text = onOneLine(file) + ", form " + (options.plane ? "plane" : "none") + "\n";
    if (found.ambiguous)
        text +=
            "ambiguous: other places match nearly as well; this one is the nearest to the expected place\n";
    char line[120];
    for (const ComparedValue& value : comparedValues(found, options)) {
        std::snprintf(line, sizeof line, "%-17s %12s%s%s\n", value.name.c_str(),
                      roundedText(value.value, 6).c_str(), value.unit.empty() ? "" : " ", value.unit.c_str());
        text += line;
    }
    return text;
}

std::string comparisonJson(const Comparison& found, const ComparisonOptions& options,
                           const std::string& file) {
    JsonMembers members = {{"measured", jsonText(file)},
                           {"form", jsonText(options.plane ? "plane" : "none")},
                           {"ambiguous", found.ambiguous ? "true" : "false"}};
    if (found.within) members.emplace_back("tolerance_um", numberText(options.toleranceUm));
    for (const ComparedValue& value : comparedValues(found, options)) {
        std::string unit;
        for (const char c : value.unit)
            unit += c == '/' ? '_' : c == '%' ? 'p' : c;
        const bool named = unit.empty() || value.name.ends_with("_px");
        members.emplace_back(value.name + (named ? "" : "_" + (value.unit == "%" ? "percent" : unit)),
                             jsonNumber(value.value));
    }
    return jsonObject(members, JsonLayout::lines);
}

std::string comparisonCsv(const Comparison& found, const ComparisonOptions& options,
                          const std::string& file) {
    std::string text = "name,value,unit\nmeasured," + csvText(file) + ",\nform," +
                       (options.plane ? "plane" : "none") + ",\nambiguous," +
                       (found.ambiguous ? "true" : "false") + ",\n";
    if (found.within) text += "tolerance," + numberText(options.toleranceUm) + ",um\n";
    for (const ComparedValue& value : comparedValues(found, options))
        text += value.name + "," + numberText(value.value) + "," + value.unit + "\n";
    return text;
}

}  // namespace burin
