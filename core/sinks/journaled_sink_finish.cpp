// SPDX-License-Identifier: GPL-3.0-or-later
// The end of a JournaledSink: the output gets its name, and what it replaces is removed.

#include "core/sinks/journaled_sink.hpp"

#include "core/base/cancelled.hpp"
#include "core/base/errors.hpp"
#include "core/base/text.hpp"
#include "core/sinks/formats.hpp"
#include "core/sinks/journals.hpp"
#include "core/sinks/layer_files.hpp"
#include "core/sinks/swaths.hpp"

#include <algorithm>
#include <cstddef>
#include <system_error>
#include <utility>

namespace burin {

Sink::Outcome JournaledSink::finish() {
    if (resumable_) {
        commitNow();
    } else if (!pending_.empty()) {
        format_->sync();
        const DoneRun whole{range(), format_->storedRun(range())};
        journal_->append({&whole, 1});
    }
    try {
        refuseLostFiles();
    } catch (const Cancelled&) {
        return Outcome::stopped;
    }
    if (const Outcome outcome = check(std::vector(unread_)); outcome != Outcome::done) return outcome;
    const bool whole = header_.shard.whole();
    const auto made = madeMeanwhile();
    if (whole && made)
        throw SinkError(*made == format_->output() ? name_ : made->string(),
                        "was made while the export ran; rename it before the export is resumed");
    if (whole) format_->publish();
    complete_ = closedFileAt(format_->output());
    removeEarlierFiles();
    if (!found_.finished) journal_->appendFinished();
    if (whole) hideJournal();
    return Outcome::done;
}

std::function<std::optional<Problem>()> JournaledSink::lossCheck() const {
    if (!header_.shard.whole() || !complete_) return {};
    return [file = format_->output(), name = name_, written = *complete_, header = header_,
            journalPath = finishedPath_, stop = stop_]() -> std::optional<Problem> {
        const auto present = closedFileAt(file);
        if (present == written) return {};
        if (!present) return Problem{name, "was removed after it was finished"};
        // The file system may have given it another inode.
        const Journal journal = readJournal(journalPath);
        const auto reader = makeFormat(name, header);
        reader->stopReadingOn(stop);
        const auto isSound = [&reader](const DoneRun& run) { return !damageOf(*reader, run); };
        if (journal.finished && differences(journal.header, header, true).empty() &&
            journal.done().firstGap(0) >= reader->grid().count() && !reader->openForReading() &&
            std::all_of(journal.runs.begin(), journal.runs.end(), isSound))
            return {};
        return Problem{.subject = name,
                       .reason = "was changed or replaced after it was finished",
                       .advice = "rename or remove this file"};
    };
}

/// Fails if a written file was removed or replaced. Its records leave the journal, so a later run computes it
/// again and takes no other file for it.
void JournaledSink::refuseLostFiles() {
    const IntervalSet lost = lostChunks();
    if (lost.empty()) return;
    Problem loss = format_->lossOf(lost.firstMember(0, 0));
    if (!header_.shard.whole()) loss.advice.clear();  // another shard may write the file that is there now
    if (journal_->hasItsName()) {
        found_ = readJournal(journalPath_);
        forget(lost);
        journal_->replace(forLaterRuns(found_.header), found_.runs);
        // Without a journal, no export replaces the file that has taken the name.
        std::error_code error;
        if (header_.shard.whole() && format_->isLost() && format_->begun())
            std::filesystem::remove(journalPath_, error);
    }
    throw SinkError(std::move(loss));
}

/// The chunks of this run and of earlier ones whose file was removed or replaced. A numbered file that has
/// got another inode is compared with the journal. \throws Cancelled after a stop
IntervalSet JournaledSink::lostChunks() const {
    IntervalSet lost;
    if (format_->isLost()) lost.insert(range());
    const std::vector<NumberedFile> doubtful = format_->doubtfulFiles();
    if (doubtful.empty()) return lost;
    const std::vector<DoneRun> runs = readJournal(journalPath_).runs;
    const auto reader = makeFormat(name_, header_);
    reader->stopReadingOn(stop_);
    const bool readable = !reader->openForReading();
    for (const NumberedFile& file : doubtful) {
        format_->accept(file);
        IntervalSet sound;
        for (const DoneRun& run : runs) {
            if (readable && file.chunks.contains(run.chunks.first) && !damageOf(*reader, run))
                sound.insert(run.chunks);
        }
        if (sound.firstGap(file.chunks.first) < file.chunks.last) lost.insert(file.chunks);
    }
    return lost;
}

/// Renames the journal to a hidden file, and removes the journals of shards that this output has replaced. If
/// the journal cannot be renamed, it is still found. A file that has taken its name stays.
void JournaledSink::hideJournal() {
    std::error_code error;
    for (const JournalFile& other : journalsBeside(format_->output(), naming_)) {
        if (other.finished && !other.shard.whole()) std::filesystem::remove(other.path, error);
    }
    if (journal_->hasItsName()) {
        static_cast<void>(journal_->tryRenameTo(finishedPath_));
    } else if (tells_) {
        tells_({journalPath_.string(),
                "has been replaced or removed, so the finished output can no longer be verified"});
    }
}

/// Removes the journals of single files, such as layers, that this set has replaced.
void JournaledSink::removeJournalsOfFiles(const NumberedName& name) const {
    for (const std::string& output : outputsWithJournals(name.folder())) {
        const auto number = name.numberIn(plainName(output).string());
        if (!number || *number >= numberedFiles(header_)) continue;
        std::error_code error;
        for (const JournalFile& journal : journalsBeside(name.path(*number), Naming::plain)) {
            if (journal.finished) std::filesystem::remove(journal.path, error);
        }
    }
}

/// Removes the numbered files that only an earlier set of swaths or layers has. Files that no journal lists
/// may be anything, so they are kept and reported.
void JournaledSink::removeEarlierFiles() const {
    const auto name = NumberedName::parse(header_.pattern.empty() ? "" : format_->output());
    if (!name) return;
    removeJournalsOfFiles(*name);
    std::size_t removed = 0;
    const OtherSets others(format_->output());
    for (const std::int64_t number : numbersBegun(*name, numberedFiles(header_), earlierFiles_)) {
        const std::filesystem::path file = name->path(number);
        if (others.contain(file) || others.standsAlone(file)) continue;
        for (const std::filesystem::path& one : {file, beside(file, ".part")}) {
            std::error_code error;
            const bool may = one != file || (mayOverwrite_ && (!older_ || isListed(*older_, file)));
            if (may && std::filesystem::is_regular_file(one, error) && std::filesystem::remove(one, error))
                ++removed;
        }
    }
    for (const std::int64_t number : name->numbersThere()) {
        const std::filesystem::path file = name->path(number);
        if (!mayOverwrite_ || number < numberedFiles(header_) || !others.standsAlone(file)) continue;
        const LayerRemoval removal = removeLayer(file, number);
        if (removal.removed) ++removed;
        if (tells_ && !removal.kept.empty()) tells_(keptDescription(removal.kept));
    }
    if (!tells_) return;
    if (removed > 0) tells_({name_, "removed %1 of an earlier set", {counted(removed, "file")}});
    if (auto left = surplusOf(*format_)) {
        left->subject = name_;
        tells_(*left);
    }
}

}  // namespace burin
