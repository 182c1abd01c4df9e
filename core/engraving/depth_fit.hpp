// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// From depths that were measured on a test wedge to the machine_curve that makes them the wanted ones.

#include "core/design/diagnostic.hpp"
#include "core/kinds/values.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace burin {

/// One patch: what was written, in [0, 1], and how deep it became.
struct DepthMeasurement {
    double value = 0;
    double depthUm = 0;
};

/// What a file of measurements says. Where there are problems the measurements are not complete.
struct DepthTable {
    std::vector<DepthMeasurement> measurements;
    Diagnostics problems;
};

/// Reads lines `value,depth`, separated by comma, semicolon or tab; a depth is a length, a plain number
/// micrometres. Empty lines, lines that begin with #, and a first line of titles are skipped.
/// Pure.
[[nodiscard]] DepthTable parseDepthTable(std::string_view text, const std::string& file);

struct DepthFit {
    std::vector<Vector> curve;  ///< machine_curve: wanted depth, value to write; empty: see `problem`
    double deepestUm = 0;       ///< what the machine reaches, as fitted
    double fullDepthUm = 0;     ///< what the curve takes 1 for
    std::string problem;        ///< why there is no curve
};

/// Fits a rising response to the measurements and inverts it.
///
/// Means of equal values, then pool adjacent violators (M. Ayer et al., An empirical distribution function
/// for sampling with incomplete information, 1955); between the points a monotone cubic of the logarithms (F.
/// N. Fritsch and J. Butland, A method for constructing local monotone piecewise cubic interpolants, 1984),
/// because responses are nearly powers and shallow depths want to be as right as deep ones. The value 0
/// leaves the material untouched unless it was measured otherwise. Of values that give the same depth the
/// smallest is written.
///
/// \param fullDepthUm  what 1 shall mean; 0: the deepest that the machine reaches
/// Pure.
[[nodiscard]] DepthFit fitDepths(std::vector<DepthMeasurement> measurements, double fullDepthUm);

/// `machine_curve: [[0, 0], ...]`, to be pasted into a root.
[[nodiscard]] std::string curveYaml(const DepthFit& fit);

}  // namespace burin
