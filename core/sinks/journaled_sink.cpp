// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sinks/journaled_sink.hpp"

#include "core/base/checksum.hpp"
#include "core/base/errors.hpp"
#include "core/sinks/journals.hpp"

#include <algorithm>
#include <system_error>
#include <tuple>
#include <utility>

namespace burin {
namespace {

constexpr std::chrono::seconds commitInterval{1};
constexpr std::uint64_t commitBytes = std::uint64_t{256} << 20;
/// Of a record: one that is damaged is computed again as a whole.
constexpr std::uint64_t runBytes = std::uint64_t{16} << 20;
/// Read back when an export is resumed: a second, also of a slow disk.
constexpr std::uint64_t sampleBytes = std::uint64_t{128} << 20;

std::int64_t chunksIn(std::uint64_t bytes, const ChunkGrid& grid) {
    return std::max<std::int64_t>(1, static_cast<std::int64_t>(bytes / grid.largestBytes()));
}

/// An empty one was just claimed, and says nothing.
Journal writtenJournal(const std::filesystem::path& path) {
    std::error_code error;
    if (std::filesystem::file_size(path, error) == 0 && !error) return {};
    return readJournal(path);
}

/// Leaves of `runs` those that are among `others`, or those that are not. Cost grows with n log n.
void keep(std::vector<DoneRun>& runs, std::vector<DoneRun> others, bool among) {
    const auto before = [](const DoneRun& a, const DoneRun& b) {
        return std::tuple(a.chunks.first, a.chunks.last, a.checksum) <
               std::tuple(b.chunks.first, b.chunks.last, b.checksum);
    };
    std::sort(others.begin(), others.end(), before);
    std::erase_if(runs, [&](const DoneRun& run) {
        return std::binary_search(others.begin(), others.end(), run, before) != among;
    });
}

}  // namespace

JournaledSink::JournaledSink(std::string name, std::unique_ptr<FileFormat> format, JournalHeader header,
                             const ResumePolicy& policy, std::stop_token stop, Tells tells)
    : name_(std::move(name)),
      format_(std::move(format)),
      header_(std::move(header)),
      policy_(policy),
      stop_(std::move(stop)),
      tells_(std::move(tells)),
      journalPath_(format_->journalPath(header_.shard)) {
    inspect();
}

void JournaledSink::inspect() {
    found_ = writtenJournal(journalPath_);
    done_.clear();
    unread_.clear();
    staleJournals_.clear();
    notes_.clear();
    alreadyFinished_.reset();
    inspectSiblings();
    if (policy_.resume) {
        inspectForResume();
    } else {
        inspectForStart();
    }
    // What has its name was read back before it got it.
    if (!done_.empty() && (format_->begun() || policy_.verify)) unread_ = found_.runs;
}

JournaledSink::~JournaledSink() {
    if (commit_.valid()) commit_.wait();
}

void JournaledSink::inspectForResume() {
    const bool published = format_->published();
    if (found_.state == Journal::State::foreign && !policy_.force) {
        throw UsageError(journalPath_.string() + ": cannot be resumed, " + found_.problem +
                         "; start again with --force");
    }
    if (found_.state != Journal::State::valid) {
        if (published && !policy_.force) {
            throw UsageError(name_ + ": exists and has no journal to resume from; overwrite it with --force");
        }
        return;
    }
    const std::string different = differences(found_.header, header_, policy_.allowMixed);
    if (!different.empty()) {
        throw UsageError(name_ + ": cannot be resumed, it was begun with another " + different +
                         "; start again with --force in place of --resume");
    }
    const bool there = published || (!header_.shard.whole() && format_->begun());
    if (found_.finished && there) {
        adoptDone();
        if (policy_.verify) {
            notes_.push_back(name_ + ": is finished already; all of it is read back");
        } else if (published || sampleIsSound()) {
            alreadyFinished_ = name_ + ": is finished already";
        }
        return;
    }
    if (found_.finished) return;
    if (!format_->begun() && published) {
        adoptDone();
        // Renamed, but killed before it could say so; else it is an older output that is in the way.
        if (everythingDone()) return;
        done_.clear();
        if (!policy_.force) throw UsageError(name_ + ": exists; overwrite it with --force");
    }
    if (format_->begun()) adoptDone();
    if (!format_->resumable() && !everythingDone()) {
        done_.clear();
        notes_.push_back(name_ + ": this format cannot be resumed, it starts again");
    }
}

void JournaledSink::inspectForStart() const {
    if (policy_.force) return;
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
void JournaledSink::inspectSiblings() {
    if (!format_->begun()) return;
    for (const JournalFile& sibling : journalsBeside(journalPath_, name_)) {
        if (sibling.path == journalPath_) continue;
        const bool bothShards = !header_.shard.whole() && sibling.shard.count == header_.shard.count;
        if (!bothShards) {
            if (!policy_.force) {
                throw UsageError(name_ + ": was begun with " + sibling.path.filename().string() +
                                 "; go on in the same parts with --resume, or start again with --force");
            }
            staleJournals_.push_back(sibling.path);
            continue;
        }
        const Journal journal = readJournal(sibling.path);
        if (journal.state != Journal::State::valid) continue;
        const std::string different = differences(journal.header, header_, policy_.allowMixed);
        if (different.empty()) continue;
        throw UsageError(name_ + ": " + sibling.path.filename().string() + " was begun with another " +
                         different + "; remove it and the .part to start anew");
    }
}

/// Takes over what the journal lists; of a format that takes chunks in their order, up to the first gap.
void JournaledSink::adoptDone() {
    const ChunkRange mine = range();
    done_.clear();
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
    if (!journal_) takeOver();
    openOutput();
    if (!sampled_) {
        sampled_ = true;
        check(policy_.verify ? std::vector(unread_) : sample(unread_));
    }
    lastCommit_ = std::chrono::steady_clock::now();
}

/// From here on no other process writes the output. One may have done so since we looked.
void JournaledSink::takeOver() {
    journal_.emplace(JournalWriter::claim(journalPath_));
    const IntervalSet before = done_;
    try {
        inspect();
    } catch (...) {
        journal_.reset();
        throw;
    }
    if (alreadyFinished_ || done_ != before) throw StartAgain{};
}

void JournaledSink::openOutput() {
    const bool whole = header_.shard.whole();
    if (!done_.empty()) {
        journal_->goOn(found_.soundBytes);
        // What an earlier run has renamed already needs no opening, only its last record.
        if (format_->begun()) format_->open(whole ? Opening::resume : Opening::share, done_);
    } else if (whole) {
        // The old records go before the data that they speak of.
        replaceJournal();
        removeStaleJournals();
        format_->open(Opening::anew, {});
    } else {
        // The data belong to all shards: nothing is recorded before they are known to be the right ones.
        removeStaleJournals();
        format_->open(policy_.force ? Opening::mend : Opening::share, {});
        replaceJournal();
    }
}

/// What the old one said, also that the output is finished, holds no longer.
void JournaledSink::replaceJournal() {
    journal_->replace(header_);
    found_ = {};
}

/// The same for the same journal: a mistake that was seen once is seen again.
std::vector<DoneRun> JournaledSink::sample(const std::vector<DoneRun>& runs) const {
    const std::uint64_t seed = checksum(std::as_bytes(std::span(header_.surface.designHash)));
    return sampleOf(runs, chunksIn(sampleBytes, grid()), seed);
}

bool JournaledSink::sampleIsSound() const {
    const auto reader = makeFormat(name_, header_);
    try {
        reader->openForReading();
    } catch (const SinkError&) {
        return false;
    }
    const std::vector<DoneRun> runs = sample(found_.runs);
    return std::all_of(runs.begin(), runs.end(),
                       [&](const DoneRun& run) { return damageOf(*reader, run).empty(); });
}

/// Compares runs with what the file holds. \throws StartAgain where some of them have to be computed again
void JournaledSink::check(const std::vector<DoneRun>& runs) {
    if (runs.empty()) return;
    // A reader of its own: what is open for writing stays as it is.
    const auto reader = makeFormat(name_, header_);
    reader->openForReading();
    std::vector<DoneRun> damaged;
    std::vector<Damage> damages;
    for (const DoneRun& run : runs) {
        if (stop_.stop_requested()) throw Stopped{};
        const std::string damage = damageOf(*reader, run);
        if (damage.empty()) continue;
        damaged.push_back(run);
        addDamage(damages, run.chunks, damage);
    }
    keep(unread_, runs, false);
    if (damaged.empty()) return;
    tellOf(damages);
    startWithout(damaged);
}

void JournaledSink::tellOf(const std::vector<Damage>& damages) const {
    const std::string remedy =
        format_->ordered() ? "; it is computed again, and what follows it" : "; it is computed again";
    for (std::size_t i = 0; i < std::min(damages.size(), mostProblems); ++i) {
        const ChunkRange& chunks = damages[i].chunks;
        const bool known = chunks.last <= grid().count();
        const std::string place = known ? placeOf(grid(), chunks, header_.surface.region) : "a record";
        const std::string what = name_ + ": " + place + ' ' + damages[i].what;
        // Without its .part nothing can be put in the place of what is damaged.
        if (!format_->begun()) throw SinkError(what + "; export it again with --force");
        if (tells_) tells_(what + remedy);
    }
    if (damages.size() > mostProblems && tells_)
        tells_(name_ + ": " + std::to_string(damages.size() - mostProblems) + " more such places");
}

/// Takes runs from the journal, so that they are computed again.
void JournaledSink::startWithout(const std::vector<DoneRun>& damaged) {
    found_ = readJournal(journalPath_);
    keep(found_.runs, damaged, false);
    adoptDone();
    // Of what has to come in order nothing behind the gap stays.
    std::erase_if(found_.runs,
                  [this](const DoneRun& run) { return done_.firstGap(run.chunks.first) < run.chunks.last; });
    journal_->replace(found_.header, found_.runs);
    found_ = readJournal(journalPath_);
    keep(unread_, found_.runs, true);
    throw StartAgain{};
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
    const std::int64_t longest = chunksIn(runBytes, grid());
    for (const Stored& chunk : stored) {
        const bool goesOn =
            !runs.empty() && runs.back().chunks.last == chunk.index && runs.back().chunks.count() < longest;
        if (!goesOn) runs.push_back({{chunk.index, chunk.index}, 0});
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
    check(std::vector(unread_));
    if (header_.shard.whole()) format_->publish();
    if (!found_.finished) journal_->appendFinished();
}

void JournaledSink::interrupt() {
    if (journal_ && format_->resumable()) commitNow();
}

}  // namespace burin
