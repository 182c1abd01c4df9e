// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engraving/measuring/texture.hpp"

#include "core/engraving/measuring/shared_out.hpp"

#include <algorithm>
#include <cmath>

namespace burin {

namespace {

constexpr double pi = 3.14159265358979323846;
constexpr double fallen = 0.2;
constexpr int lineCount = 720;

/// Hann's window at place i of n.
double hann(std::int64_t i, std::int64_t n) {
    return n < 2 ? 1 : 0.5 - 0.5 * std::cos(2 * pi * static_cast<double>(i) / static_cast<double>(n));
}

double hannEnergy(std::int64_t n) {
    double sum = 0;
    for (std::int64_t i = 0; i < n; ++i)
        sum += hann(i, n) * hann(i, n);
    return sum;
}

/// The frequency at index i of n, in cycles per sample. The upper half of the indices has negative
/// frequencies.
double signedFrequency(std::int64_t i, std::int64_t n) {
    return static_cast<double>(2 * i > n ? i - n : i) / static_cast<double>(n);
}

}  // namespace

Correlations::Correlations(std::int64_t width, std::int64_t height, Vector pitchUm)
    : width_(width), height_(height), pitchUm_(pitchUm), sums_(2 * mostX() + 1, mostY() + 1) {}

void Correlations::add(const NumberTable& sums) {
    sums_.add(sums);
}

double Correlations::at(std::int64_t x, std::int64_t y) const {
    const double none = sums_.at(mostX(), 0) / static_cast<double>(width_ * height_);
    const double overlap = static_cast<double>((width_ - std::abs(x)) * (height_ - y));
    return sums_.at(x + mostX(), y) / overlap / none;
}

double Correlations::between(double x, double y) const {
    const std::int64_t left = std::clamp<std::int64_t>(static_cast<std::int64_t>(std::floor(x)), -mostX(),
                                                       std::max(-mostX(), mostX() - 1));
    const std::int64_t top = std::clamp<std::int64_t>(static_cast<std::int64_t>(std::floor(y)), 0,
                                                      std::max<std::int64_t>(0, mostY() - 1));
    const double u = x - static_cast<double>(left);
    const double v = y - static_cast<double>(top);
    const std::int64_t right = std::min(left + 1, mostX());
    const std::int64_t below = std::min(top + 1, mostY());
    const double upper = at(left, top) + u * (at(right, top) - at(left, top));
    const double lower = at(left, below) + u * (at(right, below) - at(left, below));
    return upper + v * (lower - upper);
}

/// The distance in um at which a line first falls to 0.2, within `share` of the half window.
std::optional<double> Correlations::reach(double degrees, double share) const {
    const double angle = degrees * pi / 180;
    // A lag and its opposite have the same correlation, so it is enough to follow lines downwards, where rows
    // are stored.
    const double x = -std::cos(angle) / pitchUm_.x;
    const double y = std::sin(angle) / pitchUm_.y;
    const double across =
        std::hypot(x / (share * static_cast<double>(mostX())), y / (share * static_cast<double>(mostY())));
    const double most = 1 / across;  // 0 for windows of one sample, for which `across` is infinite
    const double step = std::min(pitchUm_.x, pitchUm_.y) / 4;
    const auto value = [&](double distance) { return between(x * distance, y * distance); };
    const auto steps = static_cast<std::int64_t>(most / step);
    for (std::int64_t i = 1; i <= steps; ++i) {
        if (value(static_cast<double>(i) * step) > fallen) continue;
        double above = static_cast<double>(i - 1) * step;
        double below = static_cast<double>(i) * step;
        for (int halving = 0; halving < 40; ++halving) {
            const double middle = (above + below) / 2;
            (value(middle) > fallen ? above : below) = middle;
        }
        return below;
    }
    return {};
}

Decay Correlations::decay(int threads) const {
    Decay out;
    if (mostX() < 1 || mostY() < 1 || !(sums_.at(mostX(), 0) > 0)) return out;
    std::vector<std::optional<double>> distances(lineCount);
    shareOut(lineCount, threads, [&](std::int64_t line, int) {
        distances[static_cast<std::size_t>(line)] = reach(static_cast<double>(line) * 180.0 / lineCount, 1);
    });
    double longest = 0;
    bool all = true;
    for (const std::optional<double>& distance : distances) {
        if (!distance) {
            all = false;
            continue;
        }
        out.shortest = std::min(out.shortest.value_or(*distance), *distance);
        longest = std::max(longest, *distance);
    }
    if (all && out.shortest) out.aspect = *out.shortest / longest;
    return out;
}

bool Correlations::slow() const {
    for (int line = 0; line < lineCount; line += 8) {
        if (reach(line * 180.0 / lineCount, 0.5)) return false;
    }
    return true;
}

Spectrum::Spectrum(std::int64_t width, std::int64_t height, Vector pitchUm)
    : width_(width), height_(height), pitchUm_(pitchUm) {}

void Spectrum::taper(NumberTable& heights, int threads) {
    std::vector<double> columns;
    for (std::int64_t x = 0; x < heights.width; ++x)
        columns.push_back(hann(x, heights.width));
    shareOut(heights.height, threads, [&](std::int64_t y, int) {
        const double row = hann(y, heights.height);
        for (std::int64_t x = 0; x < heights.width; ++x)
            heights.at(x, y) *= row * columns[static_cast<std::size_t>(x)];
    });
}

void Spectrum::add(const NumberTable& power) {
    if (windows_++ == 0) {
        sums_ = power;
        columns_ = 2 * (power.width - 1);
        rows_ = power.height;
    } else {
        sums_.add(power);
    }
}

double Spectrum::unit() const {
    return pitchUm_.x * pitchUm_.y /
           (static_cast<double>(windows_) * hannEnergy(width_) * hannEnergy(height_));
}

double Spectrum::frequencyX(std::int64_t x) const {
    return static_cast<double>(x) / static_cast<double>(columns_) / pitchUm_.x;
}

double Spectrum::frequencyY(std::int64_t y) const {
    return signedFrequency(y, rows_) / pitchUm_.y;
}

std::optional<double> Spectrum::direction() const {
    const double side =
        std::min(static_cast<double>(width_) * pitchUm_.x, static_cast<double>(height_) * pitchUm_.y);
    const double lowest = 4 / side;
    const double highest = 0.5 / std::max(pitchUm_.x, pitchUm_.y);
    struct Term {
        double angle;
        double power;
    };
    // std::hypot and std::atan2 take most of the time. hypot is called only next to a limit, and atan2 only
    // for terms in range.
    const auto inRange = [&](double f, double g, double square) {
        const auto isNear = [&](double limit) { return std::abs(square - limit * limit) <= 1e-12 * square; };
        if (!isNear(lowest) && !isNear(highest))
            return square > lowest * lowest && square < highest * highest;
        const double radius = std::hypot(f, g);
        return radius >= lowest && radius <= highest;
    };
    std::vector<double> columns;
    for (std::int64_t x = 0; x < sums_.width; ++x)
        columns.push_back(frequencyX(x));
    const auto forEach = [&](auto skips, auto visit) {
        for (std::int64_t y = 0; y < rows_; ++y) {
            const double g = frequencyY(y);
            for (std::int64_t x = 0; x < sums_.width; ++x) {
                const double f = columns[static_cast<std::size_t>(x)];
                const double square = f * f + g * g;
                if (skips(f, g, square) || !inRange(f, g, square)) continue;
                double angle = std::atan2(-g, f) * 180 / pi;
                if (angle < 0) angle += 180;
                visit(Term{angle, sums_.at(x, y) * weight(x)}, std::sqrt(sums_.at(x, y)) * weight(x),
                      weight(x));
            }
        }
    };
    std::vector<double> amplitude(180);
    std::vector<double> number(180);
    const auto nothing = [](double, double, double) { return false; };
    forEach(nothing, [&](const Term& term, double value, double times) {
        const auto sector = static_cast<std::size_t>(std::lround(term.angle)) % 180;
        amplitude[sector] += value;
        number[sector] += times;
    });
    int best = -1;
    double most = 0;
    for (std::size_t i = 0; i < 180; ++i) {
        if (number[i] > 0 && amplitude[i] / number[i] > most) {
            most = amplitude[i] / number[i];
            best = static_cast<int>(i);
        }
    }
    if (best < 0) return {};
    double power = 0;
    double turned = 0;
    const double cosine = std::cos(best * pi / 180);
    const double sine = std::sin(best * pi / 180);
    const double farthest = std::pow(std::sin(6 * pi / 180), 2);  // a little more than the 5 degrees below
    const auto others = [&](double f, double g, double square) {
        const double across = g * cosine + f * sine;
        return across * across > farthest * square;
    };
    forEach(others, [&](const Term& term, double, double) {
        double from = term.angle - best;
        if (from > 90) from -= 180;
        if (from < -90) from += 180;
        if (std::abs(from) > 5) return;
        power += term.power;
        turned += term.power * from;
    });
    // removes the rounding error of the sum
    const double angle = best + std::round(turned / power * 1e9) / 1e9;
    return angle < 0 ? angle + 180 : angle >= 180 ? angle - 180 : angle;
}

std::vector<Spectrum::Point> Spectrum::rings() const {
    const double step = std::max(1 / (static_cast<double>(columns_) * pitchUm_.x),
                                 1 / (static_cast<double>(rows_) * pitchUm_.y));
    std::vector<double> sum;
    std::vector<double> number;
    for (std::int64_t y = 0; y < rows_; ++y) {
        for (std::int64_t x = 0; x < sums_.width; ++x) {
            const auto ring =
                static_cast<std::size_t>(std::lround(std::hypot(frequencyX(x), frequencyY(y)) / step));
            if (ring >= sum.size()) {
                sum.resize(ring + 1);
                number.resize(ring + 1);
            }
            sum[ring] += sums_.at(x, y) * weight(x);
            number[ring] += weight(x);
        }
    }
    const double highest = 0.5 / std::max(pitchUm_.x, pitchUm_.y);
    std::vector<Point> points;
    for (std::size_t i = 0; i < sum.size(); ++i) {
        const double frequency = static_cast<double>(i) * step;
        if (number[i] > 0 && frequency <= highest * (1 + 1e-9))
            points.push_back({frequency, sum[i] / number[i] * unit()});
    }
    return points;
}

std::vector<Spectrum::Point> Spectrum::alongX() const {
    std::vector<Point> points;
    const double step = 1 / (static_cast<double>(rows_) * pitchUm_.y);
    for (std::int64_t x = 0; x < sums_.width; ++x) {
        double sum = 0;
        for (std::int64_t y = 0; y < rows_; ++y)
            sum += sums_.at(x, y);
        points.push_back({frequencyX(x), sum * step * weight(x)});
    }
    const double scale = unit();
    for (Point& point : points)
        point.density *= scale;
    return points;
}

std::vector<Spectrum::Point> Spectrum::alongY() const {
    const double step = unit() / (static_cast<double>(columns_) * pitchUm_.x);
    std::vector<Point> points(static_cast<std::size_t>(rows_ / 2 + 1));
    for (std::int64_t y = 0; y < rows_; ++y) {
        Point& point = points[static_cast<std::size_t>(std::min(y, rows_ - y))];
        point.frequency = std::abs(frequencyY(y));
        for (std::int64_t x = 0; x < sums_.width; ++x)
            point.density += sums_.at(x, y) * weight(x) * step;
    }
    return points;
}

}  // namespace burin
