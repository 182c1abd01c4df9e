// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The mean of a filled outline over a block of samples is the area that it covers there, so no sample needs
// to be computed.

#include "core/preview/preview.hpp"

#include <optional>
#include <vector>

namespace burin {

/// Pictures of a surface that consists only of filled outlines.
class FillMeans {
  public:
    /// \param graph  must outlive the result
    /// \return nothing if the top node shows anything except fills without masks, unchanged and side by side
    [[nodiscard]] static std::optional<FillMeans> of(const Graph& graph);

    /// Whether every picture is exact. Otherwise the surface has 8 bits, and a picture is exact only if the
    /// rounding of its samples cannot change a mean by more than 1e-4.
    [[nodiscard]] bool alwaysExact() const { return !rounds_; }
    /// The areas that the outlines cover, within 1e-4 if the picture is called exact. Time grows with the
    /// edges and the blocks that they meet, not with samples. \throws Cancelled
    [[nodiscard]] Picture picture(const PreviewPart& part) const;

    /// One filled outline, whose frame has its (0, 0) at `at`.
    struct Fill {
        const DrawnOutline* outline = nullptr;
        Point at;
        Extent extent;  ///< the part that is shown; both in the frame of the top node
    };

  private:
    /// Adds what node `n` shows. \return false if it is not a fill
    bool add(const Graph& graph, std::size_t n, Point at, const Extent& shown);

    std::vector<Fill> fills_;
    Extent extent_;  ///< extent of the top node
    bool inverts_ = false;
    bool rounds_ = false;  ///< whether values are rounded to 8 bits
};

}  // namespace burin
