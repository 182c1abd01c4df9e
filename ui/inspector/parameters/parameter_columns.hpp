// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>

namespace burin::ui {

/// The columns of the table of a group's parameters, for its header and for its lines. In logical pixels. The
/// default of a parameter takes the room that is left.
struct ParameterColumns {
    static constexpr int left = 37;  ///< the left edge of the name: the handle and the knob are before it
    static constexpr int type = 56;
    static constexpr int gap = 3;
    static constexpr int right = 4;
    /// The inset of the text in a plain field, both sides together, and the width of a caret.
    static constexpr int inset = 13;
    static constexpr int leastName = 40;
    static constexpr int leastDefault = 60;
    static constexpr int leastLimits = 56;
    /// Holds two limits with a unit: `20 um, 2 mm`, `0.125, 2 mm`.
    static constexpr int mostLimits = 88;

    int name = leastName;
    int limits = mostLimits;

    /// The columns of a table that is `width` wide. A name that is too long for its column is cut, so the
    /// limits give way to names, and both to the default.
    /// \param names,limits  the widths of the longest texts
    [[nodiscard]] static ParameterColumns fitting(int width, int names, int limits) {
        const int room = width - left - type - right - 3 * gap - leastDefault;
        const int name = std::clamp(names + inset, leastName, std::max(leastName, room - leastLimits));
        const int most = std::clamp(room - name, leastLimits, mostLimits);
        return {name, std::clamp(limits + inset, leastLimits, most)};
    }
};

}  // namespace burin::ui
