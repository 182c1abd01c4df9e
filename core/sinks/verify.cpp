// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sinks/verify.hpp"

#include "core/base/errors.hpp"
#include "core/sinks/file_format.hpp"
#include "core/sinks/journals.hpp"
#include "core/sinks/run_check.hpp"

#include <algorithm>
#include <memory>
#include <optional>
#include <system_error>
#include <utility>

namespace burin {
namespace {

struct Found {
    JournalFile file;
    Journal journal;
};

bool endsWith(const std::string& text, const std::string& end) {
    return text.size() > end.size() && text.ends_with(end);
}

std::filesystem::path without(const std::filesystem::path& path, const std::string& suffix) {
    const std::string text = path.string();
    return text.substr(0, text.size() - suffix.size());
}

/// The output that a .part or a journal belongs to.
std::filesystem::path outputOf(const std::filesystem::path& given) {
    const std::string text = given.string();
    if (endsWith(text, ".part")) return without(given, ".part");
    if (!endsWith(text, ".journal")) return given;
    const auto output = without(given, ".journal");
    const std::string suffix = output.extension().string();
    return suffix.find("-of-") == std::string::npos ? output : without(output, suffix);
}

class Verifier {
  public:
    Verifier(std::filesystem::path output, std::vector<Found> found, const VerifyOptions& options)
        : output_(std::move(output)), found_(std::move(found)), options_(options) {
        format_ = makeFormat(output_, found_.front().journal.header);
        for (const Found& one : found_) {
            for (const DoneRun& run : one.journal.runs)
                totalChunks_ += static_cast<double>(run.chunks.count());
        }
    }

    Verification run() {
        checkShards();
        readRuns();
        result_.complete = result_.problems.empty() && !stopped_ && allCovered_;
        if (options_.join) join();
        summarise();
        return std::move(result_);
    }

  private:
    void problem(const std::string& text) {
        ++problemCount_;
        if (result_.problems.size() < mostProblems) result_.problems.push_back(text);
    }

    [[nodiscard]] std::string nameOf(const Shard& shard) const {
        if (shard.whole()) return output_.string();
        return "shard " + std::to_string(shard.index) + " of " + std::to_string(shard.count);
    }

    [[nodiscard]] static std::string retry(const Shard& shard) {
        if (shard.whole()) return "export it again with --force";
        return "export it again with --force --shard " + std::to_string(shard.index) + '/' +
               std::to_string(shard.count);
    }

    void checkShards() {
        const JournalHeader& first = found_.front().journal.header;
        std::int64_t expected = 0;
        for (const Found& one : found_) {
            const Shard& shard = one.journal.header.shard;
            for (; expected < shard.index; ++expected)
                missing(expected, shard.count);
            expected = shard.index + 1;
            const std::string different = differences(first, one.journal.header, options_.allowMixed);
            if (!different.empty()) problem(nameOf(shard) + ": was made with another " + different);
            checkCovered(one);
        }
        for (; expected < first.shard.count; ++expected)
            missing(expected, first.shard.count);
    }

    void missing(std::int64_t index, std::int64_t count) {
        const Shard shard{index, count};
        problem(nameOf(shard) + ": is missing; export it with --shard " + std::to_string(index) + '/' +
                std::to_string(count));
    }

    /// A shard that stopped half way is no damage, but nothing can be joined before it is done.
    void checkCovered(const Found& one) {
        const Shard& shard = one.journal.header.shard;
        const ChunkRange range = format_->grid().part(shard);
        if (one.journal.done().firstGap(range.first) >= range.last) return;
        allCovered_ = false;
        if (!shard.whole()) problem(nameOf(shard) + ": is not finished; go on with --resume");
    }

    void readRuns() {
        if (totalChunks_ == 0) return;
        try {
            format_->openForReading();
        } catch (const std::runtime_error& error) {
            problem(error.what());
            return;
        }
        for (const Found& one : found_) {
            for (const DoneRun& run : one.journal.runs) {
                if (options_.stop.stop_requested()) {
                    stopped_ = true;
                    break;
                }
                readRun(one, run);
            }
            nameDamages(one);
            if (stopped_) return;
        }
    }

