// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engraving/photograph/texture_search.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace burin {

namespace {

using Method = ExampleTexture::Method;

constexpr double mostSteps = 0x1p31;       ///< of the seams of all cuts of a search
constexpr double mostStepsOfOne = 0x1p30;  ///< that `example` allows
/// If the best of so many textures exceeds a limit so much, others do not help either.
constexpr int triesAtLeast = 3;
constexpr double hopeless = 2.5;
/// If a texture is within the limits with a risk, so many others are tried.
constexpr int triesForLessRisk = 4;
constexpr double leastContrast = 0.25;
constexpr double mostContrast = 4;

/// Whether two patches are so similar that the second one teaches nothing.
bool similar(std::int64_t a, std::int64_t b) {
    return std::abs(a - b) * 12 < a;
}

void addBlends(std::vector<TextureSettings>& all, Size photograph) {
    constexpr std::int64_t least = 8;
    const TextureSettings first = all.front();
    const double usual = static_cast<double>(std::min(photograph.width, photograph.height)) / 5;
    for (const double share : {1.25, 1.0, 0.8, 0.63, 0.5, 0.4, 0.32, 0.25}) {
        TextureSettings next = first;
        next.patchPx = std::clamp<std::int64_t>(std::llround(usual * share), least, 1024);
        if (!similar(first.patchPx, next.patchPx) && !similar(all.back().patchPx, next.patchPx))
            all.push_back(next);
    }
}

void addCuts(std::vector<TextureSettings>& all, Size photograph) {
    const TextureSettings first = all.front();
    const std::int64_t side = std::min(photograph.width, photograph.height);
    double steps = 0;
    const auto add = [&](std::int64_t patchPx, int colours, std::uint32_t seeds) {
        for (std::uint32_t seed = 0; seed < seeds; ++seed) {
            TextureSettings next = first;
            const double seams = std::pow(colours, 4);
            const auto most = static_cast<std::int64_t>(std::sqrt(mostStepsOfOne / seams));
            next.patchPx = std::clamp<std::int64_t>(patchPx, 16, most);
            next.colours = colours;
            next.seed = seed;
            const double more = seams * static_cast<double>(next.patchPx * next.patchPx);
            if (std::find(all.begin(), all.end(), next) != all.end() || steps + more > mostSteps) continue;
            steps += more;
            all.push_back(next);
        }
    };
    add(side / 4, 8, 4);
    add(side / 4, 12, 2);
    add(side / 5, 12, 2);
    add(first.patchPx, 12, 2);
    add(side / 3, 8, 2);
}

/// A contrast that gives a share of the photograph's spread, with three digits after the point.
double contrastFor(const TextureLikeness& plain, double share) {
    if (plain.spread <= 0) return 1;
    return std::clamp(std::round(1000 * share / plain.spread) / 1000, leastContrast, mostContrast);
}

/// Whether a texture is within all limits.
bool serves(const TextureLikeness& likeness) {
    return likeness.everything && likeness.misses().empty();
}

/// Whether a texture is a better choice than another one.
bool better(const TextureLikeness& one, const TextureLikeness& other) {
    if (serves(one) != serves(other)) return serves(one);
    return serves(one) ? one.risk() < other.risk() : one.worst() < other.worst();
}

/// Measures without a contrast, with the one that gives the photograph's spread, and with one that nearly
/// gives it, and keeps the texture that is most like the photograph.
FoundTexture bestContrast(TextureMeasures& measures, const PhotographMeasures& photograph,
                          TextureSettings settings) {
    constexpr double enough = 0.005;  // places differ by more
    constexpr double nearly = 0.005;  // the shares of the depths then change less
    const TextureLikeness plain = measures.compare(photograph, 1);
    FoundTexture found{settings, plain};
    if (std::abs(plain.spread - 1) <= enough) return found;
    const double near = plain.spread > 1 ? 1 + nearly : 1 - nearly;
    const std::array contrasts = {1.0, contrastFor(plain, 1), contrastFor(plain, near)};
    // The second pass knows all that the first one has measured.
    for (int pass = 0; pass < 2; ++pass) {
        found.likeness = measures.compare(photograph, found.settings.contrast);
        for (const double contrast : contrasts) {
            settings.contrast = contrast;
            const TextureLikeness toned = measures.compare(photograph, contrast);
            if (better(toned, found.likeness)) found = {settings, toned};
        }
    }
    return found;
}

}  // namespace

std::vector<TextureSettings> settingsToTry(const TextureSettings& first, Size photograph) {
    std::vector<TextureSettings> all = {first};
    if (first.method == Method::blend) {
        addBlends(all, photograph);
    } else {
        addCuts(all, photograph);
    }
    return all;
}

Reservation memoryForTextureSearch(Size photograph, MemoryBudget& budget, const std::stop_token& stop) {
    const std::size_t samples =
        sizeof(float) * static_cast<std::size_t>(photograph.width * photograph.height);
    // The samples of the photograph are released before the search. The search keeps the best texture.
    const std::size_t measuring = samples + PhotographMeasures::bytes();
    const std::size_t searching =
        DepthShares::bytes() + 2 * TextureMeasures::bytesKept() + TextureMeasures::bytesAtWork();
    return budget.reserve(std::max(measuring, searching), "the comparison of textures", stop,
                          Holder::samples);
}

std::optional<FoundTexture> findLikeTexture(const PhotographMeasures& photograph,
                                            const TextureSettings& first, Size size, const TextureMaker& make,
                                            const std::stop_token& stop, std::int64_t sidePx) {
    std::optional<FoundTexture> best;
    std::optional<TextureMeasures> ofBest;
    const auto measureAll = [&] {
        best->likeness = ofBest->compare(photograph, best->settings.contrast, true);
        return best->likeness.worst();
    };
    int tries = 0;
    int triesSinceServes = 0;
    for (const TextureSettings& settings : settingsToTry(first, size)) {
        if (tries == triesAtLeast && measureAll() > hopeless) break;
        if (best && serves(best->likeness) && ++triesSinceServes > triesForLessRisk) break;
        const std::optional<ExampleTexture> texture = make(settings);
        if (!texture) continue;
        ++tries;
        TextureMeasures measures(*texture, stop, sidePx);
        const FoundTexture found = bestContrast(measures, photograph, settings);
        if (serves(found.likeness) && found.likeness.risk() <= 1) return found;
        if (best && !better(found.likeness, best->likeness)) continue;
        best = found;
        ofBest = std::move(measures);
    }
    if (best) measureAll();
    return best;
}

}  // namespace burin
