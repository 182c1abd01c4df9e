// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/render/backend.hpp"
#include "core/render/node_costs.hpp"
#include "core/render/plan.hpp"
#include "core/render/tree_walk.hpp"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <type_traits>
#include <utility>
#include <vector>

namespace burin {

/// One thread's scratch memory: a stack whose size was reserved in advance.
class Arena final : public Scratch {
  public:
    /// Makes room for `bytes`. \pre the stack is empty \throws std::bad_alloc
    void ensure(std::size_t bytes);
    [[nodiscard]] std::size_t capacity() const { return capacity_; }

    std::byte* allocate(std::size_t bytes) override;

    /// On destruction pops everything allocated since its construction.
    class Frame {
      public:
        explicit Frame(Arena& arena) : arena_(arena), mark_(arena.used_) {}
        Frame(const Frame&) = delete;
        Frame& operator=(const Frame&) = delete;
        ~Frame() { arena_.used_ = mark_; }

      private:
        Arena& arena_;
        std::size_t mark_;
    };

  private:
    AlignedBytes memory_;
    std::size_t capacity_ = 0;
    std::size_t used_ = 0;
};

/// Copies `area` of a plane that repeats on the lattice `cell`; `samples` holds one cell.
void readCell(const Lattice& cell, ConstSamplesView samples, const Rect& area, const SamplesView& out);

/// Copies `piece` of a child to every place of `out` that the edge rule maps to it. `out` holds the samples
/// of `fetch`. Both views have the same sample type.
template <class Source, class View>
void spreadPiece(const Fetch& fetch, const Rect& extent, const Rect& piece, const Source& source,
                 const View& out) {
    const Rect straight = intersection({fetch.area.x, 0, fetch.area.width, 1}, {piece.x, 0, piece.width, 1});
    for (std::int64_t y = 0; y < out.height; ++y) {
        const std::int64_t row =
            EdgePieces::mapped(fetch.area.y + y, extent.y, extent.bottom(), fetch.edge) - piece.y;
        if (row < 0 || row >= piece.height) continue;
        if (!straight.empty()) {
            std::memcpy(out.row(y) + (straight.x - fetch.area.x), source.row(row) + (straight.x - piece.x),
                        static_cast<std::size_t>(straight.width) * sizeof(*out.row(y)));
        }
        for (std::int64_t x = 0; x < out.width; ++x) {
            if (fetch.area.x + x == straight.x && straight.width > 0) {
                x += straight.width - 1;
                continue;
            }
            const std::int64_t column =
                EdgePieces::mapped(fetch.area.x + x, extent.x, extent.right(), fetch.edge) - piece.x;
            if (column >= 0 && column < piece.width) out.row(y)[x] = source.row(row)[column];
        }
    }
}

/// The common part of policies for a walk on the calling thread. \see TreeWalk
class HostPolicy {
  public:
    using Samples = SamplesView;
    using ConstSamples = ConstSamplesView;
    using Child = ChildSource;

    [[nodiscard]] static std::size_t bytesOf(const Rect& area) {
        return static_cast<std::size_t>(area.area()) * sizeof(float);
    }
    [[nodiscard]] static Samples view(std::byte* memory, const Rect& area) {
        return {reinterpret_cast<float*>(memory), area.width, area.width, area.height};
    }
    static void clear(const Samples& out);
    /// Clears the samples outside of `inside` in a view that covers `area`.
    static void clearAround(const Samples& out, const Rect& area, const Rect& inside);
    static void spread(const Fetch& fetch, const Rect& extent, const Rect& piece, const Samples& source,
                       const Samples& out) {
        spreadPiece(fetch, extent, piece, source, out);
    }
    void begin(const Operation& operation, std::span<const LinkShape> links, const Rect& area,
               const Samples& out) const {
        operation.prepare(stop_);
        operation.begin(links, area, out);
    }
    static void sweep(const Operation& operation, std::span<const LinkShape> links, const Samples& out);
    [[nodiscard]] bool stopRequested() const { return stop_.stop_requested(); }

  protected:
    explicit HostPolicy(std::stop_token stop) : stop_(std::move(stop)) {}

  private:
    std::stop_token stop_;
};

/// Such a policy for a graph. \tparam Memory  the scratch memory, or a reference to it
template <class Memory>
class GraphPolicy : public HostPolicy {
  public:
    using Frame = typename std::remove_reference_t<Memory>::Frame;

