// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/batch/batch_results.hpp"

#include "core/base/checksum.hpp"
#include "core/base/csv.hpp"
#include "core/base/errors.hpp"
#include "core/base/files.hpp"
#include "core/base/odd_characters.hpp"
#include "core/base/printable.hpp"
#include "core/base/text.hpp"
#include "core/batch/table_problem.hpp"
#include "core/sinks/journaled_sink.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <optional>
#include <span>
#include <utility>

namespace burin {

namespace {

constexpr std::string_view header = "row,name,state,to,hash,width,height,seconds,error\n";
constexpr std::array<const char*, 9> titles = {"row",   "name",   "state",   "to",   "hash",
                                               "width", "height", "seconds", "error"};
constexpr std::string_view markOfSpreadsheets = "\xef\xbb\xbf";
constexpr std::size_t mostBytes = std::size_t{256} << 20U;
/// More bytes than the first two lines of any table of results.
constexpr std::size_t headBytes = 4096;
constexpr std::array<std::pair<BatchResult::State, std::string_view>, 4> states = {
    {{BatchResult::State::done, "done"},
     {BatchResult::State::failed, "failed"},
     {BatchResult::State::stopped, "stopped"},
     {BatchResult::State::skipped, "skipped"}}};

/// What happens if the user moves away a table that cannot be read.
constexpr const char* ifMovedAway =
    "restore the table as Burin wrote it; if you move it away instead, no row counts as done: files that are "
    "finished are checked again, but a machine engraves every row a second time";

template <class Number>
bool readNumber(std::string_view text, Number& number) {
    const char* last = text.data() + text.size();
    const auto [end, error] = std::from_chars(text.data(), last, number);
    return error == std::errc() && end == last;
}

/// A spreadsheet may have changed the seconds in any way, and nothing depends on them.
double secondsIn(std::string text) {
    std::replace(text.begin(), text.end(), ',', '.');
    double seconds = 0;
    return readNumber(text, seconds) && std::isfinite(seconds) ? seconds : 0;
}

bool isHash(std::string_view text) {
    return text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

UsageError errorOf(TableProblem problem) {
    if (problem.problem.advice.empty()) problem.problem.advice = ifMovedAway;
    problem.problem.subject = problem.place();
    return UsageError(std::move(problem.problem));
}

bool isHeader(CsvRecord record) {
    dropBlankBehind(record.cells, titles.size());
    return std::equal(record.cells.begin(), record.cells.end(), titles.begin(), titles.end(),
                      [](const CsvCell& cell, std::string_view title) { return cell.text == title; });
}

/// \throws UsageError that names the cell which cannot belong to a result
BatchResult resultIn(CsvRecord& record, const std::filesystem::path& file) {
    const auto behind = dropBlankBehind(record.cells, titles.size());
    // The last cell is the error, which is mostly empty.
    if (record.cells.size() + 1 == titles.size()) record.fill(titles.size());
    TableProblem wrong{.file = file.string(), .line = record.line, .problem = {}};
    if (record.cells.size() != titles.size()) {
        if (behind) wrong.column = static_cast<int>(*behind) + 1;
        wrong.problem = {.reason = "the line has %1, but a line of results has 9",
                         .details = {counted(record.cells.size(), "cell")}};
        throw errorOf(std::move(wrong));
    }
    const auto cell = [&](std::size_t index) -> const std::string& { return record.cells[index].text; };
    const auto expect = [&](bool right, std::size_t index, std::string reason) {
        if (right) return;
        wrong.column = static_cast<int>(index) + 1;
        wrong.title = titles[index];
        wrong.problem = {.reason = std::move(reason), .details = {quotedForMessage(cell(index))}};
        throw errorOf(std::move(wrong));
    };
    BatchResult result{
        .name = cell(1), .to = cell(3), .hash = cell(4), .seconds = secondsIn(cell(7)), .error = cell(8)};
    expect(readNumber(cell(0), result.row) && result.row > 0, 0,
           "%1 is not the number of a row; a whole number from 1 is expected");
    const auto* state = std::find_if(states.begin(), states.end(),
                                     [&](const auto& known) { return known.second == cell(2); });
    expect(state != states.end(), 2,
           "%1 is not a state; 'done', 'failed', 'stopped' or 'skipped' is expected");
    result.state = state->first;
    expect(isHash(cell(4)), 4, "%1 is not the hash of a design; digits and the letters a to f are expected");
    expect(readNumber(cell(5), result.size.width) && result.size.width >= 0, 5,
           "%1 is not a width; a whole number of samples is expected");
    expect(readNumber(cell(6), result.size.height) && result.size.height >= 0, 6,
           "%1 is not a height; a whole number of samples is expected");
    return result;
}

/// Whether a text begins like a table of results, in any form, or is the torn beginning of one.
bool beginsResults(std::string_view text) {
    if (text.starts_with(header) || header.starts_with(text)) return true;
    if (text.starts_with(markOfSpreadsheets)) text.remove_prefix(markOfSpreadsheets.size());
    const auto form = csvForm(text);
    if (!std::holds_alternative<CsvForm>(form)) return false;
    auto first = CsvReader(text, std::get<CsvForm>(form)).next();
    auto* record = std::get_if<std::optional<CsvRecord>>(&first);
    return record != nullptr && *record && isHeader(std::move(**record));
}

UsageError noResults(const std::filesystem::path& file) {
    return errorOf(
        {.file = file.string(),
         .problem = {.reason = "is not a table of results: its first line is not %1",
                     .details = {std::string(header.substr(0, header.size() - 1))},
                     .advice = "choose another name; if these are results that another program has changed, "
                               "restore the file, because without it a machine engraves every row again"}});
}

/// A line that a kill or a power cut has cut short has no line end and lacks cells.
bool isTorn(std::string_view line, char separator) {
    if (line.find('\0') != line.npos) return true;
    const auto next = CsvReader(line, separator).next();
    const auto* record = std::get_if<std::optional<CsvRecord>>(&next);
    return record == nullptr || !*record || (*record)->cells.size() < titles.size();
}

void refuseOtherEncodings(std::string_view text, const std::filesystem::path& file) {
    if (std::string wide = wideEncoding(text); !wide.empty())
        throw errorOf({.file = file.string(),
                       .problem = {.reason = "is in %1, not in UTF-8",
                                   .details = {std::move(wide)},
                                   .advice = "save it as CSV in UTF-8"}});
    if (const auto invalid = firstInvalidUtf8(text))
        throw errorOf({.file = file.string(),
                       .line = csvLine(text, *invalid),
                       .problem = {.reason = "is not UTF-8", .advice = "save it as CSV in UTF-8"}});
}

std::string lineOf(const BatchResult& result) {
    return std::to_string(result.row) + ',' + csvCell(onOneLine(result.name)) + ',' +
           std::string(stateText(result.state)) + ',' + csvCell(targetInResults(result.to)) + ',' +
           result.hash + ',' + std::to_string(result.size.width) + ',' + std::to_string(result.size.height) +
           ',' + decimalText(result.seconds, 3) + ',' + csvCell(onOneLine(result.error)) + '\n';
}

std::string contentOf(const OutputFile& file) {
    std::string text(std::min<std::uint64_t>(file.size(), mostBytes + 1), '\0');
    text.resize(file.readAt(std::as_writable_bytes(std::span(text)), 0));
    return text;
}

std::uint64_t checksumOf(std::string_view text) {
    return checksum(std::as_bytes(std::span(text)));
}

}  // namespace

std::string_view stateText(BatchResult::State state) {
    for (const auto& [known, text] : states) {
        if (known == state) return text;
    }
    return {};
}

std::string targetInResults(std::string_view target) {
    std::string text;
    while (const auto invalid = firstInvalidUtf8(target)) {
        text += std::string(target.substr(0, *invalid)) + printable(target.substr(*invalid, 1));
        target.remove_prefix(*invalid + 1);
    }
    return text.append(target);
}

EarlierResults EarlierResults::read(const std::filesystem::path& file) {
    EarlierResults results;
    const auto read = readRegularFile(file, mostBytes + 1);
    if (const auto* problem = std::get_if<FileProblem>(&read)) {
        std::error_code error;
        if (!std::filesystem::exists(std::filesystem::symlink_status(file, error))) return results;
        throw UsageError(problem->about(file));
    }
    std::string_view text = std::get<std::string>(read);
    if (text.size() > mostBytes) throw UsageError(file.string(), "is larger than 256 MiB");
    results.readBytes_ = text.size();
    results.readChecksum_ = checksumOf(text);
    if (header.starts_with(text) && text != header) return results;  // a torn header
    const bool ownHeader = text.starts_with(header);
    // Earlier versions wrote names of files byte by byte, and a torn line may contain any bytes.
    if (!ownHeader) refuseOtherEncodings(text, file);
    const bool marked = text.starts_with(markOfSpreadsheets);
    if (marked) text.remove_prefix(markOfSpreadsheets.size());
    if (!beginsResults(text)) throw noResults(file);
    const CsvForm form = std::get<CsvForm>(csvForm(text));
    // A cell never contains a line break, so text after the last line break is a torn line, or a whole line
    // whose line break is missing.
    const std::size_t lastLine = text.find_last_of("\r\n") + 1;
    if (isTorn(text.substr(lastLine), form.separator)) text = text.substr(0, lastLine);
    std::string ownForm = results.takeLines(CsvReader(text, form), file);
    results.soundBytes_ = ownForm.size();
    if (marked || ownForm != text) results.ownForm_ = std::move(ownForm);
    return results;
}

EarlierResults EarlierResults::forRun(const std::filesystem::path& file, const ResumePolicy& policy) {
    if (policy.force && !policy.resume) return {};
    EarlierResults earlier = read(file);
    if (!earlier.empty() && !policy.resume)
        throw UsageError(file.string(), "exists", {{Remedy::Way::overwrite}, {Remedy::Way::resume}});
    return earlier;
}

/// \return the header and the lines in Burin's form
std::string EarlierResults::takeLines(CsvReader reader, const std::filesystem::path& file) {
    std::string ownForm;
    while (true) {
        auto next = reader.next();
        if (auto* problem = std::get_if<CsvProblem>(&next))
            throw errorOf({.file = file.string(), .line = problem->line, .problem = problem->problem});
        auto& record = std::get<std::optional<CsvRecord>>(next);
        if (!record) return ownForm;
        if (ownForm.empty()) {
            ownForm = header;
            continue;
        }
        if (record->blank()) continue;
        BatchResult result = resultIn(*record, file);
        if (endsEarlierThan(result))
            throw errorOf(
                {.file = file.string(),
                 .line = record->line,
                 .problem = {.reason =
                                 "row %1 is done in an earlier line, so Burin did not write these lines "
                                 "in this order",
                             .details = {std::to_string(result.row)}}});
        ownForm += lineOf(result);
        take(std::move(result));
    }
}

void EarlierResults::take(BatchResult result) {
    greatestRow_ = std::max(greatestRow_, result.row);
    if (result.state == BatchResult::State::skipped) {
        skipped_.insert(result.row);
        rows_.try_emplace(result.row, std::move(result));
        return;
    }
    skipped_.erase(result.row);
    rows_[result.row] = std::move(result);
}

/// A row that is done is only run again if its target has changed. A later line with the same target
/// therefore says that the row is done or skipped. Earlier versions also ran such a row again after it had
/// been skipped.
bool EarlierResults::endsEarlierThan(const BatchResult& next) const {
    const BatchResult* before = last(next.row);
    return before != nullptr && before->state == BatchResult::State::done && before->to == next.to &&
           !isSkipped(next.row) &&
           (next.state == BatchResult::State::failed || next.state == BatchResult::State::stopped);
}

bool EarlierResults::readFrom(std::string_view text) const {
    return text.size() == readBytes_ && checksumOf(text) == readChecksum_;
}

const BatchResult* EarlierResults::last(std::size_t row) const {
    const auto found = rows_.find(row);
    return found == rows_.end() ? nullptr : &found->second;
}

bool EarlierResults::mayBeBegun(std::size_t row) const {
    if (empty()) return false;
    if (const BatchResult* result = last(row)) {
        return result->state == BatchResult::State::failed || result->state == BatchResult::State::stopped;
    }
    // Rows run in their order, so only the first one without a line can have been under way.
    return row == 1 || (last(row - 1) != nullptr && !isUnconfirmed(row - 1));
}

/// A row that the table skips has no target.
bool EarlierResults::isUnconfirmed(std::size_t row) const {
    const BatchResult* result = last(row);
    return result != nullptr && result->state == BatchResult::State::skipped && !result->to.empty();
}

ResultsWriter::ResultsWriter(const std::filesystem::path& file, const EarlierResults& earlier) {
    if (earlier.empty()) {
        const auto there = readRegularFile(file, headBytes);
        const auto* text = std::get_if<std::string>(&there);
        if (text != nullptr && !beginsResults(*text)) throw noResults(file);
    }
    open(file);
    if (!earlier.empty()) {
        const auto changed = [&] { return UsageError(file.string(), "has changed since it was read"); };
        if (!earlier.readFrom(contentOf(file_))) throw changed();
        if (!earlier.ownForm().empty()) {
            writeDurably(file, earlier.ownForm());
            // The name now belongs to another file, which another batch may have locked first.
            open(file);
            if (contentOf(file_) != earlier.ownForm()) throw changed();
        }
    }
    file_.resize(earlier.soundBytes());
    end_ = earlier.soundBytes();
    if (end_ == 0) write(std::string(header));
    syncFolderOf(file);
}

/// \throws UsageError if another batch writes the file
void ResultsWriter::open(const std::filesystem::path& file) {
    while (!file_.isOpen() || !file_.hasItsName()) {
        file_ = OutputFile(file, OutputFile::Mode::update);
        if (!file_.tryLock())
            throw UsageError(file.string(), "another batch is writing it; wait for it to end");
    }
}

void ResultsWriter::append(const BatchResult& result) {
    write(lineOf(result));
}

void ResultsWriter::write(const std::string& text) {
    file_.writeAt(std::as_bytes(std::span(text)), end_);
    file_.sync();
    end_ += text.size();
}

}  // namespace burin
