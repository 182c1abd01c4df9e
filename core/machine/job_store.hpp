// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/output_file.hpp"
#include "core/export/journal.hpp"
#include "core/machine/mapped_memory.hpp"
#include "core/protocol/transfer_job.hpp"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>

namespace burin {

/// The files of the reference controller: a raw file that grows line by line, and the position reached.
///
/// NAME.part has two companions. NAME.position records the position after every line and survives the end of
/// the process. NAME.journal is synced once a second and survives a power cut. Samples are written before the
/// position.
///
/// A new job is first written completely, as NAME.journal.new and then NAME.part.new. It replaces the
/// previous job in one step, when NAME.journal.new is renamed to NAME.journal. Because of this order, a
/// NAME.part.new without NAME.journal.new belongs to the job of NAME.journal, and is then renamed too.
///
/// Without a path nothing is stored. One thread at a time, and one store for a path.
class JobStore {
  public:
    /// How far a job has come.
    struct Position {
        std::int64_t executedLines = 0;
        /// A line that was begun but may not be engraved.
        std::optional<std::int64_t> doubtfulLine;
        std::uint64_t receivedBytes = 0;
        std::uint64_t sender = 0;
        bool paused = false;
        bool stopped = false;
    };

    /// Looks for a job left by an earlier process.
    /// \throws SinkError; UsageError if another process uses the files, or if they are not a controller's
    explicit JobStore(const std::filesystem::path& path);

    /// The most recent job, finished or not.
    [[nodiscard]] const std::optional<TransferJob>& job() const { return job_; }
    [[nodiscard]] bool finished() const { return finished_; }
    [[nodiscard]] Position position() const;

    /// Starts a job in place of the current one.
    /// \throws SinkError, UsageError; if it throws, neither this object nor the files of a job have changed
    void begin(const TransferJob& job);
    /// Stores the next line. \pre line == position().executedLines
    void engrave(std::int64_t line, std::span<const std::byte> samples);
    /// Marks the next line as begun: it is in doubt until it is stored.
    void beginLine(std::int64_t line);
    /// Brings all engraved lines to the disk. Called about once a second and before a pause of unknown
    /// length.
    void sync();
    /// Called when all lines are engraved: gives the file its final name.
    /// \throws SinkError; UsageError if a file that is not ours has the name of the output or the description
    void finish();

    /// Records how much the buffer holds, for a controller that keeps it.
    void setReceived(std::uint64_t bytes);
    void setSender(std::uint64_t sender);
    /// Records whether the machine is paused, with or without a job.
    void setPaused(bool paused);
    /// Records whether the job was stopped and not resumed since.
    void setStopped(bool stopped);
    /// Records the id that the sender has given to the job. \pre there is a job
    void setIdOfSender(const std::string& id);

  private:
    struct Record;

    class NewFiles;

    [[nodiscard]] static OutputFile lockedPosition(const std::filesystem::path& path);
    [[nodiscard]] std::filesystem::path beside(const char* suffix) const;
    void refuseForeignOutput() const;
    [[nodiscard]] Record& record() const;
    void dropNewFiles() const;
    void adopt(const Journal& journal);
    void readUnsynced();
    void takeOver(NewFiles& files);
    void settle();

    std::filesystem::path path_;
    std::string boot_;  // identifies the current boot of the system
    OutputFile lock_;
    MappedMemory memory_;
    std::optional<JournalWriter> journal_;
    OutputFile part_;
    bool settled_ = true;  // the job's files have their final names, even after a power cut
    std::optional<TransferJob> job_;
    LineLayout layout_;
    bool finished_ = false;
    DoneRun unsynced_;
};

}  // namespace burin
