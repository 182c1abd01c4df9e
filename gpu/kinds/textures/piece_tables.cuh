// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The tables of a curve in pieces, as kernels read them in device memory.

#include "gpu/kinds/textures/pieces.hpp"

#include <cstddef>
#include <cstdint>

namespace burin::gpu::pieces {

inline constexpr int samplesOfVector = 4;
inline constexpr int mostPieces = DevicePieces::mostPieces;
inline constexpr std::uint32_t mostBuckets = 8192;
/// A bucket has 2^partBits parts.
inline constexpr int partBits = 10;
inline constexpr std::uint32_t parts = 1U << partBits;
/// The number of a piece is above this many bits of a bucket's word.
inline constexpr int pieceBits = 16;

/// The data of a piece are in two tables, because lanes that read at random conflict least if each reads a
/// word or two at a time.
struct PieceTables {
    const DevicePieces::Start* starts;
    const float* slopes;
    const DevicePieces::Bend* bends;
    const std::uint32_t* buckets;
    int pieceCount;   ///< a multiple of 4; pieces after the last one are never used
    int bucketCount;  ///< a multiple of 4
    float first;
    float final;
    float scale;

    [[nodiscard]] std::size_t bytes(bool curved) const {
        const std::size_t ofPiece =
            sizeof(DevicePieces::Start) + sizeof(float) + (curved ? sizeof(DevicePieces::Bend) : 0);
        return static_cast<std::size_t>(pieceCount) * ofPiece +
               static_cast<std::size_t>(bucketCount) * sizeof(std::uint32_t);
    }
};

}  // namespace burin::gpu::pieces
