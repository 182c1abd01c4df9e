// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/kinds/filter/flow.hpp"

#include "core/kernels/textures/flow_kernels.hpp"
#include "gpu/device/current_device.hpp"
#include "gpu/kinds/form/pointwise.cuh"

#include <algorithm>
#include <cstdint>

// Places are in 1/256 px, directions are steps of one pixel. A word holds both coordinates as x + 2^16 y, so
// that a step is added to a place in one instruction.

namespace burin::gpu {

namespace {

using Along = Flow::Along;

__device__ std::uint32_t packedStep(std::int32_t x, std::int32_t y) {
    return static_cast<std::uint32_t>(x) + (static_cast<std::uint32_t>(y) << 16);
}
__device__ std::int32_t stepX(std::uint32_t step) {
    return static_cast<std::int32_t>(step << 16) >> 16;
}
__device__ std::int32_t stepY(std::uint32_t step) {
    return static_cast<std::int32_t>(step + 0x8000) >> 16;
}

/// The entry in the table of directions that a sample of a map selects: floor(4096 m + 0.5) mod 4096.
__device__ std::uint32_t turnOf(float m) {
    if (fabsf(m) < 0x1p9F)  // from 2^22 on, the last bit of a number is a half
        return __float_as_uint(__fmaf_rd(m, 4096.0F, 0x1.8p22F + 0.5F)) >> 1 & 4095;
    if (!(fabsf(m) < 0x1p23F)) return 0;  // larger numbers are whole turns
    const float parts = 4096.0F * m;
    float whole = floorf(parts);
    whole += parts - whole >= 0.5F ? 1.0F : 0.0F;  // adding a half before would round
    return static_cast<std::uint32_t>(whole - 4096.0F * floorf(whole * 0x1p-12F));
}

/// The direction uphill for the differences of the samples beside and above and below a pixel.
__device__ std::uint32_t uphill(float a, float b) {
    const float square = a * a + b * b;
    if (square > 1e-30F && square < 1e30F) {
        const float inverse = rsqrtf(square);
        const float x = fmaf(256.0F * a, inverse, 0.5F);
        const float y = fmaf(256.0F * b, inverse, 0.5F);
        const float wholeX = floorf(x);
        const float wholeY = floorf(y);
        constexpr float unsure = 1e-3F;  // ten times the error of x and y
        const auto sure = [](float share) { return share > unsure && share < 1.0F - unsure; };
        if (sure(x - wholeX) && sure(y - wholeY))
            return packedStep(static_cast<std::int32_t>(wholeX), static_cast<std::int32_t>(wholeY));
    }
    const auto x = static_cast<double>(a);
    const auto y = static_cast<double>(b);
    const double length = sqrt(x * x + y * y);
    if (!(length > 0.0) || isinf(length)) return 0;
    return packedStep(static_cast<std::int32_t>(floor(256.0 * (x / length) + 0.5)),
                      static_cast<std::int32_t>(floor(256.0 * (y / length) + 0.5)));
}

/// Directions from the samples of a map.
struct Directions {
    Along along;
    const float* map;  ///< map's sample at the area's first sample
    std::int64_t stride;
    const std::uint32_t* turns;

