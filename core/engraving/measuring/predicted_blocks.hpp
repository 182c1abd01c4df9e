// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engraving/measuring/predicted_heights.hpp"
#include "core/export/block_source.hpp"

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <queue>
#include <thread>
#include <vector>

namespace burin {

/// Predicted heights as binary32, little endian, in metres: minus the full depth times the depth.
class PredictedBlocks final : public BlockSource {
  public:
    /// \param threads  that compute blocks, at least 1
    PredictedBlocks(std::shared_ptr<const PredictedHeights> heights, double fullDepthUm, int threads);
    ~PredictedBlocks() override;

    void start(const Rect& area, TargetMemory out, std::size_t stride,
               std::function<void(std::exception_ptr)> done) override;
    [[nodiscard]] int concurrency() const override { return static_cast<int>(workers_.size()); }

  private:
    struct Block {
        Rect area;
        TargetMemory out;
        std::size_t stride = 0;
        std::function<void(std::exception_ptr)> done;
    };
    void work();
    void compute(const Block& block) const;

    std::shared_ptr<const PredictedHeights> heights_;
    double depthMetres_;
    std::mutex mutex_;
    std::condition_variable changed_;
    std::queue<Block> waiting_;
    bool ending_ = false;
    std::vector<std::jthread> workers_;  ///< declared last, so that the threads end before the other members
                                         ///< are destroyed
};

}  // namespace burin
