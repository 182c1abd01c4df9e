// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engraving/comparing/part_comparison.hpp"

#include "core/base/text.hpp"
#include "core/design/roller.hpp"
#include "core/engraving/measuring/designed_heights.hpp"
#include "core/images/heights/height_file.hpp"
#include "core/images/image_error.hpp"
#include "core/images/input_file.hpp"
#include "core/render/graph.hpp"

#include <algorithm>
#include <cmath>

namespace burin {

MeasuredPart readPart(const std::filesystem::path& file, MemoryBudget& budget) {
    constexpr std::int64_t most = longestComparedSide * longestComparedSide;
    const std::string name = quotedForMessage(file.string());
    const InputFile opened(file);
    const std::size_t bytes = heightFileBytes(opened, most);
    Reservation reading = budget.tryReserve(bytes, Holder::blocks);
    if (!reading) throw budget.shortage(filledIn("reading %1", {name}), bytes);
    HeightFile read = readHeightFile(opened, most);
    if (read.size.width > longestComparedSide || read.size.height > longestComparedSide)
        throw ImageError({.subject = name,
                          .reason = "has %1 x %2 samples",
                          .details = {std::to_string(read.size.width), std::to_string(read.size.height)},
                          .advice = "cut out a part of at most 8,192 x 8,192"});
    const auto measured = std::count_if(read.heightsUm.begin(), read.heightsUm.end(),
                                        [](float height) { return std::isfinite(height); });
    if (measured < fewestCompared)
        throw ImageError({.subject = name,
                          .reason = "has %1 that are not missing",
                          .details = {counted(static_cast<std::size_t>(measured), "height")},
                          .advice = "measure a part with at least 16"});
    MeasuredPart part;
    part.heights = {read.size, {read.pitchXUm, read.pitchYUm}, {0, 0}, std::move(read.heightsUm)};
    part.baseUm = read.baseUm;
    part.held = reading.split(part.heights.heights.size() * sizeof(float));
    return part;
}

ComparisonOptions optionsFor(const PartSurface& surface, const Design& design) {
    ComparisonOptions options;
    options.surfacePitchUm = pitchOf(design);
    options.fullDepthUm = design.fullDepthUm().value_or(0);
    const auto middle = [](std::int64_t from, std::int64_t size, double pitch) {
        return (static_cast<double>(from) + static_cast<double>(size - 1) / 2) * pitch;
    };
    const Rect whole = surface.graph->top().extent.rect();
    options.atUm = {middle(whole.x, whole.width, options.surfacePitchUm.x),
                    middle(whole.y, whole.height, options.surfacePitchUm.y)};
    return options;
}

Comparison comparePart(const PartSurface& surface, const MeasuredPart& part,
                       const ComparisonOptions& options) {
    MemoryBudget& budget = surface.budget;
    const std::size_t bytes = comparisonBytes(part.heights, surface.graph->top().extent.rect(), options);
    // A quarter is left for the computation of the surface.
    const Reservation held = bytes + part.held.bytes() <= budget.limit() / 4 * 3
                                 ? budget.tryReserve(bytes, Holder::blocks)
                                 : Reservation();
    if (!held) throw budget.shortage("comparing", bytes);
    const DesignedHeights heights(surface.backend, surface.graph, options.stop, surface.priority);
    Comparison found = compareHeights(heights, part.heights, options);
    found.offsetUm += part.baseUm;
    return found;
}

}  // namespace burin
