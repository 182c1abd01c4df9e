// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kinds/methods/kernel_matrix.hpp"
#include "gpu/kinds/form/device_kind.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace burin::gpu {

/// A way to convolve with one matrix on the device that was current on construction. Immutable; thread-safe.
///
/// A sample depends only on its neighbourhood, operation by operation: neither its place nor the area it is
/// computed with changes a bit. For samples in [0, 1] every method is within 1e-5 * the matrix's magnitude of
/// the exact sum. Below, u = 2^-24.
class DeviceConvolution {
  public:
    virtual ~DeviceConvolution() = default;
    /// Bytes that apply() takes from the scratch for that many outputs.
    [[nodiscard]] virtual std::size_t scratchBytes(std::int64_t, std::int64_t) const { return 0; }
    /// Queues out(x, y) = the sum of matrix(r, c) * source(x + c, y + r) over all r and c. Results below
    /// `limit` in magnitude, NaN and infinities become 0.
    /// \param source  finite samples; wider than `out` by the matrix's columns - 1, and higher by its rows -
    ///         1
    virtual void apply(cudaStream_t cudaStream, ConstDeviceSamples source, DeviceSamples out, float limit,
                       DeviceScratch& scratch) const = 0;
    [[nodiscard]] virtual std::size_t residentBytes() const = 0;
};

/// For up to 7 x 7 weights, which are passed with each launch.
///
/// Error: one chain of at most 49 fused operations, 49 u, plus u for rounding the weights.
class SmallConvolution final : public DeviceConvolution {
  public:
    static constexpr int largestSide = 7;
    explicit SmallConvolution(const KernelMatrix& matrix);
    void apply(cudaStream_t cudaStream, ConstDeviceSamples source, DeviceSamples out, float limit,
               DeviceScratch& scratch) const override;
    [[nodiscard]] std::size_t residentBytes() const override { return 0; }

  private:
    int side_;  ///< 3, 5 or 7; missing rows and columns have weight 0
    std::vector<float> weights_;
};

/// For any matrix, row by row, with a row's weights in registers.
///
/// Error: chains of at most 32 operations for a part of a row. Then either at most 32 such parts are added,
/// 64 u in total, or the sum carries its rounding error along (W. Kahan, Further Remarks on Reducing
/// Truncation Errors, 1965), 34 u.
class LargeConvolution final : public DeviceConvolution {
  public:
    explicit LargeConvolution(const KernelMatrix& matrix);
    void apply(cudaStream_t cudaStream, ConstDeviceSamples source, DeviceSamples out, float limit,
               DeviceScratch& scratch) const override;
    [[nodiscard]] std::size_t residentBytes() const override { return weights_.bytes(); }

  private:
    int rows_;
    int columns_;  ///< columns of one chunk
    int chunks_;
    DeviceTable<float> weights_;
};

/// For `side` x `side` equal weights. Sums of 8 neighbours are computed by doubling and added up along
/// columns, then along rows.
///
/// Error: 6 doublings, and at most 2 * 32 additions of sums of 8.
class DeviceBoxConvolution final : public DeviceConvolution {
  public:
    /// \pre side is odd, 1 to 255
    DeviceBoxConvolution(int side, float weight) : side_(side), weight_(weight) {}
    void apply(cudaStream_t cudaStream, ConstDeviceSamples source, DeviceSamples out, float limit,
               DeviceScratch& scratch) const override;
    [[nodiscard]] std::size_t residentBytes() const override { return 0; }

  private:
    int side_;
    float weight_;
};

/// Columns first, then rows, for each separable term: in one kernel, or for wide matrices in two, with the
/// sums along columns in the scratch.
///
/// Error: up to 33 weights form one chain along each axis, 66 u; more weights form at most 32 chains of 8, 80
/// u. Both are weighted by the terms' magnitude, which is at most twice the matrix's.
class DeviceSeparableConvolution final : public DeviceConvolution {
  public:
    /// \pre terms is not empty
    explicit DeviceSeparableConvolution(const std::vector<SeparableTerm>& terms);
    void apply(cudaStream_t cudaStream, ConstDeviceSamples source, DeviceSamples out, float limit,
               DeviceScratch& scratch) const override;
    [[nodiscard]] std::size_t scratchBytes(std::int64_t width, std::int64_t height) const override;
    [[nodiscard]] std::size_t residentBytes() const override { return stored_.bytes(); }
    /// The cost of a term of this size in multiplications for a sample, for comparison with a matrix.
    [[nodiscard]] static double costOfTerm(int rows, int columns);

  private:
    [[nodiscard]] bool twoPasses() const;

    int rows_;
    int columns_;
    std::size_t terms_;
    std::vector<float> weights_;  ///< weights of each term: the row's, then the column's
    DeviceTable<float> stored_;   ///< the weights, if there are too many for the launch parameters
};

/// The cheapest method for `matrix`.
/// \pre the matrix is not empty, and its magnitude is at most 2^100
[[nodiscard]] std::unique_ptr<const DeviceConvolution> chooseDeviceConvolution(const KernelMatrix& matrix);

}  // namespace burin::gpu