    /// The samples that determine a direction: one sample of a map; without a map, those to the right, left,
    /// below and above.
    template <bool ofMap>
    [[nodiscard]] __device__ float4 read(std::int32_t x, std::int32_t y) const {
        const float* const m = map + y * stride + x;
        if constexpr (ofMap) return {*m, 0, 0, 0};
        return {m[1], m[-1], m[stride], m[-stride]};
    }
    template <bool ofMap>
    [[nodiscard]] __device__ std::uint32_t of(const float4& samples) const {
        if constexpr (ofMap) return __ldg(turns + turnOf(samples.x));
        const std::uint32_t up = uphill(samples.x - samples.y, samples.z - samples.w);
        return along == Along::gradient ? up : packedStep(-stepY(up), stepX(up));
    }
    [[nodiscard]] __device__ std::uint32_t at(std::int32_t x, std::int32_t y) const {
        return along == Along::map ? of<true>(read<true>(x, y)) : of<false>(read<false>(x, y));
    }
};

__device__ float between(float a, float b, float share) {
    return fmaf(b - a, share, a);
}

// Short paths: a block stores the part of the picture and the directions that its paths read. A row has 256
// pixels and a place is one word, so two bytes of the place are the index of its pixel. A stored pixel is a
// sample and its difference to the next one in the row.

constexpr std::int32_t tileRow = 256;
constexpr std::int32_t tileHeight = 17;
constexpr std::int32_t tileThreads = 512;
constexpr std::int32_t tileBlocks = 2;  // blocks of a multiprocessor
constexpr std::int32_t fewSteps = 8;
constexpr std::int32_t mostTileSteps = 15;

/// The width of a tile's result: whole sectors. There are two widths.
constexpr std::int32_t tileWidth(std::int32_t steps) {
    return steps <= fewSteps ? 240 : 224;
}
/// The rows of a tile for paths of that many steps in either direction.
constexpr std::int32_t tileRows(std::int32_t steps) {
    return tileHeight + 2 * steps + 1;
}
static_assert(tileWidth(fewSteps) + 2 * fewSteps <= tileRow &&
              tileWidth(mostTileSteps) + 2 * mostTileSteps <= tileRow);

std::size_t tileBytes(std::int64_t steps) {
    const auto rows = static_cast<std::size_t>(tileRows(static_cast<std::int32_t>(steps)));
    return rows * tileRow * (sizeof(float2) + sizeof(std::uint32_t));
}

struct ShortWeights {
    float of[mostTileSteps + 1];
};

/// The index of the pixel of a place: its whole column and row.
__device__ std::uint32_t pixelOf(std::uint32_t place) {
    return __byte_perm(place, 0, 0x4431);
}
/// A byte of a place as a share in 1/256. The byte replaces the last bits of the float 2^23, so no
/// conversion is needed.
template <std::uint32_t selector>
__device__ float shareOf(std::uint32_t place) {
    return fmaf(__uint_as_float(__byte_perm(place, 0x4B000000, selector)), 0x1p-8F, -32768.0F);
}
__device__ float sampleAt(const float2* picture, std::uint32_t place) {
    const float2* const at = picture + pixelOf(place);
    const float2 upper = at[0];
    const float2 lower = at[tileRow];
    const float u = shareOf<0x7440>(place);
    return between(fmaf(upper.y, u, upper.x), fmaf(lower.y, u, lower.x), shareOf<0x7442>(place));
}

/// A block stores pixels, and the next step of the path from each.
template <std::int32_t resultWidth>
struct FlowTile {
    float2* pixels;
    std::uint32_t* ways;
    std::int32_t left, top;      ///< place in the area, without the area's surroundings
    std::int32_t width, height;  ///< width and height of the area
    std::int32_t steps;

