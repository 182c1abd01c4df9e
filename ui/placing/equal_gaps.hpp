// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QRectF>

#include <optional>
#include <vector>

namespace burin::ui {

/// A gap between two boxes.
struct GapMark {
    bool acrossX = false;  ///< from the left to the right; if false, from the top to the bottom
    double from = 0;       ///< the range along this axis: the sides that face each other
    double to = 0;
    double at = 0;  ///< on the other axis: the middle of the range that both boxes cover
};

/// Finds the places at which a box has equal gaps: its gap to a neighbour is as wide as the gap between two
/// other boxes of its row or column, or the box is in the middle between its neighbours.
///
/// The row of a box consists of the boxes to its left and right, its column of those above and below. A box
/// that it covers is in neither.
class EqualGaps {
  public:
    EqualGaps() = default;
    /// Sorts the boxes, so that the time of each function below is proportional to their number.
    explicit EqualGaps(const std::vector<QRectF>& boxes);

    /// The shortest distance along an axis to such a place. If two are equally far, the middle counts.
    /// \param reach  the largest distance \return nothing if there is no such place
    [[nodiscard]] std::optional<double> wayFor(const QRectF& box, bool acrossX, double reach) const;
    /// The two equal gaps of a box at such a place, also after its place was rounded to whole pixels. Empty
    /// if it is not at such a place.
    [[nodiscard]] std::vector<GapMark> marksFor(const QRectF& box, bool acrossX) const;
    /// The gap to the nearest box of the row or the column; nothing if there is none.
    [[nodiscard]] std::optional<GapMark> nearestGap(const QRectF& box) const;

  private:
    /// A box as one axis sees it.
    struct GapBox {
        double low = 0;
        double high = 0;
        double from = 0;  ///< on the other axis
        double to = 0;
    };
    /// A free part of a row. It is endless on a side without a box.
    struct FreeSpace {
        const GapBox* before = nullptr;
        const GapBox* after = nullptr;

        [[nodiscard]] bool closed() const { return before != nullptr && after != nullptr; }
        [[nodiscard]] double length() const { return after->low - before->high; }
    };
    /// A place with equal gaps.
    struct EvenPlace {
        double by = 0;
        double away = 0;        ///< the distance from the box to the other gap
        bool afterIt = false;   ///< the gap of the box is the one after it, not before it
        bool isMiddle = false;  ///< both gaps are beside the box itself
        FreeSpace own;
        FreeSpace other;
    };

    [[nodiscard]] static GapBox seenAlong(const QRectF& box, bool acrossX);
    /// \pre a.high < b.low
    [[nodiscard]] static GapMark gapBetween(const GapBox& a, const GapBox& b, bool acrossX);
    [[nodiscard]] std::vector<FreeSpace> row(const GapBox& own, bool acrossX, double reach) const;
    [[nodiscard]] std::optional<EvenPlace> nearest(const GapBox& own, bool acrossX, double reach) const;

    std::vector<GapBox> fromLeft_;
    std::vector<GapBox> fromTop_;
};

}  // namespace burin::ui
