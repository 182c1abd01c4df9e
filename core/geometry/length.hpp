// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Numbers and lengths as people write them, in design files and on the command line.

#include <optional>
#include <string_view>

namespace burin {

/// Reads a decimal number: sign, fraction and exponent are optional (`12`, `-.5`, `1e3`); nothing else counts
/// as one: no blanks, hexadecimal, `_`, `.inf` or `.nan`.
///
/// \return nothing where `text` is no number; an infinity where it exceeds binary64; rounded to nearest else
///
/// Pure; does not depend on the locale.
[[nodiscard]] std::optional<double> parseNumber(std::string_view text);

enum class LengthUnit { pixel, micrometre, millimetre, centimetre, metre, inch };

/// Micrometres in one of the unit. \pre unit is not LengthUnit::pixel
[[nodiscard]] double micrometresIn(LengthUnit unit);

/// A number with its unit.
struct Length {
    double value = 0;
    LengthUnit unit = LengthUnit::pixel;

    /// Real pixels of a pitch of `pitchUm` micrometres.
    [[nodiscard]] double pixels(double pitchUm) const;
    /// Whole pixels: half a pixel is rounded up. Not limited to any integer type.
    [[nodiscard]] double wholePixels(double pitchUm) const;
    [[nodiscard]] double micrometres(double pitchUm) const;

    friend bool operator==(const Length&, const Length&) = default;
};

/// Reads a number, optional blanks and a unit (um, µm, mm, cm, m, in, px); a number alone is pixels.
///
/// \return nothing where `text` is no length; the value may be infinite, see parseNumber()
///
/// Pure.
[[nodiscard]] std::optional<Length> parseLength(std::string_view text);

/// For messages: the units that parseLength() knows.
inline constexpr std::string_view lengthUnits = "um, mm, cm, m, in or px";

}  // namespace burin