    /// \param picture  points to the area's first sample
    template <bool ofMap>
    __device__ void read(const float* picture, std::int64_t stride, const Directions& directions) const {
        const auto warp = static_cast<std::int32_t>(threadIdx.x) / 32;
        for (std::int32_t row = warp; row < tileRows(steps); row += tileThreads / 32) {
            const std::int32_t y = top + row - steps;
            if (y > height + steps) break;
            readRow<ofMap>(picture + y * stride, directions, row, y);
        }
    }
    template <bool ofMap>
    __device__ void readRow(const float* from, const Directions& directions, std::int32_t row,
                            std::int32_t y) const {
        const bool rowKnown = y > top - steps && y < min(top + tileHeight, height) + steps - 1;
        const std::int32_t firstKnown = left - steps;
        const std::int32_t lastKnown = min(left + resultWidth, width) + steps - 1;
        const auto lane = static_cast<std::int32_t>(threadIdx.x) % 32;
        constexpr std::int32_t parts = tileRow / 32;
        constexpr std::int32_t atOnce = ofMap ? parts : parts / 2;
        const std::int32_t x = left - steps + lane;
        float samples[parts + 1] = {};
#pragma unroll
        for (std::int32_t k = 0; k < parts; ++k) {
            if (x + 32 * k <= width + steps) samples[k] = from[x + 32 * k];
        }
#pragma unroll
        for (std::int32_t first = 0; first < parts; first += atOnce) {
            // Reads overlap, because all of them are issued before any result is used.
            float4 said[atOnce] = {};
            std::uint32_t moves[atOnce];
#pragma unroll
            for (std::int32_t k = 0; k < atOnce; ++k) {
                const std::int32_t column = x + 32 * (first + k);
                if (rowKnown && column > firstKnown && column < lastKnown)
                    said[k] = directions.read<ofMap>(column, y);
            }
#pragma unroll
            for (std::int32_t k = 0; k < atOnce; ++k)
                moves[k] = directions.of<ofMap>(said[k]);
#pragma unroll
            for (std::int32_t k = 0; k < atOnce; ++k) {
                const std::int32_t part = first + k;
                const std::int32_t at = row * tileRow + lane + 32 * part;
                // The next lane has the next sample; the last lane needs the first sample of the next part.
                const float next =
                    __shfl_sync(0xFFFFFFFF, lane == 0 ? samples[part + 1] : samples[part], (lane + 1) % 32);
                pixels[at] = {samples[part], next - samples[part]};
                ways[at] = moves[k];
            }
        }
    }
    /// The mean along the path through a pixel.
    __device__ float follow(std::int32_t column, std::int32_t row, const ShortWeights& weights,
                            float scale) const {
        constexpr std::uint32_t half = 0x00800080;
        const auto start = static_cast<std::uint32_t>((row + steps) << 24 | (column + steps) << 8);
        float sum = pixels[pixelOf(start)].x;
        std::uint32_t forwards = start;
        std::uint32_t backwards = start;
        std::uint32_t ahead = ways[pixelOf(start)];
        std::uint32_t behind = ahead;
        for (std::int32_t k = 1; k <= steps; ++k) {
            if (k > 1) {
                ahead = ways[pixelOf(forwards + half)];
                behind = ways[pixelOf(backwards + half)];
            }
            forwards += ahead;
            backwards -= behind;
            sum = fmaf(weights.of[k], sampleAt(pixels, forwards) + sampleAt(pixels, backwards), sum);
        }
        return swept(sum * scale);
    }
};

/// \param picture  points to the area's first sample
template <bool ofMap, std::int32_t resultWidth>
__global__ void __launch_bounds__(tileThreads, tileBlocks)
    followInTiles(DeviceSamples out, const float* picture, std::int64_t stride, Directions directions,
                  std::int32_t steps, const __grid_constant__ ShortWeights weights, float scale) {
    extern __shared__ float2 stored[];
    const FlowTile<resultWidth> tile{stored,
                                     reinterpret_cast<std::uint32_t*>(stored + tileRows(steps) * tileRow),
                                     static_cast<std::int32_t>(blockIdx.x) * resultWidth,
                                     static_cast<std::int32_t>(blockIdx.y) * tileHeight,
                                     static_cast<std::int32_t>(out.width),
                                     static_cast<std::int32_t>(out.height),
                                     steps};
    tile.template read<ofMap>(picture, stride, directions);
    __syncthreads();
    for (std::int32_t i = threadIdx.x; i < resultWidth * tileHeight; i += tileThreads) {
        const std::int32_t column = i % resultWidth;
        const std::int32_t row = i / resultWidth;
        if (tile.left + column >= tile.width || tile.top + row >= tile.height) continue;
        out.row(tile.top + row)[tile.left + column] = tile.follow(column, row, weights, scale);
    }
}

// Long paths.

constexpr int blockWidth = 32;
constexpr int blockHeight = 8;

dim3 gridOver(std::int64_t width, std::int64_t height) {
    return {static_cast<unsigned>((width + blockWidth - 1) / blockWidth),
            static_cast<unsigned>((height + blockHeight - 1) / blockHeight)};
}

__global__ void storeDirections(DeviceView<std::uint32_t> out, Directions directions, std::int32_t around) {
    const auto x = static_cast<std::int32_t>(blockIdx.x * blockWidth + threadIdx.x);
    const auto y = static_cast<std::int32_t>(blockIdx.y * blockHeight + threadIdx.y);
    if (x < out.width && y < out.height) out.row(y)[x] = directions.at(x - around, y - around);
}

/// A place on a path, in 1/256 px from its own pixel, and the picture there.
struct PathPlace {
    std::int32_t x = 0;
    std::int32_t y = 0;

    [[nodiscard]] __device__ float sample(const float* picture, std::int64_t stride) const {
        const float* const at = picture + (y >> 8) * stride + (x >> 8);
        const float* const below = at + stride;
        const float u = static_cast<float>(x & 255) * 0x1p-8F;
        const float v = static_cast<float>(y & 255) * 0x1p-8F;
        return between(between(__ldg(at), __ldg(at + 1), u), between(__ldg(below), __ldg(below + 1), u), v);
    }
};

/// Adds up samples in short partial sums, so that long sums stay exact enough.
struct PathSum {
    float total;
    float part = 0;

