// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/kind_reference.hpp"
#include "support/reference.hpp"

namespace burin::test {

namespace {

void read(const NodeReader& node, MathNode& made) {
    made.expression = node["expression"].as<std::string>();
    for (const auto& entry : node["parameters"])
        made.parameters.emplace_back(entry.first.as<std::string>(), entry.second.as<double>());
}

void write(KeyLines& out, const MathNode& n) {
    out.add("expression", "\"" + n.expression + "\"");
    std::string parameters;
    for (const auto& [name, value] : n.parameters) {
        parameters += (parameters.empty() ? "{" : ", ") + name + ": " + numberTextOf(value);
    }
    if (!parameters.empty()) out.add("parameters", parameters + "}");
}

}  // namespace

template <>
Range Reference::of(const MathNode& kind, const TreeNode& node, Point p) {
    std::vector<std::string> names = {"x", "y", "um"};
    std::vector<Interval> values = {static_cast<double>(p.x), static_cast<double>(p.y), tree_.pixelUm};
    if (node.size) {
        names.insert(names.end(), {"w", "h"});
        values.insert(values.end(),
                      {static_cast<double>(node.size->width), static_cast<double>(node.size->height)});
    }
    for (const auto& [name, value] : kind.parameters) {
        names.push_back(name);
        values.emplace_back(value);
    }
    int data = 0;
    for (std::size_t i = 0; i < node.links.size(); ++i) {
        if (node.links[i].trait != TreeTrait::data) continue;
        const Range c = child(node, i, p);
        names.push_back("in" + std::to_string(++data));
        values.emplace_back(static_cast<double>(c.low), static_cast<double>(c.high));
    }
    const Interval exact = formula(node, kind.expression, names).evaluate(values);
    return masked(node, tolerated(exact, 1e-5, 0x1p-20), 0, p);
}

KindReference math2dReference() {
    return referenceOf<MathNode>("math2d", &read, &write);
}

}  // namespace burin::test
