// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/design/diagnostic.hpp"
#include "core/export/progress.hpp"
#include "core/render/backend.hpp"

#include <chrono>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace burin {

/// One thing that will spoil an engraving.
struct Finding {
    Severity severity = Severity::warning;
    std::string node;
    std::string what;
    std::string where;                ///< in px and mm; may be empty
    std::string remedy;               ///< what would be right
    std::optional<Point> place = {};  ///< on the surface, where `where` is one

    /// `warning: node: what, where; remedy` on one line.
    [[nodiscard]] std::string text() const;
};

struct PreflightReport {
    std::vector<Finding> findings;
    std::vector<std::string> unseen;  ///< what could not be looked at, and why
    double bytes = 0;                 ///< of the whole surface, packed
    std::int64_t samplesSeen = 0;
    std::int64_t samples = 0;  ///< of the whole surface
};

struct PreflightOptions {
    /// After that no further place is looked at, and the one under way is given up.
    std::chrono::duration<double> patience{30};
    /// Whether the surface may go round a roller: repeats that do not close there are findings. A flat plate
    /// has none.
    bool roller = true;
    std::stop_token stop;
    ProgressCallback progress;  ///< may be empty
};

/// Looks at the design of `graph`, its root, and at some places of the surface: all of a small one, about
/// fifty squares of 512 px spread over a large one. \throws Cancelled, OutOfMemory, and what sources throw
[[nodiscard]] PreflightReport preflight(const Design& design, const std::shared_ptr<const Graph>& graph,
                                        Backend& backend, const PreflightOptions& options);

}  // namespace burin
