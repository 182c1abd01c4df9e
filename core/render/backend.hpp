// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kernels/measuring/heights_target.hpp"
#include "core/kinds/root.hpp"
#include "core/render/device_picture.hpp"
#include "core/render/graph.hpp"
#include "core/render/target_memory.hpp"

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace burin {

/// The destination of a root's surface: packed by Root::pack, rows `stride` bytes apart, with the first
/// sample of the request's area in the first byte.
struct PackedTarget {
    const Root* root = nullptr;
    TargetMemory out;
    std::size_t stride = 0;

    /// Packs the computed `part` of `area`; overwrites `samples`. \pre part.x - area.x fills whole bytes
    void write(const Rect& area, const Rect& part, const SamplesView& samples) const;
};

/// The rectangle of the block `block`: 2^level x 2^level samples from `block` * 2^level on.
[[nodiscard]] constexpr Rect blockAt(Point block, int level) {
    const std::int64_t side = std::int64_t{1} << level;
    return {block.x * side, block.y * side, side, side};
}

/// The destination of the means of blocks of 2^level x 2^level samples. For a root they are means of the
/// exported samples, divided by the number of steps; for any other node, of samples clamped to [0, 1].
struct MeansTarget {
    int level = 0;
    Rect blocks;              ///< blocks of the level; the request's area is their part inside the node
    float* out = nullptr;     ///< row by row; 0 for a block without samples
    std::int64_t stride = 0;  ///< samples from one row to the next
    /// If this is set and the backend can keep pictures, the means may stay on its device: then `*kept` is
    /// set, and `out` is not written.
    std::shared_ptr<const DevicePicture>* kept = nullptr;
};

class NodeCosts;
class RequestCost;

/// A request for the samples of one rectangle of a graph's top node.
struct RenderRequest {
    std::shared_ptr<const Graph> graph;
    Rect area;  ///< in the top node's frame
    int priority = 0;
    /// Called for each part of `area` when its samples are ready, from any thread and by several at once. The
    /// parts are disjoint and cover the area. `samples` may be overwritten; they are valid until it returns.
    std::function<void(const Rect& part, const SamplesView& samples)> consume;
    /// If set, replaces `consume`: the samples are packed, on the device if there is one.
    std::optional<PackedTarget> packed;
    /// If set, replaces both `consume` and `packed`: only means are computed, on the device if there is one.
    std::optional<MeansTarget> means;
    /// If set, replaces all three of the above: only sums over depths are computed. \pre
    /// Backend::sumsHeights()
    std::optional<HeightsTarget> heights;
    std::stop_token stop;
    /// For first pictures: does not wait for a compiler. Samples may differ from an export's within the
    /// format's tolerances, and are cached separately.
    bool hurried = false;
    /// Every part begins at a multiple of this many samples from area.x, so that packed bits fill whole
    /// bytes.
    std::int64_t columnStep = 8;
    /// Receives the cost of the request, before its end is reported; may be null.
    RequestCost* cost = nullptr;
    /// Receives the times of nodes and the numbers of their stored tiles, before the request's end is
    /// reported. Null for exports, which then read no clock. Only the CPU backend adds to it. The time of the
    /// samples that a packed request asks for is not included.
    NodeCosts* nodes = nullptr;
};

/// The cost of a node so far. All threads add to it.
struct NodeCounters {
    std::atomic<std::uint64_t> samples{0};
    /// Time in its own reductions and those of its inlined children; 0 if work is only queued.
    std::atomic<std::uint64_t> nanoseconds{0};
    std::atomic<std::uint64_t> tiles{0};
    std::atomic<std::uint64_t> hits{0};
};

/// Computes requests: on the processor's cores, or on graphics cards behind the same interface.
///
/// Thread-safe. The result depends only on the request.
class Backend {
  public:
    virtual ~Backend() = default;

    /// Starts a request. Returns at once unless the memory budget makes it wait for earlier requests. Never
    /// throws.
    ///
    /// `done` is called exactly once, from any thread or before start returns: with null, or with Cancelled,
    /// OutOfMemory or what a source threw. It must neither block nor throw.
    virtual void start(RenderRequest request, std::function<void(std::exception_ptr)> done) = 0;

    /// "cpu" or "cuda". Backends of the same name give the same bytes for every kind.
    [[nodiscard]] virtual std::string name() const = 0;
    /// The computing device for people: "the CPU with 8 threads".
    [[nodiscard]] virtual std::string description() const = 0;
    /// The number of requests of the usual size that keep it busy.
    [[nodiscard]] virtual int concurrency() const = 0;
    /// The usual size of a request, in samples.
    [[nodiscard]] virtual std::int64_t requestSamples() const { return std::int64_t{1} << 20; }
    /// The number of samples of a typical design that are averaged in about 20 ms.
    [[nodiscard]] virtual double samplesAtOnce() const { return 0x1p25; }
    /// Whether means can stay on a device. If so, one request computes a whole picture.
    [[nodiscard]] virtual bool keepsPictures() const { return false; }
    /// Whether the backend sums depths itself. If it does not, the client sums the samples.
    [[nodiscard]] virtual bool sumsHeights() const { return false; }
    /// The usual size of a request for sums, in samples, at most HeightsTarget::mostSamples.
    [[nodiscard]] virtual std::int64_t summedSamples() const { return HeightsTarget::fewSamples; }
    /// A suitable side of stored tiles for pictures.
    [[nodiscard]] virtual std::int32_t pictureTileSide() const { return GraphOptions().tileSide; }
    /// Begins no work on cards while a frame is drawn, so that OpenGL draws there without waiting for its
    /// turn: until the frame's end is told, or for at most `longestFrame`. Work that has begun is not
    /// interrupted. At least a fifth of the time remains for work, even if frames follow each other. Called
    /// by one thread.
    virtual void beginFrame() {}
    virtual void endFrame() {}
    static constexpr std::chrono::milliseconds longestFrame{25};
    /// Allocates uninitialised memory for packed samples, of the kind that the backend writes fastest.
    /// \throws std::bad_alloc
    [[nodiscard]] virtual std::shared_ptr<std::byte[]> hostMemory(std::size_t bytes) {
        return std::shared_ptr<std::byte[]>(new std::byte[bytes]);
    }

    /// Starts counting the cost of each node; for one graph at a time.
    virtual void countNodes(const Graph& graph) = 0;
    /// One for each node. \pre countNodes() was called
    [[nodiscard]] virtual const std::vector<NodeCounters>& counters() const = 0;
    /// The largest number of bytes that the node's samples occupied at once, on the device that computes.
    [[nodiscard]] virtual std::size_t peakBytes(const GraphNode& node) const = 0;
    /// Peak memory and its limit: "44 MiB of 10.9 GiB".
    [[nodiscard]] virtual std::string memoryText() const = 0;
};

/// The halves of an area that is too large to compute at once: cut by rows, or by columns at multiples of
/// `columnStep`. Empty if it cannot be cut.
[[nodiscard]] std::vector<Rect> halves(const Rect& area, std::int64_t columnStep);

/// Starts a request and waits for it. \throws the exception of the request
void renderAndWait(Backend& backend, RenderRequest request);
/// Starts several requests and waits for all of them. \throws the exception of the request that failed first
void renderAllAndWait(Backend& backend, std::vector<RenderRequest> requests);

}  // namespace burin
