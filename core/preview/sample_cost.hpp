// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/render/graph.hpp"
#include "core/render/request_cost.hpp"

#include <vector>

namespace burin {

/// The cost of averaging a graph's samples so far, and the probable cost of averaging more, in seconds of one
/// thread. Thread-safe.
///
/// Stored tiles are charged by their own samples, and not for more samples than their nodes have, because a
/// tile that the first request computes is also used by its neighbours. An estimate therefore tends to be too
/// low. A picture is never given up because of an estimate, only because of measured work.
class SampleCost {
  public:
    /// \param total  also receives the measurements; or null
    explicit SampleCost(const Graph& graph, SampleCost* total = nullptr);

    /// For RenderRequest::cost.
    [[nodiscard]] RequestCost* sink() { return &cost_; }
    /// Whether any sample has been measured.
    [[nodiscard]] bool known() const { return cost_.asked().samples() > 0; }
    [[nodiscard]] double samples() const { return cost_.asked().samples(); }
    [[nodiscard]] double spent() const { return cost_.seconds(); }
    /// Seconds for that many samples; 0 if nothing is known.
    [[nodiscard]] double foretold(double samples) const;

  private:
    RequestCost cost_;
    std::vector<double> most_;  ///< the most samples of each node that are stored, beyond one-time work
};

}  // namespace burin
