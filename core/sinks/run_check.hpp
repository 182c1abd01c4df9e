// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/export/journal.hpp"
#include "core/sinks/file_format.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace burin {

/// The largest number of problems to list; if there were more, the first ones would be overlooked.
inline constexpr std::size_t mostProblems = 20;

/// Why the file does not contain what a record lists; nothing if it does. In the reason, %1 stands for the
/// place. Needs the time to read the run and the memory of one chunk.
/// \pre the format is open for reading
/// \throws Cancelled like FileFormat::storedRun
[[nodiscard]] std::optional<Problem> damageOf(FileFormat& format, const DoneRun& run);

/// Which files are named like files of the set but do not belong to it; nothing if there are none.
[[nodiscard]] std::optional<Problem> surplusOf(const FileFormat& format);

/// A file has taken the name of an unfinished output, which may not replace it.
[[nodiscard]] Problem nameTaken(const std::string& file);
/// Says that a file has the name of an unfinished output, see FileFormat::takenName(); nothing if none has.
[[nodiscard]] std::optional<Problem> problemOfTakenName(const FileFormat& format, const IntervalSet& done);

/// The bounding rectangle of a run, in samples of the surface, as `X,Y,W,H`.
[[nodiscard]] std::string placeOf(const ChunkGrid& grid, const ChunkRange& chunks, const Rect& region);

/// Chunks that differ from their record.
struct Damage {
    ChunkRange chunks;
    Problem what;  ///< result of damageOf()

    /// The damage as a problem of `subject`, an output or a shard.
    [[nodiscard]] Problem at(const std::string& place, const std::string& subject) const;
};

/// The damage of all runs of an output that cannot be opened for this reason.
[[nodiscard]] Problem unreadable(const std::string& reason);

/// Adds a damaged run. If it directly follows the last one in the same file and has the same damage, the two
/// are merged, so that one loss is reported once.
void addDamage(std::vector<Damage>& damages, const FileFormat& format, const ChunkRange& chunks,
               const Problem& what);

/// The damages of one file of an output.
struct DamagedFile {
    std::filesystem::path file;  ///< the output itself if a record covers several of its files
    Damage first;
    std::size_t places = 0;  ///< how many damages the file has

    /// The first damage as a problem of the file. If there are several, the problem names their number.
    [[nodiscard]] Problem problem(const ChunkGrid& grid, const Rect& region) const;
};

/// The damages of each file, in the order of the files.
[[nodiscard]] std::vector<DamagedFile> damagedFiles(const FileFormat& format,
                                                    std::span<const Damage> damages);

/// What to do about a damaged file of an output that has its name. If the output has several files, only the
/// damaged one is removed and made again; otherwise the output can only be replaced as a whole.
[[nodiscard]] Remedy remedyForFile(const FileFormat& format, const std::filesystem::path& damaged);

/// The damage of an output that has its name, and the remedy. If several files are damaged, it names the
/// first.
///
/// \param name  the output as the user named it
/// \pre damages is not empty
[[nodiscard]] Problem damageOfFinished(const FileFormat& format, std::span<const Damage> damages,
                                       const std::string& name, const Rect& region);

/// Some of the runs, for a check of limited cost: the first, the last, and others spread between them.
///
/// \param seed   selects the runs; equal seeds select the same
/// \param chunks  limit of the sample, apart from the first and the last run
[[nodiscard]] std::vector<DoneRun> sampleOf(std::span<const DoneRun> runs, std::int64_t chunks,
                                            std::uint64_t seed);

}  // namespace burin
