// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sinks/journals.hpp"

#include "core/base/checksum.hpp"
#include "core/export/journal.hpp"
#include "core/export/scan.hpp"
#include "core/sinks/numbered_name.hpp"

#include <algorithm>
#include <array>
#include <cinttypes>
#include <cstdio>
#include <optional>
#include <set>
#include <span>
#include <system_error>
#include <tuple>
#include <utility>

namespace burin {
namespace {

constexpr std::string_view journalSuffix = ".journal";
constexpr std::string_view finishedSuffix = ".finished-journal";
/// Comes after the name of an output in the names of its journals, if the output is a file whose name looks
/// like a pattern.
constexpr std::string_view plainMark = "~file";
/// The longest name of a file on Linux, and the room for the longest suffix.
constexpr std::size_t longestName = 255;
constexpr std::size_t room = 64;

/// The start of the names of all files beside an output.
std::string stemOf(const std::filesystem::path& output, Naming naming = Naming::pattern) {
    std::string name = output.filename().string();
    if (naming == Naming::plain && NumberedName::parse(output)) name += plainMark;
    if (name.size() <= longestName - room) return name;
    std::array<char, 18> sum{};
    std::snprintf(sum.data(), sum.size(), "~%016" PRIx64, checksum(std::as_bytes(std::span(name))));
    std::size_t cut = longestName - room - sum.size();
    while (cut > 0 && (static_cast<unsigned char>(name[cut]) & 0xC0U) == 0x80U)
        --cut;  // does not cut inside a character of UTF-8
    return name.substr(0, cut) + sum.data();
}

std::filesystem::path sibling(const std::filesystem::path& output, const std::string& name) {
    return output.has_parent_path() ? output.parent_path() / name : std::filesystem::path(name);
}

std::string shardText(const Shard& shard) {
    if (shard.whole()) return {};
    return "." + std::to_string(shard.index) + "-of-" + std::to_string(shard.count);
}

/// The parts of a journal's name.
struct JournalName {
    std::string stem;
    Shard shard;
    bool finished = false;
};

std::optional<JournalName> parseJournalName(std::string_view name) {
    JournalName found;
    found.finished = name.starts_with('.') && name.ends_with(finishedSuffix);
    if (found.finished) name.remove_prefix(1);
    const std::string_view suffix = found.finished ? finishedSuffix : journalSuffix;
    if (!name.ends_with(suffix) || name.size() == suffix.size()) return {};
    name.remove_suffix(suffix.size());
    const auto dot = name.rfind('.');
    const auto of = name.find("-of-", dot == std::string_view::npos ? 0 : dot);
    if (dot != std::string_view::npos && dot > 0 && of != std::string_view::npos) {
        const std::string index(name.substr(dot + 1, of - dot - 1));
        if (const auto shard = parseShard(index + '/' + std::string(name.substr(of + 4)))) {
            found.shard = *shard;
            name = name.substr(0, dot);
        }
    }
    found.stem = name;
    return found;
}

/// The name without the mark of a file that is named like a pattern; nothing if it has no such mark.
std::optional<std::string> withoutMark(const std::string& stem) {
    if (!stem.ends_with(plainMark)) return {};
    std::string name = stem.substr(0, stem.size() - plainMark.size());
    if (!NumberedName::parse(name)) return {};
    return name;
}

/// \param use  receives the folder's entry and the parts of its name
template <class Use>
void forEachNameOfAJournal(const std::filesystem::path& folder, const Use& use) {
    std::error_code error;
    for (std::filesystem::directory_iterator it(folder, error), end; !error && it != end;
         it.increment(error)) {
        if (const auto parsed = parseJournalName(it->path().filename().string())) use(*it, *parsed);
    }
}

template <class Use>
void forEachJournal(const std::filesystem::path& folder, const Use& use) {
    forEachNameOfAJournal(folder, [&](const auto& entry, const JournalName& parsed) {
        std::error_code unknown;
        // An empty journal has just been claimed and has no content yet.
        if (entry.file_size(unknown) > 0) use(entry.path().filename().string(), parsed);
    });
}

std::filesystem::path folderAround(const std::filesystem::path& output) {
    return output.has_parent_path() ? output.parent_path() : std::filesystem::path(".");
}

}  // namespace

std::filesystem::path beside(const std::filesystem::path& output, std::string_view suffix) {
    return sibling(output, stemOf(output) + std::string(suffix));
}

std::filesystem::path journalOf(const std::filesystem::path& output, const Shard& shard, Naming naming) {
    return sibling(output, stemOf(output, naming) + shardText(shard) + std::string(journalSuffix));
}

std::filesystem::path finishedJournalOf(const std::filesystem::path& output, const Shard& shard,
                                        Naming naming) {
    return sibling(output, '.' + stemOf(output, naming) + shardText(shard) + std::string(finishedSuffix));
}

Problem notOfBurin(const std::filesystem::path& file, std::string reason) {
    return {.subject = file.string(),
            .reason = std::move(reason),
            .advice = "rename or remove it, or choose another name for the output"};
}

Problem noJournalOfBurin(const std::filesystem::path& file) {
    return notOfBurin(file, "is not a journal of Burin, so exports do not replace it");
}

std::optional<OutputName> ownerOf(const std::filesystem::path& given) {
    constexpr std::string_view part = ".part";
    const std::string name = given.filename().string();
    if (name.size() > part.size() && name.ends_with(part))
        return OutputName{sibling(given, name.substr(0, name.size() - part.size())), Naming::plain};
    const auto journal = parseJournalName(name);
    if (!journal) return {};
    if (const auto plain = withoutMark(journal->stem))
        return OutputName{sibling(given, *plain), Naming::plain};
    return OutputName{sibling(given, journal->stem), Naming::pattern};
}

std::vector<JournalFile> journalsBeside(const std::filesystem::path& output, Naming naming) {
    std::vector<JournalFile> found;
    const std::string stem = stemOf(output, naming);
    forEachJournal(folderAround(output), [&](const std::string& name, const JournalName& parsed) {
        if (parsed.stem == stem) found.push_back({sibling(output, name), parsed.shard, parsed.finished});
    });
    std::sort(found.begin(), found.end(), [](const JournalFile& a, const JournalFile& b) {
        return std::tuple(a.finished, a.shard.count, a.shard.index) <
               std::tuple(b.finished, b.shard.count, b.shard.index);
    });
    return found;
}

bool isBegunByAnExport(const std::filesystem::path& output, Naming naming) {
    const std::string stem = stemOf(output, naming);
    bool begun = false;
    forEachNameOfAJournal(folderAround(output), [&](const auto& entry, const JournalName& parsed) {
        if (begun || parsed.finished || parsed.stem != stem) return;
        const Journal::State state = readJournal(entry.path()).state;
        begun = state != Journal::State::foreign && state != Journal::State::absent;
    });
    return begun;
}

bool isBeingWritten(const std::filesystem::path& output, const Shard& shard, Naming naming, bool holdsOwn) {
    const std::string stem = stemOf(output, naming);
    bool written = false;
    forEachNameOfAJournal(folderAround(output), [&](const auto& entry, const JournalName& parsed) {
        if (written || parsed.finished || parsed.stem != stem) return;
        const bool together = !shard.whole() && parsed.shard.count == shard.count;
        const bool allowed = parsed.shard == shard ? holdsOwn : together;
        written = !allowed && isHeld(entry.path());
    });
    return written;
}

std::vector<std::string> outputsWithJournals(const std::filesystem::path& folder) {
    std::set<std::string> names;
    forEachJournal(folder, [&](const std::string&, const JournalName& parsed) {
        const auto plain = withoutMark(parsed.stem);
        names.insert(plain ? escapedName(*plain).string() : parsed.stem);
    });
    return {names.begin(), names.end()};
}

}  // namespace burin
