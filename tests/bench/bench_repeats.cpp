// SPDX-License-Identifier: GPL-3.0-or-later

// How fast are lattices whose repeats differ, compared with the same lattice without variation?
//
//     bench_repeats [side of the square, 10240] [pairs of runs, 9] [word that a row's name must contain]
//
// One thread computes binary32 samples of lattices that do not fold. Each varied run is next to a plain one.
// Prints the median rates in processor time, and the median of the pairs' ratios.

#include "core/design/design.hpp"
#include "core/kernels/dispatch.hpp"
#include "core/render/cpu_backend.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <memory>
#include <string>
#include <vector>

namespace {

using namespace burin;

struct BenchLattice {
    std::string name;
    std::string vectors;  ///< keys of the stitching
    int side;             ///< the side of the pattern, in pixels
    std::string expression;
};

// The first pattern is a dome of 120 px, repeated about every 100 px; the others are those of
// resources/examples.
const std::vector<BenchLattice> lattices = {
    {"dome", "u: [100.5, 0], v: [0, 100.5]", 120, "max(0, 1 - hypot(x - 59.5, y - 59.5) / 60)"},
    {"hexagonal-dimples", "u: [120, 0], v: [60, 103.92304845413264]", 113,
     "max(0, sqrt(max(0, 70^2 - (x - 56)^2 - (y - 56)^2)) - 43.3) / 26.7"},
    {"lens-array", "u: [64.3, 0], v: [32.15, 55.685433459149785]", 79,
     "max(0, 1 - ((x - 39)^2 + (y - 39)^2) / 39.5^2)"},
    {"shagreen-pebbles", "u: [140, 0], v: [70, 121.24355652982142]", 120,
     "0.8 * sqrt(max(0, 1 - ((x - 60)^2 + (y - 60)^2) / 58^2))"},
};

struct BenchVariation {
    std::string name;
    std::string vary;
    int patterns;
};

const std::vector<BenchVariation> variations = {
    {"pick of 4", "", 4},
    {"offset", "offset: [9, 9]", 1},
    {"half turns", "turn: half", 1},
    {"mirror", "mirror: both", 1},
    {"gain", "gain: [0.5, 1]", 1},
    {"quarter turns", "turn: quarter", 1},
    {"quarter turns and gain", "turn: quarter, gain: [0.5, 1]", 1},
    {"all that is exact", "offset: [9, 9], turn: quarter, mirror: both, gain: [0.5, 1]", 4},
    {"scale", "scale: [0.8, 1]", 1},
    {"any turn", "turn: any", 1},
    {"everything", "offset: [9, 9], turn: any, mirror: both, scale: [0.8, 1], gain: [0.5, 1]", 4},
};

std::string designOf(const BenchLattice& lattice, const std::string& vary, int patterns) {
    std::string links;
    std::string nodes;
    const std::string side = std::to_string(lattice.side);
    for (int k = 0; k < patterns; ++k) {
        const std::string name = "p" + std::to_string(k);
        links += "{pattern: " + name + "}, ";
        nodes += "  " + name + ": {kind: math2d, width: " + side + ", height: " + side + ", expression: \"" +
                 std::to_string(1 - 0.1 * k) + " * " + lattice.expression + "\"}\n";
    }
    return "burin: 2\npixel: 1 um\nnodes:\n"
           "  surface: {kind: root, width: 2 m, height: 2 m, inputs: [{data: lattice}]}\n"
           "  lattice: {kind: stitching, blend: max, " +
           lattice.vectors + ", vary: {" + vary + "}, inputs: [" + links + "]}\n" + nodes;
}

std::shared_ptr<const Graph> bound(const std::string& text) {
    const Design design = parseDesign(text, ".");
    const std::optional<NodeIndex> top = design.find("lattice");
    BoundGraph result = top ? bindGraph(design, *top, {}) : BoundGraph();
    if (!result.graph) {
        for (const Diagnostic& d : design.diagnostics)
            std::fprintf(stderr, "%s\n", d.text().c_str());
        std::exit(1);
    }
    return std::make_shared<const Graph>(std::move(*result.graph));
}

/// Millions of samples a second over a square in the middle of the surface, in the chunks of an export.
double speed(Backend& backend, const std::shared_ptr<const Graph>& graph, std::int64_t side) {
    constexpr std::int64_t chunk = 1024;
    const Rect whole{1'000'000, 1'000'000, side, side};
    const std::clock_t start = std::clock();  // processor time, because other programs may run too
    for (std::int64_t y = whole.y; y < whole.bottom(); y += chunk) {
        for (std::int64_t x = whole.x; x < whole.right(); x += chunk) {
            RenderRequest request;
            request.graph = graph;
            request.area = intersection(whole, {x, y, chunk, chunk});
            request.consume = [](const Rect&, const SamplesView&) {};
            renderAndWait(backend, std::move(request));
        }
    }
    const double spent = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
    return static_cast<double>(whole.area()) / spent * 1e-6;
}

double median(std::vector<double> values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

void measure(Backend& backend, const BenchLattice& lattice, const BenchVariation& variation,
             std::int64_t side, int pairs) {
    const auto plain = bound(designOf(lattice, "", 1));
    const auto varied = bound(designOf(lattice, variation.vary, variation.patterns));
    std::vector<double> rates[2];
    std::vector<double> ratios;
    speed(backend, varied, side / 8);
    for (int k = 0; k < pairs; ++k) {
        rates[0].push_back(speed(backend, plain, side));
        rates[1].push_back(speed(backend, varied, side));
        ratios.push_back(rates[1].back() / rates[0].back());
    }
    std::printf("%-42s %8.0f %8.0f %8.2f\n", (lattice.name + ", " + variation.name).c_str(), median(rates[0]),
                median(rates[1]), median(ratios));
    std::fflush(stdout);
}

}  // namespace

int main(int count, char** arguments) {
    const std::int64_t side = count > 1 ? std::atoll(arguments[1]) : 10240;
    const int pairs = count > 2 ? std::atoi(arguments[2]) : 9;
    const std::string wanted = count > 3 ? arguments[3] : "";
    MemoryBudget budget(std::size_t{512} << 20U);
    TileCache cache(budget);
    CpuBackend backend(budget, cache, 1);
    std::printf("%lld x %lld samples, %s, one thread; millions of samples a second\n",
                static_cast<long long>(side), static_cast<long long>(side),
                instructionSetName(instructionSet()));
    std::printf("%-42s %8s %8s %8s\n", "", "plain", "varied", "ratio");
    for (const BenchLattice& lattice : lattices) {
        for (const BenchVariation& variation : variations) {
            if ((lattice.name + ", " + variation.name).find(wanted) == std::string::npos) continue;
            measure(backend, lattice, variation, side, pairs);
        }
    }
    return 0;
}
