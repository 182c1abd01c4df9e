// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engraving/comparing/height_grid.hpp"

#include "core/base/cancelled.hpp"

#include <algorithm>
#include <limits>

namespace burin {

namespace {

constexpr float none = std::numeric_limits<float>::quiet_NaN();
/// Samples that are read at once.
constexpr std::int64_t samplesAtOnce = std::int64_t{1} << 21;

/// Weights of four neighbours at `u` between the middle two, and their derivatives.
struct CatmullRom {
    explicit CatmullRom(double u)
        : weight{((-0.5 * u + 1) * u - 0.5) * u, (1.5 * u - 2.5) * u * u + 1, ((-1.5 * u + 2) * u + 0.5) * u,
                 (0.5 * u - 0.5) * u * u},
          slope{(-1.5 * u + 2) * u - 0.5, (4.5 * u - 5) * u, (-4.5 * u + 4) * u + 0.5, (1.5 * u - 1) * u} {}
    double weight[4];
    double slope[4];
};

/// Which samples of an axis a coarser sample covers, and how much of each.
class CoverAxis {
  public:
    /// Coarse sample i has its middle at `first` + i * `step`, in samples of the fine axis.
    CoverAxis(double first, double step) : first_(first), step_(step) {}
    /// Visits the covered samples from `least` up to `end`, with the share of each.
    template <class Visit>
    void forEach(std::int64_t coarse, std::int64_t least, std::int64_t end, const Visit& visit) const {
        const double middle = first_ + static_cast<double>(coarse) * step_;
        const double from = middle - step_ / 2;
        const double to = middle + step_ / 2;
        const auto last = std::min(end, static_cast<std::int64_t>(std::ceil(to + 0.5)));
        for (auto fine = std::max(least, static_cast<std::int64_t>(std::floor(from + 0.5))); fine < last;
             ++fine) {
            const double share = std::min(to, static_cast<double>(fine) + 0.5) -
                                 std::max(from, static_cast<double>(fine) - 0.5);
            if (share > 1e-9) visit(fine, share);
        }
    }
    /// The sum of the shares of one coarse sample, including shares outside of any limits.
    [[nodiscard]] double step() const { return step_; }
    [[nodiscard]] std::int64_t begin(std::int64_t coarse) const {
        return static_cast<std::int64_t>(
            std::floor(first_ + (static_cast<double>(coarse) - 0.5) * step_ + 0.5));
    }
    [[nodiscard]] std::int64_t end(std::int64_t coarse) const {
        return static_cast<std::int64_t>(
            std::ceil(first_ + (static_cast<double>(coarse) + 0.5) * step_ + 0.5));
    }

