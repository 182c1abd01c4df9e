// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/render/evaluator.hpp"

#include "core/kernels/pointwise_kernels.hpp"

#include <algorithm>
#include <chrono>
#include <cstring>

namespace burin {

void Arena::ensure(std::size_t bytes) {
    if (bytes <= capacity_) return;
    memory_.reset();
    capacity_ = 0;
    memory_ = allocateAligned(bytes);
    capacity_ = bytes;
}

std::byte* Arena::allocate(std::size_t bytes) {
    const std::size_t wanted = padded(bytes);
    if (wanted > capacity_ - used_)
        throw std::logic_error("a task takes more scratch memory than was planned");
    std::byte* memory = memory_.get() + used_;
    used_ += wanted;
    return memory;
}

namespace {

void clear(const SamplesView& view) {
    for (std::int64_t y = 0; y < view.height; ++y) {
        std::memset(view.row(y), 0, static_cast<std::size_t>(view.width) * sizeof(float));
    }
}

/// Clears what lies around `inside` in a view that covers `area`.
void clearAround(const SamplesView& view, const Rect& area, const Rect& inside) {
    const std::int64_t left = inside.x - area.x;
    const std::int64_t top = inside.y - area.y;
    clear(view.part(0, 0, area.width, top));
    clear(view.part(0, top + inside.height, area.width, area.height - top - inside.height));
    clear(view.part(0, top, left, inside.height));
    clear(view.part(left + inside.width, top, area.width - left - inside.width, inside.height));
}

void copyRow(float* to, const float* from, std::int64_t count) {
    std::memcpy(to, from, static_cast<std::size_t>(count) * sizeof(float));
}

SamplesView viewOf(std::byte* memory, const Rect& area) {
    return {reinterpret_cast<float*>(memory), area.width, area.width, area.height};
}

std::size_t samplesBytes(const Rect& area) {
    return static_cast<std::size_t>(area.area()) * sizeof(float);
}

}  // namespace

/// The child of one link while it is reduced: one slot of scratch memory that every fetch uses anew.
class LinkSource final : public ChildSource {
  public:
    LinkSource(Evaluator& evaluator, std::size_t parent, std::size_t link, const Rect& area)
        : evaluator_(evaluator), child_(evaluator.graph_.nodes[parent].children[link]) {
        const GraphNode& node = evaluator.graph_.nodes[parent];
        std::vector<Fetch> fetches;
        node.operation->fetches(node.links, link, area, fetches);
        std::size_t slot = 0;
        for (const Fetch& fetch : fetches)
            slot = std::max(slot, samplesBytes(fetch.area));
        slotBytes_ = slot;
        slot_ = evaluator.arena_.allocate(slot);
    }

    ConstSamplesView fetch(const Fetch& fetch) override {
        const GraphNode& child = evaluator_.graph_.nodes[child_];
        if (const Tile* tile = wholeTile(child, fetch.area)) {
            const Rect& held = tile->area();
            return tile->samples().part(fetch.area.x - held.x, fetch.area.y - held.y, fetch.area.width,
                                        fetch.area.height);
        }
        if (samplesBytes(fetch.area) > slotBytes_) {
            throw std::logic_error("a fetch of '" + child.name + "' is larger than was planned");
        }
        const SamplesView out = viewOf(slot_, fetch.area);
        const Arena::Frame frame(evaluator_.arena_);
        if (continuesEdge(fetch, child.extent)) {
            continueEdge(fetch, child.extent.rect(), out);
        } else {
            evaluator_.read(child_, fetch.area, out);
        }
        return out;
    }

  private:
    /// The stored tile that alone holds all of `area`, if there is one.
    [[nodiscard]] const Tile* wholeTile(const GraphNode& child, const Rect& area) const {
        if (child.residence != Residence::tiles || !child.support.clip(area).contains(area)) return nullptr;
        const std::int64_t side = evaluator_.graph_.tileSide;
        const TileIndex index{floorDiv(area.x, side), floorDiv(area.y, side)};
        const Rect tile{index.x * side, index.y * side, side, side};
        return tile.contains(area) ? evaluator_.plan_.tileAt(child_, index).tile : nullptr;
    }