    __device__ void add(float weight, float samples, std::int32_t k) {
        part = fmaf(weight, samples, part);
        if (k % static_cast<std::int32_t>(flowStepsAtATime) != 0) return;
        total += part;
        part = 0;
    }
    [[nodiscard]] __device__ float scaled(float scale) const { return swept((total + part) * scale); }
};

/// \param directions, picture  point to the area's first sample
__global__ void __launch_bounds__(blockWidth* blockHeight)
    followFar(DeviceSamples out, const float* picture, std::int64_t stride, const std::uint32_t* directions,
              std::int64_t directionStride, std::int32_t steps, const float* weights, float scale) {
    const std::int64_t column = std::int64_t{blockIdx.x} * blockWidth + threadIdx.x;
    const std::int64_t row = std::int64_t{blockIdx.y} * blockHeight + threadIdx.y;
    if (column >= out.width || row >= out.height) return;
    picture += row * stride + column;
    directions += row * directionStride + column;
    const auto stepAt = [&](const PathPlace& place) {
        return __ldg(directions + ((place.y + 128) >> 8) * directionStride + ((place.x + 128) >> 8));
    };
    PathPlace forwards;
    PathPlace backwards;
    PathSum sum{*picture};
    for (std::int32_t k = 1; k <= steps; ++k) {
        const std::uint32_t ahead = stepAt(forwards);
        const std::uint32_t behind = stepAt(backwards);
        forwards = {forwards.x + stepX(ahead), forwards.y + stepY(ahead)};
        backwards = {backwards.x - stepX(behind), backwards.y - stepY(behind)};
        sum.add(__ldg(weights + k), forwards.sample(picture, stride) + backwards.sample(picture, stride), k);
    }
    out.row(row)[column] = sum.scaled(scale);
}

__global__ void __launch_bounds__(blockWidth* blockHeight)
    followStraight(DeviceSamples out, const float* picture, std::int64_t stride, Flow::Step step,
                   std::int32_t steps, const float* weights, float scale) {
    const std::int64_t column = std::int64_t{blockIdx.x} * blockWidth + threadIdx.x;
    const std::int64_t row = std::int64_t{blockIdx.y} * blockHeight + threadIdx.y;
    if (column >= out.width || row >= out.height) return;
    picture += row * stride + column;
    PathSum sum{*picture};
    for (std::int32_t k = 1; k <= steps; ++k) {
        const PathPlace forwards{k * step.x, k * step.y};
        const PathPlace backwards{-k * step.x, -k * step.y};
        sum.add(__ldg(weights + k), forwards.sample(picture, stride) + backwards.sample(picture, stride), k);
    }
    out.row(row)[column] = sum.scaled(scale);
}

/// Calls launch(y, height) for parts of the rows that a card computes in about 10 ms at most, so that urgent
/// work need not wait longer.
template <class Launch>
void inParts(const DeviceSamples& out, std::int64_t steps, std::int64_t rowsOfBlock, const Launch& launch) {
    constexpr std::int64_t mostSteps = std::int64_t{1} << 32;
    const std::int64_t ofRow = std::max<std::int64_t>(1, out.width) * (2 * steps + 1);
    const std::int64_t blocks = std::clamp<std::int64_t>(mostSteps / ofRow / rowsOfBlock, 1, 65'535);
    for (std::int64_t y = 0; y < out.height; y += blocks * rowsOfBlock) {
        launch(y, std::min(blocks * rowsOfBlock, out.height - y));
        check(cudaGetLastError());
    }
}

std::int64_t directionsAround(const Flow& node, std::int64_t side) {
    return side + 2 * node.directionRadius();
}

template <std::int32_t resultWidth>
auto tileKernel(bool ofMap) {
    return ofMap ? followInTiles<true, resultWidth> : followInTiles<false, resultWidth>;
}

void launchTiles(const Flow& node, const DeviceCall& call, const float* picture, std::int64_t stride,
                 const Directions& directions) {
    const auto steps = static_cast<std::int32_t>(node.steps);
    ShortWeights weights{};
    std::copy(node.weights.begin(), node.weights.end(), weights.of);
    const std::size_t bytes = tileBytes(node.steps);
    const bool ofMap = directions.along == Along::map;
    const auto kernel = steps <= fewSteps ? tileKernel<tileWidth(fewSteps)>(ofMap)
                                          : tileKernel<tileWidth(mostTileSteps)>(ofMap);
    const std::int32_t width = tileWidth(steps);
    check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(bytes)));
    inParts(call.value, node.steps, tileHeight, [&](std::int64_t y, std::int64_t height) {
        const dim3 grid(static_cast<unsigned>((call.value.width + width - 1) / width),
                        static_cast<unsigned>((height + tileHeight - 1) / tileHeight));
        Directions moved = directions;
        moved.map += y * directions.stride;
        kernel<<<grid, tileThreads, bytes, call.cudaStream>>>(call.value.part(0, y, call.value.width, height),
                                                              picture + y * stride, stride, moved, steps,
                                                              weights, 1 / node.weightSum);
    });
}

void launchFar(const Flow& node, const OnDevice<Flow>& device, const DeviceCall& call, const float* picture,
               std::int64_t stride, const DeviceView<std::uint32_t>& directions) {
    const std::int64_t around = node.directionRadius();
    const std::uint32_t* const first = directions.row(around) + around;
    inParts(call.value, node.steps, blockHeight, [&](std::int64_t y, std::int64_t height) {
        followFar<<<gridOver(call.value.width, height), dim3(blockWidth, blockHeight), 0, call.cudaStream>>>(
            call.value.part(0, y, call.value.width, height), picture + y * stride, stride,
            first + y * directions.stride, directions.stride, static_cast<std::int32_t>(node.steps),
            device.weights.data(), 1 / node.weightSum);
    });
}

void launchStraight(const Flow& node, const OnDevice<Flow>& device, const DeviceCall& call,
                    const float* picture, std::int64_t stride) {
    const Flow::Step step = Flow::stepAt(node.parameters.degrees);
    inParts(call.value, node.steps, blockHeight, [&](std::int64_t y, std::int64_t height) {
        followStraight<<<gridOver(call.value.width, height), dim3(blockWidth, blockHeight), 0,
                         call.cudaStream>>>(
            call.value.part(0, y, call.value.width, height), picture + y * stride, stride, step,
            static_cast<std::int32_t>(node.steps), device.weights.data(), 1 / node.weightSum);
    });
}

/// Whether a block of the current device may hold a tile.
bool tilesFit(std::int64_t steps) {
    return steps <= mostTileSteps && tileBytes(steps) <= mostSharedBytes();
}

}  // namespace

