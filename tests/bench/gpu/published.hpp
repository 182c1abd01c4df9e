// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Kernels as talks and articles have published them, rebuilt plainly from their description: what Burin is
// measured against on the same card. None allocates or waits.

#include "gpu/device/view.hpp"

#include <cuda_runtime_api.h>

#include <cstdint>

namespace burin::bench::published {

using Image = gpu::DeviceView<float>;
using ConstImage = gpu::DeviceView<const float>;
using ConstBytes = gpu::DeviceView<const std::uint8_t>;

// Stitching: out(x, y) = pattern(x mod width, y mod height).

/// A remainder for each axis and sample.
void stitchBasic(cudaStream_t stream, ConstImage pattern, Image out);
/// Both remainders from tables.
void stitchIndexed(cudaStream_t stream, ConstImage pattern, const int* columns, const int* rows, Image out);
/// A block copies the pattern to one of its places.
void stitchByRepeater(cudaStream_t stream, ConstImage pattern, Image out);
/// A block holds the pattern and copies it to the places of a column. \pre it fits 48 KiB
void stitchFromShared(cudaStream_t stream, ConstImage pattern, Image out);
/// A copy by the driver for each place.
void stitchByCopies(cudaStream_t stream, ConstImage pattern, Image out);

/// Where patterns are put: all i * (stepX, 0) + j * (shift, stepY).
struct Places {
    int stepX, stepY, shift;
};

/// The mean of the repeats over each sample: it looks for them.
void latticeByTarget(cudaStream_t stream, ConstImage pattern, Places places, Image out);
/// Each sample of each repeat is stored where it belongs. \pre repeats do not overlap
void latticeByStore(cudaStream_t stream, ConstImage pattern, Places places, Image out);
/// The same for means: atomic sums and counts, then a division.
void latticeByAtomics(cudaStream_t stream, ConstImage pattern, Places places, Image counts, Image out);

/// A profile of the distance to the nearest white sample: squares up to D^2 and what they mean.
struct Distances {
    int distanceMaxPx;
    const float* table;
    gpu::DeviceView<int> squares;  ///< of the size of the output; overwritten
};
/// What white samples do before they lower the squares in the window around them.
struct Saving {
    bool check = false;       ///< they read a square before they lower it
    bool neighbours = false;  ///< those among white ones do not: another one is always nearer
};

/// From the white samples, each of which lowers the squares around it.
void distanceFromWhite(cudaStream_t stream, ConstBytes mask, Saving saving, const Distances& distances,
                       Image out);
/// From the black samples, each of which looks for the nearest white one.
void distanceFromBlack(cudaStream_t stream, ConstBytes mask, const Distances& distances, Image out);

enum class MedianVersion { bubbleSort, partialSelection, sharedMemory };

/// The median of 3x3 or 5x5 bytes, a thread a sample. \pre radius is 1 or 2
void median(cudaStream_t stream, MedianVersion version, ConstBytes padded, gpu::DeviceView<std::uint8_t> out,
            int radius);

/// Weights of d * d samples, row by row, on the device.
struct Weights {
    const float* values;
    int side;
};

/// Makes the weights those of the kernels that read them from constant memory. \pre side is at most 25
void useConstantWeights(cudaStream_t stream, Weights weights);
/// Weights and samples from global memory.
void convolveNaive(cudaStream_t stream, ConstImage padded, Weights weights, Image out);
/// Weights from constant memory.
void convolveConstant(cudaStream_t stream, ConstImage padded, int side, Image out);
/// The same with the block's samples in shared memory.
void convolveShared(cudaStream_t stream, ConstImage padded, int side, Image out);

}  // namespace burin::bench::published
