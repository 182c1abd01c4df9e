// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kinds/form/values.hpp"

#include <cstdint>
#include <optional>

namespace burin {

struct Design;

/// The roller of a surface, from `job.roller`. The surface covers its circumference exactly.
struct Roller {
    double diameterUm = 0;
    /// whether the axis lies along x, so that rows run along it; if not, it lies along y
    bool axisX = false;

    /// Whether x goes round the roller. If not, y does.
    [[nodiscard]] bool roundX() const { return !axisX; }
    /// The circumference in samples: floor(pi D / pixel + 0.5).
    [[nodiscard]] std::int64_t samplesRound(double pixelUm) const;
    /// The exact pitch of these samples: pi D / samplesRound(), in um.
    [[nodiscard]] double pitchRoundUm(double pixelUm) const;
};

/// Nothing if `job` gives no roller.
[[nodiscard]] std::optional<Roller> rollerOf(const Values& job);

/// The exact pitches along x and y in um. They differ only on a roller.
[[nodiscard]] Vector pitchOf(const Values& job, double pixelUm);
[[nodiscard]] Vector pitchOf(const Design& design);

}  // namespace burin
