// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/geometry/length.hpp"

#include <QString>

#include <optional>

namespace burin::ui {

/// What a number field holds: a pure number (its unit is then of no meaning and stays px), or a length.
struct QuantityRule {
    bool length = false;
    QString unit;        ///< behind a pure number: "deg"; empty: nothing
    double pitchUm = 1;  ///< for lengths
};

/// What was read from a field.
struct TypedQuantity {
    std::optional<Length> value;  ///< nothing where `problem` says why
    QString problem;
    bool sum = false;  ///< more than a number with its unit, so that the result is worth showing
};

/// Reads what people type: `12.5 mm`, `2,5`, `2*pi`, `12 um * 2`, and `+1`, `*2`, `/2`, which change `now`.
///
/// A number without a unit takes that of `now`; where it is nothing, px. All numbers of a sum need a unit, or
/// none does. A comma between digits is a decimal one outside of a call's parentheses. Pure.
[[nodiscard]] TypedQuantity readQuantity(const QString& text, const std::optional<Length>& now,
                                         const QuantityRule& rule);

/// As it is written to the file: `24 um`, `24` (pixels).
[[nodiscard]] QString fileText(const Length& value, const QuantityRule& rule);
/// As a field shows it: `24 µm`, `24 px`. \param grouped  thin spaces from five digits on
[[nodiscard]] QString shownText(const Length& value, const QuantityRule& rule, bool grouped = false);
/// The same with so many significant digits at most; whole numbers keep all of theirs.
[[nodiscard]] QString shortText(const Length& value, const QuantityRule& rule, int digits);
/// What stands behind the number: "µm", "px", "deg"; may be empty.
[[nodiscard]] QString shownUnit(LengthUnit unit, const QuantityRule& rule);

/// A text with its caret.
struct CaretText {
    QString text;
    int caret = 0;
};

/// Adds `steps` to the digit on the left of the caret of a number with its unit; the digits behind the point
/// stay as many, the caret stays at its digit. Nothing where `text` starts with no decimal number. Pure.
[[nodiscard]] std::optional<CaretText> stepDigit(const CaretText& at, int steps);

/// A number in groups of three, with thin spaces, from five digits on.
[[nodiscard]] QString groupedDigits(const QString& number);

}  // namespace burin::ui
