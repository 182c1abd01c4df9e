// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engraving/comparing/shift_search.hpp"

#include "core/base/cancelled.hpp"

#include <algorithm>
#include <complex>
#include <numbers>

namespace burin {

namespace {

using Complex = std::complex<double>;

/// Transforms of a fixed size, whose sides are powers of two.
class PlaneTransform {
  public:
    PlaneTransform(std::int64_t width, std::int64_t height)
        : width_(static_cast<std::size_t>(width)),
          height_(static_cast<std::size_t>(height)),
          roots_(std::max(width_, height_)) {
        const double angle = 2 * std::numbers::pi / static_cast<double>(roots_.size());
        for (std::size_t half = 1; 2 * half <= roots_.size(); half *= 2) {
            const std::size_t apart = roots_.size() / (2 * half);
            for (std::size_t k = 0; k < half; ++k) {
                const double turn = angle * static_cast<double>(k * apart);
                roots_[half + k] = {std::cos(turn), std::sin(turn)};
            }
        }
    }

    [[nodiscard]] std::size_t count() const { return width_ * height_; }
    void forward(std::vector<Complex>& plane) const { transform(plane, false); }
    /// The inverse transform, but without the division by count().
    void back(std::vector<Complex>& plane) const { transform(plane, true); }

  private:
    void transform(std::vector<Complex>& plane, bool inverse) const {
        for (std::size_t y = 0; y < height_; ++y)
            along<1>(plane.data() + y * width_, width_, 1, inverse);
        std::size_t x = 0;
        for (; x + columnsAtOnce <= width_; x += columnsAtOnce)
            along<columnsAtOnce>(plane.data() + x, height_, width_, inverse);
        for (; x < width_; ++x)
            along<1>(plane.data() + x, height_, width_, inverse);
    }
    /// Transforms `lines` lines that lie side by side. Their values are `apart`.
    template <std::size_t lines>
    void along(Complex* values, std::size_t count, std::size_t apart, bool inverse) const {
        for (std::size_t i = 1, j = 0; i < count; ++i) {
            std::size_t bit = count / 2;
            for (; (j & bit) != 0; bit /= 2)
                j ^= bit;
            j ^= bit;
            if (i < j) std::swap_ranges(values + i * apart, values + i * apart + lines, values + j * apart);
        }
        for (std::size_t half = 1; 2 * half <= count; half *= 2) {
            for (std::size_t i = 0; i < count; i += 2 * half) {
                for (std::size_t k = 0; k < half; ++k) {
                    const Complex turn = inverse ? roots_[half + k] : std::conj(roots_[half + k]);
                    Complex* const first = values + (i + k) * apart;
                    Complex* const second = first + half * apart;
                    for (std::size_t line = 0; line < lines; ++line) {
                        const Complex a = first[line];
                        const Complex b = product(second[line], turn);
                        first[line] = a + b;
                        second[line] = a - b;
                    }
                }
            }
        }
    }
    /// The same as a * b, which also looks for infinite values.
    static Complex product(const Complex& a, const Complex& b) {
        return {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()};
    }

    static constexpr std::size_t columnsAtOnce = 8;

