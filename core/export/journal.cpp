// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/journal.hpp"

#include "core/base/checksum.hpp"
#include "core/base/errors.hpp"
#include "core/base/text.hpp"
#include "core/export/chunk_grid.hpp"
#include "core/export/scan.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <cinttypes>
#include <cstdio>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <system_error>
#include <thread>
#include <utility>
#include <variant>

namespace burin {
namespace {

constexpr std::string_view magic = "burin journal";
constexpr std::string_view firstLine = "burin journal 2";
/// Longer than any line that Burin writes; a longer line is foreign.
constexpr std::size_t longestLine = 4096;

std::string hex(std::uint64_t value) {
    std::array<char, 17> text{};
    std::snprintf(text.data(), text.size(), "%016" PRIx64, value);
    return text.data();
}

std::uint64_t textChecksum(std::string_view text) {
    return checksum(std::as_bytes(std::span(text)));
}

std::string sealed(const std::string& line) {
    return line + ' ' + hex(textChecksum(line)) + '\n';
}

/// The line without its checksum; nothing if the checksum is wrong.
std::optional<std::string_view> unsealed(std::string_view line) {
    if (line.size() < 17 || line[line.size() - 17] != ' ') return {};
    const std::string_view content = line.substr(0, line.size() - 17);
    if (line.substr(line.size() - 16) != hex(textChecksum(content))) return {};
    return content;
}

template <class Number>
std::optional<Number> number(std::string_view text, int base = 10) {
    Number value{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, base);
    if (error != std::errc{} || end != text.data() + text.size()) return {};
    return value;
}

std::optional<double> realNumber(std::string_view text) {
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size() || !(value > 0)) return {};
    return value;
}

std::string realText(double value) {
    std::array<char, 64> text{};
    return {text.data(), std::to_chars(text.data(), text.data() + text.size(), value).ptr};
}

std::vector<std::string_view> words(std::string_view text) {
    std::vector<std::string_view> found;
    while (true) {
        const auto blank = text.find(' ');
        found.push_back(text.substr(0, blank));
        if (blank == std::string_view::npos) return found;
        text.remove_prefix(blank + 1);
    }
}

/// Reads one integer from `least` to 2^31 - 1 for each target.
bool assignNumbers(std::string_view text, std::int64_t least, std::initializer_list<std::int64_t*> targets) {
    const auto found = words(text);
    if (found.size() != targets.size()) return false;
    auto word = found.begin();
    for (std::int64_t* target : targets) {
        const auto value = number<std::int64_t>(*word++);
        if (!value || *value < least || *value > std::numeric_limits<std::int32_t>::max()) return false;
        *target = *value;
    }
    return true;
}

template <class Value>
bool assign(Value& target, const std::optional<Value>& value) {
    if (value) target = *value;
    return value.has_value();
}

/// Free text on one line: line breaks become blanks.
std::string oneLine(std::string text) {
    std::replace_if(
        text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 32; }, ' ');
    return text.substr(0, longestLine / 2);
}

/// One line of the head: how it is written and read, and whether a difference matters.
struct Field {
    enum class Matters { always, unlessMixed, never };
    std::string_view key;
    std::string_view title;
    Matters matters;
    std::string (*write)(const JournalHeader&);
    bool (*read)(JournalHeader&, std::string_view);
};

std::string sizeText(Size size) {
    return std::to_string(size.width) + ' ' + std::to_string(size.height);
}

std::string regionText(const Rect& r) {
    return std::to_string(r.x) + ' ' + std::to_string(r.y) + ' ' + sizeText({r.width, r.height});
}

bool readRegion(JournalHeader& h, std::string_view text) {
    Rect& r = h.surface.region;
    return assignNumbers(text, 0, {&r.x, &r.y, &r.width, &r.height}) && !r.empty();
}

bool readDepth(JournalHeader& h, std::string_view text) {
    return assign(h.surface.depth, number<int>(text)) &&
           (h.surface.depth == 1 || h.surface.depth == 8 || h.surface.depth == 16 ||
            h.surface.depth == heightDepth);
}

