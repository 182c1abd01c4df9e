// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engraving/measuring/height_filters.hpp"

#include "core/kernels/measuring/height_kernels.hpp"

#include <algorithm>
#include <cmath>

namespace burin {

FilterWeights::FilterWeights(double length) {
    constexpr double pi = 3.14159265358979323846;
    constexpr double share = 0.4697187;  // sqrt(ln 2 / pi): the filter passes half of a wave of length L
    for (std::int64_t i = 0; i <= static_cast<std::int64_t>(length); ++i) {
        const double u = static_cast<double>(i) / (share * length);
        weights_.push_back(std::exp(-pi * u * u));
        sums_.push_back(i == 0 ? 0 : sums_.back() + weights_.back());
    }
}

double FilterWeights::scale(std::int64_t before, std::int64_t after) const {
    const auto sum = [&](std::int64_t distance) {
        return sums_[static_cast<std::size_t>(std::min(distance, reach()))];
    };
    return 1 / (weights_[0] + (sum(before) + sum(after)));
}

namespace {

constexpr double widestDirect = 192;
constexpr double fewestCells = 96;

std::unique_ptr<const CoarseHeights> coarseFor(std::shared_ptr<const HeightMap> source, double length) {
    if (length <= widestDirect) return nullptr;
    std::int64_t side = 1;
    while (length / static_cast<double>(2 * side) >= fewestCells)
        side *= 2;
    return std::make_unique<const CoarseHeights>(std::move(source), side);
}

}  // namespace

SmoothedHeights::SmoothedHeights(std::shared_ptr<const HeightMap> source, double lengthX, double lengthY,
                                 bool rest)
    : source_(std::move(source)),
      lengthX_(lengthX),
      lengthY_(lengthY),
      alongX_(lengthX),
      alongY_(lengthY),
      rest_(rest),
      coarse_(coarseFor(source_, std::min(lengthX, lengthY))) {}

void SmoothedHeights::read(const Rect& area, SamplesView out) const {
    HeightBuffer source;
    if (!coarse_) {
        source.read(*source_, extent().clip(area.grown(alongX_.reach(), alongY_.reach())));
        smoothDirectly(source, area, out);
    } else {
        if (rest_) source.read(*source_, area);
        smoothCoarsely(area, out);
    }
    if (!rest_) return;
    const ConstSamplesView whole = source.part(area);
    for (std::int64_t y = 0; y < area.height; ++y) {
        for (std::int64_t x = 0; x < area.width; ++x)
            out.row(y)[x] = whole.row(y)[x] - out.row(y)[x];
    }
}

std::size_t SmoothedHeights::residentBytes() const {
    return source_->residentBytes() + (coarse_ ? CoarseHeights::residentBytes() : 0);
}

std::size_t SmoothedHeights::readBytes(const Size& size) const {
    const auto bytesOf = [](const Size& of, std::size_t each) {
        return static_cast<std::size_t>(of.width * of.height) * each;
    };
    if (!coarse_) {
        const Size grown{size.width + 2 * alongX_.reach(), size.height + 2 * alongY_.reach()};
        return bytesOf(grown, sizeof(float)) + bytesOf({size.width, grown.height}, sizeof(float)) +
               source_->readBytes(grown);
    }
    // Memory for the means that are read, the means filtered along x, and the means of the area.
    const auto cells = [this](std::int64_t samples, double length) {
        return samples / coarse_->side() + 2 * static_cast<std::int64_t>(length) / coarse_->side() + 12;
    };
    const Size means{cells(size.width, lengthX_), cells(size.height, lengthY_)};
    const std::size_t whole = rest_ ? bytesOf(size, sizeof(float)) + source_->readBytes(size) : 0;
    return whole + 3 * bytesOf(means, sizeof(double)) + coarse_->tileBytes();
}

namespace {

/// How many samples the axis has on one side, at most `reach`: `room` of them if the axis is bounded.
std::int64_t within(std::int64_t reach, bool bounded, std::int64_t room) {
    return bounded ? std::min(reach, room) : reach;
}

}  // namespace

void SmoothedHeights::smoothDirectly(const HeightBuffer& source, const Rect& area, SamplesView out) const {
    const Extent whole = extent();
    const bool bounded = whole.bounded();
    const Rect limits = bounded ? whole.rect() : Rect{};
    const Rect& read = source.rect();
    const HeightKernels& kernels = heightKernels();
    std::vector<double> sum(static_cast<std::size_t>(area.width));
    HeightBuffer columns({area.x, read.y, area.width, read.height});
    std::vector<double> scales;
    for (std::int64_t x = area.x; x < area.right(); ++x)
        scales.push_back(alongX_.scale(within(alongX_.reach(), bounded, x - limits.x),
                                       within(alongX_.reach(), bounded, limits.right() - 1 - x)));
    // Each tap is added to a whole row at once; at the border, the taps that a sample lacks are left out.
    for (std::int64_t y = 0; y < read.height; ++y) {
        std::fill(sum.begin(), sum.end(), 0.0);
        for (std::int64_t k = -alongX_.reach(); k <= alongX_.reach(); ++k) {
            const std::int64_t first = std::max(area.x, read.x - k);
            const std::int64_t last = std::min(area.right(), read.right() - k);
            if (first >= last) continue;
            kernels.addWeighted(source.view().row(y) + (first + k - read.x), alongX_.at(std::abs(k)),
                                last - first, sum.data() + (first - area.x));
        }
        float* const row = columns.view().row(y);
        for (std::size_t x = 0; x < sum.size(); ++x)
            row[x] = static_cast<float>(sum[x] * scales[x]);
    }
    for (std::int64_t y = 0; y < area.height; ++y) {
        const std::int64_t at = area.y + y;
        std::fill(sum.begin(), sum.end(), 0.0);
        const std::int64_t before = within(alongY_.reach(), bounded, at - limits.y);
        const std::int64_t after = within(alongY_.reach(), bounded, limits.bottom() - 1 - at);
        for (std::int64_t k = -before; k <= after; ++k)
            kernels.addWeighted(columns.view().row(at + k - read.y), alongY_.at(std::abs(k)), area.width,
                                sum.data());
        const double scale = alongY_.scale(before, after);
        for (std::size_t x = 0; x < sum.size(); ++x)
            out.row(y)[x] = static_cast<float>(sum[x] * scale);
    }
}

namespace {

/// One axis of a filter on means.
class CoarseAxis {
  public:
    /// \param from, count  samples to compute \param extent  of the surface along the axis, if `bounded`
    CoarseAxis(double length, std::int64_t side, std::int64_t from, std::int64_t count, bool bounded,
               std::int64_t extentFrom, std::int64_t extentTo)
        : side_(static_cast<double>(side)), from_(from), length_(length) {
        constexpr double pi = 3.14159265358979323846;
        const double variance = std::pow(0.4697187 * length, 2) / (2 * pi) - (side_ * side_ - 1) / 12;
        factor_ = -1 / (2 * variance);
        first_ = floorDiv(from, side) - 2;
        last_ = floorDiv(from + count - 1, side) + 3;
        const auto reach = static_cast<std::int64_t>(length) / side + 2;
        std::int64_t least = (first_ - reach) * side;
        std::int64_t most = (last_ + reach) * side;
        if (bounded) {
            least = std::max(least, extentFrom);
            most = std::min(most, extentTo);
        }
        firstRead_ = floorDiv(least, side);
        lastRead_ = floorDiv(most - 1, side) + 1;
        for (std::int64_t cell = firstRead_; cell < lastRead_; ++cell) {
            const std::int64_t a = bounded ? std::max(cell * side, extentFrom) : cell * side;
            const std::int64_t b = bounded ? std::min((cell + 1) * side, extentTo) : (cell + 1) * side;
            middles_.push_back(static_cast<double>(a + b - 1) / 2);
            counts_.push_back(static_cast<double>(b - a));
        }
    }
    /// The cells to compute, and the cells to read for them.
    [[nodiscard]] std::int64_t first() const { return first_; }
    [[nodiscard]] std::int64_t count() const { return last_ - first_; }
    [[nodiscard]] std::int64_t firstRead() const { return firstRead_; }
    [[nodiscard]] std::int64_t countRead() const { return lastRead_ - firstRead_; }

