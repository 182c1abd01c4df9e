// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/expression/expression.hpp"
#include "core/outlines/outline.hpp"

#include <cstdint>
#include <stop_token>
#include <vector>

namespace burin {

/// A curve given by two expressions of `t`, in pixels.
struct FormulaCurve {
    static constexpr std::int64_t mostSteps = 1'000'000;
    static constexpr std::size_t mostChords = 10'000'000;
    static constexpr int mostHalvings = 20;

    Expression x;
    Expression y;
    std::vector<double> constants;  ///< values of the variables after `t`
    double from = 0;
    double to = 1;
    std::int64_t steps = 1024;
    bool closed = false;
};

/// The chords of the curve. A step is halved while the curve at 1/4, 1/2 or 3/4 of it is farther than 1/1024
/// px from its chord.
///
/// \throws DrawingError if the curve is not finite or needs more than 10^7 chords; Cancelled
[[nodiscard]] Outline traceCurve(const FormulaCurve& curve, const std::stop_token& stop = {});

}  // namespace burin
