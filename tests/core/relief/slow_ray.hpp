// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/relief/relief_tile.hpp"

#include <optional>

namespace burin::test {

enum class Triangles { ofSurface, ofSkirt };

/// The distance to the nearest of these triangles of a tile that face the ray, tried one by one.
inline std::optional<double> slowDistance(const ReliefTile& tile, const SpaceRay& ray, Triangles which) {
    std::optional<double> nearest;
    const auto look = [&](Vector3 a, Vector3 b, Vector3 c) {
        const Vector3 normal = cross(b - a, c - a);
        const double towards = dot(normal, ray.direction);
        if (towards >= 0) return;
        const double t = dot(normal, a - ray.origin) / towards;
        const Vector3 at = ray.at(t);
        const bool inside = dot(cross(b - a, at - a), normal) >= 0 &&
                            dot(cross(c - b, at - b), normal) >= 0 && dot(cross(a - c, at - c), normal) >= 0;
        if (t > 0 && inside && (!nearest || t < *nearest)) nearest = t;
    };
    for (int row = 0; row < tile.rows() - 1; ++row) {
        for (int column = 0; column < tile.columns() - 1; ++column) {
            const bool skirt =
                row == 0 || column == 0 || row == tile.rows() - 2 || column == tile.columns() - 2;
            if (skirt != (which == Triangles::ofSkirt)) continue;
            const Vector3 corner = tile.vertex(column, row);
            const Vector3 below = tile.vertex(column, row + 1);
            const Vector3 right = tile.vertex(column + 1, row);
            const Vector3 opposite = tile.vertex(column + 1, row + 1);
            look(corner, below, right);
            look(opposite, right, below);
        }
    }
    return nearest;
}

}  // namespace burin::test