/// "1", or "1 0.9999" along x and y if they differ.
std::string pitchText(const JournalHeader& h) {
    const std::string along = realText(h.surface.pitchUm);
    return h.surface.pitchYUm > 0 ? along + ' ' + realText(h.surface.pitchYUm) : along;
}

bool readPitch(JournalHeader& h, std::string_view text) {
    const auto found = words(text);
    if (found.empty() || found.size() > 2) return false;
    if (!assign(h.surface.pitchUm, realNumber(found[0]))) return false;
    return found.size() == 1 || assign(h.surface.pitchYUm, realNumber(found[1]));
}

bool readScan(JournalHeader& h, std::string_view text) {
    const auto found = words(text);
    if (found.size() > 2 || (found.size() == 2 && found[1] != "serpentine")) return false;
    if (!assign(h.scan, parseScan(found[0]))) return false;
    h.scan.serpentine = found.size() == 2;
    return true;
}

/// "3", or "3 overwrites" if a resumed export may replace files that have its names.
std::string earlierText(const JournalHeader& h) {
    return std::to_string(h.earlierFiles) + (h.overwrites ? " overwrites" : "");
}

/// Journals of earlier versions do not contain the word, so they do not say whether the export was begun with
/// `--force`. It then needs `--force` again to resume, so that it cannot replace a file by mistake.
bool readEarlier(JournalHeader& h, std::string_view text) {
    const auto found = words(text);
    h.overwrites = found.size() == 2 && found[1] == "overwrites";
    return (found.size() == 1 || h.overwrites) && assignNumbers(found[0], 0, {&h.earlierFiles});
}

bool readText(std::string& target, std::string_view text) {
    target = text;
    return true;
}

using Matters = Field::Matters;
using Header = JournalHeader;

const std::array<Field, 16> fields = {{
    {"version", "version", Matters::unlessMixed, [](const Header& h) { return oneLine(h.surface.version); },
     [](Header& h, std::string_view text) { return readText(h.surface.version, text); }},
    {"backend", "backend", Matters::unlessMixed, [](const Header& h) { return oneLine(h.surface.backend); },
     [](Header& h, std::string_view text) { return readText(h.surface.backend, text); }},
    {"design", "design hash", Matters::always, [](const Header& h) { return oneLine(h.surface.designHash); },
     [](Header& h, std::string_view text) { return readText(h.surface.designHash, text); }},
    {"surface", "surface", Matters::always, [](const Header& h) { return sizeText(h.surface.surface); },
     [](Header& h, std::string_view text) {
         return assignNumbers(text, 1, {&h.surface.surface.width, &h.surface.surface.height});
     }},
    {"region", "region", Matters::always, [](const Header& h) { return regionText(h.surface.region); },
     readRegion},
    {"pitch", "pitch in um", Matters::always, pitchText, readPitch},
    {"depth", "depth", Matters::always, [](const Header& h) { return std::to_string(h.surface.depth); },
     readDepth},
    {"scan", "scan", Matters::always,
     [](const Header& h) { return scanText(h.scan) + (h.scan.serpentine ? " serpentine" : ""); }, readScan},
    {"format", "format", Matters::always, [](const Header& h) { return oneLine(h.format); },
     [](Header& h, std::string_view text) { return readText(h.format, text); }},
    {"compression", "compression", Matters::always,
     [](const Header& h) { return compressionText(h.compression); },
     [](Header& h, std::string_view text) { return assign(h.compression, parseCompression(text)); }},
    {"bigtiff", "bigtiff", Matters::always,
     [](const Header& h) { return std::string(h.bigTiff ? "yes" : "no"); },
     [](Header& h, std::string_view text) {
         h.bigTiff = text == "yes";
         return h.bigTiff || text == "no";
     }},
    {"layout", "layout", Matters::always, [](const Header& h) { return tiffBlocksText(h.blocks); },
     [](Header& h, std::string_view text) { return assign(h.blocks, parseTiffBlocks(text)); }},
    {"chunk", "size of the parts that are written at once", Matters::always,
     [](const Header& h) { return sizeText(h.chunk); },
     [](Header& h, std::string_view text) {
         return assignNumbers(text, 1, {&h.chunk.width, &h.chunk.height});
     }},
    {"pattern", "names", Matters::always, [](const Header& h) { return oneLine(h.pattern); },
     [](Header& h, std::string_view text) { return readText(h.pattern, text); }},
    {"earlier", "number of earlier files", Matters::never, earlierText, readEarlier},
    {"shard", "shard", Matters::never,
     [](const Header& h) { return std::to_string(h.shard.index) + '/' + std::to_string(h.shard.count); },
     [](Header& h, std::string_view text) { return assign(h.shard, parseShard(text)); }},
}};

