// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Turns depths measured on a test wedge into the machine_curve that corrects them.

#include "core/design/diagnostic.hpp"
#include "core/kinds/form/values.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace burin {

/// One patch: the value that was written, in [0, 1], and the depth that was measured.
struct DepthMeasurement {
    double value = 0;
    double depthUm = 0;
};

/// The content of a file of measurements. If there are problems, the measurements are incomplete.
struct DepthTable {
    std::vector<DepthMeasurement> measurements;
    Diagnostics problems;
};

/// Reads lines `value,depth`, separated by comma, semicolon or tab. A depth is a length; a plain number is in
/// micrometres. Skips empty lines, lines that begin with #, and a first line of titles. Between semicolons
/// and tabs, and in quotes, numbers may have a decimal comma; 1,234 is a problem if it may be 1234.
/// Pure.
[[nodiscard]] DepthTable parseDepthTable(std::string_view text, const std::string& file);

struct DepthFit {
    /// points of machine_curve: the wanted depth and the value to write; if empty, `problem` says why
    std::vector<Vector> curve;
    double deepestUm = 0;    ///< the largest depth that the machine reaches, as fitted
    double fullDepthUm = 0;  ///< the depth that 1 stands for in the curve
    Problem problem;         ///< why the curve is empty
};

/// Fits a rising response to the measurements and inverts it.
///
/// Equal values are averaged. Then depths are made to rise by pooling adjacent violators (M. Ayer et al., An
/// empirical distribution function for sampling with incomplete information, 1955). A monotone cubic of the
/// logarithms connects the points (F. N. Fritsch and J. Butland, A method for constructing local monotone
/// piecewise cubic interpolants, 1984): responses are nearly powers, and shallow depths should be as accurate
/// as deep ones. The value 0 leaves the material untouched unless it was measured otherwise. If several
/// values give the same depth, the smallest is written.
///
/// \param fullDepthUm  the depth that 1 stands for; 0: the deepest that the machine reaches
/// Pure.
[[nodiscard]] DepthFit fitDepths(std::vector<DepthMeasurement> measurements, double fullDepthUm);

/// `machine_curve: [[0, 0], ...]`, to be pasted into a root.
[[nodiscard]] std::string curveYaml(const DepthFit& fit);

}  // namespace burin
