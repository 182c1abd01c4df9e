// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/kind_reference.hpp"
#include "support/reference.hpp"

namespace burin::test {

namespace {

void read(const NodeReader& node, UnionNode& made) {
    made.operation = node["operation"].as<std::string>("max");
}

void write(KeyLines& out, const UnionNode& n) {
    out.add("operation", n.operation);
}

}  // namespace

template <>
Range Reference::of(const UnionNode& kind, const TreeNode& node, Point p) {
    const auto operation = [&](float a, float b) {
        if (kind.operation == "max") return std::max(a, b);
        if (kind.operation == "min") return std::min(a, b);
        if (kind.operation == "add") return a + b;
        if (kind.operation == "subtract") return a - b;
        return a * b;
    };
    Range value;
    std::vector<Range> terms;
    bool first = true;
    for (std::size_t i = 0; i < node.links.size(); ++i) {
        const Range c = child(node, i, p);
        const bool isMask = node.links[i].trait == TreeTrait::mask;
        if (isMask) {
            value = maskedBy(value, c);
            terms = {value};
        } else if (kind.operation == "mean") {
            terms.push_back(c);
            value = meanOf(terms);
        } else if (first) {
            value = c;
        } else {
            value = kind.operation == "over" ? over(value, c) : combined(value, c, operation);
        }
        first = first && isMask;
    }
    return value;
}

KindReference unionReference() {
    return referenceOf<UnionNode>("union", &read, &write);
}

}  // namespace burin::test
