// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/geometry/rect.hpp"
#include "core/images/input_file.hpp"

#include <filesystem>
#include <vector>

namespace burin {

/// A file of heights in memory.
struct HeightFile {
    Size size;
    double pitchXUm = 1;
    double pitchYUm = 1;
    /// Above `baseUm`, in um, upwards, row by row from the top; NaN for heights that were not measured.
    std::vector<float> heightsUm;
    /// 0, unless the heights lie so far from 0 that binary32 would blur their differences.
    double baseUm = 0;
};

/// Reads a Gwyddion Simple Field, or a file of ISO 5436-2 (`.x3p`); the suffix decides.
/// \param mostSamples  larger files are refused
/// \throws ImageError that says what is wrong and what to do, also if the file was written since it was
/// opened
[[nodiscard]] HeightFile readHeightFile(const InputFile& file, std::int64_t mostSamples);
[[nodiscard]] HeightFile readHeightFile(const std::filesystem::path& path, std::int64_t mostSamples);

/// Reads only the size and the pitches, without the heights.
[[nodiscard]] HeightFile readHeightHead(const InputFile& file, std::int64_t mostSamples);

/// The bytes that reading a file takes, with its heights.
/// \throws ImageError
[[nodiscard]] std::size_t heightFileBytes(const InputFile& file, std::int64_t mostSamples);

}  // namespace burin
