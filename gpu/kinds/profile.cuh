// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What the ways to compute a profile share. A mask becomes bits first. Then, in each row, comes the distance
// to the nearest white sample of that row, from bits; then, down each column, the smallest
// (row distance)^2 + dy^2. Rows and columns count from the first sample of the output.
//
// A warp takes 64 columns: each lane that of its number and the one 32 farther, so that both are one word of
// two halves, and stores of a warp are whole even where no row starts aligned.

#include "gpu/kinds/profile.hpp"

namespace burin::gpu::profile {

inline constexpr int lanes = 32;
inline constexpr unsigned allLanes = 0xFFFFFFFF;
inline constexpr int wordBits = 32;
inline constexpr int columnsOfWarp = 2 * lanes;
/// Rows that a warp computes together: what it loads of a row serves all of them.
inline constexpr int rowsOfWarp = 16;
/// The largest distance for which a window of fixed size is faster than one that grows.
inline constexpr int largestNearDistance = 31;

/// A mask's white samples, 32 columns a word, the leftmost one its lowest bit.
struct WhiteBits {
    std::uint32_t* words = nullptr;
    int firstWord = 0;  ///< the stored words of a row begin with this one; word w starts at column 32 * w
    int wordsOfRow = 0;
    int top = 0;
    int rows = 0;

    /// 0 where nothing is stored.
    [[nodiscard]] __device__ std::uint32_t word(int row, int w) const {
        const auto y = static_cast<unsigned>(row - top);
        const auto x = static_cast<unsigned>(w - firstWord);
        if (y >= static_cast<unsigned>(rows) || x >= static_cast<unsigned>(wordsOfRow)) return 0;
        return words[y * static_cast<unsigned>(wordsOfRow) + x];
    }
};

/// How many zeros lie above the highest set bit; the largest number where none is set, which makes it one
/// instruction, unlike clz.
__device__ inline unsigned zerosAbove(std::uint32_t word) {
    unsigned zeros;
    asm("bfind.shiftamt.u32 %0, %1;" : "=r"(zeros) : "r"(word));
    return zeros;
}

/// Stores the samples of a warp's columns and rowsOfWarp rows, as far as they lie inside of `out`.
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

/// For distances up to largestNearDistance: from bits to the output in one kernel.
void nearProfile(cudaStream_t stream, const WhiteBits& bits, const ProfileTable& table, DeviceSamples out);

/// For any distance up to 1023: the row distances of all rows are stored first.
void farProfile(cudaStream_t stream, const WhiteBits& bits, const ProfileTable& table, DeviceSamples out,
                DeviceScratch& scratch);
[[nodiscard]] std::size_t farScratchBytes(std::int64_t distanceMaxPx, const Rect& mask, Size out);

}  // namespace burin::gpu::profile
