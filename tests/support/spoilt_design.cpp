// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/spoilt_design.hpp"

#include "core/render/graph.hpp"
#include "support/design_tree.hpp"

#include <QRegularExpression>
#include <algorithm>
#include <cmath>
#include <sstream>

namespace burin::test {

namespace {

using Texts = std::vector<std::string>;

void append(Texts& to, const Texts& more) {
    to.insert(to.end(), more.begin(), more.end());
}

Texts outOfRange(const ParameterDescription& p) {
    Texts values = {"1e999"};
    if (p.strictlyPositive) values.emplace_back("0");
    const bool moderate = std::abs(p.maximum) < 1e12;
    if (std::isfinite(p.minimum)) values.push_back(numberTextOf(p.minimum - 1));
    if (moderate) values.push_back(numberTextOf(p.maximum + 1));
    return values;
}

/// Texts that are neither a number nor a length.
const Texts noNumber = {"half", "[5]", "{a: 5}", "\"5\"", "0x1F", "1_000", "0o17", ".nan",    "1:30",
                        "~",    "5,5", "1.2.3",  "1e",    "+",    "true",  "''",   "5 parsec"};

Texts brokenNumbers(const ParameterDescription& p) {
    Texts values = noNumber;
    append(values, outOfRange(p));
    return values;
}

/// Pairs that have at most one wrong number.
Texts brokenPairs(const ParameterDescription& p, bool alsoSingle) {
    const std::string good = p.maximum < 5 ? numberTextOf(p.maximum) : "5";
    Texts values = {"[" + good + "]",
                    "[" + good + ", half]",
                    "[" + good + ", ~]",
                    "[[5], " + good + "]",
                    "[5, 5, 5]",
                    "{x: 5, y: 5}",
                    "left",
                    "~"};
    if (!alsoSingle) values.push_back(good);
    for (const std::string& number : outOfRange(p))
        values.push_back("[" + good + ", " + number + "]");
    return values;
}

Texts brokenPoints() {
    return {"5",
            "{a: 5}",
            "[[0, 0]]",
            "[[0, 0], [0, 1]]",
            "[[1, 0], [0.5, 1]]",
            "[[0, 0], 5]",
            "[[0, 0], [1]]",
            "[[0, 0], [1, 1, 1]]",
            "[[0, 0], [1, deep]]",
            "[[0, 0], [1, 1e999]]",
            "[]"};
}

Texts brokenExpressions() {
    return {"[x]",     "{a: 5}", "\"\"",         "\"1 +\"",   "\"nothing(5)\"", "\"(1\"",
            "\"1 2\"", "\"q7\"", "\"hypot(1)\"", "\"1e999\"", "\"1 = 2\"",      "~"};
}

Texts brokenAlternatives(const ParameterDescription& p) {
    Texts values = {"5", "box", "[5]", "{}", "{circle: 5}", "~"};
    const std::string first(p.alternatives.front().key);
    const std::string last(p.alternatives.back().key);
    values.push_back("{" + first + ": 3, " + last + ": 3}");
    for (const ParameterDescription& alternative : p.alternatives) {
        for (const std::string& value : brokenValues(alternative))
            values.push_back("{" + std::string(alternative.key) + ": " + value + "}");
    }
    return values;
}

Texts brokenMatrices() {
    return {
        "5",        "[]",       "[[]]", "[1, 2, 3]", "[[1, 2]]", "[[1], [2]]", "[[1, 2, 3], [1], [1, 2, 3]]",
        "[[half]]", "[[1e999]]"};
}

Texts brokenChoices(const ParameterDescription& p) {
    std::string capital(p.choices.front());
    capital[0] = static_cast<char>(std::toupper(capital[0]));
    Texts values = {"quotient", "[" + std::string(p.choices.front()) + "]", "{a: 5}", "~", "''", "1e3"};
    if (capital != p.choices.front()) values.push_back(capital);
    return values;
}

}  // namespace

DesignText::DesignText(const std::string& text) {
    std::istringstream stream(text);
    std::string line;
    while (std::getline(stream, line))
        lines.push_back(line);
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const bool name = lines[i].starts_with("  ") && lines[i][2] != ' ' && lines[i].back() == ':';
        if (name) nodes_.push_back({lines[i].substr(2, lines[i].size() - 3), "", i, i + 1});
        if (nodes_.empty() || !lines[i].starts_with("    ")) continue;
        nodes_.back().end = i + 1;
        if (lines[i].starts_with("    kind: ")) nodes_.back().kind = lines[i].substr(10);
    }
}

