// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/design/diagnostic.hpp"
#include "core/engraving/predicted_difference.hpp"
#include "core/export/progress.hpp"
#include "core/render/backend.hpp"

#include <chrono>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace burin {

/// One thing that would spoil an engraving.
struct Finding {
    Severity severity = Severity::warning;
    std::string node;
    Problem problem;                  ///< what is wrong; its advice says how to correct it
    std::string where;                ///< in px and mm; may be empty
    std::optional<Point> place = {};  ///< on the surface, if `where` is a place
    bool atJoint = false;  ///< whether a node does not continue across the joint of the design's roller

    [[nodiscard]] std::string what() const { return problem.text(); }
    [[nodiscard]] std::string remedy() const { return problem.adviceText(); }
    /// `warning: node: what, where; remedy` on one line.
    [[nodiscard]] std::string text() const;
};

struct PreflightReport {
    std::vector<Finding> findings;
    std::vector<Problem> unseen;  ///< checks that were not possible, and why
    bool jointSeen = false;       ///< whether all of the joint of the design's roller was checked
    double bytes = 0;             ///< bytes of the whole surface, packed
    std::int64_t samplesSeen = 0;
    std::int64_t samples = 0;  ///< samples of the whole surface
    /// The difference of the predicted surface at the places that were checked; nothing without a prediction.
    std::optional<PredictedDifference> predicted = {};
};

struct PreflightOptions {
    /// Time limit: after it no further place is checked, and the current one is abandoned.
    std::chrono::duration<double> patience{30};
    /// Whether the surface may be wrapped around a roller. If so, repeats that do not close are findings; for
    /// a flat plate they are not.
    bool roller = true;
    double fullDepthUm = 0;  ///< the depth that 1 stands for; 0: the root's `full_depth`
    std::stop_token stop;
    ProgressCallback progress;  ///< may be empty
};

/// Checks the design of `graph`, its root, and places of the surface: all of a small surface, about fifty
/// squares of 512 px spread over a large one. \throws Cancelled, OutOfMemory, and what sources throw
[[nodiscard]] PreflightReport preflight(const Design& design, const std::shared_ptr<const Graph>& graph,
                                        Backend& backend, const PreflightOptions& options);

}  // namespace burin
