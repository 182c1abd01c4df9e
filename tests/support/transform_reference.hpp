// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kinds/filter/transform.hpp"
#include "support/system/fake_child.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

namespace burin::test {

using Real = long double;

struct Place {
    Real x, y;
};

/// The transform by its definition, in long double, one sample at a time.
class TransformReference {
  public:
    TransformReference(const Transform& node, const FakeChild& child) : node_(node), child_(child) {
        const Real angle = static_cast<Real>(node.rotateDegrees) * 3.14159265358979323846264L / 180;
        cosine_ = std::cos(angle);
        sine_ = std::sin(angle);
        scaleX_ = static_cast<Real>(node.scale.x);
        scaleY_ = static_cast<Real>(node.scale.y);
        if (!child.extent().bounded()) return;
        const Rect& rect = child.extent().rect();
        origin_ = {static_cast<Real>(rect.x), static_cast<Real>(rect.y)};
        if (node.size) {
            scaleX_ = static_cast<Real>(node.size->x) / static_cast<Real>(rect.width);
            scaleY_ = static_cast<Real>(node.size->y) / static_cast<Real>(rect.height);
        }
        Place least{0, 0};
        for (const Real x : {Real(0), Real(rect.width)}) {
            for (const Real y : {Real(0), Real(rect.height)}) {
                const Place p = forwards({x, y});
                least = {std::min(least.x, p.x), std::min(least.y, p.y)};
            }
        }
        corner_ = least;
    }

    [[nodiscard]] Real value(std::int64_t x, std::int64_t y) const {
        const Place centre = backwards({static_cast<Real>(x) + 0.5L, static_cast<Real>(y) + 0.5L});
        switch (node_.interpolation) {
            case Interpolation::nearest:
                return sample(std::floor(centre.x), std::floor(centre.y));
            case Interpolation::linear:
                return weighted(centre, 1, [](Real d) { return std::max<Real>(0, 1 - std::fabs(d)); });
            case Interpolation::cubic:
                return weighted(centre, 2, catmullRom);
            case Interpolation::area:
                return mean(x, y);
        }
        return 0;
    }

    /// The distance of the centre from the nearest border between source samples.
    [[nodiscard]] Real distanceToBorder(std::int64_t x, std::int64_t y) const {
        const Place at = backwards({static_cast<Real>(x) + 0.5L, static_cast<Real>(y) + 0.5L});
        return std::min(std::fabs(at.x - std::round(at.x)), std::fabs(at.y - std::round(at.y)));
    }

  private:
    [[nodiscard]] Place forwards(Place p) const {
        const Real x = p.x * scaleX_ * (node_.mirrorX ? -1 : 1);
        const Real y = p.y * scaleY_ * (node_.mirrorY ? -1 : 1);
        return {x * cosine_ - y * sine_, x * sine_ + y * cosine_};
    }
    [[nodiscard]] Place backwards(Place p) const {
        const Real x = p.x + corner_.x;
        const Real y = p.y + corner_.y;
        return {(x * cosine_ + y * sine_) / scaleX_ * (node_.mirrorX ? -1 : 1) + origin_.x,
                (y * cosine_ - x * sine_) / scaleY_ * (node_.mirrorY ? -1 : 1) + origin_.y};
    }
    [[nodiscard]] Real sample(Real x, Real y) const {
        return child_.at(static_cast<std::int64_t>(x), static_cast<std::int64_t>(y), Edge::empty);
    }

    static Real catmullRom(Real distance) {
        const Real d = std::fabs(distance);
        if (d < 1) return (3 * d * d * d - 5 * d * d + 2) / 2;
        return d < 2 ? (-d * d * d + 5 * d * d - 8 * d + 4) / 2 : 0;
    }

    template <class Weight>
    [[nodiscard]] Real weighted(Place centre, int radius, Weight weight) const {
        Real sum = 0;
        const Real column = std::floor(centre.x);
        const Real row = std::floor(centre.y);
        for (int j = -radius - 1; j <= radius + 1; ++j) {
            for (int i = -radius - 1; i <= radius + 1; ++i) {
                sum += weight(column + i + 0.5L - centre.x) * weight(row + j + 0.5L - centre.y) *
                       sample(column + i, row + j);
            }
        }
        return sum;
    }

    /// The part of the polygon where sign * (coordinate - border) <= 0 (Sutherland and Hodgman).
    static std::vector<Place> clipped(const std::vector<Place>& polygon, Real Place::*axis, Real border,
                                      Real sign) {
        std::vector<Place> result;
        for (std::size_t i = 0; i < polygon.size(); ++i) {
            const Place a = polygon[i];
            const Place b = polygon[(i + 1) % polygon.size()];
            const Real da = sign * (a.*axis - border);
            const Real db = sign * (b.*axis - border);
            if (da <= 0) result.push_back(a);
            if ((da < 0 && db > 0) || (da > 0 && db < 0)) {
                const Real t = da / (da - db);
                result.push_back({a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t});
            }
        }
        return result;
    }

    static Real areaOf(const std::vector<Place>& polygon) {
        Real twice = 0;
        for (std::size_t i = 0; i < polygon.size(); ++i) {
            const Place a = polygon[i];
            const Place b = polygon[(i + 1) % polygon.size()];
            twice +=
                (a.x - polygon[0].x) * (b.y - polygon[0].y) - (b.x - polygon[0].x) * (a.y - polygon[0].y);
        }
        return std::fabs(twice) / 2;
    }

    [[nodiscard]] Real mean(std::int64_t x, std::int64_t y) const {
        const Real left = static_cast<Real>(x);
        const Real top = static_cast<Real>(y);
        const std::vector<Place> footprint = {backwards({left, top}), backwards({left + 1, top}),
                                              backwards({left + 1, top + 1}), backwards({left, top + 1})};
        Place low = footprint[0];
        Place high = footprint[0];
        for (const Place& p : footprint) {
            low = {std::min(low.x, p.x), std::min(low.y, p.y)};
            high = {std::max(high.x, p.x), std::max(high.y, p.y)};
        }
        Real sum = 0;
        for (Real row = std::floor(low.y); row < high.y; ++row) {
            for (Real column = std::floor(low.x); column < high.x; ++column) {
                std::vector<Place> cell = clipped(footprint, &Place::x, column, -1);
                cell = clipped(cell, &Place::x, column + 1, 1);
                cell = clipped(cell, &Place::y, row, -1);
                cell = clipped(cell, &Place::y, row + 1, 1);
                if (cell.size() > 2) sum += areaOf(cell) * sample(column, row);
            }
        }
        return sum / areaOf(footprint);
    }

    const Transform& node_;
    const FakeChild& child_;
    Real cosine_ = 1, sine_ = 0, scaleX_ = 1, scaleY_ = 1;
    Place origin_{0, 0};
    Place corner_{0, 0};
};

}  // namespace burin::test