DesignText DesignText::only(const Node& node) const {
    struct Part {
        std::string name;  ///< the name of a node; empty for the lines above the nodes
        std::string text;
        bool kept = false;
    };
    std::vector<Part> parts{{"", "", true}};
    bool below = false;  // the line of "nodes:"
    for (const std::string& line : lines) {
        if (below && line.starts_with("  ") && line[2] != ' ') {
            const std::string name = line.substr(2, line.find(':') - 2);
            parts.push_back({name, "", name == node.name});
        }
        below = below || line == "nodes:";
        parts.back().text += line + "\n";
    }
    Part& root = *std::find_if(parts.begin(), parts.end(), [](const Part& part) {
        return part.text.find("\n    kind: root\n") != std::string::npos;
    });
    root.text.resize(root.text.find("      - "));
    root.text += "      - data: " + node.name + "\n";
    root.kept = true;
    const auto names = [](const Part& part, const std::string& name) {
        return QRegularExpression("\\b" + QRegularExpression::escape(QString::fromStdString(name)) + "\\b")
            .match(QString::fromStdString(part.text))
            .hasMatch();
    };
    for (bool more = true; more;) {
        more = false;
        for (Part& part : parts) {
            if (part.kept) continue;
            part.kept = std::any_of(parts.begin(), parts.end(), [&](const Part& other) {
                return other.kept && !other.name.empty() && names(other, part.name);
            });
            more |= part.kept;
        }
    }
    std::string text;
    for (const Part& part : parts)
        text += part.kept ? part.text : "";
    return DesignText(text);
}

std::string DesignText::text() const {
    std::string all;
    for (const std::string& line : lines)
        all += line + "\n";
    return all;
}

std::optional<std::size_t> DesignText::find(const Node& node, const std::string& key) const {
    for (std::size_t i = node.first + 1; i < node.end; ++i) {
        if (lines[i].starts_with("    " + key + ":")) return i;
    }
    return std::nullopt;
}

ExpectedPlace DesignText::set(const Node& node, const std::string& key, const std::string& value) {
    const std::string start = "    " + key + ": ";
    std::size_t at = find(node, key).value_or(node.end);
    if (at == node.end) {
        at = node.first + 2;  // below the line of its kind
        lines.insert(lines.begin() + static_cast<std::ptrdiff_t>(at), start);
    }
    lines[at] = start + value;
    const int column = static_cast<int>(start.size()) + 1;
    return {static_cast<int>(at) + 1, column, column + static_cast<int>(value.size())};
}

ExpectedPlace DesignText::relink(std::size_t line, const std::string& trait, const std::string& child) {
    lines[line] = "      - " + trait + ": " + child;
    return {static_cast<int>(line) + 1, 7, static_cast<int>(lines[line].size())};
}

std::vector<std::size_t> DesignText::links(const Node& node) const {
    std::vector<std::size_t> result;
    for (std::size_t i = node.first; i < node.end; ++i) {
        if (lines[i].starts_with("      - ")) result.push_back(i);
    }
    return result;
}

