// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/kinds/methods/cell.hpp"

#include "gpu/device/check.hpp"
#include "gpu/device/residency.hpp"

#include <algorithm>

namespace burin::gpu {

namespace {

constexpr int cellThreads = 256;
constexpr int vectorBytes = 16;
constexpr int lineBytes =
    128;  ///< vectors are stored from the start of a line, so that a warp fills whole lines
constexpr std::size_t mostStagedBytes = 48 * 1024;  ///< shared memory that every device offers by default

template <class T>
constexpr int vectorSamples = vectorBytes / static_cast<int>(sizeof(T));

/// A row of the cell in shared memory; see stage().
template <class T>
std::size_t stagedBytes(std::int64_t width) {
    return static_cast<std::size_t>(width + 2 * vectorSamples<T>) * sizeof(T);
}

/// How a row of the output is stored: `head` single samples, then vectors, then `tail` single samples.
/// Every store costs time, so the single samples are stored together, one sample per lane.
template <class T>
struct RowParts {
    int head;
    int vectors;
    int tail;  ///< less than a sector

    __host__ __device__ RowParts(const T* row, std::int64_t width) {
        constexpr int line = lineBytes / static_cast<int>(sizeof(T));
        constexpr int sector = sectorBytes / static_cast<int>(sizeof(T));
        const auto beyond = static_cast<int>(reinterpret_cast<std::uintptr_t>(row) % lineBytes / sizeof(T));
        const int fill = (line - beyond) % line;
        head = width < fill ? static_cast<int>(width) : fill;
        const int sectors = (static_cast<int>(width) - head) / sector;
        vectors = sectors * (sectorBytes / vectorBytes);
        tail = static_cast<int>(width) - head - sectors * sector;
    }
};

/// How a block finds its rows. Output rows that come from the same row of the cell are `height` apart, and
/// each is shifted by `shift` relative to the one above. All numbers fit into 32 bits.
struct CellPlacing {
    int width, height, shift;
    int column, row;   ///< column and row of the cell, at the area's first sample
    int rowsPerBlock;  ///< rows that differ by multiples of `height`

