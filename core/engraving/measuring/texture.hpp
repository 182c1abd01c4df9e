// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engraving/measuring/plane_fourier.hpp"
#include "core/kinds/form/values.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace burin {

/// How fast the autocorrelation of heights falls in the direction of its fastest fall, and the ratio of that
/// to the direction of its slowest fall.
struct Decay {
    std::optional<double> shortest;  ///< Sal in um; nothing if no direction falls to 0.2
    std::optional<double> aspect;    ///< Str; nothing if some direction does not fall to 0.2
};

/// Correlations of windows of one size, added up.
class Correlations {
  public:
    /// \param pitchUm  from one sample to the next, along x and y
    Correlations(std::int64_t width, std::int64_t height, Vector pitchUm);

    [[nodiscard]] std::int64_t mostX() const { return width_ / 2; }
    [[nodiscard]] std::int64_t mostY() const { return height_ / 2; }
    /// \param sums  by PlaneFourier::correlation, with these lags
    void add(const NumberTable& sums);

    /// Finds the distances at which the correlation falls to 0.2 on 720 lines, up to half a window. \pre
    /// something was added
    [[nodiscard]] Decay decay(int threads = 1) const;
    /// Whether no line falls to 0.2 within a quarter of a window.
    [[nodiscard]] bool slow() const;

  private:
    [[nodiscard]] double at(std::int64_t x, std::int64_t y) const;
    [[nodiscard]] double between(double x, double y) const;
    [[nodiscard]] std::optional<double> reach(double degrees, double share) const;

    std::int64_t width_;
    std::int64_t height_;
    Vector pitchUm_;
    NumberTable sums_;
};

/// The power spectral densities of windows of one size, added up. Windows are tapered by Hann's window.
class Spectrum {
  public:
    Spectrum(std::int64_t width, std::int64_t height, Vector pitchUm);

    /// Multiplies heights by the window. In place.
    static void taper(NumberTable& heights, int threads = 1);
    /// \param power  by PlaneFourier::power, of tapered heights in um
    void add(const NumberTable& power);

    /// The direction across the grooves in degrees, counter-clockwise from +x, in [0, 180). Nothing if the
    /// surface is flat.
    [[nodiscard]] std::optional<double> direction() const;

    struct Point {
        double frequency = 0;  ///< in 1/um
        double density = 0;
    };
    /// The mean over rings, in um^4.
    [[nodiscard]] std::vector<Point> rings() const;
    /// One-sided along an axis, in um^3; the other axis is summed.
    [[nodiscard]] std::vector<Point> alongX() const;
    [[nodiscard]] std::vector<Point> alongY() const;

  private:
    /// The factor that turns the sums into a density.
    [[nodiscard]] double unit() const;
    /// How often a column counts: only one of two equal halves is stored, so most columns count twice.
    [[nodiscard]] double weight(std::int64_t x) const { return x == 0 || 2 * x == columns_ ? 1 : 2; }
    [[nodiscard]] double frequencyX(std::int64_t x) const;
    [[nodiscard]] double frequencyY(std::int64_t y) const;

    std::int64_t width_;
    std::int64_t height_;
    Vector pitchUm_;
    std::int64_t columns_ = 0;  ///< columns of the padded window
    std::int64_t rows_ = 0;
    std::int64_t windows_ = 0;
    NumberTable sums_;
};

}  // namespace burin
