// SPDX-License-Identifier: GPL-3.0-or-later
#include "bench/gpu/rows.hpp"
#include "bench/gpu/tasks.hpp"

#include <string>
#include <type_traits>
#include <utility>

namespace burin::bench {

namespace {

using Rows = std::vector<Row>;

template <class T>
constexpr const char* sampleName = std::is_same_v<T, float> ? "f32" : "u8";

std::string sides(std::int64_t width, std::int64_t height) {
    return std::to_string(width) + "x" + std::to_string(height);
}

template <class T>
void addStitching(Rows& rows, double targetMs) {
    for (const Size pattern : {Size{100, 100}, {16, 16}, {97, 89}, {128, 128}, {1000, 1000}, {4096, 4096}}) {
        const std::string family = std::string("stitching ") + sampleName<T>;
        const auto patternBytes = pattern.width * pattern.height * static_cast<std::int64_t>(sizeof(T));
        rows.push_back({family + ", " + sides(pattern.width, pattern.height) + " px",
                        family,
                        {0, sizeof(T), patternBytes},
                        targetMs,
                        [=](cudaStream_t cudaStream, Size size) {
                            return StitchingTask<T>(cudaStream, size, {pattern.width, pattern.height}).work();
                        }});
    }
}

void addLattices(Rows& rows) {
    rows.push_back({"lattice, whole u and v, 120 px in 100",
                    "lattice, whole",
                    {0, 4},
                    0.115,
                    [](cudaStream_t cudaStream, Size size) {
                        return LatticeTask(cudaStream, size, {100, 0}, {50, 87}, 120).workByCell();
                    }});
    rows.push_back({"lattice, real u and v, 120 px in 100",
                    "lattice, real",
                    {0, 4},
                    0.14,
                    [](cudaStream_t cudaStream, Size size) {
                        return LatticeTask(cudaStream, size, {100, 0}, {50, 86.60254}, 120).work();
                    }});
}

/// Domes of 120 px, 100 px apart; the highest one counts in an overlap.
void addVariedRepeats(Rows& rows) {
    const auto add = [&rows](const std::string& name, double targetMs, const auto& node) {
        rows.push_back({name, name, {0, 4}, targetMs, [node](cudaStream_t cudaStream, Size size) {
                            return RepeatsTask(cudaStream, size, node, 120).work();
                        }});
    };
    Stitching lattice;
    lattice.u = Vector{100, 0};
    lattice.v = Vector{50, 86.60254};
    lattice.blend = RepeatBlend::max;
    add("lattice, 120 px in 100, plain", 0.14, lattice);
    lattice.variation.patterns = 4;
    add("lattice, 120 px in 100, pick of 4", 0.23, lattice);
    lattice.variation.patterns = 1;
    lattice.variation.offset = {10, 10};
    add("lattice, 120 px in 100, offsets", 0.23, lattice);
    lattice.variation.turn = Variation::Turns::quarter;
    lattice.variation.mirror = Variation::Mirrors::both;
    lattice.variation.gain = {0.5, 1};
    add("lattice, 120 px in 100, exact variation", 0.23, lattice);
    lattice.variation.patterns = 4;
    add("lattice, 120 px in 100, exact variation, pick of 4", 0.23, lattice);
    lattice.variation.patterns = 1;
    lattice.variation.turn = Variation::Turns::any;
    lattice.variation.scale = {0.8, 1.2};
    add("lattice, 120 px in 100, any turn, scales", 0.6, lattice);
    lattice.variation.turn = Variation::Turns::none;
    add("lattice, 120 px in 100, scales", 0.6, lattice);
    Scatter scattered;
    scattered.pitch = 100;
    scattered.blend = RepeatBlend::max;
    add("scatter, 120 px in 100", 0.5, scattered);
    scattered.distance = 150;  // 1.5 pitches
    scattered.variation.turn = Variation::Turns::quarter;
    scattered.variation.mirror = Variation::Mirrors::both;
    add("scatter, 120 px in 100, 150 px apart, exact variation", 0.5, scattered);
    scattered.variation.turn = Variation::Turns::any;
    add("scatter, 120 px in 100, 150 px apart, any turn", 0.6, scattered);
}

void addProfile(Rows& rows, int distanceMax, double targetMs) {
    for (const auto& [white, name] :
         {std::pair(White::sparse, "0.1 % sparse"), std::pair(White::discs, "discs"),
          std::pair(White::dense, "50 % dense")}) {
        const std::string full = "profile, D = " + std::to_string(distanceMax) + ", " + name;
        rows.push_back({full, full, {1, 4}, targetMs, [=, white = white](cudaStream_t cudaStream, Size size) {
                            return ProfileTask(cudaStream, size, distanceMax, white).work();
                        }});
    }
}

template <class T>
void addMedian(Rows& rows, int radius, double targetMs) {
    const int side = 2 * radius + 1;
    const std::string name = "median " + sides(side, side) + " " + sampleName<T>;
    rows.push_back({name, name, {sizeof(T), sizeof(T)}, targetMs, [=](cudaStream_t cudaStream, Size size) {
                        return MedianTask<T>(cudaStream, size, radius).work();
                    }});
}

void addConvolution(Rows& rows, const std::string& name, const KernelMatrix& matrix, double targetMs) {
    rows.push_back({name, name, {4, 4}, targetMs, [=](cudaStream_t cudaStream, Size size) {
                        return ConvolutionTask(cudaStream, size, matrix).work();
                    }});
}

void addFormula(Rows& rows, const std::string& name, const std::string& expression, double targetMs) {
    rows.push_back({name, name, {0, 4}, targetMs, [=](cudaStream_t, Size size) {
                        return formulaWork(size, expression);
                    }});
}

/// One camera frame: limited by kernel launches.
void addFrames(Rows& rows, int radius, int frames, double targetMs) {
    const int side = 2 * radius + 1;
    const std::string name = "median " + sides(side, side) + " u8, a graph of " + std::to_string(frames) +
                             (frames == 1 ? " frame" : " frames");
    rows.push_back({name,
                    name,
                    {1, 1},
                    targetMs,
                    [=](cudaStream_t cudaStream, Size size) {
                        return inGraph(MedianTask<std::uint8_t>(cudaStream, size, radius).work(), frames);
                    },
                    {1920, 1080},
                    frames});
}

KernelMatrix namedMatrix(const char* key, std::int64_t side) {
    return kernelMatrix({key, side}).normalized();
}

}  // namespace

std::vector<Row> speedRows() {
    Rows rows;
    addStitching<float>(rows, 0.105);
    addStitching<std::uint8_t>(rows, 0.030);
    addLattices(rows);
    addVariedRepeats(rows);
    addProfile(rows, 15, 0.25);
    addProfile(rows, 63, 0.7);
    addProfile(rows, 255, 2);
    addMedian<std::uint8_t>(rows, 1, 0.09);
    addMedian<float>(rows, 1, 0.23);
    addMedian<std::uint8_t>(rows, 2, 0.28);
    addMedian<float>(rows, 2, 0.50);
    addMedian<std::uint8_t>(rows, 3, 0.6);
    addMedian<float>(rows, 3, 1.0);
    addMedian<std::uint8_t>(rows, 5, 1.8);
    addMedian<float>(rows, 5, 2.5);
    addMedian<float>(rows, 7, 6.5);
    addMedian<float>(rows, 15, 25);
    addConvolution(rows, "convolution 7x7", irregularMatrix(7), 0.28);
    addConvolution(rows, "convolution 25x25, any matrix", irregularMatrix(25), 2.8);
    addConvolution(rows, "binomial 25", namedMatrix("binomial", 25), 0.33);
    addConvolution(rows, "box 25", namedMatrix("box", 25), 0.29);
    addFormula(rows, "math2d, sin * cos", "0.5+0.5*sin(x*0.1)*cos(y*0.07)", 0.11);
    addFormula(rows, "math2d, phases of x and y", "0.5+0.5*sin(x*0.1+y*1e-9)*cos(y*0.07+x*1e-9)", 0.14);
    for (Row& row : outlineRows())
        rows.push_back(std::move(row));
    for (Row& row : textureRows())
        rows.push_back(std::move(row));
    for (Row& row : warpRows())
        rows.push_back(std::move(row));
    addFrames(rows, 1, 1, 0.008);
    addFrames(rows, 2, 1, 0.015);
    addFrames(rows, 1, 32, 0);
    addFrames(rows, 2, 32, 0);
    return rows;
}

}  // namespace burin::bench
