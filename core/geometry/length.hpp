// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Numbers and lengths as they are written in design files and on the command line.

#include <optional>
#include <string_view>

namespace burin {

/// Parses a decimal number. Sign, fraction and exponent are optional (`12`, `-.5`, `1e3`). Blanks,
/// hexadecimal, `_`, `.inf` and `.nan` are not accepted.
///
/// \return nothing if `text` is not a number; an infinity if it exceeds binary64; else the nearest binary64
///
/// Pure; does not depend on the locale.
[[nodiscard]] std::optional<double> parseNumber(std::string_view text);

enum class LengthUnit { pixel, micrometre, millimetre, centimetre, metre, inch };

/// Micrometres in one of the unit. \pre unit is not LengthUnit::pixel
[[nodiscard]] double micrometresIn(LengthUnit unit);

/// The unit as it is written: `px`, `um`, `mm`, `cm`, `m` or `in`.
[[nodiscard]] std::string_view unitName(LengthUnit unit);

/// A number with its unit.
struct Length {
    double value = 0;
    LengthUnit unit = LengthUnit::pixel;

    /// The length in pixels at a pitch of `pitchUm` micrometres.
    [[nodiscard]] double pixels(double pitchUm) const;
    /// The length in whole pixels; halves round up. Not limited to the range of an integer type.
    [[nodiscard]] double wholePixels(double pitchUm) const;
    [[nodiscard]] double micrometres(double pitchUm) const;

    friend bool operator==(const Length&, const Length&) = default;
};

/// Parses a number, optional blanks and a unit (um, µm, mm, cm, m, in, px). Without a unit the number is in
/// pixels.
///
/// \return nothing if `text` is not a length; the value may be infinite, see parseNumber()
///
/// Pure.
[[nodiscard]] std::optional<Length> parseLength(std::string_view text);

/// For messages: the units that parseLength() knows.
inline constexpr std::string_view lengthUnits = "um, mm, cm, m, in or px";

}  // namespace burin
