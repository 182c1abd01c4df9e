// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/render/backend.hpp"
#include "core/render/written_samples.hpp"

#include <mutex>
#include <vector>

namespace burin {

/// Sums the samples of blocks as a backend delivers them. Thread-safe.
class BlockMeans {
  public:
    /// \param area  as RenderRequest::area
    BlockMeans(std::shared_ptr<const Graph> graph, const MeansTarget& target, const Rect& area);

    /// Adds the computed part of the area; overwrites `samples`.
    void add(const Rect& part, const SamplesView& samples);
    /// Writes the means. \pre all of the area has been added
    void write() const;

  private:
    [[nodiscard]] std::size_t indexOf(std::int64_t x, std::int64_t y) const {
        return static_cast<std::size_t>(y * target_.blocks.width + x);
    }

    const std::shared_ptr<const Graph> graph_;
    const MeansTarget target_;
    const Rect area_;
    const WrittenSamples written_;
    std::mutex mutex_;  // parts of one request may share a block
    std::vector<double> sums_;
};

/// Turns a request for means into a request for samples and computes the means from them. Leaves other
/// requests unchanged.
void answerMeansFromSamples(RenderRequest& request, std::function<void(std::exception_ptr)>& done);

}  // namespace burin