  private:
    double first_;
    double step_;
};

}  // namespace

bool HeightGrid::sample(const Vector& placeUm, Sample& out) const {
    const double x = (placeUm.x - originUm.x) / pitchUm.x;
    const double y = (placeUm.y - originUm.y) / pitchUm.y;
    const double left = std::floor(x);
    const double top = std::floor(y);
    if (!(left >= 1 && top >= 1 && left + 2 < static_cast<double>(size.width) &&
          top + 2 < static_cast<double>(size.height)))
        return false;
    const CatmullRom across(x - left);
    const CatmullRom down(y - top);
    const float* row = heights.data() + (static_cast<std::int64_t>(top) - 1) * size.width +
                       static_cast<std::int64_t>(left) - 1;
    out = {};
    for (int j = 0; j < 4; ++j, row += size.width) {
        double value = 0;
        double slope = 0;
        for (int i = 0; i < 4; ++i) {
            value += across.weight[i] * static_cast<double>(row[i]);
            slope += across.slope[i] * static_cast<double>(row[i]);
        }
        out.height += down.weight[j] * value;
        out.slopeX += down.weight[j] * slope;
        out.slopeY += down.slope[j] * value;
    }
    out.slopeX /= pitchUm.x;
    out.slopeY /= pitchUm.y;
    return std::isfinite(out.height);
}

HeightGrid HeightGrid::halved() const {
    HeightGrid half;
    half.size = {size.width / 2, size.height / 2};
    half.pitchUm = {2 * pitchUm.x, 2 * pitchUm.y};
    half.originUm = {originUm.x + pitchUm.x / 2, originUm.y + pitchUm.y / 2};
    half.heights.resize(static_cast<std::size_t>(half.size.width * half.size.height));
    for (std::int64_t y = 0; y < half.size.height; ++y) {
        for (std::int64_t x = 0; x < half.size.width; ++x) {
            double sum = 0;
            int count = 0;
            for (int k = 0; k < 4; ++k) {
                const float z = at(2 * x + k % 2, 2 * y + k / 2);
                if (!std::isfinite(z)) continue;
                sum += static_cast<double>(z);
                ++count;
            }
            half.heights[static_cast<std::size_t>(y * half.size.width + x)] =
                count >= 2 ? static_cast<float>(sum / count) : none;
        }
    }
    return half;
}

HeightGrid HeightGrid::reduced(const Vector& coarser) const {
    HeightGrid out;
    out.pitchUm = coarser;
    out.size = {static_cast<std::int64_t>(static_cast<double>(size.width) * pitchUm.x / coarser.x + 1e-9),
                static_cast<std::int64_t>(static_cast<double>(size.height) * pitchUm.y / coarser.y + 1e-9)};
    out.size = {std::max<std::int64_t>(out.size.width, 1), std::max<std::int64_t>(out.size.height, 1)};
    // Both grids begin at the same edge.
    out.originUm = {originUm.x + (coarser.x - pitchUm.x) / 2, originUm.y + (coarser.y - pitchUm.y) / 2};
    out.heights.assign(static_cast<std::size_t>(out.size.width * out.size.height), none);
    const CoverAxis alongX((out.originUm.x - originUm.x) / pitchUm.x, coarser.x / pitchUm.x);
    const CoverAxis alongY((out.originUm.y - originUm.y) / pitchUm.y, coarser.y / pitchUm.y);
    const double half = alongX.step() * alongY.step() / 2 * (1 - 1e-9);
    for (std::int64_t y = 0; y < out.size.height; ++y) {
        for (std::int64_t x = 0; x < out.size.width; ++x) {
            double sum = 0;
            double weight = 0;
            alongY.forEach(y, 0, size.height, [&](std::int64_t row, double down) {
                alongX.forEach(x, 0, size.width, [&](std::int64_t column, double across) {
                    const float z = at(column, row);
                    if (!std::isfinite(z)) return;
                    sum += down * across * static_cast<double>(z);
                    weight += down * across;
                });
            });
            if (weight >= half)
                out.heights[static_cast<std::size_t>(y * out.size.width + x)] =
                    static_cast<float>(sum / weight);
        }
    }
    return out;
}

HeightGrid gridOf(const HeightMap& depths, double fullDepthUm, const Vector& surfacePitchUm,
                  const Vector& pitchUm, const Vector& fromUm, const Vector& toUm,
                  const std::stop_token& stop, const std::function<void(double share)>& progress) {
    const auto first = [](double um, double pitch) { return std::floor(um / pitch); };
    const Vector start{first(fromUm.x, surfacePitchUm.x), first(fromUm.y, surfacePitchUm.y)};
    HeightGrid out;
    out.pitchUm = pitchUm;
    out.originUm = {start.x * surfacePitchUm.x, start.y * surfacePitchUm.y};
    out.size = {static_cast<std::int64_t>(std::ceil((toUm.x - out.originUm.x) / pitchUm.x)) + 1,
                static_cast<std::int64_t>(std::ceil((toUm.y - out.originUm.y) / pitchUm.y)) + 1};
    out.heights.assign(static_cast<std::size_t>(out.size.width * out.size.height), none);
    const CoverAxis alongX(start.x, pitchUm.x / surfacePitchUm.x);
    const CoverAxis alongY(start.y, pitchUm.y / surfacePitchUm.y);
    const Rect whole = depths.extent().bounded() ? depths.extent().rect()
                                                 : Rect{-(1LL << 40), -(1LL << 40), 1LL << 41, 1LL << 41};
    const std::int64_t left = std::max(whole.x, alongX.begin(0));
    const std::int64_t right = std::min(whole.right(), alongX.end(out.size.width - 1));
    if (left >= right) return out;
    const std::int64_t rowsAtOnce = std::max<std::int64_t>(1, samplesAtOnce / (right - left));
    const auto columns = static_cast<std::size_t>(out.size.width);
    HeightBuffer buffer;
    // Sums of the coarse row that is being filled.
    std::vector<double> sums(columns);
    std::vector<double> weights(columns);
    const double needed = alongX.step() * alongY.step() * (1 - 1e-6);
    std::int64_t held = 0;
    for (std::int64_t y = 0; y < out.size.height; ++y) {
        std::fill(sums.begin(), sums.end(), 0.0);
        std::fill(weights.begin(), weights.end(), 0.0);
        alongY.forEach(y, whole.y, whole.bottom(), [&](std::int64_t row, double down) {
            if (held == 0 || row < buffer.rect().y || row >= buffer.rect().bottom()) {
                if (stop.stop_requested()) throw Cancelled();
                if (progress) progress(static_cast<double>(y) / static_cast<double>(out.size.height));
                held = std::min(rowsAtOnce, whole.bottom() - row);
                buffer.read(depths, {left, row, right - left, held});
            }
            const float* const samples = buffer.view().row(row - buffer.rect().y) - left;
            for (std::size_t x = 0; x < columns; ++x) {
                alongX.forEach(static_cast<std::int64_t>(x), left, right,
                               [&](std::int64_t column, double across) {
                                   sums[x] += down * across * static_cast<double>(samples[column]);
                                   weights[x] += down * across;
                               });
            }
        });
        float* const to = out.heights.data() + y * out.size.width;
        for (std::size_t x = 0; x < columns; ++x)
            if (weights[x] >= needed) to[x] = static_cast<float>(-fullDepthUm * sums[x] / weights[x]);
    }
    return out;
}

}  // namespace burin
