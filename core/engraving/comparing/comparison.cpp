// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engraving/comparing/comparison.hpp"

#include "core/base/cancelled.hpp"
#include "core/engraving/measuring/in_order.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <numbers>
#include <vector>

namespace burin {

namespace {

constexpr double degree = std::numbers::pi / 180;
/// The shorter side of the coarsest measured heights, in samples; up to twice as long.
constexpr std::int64_t coarsest = 64;
constexpr int mostSteps = 30;
constexpr double enough = 0.001;  // in samples; the fit ends at a smaller step
/// Rows that one task works on.
constexpr std::int64_t bandRows = 64;
/// The median is computed from at most this many residuals, spread evenly.
constexpr std::size_t mostOfMedian = std::size_t{1} << 20;

/// The unknowns of the fit, in the order of the normal equations.
enum Unknown { shiftX, shiftY, turn, gainOf, offsetOf, tiltX, tiltY, unknowns };

/// The model: measured = gain * surface(pose) + offset + tilt * place.
struct HeightFit {
    Pose pose;
    double gain = 1;
    double offset = 0;
    Vector tilt{0, 0};
};

/// Sums of weighted least squares.
struct NormalEquations {
    std::array<double, static_cast<std::size_t>(unknowns) * unknowns> matrix{};
    std::array<double, unknowns> right{};

    void add(const std::array<double, unknowns>& row, double residual, double weight) {
        for (std::size_t i = 0; i < unknowns; ++i) {
            for (std::size_t j = i; j < unknowns; ++j)
                matrix[i * unknowns + j] += weight * row[i] * row[j];
            right[i] += weight * row[i] * residual;
        }
    }
    void merge(const NormalEquations& other) {
        for (std::size_t i = 0; i < matrix.size(); ++i)
            matrix[i] += other.matrix[i];
        for (std::size_t i = 0; i < right.size(); ++i)
            right[i] += other.right[i];
    }
    /// Damps shifts and the turn that hardly change the heights, such as a shift along grooves or the turn of
    /// a dome. Without it, they follow rounding errors over any distance (D. Marquardt, An algorithm for
    /// least-squares estimation of nonlinear parameters, 1963).
    /// \param rim  the distance of the corners from the middle
    void damp(double rim) {
        constexpr double share = 1e-4;
        const auto at = [this](std::size_t unknown) -> double& {
            return matrix[unknown * unknowns + unknown];
        };
        const double slopes = share * (at(shiftX) + at(shiftY));
        at(shiftX) += slopes;
        at(shiftY) += slopes;
        at(turn) += slopes * rim * rim;
    }
    /// The step of the unknowns that are `free`; the others get 0, and so does an unknown that has no
    /// influence.
    [[nodiscard]] std::array<double, unknowns> solved(const std::array<bool, unknowns>& free) const {
        std::array<std::array<double, unknowns + 1>, unknowns> rows{};
        for (std::size_t i = 0; i < unknowns; ++i) {
            for (std::size_t j = 0; j < unknowns; ++j)
                rows[i][j] = matrix[std::min(i, j) * unknowns + std::max(i, j)];
            rows[i][unknowns] = right[i];
            if (free[i] && rows[i][i] > 0) continue;
            for (std::size_t j = 0; j < unknowns; ++j)
                rows[i][j] = 0;
            rows[i][i] = 1;
            rows[i][unknowns] = 0;
        }
        for (std::size_t i = 0; i < unknowns; ++i) {
            if (free[i] && matrix[i * unknowns + i] > 0) continue;
            for (std::size_t k = 0; k < unknowns; ++k)
                if (k != i) rows[k][i] = 0;
        }
        // Scaled, because angles and lengths differ by orders of magnitude.
        std::array<double, unknowns> scale{};
        for (std::size_t i = 0; i < unknowns; ++i)
            scale[i] = 1 / std::sqrt(rows[i][i]);
        for (std::size_t i = 0; i < unknowns; ++i) {
            for (std::size_t j = 0; j < unknowns; ++j)
                rows[i][j] *= scale[i] * scale[j];
            rows[i][unknowns] *= scale[i];
        }
        for (std::size_t i = 0; i < unknowns; ++i) {
            rows[i][i] += 1e-12;
            for (std::size_t k = i + 1; k < unknowns; ++k) {
                const double by = rows[k][i] / rows[i][i];
                for (std::size_t j = i; j <= unknowns; ++j)
                    rows[k][j] -= by * rows[i][j];
            }
        }
        std::array<double, unknowns> step{};
        for (std::size_t i = unknowns; i-- > 0;) {
            double sum = rows[i][unknowns];
            for (std::size_t j = i + 1; j < unknowns; ++j)
                sum -= rows[i][j] * step[j];
            step[i] = sum / rows[i][i];
        }
        for (std::size_t i = 0; i < unknowns; ++i)
            step[i] *= scale[i];
        return step;
    }
};

/// Huber's weight of a residual.
double huber(double residual, double limit) {
    const double size = std::abs(residual);
    return size <= limit || size == 0 ? 1 : limit / size;
}

/// Fits the model on one pair of grids.
class HeightFitting {
  public:
    /// \param middle  of all measured heights: the middle of a coarser grid, which may lack some of them at
    ///         the right and below, lies elsewhere
    HeightFitting(const HeightGrid& measured, const HeightGrid& surface, const ComparisonOptions& options,
                  Vector middle)
        : measured_(measured), surface_(surface), options_(options), middle_(middle) {}

