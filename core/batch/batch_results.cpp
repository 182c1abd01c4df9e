// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/batch/batch_results.hpp"

#include "core/base/csv.hpp"
#include "core/base/errors.hpp"
#include "core/base/files.hpp"
#include "core/base/text.hpp"

#include <array>
#include <charconv>
#include <optional>
#include <span>
#include <utility>

namespace burin {

namespace {

constexpr std::string_view header = "row,name,state,to,hash,width,height,seconds,error\n";
constexpr std::size_t mostBytes = std::size_t{256} << 20U;
constexpr std::array<std::pair<BatchResult::State, std::string_view>, 4> states = {
    {{BatchResult::State::done, "done"},
     {BatchResult::State::failed, "failed"},
     {BatchResult::State::stopped, "stopped"},
     {BatchResult::State::skipped, "skipped"}}};

template <class Number>
bool readNumber(const std::string& text, Number& number) {
    const char* last = text.data() + text.size();
    const auto [end, error] = std::from_chars(text.data(), last, number);
    return error == std::errc() && end == last;
}

std::optional<BatchResult> resultIn(const CsvRecord& record) {
    if (record.cells.size() != 9) return {};
    const auto cell = [&](std::size_t index) -> const std::string& { return record.cells[index].text; };
    BatchResult result;
    bool known = false;
    for (const auto& [state, text] : states) {
        if (cell(2) != text) continue;
        result.state = state;
        known = true;
    }
    if (!known || !readNumber(cell(0), result.row) || result.row == 0) return {};
    if (!readNumber(cell(5), result.size.width) || !readNumber(cell(6), result.size.height)) return {};
    if (!readNumber(cell(7), result.seconds)) return {};
    result.name = cell(1);
    result.to = cell(3);
    result.hash = cell(4);
    result.error = cell(8);
    return result;
}

/// Whether a text is the beginning of a table of results.
bool beginsResults(std::string_view text) {
    return text.starts_with(header) || header.starts_with(text);
}

UsageError noResults(const std::filesystem::path& file) {
    return UsageError(file.string(), "is not a table of results; choose another name, or remove it");
}

std::string lineOf(const BatchResult& result) {
    return std::to_string(result.row) + ',' + csvCell(onOneLine(result.name)) + ',' +
           std::string(stateText(result.state)) + ',' + csvCell(result.to) + ',' + result.hash + ',' +
           std::to_string(result.size.width) + ',' + std::to_string(result.size.height) + ',' +
           decimalText(result.seconds, 3) + ',' + csvCell(onOneLine(result.error)) + '\n';
}

}  // namespace

std::string_view stateText(BatchResult::State state) {
    for (const auto& [known, text] : states) {
        if (known == state) return text;
    }
    return {};
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
    if (!beginsResults(text)) throw noResults(file);
    // No line contains a line break, so any text after the last one is torn.
    text = text.substr(0, text.rfind('\n') + 1);
    if (text.empty()) return results;
    results.soundBytes_ = text.size();
    CsvReader reader(text, ',', header.size(), 2);
    while (true) {
        const auto next = reader.next();
        const auto* record = std::get_if<std::optional<CsvRecord>>(&next);
        if (record != nullptr && !*record) return results;
        auto result = record == nullptr ? std::nullopt : resultIn(**record);
        if (!result) {
            const int line = record == nullptr ? std::get<CsvProblem>(next).line : (*record)->line;
            throw UsageError({.subject = file.string() + ':' + std::to_string(line),
                              .reason = "is not a line of results; the file is damaged"});
        }
        results.greatestRow_ = std::max(results.greatestRow_, result->row);
        results.rows_[result->row] = std::move(*result);
    }
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
    return row == 1 || last(row - 1) != nullptr;
}

ResultsWriter::ResultsWriter(const std::filesystem::path& file, const EarlierResults& earlier) {
    if (earlier.soundBytes() == 0) {
        const auto there = readRegularFile(file, header.size());
        const auto* text = std::get_if<std::string>(&there);
        if (text != nullptr && !beginsResults(*text)) throw noResults(file);
    }
    while (!file_.isOpen() || !file_.hasItsName()) {
        file_ = OutputFile(file, OutputFile::Mode::update);
        if (!file_.tryLock())
            throw UsageError(file.string(), "another batch is writing it; wait for it to end");
    }
    if (file_.size() < earlier.soundBytes()) throw UsageError(file.string(), "has changed since it was read");
    file_.resize(earlier.soundBytes());
    end_ = earlier.soundBytes();
    if (end_ == 0) write(std::string(header));
    syncFolderOf(file);
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