    [[nodiscard]] const GraphNode& node(std::size_t index) const { return graph_.nodes[index]; }
    [[nodiscard]] const Operation& operation(std::size_t index) const { return *node(index).operation; }
    [[nodiscard]] auto& scratch() { return scratch_; }
    [[nodiscard]] std::byte* allocate(std::size_t bytes) { return scratch_.allocate(bytes); }
    [[nodiscard]] std::byte* zeroed(std::size_t bytes) {
        std::byte* const state = scratch_.allocate(bytes);
        std::fill_n(state, bytes, std::byte{});
        return state;
    }
    void reduce(const Operation& operation, const Rect& area, std::span<const LinkShape> links,
                std::size_t index, const SamplesView& out, ChildSource& child, std::byte* state) {
        operation.reduce({area, links[index], links, index, out, child, scratch_, state});
    }

  protected:
    GraphPolicy(const Graph& graph, std::stop_token stop, Memory memory)
        : HostPolicy(std::move(stop)), graph_(graph), scratch_(std::forward<Memory>(memory)) {}

    const Graph& graph_;
    Memory scratch_;
};

/// The time that each node of a graph takes in one task, without the time of the nodes that are computed
/// meanwhile. For one thread.
class OwnTimes {
  public:
    explicit OwnTimes(std::size_t nodes) : works_(nodes) {}

    /// Call when a node begins. \return for end()
    [[nodiscard]] std::chrono::nanoseconds begin() {
        return std::exchange(inner_, std::chrono::nanoseconds(0));
    }
    /// Call when it ends. \param outer  what begin() returned \param spent  the time since then
    void end(std::size_t node, std::int64_t samples, std::chrono::nanoseconds outer,
             std::chrono::nanoseconds spent) {
        works_[node].own += spent - inner_;
        works_[node].samples += samples;
        inner_ = outer + spent;
    }
    /// Adds each node's time and samples as one tile.
    void addTo(NodeCosts& costs, const Graph& graph) const {
        for (std::size_t n = 0; n < works_.size(); ++n)
            costs.addTile(graph.nodes[n].hash, works_[n].own, works_[n].samples);
    }

  private:
    struct Work {
        std::chrono::nanoseconds own{0};
        std::int64_t samples = 0;
    };
    std::vector<Work> works_;
    std::chrono::nanoseconds inner_{0};  ///< time of the nodes that ended inside the current one
};

/// Computes rectangles of a graph's nodes from a plan's tiles, on the calling thread.
class Evaluator : public TreeWalk<Evaluator>, public GraphPolicy<Arena&> {
  public:
    static constexpr bool planned = true;

    /// \param counters  one for each node, or null \param times  also receives the times of nodes; or null
    Evaluator(const Graph& graph, const Plan& plan, Arena& arena, std::stop_token stop,
              std::vector<NodeCounters>* counters = nullptr, OwnTimes* times = nullptr)
        : GraphPolicy(graph, std::move(stop), arena), plan_(plan), counters_(counters), times_(times) {}

    // The policy of the walk: the functions that TreeWalk calls.
    [[nodiscard]] static std::size_t slotBytes(std::size_t /*child*/, const Fetch& fetch) {
        return bytesOf(fetch.area);
    }
    [[nodiscard]] std::optional<ConstSamplesView> wholePiece(std::size_t child, const Fetch& fetch) const;
    [[nodiscard]] bool stored(std::size_t index) const { return node(index).residence != Residence::inlined; }
    void readStored(std::size_t index, const Rect& area, const SamplesView& out) const;
    /// Adds the time until its destruction to the node's counters and times. Reads no clock if there are
    /// none.
    class Counted {
      public:
        Counted(NodeCounters* counters, OwnTimes* times, std::size_t node, const Rect& area);
        Counted(const Counted&) = delete;
        Counted& operator=(const Counted&) = delete;
        ~Counted();

      private:
        NodeCounters* counters_;
        OwnTimes* times_;
        std::size_t node_;
        std::int64_t samples_;
        std::chrono::nanoseconds outer_{0};
        std::chrono::steady_clock::time_point started_;
    };
    [[nodiscard]] Counted count(std::size_t index, const Rect& area) const {
        return {counters_ == nullptr ? nullptr : &(*counters_)[index], times_, index, area};
    }

  private:
    const Plan& plan_;
    std::vector<NodeCounters>* counters_;
    OwnTimes* times_;
};

}  // namespace burin