std::string olderText(const OlderFile& older) {
    const auto& [identity, bytes, modifiedNs] = older.file;
    return "older " + std::to_string(older.number) + ' ' + std::to_string(identity.device) + ' ' +
           std::to_string(identity.inode) + ' ' + std::to_string(bytes) + ' ' + std::to_string(modifiedNs);
}

std::optional<OlderFile> parseOlder(std::string_view text) {
    OlderFile older;
    auto& [identity, bytes, modifiedNs] = older.file;
    const auto found = words(text);
    const bool read = found.size() == 5 && assign(older.number, number<std::int64_t>(found[0])) &&
                      assign(identity.device, number<std::uint64_t>(found[1])) &&
                      assign(identity.inode, number<std::uint64_t>(found[2])) &&
                      assign(bytes, number<std::int64_t>(found[3])) &&
                      assign(modifiedNs, number<std::int64_t>(found[4]));
    return read ? std::optional(older) : std::nullopt;
}

std::string headText(const JournalHeader& header) {
    std::string text = sealed(std::string(firstLine));
    for (const Field& field : fields)
        text += sealed(std::string(field.key) + ' ' + field.write(header));
    for (const OlderFile& older : header.olderFiles ? *header.olderFiles : std::vector<OlderFile>())
        text += sealed(olderText(older));
    return text + sealed("begin " + hex(textChecksum(text)));
}

/// Reads a file line by line; holds only one line and one block at a time.
class LineReader {
  public:
    explicit LineReader(const OutputFile& file) : file_(file) {}

    /// The next line without its end; nothing at the end of the file, or if a line is torn or too long.
    std::optional<std::string> next() {
        while (true) {
            const auto end = buffer_.find('\n', at_);
            if (end != std::string::npos) {
                std::string line = buffer_.substr(at_, end - at_);
                consumed_ += line.size() + 1;
                at_ = end + 1;
                ++lines_;
                return line;
            }
            if (buffer_.size() - at_ > longestLine || !fill()) return {};
        }
    }
    [[nodiscard]] bool nextBegins(std::string_view text) {
        while (buffer_.size() - at_ < text.size() && fill()) {
        }
        return rest().starts_with(text);
    }
    /// Bytes of all lines read so far.
    [[nodiscard]] std::uint64_t consumed() const { return consumed_; }
    /// The number of the line that was read last, from 1.
    [[nodiscard]] std::uint64_t lines() const { return lines_; }
    [[nodiscard]] std::string_view rest() const { return std::string_view(buffer_).substr(at_); }

  private:
    bool fill() {
        buffer_.erase(0, at_);
        at_ = 0;
        const std::size_t kept = buffer_.size();
        buffer_.resize(kept + 65536);
        const std::size_t got = file_.readAt(std::as_writable_bytes(std::span(buffer_)).subspan(kept), read_);
        buffer_.resize(kept + got);
        read_ += got;
        return got > 0;
    }

    const OutputFile& file_;
    std::string buffer_;
    std::size_t at_ = 0;
    std::uint64_t read_ = 0;
    std::uint64_t consumed_ = 0;
    std::uint64_t lines_ = 0;
};

