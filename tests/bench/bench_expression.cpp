// SPDX-License-Identifier: GPL-3.0-or-later

// How many samples per second does one core evaluate of typical expressions, compared to a plain loop over
// the C library's sine, for each instruction set of this processor?
//
//     bench_expression [word that a row's expression must contain]
//
// Evaluates rows of 1024 samples as math2d does: x varies, y is constant. BURIN_CPU selects the instruction
// set (baseline, avx2, avx512).

#include "core/expression/expression.hpp"
#include "core/kernels/dispatch.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <memory>
#include <string>

namespace {

using namespace burin;

constexpr std::int64_t rowLength = 1024;
constexpr int rows = 16;  // so few that a run is unlikely to be preempted

/// The best of several runs, in millions of samples per second.
double speed(const std::function<void(double y)>& row) {
    using Clock = std::chrono::steady_clock;
    double best = 1e30;
    for (int run = 0; run < 400; ++run) {
        const auto start = Clock::now();
        for (int y = 0; y < rows; ++y)
            row(y);
        best = std::min(best, std::chrono::duration<double>(Clock::now() - start).count());
    }
    return static_cast<double>(rows * rowLength) / best / 1e6;
}

struct Free {
    void operator()(std::byte* memory) const { std::free(memory); }
};

std::unique_ptr<std::byte, Free> aligned(std::size_t bytes) {
    return std::unique_ptr<std::byte, Free>(static_cast<std::byte*>(std::aligned_alloc(64, bytes)));
}

double speedOf(const std::string& text, const double* xs, double* out) {
    const auto parsed = Expression::parse(text, {"x", "y"});
    const Expression& expression = std::get<Expression>(parsed);
    const std::unique_ptr<std::byte, Free> memory = aligned(expression.workspaceBytes() + 64);
    return speed([&](double y) {
        const Operand operands[] = {{xs, 0}, {nullptr, y}};
        expression.evaluate(operands, rowLength, out, memory.get());
    });
}

}  // namespace

int main(int argc, char** argv) {
    const std::string wanted = argc > 1 ? argv[1] : "";
    const std::unique_ptr<std::byte, Free> memory = aligned(2 * rowLength * sizeof(double));
    auto* const xs = reinterpret_cast<double*>(memory.get());
    double* const out = xs + rowLength;
    for (std::int64_t i = 0; i < rowLength; ++i)
        xs[i] = 1e6 + static_cast<double>(i);

    const double library = speed([&](double y) {
        for (std::int64_t i = 0; i < rowLength; ++i)
            out[i] = 0.5 + 0.5 * std::sin(xs[i] * 0.1) * std::cos(y * 0.1);
    });
    std::printf("%-52s %8.0f Msamples/s\n", "the C library's sin, one a sample", library);
    std::printf("instruction set %s\n", instructionSetName(instructionSet()));
    for (const char* text :
         {"0.5+0.5*sin(x*0.1)*cos(y*0.1)", "0.5+0.5*sin(hypot(x,y)*0.1)", "max(0,1-hypot(x-50,y-50)/50)",
          "noise(x*0.05,y*0.05,1)", "cell(x*0.05,y*0.05,1)", "hash(x,y,1)<0.25", "pow(abs(sin(x*0.01)),0.45)",
          "exp(-((x-1e6)/300)^2)", "atan2(y-128,x-1000512)/tau", "smoothstep(0.2,0.8,mod(x/64+y/32,1))",
          "mod(x,64)<32 ? x*1e-7 : y*1e-3", "x*0.5"}) {
        if (std::string(text).find(wanted) == std::string::npos) continue;
        const double ours = speedOf(text, xs, out);
        std::printf("%-52s %8.0f Msamples/s, %5.1f times the library's sine\n", text, ours, ours / library);
    }
    return 0;
}
