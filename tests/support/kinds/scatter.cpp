// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/kind_reference.hpp"
#include "support/kinds/repeats.hpp"
#include "support/reference.hpp"

#include <algorithm>
#include <cmath>

namespace burin::test {

namespace {

void read(const NodeReader& node, ScatterNode& made) {
    made.pitch = node.realPixels(node["pitch"]);
    if (node["distance"]) made.distance = node.realPixels(node["distance"]);
    made.seed = node["seed"].as<std::int64_t>(0);
    made.blend = node["blend"].as<std::string>("over");
    made.vary = node.vary();
    made.value = node["value"].as<std::string>("sample");
    made.closes = node.closes();
}

void write(KeyLines& out, const ScatterNode& n) {
    out.add("pitch", numberTextOf(n.pitch));
    if (n.distance != 0) out.add("distance", numberTextOf(n.distance));
    if (n.seed != 0) out.add("seed", std::to_string(n.seed));
    out.add("blend", n.blend);
    out.variation(n.vary, n.value, n.closes);
}

}  // namespace

template <>
Range Reference::of(const ScatterNode& kind, const TreeNode& node, Point p) {
    struct Cells {
        double side;
        std::int64_t count;
        std::int64_t after;
    };
    const auto axis = [&](std::int64_t after) {
        if (after == 0) return Cells{kind.pitch, 0, 0};
        const std::int64_t count =
            std::max<std::int64_t>(16, floorOf(static_cast<double>(after) / kind.pitch + 0.5));
        return Cells{static_cast<double>(after) / static_cast<double>(count), count, after};
    };
    const Cells across = axis(kind.closes.width);
    const Cells down = axis(kind.closes.height);
    struct Candidate {
        std::int64_t X, Y;  ///< the position of the point of that cell
        Point home, at;
        double rank;
    };
    const auto candidate = [&](std::int64_t X, std::int64_t Y) {
        const std::int64_t nx = across.count == 0 ? 0 : quotient(X, across.count);
        const std::int64_t ny = down.count == 0 ? 0 : quotient(Y, down.count);
        Candidate c;
        c.X = X - nx * across.count;
        c.Y = Y - ny * down.count;
        c.home = {floorOf((static_cast<double>(c.X) + hash(c.X, c.Y, kind.seed)) * across.side + 0.5),
                  floorOf((static_cast<double>(c.Y) + hash(c.X, c.Y, kind.seed + 1)) * down.side + 0.5)};
        c.at = {c.home.x + nx * across.after, c.home.y + ny * down.after};
        c.rank = hash(c.X, c.Y, kind.seed + 65536 * 9);
        return c;
    };
    const auto stays = [&](const Candidate& c, std::int64_t X, std::int64_t Y) {
        const std::int64_t dx = floorOf(kind.distance / across.side) + 2;
        const std::int64_t dy = floorOf(kind.distance / down.side) + 2;
        for (std::int64_t y = Y - dy; y <= Y + dy; ++y) {
            for (std::int64_t x = X - dx; x <= X + dx; ++x) {
                if (x == X && y == Y) continue;
                const Candidate q = candidate(x, y);
                const auto ax = static_cast<double>(q.at.x - c.at.x);
                const auto ay = static_cast<double>(q.at.y - c.at.y);
                if (ax * ax + ay * ay >= kind.distance * kind.distance) continue;
                if (q.rank > c.rank || (q.rank == c.rank && std::pair(y, x) > std::pair(Y, X))) return false;
            }
        }
        return true;
    };
    const TreeLink* map = nullptr;
    for (const TreeLink& link : node.links) {
        if (link.trait == TreeTrait::data) map = &link;
    }
    const Reach reach = reachOf(kind.vary, node, false);
    if (reach.left > reach.right) return {};
    const auto cell = [](std::int64_t at, double from, double side) {
        return floorOf((static_cast<double>(at) - from) / side);
    };
    std::vector<Shown> over;
    std::vector<std::size_t> open;  // those that the bounds of the map do not decide
    for (std::int64_t Y = cell(p.y, reach.bottom, down.side) - 1; Y <= cell(p.y, reach.top, down.side) + 1;
         ++Y) {
        for (std::int64_t X = cell(p.x, reach.right, across.side) - 1;
             X <= cell(p.x, reach.left, across.side) + 1; ++X) {
            const Candidate c = candidate(X, Y);
            const auto& [repeat, size] = repeatOf(kind.vary, kind.seed, node, c.X, c.Y);
            if (!size) continue;
            const Point at = repeat.pattern->at;
            const Point corner{c.at.x + at.x - quotient(size->width, 2),
                               c.at.y + at.y - quotient(size->height, 2)};
            if (!Rect{corner.x, corner.y, size->width, size->height}.contains(p)) continue;
            if (!stays(c, X, Y)) continue;
            if (map != nullptr) {
                const Range density = sample(map->child, {c.home.x - map->at.x, c.home.y - map->at.y});
                const double wanted = hash(c.X, c.Y, kind.seed + 65536 * 10);
                const auto passes = [wanted](float v) {
                    return std::clamp(static_cast<double>(v), 0.0, 1.0) > wanted;
                };
                if (!passes(density.high)) continue;
                if (!passes(density.low)) open.push_back(over.size());
            }
            over.push_back(repeat);
            over.back().corner = corner;
        }
    }
    if (open.size() > 6) return {-1e30F, 1e30F};
    Range value;
    for (unsigned left = 0; left < 1U << open.size(); ++left) {
        std::vector<Shown> these;
        for (std::size_t k = 0; k < over.size(); ++k) {
            const auto found = std::find(open.begin(), open.end(), k);
            if (found == open.end() || (left >> (found - open.begin()) & 1U) != 0) these.push_back(over[k]);
        }
        const Range one = blendOf(kind.blend, kind.value, these, p);
        value = left == 0 ? one : either(value, one);
    }
    return masked(node, value, 1, p);
}

KindReference scatterReference() {
    return referenceOf<ScatterNode>("scatter", &read, &write);
}

}  // namespace burin::test
