// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/kinds/cell.hpp"

#include "gpu/device/check.hpp"

#include <algorithm>

namespace burin::gpu {

namespace {

constexpr int threads = 256;
constexpr int vectorBytes = 16;
constexpr int lineBytes = 128;  ///< vectors are stored from a line's start on: a warp then fills whole lines
constexpr std::int64_t mostStagedBytes = 48 * 1024;  ///< shared memory that every device gives unasked

template <class T>
constexpr int vectorSamples = vectorBytes / static_cast<int>(sizeof(T));

/// Where a block finds its rows: those of one row of the cell lie `height` apart, each moved by `shift`
/// against the one above. All of it fits 32 bits.
struct Placing {
    int width, height, shift;
    int column, row;   ///< of the cell, where the area's first sample lies
    int rowsPerBlock;  ///< that differ by multiples of `height`

    /// The column in the cell of the first sample of output row y, which lies `wraps` cells further down.
    [[nodiscard]] __device__ int columnAfter(std::int64_t wraps) const {
        const auto moved = static_cast<int>(wraps % width * shift % width);
        return moved > column ? column - moved + width : column - moved;
    }
};

/// Copies a row of the cell into shared memory, and then its beginning again, two vectors long: a vector
/// that starts in the row then ends in memory.
template <class T>
__device__ void stage(T* staged, const T* row, int width) {
    const bool words = reinterpret_cast<std::uintptr_t>(row) % sizeof(std::uint32_t) == 0;
    const int wordCount = words ? width * static_cast<int>(sizeof(T)) / 4 : 0;
    for (int i = static_cast<int>(threadIdx.x); i < wordCount; i += threads)
        reinterpret_cast<std::uint32_t*>(staged)[i] = __ldg(reinterpret_cast<const std::uint32_t*>(row) + i);
    const int rest = wordCount * 4 / static_cast<int>(sizeof(T));
    for (int i = rest + static_cast<int>(threadIdx.x); i < width + 2 * vectorSamples<T>; i += threads)
        staged[i] = __ldg(row + (i < width ? i : (i - width) % width));
}

/// 16 bytes that start at any sample of a row, out of the two aligned vectors that hold them.
template <class T>
__device__ uint4 unaligned(const T* row, int sample) {
    const int byte = sample * static_cast<int>(sizeof(T));
    const auto* vectors = reinterpret_cast<const uint4*>(row) + byte / vectorBytes;
    const uint4 a = vectors[0];
    const uint4 b = vectors[1];
    std::uint32_t w[7] = {a.x, a.y, a.z, a.w, b.x, b.y, b.z};
    const std::uint32_t last = b.w;
    if ((byte & 4) != 0) {
#pragma unroll
        for (int k = 0; k < 6; ++k)
            w[k] = w[k + 1];
        w[6] = last;
    }
    if ((byte & 8) != 0) {
#pragma unroll
        for (int k = 0; k < 5; ++k)
            w[k] = w[k + 2];
    }
    if constexpr (sizeof(T) < 4) {
        const unsigned bits = 8U * (static_cast<unsigned>(byte) & 3U);
#pragma unroll
        for (int k = 0; k < 4; ++k)
            w[k] = __funnelshift_r(w[k], w[k + 1], bits);
    }
    return make_uint4(w[0], w[1], w[2], w[3]);
}

/// 16 bytes of a row of the cell that start at any sample and may go on at its beginning.
template <class T>
__device__ uint4 fromRow(const T* row, int sample, int width, bool aligned) {
    if (aligned && sample + 2 * vectorSamples<T> <= width) return unaligned(row, sample);
    union {
        T samples[vectorSamples<T>];
        uint4 vector;
    } out;
#pragma unroll
    for (int k = 0; k < vectorSamples<T>; ++k) {
        out.samples[k] = __ldg(row + sample);
        sample = sample + 1 == width ? 0 : sample + 1;
    }
    return out.vector;
}

/// A block writes rows of the output that come from one row of the cell. Where `staged`, that row is held in
/// shared memory. A thread's column in the cell is carried from vector to vector, not divided for.
template <class T, bool staged>
__global__ void __launch_bounds__(threads)
    readCellKernel(DeviceView<const T> cell, Placing placing, DeviceView<T> out) {
    constexpr int samples = vectorSamples<T>;
    extern __shared__ uint4 memory[];
    T* held = reinterpret_cast<T*>(memory);
    const int width = placing.width;
    const int thread = static_cast<int>(threadIdx.x);
    const std::int64_t fromTop = std::int64_t{placing.row} + blockIdx.x;
    const T* row = cell.row(fromTop % placing.height);
    const bool aligned = reinterpret_cast<std::uintptr_t>(row) % vectorBytes == 0;
    if (staged) {
        stage(held, row, width);
        __syncthreads();
    }
    const auto sampleAt = [&](int column) { return staged ? held[column] : __ldg(row + column); };
    const int ownColumn = thread * samples % width;
    const int step = threads * samples % width;
    const std::int64_t firstRepeat = std::int64_t{blockIdx.y} * placing.rowsPerBlock;
    int start = placing.columnAfter(fromTop / placing.height + firstRepeat);
    std::int64_t y = blockIdx.x + firstRepeat * placing.height;
    for (int n = 0; n < placing.rowsPerBlock && y < out.height; ++n, y += placing.height) {
        T* to = out.row(y);
        // Sample by sample up to the first whole line, then vectors, then what is left of the row.
        constexpr int lineSamples = lineBytes / static_cast<int>(sizeof(T));
        const auto beyond = static_cast<int>(reinterpret_cast<std::uintptr_t>(to) % lineBytes / sizeof(T));
        const int head = min(static_cast<int>(out.width), (lineSamples - beyond) % lineSamples);
        const int vectors = (static_cast<int>(out.width) - head) / samples;
        int column = start + head + ownColumn;
        while (column >= width)  // once or twice, unless the cell is narrower than a vector
            column -= width;
        auto* place = reinterpret_cast<uint4*>(to + head);
#pragma unroll 4
        for (int k = thread; k < vectors; k += threads) {
            __stcs(place + k, staged ? unaligned(held, column) : fromRow(row, column, width, aligned));
            column += step;
            column = column >= width ? column - width : column;
        }
        const int tail = head + vectors * samples;
        if (thread < head) to[thread] = sampleAt((start + thread) % width);
        if (tail + thread < out.width) to[tail + thread] = sampleAt((start + tail + thread) % width);
        start = start < placing.shift ? start - placing.shift + width : start - placing.shift;
    }
}

template <class T>
void read(cudaStream_t stream, DeviceView<const T> cell, const Lattice& lattice, const Rect& area,
          DeviceView<T> out) {
    if (area.empty()) return;
    const Point first = lattice.fold(area.origin());
    const std::int64_t bytes = (lattice.width + 2 * vectorSamples<T>)*static_cast<std::int64_t>(sizeof(T));
    const bool staged = bytes <= mostStagedBytes;
    const std::int64_t repeats = (area.height + lattice.height - 1) / lattice.height;
    // A block writes at least eight times what it stages.
    const std::int64_t worth = std::max<std::int64_t>(4, staged ? 8 * lattice.width / area.width : 0);
    const std::int64_t shares = (repeats + worth - 1) / worth;
    const std::int64_t rows = (repeats + shares - 1) / shares;
    const Placing placing{static_cast<int>(lattice.width), static_cast<int>(lattice.height),
                          static_cast<int>(lattice.shift), static_cast<int>(first.x),
                          static_cast<int>(first.y),       static_cast<int>(rows)};
    const dim3 blocks(static_cast<unsigned>(std::min(lattice.height, area.height)),
                      static_cast<unsigned>(shares));
    if (staged) {
        readCellKernel<T, true>
            <<<blocks, threads, static_cast<std::size_t>(bytes), stream>>>(cell, placing, out);
    } else {
        readCellKernel<T, false><<<blocks, threads, 0, stream>>>(cell, placing, out);
    }
    check(cudaGetLastError());
}

}  // namespace

void readCell(cudaStream_t stream, DeviceView<const float> cell, const Lattice& lattice, const Rect& area,
              DeviceView<float> out) {
    read(stream, cell, lattice, area, out);
}

void readCell(cudaStream_t stream, DeviceView<const std::uint8_t> cell, const Lattice& lattice,
              const Rect& area, DeviceView<std::uint8_t> out) {
    read(stream, cell, lattice, area, out);
}

}  // namespace burin::gpu
