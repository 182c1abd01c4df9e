// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/design/design.hpp"
#include "core/sheet/job_sheet.hpp"
#include "core/tile/memory_budget.hpp"

#include <chrono>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

namespace burin {

/// The most parts of the surface that a sheet shows.
inline constexpr std::size_t mostSheetDetails = 4;

/// The steps of computing a sheet, in this order.
enum class SheetStep { checking, measuring, pictures };

struct SheetOptions {
    std::string file;  ///< the design's, as the sheet names it
    std::string version;
    std::string date;
    double fullDepthUm = 0;    ///< positive
    bool everySample = false;  ///< measure the whole surface, however large it is, instead of windows
    bool pictures = false;     ///< whether to compute the pictures
    /// How long one thread may need for all samples of a picture. A picture that would take longer is a
    /// sketch.
    std::chrono::duration<double> exactWithin{60};
    std::chrono::duration<double> sketchFor{3};  ///< how long a sketch is improved, in each of two passes
    std::vector<Rect> details;                   ///< parts to show, in samples; empty: usualDetails()
    int threads = 1;
    int sideBySide = 1;  ///< \see estimatedSeconds()
    std::stop_token stop;
    std::function<void(SheetStep)> begins;  ///< called when a step begins; may be empty
    ProgressCallback progress;              ///< the progress of the step; may be empty
};

/// The parts that a sheet shows by default: the bookmarks of the surface, at most four of them. If there are
/// none, the middle of the surface, provided that the surface is much larger.
[[nodiscard]] std::vector<SheetPicture> usualDetails(const Design& design, const Rect& surface);

/// Computes a sheet. \param graph  of the design's root
/// \throws Cancelled, OutOfMemory, and what sources throw
[[nodiscard]] JobSheet makeJobSheet(const Design& design, const std::shared_ptr<const Graph>& graph,
                                    Backend& backend, MemoryBudget& budget, const SheetOptions& options);

}  // namespace burin
