// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sinks/bands.hpp"

#include "core/base/errors.hpp"
#include "core/tile/memory_budget.hpp"

#include <algorithm>
#include <bit>

namespace burin {

namespace {

/// The unit of the figure that bytesText() shows without rounding.
std::size_t unitOf(std::size_t bytes) {
    constexpr std::size_t kibi = 1024;
    if (bytes >= 10 * kibi * kibi * kibi) return kibi * kibi * kibi;
    return bytes >= kibi * kibi ? kibi * kibi : kibi;
}

std::string roundedUp(std::size_t bytes) {
    const std::size_t unit = unitOf(bytes);
    return bytesText((bytes + unit - 1) / unit * unit);
}

std::string roundedDown(std::size_t bytes) {
    return bytesText(bytes / unitOf(bytes) * unitOf(bytes));
}

}  // namespace

std::int64_t bandRows(const std::string& name, const SurfaceInfo& surface, const Scan& scan,
                      std::size_t bytes) {
    constexpr std::int64_t most = 512;
    constexpr std::int64_t least = 16;  // the smallest tile side; lower bands would compute every tile twice
    const Rect& region = surface.region;
    const std::int64_t width = scan.swathWidth == 0 ? region.width : std::min(scan.swathWidth, region.width);
    const std::size_t rowBytes = packedBytes(width, surface.depth);
    const auto fitting = static_cast<std::int64_t>(
        std::min<std::size_t>(bytes / 2 / rowBytes, static_cast<std::size_t>(most)));
    if (fitting >= region.height) return region.height;
    if (fitting >= least)
        return static_cast<std::int64_t>(std::bit_floor(static_cast<std::uint64_t>(fitting)));
    const auto rows = static_cast<std::size_t>(std::min(least, region.height));
    throw UsageError(
        {.subject = name,
         .reason = "needs %1 of memory for bands of rows; %2 are available",
         .details = {roundedUp(bandsInMemory * 2 * rows * rowBytes), roundedDown(bandsInMemory * bytes)},
         .remedies = {{Remedy::Way::scanSwaths}, {Remedy::Way::moreMemory}}});
}

Size pieceOfRows(const Size& file) {
    constexpr std::int64_t samples = std::int64_t{1} << 20;
    constexpr std::int64_t mostSamples = 4 * samples;
    constexpr std::int64_t lowest = 128;
    constexpr std::int64_t usual = samples / narrowPiece;
    constexpr std::int64_t tallest = 8192;
    const auto piece = [&](std::int64_t width, std::int64_t rows) {
        return Size{width, std::min(rows, file.height)};
    };
    if (file.width <= narrowPiece) return piece(file.width, std::min(samples / file.width, tallest));
    const std::int64_t rows = std::min(mostSamples / file.width, usual);
    return rows >= lowest ? piece(file.width, rows) : piece(mostSamples / usual, usual);
}

}  // namespace burin
