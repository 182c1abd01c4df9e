// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/geometry/extent.hpp"
#include "core/kernels/measuring/heights_target.hpp"
#include "core/kernels/samples.hpp"

#include <cstddef>
#include <memory>
#include <stdexcept>

namespace burin {

/// The depths of a surface, 0 for untouched material and 1 for full depth, as they are measured. A height is
/// minus the depth times the full depth. Coordinates are samples of level 0.
///
/// Thread-safe. A depth is the same for every rectangle that is read.
class HeightMap {
  public:
    virtual ~HeightMap() = default;
    [[nodiscard]] virtual Extent extent() const = 0;
    /// Computes the depths of `area` and waits for them. \pre the extent contains `area`
    /// \throws Cancelled, OutOfMemory, and what sources throw
    virtual void read(const Rect& area, SamplesView out) const = 0;
    /// The number of simultaneous calls of sums() that keep the computing device busy; 0 if sums() is not
    /// supported.
    [[nodiscard]] virtual int sumsAtOnce() const { return 0; }
    /// The samples in the blocks of a call of sums(). \see Backend::summedSamples
    [[nodiscard]] virtual std::int64_t summedSamples() const { return HeightsTarget::fewSamples; }
    /// Sums depths on the device that computes them, and waits for the sums. They are the sums of the samples
    /// that read() returns.
    /// \param area  the area of the blocks, and of the column and the row after them if there are any
    /// \pre sumsAtOnce() > 0 \throws what read() throws
    [[nodiscard]] virtual BlockHeights sums(const Rect& /*area*/, const HeightsTarget& /*target*/) const {
        throw std::logic_error("these depths are only read");
    }
    /// The bytes that read() takes for an area of `size`, in addition to `out` and the backend's own
    /// reservations.
    [[nodiscard]] virtual std::size_t readBytes(const Size& /*size*/) const { return 0; }
    /// The most bytes that are kept between calls of read().
    [[nodiscard]] virtual std::size_t residentBytes() const { return 0; }
};

/// Memory for the depths of a rectangle.
class HeightBuffer {
  public:
    HeightBuffer() = default;
    explicit HeightBuffer(const Rect& rect) { reshape(rect); }
    HeightBuffer(const HeightMap& map, const Rect& rect) { read(map, rect); }

    /// Replaces the rectangle. The depths are undefined. Memory is kept if it suffices.
    void reshape(const Rect& rect) {
        rect_ = rect;
        const auto count = static_cast<std::size_t>(rect.area());
        if (count <= capacity_) return;
        samples_.reset();
        samples_.reset(new float[count]);
        capacity_ = count;
    }
    void read(const HeightMap& map, const Rect& rect) {
        reshape(rect);
        map.read(rect, view());
    }

    [[nodiscard]] const Rect& rect() const { return rect_; }
    [[nodiscard]] SamplesView view() { return {samples_.get(), rect_.width, rect_.width, rect_.height}; }
    [[nodiscard]] ConstSamplesView view() const {
        return {samples_.get(), rect_.width, rect_.width, rect_.height};
    }
    /// The samples of a part. \pre it lies inside
    [[nodiscard]] ConstSamplesView part(const Rect& part) const {
        return view().part(part.x - rect_.x, part.y - rect_.y, part.width, part.height);
    }

  private:
    Rect rect_;
    std::unique_ptr<float[]> samples_;
    std::size_t capacity_ = 0;
};

}  // namespace burin
