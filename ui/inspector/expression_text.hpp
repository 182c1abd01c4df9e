// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

#include <vector>

namespace burin::ui {

/// A piece of an expression that is drawn in a colour of its own; in characters.
struct ExpressionSpan {
    enum class Kind { function, variable, number };
    Kind kind = Kind::number;
    int start = 0;
    int length = 0;
    friend bool operator==(const ExpressionSpan&, const ExpressionSpan&) = default;
};

/// The pieces of a text, as far as it can be read. Pure.
[[nodiscard]] std::vector<ExpressionSpan> expressionSpans(const QString& text);

/// The name that ends at `caret`, to be completed; may be empty. Pure.
[[nodiscard]] QString nameBefore(const QString& text, int caret);

/// The samples of a curve that are needed to draw it with straight lines to within `tolerance`, in y: the
/// ends and what lies between (D. Douglas and T. Peucker, Algorithms for the reduction of the number of
/// points, 1973). Pure.
struct CurvePoint {
    double x = 0;
    double y = 0;
    friend bool operator==(const CurvePoint&, const CurvePoint&) = default;
};
[[nodiscard]] std::vector<CurvePoint> kneesOf(const std::vector<CurvePoint>& samples, double tolerance);

}  // namespace burin::ui
