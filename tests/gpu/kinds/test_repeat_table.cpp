// SPDX-License-Identifier: GPL-3.0-or-later

// Paints from a table of repeats as the kernels do, but slowly and on the processor, and compares the result
// with the kinds. It needs no device.

#include "core/kinds/combine/scatter.hpp"
#include "core/kinds/combine/stitching.hpp"
#include "gpu/kinds/repeats/copies.cuh"
#include "gpu/kinds/repeats/margin.hpp"
#include "gpu/kinds/repeats/nearby.hpp"
#include "gpu/support/varied.hpp"
#include "support/testing.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>

using namespace burin;
using namespace burin::gpu;
using namespace burin::test;

namespace {

/// Patterns with margins in host memory.
struct HostArena {
    Patterns patterns;
    std::vector<float> samples;

    HostArena(const RandomPatterns& random, const Variation& variation) {
        const std::vector<LinkShape> links = shapes(random.links);
        for (std::size_t k = 0; k < variation.shown(links).size(); ++k) {
            PatternShape& shape = patterns.shapes[k];
            const Rect extent = links[k].extent.rect();
            shape.at = links[k].at;
            shape.origin = extent.origin();
            shape.size = {extent.width, extent.height};
            if (extent.empty()) continue;
            shape.samples = {0, 0, extent.width, extent.height};
            const auto sample = [&](std::int64_t x, std::int64_t y) {
                return random.links[k].child->at(extent.x + x, extent.y + y, Edge::empty);
            };
            shape.upright =
                variation.resamples() ? addPairs(shape, sample) : add(shape.size, shape.stride, sample);
            shape.transposed = add({extent.height, extent.width}, shape.transposedStride,
                                   [&](std::int64_t x, std::int64_t y) { return sample(y, x); });
        }
    }

  private:
    /// Each sample is followed by the increase to its right neighbour.
    template <class Sample>
    int addPairs(PatternShape& shape, const Sample& sample) {
        const Size all = pairsOf(shape.size);
        const auto first = static_cast<std::int64_t>(samples.size());
        const auto at = [&](std::int64_t x, std::int64_t y) {
            const bool inside = Rect{0, 0, shape.size.width, shape.size.height}.contains(Point{x, y});
            return inside ? sample(x, y) : 0.0F;
        };
        for (std::int64_t y = -1; y < all.height - 1; ++y) {
            for (std::int64_t x = -1; x < all.width / 2 - 1; ++x) {
                samples.push_back(at(x, y));
                samples.push_back(at(x + 1, y) - at(x, y));
            }
        }
        shape.stride = static_cast<int>(all.width);
        return static_cast<int>(first);
    }

    template <class Sample>
    int add(Size size, int& stride, const Sample& sample) {
        const Size all = withMargins(size);
        const auto first = static_cast<std::int64_t>(samples.size());
        const Rect inside{strip::marginColumns, strip::marginRows, size.width, size.height};
        for (std::int64_t y = 0; y < all.height; ++y) {
            for (std::int64_t x = 0; x < all.width; ++x)
                samples.push_back(inside.contains(Point{x, y}) ? sample(x - inside.x, y - inside.y) : 0.0F);
        }
        stride = static_cast<int>(all.width);
        return static_cast<int>(first + inside.y * all.width + inside.x);
    }
};

std::int64_t roundedUp(std::int64_t length, std::int64_t unit) {
    return (length + unit - 1) / unit * unit;
}

/// The samples that the kernels paint, by the same searches.
template <class Rule>
class HostPainting {
  public:
    HostPainting(const Rule& rule, const HostArena& arena, const Repeats& around)
        : arena_(arena),
          nearby_(placesDiffer(arena.patterns, rule.variation)),
          around_(around),
          shape_(Search(around, {roundedUp(around.area.width, strip::columns),
                                 roundedUp(around.area.height, strip::rows)})) {
        const Search whole(around, {roundedUp(around.area.width, strip::columns),
                                    roundedUp(around.area.height, strip::rows)});
        const auto cells = static_cast<std::size_t>(shape_.rows * shape_.columns);
        copies_.resize(cells);
        turns_.resize(cells);
        const CopyMaker maker(rule, arena.patterns, around.area);
        for (std::int64_t row = 0; row < shape_.rows; ++row) {
            const double j = shape_.firstRow + static_cast<double>(row);
            first_.push_back(std::ceil(whole.range(j, 0, 0).x) - 1);
            for (std::int64_t column = 0; column < shape_.columns; ++column) {
                const auto place = static_cast<std::size_t>(row * shape_.columns + column);
                copies_[place] = maker.make(
                    {static_cast<std::int64_t>(first_.back()) + column, static_cast<std::int64_t>(j)},
                    static_cast<int>(place), rule.variation.resamples() ? turns_.data() : nullptr, nearby_);
            }
        }
    }

