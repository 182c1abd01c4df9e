// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/model/previews/preview_jobs.hpp"
#include "ui/model/view_appearance.hpp"

#include <cmath>

namespace burin::ui {

/// The look with the range of a node's values, if its range is automatic and values are known. The range is
/// in whole hundredths, so that a slight edit does not change every colour.
[[nodiscard]] inline AppearanceValues inRangeOf(const Histogram& histogram, AppearanceValues look) {
    if (!look.automatic || histogram.values == 0) return look;
    const double low = std::floor(100 * static_cast<double>(histogram.least) + 1e-4) / 100;
    const double high = std::ceil(100 * static_cast<double>(histogram.most) - 1e-4) / 100;
    look.low = high > low ? low : 0;
    look.high = high > low ? high : 1;
    return look;
}

}  // namespace burin::ui
