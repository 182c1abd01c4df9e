// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/relief/relief_sight.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <numbers>
#include <optional>

namespace burin {

namespace {

/// A sphere around a part of a surface, at all depths, in the frame of the viewer.
struct Around {
    Vector3 middle;
    double radius = 0;

    /// How far away it begins.
    [[nodiscard]] double nearest() const { return -middle.z - radius; }
};

/// Tells which parts of a surface are in view. It may also say so of a part that is just outside.
class InView {
  public:
    InView(const ReliefForm& form, const ReliefCamera& camera, ScreenPlace screen)
        : form_(form), viewer_(camera.frame()) {
        const double pixel = camera.umPerPixel(screen) / camera.distanceUm;
        const double halfWidth = pixel * screen.x / 2;
        const double halfHeight = pixel * screen.y / 2;
        inwards_ = {normalized({1, 0, -halfWidth}), normalized({-1, 0, -halfWidth}),
                    normalized({0, 1, -halfHeight}), normalized({0, -1, -halfHeight})};
        if (form.flat()) return;
        const SpaceFrame frame = form.frameAt(form.middle);
        const Vector3 axis = form.roundX ? frame.y : frame.x;
        besideAxis_ = viewer_.origin - axis * dot(viewer_.origin, axis);
        // The deepest parts of a roller hide the highest ones from this angle on.
        const double radius = form.diameterUm / 2;
        const double deepest = radius - form.depthUm;
        const double distance = lengthOf(besideAxis_);
        if (distance > deepest) farthestAngle_ = std::acos(deepest / distance) + std::acos(deepest / radius);
    }

    /// Nothing if the part is not in view.
    [[nodiscard]] std::optional<Around> around(const Rect& part) const {
        const SurfacePlace middle{static_cast<double>(part.x) + static_cast<double>(part.width) / 2,
                                  static_cast<double>(part.y) + static_cast<double>(part.height) / 2};
        if (!form_.flat() && isTurnedAway(middle, part)) return {};
        const Vector3 centre = form_.toSpace(middle, 0.5);
        Around around{viewer_.toLocal(centre), 0};
        // The farthest from the middle is a corner, also round a roller.
        for (const auto x : {part.x, part.right()}) {
            for (const auto y : {part.y, part.bottom()}) {
                for (const double depth : {0.0, 1.0}) {
                    const SurfacePlace corner{static_cast<double>(x), static_cast<double>(y)};
                    around.radius = std::max(around.radius, lengthOf(form_.toSpace(corner, depth) - centre));
                }
            }
        }
        const bool inside = std::all_of(inwards_.begin(), inwards_.end(), [&](const Vector3& inwards) {
            return dot(inwards, around.middle) > -around.radius;
        });
        return inside ? std::optional(around) : std::nullopt;
    }

  private:
    [[nodiscard]] bool isTurnedAway(SurfacePlace middle, const Rect& part) const {
        const double round = form_.roundX ? static_cast<double>(part.width) * form_.pitchXUm
                                          : static_cast<double>(part.height) * form_.pitchYUm;
        const double towards = dot(form_.frameAt(middle).z, besideAxis_) / lengthOf(besideAxis_);
        return std::acos(std::clamp(towards, -1.0, 1.0)) - round / form_.diameterUm > farthestAngle_;
    }

    ReliefForm form_;
    SpaceFrame viewer_;
    std::array<Vector3, 4> inwards_;
    Vector3 besideAxis_;  ///< the position of the viewer, without its component along the axis
    double farthestAngle_ = std::numbers::pi;
};

std::array<Rect, 2> halvesOf(const Rect& rect) {
    std::array<Rect, 2> halves{rect, rect};
    if (rect.width >= rect.height) {
        halves[0].width = rect.width / 2;
        halves[1].x += halves[0].width;
        halves[1].width -= halves[0].width;
    } else {
        halves[0].height = rect.height / 2;
        halves[1].y += halves[0].height;
        halves[1].height -= halves[0].height;
    }
    return halves;
}

/// Lowers `best` to the distance at which the visible part of the surface begins, to about a tenth.
void approach(const InView& view, const Rect& part, double& best) {
    const auto around = view.around(part);
    if (!around || around->nearest() >= best) return;
    const double middle = -around->middle.z;
    if (part.area() == 1 || around->radius < 0.1 * middle) {
        if (middle > 0) best = std::min(best, middle);
        return;
    }
    for (const Rect& half : halvesOf(part))
        approach(view, half, best);
}

/// The tiles of one level that are in view and not too far away.
class Tiles {
  public:
    Tiles(const InView& view, const Rect& surface, const ReliefTiles& tiles, int level, double farthestUm)
        : view_(view),
          surface_(surface),
          most_(tiles.most),
          side_(tiles.side << level),
          farthestUm_(farthestUm) {
        const std::int64_t left = floorDiv(surface.x, side_);
        const std::int64_t top = floorDiv(surface.y, side_);
        look({left, top, floorDiv(surface.right() - 1, side_) - left + 1,
              floorDiv(surface.bottom() - 1, side_) - top + 1});
    }

    [[nodiscard]] bool tooMany() const { return found_.area() > most_; }
    [[nodiscard]] Rect samples() const { return samplesOf(found_); }

  private:
    [[nodiscard]] Rect samplesOf(const Rect& tiles) const {
        return intersection(surface_,
                            {tiles.x * side_, tiles.y * side_, tiles.width * side_, tiles.height * side_});
    }

    void look(const Rect& tiles) {
        if (tooMany()) return;
        const auto around = view_.around(samplesOf(tiles));
        if (!around || around->nearest() > farthestUm_) return;
        if (tiles.area() == 1) {
            found_ = boundingRect(found_, tiles);
            return;
        }
        for (const Rect& half : halvesOf(tiles))
            look(half);
    }

    const InView& view_;
    Rect surface_;
    std::int64_t most_;
    std::int64_t side_;  ///< in samples
    double farthestUm_;
    Rect found_;  ///< in tiles
};

}  // namespace

ReliefSight sightOf(const ReliefForm& form, const ReliefCamera& camera, ScreenPlace screen,
                    const Rect& surface, const ReliefTiles& tiles) {
    constexpr double anyDistance = std::numeric_limits<double>::infinity();
    if (surface.empty()) return {};
    const InView view(form, camera, screen);
    double nearest = anyDistance;
    approach(view, surface, nearest);
    if (nearest == anyDistance) return {};
    const double samplesAPixel =
        nearest * camera.umPerPixel(screen) / camera.distanceUm / std::max(form.pitchXUm, form.pitchYUm);
    for (int level = std::max(0, static_cast<int>(std::floor(std::log2(samplesAPixel) + 1e-9)));; ++level) {
        for (const double farthest : {anyDistance, 8 * nearest, 4 * nearest, 2 * nearest}) {
            const Tiles found(view, surface, tiles, level, farthest);
            if (!found.tooMany()) return {level, found.samples()};
        }
    }
}

}  // namespace burin
