// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/output_file.hpp"
#include "core/export/journal.hpp"
#include "core/machine/mapped_memory.hpp"
#include "core/protocol/stream_job.hpp"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>

namespace burin {

/// What the reference controller has engraved: a raw file that grows line by line, and how far it is.
///
/// Beside NAME.part lie NAME.position, which says after every line how far it is and outlives the process,
/// and NAME.journal, synced once a second, which outlives a power cut. The samples come before the position.
///
/// A new job is complete on disk, as NAME.journal.new and NAME.part.new, before it takes the place of the
/// last one. It does so in one step, when NAME.journal.new becomes NAME.journal. NAME.journal.new is written
/// before NAME.part.new: a NAME.part.new without it belongs to the job of NAME.journal, and is renamed as
/// well.
///
/// Without a path everything is forgotten. One thread at a time, and one store for a path.
class JobStore {
  public:
    /// How far a job is.
    struct Position {
        std::int64_t executedLines = 0;
        /// A line that was begun, but is not known to be engraved.
        std::optional<std::int64_t> doubtfulLine;
        std::uint64_t receivedBytes = 0;
        std::uint64_t sender = 0;
    };

    /// Looks for a job that an earlier process has left.
    /// \throws SinkError; UsageError where another process has it, or its files are not a controller's
    explicit JobStore(const std::filesystem::path& path);

    /// The job that was begun last, finished or not.
    [[nodiscard]] const std::optional<StreamJob>& job() const { return job_; }
    [[nodiscard]] bool finished() const { return finished_; }
    [[nodiscard]] Position position() const;

    /// Starts a job in place of the one that is there.
    /// \throws SinkError, UsageError; nothing has changed then, neither here nor in the files of a job
    void begin(const StreamJob& job);
    /// The next line. \pre line == position().executedLines
    void engrave(std::int64_t line, std::span<const std::byte> samples);
    /// The next line has been begun: whether it is engraved is in doubt from now on, until it is stored.
    void beginLine(std::int64_t line);
    /// About once a second, and before a pause of unknown length: what is engraved reaches the disk.
    void sync();
    /// All lines are engraved: the file gets its name.
    void finish();

    /// What the buffer holds, for a controller that keeps it.
    void setReceived(std::uint64_t bytes);
    void setSender(std::uint64_t sender);

  private:
    struct Record;

    class NewFiles;

    [[nodiscard]] std::filesystem::path beside(const char* suffix) const;
    [[nodiscard]] Record& record() const;
    void dropNewFiles() const;
    void adopt(const Journal& journal);
    void readUnsynced();
    void takeOver(NewFiles& files);
    void settle();

    std::filesystem::path path_;
    std::string boot_;  // which start of the system this is
    OutputFile lock_;
    MappedMemory memory_;
    std::optional<JournalWriter> journal_;
    OutputFile part_;
    bool settled_ = true;  // the files of the job have their names, also after a power cut
    std::optional<StreamJob> job_;
    LineLayout layout_;
    bool finished_ = false;
    DoneRun unsynced_;
};

}  // namespace burin
