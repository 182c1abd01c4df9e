// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kinds/methods/textures/rough_octave.hpp"

#include "core/kernels/textures/rough_kernels.hpp"
#include "core/kinds/methods/textures/cell_blocks.hpp"
#include "core/kinds/methods/variation.hpp"

#include <algorithm>
#include <cmath>

namespace burin {

namespace {

constexpr std::uint32_t shiftStream = 63;
constexpr std::uint32_t factorSeed = 0xC2B2AE3D;  // seed factor of the format's hash
/// The first of the lattice points that make a sample, counted from its cell.
constexpr std::int64_t firstTap = -3;
/// The most lattice points along x in a strip.
constexpr std::int64_t mostColumns = 1024 + roughTaps;

/// Column and row of a lattice in the order that kernels need: the axis along x comes first.
struct RoughAxes {
    const CellLattice& lattice;
    bool swapped;

    /// The contribution of the lattice line `i` to the hashes of its points. \pre an axis lies along x
    [[nodiscard]] std::uint32_t alongProduct(std::int64_t i) const {
        return swapped ? acrossLattice(i) : alongLattice(i);
    }
    [[nodiscard]] std::uint32_t acrossProduct(std::int64_t j) const {
        return swapped ? alongLattice(j) : acrossLattice(j);
    }

  private:
    [[nodiscard]] std::uint32_t alongLattice(std::int64_t i) const {
        return noiseKernels().name(lattice.name({i, 0}).x, 0);
    }
    [[nodiscard]] std::uint32_t acrossLattice(std::int64_t j) const {
        return noiseKernels().name(0, lattice.name({0, j}).y);
    }
};

/// The cells of up to roughBlock places, and the positions inside them; if an axis lies along x, columns and
/// p are along x.
class RoughCells {
  public:
    explicit RoughCells(const RoughOctave& octave) : octave_(octave) {}

    void place(std::int64_t i, Point at) { places_.set(i, at, octave_.cells()); }
    void locate(std::int64_t count) {
        CellMap map = octave_.map();
        if (octave_.alongX() == RoughOctave::AlongX::v)
            map = {map.vx, map.vy, map.v0, map.ux, map.uy, map.u0};
        noiseKernels().locate(map, places_.x, places_.y, cells_, count);
    }
    [[nodiscard]] std::int64_t column(std::int64_t i) const {
        return static_cast<std::int64_t>(cells_.column[i]);
    }
    [[nodiscard]] std::int64_t row(std::int64_t i) const { return static_cast<std::int64_t>(cells_.row[i]); }
    [[nodiscard]] const double* p() const { return cells_.p; }
    [[nodiscard]] const double* q() const { return cells_.q; }

  private:
    const RoughOctave& octave_;
    CellPlaces places_;
    NoiseCells cells_;
};
static_assert(noiseBlock >= roughBlock);

/// Adds an octave with an axis along x to a part of an area that does not cross the joints of repeats. Rows
/// of the lattice are combined once for each row of samples.
class RoughStrip {
  public:
    explicit RoughStrip(const RoughOctave& octave)
        : octave_(octave),
          axes_{octave.lattice(), octave.alongX() == RoughOctave::AlongX::v},
          cells_(octave) {}

    /// The most columns of samples whose lattice points fit into a strip.
    [[nodiscard]] std::int64_t widest() const {
        const CellMap& map = octave_.map();
        const double cellsInPixel = std::max(std::abs(map.ux), std::abs(map.vx));
        const double fit = (static_cast<double>(mostColumns) - roughTaps - 2) / cellsInPixel;
        return std::clamp<std::int64_t>(static_cast<std::int64_t>(std::min(fit, 1e6)), 1, roughBlock);
    }

    /// \pre area.width <= widest()
    void add(const Rect& area, const SamplesView& value) {
        enterColumns(area);
        for (std::int64_t top = 0; top < area.height; top += roughBlock) {
            const std::int64_t rows = std::min(roughBlock, area.height - top);
            for (std::int64_t y = 0; y < rows; ++y)
                cells_.place(y, {area.x, area.y + top + y});
            cells_.locate(rows);
            kernels_.lobes(cells_.q(), acrossLobes_, rows);
            for (std::int64_t y = 0; y < rows; ++y) {
                enterRow(cells_.row(y) + firstTap);
                kernels_.sumAcross(window_, acrossLobes_ + y, sums_, columns_);
                kernels_.addAlong(sums_, first_, alongLobes_, octave_.scale(), value.row(top + y),
                                  area.width);
            }
        }
    }

  private:
    void enterColumns(const Rect& area) {
        for (std::int64_t x = 0; x < area.width; ++x)
            cells_.place(x, {area.x + x, area.y});
        cells_.locate(area.width);
        const std::int64_t ends[] = {cells_.column(0), cells_.column(area.width - 1)};
        const std::int64_t least = std::min(ends[0], ends[1]);
        columns_ = std::max(ends[0], ends[1]) - least + roughTaps;
        for (std::int64_t x = 0; x < area.width; ++x)
            first_[x] = static_cast<std::int32_t>(cells_.column(x) - least);
        for (std::int64_t i = 0; i < columns_; ++i)
            products_[i] = axes_.alongProduct(least + firstTap + i);
        kernels_.lobes(cells_.p(), alongLobes_, area.width);
        entered_ = false;
    }

    /// Makes the weights of the rows first, ..., first + 7, unless they are there.
    void enterRow(std::int64_t first) {
        if (entered_ && first == firstRow_) return;
        for (std::int64_t j = first; j < first + roughTaps; ++j) {
            float* const row = weights_[floorMod(j, roughTaps)];
            window_[j - first] = row;
            if (entered_ && j >= firstRow_ && j < firstRow_ + roughTaps) continue;
            kernels_.weights(products_, axes_.acrossProduct(j) ^ (octave_.seed() * factorSeed), row,
                             columns_);
        }
        firstRow_ = first;
        entered_ = true;
    }

