// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/python/surface_engine.hpp"

#include "app/cuda.hpp"
#include "core/base/errors.hpp"
#include "core/render/look.hpp"
#include "core/render/memory_fit.hpp"

#include <algorithm>
#include <condition_variable>
#include <cstring>
#include <exception>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

namespace burin::python {
namespace {

std::string firstOf(const Diagnostics& problems) {
    if (problems.empty()) return "the design has errors";
    std::string text = problems.front().text();
    if (problems.size() > 1) text += " (and " + std::to_string(problems.size() - 1) + " more)";
    return text;
}

std::shared_ptr<Backend> openWanted(const std::string& wanted, const std::string& whyNotOnCards) {
    if (wanted != "auto" && wanted != "cpu" && wanted != "cuda")
        throw UsageError("backend '" + wanted + "': 'auto', 'cpu' or 'cuda' is expected");
    if (wanted == "cpu") return nullptr;
    std::string why = whyNotOnCards;
    if (why.empty()) {
        app::CudaChoice choice = app::openCuda({}, 0);
        if (choice.backend) return std::move(choice.backend);
        why = choice.problem;
    }
    if (wanted == "cuda") throw BackendMissing(why + "; backend='cpu' computes the same");
    return nullptr;
}

std::shared_ptr<const Graph> bound(const Design& design, NodeIndex node, const GraphOptions& options) {
    BoundGraph found = bindGraph(design, node, options);
    if (!found.graph) throw DesignRefused(std::move(found.errors));
    return std::make_shared<const Graph>(std::move(*found.graph));
}

GraphOptions optionsFor(const Design& design, NodeIndex node, const EngineWishes& wishes, bool onCard,
                        int threads, const std::stop_token& stop) {
    constexpr std::int32_t sideOnCard = 4096;  // of a request in pixels; the memory is the card's
    GraphOptions options;
    options.stop = stop;
    options.everyItem = wishes.everyItem;
    options.largestCellBytes = largestCellFitting(wishes.memoryBytes);
    options.tileSide = onCard ? sideOnCard : tileSideFitting(design, node, wishes.memoryBytes, threads, stop);
    return options;
}

GraphOptions provisionalOf(const Graph& graph, const EngineWishes& wishes, const std::stop_token& stop) {
    GraphOptions options;
    options.stop = stop;
    options.provisional = true;
    options.tileSide = graph.tileSide;
    options.largestCellBytes = largestCellFitting(wishes.memoryBytes);
    return options;
}

const Design& withoutErrors(const Design& design, NodeIndex node) {
    Diagnostics errors = design.errorsOf(node);
    if (!errors.empty()) throw DesignRefused(std::move(errors));
    return design;
}

/// Blocks of an area so that each thread gets several, none smaller than is worth a request.
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

/// Requests under way: at most a number of them, and the first that failed.
class Underway {
  public:
    explicit Underway(int most) : most_(most) {}

    /// \return false if one has failed
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
    /// Waits for all. \throws what the first failure is
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

DesignRefused::DesignRefused(Diagnostics found)
    : std::runtime_error(firstOf(found)), problems(std::move(found)) {}

SurfaceEngine::SurfaceEngine(const Design& design, NodeIndex node, const EngineWishes& wishes,
                             const std::stop_token& stop)
    : gpu_(openWanted(wishes.backend, withoutErrors(design, node).whyNotOnCards(node))),
      threads_(wishes.threads > 0 ? wishes.threads
                                  : static_cast<int>(std::max(1U, std::thread::hardware_concurrency()))),
      graph_(bound(design, node, optionsFor(design, node, wishes, gpu_ != nullptr, threads_, stop))),
      provisional_(bound(design, node, provisionalOf(*graph_, wishes, stop))),
      budget_(wishes.memoryBytes),
      cache_(budget_, mostIdleBytes(*graph_)),
      cpu_(budget_, cache_, threads_) {
    const std::size_t held = residentBytes(*graph_);
    resident_ = budget_.tryReserve(held, Holder::tables);
    if (!resident_) throw budget_.shortage(residentsText(*graph_), held);
}

int SurfaceEngine::depth() const {
    const Root* root = rootOf(*graph_);
    return root != nullptr ? root->depth : 32;
}

void SurfaceEngine::read(const Rect& area, std::byte* out, const std::stop_token& stop) {
    const Root* root = rootOf(*graph_);
    const int bits = depth();
    const auto sampleBytes = static_cast<std::size_t>(std::max(1, bits / 8));
    const std::size_t stride = static_cast<std::size_t>(area.width) * sampleBytes;
    Underway underway(std::max(1, backend().concurrency()));
    for (const Rect& block : blocksOf(area, backend().requestSamples(), backend().concurrency())) {
        if (!underway.enter()) break;
        std::byte* const first = out + static_cast<std::size_t>(block.y - area.y) * stride +
                                 static_cast<std::size_t>(block.x - area.x) * sampleBytes;
        RenderRequest request;
        request.graph = graph_;
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
            backend().start(std::move(request), [&](std::exception_ptr e) { underway.leave(std::move(e)); });
        } else if (bits == 1) {
            const std::size_t bitStride = static_cast<std::size_t>(block.width + 7) / 8;
            const auto packed =
                std::make_shared<std::vector<std::byte>>(bitStride * static_cast<std::size_t>(block.height));
            request.packed = PackedTarget{root, [packed] { return packed->data(); }, bitStride};
            backend().start(std::move(request), [=, &underway](std::exception_ptr e) {
                if (!e) unpackBits(*packed, bitStride, block, first, stride);
                underway.leave(std::move(e));
            });
        } else {
            request.packed = PackedTarget{root, [first] { return first; }, stride};
            backend().start(std::move(request), [&](std::exception_ptr e) { underway.leave(std::move(e)); });
        }
    }
    underway.finish();
}

}  // namespace burin::python
