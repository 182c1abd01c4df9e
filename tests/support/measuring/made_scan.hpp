// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// An instrument's scan of a part, made without the program: a smooth surface, placed, turned, tilted, and
// spoilt.

#include <cmath>
#include <functional>
#include <limits>
#include <random>
#include <vector>

namespace burin::test {

/// Heights in um of a place in um.
using HeightAt = std::function<double(double x, double y)>;

struct ScanOrder {
    int width = 192;
    int height = 192;
    double pitchUm = 1;
    double middleX = 0;  ///< on the surface, in um
    double middleY = 0;
    double degrees = 0;  ///< clockwise
    double gain = 1;
    double offsetUm = 0;
    double tiltX = 0;  ///< um for each um
    double tiltY = 0;
    double outliers = 0;  ///< the share of heights that are off by up to 100 um
    double missing = 0;   ///< the share of heights that are not there
    unsigned seed = 1;
};

/// Row by row, in um; NaN where missing.
inline std::vector<float> madeScan(const HeightAt& surface, const ScanOrder& order) {
    std::mt19937 random(order.seed);
    std::uniform_real_distribution<double> any(0, 1);
    const double c = std::cos(order.degrees * 3.14159265358979323846 / 180);
    const double s = std::sin(order.degrees * 3.14159265358979323846 / 180);
    std::vector<float> out;
    for (int y = 0; y < order.height; ++y) {
        for (int x = 0; x < order.width; ++x) {
            const double u = (x - (order.width - 1) / 2.0) * order.pitchUm;
            const double v = (y - (order.height - 1) / 2.0) * order.pitchUm;
            double z = order.gain * surface(order.middleX + c * u - s * v, order.middleY + s * u + c * v) +
                       order.offsetUm + order.tiltX * u + order.tiltY * v;
            if (any(random) < order.outliers) z += 200 * (any(random) - 0.5);
            if (any(random) < order.missing) z = std::numeric_limits<double>::quiet_NaN();
            out.push_back(static_cast<float>(z));
        }
    }
    return out;
}

}  // namespace burin::test
