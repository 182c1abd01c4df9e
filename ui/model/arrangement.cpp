// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/model/arrangement.hpp"

#include <algorithm>
#include <cmath>

namespace burin::ui {

namespace {

constexpr double tolerance = 1e-4;

bool near(double one, double other) {
    return std::abs(one - other) <= tolerance * std::max(std::abs(one), std::abs(other));
}

double area(const LatticeSpan& span) {
    return std::abs(span.u.x * span.v.y - span.u.y * span.v.x);
}

}  // namespace

bool spansLattice(const KindDescription& kind) {
    const auto hasVector = [&](std::string_view key) {
        const ParameterDescription* parameter = kind.parameter(key);
        return parameter != nullptr && parameter->type == ParameterType::vector;
    };
    return hasVector("u") && hasVector("v");
}

double hexagonalRows() {
    return std::sqrt(3.0) / 2;
}

LatticeShape shapeOf(const LatticeSpan& span) {
    const auto& [u, v] = span;
    const LatticeShape free{Arrangement::free, {std::hypot(u.x, u.y), std::hypot(v.x, v.y)}};
    if (u.y != 0 || u.x == 0 || v.y == 0) return free;
    const Vector pitch{std::abs(u.x), std::abs(v.y)};
    if (v.x == 0) return {Arrangement::square, pitch};
    if (!near(std::abs(v.x), pitch.x / 2)) return free;
    return {near(pitch.y, pitch.x * hexagonalRows()) ? Arrangement::hexagonal : Arrangement::brick, pitch};
}

LatticeSpan spanOf(const LatticeShape& shape) {
    const auto& [arrangement, pitch] = shape;
    if (arrangement == Arrangement::square) return {{pitch.x, 0}, {0, pitch.y}};
    const bool hexagonal = arrangement == Arrangement::hexagonal;
    return {{pitch.x, 0}, {pitch.x / 2, hexagonal ? pitch.x * hexagonalRows() : pitch.y}};
}

Vector pitchAs(Arrangement wanted, const LatticeSpan& span) {
    const LatticeShape now = shapeOf(span);
    Vector pitch = now.pitch;
    if (now.arrangement == Arrangement::free) {
        if (pitch.x > 0 && area(span) > 0) pitch.y = area(span) / pitch.x;
    } else if (now.arrangement == Arrangement::hexagonal && wanted == Arrangement::square) {
        pitch.y = pitch.x;
    }
    if (wanted == Arrangement::hexagonal) pitch.y = pitch.x * hexagonalRows();
    return pitch;
}

}  // namespace burin::ui
