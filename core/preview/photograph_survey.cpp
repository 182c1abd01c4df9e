// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/preview/photograph_survey.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>
#include <vector>

namespace burin {

namespace {

constexpr std::int64_t fieldsAcross = 8;

/// The plane of least squares, about the middle of the photograph.
struct Ramp {
    double middle = 0;
    double perX = 0;
    double perY = 0;
};

/// Over a full grid the two slopes do not depend on each other.
Ramp rampOf(std::span<const float> samples, std::int64_t width, std::int64_t height) {
    const double midX = static_cast<double>(width - 1) / 2;
    const double midY = static_cast<double>(height - 1) / 2;
    double sum = 0;
    double alongX = 0;
    double alongY = 0;
    for (std::int64_t y = 0; y < height; ++y) {
        for (std::int64_t x = 0; x < width; ++x) {
            const double value = samples[static_cast<std::size_t>(y * width + x)];
            sum += value;
            alongX += value * (static_cast<double>(x) - midX);
            alongY += value * (static_cast<double>(y) - midY);
        }
    }
    const double count = static_cast<double>(width * height);
    const auto squares = [count](std::int64_t side) {
        return count * (static_cast<double>(side) * static_cast<double>(side) - 1) / 12;
    };
    return {sum / count, alongX / squares(width), alongY / squares(height)};
}

/// Groups of samples that touch, found by joining each one to its neighbours left and above.
class Structures {
  public:
    /// What meanSide() takes for each sample.
    [[nodiscard]] static constexpr std::size_t bytesASample() { return sizeof(Box) + sizeof(std::int32_t); }

    Structures(const std::vector<float>& level, std::int64_t width, std::int64_t height)
        : level_(level), width_(width), height_(height), parent_(level.size()) {}

    /// The mean length of the longer side of the structures' bounding boxes. Each structure counts as often
    /// as it has samples.
    template <class Belongs>
    double meanSide(const Belongs& belongs) {
        std::iota(parent_.begin(), parent_.end(), 0);
        const auto at = [&](std::int64_t x, std::int64_t y) {
            return static_cast<std::int32_t>(y * width_ + x);
        };
        const auto in = [&](std::int32_t i) { return belongs(level_[static_cast<std::size_t>(i)]); };
        for (std::int64_t y = 0; y < height_; ++y) {
            for (std::int64_t x = 0; x < width_; ++x) {
                const std::int32_t i = at(x, y);
                if (!in(i)) continue;
                if (x > 0 && in(i - 1)) join(i, i - 1);
                if (y > 0 && in(at(x, y - 1))) join(i, at(x, y - 1));
            }
        }
        std::vector<Box> boxes(parent_.size());
        for (std::int64_t y = 0; y < height_; ++y) {
            for (std::int64_t x = 0; x < width_; ++x) {
                if (!in(at(x, y))) continue;
                Box& box = boxes[static_cast<std::size_t>(root(at(x, y)))];
                const auto column = static_cast<std::int32_t>(x);
                const auto row = static_cast<std::int32_t>(y);
                if (box.count == 0) box = {column, column, row, row, 0};
                box.left = std::min(box.left, column);
                box.right = std::max(box.right, column);
                box.bottom = row;
                ++box.count;
            }
        }
        double sum = 0;
        double count = 0;
        for (const Box& box : boxes) {
            const std::int32_t side = std::max(box.right - box.left, box.bottom - box.top) + 1;
            sum += static_cast<double>(side) * static_cast<double>(box.count);
            count += static_cast<double>(box.count);
        }
        return count > 0 ? sum / count : 0;
    }

  private:
    /// A photograph has at most 2^24 samples, so 32 bits suffice.
    struct Box {
        std::int32_t left = 0, right = 0, top = 0, bottom = -1, count = 0;
    };

    std::int32_t root(std::int32_t i) {
        while (parent_[static_cast<std::size_t>(i)] != i) {
            std::int32_t& above = parent_[static_cast<std::size_t>(i)];
            above = parent_[static_cast<std::size_t>(above)];
            i = above;
        }
        return i;
    }
    void join(std::int32_t a, std::int32_t b) {
        a = root(a);
        b = root(b);
        parent_[static_cast<std::size_t>(std::max(a, b))] = std::min(a, b);
    }

