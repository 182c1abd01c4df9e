// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/machine/job_store.hpp"

#include "core/base/checksum.hpp"
#include "core/base/errors.hpp"
#include "core/sinks/journals.hpp"
#include "core/sinks/raw.hpp"

#include <sys/stat.h>
#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cstddef>
#include <cstring>
#include <fstream>
#include <string>
#include <string_view>
#include <system_error>

namespace burin {

/// The contents of NAME.position.
struct JobStore::Record {
    std::array<char, 16> job;   ///< the job's id
    std::array<char, 40> boot;  ///< id of the system's boot; after another boot the journal is more reliable
    std::int64_t begunLines;
    std::int64_t executedLines;
    std::uint64_t receivedBytes;
    std::uint64_t sender;
    std::uint64_t
        /// the inode of the job's journal; distinguishes the job from an earlier one with the same id
        journal;
    std::array<char, longestJobId> idOfSender;  ///< the id that the sender has given to the job; may be empty
    std::uint64_t paused;                       ///< 1 if the machine is paused, even without a job
    std::uint64_t stopped;                      ///< 1 if the job was stopped and not resumed since
};

namespace {

template <std::size_t size>
std::array<char, size> padded(const std::string& text) {
    std::array<char, size> result{};
    std::copy_n(text.begin(), std::min(text.size(), size), result.begin());
    return result;
}

std::string unpadded(std::span<const char> bytes) {
    return {bytes.begin(), std::find(bytes.begin(), bytes.end(), '\0')};
}

std::string bootId() {
    std::ifstream file("/proc/sys/kernel/random/boot_id");
    std::string id;
    std::getline(file, id);
    return id;
}

/// Writes a number in a way that the compiler does not reorder, because the order decides which data remain
/// if the process is killed.
template <class Number>
void put(Number& target, Number value) {
    std::atomic_ref(target).store(value, std::memory_order_seq_cst);
}

template <class Number>
Number get(Number& source) {
    return std::atomic_ref(source).load(std::memory_order_seq_cst);
}

bool isThere(const std::filesystem::path& path) {
    std::error_code error;
    return std::filesystem::exists(path, error);
}

std::uint64_t inodeOf(const std::filesystem::path& path) {
    struct stat status {};
    if (::stat(path.c_str(), &status) != 0)
        throw SinkError({.subject = path.string(),
                         .reason = "cannot be inspected: %1",
                         .details = {std::strerror(errno)}});
    return status.st_ino;
}

OutputFile locked(const std::filesystem::path& path, OutputFile::Mode mode) {
    OutputFile file(path, mode);
    if (!file.tryLock()) throw UsageError(path.string(), "another controller or export is writing it");
    return file;
}

/// Why a controller cannot work with a file of another origin.
UsageError notOfAController(const std::filesystem::path& file, const char* reason) {
    return UsageError({.subject = file.string(),
                       .reason = reason,
                       .advice = "rename or remove it, or choose another name for the output"});
}

/// Whether the bytes can be the id that the system gives to a boot; also true if they are empty.
bool isBootId(std::span<const char> bytes) {
    const auto end = std::find(bytes.begin(), bytes.end(), '\0');
    return std::all_of(bytes.begin(), end,
                       [](char c) {
                           return std::string_view("0123456789abcdef-").find(c) != std::string_view::npos;
                       }) &&
           std::all_of(end, bytes.end(), [](char c) { return c == '\0'; });
}

}  // namespace

/// The files that a job needs before it begins. Removed again unless the job begins.
class JobStore::NewFiles {
  public:
    explicit NewFiles(const JobStore& store) : store_(store) {}
    NewFiles(const NewFiles&) = delete;
    NewFiles& operator=(const NewFiles&) = delete;
    ~NewFiles() {
        if (!taken) store_.dropNewFiles();
    }

    void make(const TransferJob& job) {
        store_.refuseForeignOutput();
        taken = false;
        journal = JournalWriter::create(store_.beside(".journal.new"), journalHeader(job));
        inode = inodeOf(store_.beside(".journal.new"));
        part = OutputFile(store_.beside(".part.new"), OutputFile::Mode::create);
        part.resize(job.layout().bytes());
        part.sync();
        syncFolderOf(store_.path_);
    }

    std::optional<JournalWriter> journal;
    OutputFile part;
    std::uint64_t inode = 0;  ///< inode of the journal
    bool taken = true;        ///< the job has begun and owns the files

