// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/relief/relief_form.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace burin {

ReliefForm ReliefForm::withDepth(double um) const {
    constexpr double mostOfRadius = 0.9;
    ReliefForm form = *this;
    form.depthUm = flat() ? um : std::min(um, mostOfRadius * diameterUm / 2);
    return form;
}

SpaceFrame ReliefForm::frameAt(SurfacePlace place) const {
    const double x = (place.x - middle.x) * pitchXUm;
    const double y = (place.y - middle.y) * pitchYUm;
    if (flat()) return {{x, 0, y}, {1, 0, 0}, {0, 0, 1}, {0, 1, 0}};
    const double radius = diameterUm / 2;
    const double angle = (roundX ? x : y) / radius;
    const double turned = std::sin(angle);
    const double facing = std::cos(angle);
    const Vector3 right{1, 0, 0};
    const Vector3 down{0, -1, 0};
    const Vector3 front{0, 0, 1};
    const Vector3 round = roundX ? right : down;
    const Vector3 up = front * facing + round * turned;
    const Vector3 along = round * facing - front * turned;
    if (roundX) return {up * radius + down * y, along, down, up};
    return {up * radius + right * x, right, along, up};
}

Vector3 ReliefForm::toSpace(SurfacePlace place, double depth) const {
    const SpaceFrame frame = frameAt(place);
    return frame.origin - frame.z * (depth * depthUm);
}

Vector3 ReliefForm::normalAt(SurfacePlace place, double depth, double slopeX, double slopeY) const {
    const SpaceFrame frame = frameAt(place);
    // Below the untouched surface of a roller, the way round is shorter, so that slopes are steeper.
    const double shrunk = flat() ? 1 : 1 - depth * depthUm / (diameterUm / 2);
    const double x = slopeX * depthUm / (roundX ? pitchXUm * shrunk : pitchXUm);
    const double y = slopeY * depthUm / (roundX ? pitchYUm : pitchYUm * shrunk);
    return normalized(frame.z + frame.x * x + frame.y * y);
}

std::array<Vector3, 8> ReliefForm::cornersOf(const Rect& part) const {
    std::array<Vector3, 8> corners;
    std::size_t count = 0;
    for (const double depth : {0.0, 1.0}) {
        for (const auto x : {part.x, part.right()}) {
            for (const auto y : {part.y, part.bottom()})
                corners[count++] = toSpace({static_cast<double>(x), static_cast<double>(y)}, depth);
        }
    }
    return corners;
}

double ReliefForm::halfTurnOf(const Rect& part) const {
    if (flat()) return 0;
    const double round =
        roundX ? static_cast<double>(part.width) * pitchXUm : static_cast<double>(part.height) * pitchYUm;
    return round / diameterUm;
}

double ReliefForm::bulgeOf(const Rect& part) const {
    if (flat()) return 0;
    return diameterUm / 2 * (1 - std::cos(std::min(halfTurnOf(part), std::numbers::pi)));
}

std::vector<Vector3> ReliefForm::outlineOf(const Rect& part) const {
    // The chords of a full turn in this many steps come within 0.2 % of the circle.
    constexpr int steps = 64;
    const int columns = !flat() && roundX ? steps : 1;
    const int rows = !flat() && !roundX ? steps : 1;
    std::vector<Vector3> outline;
    for (int row = 0; row <= rows; ++row) {
        for (int column = 0; column <= columns; ++column) {
            const SurfacePlace place{
                static_cast<double>(part.x) + static_cast<double>(part.width) * column / columns,
                static_cast<double>(part.y) + static_cast<double>(part.height) * row / rows};
            outline.push_back(toSpace(place, 0));
            outline.push_back(toSpace(place, 1));
        }
    }
    return outline;
}

}  // namespace burin
