// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/geometry/rect.hpp"
#include "core/kernels/samples.hpp"
#include "core/kinds/methods/cell_lattice.hpp"

#include <algorithm>
#include <cstdint>

namespace burin {

/// The places of up to noiseBlock samples, folded into the first repeat of a texture.
struct CellPlaces {
    alignas(64) double x[noiseBlock];
    alignas(64) double y[noiseBlock];

    void set(std::int64_t i, Point at, const CellShape& shape) {
        const Point folded = shape.fold(at);
        x[i] = static_cast<double>(folded.x);
        y[i] = static_cast<double>(folded.y);
    }
};

/// Computes an area block by block: block.place(i, at) takes the place of sample i, block.compute(count,
/// value) computes the samples at the first `count` places.
template <class Block>
void computeInBlocks(Block& block, const Rect& area, SamplesView value) {
    for (std::int64_t y = 0; y < area.height; ++y) {
        for (std::int64_t left = 0; left < area.width; left += noiseBlock) {
            const std::int64_t count = std::min(noiseBlock, area.width - left);
            for (std::int64_t i = 0; i < count; ++i)
                block.place(i, {area.x + left + i, area.y + y});
            block.compute(count, value.row(y) + left);
        }
    }
}

/// Like the function above, for samples at any places.
template <class Block>
void computeInBlocks(Block& block, const Point* places, std::int64_t count, float* value) {
    for (std::int64_t first = 0; first < count; first += noiseBlock) {
        const std::int64_t length = std::min(noiseBlock, count - first);
        for (std::int64_t i = 0; i < length; ++i)
            block.place(i, places[first + i]);
        block.compute(length, value + first);
    }
}

}  // namespace burin
