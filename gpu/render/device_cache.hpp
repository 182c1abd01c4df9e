// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tile/pinned_tiles.hpp"
#include "gpu/device/cuda_stream.hpp"
#include "gpu/device/heap.hpp"

#include <cstddef>
#include <cstdint>

namespace burin::gpu {

/// Samples of a node in a device's memory: float, std::uint16_t or std::uint8_t.
struct DevicePiece {
    Rect area;
    int bits = 32;  ///< bits of a sample; \see Operation::bits
    DeviceHeap::Block block;

    /// \pre T has `bits` bits
    template <class T>
    [[nodiscard]] DeviceView<T> view() const {
        return alignedView(reinterpret_cast<T*>(block.data()), area.width, area.height);
    }
    /// A view of `part` of the area.
    template <class T>
    [[nodiscard]] DeviceView<T> view(const Rect& part) const {
        return view<T>().part(part.x - area.x, part.y - area.y, part.width, part.height);
    }
    [[nodiscard]] static std::size_t bytes(const Rect& area, int bits) {
        return bits == 8    ? alignedBytes<std::uint8_t>(area.width, area.height)
               : bits == 16 ? alignedBytes<std::uint16_t>(area.width, area.height)
                            : alignedBytes<float>(area.width, area.height);
    }
};

/// A stored tile with as few bits as its samples need. Written on one CUDA stream; read-only after its event.
struct DeviceTile : DevicePiece {
    Event written;

    [[nodiscard]] std::size_t heldBytes() const { return block.bytes(); }
};

/// The tiles in a card's memory. The claimer of a tile queues its computation without waiting, so others wait
/// for a claimed tile only for microseconds. Destroy a pin only after the work that reads its tile has ended.
using DeviceCache = PinnedTiles<DeviceTile>;

}  // namespace burin::gpu
