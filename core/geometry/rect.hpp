// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstdint>

namespace burin {

/// A place in one node's frame, in samples. x grows to the right, y downwards.
struct Point {
    std::int64_t x = 0;
    std::int64_t y = 0;

    friend bool operator==(const Point&, const Point&) = default;
    friend Point operator+(Point a, Point b) { return {a.x + b.x, a.y + b.y}; }
    friend Point operator-(Point a, Point b) { return {a.x - b.x, a.y - b.y}; }
    friend Point operator-(Point a) { return {-a.x, -a.y}; }
};

/// Width and height in samples.
struct Size {
    std::int64_t width = 0;
    std::int64_t height = 0;

    friend bool operator==(const Size&, const Size&) = default;
};

/// A half-open rectangle [x, x + width) x [y, y + height) of one node's frame, in samples.
///
/// Empty if width or height is not positive. The product of width and height fits 64 bits as long as both are
/// below 2^31, as in every rectangle that is computed.
struct Rect {
    std::int64_t x = 0;
    std::int64_t y = 0;
    std::int64_t width = 0;
    std::int64_t height = 0;

    [[nodiscard]] bool empty() const { return width <= 0 || height <= 0; }
    [[nodiscard]] std::int64_t right() const { return x + width; }
    [[nodiscard]] std::int64_t bottom() const { return y + height; }
    [[nodiscard]] std::int64_t area() const { return empty() ? 0 : width * height; }
    [[nodiscard]] Point origin() const { return {x, y}; }

    [[nodiscard]] bool contains(Point p) const {
        return p.x >= x && p.x < right() && p.y >= y && p.y < bottom();
    }
    /// An empty rectangle is inside any other.
    [[nodiscard]] bool contains(const Rect& other) const {
        return other.empty() ||
               (other.x >= x && other.y >= y && other.right() <= right() && other.bottom() <= bottom());
    }
    [[nodiscard]] Rect translated(Point by) const { return {x + by.x, y + by.y, width, height}; }
    /// Grown by `dx` samples to the left and right and by `dy` above and below.
    [[nodiscard]] Rect grown(std::int64_t dx, std::int64_t dy) const {
        return {x - dx, y - dy, width + 2 * dx, height + 2 * dy};
    }
    [[nodiscard]] Rect grown(std::int64_t by) const { return grown(by, by); }

    friend bool operator==(const Rect&, const Rect&) = default;
};

[[nodiscard]] inline Rect intersection(const Rect& a, const Rect& b) {
    const std::int64_t x = std::max(a.x, b.x);
    const std::int64_t y = std::max(a.y, b.y);
    const Rect r{x, y, std::min(a.right(), b.right()) - x, std::min(a.bottom(), b.bottom()) - y};
    return r.empty() ? Rect{} : r;
}

/// The smallest rectangle that contains both. An empty one adds nothing.
[[nodiscard]] inline Rect boundingRect(const Rect& a, const Rect& b) {
    if (a.empty()) return b;
    if (b.empty()) return a;
    const std::int64_t x = std::min(a.x, b.x);
    const std::int64_t y = std::min(a.y, b.y);
    return {x, y, std::max(a.right(), b.right()) - x, std::max(a.bottom(), b.bottom()) - y};
}

/// Quotient rounded towards minus infinity. \pre divisor > 0
[[nodiscard]] inline std::int64_t floorDiv(std::int64_t value, std::int64_t divisor) {
    const std::int64_t q = value / divisor;
    return value % divisor < 0 ? q - 1 : q;
}

/// Remainder in [0, divisor). \pre divisor > 0
[[nodiscard]] inline std::int64_t floorMod(std::int64_t value, std::int64_t divisor) {
    const std::int64_t r = value % divisor;
    return r < 0 ? r + divisor : r;
}

}  // namespace burin
