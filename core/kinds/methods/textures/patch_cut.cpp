// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kinds/methods/textures/patch_cut.hpp"

#include "core/base/cancelled.hpp"
#include "core/base/parallel_rows.hpp"
#include "core/kernels/textures/example_kernels.hpp"

#include <atomic>
#include <cmath>
#include <cstdlib>
#include <limits>

namespace burin {

namespace {

constexpr std::int32_t forbidden = 1 << 29;
constexpr int candidates = 64;

/// An example in whole numbers, row by row and column by column.
struct WholeLevels {
    Size size;
    std::vector<std::uint16_t> rows;
    std::vector<std::uint16_t> columns;

    WholeLevels(const std::vector<float>& example, Size all)
        : size(all), rows(example.size()), columns(rows) {
        constexpr std::int64_t together = 64;  // rows that fill whole cache lines of a column
        parallelRows((size.height + together - 1) / together, [&](std::int64_t part) {
            const std::int64_t top = part * together;
            const std::int64_t bottom = std::min(top + together, size.height);
            for (std::int64_t i = top * size.width; i < bottom * size.width; ++i) {
                const auto at = static_cast<std::size_t>(i);
                const double inside = std::clamp(static_cast<double>(example[at]), 0.0, 1.0);
                rows[at] = static_cast<std::uint16_t>(inside * 65535 + 0.5);
            }
            for (std::int64_t x = 0; x < size.width; ++x) {
                for (std::int64_t y = top; y < bottom; ++y)
                    columns[static_cast<std::size_t>(x * size.height + y)] =
                        rows[static_cast<std::size_t>(y * size.width + x)];
            }
        });
    }
    [[nodiscard]] const std::uint16_t* right(Point at) const {
        return rows.data() + at.y * size.width + at.x;
    }
    [[nodiscard]] const std::uint16_t* down(Point at) const {
        return columns.data() + at.x * size.height + at.y;
    }
};

/// The cheapest path across a side, found step by step.
class SeamPath {
  public:
    /// \param reach  the widest side; a path has at most twice as many steps
    explicit SeamPath(std::int64_t reach)
        : distance_(static_cast<std::size_t>(reach + 2)),
          step_(distance_.size()),
          before_(distance_.size()),
          cost_(distance_.size()),
          from_(static_cast<std::size_t>(2 * reach) * distance_.size()) {}
    /// How many bytes a path takes.
    [[nodiscard]] static std::size_t bytesFor(std::int64_t reach) {
        const auto places = static_cast<std::size_t>(reach + 2);
        return 4 * places * sizeof(std::int32_t) + 2 * static_cast<std::size_t>(reach) * places;
    }
    /// How many paths are sought at a time.
    [[nodiscard]] static int atOnce(std::int64_t reach) {
        constexpr std::size_t mostBytes = std::size_t{16} << 20U;
        return std::clamp(static_cast<int>(mostBytes / bytesFor(reach)), 1, rowsAtOnce());
    }

    /// \param start  the only place of the first step, or -1
    void begin(std::int64_t side, std::int64_t start = -1) {
        least_ = std::max<std::int64_t>(2, side / 8);
        places_ = side - 2 * least_ + 1;
        start_ = start;
        steps_ = 0;
        std::fill(cost_.begin(), cost_.end(), forbidden);
        std::fill(before_.begin(), before_.end(), forbidden);
    }
    /// The buffer for the distances of the next step: one for each place of the side.
    [[nodiscard]] std::int32_t* distances() { return distance_.data(); }
    void advance() {
        const ExampleKernels& kernels = exampleKernels();
        kernels.sumOfPairs(distance_.data() + least_, step_.data(), places_);
        if (steps_ == 0) {
            for (std::int64_t i = 0; i < places_; ++i)
                cost_[place(i)] =
                    start_ < 0 || i + least_ == start_ ? step_[static_cast<std::size_t>(i)] : forbidden;
        } else {
            cost_.swap(before_);
            kernels.advance(before_.data() + 1, step_.data(), cost_.data() + 1,
                            from_.data() + steps_ * places_, places_);
        }
        ++steps_;
    }
    /// The least sum of all steps.
    [[nodiscard]] std::int32_t cost() const {
        return *std::min_element(cost_.begin() + 1, cost_.begin() + 1 + places_);
    }
    /// Writes the place of each step. \param end  the place of the last step, or -1
    void trace(std::uint16_t* places, std::int64_t end = -1) const {
        std::int64_t i = end - least_;
        if (end < 0) i = std::min_element(cost_.begin() + 1, cost_.begin() + 1 + places_) - cost_.begin() - 1;
        for (std::int64_t step = steps_ - 1; step >= 0; --step) {
            places[step] = static_cast<std::uint16_t>(i + least_);
            if (step > 0) i += from_[static_cast<std::size_t>(step * places_ + i)];
        }
    }

