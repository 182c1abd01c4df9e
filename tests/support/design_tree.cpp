// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/design_tree.hpp"

#include "support/kind_reference.hpp"

#include <charconv>

namespace burin::test {

namespace {

void addLinks(const Tree& tree, const TreeNode& node, std::string& out) {
    if (node.links.empty()) return;
    out += "    inputs:\n";
    for (const TreeLink& link : node.links) {
        const char* trait = link.trait == TreeTrait::data   ? "data"
                            : link.trait == TreeTrait::mask ? "mask"
                                                            : "pattern";
        out += "      - " + std::string(trait) + ": " + tree.nodes[link.child].name + "\n";
        if (link.at != Point{}) {
            out += "        at: [" + std::to_string(link.at.x) + ", " + std::to_string(link.at.y) + "]\n";
        }
    }
}

}  // namespace

std::string numberTextOf(double value) {
    char digits[40];
    return {digits, std::to_chars(digits, digits + sizeof digits, value).ptr};
}

std::string kindName(const TreeNode& node) {
    return referenceOf(node).word;
}

std::string yamlOf(const Tree& tree) {
    std::string out = "burin: 2\npixel: " + numberTextOf(tree.pixelUm) + " um\nnodes:\n";
    for (auto node = tree.nodes.rbegin(); node != tree.nodes.rend(); ++node) {
        const KindReference& kind = referenceOf(*node);
        out += "  " + node->name + ":\n    kind: " + kind.word + "\n";
        if (node->size) {
            out += "    width: " + std::to_string(node->size->width) + "\n";
            out += "    height: " + std::to_string(node->size->height) + "\n";
        }
        if (node->muted) out += "    muted: true\n";
        KeyLines lines(out);
        kind.write(lines, *node);
        addLinks(tree, *node, out);
    }
    return out;
}

}  // namespace burin::test
