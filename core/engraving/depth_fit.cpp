// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engraving/depth_fit.hpp"

#include "core/base/text.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace burin {

namespace {

constexpr std::size_t mostValues = 900;  ///< so that a curve of 1024 points has room for points in between
constexpr double finest = 1e-4;          ///< share of the full depth; below it a straight line is good enough
constexpr double stepRatio = 1.2;  ///< ratio of neighbouring depths: a line between them is accurate to 0.3 %

/// A point of the response, and the number of measurements in it.
struct Pooled {
    double value = 0;
    double depth = 0;
    double weight = 1;

    void add(const Pooled& other) {
        const double sum = weight + other.weight;
        value = (value * weight + other.value * other.weight) / sum;
        depth = (depth * weight + other.depth * other.weight) / sum;
        weight = sum;
    }
};

/// One point for each value, ascending, with the mean of its depths.
std::vector<Pooled> meansOf(std::vector<DepthMeasurement> measurements) {
    std::sort(measurements.begin(), measurements.end(),
              [](const auto& a, const auto& b) { return a.value < b.value; });
    std::vector<Pooled> means;
    if (measurements.empty() || measurements.front().value > 0) means.push_back({});
    for (const DepthMeasurement& m : measurements) {
        const Pooled one{m.value, m.depthUm};
        if (!means.empty() && means.back().value == m.value) {
            means.back().add(one);
        } else {
            means.push_back(one);
        }
    }
    return means;
}

/// Makes the depths increase: neighbours that decrease are replaced by one point at their mean.
std::vector<Pooled> rising(const std::vector<Pooled>& means) {
    std::vector<Pooled> blocks;
    for (Pooled next : means) {
        while (!blocks.empty() && blocks.back().depth > next.depth) {
            Pooled pooled = blocks.back();
            pooled.add(next);
            next = pooled;
            blocks.pop_back();
        }
        blocks.push_back(next);
    }
    return blocks;
}

/// The inverse of a response: gives the value that engraves a depth, interpolated in logarithms. Values that
/// engrave nothing are skipped.
class Inverse {
  public:
    explicit Inverse(const std::vector<Pooled>& response) {
        for (const Pooled& p : response) {
            if (p.depth <= 0) start_ = p.value;
        }
        for (const Pooled& p : response) {
            if (p.depth <= 0 || p.value <= start_) continue;
            const double depth = std::log(p.depth);
            const double value = std::log(p.value - start_);
            const bool further = depths_.empty() || (depth > depths_.back() && value > values_.back());
            if (!further) continue;
            depths_.push_back(depth);
            values_.push_back(value);
        }
        for (std::size_t i = 0; i < depths_.size(); ++i)
            slopes_.push_back(slopeAt(i));
    }

    [[nodiscard]] std::size_t points() const { return depths_.size(); }
    [[nodiscard]] double depth(std::size_t point) const { return std::exp(depths_[point]); }

    /// \pre points() >= 2, depth > 0
    [[nodiscard]] double valueFor(double depth) const {
        const double w = std::min(std::log(depth), depths_.back());
        if (w <= depths_.front()) return start_ + std::exp(values_[0] + (w - depths_[0]) * slopes_[0]);
        const auto above = std::upper_bound(depths_.begin(), depths_.end() - 1, w);
        const auto i = static_cast<std::size_t>(above - depths_.begin()) - 1;
        const double run = depths_[i + 1] - depths_[i];
        const double t = (w - depths_[i]) / run;
        const double u = 1 - t;
        const double hermite = values_[i] * u * u * (1 + 2 * t) + values_[i + 1] * t * t * (3 - 2 * t) +
                               run * t * u * (slopes_[i] * u - slopes_[i + 1] * t);
        return start_ + std::exp(hermite);
    }

