// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kinds/methods/cell_lattice.hpp"

#include "core/base/text.hpp"
#include "core/kinds/form/canonical.hpp"
#include "core/kinds/methods/placement.hpp"

#include <algorithm>
#include <cmath>

namespace burin {

namespace {

constexpr std::int64_t longestRepeat = 0x7fffffff;

}  // namespace

Size CellShape::closesFrom(const Values& values) {
    const auto* closes = values.find<Vector>("closes");
    if (closes == nullptr || (closes->x == 0 && closes->y == 0)) return {};
    // Along an axis that need not close, the plane repeats after more pixels than a design can have.
    const auto side = [](double length) {
        return length == 0 ? longestRepeat : static_cast<std::int64_t>(length);
    };
    return {side(closes->x), side(closes->y)};
}

CellShape CellShape::bound(const Values& values) {
    return {values.as<double>("pitch"), values.as<double>("stretch"), values.as<double>("rotate"),
            closesFrom(values)};
}

std::vector<ParameterDescription> CellShape::descriptions() {
    return {{.key = "pitch",
             .title = "Pitch",
             .type = ParameterType::realPixels,
             .unit = "px",
             .minimum = 2,
             .maximum = 0x1p31 - 1,
             .required = true,
             .help = "The side length of the largest cells, measured across the direction of stretch.",
             .since = 2},
            {.key = "stretch",
             .title = "Stretch",
             .type = ParameterType::number,
             .minimum = 1,
             .maximum = 100,
             .fallback = "1",
             .help = "How many times longer cells are along the rotated direction: grain, brushed metal.",
             .since = 2},
            {.key = "rotate",
             .title = "Rotate",
             .type = ParameterType::number,
             .unit = "deg",
             .minimum = -36000,
             .maximum = 36000,
             .fallback = "0",
             .help = "The direction of the stretch, clockwise from the x axis.",
             .since = 2},
            {.key = "closes",
             .title = "Closes",
             .type = ParameterType::pixelSize,
             .unit = "px",
             .minimum = 0,
             .maximum = longestRepeat,
             .help = "The texture repeats exactly after these lengths along x and y. 0: it need not repeat.",
             .since = 2}};
}

ParameterDescription textureSeedDescription() {
    return {.key = "seed",
            .title = "Seed",
            .type = ParameterType::integer,
            .minimum = 0,
            .maximum = 0x1p32 - 1,
            .fallback = "0",
            .help = "Another seed gives another texture. Seeds below 65536 share no random numbers.",
            .since = 2,
            .seed = true};
}

std::optional<Lattice> CellShape::period(const std::optional<Lattice>& children) const {
    if (!children || !repeats()) return {};
    return Lattice::common({closes.width, closes.height, 0}, *children);
}

std::string CellShape::fingerprint() const {
    return " pitch " + canonicalNumber(pitch) + " stretch " + canonicalNumber(stretch) + " rotate " +
           canonicalNumber(rotate) + " closes " + std::to_string(closes.width) + " " +
           std::to_string(closes.height);
}

CellLattice::CellLattice(const CellShape& shape) : shape_(shape) {
    const Turn turn = Turn::byDegrees(shape.rotate);
    const double along = shape.pitch * shape.stretch;
    map_ = {turn.cosine / along,      turn.sine / along,         0,
            -turn.sine / shape.pitch, turn.cosine / shape.pitch, 0};
    if (shape.repeats()) close();
}

void CellLattice::close() {
    const auto width = static_cast<double>(shape_.closes.width);
    const auto height = static_cast<double>(shape_.closes.height);
    const CellMap before = map_;
    const Vector right{std::floor(map_.ux * width + 0.5), std::floor(map_.vx * width + 0.5)};
    const Vector down{std::floor(map_.uy * height + 0.5), std::floor(map_.vy * height + 0.5)};
    map_ = {right.x / width, down.x / height, 0, right.y / width, down.y / height, 0};
    // Ignores differences that are too small for remarks() to show.
    const auto differ = [](double a, double b, double length) { return std::abs(a - b) * length > 1e-6; };
    const double along = shape_.pitch * shape_.stretch;
    changed_ = differ(map_.ux, before.ux, along) || differ(map_.uy, before.uy, along) ||
               differ(map_.vx, before.vx, shape_.pitch) || differ(map_.vy, before.vy, shape_.pitch);
    const auto whole = [](Vector v) {
        return Point{static_cast<std::int64_t>(v.x), static_cast<std::int64_t>(v.y)};
    };
    const std::optional<Lattice> repeats = Lattice::spanned(whole(right), whole(down));
    possible_ = repeats.has_value();
    if (repeats) names_ = CellNames(*repeats);
}

void CellLattice::nameCorners(NoiseCells& cells, std::int64_t count) const {
    const NoiseKernels& kernels = noiseKernels();
    if (!shape_.repeats()) return kernels.nameCorners(cells, count);
    const auto pointAt = [](double column, double row) {
        return Point{static_cast<std::int64_t>(column), static_cast<std::int64_t>(row)};
    };
    const auto [left, right] = std::minmax_element(cells.column, cells.column + count);
    const auto [top, bottom] = std::minmax_element(cells.row, cells.row + count);
    const Point first = pointAt(*left, *top);
    const Point last = pointAt(*right, *bottom) + Point{1, 1};
    const Point step = first - name(first);
    if (last - name(last) == step) {  // all corners lie in one repeat
        for (std::int64_t i = 0; i < count; ++i) {
            cells.column[i] -= static_cast<double>(step.x);
            cells.row[i] -= static_cast<double>(step.y);
        }
        return kernels.nameCorners(cells, count);
    }
    for (std::int64_t i = 0; i < count;) {
        std::int64_t end = i + 1;
        while (end < count && cells.column[end] == cells.column[i] && cells.row[end] == cells.row[i])
            ++end;
        const Point cell = pointAt(cells.column[i], cells.row[i]);
        for (std::int64_t corner = 0; corner < 4; ++corner) {
            const Point named = name(cell + Point{corner % 2, corner / 2});
            std::fill(cells.corners[corner] + i, cells.corners[corner] + end, kernels.name(named.x, named.y));
        }
        i = end;
    }
}

void reportNoWholeCells(const BindContext& context) {
    context.problem(
        "closes", "no whole number of cells fits into closes",
        "write lengths of at least one cell, which is pitch times stretch along the rotated direction");
}

void CellLattice::nameSquare(Point first, std::int64_t side, std::uint32_t* products) const {
    const NoiseKernels& kernels = noiseKernels();
    Point leftmost = name(first);
    for (std::int64_t j = 0; j < side; ++j) {
        Point named = leftmost;
        for (std::int64_t i = 0; i < side; ++i) {
            products[j * side + i] = kernels.name(named.x, named.y);
            named = names_.right(named);
        }
        leftmost = names_.below(leftmost);
    }
}

std::vector<Problem> CellLattice::remarks() const {
    if (!changed_) return {};
    constexpr double degrees = 57.29577951308232;
    const double along = 1 / std::hypot(map_.ux, map_.uy);
    const double across = 1 / std::hypot(map_.vx, map_.vy);
    return {{.reason = "closes makes the largest cells %1 x %2 px, turned by %3 degrees",
             .details = {roundedText(along, 6), roundedText(across, 6),
                         roundedText(std::atan2(map_.uy, map_.ux) * degrees, 6)}}};
}

}  // namespace burin
