// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Published kernels, from talks and articles, rebuilt plainly from their descriptions for comparison with
// Burin on the same card. None of them allocates or waits.

#include "gpu/device/view.hpp"

#include <cuda_runtime_api.h>

#include <cstdint>

namespace burin::bench::published {

using Image = gpu::DeviceView<float>;
using ConstImage = gpu::DeviceView<const float>;
using ConstBytes = gpu::DeviceView<const std::uint8_t>;

// Stitching: out(x, y) = pattern(x mod width, y mod height).

/// Computes a remainder for each axis and sample.
void stitchBasic(cudaStream_t cudaStream, ConstImage pattern, Image out);
/// Takes both remainders from tables.
void stitchIndexed(cudaStream_t cudaStream, ConstImage pattern, const int* columns, const int* rows,
                   Image out);
/// One block copies the pattern to one of its places.
void stitchByRepeater(cudaStream_t cudaStream, ConstImage pattern, Image out);
/// One block holds the pattern and copies it to the places of a column. \pre the pattern fits into 48 KiB
void stitchFromShared(cudaStream_t cudaStream, ConstImage pattern, Image out);
/// One driver copy for each place.
void stitchByCopies(cudaStream_t cudaStream, ConstImage pattern, Image out);

/// The places of the pattern: all i * (stepX, 0) + j * (shift, stepY).
struct Places {
    int stepX, stepY, shift;
};

/// The mean of the repeats over each sample; each sample searches for its repeats.
void latticeByTarget(cudaStream_t cudaStream, ConstImage pattern, Places places, Image out);
/// Each repeat stores its samples. \pre repeats do not overlap
void latticeByStore(cudaStream_t cudaStream, ConstImage pattern, Places places, Image out);
/// The mean of the repeats: each repeat adds its samples and counts by atomics, and a division follows.
void latticeByAtomics(cudaStream_t cudaStream, ConstImage pattern, Places places, Image counts, Image out);

/// A profile of the distance to the nearest white sample: squares up to D^2 and the value of each.
struct Distances {
    int distanceMaxPx;
    const float* table;
    gpu::DeviceView<int> squares;  ///< as large as the output; overwritten
};
/// How white samples save work when they lower the squares around them.
struct Saving {
    bool check = false;  ///< read a square before lowering it
    bool neighbours =
        false;  ///< skip samples that have only white neighbours, because another sample is always nearer
};

/// Computed from the white samples: each white sample lowers the squared distances around it.
void distanceFromWhite(cudaStream_t cudaStream, ConstBytes mask, Saving saving, const Distances& distances,
                       Image out);
/// Computed from the black samples: each black sample searches for the nearest white sample.
void distanceFromBlack(cudaStream_t cudaStream, ConstBytes mask, const Distances& distances, Image out);

enum class MedianVersion { bubbleSort, partialSelection, sharedMemory };

/// The median of 3x3 or 5x5 bytes, one thread per sample. \pre radius is 1 or 2
void median(cudaStream_t cudaStream, MedianVersion version, ConstBytes padded,
            gpu::DeviceView<std::uint8_t> out, int radius);

/// Weights of d * d samples, row by row, on the device.
struct Weights {
    const float* values;
    int side;
};

/// Copies the weights into constant memory for the kernels that use it. \pre side is at most 25
void useConstantWeights(cudaStream_t cudaStream, Weights weights);
/// Reads weights and samples from global memory.
void convolveNaive(cudaStream_t cudaStream, ConstImage padded, Weights weights, Image out);
/// Reads weights from constant memory.
void convolveConstant(cudaStream_t cudaStream, ConstImage padded, int side, Image out);
/// The same, with the block's samples in shared memory.
void convolveShared(cudaStream_t cudaStream, ConstImage padded, int side, Image out);

}  // namespace burin::bench::published
