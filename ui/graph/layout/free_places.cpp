// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/graph/layout/free_places.hpp"

#include "ui/graph/items/metrics.hpp"

#include <cmath>

namespace burin::ui {

void FreePlaces::take(QPointF place) {
    taken_.emplace(place.y(), place.x());
}

QPointF FreePlaces::takeBelow(QPointF wanted) {
    const auto [last, first] = lastBelow_.try_emplace({wanted.x(), wanted.y()}, wanted.y());
    QPointF place(wanted.x(), last->second);
    while (taken(place))
        place.ry() += metrics::rowDistance + 4;
    last->second = place.y();
    take(place);
    return place;
}

bool FreePlaces::taken(QPointF place) const {
    const auto end = taken_.lower_bound(place.y() + metrics::rowDistance);
    for (auto other = taken_.upper_bound(place.y() - metrics::rowDistance); other != end; ++other) {
        if (std::abs(other->second - place.x()) < metrics::nodeWidth + 8) return true;
    }
    return false;
}

}  // namespace burin::ui