  private:
    [[nodiscard]] double secant(std::size_t i) const {
        return (values_[i + 1] - values_[i]) / (depths_[i + 1] - depths_[i]);
    }
    /// The slope of the parabola through the three outermost points, limited so that the curve stays
    /// monotone.
    [[nodiscard]] double endSlope(std::size_t outer, std::size_t inner) const {
        const double outerRun = depths_[outer + 1] - depths_[outer];
        const double innerRun = depths_[inner + 1] - depths_[inner];
        const double bend = (secant(outer) - secant(inner)) * outerRun / (outerRun + innerRun);
        return std::clamp(secant(outer) + bend, secant(outer) / 3, 3 * secant(outer));
    }
    /// The weighted harmonic mean of the slopes on both sides, which keeps the cubic monotone.
    [[nodiscard]] double slopeAt(std::size_t i) const {
        const std::size_t last = depths_.size() - 1;
        if (last < 2) return last == 1 ? secant(0) : 1;
        if (i == 0) return endSlope(0, 1);
        if (i == last) return endSlope(last - 1, last - 2);
        const double before = depths_[i] - depths_[i - 1];
        const double after = depths_[i + 1] - depths_[i];
        return 3 * (before + after) /
               ((2 * after + before) / secant(i - 1) + (after + 2 * before) / secant(i));
    }

    double start_ = 0;
    std::vector<double> depths_, values_, slopes_;  ///< as logarithms
};

constexpr int digits = 7;  ///< significant digits of the numbers of a curve

/// The number as it will be printed.
double rounded(double number) {
    const std::string text = roundedText(number, digits);
    double result = number;
    std::from_chars(text.data(), text.data() + text.size(), result);
    return result;
}

/// The depths of the points of the curve: those of the response, and others between them.
std::vector<double> curveDepths(const Inverse& inverse, double full) {
    const double last = std::min(full, inverse.depth(inverse.points() - 1));
    std::vector<double> knots = {std::min(finest * full, last)};
    for (std::size_t i = 0; i < inverse.points(); ++i) {
        if (inverse.depth(i) > knots[0] && inverse.depth(i) < last) knots.push_back(inverse.depth(i));
    }
    knots.push_back(last);
    std::vector<double> depths = {knots[0]};
    for (std::size_t i = 1; i < knots.size(); ++i) {
        const double ratio = knots[i] / knots[i - 1];
        const int pieces = std::max(1, static_cast<int>(std::ceil(std::log(ratio) / std::log(stepRatio))));
        for (int k = 1; k <= pieces; ++k)
            depths.push_back(knots[i - 1] * std::pow(ratio, static_cast<double>(k) / pieces));
    }
    return depths;
}

}  // namespace

DepthFit fitDepths(std::vector<DepthMeasurement> measurements, double fullDepthUm) {
    DepthFit fit;
    const std::vector<Pooled> means = meansOf(std::move(measurements));
    if (means.size() > mostValues) {
        fit.problem = {.reason = "there are more than %1 different values",
                       .details = {std::to_string(mostValues)},
                       .advice = "measure fewer patches"};
        return fit;
    }
    const Inverse inverse(rising(means));
    if (inverse.points() < 2) {
        fit.problem = {
            .reason = "the measured depth does not grow with the value",
            .advice =
                "measure at least two patches deeper than 0, and check that the patch of the larger "
                "value is deeper"};
        return fit;
    }
    fit.deepestUm = inverse.depth(inverse.points() - 1);
    fit.fullDepthUm = fullDepthUm > 0 ? fullDepthUm : fit.deepestUm;
    fit.curve = {{0, 0}};
    for (const double depth : curveDepths(inverse, fit.fullDepthUm)) {
        const double in = std::min(1.0, rounded(depth / fit.fullDepthUm));
        const double out = std::min(1.0, rounded(inverse.valueFor(depth)));
        if (in > fit.curve.back().x) fit.curve.push_back({in, out});
    }
    return fit;
}

std::string curveYaml(const DepthFit& fit) {
    constexpr std::size_t pointsALine = 4;
    std::string text = "machine_curve: [";
    for (std::size_t i = 0; i < fit.curve.size(); ++i) {
        // The lines are indented further than any key of a root, so they remain part of the list wherever
        // they are pasted.
        if (i > 0) text += i % pointsALine == 0 ? ",\n        " : ", ";
        text += "[" + roundedText(fit.curve[i].x, digits) + ", " + roundedText(fit.curve[i].y, digits) + "]";
    }
    return text + "]\n";
}

}  // namespace burin
