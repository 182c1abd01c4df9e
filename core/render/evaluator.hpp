// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/render/backend.hpp"
#include "core/render/plan.hpp"

#include <cstring>
#include <memory>
#include <stop_token>
#include <vector>

namespace burin {

/// One thread's scratch memory: a stack of a size that was reserved beforehand.
class Arena final : public Scratch {
  public:
    /// Makes room for `bytes`; everything on the stack must have been popped. \throws std::bad_alloc
    void ensure(std::size_t bytes);
    [[nodiscard]] std::size_t capacity() const { return capacity_; }

    std::byte* allocate(std::size_t bytes) override;

    /// Pops on destruction what was allocated since.
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

/// Copies `area` of what repeats on the lattice `cell`, whose samples in one cell are `samples`.
void readCell(const Lattice& cell, ConstSamplesView samples, const Rect& area, const SamplesView& out);

/// Copies `piece` of a child to every place of `out`, the samples of `fetch`, that the edge maps into it.
/// Both are views of the same sample type.
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

/// Computes rectangles of a graph's nodes from a plan's tiles, on the calling thread.
class Evaluator {
  public:
    /// \param counters  one for each node, or empty
    Evaluator(const Graph& graph, const Plan& plan, Arena& arena, std::stop_token stop,
              std::vector<NodeCounters>* counters = nullptr)
        : graph_(graph), plan_(plan), arena_(arena), stop_(std::move(stop)), counters_(counters) {}

    /// The samples of `node` over `area`, whatever its residence; 0 outside its support.
    /// \throws Cancelled, and what its sources throw
    void read(std::size_t node, const Rect& area, const SamplesView& out);
    /// Computes `area`, which lies inside the node's support, by its reductions.
    void compute(std::size_t node, const Rect& area, const SamplesView& out);

  private:
    friend class LinkSource;

    void readTiles(std::size_t node, const Rect& area, const SamplesView& out) const;

    const Graph& graph_;
    const Plan& plan_;
    Arena& arena_;
    std::stop_token stop_;
    std::vector<NodeCounters>* counters_;
};

}  // namespace burin
