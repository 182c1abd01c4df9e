// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kernels/pack_kernels.hpp"
#include "core/kinds/root.hpp"
#include "core/render/graph.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace burin {

/// The root whose surface a graph computes, or nullptr if its top node is of another kind (or muted).
[[nodiscard]] const Root* rootOf(const Graph& graph);

/// Brings samples of a graph's top node into their final form: as written for a root, clamped for any other
/// node. The graph must outlive this object.
class WrittenSamples {
  public:
    explicit WrittenSamples(const Graph& graph) : root_(rootOf(graph)) {}
    /// The form of the samples that the root writes. The root must outlive this object.
    explicit WrittenSamples(const Root& root) : root_(&root) {}

    /// Applies it in place to a row of samples that starts at `at`. For a root the result is exactly the
    /// written value: a whole number of steps divided by their number.
    void apply(float* row, Point at, std::int64_t count) const {
        apply(row, count, [at](std::int64_t i) { return Point{at.x + i, at.y}; });
    }
    /// Like apply() above, for samples at any places.
    void apply(float* values, const Point* places, std::int64_t count) const {
        apply(values, count, [places](std::int64_t i) { return places[i]; });
    }

  private:
    template <class PlaceOf>
    void apply(float* values, std::int64_t count, PlaceOf placeOf) const {
        if (root_ == nullptr) return packKernels().clamp(values, false, count);
        root_->shape(values, count);
        if (const DitherMatrix* matrix = matrixOf(root_->dither)) {
            for (std::int64_t i = 0; i < count; ++i)
                values[i] = std::floor(std::clamp(values[i], 0.0F, 1.0F) + matrix->at(placeOf(i)));
            return;
        }
        const float steps = root_->depth == 16 ? 65535.0F : root_->depth == 8 ? 255.0F : 1.0F;
        packKernels().quantise(values, steps, count);
    }

    const Root* root_;
};

}  // namespace burin
