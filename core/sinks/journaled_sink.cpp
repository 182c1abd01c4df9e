// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sinks/journaled_sink.hpp"

#include "core/base/cancelled.hpp"
#include "core/base/checksum.hpp"
#include "core/base/errors.hpp"
#include "core/base/output_file.hpp"
#include "core/base/text.hpp"
#include "core/export/layer_hash.hpp"
#include "core/sinks/formats.hpp"
#include "core/sinks/journals.hpp"
#include "core/sinks/layer_files.hpp"
#include "core/sinks/numbered_name.hpp"
#include "core/sinks/swaths.hpp"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <system_error>
#include <tuple>
#include <utility>

namespace burin {
namespace {

constexpr std::chrono::seconds commitInterval{1};
constexpr std::uint64_t commitBytes = std::uint64_t{256} << 20;
/// Bytes of a record. A damaged record is computed again as a whole.
constexpr std::uint64_t runBytes = std::uint64_t{16} << 20;
/// Bytes read back when an export is resumed: one second even on a slow disk.
constexpr std::uint64_t sampleBytes = std::uint64_t{128} << 20;

std::int64_t chunksIn(std::uint64_t bytes, const ChunkGrid& grid) {
    return std::max<std::int64_t>(1, static_cast<std::int64_t>(bytes / grid.largestBytes()));
}

/// The journal of an output. An empty file has just been claimed by a process; it counts as a journal without
/// content.
Journal writtenJournal(const std::filesystem::path& path) {
    std::error_code error;
    if (std::filesystem::file_size(path, error) == 0 && !error) return {};
    return readJournal(path);
}

/// Keeps the runs that are also in `others` or, without `among`, the runs that are not. Cost: n log n.
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
      resumable_(formatOf(name_, header_).resumes),
      policy_(policy),
      stop_(std::move(stop)),
      tells_(std::move(tells)),
      naming_(header_.pattern.empty() ? Naming::plain : Naming::pattern),
      isLayer_(LayerHash::parse(header_.surface.designHash).has_value()),
      journalPath_(journalOf(format_->output(), header_.shard, naming_)),
      finishedPath_(finishedJournalOf(format_->output(), header_.shard, naming_)) {
    inspect();
    // Another export may have ended in the meantime, so look at its file again.
    if (obstacle_) inspect();
}

void JournaledSink::inspect() {
    there_ = format_->numbersThere();
    foundPath_ = journalPath_;
    found_ = writtenJournal(foundPath_);
    // The journal of a finished output is void once the output is removed.
    if (found_.state == Journal::State::absent && format_->published()) {
        foundPath_ = finishedPath_;
        found_ = readJournal(foundPath_);
    }
    earlierFiles_ = found_.finished ? 0 : found_.header.earlierFiles;  // a finished set has replaced them
    const bool goesOn = policy_.resume && !policy_.force && found_.state == Journal::State::valid;
    older_ = goesOn && !found_.finished ? found_.header.olderFiles : olderThere();
    complete_ = closedFileAt(format_->output());
    replacing_ = mayReplaceOlder();
    taken_ = newlyTaken(found_.header);
    mayOverwrite_ = policy_.force || replacing_ ||
                    (policy_.resume && !found_.finished && found_.header.overwrites && !taken_);
    done_.clear();
    unread_.clear();
    forgotten_ = false;
    staleJournals_.clear();
    siblingFound_ = false;
    notes_.clear();
    alreadyFinished_.reset();
    obstacle_ = inspectStrangers();
    if (!obstacle_) obstacle_ = inspectSiblings();
    if (!obstacle_) obstacle_ = policy_.resume ? inspectForResume() : inspectForStart();
    // No policy replaces the file of a running export. The export of a new whole output does not search for
    // running shards, because that takes long in a folder of many files.
    const bool claimed = journal_ && (format_->begun() || !header_.shard.whole());
    const bool mayCollide = obstacle_ || claimed || !staleJournals_.empty();
    if (mayCollide && isBeingWritten(format_->output(), header_.shard, naming_, journal_.has_value()))
        obstacle_ = heldByAnotherExport(name_);
    if (const auto foreign = foreignFile(); foreign && !obstacle_ && !alreadyFinished_)
        obstacle_ = Problem{.subject = foreign->string(),
                            .reason = "exists, and is not the description of an output",
                            .remedies = {{Remedy::Way::overwrite}}};
    // A finished output was read back before it got its name, so only samples of it are checked now. If no
    // record says that it is finished, another file may have its name.
    const bool finished = found_.finished && !format_->begun() && !policy_.verify;
    if (!done_.empty()) unread_ = finished ? sample(found_.runs) : found_.runs;
}

Sink::Sequel JournaledSink::sequel() const {
    if (beyondResume_) return Sequel::none;
    if (format_->isLost()) return Sequel::lost;
    if (!resumable_) return Sequel::startsAgain;
    const bool opened = sampled_ || format_->begun() || !done_.empty();
    return opened ? Sequel::goesOn : Sequel::begins;
}

JournaledSink::~JournaledSink() {
    if (commit_.valid()) commit_.wait();
}

/// Whether the output is still the file of an older set that this export may replace. If another export has
/// begun to write it, it is not replaced.
bool JournaledSink::mayReplaceOlder() const {
    if (!policy_.resume || !policy_.older || complete_ != policy_.older) return false;
    if (foundPath_ == journalPath_ && found_.state != Journal::State::absent) return false;
    return found_.state != Journal::State::valid ||
           !differences(found_.header, header_, policy_.allowMixed).empty();
}

/// The first file that has a name of the output's files, although the journal of the export does not list it
/// among those that may be replaced. Nothing if the journal has no list.
std::optional<std::filesystem::path> JournaledSink::newlyTaken(const JournalHeader& header) const {
    if (!header.olderFiles) return {};
    const bool done = found_.done().firstGap(range().first) >= range().last;
    for (const std::int64_t number : there_) {
        if (number >= format_->fileCount()) break;
        const std::filesystem::path file = fileNumbered(number);
        const bool named = done && !std::filesystem::exists(beside(file, ".part"));  // by the killed export
        if (!named && !isListed(*header.olderFiles, file)) return file;
    }
    return {};
}

std::filesystem::path JournaledSink::fileNumbered(std::int64_t number) const {
    const auto name = NumberedName::parse(header_.pattern.empty() ? "" : format_->output());
    return name ? name->path(number) : format_->output();
}

/// The first file of this output, or of an earlier set that is listed under its name. Foreign files with
/// numbers beyond these are not in the way.
std::optional<std::string> JournaledSink::fileInTheWay() const {
    const bool listed = found_.state == Journal::State::valid && found_.header.pattern == header_.pattern;
    const std::int64_t count = std::max(format_->fileCount(), listed ? numberedFiles(found_.header) : 0);
    if (there_.empty() || there_.front() >= count) return {};
    return header_.pattern.empty() ? name_ : fileNumbered(there_.front()).string();
}

/// The files that have the names of the output's now; null if there are none, or more than a journal lists.
OlderFiles JournaledSink::olderThere() const {
    if (there_.empty() || there_.size() > mostOlderFiles || !header_.shard.whole()) return {};
    std::vector<OlderFile> older;
    for (const std::int64_t number : there_) {
        if (const auto present = closedFileAt(fileNumbered(number))) older.push_back({number, *present});
    }
    return std::make_shared<const std::vector<OlderFile>>(std::move(older));
}

std::optional<Problem> JournaledSink::inspectForResume() {
    if (replacing_) {
        found_ = {};
        return {};
    }
    const auto published = fileInTheWay();
    if (found_.unusable() && !policy_.force) {
        return Problem{.subject = foundPath_.string(),
                       .reason = "cannot be resumed: %1",
                       .details = {found_.problem.text()},
                       .remedies = {{Remedy::Way::startAgain}}};
    }
    if (found_.state != Journal::State::valid) {
        if (!published || policy_.force) return {};
        return Problem{
            *published, "exists and has no journal to resume from", {}, {{Remedy::Way::overwrite}}};
    }
    const auto different = differences(found_.header, header_, policy_.allowMixed);
    if (!different.empty()) {
        // The interrupted export may replace older files of its set, but this one has come since.
        if (isLayer_ && header_.olderFiles && complete_ && !policy_.older) return nameTaken(name_);
        return Problem{.subject = name_,
                       .reason = "cannot be resumed: it was begun with another %1",
                       .details = {differencesText(different)},
                       .remedies = {{Remedy::Way::startAgain}}};
    }
    const bool there = published || (!header_.shard.whole() && format_->begun());
    if (found_.finished && there) {
        adoptDone();
        if (makeMissingAgain()) return {};
        if (policy_.verify) {
            notes_.push_back({name_, "is already finished; all of it is read back"});
        } else if (sampleIsSound()) {
            Problem said{name_, "is already finished"};
            if (const auto surplus = surplusOf(*format_))
                said = {name_, "is already finished; %1", {surplus->text()}};
            // If a run was killed before it hid the journal, the export begins once more, and only hides it.
            if (header_.shard.whole() && foundPath_ == journalPath_) {
                notes_.push_back(std::move(said));
            } else {
                alreadyFinished_ = std::move(said);
            }
        }
        return {};
    }
    if (found_.finished) return {};
    if (!format_->begun() && published) {
        adoptDone();
        // Either the output was renamed and the process was killed before recording that, or missing files of
        // a set were to be made again, or an older output has the name.
        if ((makeMissingAgain() && !done_.empty()) || everythingDone()) return {};
        done_.clear();
        if (!mayOverwrite_) return Problem{*published, "exists", {}, {{Remedy::Way::overwrite}}};
    }
    if (format_->begun()) adoptDone();
    if (auto taken = problemOfTakenName(*format_, done_); taken && !mayOverwrite_) {
        if (taken_) taken->subject = taken_->string();
        return taken;
    }
    if (!resumable_ && !everythingDone()) {
        done_.clear();
        notes_.push_back({name_, "this format cannot be resumed; the export starts again"});
    }
    return {};
}

/// Lets missing numbered files be made again. \return whether any is missing
bool JournaledSink::makeMissingAgain() {
    const std::vector<NumberedFile> missing = format_->missingFiles(std::numeric_limits<std::size_t>::max());
    if (missing.empty()) return false;
    IntervalSet gone;
    for (const NumberedFile& file : missing)
        gone.insert(file.chunks);
    forget(gone);
    notes_.push_back({.subject = missing.front().path.string(),
                      .reason = missing.size() == 1
                                    ? "is missing from the set; it is made again"
                                    : "is missing from the set, as are %1; they are made again",
                      .details = {counted(missing.size() - 1, "other file")}});
    return true;
}

/// Removes the found records of chunks, and of all other chunks that are stored again with them.
void JournaledSink::forget(IntervalSet chunks) {
    const auto isGone = [&](const DoneRun& run) {
        if (chunks.firstMember(run.chunks.first, run.chunks.last) >= run.chunks.last) return false;
        chunks.insert(format_->storedWith(run.chunks));
        return true;
    };
    while (std::erase_if(found_.runs, isGone) > 0)
        forgotten_ = true;
    adoptDone();
    // If a format needs its chunks in order, the chunks after a gap cannot be kept.
    std::erase_if(found_.runs,
                  [this](const DoneRun& run) { return done_.firstGap(run.chunks.first) < run.chunks.last; });
}

std::optional<Problem> JournaledSink::inspectForStart() const {
    if (policy_.force) return {};
    if (auto there = fileInTheWay()) {
        Problem exists{std::move(*there), "exists", {}, {{Remedy::Way::overwrite}}};
        if (found_.state == Journal::State::valid) exists.remedies.push_back({Remedy::Way::resume});
        return exists;
    }
    if (!format_->begun() || found_.state == Journal::State::absent) return {};
    return Problem{
        name_, "was begun by an earlier export", {}, {{Remedy::Way::resume}, {Remedy::Way::startAgain}}};
}

/// Looks for files of other origins that happen to have the names of files that this export writes beside its
/// output.
std::optional<Problem> JournaledSink::inspectStrangers() const {
    const Journal::State finished =
        foundPath_ == finishedPath_ ? found_.state : readJournal(finishedPath_).state;
    if (finished == Journal::State::foreign) return noJournalOfBurin(finishedPath_);
    if (foundPath_ == journalPath_) {
        if (found_.state == Journal::State::foreign) return noJournalOfBurin(journalPath_);
        if (found_.state != Journal::State::absent) return {};
    }
    const auto part = format_->unfinished();
    if (!part || isBegunByAnExport(format_->output(), naming_)) return {};
    // Another export may have renamed the file and hidden its journal in the meantime.
    if (!format_->begun()) return {};
    return notOfBurin(*part, "has no journal of an export to this name, so exports do not replace it");
}

/// Checks the outputs that other shards, or an export without shards, have begun under this name.
std::optional<Problem> JournaledSink::inspectSiblings() {
    if (!format_->begun()) return {};
    for (const JournalFile& sibling : journalsBeside(format_->output(), naming_)) {
        if (sibling.finished || sibling.path == journalPath_) continue;
        const Journal journal = readJournal(sibling.path);
        if (journal.state == Journal::State::foreign) return noJournalOfBurin(sibling.path);
        const bool bothShards = !header_.shard.whole() && sibling.shard.count == header_.shard.count;
        if (!bothShards) {
            if (!policy_.force) {
                return Problem{.subject = name_,
                               .reason = "was begun with other shards, as %1 says",
                               .details = {sibling.path.filename().string()},
                               .remedies = {{Remedy::Way::resume}, {Remedy::Way::startAgain}}};
            }
            staleJournals_.push_back(sibling.path);
            continue;
        }
        if (journal.state != Journal::State::valid) continue;
        const auto different = differences(journal.header, header_, policy_.allowMixed);
        if (different.empty()) {
            siblingFound_ = true;
            continue;
        }
        return Problem{.subject = name_,
                       .reason = "%1 was begun with another %2; remove it and the .part to start again",
                       .details = {sibling.path.filename().string(), differencesText(different)}};
    }
    return {};
}

/// Takes over the chunks that the journal lists. If the format needs chunks in order, stops at the first gap.
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

void JournaledSink::removeStaleJournals() const {
    std::error_code error;
    for (const auto& stale : staleJournals_)
        std::filesystem::remove(stale, error);
}

Sink::Outcome JournaledSink::begin() {
    makeFolder();
    if (!journal_ && !takeOver()) return Outcome::again;
    openOutput();
    if (!sampled_) {
        sampled_ = true;
        const Outcome outcome = check(policy_.verify ? std::vector(unread_) : sample(unread_));
        if (outcome != Outcome::done) return outcome;
    }
    lastCommit_ = std::chrono::steady_clock::now();
    return Outcome::done;
}

/// Creates the folder of numbered files. The folder of any other output was checked before.
void JournaledSink::makeFolder() const {
    const std::filesystem::path folder = format_->output().parent_path();
    std::error_code error;
    if (!folder.empty() && std::filesystem::create_directory(folder, error)) syncFolderOf(folder);
}

/// Locks the output against other processes. \return whether no process has written it since it was inspected
bool JournaledSink::takeOver() {
    journal_.emplace(JournalWriter::claim(journalPath_));
    std::error_code error;
    std::filesystem::remove(journalPath_.string() + ".new", error);  // left by a killed owner
    const IntervalSet before = done_;
    try {
        inspect();
        if (obstacle_) throw UsageError(*obstacle_);
    } catch (...) {
        journal_.reset();
        throw;
    }
    return !alreadyFinished_ && done_ == before;
}

void JournaledSink::openOutput() {
    const bool whole = header_.shard.whole();
    if (!done_.empty()) {
        if (foundPath_ == journalPath_ && !forgotten_) {
            journal_->goOn(found_.soundBytes);
        } else {  // the output was finished, and is checked again
            journal_->replace(forLaterRuns(found_.header), found_.runs);
            found_.finished = false;
        }
        // An output that an earlier run renamed only needs its last record, so it is not opened.
        if (format_->begun() || !everythingDone()) format_->open(whole ? Opening::resume : shared(), done_);
    } else if (whole) {
        // Old records are removed before the data that they describe.
        replaceJournal();
        removeStaleJournals();
        format_->open(Opening::anew, {});
    } else {
        // The data belong to all shards, so nothing is recorded until they are known to belong to this
        // export.
        removeStaleJournals();
        const bool begun = format_->begun();
        try {
            format_->open(shared(), {});
            replaceJournal();
        } catch (const SinkError&) {
            // Without a journal, the file that was just created would be mistaken for a file of another
            // origin.
            if (!begun && format_->begun()) journal_->keep();
            throw;
        }
    }
}

/// How the output of all shards is opened.
///
/// If the journal of any shard describes the output, a size that a power cut has left is corrected. Lost
/// parts then differ from their checksums, and are computed again.
Opening JournaledSink::shared() const {
    const bool known = siblingFound_ || found_.state == Journal::State::valid;
    return policy_.force || known ? Opening::mend : Opening::share;
}

/// Replaces the journal: nothing in the old one is valid any more, not even that the output is finished.
void JournaledSink::replaceJournal() {
    if (found_.header.pattern == header_.pattern)
        earlierFiles_ = std::max(earlierFiles_, numberedFiles(found_.header));
    journal_->replace(forLaterRuns(header_));
    found_ = {};
}

/// A sample of the runs. It is the same for the same journal, so damage that was found once is found again.
std::vector<DoneRun> JournaledSink::sample(const std::vector<DoneRun>& runs) const {
    const std::uint64_t seed = checksum(std::as_bytes(std::span(header_.surface.designHash)));
    return sampleOf(runs, chunksIn(sampleBytes, grid()), seed);
}

bool JournaledSink::sampleIsSound() const {
    const auto reader = makeFormat(name_, header_);
    reader->stopReadingOn(stop_);
    if (reader->openForReading()) return false;
    const std::vector<DoneRun> runs = sample(found_.runs);
    try {
        return std::all_of(runs.begin(), runs.end(), [&](const DoneRun& run) {
            return !stop_.stop_requested() && !damageOf(*reader, run);
        });
    } catch (const Cancelled&) {
        return false;
    }
}

/// Compares runs with the file; `again` if some of them must be computed again.
Sink::Outcome JournaledSink::check(const std::vector<DoneRun>& runs) {
    if (runs.empty()) return Outcome::done;
    // Uses a separate reader, so that the file open for writing is not affected.
    const auto reader = makeFormat(name_, header_);
    reader->stopReadingOn(stop_);
    std::optional<Problem> broken;
    if (auto problem = reader->openForReading()) {
        if (format_->begun()) throw SinkError(std::move(*problem));
        broken = unreadable(problem->text());
    }
    std::vector<DoneRun> damaged;
    std::vector<Damage> damages;
    try {
        for (const DoneRun& run : runs) {
            if (stop_.stop_requested()) return Outcome::stopped;
            const auto damage = broken ? broken : damageOf(*reader, run);
            if (!damage) continue;
            damaged.push_back(run);
            addDamage(damages, *reader, run.chunks, *damage);
        }
    } catch (const Cancelled&) {
        return Outcome::stopped;
    }
    keep(unread_, runs, false);
    if (damaged.empty()) return Outcome::done;
    // Without its .part, damaged data cannot be replaced.
    beyondResume_ = !format_->begun() && !policy_.force;
    tellOf(damages);
    takeFromJournal(damaged);
    return Outcome::again;
}

void JournaledSink::tellOf(const std::vector<Damage>& damages) const {
    if (beyondResume_) throw SinkError(damageOfFinished(*format_, damages, name_, header_.surface.region));
    const std::string remedy = !format_->begun() ? "; everything is computed again"
                               : format_->ordered()
                                   ? "; it is computed again, together with everything after it"
                                   : "; it is computed again";
    for (std::size_t i = 0; i < std::min(damages.size(), mostProblems); ++i) {
        const ChunkRange& chunks = damages[i].chunks;
        const bool known = chunks.last <= grid().count();
        const std::string place = known ? placeOf(grid(), chunks, header_.surface.region) : "a record";
        const std::filesystem::path file = known ? format_->fileOf(chunks.first) : format_->output();
        Problem damage = damages[i].at(place, file == format_->output() ? name_ : file.string());
        damage.reason += remedy;
        if (tells_) tells_(damage);
    }
    if (damages.size() > mostProblems && tells_)
        tells_({name_, "%1 more damaged places", {std::to_string(damages.size() - mostProblems)}});
}

/// Removes runs from the journal, so that they are computed again. If the output already has its final name,
/// removes all runs.
void JournaledSink::takeFromJournal(const std::vector<DoneRun>& damaged) {
    if (!format_->begun()) {
        found_ = {};
        unread_.clear();
        done_.clear();
        return;
    }
    found_ = readJournal(journalPath_);
    keep(found_.runs, damaged, false);
    IntervalSet others;
    for (const DoneRun& run : damaged) {
        if (const ChunkRange all = format_->storedWith(run.chunks); all != run.chunks) others.insert(all);
    }
    forget(others);
    journal_->replace(forLaterRuns(found_.header), found_.runs);
    found_ = readJournal(journalPath_);
    keep(unread_, found_.runs, true);
}

Sink::Outcome JournaledSink::write(std::int64_t index, std::span<const std::byte> chunk) {
    pending_.push_back({index, format_->store(index, chunk)});
    pendingBytes_ += chunk.size();
    if (!resumable_) return Outcome::done;
    const auto age = std::chrono::steady_clock::now() - lastCommit_;
    if (pendingBytes_ >= commitBytes || age >= commitInterval) startCommit();
    return Outcome::done;
}

/// Passes the pending records to a thread, unless it is still busy with the last ones. A slow disk leads to
/// larger records, and finally makes the export wait.
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
        const bool goesOn = !runs.empty() && runs.back().chunks.last == chunk.index &&
                            runs.back().chunks.count() < longest &&
                            format_->chunksOfFile(chunk.index).contains(runs.back().chunks.first);
        if (!goesOn) runs.push_back({{chunk.index, chunk.index}, 0});
        runs.back().chunks.last = chunk.index + 1;
        runs.back().checksum = addToRun(runs.back().checksum, chunk.checksum);
    }
    journal_->append(runs);
}

void JournaledSink::settle() {
    if (journal_ && resumable_) commitNow();
}

void JournaledSink::interrupt() {
    settle();
}

}  // namespace burin