    /// \param free  the unknowns that may change
    void improve(HeightFit& fit, const std::array<bool, unknowns>& free) const {
        const double pitch = std::min(measured_.pitchUm.x, measured_.pitchUm.y);
        const double rim = std::hypot(static_cast<double>(measured_.size.width) * measured_.pitchUm.x,
                                      static_cast<double>(measured_.size.height) * measured_.pitchUm.y) /
                           2;
        for (int step = 0; step < mostSteps; ++step) {
            NormalEquations sums = equations(fit, limitOf(fit));
            sums.damp(rim);
            const auto change = sums.solved(free);
            fit.pose.placeUm.x += change[shiftX];
            fit.pose.placeUm.y += change[shiftY];
            fit.pose.angle += change[turn];
            fit.gain += change[gainOf];
            fit.offset += change[offsetOf];
            fit.tilt.x += change[tiltX];
            fit.tilt.y += change[tiltY];
            const double moved =
                std::max({std::abs(change[shiftX]), std::abs(change[shiftY]), std::abs(change[turn]) * rim}) /
                pitch;
            const bool still = moved <= enough && std::abs(change[gainOf]) < 1e-6;
            if (still && step > 0) return;
        }
    }

    /// Calls `visit(x, y, from the middle, sample of the surface, measured height)` for each pair of heights
    /// of some rows, and `lacks(x, y)` for the places without a pair.
    template <class Visit, class Lacks>
    void forRows(const HeightFit& fit, std::int64_t from, std::int64_t to, const Visit& visit,
                 const Lacks& lacks) const {
        for (std::int64_t y = from; y < to; ++y) {
            for (std::int64_t x = 0; x < measured_.size.width; ++x) {
                const double z = static_cast<double>(measured_.at(x, y));
                const Vector place = measured_.placeOf(x, y);
                const Vector from0{place.x - middle_.x, place.y - middle_.y};
                HeightGrid::Sample sample;
                if (std::isfinite(z) && surface_.sample(fit.pose.onSurface(from0), sample)) {
                    visit(x, y, from0, sample, z);
                } else {
                    lacks(x, y);
                }
            }
        }
    }
    /// Visits all rows on several threads. The `Sums` are merged in the order of rows.
    template <class Sums, class Visit>
    Sums sum(const HeightFit& fit, const Visit& visit) const {
        Sums total{};
        inOrder((measured_.size.height + bandRows - 1) / bandRows, options_.threads,
                [&](std::int64_t band, int) {
                    if (options_.stop.stop_requested()) throw Cancelled();
                    Sums sums{};
                    forRows(
                        fit, band * bandRows, std::min((band + 1) * bandRows, measured_.size.height),
                        [&](std::int64_t, std::int64_t, const Vector& from, const HeightGrid::Sample& sample,
                            double z) { visit(sums, from, sample, z); },
                        [](std::int64_t, std::int64_t) {});
                    return sums;
                },
                [&](std::int64_t, const Sums& sums) { total.merge(sums); });
        return total;
    }
    /// Huber's weight is 1 up to this residual.
    [[nodiscard]] double limitOf(const HeightFit& fit) const { return 1.345 * 1.4826 * medianResidual(fit); }
    static double residualOf(const HeightFit& fit, const Vector& from, double surface, double z) {
        return z - fit.gain * surface - fit.offset - fit.tilt.x * from.x - fit.tilt.y * from.y;
    }

