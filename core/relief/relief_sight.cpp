// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/relief/relief_sight.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <optional>

namespace burin {

namespace {

/// A part of a surface, as the viewer sees it.
struct SeenPart {
    double nearestUm = 0;  ///< the least distance of its places; negative if it extends behind the viewer
    /// the distance to its nearest corner in front of the viewer; infinite if there is none
    double cornerUm = 0;
    double footprintUm = 0;  ///< the largest distance between corners of equal depth
};

/// Tells which parts of a surface are in view. It may also say so of a part that is just outside.
class InView {
  public:
    InView(const ReliefForm& form, const ReliefCamera& camera, ScreenPlace screen, const ScreenPart& part)
        : form_(form), viewer_(camera.frame()) {
        // The sides of the part at a distance of 1.
        const double pixel = camera.umPerPixel(screen) / camera.distanceUm;
        const double left = pixel * (part.first.x - screen.x / 2);
        const double right = pixel * (part.last.x - screen.x / 2);
        const double top = pixel * (screen.y / 2 - part.first.y);
        const double bottom = pixel * (screen.y / 2 - part.last.y);
        inwards_ = {normalized({1, 0, left}), normalized({-1, 0, -right}), normalized({0, 1, bottom}),
                    normalized({0, -1, -top})};
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
    [[nodiscard]] std::optional<SeenPart> around(const Rect& part) const {
        ++looked_;
        const SurfacePlace middle{static_cast<double>(part.x) + static_cast<double>(part.width) / 2,
                                  static_cast<double>(part.y) + static_cast<double>(part.height) / 2};
        if (!form_.flat() && angleTo(middle) - form_.halfTurnOf(part) > farthestAngle_) return {};
        std::array<Vector3, 8> corners = form_.cornersOf(part);
        for (Vector3& corner : corners)
            corner = viewer_.toLocal(corner);
        const double slack = form_.bulgeOf(part);
        for (const Vector3& inwards : inwards_) {
            const bool outside = std::all_of(corners.begin(), corners.end(), [&](const Vector3& corner) {
                return dot(inwards, corner) < -slack;
            });
            if (outside) return {};
        }
        SeenPart around{std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity(), 0};
        for (std::size_t k = 0; k < corners.size(); ++k) {
            const double distance = -corners[k].z;
            around.nearestUm = std::min(around.nearestUm, distance - slack);
            if (distance > 0) around.cornerUm = std::min(around.cornerUm, distance);
            for (std::size_t other = k < 4 ? 0 : 4; other < k; ++other)
                around.footprintUm = std::max(around.footprintUm, lengthOf(corners[k] - corners[other]));
        }
        return around;
    }

    [[nodiscard]] int looked() const { return looked_; }

  private:
    /// How far a place of a roller is turned away from the viewer.
    [[nodiscard]] double angleTo(SurfacePlace place) const {
        const double towards = dot(form_.frameAt(place).z, besideAxis_) / lengthOf(besideAxis_);
        return std::acos(std::clamp(towards, -1.0, 1.0));
    }

    ReliefForm form_;
    SpaceFrame viewer_;
    std::array<Vector3, 4> inwards_;
    Vector3 besideAxis_;  ///< the position of the viewer, without its component along the axis
    double farthestAngle_ = std::numbers::pi;
    mutable int looked_ = 0;
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

/// After so many parts, approach() is content with what it has found. A viewer among heights that are drawn
/// much too large is inside of thousands of parts.
constexpr int mostLooked = 1500;

/// Lowers `best` to the distance at which the visible part of the surface begins, to about a tenth. It
/// examines the nearer of two halves first, which makes most other parts unnecessary.
void approach(const InView& view, const Rect& part, const SeenPart& around, double& best) {
    if (around.nearestUm >= best) return;
    if (std::isfinite(best) && view.looked() > mostLooked) return;
    if (part.area() == 1 || around.footprintUm < 0.1 * around.cornerUm) {
        best = std::min(best, around.cornerUm);
        return;
    }
    auto halves = halvesOf(part);
    std::array seen{view.around(halves[0]), view.around(halves[1])};
    if (seen[0] && seen[1] && seen[1]->nearestUm < seen[0]->nearestUm) {
        std::swap(halves[0], halves[1]);
        std::swap(seen[0], seen[1]);
    }
    for (std::size_t k = 0; k < 2; ++k) {
        if (seen[k]) approach(view, halves[k], *seen[k], best);
    }
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
        if (!around || around->nearestUm > farthestUm_) return;
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
    std::int64_t side_;  ///< side of a tile in samples
    double farthestUm_;
    Rect found_;  ///< in tiles
};

/// The samples that a pixel shows side by side at a distance from the viewer.
double samplesAPixelAt(double distanceUm, const ReliefForm& form, const ReliefCamera& camera,
                       ScreenPlace screen) {
    return distanceUm * camera.umPerPixel(screen) / camera.distanceUm /
           std::max(form.pitchXUm, form.pitchYUm);
}

}  // namespace

ReliefSight sightOf(const ReliefForm& form, const ReliefCamera& camera, ScreenPlace screen,
                    const Rect& surface, const ReliefTiles& tiles) {
    return sightOfPart(form, camera, screen, {{0, 0}, screen}, surface, tiles);
}

ReliefSight sightOfPart(const ReliefForm& form, const ReliefCamera& camera, ScreenPlace screen,
                        const ScreenPart& part, const Rect& surface, const ReliefTiles& tiles) {
    constexpr double anyDistance = std::numeric_limits<double>::infinity();
    if (surface.empty()) return {};
    const InView view(form, camera, screen, part);
    double nearest = anyDistance;
    if (const auto all = view.around(surface)) approach(view, surface, *all, nearest);
    if (nearest == anyDistance) return {0, {}, view.looked()};
    const double across = samplesAPixelAt(nearest, form, camera, screen);
    const int fitting = std::max(0, static_cast<int>(std::floor(std::log2(across) + 1e-9)));
    for (int level = std::min(fitting, tiles.coarsest);; ++level) {
        for (const double farthest : {anyDistance, 8 * nearest, 4 * nearest, 2 * nearest}) {
            const Tiles found(view, surface, tiles, level, farthest);
            if (!found.tooMany()) return {level, found.samples(), view.looked()};
        }
    }
}

std::optional<double> samplesAPixel(const ReliefForm& form, const ReliefCamera& camera, ScreenPlace screen,
                                    const Rect& part) {
    const auto around = InView(form, camera, screen, {{0, 0}, screen}).around(part);
    if (!around) return {};
    return samplesAPixelAt(std::max(0.0, around->nearestUm), form, camera, screen);
}

}  // namespace burin