    const RoughOctave& octave_;
    const RoughKernels& kernels_ = roughKernels();
    RoughAxes axes_;
    RoughCells cells_;
    std::int64_t columns_ = 0;
    bool entered_ = false;
    std::int64_t firstRow_ = 0;
    const float* window_[roughTaps] = {};
    std::int32_t first_[roughBlock];
    std::uint32_t products_[mostColumns];
    alignas(64) float alongLobes_[roughTaps * roughBlock];
    alignas(64) float acrossLobes_[roughTaps * roughBlock];
    alignas(64) float weights_[roughTaps][mostColumns];
    alignas(64) float sums_[mostColumns];
};

/// Adds an octave at any places: 64 weights for each cell that is entered.
class RoughPlaces {
  public:
    explicit RoughPlaces(const RoughOctave& octave) : octave_(octave), cells_(octave) {}

    void place(std::int64_t i, Point at) { cells_.place(i, at); }
    void add(std::int64_t count, float* value) {
        cells_.locate(count);
        for (std::int64_t i = 0; i < count;) {
            const Point cell{cells_.column(i), cells_.row(i)};
            std::int64_t end = i + 1;
            while (end < count && cells_.column(end) == cell.x && cells_.row(end) == cell.y)
                ++end;
            enter(cell);
            roughKernels().addInCell(weights_, cells_.p() + i, cells_.q() + i, octave_.scale(), value + i,
                                     end - i);
            i = end;
        }
    }

  private:
    void enter(Point cell) {
        if (entered_ && cell == cell_) return;
        entered_ = true;
        cell_ = cell;
        const bool swapped = octave_.alongX() == RoughOctave::AlongX::v;
        const Point first = cell + Point{firstTap, firstTap};
        octave_.lattice().nameSquare(swapped ? Point{first.y, first.x} : first, roughTaps, products_);
        if (swapped) {
            for (int j = 0; j < roughTaps; ++j) {
                for (int i = 0; i < j; ++i)
                    std::swap(products_[j * roughTaps + i], products_[i * roughTaps + j]);
            }
        }
        roughKernels().weights(products_, octave_.seed() * factorSeed, weights_, roughTaps * roughTaps);
    }

    const RoughOctave& octave_;
    RoughCells cells_;
    bool entered_ = false;
    Point cell_;
    std::uint32_t products_[roughTaps * roughTaps];
    alignas(64) float weights_[roughTaps * roughTaps];
};

RoughOctave::AlongX axisAlongX(const CellMap& map) {
    if (map.uy == 0 && map.vx == 0) return RoughOctave::AlongX::u;
    if (map.ux == 0 && map.vy == 0) return RoughOctave::AlongX::v;
    return RoughOctave::AlongX::neither;
}

/// The end of the strip of samples that starts at x: inside `end` and inside its repeat.
std::int64_t endOfPart(std::int64_t start, std::int64_t end, std::int64_t most, std::int64_t repeat) {
    const std::int64_t last = std::min(end, start + most);
    return repeat == 0 ? last : std::min(last, (floorDiv(start, repeat) + 1) * repeat);
}

}  // namespace

RoughOctave::RoughOctave(const CellShape& cells, std::uint32_t seed, std::uint32_t k, double deviation)
    : cells_(cells),
      lattice_(cells),
      map_(lattice_.map()),
      alongX_(axisAlongX(map_)),
      seed_(streamOf(seed, k)),
      // 1 / sqrt(21845) makes the variance of a weight 1; the other divisor makes the variance of a sum 1
      scale_(static_cast<float>(deviation / (std::sqrt(21845.0) * 1.7707730701710394))) {
    map_.u0 = hashOf(k, 0, streamOf(seed, shiftStream));
    map_.v0 = hashOf(k, 1, streamOf(seed, shiftStream));
}

void RoughOctave::add(const Rect& area, const SamplesView& value) const {
    if (alongX_ == AlongX::neither) {
        RoughPlaces scattered(*this);
        for (std::int64_t y = 0; y < area.height; ++y) {
            for (std::int64_t left = 0; left < area.width; left += roughBlock) {
                const std::int64_t count = std::min(roughBlock, area.width - left);
                for (std::int64_t x = 0; x < count; ++x)
                    scattered.place(x, {area.x + left + x, area.y + y});
                scattered.add(count, value.row(y) + left);
            }
        }
        return;
    }
    RoughStrip strip(*this);
    const std::int64_t widest = strip.widest();
    for (std::int64_t x = area.x; x < area.right();) {
        const std::int64_t right = endOfPart(x, area.right(), widest, cells_.closes.width);
        for (std::int64_t y = area.y; y < area.bottom();) {
            const std::int64_t bottom = endOfPart(y, area.bottom(), area.height, cells_.closes.height);
            strip.add({x, y, right - x, bottom - y},
                      value.part(x - area.x, y - area.y, right - x, bottom - y));
            y = bottom;
        }
        x = right;
    }
}

void RoughOctave::add(const Point* places, std::int64_t count, float* value) const {
    RoughPlaces scattered(*this);
    for (std::int64_t first = 0; first < count; first += roughBlock) {
        const std::int64_t length = std::min(roughBlock, count - first);
        for (std::int64_t i = 0; i < length; ++i)
            scattered.place(i, places[first + i]);
        scattered.add(length, value + first);
    }
}

}  // namespace burin
