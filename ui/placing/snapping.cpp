// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/placing/snapping.hpp"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <optional>

namespace burin::ui {

namespace {

struct SnapWords {
    Q_DECLARE_TR_FUNCTIONS(SnapWords)
};

/// The extent of a box along one axis.
struct BoxSpan {
    double low = 0;
    double high = 0;

    [[nodiscard]] std::array<double, 3> places() const { return {low, (low + high) / 2, high}; }
    [[nodiscard]] double gapTo(const BoxSpan& other) const {
        return std::max({0.0, other.low - high, low - other.high});
    }
};

BoxSpan spanOf(const QRectF& box, bool acrossX) {
    return acrossX ? BoxSpan{box.left(), box.right()} : BoxSpan{box.top(), box.bottom()};
}

QString nameOf(std::size_t place, bool acrossX, const QString& target) {
    if (place == 1) return SnapWords::tr("middle of %1").arg(target);
    if (acrossX) return (place == 0 ? SnapWords::tr("left of %1") : SnapWords::tr("right of %1")).arg(target);
    return (place == 0 ? SnapWords::tr("top of %1") : SnapWords::tr("bottom of %1")).arg(target);
}

struct SnapHit {
    double by = 0;
    double gap = 0;  ///< between the boxes, along the line
    double at = 0;
    const SnapTarget* target = nullptr;
    std::size_t place = 0;  ///< the place of the target: low, middle, high
};

std::optional<SnapHit> nearest(const QRectF& box, const std::vector<SnapTarget>& targets, double reach,
                               SnapEdges edges, bool acrossX) {
    const std::array<bool, 3> may = {edges.low, edges.middle, edges.high};
    const std::array<double, 3> own = spanOf(box, acrossX).places();
    std::optional<SnapHit> best;
    for (const SnapTarget& target : targets) {
        const std::array<double, 3> places = spanOf(target.box, acrossX).places();
        const double gap = spanOf(box, !acrossX).gapTo(spanOf(target.box, !acrossX));
        for (std::size_t i = 0; i < 3; ++i) {
            for (std::size_t j = 0; may[i] && j < 3; ++j) {
                const SnapHit hit{places[j] - own[i], gap, places[j], &target, j};
                if ((i == 1) != (j == 1) || std::abs(hit.by) > reach) continue;
                const double nearer = best ? std::abs(hit.by) - std::abs(best->by) : -1;
                if (nearer < 0 || (nearer == 0 && gap < best->gap)) best = hit;
            }
        }
    }
    return best;
}

}  // namespace

Snapped snapped(const QRectF& box, const std::vector<SnapTarget>& targets, double reach, SnapEdges acrossX,
                SnapEdges acrossY, const EqualGaps& gaps) {
    constexpr double equal = 1e-6;  // ways that differ by less are equal
    std::optional<SnapHit> x = nearest(box, targets, reach, acrossX, true);
    std::optional<SnapHit> y = nearest(box, targets, reach, acrossY, false);
    Snapped made;
    made.by = {x ? x->by : 0, y ? y->by : 0};
    for (const bool alongX : {true, false}) {
        if (!(alongX ? acrossX : acrossY).all()) continue;
        // The neighbours of the box depend on its new place on the other axis.
        const QPointF aside = alongX ? QPointF(0, made.by.y()) : QPointF(made.by.x(), 0);
        const std::optional<double> way = gaps.wayFor(box.translated(aside), alongX, reach);
        std::optional<SnapHit>& hit = alongX ? x : y;
        if (!way || (hit && std::abs(hit->by) <= std::abs(*way) + equal)) continue;
        hit.reset();
        (alongX ? made.by.rx() : made.by.ry()) = *way;
    }
    const QRectF moved = box.translated(made.by);
    for (const auto& [hit, upright] : {std::pair(x, true), std::pair(y, false)}) {
        if (!hit) continue;
        const BoxSpan own = spanOf(moved, !upright);
        const BoxSpan other = spanOf(hit->target->box, !upright);
        made.lines.push_back({upright, hit->at, std::min(own.low, other.low), std::max(own.high, other.high),
                              nameOf(hit->place, upright, hit->target->name)});
    }
    return made;
}

}  // namespace burin::ui