    void readRun(const Found& one, const DoneRun& run) {
        const Shard& shard = one.journal.header.shard;
        const ChunkRange range = format_->grid().part(shard);
        if (run.chunks.first < range.first || run.chunks.last > range.last) {
            problem(nameOf(shard) + ": its journal lists what it cannot hold; " + retry(shard));
            return;
        }
        const std::string found = damageOf(*format_, run);
        readChunks_ += static_cast<double>(run.chunks.count());
        if (options_.progress) options_.progress(readChunks_ / totalChunks_);
        if (!found.empty()) addDamage(damages_, run.chunks, found);
    }

    void nameDamages(const Found& one) {
        const Shard& shard = one.journal.header.shard;
        const Rect& region = one.journal.header.surface.region;
        for (const Damage& damage : std::exchange(damages_, {})) {
            problem(nameOf(shard) + ": " + placeOf(format_->grid(), damage.chunks, region) + ' ' +
                    damage.what + "; " + retry(shard));
        }
    }

    void join() {
        if (!result_.complete || !format_->begun()) return;
        format_->publish();
        result_.joined = true;
    }

    void summarise() {
        const std::string name = output_.string();
        if (stopped_) {
            result_.summary = name + ": stopped before everything was read";
        } else if (problemCount_ > 0) {
            result_.summary =
                name + ": " + std::to_string(problemCount_) + (problemCount_ == 1 ? " problem" : " problems");
        } else if (result_.joined) {
            result_.summary = name + ": complete, joined from " + std::to_string(found_.size()) + " shards";
        } else if (!result_.complete) {
            result_.summary = name + ": unfinished, what is there is sound; go on with --resume";
        } else if (format_->begun()) {
            result_.summary =
                name + ": complete and sound, but not yet under its name; " +
                (found_.front().journal.header.shard.whole() ? "run the export again with --resume"
                                                             : "join it with --join");
        } else {
            result_.summary = name + ": complete and sound";
        }
    }

    const std::filesystem::path output_;
    const std::vector<Found> found_;
    const VerifyOptions& options_;
    std::unique_ptr<FileFormat> format_;
    Verification result_;
    std::vector<Damage> damages_;  // of the journal that is being read
    std::size_t problemCount_ = 0;
    double totalChunks_ = 0;
    double readChunks_ = 0;
    bool allCovered_ = true;
    bool stopped_ = false;
};

/// `dir`, `dir/journal` or `dir/%05d.tif` of numbered swaths.
std::optional<std::filesystem::path> swathsJournal(const std::filesystem::path& given) {
    std::error_code error;
    if (std::filesystem::is_directory(given, error)) return given / "journal";
    if (given.filename() == "journal") return given;
    if (given.filename().string().find('%') == std::string::npos) return {};
    return given.has_parent_path() ? given.parent_path() / "journal" : std::filesystem::path("journal");
}

/// The journal of the whole where there is one, else those of the shards.
std::vector<JournalFile> oneSet(std::vector<JournalFile> files) {
    if (files.empty()) return files;
    if (files.front().shard.whole()) return {files.front()};
    const std::int64_t count = files.front().shard.count;
    for (const JournalFile& file : files) {
        if (file.shard.count == count) continue;
        throw UsageError(file.path.string() + ": is of " + std::to_string(file.shard.count) + " shards, " +
                         files.front().path.filename().string() + " of " + std::to_string(count) +
                         "; remove the journals that are no longer wanted");
    }
    return files;
}

Found readFound(const JournalFile& file) {
    Found found{file, readJournal(file.path)};
    if (found.journal.state == Journal::State::absent) {
        throw UsageError(file.path.string() + ": does not exist");
    }
    if (found.journal.state != Journal::State::valid) {
        throw UsageError(file.path.string() + ": is no journal to verify with, " + found.journal.problem);
    }
    if (found.journal.header.shard != file.shard) {
        throw UsageError(file.path.string() + ": is the journal of another shard than its name says");
    }
    return found;
}

}  // namespace

Verification verifyExport(const std::filesystem::path& given, const VerifyOptions& options) {
    if (const auto journal = swathsJournal(given)) {
        Found found = readFound({*journal, Shard{}});
        const auto pattern = journal->parent_path() / found.journal.header.pattern;
        return Verifier(pattern, {std::move(found)}, options).run();
    }
    const auto output = outputOf(given);
    std::vector<Found> found;
    for (const JournalFile& file : oneSet(journalsBeside(output, output)))
        found.push_back(readFound(file));
    if (found.empty()) throw UsageError(output.string() + ": has no journal beside it");
    return Verifier(output, std::move(found), options).run();
}

}  // namespace burin