Journal broken(Journal::State state, std::string reason, std::vector<std::string> details = {}) {
    Journal journal;
    journal.state = state;
    journal.problem = {.reason = std::move(reason), .details = std::move(details)};
    return journal;
}

bool regionFits(const SurfaceInfo& info) {
    return Rect{0, 0, info.surface.width, info.surface.height}.contains(info.region);
}

/// Reads the head, or says why there is none. If a head is incomplete, the process was killed while it wrote
/// it.
Journal readHead(LineReader& reader) {
    std::string text;
    Journal journal;
    const auto expect = [&](std::string_view key) -> std::optional<std::string> {
        const auto line = reader.next();
        if (!line) {
            const bool ours = !text.empty() || magic.starts_with(reader.rest().substr(0, magic.size()));
            journal = ours ? broken(Journal::State::torn, "its head is incomplete")
                           : broken(Journal::State::foreign, "it is not a journal");
            return {};
        }
        const auto content = unsealed(*line);
        if (content && key == firstLine && *content != firstLine && content->starts_with(magic)) {
            journal = broken(Journal::State::damaged, "another version of Burin wrote it");
            return {};
        }
        if (!content || !content->starts_with(key)) {
            const bool ours = !text.empty() || line->starts_with(magic);
            journal = ours ? broken(Journal::State::damaged, "its line for %1 is damaged", {std::string(key)})
                           : broken(Journal::State::foreign, "it is not a journal");
            return {};
        }
        std::string value(content->substr(std::min(content->size(), key.size() + 1)));
        if (key != "begin") text += *line + '\n';
        return value;
    };
    if (!expect(firstLine)) return journal;
    for (const Field& field : fields) {
        const auto value = expect(field.key);
        if (!value) return journal;
        if (!field.read(journal.header, *value)) {
            return broken(Journal::State::damaged, "its %1 is not known", {std::string(field.title)});
        }
    }
    std::vector<OlderFile> olderFiles;
    while (reader.nextBegins("older ")) {
        const auto value = expect("older");
        if (!value) return journal;
        const auto older = parseOlder(*value);
        if (!older || olderFiles.size() == mostOlderFiles)
            return broken(Journal::State::damaged, "its list of older files is not known");
        olderFiles.push_back(*older);
    }
    if (!olderFiles.empty())
        journal.header.olderFiles = std::make_shared<const std::vector<OlderFile>>(std::move(olderFiles));
    const auto whole = expect("begin");
    if (!whole) return journal;
    if (*whole != hex(textChecksum(text)) || !regionFits(journal.header.surface)) {
        return broken(Journal::State::damaged, "its head is damaged");
    }
    journal.state = Journal::State::valid;
    return journal;
}

std::string recordsText(std::span<const DoneRun> runs) {
    std::string text;
    for (const DoneRun& run : runs) {
        text += sealed("done " + std::to_string(run.chunks.first) + ' ' + std::to_string(run.chunks.count()) +
                       ' ' + hex(run.checksum));
    }
    return text;
}

/// The most chunks that an output with this head can have. Its format decides whether it is cut into swaths.
std::int64_t mostChunksOf(const JournalHeader& header) {
    const auto chunks = [&header](std::int64_t swathWidth) {
        const Rect& region = header.surface.region;
        return ChunkGrid({.region = {region.width, region.height},
                          .swathWidth = swathWidth,
                          .chunk = header.chunk,
                          .walk = Walk::lanes,
                          .depth = header.surface.depth,
                          .padded = false})
            .count();
    };
    return std::max(chunks(0), chunks(header.scan.swathWidth));
}

/// A chunk is recorded again each time its record was found damaged, which is rare.
std::size_t mostRecordsOf(std::int64_t chunks) {
    constexpr std::int64_t most = std::int64_t{1} << 24;
    constexpr std::int64_t perChunk = 64;
    return static_cast<std::size_t>(std::min(chunks, most / perChunk) * perChunk);
}

