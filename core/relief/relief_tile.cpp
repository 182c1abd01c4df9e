// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/relief/relief_tile.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>

namespace burin {

namespace {

/// Two numbers that lie between 0 and `last`, and the weight of the second one.
struct BetweenSamples {
    std::int64_t first;
    std::int64_t second;
    double weight;

    BetweenSamples(double place, std::int64_t last) {
        const double inside = std::clamp(place, 0.0, static_cast<double>(last));
        first = std::min(static_cast<std::int64_t>(inside), std::max<std::int64_t>(last - 1, 0));
        second = std::min(first + 1, last);
        weight = inside - static_cast<double>(first);
    }
};

double mix(double a, double b, double weight) {
    return a + (b - a) * weight;
}

/// The vertex opposite the diagonal of a cell, and the ends of the diagonal, counter-clockwise from above.
using Triangle = std::array<Point, 3>;

/// The ray's distance to a triangle, and the weights of its second and third corner there. See T. Moller and
/// B. Trumbore, Fast, Minimum Storage Ray/Triangle Intersection, 1997.
struct Meeting {
    double distance;
    double second;
    double third;
};

std::optional<Meeting> meet(const SpaceRay& ray, const std::array<Vector3, 3>& corners) {
    // A ray between two triangles must not slip through because of rounding.
    constexpr double tolerance = 1e-9;
    const Vector3 a = corners[1] - corners[0];
    const Vector3 b = corners[2] - corners[0];
    const Vector3 p = cross(ray.direction, b);
    const double facing = dot(a, p);
    if (!(facing > 0)) return {};
    const Vector3 from = ray.origin - corners[0];
    const Vector3 q = cross(from, a);
    const double second = dot(from, p) / facing;
    const double third = dot(ray.direction, q) / facing;
    const double distance = dot(b, q) / facing;
    const bool inside = second >= -tolerance && third >= -tolerance && second + third <= 1 + tolerance;
    if (!inside || !(distance > 0)) return {};
    return Meeting{distance, second, third};
}

bool nearer(const std::optional<ReliefHit>& a, const std::optional<ReliefHit>& b) {
    return a && (!b || a->distance < b->distance);
}

}  // namespace

Point ReliefHit::sample() const {
    return {static_cast<std::int64_t>(std::floor(place.x)), static_cast<std::int64_t>(std::floor(place.y))};
}

ReliefTile::ReliefTile(const ReliefForm& form, const Picture& picture, const Extent& surface)
    : form_(form), picture_(picture), surface_(surface), each_(std::ldexp(1.0, picture.level)) {}

double ReliefTile::xOf(int column) const {
    const Rect& blocks = picture_.blocks;
    const double inside = std::clamp(column - 1.5, 0.0, static_cast<double>(blocks.width));
    const double x = (static_cast<double>(blocks.x) + inside) * each_;
    if (!surface_.bounded()) return x;
    const Rect& all = surface_.rect();
    return std::clamp(x, static_cast<double>(all.x), static_cast<double>(all.right()));
}

double ReliefTile::yOf(int row) const {
    const Rect& blocks = picture_.blocks;
    const double inside = std::clamp(row - 1.5, 0.0, static_cast<double>(blocks.height));
    const double y = (static_cast<double>(blocks.y) + inside) * each_;
    if (!surface_.bounded()) return y;
    const Rect& all = surface_.rect();
    return std::clamp(y, static_cast<double>(all.y), static_cast<double>(all.bottom()));
}

Vector3 ReliefTile::vertex(int column, int row) const {
    const bool skirt = column == 0 || row == 0 || column == columns() - 1 || row == rows() - 1;
    const SurfacePlace place = placeOf(column, row);
    return form_.toSpace(place, skirt ? 1 : depthAt(place));
}

double ReliefTile::depthAt(SurfacePlace place) const {
    const Rect& area = picture_.area;
    const BetweenSamples x(place.x / each_ - 0.5 - static_cast<double>(area.x), area.width - 1);
    const BetweenSamples y(place.y / each_ - 0.5 - static_cast<double>(area.y), area.height - 1);
    const auto at = [&](std::int64_t column, std::int64_t row) {
        return static_cast<double>(picture_.depths[static_cast<std::size_t>(row * area.width + column)]);
    };
    const double depth = mix(mix(at(x.first, y.first), at(x.second, y.first), x.weight),
                             mix(at(x.first, y.second), at(x.second, y.second), x.weight), y.weight);
    return std::clamp(depth, 0.0, 1.0);
}

Vector3 ReliefTile::normalAt(SurfacePlace place) const {
    const Rect& area = picture_.area;
    // Beyond the middles of the last blocks, depths are constant only because nothing else is known.
    const auto inside = [this](double at, std::int64_t first, std::int64_t count) {
        const auto start = static_cast<double>(first);
        return std::clamp(at, (start + 0.5) * each_, (start + static_cast<double>(count) - 0.5) * each_);
    };
    const double left = inside(place.x - each_, area.x, area.width);
    const double right = inside(place.x + each_, area.x, area.width);
    const double above = inside(place.y - each_, area.y, area.height);
    const double below = inside(place.y + each_, area.y, area.height);
    const double across = depthAt({right, place.y}) - depthAt({left, place.y});
    const double down = depthAt({place.x, below}) - depthAt({place.x, above});
    return form_.normalAt(place, depthAt(place), right > left ? across / (right - left) : 0,
                          below > above ? down / (below - above) : 0);
}

std::optional<double> ReliefTile::reach(const ReliefForm& form, const Rect& part, const SpaceRay& ray) {
    const std::array<Vector3, 8> corners = form.cornersOf(part);
    const double bulge = form.bulgeOf(part);
    double from = 0;
    double to = std::numeric_limits<double>::max();
    for (const auto axis : {&Vector3::x, &Vector3::y, &Vector3::z}) {
        const auto [least, most] =
            std::minmax_element(corners.begin(), corners.end(),
                                [axis](const Vector3& a, const Vector3& b) { return a.*axis < b.*axis; });
        const double first = (*least).*axis - bulge - ray.origin.*axis;
        const double last = (*most).*axis + bulge - ray.origin.*axis;
        const double along = ray.direction.*axis;
        if (along == 0 && (first > 0 || last < 0)) return {};
        if (along == 0) continue;
        from = std::max(from, std::min(first / along, last / along));
        to = std::min(to, std::max(first / along, last / along));
    }
    return from <= to ? std::optional(from) : std::nullopt;
}

ReliefTile::Side ReliefTile::sideOfColumn(const SpaceRay& ray, int column) const {
    const SpaceFrame frame = form_.frameAt({xOf(column), yOf(0)});
    return {dot(ray.origin - frame.origin, frame.x), dot(ray.direction, frame.x)};
}

ReliefTile::Side ReliefTile::sideOfRow(const SpaceRay& ray, int row) const {
    const SpaceFrame frame = form_.frameAt({xOf(0), yOf(row)});
    return {dot(ray.origin - frame.origin, frame.y), dot(ray.direction, frame.y)};
}

std::optional<ReliefHit> ReliefTile::hit(const SpaceRay& ray) const {
    const Cells all{1, 1, columns() - 2, rows() - 2};
    if (form_.flat()) return hitPart(ray, all);
    // Planes through the axis bound a part of a roller only if it is less than half of a turn.
    const double round = form_.roundX ? (xOf(all.right) - xOf(all.left)) * form_.pitchXUm
                                      : (yOf(all.bottom) - yOf(all.top)) * form_.pitchYUm;
    const int cells = form_.roundX ? all.right - all.left : all.bottom - all.top;
    const double quarter = std::numbers::pi / 4 * form_.diameterUm;
    const int parts = std::clamp(static_cast<int>(std::ceil(round / quarter)), 1, cells);
    std::optional<ReliefHit> best;
    for (int k = 0; k < parts; ++k) {
        Cells part = all;
        int& first = form_.roundX ? part.left : part.top;
        int& last = form_.roundX ? part.right : part.bottom;
        last = first + cells * (k + 1) / parts;
        first += cells * k / parts;
        if (const auto found = hitPart(ray, part); nearer(found, best)) best = found;
    }
    return best;
}

/// Looks only at the stretch of the ray that is above or below these cells.
std::optional<ReliefHit> ReliefTile::hitPart(const SpaceRay& ray, const Cells& cells) const {
    Stretch stretch{0, std::numeric_limits<double>::max()};
    const auto keep = [&stretch](const Side& side, double sign) {
        const double atOrigin = side.atOrigin * sign;
        const double growth = side.growth * sign;
        if (growth > 0) stretch.from = std::max(stretch.from, -atOrigin / growth);
        if (growth < 0) stretch.to = std::min(stretch.to, -atOrigin / growth);
        if (growth == 0 && atOrigin < 0) stretch.to = -1;
    };
    keep(sideOfColumn(ray, cells.left), 1);
    keep(sideOfColumn(ray, cells.right), -1);
    keep(sideOfRow(ray, cells.top), 1);
    keep(sideOfRow(ray, cells.bottom), -1);
    return stretch.from <= stretch.to ? hitStretch(ray, cells, stretch) : std::nullopt;
}

/// Halves the cells, and follows the ray from one half to the other.
std::optional<ReliefHit> ReliefTile::hitStretch(const SpaceRay& ray, const Cells& cells,
                                                const Stretch& stretch) const {
    const int across = cells.right - cells.left;
    const int down = cells.bottom - cells.top;
    if (across <= 1 && down <= 1) return hitCell(ray, cells.left, cells.top);
    Cells low = cells;
    Cells high = cells;
    Side side{};
    if (across >= down) {
        low.right = high.left = cells.left + across / 2;
        side = sideOfColumn(ray, low.right);
    } else {
        low.bottom = high.top = cells.top + down / 2;
        side = sideOfRow(ray, low.bottom);
    }
    const double atFirst = side.at(stretch.from);
    const double atLast = side.at(stretch.to);
    if (atFirst <= 0 && atLast <= 0) return hitStretch(ray, low, stretch);
    if (atFirst >= 0 && atLast >= 0) return hitStretch(ray, high, stretch);
    const double between = -side.atOrigin / side.growth;
    const Cells& first = atFirst < 0 ? low : high;
    const Cells& second = atFirst < 0 ? high : low;
    if (auto found = hitStretch(ray, first, {stretch.from, between})) return found;
    return hitStretch(ray, second, {between, stretch.to});
}

std::optional<ReliefHit> ReliefTile::hitCell(const SpaceRay& ray, int column, int row) const {
    const std::int64_t x = column;
    const std::int64_t y = row;
    const std::array<Triangle, 2> triangles{Triangle{{{x, y}, {x, y + 1}, {x + 1, y}}},
                                            Triangle{{{x + 1, y + 1}, {x + 1, y}, {x, y + 1}}}};
    std::optional<ReliefHit> best;
    for (const Triangle& triangle : triangles) {
        std::array<SurfacePlace, 3> places;
        std::array<double, 3> depths;
        std::array<Vector3, 3> corners;
        for (std::size_t k = 0; k < 3; ++k) {
            places[k] = placeOf(static_cast<int>(triangle[k].x), static_cast<int>(triangle[k].y));
            depths[k] = depthAt(places[k]);
            corners[k] = form_.toSpace(places[k], depths[k]);
        }
        const auto met = meet(ray, corners);
        if (!met) continue;
        const auto weighted = [&](double a, double b, double c) {
            return a + (b - a) * met->second + (c - a) * met->third;
        };
        const std::optional<ReliefHit> found = ReliefHit{{weighted(places[0].x, places[1].x, places[2].x),
                                                          weighted(places[0].y, places[1].y, places[2].y)},
                                                         weighted(depths[0], depths[1], depths[2]),
                                                         met->distance};
        if (nearer(found, best)) best = found;
    }
    return best;
}

}  // namespace burin
