// SPDX-License-Identifier: GPL-3.0-or-later

// How much faster is a surface of 8 bits if it is computed in bytes instead of in floats?
//
//     bench_bytes [side of the square, 8192] [pairs of runs, 9] [word that a row's name must contain]
//
// One thread computes the surface of a TIFF of bytes, with and without filters. Each pair of runs is one by
// ByteEvaluator, and one by Evaluator with Root::pack. Both runs of a pair must give the same bytes. Prints
// the median rates in processor time, and the median of the pairs' ratios.

#include "core/design/design.hpp"
#include "core/kernels/dispatch.hpp"
#include "core/render/byte_evaluator.hpp"
#include "core/render/cpu_backend.hpp"
#include "core/render/written_samples.hpp"
#include "support/tiff_writer.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <exception>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace {

using namespace burin;

struct BenchSurface {
    std::string name;
    std::string root;   ///< keys of the surface
    std::string nodes;  ///< lines of other nodes than the surface and `i`, the picture
};

const std::vector<BenchSurface> surfaces = {
    {"the picture", "inputs: [{data: i}]", ""},
    {"inverted", "invert: true, inputs: [{data: i}]", ""},
    {"median, radius 1", "inputs: [{data: m}]", "  m: {kind: median, radius: 1, inputs: [{data: i}]}\n"},
    {"median of a median", "inputs: [{data: n}]",
     "  n: {kind: median, radius: 1, inputs: [{data: m}]}\n"
     "  m: {kind: median, radius: 1, inputs: [{data: i}]}\n"},
    {"mean of 9 x 9", "inputs: [{data: m}]",
     "  m: {kind: convolution, kernel: {box: 9}, inputs: [{data: i}]}\n"},
    {"mean of 25 x 25", "inputs: [{data: m}]",
     "  m: {kind: convolution, kernel: {box: 25}, inputs: [{data: i}]}\n"},
};

std::shared_ptr<const Graph> bound(const BenchSurface& surface, const std::filesystem::path& folder,
                                   std::int64_t side) {
    const std::string length = std::to_string(side);
    const Design design = parseDesign(
        "burin: 2\npixel: 1 um\nnodes:\n  surface: {kind: root, width: " + length + ", height: " + length +
            ", " + surface.root + "}\n  i: {kind: tiff, file: picture.tif}\n" + surface.nodes,
        folder);
    BoundGraph result = design.root ? bindGraph(design, *design.root, {}) : BoundGraph();
    if (!result.graph) {
        for (const Diagnostic& d : design.diagnostics)
            std::fprintf(stderr, "%s\n", d.text().c_str());
        return nullptr;
    }
    return std::make_shared<const Graph>(std::move(*result.graph));
}

/// Millions of samples a second over the whole surface, in bands of full rows.
double speed(Backend& backend, const std::shared_ptr<const Graph>& graph, std::int64_t side, bool inBytes,
             std::vector<std::byte>& out) {
    constexpr std::int64_t rowsAtOnce = 1024;
    const Rect whole{0, 0, side, side};
    const std::clock_t start = std::clock();  // processor time, because other programs may run too
    for (std::int64_t y = 0; y < side; y += rowsAtOnce) {
        RenderRequest request;
        request.graph = graph;
        request.area = intersection(whole, {0, y, side, rowsAtOnce});
        const PackedTarget target{rootOf(*graph), [first = out.data() + y * side] { return first; },
                                  static_cast<std::size_t>(side)};
        if (inBytes) {
            request.packed = target;
        } else {
            // The backend does the same with a packed request whose samples are floats.
            request.consume = [&target, area = request.area](const Rect& part, const SamplesView& samples) {
                target.write(area, part, samples);
            };
        }
        renderAndWait(backend, std::move(request));
    }
    const double spent = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
    return static_cast<double>(whole.area()) / spent * 1e-6;
}

double median(std::vector<double> values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

/// \return whether the row could be measured
bool measure(Backend& backend, const BenchSurface& surface, const std::filesystem::path& folder,
             std::int64_t side, int pairs) {
    const auto graph = bound(surface, folder, side);
    if (!graph) return false;
    if (!ByteEvaluator::takes(*graph)) {
        std::fprintf(stderr, "%s: cannot be computed in bytes\n", surface.name.c_str());
        return false;
    }
    const auto samples = static_cast<std::size_t>(side * side);
    std::vector<std::byte> bytes(samples);
    std::vector<std::byte> packed(samples);
    std::vector<double> rates[2];
    std::vector<double> ratios;
    for (int k = 0; k < pairs; ++k) {
        rates[0].push_back(speed(backend, graph, side, false, packed));
        rates[1].push_back(speed(backend, graph, side, true, bytes));
        ratios.push_back(rates[1].back() / rates[0].back());
        if (bytes != packed) {
            std::fprintf(stderr, "%s: the bytes differ\n", surface.name.c_str());
            return false;
        }
    }
    std::printf("%-42s %8.0f %8.0f %8.2f\n", surface.name.c_str(), median(rates[0]), median(rates[1]),
                median(ratios));
    std::fflush(stdout);
    return true;
}

bool measureAll(const std::filesystem::path& folder, std::int64_t side, int pairs,
                const std::string& wanted) {
    test::TiffSpec spec;
    spec.width = side;
    spec.height = side;
    test::TiffWriter(folder / "picture.tif", spec, test::noiseOf(spec));
    MemoryBudget budget(std::size_t{512} << 20U);
    TileCache cache(budget);
    CpuBackend backend(budget, cache, 1);
    std::printf("%lld x %lld samples, %s, one thread; millions of samples a second\n",
                static_cast<long long>(side), static_cast<long long>(side),
                instructionSetName(instructionSet()));
    std::printf("%-42s %8s %8s %8s\n", "", "floats", "bytes", "ratio");
    bool all = true;
    for (const BenchSurface& surface : surfaces) {
        if (surface.name.find(wanted) == std::string::npos) continue;
        all = measure(backend, surface, folder, side, pairs) && all;
    }
    return all;
}

}  // namespace

int main(int count, char** arguments) {
    const std::int64_t side = std::max(count > 1 ? std::atoll(arguments[1]) : 8192LL, 1LL);
    const int pairs = std::max(count > 2 ? std::atoi(arguments[2]) : 9, 1);
    const std::string wanted = count > 3 ? arguments[3] : "";
    std::string folder = (std::filesystem::temp_directory_path() / "bench-bytes-XXXXXX").string();
    if (::mkdtemp(folder.data()) == nullptr) {
        std::perror("bench_bytes");
        return 1;
    }
    bool all = false;
    try {
        all = measureAll(folder, side, pairs, wanted);
    } catch (const std::exception& e) {
        std::fprintf(stderr, "bench_bytes: %s\n", e.what());
    }
    std::error_code ignored;
    std::filesystem::remove_all(folder, ignored);
    return all ? 0 : 1;
}
