// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engraving/photograph/odd_features.hpp"

#include "core/base/cancelled.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <utility>

namespace burin {

namespace {

/// A place is compared by the means of cells around it.
constexpr std::int64_t cellsAcross = 160;  ///< of the shorter side of a photograph
constexpr std::int64_t cellsAround = 4;    ///< the radius of the boxes that means are taken over, three times
constexpr std::int64_t cellsOfDisc = 12;   ///< the radius of the disc that covers a feature
/// Even noise without an odd feature seldom exceeds 2.3.
constexpr double oddFrom = 2.4;

/// Numbers in rows.
struct SampleRows {
    Size size;
    std::vector<float> values;

    explicit SampleRows(Size all) : size(all), values(static_cast<std::size_t>(all.width * all.height)) {}
    [[nodiscard]] float* row(std::int64_t y) { return values.data() + y * size.width; }
    [[nodiscard]] const float* row(std::int64_t y) const { return values.data() + y * size.width; }
    [[nodiscard]] double at(std::int64_t x, std::int64_t y) const { return static_cast<double>(row(y)[x]); }
};

/// Means over 2 * radius + 1 neighbours. The ends are repeated.
void average(const std::vector<float>& from, std::vector<float>& to, std::int64_t radius) {
    const auto last = static_cast<std::int64_t>(from.size()) - 1;
    const auto at = [&](std::int64_t i) {
        return static_cast<double>(from[static_cast<std::size_t>(std::clamp<std::int64_t>(i, 0, last))]);
    };
    double sum = 0;
    for (std::int64_t i = -radius; i <= radius; ++i)
        sum += at(i);
    for (std::int64_t i = 0; i <= last; ++i) {
        to[static_cast<std::size_t>(i)] = static_cast<float>(sum / static_cast<double>(2 * radius + 1));
        sum += at(i + radius + 1) - at(i - radius);
    }
}

/// Averages the rows three times, which is nearly a Gaussian, and exchanges rows and columns.
SampleRows averagedRows(const SampleRows& from, std::int64_t radius, const std::stop_token& stop) {
    if (stop.stop_requested()) throw Cancelled();
    SampleRows turned({from.size.height, from.size.width});
    std::vector<float> line(static_cast<std::size_t>(from.size.width));
    std::vector<float> other(line.size());
    for (std::int64_t y = 0; y < from.size.height; ++y) {
        line.assign(from.row(y), from.row(y) + from.size.width);
        for (int pass = 0; pass < 3; ++pass) {
            average(line, other, radius);
            std::swap(line, other);
        }
        for (std::int64_t x = 0; x < from.size.width; ++x)
            turned.row(x)[y] = line[static_cast<std::size_t>(x)];
    }
    return turned;
}

SampleRows averaged(const SampleRows& from, std::int64_t radius, const std::stop_token& stop) {
    return averagedRows(averagedRows(from, radius, stop), radius, stop);
}

/// Computes measures around each cell of a photograph.
class Cells {
  public:
    Cells(const SampleRows& photograph, std::int64_t cellPx, const std::stop_token& stop)
        : size_{photograph.size.width / cellPx, photograph.size.height / cellPx},
          cellPx_(cellPx),
          stop_(stop) {
        measures_.push_back(around(photograph.size, [&](auto x, auto y) { return photograph.at(x, y); }));
        SampleRows fine = averaged(photograph, 1, stop);
        addDirections(fine);
        for (std::int64_t radius = 1; radius < cellsAround * cellPx; radius *= 2) {
            SampleRows coarse = averaged(photograph, 2 * radius, stop);
            for (std::size_t i = 0; i < fine.values.size(); ++i)
                fine.values[i] -= coarse.values[i];
            addStructures(fine);
            fine = std::move(coarse);
        }
    }

