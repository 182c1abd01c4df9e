// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kinds/kernel_matrix.hpp"
#include "gpu/kinds/device_kind.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace burin::gpu {

/// A way to convolve with one matrix on the device that was current when it was made. Immutable; thread-safe.
///
/// A sample is a function of its neighbourhood alone, operation by operation: neither the area with which it
/// is computed nor its place changes a bit. All are within 1e-5 * the matrix's magnitude of the exact sum
/// for samples in [0, 1]. In what follows u = 2^-24.
class DeviceConvolution {
  public:
    virtual ~DeviceConvolution() = default;
    /// What apply() takes from the scratch for that many outputs.
    [[nodiscard]] virtual std::size_t scratchBytes(std::int64_t, std::int64_t) const { return 0; }
    /// Queues out(x, y) = the sum of matrix(r, c) * source(x + c, y + r) over all r and c. What is smaller
    /// than `limit` in magnitude, or no number, becomes 0.
    /// \param source  finite samples; wider by the matrix's columns - 1 and higher by its rows - 1 than `out`
    virtual void apply(cudaStream_t stream, ConstDeviceSamples source, DeviceSamples out, float limit,
                       DeviceScratch& scratch) const = 0;
    [[nodiscard]] virtual std::size_t residentBytes() const = 0;
};

/// Up to 7 x 7 weights, which go with each launch.
///
/// Error: one chain of at most 49 fused operations, 49 u, and u for rounding the weights.
class SmallConvolution final : public DeviceConvolution {
  public:
    static constexpr int largestSide = 7;
    explicit SmallConvolution(const KernelMatrix& matrix);
    void apply(cudaStream_t stream, ConstDeviceSamples source, DeviceSamples out, float limit,
               DeviceScratch& scratch) const override;
    [[nodiscard]] std::size_t residentBytes() const override { return 0; }

  private:
    int side_;  ///< 3, 5 or 7; rows and columns that are missing weigh 0
    std::vector<float> weights_;
};

/// Any matrix, row by row, a row's weights in registers.
///
/// Error: a chain of at most 32 for a part of a row, and either at most 32 such parts, 64 u, or their sum
/// carries along what it loses (W. Kahan, Further Remarks on Reducing Truncation Errors, 1965), 34 u.
class LargeConvolution final : public DeviceConvolution {
  public:
    explicit LargeConvolution(const KernelMatrix& matrix);
    void apply(cudaStream_t stream, ConstDeviceSamples source, DeviceSamples out, float limit,
               DeviceScratch& scratch) const override;
    [[nodiscard]] std::size_t residentBytes() const override { return weights_.bytes(); }

  private:
    int rows_;
    int columns_;  ///< of a chunk
    int chunks_;
    DeviceTable<float> weights_;
};

/// All weights equal, `side` x `side`. Sums of 8 neighbours are made by doubling and added up along columns,
/// then along rows.
///
/// Error: 6 doublings, and at most 2 * 32 additions of sums of 8.
class DeviceBoxConvolution final : public DeviceConvolution {
  public:
    /// \pre side is odd, 1 to 255
    DeviceBoxConvolution(int side, float weight) : side_(side), weight_(weight) {}
    void apply(cudaStream_t stream, ConstDeviceSamples source, DeviceSamples out, float limit,
               DeviceScratch& scratch) const override;
    [[nodiscard]] std::size_t residentBytes() const override { return 0; }

  private:
    int side_;
    float weight_;
};

/// Columns first, then rows, for each separable term: in one kernel, or, where the matrix is wide, in two
/// with the sums along columns in the scratch.
///
/// Error: up to 33 weights a chain along each axis, 66 u; beyond that chains of 8, and at most 32 of them,
/// 80 u; weighed by the terms' magnitude, at most twice the matrix's.
class DeviceSeparableConvolution final : public DeviceConvolution {
  public:
    /// \pre terms is not empty
    explicit DeviceSeparableConvolution(const std::vector<SeparableTerm>& terms);
    void apply(cudaStream_t stream, ConstDeviceSamples source, DeviceSamples out, float limit,
               DeviceScratch& scratch) const override;
    [[nodiscard]] std::size_t scratchBytes(std::int64_t width, std::int64_t height) const override;
    [[nodiscard]] std::size_t residentBytes() const override { return stored_.bytes(); }
    /// Multiplications for a sample that a term of this size is worth: what decides against a matrix.
    [[nodiscard]] static double costOfTerm(int rows, int columns);

  private:
    [[nodiscard]] bool twoPasses() const;

    int rows_;
    int columns_;
    std::size_t terms_;
    std::vector<float> weights_;  ///< for each term those of the row, then those of the column
    DeviceTable<float> stored_;   ///< the same where they are too many to go with each launch
};

/// The method with the least work for `matrix`.
/// \pre the matrix has a side of more than 0 and its magnitude is at most 2^100
[[nodiscard]] std::unique_ptr<const DeviceConvolution> chooseDeviceConvolution(const KernelMatrix& matrix);

}  // namespace burin::gpu
