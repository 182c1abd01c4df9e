// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/render/device_evaluator.hpp"

#include "gpu/kinds/cell.hpp"
#include "gpu/kinds/edges.hpp"
#include "gpu/kinds/pointwise.hpp"

#include <algorithm>
#include <stdexcept>

namespace burin::gpu {

std::byte* ScratchStack::allocate(std::size_t bytes) {
    const std::size_t wanted = padded(bytes);
    if (wanted > bytes_ - used_)
        throw std::logic_error("a request takes more device memory than was planned");
    std::byte* memory = data_ + used_;
    used_ += wanted;
    return memory;
}

/// The child of one link while it is reduced: one slot of scratch memory that every fetch uses anew.
class LinkChild final : public DeviceChild {
  public:
    LinkChild(DeviceEvaluator& evaluator, std::size_t parent, std::size_t link, const Rect& area)
        : evaluator_(evaluator), child_(evaluator.graph_[parent].node->children[link]) {
        const DeviceNode& node = evaluator.graph_[parent];
        std::vector<Fetch> fetches;
        node.operation->fetches(node.node->links, link, area, fetches);
        for (const Fetch& fetch : fetches)
            slotBytes_ = std::max(slotBytes_, evaluator.plan_.slotBytes(child_, fetch));
        slot_ = evaluator.scratch_.allocate(slotBytes_);
    }

    ConstDeviceSamples fetch(const Fetch& fetch) override {
        const Rect& area = fetch.area;
        if (const DevicePlace* place = evaluator_.plan_.wholePiece(child_, fetch))
            return place->piece().view<const float>(area);
        if (alignedBytes<float>(area.width, area.height) > slotBytes_) {
            throw std::logic_error("a fetch of '" + evaluator_.graph_[child_].node->name +
                                   "' is larger than was planned");
        }
        const DeviceSamples out = alignedView(reinterpret_cast<float*>(slot_), area.width, area.height);
        const ScratchStack::Frame frame(evaluator_.scratch_);
        const Extent& extent = evaluator_.graph_[child_].node->extent;
        if (continuesEdge(fetch, extent)) {
            continueEdge(fetch, extent.rect(), out);
        } else {
            evaluator_.read(child_, area, out);
        }
        return out;
    }

    void read(const Rect& area, DeviceSamples out) override {
        const ScratchStack::Frame frame(evaluator_.scratch_);
        evaluator_.read(child_, area, out);
    }

  private:
    void continueEdge(const Fetch& fetch, const Rect& extent, const DeviceSamples& out) {
        const EdgePieces pieces(fetch, extent);
        for (int r = 0; r < pieces.rowCount; ++r) {
            for (int c = 0; c < pieces.columnCount; ++c) {
                const Rect piece = pieces.rect(r, c);
                const ScratchStack::Frame frame(evaluator_.scratch_);
                const auto source = evaluator_.scratch_.samples<float>(piece.width, piece.height);
                evaluator_.read(child_, piece, source);
                spreadEdge(evaluator_.stream_, fetch, extent, piece, source, out);
            }
        }
    }

    DeviceEvaluator& evaluator_;
    std::size_t child_;
    std::size_t slotBytes_ = 0;
    std::byte* slot_ = nullptr;
};

void DeviceEvaluator::computePlaces() {
    for (DevicePlace* place : plan_.placesInOrder()) {
        const bool ready = place->tile != nullptr;
        if (place->own) {
            place->own->area = place->area;
            place->own->block = std::move(place->block);
            place->holding.emplace(cache_, graph_[place->node].node->hash, place->own->block.bytes());
            fill(*place->own, *place);
        } else {
            if (!ready) store(*place);
            place->tile->written.holdBack(stream_);
        }
        if (counters_ != nullptr)
            ++(ready ? (*counters_)[place->node].hits : (*counters_)[place->node].tiles);
    }
}

void DeviceEvaluator::store(DevicePlace& place) {
    DeviceCache::Entry* entry = place.pin.entry();
    place.tile = cache_.claim(entry);
    if (place.tile != nullptr) {
        place.block = {};  // somebody else was faster
        return;
    }
    std::unique_ptr<DeviceTile> tile;
    try {
        tile = std::make_unique<DeviceTile>();
        tile->area = place.area;
        tile->bits = place.bits;
        tile->block = std::move(place.block);
        fill(*tile, place);
        tile->written.record(stream_);
        place.tile = cache_.publish(entry, std::move(tile));
    } catch (...) {
        if (tile) place.block = std::move(tile->block);  // what is queued still writes to it
        cache_.abandon(entry);
        throw;
    }
}

void DeviceEvaluator::fill(const DevicePiece& piece, const DevicePlace& place) {
    for (const Rect& part : DevicePlan::partsOf(place)) {
        if (piece.bits == 32) {
            compute(place.node, part, piece.view<float>(part));
            continue;
        }
        const ScratchStack::Frame frame(scratch_);
        const auto samples = scratch_.samples<float>(part.width, part.height);
        compute(place.node, part, samples);
        if (piece.bits == 8) {
            narrowSamples(stream_, piece.view<std::uint8_t>(part), samples);
        } else {
            narrowSamples(stream_, piece.view<std::uint16_t>(part), samples);
        }
    }
}

void DeviceEvaluator::read(std::size_t index, const Rect& area, const DeviceSamples& out) {
    const GraphNode& node = *graph_[index].node;
    const Rect inside = node.support.clip(area);
    if (inside.empty()) return fillSamples(stream_, out, 0);
    if (inside != area) clearAround(stream_, out, area, inside);
    const DeviceSamples part = out.part(inside.x - area.x, inside.y - area.y, inside.width, inside.height);
    if (graph_[index].storage == Storage::inlined) {
        compute(index, inside, part);
    } else {
        readStored(index, inside, part);
    }
}

void DeviceEvaluator::readStored(std::size_t index, const Rect& area, const DeviceSamples& out) {
    for (const DevicePlace* place : plan_.placesOf(index, area)) {
        const DevicePiece& piece = place->piece();
        if (graph_[index].storage == Storage::cell)
            return readCell(stream_, piece.view<const float>(), graph_[index].node->cell, area, out);
        const Rect common = intersection(area, piece.area);
        const auto part = out.part(common.x - area.x, common.y - area.y, common.width, common.height);
        if (piece.bits == 8) {
            widenSamples(stream_, part, piece.view<const std::uint8_t>(common));
        } else if (piece.bits == 16) {
            widenSamples(stream_, part, piece.view<const std::uint16_t>(common));
        } else {
            copySamples(stream_, part, piece.view<const float>(common));
        }
    }
}

void DeviceEvaluator::compute(std::size_t index, const Rect& area, const DeviceSamples& out) {
    if (stop_.stop_requested()) throw Cancelled();
    const GraphNode& node = *graph_[index].node;
    const DeviceOperation& operation = *graph_[index].operation;
    const ScratchStack::Frame frame(scratch_);
    const std::size_t stateBytes = operation.stateBytes(area);
    std::byte* state = scratch_.allocate(stateBytes);
    if (stateBytes > 0) check(cudaMemsetAsync(state, 0, stateBytes, stream_));
    operation.begin(stream_, node.links, area, out);
    for (std::size_t i = 0; i < node.links.size(); ++i) {
        const ScratchStack::Frame linkFrame(scratch_);
        LinkChild child(*this, index, i, area);
        operation.reduce({stream_, area, node.links[i], node.links, i, out, child, scratch_, state});
    }
    if (counters_ != nullptr) (*counters_)[index].samples += static_cast<std::uint64_t>(area.area());
}

}  // namespace burin::gpu
