// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/interval_set.hpp"
#include "core/base/output_file.hpp"
#include "core/export/surface_info.hpp"

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace burin {

// A journal is text, one record a line, only ever appended to. Every line ends with the checksum of what
// stands before it, so that a line that was being written when the power went is known and left out:
//
//     burin journal 1 <checksum>
//     design <hash> <checksum>             and so on, one line a field
//     begin <checksum of all lines above>
//     done <first chunk> <chunks> <checksum of their data> <checksum>
//     finished <checksum>

/// What an export is: everything that decides the bytes and places of its output.
struct JournalHeader {
    SurfaceInfo surface;
    Scan scan;
    std::string format;  ///< `raw`, `tiff`, `png`, `swaths`
    Compression compression = Compression::none;
    bool bigTiff = false;
    Size chunk;
    Shard shard;
    std::string pattern;  ///< of numbered files, their name without the folder; else empty
};

/// Chunks that are on disk, and the checksum over their checksums.
struct DoneRun {
    ChunkRange chunks;
    std::uint64_t checksum = 0;

    friend bool operator==(const DoneRun&, const DoneRun&) = default;
};

/// A journal as it was found.
struct Journal {
    enum class State {
        absent,
        torn,     ///< begun, but its head is not complete: nothing can have been recorded
        foreign,  ///< something else, or damaged: `problem` says what
        valid
    };
    State state = State::absent;
    std::string problem;
    JournalHeader header;
    std::vector<DoneRun> runs;
    bool finished = false;
    std::uint64_t soundBytes = 0;  ///< up to the first damaged or torn line

    [[nodiscard]] IntervalSet done() const;
};

/// Never throws for what the file holds; records after a damaged line are left out.
/// \throws UsageError, SinkError where it cannot be read
[[nodiscard]] Journal readJournal(const std::filesystem::path& path);

/// What forbids to go on with `begun` as `wanted`, as `design hash (abc, now def)`; empty where nothing does.
///
/// Shards are not compared.
/// \param allowMixed  another backend or version is no difference
[[nodiscard]] std::string differences(const JournalHeader& begun, const JournalHeader& wanted,
                                      bool allowMixed);

/// The one writer of a journal: as long as it lives no other process is one.
class JournalWriter {
  public:
    /// Takes the journal at `path`, creating an empty one where there is none; what it holds stays.
    ///
    /// Of several processes that do so at the same moment one succeeds.
    /// \throws UsageError where another process has it
    static JournalWriter claim(const std::filesystem::path& path);
    /// Claims the journal and replaces it by one without records.
    static JournalWriter create(const std::filesystem::path& path, const JournalHeader& header);
    /// Claims the journal and goes on behind its first `soundBytes` bytes, cutting off the rest.
    static JournalWriter reopen(const std::filesystem::path& path, std::uint64_t soundBytes);

    JournalWriter(JournalWriter&&) = default;
    JournalWriter& operator=(JournalWriter&&) = default;
    /// Removes a journal that was claimed, but never written.
    ~JournalWriter();

    /// Replaces what it holds by a head and records. A power cut leaves the old or the new journal.
    /// It is on disk when this returns. \throws SinkError
    void replace(const JournalHeader& header, std::span<const DoneRun> runs = {});
    /// Goes on behind the first `soundBytes` bytes, cutting off the rest.
    void goOn(std::uint64_t soundBytes);

    /// The records are on disk when these return. \throws SinkError
    void append(std::span<const DoneRun> runs);
    void appendFinished();
    /// Moves the journal over anything that has that name. \throws SinkError
    void renameTo(const std::filesystem::path& path) { file_.renameTo(path); }

  private:
    explicit JournalWriter(OutputFile file) : file_(std::move(file)) {}
    void appendText(const std::string& text);

    OutputFile file_;
    std::uint64_t end_ = 0;
};

}  // namespace burin
