// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/device/current_device.hpp"
#include "gpu/kinds/textures/cell_points.cuh"
#include "gpu/kinds/textures/patches.cuh"
#include "gpu/kinds/textures/patches.hpp"

#include <algorithm>
#include <cstddef>

// A block fills a multiprocessor and computes one tile after the other. It holds most of the table that turns
// normal numbers back into samples: lanes read this table at random, and shared memory is several times as
// fast at that as caches. While a tile is painted, some warps work out the patches of the next one.

namespace burin::gpu {

namespace {

constexpr int lanes = 32;
constexpr int warps = 32;
constexpr int blendThreads = warps * lanes;
constexpr int neighbours = 4;  ///< columns of a thread, `lanes` apart
constexpr int tileSide = neighbours * lanes;
constexpr int tileRows = 2 * tileSide;  ///< at most this many rows
/// Bytes of the plan of a tile with small patches, whose tiles have fewer rows.
constexpr std::size_t mostPlanBytes = 24 * 1024;
/// The first thread after those that handle the columns and rows.
constexpr int firstMaker = tileSide + tileRows;

/// Tiles along one axis that cover an area. None crosses the joint of two repeats.
struct TiledAxis {
    std::int64_t side = 1;    ///< side of a tile
    std::int64_t start = 0;   ///< the place of the area's first sample, folded
    std::int64_t length = 0;  ///< length of the area
    std::int64_t repeat = 0;  ///< 0: the plane does not repeat
    std::int64_t tilesOfRepeat = 0;
    std::int64_t first = 0;  ///< the number of the first tile, counted from the tile at place 0
    std::int64_t count = 0;

    /// \pre samples > 0
    TiledAxis(std::int64_t from, std::int64_t samples, std::int64_t closes, int tile)
        : side(tile),
          start(closes == 0 ? from : from - floorQuotient(from, closes) * closes),
          length(samples),
          repeat(closes) {
        if (repeat == 0) {
            count = (length + side - 1) / side;
            return;
        }
        tilesOfRepeat = (repeat + side - 1) / side;
        first = start / side;
        const std::int64_t last = start + length - 1;
        count = last / repeat * tilesOfRepeat + last % repeat / side - first + 1;
    }

    struct Tile {
        std::int64_t place;  ///< place of the first sample, folded
        std::int64_t skip;   ///< samples of the area before it
        int samples;
    };
    [[nodiscard]] __device__ Tile tile(std::int64_t index) const {
        if (repeat == 0) {
            const std::int64_t skip = index * side;
            return {start + skip, skip, static_cast<int>(min(length - skip, side))};
        }
        const std::int64_t times = (first + index) / tilesOfRepeat;
        const std::int64_t place = (first + index - times * tilesOfRepeat) * side;
        const std::int64_t from = max(times * repeat + place, start);
        const std::int64_t end = min(times * repeat + min(place + side, repeat), start + length);
        return {from - times * repeat, from - start, static_cast<int>(end - from)};
    }
};

struct BlendPlan {
    BlendedPatches patches;
    TiledAxis x;
    TiledAxis y;
    int mostCells;   ///< cells of a tile; each has an upper triangle and a lower one
    int firstValue;  ///< first of the values in shared memory
    int valueCount;
};

/// The patches of the corners of a triangle, in the order of their weights, for the samples of a tile: index
/// = start + column * stepX + row * stepY. Patches that are not turned have the steps of the example.
template <bool turned>
struct alignas(16) Triangle {
    int start[4];  ///< the last one is unused
    int stepX[4];
    int stepY[4];
};
template <>
struct alignas(16) Triangle<false> {
    int start[4];
};

struct TileRow {
    double half;  ///< half of v
    double q;
    float narrowQ;
    float narrowRest;  ///< 1 - q
    int j;             ///< modulo 2^32
};

/// The numbers that are worked out for a tile before it is painted.
struct alignas(16) TilePlan {
    TiledAxis::Tile x;
    TiledAxis::Tile y;
    int firstCell;  ///< is subtracted from a cell's number, j * columns + i, to give its number in the tile,
                    ///< modulo 2^32
    int columns;    ///< columns of cells
    double across[tileSide];
    TileRow rows[tileRows];

