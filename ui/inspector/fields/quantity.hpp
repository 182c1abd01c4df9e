// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/geometry/length.hpp"

#include <QString>

#include <optional>

namespace burin::ui {

/// The contents of a number field: a length or a pure number. The unit of a pure number has no meaning and
/// stays px.
struct QuantityRule {
    bool length = false;
    QString unit;        ///< of a pure number: "deg"; may be empty
    double pitchUm = 1;  ///< the pitch that converts lengths
};

/// The result of reading a field.
struct TypedQuantity {
    std::optional<Length> value;  ///< nothing if there is a `problem`
    QString problem;
    bool sum = false;  ///< the text is more than a number with a unit, so its result is worth showing
};

/// Reads typed quantities: `12.5 mm`, `2,5`, `2*pi`, `12 um * 2`, and `+1`, `*2`, `/2`, which change `now`.
///
/// A number without a unit takes the unit of `now`, or px if `now` is nothing. In a sum, either all numbers
/// have a unit or none has. A comma between digits is a decimal comma except inside a call's parentheses.
/// Pure.
[[nodiscard]] TypedQuantity readQuantity(const QString& text, const std::optional<Length>& now,
                                         const QuantityRule& rule);

/// The first unit of length in a text, which may be wrong otherwise. Pure.
[[nodiscard]] std::optional<LengthUnit> unitIn(const QString& text, const QuantityRule& rule);

/// The text for the file: `24 um`, `24` (pixels).
[[nodiscard]] QString fileText(const Length& value, const QuantityRule& rule);
/// The text for a field: `24 µm`, `24 px`, `45°`. \param grouped  thin spaces from five digits on
[[nodiscard]] QString shownText(const Length& value, const QuantityRule& rule, bool grouped = false);
/// The text with at most `digits` significant digits; integers keep all digits.
[[nodiscard]] QString shortText(const Length& value, const QuantityRule& rule, int digits);
/// The unit shown after the number: "µm", "px", "°"; may be empty.
[[nodiscard]] QString shownUnit(LengthUnit unit, const QuantityRule& rule);

/// A text and its caret position.
struct CaretText {
    QString text;
    int caret = 0;
};

/// Adds `steps` to the digit to the left of the caret. The number of decimals stays, and the caret stays at
/// its digit. Nothing if `text` does not start with a decimal number. Pure.
[[nodiscard]] std::optional<CaretText> stepDigit(const CaretText& at, int steps);

/// A number in groups of three with thin spaces, from five digits on.
[[nodiscard]] QString groupedDigits(const QString& number);

}  // namespace burin::ui
