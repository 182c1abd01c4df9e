// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sinks/verify.hpp"

#include "core/base/cancelled.hpp"
#include "core/base/errors.hpp"
#include "core/base/files.hpp"
#include "core/base/text.hpp"
#include "core/export/scan.hpp"
#include "core/sinks/formats.hpp"
#include "core/sinks/journals.hpp"
#include "core/sinks/layer_files.hpp"
#include "core/sinks/numbered_name.hpp"
#include "core/sinks/run_check.hpp"

#include <algorithm>
#include <memory>
#include <optional>
#include <span>
#include <system_error>
#include <utility>

namespace burin {
namespace {

struct Found {
    JournalFile file;
    Journal journal;
};

/// The most missing files of a set that are distinguished from damaged ones. A journal may claim any number
/// of files.
constexpr std::size_t mostMissing = 100'000;

class Verifier {
  public:
    Verifier(std::filesystem::path output, Naming naming, std::vector<Found> found,
             const VerifyOptions& options)
        : output_(std::move(output)), naming_(naming), found_(std::move(found)), options_(options) {
        format_ = makeFormat(output_, found_.front().journal.header);
        format_->stopReadingOn(options_.stop);
        for (const Found& one : found_) {
            for (const DoneRun& run : one.journal.runs)
                totalChunks_ += static_cast<double>(run.chunks.count());
        }
    }

    Verification run() {
        if (format_->published() || format_->begun()) {
            checkShards();
            lookForMissingFiles();
            readRuns();
            if (format_->isLost()) add(format_->lossOf(0));
        } else {
            everythingIsMissing();
        }
        if (auto surplus = surplusOf(*format_)) {
            surplus->subject = output_.string();
            add(std::move(*surplus));
        }
        result_.complete = result_.problems.empty() && !stopped_ && allCovered_;
        if (options_.join) join();
        summarise();
        return std::move(result_);
    }

  private:
    void add(Problem problem) {
        ++problemCount_;
        if (result_.problems.size() < mostProblems) result_.problems.push_back(std::move(problem));
    }

    [[nodiscard]] std::string nameOf(const Shard& shard) const {
        if (shard.whole()) return output_.string();
        return "shard " + std::to_string(shard.index) + " of " + std::to_string(shard.count);
    }

    [[nodiscard]] static std::string numberOf(const Shard& shard) {
        return std::to_string(shard.index) + '/' + std::to_string(shard.count);
    }

    /// Adds a problem of one shard, or of the whole, that is solved by computing it again.
    void addDamaged(const Found& one, Problem damage) {
        damage.subject = nameOf(one.journal.header.shard);
        damage.remedies = {remedyOf(one)};
        add(std::move(damage));
    }

    /// The remedy for damage. A finished output, which has its final name, can only be replaced as a whole.
    [[nodiscard]] Remedy remedyOf(const Found& one) const {
        const Shard& shard = one.journal.header.shard;
        if (!format_->begun()) return {Remedy::Way::startAgain};
        if (!shard.whole()) return {Remedy::Way::startShardAgain, numberOf(shard)};
        return {one.journal.finished ? Remedy::Way::startAgain : Remedy::Way::resume};
    }

    /// The output was removed or renamed.
    void everythingIsMissing() {
        for (const Found& one : found_) {
            const Shard& shard = one.journal.header.shard;
            if (!shard.whole()) {
                missing(shard.index, shard.count);
                continue;
            }
            add({.subject = output_.string(),
                 .reason = "is missing, but its journal exists",
                 .remedies = {{Remedy::Way::resume}}});
        }
    }

    /// Files that were removed from a set of numbered files.
    void lookForMissingFiles() {
        if (format_->begun()) return;  // they get their names when the set is complete
        for (const NumberedFile& file : format_->missingFiles(mostMissing)) {
            missing_.insert(file.chunks);
            add({.subject = file.path.string(),
                 .reason = "is missing from the set",
                 .remedies = {{Remedy::Way::resume}}});
        }
    }

