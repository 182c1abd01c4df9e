// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/placing/equal_gaps.hpp"

#include <algorithm>
#include <cmath>

namespace burin::ui {

namespace {

/// Distances that differ by less are equal, and smaller gaps do not count.
constexpr double leastGap = 1e-6;
/// By how much a box that was rounded to whole pixels can miss its place.
constexpr double roundedBy = 0.5 + leastGap;

}  // namespace

EqualGaps::EqualGaps(const std::vector<QRectF>& boxes) {
    for (const bool acrossX : {true, false}) {
        std::vector<GapBox>& sorted = acrossX ? fromLeft_ : fromTop_;
        for (const QRectF& box : boxes)
            sorted.push_back(seenAlong(box, acrossX));
        std::sort(sorted.begin(), sorted.end(),
                  [](const GapBox& a, const GapBox& b) { return a.low < b.low; });
    }
}

EqualGaps::GapBox EqualGaps::seenAlong(const QRectF& box, bool acrossX) {
    if (acrossX) return {box.left(), box.right(), box.top(), box.bottom()};
    return {box.top(), box.bottom(), box.left(), box.right()};
}

/// The free spaces between the boxes of the row, from the lowest one on, with those at both ends.
std::vector<EqualGaps::FreeSpace> EqualGaps::row(const GapBox& own, bool acrossX, double reach) const {
    std::vector<FreeSpace> spaces;
    const GapBox* last = nullptr;  // of the boxes so far, the one with the highest end
    for (const GapBox& box : acrossX ? fromLeft_ : fromTop_) {
        if (box.from >= own.to || box.to <= own.from) continue;
        // A box that is moved over a plate keeps its gaps to the other things on the plate.
        const bool holds = box.low <= own.low && own.high <= box.high;
        if (holds || std::min(own.high, box.high) - std::max(own.low, box.low) > reach) continue;
        if (last == nullptr || box.low > last->high + leastGap) spaces.push_back({last, &box});
        if (last == nullptr || box.high > last->high) last = &box;
    }
    spaces.push_back({last, nullptr});
    return spaces;
}

std::optional<EqualGaps::EvenPlace> EqualGaps::nearest(const GapBox& own, bool acrossX, double reach) const {
    const std::vector<FreeSpace> spaces = row(own, acrossX, reach);
    const double middle = (own.low + own.high) / 2;
    const auto here = std::find_if(spaces.begin(), spaces.end(), [&](const FreeSpace& space) {
        return (space.before == nullptr || middle > space.before->high) &&
               (space.after == nullptr || middle < space.after->low);
    });
    if (here == spaces.end()) return {};
    const double width = own.high - own.low;
    std::optional<EvenPlace> best;
    const auto consider = [&](double low, EvenPlace place) {
        place.by = low - own.low;
        place.own = *here;
        const bool fits = (here->before == nullptr || low >= here->before->high + leastGap) &&
                          (here->after == nullptr || low + width <= here->after->low - leastGap);
        if (!fits || std::abs(place.by) > reach) return;
        const double nearer = best ? std::abs(place.by) - std::abs(best->by) : -1;
        if (nearer < -leastGap || (nearer <= leastGap && place.away < best->away)) best = place;
    };
    if (here->closed()) {
        EvenPlace between;
        between.isMiddle = true;
        consider(here->before->high + (here->length() - width) / 2, between);
    }
    for (const FreeSpace& space : spaces) {
        if (!space.closed() || &space == &*here) continue;
        EvenPlace place;
        place.other = space;
        place.away = std::abs((space.before->high + space.after->low) / 2 - middle);
        if (here->before != nullptr) consider(here->before->high + space.length(), place);
        place.afterIt = true;
        if (here->after != nullptr) consider(here->after->low - space.length() - width, place);
    }
    return best;
}

std::optional<double> EqualGaps::wayFor(const QRectF& box, bool acrossX, double reach) const {
    const std::optional<EvenPlace> place = nearest(seenAlong(box, acrossX), acrossX, reach);
    return place ? std::optional(place->by) : std::nullopt;
}

std::vector<GapMark> EqualGaps::marksFor(const QRectF& box, bool acrossX) const {
    const GapBox own = seenAlong(box, acrossX);
    const std::optional<EvenPlace> place = nearest(own, acrossX, roundedBy);
    if (!place) return {};
    const auto mark = [acrossX](const GapBox& a, const GapBox& b) { return gapBetween(a, b, acrossX); };
    if (place->isMiddle) return {mark(*place->own.before, own), mark(own, *place->own.after)};
    const FreeSpace& other = place->other;
    return {place->afterIt ? mark(own, *place->own.after) : mark(*place->own.before, own),
            mark(*other.before, *other.after)};
}

GapMark EqualGaps::gapBetween(const GapBox& a, const GapBox& b, bool acrossX) {
    return {acrossX, a.high, b.low, (std::max(a.from, b.from) + std::min(a.to, b.to)) / 2};
}

std::optional<GapMark> EqualGaps::nearestGap(const QRectF& box) const {
    std::optional<GapMark> best;
    for (const bool acrossX : {true, false}) {
        const GapBox own = seenAlong(box, acrossX);
        for (const GapBox& other : acrossX ? fromLeft_ : fromTop_) {
            if (other.from >= own.to || other.to <= own.from) continue;
            const bool after = other.low >= own.high + leastGap;
            if (!after && other.high > own.low - leastGap) continue;  // no gap
            const GapMark gap = after ? gapBetween(own, other, acrossX) : gapBetween(other, own, acrossX);
            if (!best || gap.to - gap.from < best->to - best->from) best = gap;
        }
    }
    return best;
}

}  // namespace burin::ui
