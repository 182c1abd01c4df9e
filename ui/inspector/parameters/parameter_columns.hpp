// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace burin::ui {

/// The columns of the table of a group's parameters, for its header and for its lines. In logical pixels. The
/// default of a parameter takes the room that is left.
struct ParameterColumns {
    static constexpr int left = 42;  ///< the left edge of the name: the handle and the knob are before it
    static constexpr int name = 48;
    static constexpr int type = 56;
    /// Holds two limits with a unit: `20 um, 2 mm`, `0.125, 2 mm`.
    static constexpr int limits = 88;
    static constexpr int gap = 3;
    static constexpr int right = 4;
    /// The inset of the text in a plain field, both sides together.
    static constexpr int inset = 12;
};

}  // namespace burin::ui