    std::size_t width_;
    std::size_t height_;
    /// Roots of unity. From index `half` on, they cover half a turn in `half` steps. They are stored because
    /// computing them took a third of the time.
    std::vector<Complex> roots_;
};

std::int64_t powerOfTwo(std::int64_t least) {
    std::int64_t side = 1;
    while (side < least)
        side *= 2;
    return side;
}

/// The largest shift to each side, in samples.
Size reachOf(const HeightGrid& measured, const SearchLimits& limits) {
    return {static_cast<std::int64_t>(std::ceil(limits.reachUm.x / measured.pitchUm.x - 1e-9)),
            static_cast<std::int64_t>(std::ceil(limits.reachUm.y / measured.pitchUm.y - 1e-9))};
}

Size paddedSize(const HeightGrid& measured, const SearchLimits& limits) {
    const Size reach = reachOf(measured, limits);
    return {powerOfTwo(measured.size.width + 2 * reach.width),
            powerOfTwo(measured.size.height + 2 * reach.height)};
}

/// One sample at the rim, in radians.
double angleStep(const HeightGrid& measured) {
    return 2 /
           std::hypot(static_cast<double>(measured.size.width), static_cast<double>(measured.size.height));
}

/// The best angle for a shift whose correlation is not below that of its neighbours.
struct ShiftPeak {
    double correlation = -1;  ///< -1: there is no such angle
    double angle = 0;
};

class ShiftSearch {
  public:
    ShiftSearch(const HeightGrid& measured, const HeightGrid& surface, const SearchLimits& limits,
                const std::stop_token& stop)
        : measured_(measured),
          surface_(surface),
          limits_(limits),
          stop_(stop),
          reach_(reachOf(measured, limits)),
          padded_(paddedSize(measured, limits)),
          columns_(2 * reach_.width + 1),
          rows_(2 * reach_.height + 1),
          transform_(padded_.width, padded_.height),
          peaks_(static_cast<std::size_t>(columns_ * rows_)) {}

    FoundPose run(const std::function<void(double share)>& progress) {
        transformMeasured();
        const double step = angleStep(measured_);
        tryAngle(0);
        for (int k = 1; k * step <= limits_.most * (1 + 1e-9); ++k) {
            if (progress) progress((k - 1) * step / limits_.most);
            tryAngle(k * step);
            tryAngle(-k * step);
        }
        return choose();
    }

  private:
    using Plane = std::vector<Complex>;

    [[nodiscard]] Plane empty() const { return Plane(transform_.count()); }

    /// The mean is taken away first, so that sums of squares keep their digits.
    static double meanOf(const HeightGrid& grid) {
        double sum = 0;
        std::int64_t count = 0;
        for (const float z : grid.heights) {
            if (!std::isfinite(z)) continue;
            sum += static_cast<double>(z);
            ++count;
        }
        return count > 0 ? sum / static_cast<double>(count) : 0;
    }

    void transformMeasured() {
        mask_ = values_ = squares_ = empty();
        const double mean = meanOf(measured_);
        for (std::int64_t y = 0; y < measured_.size.height; ++y) {
            for (std::int64_t x = 0; x < measured_.size.width; ++x) {
                const float z = measured_.at(x, y);
                if (!std::isfinite(z)) continue;
                const auto at = static_cast<std::size_t>(y * padded_.width + x);
                const double value = static_cast<double>(z) - mean;
                mask_[at] = 1;
                values_[at] = value;
                squares_[at] = value * value;
                ++valid_;
            }
        }
        for (Plane* plane : {&mask_, &values_, &squares_})
            transform_.forward(*plane);
    }

    /// The surface around the expected place, turned, in the frame of the measured heights.
    void turnSurface(double angle, Plane& mask, Plane& values, Plane& squares) const {
        const Pose pose{limits_.atUm, angle};
        const double mean = meanOf(surface_);
        const double middleX = static_cast<double>(measured_.size.width - 1) / 2;
        const double middleY = static_cast<double>(measured_.size.height - 1) / 2;
        for (std::int64_t y = 0; y < measured_.size.height + 2 * reach_.height; ++y) {
            for (std::int64_t x = 0; x < measured_.size.width + 2 * reach_.width; ++x) {
                const Vector from{(static_cast<double>(x - reach_.width) - middleX) * measured_.pitchUm.x,
                                  (static_cast<double>(y - reach_.height) - middleY) * measured_.pitchUm.y};
                HeightGrid::Sample sample;
                if (!surface_.sample(pose.onSurface(from), sample)) continue;
                const auto at = static_cast<std::size_t>(y * padded_.width + x);
                const double value = sample.height - mean;
                mask[at] = 1;
                values[at] = value;
                squares[at] = value * value;
            }
        }
    }