OnDevice<Flow>::OnDevice(const Flow& node)
    : weights(std::span(node.weights)), inTiles(node.readsMap() && tilesFit(node.steps)) {
    if (node.parameters.along != Along::map) return;
    std::vector<std::uint32_t> steps = node.turns.value();
    for (std::uint32_t& step : steps)
        step -= (step & 0x8000) << 1;  // the processor's words are x mod 2^16 + 2^16 y
    turns = DeviceTable<std::uint32_t>(std::span<const std::uint32_t>(steps));
}

std::size_t OnDevice<Flow>::scratchBytes(const Flow& node, std::span<const LinkShape>, std::size_t index,
                                         const Rect& area) const {
    if (index > 0 || inTiles || !node.readsMap()) return 0;
    return DeviceScratch::padded(
        alignedBytes<std::uint32_t>(directionsAround(node, area.width), directionsAround(node, area.height)));
}

void DeviceReduction<Flow, Trait::data>::apply(const Flow& node, const OnDevice<Flow>& device,
                                               const DeviceCall& call) {
    if (call.index > 0) return;
    Directions directions{node.parameters.along, nullptr, 0, device.turns.data()};
    if (node.readsMap()) {  // its samples stay valid: see linksAreHeld()
        const ConstDeviceSamples map = call.child.fetch(node.mapFetch(call.links, call.area));
        directions.map = map.row(node.mapRadius()) + node.mapRadius();
        directions.stride = map.stride;
    }
    DeviceView<std::uint32_t> stored;
    if (node.readsMap() && !device.inTiles) {
        stored = call.scratch.samples<std::uint32_t>(directionsAround(node, call.area.width),
                                                     directionsAround(node, call.area.height));
        inParts({nullptr, 0, stored.width, stored.height}, 0, blockHeight,
                [&](std::int64_t y, std::int64_t height) {
                    Directions moved = directions;
                    moved.map += y * directions.stride;
                    storeDirections<<<gridOver(stored.width, height), dim3(blockWidth, blockHeight), 0,
                                      call.cudaStream>>>(stored.part(0, y, stored.width, height), moved,
                                                         static_cast<std::int32_t>(node.directionRadius()));
                });
    }
    const ConstDeviceSamples padded = call.child.fetch(node.neighbourhood(call.link, call.area));
    const float* const picture = padded.row(node.radiusY) + node.radiusX;
    if (!node.readsMap()) {
        launchStraight(node, device, call, picture, padded.stride);
    } else if (device.inTiles) {
        launchTiles(node, call, picture, padded.stride, directions);
    } else {
        launchFar(node, device, call, picture, padded.stride, stored);
    }
}

std::unique_ptr<DeviceOperation> flowOnDevice(std::shared_ptr<const OperationOf<Flow>> operation,
                                              Patience patience) {
    return std::make_unique<DeviceOperationOf<Flow>>(std::move(operation), patience);
}

}  // namespace burin::gpu
