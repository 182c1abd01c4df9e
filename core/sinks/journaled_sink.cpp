// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sinks/journaled_sink.hpp"

#include "core/sinks/journals.hpp"
#include "core/surface/export_error.hpp"

#include <algorithm>
#include <system_error>
#include <utility>

namespace burin {
namespace {

constexpr std::chrono::seconds commitInterval{1};
constexpr std::uint64_t commitBytes = std::uint64_t{256} << 20;

}  // namespace

JournaledSink::JournaledSink(std::string name, std::unique_ptr<FileFormat> format, JournalHeader header,
                             const ResumePolicy& policy)
    : name_(std::move(name)),
      format_(std::move(format)),
      header_(std::move(header)),
      journalPath_(format_->journalPath(header_.shard)),
      found_(readJournal(journalPath_)) {
    inspectSiblings(policy);
    if (policy.resume) {
        inspectForResume(policy);
    } else {
        inspectForStart(policy);
    }
}

JournaledSink::~JournaledSink() {
    if (commit_.valid()) commit_.wait();
}

void JournaledSink::inspectForResume(const ResumePolicy& policy) {
    const bool published = format_->published();
    if (found_.state == Journal::State::foreign && !policy.force) {
        throw UsageError(journalPath_.string() + ": cannot be resumed, " + found_.problem +
                         "; start again with --force");
    }
    if (found_.state != Journal::State::valid) {
        if (published && !policy.force) {
            throw UsageError(name_ + ": exists and has no journal to resume from; overwrite it with --force");
        }
        return;
    }
    const std::string different = differences(found_.header, header_, policy.allowMixed);
    if (!different.empty()) {
        throw UsageError(name_ + ": cannot be resumed, it was begun with another " + different +
                         "; start again with --force in place of --resume");
    }
    const bool there = published || (!header_.shard.whole() && format_->begun());
    if (found_.finished && there) {
        alreadyFinished_ = name_ + ": is finished already";
        adoptDone();
        return;
    }
    if (found_.finished) return;
    if (!format_->begun() && published) {
        adoptDone();
        // Renamed, but killed before it could say so; else it is an older output that is in the way.
        if (everythingDone()) return;
        done_.clear();
        if (!policy.force) throw UsageError(name_ + ": exists; overwrite it with --force");
    }
    if (format_->begun()) adoptDone();
    if (!format_->resumable() && !everythingDone()) {
        done_.clear();
        notes_.push_back(name_ + ": this format cannot be resumed, it starts again");
    }
}

void JournaledSink::inspectForStart(const ResumePolicy& policy) const {
    if (policy.force) return;
    if (format_->published()) {
        throw UsageError(name_ +
                         ": exists; overwrite it with --force, or go on with --resume if it was interrupted");
    }
    if (format_->begun() && found_.state != Journal::State::absent) {
        throw UsageError(
            name_ + ": was begun by an earlier export; go on with --resume, or start again with --force");
    }
}

/// What other shards, or an export that is none, have begun under this name.
void JournaledSink::inspectSiblings(const ResumePolicy& policy) {
    if (!format_->begun()) return;
    for (const JournalFile& sibling : journalsBeside(journalPath_, name_)) {
        if (sibling.path == journalPath_) continue;
        const bool bothShards = !header_.shard.whole() && sibling.shard.count == header_.shard.count;
        if (!bothShards) {
            if (!policy.force) {
                throw UsageError(name_ + ": was begun with " + sibling.path.filename().string() +
                                 "; go on in the same parts with --resume, or start again with --force");
            }
            staleJournals_.push_back(sibling.path);
            continue;
        }
        const Journal journal = readJournal(sibling.path);
        if (journal.state != Journal::State::valid) continue;
        const std::string different = differences(journal.header, header_, policy.allowMixed);
        if (different.empty()) continue;
        throw UsageError(name_ + ": " + sibling.path.filename().string() + " was begun with another " +
                         different + "; remove it and the .part to start anew");
    }
}

/// Takes over what the journal lists; of a format that takes chunks in their order, up to the first gap.
void JournaledSink::adoptDone() {
    const ChunkRange mine = range();
    for (const DoneRun& run : found_.runs) {
        done_.insert({std::max(run.chunks.first, mine.first), std::min(run.chunks.last, mine.last)});
    }
    if (!format_->ordered()) return;
    const std::int64_t gap = done_.firstGap(mine.first);
    done_.clear();
    done_.insert({mine.first, gap});
}

bool JournaledSink::everythingDone() const {
    return done_.firstGap(range().first) >= range().last;
}

std::string JournaledSink::remedy() const {
    if (!format_->resumable())
        return "This format cannot be resumed; the same command with --resume starts it again.";
    return "What is written is kept; the same command with --resume goes on from there.";
}

void JournaledSink::removeStaleJournals() const {
    std::error_code error;
    for (const auto& stale : staleJournals_)
        std::filesystem::remove(stale, error);
}

void JournaledSink::begin() {
    format_->makeFolder();
    if (!done_.empty()) {
        journal_ = JournalWriter::reopen(journalPath_, found_.soundBytes);
        // What an earlier run has renamed already needs no opening, only its last record.
        if (format_->begun()) format_->open(done_, header_.shard.whole());
    } else if (header_.shard.whole()) {
        // The old records go before the data that they speak of.
        journal_ = JournalWriter::create(journalPath_, header_);
        removeStaleJournals();
        format_->open({}, true);
    } else {
        // The data belong to all shards: nothing is recorded before they are known to be the right ones.
        removeStaleJournals();
        format_->open({}, false);
        journal_ = JournalWriter::create(journalPath_, header_);
    }
    lastCommit_ = std::chrono::steady_clock::now();
}

void JournaledSink::write(std::int64_t index, std::span<const std::byte> chunk) {
    pending_.push_back({index, format_->store(index, chunk)});
    pendingBytes_ += chunk.size();
    if (!format_->resumable()) return;
    const auto age = std::chrono::steady_clock::now() - lastCommit_;
    if (pendingBytes_ >= commitBytes || age >= commitInterval) startCommit();
}

/// Hands what is pending to a thread, unless the last one is still busy: a slow disk makes large records, and
/// in the end makes us wait.
void JournaledSink::startCommit() {
    if (commit_.valid()) {
        const bool idle = commit_.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
        if (!idle && pendingBytes_ < 2 * commitBytes) return;
        commit_.get();
    }
    pendingBytes_ = 0;
    lastCommit_ = std::chrono::steady_clock::now();
    commit_ = std::async(std::launch::async, [this, stored = std::exchange(pending_, {})]() mutable {
        record(std::move(stored));
    });
}

void JournaledSink::commitNow() {
    if (commit_.valid()) commit_.get();
    pendingBytes_ = 0;
    if (!pending_.empty()) record(std::exchange(pending_, {}));
}

void JournaledSink::record(std::vector<Stored> stored) {
    format_->sync();
    std::sort(stored.begin(), stored.end(),
              [](const Stored& a, const Stored& b) { return a.index < b.index; });
    std::vector<DoneRun> runs;
    for (const Stored& chunk : stored) {
        if (runs.empty() || runs.back().chunks.last != chunk.index)
            runs.push_back({{chunk.index, chunk.index}, 0});
        runs.back().chunks.last = chunk.index + 1;
        runs.back().checksum = addToRun(runs.back().checksum, chunk.checksum);
    }
    journal_->append(runs);
}

void JournaledSink::finish() {
    if (format_->resumable()) {
        commitNow();
    } else if (!pending_.empty()) {
        format_->sync();
        const DoneRun whole{range(), format_->storedRun(range())};
        journal_->append({&whole, 1});
    }
    if (header_.shard.whole()) format_->publish();
    journal_->appendFinished();
}

void JournaledSink::interrupt() {
    if (journal_ && format_->resumable()) commitNow();
}

}  // namespace burin