    /// Calls take(x, y, sample, id) for the places of all repeats of all strips, in order.
    template <class Take>
    void paint(const Take& take) const {
        const Rect& area = around_.area;
        for (std::int64_t top = 0; top < area.height; top += strip::rows) {
            for (std::int64_t left = 0; left < area.width; left += strip::columns)
                paintStrip({left, top, strip::columns, strip::rows}, take);
        }
    }

  private:
    /// Whether patterns may be read from shared memory.
    static bool placesDiffer(const Patterns& patterns, const Variation& variation) {
        const double scale = std::min(variation.scale.low, variation.scale.high);
        return std::all_of(std::begin(patterns.shapes), std::end(patterns.shapes),
                           [=](const PatternShape& shape) {
                               return nearby::differ(std::max(shape.size.width, shape.size.height), scale);
                           });
    }

    template <class Take>
    void paintStrip(const Rect& area, const Take& take) const {
        const Search search(around_, {area.width, area.height});
        const auto x = static_cast<double>(area.x);
        const auto y = static_cast<double>(area.y);
        const double middle = search.middleRow(x, y);
        for (double j = std::ceil(middle - search.rowReach); j <= middle + search.rowReach; ++j) {
            const Vector range = search.range(j, x, y);
            for (double i = std::ceil(range.x); i <= range.y; ++i) {
                const PaintedCopy& copy = copies_[placeOf(i, j)];
                const Rect rect{copy.left, copy.top, copy.right - copy.left, copy.bottom - copy.top};
                const Rect inside =
                    intersection(rect, intersection(area, {0, 0, around_.area.width, around_.area.height}));
                for (std::int64_t v = inside.y; v < inside.bottom(); ++v) {
                    for (std::int64_t u = inside.x; u < inside.right(); ++u)
                        take(u, v, sampleOf(copy, u, v), copy.id);
                }
            }
        }
    }

    [[nodiscard]] std::size_t placeOf(double i, double j) const {
        const auto row = static_cast<std::int64_t>(j - shape_.firstRow);
        const auto column = static_cast<std::int64_t>(i - first_.at(static_cast<std::size_t>(row)));
        if (column < 0 || column >= shape_.columns) throw std::logic_error("a repeat outside of the table");
        return static_cast<std::size_t>(row * shape_.columns + column);
    }

    [[nodiscard]] float sampleOf(const PaintedCopy& copy, std::int64_t x, std::int64_t y) const {
        float s = 0;
        if (copy.columnStep != 0) {
            s = arena_.samples.at(
                static_cast<std::size_t>(copy.from + y * copy.rowStep + x * copy.columnStep));
        } else {
            s = interpolated(turns_[static_cast<std::size_t>(copy.from)], x, y);
            s = std::abs(s) < dustLimit ? 0.0F : s;
        }
        if (copy.gain == 1.0F) return s;
        return std::abs(s * copy.gain) < dustLimit ? 0.0F : s * copy.gain;
    }

    [[nodiscard]] float interpolated(const PaintedTurn& turn, std::int64_t x, std::int64_t y) const {
        const auto place = [&](const PaintedTurn::Axis& axis) {
            return axis.at(static_cast<int>(x) - turn.left, static_cast<int>(y) - turn.top);
        };
        const std::uint64_t column = place(turn.x);
        const std::uint64_t line = place(turn.y);
        const int shift = 20 + nearby_ * PaintedTurn::nearbyShift;
        const auto pair = [shift](std::uint64_t position, int last) {
            const auto unit = static_cast<std::uint32_t>(position >> (shift + 23));
            return static_cast<int>(std::min(unit, static_cast<std::uint32_t>(last)));
        };
        const auto behind = [shift](std::uint64_t position) {
            return static_cast<float>(position >> shift & 0x7FFFFF) * 0x1p-23F;
        };
        const int from =
            turn.from + pair(line, turn.lastLine) * turn.stride + 2 * pair(column, turn.lastColumn);
        const auto at = [&](int step) { return arena_.samples.at(static_cast<std::size_t>(from + step)); };
        const float upper = at(0) + at(1) * behind(column);
        const float lower = at(turn.stride) + at(turn.stride + 1) * behind(column);
        return upper + (lower - upper) * behind(line);
    }

