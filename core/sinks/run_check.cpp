// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sinks/run_check.hpp"

#include "core/base/cancelled.hpp"

#include <algorithm>
#include <random>
#include <stdexcept>

namespace burin {

std::optional<Problem> damageOf(FileFormat& format, const DoneRun& run) {
    const ChunkRange known{0, format.grid().count()};
    if (run.chunks.first < known.first || run.chunks.last > known.last)
        return Problem{.reason = "%1 names chunks that the file does not have"};
    try {
        if (format.storedRun(run.chunks) == run.checksum) return {};
    } catch (const Cancelled&) {
        throw;
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
        return Problem{.reason = "%1 has such a name, but is not of this set", .details = {first}};
    return Problem{.reason = "%1 files have such names, but are not of this set: %2 to %3",
                   .details = {std::to_string(files.size()), first, files.back().filename().string()}};
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

void addDamage(std::vector<Damage>& damages, const ChunkRange& chunks, const Problem& what) {
    if (!damages.empty() && damages.back().chunks.last == chunks.first && damages.back().what == what) {
        damages.back().chunks.last = chunks.last;
    } else {
        damages.push_back({chunks, what});
    }
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
