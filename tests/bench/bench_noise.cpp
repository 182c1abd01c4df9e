// SPDX-License-Identifier: GPL-3.0-or-later

// How many samples per second does one core compute of noise and voronoi, compared to the value noise of a
// formula, for each instruction set of this processor?
//
//     bench_noise
//
// Computes rows of 1024 samples far from the origin. BURIN_CPU selects the instruction set (baseline, avx2,
// avx512).

#include "core/expression/expression.hpp"
#include "core/kernels/dispatch.hpp"
#include "core/kinds/generate/noise.hpp"
#include "core/kinds/generate/voronoi.hpp"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <functional>
#include <string>
#include <vector>

namespace {

using namespace burin;

constexpr std::int64_t rowLength = 1024;
constexpr std::int64_t first = 1'000'000;

/// The best of several runs, in millions of samples per second. A run is one row, so short that it is
/// unlikely to be preempted.
double speed(const std::function<void(std::int64_t y)>& row) {
    using Clock = std::chrono::steady_clock;
    double best = 1e30;
    for (std::int64_t run = 0; run < 4000; ++run) {
        const auto start = Clock::now();
        row(run);
        best = std::min(best, std::chrono::duration<double>(Clock::now() - start).count());
    }
    return static_cast<double>(rowLength) / best / 1e6;
}

double speedOfFormula() {
    const auto parsed = Expression::parse("noise(x*0.05,y*0.05,1)", {"x", "y"});
    const Expression& expression = std::get<Expression>(parsed);
    std::vector<double> xs;
    for (std::int64_t i = 0; i < rowLength; ++i)
        xs.push_back(static_cast<double>(first + i));
    std::vector<double> out(rowLength);
    struct alignas(64) Line {
        std::byte bytes[64];
    };
    std::vector<Line> workspace(expression.workspaceBytes() / sizeof(Line) + 1);
    return speed([&](std::int64_t y) {
        const Operand operands[] = {{xs.data(), 0}, {nullptr, static_cast<double>(y)}};
        expression.evaluate(operands, rowLength, out.data(), workspace.data()->bytes);
    });
}

template <class Texture>
double speedOf(const Texture& texture) {
    std::vector<float> samples(rowLength);
    return speed([&](std::int64_t y) {
        texture.begin({}, {first, first + y, rowLength, 1}, {samples.data(), rowLength, rowLength, 1});
    });
}

void print(const std::string& name, double found, double formula) {
    std::printf("%-34s %8.0f Msamples/s, %.2f times\n", name.c_str(), found, found / formula);
}

void printVoronoi(double pitch, Size closes, double formula) {
    const Values none;
    std::vector<ParameterProblem> problems;
    const BindContext context{.values = none, .size = {}, .links = {}, .folder = {}, .problems = problems};
    const char* const names[] = {"f1", "f2", "f2-f1", "edge", "id"};
    for (int feature = 0; feature < 5; ++feature) {
        Voronoi::Parameters all;
        all.cells = {pitch, 1, 0, closes};
        all.feature = static_cast<Voronoi::Feature>(feature);
        all.profile = DistanceProfile::bound(context, pitch, "min(1, d / D)");
        const std::string name = "voronoi " + std::string(names[feature]) + ", pitch " +
                                 std::to_string(static_cast<int>(pitch)) +
                                 (closes == Size{} ? "" : ", closed");
        print(name, speedOf(Voronoi(all)), formula);
    }
}

}  // namespace

int main() {
    std::printf("instruction set %s\n", instructionSetName(instructionSet()));
    const double formula = speedOfFormula();
    std::printf("%-34s %8.0f Msamples/s\n", "the formula noise()", formula);
    for (const NoiseType type : {NoiseType::value, NoiseType::gradient}) {
        for (const int octaves : {1, 6}) {
            for (const Size closes : {Size{}, Size{2000, 2000}}) {
                Noise::Parameters all;
                all.type = type;
                all.cells = {100, 1, 0, closes};
                all.octaves = octaves;
                const double found = speedOf(Noise(all));
                const std::string name = std::string(type == NoiseType::value ? "value" : "gradient") + ", " +
                                         std::to_string(octaves) + " octaves" +
                                         (closes == Size{} ? "" : ", closed");
                print(name, found, formula);
            }
        }
    }
    printVoronoi(100, {}, formula);
    printVoronoi(10, {}, formula);
    printVoronoi(100, {2000, 2000}, formula);
}
