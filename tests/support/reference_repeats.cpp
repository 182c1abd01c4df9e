// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/reference.hpp"

#include <algorithm>
#include <cmath>

namespace burin::test {

namespace {

double hash(std::int64_t i, std::int64_t j, std::int64_t seed) {
    const std::uint64_t mask = 0xFFFFFFFF;
    std::uint64_t h = ((static_cast<std::uint64_t>(i) & mask) * 0x9E3779B1) ^
                      ((static_cast<std::uint64_t>(j) & mask) * 0x85EBCA77) ^
                      ((static_cast<std::uint64_t>(seed) & mask) * 0xC2B2AE3D);
    h &= mask;
    h ^= h >> 16;
    h = h * 0x7FEB352D & mask;
    h ^= h >> 15;
    h = h * 0x846CA68B & mask;
    h ^= h >> 16;
    return static_cast<double>(h) / 4294967296.0;
}

std::int64_t floorOf(double value) {
    return static_cast<std::int64_t>(std::floor(value));
}

/// floor(a / b) of integers.
std::int64_t quotient(std::int64_t a, std::int64_t b) {
    const std::int64_t q = a / b;
    return a % b != 0 && (a < 0) != (b < 0) ? q - 1 : q;
}

std::int64_t modulo(std::int64_t a, std::int64_t b) {
    return a - b * quotient(a, b);
}

std::vector<const TreeLink*> patternsOf(const TreeNode& node) {
    std::vector<const TreeLink*> patterns;
    for (const TreeLink& link : node.links) {
        if (link.trait == TreeTrait::pattern) patterns.push_back(&link);
    }
    return patterns;
}

Pair centreOf(const Rect& area) {
    return {static_cast<double>(area.x) + static_cast<double>(area.width) / 2,
            static_cast<double>(area.y) + static_cast<double>(area.height) / 2};
}

/// How many u and v make one step.
struct Step {
    std::int64_t a = 0;
    std::int64_t b = 0;
    double miss = 0;  ///< the distance to the step, in pixels
};

Step stepOf(Pair u, Pair v, Pair to) {
    const double determinant = u.x * v.y - u.y * v.x;
    Step step;
    step.a = std::llround((to.x * v.y - to.y * v.x) / determinant);
    step.b = std::llround((u.x * to.y - u.y * to.x) / determinant);
    const auto a = static_cast<double>(step.a);
    const auto b = static_cast<double>(step.b);
    step.miss = std::hypot(a * u.x + b * v.x - to.x, a * u.y + b * v.y - to.y);
    return step;
}

}  // namespace

Reference::Shown Reference::shownBy(const Vary& vary, std::int64_t seed, const TreeNode& node, std::int64_t i,
                                    std::int64_t j) {
    const auto random = [&](std::int64_t k) { return hash(i, j, seed + 65536 * k); };
    const std::vector<const TreeLink*> patterns = patternsOf(node);
    const auto n = static_cast<std::int64_t>(patterns.size());
    std::int64_t pick = 0;
    if (vary.pick == "random") pick = floorOf(static_cast<double>(n) * random(1));
    if (vary.pick == "sequence") pick = modulo(i + j, n);
    if (vary.pick == "rows") pick = modulo(j, n);
    if (vary.pick == "columns") pick = modulo(i, n);
    Shown shown;
    shown.pattern = patterns[static_cast<std::size_t>(pick)];
    shown.corner = {floorOf((2 * random(2) - 1) * vary.offset.x + 0.5),
                    floorOf((2 * random(3) - 1) * vary.offset.y + 0.5)};
    TransformNode& transform = shown.transform;
    if (vary.turn == "half") transform.rotate = 180 * std::floor(2 * random(4));
    if (vary.turn == "quarter") transform.rotate = 90 * std::floor(4 * random(4));
    if (vary.turn == "any") transform.rotate = 360 * std::floor(4096 * random(4)) / 4096;
    const bool half = random(5) >= 0.5;
    const bool odd = floorOf(4 * random(5)) % 2 == 1;
    if (vary.mirror == "x" && half) transform.mirror = "x";
    if (vary.mirror == "y" && half) transform.mirror = "y";
    if (vary.mirror == "both") transform.mirror = half ? (odd ? "both" : "x") : odd ? "y" : "none";
    const double scale = vary.scale.x + (vary.scale.y - vary.scale.x) * random(6);
    transform.scale = {scale, scale};
    shown.gain = static_cast<float>(vary.gain.x + (vary.gain.y - vary.gain.x) * random(7));
    shown.id = static_cast<float>(std::max(std::floor(16777216 * random(8)), 16.0) / 16777216);
    return shown;
}

std::optional<Size> Reference::sizeOf(const Shown& shown) const {
    const Rect pattern = *bounds_[shown.pattern->child];
    if (pattern.empty()) return {};
    const Rect result = *Resampler(shown.transform, pattern).result;
    return Size{result.width, result.height};
}

const Reference::Repeat& Reference::repeatOf(const Vary& vary, std::int64_t seed, const TreeNode& node,
                                             std::int64_t i, std::int64_t j) {
    const auto [found, fresh] = repeats_.try_emplace({&node, i, j});
    Repeat& repeat = found->second;
    if (fresh) {
        repeat.shown = shownBy(vary, seed, node, i, j);
        repeat.size = sizeOf(repeat.shown);
    }
    return repeat;
}

Range Reference::sampleOf(const Shown& shown, Point p) {
    const Point local{p.x - shown.corner.x, p.y - shown.corner.y};
    const std::optional<Size> size = sizeOf(shown);
    if (!size || !Rect{0, 0, size->width, size->height}.contains(local)) return {};
    const Range sample = transformed(shown.transform, shown.pattern->child, local);
    return swept(combined(sample, shown.gain, [](float s, float gain) { return s * gain; }));
}

Reference::Reach Reference::reachOf(const Vary& vary, const TreeNode& node, bool fromPattern) const {
    Reach reach{1e18, 1e18, -1e18, -1e18};
    for (const TreeLink* link : patternsOf(node)) {
        const Rect pattern = *bounds_[link->child];
        if (pattern.empty()) continue;
        // A turned rectangle is at most as wide and as high as its sides together.
        const auto sides = static_cast<double>(pattern.width + pattern.height);
        const double far = sides / 2 * std::max(vary.scale.y, 1.0) + 3;
        const double x = static_cast<double>(link->at.x) + (fromPattern ? centreOf(pattern).x : 0);
        const double y = static_cast<double>(link->at.y) + (fromPattern ? centreOf(pattern).y : 0);
        reach = {std::min(reach.left, x - far - vary.offset.x), std::min(reach.top, y - far - vary.offset.y),
                 std::max(reach.right, x + far + vary.offset.x),
                 std::max(reach.bottom, y + far + vary.offset.y)};
    }
    return reach;
}

Range Reference::blendOf(const std::string& blend, const std::string& value, const std::vector<Shown>& shown,
                         Point p) {
    std::vector<Range> samples;
    std::vector<Range> ids;
    for (const Shown& repeat : shown) {
        const Range s = sampleOf(repeat, p);
        if (s.surelyZero()) continue;
        samples.push_back(s);
        ids.push_back(s.maybeZero() ? either(Range(), repeat.id) : Range(repeat.id));
    }
    if (value == "sample") return blended(blend, samples);
    if (blend == "over") return blended("over", ids);
    // The later of the largest. If the bounds do not decide, any repeat that may be it.
    if (blend == "min") {
        for (Range& s : samples)
            s = {-s.high, -s.low};
    }
    Range result;
    bool any = false;
    for (std::size_t k = 0; k < samples.size(); ++k) {
        bool mayWin = true;
        for (std::size_t other = 0; other < samples.size(); ++other) {
            if (other == k) continue;
            const bool sure = !samples[other].maybeZero();
            const bool later = other > k;
            if (sure &&
                (samples[other].low > samples[k].high || (later && samples[other].low >= samples[k].high))) {
                mayWin = false;
            }
        }
        if (!mayWin) continue;
        result = any ? either(result, ids[k]) : ids[k];
        any = true;
    }
    return result;
}

Range Reference::of(const StitchingNode& kind, const TreeNode& node, Point p) {
    const Rect first = *bounds_[node.links[0].child];
    const Pair u = kind.u.value_or(Pair{static_cast<double>(first.width), 0});
    const Pair v = kind.v.value_or(Pair{0, static_cast<double>(first.height)});
    const double determinant = u.x * v.y - u.y * v.x;
    if (determinant == 0) return {};
    const Size closes = kind.closes;
    const Step x = stepOf(u, v, {static_cast<double>(closes.width), 0});
    const Step y = stepOf(u, v, {0, static_cast<double>(closes.height)});
    const Reach reach = reachOf(kind.vary, node, true);
    if (reach.left > reach.right) return {};
    // The lattice of u and v may have drifted away from the one that closes.
    double drift = 0;
    for (const auto& [step, length] : {std::pair(x, closes.width), std::pair(y, closes.height)}) {
        if (length > 0) {
            drift += step.miss * (static_cast<double>(std::max(std::abs(p.x), std::abs(p.y))) /
                                      static_cast<double>(length) +
                                  2);
        }
    }
    std::int64_t bounds[4] = {1LL << 60, -(1LL << 60), 1LL << 60, -(1LL << 60)};
    for (const double dx : {reach.left - drift, reach.right + drift}) {
        for (const double dy : {reach.top - drift, reach.bottom + drift}) {
            const double px = static_cast<double>(p.x) - kind.origin.x - dx;
            const double py = static_cast<double>(p.y) - kind.origin.y - dy;
            const std::int64_t i = floorOf((px * v.y - py * v.x) / determinant);
            const std::int64_t j = floorOf((u.x * py - u.y * px) / determinant);
            bounds[0] = std::min(bounds[0], i - 1);
            bounds[1] = std::max(bounds[1], i + 2);
            bounds[2] = std::min(bounds[2], j - 1);
            bounds[3] = std::max(bounds[3], j + 2);
        }
    }
    std::vector<Shown> over;
    for (std::int64_t j = bounds[2]; j <= bounds[3]; ++j) {
        for (std::int64_t i = bounds[0]; i <= bounds[1]; ++i) {
            std::int64_t n1 = 0;
            std::int64_t n2 = 0;
            if (closes.width > 0 && closes.height > 0) {
                const std::int64_t d = x.a * y.b - y.a * x.b;
                n1 = quotient(i * y.b - j * y.a, d);
                n2 = quotient(j * x.a - i * x.b, d);
            } else if (closes.width > 0) {
                n1 = quotient(x.a * i + x.b * j, x.a * x.a + x.b * x.b);
            } else if (closes.height > 0) {
                n2 = quotient(y.a * i + y.b * j, y.a * y.a + y.b * y.b);
            }
            const std::int64_t i0 = i - n1 * x.a - n2 * y.a;
            const std::int64_t j0 = j - n1 * x.b - n2 * y.b;
            const auto& [repeat, size] = repeatOf(kind.vary, kind.vary.seed, node, i0, j0);
            if (!size) continue;
            const Rect pattern = *bounds_[repeat.pattern->child];
            const auto coordinate = [&](double stepU, double stepV, double origin, std::int64_t at) {
                double sum = static_cast<double>(i0) * stepU + static_cast<double>(j0) * stepV;
                sum = sum + origin;
                sum = sum + static_cast<double>(at);
                return floorOf(sum + 0.5);
            };
            Point corner = repeat.corner;
            corner.x += coordinate(u.x, v.x, kind.origin.x, repeat.pattern->at.x) + n1 * closes.width +
                        pattern.x + quotient(pattern.width - size->width, 2);
            corner.y += coordinate(u.y, v.y, kind.origin.y, repeat.pattern->at.y) + n2 * closes.height +
                        pattern.y + quotient(pattern.height - size->height, 2);
            if (!Rect{corner.x, corner.y, size->width, size->height}.contains(p)) continue;
            over.push_back(repeat);
            over.back().corner = corner;
        }
    }
    return masked(node, blendOf(kind.blend, kind.value, over, p), 1, p);
}

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

}  // namespace burin::test
