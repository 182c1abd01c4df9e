// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/outlines/svg/svg_paint_servers.hpp"

#include "core/base/text.hpp"
#include "core/outlines/svg/svg_values.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

namespace burin {
namespace {

/// How many references from one gradient or pattern to another are followed; the same as for clip paths.
constexpr int deepestServer = 32;
/// How many references are counted, because each takes memory.
constexpr std::size_t mostCounted = 100'000;

bool isSvgGradient(std::string_view tag) {
    return tag == "linearGradient" || tag == "radialGradient";
}

/// Whether an element has children that are drawn, or the stops of a gradient.
bool hasSvgContent(pugi::xml_node element, bool stops) {
    const auto children = element.children();
    return std::any_of(children.begin(), children.end(), [stops](pugi::xml_node child) {
        if (child.type() != pugi::node_element) return false;
        const std::string_view tag = SvgSource::tag(child);
        if (stops) return tag == "stop";
        return !tag.empty() && tag != "title" && tag != "desc" && tag != "metadata";
    });
}

/// The number at the start of a length; 0 if there is none.
double leadingNumber(std::string_view value) {
    SvgScanner scanner(trimmedSvg(value));
    return scanner.number().value_or(0);
}

}  // namespace

SvgServer SvgPaintServers::find(std::string_view value, std::string_view id) {
    auto known = known_.find(id);
    if (known == known_.end()) known = known_.emplace(id, Known{kindOf(id), hasUnitsOfShape(id)}).first;
    const SvgServer server = known->second.server;
    if (server == SvgServer::gradient || server == SvgServer::pattern) return server;
    Seen& seen = seen_[static_cast<std::size_t>(server)];
    if (seen.places.empty()) {
        seen.value = value;
        seen.id = id;
    }
    if (seen.places.size() < mostCounted) seen.places.insert(value.data());
    return server;
}

SvgServer SvgPaintServers::kindOf(std::string_view id) const {
    const pugi::xml_node element = source_.byId(id);
    const std::string_view tag = element ? SvgSource::tag(element) : std::string_view();
    if (isSvgGradient(tag)) return gradient(element);
    return tag == "pattern" ? pattern(element) : SvgServer::missing;
}

/// The gradient or pattern that supplies the parts which an element does not have; an empty node if there is
/// none.
pugi::xml_node SvgPaintServers::inherited(pugi::xml_node element) const {
    const std::string_view reference = trimmedSvg(SvgSource::reference(element));
    if (!reference.starts_with('#')) return {};
    const pugi::xml_node target = source_.byId(reference.substr(1));
    if (!target) return {};
    const std::string_view tag = SvgSource::tag(target);
    const bool fits = SvgSource::tag(element) == "pattern" ? tag == "pattern" : isSvgGradient(tag);
    return fits ? target : pugi::xml_node();
}

SvgServer SvgPaintServers::gradient(pugi::xml_node element) const {
    for (int depth = 0; element && depth < deepestServer; ++depth) {
        if (hasSvgContent(element, true)) return SvgServer::gradient;
        element = inherited(element);
    }
    return SvgServer::noStops;
}

SvgServer SvgPaintServers::pattern(pugi::xml_node element) const {
    bool content = false;
    std::optional<double> width;
    std::optional<double> height;
    for (int depth = 0; element && depth < deepestServer; ++depth) {
        content = content || hasSvgContent(element, false);
        for (auto& [name, side] : {std::pair("width", &width), std::pair("height", &height)}) {
            const std::string_view value = SvgSource::value(element, name);
            if (!side->has_value() && value.data() != nullptr) *side = leadingNumber(value);
        }
        element = inherited(element);
    }
    const bool sound = content && width.value_or(0) > 0 && height.value_or(0) > 0;
    return sound ? SvgServer::pattern : SvgServer::noPattern;
}

bool SvgPaintServers::hasUnitsOfShape(std::string_view id) const {
    pugi::xml_node element = source_.byId(id);
    const char* const units = isSvgGradient(SvgSource::tag(element)) ? "gradientUnits" : "patternUnits";
    for (int depth = 0; element && depth < deepestServer; ++depth) {
        const std::string_view value = SvgSource::value(element, units);
        if (value.data() != nullptr) return value != "userSpaceOnUse";
        element = inherited(element);
    }
    return true;
}

std::vector<Problem> SvgPaintServers::remarks() const {
    std::vector<Problem> all;
    const std::pair<SvgServer, const char*> sorts[] = {
        {SvgServer::missing,
         "line %1: the drawing has no gradient or pattern %2; only a colour after the reference is painted "
         "(%3)"},
        {SvgServer::noStops, "line %1: the gradient %2 has no stops, so it paints nothing (%3)"},
        {SvgServer::noPattern,
         "line %1: the pattern %2 has no size or no content; only a colour after the reference is painted "
         "(%3)"}};
    for (const auto& [server, reason] : sorts) {
        const Seen& seen = seen_[static_cast<std::size_t>(server)];
        if (seen.places.empty()) continue;
        all.push_back({.reason = reason,
                       .details = {std::to_string(source_.placeOf(seen.value.data()).line),
                                   quotedForMessage(seen.id), std::to_string(seen.places.size())}});
    }
    return all;
}

}  // namespace burin