  private:
    [[nodiscard]] static std::size_t place(std::int64_t i) { return static_cast<std::size_t>(i + 1); }

    std::int64_t least_ = 0;
    std::int64_t places_ = 0;
    std::int64_t steps_ = 0;
    std::int64_t start_ = -1;
    std::vector<std::int32_t> distance_;
    std::vector<std::int32_t> step_;
    std::vector<std::int32_t> before_;  ///< with a forbidden place at both ends
    std::vector<std::int32_t> cost_;
    std::vector<std::int8_t> from_;
};

class CutMaker {
  public:
    CutMaker(const CutGeometry& geometry, const std::vector<float>& example, Size size,
             const std::stop_token& stop)
        : geometry_(geometry), reach_(geometry.reach()), levels_(example, size), stop_(stop) {}

    CutTables make() {
        for (int k = 0; k < geometry_.colours; ++k)
            tables_.windows.push_back(bestWindow(k));
        tables_.upright.resize(static_cast<std::size_t>(geometry_.pairEntries(geometry_.x)));
        std::vector<std::uint16_t> level(static_cast<std::size_t>(geometry_.pairEntries(geometry_.y)));
        makePairs(geometry_.x, tables_.upright,
                  [&](SeamPath& path, Point a, Point b, std::int64_t side) { upright(path, a, b, side); });
        makePairs(geometry_.y, level,
                  [&](SeamPath& path, Point a, Point b, std::int64_t side) { levelPath(path, a, b, side); });
        makeSeams(level);
        return std::move(tables_);
    }

  private:
    void stopIfAsked() const {
        if (stop_.stop_requested()) throw Cancelled();
    }

    /// Calls `find` for 0 .. count - 1, from several threads, each time with a path of its own.
    template <class Find>
    void seek(std::int64_t count, const Find& find) const {
        const auto one = [&](std::int64_t k) {
            stopIfAsked();
            SeamPath path(reach_);
            find(path, k);
        };
        parallelRows(count, one, SeamPath::atOnce(reach_));
    }

    /// Finds the path between window a at the left and b at the right.
    void upright(SeamPath& path, Point a, Point b, std::int64_t side) const {
        path.begin(side);
        for (std::int64_t y = -reach_; y < reach_; ++y) {
            exampleKernels().difference(levels_.right(a + Point{0, y}), levels_.right(b + Point{-side, y}),
                                        path.distances(), side);
            path.advance();
        }
    }
    /// Finds the path between window a above and b below.
    void levelPath(SeamPath& path, Point a, Point b, std::int64_t side) const {
        path.begin(side);
        for (std::int64_t x = -reach_; x < reach_; ++x) {
            exampleKernels().difference(levels_.down(a + Point{x, 0}), levels_.down(b + Point{x, -side}),
                                        path.distances(), side);
            path.advance();
        }
    }
    [[nodiscard]] std::int64_t costOf(SeamPath& path, Point a, Point b) const {
        upright(path, a, b, geometry_.x.side);
        const std::int64_t cost = path.cost();
        levelPath(path, a, b, geometry_.x.side);
        return cost + path.cost();
    }

    /// The first of the candidates with the least cost.
    [[nodiscard]] Point bestWindow(int k) const {
        const Size size = levels_.size;
        std::vector<Point> all;
        for (int c = 0; c < candidates; ++c) {
            const auto place = [&](std::int64_t length, std::uint32_t stream) {
                return reach_ + floorOf(hashOf(c, k, geometry_.seed + 65536U * stream) *
                                        static_cast<double>(length - 2 * reach_ + 1));
            };
            all.push_back({place(size.width, 0), place(size.height, 1)});
        }
        std::vector<Point> apart;
        for (const Point c : all) {
            const bool near = std::any_of(tables_.windows.begin(), tables_.windows.end(), [&](Point b) {
                return std::max(std::abs(c.x - b.x), std::abs(c.y - b.y)) < reach_ / 2;
            });
            if (!near) apart.push_back(c);
        }
        if (apart.empty()) apart = all;
        std::vector<std::int64_t> costs(apart.size());
        std::atomic<std::int64_t> least = std::numeric_limits<std::int64_t>::max();
        seek(static_cast<std::int64_t>(apart.size()), [&](SeamPath& path, std::int64_t i) {
            const Point c = apart[static_cast<std::size_t>(i)];
            std::int64_t& sum = costs[static_cast<std::size_t>(i)];
            sum = costOf(path, c, c);
            for (std::size_t b = 0; b < tables_.windows.size() && sum <= least; ++b)
                sum += costOf(path, c, tables_.windows[b]) + costOf(path, tables_.windows[b], c);
            std::int64_t before = least;
            while (sum < before && !least.compare_exchange_weak(before, sum)) {
            }
        });
        return apart[static_cast<std::size_t>(std::min_element(costs.begin(), costs.end()) - costs.begin())];
    }