    /// How odd each cell is whose disc lies inside the photograph: 1 is usual. Other cells have 0.
    [[nodiscard]] SampleRows oddness() const {
        const std::size_t count = measures_.size();
        std::vector<double> means(count);
        std::vector<double> products(count * count);
        std::vector<double> place(count);
        double places = 0;
        forInner([&](std::size_t cell) {
            for (std::size_t i = 0; i < count; ++i)
                means[i] += static_cast<double>(measures_[i].values[cell]);
            ++places;
        });
        for (double& mean : means)
            mean /= places;
        const auto read = [&](std::size_t cell) {
            for (std::size_t i = 0; i < count; ++i)
                place[i] = static_cast<double>(measures_[i].values[cell]) - means[i];
        };
        forInner([&](std::size_t cell) {
            read(cell);
            for (std::size_t i = 0; i < count; ++i) {
                for (std::size_t j = 0; j <= i; ++j)
                    products[i * count + j] += place[i] * place[j] / places;
            }
        });
        // The products become the triangle of their Cholesky decomposition.
        for (std::size_t i = 0; i < count; ++i) {
            for (std::size_t j = 0; j <= i; ++j) {
                double& one = products[i * count + j];
                for (std::size_t k = 0; k < j; ++k)
                    one -= products[i * count + k] * products[j * count + k];
                one = j < i ? one / products[j * count + j] : std::sqrt(std::max(one, 1e-12));
            }
        }
        SampleRows odd(size_);
        forInner([&](std::size_t cell) {
            read(cell);
            double squares = 0;
            for (std::size_t i = 0; i < count; ++i) {
                for (std::size_t k = 0; k < i; ++k)
                    place[i] -= products[i * count + k] * place[k];
                place[i] /= products[i * count + i];
                squares += place[i] * place[i];
            }
            odd.values[cell] = static_cast<float>(std::sqrt(squares / static_cast<double>(count)));
        });
        return odd;
    }

  private:
    /// Calls `use` with the index of each cell whose disc lies inside the photograph.
    template <class Use>
    void forInner(const Use& use) const {
        for (std::int64_t y = cellsOfDisc; y < size_.height - cellsOfDisc; ++y) {
            for (std::int64_t x = cellsOfDisc; x < size_.width - cellsOfDisc; ++x)
                use(static_cast<std::size_t>(y * size_.width + x));
        }
    }

    /// Calls `of` for each place, and averages the results around each cell.
    template <class Of>
    [[nodiscard]] SampleRows around(Size places, const Of& of) const {
        SampleRows cells(size_);
        const std::int64_t right = std::min(places.width, size_.width * cellPx_);
        const std::int64_t bottom = std::min(places.height, size_.height * cellPx_);
        for (std::int64_t y = 0; y < bottom; ++y) {
            for (std::int64_t x = 0; x < right; ++x)
                cells.row(y / cellPx_)[x / cellPx_] += static_cast<float>(of(x, y));
        }
        for (float& cell : cells.values)
            cell /= static_cast<float>(cellPx_ * cellPx_);
        return averaged(cells, cellsAround, stop_);
    }

    /// Twice the angle of the slopes, as a direction that is the longer the more the slopes agree.
    void addDirections(const SampleRows& fine) {
        const Size places{fine.size.width - 1, fine.size.height - 1};
        const auto slopes = [&](const auto& product) {
            return around(places, [&](std::int64_t x, std::int64_t y) {
                return product(fine.at(x + 1, y) - fine.at(x, y), fine.at(x, y + 1) - fine.at(x, y));
            });
        };
        const SampleRows whole =
            slopes([](double across, double down) { return across * across + down * down; });
        SampleRows straight =
            slopes([](double across, double down) { return across * across - down * down; });
        SampleRows slanted = slopes([](double across, double down) { return 2 * across * down; });
        for (std::size_t i = 0; i < whole.values.size(); ++i) {
            straight.values[i] /= whole.values[i] + 1e-9F;
            slanted.values[i] /= whole.values[i] + 1e-9F;
        }
        measures_.push_back(std::move(straight));
        measures_.push_back(std::move(slanted));
    }

    void addStructures(const SampleRows& band) {
        const auto power = [&](int exponent) {
            return around(band.size, [&](auto x, auto y) { return std::pow(band.at(x, y), exponent); });
        };
        SampleRows squares = power(2);
        SampleRows cubes = power(3);
        double usual = 0;
        for (const float square : squares.values)
            usual += static_cast<double>(square) / static_cast<double>(squares.values.size());
        if (usual <= 0) return;
        // Without the floor, places that are nearly flat would be as odd as a feature.
        constexpr double floor = 0.2;
        for (std::size_t i = 0; i < squares.values.size(); ++i) {
            const double strength = static_cast<double>(squares.values[i]) / usual + floor;
            const double cube = static_cast<double>(cubes.values[i]);
            squares.values[i] = static_cast<float>(std::log(strength));
            cubes.values[i] = static_cast<float>(cube / std::pow(usual * strength, 1.5));
        }
        measures_.push_back(std::move(squares));
        measures_.push_back(std::move(cubes));
    }

