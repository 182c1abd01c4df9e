// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/placing/equal_gaps.hpp"

#include <QPointF>
#include <QRectF>
#include <QString>

#include <array>
#include <vector>

namespace burin::ui {

/// A box that others snap to: its edges and its middle.
struct SnapTarget {
    QRectF box;
    QString name;
    bool beside = true;  ///< gaps to this box count; if false, the box lies around the things
};

/// A line through the edges or middles that snapped.
struct GuideLine {
    bool upright = false;  ///< true: the line is at x = `at`; false: at y = `at`
    double at = 0;
    double from = 0;  ///< along the line: the ends of both boxes
    double to = 0;
    QString name;  ///< the place that the box snapped to, for users: "middle of surface"
};

/// Which places of a box may snap, along one axis.
struct SnapEdges {
    bool low = true;  ///< left or top
    bool middle = true;
    bool high = true;

    [[nodiscard]] bool any() const { return low || middle || high; }
    /// The box is moved as a whole.
    [[nodiscard]] bool all() const { return low && middle && high; }
};

struct Snapped {
    QPointF by;  ///< the distance to be added to the place of the box
    std::vector<GuideLine> lines;
};

/// Moves a box to the nearest edge or middle of the targets, independently in each axis. Middles snap only to
/// middles, and edges only to edges. If two are equally near, the one whose box is nearer is used. A box that
/// is moved as a whole also snaps to places with equal gaps, unless an edge or a middle is as near.
///
/// \param reach  the largest distance
/// \param gaps  the gaps between the targets beside the box
///
/// Pure; the cost grows with the number of targets.
[[nodiscard]] Snapped snapped(const QRectF& box, const std::vector<SnapTarget>& targets, double reach,
                              SnapEdges acrossX, SnapEdges acrossY, const EqualGaps& gaps = {});

}  // namespace burin::ui