    const HostArena& arena_;
    const bool nearby_;
    Repeats around_;
    TableShape shape_;
    std::vector<double> first_;
    std::vector<PaintedCopy> copies_;
    std::vector<PaintedTurn> turns_;
};

/// The blend `over` or `add` of a painting.
template <class Rule>
OwnedSamples painted(const HostPainting<Rule>& painting, const Rect& area, RepeatBlend blend, bool ids) {
    OwnedSamples image(area);
    painting.paint([&](std::int64_t x, std::int64_t y, float s, float id) {
        float& value = image.at(area.x + x, area.y + y);
        if (blend == RepeatBlend::add) value += s;
        if (blend == RepeatBlend::over && s != 0.0F) value = ids ? id : s;
    });
    if (blend == RepeatBlend::add) {
        for (float& value : image.samples)
            value = std::abs(value) < dustLimit ? 0.0F : value;
    }
    return image;
}

}  // namespace

class TestRepeatTable : public QObject {
    Q_OBJECT

  private slots:
    void holdsWhatALatticeShows();
    void holdsWhatAScatterShows();
};

void TestRepeatTable::holdsWhatALatticeShows() {
    for (const std::uint64_t seed : seedsOfTest(75)) {
        Random random(seed);
        const RandomPatterns patterns(random, random.chance(0.2) ? 130 : 40);
        const double step = random.pick({7.0, 19.5, 60.25});
        Stitching node;
        node.u = Vector{step * random.real(0.8, 1.2), random.real(-5, 5)};
        node.v = Vector{random.real(-5, 5), step * random.real(0.8, 1.2)};
        if (random.chance(0.2)) std::swap(node.u, node.v);
        if (random.chance(0.2)) {
            node.u = Vector{step, 0};
            node.closes.width = static_cast<std::int64_t>(std::floor(step * 4 + 0.004));
        }
        node.variation = randomVariation(random, patterns.links.size(), true);
        node.blend = node.variation.ids || random.chance(0.5) ? RepeatBlend::over : RepeatBlend::add;
        const std::vector<LinkShape> links = shapes(patterns.links);
        if (!node.variation.anyShown(links)) continue;
        const Rect area = randomArea(random);
        const HostArena arena(patterns, node.variation);
        const LatticeRule rule{*node.u, *node.v, node.origin, node.closing(links), node.variation};
        const HostPainting painting(rule, arena, node.repeatsAround(links, area));
        const OwnedSamples expected = compute(OperationOf<Stitching>(node), patterns.links, area);
        const QString difference =
            firstDifference(painted(painting, area, node.blend, node.variation.ids), expected);
        QVERIFY2(difference.isEmpty(), qPrintable(QString("seed %1 at ").arg(seed) + difference));
    }
}

void TestRepeatTable::holdsWhatAScatterShows() {
    for (const std::uint64_t seed : seedsOfTest(75)) {
        Random random(seed);
        const RandomPatterns patterns(random, 30);
        Scatter node;
        node.pitch = random.pick({4.0, 9.25, 20.0, 55.5});
        if (random.chance(0.6)) node.distance = node.pitch * random.real(0.1, 4);
        node.variation = randomVariation(random, patterns.links.size(), false);
        node.blend = node.variation.ids || random.chance(0.5) ? RepeatBlend::over : RepeatBlend::add;
        if (random.chance(0.3)) node.closes = {random.between(90, 700), random.between(0, 1) * 311};
        const std::vector<LinkShape> links = shapes(patterns.links);
        if (!node.variation.anyShown(links)) continue;
        const Rect area = randomArea(random);
        const HostArena arena(patterns, node.variation);
        const ScatterRule rule{node.points(), node.variation};
        const HostPainting painting(rule, arena, node.cellsAround(links, area));
        const OwnedSamples expected = compute(OperationOf<Scatter>(node), patterns.links, area);
        const QString difference =
            firstDifference(painted(painting, area, node.blend, node.variation.ids), expected);
        QVERIFY2(difference.isEmpty(), qPrintable(QString("seed %1 at ").arg(seed) + difference));
    }
}

BURIN_TEST(TestRepeatTable)
#include "test_repeat_table.moc"