    /// The sum over p of a(p) b(p + shift) for all shifts; `a` and `b` are transformed.
    Plane correlated(const Plane& a, const Plane& b) {
        Plane out(a.size());
        for (std::size_t i = 0; i < a.size(); ++i)
            out[i] = std::conj(a[i]) * b[i];
        transform_.back(out);
        for (Complex& value : out)
            value /= static_cast<double>(a.size());
        return out;
    }

    void tryAngle(double angle) {
        if (stop_.stop_requested()) throw Cancelled();
        Plane mask = empty();
        Plane values = empty();
        Plane squares = empty();
        turnSurface(angle, mask, values, squares);
        double covered = 0;  // samples of the surface, which may be smaller than the measured heights
        for (const Complex& sample : mask)
            covered += sample.real();
        const double fewest = std::max(static_cast<double>(fewestCompared),
                                       0.5 * std::min(static_cast<double>(valid_), covered));
        for (Plane* plane : {&mask, &values, &squares})
            transform_.forward(*plane);
        const Plane count = correlated(mask_, mask);
        const Plane m = correlated(values_, mask);
        const Plane mm = correlated(squares_, mask);
        const Plane d = correlated(mask_, values);
        const Plane dd = correlated(mask_, squares);
        const Plane md = correlated(values_, values);
        std::vector<double> map(peaks_.size(), -1);
        for (std::int64_t y = 0; y < rows_; ++y) {
            for (std::int64_t x = 0; x < columns_; ++x) {
                const auto at = static_cast<std::size_t>(y * padded_.width + x);
                const double n = std::round(count[at].real());
                if (n < fewest) continue;
                const double cross = md[at].real() - m[at].real() * d[at].real() / n;
                const double own = mm[at].real() - m[at].real() * m[at].real() / n;
                const double other = dd[at].real() - d[at].real() * d[at].real() / n;
                if (!(own > 1e-12 * n && other > 1e-12 * n)) continue;
                map[static_cast<std::size_t>(y * columns_ + x)] = cross / std::sqrt(own * other);
            }
        }
        keepPeaks(map, angle);
    }

    void keepPeaks(const std::vector<double>& map, double angle) {
        const auto at = [&](std::int64_t x, std::int64_t y) {
            const bool inside = x >= 0 && y >= 0 && x < columns_ && y < rows_;
            return inside ? map[static_cast<std::size_t>(y * columns_ + x)] : -1;
        };
        for (std::int64_t y = 0; y < rows_; ++y) {
            for (std::int64_t x = 0; x < columns_; ++x) {
                const double own = at(x, y);
                if (own <= 0) continue;
                ShiftPeak& kept = peaks_[static_cast<std::size_t>(y * columns_ + x)];
                if (own <= kept.correlation) continue;
                bool highest = true;
                for (int k = 0; k < 9 && highest; ++k)
                    highest = at(x + k % 3 - 1, y + k / 3 - 1) <= own;
                if (highest) kept = {own, angle};
            }
        }
    }

    /// The shift of a peak, in samples of the turned grid. \param peak  an index
    [[nodiscard]] Vector shiftOf(std::size_t peak) const {
        const auto at = static_cast<std::int64_t>(peak);
        return {static_cast<double>(at % columns_ - reach_.width),
                static_cast<double>(at / columns_ - reach_.height)};
    }
    [[nodiscard]] Pose poseOf(std::size_t peak) const {
        const Vector shift = shiftOf(peak);
        const Pose turned{limits_.atUm, peaks_[peak].angle};
        return {turned.onSurface({shift.x * measured_.pitchUm.x, shift.y * measured_.pitchUm.y}),
                turned.angle};
    }

