// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A table of the repeats that may overlap an area, so that each is computed only once, by one thread. Kernels
// that paint look the repeats up.

#include "core/kinds/methods/closing.hpp"
#include "core/kinds/methods/repeats.hpp"
#include "core/kinds/methods/scatter_points.hpp"
#include "core/kinds/methods/turned_copy.hpp"
#include "core/kinds/methods/variation.hpp"
#include "gpu/device/view.hpp"
#include "gpu/kinds/repeats/walk.cuh"

#include <cuda_runtime_api.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>

namespace burin::gpu {

/// A pattern as kernels see it.
struct PatternShape {
    Point at;
    Point origin;        ///< origin of its extent
    Size size;           ///< size of its extent
    Rect samples;        ///< the part that is held, from the origin; empty if the pattern shows nothing
    int upright = 0;     ///< place of the first held sample in the arena
    int transposed = 0;  ///< place of the first sample if rows and columns are exchanged
    int stride = 0;
    int transposedStride = 0;
};

/// All patterns that repeats may show. They are copied into one arena, with margins of zeros.
struct Patterns {
    static constexpr std::size_t most = 64;
    PatternShape shapes[most];
    const float* arena = nullptr;
};

/// A repeat as it is painted. Places are relative to the first sample of the area.
struct alignas(16) PaintedCopy {
    int left, top, right, bottom;  ///< the part that may differ from 0; empty if it shows nothing
    /// place in the arena of the sample for place (0, 0); for a turned copy, its index
    int from;
    int columnStep, rowStep;  ///< steps in the arena to the next place
    float gain;
    float id;
    int spare[3];
};

/// More data of an interpolated copy. The arena stores its pattern as pairs, see surroundPairs. Pairs are
/// counted from the pair before the first sample of the row above the pattern.
struct alignas(16) PaintedTurn {
    /// A rough slope along one axis of the pattern.
    struct Slope {
        float right, below;  ///< see TurnedCopy::Axis, in pixels
        float half;          ///< half of the pattern's side, and a little more
    };
    /// TurnedCopy::Axis with places counted from the first pair, modulo 2^64.
    struct Axis {
        std::uint64_t first, right, below;

        [[nodiscard]] BURIN_BOTH std::uint64_t at(int across, int down) const {
            return first + static_cast<std::uint64_t>(std::int64_t{across}) * right +
                   static_cast<std::uint64_t>(std::int64_t{down}) * below;
        }
    };

    /// By how much the bits of places are shifted if patterns are read from shared memory.
    static constexpr int nearbyShift = 12;

    Slope roughX, roughY;
    float gain;
    float least;    ///< smaller magnitudes are dust, before or after the gain
    int left, top;  ///< its corner
    int width, height;
    int from;                  ///< place of the first pair in the arena
    int stride;                ///< step from row to row in the arena
    int lastColumn, lastLine;  ///< last column and last line of the pairs
    Axis x, y;
    float id;
};

/// The part of a lattice that a table contains: the repeats that may overlap an area, and some more, row by
/// row.
struct TableShape {
    double firstRow = 0;
    std::int64_t rows = 0;
    std::int64_t columns = 0;  ///< in each row; each starts at its own i

    TableShape() = default;
    /// \param search  of the area as one rectangle
    explicit TableShape(const Search& search) {
        // A row and a column more on either side than the search of any part of the area may look up.
        const double row = search.middleRow(0, 0);
        firstRow = std::ceil(row - search.rowReach) - 1;
        rows = static_cast<std::int64_t>(std::min(std::floor(row + search.rowReach) + 2 - firstRow, 0x1p40));
        columns = static_cast<std::int64_t>(std::min(std::ceil(search.mostOfRow()) + 3, 0x1p40));
    }
    /// As a real number, because it may be very large.
    [[nodiscard]] double cells() const { return static_cast<double>(rows) * static_cast<double>(columns); }
};

struct RepeatTable {
    TableShape shape;
    double* firstOfRow = nullptr;  ///< first i of each row
    PaintedCopy* copies = nullptr;
    PaintedTurn* turns = nullptr;  ///< only if copies are interpolated
    /// If not 0, patterns are read from shared memory, places along an axis are modulo nearby::sidePx, and
    /// these are the samples of the arena.
    int nearbySamples = 0;
};

/// A lattice of repeats.
struct LatticeRule {
    Vector u, v, origin;
    Closing closing;
    Variation variation;
};

/// Scattered repeats.
struct ScatterRule {
    ScatterPoints points;
    Variation variation;
};

/// Fills a table. \param area  the table's, in the node's frame
template <class Rule>
void fillTable(cudaStream_t cudaStream, const Rule& rule, const Patterns& patterns, const Search& whole,
               const Rect& area, const RepeatTable& table);

/// Removes, among the points whose homes lie in `homes`, those that a map of densities does not keep.
/// \param densities  over `homes`
void thinOut(cudaStream_t cudaStream, const ScatterRule& rule, const Rect& homes,
             ConstDeviceSamples densities, const RepeatTable& table);

}  // namespace burin::gpu
