// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/relief/relief_camera.hpp"

#include <algorithm>
#include <limits>
#include <numbers>
#include <vector>

namespace burin {

namespace {

double radians(double degrees) {
    return degrees * std::numbers::pi / 180;
}

/// Half of the screen's height at a distance of 1.
double halfHeight() {
    return std::tan(radians(ReliefCamera::viewAngle / 2));
}

double halfWidth(ScreenPlace screen) {
    return halfHeight() * screen.x / screen.y;
}

/// The positions in one direction of the screen: how far each lies to one side, and towards the viewer.
///
/// A viewer at distance d sees a position at x and z if |x - middle| <= half * (d - z).
class SeenPositions {
  public:
    explicit SeenPositions(double half) : half_(half) {}
    void add(double x, double z) { all_.push_back({x, z}); }

    /// The least distance at which all of them are visible: middle + half * d must reach the greatest x +
    /// half * z, and half * d - middle the greatest half * z - x.
    [[nodiscard]] double distance() const {
        double high = -std::numeric_limits<double>::infinity();
        double low = high;
        for (const auto& [x, z] : all_) {
            high = std::max(high, half_ * z + x);
            low = std::max(low, half_ * z - x);
        }
        return (high + low) / 2 / half_;
    }
    /// The middle that leaves equal room on both sides of the screen. \pre all positions are nearer than d
    [[nodiscard]] double middleFrom(double distance) const {
        const auto [least, most] = std::minmax_element(
            all_.begin(), all_.end(), [](const Place& a, const Place& b) { return a.x < b.x; });
        double low = least->x;
        double high = most->x;
        // The room on the right shrinks as the middle moves to the left.
        for (int step = 0; step < 64; ++step) {
            const double middle = (low + high) / 2;
            double right = 0;
            double left = 0;
            for (const auto& [x, z] : all_) {
                right = std::max(right, (x - middle) / (distance - z));
                left = std::max(left, (middle - x) / (distance - z));
            }
            (right > left ? low : high) = middle;
        }
        return (low + high) / 2;
    }