  private:
    struct Residuals {
        std::vector<float> values;
        std::int64_t seen = 0;
        void merge(const Residuals& other) {
            values.insert(values.end(), other.values.begin(), other.values.end());
        }
    };
    [[nodiscard]] double medianResidual(const HeightFit& fit) const {
        const auto count = static_cast<std::size_t>(measured_.size.width * measured_.size.height);
        const auto every = static_cast<std::int64_t>((count + mostOfMedian - 1) / mostOfMedian);
        Residuals all = sum<Residuals>(
            fit, [&](Residuals& some, const Vector& from, const HeightGrid::Sample& sample, double z) {
                if (some.seen++ % every != 0) return;
                some.values.push_back(static_cast<float>(std::abs(residualOf(fit, from, sample.height, z))));
            });
        if (all.values.empty()) return 0;
        const auto middle = all.values.begin() + static_cast<std::ptrdiff_t>(all.values.size() / 2);
        std::nth_element(all.values.begin(), middle, all.values.end());
        return static_cast<double>(*middle);
    }

    [[nodiscard]] NormalEquations equations(const HeightFit& fit, double limit) const {
        const double c = std::cos(fit.pose.angle);
        const double s = std::sin(fit.pose.angle);
        return sum<NormalEquations>(
            fit, [&](NormalEquations& sums, const Vector& from, const HeightGrid::Sample& sample, double z) {
                const double residual = residualOf(fit, from, sample.height, z);
                const double weight = huber(residual, limit);
                const double turned =
                    sample.slopeX * (-s * from.x - c * from.y) + sample.slopeY * (c * from.x - s * from.y);
                sums.add({fit.gain * sample.slopeX, fit.gain * sample.slopeY, fit.gain * turned,
                          sample.height, 1, from.x, from.y},
                         residual, weight);
            });
    }

    const HeightGrid& measured_;
    const HeightGrid& surface_;
    const ComparisonOptions& options_;
    Vector middle_;
};

/// Weighted sums of pairs of heights, for their correlation.
struct PairSums {
    double n = 0, m = 0, d = 0, mm = 0, dd = 0, md = 0;
    void add(double measured, double surface, double weight) {
        n += weight;
        m += weight * measured;
        d += weight * surface;
        mm += weight * measured * measured;
        dd += weight * surface * surface;
        md += weight * measured * surface;
    }
    void merge(const PairSums& other) {
        n += other.n;
        m += other.m;
        d += other.d;
        mm += other.mm;
        dd += other.dd;
        md += other.md;
    }
    [[nodiscard]] double correlation() const {
        if (n == 0) return 0;
        const double own = mm - m * m / n;
        const double other = dd - d * d / n;
        return own > 0 && other > 0 ? (md - m * d / n) / std::sqrt(own * other) : 0;
    }
};

/// Sums of squares: of the residuals of the fit, and of the measured heights about their own plane.
struct SquareSums {
    double n = 0, residual = 0, own = 0;
    void merge(const SquareSums& other) {
        n += other.n;
        residual += other.residual;
        own += other.own;
    }
};

/// The correlation of neighbouring values, at least 0. \param step  from a value to its neighbour: (1, 0) or
/// (0, 1)
double correlationOfNeighbours(const HeightGrid& grid, Point step) {
    double products = 0, pairs = 0, squares = 0, values = 0;
    for (std::int64_t y = 0; y < grid.size.height; ++y) {
        for (std::int64_t x = 0; x < grid.size.width; ++x) {
            const auto value = static_cast<double>(grid.at(x, y));
            if (!std::isfinite(value)) continue;
            squares += value * value;
            ++values;
            if (x + step.x >= grid.size.width || y + step.y >= grid.size.height) continue;
            const auto next = static_cast<double>(grid.at(x + step.x, y + step.y));
            if (!std::isfinite(next)) continue;
            products += value * next;
            ++pairs;
        }
    }
    if (pairs == 0 || !(squares > 0)) return 0;
    return std::clamp(products / pairs / (squares / values), 0.0, 1.0);
}

Vector commonPitch(const HeightGrid& measured, const Vector& surface) {
    return {std::max(measured.pitchUm.x, surface.x), std::max(measured.pitchUm.y, surface.y)};
}

bool finer(const Vector& a, const Vector& b) {
    return a.x < b.x * (1 - 1e-9) || a.y < b.y * (1 - 1e-9);
}

/// \param surface  its samples
SearchLimits limitsOf(const HeightGrid& measured, const Rect& surface, const ComparisonOptions& options) {
    const Vector sides{static_cast<double>(measured.size.width) * measured.pitchUm.x,
                       static_cast<double>(measured.size.height) * measured.pitchUm.y};
    const Vector reach = options.reachUm.value_or(Vector{sides.x / 4, sides.y / 4});
    // Farther away, not even a corner of the measured heights would lie on the surface.
    const double most = std::hypot(static_cast<double>(surface.width) * options.surfacePitchUm.x,
                                   static_cast<double>(surface.height) * options.surfacePitchUm.y) +
                        std::hypot(sides.x, sides.y) / 2;
    return {options.atUm, {std::min(reach.x, most), std::min(reach.y, most)}, options.mostTurn * degree};
}

/// The size of measured heights at a coarser pitch.
Size sizeAt(const HeightGrid& measured, const Vector& pitch) {
    return {
        static_cast<std::int64_t>(static_cast<double>(measured.size.width) * measured.pitchUm.x / pitch.x),
        static_cast<std::int64_t>(static_cast<double>(measured.size.height) * measured.pitchUm.y / pitch.y)};
}

/// How many times measured heights of this size, and the surface, are halved.
int halvings(Size size) {
    int count = 0;
    for (; std::min(size.width, size.height) >= 2 * coarsest; ++count)
        size = {size.width / 2, size.height / 2};
    return count;
}

/// The half sides of the part of the surface that is needed, in um.
Vector halfWindow(const HeightGrid& measured, const SearchLimits& limits, const Vector& pitch) {
    const double width = static_cast<double>(measured.size.width) * measured.pitchUm.x / 2;
    const double height = static_cast<double>(measured.size.height) * measured.pitchUm.y / 2;
    const double s = std::sin(std::min(std::abs(limits.most) + 2 * degree, std::numbers::pi / 2));
    // The frame of the shifts is turned too, so each axis also needs a part of the other reach.
    const double reachX = limits.reachUm.x + s * limits.reachUm.y;
    const double reachY = limits.reachUm.y + s * limits.reachUm.x;
    // At the coarsest level, a few samples at each side cannot be interpolated.
    const double margin = 4.0 * static_cast<double>(1 << halvings(sizeAt(measured, pitch)));
    return {width + s * height + reachX + margin * pitch.x, height + s * width + reachY + margin * pitch.y};
}

class Comparing {
  public:
    Comparing(const HeightMap& depths, const HeightGrid& measured, const ComparisonOptions& options)
        : depths_(depths),
          measured_(measured),
          options_(options),
          middle_(measured.middleUm()),
          limits_(limitsOf(measured, depths.extent().rect(), options)) {}

