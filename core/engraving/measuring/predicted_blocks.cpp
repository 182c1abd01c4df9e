// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engraving/measuring/predicted_blocks.hpp"

#include "core/render/written_samples.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <utility>

namespace burin {

PredictedBlocks::PredictedBlocks(std::shared_ptr<const PredictedHeights> heights, double fullDepthUm,
                                 int threads)
    : heights_(std::move(heights)), depthMetres_(fullDepthUm * 1e-6) {
    for (int i = 0; i < std::max(1, threads); ++i)
        workers_.emplace_back([this] { work(); });
}

PredictedBlocks::~PredictedBlocks() {
    {
        const std::lock_guard lock(mutex_);
        ending_ = true;
    }
    changed_.notify_all();
}

void PredictedBlocks::start(const Rect& area, TargetMemory out, std::size_t stride,
                            std::function<void(std::exception_ptr)> done) {
    {
        const std::lock_guard lock(mutex_);
        waiting_.push({area, std::move(out), stride, std::move(done)});
    }
    changed_.notify_one();
}

void PredictedBlocks::work() {
    std::unique_lock lock(mutex_);
    while (true) {
        changed_.wait(lock, [this] { return ending_ || !waiting_.empty(); });
        if (waiting_.empty()) return;
        const Block block = std::move(waiting_.front());
        waiting_.pop();
        lock.unlock();
        std::exception_ptr error;
        try {
            compute(block);
        } catch (...) {
            error = std::current_exception();
        }
        block.done(std::move(error));
        lock.lock();
    }
}

void PredictedBlocks::compute(const Block& block) const {
    const Rect& area = block.area;
    HeightBuffer depths(*heights_, area);
    std::byte* const first = block.out();
    for (std::int64_t y = 0; y < area.height; ++y) {
        float* const row = depths.view().row(y);
        // 0 minus the depth, so that untouched material is 0 and not -0.
        for (std::int64_t x = 0; x < area.width; ++x)
            row[x] =
                static_cast<float>(0 - depthMetres_ * static_cast<double>(std::clamp(row[x], 0.0F, 1.0F)));
        std::memcpy(first + static_cast<std::size_t>(y) * block.stride, row,
                    static_cast<std::size_t>(area.width) * sizeof(float));
    }
}

PredictedOutput::PredictedOutput(Prediction prediction, NodeEngine& engine)
    : prediction_(std::move(prediction)), engine_(engine) {
    const PredictedHeights& heights = *prediction_.heights;
    const auto side =
        static_cast<std::int64_t>(std::sqrt(static_cast<double>(engine.backend().requestSamples())));
    // Pieces of a .x3p are 128 rows high.
    const std::size_t each =
        std::max(heights.readBytes({side, side}), heights.readBytes({side * side / 128, 128}));
    const std::size_t bytes = heights.residentBytes() + each * static_cast<std::size_t>(engine.threads());
    held_ = engine.budget().tryReserve(bytes, Holder::blocks);
    if (!held_) throw engine.budget().shortage("predicting", bytes);
}

std::unique_ptr<BlockSource> PredictedOutput::blocks() const {
    return std::make_unique<PredictedBlocks>(prediction_.heights, rootOf(*engine_.graph())->fullDepthUm,
                                             engine_.threads());
}

}  // namespace burin
