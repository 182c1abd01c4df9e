// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kernels/textures/extreme_kernels.hpp"
#include "core/kinds/form/deferred.hpp"
#include "core/kinds/form/operation.hpp"

#include <cstddef>
#include <cstdint>
#include <stop_token>
#include <vector>

namespace burin {

/// Which sample is selected. With weights, the greatest is selected among samples plus weights, and the least
/// among samples minus weights.
enum class Extreme { greatest, least };

/// How many pixels a disc reaches to either side, `row` rows from its middle. \pre 0 <= row <= radius
[[nodiscard]] constexpr int discHalfWidth(int radius, int row) {
    int halfWidth = radius;
    while (halfWidth * halfWidth + row * row > radius * radius)
        --halfWidth;
    return halfWidth;
}

/// The weight of a ball at (dx, dy): (sqrt(radius^2 - dx^2 - dy^2) - radius) / height. \pre (dx, dy) is
/// inside the disc
[[nodiscard]] float ballWeight(int dx, int dy, int radius, double height);

/// A way to find the extreme sample over one shape around every pixel. Immutable; thread-safe; exact.
class Extremes {
  public:
    virtual ~Extremes() = default;
    /// Bytes that apply() takes from Scratch for an output of that size.
    [[nodiscard]] virtual std::size_t scratchBytes(const Size& size) const = 0;
    /// \param source  the neighbourhood of `out`: larger by 2 * radius samples on each axis
    virtual void apply(Extreme which, const ConstSamplesView& source, const SamplesView& out,
                       Scratch& scratch) const = 0;
    /// Makes the tables that apply() reads. \throws Cancelled
    virtual void prepare(const std::stop_token&) const {}
    [[nodiscard]] virtual std::size_t residentBytes() const { return 0; }
};

/// The square of (2 radius + 1)^2 pixels. Columns after M. van Herk, A fast algorithm for local minimum and
/// maximum filters on rectangular and octagonal kernels, 1992, rows by doubling: about 5 + log2(radius)
/// comparisons a sample.
class SquareExtremes final : public Extremes {
  public:
    explicit SquareExtremes(int radius, InstructionSet set = instructionSet())
        : kernels_(extremeKernels(set)), radius_(radius) {}
    [[nodiscard]] std::size_t scratchBytes(const Size& size) const override;
    void apply(Extreme which, const ConstSamplesView& source, const SamplesView& out,
               Scratch& scratch) const override;

  private:
    void applySmall(Extreme which, const ConstSamplesView& source, const SamplesView& out,
                    Scratch& scratch) const;

    ExtremeKernels kernels_;
    int radius_;
};

/// The pixels at dx^2 + dy^2 <= radius^2, as chords of rows, after E. Urbach and M. Wilkinson, Efficient 2-D
/// grayscale morphological transformations with arbitrary flat structuring elements, 2008: about 3 radius
/// comparisons a sample.
class DiscExtremes final : public Extremes {
  public:
    explicit DiscExtremes(int radius, InstructionSet set = instructionSet());
    [[nodiscard]] std::size_t scratchBytes(const Size& size) const override;
    void apply(Extreme which, const ConstSamplesView& source, const SamplesView& out,
               Scratch& scratch) const override;

  private:
    /// The rows firstRow, ..., lastRow above and below the middle, whose chords are equally long.
    struct Chord {
        int halfWidth = 0;
        int level = 0;  ///< two runs of 2^level samples cover the chord
        int firstRow = 0;
        int lastRow = 0;
    };
    struct Strip;
    void applySmall(Extreme which, const ConstSamplesView& source, const SamplesView& out,
                    Scratch& scratch) const;
    void spread(const Chord& chord, std::int64_t row, const Strip& strip) const;

    ExtremeKernels kernels_;
    int radius_;
    int levels_ = 0;  ///< the largest level
    std::vector<Chord> chords_;
};

/// The disc, weighted by b(dx, dy) = (sqrt(radius^2 - dx^2 - dy^2) - radius) / height: a ball that rolls over
/// the surface. About 3 radius^2 operations a sample, fewer if samples differ less than the weights.
class BallExtremes final : public Extremes {
  public:
    /// \param height  how many pixels high a sample of 1 is; greater than 0
    BallExtremes(int radius, double height, InstructionSet set = instructionSet());
    [[nodiscard]] std::size_t scratchBytes(const Size& size) const override;
    void apply(Extreme which, const ConstSamplesView& source, const SamplesView& out,
               Scratch& scratch) const override;
    void prepare(const std::stop_token& stop) const override { static_cast<void>(weights_.value(stop)); }
    [[nodiscard]] std::size_t residentBytes() const override;

  private:
    /// The largest dx at which the weights of row dy can matter to samples of `source`; -1 if none can.
    void findReaches(Extreme which, const ConstSamplesView& source, float* row, std::int32_t* reaches) const;

    ExtremeKernels kernels_;
    int radius_;
    Deferred<std::vector<float>> weights_;  ///< b(dx, dy) at dy (radius + 1) + dx; 0 outside of the disc
};

}  // namespace burin
