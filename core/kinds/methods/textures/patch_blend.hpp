// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kernels/samples.hpp"
#include "core/kinds/methods/textures/whole_numbers.hpp"
#include "core/kinds/methods/variation.hpp"

#include <algorithm>
#include <cstdint>
#include <stop_token>
#include <vector>

namespace burin {

/// How patches of an example are mirrored and turned.
enum class PatchVary { none, mirror, turn, all };

/// The triangles whose corners are random patches of an example, as plain numbers that cards share. After E.
/// Heitz and F. Neyret, High-Performance By-Example Noise using a Histogram-Preserving Blending Operator,
/// 2018. Coordinates are pixels.
struct BlendGeometry {
    double px = 1;        ///< the sides of triangles along x
    double py = 1;        ///< the height of their rows
    std::int64_t nx = 0;  ///< triangles in a repeat; 0 if it does not repeat
    std::int64_t ny = 0;
    Size closes;
    Size example;
    std::int64_t reachX = 0;  ///< the largest distance between a sample and the centre of its patch
    std::int64_t reachY = 0;
    std::uint32_t seed = 0;
    PatchVary vary = PatchVary::none;

    [[nodiscard]] static constexpr BlendGeometry of(Size example, double patch, Size closes,
                                                    std::uint32_t seed, PatchVary vary);
    /// Whether the patches lie inside the example.
    [[nodiscard]] constexpr bool fits() const {
        return example.width > 2 * reachX && example.height > 2 * reachY;
    }

    /// The triangle of a place, and the place inside it.
    struct Place {
        std::int64_t i = 0;
        std::int64_t j = 0;
        double p = 0;
        double q = 0;
        [[nodiscard]] constexpr bool upper() const { return p + q < 1; }
    };
    /// \pre x and y are folded into the first repeat
    [[nodiscard]] constexpr Place placeAt(std::int64_t x, std::int64_t y) const {
        const double v = static_cast<double>(y) / py;
        const double u = static_cast<double>(x) / px - v * 0.5;
        const std::int64_t i = floorOf(u);
        const std::int64_t j = floorOf(v);
        return {i, j, u - static_cast<double>(i), v - static_cast<double>(j)};
    }

    /// Maps a sample's place to the sample of the example: index = start + x * stepX + y * stepY, in an array
    /// with the example's width.
    struct Patch {
        std::int64_t start = 0;
        std::int64_t stepX = 1;
        std::int64_t stepY = 1;
    };
    /// The patch of the vertex (I, J).
    [[nodiscard]] constexpr Patch patchAt(std::int64_t I, std::int64_t J) const;
    /// The patches of the corners of a triangle, in the order of their weights.
    constexpr void cornersOf(std::int64_t i, std::int64_t j, bool upper, Patch (&patches)[3]) const {
        if (upper) {
            patches[0] = patchAt(i, j);
            patches[1] = patchAt(i + 1, j);
            patches[2] = patchAt(i, j + 1);
        } else {
            patches[0] = patchAt(i + 1, j + 1);
            patches[1] = patchAt(i, j + 1);
            patches[2] = patchAt(i + 1, j);
        }
    }
};

constexpr BlendGeometry BlendGeometry::of(Size example, double patch, Size closes, std::uint32_t seed,
                                          PatchVary vary) {
    BlendGeometry g;
    g.px = patch;
    g.py = patch * 0.8660254037844386;
    g.closes = closes;
    g.example = example;
    g.seed = seed;
    g.vary = vary;
    if (closes != Size{}) {
        const auto w = static_cast<double>(closes.width);
        const auto h = static_cast<double>(closes.height);
        g.nx = std::max<std::int64_t>(1, floorOf(w / g.px + 0.5));
        g.ny = 2 * std::max<std::int64_t>(1, floorOf(h / (2 * g.py) + 0.5));
        g.px = w / static_cast<double>(g.nx);
        g.py = h / static_cast<double>(g.ny);
    }
    g.reachX = -floorOf(-g.px) + 1;
    g.reachY = -floorOf(-g.py) + 1;
    if (vary == PatchVary::turn || vary == PatchVary::all) g.reachX = g.reachY = std::max(g.reachX, g.reachY);
    return g;
}

constexpr BlendGeometry::Patch BlendGeometry::patchAt(std::int64_t I, std::int64_t J) const {
    std::int64_t kx = 0;
    std::int64_t ky = 0;
    if (nx != 0) {
        ky = floorQuotient(J, ny);
        J -= ky * ny;
        I += ky * (ny / 2);
        kx = floorQuotient(I, nx);
        I -= kx * nx;
    }
    const auto along = static_cast<double>(I);
    const auto down = static_cast<double>(J);
    const std::int64_t x = floorOf((along * px + down * (px * 0.5)) + 0.5) + kx * closes.width;
    const std::int64_t y = floorOf(down * py + 0.5) + ky * closes.height;
    // (ex, ey) becomes (a ex + b ey, c ex + d ey).
    std::int64_t a = 1;
    std::int64_t b = 0;
    std::int64_t c = 0;
    std::int64_t d = 1;
    if (vary != PatchVary::none) {
        const std::int64_t g = floorOf(8 * hashOf(I, J, seed + 65536U * 2));
        if (vary != PatchVary::turn && g >= 4) a = -1;
        for (std::int64_t turns = vary == PatchVary::mirror ? 0 : g % 4; turns > 0; --turns) {
            const std::int64_t oldA = a;
            const std::int64_t oldB = b;
            a = -c;
            b = -d;
            c = oldA;
            d = oldB;
        }
    }
    const std::int64_t centreX =
        reachX + floorOf(hashOf(I, J, seed) * static_cast<double>(example.width - 2 * reachX));
    const std::int64_t centreY =
        reachY + floorOf(hashOf(I, J, seed + 65536U) * static_cast<double>(example.height - 2 * reachY));
    const std::int64_t width = example.width;
    Patch patch;
    patch.stepX = c * width + a;
    patch.stepY = d * width + b;
    patch.start = centreY * width + centreX - x * patch.stepX - y * patch.stepY;
    return patch;
}

/// An example whose samples are replaced by normally distributed numbers of the same ranks, and the table
/// that turns these back into samples.
struct BlendTables {
    static constexpr int steps = 65536;
    std::vector<float> normal;  ///< G, row by row
    std::vector<float> values;  ///< T[0] to T[steps]

    /// Takes some 40 ms of processor time for each million samples, on several threads. \throws Cancelled
    [[nodiscard]] static BlendTables of(const std::vector<float>& example, const std::stop_token& stop);
    /// Bytes of the tables, and of the memory for making them.
    [[nodiscard]] static std::size_t bytesFor(std::size_t samples);
};

}  // namespace burin
