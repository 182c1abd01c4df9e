// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The tasks that Burin's kernels are timed with: inputs on the device, the call, and the same node on the
// processor.

#include "bench/gpu/inputs.hpp"
#include "bench/gpu/work.hpp"
#include "core/geometry/lattice.hpp"
#include "core/kinds/combine/scatter.hpp"
#include "core/kinds/combine/stitching.hpp"
#include "core/kinds/methods/kernel_matrix.hpp"
#include "gpu/kinds/filter/median.hpp"

#include <cstdint>
#include <vector>

namespace burin::bench {

/// A pattern repeated side by side; each band of repeats is shifted by `shift` against the one above.
template <class T>
struct StitchingTask {
    Lattice lattice;
    Plane<T> pattern;
    Plane<T> out;

    StitchingTask(cudaStream_t cudaStream, Size size, const Lattice& cell);
    [[nodiscard]] Work work() const;
};

/// The mean of a square pattern on a lattice on which it overlaps itself.
struct LatticeTask {
    Vector u, v;
    Plane<float> pattern;
    Plane<float> out;

    LatticeTask(cudaStream_t cudaStream, Size size, Vector stepU, Vector stepV, std::int64_t side);
    /// Blends the repeats at every place.
    [[nodiscard]] Work work() const;
    /// Blends the repeats of one cell, which is then stitched. \pre u and v are whole
    [[nodiscard]] Work workByCell() const;

  private:
    [[nodiscard]] Stitching node() const;
    [[nodiscard]] Repeats repeatsOver(const Rect& area) const;
    [[nodiscard]] Result result() const;
};

/// Repeats of domes, which differ.
template <class KindType>
struct RepeatsTask {
    KindType node;
    std::vector<Plane<float>> patterns;  ///< as many as node.variation.patterns says
    Plane<float> out;

    RepeatsTask(cudaStream_t cudaStream, Size size, KindType kind, std::int64_t side);
    [[nodiscard]] Work work() const;
};

/// Computes 1 - distance / D from a mask of bytes.
struct ProfileTask {
    int distanceMaxPx;
    Mask input;
    std::vector<float> table;
    Plane<std::uint8_t> mask;
    Plane<float> out;

    ProfileTask(cudaStream_t cudaStream, Size size, int distanceMax, White white);
    [[nodiscard]] Work work() const;
};

/// The median of noise.
template <class T>
struct MedianTask {
    int radius;
    Plane<T> padded;
    Plane<T> out;

    MedianTask(cudaStream_t cudaStream, Size size, int windowRadius);
    [[nodiscard]] Work work() const;
};

struct ConvolutionTask {
    KernelMatrix matrix;
    Plane<float> padded;
    Plane<float> out;

    ConvolutionTask(cudaStream_t cudaStream, Size size, KernelMatrix weights);
    [[nodiscard]] Work work() const;
};

/// A matrix of full rank, not symmetric, with the sum 1.
[[nodiscard]] KernelMatrix irregularMatrix(int side);

/// A formula of x and y over the whole size.
[[nodiscard]] Work formulaWork(Size size, const std::string& expression);

/// `work`, repeated `times` times in a graph that is started by one launch.
[[nodiscard]] Work inGraph(const Work& work, int times);

}  // namespace burin::bench