    void continueEdge(const Fetch& fetch, const Rect& extent, const SamplesView& out) {
        const EdgePieces pieces(fetch, extent);
        for (int r = 0; r < pieces.rowCount; ++r) {
            for (int c = 0; c < pieces.columnCount; ++c) {
                const Rect piece = pieces.rect(r, c);
                const Arena::Frame frame(evaluator_.arena_);
                const SamplesView source = viewOf(evaluator_.arena_.allocate(samplesBytes(piece)), piece);
                evaluator_.read(child_, piece, source);
                spreadPiece(fetch, extent, piece, source, out);
            }
        }
    }

    Evaluator& evaluator_;
    std::size_t child_;
    std::byte* slot_ = nullptr;
    std::size_t slotBytes_ = 0;
};

void Evaluator::read(std::size_t index, const Rect& area, const SamplesView& out) {
    const GraphNode& node = graph_.nodes[index];
    const Rect inside = node.support.clip(area);
    if (inside.empty()) return clear(out);
    if (inside != area) clearAround(out, area, inside);
    const SamplesView part = out.part(inside.x - area.x, inside.y - area.y, inside.width, inside.height);
    switch (node.residence) {
        case Residence::inlined:
            return compute(index, inside, part);
        case Residence::tiles:
            return readTiles(index, inside, part);
        case Residence::cell:
            return readCell(node.cell, plan_.tileAt(index, {0, 0}).tile->samples(), inside, part);
    }
}

void Evaluator::compute(std::size_t index, const Rect& area, const SamplesView& out) {
    if (stop_.stop_requested()) throw Cancelled();
    const auto started = std::chrono::steady_clock::now();
    const GraphNode& node = graph_.nodes[index];
    const Operation& operation = *node.operation;
    const Arena::Frame frame(arena_);
    const std::size_t stateBytes = operation.stateBytes(area);
    operation.prepare(stop_);
    std::byte* state = arena_.allocate(stateBytes);
    std::memset(state, 0, stateBytes);
    operation.begin(node.links, area, out);
    for (std::size_t i = 0; i < node.links.size(); ++i) {
        const Arena::Frame linkFrame(arena_);
        LinkSource child(*this, index, i, area);
        operation.reduce({area, node.links[i], node.links, i, out, child, arena_, state});
    }
    if (const float dust = operation.dust(node.links); dust > 0) {
        for (std::int64_t y = 0; y < out.height; ++y)
            pointwiseKernels().sanitise(out.row(y), dust, out.width);
    }
    if (counters_ != nullptr) {
        const auto spent = std::chrono::steady_clock::now() - started;
        NodeCounters& counters = (*counters_)[index];
        counters.samples += static_cast<std::uint64_t>(area.area());
        counters.nanoseconds +=
            static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::nanoseconds>(spent).count());
    }
}

void Evaluator::readTiles(std::size_t index, const Rect& area, const SamplesView& out) const {
    const std::int64_t side = graph_.tileSide;
    for (std::int64_t y = floorDiv(area.y, side); y <= floorDiv(area.bottom() - 1, side); ++y) {
        for (std::int64_t x = floorDiv(area.x, side); x <= floorDiv(area.right() - 1, side); ++x) {
            const Tile& tile = *plan_.tileAt(index, {x, y}).tile;
            const Rect& held = tile.area();
            const Rect common = intersection(area, held);
            for (std::int64_t row = common.y; row < common.bottom(); ++row) {
                copyRow(out.row(row - area.y) + (common.x - area.x),
                        tile.samples().row(row - held.y) + (common.x - held.x), common.width);
            }
        }
    }
}

void readCell(const Lattice& cell, ConstSamplesView samples, const Rect& area, const SamplesView& out) {
    for (std::int64_t y = 0; y < area.height; ++y) {
        const Point start = cell.fold({area.x, area.y + y});
        const float* from = samples.row(start.y);
        float* to = out.row(y);
        std::int64_t done = std::min(area.width, cell.width - start.x);
        copyRow(to, from + start.x, done);
        while (done < area.width) {
            const std::int64_t count = std::min(area.width - done, cell.width);
            copyRow(to + done, from, count);
            done += count;
        }
    }
}

}  // namespace burin
