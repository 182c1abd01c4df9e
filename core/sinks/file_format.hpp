// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/interval_set.hpp"
#include "core/export/chunk_grid.hpp"
#include "core/export/journal.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace burin {

/// How an unfinished output is opened.
enum class Opening {
    anew,    ///< empty, whatever was there
    resume,  ///< as an earlier run has left it
    share,   ///< other processes write it as well: created, or checked to be the right one
    mend     ///< as share, but a wrong size or head is put right: what others wrote stays where it is
};

/// How one kind of file keeps the chunks of a surface. The journal, and so resuming and shards, is the
/// business of JournaledSink.
///
/// While it is written a file is called NAME.part; publish gives it its name.
class FileFormat {
  public:
    virtual ~FileFormat() = default;

    [[nodiscard]] virtual const ChunkGrid& grid() const = 0;
    [[nodiscard]] virtual bool ordered() const = 0;
    /// Whether an interrupted export can go on; else the journal only knows the finished file.
    [[nodiscard]] virtual bool resumable() const { return true; }
    [[nodiscard]] virtual std::filesystem::path journalPath(const Shard& shard) const = 0;

    [[nodiscard]] virtual bool encodes() const { return false; }
    /// Thread-safe.
    [[nodiscard]] virtual std::vector<std::byte> encode(std::span<const std::byte> chunk) const {
        return {chunk.begin(), chunk.end()};
    }

    /// Whether there is an output under its own name.
    [[nodiscard]] virtual bool published() const = 0;
    /// Whether there is an unfinished one.
    [[nodiscard]] virtual bool begun() const = 0;

    /// Creates the folder of the outputs where that is the format's to do.
    virtual void makeFolder() {}
    /// Creates the unfinished output, or adopts the one that is there, keeping the chunks in `done`.
    ///
    /// May be called again, once everything stored so far is on disk.
    /// \throws SinkError where it cannot hold them, UsageError where a shared one is of another surface
    virtual void open(Opening how, const IntervalSet& done) = 0;
    /// Opens whatever there is, to read it. \throws SinkError where its head is not the one expected
    virtual void openForReading() = 0;

    /// \return the checksum of what the file now holds for this chunk
    virtual std::uint64_t store(std::int64_t index, std::span<const std::byte> chunk) = 0;
    /// Reads a run of chunks back. \return addToRun of their checksums
    /// \throws SinkError where the file cannot hold them
    [[nodiscard]] virtual std::uint64_t storedRun(const ChunkRange& chunks) = 0;
    /// Returns once everything stored so far is on disk. Runs beside store.
    virtual void sync() = 0;
    /// Everything is stored: syncs and renames. Does nothing where an earlier run has done so.
    virtual void publish() = 0;
};

/// Adds the checksum of the next chunk to that of a run, which starts as 0.
[[nodiscard]] std::uint64_t addToRun(std::uint64_t run, std::uint64_t chunk);

/// addToRun over what `stored` says of each chunk.
template <class Stored>
[[nodiscard]] std::uint64_t checksumOfRun(const ChunkRange& chunks, const Stored& stored) {
    std::uint64_t run = 0;
    for (std::int64_t index = chunks.first; index < chunks.last; ++index)
        run = addToRun(run, stored(index));
    return run;
}

/// The format that a journal's head describes. \throws UsageError for one that is not known
[[nodiscard]] std::unique_ptr<FileFormat> makeFormat(const std::filesystem::path& path,
                                                     const JournalHeader& header);

}  // namespace burin
