// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/design/manual_page.hpp"

#include "core/design/kind_listing.hpp"
#include "core/expression/vocabulary.hpp"

#include <algorithm>

namespace burin {

namespace {

/// A cell of a table. Characters that would end the cell are escaped.
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
    std::string text = "\n## Inputs\nInputs are reduced in the order of this list.\n\n" +
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

bool takesExpression(const ParameterDescription& parameter) {
    return parameter.type == ParameterType::expression || parameter.type == ParameterType::expressionOrPoints;
}

/// The language of expressions, written from the parser's own tables.
std::string expressionText(const KindDescription& kind) {
    if (std::none_of(kind.parameters.begin(), kind.parameters.end(), takesExpression)) return {};
    std::string text =
        "\n## Expressions\nNumbers, names, calls and parentheses, joined by these operators. Comparisons "
        "give 1 or 0.\n\n   ";
    for (const InfixOperator& op : infixOperators())
        text += " " + std::string(op.symbol);
    text += " - ! ? :\n\nConstants:";
    for (const ConstantName& constant : constantNames())
        text += " `" + std::string(constant.name) + "`";
    text += ".\n\n## Functions\nAngles are in radians.\n\n" + row({"function", "what it gives"}) +
            row({"---", "---"});
    for (const FunctionName& function : functionNames())
        text += row({codeCell(function.signature), cell(function.help)});
    return text +
           "\n`condition ? value : other value` chooses one of two values. "
           "`0.5 + 0.5 * sin(tau * t / 40)` is a wave in `t` that repeats every 40.\n";
}

std::string_view sizeSentence(const KindDescription& kind) {
    switch (kind.size) {
        case SizeRule::required:
            return "It needs a width and a height.";
        case SizeRule::none:
            return kind.links.empty() ? "Its size is that of its file." : "Its size follows from its child.";
        case SizeRule::optional:
            break;
    }
    return "If it has a width and a height, it is bounded to that rectangle.";
}

}  // namespace

std::string manualPage(const KindDescription& kind) {
    const std::string name(kind.name);
    return "# " + std::string(kind.title) + "\n`kind: " + name + "`\n\n" + std::string(kind.help) + "\n" +
           std::string(sizeSentence(kind)) + "\n\n![](pictures/" + name + ".png)\n" + inputsText(kind) +
           parametersText(kind) + expressionText(kind);
}

std::string kindsPage(std::span<const Kind> kinds) {
    std::string text =
        "# Kinds of nodes\nEach page is made from the program's own description of the kind.\n\n" +
        row({"kind", "what it does"}) + row({"---", "---"});
    for (const Kind& kind : kinds) {
        const KindDescription& d = kind.description;
        text += row({"[" + std::string(d.title) + "](" + std::string(d.name) + ".md)", cell(d.help)});
    }
    return text;
}

}  // namespace burin