    Comparison run() {
        buildLevels();
        const Vector coarse = measuredLevels_.back().middleUm();
        const Vector missed{coarse.x - middle_.x, coarse.y - middle_.y};
        SearchLimits limits = limits_;
        limits.atUm = {limits_.atUm.x + missed.x, limits_.atUm.y + missed.y};
        const FoundPose found = searchPose(measuredLevels_.back(), surfaceLevels_.back(), limits,
                                           options_.stop, within(whenRead, whenFound));
        HeightFit fit;
        fit.pose = {found.pose.onSurface({-missed.x, -missed.y}), found.pose.angle};
        out_.ambiguous = found.ambiguous;
        const auto fitted = within(whenFound, whenFitted);
        for (std::size_t level = surfaceLevels_.size(); level-- > 0;) {
            // A level takes four times as long as the next coarser one.
            if (fitted) fitted(std::pow(0.25, static_cast<double>(level + 1)));
            fittingOn(measuredLevels_[level], surfaceLevels_[level]).improve(fit, everything());
        }
        report(fit);
        return std::move(out_);
    }

  private:
    // The share of the whole work that is done at the end of each part.
    static constexpr double whenRead = 0.4;
    static constexpr double whenFound = 0.6;
    static constexpr double whenFitted = 0.9;

    /// The progress of a part of the whole.
    [[nodiscard]] std::function<void(double)> within(double from, double to) const {
        if (!options_.progress) return {};
        return [this, from, to](double share) { options_.progress(from + share * (to - from)); };
    }
    [[nodiscard]] HeightFitting fittingOn(const HeightGrid& measured, const HeightGrid& surface) const {
        return {measured, surface, options_, middle_};
    }
    [[nodiscard]] std::array<bool, unknowns> everything() const {
        return {true, true, true, true, true, options_.plane, options_.plane};
    }

