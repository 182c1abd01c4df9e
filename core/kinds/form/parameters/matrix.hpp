// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

namespace burin {

/// Row-major; rows * columns numbers.
struct Matrix {
    int rows = 0;
    int columns = 0;
    std::vector<double> values;
    friend bool operator==(const Matrix&, const Matrix&) = default;
};

}  // namespace burin
