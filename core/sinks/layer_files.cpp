// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sinks/layer_files.hpp"

#include "core/base/errors.hpp"
#include "core/base/files.hpp"
#include "core/base/text.hpp"
#include "core/export/journal.hpp"
#include "core/export/layer_hash.hpp"
#include "core/sinks/journals.hpp"
#include "core/sinks/numbered_name.hpp"
#include "core/sinks/raw.hpp"
#include "core/sinks/swaths.hpp"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

namespace burin {
namespace {

/// The journals of finished swaths, and how many swaths they list.
struct EarlierSwaths {
    std::vector<std::filesystem::path> journals;
    std::int64_t count = 0;

    explicit EarlierSwaths(const std::filesystem::path& pattern) {
        for (const JournalFile& beside : journalsBeside(pattern)) {
            if (!beside.finished) continue;
            journals.push_back(beside.path);
            const JournalHeader header = readJournal(beside.path).header;
            if (header.pattern == pattern.filename()) count = std::max(count, numberedFiles(header));
        }
    }
};

bool isAmong(std::span<const std::filesystem::path> files, const std::filesystem::path& file) {
    return std::any_of(files.begin(), files.end(),
                       [&](const std::filesystem::path& one) { return sameFile(one, file); });
}

struct SurplusRemoval {
    std::size_t removed = 0;  ///< number of files
    std::vector<std::filesystem::path> kept;
};

/// Removes the surplus files of earlier layers and finished swaths, and the journals of these swaths.
/// \param only  if there are any, no other files are removed
SurplusRemoval removeSurplus(const std::filesystem::path& pattern, const NumberedName& name,
                             std::int64_t layers, std::span<const std::filesystem::path> inputs,
                             const OlderFiles& only) {
    const OtherSets others(pattern);
    const EarlierSwaths swaths(pattern);
    SurplusRemoval done;
    std::error_code error;
    const auto stays = [&only](std::int64_t number, const std::filesystem::path& file) {
        if (!only) return false;
        const auto present = closedFileAt(file);
        return !present || std::find(only->begin(), only->end(), OlderFile{number, *present}) == only->end();
    };
    for (const std::int64_t number : name.numbersThere()) {
        const std::filesystem::path file = name.path(number);
        if (number < layers || isAmong(inputs, file) || stays(number, file)) continue;
        if (others.standsAlone(file)) {
            LayerRemoval removal = removeLayer(file, number);
            if (removal.removed) ++done.removed;
            if (!removal.kept.empty()) done.kept.push_back(std::move(removal.kept));
            continue;
        }
        const bool swath = number < swaths.count && !others.contain(file);
        if (swath && std::filesystem::is_regular_file(file, error) && std::filesystem::remove(file, error))
            ++done.removed;
    }
    for (const std::filesystem::path& journal : swaths.journals) {
        if (!stays(OlderFile::ofSwaths, journal)) std::filesystem::remove(journal, error);
    }
    return done;
}

/// The layer that a plain file holds according to its journal.
struct LayerJournal {
    bool there = false;
    std::optional<LayerHash> hash = {};  ///< nothing if the journal belongs to something else
};

std::optional<LayerHash> layerHashIn(const std::filesystem::path& journal) {
    return LayerHash::parse(readJournal(journal).header.surface.designHash);
}

/// \param layer  that the file has by its name
LayerJournal layerJournalOf(const std::filesystem::path& file, std::int64_t layer) {
    for (const JournalFile& beside : journalsBeside(file, Naming::plain)) {
        LayerJournal found{true, layerHashIn(beside.path)};
        if (found.hash && found.hash->layer != layer) found.hash.reset();
        return found;
    }
    return {};
}

/// The remark about surplus files; nothing if there are none.
std::optional<Problem> surplusRemark(const std::string& pattern, std::size_t removed,
                                     const std::vector<std::string>& left) {
    if (removed == 0 && left.empty()) return {};
    if (left.empty()) return Problem{pattern, "removed %1 of an earlier set", {counted(removed, "file")}};
    const bool one = left.size() == 1;
    const char* const reason =
        removed == 0 ? one ? "%2 with such names, not part of this set: %3"
                           : "%2 with such names, not part of this set: %3 to %4"
        : one        ? "removed %1 of an earlier set; %2 with such names, not part of this set: %3"
                     : "removed %1 of an earlier set; %2 with such names, not part of this set: %3 to %4";
    return Problem{
        pattern, reason, {counted(removed, "file"), counted(left.size(), "file"), left.front(), left.back()}};
}

}  // namespace

std::optional<LayerSet> layersThere(const std::filesystem::path& pattern) {
    const auto name = NumberedName::parse(pattern);
    if (!name) return {};
    std::vector<std::int64_t> candidates = name->numbersThere();
    candidates.push_back(0);  // the first file may be unfinished and then does not have its name yet
    for (const std::int64_t candidate : candidates) {
        const std::optional<LayerHash> known =
            layerJournalOf(linkTarget(name->path(candidate)), candidate).hash;
        if (!known || known->layers > mostLayers) continue;
        LayerSet set;
        for (std::int64_t k = 0; k < known->layers; ++k) {
            const std::filesystem::path file = linkTarget(name->path(k));
            const LayerJournal journal = layerJournalOf(file, k);
            std::error_code error;
            const bool exists = std::filesystem::exists(file, error);
            const bool ours = journal.hash == LayerHash{known->design, k, known->layers};
            set.layers.push_back({file, ours                      ? LayerSet::State::there
                                        : exists || journal.there ? LayerSet::State::foreign
                                                                  : LayerSet::State::missing});
        }
        set.surplus = settleOtherLayers(pattern.string(), known->layers, false);
        return set;
    }
    return {};
}

std::vector<LayerFile> layerFiles(const std::string& pattern, const SurfaceInfo& surface,
                                  std::int64_t layers) {
    const auto name = NumberedName::parse(pattern);
    if (!name) throw UsageError(pattern, "layers need a name with a number, such as layer%03d.png");
    std::vector<LayerFile> files;
    for (std::int64_t k = 0; k < layers; ++k) {
        LayerFile file{escapedName(name->path(k)).string(), surface,
                       (static_cast<float>(k) + 0.5F) / static_cast<float>(layers)};
        file.surface.depth = 1;
        file.surface.designHash = LayerHash{surface.designHash, k, layers}.text();
        files.push_back(std::move(file));
    }
    return files;
}

std::vector<OlderFile> olderFilesThere(const std::filesystem::path& pattern) {
    const auto name = NumberedName::parse(pattern);
    std::vector<OlderFile> older;
    if (!name) return older;
    const auto add = [&older](std::int64_t number, const std::filesystem::path& file) {
        const auto present = closedFileAt(linkTarget(file));
        if (present && older.size() < mostOlderFiles) older.push_back({number, *present});
    };
    for (const std::filesystem::path& journal : EarlierSwaths(pattern).journals)
        add(OlderFile::ofSwaths, journal);
    for (const std::int64_t number : name->numbersThere())
        add(number, name->path(number));
    return older;
}

OlderFiles olderFilesListed(const std::filesystem::path& pattern, std::int64_t layers) {
    const auto name = NumberedName::parse(pattern);
    if (!name) return {};
    for (std::int64_t k = 0; k < layers; ++k) {
        const Journal journal = readJournal(finishedJournalOf(linkTarget(name->path(k)), {}, Naming::plain));
        const auto hash = LayerHash::parse(journal.header.surface.designHash);
        const bool ours = journal.finished && hash && hash->layer == k && hash->layers == layers;
        if (!ours) return {};
        if (journal.header.olderFiles) return journal.header.olderFiles;
    }
    return {};
}

bool isListed(const std::vector<OlderFile>& older, const std::filesystem::path& path) {
    const auto present = closedFileAt(path);
    return present && std::any_of(older.begin(), older.end(),
                                  [&](const OlderFile& one) { return one.file == *present; });
}

LayerRemoval removeLayer(const std::filesystem::path& file, std::int64_t layer) {
    std::vector<JournalFile> journals = journalsBeside(file, Naming::plain);
    std::erase_if(journals, [](const JournalFile& beside) { return !beside.finished; });
    const auto isOfLayer = [layer](const JournalFile& beside) {
        const std::optional<LayerHash> hash = layerHashIn(beside.path);
        return hash && hash->layer == layer;
    };
    if (journals.empty() || !std::all_of(journals.begin(), journals.end(), isOfLayer)) return {};
    const JournalHeader header = readJournal(journals.front().path).header;
    std::error_code error;
    if (!std::filesystem::is_regular_file(file, error) || !std::filesystem::remove(file, error)) return {};
    LayerRemoval removal{.removed = true};
    // A journal may say anything, and a design may have the name of a description.
    const std::filesystem::path description = beside(file, rawSidecarSuffix);
    if (header.format == "raw" && std::filesystem::exists(description, error)) {
        if (isRawSidecar(description, header)) {
            std::filesystem::remove(description, error);
        } else {
            removal.kept = description;
        }
    }
    for (const JournalFile& journal : journals)
        std::filesystem::remove(journal.path, error);
    return removal;
}

Problem keptDescription(const std::filesystem::path& kept) {
    return {kept.string(), "stays, because it does not describe the removed file"};
}

std::optional<Problem> settleOtherLayers(const std::string& pattern, std::int64_t layers, bool remove,
                                         std::span<const std::filesystem::path> inputs,
                                         const OlderFiles& only) {
    const auto name = NumberedName::parse(pattern);
    const SurplusRemoval done =
        remove ? removeSurplus(pattern, *name, layers, inputs, only) : SurplusRemoval{};
    std::vector<std::string> left;
    for (const std::int64_t number : name->numbersThere()) {
        if (number >= layers) left.push_back(name->path(number).filename().string());
    }
    std::optional<Problem> told = surplusRemark(pattern, done.removed, left);
    if (!told || done.kept.empty()) return told;
    told->subject.clear();
    const Problem kept = keptDescription(done.kept.front().filename());
    if (done.kept.size() == 1) return Problem{pattern, "%1; %2", {told->text(), kept.text()}};
    return Problem{pattern,
                   "%1; %2; so do %3",
                   {told->text(), kept.text(), counted(done.kept.size() - 1, "other file")}};
}

}  // namespace burin