  private:
    const JobStore& store_;
};

JobStore::JobStore(const std::filesystem::path& path)
    : path_(path),
      boot_(bootId()),
      lock_(path.empty() ? OutputFile() : lockedPosition(path)),
      memory_(path.empty() ? path : beside(".position"), sizeof(Record)) {
    if (path_.empty()) return;
    refuseForeignOutput();
    if (isThere(beside(".journal.new"))) {
        dropNewFiles();
    } else if (isThere(beside(".part.new"))) {
        renameDurably(beside(".part.new"), beside(".part"));
    }
    const Journal journal = readJournal(beside(".journal"));
    if (journal.unusable()) throw UsageError(beside(".journal").string(), journal.problem.text());
    // A job gives its journal its name before its part.
    if (journal.state == Journal::State::absent && isThere(beside(".part")))
        throw notOfAController(beside(".part"), "has no journal of a controller, so jobs do not replace it");
    if (journal.state == Journal::State::valid) {
        adopt(journal);
    } else if (isThere(path_)) {
        throw notOfAController(path_, "has no journal of a controller, so jobs do not replace it");
    }
}

/// NAME.position, which is new, empty, or holds a record. A record of an earlier version, which ended before
/// `paused`, gets its new length, but only under the lock. \throws UsageError if the file holds something
/// else, or another process has locked it
OutputFile JobStore::lockedPosition(const std::filesystem::path& path) {
    constexpr std::size_t earlierBytes = offsetof(Record, paused);
    const std::filesystem::path file = burin::beside(path, ".position");
    const auto read = readRegularFile(file, sizeof(Record) + 1);
    const auto* const text = std::get_if<std::string>(&read);
    if (text != nullptr && !text->empty()) {
        Record record{};
        const bool fits = text->size() == earlierBytes || text->size() == sizeof record;
        if (fits) std::memcpy(&record, text->data(), text->size());
        if (!fits || !isBootId(record.boot))
            throw notOfAController(file, "is not the position of a controller, so jobs do not replace it");
    }
    OutputFile position = locked(file, OutputFile::Mode::update);
    if (position.size() == earlierBytes) position.resize(sizeof(Record));
    return position;
}

/// Looks for an output or a description that was not written by a controller. A controller writes the
/// description before it gives the output its name, so it never leaves one without the other. \throws
/// UsageError
void JobStore::refuseForeignOutput() const {
    if (isThere(path_) && !isThere(burin::beside(path_, rawSidecarSuffix)))
        throw notOfAController(path_, "has no description of a controller, so jobs do not replace it");
    if (const auto foreign = foreignRawSidecar(path_))
        throw notOfAController(*foreign, "is not the description of an output, so jobs do not replace it");
}

/// Removes the part first and the journal last. If the part cannot be removed, the journal stays, because a
/// part without its journal would be mistaken for that of the current job.
void JobStore::dropNewFiles() const {
    std::error_code error;
    for (const char* suffix : {".part.new", ".journal.new.new", ".journal.new"}) {
        std::filesystem::remove(beside(suffix), error);
        if (error) return;
    }
}

std::filesystem::path JobStore::beside(const char* suffix) const {
    return burin::beside(path_, suffix);
}

JobStore::Record& JobStore::record() const {
    return *reinterpret_cast<Record*>(memory_.bytes().data());
}

void JobStore::adopt(const Journal& journal) {
    TransferJob job = transferJob(journal.header);
    if (!problemOf(job).empty() || journal.header.format != "raw" ||
        journal.header.chunk != journalHeader(job).chunk) {
        throw UsageError(beside(".journal").string(), "is not a controller's journal");
    }
    layout_ = job.layout();
    const std::int64_t synced = journal.done().firstGap(0);
    const bool begun = isThere(beside(".part"));
    finished_ = !begun && isThere(path_) && synced == layout_.lines();
    if (!finished_ && !begun) return;
    const std::uint64_t inode = inodeOf(beside(".journal"));
    const bool same = memory_.kept() && record().job == padded<16>(job.id()) && record().journal == inode;
    const auto idOfSender = same ? record().idOfSender : decltype(Record::idOfSender){};
    const bool current = same && record().boot == padded<40>(boot_) && record().executedLines >= synced &&
                         record().executedLines <= layout_.lines();
    if (!current) {
        record() = {padded<16>(job.id()), padded<40>(boot_),          synced, synced, 0, 0, inode, idOfSender,
                    record().paused,      same ? record().stopped : 0};
    }
    job.idOfSender = unpadded(idOfSender);
    journal_ = JournalWriter::reopen(beside(".journal"), journal.soundBytes);
    job_ = job;
    unsynced_ = {{synced, synced}, 0};
    if (finished_) return;
    part_ = OutputFile(beside(".part"), OutputFile::Mode::update);
    readUnsynced();
}

/// Lines that were engraved after the last record of the journal have no checksum there yet, so they are read
/// back.
void JobStore::readUnsynced() {
    const std::int64_t synced = unsynced_.chunks.first;
    std::vector<std::byte> line;
    for (std::int64_t i = synced; i < record().executedLines; ++i) {
        line.resize(layout_.bytesOf(i));
        if (part_.readAt(line, layout_.offsetOf(i)) != line.size())
            throw SinkError(part_.path().string(), "ends too early");
        unsynced_ = {{synced, i + 1}, addToRun(unsynced_.checksum, checksum(line))};
    }
}

JobStore::Position JobStore::position() const {
    Record& r = record();
    Position position{get(r.executedLines), {}, get(r.receivedBytes), get(r.sender), get(r.paused) != 0,
                      get(r.stopped) != 0};
    if (get(r.begunLines) > position.executedLines) position.doubtfulLine = position.executedLines;
    return position;
}

void JobStore::begin(const TransferJob& job) {
    NewFiles files(*this);
    TransferJob copy = job;  // operations that may fail come first
    OutputFile lastJournal;
    if (!path_.empty()) {
        if (!journal_ && isThere(beside(".journal")))
            lastJournal = locked(beside(".journal"), OutputFile::Mode::read);
        files.make(job);
        files.journal->renameTo(beside(".journal"));  // from here on this job is the current one
    }
    files.taken = true;
    takeOver(files);
    record() = {padded<16>(job.id()),
                padded<40>(boot_),
                0,
                0,
                0,
                0,
                files.inode,
                padded<longestJobId>(job.idOfSender),
                record().paused,
                0};
    layout_ = job.layout();
    job_ = std::move(copy);
    finished_ = false;
    unsynced_ = {};
}

/// Takes over the new files. A failure here does not prevent the job from beginning: settle() is tried again
/// before anything depends on it.
void JobStore::takeOver(NewFiles& files) {
    if (path_.empty()) return;
    journal_ = std::move(files.journal);
    part_ = std::move(files.part);
    settled_ = false;
    try {
        settle();
    } catch (const std::exception&) {
    }
}

/// Renames the part only when no power cut can bring back the previous job's journal.
void JobStore::settle() {
    if (settled_) return;
    syncFolderOf(path_);
    if (part_.path() != beside(".part")) part_.renameTo(beside(".part"));
    syncFolderOf(path_);
    settled_ = true;
}

void JobStore::beginLine(std::int64_t line) {
    put(record().begunLines, line + 1);
}

void JobStore::engrave(std::int64_t line, std::span<const std::byte> samples) {
    beginLine(line);
    if (part_.isOpen()) {
        part_.writeAt(samples, layout_.offsetOf(line));
        unsynced_.chunks.last = line + 1;
        unsynced_.checksum = addToRun(unsynced_.checksum, checksum(samples));
    }
    put(record().executedLines, line + 1);
}

void JobStore::sync() {
    if (!part_.isOpen()) return;
    settle();
    if (unsynced_.chunks.count() == 0) return;
    part_.sync();
    journal_->append({&unsynced_, 1});
    unsynced_ = {{unsynced_.chunks.last, unsynced_.chunks.last}, 0};
}

void JobStore::finish() {
    if (part_.isOpen()) {
        sync();
        part_.sync();
        if (!part_.hasItsName())
            throw SinkError(
                {.subject = part_.path().string(),
                 .reason = "was removed or replaced while the job was engraved",
                 .advice = "rename or remove the file that now has its name, and send the job again"});
        refuseForeignOutput();
        writeRawSidecar(path_, journalHeader(*job_));
        part_.renameTo(path_);
        syncFolderOf(path_);
        part_ = {};
        journal_->appendFinished();
    }
    finished_ = true;
}

void JobStore::setReceived(std::uint64_t bytes) {
    put(record().receivedBytes, bytes);
}

void JobStore::setPaused(bool paused) {
    put(record().paused, std::uint64_t{paused});
}

void JobStore::setStopped(bool stopped) {
    put(record().stopped, std::uint64_t{stopped});
}

void JobStore::setIdOfSender(const std::string& id) {
    job_->idOfSender = id;
    record().idOfSender = padded<longestJobId>(id);
}

void JobStore::setSender(std::uint64_t sender) {
    put(record().sender, sender);
}

}  // namespace burin
