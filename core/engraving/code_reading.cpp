// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engraving/code_reading.hpp"

#include "core/base/text.hpp"
#include "core/kinds/vectors/code.hpp"
#include "core/outlines/codes/code_symbol.hpp"
#include "core/render/sampler.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

namespace burin {

namespace {

/// Readers confuse depths that differ by less than this share of the full depth.
constexpr double leastContrast = 1.0 / 256;
/// One pixel, minus a tolerance for the rounding of turned codes.
constexpr double pixelAtLeast = 0.999;
/// The raster alone may lose a module that is narrower than this.
constexpr double safeModulePx = 2;
/// Larger nodes are computed only around the modules.
constexpr double mostPreparedSamples = 0x1p22;
/// Codes with more modules are sampled at fewer places in each module.
constexpr std::size_t manyModules = 10'000;

/// The place of the node's (0, 0) on the top node; empty if a node between them moves it in another way.
std::optional<Point> placeOnTop(const Graph& graph, std::size_t wanted) {
    std::vector<std::optional<Point>> places(graph.nodes.size());
    places.back() = Point{};
    for (std::size_t n = graph.nodes.size(); n-- > 0;) {
        if (!places[n]) continue;
        const GraphNode& node = graph.nodes[n];
        for (std::size_t i = 0; i < node.children.size(); ++i) {
            std::optional<Point>& child = places[node.children[i]];
            const bool inPlace = node.links[i].trait != Trait::pattern && node.operation->halo(node.links, i);
            if (!child && inPlace) child = *places[n] + node.links[i].at;
        }
    }
    return places[wanted];
}

/// A column or row of the code, or of its quiet zone, along one axis of the code's box.
struct CodeStrip {
    double from = 0;
    double length = 1;
    std::optional<std::size_t> module = {};  ///< the number of the module; nothing in the quiet zone
};

/// The strips of `count` modules, and `around` strips of the quiet zone on both sides.
std::vector<CodeStrip> stripsOf(std::size_t count, std::int64_t side, std::int64_t quietPx, int around,
                                std::int64_t modulePx) {
    std::vector<CodeStrip> strips;
    const auto first = static_cast<double>(quietPx);
    const auto wide = static_cast<double>(modulePx);
    const double end = first + static_cast<double>(static_cast<std::int64_t>(count) * side);
    for (int k = around; k > 0; --k)
        strips.push_back({first - k * wide, wide});
    for (std::size_t i = 0; i < count; ++i)
        strips.push_back(
            {first + static_cast<double>(static_cast<std::int64_t>(i) * side), static_cast<double>(side), i});
    for (int k = 0; k < around; ++k)
        strips.push_back({end + k * wide, wide});
    return strips;
}

class ModuleSums {
  public:
    void add(double depth, bool inCode, bool dark) {
        if (!inCode) {
            quiet_.push_back(depth);
        } else {
            (dark ? dark_ : light_).push_back(depth);
        }
    }

    void judge(CodeReading& reading) const {
        const double dark = mean(dark_);
        const double light = mean(light_);
        reading.visible = std::abs(dark - light) >= leastContrast;
        const double middle = (dark + light) / 2;
        const auto looksDark = [&](double depth) { return dark > light ? depth > middle : depth < middle; };
        const auto looksLight = [&](double depth) { return !looksDark(depth); };
        const auto lost = std::count_if(dark_.begin(), dark_.end(), looksLight) +
                          std::count_if(light_.begin(), light_.end(), looksDark);
        reading.lost = static_cast<std::size_t>(lost);
        reading.covered = static_cast<std::size_t>(std::count_if(quiet_.begin(), quiet_.end(), looksDark));
    }

  private:
    static double mean(const std::vector<double>& depths) {
        double sum = 0;
        for (const double depth : depths)
            sum += depth;
        return depths.empty() ? 0 : sum / static_cast<double>(depths.size());
    }

    std::vector<double> dark_;
    std::vector<double> light_;
    std::vector<double> quiet_;
};

class CodeSamples {
  public:
    /// \param origin  of the frame of DrawnCode::map on the sampler's node
    CodeSamples(const Sampler& sampler, const DrawnCode& code, const ModuleGrid& grid, Point origin)
        : sampler_(sampler),
          map_(code.map),
          origin_(origin),
          grid_(grid),
          places_(grid.dark.size() * grid.columns() > manyModules ? 3 : 5) {}

    void judge(CodeReading& reading) const {
        const int around = std::min(grid_.quietModules, grid_.wantedQuiet);
        const std::vector<CodeStrip> columns =
            stripsOf(grid_.columns(), grid_.modulePx, grid_.quietPx, around, grid_.modulePx);
        // A Code 128 has no quiet zone above and below.
        const std::vector<CodeStrip> rows = stripsOf(grid_.dark.size(), grid_.rowPx, grid_.quietAbovePx,
                                                     grid_.quietAbovePx > 0 ? around : 0, grid_.modulePx);
        ModuleSums sums;
        for (const CodeStrip& row : rows) {
            const std::vector<float> samples = samplesOf(row, columns);
            const std::size_t each = samples.size() / columns.size();
            for (std::size_t c = 0; c < columns.size(); ++c) {
                double sum = 0;
                for (std::size_t k = c * each; k < (c + 1) * each; ++k)
                    sum += static_cast<double>(samples[k]);
                const bool inCode = row.module && columns[c].module;
                sums.add(sum / static_cast<double>(each), inCode,
                         inCode && grid_.dark[*row.module][*columns[c].module]);
            }
        }
        sums.judge(reading);
    }

