// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

#include <vector>

namespace burin::ui {

/// A coloured piece of an expression, in characters.
struct ExpressionSpan {
    enum class Kind { function, variable, number };
    Kind kind = Kind::number;
    int start = 0;
    int length = 0;
    friend bool operator==(const ExpressionSpan&, const ExpressionSpan&) = default;
};

/// The pieces of a text, up to the first error; none if it is longer than an expression may be. Pure; cost
/// grows with the length of the text.
[[nodiscard]] std::vector<ExpressionSpan> expressionSpans(const QString& text);

/// The name that ends at `caret`, for completion; may be empty. Pure.
[[nodiscard]] QString nameBefore(const QString& text, int caret);

/// The samples needed to draw a curve with straight lines to within `tolerance` in y, including its ends (D.
/// Douglas and T. Peucker, Algorithms for the reduction of the number of points, 1973). Pure.
struct CurvePoint {
    double x = 0;
    double y = 0;
    friend bool operator==(const CurvePoint&, const CurvePoint&) = default;
};
[[nodiscard]] std::vector<CurvePoint> kneesOf(const std::vector<CurvePoint>& samples, double tolerance);

}  // namespace burin::ui