    /// Weights of successive cells; all others have none.
    struct Weights {
        std::size_t first = 0;  ///< counted from firstRead()
        std::vector<double> values;
    };
    /// The weights of the cells that are read, seen from the middle of a computed cell. Their sum is 1.
    [[nodiscard]] Weights weights(std::int64_t cell) const {
        const double middle = static_cast<double>(cell) * side_ + (side_ - 1) / 2;
        Weights out;
        double sum = 0;
        for (std::size_t i = 0; i < middles_.size(); ++i) {
            const double distance = middles_[i] - middle;
            if (std::abs(distance) > length_ + 2 * side_) continue;
            if (out.values.empty()) out.first = i;
            out.values.push_back(counts_[i] * std::exp(distance * distance * factor_));
            sum += out.values.back();
        }
        for (double& weight : out.values)
            weight /= sum;
        return out;
    }
    /// The place of a sample between the middles of computed cells, counted from the first one.
    [[nodiscard]] double place(std::int64_t offset) const {
        return (static_cast<double>(from_ + offset) - (side_ - 1) / 2) / side_ - static_cast<double>(first_);
    }

  private:
    double side_;
    std::int64_t from_;
    double length_;
    double factor_ = 0;
    std::int64_t first_ = 0;
    std::int64_t last_ = 0;
    std::int64_t firstRead_ = 0;
    std::int64_t lastRead_ = 0;
    std::vector<double> middles_;  ///< middle of the existing samples of each cell
    std::vector<double> counts_;
};

/// Catmull-Rom weights of the four neighbours of a place at `u` between the middle two.
struct CatmullRomWeights {
    explicit CatmullRomWeights(double u)
        : at{((-0.5 * u + 1) * u - 0.5) * u, (1.5 * u - 2.5) * u * u + 1, ((-1.5 * u + 2) * u + 0.5) * u,
             (0.5 * u - 0.5) * u * u} {}
    double at[4];
};

}  // namespace

void SmoothedHeights::smoothCoarsely(const Rect& area, SamplesView out) const {
    const Extent whole = extent();
    const bool bounded = whole.bounded();
    const Rect limits = bounded ? whole.rect() : Rect{};
    const CoarseAxis x(lengthX_, coarse_->side(), area.x, area.width, bounded, limits.x, limits.right());
    const CoarseAxis y(lengthY_, coarse_->side(), area.y, area.height, bounded, limits.y, limits.bottom());
    const std::vector<double> means =
        coarse_->means({x.firstRead(), y.firstRead(), x.countRead(), y.countRead()});
    const auto columns = static_cast<std::size_t>(x.count());
    const auto rows = static_cast<std::size_t>(y.count());
    const auto columnsRead = static_cast<std::size_t>(x.countRead());
    const auto rowsRead = static_cast<std::size_t>(y.countRead());
    std::vector<double> narrow(columns * rowsRead);
    for (std::size_t u = 0; u < columns; ++u) {
        const CoarseAxis::Weights weights = x.weights(x.first() + static_cast<std::int64_t>(u));
        for (std::size_t v = 0; v < rowsRead; ++v) {
            const double* const from = means.data() + v * columnsRead + weights.first;
            double sum = 0;
            for (std::size_t i = 0; i < weights.values.size(); ++i)
                sum += weights.values[i] * from[i];
            narrow[v * columns + u] = sum;
        }
    }
    std::vector<double> smooth(columns * rows);
    for (std::size_t v = 0; v < rows; ++v) {
        const CoarseAxis::Weights weights = y.weights(y.first() + static_cast<std::int64_t>(v));
        for (std::size_t i = 0; i < weights.values.size(); ++i) {
            const double* const from = narrow.data() + (weights.first + i) * columns;
            for (std::size_t u = 0; u < columns; ++u)
                smooth[v * columns + u] += weights.values[i] * from[u];
        }
    }
    std::vector<double> line(columns);
    for (std::int64_t row = 0; row < area.height; ++row) {
        const double down = y.place(row);
        const auto top = static_cast<std::size_t>(std::floor(down));
        const CatmullRomWeights vertical(down - std::floor(down));
        for (std::size_t u = 0; u < columns; ++u) {
            line[u] = 0;
            for (std::size_t k = 0; k < 4; ++k)
                line[u] += vertical.at[k] * smooth[(top + k - 1) * columns + u];
        }
        for (std::int64_t column = 0; column < area.width; ++column) {
            const double along = x.place(column);
            const auto left = static_cast<std::size_t>(std::floor(along));
            const CatmullRomWeights across(along - std::floor(along));
            double sum = 0;
            for (std::size_t k = 0; k < 4; ++k)
                sum += across.at[k] * line[left + k - 1];
            out.row(row)[column] = static_cast<float>(sum);
        }
    }
}

void LevelledHeights::read(const Rect& area, SamplesView out) const {
    source_->read(area, out);
    for (std::int64_t y = 0; y < area.height; ++y) {
        const double left = plane_.at + plane_.perRow * static_cast<double>(area.y + y);
        for (std::int64_t x = 0; x < area.width; ++x)
            out.row(y)[x] = static_cast<float>(static_cast<double>(out.row(y)[x]) -
                                               (left + plane_.perColumn * static_cast<double>(area.x + x)));
    }
}

}  // namespace burin
