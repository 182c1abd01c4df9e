// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/output_file.hpp"
#include "core/base/problem.hpp"
#include "core/export/journal.hpp"
#include "core/export/sink.hpp"
#include "core/sinks/file_format.hpp"
#include "core/sinks/journals.hpp"
#include "core/sinks/numbered_name.hpp"
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

/// What to do with an earlier run's output.
struct ResumePolicy {
    bool resume = false;      ///< continue from the end of the journal
    bool allowMixed = false;  ///< resume even an export that another backend or version began
    /// Overwrite; for a shared output, correct a wrong size or head. A .part or a .journal that is not
    /// Burin's is refused in any case.
    bool force = false;
    bool verify = false;  ///< with resume: read everything back first, not only a sample
    /// With resume: the file of an older set that may be replaced. This is so if the output is one of a set
    /// whose export was begun with force and has not reached this output.
    std::optional<ClosedFile> older = {};
};

/// Receives notes for the user while an export runs. Called on the export's thread.
using Tells = std::function<void(const Problem&)>;

/// A file sink: keeps the journal of a FileFormat. It can thus resume and shard, and never shows an
/// incomplete output. When the output is finished, its journal becomes a hidden file.
///
/// A record of the journal follows its data: about once a second a separate thread syncs the data and then
/// adds the record. An export that is killed loses only what came after the last record.
///
/// The data of an earlier run are not trusted. At the beginning a sample of the recorded chunks is read back
/// and compared with the journal; all others are read back before the output gets its name. Damaged chunks
/// are computed again. Data of this run are not read back: their checksums are those of the written bytes.
class JournaledSink final : public Sink {
  public:
    /// Inspects an existing output; writes nothing before begin.
    ///
    /// \param name  the output as the user named it, for messages
    /// \param stop  ends the reading of an existing output
    JournaledSink(std::string name, std::unique_ptr<FileFormat> format, JournalHeader header,
                  const ResumePolicy& policy, std::stop_token stop = {}, Tells tells = {});
    ~JournaledSink() override;

    /// The existing output that the policy does not allow to replace; nothing if there is none. If it is set,
    /// this object must not be begun.
    [[nodiscard]] const std::optional<Problem>& obstacle() const { return obstacle_; }

    [[nodiscard]] const ChunkGrid& grid() const override { return format_->grid(); }
    [[nodiscard]] bool ordered() const override { return format_->ordered(); }
    [[nodiscard]] ChunkRange range() const override { return grid().part(header_.shard); }
    [[nodiscard]] const IntervalSet& done() const override { return done_; }
    [[nodiscard]] std::optional<Problem> alreadyFinished() const override { return alreadyFinished_; }
    [[nodiscard]] std::vector<Problem> notes() const override { return notes_; }
    [[nodiscard]] Sequel sequel() const override;
    [[nodiscard]] bool encodes() const override { return format_->encodes(); }
    [[nodiscard]] std::vector<std::byte> encode(std::span<const std::byte> chunk) const override {
        return format_->encode(chunk);
    }

    Outcome begin() override;
    Outcome write(std::int64_t index, std::span<const std::byte> chunk) override;
    void settle() override;
    Outcome finish() override;
    /// Numbered files are not checked, because they get their names together.
    [[nodiscard]] std::function<std::optional<Problem>()> lossCheck() const override;
    void interrupt() override;

  private:
    struct Stored {
        std::int64_t index = 0;
        std::uint64_t checksum = 0;
    };

