// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Computes single samples of a node that reads distant places. If many of these samples need the same samples
// of a child, those are computed together.

#include "core/render/graph.hpp"
#include "core/render/loose_scratch.hpp"

#include <functional>
#include <span>
#include <vector>

namespace burin {

/// The fetches for one sample of a node. Their links are counted from the node's first link.
[[nodiscard]] std::vector<Fetch> fetchesOfSample(const GraphNode& node, Point place);

/// Some samples of a node, from samples of its children that are computed for all of them at once. One thread
/// only.
class GatheredReads {
  public:
    /// Writes the samples of a link's child at any places of the child's frame.
    using Sample = std::function<void(std::size_t link, std::span<const Point> places, float* out)>;

    /// \param places  in the node's frame; must outlive this object
    /// \throws what `sample` throws
    GatheredReads(const GraphNode& node, std::span<const Point> places, const Sample& sample);

    /// Computes the sample at places[k].
    void compute(std::size_t k, float* out);

  private:
    class Child;

    struct Read {
        Fetch fetch;
        std::size_t first;  ///< index of its first sample among those of the link
    };

    void addPlaces(const Fetch& fetch, std::vector<Point>& places) const;

    const GraphNode& node_;
    const std::span<const Point> places_;
    std::vector<Read> reads_;
    std::vector<std::size_t> begins_;          ///< index of each place's first read, then the number of all
                                               ///< reads
    std::vector<std::vector<float>> samples_;  ///< samples of each link
    LooseScratch scratch_;
};

}  // namespace burin
