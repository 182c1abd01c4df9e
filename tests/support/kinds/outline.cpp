// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/kind_reference.hpp"
#include "support/outlines/outline_reference.hpp"
#include "support/reference.hpp"

namespace burin::test {

namespace {

void read(const NodeReader& node, OutlineNode& made) {
    made.kind = node.kind();
    for (const auto& entry : node.all()) {
        const auto key = entry.first.as<std::string>();
        if (key == "kind" || key == "width" || key == "height" || key == "inputs" || key == "muted") continue;
        YAML::Emitter text;
        text << YAML::Flow << entry.second;
        made.keys.emplace_back(key, text.c_str());
    }
    made = withPicture(std::move(made), node.pixelUm(), node.folder());
}

void write(KeyLines& out, const OutlineNode& n) {
    for (const auto& [key, value] : n.keys)
        out.add(key, value);
}

Bounds boundsOfOutline(const Tree& /*tree*/, const TreeNode& node) {
    return node.as<OutlineNode>()->picture->bounds();
}

KindReference outlineReference(const std::string& word) {
    KindReference row = referenceOf<OutlineNode>(word, &read, &write, &boundsOfOutline);
    row.is = [word](const TreeNode& node) {
        const auto* outline = node.as<OutlineNode>();
        return outline != nullptr && outline->kind == word;
    };
    return row;
}

}  // namespace

template <>
Range Reference::of(const OutlineNode& kind, const TreeNode& node, Point p) {
    return masked(node, tolerated(static_cast<double>(kind.picture->at(p)), 1e-6, 0x1p-20), 0, p);
}

KindReference shapeReference() {
    return outlineReference("shape");
}

KindReference pathReference() {
    return outlineReference("path");
}

KindReference textReference() {
    return outlineReference("text");
}

KindReference codeReference() {
    return outlineReference("code");
}

}  // namespace burin::test
