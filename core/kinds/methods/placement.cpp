// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kinds/methods/placement.hpp"

#include <algorithm>
#include <cmath>

namespace burin {

Placement::Placement(const Extent& extent, Vector signedScale, const Turn& by)
    : scale(signedScale), turn(by), child(extent) {
    if (!extent.bounded()) return;
    const Rect& rect = extent.rect();
    origin = rect.origin();
    child = extent.translated(-origin);
    const Vector sides = span({rect.width, rect.height}, scale, turn);
    result = Extent(Rect{0, 0, static_cast<std::int64_t>(roundedOutwards(sides.x)),
                         static_cast<std::int64_t>(roundedOutwards(sides.y))});
    corner = cornerOf({rect.width, rect.height}, scale, turn);
}

Vector Placement::toChild(Vector parent) const {
    const double x = parent.x + corner.x;
    const double y = parent.y + corner.y;
    return {(turn.cosine * x + turn.sine * y) / scale.x, (turn.cosine * y - turn.sine * x) / scale.y};
}

Vector Placement::toParent(Vector local) const {
    const double x = scale.x * local.x;
    const double y = scale.y * local.y;
    return {turn.cosine * x - turn.sine * y - corner.x, turn.sine * x + turn.cosine * y - corner.y};
}

}  // namespace burin
