// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <optional>

namespace burin::ui {

/// The cost of a node, as the graph and the inspector show it.
struct ShownCost {
    std::optional<double> msPerMpx;  ///< without the nodes below it; nothing: not known
    std::optional<double> hitShare;  ///< the share of its stored tiles; nothing: it has stored none
    bool outdated = false;           ///< the figures belong to an earlier state of the node
    QString reason;                  ///< why the time is not known, as a sentence
    friend bool operator==(const ShownCost&, const ShownCost&) = default;
};

/// "0.31 ms" for a million samples; "-" if the time is not known.
[[nodiscard]] QString timeText(const ShownCost& cost);
/// "cache 96 %", or "cache -".
[[nodiscard]] QString cacheText(const ShownCost& cost);
/// Both in one line: "0.31 ms/Mpx · cache 96 %".
[[nodiscard]] QString costText(const ShownCost& cost);
/// The meaning of the figures, or why there are none.
[[nodiscard]] QString costTip(const ShownCost& cost);

/// The ends of the scale of colours, in ms/Mpx.
inline constexpr double cheapestMs = 0.1;
inline constexpr double dearestMs = 100;
/// The place of a time on the logarithmic scale from `cheapestMs` (0) to `dearestMs` (1); clamped.
[[nodiscard]] double placeOnCostScale(double msPerMpx);

/// The cost of a group: only the nodes inside it have times.
[[nodiscard]] ShownCost costOfGroup();

}  // namespace burin::ui
