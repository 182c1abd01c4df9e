// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/helix_blocks.hpp"

#include "core/render/written_samples.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace burin {

namespace {

/// The samples of a block, with the row below it.
struct HelixSamples {
    Reservation held;
    std::vector<float> values;
};

}  // namespace

std::optional<Helix> parseHelix(std::string_view word) {
    if (word == "linear") return Helix::linear;
    if (word == "nearest") return Helix::nearest;
    return {};
}

std::string_view helixName(Helix helix) {
    return helix == Helix::linear ? "linear" : "nearest";
}

HelixBlocks::HelixBlocks(Backend& backend, MemoryBudget& budget, std::shared_ptr<const Graph> graph,
                         Helix helix, std::stop_token stop, int priority)
    : backend_(backend),
      budget_(budget),
      graph_(std::move(graph)),
      root_(*rootOf(*graph_)),
      helix_(helix),
      stop_(std::move(stop)),
      priority_(priority) {}

void HelixBlocks::shear(const Rect& area, std::int64_t y, float* row, const float* next) const {
    const Rect whole = graph_->top().extent.rect();
    if (y + 1 >= whole.bottom()) return;
    const std::int64_t round = whole.width;
    for (std::int64_t i = 0; i < area.width; ++i) {
        const std::int64_t x = area.x + i - whole.x;
        if (helix_ == Helix::nearest) {
            if (2 * x >= round) row[i] = next[i];
            continue;
        }
        const auto share = static_cast<float>(static_cast<double>(x) / static_cast<double>(round));
        row[i] = row[i] + (next[i] - row[i]) * share;
    }
}

void HelixBlocks::start(const Rect& area, TargetMemory out, std::size_t stride,
                        std::function<void(std::exception_ptr)> done) {
    const Rect read =
        intersection({area.x, area.y, area.width, area.height + 1}, graph_->top().extent.rect());
    const std::size_t bytes = static_cast<std::size_t>(read.area()) * sizeof(float);
    auto samples = std::make_shared<HelixSamples>();
    samples->held = budget_.tryReserve(bytes, Holder::blocks);
    if (!samples->held) return done(std::make_exception_ptr(budget_.shortage("a block of the helix", bytes)));
    samples->values.resize(static_cast<std::size_t>(read.area()));
    RenderRequest request;
    request.graph = graph_;
    request.area = read;
    request.priority = priority_;
    request.stop = stop_;
    request.consume = [samples, read](const Rect& part, const SamplesView& from) {
        for (std::int64_t y = 0; y < part.height; ++y) {
            float* const to = samples->values.data() + (part.y - read.y + y) * read.width + (part.x - read.x);
            const float* const row = from.row(y);
            for (std::int64_t x = 0; x < part.width; ++x)
                to[x] = std::clamp(row[x], 0.0F, 1.0F);
        }
    };
    backend_.start(std::move(request), [this, samples, area, read, out = std::move(out), stride,
                                        done = std::move(done)](std::exception_ptr error) {
        for (std::int64_t y = 0; y < area.height && !error; ++y) {
            float* const row = samples->values.data() + y * read.width;
            shear(area, area.y + y, row, row + read.width);
            root_.pack(row, {area.x, area.y + y}, out() + static_cast<std::size_t>(y) * stride, area.width);
        }
        done(std::move(error));
    });
}

}  // namespace burin
