// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Directions, densities and filters of small surfaces as the pages define them: transforms are sums over all
// samples, and filters are weighted means of all samples that they reach. \see slow_measuring.hpp

#include "support/measuring/slow_measuring.hpp"

#include <complex>

namespace burin::test {

inline constexpr double slowPi = 3.14159265358979323846;

/// A place of the transform: the frequency in 1/um, and the density in um^4.
struct SlowPower {
    double x = 0;
    double y = 0;
    double density = 0;
};

/// The density at all whole frequencies of a surface behind Hann's window.
inline std::vector<SlowPower> slowSpectrum(const SlowSurface& s) {
    const int w = s.width;
    const int h = s.height;
    double mean = 0;
    for (const double z : s.z)
        mean += z / static_cast<double>(s.z.size());
    const auto hann = [](int i, int n) { return 0.5 - 0.5 * std::cos(2 * slowPi * i / n); };
    const auto turn = [](int k, int i, int n) {
        return std::polar(1.0, -2 * slowPi * static_cast<double>(k) * i / n);
    };
    double energy = 0;
    std::vector<std::complex<double>> rows(static_cast<std::size_t>(w * h));  // transformed along x
    for (int y = 0; y < h; ++y) {
        for (int x = 0; x < w; ++x) {
            const double window = hann(x, w) * hann(y, h);
            energy += window * window;
            for (int k = 0; k < w; ++k)
                rows[static_cast<std::size_t>(y * w + k)] += (s.at(x, y) - mean) * window * turn(k, x, w);
        }
    }
    std::vector<SlowPower> out;
    for (int l = 0; l < h; ++l) {
        for (int k = 0; k < w; ++k) {
            std::complex<double> sum = 0;
            for (int y = 0; y < h; ++y)
                sum += rows[static_cast<std::size_t>(y * w + k)] * turn(l, y, h);
            out.push_back({(2 * k > w ? k - w : k) / (w * s.dx), (2 * l > h ? l - h : l) / (h * s.dy),
                           std::norm(sum) * s.dx * s.dy / energy});
        }
    }
    return out;
}

/// The direction across the grooves in degrees, counter-clockwise from +x: the sector of one degree with the
/// largest mean amplitude, then the mean angle of the power within 5 degrees of it.
inline double slowDirection(const SlowSurface& s) {
    const std::vector<SlowPower> spectrum = slowSpectrum(s);
    const double lowest = 4 / std::min(s.width * s.dx, s.height * s.dy);
    const double highest = 0.5 / std::max(s.dx, s.dy);
    std::vector<double> sums(180);
    std::vector<int> counts(180);
    const auto forEach = [&](const std::function<void(double, double)>& visit) {
        for (const SlowPower& p : spectrum) {
            const double radius = std::hypot(p.x, p.y);
            if (radius < lowest || radius > highest) continue;
            const double degrees = std::atan2(-p.y, p.x) * 180 / slowPi;  // rows run downwards
            visit(degrees < 0 ? degrees + 180 : degrees, p.density);
        }
    };
    forEach([&](double degrees, double density) {
        const auto sector = static_cast<std::size_t>(std::lround(degrees)) % 180;
        sums[sector] += std::sqrt(density);
        ++counts[sector];
    });
    int best = 0;
    double most = 0;
    for (int i = 0; i < 180; ++i) {
        const auto at = static_cast<std::size_t>(i);
        if (counts[at] == 0 || sums[at] / counts[at] <= most) continue;
        most = sums[at] / counts[at];
        best = i;
    }
    double power = 0;
    double turned = 0;
    forEach([&](double degrees, double density) {
        const double from = std::remainder(degrees - best, 180);
        if (std::abs(from) > 5) return;
        power += density;
        turned += density * from;
    });
    return std::fmod(best + turned / power + 180, 180);
}

/// The surface after a Gaussian filter with a nesting index in um; at a rim, the weights are divided by the
/// sum of those that remain.
inline SlowSurface slowSmooth(const SlowSurface& s, double index) {
    const auto weight = [&](double um) {
        return std::abs(um) > index ? 0 : std::exp(-slowPi * std::pow(um / (0.4697187 * index), 2));
    };
    SlowSurface out = s;
    for (int y = 0; y < s.height; ++y) {
        for (int x = 0; x < s.width; ++x) {
            double sum = 0;
            double weights = 0;
            for (int v = 0; v < s.height; ++v) {
                const double down = weight((v - y) * s.dy);
                if (down == 0) continue;
                for (int u = 0; u < s.width; ++u) {
                    const double w = down * weight((u - x) * s.dx);
                    sum += w * s.at(u, v);
                    weights += w;
                }
            }
            out.z[static_cast<std::size_t>(y * s.width + x)] = sum / weights;
        }
    }
    return out;
}

/// A part of a surface.
inline SlowSurface slowPart(const SlowSurface& s, int left, int top, int width, int height) {
    SlowSurface out{width, height, {}, s.dx, s.dy};
    for (int y = 0; y < height; ++y) {
        for (int x = 0; x < width; ++x)
            out.z.push_back(s.at(left + x, top + y));
    }
    return out;
}

/// Subtracts from all of `s` the plane of least squares of a part of it. On a whole rectangle, the slopes
/// along x and y are independent of each other.
inline SlowSurface slowLevelled(const SlowSurface& s, int left, int top, int width, int height) {
    const SlowSurface part = slowPart(s, left, top, width, height);
    double mean = 0, xz = 0, yz = 0, xx = 0, yy = 0;
    for (int y = 0; y < height; ++y) {
        for (int x = 0; x < width; ++x) {
            const double u = x - (width - 1) / 2.0;
            const double v = y - (height - 1) / 2.0;
            mean += part.at(x, y) / (width * height);
            xz += u * part.at(x, y);
            yz += v * part.at(x, y);
            xx += u * u;
            yy += v * v;
        }
    }
    SlowSurface out = s;
    for (int y = 0; y < s.height; ++y) {
        for (int x = 0; x < s.width; ++x)
            out.z[static_cast<std::size_t>(y * s.width + x)] -=
                mean + (x - left - (width - 1) / 2.0) * xz / xx + (y - top - (height - 1) / 2.0) * yz / yy;
    }
    return out;
}

}  // namespace burin::test
