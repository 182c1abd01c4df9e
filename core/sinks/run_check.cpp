// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sinks/run_check.hpp"

#include "core/base/cancelled.hpp"
#include "core/base/errors.hpp"
#include "core/base/text.hpp"

#include <algorithm>
#include <map>
#include <random>
#include <stdexcept>
#include <utility>

namespace burin {

std::optional<Problem> damageOf(FileFormat& format, const DoneRun& run) {
    const ChunkRange known{0, format.grid().count()};
    if (run.chunks.first < known.first || run.chunks.last > known.last)
        return Problem{.reason = "%1 names chunks that the file does not have"};
    try {
        if (format.storedRun(run.chunks) == run.checksum) return {};
    } catch (const Cancelled&) {
        throw;
    } catch (const ProblemError& error) {
        // The problem of a damaged file names the file itself.
        Problem why = error.problem();
        if (why.subject == format.fileOf(run.chunks.first).string()) why.subject.clear();
        return unreadable(why.text());
    } catch (const std::runtime_error& error) {
        return unreadable(error.what());
    }
    return Problem{.reason = "%1 does not hold what was written"};
}

Problem unreadable(const std::string& reason) {
    return {.reason = "%1 cannot be read back: %2", .details = {"", reason}};
}

Problem Damage::at(const std::string& place, const std::string& subject) const {
    Problem damage = what;
    damage.subject = subject;
    damage.details.resize(std::max<std::size_t>(1, damage.details.size()));
    damage.details[0] = place;
    return damage;
}

std::optional<Problem> surplusOf(const FileFormat& format) {
    const std::vector<std::filesystem::path> files = format.surplusFiles();
    if (files.empty()) return {};
    const std::string first = files.front().filename().string();
    if (files.size() == 1)
        return Problem{.reason = "%1 has a name of this set, but does not belong to it", .details = {first}};
    return Problem{.reason = "%1 files have names of this set, but do not belong to it: %2 to %3",
                   .details = {std::to_string(files.size()), first, files.back().filename().string()}};
}

Problem nameTaken(const std::string& file) {
    return {.subject = file,
            .reason = "exists, and the interrupted export may not replace it",
            .advice = "rename or remove this file"};
}

std::optional<Problem> problemOfTakenName(const FileFormat& format, const IntervalSet& done) {
    const auto taken = format.takenName(done);
    if (!taken) return {};
    return nameTaken(taken->string());
}

std::string placeOf(const ChunkGrid& grid, const ChunkRange& chunks, const Rect& region) {
    // A forged journal may list any number of chunks.
    constexpr std::int64_t most = 1'000'000;
    Rect area;
    if (chunks.count() > most)
        area =
            boundingRect(grid.swath(grid.swathOf(chunks.first)), grid.swath(grid.swathOf(chunks.last - 1)));
    for (std::int64_t i = chunks.first; i < chunks.last && chunks.count() <= most; ++i)
        area = boundingRect(area, grid.chunk(i));
    return std::to_string(area.x + region.x) + ',' + std::to_string(area.y + region.y) + ',' +
           std::to_string(area.width) + ',' + std::to_string(area.height);
}

void addDamage(std::vector<Damage>& damages, const FileFormat& format, const ChunkRange& chunks,
               const Problem& what) {
    const auto continues = [&](const Damage& last) {
        return last.chunks.last == chunks.first && last.what == what &&
               format.chunksOfFile(last.chunks.first).contains(chunks.first);
    };
    if (!damages.empty() && continues(damages.back())) {
        damages.back().chunks.last = chunks.last;
    } else {
        damages.push_back({chunks, what});
    }
}

Problem DamagedFile::problem(const ChunkGrid& grid, const Rect& region) const {
    Problem damage = first.at(placeOf(grid, first.chunks, region), file.string());
    if (places == 1) return damage;
    damage.subject.clear();
    return {.subject = file.string(),
            .reason = "%1; %2 of this file are damaged",
            .details = {damage.text(), counted(places, "place")}};
}

std::vector<DamagedFile> damagedFiles(const FileFormat& format, std::span<const Damage> damages) {
    std::map<std::int64_t, DamagedFile> byFirstChunk;
    for (const Damage& damage : damages) {
        const ChunkRange ofFile = format.chunksOfFile(damage.chunks.first);
        // A forged journal may have records that cover several files.
        const bool inOneFile =
            damage.chunks.last <= format.grid().count() && ofFile.contains(damage.chunks.last - 1);
        DamagedFile& file = byFirstChunk[inOneFile ? ofFile.first : -1];
        if (file.places++ > 0) continue;
        file.file = inOneFile ? format.fileOf(damage.chunks.first) : format.output();
        file.first = damage;
    }
    std::vector<DamagedFile> files;
    for (auto& [chunk, file] : byFirstChunk)
        files.push_back(std::move(file));
    return files;
}

Remedy remedyForFile(const FileFormat& format, const std::filesystem::path& damaged) {
    if (damaged == format.output()) return {Remedy::Way::startAgain};
    return {Remedy::Way::removeAndResume, damaged.string()};
}

Problem damageOfFinished(const FileFormat& format, std::span<const Damage> damages, const std::string& name,
                         const Rect& region) {
    const std::vector<DamagedFile> files = damagedFiles(format, damages);
    const DamagedFile& file = files.front();
    const bool known = file.first.chunks.last <= format.grid().count();
    Problem damage = file.first.at(known ? placeOf(format.grid(), file.first.chunks, region) : "a record",
                                   file.file == format.output() ? name : file.file.string());
    if (files.size() > 1) {
        const std::string subject = std::exchange(damage.subject, {});
        damage = {.subject = subject,
                  .reason = files.size() == 2 ? "%1; %2 is damaged too" : "%1; %2 are damaged too",
                  .details = {damage.text(), counted(files.size() - 1, "other file")}};
    }
    damage.remedies = {remedyForFile(format, file.file)};
    return damage;
}

std::vector<DoneRun> sampleOf(std::span<const DoneRun> runs, std::int64_t chunks, std::uint64_t seed) {
    constexpr std::size_t most = 64;
    if (runs.size() < 3) return {runs.begin(), runs.end()};
    std::vector<DoneRun> sample = {runs.front(), runs.back()};
    const std::span<const DoneRun> inner = runs.subspan(1, runs.size() - 2);
    const std::size_t parts = std::min(most, inner.size());
    std::mt19937_64 random(seed);
    // Takes one run from each part of equal length, in random order, so that a sample that ends early is
    // still spread evenly.
    std::vector<std::size_t> chosen;
    for (std::size_t i = 0; i < parts; ++i) {
        const std::size_t first = i * inner.size() / parts;
        const std::size_t last = (i + 1) * inner.size() / parts;
        chosen.push_back(first + random() % (last - first));
    }
    std::shuffle(chosen.begin(), chosen.end(), random);
    for (const std::size_t index : chosen) {
        const std::int64_t count = inner[index].chunks.count();
        if (count > chunks) continue;
        chunks -= count;
        sample.push_back(inner[index]);
    }
    return sample;
}

}  // namespace burin
