// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/textures/noise_reference.hpp"

#include "support/textures/lattice_reference.hpp"

#include <algorithm>
#include <cmath>

namespace burin::test {

namespace {

constexpr double turn = 6.283185307179586;

double fade(double z) {
    return z * z * z * (z * (6 * z - 15) + 10);
}

double mix(double a, double b, double t) {
    return a * (1 - t) + b * t;
}

/// n of octave o, whose cells are B px across.
double octaveAt(const NoiseNode& noise, int o, double B, Point p) {
    const PageLattice lattice{B, noise.stretch, noise.rotate, noise.closes};
    const Pair plain = lattice.cellsAt(p);
    const double u = plain.x + hashOfPage(o, 0, streamOfPage(noise.seed, 63));
    const double v = plain.y + hashOfPage(o, 1, streamOfPage(noise.seed, 63));
    const Point cell{static_cast<std::int64_t>(std::floor(u)), static_cast<std::int64_t>(std::floor(v))};
    const double P = u - std::floor(u);
    const double Q = v - std::floor(v);
    const auto corner = [&](int i, int j) {
        const Point named = lattice.name({cell.x + i, cell.y + j});
        const double r = hashOfPage(named.x, named.y, streamOfPage(noise.seed, o));
        if (noise.type == "value") return 2 * r - 1;
        return std::sqrt(2.0) * (std::cos(turn * r) * (P - i) + std::sin(turn * r) * (Q - j));
    };
    return mix(mix(corner(0, 0), corner(1, 0), fade(P)), mix(corner(0, 1), corner(1, 1), fade(P)), fade(Q));
}

}  // namespace

double noiseOfPage(const NoiseNode& noise, Point p) {
    double sum = 0;
    double weights = 0;
    for (int o = 0; o < noise.octaves; ++o) {
        const double B = noise.pitch / std::pow(noise.lacunarity, o);
        if (o > 0 && B < 1) break;
        const double n = octaveAt(noise, o, B, p);
        const double b = noise.shape == "ridged"   ? 1 - 2 * std::abs(n)
                         : noise.shape == "billow" ? 2 * std::abs(n) - 1
                                                   : n;
        sum += std::pow(noise.gain, o) * b;
        weights += std::pow(noise.gain, o);
    }
    const double inside = std::clamp(0.5 + 0.5 * noise.contrast * sum / weights, 0.0, 1.0);
    return noise.range.x + (noise.range.y - noise.range.x) * inside;
}

}  // namespace burin::test