    void inspect();
    /// A file that was made under a name of the output while this export ran, and that only force may
    /// replace.
    [[nodiscard]] std::optional<std::filesystem::path> madeMeanwhile() const {
        if (policy_.force) return {};
        const auto present = replacing_ ? closedFileAt(format_->output()) : std::nullopt;
        if (present && present != policy_.older) return format_->output();
        const auto made = format_->replacedExcept(there_);
        return made ? made : foreignFile();
    }
    /// A file beside the output that only force may replace.
    [[nodiscard]] std::optional<std::filesystem::path> foreignFile() const {
        return policy_.force ? std::nullopt : format_->foreignFile();
    }
    [[nodiscard]] bool mayReplaceOlder() const;
    [[nodiscard]] std::optional<std::filesystem::path> newlyTaken(const JournalHeader& header) const;
    [[nodiscard]] OlderFiles olderThere() const;
    [[nodiscard]] std::filesystem::path fileNumbered(std::int64_t number) const;
    [[nodiscard]] std::optional<std::string> fileInTheWay() const;
    [[nodiscard]] std::optional<Problem> inspectForResume();
    bool makeMissingAgain();
    void forget(IntervalSet chunks);
    [[nodiscard]] std::optional<Problem> inspectForStart() const;
    [[nodiscard]] std::optional<Problem> inspectStrangers() const;
    [[nodiscard]] std::optional<Problem> inspectSiblings();
    void adoptDone();
    [[nodiscard]] bool everythingDone() const;
    /// The header with what a later run has to know about the files that this run found.
    [[nodiscard]] JournalHeader forLaterRuns(JournalHeader header) const {
        header.earlierFiles = earlierFiles_;
        // If files were there and work is left, inspect() has found that this export may replace them. Files
        // that come later are not replaced.
        const bool replaces = !there_.empty() && there_.front() < format_->fileCount();
        header.overwrites = mayOverwrite_ ? !there_.empty() : replaces && !everythingDone();
        if (!isLayer_) header.olderFiles = header.overwrites ? older_ : nullptr;
        return header;
    }

    void makeFolder() const;
    bool takeOver();
    void openOutput();
    [[nodiscard]] Opening shared() const;
    void replaceJournal();
    void removeStaleJournals() const;
    void refuseLostFiles();
    [[nodiscard]] IntervalSet lostChunks() const;
    void hideJournal();
    void removeEarlierFiles() const;
    void removeJournalsOfFiles(const NumberedName& name) const;

    [[nodiscard]] std::vector<DoneRun> sample(const std::vector<DoneRun>& runs) const;
    [[nodiscard]] bool sampleIsSound() const;
    Outcome check(const std::vector<DoneRun>& runs);
    void tellOf(const std::vector<Damage>& damages) const;
    void takeFromJournal(const std::vector<DoneRun>& damaged);

    void startCommit();
    void commitNow();
    void record(std::vector<Stored> stored);

    const std::string name_;
    const std::unique_ptr<FileFormat> format_;
    const JournalHeader header_;
    const bool resumable_;
    const ResumePolicy policy_;
    const std::stop_token stop_;
    const Tells tells_;
    const Naming naming_;
    const bool isLayer_;                        // its journal lists the older files of all layers
    const std::filesystem::path journalPath_;   // name while the output is unfinished
    const std::filesystem::path finishedPath_;  // name after the output is finished
    Journal found_;
    std::filesystem::path foundPath_;  // path of found_
    std::int64_t earlierFiles_ = 0;    // numbered files of an earlier set that this export replaces
    OlderFiles older_;                 // the files that this export may replace; null: they are not known
    bool replacing_ = false;           // whether the output is the file of an older set that may be replaced
    std::optional<std::filesystem::path> taken_;  // a file that has come since the export was begun
    bool mayOverwrite_ = false;        // whether --force is given, or a journal of the resumed set records it
    IntervalSet done_;                 // chunks that earlier runs have done
    std::vector<DoneRun> unread_;      // the part of these not yet compared with the journal
    bool forgotten_ = false;           // found_ has fewer records than its file
    std::vector<std::int64_t> there_;  // numbers of the output's files that this export found
    bool sampled_ = false;
    bool beyondResume_ = false;  // a finished output is damaged, and may not be replaced
    std::vector<std::filesystem::path> staleJournals_;
    bool siblingFound_ = false;  // another shard of the same export has a journal
    std::optional<Problem> obstacle_;
    std::optional<Problem> alreadyFinished_;
    std::optional<ClosedFile> complete_;  // the finished output, if it is one file
    std::vector<Problem> notes_;

    std::optional<JournalWriter> journal_;
    std::vector<Stored> pending_;  // written but not yet recorded
    std::uint64_t pendingBytes_ = 0;
    std::chrono::steady_clock::time_point lastCommit_;
    std::future<void> commit_;
};

}  // namespace burin
