// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/geometry/rect.hpp"
#include "core/kernels/samples.hpp"
#include "core/tile/memory_budget.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <new>

namespace burin {

/// The identity of a subtree's samples, as a 128-bit cryptographic hash: equal hashes mean equal samples.
struct NodeHash {
    std::array<std::uint64_t, 2> words{};
    friend bool operator==(const NodeHash&, const NodeHash&) = default;
};

/// A tile's place in its node's grid.
struct TileIndex {
    std::int64_t x = 0;
    std::int64_t y = 0;
    friend bool operator==(const TileIndex&, const TileIndex&) = default;
};

/// The key of a tile in the cache. A folded node (one cell of its period) has only the index (0, 0).
struct TileKey {
    NodeHash node;
    int level = 0;  ///< one sample stands for 2^level x 2^level
    TileIndex index;
    std::int32_t side = 0;     ///< side of the grid; 0 for a folded node's cell
    bool provisional = false;  ///< approximate, only for previews
    friend bool operator==(const TileKey&, const TileKey&) = default;
};

/// Mixes two words into a hash value (the finaliser of splitmix64, Steele et al. 2014).
[[nodiscard]] inline std::uint64_t mixedHash(std::uint64_t a, std::uint64_t b) {
    std::uint64_t h = a ^ (b + 0x9E3779B97F4A7C15U + (a << 6U) + (a >> 2U));
    h = (h ^ (h >> 30U)) * 0xBF58476D1CE4E5B9U;
    h = (h ^ (h >> 27U)) * 0x94D049BB133111EBU;
    return h ^ (h >> 31U);
}

struct TileKeyHash {
    [[nodiscard]] std::size_t operator()(const TileKey& key) const {
        std::uint64_t h = mixedHash(key.node.words[0], static_cast<std::uint64_t>(key.index.x));
        h = mixedHash(h, static_cast<std::uint64_t>(key.index.y));
        return mixedHash(h, static_cast<std::uint64_t>(key.level * 2 + (key.provisional ? 1 : 0)) << 32U |
                                static_cast<std::uint32_t>(key.side));
    }
};

/// Frees memory from allocateAligned(); the word before the memory is the start of its block.
struct FreeDeleter {
    void operator()(void* memory) const { ::operator delete(static_cast<void**>(memory)[-1]); }
};

/// Uninitialised memory, aligned to 64 bytes.
using AlignedBytes = std::unique_ptr<std::byte[], FreeDeleter>;

/// Allocates plain memory and aligns inside it. aligned_alloc of glibc before 2.38 does not reuse freed
/// blocks of the same size, so a heap of tiles would grow to twice its budget.
/// \throws std::bad_alloc
[[nodiscard]] inline AlignedBytes allocateAligned(std::size_t bytes) {
    constexpr std::size_t alignment = 64;
    const std::size_t padded = (bytes + alignment - 1) / alignment * alignment;
    auto* block = static_cast<std::byte*>(::operator new(padded + alignment));
    std::byte* aligned = block + alignment - reinterpret_cast<std::uintptr_t>(block) % alignment;
    reinterpret_cast<void**>(aligned)[-1] = block;
    return AlignedBytes(aligned);
}

/// A rectangle of float samples of one node at one level. Written by one task; read-only once it is ready.
class Tile {
  public:
    /// \param area      the samples that it holds, in the node's frame
    /// \param reserved  Tile::bytes(area) of a budget, held while the tile lives
    Tile(const Rect& area, Reservation reserved)
        : area_(area), reserved_(std::move(reserved)), memory_(allocateAligned(sampleBytes(area))) {}

    /// Bytes of its samples and of the entries about it in plans and caches.
    [[nodiscard]] static std::size_t bytes(const Rect& area) {
        constexpr std::size_t notes = 512;
        return sampleBytes(area) + notes;
    }
    [[nodiscard]] std::size_t heldBytes() const { return bytes(area_); }
    [[nodiscard]] const Rect& area() const { return area_; }
    [[nodiscard]] SamplesView samples() {
        return {reinterpret_cast<float*>(memory_.get()), area_.width, area_.width, area_.height};
    }
    [[nodiscard]] ConstSamplesView samples() const {
        return {reinterpret_cast<const float*>(memory_.get()), area_.width, area_.width, area_.height};
    }

  private:
    static std::size_t sampleBytes(const Rect& area) {
        return (static_cast<std::size_t>(area.area()) * sizeof(float) + 63) / 64 * 64;
    }

    Rect area_;
    Reservation reserved_;
    AlignedBytes memory_;
};

}  // namespace burin
