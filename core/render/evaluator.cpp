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

void clearView(const SamplesView& view) {
    for (std::int64_t y = 0; y < view.height; ++y) {
        std::memset(view.row(y), 0, static_cast<std::size_t>(view.width) * sizeof(float));
    }
}

void copyRow(float* to, const float* from, std::int64_t count) {
    std::memcpy(to, from, static_cast<std::size_t>(count) * sizeof(float));
}

}  // namespace

void HostPolicy::clear(const SamplesView& out) {
    clearView(out);
}

void HostPolicy::clearAround(const SamplesView& out, const Rect& area, const Rect& inside) {
    const std::int64_t left = inside.x - area.x;
    const std::int64_t top = inside.y - area.y;
    clearView(out.part(0, 0, area.width, top));
    clearView(out.part(0, top + inside.height, area.width, area.height - top - inside.height));
    clearView(out.part(0, top, left, inside.height));
    clearView(out.part(left + inside.width, top, area.width - left - inside.width, inside.height));
}

void HostPolicy::sweep(const Operation& operation, std::span<const LinkShape> links, const SamplesView& out) {
    const float dust = operation.dust(links);
    for (std::int64_t y = 0; dust > 0 && y < out.height; ++y)
        pointwiseKernels().sanitise(out.row(y), dust, out.width);
}

/// The samples if a single stored tile holds the whole fetch. Every fetch begins here, so each can be
/// stopped.
std::optional<ConstSamplesView> Evaluator::wholePiece(std::size_t index, const Fetch& fetch) const {
    const GraphNode& child = node(index);
    const Rect& area = fetch.area;
    if (stopRequested()) throw Cancelled();
    if (child.residence != Residence::tiles || !child.support.clip(area).contains(area)) return {};
    const std::int64_t side = graph_.tileSide;
    const TileIndex place{floorDiv(area.x, side), floorDiv(area.y, side)};
    const Rect square{place.x * side, place.y * side, side, side};
    if (!square.contains(area)) return {};
    const Tile& tile = *plan_.tileAt(index, place).tile;
    return tile.samples().part(area.x - tile.area().x, area.y - tile.area().y, area.width, area.height);
}

void Evaluator::readStored(std::size_t index, const Rect& area, const SamplesView& out) const {
    if (node(index).residence == Residence::cell)
        return readCell(node(index).cell, plan_.tileAt(index, {0, 0}).tile->samples(), area, out);
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

Evaluator::Counted::Counted(NodeCounters* counters, OwnTimes* times, std::size_t node, const Rect& area)
    : counters_(counters), times_(times), node_(node), samples_(area.area()) {
    if (times_ != nullptr) outer_ = times_->begin();
    if (counters_ != nullptr || times_ != nullptr) started_ = std::chrono::steady_clock::now();
}

Evaluator::Counted::~Counted() {
    if (counters_ == nullptr && times_ == nullptr) return;
    const std::chrono::nanoseconds spent = std::chrono::steady_clock::now() - started_;
    if (times_ != nullptr) times_->end(node_, samples_, outer_, spent);
    if (counters_ == nullptr) return;
    counters_->samples += static_cast<std::uint64_t>(samples_);
    counters_->nanoseconds += static_cast<std::uint64_t>(spent.count());
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