    /// After the plan: two for each cell, the lower one first.
    template <bool turned>
    [[nodiscard]] __device__ Triangle<turned>* triangles() {
        return reinterpret_cast<Triangle<turned>*>(this + 1);
    }
};

template <bool turned>
__host__ __device__ constexpr std::size_t planBytes(int cells) {
    return sizeof(TilePlan) + 2 * static_cast<std::size_t>(cells) * sizeof(Triangle<turned>);
}

/// Works out a tile, by all threads of the block.
template <bool turned>
__device__ inline void planTile(const BlendPlan& plan, std::int64_t index, TilePlan& to) {
    const BlendGeometry& g = plan.patches.geometry;
    const std::int64_t down = index / plan.x.count;
    const TiledAxis::Tile x = plan.x.tile(index - down * plan.x.count);
    const TiledAxis::Tile y = plan.y.tile(down);
    const auto thread = static_cast<int>(threadIdx.x);
    const auto rowAt = [&](int row) { return static_cast<double>(y.place + row) / g.py; };
    const auto columnAt = [&](int column) { return static_cast<double>(x.place + column) / g.px; };
    if (thread < tileSide) {
        to.across[thread] = columnAt(thread);
        return;
    }
    if (thread < firstMaker) {
        const double v = rowAt(thread - tileSide);
        const std::int64_t j = floorOf(v);
        const double q = v - static_cast<double>(j);
        to.rows[thread - tileSide] = {v * 0.5, q, static_cast<float>(q), static_cast<float>(1.0 - q),
                                      static_cast<int>(j)};
        return;
    }
    if (thread - firstMaker >= 2 * plan.mostCells) return;
    const std::int64_t firstRow = floorOf(rowAt(0));
    const double last = rowAt(y.samples - 1);
    const std::int64_t rows = floorOf(last) - firstRow + 1;
    const std::int64_t firstColumn = floorOf(columnAt(0) - last * 0.5);
    const auto columns =
        static_cast<int>(floorOf(columnAt(x.samples - 1) - rowAt(0) * 0.5) - firstColumn + 1);
    if (thread == firstMaker) {
        to.x = x;
        to.y = y;
        to.firstCell = static_cast<int>(firstRow * columns + firstColumn);
        to.columns = columns;
    }
    Triangle<turned>* const triangles = to.triangles<turned>();
    for (int e = thread - firstMaker; e < 2 * columns * rows; e += blendThreads - firstMaker) {
        const int row = e / 2 / columns;
        BlendGeometry::Patch patches[3];
        g.cornersOf(firstColumn + (e / 2 - row * columns), firstRow + row, e % 2 == 1, patches);
#pragma unroll
        for (int c = 0; c < 3; ++c) {
            const BlendGeometry::Patch& patch = patches[c];
            triangles[e].start[c] =
                static_cast<int>(patch.start + x.place * patch.stepX + y.place * patch.stepY);
            if constexpr (turned) {
                triangles[e].stepX[c] = static_cast<int>(patch.stepX);
                triangles[e].stepY[c] = static_cast<int>(patch.stepY);
            }
        }
    }
}

/// A weight to the power of the sharpness. \tparam known  0: any sharpness
template <int known>
__device__ inline float sharpened(float weight, int sharpness) {
    float power = weight;
    for (int n = 1; n < (known > 0 ? known : sharpness); ++n)
        power = power * weight;
    return power;
}

/// a / sqrt(v), rounded twice, for v and |a| between 1e-30 and 1e30. Does the same as the compiler's code for
/// __fsqrt_rn and __fdiv_rn, but without tests for other numbers, and with one estimate for both. If a
/// quotient of a is below 1e-30, it may be rounded differently.
__device__ inline float overRoot(float a, float v) {
    float inverse;
    asm("rsqrt.approx.ftz.f32 %0, %1;" : "=f"(inverse) : "f"(v));
    const float guess = v * inverse;
    const float root = __fmaf_rn(__fmaf_rn(-guess, guess, v), 0.5F * inverse, guess);
    inverse = __fmaf_rn(inverse, __fmaf_rn(-root, inverse, 1.0F), inverse);
    float quotient = a * inverse;
    quotient = __fmaf_rn(inverse, __fmaf_rn(-root, quotient, a), quotient);
    return __fmaf_rn(inverse, __fmaf_rn(-root, quotient, a), quotient);
}

__device__ inline float sharedAt(unsigned address) {
    float v;
    asm("ld.shared.f32 %0, [%1];" : "=f"(v) : "r"(address));
    return v;
}

/// The way back from normal numbers. Shared memory holds the middle of its table.
struct WayBack {
    /// Adding it leaves a whole number in the low bits.
    static constexpr float bias = 0x1.8p23F;

    unsigned near;   ///< the address of the first number in shared memory
    unsigned first;  ///< the index of that number in the table, plus the bits of `bias`
    unsigned last;   ///< the index of the last pair in shared memory, counted from the first
    const float* all;

    /// The place of a normally distributed number in the table; beyond the table's ends if |z| > 6.
    [[nodiscard]] static __device__ float placeOf(float z) { return (z + 6.0F) * 5461.3335F; }

