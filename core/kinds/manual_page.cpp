// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kinds/manual_page.hpp"

#include "core/kinds/listing.hpp"

namespace burin {

namespace {

/// A cell of a table: what would end it is escaped.
std::string cell(std::string_view text) {
    std::string result;
    for (const char c : text) {
        if (c == '|') result += '\\';
        result += c;
    }
    return result;
}

std::string row(std::initializer_list<std::string> cells) {
    std::string result = "|";
    for (const std::string& text : cells)
        result += (text.empty() ? " " : " " + text + " ") + "|";
    return result + "\n";
}

std::string codeCell(std::string_view text) {
    return text.empty() ? std::string() : "`" + cell(text) + "`";
}

std::string inputsText(const KindDescription& kind) {
    if (kind.links.empty()) return {};
    std::string text = "\n## Inputs\nReduced in the order in which they are listed.\n\n" +
                       row({"trait", "number", "what it does"}) + row({"---", "---", "---"});
    for (const LinkDescription& link : kind.links) {
        text += row({std::string(traitName(link.trait)), linkCountText(link) + (link.first ? ", first" : ""),
                     cell(link.help)});
    }
    return text;
}

void addParameter(const ParameterDescription& parameter, const std::string& keyBefore, std::string& text) {
    const std::string key = keyBefore + std::string(parameter.key);
    text += row({cell(parameter.title.empty() ? parameter.key : parameter.title), codeCell(key),
                 cell(valueText(parameter)), parameter.required ? "required" : codeCell(parameter.fallback),
                 cell(parameter.help)});
    for (const ParameterDescription& alternative : parameter.alternatives)
        addParameter(alternative, key + ": ", text);
}

std::string parametersText(const KindDescription& kind) {
    if (kind.parameters.empty()) return {};
    std::string text = "\n## Parameters\n" + row({"parameter", "key", "value", "default", "what it does"}) +
                       row({"---", "---", "---", "---", "---"});
    for (const ParameterDescription& parameter : kind.parameters)
        addParameter(parameter, {}, text);
    return text;
}

std::string_view sizeSentence(SizeRule rule) {
    switch (rule) {
        case SizeRule::required:
            return "It needs a width and a height.";
        case SizeRule::none:
            return "Its size is that of its file.";
        case SizeRule::optional:
            break;
    }
    return "With a width and a height it is bounded to that rectangle.";
}

}  // namespace

std::string manualPage(const KindDescription& kind) {
    const std::string name(kind.name);
    return "# " + std::string(kind.title) + "\n`kind: " + name + "`\n\n" + std::string(kind.help) + "\n" +
           std::string(sizeSentence(kind.size)) + "\n\n![](pictures/" + name + ".png)\n" + inputsText(kind) +
           parametersText(kind);
}

std::string kindsPage(std::span<const Kind> kinds) {
    std::string text =
        "# Kinds of nodes\nEach page is made from what the program itself knows of the kind.\n\n" +
        row({"kind", "what it does"}) + row({"---", "---"});
    for (const Kind& kind : kinds) {
        const KindDescription& d = kind.description;
        text += row({"[" + std::string(d.title) + "](" + std::string(d.name) + ".md)", cell(d.help)});
    }
    return text;
}

}  // namespace burin