    /// The column in the cell of the first sample of the output row that lies `wraps` cells further down.
    [[nodiscard]] __device__ int columnAfter(std::int64_t wraps) const {
        const auto moved = static_cast<int>(wraps % width * shift % width);
        return moved > column ? column - moved + width : column - moved;
    }
};

/// Copies a row of the cell into shared memory, followed by its first two vectors again, so that a vector
/// that starts in the row also ends in memory.
template <class T>
__device__ void stage(T* staged, const T* row, int width) {
    const bool words = reinterpret_cast<std::uintptr_t>(row) % sizeof(std::uint32_t) == 0;
    const int wordCount = words ? width * static_cast<int>(sizeof(T)) / 4 : 0;
    for (int i = static_cast<int>(threadIdx.x); i < wordCount; i += cellThreads)
        reinterpret_cast<std::uint32_t*>(staged)[i] = __ldg(reinterpret_cast<const std::uint32_t*>(row) + i);
    const int rest = wordCount * 4 / static_cast<int>(sizeof(T));
    for (int i = rest + static_cast<int>(threadIdx.x); i < width + 2 * vectorSamples<T>; i += cellThreads)
        staged[i] = __ldg(row + (i < width ? i : (i - width) % width));
}

/// 16 bytes that start at any sample of a row, taken from the two aligned vectors that contain them.
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

/// 16 bytes of a row of the cell that start at any sample and may wrap around.
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

/// A block writes the output rows that come from one row of the cell. If `staged`, that row is held in shared
/// memory. The thread's column in the cell advances from vector to vector, without a division.
template <class T, bool staged>
__global__ void __launch_bounds__(cellThreads)
    readCellKernel(DeviceView<const T> cell, CellPlacing placing, DeviceView<T> out) {
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
    const int step = cellThreads * samples % width;
    const std::int64_t firstRepeat = std::int64_t{blockIdx.y} * placing.rowsPerBlock;
    int start = placing.columnAfter(fromTop / placing.height + firstRepeat);
    std::int64_t y = blockIdx.x + firstRepeat * placing.height;
    for (int n = 0; n < placing.rowsPerBlock && y < out.height; ++n, y += placing.height) {
        T* to = out.row(y);
        const RowParts<T> parts(to, out.width);
        int column = start + parts.head + ownColumn;
        while (column >= width)  // once or twice, unless the cell is narrower than a vector
            column -= width;
        auto* place = reinterpret_cast<uint4*>(to + parts.head);
#pragma unroll 4
        for (int k = thread; k < parts.vectors; k += cellThreads) {
            __stcs(place + k, staged ? unaligned(held, column) : fromRow(row, column, width, aligned));
            column += step;
            column = column >= width ? column - width : column;
        }
        const int end = parts.head + parts.vectors * samples;
        if (thread < parts.head) to[thread] = sampleAt((start + thread) % width);
        if (thread < parts.tail) to[end + thread] = sampleAt((start + end + thread) % width);
        start = start < placing.shift ? start - placing.shift + width : start - placing.shift;
    }
}

/// Stores a value to every `step` samples, `count` times.
template <class Value, class T>
__device__ void storeDown(T* to, std::ptrdiff_t step, int count, Value value) {
#pragma unroll 4
    for (int n = 0; n < count; ++n, to += step)
        __stcs(reinterpret_cast<Value*>(to), value);
}

/// A thread reads one vector of a row of the cell, or one sample at the ends of the row, and stores it to all
/// rows of the block. Vectors of a `wide` cell rarely wrap around.
///
/// \pre the shift is 0, and all rows of the output start at the same offset in a line
template <class T, bool wide>
__global__ void __launch_bounds__(cellThreads, blocksThatFit(cellThreads, 8))
    repeatRowsKernel(DeviceView<const T> cell, CellPlacing placing, RowParts<T> parts, DeviceView<T> out) {
    constexpr int samples = vectorSamples<T>;
    const int fromTop = placing.row + static_cast<int>(blockIdx.y);
    const T* row = cell.row(fromTop % placing.height);
    const int y = static_cast<int>(blockIdx.y + blockIdx.z * placing.rowsPerBlock * placing.height);
    const int below = (static_cast<int>(out.height) - y + placing.height - 1) / placing.height;
    const int count = min(placing.rowsPerBlock, below);
    const std::ptrdiff_t step = out.stride * placing.height;
    const int k = static_cast<int>(blockIdx.x * cellThreads + threadIdx.x);
    if (k < parts.vectors) {
        const int x = parts.head + k * samples;
        const bool aligned = wide && reinterpret_cast<std::uintptr_t>(row) % vectorBytes == 0;
        const int column = (placing.column + x) % placing.width;
        storeDown(out.row(y) + x, step, count, fromRow(row, column, placing.width, aligned));
        return;
    }
    const int single = k - (parts.vectors + 31) / 32 * 32;  // the tail in a separate warp, then the head
    const int x = single < 32 ? parts.head + parts.vectors * samples + single : single - 32;
    if (single < 0 || (single < 32 ? single >= parts.tail : x >= parts.head)) return;
    storeDown(out.row(y) + x, step, count, __ldg(row + (placing.column + x) % placing.width));
}

template <class T>
void repeatRows(cudaStream_t cudaStream, DeviceView<const T> cell, const CellPlacing& placing,
                const dim3& rows, DeviceView<T> out) {
    const RowParts<T> parts(out.data, out.width);
    const int across = (parts.vectors + 31) / 32 * 32 + 32 + parts.head;
    const dim3 blocks(static_cast<unsigned>((across + cellThreads - 1) / cellThreads), rows.x, rows.y);
    const bool wide = placing.width >= 32 * vectorSamples<T>;
    const auto kernel = wide ? repeatRowsKernel<T, true> : repeatRowsKernel<T, false>;
    kernel<<<blocks, cellThreads, 0, cudaStream>>>(cell, placing, parts, out);
}

template <class T>
void readRows(cudaStream_t cudaStream, DeviceView<const T> cell, const CellPlacing& placing, const dim3& rows,
              DeviceView<T> out) {
    const std::size_t bytes = stagedBytes<T>(placing.width);
    if (bytes <= mostStagedBytes) {
        readCellKernel<T, true><<<rows, cellThreads, bytes, cudaStream>>>(cell, placing, out);
    } else {
        readCellKernel<T, false><<<rows, cellThreads, 0, cudaStream>>>(cell, placing, out);
    }
}

template <class T>
void read(cudaStream_t cudaStream, DeviceView<const T> cell, const Lattice& lattice, const Rect& area,
          DeviceView<T> out) {
    if (area.empty()) return;
    constexpr std::int64_t gridLimit = 65535;
    out = out.wholeSectors();
    const Point first = lattice.fold(area.origin());
    const std::int64_t rowsOfCell = std::min(lattice.height, area.height);
    const bool alike = out.stride * static_cast<std::int64_t>(sizeof(T)) % lineBytes == 0;
    const bool whole = lattice.shift == 0 && alike && area.height <= gridLimit;
    const std::int64_t repeats = (area.height + lattice.height - 1) / lattice.height;
    // A block that stages a row writes at least eight times as much as it stages.
    const bool stages = !whole && stagedBytes<T>(lattice.width) <= mostStagedBytes;
    const std::int64_t worth = std::max<std::int64_t>(4, stages ? 8 * lattice.width / area.width : 0);
    const std::int64_t shares = std::min((repeats + worth - 1) / worth, gridLimit);
    const CellPlacing placing{
        static_cast<int>(lattice.width), static_cast<int>(lattice.height),
        static_cast<int>(lattice.shift), static_cast<int>(first.x),
        static_cast<int>(first.y),       static_cast<int>((repeats + shares - 1) / shares)};
    const dim3 rows(static_cast<unsigned>(rowsOfCell), static_cast<unsigned>(shares));
    if (whole) {
        repeatRows(cudaStream, cell, placing, rows, out);
    } else {
        readRows(cudaStream, cell, placing, rows, out);
    }
    check(cudaGetLastError());
}

}  // namespace

void readCell(cudaStream_t cudaStream, DeviceView<const float> cell, const Lattice& lattice, const Rect& area,
              DeviceView<float> out) {
    read(cudaStream, cell, lattice, area, out);
}

void readCell(cudaStream_t cudaStream, DeviceView<const std::uint8_t> cell, const Lattice& lattice,
              const Rect& area, DeviceView<std::uint8_t> out) {
    read(cudaStream, cell, lattice, area, out);
}

}  // namespace burin::gpu
