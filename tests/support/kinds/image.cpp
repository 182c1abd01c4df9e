// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/kind_reference.hpp"
#include "support/reference.hpp"

#include <cmath>
#include <fstream>
#include <stdexcept>

namespace burin::test {

namespace {

double withAlpha(const std::string& use, double value, double alpha) {
    if (use == "ignore") return value;
    if (use == "only") return alpha;
    return use == "white" ? value * alpha + (1 - alpha) : value * alpha;
}

void read(const NodeReader& node, PictureNode& made) {
    made.tiff = node.kind() == "tiff";
    made.file = node["file"].as<std::string>();
    made.page = node["page"].as<int>(0);
    made.alpha = node["alpha"].as<std::string>("multiply");
    const std::string page = made.page == 0 ? "" : "." + std::to_string(made.page);
    const bool plain = std::filesystem::exists(node.folder() / (made.file + page + ".txt"));
    std::ifstream text(node.folder() / (plain ? made.file + page + ".txt" : made.file));
    std::string magic = "P2";
    if (!plain) text >> magic;
    int channels = 1;
    double most = 0;
    text >> made.size.width >> made.size.height;
    if (plain) text >> channels;
    if (!(text >> most) || magic != "P2") throw std::runtime_error("components are missing in " + made.file);
    for (std::int64_t i = 0; i < made.size.width * made.size.height; ++i) {
        double c[4] = {};
        for (int k = 0; k < channels; ++k)
            text >> c[k];
        const double value = channels < 3 ? c[0] : 0.299 * c[0] + 0.587 * c[1] + 0.114 * c[2];
        const double opaque = (most < 0 ? -most - value : value) / std::abs(most);
        const double alpha = channels % 2 == 0 ? c[channels - 1] / most : 1;
        made.samples.push_back(static_cast<float>(withAlpha(made.alpha, opaque, alpha)));
    }
    if (!text) throw std::runtime_error("components of " + made.file + " are missing");
}

void write(KeyLines& out, const PictureNode& n) {
    out.add("file", n.file);
    if (n.page != 0) out.add("page", std::to_string(n.page));
}

Bounds boundsOfPicture(const Tree& /*tree*/, const TreeNode& node) {
    const Size size = node.as<PictureNode>()->size;
    return Rect{0, 0, size.width, size.height};
}

/// The two kinds have the same samples.
KindReference pictureReference(const std::string& word, bool tiff) {
    KindReference row = referenceOf<PictureNode>(word, &read, &write, &boundsOfPicture);
    row.is = [tiff](const TreeNode& node) {
        const auto* picture = node.as<PictureNode>();
        return picture != nullptr && picture->tiff == tiff;
    };
    return row;
}

}  // namespace

template <>
Range Reference::of(const PictureNode& kind, const TreeNode&, Point p) {
    return kind.samples[static_cast<std::size_t>(p.y * kind.size.width + p.x)];
}

KindReference imageReference() {
    return pictureReference("image", false);
}

KindReference tiffReference() {
    return pictureReference("tiff", true);
}

}  // namespace burin::test
