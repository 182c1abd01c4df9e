// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/kinds/filter/warp.hpp"

#include "gpu/kinds/form/pointwise.cuh"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

// A thread computes some samples of one column. Neighbouring threads have neighbouring columns, so that they
// read neighbouring samples of the maps, and of the picture where displacements change slowly.

namespace burin::gpu {

namespace {

using By = Warp::By;
using Between = Warp::Between;

constexpr int blockWidth = 32;
constexpr int blockHeight = 8;
constexpr int rowsOfThread = 4;

/// The samples of a map in the area, whose first sample is (0, 0).
struct MapOnDevice {
    const float* samples = nullptr;  ///< sample at (left, top)
    std::int64_t stride = 0;
    std::int32_t left = 0, top = 0, right = 0, bottom = 0;

    [[nodiscard]] __device__ bool covers(std::int32_t x, std::int32_t y) const {
        return x >= left && x < right && y >= top && y < bottom;
    }
    [[nodiscard]] BURIN_BOTH const float* at(std::int32_t x, std::int32_t y) const {
        return samples + (y - top) * stride + (x - left);
    }
};

/// A sum of two numbers of binary32, the second much smaller than the first.
struct FloatPair {
    float high = 0;
    float low = 0;

    FloatPair() = default;
    explicit FloatPair(double v) : high(static_cast<float>(v)), low(static_cast<float>(v - high)) {}
    __device__ FloatPair(float h, float l) : high(h), low(l) {}
};

/// WarpScale, and its numbers as pairs.
struct WarpNumbers {
    double amplitude, center, fullSlope, cosine, sine;
    FloatPair amplitudePair, centerPair;