    void checkShards() {
        const JournalHeader& first = found_.front().journal.header;
        std::int64_t expected = 0;
        for (const Found& one : found_) {
            const Shard& shard = one.journal.header.shard;
            for (; expected < shard.index; ++expected)
                missing(expected, shard.count);
            expected = shard.index + 1;
            const auto different = differences(first, one.journal.header, options_.allowMixed);
            if (!different.empty())
                add({.subject = nameOf(shard),
                     .reason = "was made with another %1",
                     .details = {differencesText(different)}});
            checkCovered(one);
        }
        for (; expected < first.shard.count; ++expected)
            missing(expected, first.shard.count);
    }

    void missing(std::int64_t index, std::int64_t count) {
        if (result_.problems.size() >= mostProblems) {
            ++problemCount_;
            return;
        }
        const Shard shard{index, count};
        // An earlier output has the name, which a new shard may replace only by force.
        const auto way = format_->published() ? Remedy::Way::startShardAgain : Remedy::Way::exportShard;
        add({.subject = nameOf(shard), .reason = "is missing", .remedies = {{way, numberOf(shard)}}});
    }

    /// An unfinished shard is not damaged, but nothing can be joined before it is finished.
    void checkCovered(const Found& one) {
        const Shard& shard = one.journal.header.shard;
        const ChunkRange range = format_->grid().part(shard);
        if (one.journal.done().firstGap(range.first) >= range.last) return;
        allCovered_ = false;
        const bool running = isHeld(one.file.path);
        running_ = running_ || running;
        if (shard.whole()) return;
        if (running)
            return add({.subject = nameOf(shard), .reason = "is not finished: an export is writing it"});
        add({.subject = nameOf(shard), .reason = "is not finished", .remedies = {{Remedy::Way::resume}}});
    }

    void readRuns() {
        if (totalChunks_ == 0) return;
        if (auto problem = format_->openForReading()) {
            const Shard& shard = found_.front().journal.header.shard;
            const bool alone = shard.whole() || !format_->begun();
            problem->remedies = {alone ? Remedy{Remedy::Way::startAgain}
                                       : Remedy{Remedy::Way::startShardAgain, numberOf(shard)}};
            add(std::move(*problem));
            return;
        }
        for (const Found& one : found_) {
            for (const DoneRun& run : one.journal.runs) {
                stopped_ = options_.stop.stop_requested() || !readRun(one, run);
                if (stopped_) break;
            }
            nameDamages(one);
            if (stopped_) return;
        }
    }

    /// \return false after a stop
    bool readRun(const Found& one, const DoneRun& run) {
        const Shard& shard = one.journal.header.shard;
        const ChunkRange range = format_->grid().part(shard);
        if (run.chunks.first < range.first || run.chunks.last > range.last) {
            addDamaged(one, {.reason = "its journal lists chunks that this file cannot hold"});
            return true;
        }
        if (missing_.firstMember(run.chunks.first, run.chunks.last) < run.chunks.last) return true;
        std::optional<Problem> found;
        try {
            found = damageOf(*format_, run);
        } catch (const Cancelled&) {
            return false;
        }
        readChunks_ += static_cast<double>(run.chunks.count());
        if (options_.progress) options_.progress(readChunks_ / totalChunks_);
        if (found) addDamage(damages_, *format_, run.chunks, *found);
        return true;
    }

    void nameDamages(const Found& one) {
        const Rect& region = one.journal.header.surface.region;
        const std::vector<Damage> damages = std::exchange(damages_, {});
        if (!one.journal.header.pattern.empty()) return nameDamagedFiles(one, damages);
        for (const Damage& damage : damages) {
            addDamaged(one, damage.at(placeOf(format_->grid(), damage.chunks, region), ""));
        }
    }

    /// One problem a file, so that many damages of one file do not hide the other files.
    void nameDamagedFiles(const Found& one, std::span<const Damage> damages) {
        const Rect& region = one.journal.header.surface.region;
        for (const DamagedFile& file : damagedFiles(*format_, damages)) {
            Problem damage = file.problem(format_->grid(), region);
            damage.remedies = {format_->begun() ? remedyOf(one) : remedyForFile(*format_, file.file)};
            add(std::move(damage));
            ++damagedFiles_;
        }
    }