  private:
    /// The samples in the middles of the modules of a row, module by module.
    [[nodiscard]] std::vector<float> samplesOf(const CodeStrip& row,
                                               const std::vector<CodeStrip>& columns) const {
        std::vector<Point> places;
        for (const CodeStrip& column : columns) {
            for (int j = 0; j < places_; ++j) {
                for (int i = 0; i < places_; ++i)
                    places.push_back(placeAt({inMiddle(column, i), inMiddle(row, j)}));
            }
        }
        std::vector<float> samples(places.size());
        sampler_.sample(places.data(), static_cast<std::int64_t>(places.size()), samples.data());
        return samples;
    }

    [[nodiscard]] double inMiddle(const CodeStrip& strip, int k) const {
        return strip.from + strip.length * (0.25 + 0.5 * (k + 0.5) / places_);
    }

    /// The sample whose pixel contains a place of the code's box.
    [[nodiscard]] Point placeAt(PlanePoint inBox) const {
        const PlanePoint drawn = map_(inBox);
        return Point{static_cast<std::int64_t>(std::floor(drawn.x)),
                     static_cast<std::int64_t>(std::floor(drawn.y))} +
               origin_;
    }

    const Sampler& sampler_;
    Affine map_;
    Point origin_;
    const ModuleGrid& grid_;
    int places_;  ///< along each side of a module
};

}  // namespace

bool CodeReading::good() const {
    return visible && lost == 0 && covered == 0 && modulePx >= pixelAtLeast && quiet >= wantedQuiet &&
           !mirrored;
}

Problem CodeReading::words() const {
    const std::string all = counted(columns * rows, "module");
    const std::string wide = roundedText(modulePx, 3);
    if (!visible)
        return {.reason = "the code cannot be read: its dark and light modules have the same depth",
                .advice = "give the code another depth than its surroundings"};
    if (lost > 0 && modulePx < safeModulePx)
        return {.reason = lost == 1 ? "1 of %2 is lost: a module is %3 px wide"
                                    : "%1 of %2 are lost: a module is %3 px wide",
                .details = {std::to_string(lost), all, wide},
                .advice = "make the code larger"};
    if (lost > 0)
        return {.reason = lost == 1 ? "1 of %2 is lost" : "%1 of %2 are lost",
                .details = {std::to_string(lost), all},
                .advice = "keep the code free of other nodes and masks"};
    if (modulePx < pixelAtLeast)
        return {.reason = "a module is narrower than a pixel: %1 px",
                .details = {wide},
                .advice = "make the code larger"};
    if (covered > 0)
        return {.reason = "other nodes cover a part of the quiet zone",
                .details = {counted(static_cast<std::size_t>(wantedQuiet), "module")},
                .advice = "keep %1 around the code free"};
    if (quiet < wantedQuiet)
        return {.reason = "the quiet zone is too small: readers need %1 around the code",
                .details = {counted(static_cast<std::size_t>(wantedQuiet), "module")},
                .advice = "enlarge the quiet zone, or keep the surroundings free"};
    if (mirrored)
        return {.reason = "the code is mirrored, which many readers refuse",
                .advice = "mirror it only for a stamp or a mould"};
    return {.reason = onTop ? "the code can be read: %1 x %2 modules of %3 um"
                            : "the code itself can be read: %1 x %2 modules of %3 um; it was not read "
                              "together with the other nodes",
            .details = {std::to_string(columns), std::to_string(rows), roundedText(moduleUm, 4)}};
}

std::optional<CodeReading> codeReading(Backend& backend, MemoryBudget& budget,
                                       const std::shared_ptr<const Graph>& graph, std::string_view name,
                                       const std::stop_token& stop) {
    const auto named = [&](const GraphNode& node) { return node.name == name; };
    const auto found = std::find_if(graph->nodes.begin(), graph->nodes.end(), named);
    if (found == graph->nodes.end()) return {};
    const auto* operation = dynamic_cast<const OperationOf<DrawnCode>*>(found->operation.get());
    if (operation == nullptr || operation->node().data.empty()) return {};
    const DrawnCode& code = operation->node();
    const ModuleGrid grid = moduleGrid(code.style, code.data);
    const auto index = static_cast<std::size_t>(found - graph->nodes.begin());
    const std::optional<Point> place = placeOnTop(*graph, index);
    CodeReading reading;
    reading.columns = grid.columns();
    reading.rows = grid.dark.size();
    const PlanePoint across = code.map.vector({static_cast<double>(grid.modulePx), 0});
    const PlanePoint down = code.map.vector({0, static_cast<double>(grid.rowPx)});
    reading.modulePx = std::min(length(across), length(down));
    reading.moduleUm = reading.modulePx * graph->pixelUm;
    reading.quiet = grid.quietModules;
    reading.wantedQuiet = grid.wantedQuiet;
    reading.mirrored = code.map.determinant() < 0;
    reading.onTop = place.has_value();
    const Sampler sampler(backend, budget, place ? graph : subgraph(*graph, index), stop,
                          mostPreparedSamples);
    CodeSamples(sampler, code, grid, place.value_or(Point{}) + code.firstOrigin()).judge(reading);
    return reading;
}

}  // namespace burin
