// SPDX-License-Identifier: GPL-3.0-or-later

// A tile's rows, and the surrounding rows that its columns reach, are kept in shared memory as squared row
// distances, two in the 16-bit halves of a word. The window along the columns has a fixed size, so that it is
// completely unrolled. It may be larger than D, because distances beyond D have no effect.

#include "gpu/kinds/methods/profile.cuh"

namespace burin::gpu::profile {

namespace {

constexpr int warps = 4;
constexpr int nearProfileThreads = warps * lanes;
constexpr int tileHeight = 128;

template <int reach>
struct WordTile {
    static constexpr int rows = tileHeight + 2 * reach;
    uint4 words[rows];  ///< each row's two words, and one word on each side
    uint4 reversed[rows];
    std::uint32_t squares[rows][lanes];
    float table[reach * reach + 1];
};

/// \return whether any sample is white
template <int reach>
__device__ bool loadWords(WordTile<reach>& tile, const WhiteBits& bits, int firstWord, int firstRow) {
    constexpr int wordsOfRow = 4;
    auto* words = reinterpret_cast<std::uint32_t*>(tile.words);
    auto* reversed = reinterpret_cast<std::uint32_t*>(tile.reversed);
    const int w = firstWord + static_cast<int>(threadIdx.x) % wordsOfRow;
    bool any = false;
    for (int i = static_cast<int>(threadIdx.x); i < tile.rows * wordsOfRow; i += nearProfileThreads) {
        const std::uint32_t word = bits.word(firstRow + i / wordsOfRow, w);
        words[i] = word;
        reversed[i] = __brev(word);
        any |= word != 0;
    }
    return __syncthreads_or(any);
}

/// The distance to the nearest white column, from 31 columns before column `lane` of `own` to 31 after it.
__device__ unsigned rowDistance(int lane, std::uint32_t before, std::uint32_t own, std::uint32_t reversedOwn,
                                std::uint32_t reversedAfter) {
    return zerosAbove(__funnelshift_l(before, own, wordBits - 1 - lane) |
                      __funnelshift_l(reversedAfter, reversedOwn, lane));
}

template <int reach>
__device__ void squareRowDistances(WordTile<reach>& tile, int warp, int lane) {
    constexpr unsigned farther = reach + 1;
    for (int row = warp; row < tile.rows; row += warps) {
        const uint4 word = tile.words[row];
        const uint4 reversed = tile.reversed[row];
        const unsigned left = min(rowDistance(lane, word.x, word.y, reversed.y, reversed.z), farther);
        const unsigned right = min(rowDistance(lane, word.y, word.z, reversed.z, reversed.w), farther);
        tile.squares[row][lane] = left * left + (right << 8) * (right << 8);
    }
}

/// The smallest squared distances in rowsOfWarp rows. `squares` points to the squares of the lane, `reach`
/// rows above the first row.
template <int reach>
__device__ void leastSquares(const std::uint32_t* squares, int farthest, std::uint32_t (&least)[rowsOfWarp]) {
#pragma unroll
    for (int r = 0; r < rowsOfWarp; ++r)
        least[r] = static_cast<unsigned>(farthest) * 0x10001U;
#pragma unroll
    for (int k = 0; k < rowsOfWarp + 2 * reach; ++k) {
        const std::uint32_t square = squares[k * lanes];
#pragma unroll
        for (int r = 0; r < rowsOfWarp; ++r) {
            const int dy = k - reach - r;
            if (dy >= -reach && dy <= reach)
                least[r] = __viaddmin_u16x2(square, static_cast<unsigned>(dy * dy) * 0x10001U, least[r]);
        }
    }
}

template <int reach>
__global__ void __launch_bounds__(nearProfileThreads)
    nearKernel(WhiteBits bits, ProfileTable table, DeviceSamples out) {
    __shared__ WordTile<reach> tile;
    const int lane = static_cast<int>(threadIdx.x) % lanes;
    const int warp = static_cast<int>(threadIdx.x) / lanes;
    const int firstColumn = static_cast<int>(blockIdx.x) * columnsOfWarp;
    const int firstRow = static_cast<int>(blockIdx.y) * tileHeight;
    const int farthest = table.distanceMaxPx * table.distanceMaxPx;
    for (int a = static_cast<int>(threadIdx.x); a <= farthest; a += nearProfileThreads)
        tile.table[a] = __ldg(table.values + a);
    const bool any = loadWords(tile, bits, firstColumn / wordBits - 1, firstRow - reach);
    if (any) squareRowDistances(tile, warp, lane);
    __syncthreads();
    for (int strip = warp * rowsOfWarp; strip < tileHeight; strip += warps * rowsOfWarp) {
        if (firstRow + strip >= out.height) return;
        std::uint32_t least[rowsOfWarp];
        if (any) {
            leastSquares<reach>(&tile.squares[strip][lane], farthest, least);
            storeRows(out, firstColumn, lane, firstRow + strip, [&](int r) {
                return make_float2(tile.table[least[r] & 0xFFFF], tile.table[least[r] >> 16]);
            });
        } else {
            const float value = tile.table[farthest];
            storeRows(out, firstColumn, lane, firstRow + strip,
                      [&](int) { return make_float2(value, value); });
        }
    }
}

template <int reach>
void launch(cudaStream_t cudaStream, const WhiteBits& bits, const ProfileTable& table, DeviceSamples out) {
    const dim3 blocks(static_cast<unsigned>((out.width + columnsOfWarp - 1) / columnsOfWarp),
                      static_cast<unsigned>((out.height + tileHeight - 1) / tileHeight));
    nearKernel<reach><<<blocks, nearProfileThreads, 0, cudaStream>>>(bits, table, out);
    check(cudaGetLastError());
}

}  // namespace

void nearProfile(cudaStream_t cudaStream, const WhiteBits& bits, const ProfileTable& table,
                 DeviceSamples out) {
    const int distance = table.distanceMaxPx;
    if (distance <= 7) return launch<7>(cudaStream, bits, table, out);
    if (distance <= 15) return launch<15>(cudaStream, bits, table, out);
    if (distance <= 23) return launch<23>(cudaStream, bits, table, out);
    launch<largestNearDistance>(cudaStream, bits, table, out);
}

}  // namespace burin::gpu::profile
