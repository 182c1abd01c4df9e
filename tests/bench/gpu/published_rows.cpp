// SPDX-License-Identifier: GPL-3.0-or-later
#include "bench/gpu/published.hpp"
#include "bench/gpu/rows.hpp"
#include "bench/gpu/tasks.hpp"

#include <algorithm>
#include <string>

namespace burin::bench {

namespace {

using namespace published;
using Table = std::shared_ptr<const gpu::DeviceTable<int>>;

Table remainders(std::int64_t count, std::int64_t divisor) {
    std::vector<int> table;
    for (std::int64_t i = 0; i < count; ++i)
        table.push_back(static_cast<int>(i % divisor));
    return std::make_shared<const gpu::DeviceTable<int>>(std::span<const int>(table));
}

Comparison stitching(cudaStream_t cudaStream, Size size) {
    const StitchingTask<float> task(cudaStream, size, {100, 100});
    const ConstImage pattern = task.pattern.view();
    const Image out = task.out.view();
    const Table columns = remainders(size.width, 100);
    const Table rows = remainders(size.height, 100);
    return {
        task.work(),
        {{"basic", [=](cudaStream_t s) { stitchBasic(s, pattern, out); }},
         {"indexed", [=](cudaStream_t s) { stitchIndexed(s, pattern, columns->data(), rows->data(), out); }},
         {"by repeater", [=](cudaStream_t s) { stitchByRepeater(s, pattern, out); }},
         {"shared memory", [=](cudaStream_t s) { stitchFromShared(s, pattern, out); }},
         {"with copies", [=](cudaStream_t s) { stitchByCopies(s, pattern, out); }}}};
}

/// Bricks: repeats side by side, which do not overlap, so stores suffice.
Comparison bricks(cudaStream_t cudaStream, Size size) {
    const StitchingTask<float> task(cudaStream, size, {100, 100, 50});
    const ConstImage pattern = task.pattern.view();
    const Image out = task.out.view();
    const Places places{100, 100, 50};
    return {task.work(),
            {{"by target", [=](cudaStream_t s) { latticeByTarget(s, pattern, places, out); }},
             {"by (u, v), store", [=](cudaStream_t s) { latticeByStore(s, pattern, places, out); }}}};
}

Comparison overlaps(cudaStream_t cudaStream, Size size) {
    const LatticeTask task(cudaStream, size, {100, 0}, {50, 87}, 120);
    const ConstImage pattern = task.pattern.view();
    const Image out = task.out.view();
    const Places places{100, 87, 50};
    const Plane<float> counts(size);
    return {task.workByCell(),
            {{"by target", [=](cudaStream_t s) { latticeByTarget(s, pattern, places, out); }},
             {"by (u, v), atomic",
              [=](cudaStream_t s) { latticeByAtomics(s, pattern, places, counts.view(), out); }}}};
}

Comparison distances(cudaStream_t cudaStream, Size size, White white) {
    const ProfileTask task(cudaStream, size, 15, white);
    const ConstBytes mask = task.mask.view();
    const Image out = task.out.view();
    const Plane<int> squares(size);
    const auto table = std::make_shared<const gpu::DeviceTable<float>>(std::span(task.table));
    const auto given = [=] { return Distances{15, table->data(), squares.view()}; };
    const auto fromWhite = [=](Saving saving) {
        return [=](cudaStream_t s) { distanceFromWhite(s, mask, saving, given(), out); };
    };
    return {task.work(),
            {{"white", fromWhite({})},
             {"white, check", fromWhite({.check = true})},
             {"white, neighbours", fromWhite({.neighbours = true})},
             {"white, improved", fromWhite({.check = true, .neighbours = true})},
             {"black", [=](cudaStream_t s) { distanceFromBlack(s, mask, given(), out); }}}};
}

Comparison medians(cudaStream_t cudaStream, Size size, int radius) {
    const MedianTask<std::uint8_t> task(cudaStream, size, radius);
    const auto by = [&](MedianVersion version) {
        return [=](cudaStream_t s) { median(s, version, task.padded.view(), task.out.view(), radius); };
    };
    return {task.work(),
            {{"v1, bubble sort", by(MedianVersion::bubbleSort)},
             {"v2, partial selection", by(MedianVersion::partialSelection)},
             {"v3, shared memory", by(MedianVersion::sharedMemory)}}};
}

Comparison convolutions(cudaStream_t cudaStream, Size size, int side) {
    const ConvolutionTask task(cudaStream, size, irregularMatrix(side));
    std::vector<float> rounded(task.matrix.weights.size());
    std::transform(task.matrix.weights.begin(), task.matrix.weights.end(), rounded.begin(),
                   [](double w) { return static_cast<float>(w); });
    const auto weights = std::make_shared<const gpu::DeviceTable<float>>(std::span<const float>(rounded));
    useConstantWeights(cudaStream, {weights->data(), side});
    const ConstImage padded = task.padded.view();
    const Image out = task.out.view();
    return {task.work(),
            {{"naive",
              [=](cudaStream_t s) {
                  convolveNaive(s, padded, {weights->data(), side}, out);
              }},
             {"constant memory", [=](cudaStream_t s) { convolveConstant(s, padded, side, out); }},
             {"shared memory", [=](cudaStream_t s) { convolveShared(s, padded, side, out); }}}};
}

}  // namespace

std::vector<ComparisonRow> publishedRows() {
    constexpr Size frame{1920, 1080};
    std::vector<ComparisonRow> rows = {
        {"stitching, 100 px pattern", stitching},
        {"lattice, bricks of 100 px", bricks},
        {"lattice, 120 px in 100, mean", overlaps},
        {"distance, D = 15, discs",
         [](cudaStream_t s, Size size) { return distances(s, size, White::discs); }},
        {"distance, D = 15, 0.1 % sparse",
         [](cudaStream_t s, Size size) { return distances(s, size, White::sparse); }},
        {"median 3x3 u8, one frame", [](cudaStream_t s, Size size) { return medians(s, size, 1); }, frame},
        {"median 5x5 u8, one frame", [](cudaStream_t s, Size size) { return medians(s, size, 2); }, frame},
    };
    for (const int side : {7, 13, 19, 25}) {
        rows.push_back({"convolution, d = " + std::to_string(side),
                        [=](cudaStream_t s, Size size) { return convolutions(s, size, side); }});
    }
    return rows;
}

}  // namespace burin::bench
