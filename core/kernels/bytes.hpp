// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>

namespace burin {

/// A non-owning rectangle of samples k / 255, each held as the byte k; see SamplesView.
struct BytesView {
    std::uint8_t* data = nullptr;
    std::ptrdiff_t stride = 0;
    std::int64_t width = 0;
    std::int64_t height = 0;

    [[nodiscard]] std::uint8_t* row(std::int64_t y) const { return data + y * stride; }
    /// The part that starts at column x, row y. \pre it lies inside
    [[nodiscard]] BytesView part(std::int64_t x, std::int64_t y, std::int64_t w, std::int64_t h) const {
        return {data + y * stride + x, stride, w, h};
    }
};

}  // namespace burin
