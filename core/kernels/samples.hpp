// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>

namespace burin {

/// A non-owning rectangle of float samples: `height` rows of `width` samples, `stride` samples from one row
/// to the next. Row 0, column 0 is the upper left sample.
struct SamplesView {
    float* data = nullptr;
    std::ptrdiff_t stride = 0;
    std::int64_t width = 0;
    std::int64_t height = 0;

    [[nodiscard]] float* row(std::int64_t y) const { return data + y * stride; }
    /// The part that starts at column x, row y. \pre it lies inside
    [[nodiscard]] SamplesView part(std::int64_t x, std::int64_t y, std::int64_t w, std::int64_t h) const {
        return {data + y * stride + x, stride, w, h};
    }
};

/// The same, read-only.
struct ConstSamplesView {
    const float* data = nullptr;
    std::ptrdiff_t stride = 0;
    std::int64_t width = 0;
    std::int64_t height = 0;

    ConstSamplesView() = default;
    ConstSamplesView(const float* samples, std::ptrdiff_t rowStride, std::int64_t w, std::int64_t h)
        : data(samples), stride(rowStride), width(w), height(h) {}
    ConstSamplesView(const SamplesView& v)  // NOLINT(google-explicit-constructor)
        : data(v.data), stride(v.stride), width(v.width), height(v.height) {}

    [[nodiscard]] const float* row(std::int64_t y) const { return data + y * stride; }
    [[nodiscard]] ConstSamplesView part(std::int64_t x, std::int64_t y, std::int64_t w,
                                        std::int64_t h) const {
        return {data + y * stride + x, stride, w, h};
    }
};

}  // namespace burin