/// A field as the journal has it, for a message.
std::string shown(std::string_view field) {
    constexpr std::size_t most = 32;
    return field.size() > most ? std::string(field.substr(0, most)) + "..." : std::string(field);
}

/// The record in a line, or why no export can have written it. The line has the right checksum, so a power
/// cut or a broken disk cannot explain a wrong field.
/// \param line    its number
/// \param chunks  the most that the output can have
std::variant<DoneRun, Problem> parseDone(std::string_view content, std::uint64_t line, std::int64_t chunks) {
    const auto parts = words(content);
    const std::string lineNumber = std::to_string(line);
    const auto countedChunks = [](std::int64_t count) {
        return counted(static_cast<std::size_t>(count), "chunk");
    };
    if (parts.size() != 4)
        return Problem{.reason = "its line %1 does not have the fields of a record", .details = {lineNumber}};
    const auto first = number<std::int64_t>(parts[1]);
    if (!first || *first < 0 || *first >= chunks)
        return Problem{.reason = "the first chunk in its line %1 is %2, but the output has %3",
                       .details = {lineNumber, shown(parts[1]), countedChunks(chunks)}};
    const auto count = number<std::int64_t>(parts[2]);
    if (!count || *count < 1 || *count > chunks - *first)
        return Problem{
            .reason =
                "the number of chunks in its line %1 is %2, but from chunk %3 on the output "
                "has %4",
            .details = {lineNumber, shown(parts[2]), std::to_string(*first), countedChunks(chunks - *first)}};
    const auto sum = number<std::uint64_t>(parts[3], 16);
    if (!sum || parts[3].size() != 16)
        return Problem{.reason =
                           "the checksum of the data in its line %1 is %2, which is not a number of 16 "
                           "hexadecimal digits",
                       .details = {lineNumber, shown(parts[3])}};
    return DoneRun{{*first, *first + *count}, *sum};
}

}  // namespace

IntervalSet Journal::done() const {
    IntervalSet set;
    for (const DoneRun& run : runs)
        set.insert(run.chunks);
    return set;
}

Journal readJournal(const std::filesystem::path& path) {
    std::error_code error;
    if (!std::filesystem::exists(path, error)) return {};
    if (!std::filesystem::is_regular_file(path, error)) {
        return broken(Journal::State::foreign, "it is not a file");
    }
    const OutputFile file(path, OutputFile::Mode::read);
    LineReader reader(file);
    Journal journal = readHead(reader);
    if (journal.state != Journal::State::valid) return journal;
    journal.soundBytes = reader.consumed();
    const std::int64_t chunks = mostChunksOf(journal.header);
    const std::size_t mostRecords = mostRecordsOf(chunks);
    while (const auto line = reader.next()) {
        const auto content = unsealed(*line);
        if (!content) break;
        if (*content == "finished") {
            journal.finished = true;
        } else if (content->starts_with("done ")) {
            const auto record = parseDone(*content, reader.lines(), chunks);
            if (const auto* problem = std::get_if<Problem>(&record))
                return broken(Journal::State::damaged, problem->reason, problem->details);
            if (journal.runs.size() == mostRecords)
                return broken(
                    Journal::State::damaged,
                    "its line %1 is one record too many: an output of %2 has at most %3",
                    {std::to_string(reader.lines()), counted(static_cast<std::size_t>(chunks), "chunk"),
                     counted(mostRecords, "record")});
            journal.runs.push_back(std::get<DoneRun>(record));
        } else {
            break;
        }
        journal.soundBytes = reader.consumed();
    }
    return journal;
}

std::vector<HeaderDifference> differences(const JournalHeader& begun, const JournalHeader& wanted,
                                          bool allowMixed) {
    std::vector<HeaderDifference> found;
    for (const Field& field : fields) {
        if (field.matters == Matters::never || (allowMixed && field.matters == Matters::unlessMixed))
            continue;
        // The size of chunks follows from the other fields, so it says nothing if one of them differs.
        if (field.key == "chunk" && !found.empty()) continue;
        HeaderDifference difference{field.title, field.write(begun), field.write(wanted)};
        if (difference.begun != difference.wanted) found.push_back(std::move(difference));
    }
    return found;
}

