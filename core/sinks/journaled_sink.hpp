// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/export/journal.hpp"
#include "core/export/sink.hpp"
#include "core/sinks/file_format.hpp"
#include "core/sinks/run_check.hpp"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <future>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace burin {

/// What to do with what an earlier run has left.
struct ResumePolicy {
    bool resume = false;      ///< go on where the journal ends
    bool allowMixed = false;  ///< also with what another backend or version began
    bool force = false;       ///< overwrite; of a shared output, put right what is wrong
    bool verify = false;      ///< with resume: read everything back first, not a sample
};

/// Is told what the user should know while an export runs, a sentence at a time. Called by the export's
/// thread.
using Tells = std::function<void(const std::string&)>;

/// A file sink: keeps the journal of a FileFormat, and so resumes, shards, and never shows an output that is
/// not complete.
///
/// A record of the journal follows its data: these are synced first, in a thread of their own, about once a
/// second. An export that is killed at any moment loses what came after the last record, nothing else.
///
/// What an earlier run has left is not trusted. When it begins, a sample of the recorded chunks is read back
/// and compared with the journal, and all others before the output gets its name. What is damaged is computed
/// again. What this run writes is not read back: its checksums are those of the bytes that were written.
class JournaledSink final : public Sink {
  public:
    /// Looks at what is there; writes nothing before begin.
    ///
    /// \param name  how the user called the output, for messages
    /// \param stop  ends the reading of what is there
    /// \throws UsageError where something is there that the policy does not allow to touch
    JournaledSink(std::string name, std::unique_ptr<FileFormat> format, JournalHeader header,
                  const ResumePolicy& policy, std::stop_token stop = {}, Tells tells = {});
    ~JournaledSink() override;

    [[nodiscard]] const ChunkGrid& grid() const override { return format_->grid(); }
    [[nodiscard]] bool ordered() const override { return format_->ordered(); }
    [[nodiscard]] ChunkRange range() const override { return grid().part(header_.shard); }
    [[nodiscard]] const IntervalSet& done() const override { return done_; }
    [[nodiscard]] std::optional<std::string> alreadyFinished() const override { return alreadyFinished_; }
    [[nodiscard]] std::vector<std::string> notes() const override { return notes_; }
    [[nodiscard]] bool resumable() const override { return format_->resumable(); }
    [[nodiscard]] std::string remedy() const override;
    [[nodiscard]] bool encodes() const override { return format_->encodes(); }
    [[nodiscard]] std::vector<std::byte> encode(std::span<const std::byte> chunk) const override {
        return format_->encode(chunk);
    }

    void begin() override;
    void write(std::int64_t index, std::span<const std::byte> chunk) override;
    void finish() override;
    void interrupt() override;

  private:
    struct Stored {
        std::int64_t index = 0;
        std::uint64_t checksum = 0;
    };

    void inspect();
    void inspectForResume();
    void inspectForStart() const;
    void inspectSiblings();
    void adoptDone();
    [[nodiscard]] bool everythingDone() const;

    void takeOver();
    void openOutput();
    void replaceJournal();
    void removeStaleJournals() const;

    [[nodiscard]] std::vector<DoneRun> sample(const std::vector<DoneRun>& runs) const;
    [[nodiscard]] bool sampleIsSound() const;
    void check(const std::vector<DoneRun>& runs);
    void tellOf(const std::vector<Damage>& damages) const;
    [[noreturn]] void startWithout(const std::vector<DoneRun>& damaged);

    void startCommit();
    void commitNow();
    void record(std::vector<Stored> stored);

    const std::string name_;
    const std::unique_ptr<FileFormat> format_;
    const JournalHeader header_;
    const ResumePolicy policy_;
    const std::stop_token stop_;
    const Tells tells_;
    const std::filesystem::path journalPath_;
    Journal found_;
    IntervalSet done_;             // by earlier runs
    std::vector<DoneRun> unread_;  // of them, those that were not compared with the journal
    bool sampled_ = false;
    std::vector<std::filesystem::path> staleJournals_;
    std::optional<std::string> alreadyFinished_;
    std::vector<std::string> notes_;

    std::optional<JournalWriter> journal_;
    std::vector<Stored> pending_;  // written, but not yet recorded
    std::uint64_t pendingBytes_ = 0;
    std::chrono::steady_clock::time_point lastCommit_;
    std::future<void> commit_;
};

}  // namespace burin
