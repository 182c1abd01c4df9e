// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/export/journal.hpp"
#include "core/sinks/file_format.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace burin {

/// Problems that are named: more would bury the first ones.
inline constexpr std::size_t mostProblems = 20;

/// Why the file does not hold what a record lists, as the rest of a sentence; empty where it does.
///
/// \pre the format is open for reading
/// Takes the time to read the run and the memory of one chunk.
[[nodiscard]] std::string damageOf(FileFormat& format, const DoneRun& run);

/// The rectangle around a run, in samples of the surface, as `X,Y,W,H`.
[[nodiscard]] std::string placeOf(const ChunkGrid& grid, const ChunkRange& chunks, const Rect& region);

/// Chunks that are not what they were recorded as.
struct Damage {
    ChunkRange chunks;
    std::string what;  ///< as damageOf says it
};

/// Adds a damaged run, as one with the last if it follows that one and is damaged alike: what was lost at
/// once is said once.
void addDamage(std::vector<Damage>& damages, const ChunkRange& chunks, const std::string& what);

/// Some of the runs, for a check whose cost is bounded: the first, the last, and others spread between them.
///
/// \param seed   decides which ones; equal seeds choose alike
/// \param chunks that the sample has at most, apart from the first run and the last
[[nodiscard]] std::vector<DoneRun> sampleOf(std::span<const DoneRun> runs, std::int64_t chunks,
                                            std::uint64_t seed);

}  // namespace burin
