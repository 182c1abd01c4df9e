// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/cancelled.hpp"
#include "core/base/checksum.hpp"
#include "core/base/interval_set.hpp"
#include "core/base/problem.hpp"
#include "core/export/chunk_grid.hpp"
#include "core/export/journal.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace burin {

/// How an unfinished output is opened.
enum class Opening {
    anew,    ///< empty; existing data are discarded
    resume,  ///< as an earlier run has left it; a wrong size is corrected
    share,   ///< other processes also write it: the file is created, or checked
    mend     ///< like share, but corrects a wrong size or head; the data of others stay
};

/// One of several numbered files.
struct NumberedFile {
    std::filesystem::path path;
    ChunkRange chunks;  ///< chunks that it holds
};

/// Stores the chunks of a surface in one kind of file. JournaledSink adds the journal, and with it resuming
/// and shards.
///
/// While a file is being written, it is called NAME.part; publish renames it.
class FileFormat {
  public:
    virtual ~FileFormat() = default;

    [[nodiscard]] virtual const ChunkGrid& grid() const = 0;
    [[nodiscard]] virtual bool ordered() const = 0;
    /// The file, or the pattern of numbered files, that its journal belongs to.
    [[nodiscard]] virtual const std::filesystem::path& output() const = 0;

    [[nodiscard]] virtual bool encodes() const { return false; }
    /// Thread-safe.
    [[nodiscard]] virtual std::vector<std::byte> encode(std::span<const std::byte> chunk) const {
        return {chunk.begin(), chunk.end()};
    }

    /// Whether the output exists under its own name.
    [[nodiscard]] virtual bool published() const = 0;
    /// The unfinished file, or one of the numbered ones, if there is any.
    [[nodiscard]] virtual std::optional<std::filesystem::path> unfinished() const = 0;
    /// Whether an unfinished output exists.
    [[nodiscard]] bool begun() const { return unfinished().has_value(); }
    /// Whether the open unfinished file was removed or replaced.
    [[nodiscard]] virtual bool isLost() const { return false; }
    /// The numbered files that were written and closed, and are not known to be the same files now: they were
    /// removed or replaced, or the file system has given them other inodes.
    [[nodiscard]] virtual std::vector<NumberedFile> doubtfulFiles() const { return {}; }
    /// Takes the file that has the name of a doubtful one for the written one.
    virtual void accept([[maybe_unused]] const NumberedFile& file) {}
    /// Why the file that holds this chunk cannot be completed if it was removed or replaced.
    [[nodiscard]] virtual Problem lossOf(std::int64_t index) const = 0;
    /// How many files there are when the output is complete, without those that describe it.
    [[nodiscard]] virtual std::int64_t fileCount() const { return 1; }
    /// The first numbered files that do not exist under their own names. \param most  limit of their number
    [[nodiscard]] virtual std::vector<NumberedFile> missingFiles([[maybe_unused]] std::size_t most) const {
        return {};
    }
    /// The numbers of the files that have the names of the output's, in ascending order. An output that is
    /// one file has the number 0.
    [[nodiscard]] virtual std::vector<std::int64_t> numbersThere() const {
        return published() ? std::vector<std::int64_t>{0} : std::vector<std::int64_t>{};
    }
    /// The first file that publish would replace, except for the files with these numbers.
    /// \param numbers  in ascending order
    [[nodiscard]] virtual std::optional<std::filesystem::path> replacedExcept(
        const std::vector<std::int64_t>& numbers) const {
        if (!numbers.empty() || !begun() || !published()) return {};
        return output();
    }
    /// The first file that has a name of this unfinished output, although publish has not given it that name:
    /// there is a .part beside it, or some of its chunks are not done.
    /// \param done  the recorded chunks
    [[nodiscard]] virtual std::optional<std::filesystem::path> takenName(
        [[maybe_unused]] const IntervalSet& done) const {
        return replacedExcept({});
    }
    /// A file that publish would replace beside the output, although no export has written it.
    [[nodiscard]] virtual std::optional<std::filesystem::path> foreignFile() const { return {}; }
    /// The numbered files that have such a name and belong to no part of this output.
    [[nodiscard]] virtual std::vector<std::filesystem::path> surplusFiles() const { return {}; }

    /// The file that holds this chunk, under the name that it has now.
    [[nodiscard]] virtual std::filesystem::path fileOf(std::int64_t) const { return output(); }
    /// The chunks of the file that holds this one.
    [[nodiscard]] virtual ChunkRange chunksOfFile(std::int64_t) const { return {0, grid().count()}; }
    /// These chunks, and the chunks that have to be stored again with them: a numbered file that already has
    /// its name is written again as a whole.
    [[nodiscard]] virtual ChunkRange storedWith(const ChunkRange& chunks) const { return chunks; }

    /// Creates the unfinished output, or opens the existing one and keeps the chunks in `done`.
    ///
    /// May be called again when everything stored so far is on disk.
    /// \throws SinkError if the file cannot hold these chunks; UsageError if a shared file belongs to another
    ///         surface
    virtual void open(Opening how, const IntervalSet& done) = 0;
    /// Opens the existing output for reading.
    /// \return why its data cannot be read: it does not open, or its size or head is not the expected one
    /// \throws SinkError if the disk fails
    [[nodiscard]] virtual std::optional<Problem> openForReading() = 0;

    /// \return the checksum of the chunk's data in the file
    virtual std::uint64_t store(std::int64_t index, std::span<const std::byte> chunk) = 0;
    /// Reads a run of chunks back. \return their checksums, combined by addToRun
    /// \throws SinkError if the file cannot hold them; Cancelled after a stop
    [[nodiscard]] virtual std::uint64_t storedRun(const ChunkRange& chunks) = 0;
    /// Returns when everything stored so far is on disk. May run concurrently with store.
    virtual void sync() = 0;
    /// Called when everything is stored: syncs and renames. Does nothing if an earlier run has done so.
    /// \throws SinkError if a file was removed or replaced since it was written; no other file gets its name
    virtual void publish() = 0;

    /// Lets a stop end storedRun: a run may be a whole file, and a forged journal may list any number of
    /// chunks.
    void stopReadingOn(std::stop_token stop) { stop_ = std::move(stop); }

  protected:
    [[nodiscard]] const std::stop_token& stopOfReading() const { return stop_; }
    /// \throws Cancelled after a stop
    void endReadingAfterStop() const {
        if (stop_.stop_requested()) throw Cancelled();
    }

  private:
    std::stop_token stop_;
};

/// Adds the checksum of the next chunk to a run's checksum, which starts as 0.
[[nodiscard]] inline std::uint64_t addToRun(std::uint64_t run, std::uint64_t chunk) {
    return checksum(std::as_bytes(std::span(&chunk, 1)), run);
}

/// Combines the checksums that `stored` returns for each chunk, by addToRun.
template <class Stored>
[[nodiscard]] std::uint64_t checksumOfRun(const ChunkRange& chunks, const Stored& stored) {
    std::uint64_t run = 0;
    for (std::int64_t index = chunks.first; index < chunks.last; ++index)
        run = addToRun(run, stored(index));
    return run;
}

}  // namespace burin