    void join() {
        if (!result_.complete || !format_->begun()) return;
        if (const auto foreign = format_->foreignFile()) {
            return add({.subject = foreign->string(),
                        .reason = "exists, and is not the description of an output",
                        .advice = "rename or remove it, and join the shards again"});
        }
        if (const auto taken = takenName()) {
            return add({.subject = taken->string(),
                        .reason = "exists, and the export may not replace it",
                        .advice = "rename or remove it, and join the shards again"});
        }
        // A set may have files that were removed or replaced since they were read.
        if (const std::vector<NumberedFile> files = format_->doubtfulFiles(); !files.empty())
            return add(format_->lossOf(files.front().chunks.first));
        format_->publish();
        result_.joined = true;
        hideJournals();
    }

    /// A file that was made under a name of the output after the shards were begun.
    [[nodiscard]] std::optional<std::filesystem::path> takenName() const {
        IntervalSet done;
        for (const Found& one : found_) {
            if (one.journal.header.overwrites) return {};
            for (const DoneRun& run : one.journal.runs)
                done.insert(run.chunks);
        }
        return format_->takenName(done);
    }

    /// A journal that cannot be renamed does no harm, because it is found under its old name too.
    void hideJournals() const {
        std::error_code error;
        const std::vector<JournalFile> before = journalsBeside(output_, naming_);
        for (const Found& one : found_)
            std::filesystem::rename(one.file.path, finishedJournalOf(output_, one.file.shard, naming_),
                                    error);
        for (const JournalFile& other : before) {
            if (other.finished && other.shard.count != found_.front().file.shard.count)
                std::filesystem::remove(other.path, error);
        }
    }

    void summarise() {
        Problem& summary = result_.summary;
        summary.subject = output_.string();
        if (stopped_) {
            summary.reason = "stopped before everything was read";
        } else if (problemCount_ > 0) {
            summary.reason = "%1";
            summary.details = {counted(problemCount_, "problem")};
            addDamagedFiles(summary);
        } else if (result_.joined) {
            summary.reason = "complete, joined from %1";
            summary.details = {counted(found_.size(), "shard")};
        } else if (!result_.complete && running_) {
            summary.reason = "unfinished, and an export is writing it; the finished part is sound";
        } else if (!result_.complete) {
            summary.reason = "unfinished; the finished part is sound";
            summary.remedies = {{Remedy::Way::resume}};
        } else if (format_->begun()) {
            const bool whole = found_.front().journal.header.shard.whole();
            result_.inPart = true;
            summary.reason = "complete and sound, but not yet renamed from .part";
            summary.remedies = {{whole ? Remedy::Way::resume : Remedy::Way::join}};
        } else {
            summary.reason = "complete and sound";
        }
    }

    /// The list of problems may end before the last damaged file of a set.
    void addDamagedFiles(Problem& summary) const {
        if (damagedFiles_ == 0) return;
        summary.reason += damagedFiles_ == 1 ? "; %2 of %3 is damaged" : "; %2 of %3 are damaged";
        summary.details.push_back(std::to_string(damagedFiles_));
        summary.details.push_back(counted(static_cast<std::size_t>(format_->fileCount()), "file"));
    }

