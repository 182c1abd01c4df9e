// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gpu/device/cuda_stream.hpp"
#include "gpu/kinds/outlines/device_outline.hpp"

#include <cstddef>
#include <cstdint>

namespace burin::gpu {

/// Hands out parts of memory, aligned like device memory.
class MemoryParts {
  public:
    explicit MemoryParts(std::byte* memory) : next_(memory) {}
    template <class T>
    [[nodiscard]] T* take(std::int64_t count) {
        T* const part = reinterpret_cast<T*>(next_);
        next_ += bytes<T>(count);
        return part;
    }
    template <class T>
    [[nodiscard]] static std::size_t bytes(std::int64_t count) {
        return (static_cast<std::size_t>(count) * sizeof(T) + 255) / 256 * 256;
    }

  private:
    std::byte* next_;
};

/// An edge in the list of a tile, and the neighbouring tile that it comes from, seen from its first end. All
/// tiles that it meets form a chain of such neighbours.
struct ListedEdge {
    enum From : std::uint32_t { nowhere, above, left, right };
    static constexpr int edgeBits = 30;

    std::uint32_t bits = 0;

#ifdef __CUDACC__
    __device__ static ListedEdge of(std::uint32_t edge, From from) {
        return {edge | from << edgeBits};
    }
    [[nodiscard]] __device__ std::uint32_t edge() const {
        return bits & ((1U << edgeBits) - 1);
    }
    [[nodiscard]] __device__ From from() const {
        return static_cast<From>(bits >> edgeBits);
    }
#endif
};
static_assert(mostOutlineEdges < std::size_t{1} << ListedEdge::edgeBits);

/// For each tile, the edges that meet or touch it, in any order.
struct TileLists {
    const std::uint32_t* counts = nullptr;  ///< number of entries of each tile, row by row
    const std::uint32_t* ends = nullptr;    ///< the end of each tile's entries
    const ListedEdge* entries = nullptr;
    /// For each tile, the changes by the edges that cross the upper border of its row between the previous
    /// tile and this one; null if they are not needed.
    std::int32_t* corners = nullptr;
};

enum class TileCorners { unwanted, wanted };

[[nodiscard]] std::size_t tileListBytes(const OutlineTiles& tiles, const EdgeUnits& units,
                                        TileCorners corners = TileCorners::unwanted);

/// Makes the lists in tileListBytes() of `memory`. Queued on `cudaStream`.
///
/// \param units  of the outline, for these tiles
[[nodiscard]] TileLists makeTileLists(cudaStream_t cudaStream, const DeviceOutline& outline,
                                      const OutlineTiles& tiles, const EdgeUnits& units, MemoryParts& memory,
                                      TileCorners corners = TileCorners::unwanted);

}  // namespace burin::gpu