    [[nodiscard]] __device__ bool holds(float place) const {
        return __float_as_uint(__fadd_rd(place, bias)) - first <= last;
    }
    /// \pre shared memory holds the place
    [[nodiscard]] __device__ float nearAt(float place) const {
        const float biased = __fadd_rd(place, bias);
        const unsigned address = near + 4 * (__float_as_uint(biased) - first);
        return joined(place - (biased - bias), sharedAt(address), sharedAt(address + 4));
    }
    [[nodiscard]] __device__ float farAt(float place) const {
        place = fminf(fmaxf(place, 0.0F), static_cast<float>(BlendTables::steps));
        const int k = min(static_cast<int>(place), BlendTables::steps - 1);
        return joined(place - static_cast<float>(k), __ldg(all + k), __ldg(all + k + 1));
    }

  private:
    [[nodiscard]] static __device__ float joined(float share, float low, float high) {
        return low + share * (high - low);
    }
};

/// A pointer to the sample that lies some samples after another one, in one instruction; the compiler would
/// need four.
__device__ inline const float* after(const float* from, int samples) {
    const float* at;
    asm("mad.wide.s32 %0, %1, 4, %2;" : "=l"(at) : "r"(samples), "l"(from));
    return at;
}

/// \tparam whole  whether the tile has all its columns
template <int sharpness, bool turned, bool plain, bool whole>
__device__ inline void paintTile(const BlendPlan& plan, TilePlan& tile, const WayBack& back,
                                 const DeviceSamples& value) {
    const int lane = static_cast<int>(threadIdx.x) % lanes;
    const Triangle<turned>* const triangles = tile.triangles<turned>();
    const auto width = static_cast<int>(plan.patches.geometry.example.width);
    double across[neighbours];
    bool inside[neighbours];
#pragma unroll
    for (int k = 0; k < neighbours; ++k) {
        inside[k] = whole || lane + k * lanes < tile.x.samples;
        across[k] = tile.across[min(lane + k * lanes, tile.x.samples - 1)];
    }
#pragma unroll 1
    for (int y = static_cast<int>(threadIdx.x) / lanes; y < tile.y.samples; y += warps) {
        const TileRow row = tile.rows[y];
        const int rowCells = row.j * tile.columns - tile.firstCell;
        const float* const rowStart = after(plan.patches.normal, y * width + lane);
        float weights[neighbours][3];
        float normal[neighbours][3];
#pragma unroll
        for (int k = 0; k < neighbours; ++k) {
            int column;
            const double u = across[k] - row.half;
            const double p = u - points::wholePart(u, column);
            const double beyond = 1.0 - p;
            const double sum = (p + row.q) - 1.0;
            const int sign = __double2hiint(sum);
            const bool upper = sign < 0;
            weights[k][0] = static_cast<float>(upper ? beyond - row.q : sum);
            weights[k][1] = static_cast<float>(upper ? p : beyond);
            weights[k][2] = upper ? row.narrowQ : row.narrowRest;
            // Twice the cell, plus 1 for the upper triangle.
            const Triangle<turned>& triangle = triangles[__funnelshift_l(sign, rowCells + column, 1)];
            const int4 start = *reinterpret_cast<const int4*>(triangle.start);
            const int starts[3] = {start.x, start.y, start.z};
#pragma unroll
            for (int c = 0; c < 3; ++c) {
                const float* from = after(rowStart, starts[c]) + k * lanes;
                if constexpr (turned)
                    from = after(plan.patches.normal,
                                 starts[c] + (lane + k * lanes) * triangle.stepX[c] + y * triangle.stepY[c]);
                normal[k][c] = inside[k] ? __ldg(from) : 0.0F;
            }
        }
        float places[neighbours];
        bool near = true;
#pragma unroll
        for (int k = 0; k < neighbours; ++k) {
            const float b0 = sharpened<sharpness>(weights[k][0], plan.patches.sharpness);
            const float b1 = sharpened<sharpness>(weights[k][1], plan.patches.sharpness);
            const float b2 = sharpened<sharpness>(weights[k][2], plan.patches.sharpness);
            const float sum = (b0 * normal[k][0] + b1 * normal[k][1]) + b2 * normal[k][2];
            places[k] = WayBack::placeOf(overRoot(sum, (b0 * b0 + b1 * b1) + b2 * b2));
            near &= back.holds(places[k]);
        }
        float samples[neighbours];
        if (near) {
#pragma unroll
            for (int k = 0; k < neighbours; ++k)
                samples[k] = back.nearAt(places[k]);
        } else {
#pragma unroll
            for (int k = 0; k < neighbours; ++k)
                samples[k] = back.farAt(places[k]);
        }
        float* const to = value.row(tile.y.skip + y) + tile.x.skip + lane;
#pragma unroll
        for (int k = 0; k < neighbours; ++k) {
            const float sample = toned<plain>(plan.patches.tone, samples[k]);
            if (inside[k]) __stcs(to + k * lanes, sample);
        }
    }
}

template <int sharpness, bool turned, bool plain>
__global__ void __launch_bounds__(blendThreads)
    blendKernel(const __grid_constant__ BlendPlan plan, DeviceSamples value) {
    extern __shared__ float4 shared[];
    auto* const bytes = reinterpret_cast<std::byte*>(shared);
    const std::size_t planSize = planBytes<turned>(plan.mostCells);
    auto* const near = reinterpret_cast<float*>(bytes + 2 * planSize);
    const auto tilePlan = [&](int which) -> TilePlan& {
        return *reinterpret_cast<TilePlan*>(bytes + (which != 0 ? planSize : 0));
    };
    const unsigned first = static_cast<unsigned>(plan.firstValue) + __float_as_uint(WayBack::bias);
    // The compiler would work out the address again for each sample.
    auto address = static_cast<unsigned>(__cvta_generic_to_shared(near));
    asm volatile("mov.b32 %0, %0;" : "+r"(address));
    const WayBack back{address, first, static_cast<unsigned>(plan.valueCount - 2), plan.patches.values};
    for (int k = static_cast<int>(threadIdx.x); k < plan.valueCount; k += blendThreads)
        near[k] = __ldg(plan.patches.values + plan.firstValue + k);
    const std::int64_t count = plan.x.count * plan.y.count;
    int which = 0;
    if (blockIdx.x < count) planTile<turned>(plan, blockIdx.x, tilePlan(which));
    for (std::int64_t index = blockIdx.x; index < count; index += gridDim.x) {
        __syncthreads();
        if (index + gridDim.x < count) planTile<turned>(plan, index + gridDim.x, tilePlan(1 - which));
        TilePlan& tile = tilePlan(which);
        if (tile.x.samples == tileSide) {
            paintTile<sharpness, turned, plain, true>(plan, tile, back, value);
        } else {
            paintTile<sharpness, turned, plain, false>(plan, tile, back, value);
        }
        which = 1 - which;
    }
}

/// An upper limit of the cells of a tile of that many rows.
int mostCells(const BlendGeometry& g, int rowsOfTile) {
    const auto span = [](std::int64_t repeat, std::int64_t side) {
        return static_cast<double>(repeat == 0 ? side : std::min(side, repeat));
    };
    const double rows = span(g.closes.height, rowsOfTile) / g.py;
    return static_cast<int>((span(g.closes.width, tileSide) / g.px + 0.5 * rows + 3) * (rows + 3));
}

template <int sharpness, bool turned, bool plain>
void launch(cudaStream_t cudaStream, BlendPlan plan, DeviceSamples value) {
    const std::size_t plans = 2 * planBytes<turned>(plan.mostCells);
    const auto room = static_cast<std::int64_t>((mostSharedBytes() - plans) / sizeof(float));
    plan.valueCount = static_cast<int>(std::min<std::int64_t>(room, BlendTables::steps + 1));
    plan.firstValue = (BlendTables::steps + 1 - plan.valueCount) / 2;
    const std::size_t bytes = plans + static_cast<std::size_t>(plan.valueCount) * sizeof(float);
    const auto kernel = blendKernel<sharpness, turned, plain>;
    check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(bytes)));
    const auto blocks =
        static_cast<unsigned>(std::min<std::int64_t>(processors(), plan.x.count * plan.y.count));
    kernel<<<blocks, blendThreads, bytes, cudaStream>>>(plan, value);
    check(cudaGetLastError());
}