    const std::filesystem::path output_;
    const Naming naming_;
    const std::vector<Found> found_;
    const VerifyOptions& options_;
    std::unique_ptr<FileFormat> format_;
    Verification result_;
    IntervalSet missing_;          // chunks of numbered files that are missing
    std::vector<Damage> damages_;  // damages of the journal that is being read
    std::size_t problemCount_ = 0;
    std::size_t damagedFiles_ = 0;  // number of damaged files of a set of numbered files
    double totalChunks_ = 0;
    double readChunks_ = 0;
    bool allCovered_ = true;
    bool running_ = false;  // an export holds a journal that is not complete
    bool stopped_ = false;
};

/// The journal of the whole output; if there is none, the journals of its shards. Those of an unfinished
/// output come first, then those of an earlier finished output.
std::vector<JournalFile> oneSet(const std::filesystem::path& output, Naming naming) {
    std::vector<JournalFile> files = journalsBeside(output, naming);
    if (files.empty()) return files;
    // Hidden journals describe the output under its own name, not the unfinished one beside it.
    std::error_code error;
    if (!files.front().finished && std::filesystem::exists(beside(output, ".part"), error))
        std::erase_if(files, [](const JournalFile& file) { return file.finished; });
    if (files.front().shard.whole()) return {files.front()};
    const JournalFile first = files.front();
    std::vector<JournalFile> set;
    for (const JournalFile& file : files) {
        const bool otherCount = file.shard.count != first.shard.count;
        if (otherCount && file.finished && !first.finished) continue;
        if (otherCount) {
            throw UsageError(
                {.subject = file.path.string(),
                 .reason =
                     "belongs to %1 shards, but %2 to %3; remove the journals that are no longer wanted",
                 .details = {std::to_string(file.shard.count), first.path.filename().string(),
                             std::to_string(first.shard.count)}});
        }
        const auto has = [&](const JournalFile& other) { return other.shard == file.shard; };
        if (std::none_of(set.begin(), set.end(), has)) set.push_back(file);
    }
    std::sort(set.begin(), set.end(),
              [](const JournalFile& a, const JournalFile& b) { return a.shard.index < b.shard.index; });
    return set;
}

/// Refuses a folder that cannot be listed: it may have journals.
void refuseUnreadable(const std::filesystem::path& folder) {
    std::error_code error;
    static_cast<void>(std::filesystem::directory_iterator(folder, error));
    if (error)
        throw UsageError(
            {.subject = folder.string(), .reason = "cannot be opened: %1", .details = {error.message()}});
}

/// The pattern of the set of numbered files in a folder that contains nothing else.
std::filesystem::path setIn(const std::filesystem::path& folder) {
    const std::vector<std::string> names = outputsWithJournals(folder);
    const auto set = std::find_if(names.begin(), names.end(), [](const std::string& name) {
        return NumberedName::parse(name).has_value();
    });
    if (set == names.end()) {
        refuseUnreadable(folder);
        throw UsageError(folder.string(),
                         "does not contain a set of swaths; name a file in it, or the pattern of layers");
    }
    if (names.size() == 1) return folder / *set;
    throw UsageError({.subject = folder.string(),
                      .reason = "holds several outputs; name one, such as %1",
                      .details = {(folder / *set).string()}});
}

/// The pattern of the set of numbered files that a file belongs to; empty if it belongs to none.
std::filesystem::path setOf(const std::filesystem::path& file) {
    const std::filesystem::path folder = file.parent_path();
    for (const std::string& name : outputsWithJournals(folder.empty() ? "." : folder)) {
        const auto numbered = NumberedName::parse(folder / name);
        if (numbered && numbered->names(file.filename().string())) return folder / name;
    }
    return {};
}

/// The name of an output that is one file. Earlier versions named its journals like those of a pattern.
OutputName fileNamed(std::filesystem::path file) {
    const std::vector<JournalFile> others = journalsBeside(file);
    const bool earlier = journalsBeside(file, Naming::plain).empty() && !others.empty() &&
                         readJournal(others.front().path).header.pattern.empty();
    return {std::move(file), earlier ? Naming::pattern : Naming::plain};
}

/// The output that a user has named. A name that has a journal is taken literally; any other is read as a
/// sink's name.
OutputName outputNamed(const std::filesystem::path& given) {
    std::error_code error;
    if (std::filesystem::is_directory(given, error)) return {setIn(given)};
    if (auto owner = ownerOf(given)) return {linkTarget(owner->path), owner->naming};
    const std::filesystem::path output = linkTarget(given);
    for (const Naming naming : {Naming::pattern, Naming::plain}) {
        if (!journalsBeside(output, naming).empty()) return {output, naming};
    }
    if (NumberedName::parse(output)) return {output};
    return fileNamed(linkTarget(plainName(output)));
}

Found readFound(const JournalFile& file) {
    if (file.shard.count > mostShards) {
        throw UsageError({.subject = file.path.string(),
                          .reason = "names %1 shards; an output has at most %2",
                          .details = {std::to_string(file.shard.count), std::to_string(mostShards)}});
    }
    Found found{file, readJournal(file.path)};
    if (found.journal.state == Journal::State::absent) {
        throw UsageError(file.path.string(), "does not exist");
    }
    if (found.journal.state != Journal::State::valid) {
        throw UsageError({.subject = file.path.string(),
                          .reason = "is not a usable journal: %1",
                          .details = {found.journal.problem.text()}});
    }
    if (found.journal.header.shard != file.shard) {
        throw UsageError(file.path.string(), "is the journal of a different shard than its name says");
    }
    return found;
}

Verification verifyOutput(const std::filesystem::path& output, Naming naming, const VerifyOptions& options) {
    std::vector<Found> found;
    for (const JournalFile& file : oneSet(output, naming))
        found.push_back(readFound(file));
    if (found.empty()) {
        if (const std::filesystem::path set = setOf(output); !set.empty())
            throw UsageError(
                {.subject = output.string(),
                 .reason = "is one of the numbered files %1; give this pattern to name all of them",
                 .details = {set.string()}});
        refuseUnreadable(output.has_parent_path() ? output.parent_path() : ".");
        throw UsageError(output.string(), "has no journal next to it");
    }
    JournalHeader header = found.front().journal.header;
    if (!header.pattern.empty()) {
        header.pattern = output.filename().string();
        const auto different = differences(found.front().journal.header, header, true);
        if (!different.empty())
            throw UsageError({.subject = found.front().file.path.string(),
                              .reason = "is the journal of other %1",
                              .details = {differencesText(different)}});
    }
    return Verifier(output, naming, std::move(found), options).run();
}

/// Checks each layer, and that all of them belong to one set.
Verification verifyLayers(const std::filesystem::path& pattern, const LayerSet& set,
                          const VerifyOptions& options) {
    Verification all;
    all.complete = true;
    std::size_t problems = 0;
    std::filesystem::path inPart;  // the first layer that is complete, but not renamed
    const auto add = [&](Problem problem) {
        ++problems;
        all.complete = false;
        if (all.problems.size() < mostProblems) all.problems.push_back(std::move(problem));
    };
    for (std::size_t k = 0; k < set.layers.size() && !options.stop.stop_requested(); ++k) {
        const LayerSet::Layer& layer = set.layers[k];
        const std::string file = layer.file.string();
        if (layer.state == LayerSet::State::missing)
            add({file, "is missing from the layers", {}, {{Remedy::Way::resume}}});
        if (layer.state == LayerSet::State::foreign)
            add({file, "does not belong to these layers", {}, {{Remedy::Way::startAgain}}});
        if (layer.state != LayerSet::State::there) continue;
        VerifyOptions own = options;
        own.progress = [&](double share) {
            const double before = static_cast<double>(k) + share;
            if (options.progress) options.progress(before / static_cast<double>(set.layers.size()));
        };
        Verification one = verifyOutput(layer.file, Naming::plain, own);
        all.complete = all.complete && one.complete;
        if (one.inPart && inPart.empty()) inPart = layer.file;
        for (Problem& problem : one.problems) {
            // A removed layer is made again, and the others stay.
            for (Remedy& remedy : problem.remedies)
                if (remedy.way == Remedy::Way::startAgain) remedy = {Remedy::Way::removeAndResume, file};
            add(std::move(problem));
        }
    }
    if (set.surplus) add(*set.surplus);
    all.summary.subject = pattern.string();
    if (options.stop.stop_requested()) {
        all.complete = false;
        all.summary.reason = "stopped before everything was read";
    } else if (problems > 0) {
        all.summary.reason = counted(problems, "problem");
    } else if (all.complete && !inPart.empty()) {
        all.inPart = true;
        all.summary.reason = "%1, complete and sound, but %2 is not yet renamed from .part";
        all.summary.details = {counted(set.layers.size(), "layer"), inPart.filename().string()};
        all.summary.remedies = {{Remedy::Way::resume}};
    } else if (all.complete) {
        all.summary.reason = "%1, complete and sound";
        all.summary.details = {counted(set.layers.size(), "layer")};
    } else {
        all.summary.reason = "unfinished; the finished part is sound";
        all.summary.remedies = {{Remedy::Way::resume}};
    }
    return all;
}

}  // namespace

Verification verifyExport(const std::filesystem::path& given, const VerifyOptions& options) {
    const auto [output, naming] = outputNamed(given);
    if (journalsBeside(output, naming).empty()) {
        if (const auto layers = layersThere(output)) return verifyLayers(output, *layers, options);
    }
    return verifyOutput(output, naming, options);
}

}  // namespace burin