    const std::vector<float>& level_;
    std::int64_t width_;
    std::int64_t height_;
    std::vector<std::int32_t> parent_;
};

/// The bounds of the darkest and the lightest quarter of the samples.
struct Quarters {
    float dark = 0;
    float light = 0;
};

Quarters quartersOf(std::vector<float> samples) {
    const auto quarter = static_cast<std::ptrdiff_t>(samples.size() / 4);
    const auto dark = samples.begin() + quarter;
    std::nth_element(samples.begin(), dark, samples.end());
    const float bound = *dark;
    const auto light = samples.end() - 1 - quarter;
    std::nth_element(samples.begin(), light, samples.end());
    return {bound, *light};
}

double meanOf(const std::vector<float>& flat, std::int64_t width, std::int64_t left, std::int64_t right,
              std::int64_t top, std::int64_t bottom) {
    double sum = 0;
    for (std::int64_t y = top; y < bottom; ++y) {
        for (std::int64_t x = left; x < right; ++x)
            sum += flat[static_cast<std::size_t>(y * width + x)];
    }
    return sum / static_cast<double>((right - left) * (bottom - top));
}

/// The variance of the means of the fields minus the part that chance explains, which is a quarter of the
/// variance of a field's quarters about its mean.
double varianceOfFields(const std::vector<float>& flat, std::int64_t width, std::int64_t height) {
    constexpr std::int64_t quartersAcross = 2 * fieldsAcross;
    const auto column = [&](std::int64_t i) { return i * width / quartersAcross; };
    const auto row = [&](std::int64_t j) { return j * height / quartersAcross; };
    double ofFields = 0;
    double ofQuarters = 0;
    for (std::int64_t j = 0; j < quartersAcross; j += 2) {
        for (std::int64_t i = 0; i < quartersAcross; i += 2) {
            double quarters[4];
            for (std::int64_t k = 0; k < 4; ++k) {
                const std::int64_t x = i + k % 2;
                const std::int64_t y = j + k / 2;
                quarters[k] = meanOf(flat, width, column(x), column(x + 1), row(y), row(y + 1));
            }
            const double mean = (quarters[0] + quarters[1] + quarters[2] + quarters[3]) / 4;
            ofFields += mean * mean;  // the mean of all samples is 0
            for (const double quarter : quarters)
                ofQuarters += (quarter - mean) * (quarter - mean) / 3;
        }
    }
    constexpr double fields = fieldsAcross * fieldsAcross;
    return std::max(0.0, ofFields / fields - ofQuarters / fields / 4);
}

/// Moments of the slopes between means of blocks.
class SlopeMoments {
  public:
    SlopeMoments(const std::vector<float>& samples, std::int64_t width, std::int64_t height,
                 std::int64_t block) {
        const std::int64_t columns = width / block;
        const std::int64_t rows = height / block;
        std::vector<float> sums(static_cast<std::size_t>(columns * rows));
        for (std::int64_t y = 0; y < rows * block; ++y) {
            for (std::int64_t x = 0; x < columns * block; ++x)
                sums[static_cast<std::size_t>(y / block * columns + x / block)] +=
                    samples[static_cast<std::size_t>(y * width + x)];
        }
        for (std::int64_t y = 1; y + 1 < rows; ++y) {
            for (std::int64_t x = 1; x + 1 < columns; ++x) {
                const auto at = [&](std::int64_t dx, std::int64_t dy) {
                    return static_cast<double>(sums[static_cast<std::size_t>((y + dy) * columns + x + dx)]);
                };
                add(at(1, 0) - at(-1, 0), at(0, 1) - at(0, -1));
            }
        }
    }

