// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/kinds/repeats.hpp"
#include "support/reference.hpp"

#include <algorithm>
#include <cmath>

namespace burin::test {

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
    // Of the largest repeats, the later one. If the bounds do not decide which repeat this is, any possible
    // one.
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

}  // namespace burin::test