    void buildLevels() {
        const Vector pitch = commonPitch(measured_, options_.surfacePitchUm);
        measuredLevels_.push_back(finer(measured_.pitchUm, pitch) ? measured_.reduced(pitch) : measured_);
        const Vector half = halfWindow(measured_, limits_, pitch);
        surfaceLevels_.push_back(gridOf(depths_, options_.fullDepthUm, options_.surfacePitchUm, pitch,
                                        {options_.atUm.x - half.x, options_.atUm.y - half.y},
                                        {options_.atUm.x + half.x, options_.atUm.y + half.y}, options_.stop,
                                        within(0, whenRead)));
        for (int left = halvings(measuredLevels_.front().size); left > 0; --left) {
            measuredLevels_.push_back(measuredLevels_.back().halved());
            surfaceLevels_.push_back(surfaceLevels_.back().halved());
        }
    }

    void report(HeightFit fit) {
        out_.placeUm = fit.pose.placeUm;
        out_.shiftUm = {fit.pose.placeUm.x - options_.atUm.x, fit.pose.placeUm.y - options_.atUm.y};
        out_.turnDegrees = fit.pose.angle / degree;
        out_.gain = fit.gain;
        out_.offsetUm = fit.offset;
        out_.tilt = fit.tilt;
        out_.withinLimits = isWithin(limits_, measuredLevels_.back(), fit.pose);
        out_.significant = isSignificant(fit);
        const HeightFitting fitting = fittingOn(measured_, surfaceLevels_.front());
        // The correlation is weighted, so that a few outliers do not hide that the heights match.
        const double limit = fitting.limitOf(fit);
        out_.correlation =
            fitting
                .sum<PairSums>(
                    fit,
                    [&](PairSums& sums, const Vector& from, const HeightGrid::Sample& sample, double z) {
                        const double r = HeightFitting::residualOf(fit, from, sample.height, z);
                        sums.add(z - fit.tilt.x * from.x - fit.tilt.y * from.y, sample.height,
                                 huber(r, limit));
                    })
                .correlation();
        // The residual has a gain of 1: a part that is not deep enough differs there.
        HeightFit unit = fit;
        unit.gain = 1;
        fitting.improve(unit, {false, false, false, false, true, options_.plane, options_.plane});
        takeResidual(fitting, unit);
    }

    /// Whether noise would hardly match as well.
    ///
    /// A fit of shift, angle and gain leaves a share of the squares of n independent heights of noise. This
    /// share is at most q with the probability q^a (1 + a (1 - q)) with a = (n - unknowns) / 2 (F-test).
    /// The search multiplies the probability by the number of poses.
    ///
    /// Neighbours are independent as far as their residuals are: over a short distance, a smooth surface fits
    /// another one. An error of form makes residuals of any part smooth, so at least one of 16 heights
    /// counts.
    [[nodiscard]] bool isSignificant(const HeightFit& fit) const {
        const HeightGrid& measured = measuredLevels_.front();
        const HeightFitting fitting = fittingOn(measured, surfaceLevels_.front());
        HeightFit flat = fit;
        flat.gain = 0;
        fitting.improve(flat, {false, false, false, false, true, options_.plane, options_.plane});
        const auto squares = fitting.sum<SquareSums>(
            fit, [&](SquareSums& sums, const Vector& from, const HeightGrid::Sample& sample, double z) {
                const double residual = HeightFitting::residualOf(fit, from, sample.height, z);
                const double own = HeightFitting::residualOf(flat, from, sample.height, z);
                sums.n += 1;
                sums.residual += residual * residual;
                sums.own += own * own;
            });
        if (!(squares.residual < squares.own)) return false;
        const double remains = std::max(squares.residual / squares.own, 1e-12);
        const double poses = posesTried(measuredLevels_.back(), limits_);
        const auto isRare = [&](double independent) {
            const double a = (independent - static_cast<double>(unknowns)) / 2;
            return a > 0 &&
                   a * std::log(remains) + std::log1p(a * (1 - remains)) + std::log(poses) <= std::log(0.001);
        };
        if (isRare(squares.n / 16)) return true;
        const HeightGrid residuals = residualsOf(fitting, measured, fit);
        double independent = squares.n;
        for (const Point& step : {Point{1, 0}, Point{0, 1}}) {
            const double alike = correlationOfNeighbours(residuals, step);
            independent *= (1 - alike) / (1 + alike);
        }
        return isRare(std::max(independent, squares.n / 16));
    }