    /// The largest mean square along a direction, relative to the least one.
    [[nodiscard]] double grain() const {
        const double middle = (xx_ + yy_) / 2;
        const double half = std::hypot((xx_ - yy_) / 2, xy_);
        return middle > half ? (middle + half) / (middle - half) : std::numeric_limits<double>::infinity();
    }
    /// The largest skewness along one of 32 directions.
    [[nodiscard]] double skewness() const {
        double largest = 0;
        for (int k = 0; k < 32; ++k) {
            const double c = std::cos(k * std::numbers::pi / 32);
            const double s = std::sin(k * std::numbers::pi / 32);
            const double squares = c * c * xx_ + 2 * c * s * xy_ + s * s * yy_;
            const double cubes =
                c * c * c * xxx_ + 3 * c * c * s * xxy_ + 3 * c * s * s * xyy_ + s * s * s * yyy_;
            if (squares > 0)
                largest = std::max(largest, std::abs(cubes) * std::sqrt(count_) / std::pow(squares, 1.5));
        }
        return largest;
    }

  private:
    void add(double x, double y) {
        ++count_;
        xx_ += x * x;
        xy_ += x * y;
        yy_ += y * y;
        xxx_ += x * x * x;
        xxy_ += x * x * y;
        xyy_ += x * y * y;
        yyy_ += y * y * y;
    }

    double count_ = 0, xx_ = 0, xy_ = 0, yy_ = 0, xxx_ = 0, xxy_ = 0, xyy_ = 0, yyy_ = 0;
};

}  // namespace

std::size_t surveyBytes(std::int64_t width, std::int64_t height) {
    // The photograph and the samples without their ramp, which are then copied and sorted, or joined.
    constexpr std::size_t eachSample =
        2 * sizeof(float) + std::max(sizeof(float), Structures::bytesASample());
    return eachSample * static_cast<std::size_t>(width * height);
}

std::optional<PhotographSurvey> surveyPhotograph(std::span<const float> samples, std::int64_t width,
                                                 std::int64_t height, MemoryBudget& budget,
                                                 const std::stop_token& stop) {
    const Reservation held = budget.reserve(surveyBytes(width, height), "the survey of the picture", stop);
    PhotographSurvey survey;
    const Ramp ramp = rampOf(samples, width, height);
    survey.mean = ramp.middle;
    std::vector<float> flat(samples.size());
    double squares = 0;
    for (std::int64_t y = 0; y < height; ++y) {
        if (stop.stop_requested()) return std::nullopt;
        for (std::int64_t x = 0; x < width; ++x) {
            const auto i = static_cast<std::size_t>(y * width + x);
            const double plane = ramp.middle +
                                 ramp.perX * (static_cast<double>(x) - static_cast<double>(width - 1) / 2) +
                                 ramp.perY * (static_cast<double>(y) - static_cast<double>(height - 1) / 2);
            const double rest = samples[i] - plane;
            flat[i] = static_cast<float>(rest);
            squares += rest * rest;
        }
    }
    survey.spread = std::sqrt(squares / static_cast<double>(samples.size()));
    if (survey.spread < 1e-6) return survey;

    survey.ramp =
        std::hypot(ramp.perX * static_cast<double>(width - 1), ramp.perY * static_cast<double>(height - 1)) /
        survey.spread;
    for (const std::int64_t block : {2, 4}) {
        if (stop.stop_requested()) return std::nullopt;
        const SlopeMoments slopes(flat, width, height, block);
        survey.grain = std::max(survey.grain, slopes.grain());
        survey.shading = std::max(survey.shading, slopes.skewness());
    }
    const auto [dark, light] = quartersOf(flat);
    if (stop.stop_requested()) return std::nullopt;
    Structures structures(flat, width, height);
    const double lightSide = structures.meanSide([light = light](float value) { return value >= light; });
    if (stop.stop_requested()) return std::nullopt;
    const double darkSide = structures.meanSide([dark = dark](float value) { return value <= dark; });
    survey.structurePx = (lightSide + darkSide) / 2;

    survey.unevenness = std::sqrt(varianceOfFields(flat, width, height)) / survey.spread;
    return survey;
}

}  // namespace burin