    template <class Find>
    void makePairs(const CutAxis& axis, std::vector<std::uint16_t>& table, const Find& find) const {
        const int n = geometry_.colours;
        seek(std::int64_t{axis.sides()} * n, [&](SeamPath& path, std::int64_t row) {
            const auto side = static_cast<int>(row / n);
            const auto k = static_cast<int>(row % n);
            for (int l = 0; l < n; ++l) {
                find(path, tables_.windows[static_cast<std::size_t>(k)],
                     tables_.windows[static_cast<std::size_t>(l)], axis.leastSide() + side);
                path.trace(table.data() + geometry_.pairIndex(side, k, l));
            }
        });
    }

    void makeSeams(const std::vector<std::uint16_t>& level) {
        const int n = geometry_.colours;
        tables_.seams.resize(static_cast<std::size_t>(geometry_.seamEntries()));
        const int sizes = geometry_.x.sides() * geometry_.y.sides();
        seek(std::int64_t{sizes} * n * n, [&](SeamPath& path, std::int64_t row) {
            const auto left = static_cast<int>(row % (n * n));  // colours c00 and c01
            const auto size = static_cast<int>(row / (n * n));
            for (int right = 0; right < n * n; ++right)
                makeSeam(path, level, size % geometry_.x.sides(), size / geometry_.x.sides(),
                         {left / n, right / n, left % n, right % n});
        });
    }

    void makeSeam(SeamPath& path, const std::vector<std::uint16_t>& level, int sideX, int sideY,
                  const int (&c)[4]) {
        const std::int64_t width = geometry_.x.leastSide() + sideX;
        const std::int64_t height = geometry_.y.leastSide() + sideY;
        const auto crossing = [&](int k, int l) {
            return level[static_cast<std::size_t>(geometry_.pairIndex(sideY, k, l) + reach_)];
        };
        const std::uint16_t* const above =
            tables_.upright.data() + geometry_.pairIndex(sideX, c[0], c[1]) + reach_;
        const std::uint16_t* const below =
            tables_.upright.data() + geometry_.pairIndex(sideX, c[2], c[3]) + reach_ - height;
        const auto window = [&](int corner) { return tables_.windows[static_cast<std::size_t>(c[corner])]; };
        path.begin(height, crossing(c[0], c[2]));
        for (std::int64_t x = 0; x < width; ++x) {
            const std::uint16_t* const columns[] = {levels_.down(window(0) + Point{x, 0}),
                                                    levels_.down(window(1) + Point{x - width, 0}),
                                                    levels_.down(window(2) + Point{x, -height}),
                                                    levels_.down(window(3) + Point{x - width, -height})};
            exampleKernels().differenceOfPairs(columns, above, below, static_cast<std::int32_t>(x),
                                               path.distances(), height);
            path.advance();
        }
        path.trace(tables_.seams.data() + geometry_.seamIndex(sideX, sideY, c[0], c[1], c[2], c[3]),
                   crossing(c[1], c[3]));
    }

    const CutGeometry& geometry_;
    const std::int64_t reach_;
    const WholeLevels levels_;
    const std::stop_token& stop_;
    CutTables tables_;
};

}  // namespace

CutTables CutTables::of(const CutGeometry& geometry, const std::vector<float>& example, Size size,
                        const std::stop_token& stop) {
    return CutMaker(geometry, example, size, stop).make();
}

std::size_t CutTables::bytesFor(const CutGeometry& geometry, Size size) {
    const std::int64_t reach = geometry.reach();
    const auto entries = static_cast<std::size_t>(geometry.seamEntries() + geometry.pairEntries(geometry.x) +
                                                  geometry.pairEntries(geometry.y));
    return (static_cast<std::size_t>(size.width * size.height) * 2 + entries) * sizeof(std::uint16_t) +
           static_cast<std::size_t>(SeamPath::atOnce(reach)) * SeamPath::bytesFor(reach);
}

}  // namespace burin