    static HeightGrid residualsOf(const HeightFitting& fitting, const HeightGrid& measured,
                                  const HeightFit& fit) {
        HeightGrid residuals{measured.size, measured.pitchUm, measured.originUm, {}};
        residuals.heights.assign(measured.heights.size(), std::numeric_limits<float>::quiet_NaN());
        fitting.forRows(
            fit, 0, measured.size.height,
            [&](std::int64_t x, std::int64_t y, const Vector& from, const HeightGrid::Sample& sample,
                double z) {
                residuals.heights[static_cast<std::size_t>(y * measured.size.width + x)] =
                    static_cast<float>(HeightFitting::residualOf(fit, from, sample.height, z));
            },
            [](std::int64_t, std::int64_t) {});
        return residuals;
    }

    void takeResidual(const HeightFitting& fitting, const HeightFit& unit) {
        HeightGrid& residual = out_.residual;
        residual.size = measured_.size;
        residual.pitchUm = measured_.pitchUm;
        residual.originUm = measured_.originUm;
        residual.heights.resize(measured_.heights.size());
        double sum = 0;
        std::int64_t inside = 0;
        const auto taken = within(whenFitted, 1);
        for (std::int64_t y = 0; y < residual.size.height; y += bandRows) {
            if (options_.stop.stop_requested()) throw Cancelled();
            if (taken) taken(static_cast<double>(y) / static_cast<double>(residual.size.height));
            const auto put = [&](std::int64_t x, std::int64_t row) -> float& {
                return residual.heights[static_cast<std::size_t>(row * residual.size.width + x)];
            };
            fitting.forRows(
                unit, y, std::min(y + bandRows, residual.size.height),
                [&](std::int64_t x, std::int64_t row, const Vector& from, const HeightGrid::Sample& sample,
                    double z) {
                    const double r = HeightFitting::residualOf(unit, from, sample.height, z);
                    put(x, row) = static_cast<float>(r);
                    sum += r;
                    inside += std::abs(r) <= options_.toleranceUm ? 1 : 0;
                    ++out_.samples;
                },
                [&](std::int64_t x, std::int64_t row) {
                    put(x, row) = std::numeric_limits<float>::quiet_NaN();
                    ++out_.missing;
                });
        }
        if (out_.samples == 0) return;
        const auto n = static_cast<double>(out_.samples);
        const double mean = sum / n;
        double squares = 0;
        for (const float value : residual.heights) {
            if (!std::isfinite(value)) continue;
            const double r = static_cast<double>(value) - mean;
            out_.sa += std::abs(r) / n;
            squares += r * r;
            out_.sp = std::max(out_.sp, r);
            out_.sv = std::max(out_.sv, -r);
        }
        out_.sq = std::sqrt(squares / n);
        if (options_.toleranceUm > 0) out_.within = static_cast<double>(inside) / n;
    }

    const HeightMap& depths_;
    const HeightGrid& measured_;
    const ComparisonOptions& options_;
    const Vector middle_;  ///< of the measured heights; the fitted pose gives its place
    const SearchLimits limits_;
    std::vector<HeightGrid> measuredLevels_;  ///< the finest first
    std::vector<HeightGrid> surfaceLevels_;
    Comparison out_;
};

}  // namespace

Comparison compareHeights(const HeightMap& depths, const HeightGrid& measured,
                          const ComparisonOptions& options) {
    return Comparing(depths, measured, options).run();
}

std::size_t comparisonBytes(const HeightGrid& measured, const Rect& surface,
                            const ComparisonOptions& options) {
    const Vector pitch = commonPitch(measured, options.surfacePitchUm);
    const SearchLimits limits = limitsOf(measured, surface, options);
    const Vector half = halfWindow(measured, limits, pitch);
    const double window = (2 * half.x / pitch.x + 2) * (2 * half.y / pitch.y + 2);
    const auto own = static_cast<double>(measured.heights.size());
    // Each pyramid is a third larger than its finest level; the residuals, of the fit and with a gain of 1,
    // are as large as the measured heights.
    const double grids = sizeof(float) * (own * 10 / 3 + window * 4 / 3);
    HeightGrid coarse{sizeAt(measured, pitch), pitch, {}, {}};
    const int left = halvings(coarse.size);
    coarse.size = {coarse.size.width >> left, coarse.size.height >> left};
    coarse.pitchUm = {std::ldexp(pitch.x, left), std::ldexp(pitch.y, left)};
    constexpr double most = 1e18;
    return static_cast<std::size_t>(std::min(grids, most)) + searchBytes(coarse, limits);
}

}  // namespace burin
