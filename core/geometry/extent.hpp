// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/geometry/rect.hpp"

namespace burin {

/// The place of something: everywhere, or inside one rectangle (which may be empty).
///
/// Used for two different things. A node's *extent* is the rectangle that bounds it; filters extend the
/// samples at its edge. A node's *support* is a rectangle such that all samples outside of it are known to be
/// 0; it is used to skip work.
class Extent {
  public:
    /// Everywhere.
    Extent() = default;
    /// Inside `rect`.
    explicit Extent(const Rect& rect) : bounded_(true), rect_(rect.empty() ? Rect{} : rect) {}

    [[nodiscard]] bool bounded() const { return bounded_; }
    [[nodiscard]] bool empty() const { return bounded_ && rect_.empty(); }
    /// \pre bounded()
    [[nodiscard]] const Rect& rect() const { return rect_; }

    /// The part of `area` inside this extent.
    [[nodiscard]] Rect clip(const Rect& area) const { return bounded_ ? intersection(rect_, area) : area; }
    [[nodiscard]] Extent translated(Point by) const {
        return bounded_ && !rect_.empty() ? Extent(rect_.translated(by)) : *this;
    }
    [[nodiscard]] Extent grown(std::int64_t by) const {
        return bounded_ && !rect_.empty() ? Extent(rect_.grown(by)) : *this;
    }

    friend bool operator==(const Extent&, const Extent&) = default;

  private:
    bool bounded_ = false;
    Rect rect_;
};

[[nodiscard]] inline Extent intersection(const Extent& a, const Extent& b) {
    if (!a.bounded()) return b;
    if (!b.bounded()) return a;
    return Extent(intersection(a.rect(), b.rect()));
}

[[nodiscard]] inline Extent boundingExtent(const Extent& a, const Extent& b) {
    if (!a.bounded() || !b.bounded()) return {};
    return Extent(boundingRect(a.rect(), b.rect()));
}

}  // namespace burin
