// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/interval_set.hpp"
#include "core/base/output_file.hpp"
#include "core/base/problem.hpp"
#include "core/export/surface_info.hpp"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace burin {

// A journal is an append-only text with one record a line. Every line ends with the checksum of the text
// before it. If a power cut truncates a line, its checksum is wrong, and the line is ignored:
//
//     burin journal 2 <checksum>
//     design <hash> <checksum>             and so on, one line a field
//     older <number> <device> <inode> <bytes> <time in ns> <checksum>     one line for each older file
//     begin <checksum of all lines above>
//     done <first chunk> <chunks> <checksum of their data> <checksum>
//     finished <checksum>

/// A file that an export found under one of its names when it was begun with `--force`.
struct OlderFile {
    /// In place of a number: the file is the journal of swaths with these names.
    static constexpr std::int64_t ofSwaths = -1;

    std::int64_t number = 0;
    ClosedFile file;

    friend bool operator==(const OlderFile&, const OlderFile&) = default;
};

/// Shared, because the journals of all layers list the same files. Null if there are none.
using OlderFiles = std::shared_ptr<const std::vector<OlderFile>>;

/// The most files that a journal lists.
inline constexpr std::size_t mostOlderFiles = 1024;

/// The identity of an export: everything that decides the bytes and places of its output.
struct JournalHeader {
    SurfaceInfo surface;
    Scan scan;
    std::string format;  ///< `raw`, `tiff`, `png`, `swaths`
    Compression compression = Compression::none;
    bool bigTiff = false;
    TiffBlocks blocks = TiffBlocks::automatic;  ///< blocks of a TIFF: strips or tiles
    Size chunk;
    Shard shard;
    std::string pattern;  ///< for numbered files, their name without the folder; otherwise empty
    /// For numbered files: the largest number of files that an earlier set with this name may have. This set
    /// replaces them.
    std::int64_t earlierFiles = 0;
    /// Whether a resumed export may replace files that have its names. This is so if it was begun with
    /// `--force`, or if it makes files of a finished set again.
    bool overwrites = false;
    /// The older files. A resumed export may replace or remove them as long as they are the same. Empty in
    /// journals of earlier versions.
    OlderFiles olderFiles = {};
};

/// Chunks that are on disk, and the checksum of their checksums.
struct DoneRun {
    ChunkRange chunks;
    std::uint64_t checksum = 0;

    friend bool operator==(const DoneRun&, const DoneRun&) = default;
};

/// The journal as it was read.
struct Journal {
    enum class State {
        absent,
        torn,     ///< begun with an incomplete head: no chunk can have been recorded
        damaged,  ///< begins as a journal, but cannot be used or is forged: `problem` says why
        foreign,  ///< a file of another origin, which only has the name of a journal
        valid
    };
    State state = State::absent;
    Problem problem;
    JournalHeader header;
    std::vector<DoneRun> runs;
    bool finished = false;
    std::uint64_t soundBytes = 0;  ///< bytes before the first damaged or torn line

    [[nodiscard]] IntervalSet done() const;
    /// Whether a file exists, but no export can resume from it.
    [[nodiscard]] bool unusable() const { return state == State::damaged || state == State::foreign; }
};

/// Reads a journal. The content never makes it throw. Records after a line with a wrong checksum are ignored.
/// A record of chunks that the output cannot have, or more records than it can have, make the journal
/// damaged, and take no memory. \throws UsageError, SinkError if the file cannot be read
[[nodiscard]] Journal readJournal(const std::filesystem::path& path);

/// A field that differs between two headers, with both values as the journal writes them.
struct HeaderDifference {
    std::string_view title;  ///< the title of the field, such as `design hash`
    std::string begun;
    std::string wanted;
};

/// The differences that forbid resuming `begun` as `wanted`. Shards are not compared. The size of chunks is
/// named only if nothing else differs.
/// \param allowMixed  ignore a different backend or version
[[nodiscard]] std::vector<HeaderDifference> differences(const JournalHeader& begun,
                                                        const JournalHeader& wanted, bool allowMixed);

/// Differences as a detail of a problem: `design hash (abc, now def), depth (8, now 16)`.
[[nodiscard]] std::string differencesText(std::span<const HeaderDifference> differences);

/// Why an output cannot be written: another export holds one of its journals.
[[nodiscard]] Problem heldByAnotherExport(const std::filesystem::path& path);

/// Whether a JournalWriter, in this process or another one, holds the journal at `path`. Writes nothing.
[[nodiscard]] bool isHeld(const std::filesystem::path& path);

/// The only writer of a journal: while it lives, no other process can write it.
class JournalWriter {
  public:
    /// Locks the journal at `path`. Creates an empty one if there is none; an existing one keeps its content.
    ///
    /// If several processes try at once, exactly one succeeds.
    /// \throws UsageError if another process holds the lock, or if the name is a link that leads nowhere
    static JournalWriter claim(const std::filesystem::path& path);
    /// Claims the journal and replaces its content by a head without records.
    static JournalWriter create(const std::filesystem::path& path, const JournalHeader& header);
    /// Claims the journal, cuts it off after its first `soundBytes` bytes and appends there.
    static JournalWriter reopen(const std::filesystem::path& path, std::uint64_t soundBytes);

    JournalWriter(JournalWriter&&) = default;
    JournalWriter& operator=(JournalWriter&&) = default;
    /// Removes the journal if it was created by claim and never written.
    ~JournalWriter();

    /// Keeps the journal even if it is never written. An empty journal says that an export has begun.
    void keep() { kept_ = true; }

    /// Replaces the content by a head and records. A power cut leaves either the old or the new journal. It
    /// is on disk on return. \throws SinkError
    void replace(const JournalHeader& header, std::span<const DoneRun> runs = {});
    /// Cuts the journal off after its first `soundBytes` bytes and appends there.
    void goOn(std::uint64_t soundBytes);

    /// The records are on disk on return. \throws SinkError
    void append(std::span<const DoneRun> runs);
    void appendFinished();
    /// Whether the journal still has its name: another process may have replaced or removed it.
    [[nodiscard]] bool hasItsName() const { return file_.hasItsName(); }
    /// Renames the journal, replacing any file of that name. \throws SinkError
    void renameTo(const std::filesystem::path& path) { file_.renameTo(path); }
    /// Like renameTo(). \return whether the journal has the new name now; if not, it keeps its old name
    [[nodiscard]] bool tryRenameTo(const std::filesystem::path& path) { return file_.tryRenameTo(path); }

  private:
    JournalWriter(OutputFile file, bool kept) : file_(std::move(file)), kept_(kept) {}
    void appendText(const std::string& text);

    OutputFile file_;
    std::uint64_t end_ = 0;
    bool kept_ = false;  ///< whether it stays if it is empty
};

}  // namespace burin
