// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/kind_reference.hpp"
#include "support/reference.hpp"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <limits>
#include <stdexcept>

namespace burin::test {

namespace {

std::optional<double> micrometres(const NodeReader& node, const char* key) {
    if (!node[key]) return {};
    return node.realPixels(node[key]) * node.pixelUm();
}

void read(const NodeReader& node, ScanNode& made) {
    made.file = node["file"].as<std::string>();
    made.top = micrometres(node, "top");
    made.bottom = micrometres(node, "bottom");
    made.nearest = node["missing"].as<std::string>("nearest") == "nearest";
    made.zUnit = micrometres(node, "z_unit");
    std::ifstream text(node.folder() / (made.file + ".txt"));
    text >> made.size.width >> made.size.height;
    for (std::string word; text >> word;)
        made.heights.push_back(word == "nan" ? std::numeric_limits<float>::quiet_NaN()
                                             : static_cast<float>(std::stod(word)));
    if (made.heights.size() != static_cast<std::size_t>(made.size.width * made.size.height))
        throw std::runtime_error("heights are missing in " + made.file);
}

void write(KeyLines& out, const ScanNode& n) {
    out.add("file", n.file);
    if (n.top) out.add("top", numberTextOf(*n.top) + " um");
    if (n.bottom) out.add("bottom", numberTextOf(*n.bottom) + " um");
    if (!n.nearest) out.add("missing", "empty");
}

Bounds boundsOfScan(const Tree& /*tree*/, const TreeNode& node) {
    const Size size = node.as<ScanNode>()->size;
    return Rect{0, 0, size.width, size.height};
}

/// The height at p, or that of the nearest sample that has one, up to 64 samples away. Of equally near
/// samples the upper one is used, then the left one. Nothing if there is none.
std::optional<double> heightNear(const ScanNode& kind, Point p) {
    const auto at = [&](std::int64_t x, std::int64_t y) {
        return static_cast<double>(kind.heights[static_cast<std::size_t>(y * kind.size.width + x)]);
    };
    if (!std::isnan(at(p.x, p.y))) return at(p.x, p.y);
    std::optional<double> found;
    std::int64_t least = 64 * 64 + 1;
    for (std::int64_t y = 0; kind.nearest && y < kind.size.height; ++y) {
        for (std::int64_t x = 0; x < kind.size.width; ++x) {
            const std::int64_t distance = (x - p.x) * (x - p.x) + (y - p.y) * (y - p.y);
            if (std::isnan(at(x, y)) || distance >= least) continue;
            least = distance;
            found = at(x, y);
        }
    }
    return found;
}

}  // namespace

/// Heights are binary32 numbers of micrometres.
template <>
Range Reference::of(const ScanNode& kind, const TreeNode&, Point p) {
    double highest = -std::numeric_limits<double>::infinity();
    double lowest = std::numeric_limits<double>::infinity();
    for (const float z : kind.heights) {
        if (std::isnan(z)) continue;
        highest = std::max(highest, static_cast<double>(z));
        lowest = std::min(lowest, static_cast<double>(z));
    }
    const std::optional<double> z = heightNear(kind, p);
    if (!z) return 0.0F;
    const double top = kind.top.value_or(highest);
    const double bottom = kind.bottom.value_or(lowest);
    if (!(top > bottom)) return 0.0F;
    const auto depth = [&](double further) {
        const auto v = static_cast<float>(std::clamp((top - *z) / (top - bottom) + further, 0.0, 1.0));
        return v < 0x1p-20F ? 0 : v;
    };
    return {depth(-1e-9), depth(1e-9)};
}

KindReference scanReference() {
    return referenceOf<ScanNode>("scan", &read, &write, &boundsOfScan);
}

}  // namespace burin::test
