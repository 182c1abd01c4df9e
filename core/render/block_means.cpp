// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/render/block_means.hpp"

#include "core/kernels/pointwise_kernels.hpp"

#include <algorithm>

namespace burin {

BlockMeans::BlockMeans(std::shared_ptr<const Graph> graph, const MeansTarget& target, const Rect& area)
    : graph_(std::move(graph)),
      target_(target),
      area_(area),
      written_(*graph_),
      sums_(static_cast<std::size_t>(target.blocks.area())) {}

void BlockMeans::add(const Rect& part, const SamplesView& samples) {
    const std::int64_t side = std::int64_t{1} << target_.level;
    const std::int64_t first = floorDiv(part.x, side) - target_.blocks.x;
    const std::int64_t last = floorDiv(part.right() - 1, side) - target_.blocks.x;
    std::vector<double> partial(static_cast<std::size_t>(last - first + 1));
    for (std::int64_t y = 0; y < part.height; ++y) {
        written_.apply(samples.row(y), {part.x, part.y + y}, part.width);
        for (std::int64_t c = first; c <= last; ++c) {
            const std::int64_t left = (target_.blocks.x + c) * side;
            const std::int64_t from = std::max(part.x, left);
            const std::int64_t to = std::min(part.right(), left + side);
            partial[static_cast<std::size_t>(c - first)] =
                pointwiseKernels().sum(samples.row(y) + (from - part.x), to - from);
        }
        const std::int64_t row = floorDiv(part.y + y, side) - target_.blocks.y;
        const std::lock_guard lock(mutex_);
        for (std::int64_t c = first; c <= last; ++c)
            sums_[indexOf(c, row)] += partial[static_cast<std::size_t>(c - first)];
    }
}

void BlockMeans::write() const {
    const Rect& blocks = target_.blocks;
    for (std::int64_t y = 0; y < blocks.height; ++y) {
        for (std::int64_t x = 0; x < blocks.width; ++x) {
            const Rect samples = intersection(blockAt({blocks.x + x, blocks.y + y}, target_.level), area_);
            target_.out[y * target_.stride + x] =
                samples.empty()
                    ? 0.0F
                    : static_cast<float>(sums_[indexOf(x, y)] / static_cast<double>(samples.area()));
        }
    }
}

void answerMeansFromSamples(RenderRequest& request, std::function<void(std::exception_ptr)>& done) {
    if (!request.means) return;
    const auto means = std::make_shared<BlockMeans>(request.graph, *request.means, request.area);
    // Both functions are created before the request is changed: if memory runs out, `done` still belongs to
    // the caller.
    std::function<void(const Rect&, const SamplesView&)> consume =
        [means](const Rect& part, const SamplesView& samples) { means->add(part, samples); };
    std::function<void(std::exception_ptr)> written = [means, done](std::exception_ptr error) {
        if (!error) means->write();
        done(std::move(error));
    };
    request.means.reset();
    request.consume = std::move(consume);
    done = std::move(written);
}

}  // namespace burin
