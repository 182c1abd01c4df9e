// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The common part of the ways to compute a profile. The mask is first converted to bits. The bits give, along
// each row, the distance to the nearest white sample of that row. These distances give, down each column, the
// smallest (row distance)^2 + dy^2. Rows and columns count from the first sample of the output.
//
// A warp processes 64 columns: each lane has the column of its number and the one 32 farther. The two fit the
// halves of one word, and a warp's stores fill whole sectors even if no row is aligned.

#include "gpu/kinds/form/device_kind.hpp"
#include "gpu/kinds/methods/profile_table.hpp"

namespace burin::gpu::profile {

inline constexpr int lanes = 32;
inline constexpr unsigned allLanes = 0xFFFFFFFF;
inline constexpr int wordBits = 32;
inline constexpr int columnsOfWarp = 2 * lanes;
/// Rows that a warp computes together, so that it loads the data of a row once for all of them.
inline constexpr int rowsOfWarp = 16;
/// The largest distance for which a window of fixed size is faster than a growing one.
inline constexpr int largestNearDistance = 31;

/// The white samples of a mask, 32 columns in a word, the leftmost one in the lowest bit.
struct WhiteBits {
    std::uint32_t* words = nullptr;
    int firstWord = 0;  ///< each stored row begins with this word; word w starts at column 32 * w
    int wordsOfRow = 0;
    int top = 0;
    int rows = 0;

    /// The word, or 0 outside of the stored words.
    [[nodiscard]] __device__ std::uint32_t word(int row, int w) const {
        const auto y = static_cast<unsigned>(row - top);
        const auto x = static_cast<unsigned>(w - firstWord);
        if (y >= static_cast<unsigned>(rows) || x >= static_cast<unsigned>(wordsOfRow)) return 0;
        return words[y * static_cast<unsigned>(wordsOfRow) + x];
    }
};

/// The number of zeros above the highest set bit; the largest number if no bit is set. Unlike clz, this takes
/// one instruction.
__device__ inline unsigned zerosAbove(std::uint32_t word) {
    unsigned zeros;
    asm("bfind.shiftamt.u32 %0, %1;" : "=r"(zeros) : "r"(word));
    return zeros;
}

/// Stores the samples of a warp's columns and rowsOfWarp rows that lie inside `out`.
///
/// \param pair  of row r: the values at the lane's two columns
template <class Pair>
__device__ void storeRows(const DeviceSamples& out, int firstColumn, int lane, int firstRow, Pair pair) {
    const auto width = static_cast<int>(out.width);
    const auto height = static_cast<int>(out.height);
    const int x = firstColumn + lane;
    float* at = out.row(firstRow) + x;
    if (firstColumn + columnsOfWarp <= width && firstRow + rowsOfWarp <= height) {
#pragma unroll
        for (int r = 0; r < rowsOfWarp; ++r, at += out.stride) {
            const float2 values = pair(r);
            __stcs(at, values.x);
            __stcs(at + lanes, values.y);
        }
        return;
    }
#pragma unroll
    for (int r = 0; r < rowsOfWarp; ++r, at += out.stride) {
        const float2 values = pair(r);
        if (x < width && firstRow + r < height) __stcs(at, values.x);
        if (x + lanes < width && firstRow + r < height) __stcs(at + lanes, values.y);
    }
}

/// For distances up to largestNearDistance: computes the output from bits in one kernel.
void nearProfile(cudaStream_t cudaStream, const WhiteBits& bits, const ProfileTable& table,
                 DeviceSamples out);

/// For any distance up to 1023: first stores the row distances of all rows.
void farProfile(cudaStream_t cudaStream, const WhiteBits& bits, const ProfileTable& table, DeviceSamples out,
                DeviceScratch& scratch);
[[nodiscard]] std::size_t farScratchBytes(std::int64_t distanceMaxPx, const Rect& mask, Size out);

}  // namespace burin::gpu::profile
