// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/render/device_evaluator.hpp"

#include "gpu/kinds/form/pointwise.hpp"
#include "gpu/kinds/methods/cell.hpp"
#include "gpu/kinds/methods/edges.hpp"

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
            place->tile->written.holdBack(cudaStream_);
        }
        if (counters_ != nullptr)
            ++(ready ? (*counters_)[place->node].hits : (*counters_)[place->node].tiles);
    }
}

void DeviceEvaluator::store(DevicePlace& place) {
    DeviceCache::Entry* entry = place.pin.entry();
    place.tile = cache_.claimOrWait(entry);
    if (place.tile != nullptr) {
        place.block = {};  // another thread was faster
        return;
    }
    std::unique_ptr<DeviceTile> tile;
    try {
        tile = std::make_unique<DeviceTile>();
        tile->area = place.area;
        tile->bits = place.bits;
        tile->block = std::move(place.block);
        fill(*tile, place);
        tile->written.record(cudaStream_);
        place.tile = cache_.publish(entry, std::move(tile));
    } catch (...) {
        if (tile) place.block = std::move(tile->block);  // queued work still writes to it
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
            narrowSamples(cudaStream_, piece.view<std::uint8_t>(part), samples);
        } else {
            narrowSamples(cudaStream_, piece.view<std::uint16_t>(part), samples);
        }
    }
}

std::byte* DeviceEvaluator::zeroed(std::size_t bytes) {
    std::byte* const state = scratch_.allocate(bytes);
    if (bytes > 0) check(cudaMemsetAsync(state, 0, bytes, cudaStream_));
    return state;
}

std::optional<ConstDeviceSamples> DeviceEvaluator::wholePiece(std::size_t child, const Fetch& fetch) const {
    const DevicePlace* const place = plan_.wholePiece(child, fetch);
    if (place == nullptr) return {};
    return place->piece().view<const float>(fetch.area);
}

void DeviceEvaluator::clear(const DeviceSamples& out) {
    fillSamples(cudaStream_, out, 0);
}

void DeviceEvaluator::clearAround(const DeviceSamples& out, const Rect& area, const Rect& inside) {
    gpu::clearAround(cudaStream_, out, area, inside);
}

void DeviceEvaluator::spread(const Fetch& fetch, const Rect& extent, const Rect& piece,
                             const DeviceSamples& source, const DeviceSamples& out) {
    spreadEdge(cudaStream_, fetch, extent, piece, source, out);
}

bool DeviceEvaluator::count(std::size_t index, const Rect& area) {
    if (counters_ != nullptr) (*counters_)[index].samples += static_cast<std::uint64_t>(area.area());
    return counters_ != nullptr;
}

void DeviceEvaluator::readStored(std::size_t index, const Rect& area, const DeviceSamples& out) {
    for (const DevicePlace* place : plan_.placesOf(index, area)) {
        const DevicePiece& piece = place->piece();
        if (graph_[index].storage == Storage::cell)
            return readCell(cudaStream_, piece.view<const float>(), graph_[index].node->cell, area, out);
        const Rect common = intersection(area, piece.area);
        const auto part = out.part(common.x - area.x, common.y - area.y, common.width, common.height);
        if (piece.bits == 8) {
            widenSamples(cudaStream_, part, piece.view<const std::uint8_t>(common));
        } else if (piece.bits == 16) {
            widenSamples(cudaStream_, part, piece.view<const std::uint16_t>(common));
        } else {
            copySamples(cudaStream_, part, piece.view<const float>(common));
        }
    }
}

}  // namespace burin::gpu