    /// The first peak with the largest correlation; if several are equal, the one with the smallest angle.
    [[nodiscard]] std::size_t largest() const {
        const auto less = [](const ShiftPeak& a, const ShiftPeak& b) {
            if (a.correlation != b.correlation) return a.correlation < b.correlation;
            return std::abs(a.angle) > std::abs(b.angle);
        };
        return static_cast<std::size_t>(std::max_element(peaks_.begin(), peaks_.end(), less) -
                                        peaks_.begin());
    }

    [[nodiscard]] FoundPose choose() const {
        FoundPose found;
        found.pose.placeUm = limits_.atUm;
        const std::size_t best = largest();
        if (peaks_[best].correlation < 0) return found;
        constexpr double nearlyAsGood = 0.95;
        constexpr double samePlace = 3;  // in samples
        const auto distance = [](const Vector& a, const Vector& b) {
            return std::hypot(a.x - b.x, a.y - b.y);
        };
        std::size_t nearest = best;
        for (std::size_t peak = 0; peak < peaks_.size(); ++peak) {
            if (peaks_[peak].correlation < nearlyAsGood * peaks_[best].correlation) continue;
            if (distance(shiftOf(peak), shiftOf(best)) <= samePlace) continue;
            found.ambiguous = true;
            if (distance(shiftOf(peak), {0, 0}) < distance(shiftOf(nearest), {0, 0})) nearest = peak;
        }
        // Take the best of the angles at that place.
        for (std::size_t peak = 0; peak < peaks_.size(); ++peak) {
            if (peaks_[peak].correlation > peaks_[nearest].correlation &&
                distance(shiftOf(peak), shiftOf(nearest)) <= samePlace)
                nearest = peak;
        }
        found.pose = poseOf(nearest);
        found.correlation = peaks_[nearest].correlation;
        return found;
    }

    const HeightGrid& measured_;
    const HeightGrid& surface_;
    const SearchLimits& limits_;
    const std::stop_token& stop_;
    Size reach_;
    Size padded_;
    std::int64_t columns_;  ///< columns of shifts
    std::int64_t rows_;
    PlaneTransform transform_;
    Plane mask_, values_, squares_;
    std::int64_t valid_ = 0;
    std::vector<ShiftPeak> peaks_;  ///< best peak of each shift, for all angles
};

}  // namespace

FoundPose searchPose(const HeightGrid& measured, const HeightGrid& surface, const SearchLimits& limits,
                     const std::stop_token& stop, const std::function<void(double share)>& progress) {
    return ShiftSearch(measured, surface, limits, stop).run(progress);
}

double posesTried(const HeightGrid& measured, const SearchLimits& limits) {
    const Size reach = reachOf(measured, limits);
    const double angles = std::floor(limits.most / angleStep(measured) * (1 + 1e-9));
    return (2 * static_cast<double>(reach.width) + 1) * (2 * static_cast<double>(reach.height) + 1) *
           (2 * angles + 1);
}

bool isWithin(const SearchLimits& limits, const HeightGrid& measured, const Pose& pose) {
    const Size reach = reachOf(measured, limits);
    const auto isNear = [&](const Vector& shift) {
        return std::abs(shift.x) <= static_cast<double>(reach.width + 1) * measured.pitchUm.x &&
               std::abs(shift.y) <= static_cast<double>(reach.height + 1) * measured.pitchUm.y;
    };
    const Vector shift{pose.placeUm.x - limits.atUm.x, pose.placeUm.y - limits.atUm.y};
    const Pose back{{0, 0}, -pose.angle};
    return (isNear(shift) || isNear(back.onSurface(shift))) &&
           std::abs(pose.angle) <= limits.most + angleStep(measured);
}

std::size_t searchBytes(const HeightGrid& measured, const SearchLimits& limits) {
    constexpr double planes = 14;
    const Size padded = paddedSize(measured, limits);
    constexpr double most = 1e18;
    return static_cast<std::size_t>(std::min(
        most,
        planes * sizeof(Complex) * static_cast<double>(padded.width) * static_cast<double>(padded.height)));
}

}  // namespace burin
