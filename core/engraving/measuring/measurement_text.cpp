// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engraving/measuring/measurement_text.hpp"

#include "core/base/csv.hpp"
#include "core/base/json.hpp"
#include "core/base/text.hpp"

#include <cstdio>
#include <utility>

namespace burin {

namespace {

std::string numberOrNull(const std::optional<double>& value) {
    return value ? jsonNumber(*value) : "null";
}

std::string regionText(const Rect& r) {
    return std::to_string(r.x) + ',' + std::to_string(r.y) + ',' + std::to_string(r.width) + ',' +
           std::to_string(r.height);
}

const char* formText(const MeasuringOptions& options) {
    return options.form == MeasuringOptions::Form::plane ? "plane" : "none";
}

std::string filterText(double um) {
    return um > 0 ? numberText(um) + " um" : "none";
}

/// Name, value and unit of a result or of a setting.
struct Fact {
    std::string name;
    std::string value;
    std::string unit;
    bool number = false;
};

std::vector<Fact> factsOf(const MeasuredSurface& measurement, const MeasuringOptions& options,
                          const MeasurementOrigin& origin) {
    std::vector<Fact> facts = {
        {"design", origin.file, "", false},
        {"hash", origin.hash, "", false},
        {"surface", origin.surface, "", false},
        {"region", regionText(options.region), "px", false},
        {"pitch_x", numberText(options.pitchUm.x), "um", true},
        {"pitch_y", numberText(options.pitchUm.y), "um", true},
        {"full_depth", numberText(options.fullDepthUm), "um", true},
        {"s_filter", options.shortFilterUm > 0 ? numberText(options.shortFilterUm) : "null", "um", true},
        {"l_filter", options.longFilterUm > 0 ? numberText(options.longFilterUm) : "null", "um", true},
        {"form", formText(options), "", false},
        {"samples", std::to_string(measurement.samples), "", true},
        {"passes", std::to_string(measurement.passes), "", true},
    };
    if (!origin.node.empty()) facts.insert(facts.begin() + 1, {"node", origin.node, "", false});
    if (origin.surface == "predicted") facts.push_back({"model", "linear", "", false});
    if (options.sampleWindows > 0)
        facts.push_back({"windows", std::to_string(options.sampleWindows), "", true});
    return facts;
}

}  // namespace

std::string measurementTable(const MeasuredSurface& measurement, const MeasuringOptions& options,
                             const MeasurementOrigin& origin) {
    char line[200];
    std::snprintf(line, sizeof line, "%lld x %lld px at %lld, %lld; pitch %s x %s um; full depth %s um\n",
                  static_cast<long long>(options.region.width), static_cast<long long>(options.region.height),
                  static_cast<long long>(options.region.x), static_cast<long long>(options.region.y),
                  numberText(options.pitchUm.x).c_str(), numberText(options.pitchUm.y).c_str(),
                  numberText(options.fullDepthUm).c_str());
    std::string text = (origin.node.empty() ? "" : "node " + quotedForMessage(origin.node) + ", ") + line;
    const bool predicted = origin.surface == "predicted";
    text += origin.surface + (predicted ? " surface (linear model)" : " surface") + ", S-filter " +
            filterText(options.shortFilterUm) + ", L-filter " + filterText(options.longFilterUm) + ", form " +
            formText(options) + ", " + counted(static_cast<std::size_t>(measurement.passes), "pass").c_str();
    if (measurement.passes != 1) text.replace(text.size() - 5, 5, "passes");
    text += "\n";
    if (options.sampleWindows > 0)
        text += counted(static_cast<std::size_t>(options.sampleWindows), "window") +
                " instead of all, with the standard error of their mean\n";
    text += "hash " + origin.hash + "\n\n";
    for (const MeasuredValue& value : measurement.values) {
        if (!value.value) {
            std::snprintf(line, sizeof line, "%-5s %14s\n", value.name.c_str(), "-");
        } else {
            std::snprintf(line, sizeof line, "%-5s %14s %s", value.name.c_str(),
                          roundedText(*value.value, 6).c_str(), value.unit.c_str());
            text += line;
            if (value.spread) text += "  +- " + roundedText(*value.spread, 2);
            std::snprintf(line, sizeof line, "\n");
        }
        text += line;
    }
    for (const Problem& remark : measurement.remarks)
        text += remark.text() + "\n";
    return text;
}

std::string measurementJson(const MeasuredSurface& measurement, const MeasuringOptions& options,
                            const MeasurementOrigin& origin) {
    JsonMembers members;
    for (const Fact& fact : factsOf(measurement, options, origin)) {
        if (fact.name == "region") {
            members.emplace_back("region_px", "[" + fact.value + "]");
        } else {
            members.emplace_back(fact.unit.empty() ? fact.name : fact.name + "_" + fact.unit,
                                 fact.number ? fact.value : jsonText(fact.value));
        }
    }
    JsonMembers parameters;
    for (const MeasuredValue& value : measurement.values) {
        JsonMembers parts = {{"value", numberOrNull(value.value)}, {"unit", jsonText(value.unit)}};
        if (value.spread) parts.emplace_back("spread", jsonNumber(*value.spread));
        parameters.emplace_back(value.name, jsonObject(parts));
    }
    members.emplace_back("parameters", jsonObject(parameters));
    members.emplace_back("remarks", jsonList(measurement.remarks,
                                             [](const Problem& remark) { return jsonText(remark.text()); }));
    return jsonObject(members) + "\n";
}

std::string measurementCsv(const MeasuredSurface& measurement, const MeasuringOptions& options,
                           const MeasurementOrigin& origin) {
    std::string text = "name,value,unit,spread\n";
    for (const Fact& fact : factsOf(measurement, options, origin))
        text += fact.name + "," + (fact.value == "null" ? "" : csvText(fact.value)) + "," + fact.unit + ",\n";
    for (const MeasuredValue& value : measurement.values) {
        text += value.name + "," + (value.value ? numberText(*value.value) : "") + "," + value.unit + "," +
                (value.spread ? numberText(*value.spread) : "") + "\n";
    }
    for (const Problem& remark : measurement.remarks)
        text += "remark," + csvText(remark.text()) + ",,\n";
    return text;
}

std::string bearingCsv(const HeightHistogram& histogram, double fullDepthUm) {
    std::string text = "height_um,count,bearing_percent\n";
    std::uint64_t above = 0;
    for (std::int64_t bin = 0; bin < HeightHistogram::bins; ++bin) {
        above += histogram.count(bin);
        const double depth = histogram.lowest() + histogram.binWidth() * static_cast<double>(bin + 1);
        text += numberText(-depth * fullDepthUm) + "," + std::to_string(histogram.count(bin)) + "," +
                numberText(100.0 * static_cast<double>(above) / static_cast<double>(histogram.total())) +
                "\n";
    }
    return text;
}

std::string spectrumCsv(const std::optional<Spectrum>& spectrum) {
    std::string text = "direction,frequency_per_um,density,unit\n";
    if (!spectrum) return text;
    const auto add = [&](const char* direction, const std::vector<Spectrum::Point>& points,
                         const char* unit) {
        for (const Spectrum::Point& point : points)
            text += std::string(direction) + "," + numberText(point.frequency) + "," +
                    numberText(point.density) + "," + unit + "\n";
    };
    add("rings", spectrum->rings(), "um^4");
    add("x", spectrum->alongX(), "um^3");
    add("y", spectrum->alongY(), "um^3");
    return text;
}

}  // namespace burin
