// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kinds/root.hpp"
#include "core/render/device_picture.hpp"
#include "core/render/graph.hpp"
#include "core/render/target_memory.hpp"

#include <atomic>
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

/// Where a root's surface is written: packed as Root::pack says, rows `stride` bytes apart, the first sample
/// of the request's area in the first byte.
struct PackedTarget {
    const Root* root = nullptr;
    TargetMemory out;
    std::size_t stride = 0;

    /// Packs what was computed of `area`; `samples` are used up. \pre part.x - area.x fills whole bytes
    void write(const Rect& area, const Rect& part, const SamplesView& samples) const;
};

/// The samples of a block of 2^level x 2^level samples, the first of which lies at `block` * 2^level.
[[nodiscard]] constexpr Rect blockAt(Point block, int level) {
    const std::int64_t side = std::int64_t{1} << level;
    return {block.x * side, block.y * side, side, side};
}

/// Where the means of blocks of 2^level x 2^level samples are written: of a root's samples as they are
/// exported, divided by their number of steps, of any other node's clamped to [0, 1].
struct MeansTarget {
    int level = 0;
    Rect blocks;              ///< of the level; the request's area is all of them that lies inside the node
    float* out = nullptr;     ///< row by row; 0 for a block without samples
    std::int64_t stride = 0;  ///< from one row to the next
    /// If this is set and the backend keeps pictures, they may stay on its device: then it is set to them,
    /// and `out` is left alone.
    std::shared_ptr<const DevicePicture>* kept = nullptr;
};

/// Asks for the samples of one rectangle of a graph's top node.
struct RenderRequest {
    std::shared_ptr<const Graph> graph;
    Rect area;  ///< in the top node's frame
    int priority = 0;
    /// Called for each part of `area` once its samples are there, from any thread, several at a time; the
    /// parts are disjoint and cover the area. `samples` may be overwritten; they live until it returns.
    std::function<void(const Rect& part, const SamplesView& samples)> consume;
    /// Instead of `consume`: the samples are packed, on the device where there is one.
    std::optional<PackedTarget> packed;
    /// Instead of both: only means are wanted, made on the device where there is one.
    std::optional<MeansTarget> means;
    std::stop_token stop;
    /// For first pictures: nothing waits for a compiler. Samples may differ from an export's within the
    /// format's tolerances, and are never mistaken for them.
    bool hurried = false;
    /// Parts begin at multiples of this many samples from area.x, so that packed bits fill whole bytes.
    std::int64_t columnStep = 8;
};

/// What a node has cost so far; counted by all threads.
struct NodeCounters {
    std::atomic<std::uint64_t> samples{0};
    /// In its own reductions and its inlined children's; 0 where work is only queued.
    std::atomic<std::uint64_t> nanoseconds{0};
    std::atomic<std::uint64_t> tiles{0};
    std::atomic<std::uint64_t> hits{0};
};

/// Computes requests: the processor's cores here, graphics cards behind the same interface.
///
/// Thread-safe. What it computes depends on the request alone.
class Backend {
  public:
    virtual ~Backend() = default;

    /// Starts a request; returns at once unless the memory budget makes it wait for earlier ones. Never
    /// throws.
    ///
    /// `done` is called exactly once, from any thread or before start returns: with null, or with Cancelled,
    /// OutOfMemory or what a source threw. It must neither block nor throw.
    virtual void start(RenderRequest request, std::function<void(std::exception_ptr)> done) = 0;

    /// "cpu" or "cuda": whether two runs give the same bytes for every kind.
    [[nodiscard]] virtual std::string name() const = 0;
    /// What computes, for people: "the CPU with 8 threads".
    [[nodiscard]] virtual std::string description() const = 0;
    /// How many requests of the usual size keep it busy.
    [[nodiscard]] virtual int concurrency() const = 0;
    /// The usual size: how many samples a request should ask for.
    [[nodiscard]] virtual std::int64_t requestSamples() const { return std::int64_t{1} << 20; }
    /// So many samples of a usual design are averaged within about 20 ms.
    [[nodiscard]] virtual double samplesAtOnce() const { return 0x1p25; }
    /// Whether means can stay on a device. Then one request takes a whole picture.
    [[nodiscard]] virtual bool keepsPictures() const { return false; }
    /// The side of stored tiles that suits pictures.
    [[nodiscard]] virtual std::int32_t pictureTileSide() const { return GraphOptions().tileSide; }
    /// Memory for packed samples into which it writes fastest; not initialised. \throws std::bad_alloc
    [[nodiscard]] virtual std::shared_ptr<std::byte[]> hostMemory(std::size_t bytes) {
        return std::shared_ptr<std::byte[]>(new std::byte[bytes]);
    }

    /// Counts what each node costs from now on; for one graph at a time.
    virtual void countNodes(const Graph& graph) = 0;
    /// One for each node. \pre countNodes() was called
    [[nodiscard]] virtual const std::vector<NodeCounters>& counters() const = 0;
    /// The most that the node's samples took at once where it computes, in bytes.
    [[nodiscard]] virtual std::size_t peakBytes(const GraphNode& node) const = 0;
    /// All that it took at most, and what it may take: "44 MiB of 10.9 GiB".
    [[nodiscard]] virtual std::string memoryText() const = 0;
};

/// The halves of an area that is too much at once: by rows, or by columns at multiples of `columnStep`;
/// nothing where it cannot be cut.
[[nodiscard]] std::vector<Rect> halves(const Rect& area, std::int64_t columnStep);

/// Starts a request and waits for it. \throws what the request ended with
void renderAndWait(Backend& backend, RenderRequest request);

}  // namespace burin
