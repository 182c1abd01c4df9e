// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engraving/measuring/predicted_heights.hpp"
#include "core/export/block_source.hpp"
#include "core/render/node_engine.hpp"

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

/// The predicted heights of an export, and the memory that its blocks take.
class PredictedOutput {
  public:
    /// \param engine  of the design's root; must outlive the object
    /// \throws OutOfMemory if the engine's budget has no room for the blocks
    PredictedOutput(Prediction prediction, NodeEngine& engine);

    [[nodiscard]] const std::vector<Problem>& remarks() const { return prediction_.remarks; }
    /// A source of the heights. \pre the object outlives it
    [[nodiscard]] std::unique_ptr<BlockSource> blocks() const;

  private:
    Prediction prediction_;
    NodeEngine& engine_;
    Reservation held_;
};

}  // namespace burin
