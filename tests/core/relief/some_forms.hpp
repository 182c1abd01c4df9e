// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/relief/relief_form.hpp"
#include "support/testing.hpp"

#include <numbers>

namespace burin::test {

/// The circumference is 628 samples of nearly 1 um.
inline constexpr double rollerUm = 200;
inline constexpr int samplesRound = 628;

inline ReliefForm flatForm(double depthUm) {
    return {2, 3, depthUm, {300, 200}, 0, false};
}

inline ReliefForm rollerForm(bool roundX, double depthUm) {
    const double round = std::numbers::pi * rollerUm / samplesRound;
    return {roundX ? round : 3, roundX ? 3 : round, depthUm, {300, 200}, rollerUm, roundX};
}

/// Rows for a test that every form must pass, with a column `form`.
inline void addForms(double depthUm) {
    QTest::addColumn<ReliefForm>("form");
    QTest::addRow("flat") << flatForm(depthUm);
    QTest::addRow("on a roller along x") << rollerForm(false, depthUm);
    QTest::addRow("on a roller along y") << rollerForm(true, depthUm);
}

inline double apart(Vector3 a, Vector3 b) {
    return lengthOf(a - b);
}

}  // namespace burin::test