    explicit WarpNumbers(const WarpScale& scale)
        : amplitude(scale.amplitude),
          center(scale.center),
          fullSlope(scale.fullSlope),
          cosine(scale.cosine),
          sine(scale.sine),
          amplitudePair(scale.amplitude),
          centerPair(scale.center) {}
};

/// The place of a sample along one axis: a pixel, and the share of the next one.
struct AxisPlace {
    std::int32_t pixel = 0;
    float share = 0;
};

__device__ AxisPlace placeAt(double d) {
    const double whole = floor(d);
    return {static_cast<std::int32_t>(whole), static_cast<float>(d - whole)};
}

/// The displacement by the sample of a map: amplitude * clamp(2 (m - center), -1, 1).
__device__ double displacementBy(const WarpNumbers& numbers, float m) {
    const double t = 2.0 * (static_cast<double>(m) - numbers.center);
    return numbers.amplitude * (t < -1.0 ? -1.0 : t > 1.0 ? 1.0 : t);
}

/// The place of that displacement without binary64, within 1e-9 px: T. J. Dekker, A floating-point technique
/// for extending the available precision, 1971.
__device__ AxisPlace placeBy(const WarpNumbers& numbers, float m) {
    const FloatPair center = numbers.centerPair;
    const float difference = m - center.high;
    const float back = difference - m;
    float low = 2.0F * (((m - (difference - back)) - (center.high + back)) - center.low);
    float high = 2.0F * difference;
    const bool above = high > 1.0F || (high == 1.0F && low > 0.0F);
    const bool below = high < -1.0F || (high == -1.0F && low < 0.0F);
    high = above ? 1.0F : below ? -1.0F : high;
    low = above || below ? 0.0F : low;
    const FloatPair amplitude = numbers.amplitudePair;
    const float product = amplitude.high * high;
    const float rest =
        fmaf(amplitude.high, low, fmaf(amplitude.low, high, fmaf(amplitude.high, high, -product)));
    // Adding 1.5 * 2^23 leaves the nearest whole number in the low bits.
    const float biased = (product - 0.5F) + 0x1.8p23F;
    const std::int32_t pixel = __float_as_int(biased) - __float_as_int(0x1.8p23F);
    const float share = (product - (biased - 0x1.8p23F)) + rest;
    if (share < 0.0F) return {pixel - 1, share + 1.0F};
    return share > 1.0F ? AxisPlace{pixel + 1, share - 1.0F} : AxisPlace{pixel, share};
}

/// The displacements of a sample as places along both axes.
template <By by, bool quick>
__device__ void placesOf(const WarpNumbers& numbers, const MapOnDevice& first, const MapOnDevice& second,
                         std::int32_t x, std::int32_t y, double half, AxisPlace& column, AxisPlace& row) {
    if constexpr (by == By::xy) {
        const auto along = [&](const MapOnDevice& map) -> AxisPlace {
            if (!map.covers(x, y)) return {};
            const float m = __ldcs(map.at(x, y));
            if constexpr (quick) return placeBy(numbers, m);
            return placeAt(displacementBy(numbers, m) + half);
        };
        column = along(first);
        row = along(second);
        return;
    }
    if (!first.covers(x, y)) return;
    const float* const m = first.at(x, y);
    if constexpr (by == By::angle) {
        const double d = displacementBy(numbers, __ldcs(m));
        column = placeAt(d * numbers.cosine + half);
        row = placeAt(d * numbers.sine + half);
    } else {
        const auto slope = [&](float before, float behind) {
            return (static_cast<double>(behind) - static_cast<double>(before)) / 2.0 / numbers.fullSlope;
        };
        const double gx = slope(m[-1], m[1]);
        const double gy = slope(m[-first.stride], m[first.stride]);
        const double length = sqrt(gx * gx + gy * gy);
        const double limit = length > 1.0 ? length : 1.0;
        column = placeAt(numbers.amplitude * gx / limit + half);
        row = placeAt(numbers.amplitude * gy / limit + half);
    }
}

__device__ float between(float a, float b, float share) {
    return a + (b - a) * share;
}

/// See cubicWeights in core/kernels.
__device__ float alongCurve(float a, float b, float c, float d, float t) {
    const float wa = 0.5F * (t * (t * (2.0F - t) - 1.0F));
    const float wb = 0.5F * (t * (t * (3.0F * t - 5.0F)) + 2.0F);
    const float wc = 0.5F * (t * (t * (4.0F - 3.0F * t) + 1.0F));
    const float wd = 0.5F * (t * t * (t - 1.0F));
    return ((a * wa + b * wb) + c * wc) + d * wd;
}

template <Between interpolation>
__device__ float sampleAt(const float* at, std::int64_t stride, float u, float v) {
    if constexpr (interpolation == Between::nearest) return *at;
    if constexpr (interpolation == Between::linear) {
        const float* const below = at + stride;
        return swept(between(between(at[0], at[1], u), between(below[0], below[1], u), v));
    } else {
        const auto line = [&](int j) {
            const float* const from = at + (j - 1) * stride - 1;
            return alongCurve(from[0], from[1], from[2], from[3], u);
        };
        return swept(alongCurve(line(0), line(1), line(2), line(3), v));
    }
}

/// \param picture  points to the sample at the place of the area's first sample
template <By by, Between interpolation>
__global__ void __launch_bounds__(blockWidth* blockHeight)
    warpKernel(DeviceSamples out, const float* picture, std::int64_t stride, MapOnDevice first,
               MapOnDevice second, WarpNumbers numbers) {
    constexpr bool quick = by == By::xy && interpolation != Between::nearest;
    constexpr double half = interpolation == Between::nearest ? 0.5 : 0.0;
    const auto x = static_cast<std::int32_t>(blockIdx.x * blockWidth + threadIdx.x);
    if (x >= out.width) return;
    const std::int32_t top = static_cast<std::int32_t>(blockIdx.y) * (blockHeight * rowsOfThread) +
                             static_cast<std::int32_t>(threadIdx.y);
#pragma unroll
    for (int k = 0; k < rowsOfThread; ++k) {
        const std::int32_t y = top + k * blockHeight;
        if (y >= out.height) return;
        AxisPlace column;
        AxisPlace row;
        placesOf<by, quick>(numbers, first, second, x, y, half, column, row);
        const float* const at = picture + (y + row.pixel) * stride + (x + column.pixel);
        __stcs(out.row(y) + x, sampleAt<interpolation>(at, stride, column.share, row.share));
    }
}

/// Linear interpolation by two maps that cover the area, if the amplitude is small: in binary32, places are
/// then off by less than 5e-6 px. A thread first reads all its samples of the maps at once, and then all
/// those of the picture.
constexpr double smallAmplitude = 32;

struct PlainMap {
    const float* samples;  ///< map's sample at the area's first sample
    int stride;
};

__global__ void __launch_bounds__(blockWidth* blockHeight)
    warpPlainly(DeviceSamples out, const float* picture, int stride, PlainMap first, PlainMap second,
                float center, float amplitude) {
    const auto x = static_cast<int>(blockIdx.x * blockWidth + threadIdx.x);
    if (x >= out.width) return;
    const int top =
        static_cast<int>(blockIdx.y) * (blockHeight * rowsOfThread) + static_cast<int>(threadIdx.y);
    const auto last = static_cast<int>(out.height - 1);
    const float most = fabsf(amplitude);
    float across[rowsOfThread];
    float down[rowsOfThread];
#pragma unroll
    for (int k = 0; k < rowsOfThread; ++k) {
        const int y = min(top + k * blockHeight, last);
        across[k] = __ldcs(first.samples + (y * first.stride + x));
        down[k] = __ldcs(second.samples + (y * second.stride + x));
    }
    float samples[rowsOfThread][4];
#pragma unroll
    for (int k = 0; k < rowsOfThread; ++k) {
        // Adding 1.5 * 2^23 leaves the nearest whole number in the low bits.
        const auto split = [&](float m, float& share) {
            const float d = fminf(fmaxf((m - center) * (2.0F * amplitude), -most), most);
            const float biased = (d - 0.5F) + 0x1.8p23F;
            share = d - (biased - 0x1.8p23F);
            return __float_as_int(biased) - __float_as_int(0x1.8p23F);
        };
        const int y = min(top + k * blockHeight, last);
        const int column = x + split(across[k], across[k]);
        const int row = y + split(down[k], down[k]);
        const float* const at = picture + (row * stride + column);
        samples[k][0] = __ldg(at);
        samples[k][1] = __ldg(at + 1);
        samples[k][2] = __ldg(at + stride);
        samples[k][3] = __ldg(at + stride + 1);
    }
#pragma unroll
    for (int k = 0; k < rowsOfThread; ++k) {
        const int y = top + k * blockHeight;
        const auto mixed = [](float a, float b, float share) { return fmaf(b - a, share, a); };
        const float upper = mixed(samples[k][0], samples[k][1], across[k]);
        const float lower = mixed(samples[k][2], samples[k][3], across[k]);
        if (y <= last) __stcs(out.row(y) + x, swept(mixed(upper, lower, down[k])));
    }
}

/// The nearest pixels, in the same way. If binary32 cannot decide which pixel is nearest, binary64 does.
__global__ void __launch_bounds__(blockWidth* blockHeight)
    nearestPlainly(DeviceSamples out, const float* picture, int stride, PlainMap first, PlainMap second,
                   const __grid_constant__ WarpNumbers numbers) {
    const auto x = static_cast<int>(blockIdx.x * blockWidth + threadIdx.x);
    if (x >= out.width) return;
    const int top =
        static_cast<int>(blockIdx.y) * (blockHeight * rowsOfThread) + static_cast<int>(threadIdx.y);
    const auto last = static_cast<int>(out.height - 1);
    float across[rowsOfThread];
    float down[rowsOfThread];
#pragma unroll
    for (int k = 0; k < rowsOfThread; ++k) {
        const int y = min(top + k * blockHeight, last);
        across[k] = __ldcs(first.samples + (y * first.stride + x));
        down[k] = __ldcs(second.samples + (y * second.stride + x));
    }
    const float center = numbers.centerPair.high;
    const float amplitude = numbers.amplitudePair.high;
    const float most = fabsf(amplitude);
    const auto moved = [&](float m) {
        const float d = fminf(fmaxf((m - center) * (2.0F * amplitude), -most), most) + 0.5F;
        const float biased = __fadd_rd(d, 0x1.8p23F);
        const float share = d - (biased - 0x1.8p23F);
        constexpr float unsure = 1e-4F;  // ten times the error of d
        if (share < unsure || share > 1.0F - unsure) return placeAt(displacementBy(numbers, m) + 0.5).pixel;
        return __float_as_int(biased) - __float_as_int(0x1.8p23F);
    };
    float samples[rowsOfThread];
#pragma unroll
    for (int k = 0; k < rowsOfThread; ++k) {
        const int y = min(top + k * blockHeight, last);
        const int column = x + moved(across[k]);
        const int row = y + moved(down[k]);
        samples[k] = __ldg(picture + (row * stride + column));
    }
#pragma unroll
    for (int k = 0; k < rowsOfThread; ++k) {
        const int y = top + k * blockHeight;
        if (y <= last) __stcs(out.row(y) + x, samples[k]);
    }
}

template <By by>
auto kernelBetween(Between interpolation) {
    return interpolation == Between::nearest  ? warpKernel<by, Between::nearest>
           : interpolation == Between::linear ? warpKernel<by, Between::linear>
                                              : warpKernel<by, Between::cubic>;
}

/// \pre the maps are fetched before the picture, so that their samples stay valid: see linksAreHeld()
MapOnDevice mapOver(const Warp& node, const DeviceCall& call, std::size_t link) {
    const LinkShape& map = call.links[call.index + link];
    const Rect inside = Warp::mapped(map, call.area);
    if (inside.empty()) return {};
    const ConstDeviceSamples samples = call.child.fetch(node.mapFetch(map, link, inside));
    const std::int64_t around = node.mapRadius();
    const auto left = static_cast<std::int32_t>(inside.x - call.area.x);
    const auto top = static_cast<std::int32_t>(inside.y - call.area.y);
    return {samples.row(around) + around,
            samples.stride,
            left,
            top,
            left + static_cast<std::int32_t>(inside.width),
            top + static_cast<std::int32_t>(inside.height)};
}

/// Whether warpPlainly() or nearestPlainly() computes `out`, without indices beyond 32 bits.
bool isPlain(const Warp& node, const DeviceSamples& out, std::int64_t stride, const MapOnDevice& first,
             const MapOnDevice& second) {
    if (node.parameters.by != By::xy || node.parameters.between == Between::cubic) return false;
    if (std::abs(node.scale.amplitude) > smallAmplitude) return false;
    constexpr std::int64_t mostIndex = (std::int64_t{1} << 31) - 1;
    const std::int64_t rows = out.height + 2 * static_cast<std::int64_t>(smallAmplitude) + 2;
    const auto covers = [&](const MapOnDevice& map) {
        return map.samples != nullptr && map.left <= 0 && map.top <= 0 && map.right >= out.width &&
               map.bottom >= out.height && map.stride * rows <= mostIndex;
    };
    return covers(first) && covers(second) && stride * rows <= mostIndex;
}

}  // namespace

void DeviceReduction<Warp, Trait::data>::apply(const Warp& node, const OnDevice<Warp>&,
                                               const DeviceCall& call) {
    if (call.index > 0) return;
    const MapOnDevice first = mapOver(node, call, 1);
    const MapOnDevice second = node.mapCount() > 1 ? mapOver(node, call, 2) : MapOnDevice{};
    const ConstDeviceSamples picture = call.child.fetch(node.neighbourhood(call.link, call.area));
    constexpr std::int64_t rows = std::int64_t{blockHeight} * rowsOfThread;
    const auto kernel = node.parameters.by == By::xy      ? kernelBetween<By::xy>(node.parameters.between)
                        : node.parameters.by == By::angle ? kernelBetween<By::angle>(node.parameters.between)
                                                          : kernelBetween<By::slope>(node.parameters.between);
    // A grid has at most 65,535 rows of blocks.
    constexpr std::int64_t mostRows = 65'535 * rows;
    for (std::int64_t y = 0; y < call.value.height; y += mostRows) {
        const std::int64_t height = std::min(mostRows, call.value.height - y);
        const dim3 grid(static_cast<unsigned>((call.value.width + blockWidth - 1) / blockWidth),
                        static_cast<unsigned>((height + rows - 1) / rows));
        const auto moved = [&](MapOnDevice map) {
            map.top -= static_cast<std::int32_t>(y);
            map.bottom -= static_cast<std::int32_t>(y);
            return map;
        };
        const DeviceSamples out = call.value.part(0, y, call.value.width, height);
        const float* const at = picture.row(y + node.radiusY) + node.radiusX;
        const auto plain = [&](const MapOnDevice& map) {
            return PlainMap{moved(map).at(0, 0), static_cast<int>(map.stride)};
        };
        const auto stride = static_cast<int>(picture.stride);
        const bool isNearest = node.parameters.between == Between::nearest;
        if (!isPlain(node, out, picture.stride, moved(first), moved(second))) {
            kernel<<<grid, dim3(blockWidth, blockHeight), 0, call.cudaStream>>>(
                out, at, picture.stride, moved(first), moved(second), WarpNumbers(node.scale));
        } else if (isNearest) {
            nearestPlainly<<<grid, dim3(blockWidth, blockHeight), 0, call.cudaStream>>>(
                out, at, stride, plain(first), plain(second), WarpNumbers(node.scale));
        } else {
            warpPlainly<<<grid, dim3(blockWidth, blockHeight), 0, call.cudaStream>>>(
                out, at, stride, plain(first), plain(second), static_cast<float>(node.scale.center),
                static_cast<float>(node.scale.amplitude));
        }
        check(cudaGetLastError());
    }
}

std::unique_ptr<DeviceOperation> warpOnDevice(std::shared_ptr<const OperationOf<Warp>> operation,
                                              Patience patience) {
    return std::make_unique<DeviceOperationOf<Warp>>(std::move(operation), patience);
}

}  // namespace burin::gpu
