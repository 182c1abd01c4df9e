// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/geometry/rect.hpp"

#include <cstddef>
#include <cstdint>
#include <string>

namespace burin {

/// The exported region of the surface of one design, and the backend that computes it.
struct SurfaceInfo {
    Size surface;
    Rect region;           ///< samples of the surface; inside it, not empty
    int depth = 8;         ///< bits of a sample: 1, 8 or 16; heightDepth for heights
    double pitchUm = 1.0;  ///< the pitch of one pixel along x
    double pitchYUm = 0;   ///< the pitch along y; 0: equal to the pitch along x
    std::string designHash;
    std::string backend;
    std::string version;
    double fullDepthUm = 0;  ///< the depth of a sample of 1; 0 if it is not given
    std::string date;        ///< for formats that have one; empty: 1970-01-01T00:00:00Z

    [[nodiscard]] double pitchAlongY() const { return pitchYUm > 0 ? pitchYUm : pitchUm; }
};

/// The depth of files that hold heights: binary32, little endian, in metres, upwards from the untouched
/// material.
inline constexpr int heightDepth = 32;

/// The order of the rows in the output: full rows of the region, or strips side by side.
struct Scan {
    std::int64_t swathWidth = 0;  ///< pixels; 0: full rows
    bool serpentine = false;      ///< every second row of a swath runs from right to left

    friend bool operator==(const Scan&, const Scan&) = default;
};

/// The `index`-th of `count` parts of one output file, from 0.
struct Shard {
    std::int64_t index = 0;
    std::int64_t count = 1;

    [[nodiscard]] bool whole() const { return count == 1; }
    friend bool operator==(const Shard&, const Shard&) = default;
};

enum class Compression { none, deflate, lzw, zstd };

/// How a TIFF is cut: into full rows, or into rectangles.
enum class TiffBlocks {
    automatic,  ///< strips if the file is a classic TIFF whose rows need little memory, otherwise tiles
    strips,
    tiles
};

/// Bytes of `width` packed samples. Every row starts at a byte.
[[nodiscard]] inline std::size_t packedBytes(std::int64_t width, int depth) {
    return (static_cast<std::size_t>(width) * static_cast<std::size_t>(depth) + 7) / 8;
}

}  // namespace burin
