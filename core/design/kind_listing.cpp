// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/design/kind_listing.hpp"

#include "core/design/parameter_types.hpp"
#include "core/kinds/form/canonical.hpp"

#include <cmath>

namespace burin {

namespace {

std::string joined(const std::vector<std::string_view>& words) {
    std::string text;
    for (const std::string_view word : words)
        text += (text.empty() ? "" : ", ") + std::string(word);
    return text;
}

std::string quoted(std::string_view text) {
    std::string result = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') result += '\\';
        result += c;
    }
    return result + "\"";
}

void describe(const ParameterDescription& p, const std::string& indent, std::string& out) {
    std::string head = indent + std::string(p.key);
    head.resize(std::max<std::size_t>(head.size() + 2, 20), ' ');
    out += head + valueText(p);
    if (p.required) {
        out += "; required";
    } else if (!p.fallback.empty()) {
        out += "; default " + std::string(p.fallback);
    }
    out += "\n";
    if (!p.help.empty()) out += std::string(22, ' ') + std::string(p.help) + "\n";
    for (const ParameterDescription& alternative : p.alternatives)
        describe(alternative, indent + "  ", out);
}

void describeYaml(const ParameterDescription& p, const std::string& indent, std::string& out) {
    out += indent + std::string(p.key) + ":\n";
    const std::string inner = indent + "  ";
    out += inner + "title: " + quoted(p.title) + "\n" + inner + "type: " + std::string(infoOf(p.type).name) +
           "\n";
    if (!p.unit.empty()) out += inner + "unit: " + quoted(p.unit) + "\n";
    if (std::isfinite(p.minimum)) out += inner + "minimum: " + canonicalNumber(p.minimum) + "\n";
    if (std::isfinite(p.maximum)) out += inner + "maximum: " + canonicalNumber(p.maximum) + "\n";
    if (!p.fallback.empty()) out += inner + "default: " + quoted(p.fallback) + "\n";
    out += inner + "required: " + (p.required ? "true" : "false") + "\n";
    if (!p.choices.empty()) out += inner + "choices: [" + joined(p.choices) + "]\n";
    if (!p.help.empty()) out += inner + "help: " + quoted(p.help) + "\n";
    out += inner + "since: " + std::to_string(p.since) + "\n";
    if (p.alternatives.empty()) return;
    out += inner + "alternatives:\n";
    for (const ParameterDescription& alternative : p.alternatives)
        describeYaml(alternative, inner + "  ", out);
}

std::string_view sizeText(SizeRule rule) {
    return rule == SizeRule::required ? "required" : rule == SizeRule::optional ? "optional" : "none";
}

}  // namespace

std::string linkCountText(const LinkDescription& link) {
    if (link.maximum < 0)
        return link.minimum == 0 ? "any number" : "at least " + std::to_string(link.minimum);
    if (link.minimum == link.maximum) return "exactly " + std::to_string(link.minimum);
    return std::to_string(link.minimum) + " to " + std::to_string(link.maximum);
}

std::string valueText(const ParameterDescription& p) {
    std::string text = filledIn(std::string(infoOf(p.type).listed), {std::string(p.pair)});
    if (!p.choices.empty()) text += " " + joined(p.choices);
    if (p.oddOnly) text += ", odd";
    const bool from = std::isfinite(p.minimum);
    const bool to = std::isfinite(p.maximum);
    if (from && p.strictlyPositive) text += " over " + canonicalNumber(p.minimum);
    if (from && !p.strictlyPositive) text += " from " + canonicalNumber(p.minimum);
    if (to) text += (from ? " to " : " up to ") + canonicalNumber(p.maximum);
    if (!p.unit.empty()) text += " " + std::string(p.unit);
    if (const UsedWith& share = p.shareWith; !share.parameter.empty()) {
        text += "; a number from 0 to 1 with " + std::string(share.parameter) + ": " + joined(share.choices);
    }
    if (p.maximumCount > 0) {
        text += ", " + std::to_string(p.minimumCount) + " to " + std::to_string(p.maximumCount) + " of them";
    }
    return text;
}

std::string kindText(const KindDescription& kind) {
    std::string out = std::string(kind.name) + ": " + std::string(kind.title) + "\n  " +
                      std::string(kind.help) + "\n  also called: " + joined(kind.words) +
                      "\n  width, height: " + std::string(sizeText(kind.size)) +
                      "\n  backends: " + (kind.onCards ? "cpu, cuda" : "cpu") + "\n\nparameters\n";
    for (const ParameterDescription& p : kind.parameters)
        describe(p, "  ", out);
    if (kind.parameters.empty()) out += "  none\n";
    out += "\ninputs\n";
    for (const LinkDescription& link : kind.links) {
        std::string head = "  " + std::string(traitName(link.trait));
        head.resize(20, ' ');
        out += head + linkCountText(link) + (link.first ? ", first" : "") + "\n" + std::string(22, ' ') +
               std::string(link.help) + "\n";
    }
    if (kind.links.empty()) out += "  none\n";
    return out;
}

std::string kindYaml(const KindDescription& kind) {
    std::string out = std::string(kind.name) + ":\n  title: " + quoted(kind.title) +
                      "\n  help: " + quoted(kind.help) + "\n  words: [" + joined(kind.words) +
                      "]\n  size: " + std::string(sizeText(kind.size)) +
                      "\n  since: " + std::to_string(kind.since) + "\n  backends: [" +
                      (kind.onCards ? "cpu, cuda" : "cpu") + "]\n";
    out += kind.parameters.empty() ? "  parameters: {}\n" : "  parameters:\n";
    for (const ParameterDescription& p : kind.parameters)
        describeYaml(p, "    ", out);
    out += kind.links.empty() ? "  inputs: []\n" : "  inputs:\n";
    for (const LinkDescription& link : kind.links) {
        out += "    - {trait: " + std::string(traitName(link.trait)) +
               ", minimum: " + std::to_string(link.minimum) +
               (link.maximum < 0 ? "" : ", maximum: " + std::to_string(link.maximum)) +
               ", first: " + (link.first ? "true" : "false") + ", help: " + quoted(link.help) + "}\n";
    }
    return out;
}

}  // namespace burin
