// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#ifdef __CUDACC__
#define BURIN_BOTH __host__ __device__
#else
#define BURIN_BOTH
#endif

namespace burin::gpu {

/// The unit of writes to memory: writing a part of it costs a read of the rest.
inline constexpr std::int64_t sectorBytes = 32;

/// A non-owning rectangle of samples in device memory: `height` rows of `width` samples, `stride` samples
/// from one row to the next. Row 0, column 0 is the upper left sample.
///
/// Rows need not be aligned, because a view may be a part of another.
template <class T>
struct DeviceView {
    T* data = nullptr;
    std::ptrdiff_t stride = 0;
    std::int64_t width = 0;
    std::int64_t height = 0;
    /// Samples after each row that are never read and that may be overwritten when the row is written.
    std::int64_t spare = 0;

    [[nodiscard]] BURIN_BOTH T* row(std::int64_t y) const { return data + y * stride; }
    /// The part that starts at column x, row y. \pre it lies inside
    [[nodiscard]] BURIN_BOTH DeviceView part(std::int64_t x, std::int64_t y, std::int64_t w,
                                             std::int64_t h) const {
        return {data + y * stride + x, stride, w, h, x + w == width ? spare : 0};
    }
    /// This view with rows extended to the end of their last sector, if the samples there may be overwritten.
    [[nodiscard]] DeviceView wholeSectors() const {
        constexpr std::int64_t samples = sectorBytes / static_cast<std::int64_t>(sizeof(T));
        const std::int64_t end = (width + samples - 1) / samples * samples;
        return end - width <= spare ? DeviceView{data, stride, end, height, spare - (end - width)} : *this;
    }
    /// The same, read-only.
    template <class U>
    requires(std::is_same_v<U, const T> && !std::is_const_v<T>) BURIN_BOTH operator DeviceView<U>()
        const {  // NOLINT(google-explicit-constructor)
        return {data, stride, width, height};
    }
    /// Whether every row starts at a multiple of `bytes`, as vectors of that size need.
    [[nodiscard]] bool aligned(std::size_t bytes) const {
        return reinterpret_cast<std::uintptr_t>(data) % bytes == 0 &&
               (height <= 1 || static_cast<std::size_t>(stride) * sizeof(T) % bytes == 0);
    }
};

using DeviceSamples = DeviceView<float>;
using ConstDeviceSamples = DeviceView<const float>;

/// Rows of memory that Burin allocates start at multiples of this many bytes.
inline constexpr std::size_t rowAlignment = 128;

/// The stride for rows of `width` samples with which every row starts aligned.
template <class T>
[[nodiscard]] constexpr std::int64_t alignedStride(std::int64_t width) {
    constexpr auto step = static_cast<std::int64_t>(rowAlignment / sizeof(T));
    return (width + step - 1) / step * step;
}

/// A view of a rectangle with aligned rows; the padding after each row may be overwritten.
template <class T>
[[nodiscard]] DeviceView<T> alignedView(T* data, std::int64_t width, std::int64_t height) {
    const std::int64_t stride = alignedStride<T>(width);
    return {data, stride, width, height, stride - width};
}

/// Bytes of a rectangle with aligned rows.
template <class T>
[[nodiscard]] constexpr std::size_t alignedBytes(std::int64_t width, std::int64_t height) {
    return static_cast<std::size_t>(alignedStride<T>(width)) * static_cast<std::size_t>(height) * sizeof(T);
}

}  // namespace burin::gpu
