// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kinds/description.hpp"

#include <optional>

namespace burin::ui {

/// How a slider's way maps to the numbers of a parameter, in the unit of its limits. Plain value; pure.
struct SliderScale {
    double low = 0;
    double high = 1;
    bool logarithmic = false;
    bool whole = false;  ///< whole numbers only
    bool odd = false;    ///< odd ones only

    /// 0 to 1; what lies outside is at the ends.
    [[nodiscard]] double fraction(double value) const;
    /// Rounded to what one can tell apart along the way, and never beyond the ends.
    [[nodiscard]] double value(double fraction) const;

    friend bool operator==(const SliderScale&, const SliderScale&) = default;
};

/// The scale of a parameter. Limits that are missing, or farther than anyone goes, follow from its value.
/// \param value  what the parameter is now
[[nodiscard]] SliderScale sliderScale(const ParameterDescription& wanted, std::optional<double> value);

}  // namespace burin::ui
