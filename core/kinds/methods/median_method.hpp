// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kernels/median_kernels.hpp"
#include "core/kernels/rank_kernels.hpp"
#include "core/kinds/form/operation.hpp"

#include <memory>

namespace burin {

/// A way to find the median of every window of one radius. Immutable; thread-safe; exact.
class MedianMethod {
  public:
    virtual ~MedianMethod() = default;
    /// Bytes that apply() takes from Scratch for an output of that size.
    [[nodiscard]] virtual std::size_t scratchBytes(const Size& size) const = 0;
    /// \param source  the neighbourhood of `out`: larger by 2 * radius samples on each axis
    virtual void apply(const ConstSamplesView& source, const SamplesView& out, Scratch& scratch) const = 0;
};

/// Sorted tiles and a sliding set of ranks: works for any radius and is fastest for large ones.
class RankMedian final : public MedianMethod {
  public:
    explicit RankMedian(int radius, InstructionSet set = instructionSet())
        : kernels_(&rankKernels(set)), radius_(radius) {}
    [[nodiscard]] std::size_t scratchBytes(const Size& size) const override;
    void apply(const ConstSamplesView& source, const SamplesView& out, Scratch& scratch) const override;

  private:
    const RankKernels* kernels_;
    int radius_;
};

/// A sorting network that processes one window in each lane of a register: for small windows.
class NetworkMedian final : public MedianMethod {
  public:
    static constexpr int largestRadius = 5;

    /// \pre 1 <= radius <= largestRadius
    explicit NetworkMedian(int radius, InstructionSet set = instructionSet());
    [[nodiscard]] std::size_t scratchBytes(const Size& size) const override;
    void apply(const ConstSamplesView& source, const SamplesView& out, Scratch& scratch) const override;

  private:
    MedianKernel kernel_;
    RankMedian narrow_;  ///< for outputs narrower than a register
};

/// The fastest method for `radius`, 1 to 31.
[[nodiscard]] std::unique_ptr<const MedianMethod> chooseMedian(int radius,
                                                               InstructionSet set = instructionSet());

}  // namespace burin