    Size size_;
    std::int64_t cellPx_;
    const std::stop_token& stop_;
    std::vector<SampleRows> measures_;
};

double lengthOf(Point apart) {
    return std::hypot(static_cast<double>(apart.x), static_cast<double>(apart.y));
}

/// Calls `use` with each place of a disc, relative to its middle, and the share of the cover there.
template <class Use>
void forDisc(std::int64_t radius, const Use& use) {
    for (std::int64_t y = -radius; y <= radius; ++y) {
        for (std::int64_t x = -radius; x <= radius; ++x) {
            const double share = coverShare(lengthOf({x, y}), static_cast<double>(radius));
            if (share > 0) use(Point{x, y}, share);
        }
    }
}

/// Finds the oddest feature, and the usual part whose rim differs least from the rim of the feature.
/// \param covered  is not covered again
std::optional<OddFeature> oddestOf(const SampleRows& photograph, const SampleRows& odd, std::int64_t cellPx,
                                   std::span<const OddFeature> covered) {
    const auto middleOf = [&](std::size_t cell) {
        const auto at = static_cast<std::int64_t>(cell);
        return Point{at % odd.size.width * cellPx + cellPx / 2, at / odd.size.width * cellPx + cellPx / 2};
    };
    OddFeature feature;
    double most = 0;
    for (std::size_t cell = 0; cell < odd.values.size(); ++cell) {
        const Point at = middleOf(cell);
        const bool again = std::any_of(covered.begin(), covered.end(), [at](const OddFeature& one) {
            return 2 * lengthOf(at - one.at) < static_cast<double>(one.radiusPx);
        });
        const auto oddness = static_cast<double>(odd.values[cell]);
        if (again || oddness <= most) continue;
        most = oddness;
        feature.at = at;
    }
    if (most < oddFrom) return {};
    feature.radiusPx = cellsOfDisc * cellPx;
    std::vector<Point> rim;
    forDisc(feature.radiusPx, [&](Point at, double share) {
        if (share < 1) rim.push_back(at);
    });
    const double mean = std::accumulate(photograph.values.begin(), photograph.values.end(), 0.0) /
                        static_cast<double>(photograph.values.size());
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t cell = 0; cell < odd.values.size(); ++cell) {
        const Point from = middleOf(cell);
        const Point apart = from - feature.at;
        const bool usual = odd.values[cell] > 0 && odd.values[cell] <= 1;
        if (!usual || lengthOf(apart) < 2 * static_cast<double>(feature.radiusPx)) continue;
        // The difference is relative to the contrast of both rims. Otherwise flat parts would be preferred.
        double sum = 0;
        double contrast = 0;
        for (const Point& at : rim) {
            const double there = photograph.at(from.x + at.x, from.y + at.y) - mean;
            const double here = photograph.at(feature.at.x + at.x, feature.at.y + at.y) - mean;
            sum += (there - here) * (there - here);
            contrast += there * there + here * here;
        }
        if (contrast <= 0 || sum >= least * contrast) continue;
        least = sum / contrast;
        feature.cover = from;
    }
    if (std::isinf(least)) return {};
    return feature;
}

void cover(SampleRows& photograph, const OddFeature& feature) {
    forDisc(feature.radiusPx, [&](Point at, double share) {
        float& sample = photograph.row(feature.at.y + at.y)[feature.at.x + at.x];
        const float other = photograph.row(feature.cover.y + at.y)[feature.cover.x + at.x];
        sample += static_cast<float>(share) * (other - sample);
    });
}

}  // namespace

double coverShare(double distance, double radiusPx) {
    return std::clamp(4 - 4 * distance / radiusPx, 0.0, 1.0);
}

std::size_t oddFeatureBytes(Size photograph) {
    // The photograph, two averages of it, and one that is being made in two steps.
    return 5 * sizeof(float) * static_cast<std::size_t>(photograph.width * photograph.height);
}

std::vector<OddFeature> oddFeatures(std::span<const float> samples, Size size, MemoryBudget& budget,
                                    const std::stop_token& stop) {
    const std::int64_t cellPx = std::min(size.width, size.height) / cellsAcross;
    if (cellPx == 0) return {};
    const Reservation held = budget.reserve(oddFeatureBytes(size), "the survey of the picture", stop);
    SampleRows photograph(size);
    photograph.values.assign(samples.begin(), samples.end());
    std::vector<OddFeature> found;
    while (found.size() < mostOddFeatures) {
        const auto feature = oddestOf(photograph, Cells(photograph, cellPx, stop).oddness(), cellPx, found);
        if (!feature) break;
        cover(photograph, *feature);
        found.push_back(*feature);
    }
    return found;
}

}  // namespace burin