std::string differencesText(std::span<const HeaderDifference> differences) {
    std::string text;
    for (const HeaderDifference& one : differences) {
        text += (text.empty() ? "" : ", ") + std::string(one.title) + " (" + one.begun + ", now " +
                one.wanted + ")";
    }
    return text;
}

Problem heldByAnotherExport(const std::filesystem::path& path) {
    return {.subject = path.string(),
            .reason = "another export is writing it; wait for it to end, or choose another name"};
}

bool isHeld(const std::filesystem::path& path) {
    while (true) {
        const auto opened = OutputFile::openedForReading(path);
        const auto* file = std::get_if<OutputFile>(&opened);
        if (file == nullptr) return false;
        if (file->isLockedByAnother()) return true;
        // The owner may have replaced the file after we opened it.
        if (file->hasItsName()) return false;
    }
}

JournalWriter JournalWriter::claim(const std::filesystem::path& path) {
    // isHeld() shares the lock for a moment, which is not a refusal.
    constexpr int mostTries = 5;
    constexpr std::chrono::milliseconds pause{10};
    for (int tries = 1;; ++tries) {
        std::error_code error;
        const bool there = std::filesystem::exists(path, error);
        if (!there && std::filesystem::is_symlink(path, error))
            throw UsageError({.subject = path.string(),
                              .reason = "is a symbolic link that leads nowhere",
                              .advice = "remove it, or choose another name for the output"});
        OutputFile file(path, OutputFile::Mode::update);
        if (!file.tryLock()) {
            if (tries >= mostTries) throw UsageError(heldByAnotherExport(path));
            std::this_thread::sleep_for(pause);
            continue;
        }
        // The previous owner may have replaced or removed the file after we opened and before we locked it.
        if (file.hasItsName()) return JournalWriter(std::move(file), there);
    }
}

JournalWriter JournalWriter::create(const std::filesystem::path& path, const JournalHeader& header) {
    JournalWriter writer = claim(path);
    writer.replace(header);
    return writer;
}

JournalWriter JournalWriter::reopen(const std::filesystem::path& path, std::uint64_t soundBytes) {
    JournalWriter writer = claim(path);
    writer.goOn(soundBytes);
    return writer;
}

JournalWriter::~JournalWriter() {
    if (!file_.isOpen() || end_ > 0 || kept_) return;
    std::error_code error;
    if (std::filesystem::file_size(file_.path(), error) == 0 && !error && file_.hasItsName())
        std::filesystem::remove(file_.path(), error);
}

void JournalWriter::replace(const JournalHeader& header, std::span<const DoneRun> runs) {
    const std::filesystem::path path = file_.path();
    auto unfinished = path;
    unfinished += ".new";
    const std::string text = headText(header) + recordsText(runs);
    OutputFile file(unfinished, OutputFile::Mode::create);
    file.writeAt(std::as_bytes(std::span(text)), 0);
    file.sync();
    // The lock is taken again, so that the journal always has an owner while it has its name.
    static_cast<void>(file.tryLock());
    file.renameTo(path);
    file_ = std::move(file);
    end_ = text.size();
    syncFolderOf(path);
}

void JournalWriter::goOn(std::uint64_t soundBytes) {
    file_.resize(soundBytes);
    end_ = soundBytes;
}

void JournalWriter::append(std::span<const DoneRun> runs) {
    appendText(recordsText(runs));
}

void JournalWriter::appendFinished() {
    appendText(sealed("finished"));
}

void JournalWriter::appendText(const std::string& text) {
    file_.writeAt(std::as_bytes(std::span(text)), end_);
    file_.sync();
    end_ += text.size();
}

}  // namespace burin
