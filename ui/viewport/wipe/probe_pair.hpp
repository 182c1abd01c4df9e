// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/model/previews/preview_jobs.hpp"

#include <QString>
#include <QStringList>

#include <optional>

namespace burin::ui {

/// The exact samples of A and B at one place.
struct ProbePair {
    struct Sample {
        Probe probe;
        double fullDepthUm = 0;  ///< the depth of the value 1; 0: not specified

        [[nodiscard]] bool there() const { return probe.problem.isEmpty() && probe.inside; }
        /// "0.6054", or "–" if the node has no sample here.
        [[nodiscard]] QString valueText() const;
        /// "24.21", in um. \pre there(), and the depth is specified
        [[nodiscard]] QString depthText() const;
    };
    Sample a;
    Sample b;

    /// Whether the depths of both can be subtracted.
    [[nodiscard]] bool haveDepths() const;
    /// "+0.0459": the value of A minus that of B; "–" if one of them has no sample here.
    [[nodiscard]] QString differenceText() const;
    /// Three lines of equal length: A, B and A − B, in um if both have depths.
    [[nodiscard]] QStringList lines() const;
};

}  // namespace burin::ui