  private:
    struct Place {
        double x;
        double z;
    };
    std::vector<Place> all_;
    double half_;
};

}  // namespace

SpaceFrame ReliefCamera::frame() const {
    const double a = radians(azimuth);
    const double e = radians(elevation);
    const Vector3 right{std::cos(a), 0, -std::sin(a)};
    const Vector3 back{std::sin(a) * std::cos(e), std::sin(e), std::cos(a) * std::cos(e)};
    return {target + back * distanceUm, right, cross(back, right), back};
}

double ReliefCamera::umPerPixel(ScreenPlace screen) const {
    return 2 * halfHeight() * distanceUm / screen.y;
}

ScreenPlace ReliefCamera::toScreen(Vector3 position, ScreenPlace screen) const {
    const Vector3 seen = frame().toLocal(position);
    const double pixels = screen.y / (2 * halfHeight() * -seen.z);
    return {screen.x / 2 + seen.x * pixels, screen.y / 2 - seen.y * pixels};
}

SpaceRay ReliefCamera::rayThrough(ScreenPlace on, ScreenPlace screen) const {
    const SpaceFrame viewer = frame();
    const double each = 2 * halfHeight() / screen.y;
    const double x = (on.x - screen.x / 2) * each;
    const double y = (screen.y / 2 - on.y) * each;
    return {viewer.origin, normalized(viewer.x * x + viewer.y * y - viewer.z)};
}

ReliefCamera ReliefCamera::turned(double azimuthBy, double elevationBy) const {
    ReliefCamera camera = *this;
    camera.azimuth = std::remainder(azimuth + azimuthBy, 360);
    camera.elevation = std::clamp(elevation + elevationBy, -90.0, 90.0);
    return camera;
}

ReliefCamera ReliefCamera::turned(double azimuthBy, double elevationBy, Vector3 about) const {
    const Vector3 seen = frame().toLocal(about);
    ReliefCamera camera = turned(azimuthBy, elevationBy);
    camera.target = camera.target + about - camera.frame().toSpace(seen);
    return camera;
}

ReliefCamera ReliefCamera::panned(ScreenPlace byPixels, ScreenPlace screen) const {
    const SpaceFrame viewer = frame();
    const double each = umPerPixel(screen);
    ReliefCamera camera = *this;
    camera.target = target - viewer.x * (byPixels.x * each) + viewer.y * (byPixels.y * each);
    return camera;
}

ReliefCamera ReliefCamera::zoomed(double factor, Vector3 fixed, double leastUm, double mostUm) const {
    const double to = std::clamp(distanceUm / factor, leastUm, mostUm);
    ReliefCamera camera = *this;
    camera.target = fixed + (target - fixed) * (to / distanceUm);
    camera.distanceUm = to;
    return camera;
}

ReliefCamera ReliefCamera::fitting(std::span<const Vector3> positions, ScreenPlace screen) const {
    constexpr double room = 0.94;
    ReliefCamera camera = *this;
    camera.target = {};
    camera.distanceUm = 0;
    const SpaceFrame axes = camera.frame();
    SeenPositions across(halfWidth(screen) * room);
    SeenPositions upwards(halfHeight() * room);
    double front = -std::numeric_limits<double>::infinity();
    double rear = std::numeric_limits<double>::infinity();
    for (const Vector3& position : positions) {
        const Vector3 seen = axes.toLocal(position);
        across.add(seen.x, seen.z);
        upwards.add(seen.y, seen.z);
        front = std::max(front, seen.z);
        rear = std::min(rear, seen.z);
    }
    // The target is as deep in the view as the middle of the positions, so that turning keeps them there.
    const double depth = (front + rear) / 2;
    const double distance = std::max(across.distance(), upwards.distance());
    camera.target = axes.toSpace({across.middleFrom(distance), upwards.middleFrom(distance), depth});
    camera.distanceUm = distance - depth;
    return camera;
}

ReliefCamera::Range ReliefCamera::rangeOf(std::span<const Vector3> positions) const {
    // A depth buffer of 24 bits still separates heights near the target if the range begins this near.
    constexpr double nearest = 0.01;
    const SpaceFrame viewer = frame();
    Range range{distanceUm, distanceUm};
    for (const Vector3& position : positions) {
        const double depth = -viewer.toLocal(position).z;
        range.nearestUm = std::min(range.nearestUm, depth);
        range.farthestUm = std::max(range.farthestUm, depth);
    }
    // A round surface lies a little outside of its outline.
    const double room = 0.01 * (range.farthestUm - range.nearestUm);
    range.nearestUm = std::max(range.nearestUm - room, nearest * distanceUm);
    range.farthestUm = std::max(range.farthestUm + room, 2 * range.nearestUm);
    return range;
}

std::array<float, 16> ReliefCamera::matrixFrom(const SpaceFrame& local, ScreenPlace screen,
                                               const Range& range) const {
    const SpaceFrame viewer = frame();
    const double across = 1 / halfWidth(screen);
    const double upwards = 1 / halfHeight();
    const double depth = range.farthestUm - range.nearestUm;
    const double scale = -(range.farthestUm + range.nearestUm) / depth;
    const double shift = -2 * range.farthestUm * range.nearestUm / depth;
    std::array<float, 16> matrix{};
    const auto setColumn = [&](std::size_t column, Vector3 seen, double w) {
        matrix[4 * column] = static_cast<float>(across * seen.x);
        matrix[4 * column + 1] = static_cast<float>(upwards * seen.y);
        matrix[4 * column + 2] = static_cast<float>(scale * seen.z + shift * w);
        matrix[4 * column + 3] = static_cast<float>(-seen.z);
    };
    const auto direction = [&](Vector3 d) {
        return Vector3{dot(d, viewer.x), dot(d, viewer.y), dot(d, viewer.z)};
    };
    setColumn(0, direction(local.x), 0);
    setColumn(1, direction(local.y), 0);
    setColumn(2, direction(local.z), 0);
    setColumn(3, viewer.toLocal(local.origin), 1);
    return matrix;
}

}  // namespace burin
