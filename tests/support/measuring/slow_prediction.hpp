// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The effect of the spot on a surface, by the definition on the page, sample by sample in binary64. Slow;
// small surfaces only.

#include <cmath>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

namespace burin::test {

/// A table of numbers around (0, 0); outside it is 0.
struct SlowKernel {
    int reachX = 0;
    int reachY = 0;
    std::vector<double> weights;

    [[nodiscard]] double& at(int x, int y) {
        return weights[static_cast<std::size_t>((y + reachY) * (2 * reachX + 1) + x + reachX)];
    }
    [[nodiscard]] double at(int x, int y) const { return const_cast<SlowKernel*>(this)->at(x, y); }
    /// The value of every place, divided by the sum of all.
    static SlowKernel of(int reachX, int reachY, const std::function<double(int, int)>& value) {
        SlowKernel kernel{reachX, reachY, {}};
        double sum = 0;
        for (int y = -reachY; y <= reachY; ++y) {
            for (int x = -reachX; x <= reachX; ++x) {
                kernel.weights.push_back(value(x, y));
                sum += kernel.weights.back();
            }
        }
        for (double& weight : kernel.weights)
            weight /= sum;
        return kernel;
    }
};

/// Diameters in px.
inline SlowKernel slowGaussian(double sx, double sy) {
    const double a = sx / 4;
    const double b = sy / 4;
    return SlowKernel::of(
        static_cast<int>(std::ceil(3 * a)), static_cast<int>(std::ceil(3 * b)),
        [=](int x, int y) { return std::exp(-x * x / (2 * a * a)) * std::exp(-y * y / (2 * b * b)); });
}

inline SlowKernel slowTopHat(double sx, double sy) {
    return SlowKernel::of(static_cast<int>(sx), static_cast<int>(sy), [=](int x, int y) {
        int inside = 0;
        for (int j = 0; j < 16; ++j) {
            for (int i = 0; i < 16; ++i) {
                const double px = x + (i - 7.5) / 16;
                const double py = y + (j - 7.5) / 16;
                inside += std::hypot(px / (sx / 2), py / (sy / 2)) <= 1 ? 1 : 0;
            }
        }
        return inside / 256.0;
    });
}

/// \param image  rows of pixels \param pitch  samples that a pixel covers
inline SlowKernel slowImageSpot(const std::vector<std::vector<double>>& image, double pitch) {
    const auto rows = static_cast<double>(image.size());
    const auto columns = static_cast<double>(image[0].size());
    const auto overlap = [](double a, double b, double c, double d) {
        return std::max(0.0, std::min(b, d) - std::max(a, c));
    };
    const int reachX = static_cast<int>(columns * pitch / 2) + 1;
    const int reachY = static_cast<int>(rows * pitch / 2) + 1;
    return SlowKernel::of(reachX, reachY, [&](int x, int y) {
        double sum = 0;
        for (int j = 0; j < rows; ++j) {
            for (int i = 0; i < columns; ++i) {
                const double left = (i - columns / 2) * pitch;
                const double top = (j - rows / 2) * pitch;
                sum += image[static_cast<std::size_t>(j)][static_cast<std::size_t>(i)] *
                       overlap(left, left + pitch, x - 0.5, x + 0.5) *
                       overlap(top, top + pitch, y - 0.5, y + 0.5);
            }
        }
        return sum;
    });
}

using SlowCurve = std::vector<std::pair<double, double>>;

inline double slowCurveAt(const SlowCurve& curve, double v) {
    if (curve.empty()) return v;
    if (v <= curve.front().first) return curve.front().second;
    for (std::size_t i = 1; i < curve.size(); ++i) {
        const auto& [in0, out0] = curve[i - 1];
        const auto& [in1, out1] = curve[i];
        if (v <= in1) return out0 + (v - in0) / (in1 - in0) * (out1 - out0);
    }
    return curve.back().second;
}

/// The smallest input whose output is at least `wanted`; if there is none, the smallest input with the
/// largest output.
inline double slowInput(const SlowCurve& curve, double wanted) {
    if (curve.empty()) return wanted;
    wanted = std::min(wanted, slowCurveAt(curve, 1));
    double below = 0;
    double above = 1;
    if (slowCurveAt(curve, 0) >= wanted) return 0;
    for (int i = 0; i < 60; ++i) {
        const double middle = (below + above) / 2;
        (slowCurveAt(curve, middle) >= wanted - 1e-13 ? above : below) = middle;
    }
    return above;
}

/// K * d over a surface whose sides are joined or not; outside 0. \param kernel  spread around each place
inline std::vector<double> slowSpread(const SlowKernel& kernel, const std::vector<double>& d, int width,
                                      int height, bool joinedX, bool joinedY) {
    std::vector<double> out(d.size());
    const auto put = [&](int x, int y, double value) {
        if (joinedX) x = (x % width + width) % width;
        if (joinedY) y = (y % height + height) % height;
        if (x < 0 || x >= width || y < 0 || y >= height) return;
        out[static_cast<std::size_t>(y * width + x)] += value;
    };
    for (int y = 0; y < height; ++y) {
        for (int x = 0; x < width; ++x) {
            for (int j = -kernel.reachY; j <= kernel.reachY; ++j) {
                for (int i = -kernel.reachX; i <= kernel.reachX; ++i)
                    put(x + i, y + j, kernel.at(i, j) * d[static_cast<std::size_t>(y * width + x)]);
            }
        }
    }
    return out;
}

}  // namespace burin::test