std::vector<std::string> brokenValues(const ParameterDescription& p) {
    switch (p.type) {
        case ParameterType::integer: {
            Texts values = brokenNumbers(p);
            values.insert(values.end(), {"1.5", "2 mm"});
            if (p.oddOnly) values.emplace_back("4");
            return values;
        }
        case ParameterType::number:
        case ParameterType::pixels:
        case ParameterType::length:
        case ParameterType::realPixels:
            return brokenNumbers(p);
        case ParameterType::height: {
            Texts values = brokenNumbers(p);
            values.insert(values.end(), {"0 um", "-3 mm", "1e999 um"});
            return values;
        }
        case ParameterType::spot: {
            Texts values = brokenNumbers(p);
            values.insert(values.end(),
                          {"{sx: 5}", "{shape: top_hat}", "{shape: square, sx: 5}", "{shape: image, sx: 5}",
                           "{shape: gaussian, sx: half}", "{shape: image, file: a.png}"});
            return values;
        }
        case ParameterType::boolean:
            return {"yes", "True", "1", "on", "'true'", "[true]", "{a: true}", "~"};
        case ParameterType::vector:
        case ParameterType::pixelSize:
            return brokenPairs(p, false);
        case ParameterType::scale:
            return brokenPairs(p, true);
        case ParameterType::choice:
            return brokenChoices(p);
        case ParameterType::text:
            return {"[a]", "{a: 5}"};
        case ParameterType::texts:
            return {"[[a]]", "{a: 5}", "~", "''", "[a, '']", "[{a: 5}]"};
        case ParameterType::file:
            return {"''", "[a]", "{a: 5}", "~", "nowhere.tif", ".", "\"a\\0b\"", "\"a\\nb\""};
        case ParameterType::expression:
            return brokenExpressions();
        case ParameterType::numbers:
            return {"5",        "[5]",     "{a: half}", "{a: [5]}", "{a: 1e999}",
                    "{sin: 5}", "{um: 5}", "{2a: 5}",   "{a b: 5}"};
        case ParameterType::points:
            return brokenPoints();
        case ParameterType::expressionOrPoints: {
            Texts values = brokenExpressions();
            values.erase(values.begin());  // [x] is not a list of points either, but that is reported below
            const Texts points = brokenPoints();
            values.insert(values.end(), points.begin() + 2, points.end());
            return values;
        }
        case ParameterType::matrix:
            return brokenMatrices();
        case ParameterType::oneOf:
            return brokenAlternatives(p);
        case ParameterType::range: {
            Texts values = brokenPairs(p, false);
            values.insert(values.end(), {"[2, 1.5]", "[1 mm, 2]"});
            return values;
        }
        case ParameterType::lengths: {
            Texts values = {"half", "{a: 5}", "\"5\"", "~", "[]", "[5, half]", "[[5], 5]", "[5, ~]"};
            for (const std::string& number : outOfRange(p))
                values.push_back("[" + number + "]");
            return values;
        }
        case ParameterType::map: {
            Texts values = {"5", "box", "[5]", "{circle: 5}", "~"};
            for (const ParameterDescription& entry : p.alternatives) {
                for (const std::string& value : brokenValues(entry))
                    values.push_back("{" + std::string(entry.key) + ": " + value + "}");
            }
            return values;
        }
    }
    return {};
}

ParameterDescription sideDescription(std::string_view key) {
    return {.key = key, .type = ParameterType::pixels, .minimum = 1, .maximum = 2147483647};
}

Diagnostics errorsOf(const std::string& text) {
    const Design design = parseDesign(text, {}, "x.burin");
    Diagnostics errors;
    for (const Diagnostic& d : design.diagnostics) {
        if (d.severity == Severity::error) errors.push_back(d);
    }
    if (!errors.empty() || design.refused || !design.root) return errors;
    return bindGraph(design, *design.root, {}).errors;
}

std::string objection(const Diagnostics& found, const ExpectedPlace& place, const std::string& node) {
    std::string all;
    for (const Diagnostic& d : found)
        all += "\n" + d.text();
    if (found.size() != 1) return std::to_string(found.size()) + " errors instead of one" + all;
    const Diagnostic& d = found.front();
    if (d.file != "x.burin" || d.what().empty() || d.remedy().empty()) return "incomplete" + all;
    if (d.mark.line != place.line) return "line " + std::to_string(place.line) + " was expected" + all;
    if (d.mark.column < place.firstColumn || d.mark.column > place.lastColumn) {
        return "column " + std::to_string(place.firstColumn) + " to " + std::to_string(place.lastColumn) +
               " was expected" + all;
    }
    return d.node == node ? "" : "node '" + node + "' was expected" + all;
}

}  // namespace burin::test