template <int sharpness>
void launch(cudaStream_t cudaStream, const BlendPlan& plan, DeviceSamples value) {
    const bool turned = plan.patches.geometry.vary != PatchVary::none;
    if (plan.patches.tone.plain) {
        if (turned) return launch<sharpness, true, true>(cudaStream, plan, value);
        return launch<sharpness, false, true>(cudaStream, plan, value);
    }
    if (turned) return launch<sharpness, true, false>(cudaStream, plan, value);
    launch<sharpness, false, false>(cudaStream, plan, value);
}

}  // namespace

void blendPatches(cudaStream_t cudaStream, const BlendedPatches& patches, const Rect& area,
                  DeviceSamples value) {
    const BlendGeometry& g = patches.geometry;
    const auto bytes = g.vary != PatchVary::none ? &planBytes<true> : &planBytes<false>;
    int rows = tileRows;
    while (rows > 16 && bytes(mostCells(g, rows)) > mostPlanBytes)
        rows /= 2;
    const BlendPlan plan{patches,
                         TiledAxis(area.x, area.width, g.closes.width, tileSide),
                         TiledAxis(area.y, area.height, g.closes.height, rows),
                         mostCells(g, rows),
                         0,
                         0};
    if (patches.sharpness == 2) return launch<2>(cudaStream, plan, value);
    launch<0>(cudaStream, plan, value);
}

}  // namespace burin::gpu
