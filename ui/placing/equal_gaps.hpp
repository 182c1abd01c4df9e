// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QRectF>

#include <optional>
#include <vector>

namespace burin::ui {

/// A gap between two boxes that is as wide as another one.
struct GapMark {
    bool acrossX = false;  ///< from the left to the right; else from the top to the bottom
    double from = 0;       ///< along it: the sides that face each other
    double to = 0;
    double at = 0;  ///< on the other axis: the middle of what the boxes share
};

/// Finds the places at which a box has equal gaps: the gap to its neighbour is that between two others of
/// its row or column, or the box is in the middle between its neighbours.
///
/// The row of a box is all that lies beside it, above or below. A box that it lies on is not in its row.
class EqualGaps {
  public:
    EqualGaps() = default;
    /// Sorts the boxes, so that each question below costs time that grows with their number alone.
    explicit EqualGaps(const std::vector<QRectF>& boxes);

    /// The shortest way along an axis to such a place. If two are equally far, the middle counts.
    /// \param reach  the largest way \return nothing: there is none
    [[nodiscard]] std::optional<double> wayFor(const QRectF& box, bool acrossX, double reach) const;
    /// The two equal gaps of a box that is at such a place, as it is after its place was rounded to whole
    /// pixels. Empty: it is not.
    [[nodiscard]] std::vector<GapMark> marksFor(const QRectF& box, bool acrossX) const;

  private:
    /// A box as one axis sees it.
    struct GapBox {
        double low = 0;
        double high = 0;
        double from = 0;  ///< on the other axis
        double to = 0;
    };
    /// A free part of a row. It has no end if there is no box on that side.
    struct FreeSpace {
        const GapBox* before = nullptr;
        const GapBox* after = nullptr;

        [[nodiscard]] bool closed() const { return before != nullptr && after != nullptr; }
        [[nodiscard]] double length() const { return after->low - before->high; }
    };
    /// A place with equal gaps.
    struct EvenPlace {
        double by = 0;
        double away = 0;        ///< from the box to the other gap
        bool afterIt = false;   ///< the gap of the box is that to the one after it
        bool isMiddle = false;  ///< both gaps are those of the box
        FreeSpace own;
        FreeSpace other;
    };

    [[nodiscard]] static GapBox seenAlong(const QRectF& box, bool acrossX);
    [[nodiscard]] std::vector<FreeSpace> row(const GapBox& own, bool acrossX, double reach) const;
    [[nodiscard]] std::optional<EvenPlace> nearest(const GapBox& own, bool acrossX, double reach) const;

    std::vector<GapBox> fromLeft_;
    std::vector<GapBox> fromTop_;
};

}  // namespace burin::ui
