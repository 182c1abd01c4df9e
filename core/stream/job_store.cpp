// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stream/job_store.hpp"

#include "core/sinks/file_format.hpp"
#include "core/sinks/raw.hpp"
#include "core/surface/checksum.hpp"
#include "core/surface/export_error.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstring>
#include <fstream>
#include <string>

namespace burin {

/// The contents of NAME.position.
struct JobStore::Record {
    std::array<char, 16> job;   ///< its id
    std::array<char, 40> boot;  ///< of the system: after another one the journal knows better
    std::int64_t begunLines;
    std::int64_t executedLines;
    std::uint64_t receivedBytes;
    std::uint64_t sender;
};

namespace {

template <std::size_t size>
std::array<char, size> padded(const std::string& text) {
    std::array<char, size> result{};
    std::copy_n(text.begin(), std::min(text.size(), size), result.begin());
    return result;
}

std::string bootId() {
    std::ifstream file("/proc/sys/kernel/random/boot_id");
    std::string id;
    std::getline(file, id);
    return id;
}

/// A store that the compiler moves past nothing: the order is what a killed process leaves.
template <class Number>
void put(Number& target, Number value) {
    std::atomic_ref(target).store(value, std::memory_order_seq_cst);
}

template <class Number>
Number get(Number& source) {
    return std::atomic_ref(source).load(std::memory_order_seq_cst);
}

}  // namespace

JobStore::JobStore(const std::filesystem::path& path)
    : path_(path), memory_(path.empty() ? path : beside(".position"), sizeof(Record)) {
    if (path_.empty()) return;
    part_.emplace(path_);
    const Journal journal = readJournal(beside(".journal"));
    if (journal.state == Journal::State::foreign)
        throw UsageError(beside(".journal").string() + ": " + journal.problem);
    if (journal.state == Journal::State::valid) adopt(journal);
}

std::filesystem::path JobStore::beside(const char* suffix) const {
    return path_.string() + suffix;
}

JobStore::Record& JobStore::record() const {
    return *reinterpret_cast<Record*>(memory_.bytes().data());
}

void JobStore::adopt(const Journal& journal) {
    StreamJob job = streamJob(journal.header);
    if (!problemOf(job).empty() || journal.header.format != "raw" ||
        journal.header.chunk != journalHeader(job).chunk) {
        throw UsageError(beside(".journal").string() + ": is not that of a controller");
    }
    layout_ = job.layout();
    const std::int64_t synced = journal.done().firstGap(0);
    const bool published = part_->published() && !part_->begun();
    finished_ = published && synced == layout_.lines();
    if (!finished_ && !part_->begun()) return;
    const bool current = memory_.kept() && record().job == padded<16>(job.id()) &&
                         record().boot == padded<40>(bootId()) && record().executedLines >= synced &&
                         record().executedLines <= layout_.lines();
    if (!current) record() = {padded<16>(job.id()), padded<40>(bootId()), synced, synced, 0, 0};
    journal_ = JournalWriter::reopen(beside(".journal"), journal.soundBytes);
    job_ = job;
    if (finished_) return;
    part_->open(true);
    // Lines since the last record have no checksum there yet: they are read back.
    unsynced_ = {{synced, synced}, 0};
    std::vector<std::byte> line;
    for (std::int64_t i = synced; i < record().executedLines; ++i) {
        line.resize(layout_.bytesOf(i));
        part_->readAll(line, layout_.offsetOf(i));
        unsynced_ = {{synced, i + 1}, addToRun(unsynced_.checksum, checksum(line))};
    }
}

JobStore::Position JobStore::position() const {
    Record& r = record();
    Position position{get(r.executedLines), {}, get(r.receivedBytes), get(r.sender)};
    if (get(r.begunLines) > position.executedLines) position.doubtfulLine = position.executedLines;
    return position;
}

void JobStore::begin(const StreamJob& job) {
    record() = {};  // it must not speak of the same job's earlier file
    finished_ = false;
    job_.reset();  // until its files are there
    layout_ = job.layout();
    unsynced_ = {};
    if (!path_.empty()) {
        journal_.reset();
        journal_ = JournalWriter::create(beside(".journal"), journalHeader(job));
        part_->open(false);
        part_->file().resize(layout_.bytes());
    }
    record() = {padded<16>(job.id()), padded<40>(bootId()), 0, 0, 0, 0};
    job_ = job;
}

void JobStore::beginLine(std::int64_t line) {
    put(record().begunLines, line + 1);
}

void JobStore::engrave(std::int64_t line, std::span<const std::byte> samples) {
    beginLine(line);
    if (part_) {
        part_->file().writeAt(samples, layout_.offsetOf(line));
        unsynced_.chunks.last = line + 1;
        unsynced_.checksum = addToRun(unsynced_.checksum, checksum(samples));
    }
    put(record().executedLines, line + 1);
}

void JobStore::sync() {
    if (!part_ || unsynced_.chunks.count() == 0) return;
    part_->file().sync();
    journal_->append({&unsynced_, 1});
    unsynced_ = {{unsynced_.chunks.last, unsynced_.chunks.last}, 0};
}

void JobStore::finish() {
    sync();
    if (part_) {
        writeRawSidecar(path_, journalHeader(*job_));
        part_->publish();
        journal_->appendFinished();
    }
    finished_ = true;
}

void JobStore::setReceived(std::uint64_t bytes) {
    put(record().receivedBytes, bytes);
}

void JobStore::setSender(std::uint64_t sender) {
    put(record().sender, sender);
}

}  // namespace burin
