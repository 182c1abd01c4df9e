// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/sample_reading.hpp"

#include "core/render/written_samples.hpp"

#include <algorithm>
#include <condition_variable>
#include <cstdint>
#include <cstring>
#include <exception>
#include <mutex>
#include <utility>
#include <vector>

namespace burin {
namespace {

/// Divides an area into blocks: several for each thread, but each large enough to be worth a request.
std::vector<Rect> blocksOf(const Rect& area, std::int64_t samplesAtOnce, int requests) {
    constexpr std::int64_t fewestSamples = std::int64_t{1} << 14;
    const std::int64_t share = area.area() / std::max(1, requests);
    const std::int64_t samples = std::clamp(share, fewestSamples, std::max(fewestSamples, samplesAtOnce));
    std::int64_t side = 8;
    while (side * side < samples)
        side *= 2;
    const std::int64_t width = std::min(area.width, side);
    const std::int64_t height = std::clamp<std::int64_t>(samples / width, 1, area.height);
    std::vector<Rect> blocks;
    for (std::int64_t y = area.y; y < area.bottom(); y += height) {
        for (std::int64_t x = area.x; x < area.right(); x += width)
            blocks.push_back(intersection(area, {x, y, width, height}));
    }
    return blocks;
}

/// Requests under way: limits their number, and remembers the first one that failed.
class Underway {
  public:
    explicit Underway(int most) : most_(most) {}

    /// \return false if a request has failed
    bool enter() {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [this] { return count_ < most_; });
        if (failure_) return false;
        ++count_;
        return true;
    }
    void leave(std::exception_ptr failure) {
        const std::lock_guard lock(mutex_);
        --count_;
        if (failure && !failure_) failure_ = std::move(failure);
        changed_.notify_all();
    }
    /// Waits for all. \throws the first failure
    void finish() {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [this] { return count_ == 0; });
        if (failure_) std::rethrow_exception(failure_);
    }

  private:
    const int most_;
    int count_ = 0;
    std::exception_ptr failure_;
    std::mutex mutex_;
    std::condition_variable changed_;
};

/// Unpacks bits into bytes of 0 and 1.
void unpackBits(const std::vector<std::byte>& bits, std::size_t bitStride, const Rect& block, std::byte* out,
                std::size_t outStride) {
    for (std::int64_t y = 0; y < block.height; ++y) {
        const std::byte* row = bits.data() + static_cast<std::size_t>(y) * bitStride;
        std::byte* to = out + static_cast<std::size_t>(y) * outStride;
        for (std::int64_t x = 0; x < block.width; ++x)
            to[x] = (row[x / 8] >> (7 - x % 8)) & std::byte{1};
    }
}

}  // namespace

int bitsRead(const Graph& graph) {
    const Root* root = rootOf(graph);
    return root != nullptr ? root->depth : 32;
}

void readSamples(Backend& backend, const std::shared_ptr<const Graph>& graph, const Rect& area,
                 std::byte* out, const std::stop_token& stop) {
    const Root* root = rootOf(*graph);
    const int bits = bitsRead(*graph);
    const auto sampleBytes = static_cast<std::size_t>(std::max(1, bits / 8));
    const std::size_t stride = static_cast<std::size_t>(area.width) * sampleBytes;
    Underway underway(std::max(1, backend.concurrency()));
    for (const Rect& block : blocksOf(area, backend.requestSamples(), backend.concurrency())) {
        if (!underway.enter()) break;
        std::byte* const first = out + static_cast<std::size_t>(block.y - area.y) * stride +
                                 static_cast<std::size_t>(block.x - area.x) * sampleBytes;
        RenderRequest request;
        request.graph = graph;
        request.area = block;
        request.stop = stop;
        if (bits == 32) {
            request.consume = [=](const Rect& part, const SamplesView& samples) {
                for (std::int64_t y = 0; y < part.height; ++y) {
                    std::memcpy(first + static_cast<std::size_t>(part.y - block.y + y) * stride +
                                    static_cast<std::size_t>(part.x - block.x) * sizeof(float),
                                samples.row(y), static_cast<std::size_t>(part.width) * sizeof(float));
                }
            };
            backend.start(std::move(request), [&](std::exception_ptr e) { underway.leave(std::move(e)); });
        } else if (bits == 1) {
            const std::size_t bitStride = static_cast<std::size_t>(block.width + 7) / 8;
            const auto packed =
                std::make_shared<std::vector<std::byte>>(bitStride * static_cast<std::size_t>(block.height));
            request.packed = PackedTarget{root, [packed] { return packed->data(); }, bitStride};
            backend.start(std::move(request), [=, &underway](std::exception_ptr e) {
                if (!e) unpackBits(*packed, bitStride, block, first, stride);
                underway.leave(std::move(e));
            });
        } else {
            request.packed = PackedTarget{root, [first] { return first; }, stride};
            backend.start(std::move(request), [&](std::exception_ptr e) { underway.leave(std::move(e)); });
        }
    }
    underway.finish();
}

}  // namespace burin
