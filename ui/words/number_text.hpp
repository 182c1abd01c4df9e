// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/geometry/length.hpp"

#include <QString>

#include <cstdint>

namespace burin::ui {

/// 742 318: groups of three, from five digits on.
[[nodiscard]] QString groupedText(std::int64_t number);
/// A number with fixed decimals, its integer part in groups.
[[nodiscard]] QString fixedText(double number, int decimals);
/// A length in the most readable unit, without superfluous digits: 200 µm, 2.5 mm, 2 m.
[[nodiscard]] QString lengthText(double um);
/// Width and height: 2 m × 2 m; if long, with the unit once: 300 × 200 mm.
[[nodiscard]] QString areaText(double widthUm, double heightUm);
/// Two lengths in the most readable unit of the longer one: 1.4 mm × 0.9 mm.
[[nodiscard]] QString lengthsText(double um, double otherUm);
/// A measured length, with one decimal: 840.0 µm.
[[nodiscard]] QString measuredText(double um);
/// A measured length in its own unit, with the decimals that suit the unit: 0.840 mm.
[[nodiscard]] QString measuredText(const Length& length);

}  // namespace burin::ui
