// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/relief/relief_tile.hpp"

#include <optional>
#include <vector>

namespace burin::test {

struct Triangle {
    Vector3 a, b, c;
};

enum class Triangles { ofSurface, ofSkirt };

/// These triangles of a tile, from all of its vertices.
inline std::vector<Triangle> trianglesOf(const ReliefTile& tile, Triangles which) {
    std::vector<Triangle> triangles;
    for (int row = 0; row < tile.rows() - 1; ++row) {
        for (int column = 0; column < tile.columns() - 1; ++column) {
            const bool skirt =
                row == 0 || column == 0 || row == tile.rows() - 2 || column == tile.columns() - 2;
            if (skirt != (which == Triangles::ofSkirt)) continue;
            const Vector3 corner = tile.vertex(column, row);
            const Vector3 below = tile.vertex(column, row + 1);
            const Vector3 right = tile.vertex(column + 1, row);
            const Vector3 opposite = tile.vertex(column + 1, row + 1);
            triangles.push_back({corner, below, right});
            triangles.push_back({opposite, right, below});
        }
    }
    return triangles;
}

/// The distance to the nearest of the triangles that face the ray, tried one by one.
inline std::optional<double> slowDistance(const std::vector<Triangle>& triangles, const SpaceRay& ray) {
    std::optional<double> nearest;
    for (const auto& [a, b, c] : triangles) {
        const Vector3 normal = cross(b - a, c - a);
        const double towards = dot(normal, ray.direction);
        if (towards >= 0) continue;
        const double t = dot(normal, a - ray.origin) / towards;
        const Vector3 at = ray.at(t);
        const bool inside = dot(cross(b - a, at - a), normal) >= 0 &&
                            dot(cross(c - b, at - b), normal) >= 0 && dot(cross(a - c, at - c), normal) >= 0;
        if (t > 0 && inside && (!nearest || t < *nearest)) nearest = t;
    }
    return nearest;
}

}  // namespace burin::test
