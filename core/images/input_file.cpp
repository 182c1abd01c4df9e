// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/images/input_file.hpp"

#include "core/base/files.hpp"
#include "core/images/image_error.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <system_error>
#include <utility>
#include <variant>

namespace burin {

namespace {

[[noreturn]] void fail(Problem problem) {
    problem.advice = "write the path of a readable file";
    throw ImageError(std::move(problem));
}

[[noreturn]] void failWithErrno(const std::filesystem::path& path) {
    fail({.subject = path.string(),
          .reason = "cannot be read: %1",
          .details = {std::generic_category().message(errno)}});
}

[[noreturn]] void failToFind(const std::filesystem::path& path) {
    const std::string folder = path.has_parent_path() ? path.parent_path().string() : ".";
    throw ImageError({.reason = "%1 was not found in %2",
                      .details = {path.filename().string(), folder},
                      .advice = missingFileAdvice});
}

[[noreturn]] void failForTooMany(Problem problem) {
    problem.advice = "use fewer files, or raise the limit of open files";
    throw ImageError(std::move(problem));
}

FileState stateOf(const struct stat& status) {
    const auto nanoseconds = [](const timespec& time) {
        return std::int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
    };
    return {status.st_dev, status.st_ino, status.st_size, nanoseconds(status.st_mtim),
            nanoseconds(status.st_ctim)};
}

std::int64_t nowNs() {
    using namespace std::chrono;
    return duration_cast<nanoseconds>(system_clock::now().time_since_epoch()).count();
}

}  // namespace

void refuseAsChanged(const std::filesystem::path& file) {
    throw ImageError({.reason = "%1 has changed since it was opened",
                      .details = {file.string()},
                      .advice = "use a file that no other program is writing"});
}

InputFile::InputFile(std::filesystem::path path) : path_(std::move(path)) {
    auto opened = openRegularFile(path_, O_RDONLY);
    if (const auto* problem = std::get_if<FileProblem>(&opened)) {
        if (problem->error == ENOENT) failToFind(path_);
        if (problem->error == EMFILE) failForTooMany(problem->about(path_));
        fail(problem->about(path_));
    }
    descriptor_ = std::move(std::get<Descriptor>(opened));
    openedNs_ = nowNs();
    state_ = stateNow();
    entry_ = entryNow();
    opened_ = std::chrono::steady_clock::now();
    settled_ = timesTellLaterChanges(state_.changedNs, openedNs_);
}

FileState InputFile::stateNow() const {
    struct stat status = {};
    if (::fstat(descriptor_.number(), &status) != 0) failWithErrno(path_);
    return stateOf(status);
}

void InputFile::requireUnchanged() const {
    requireSameEarlyReads();
    const FileState now = stateNow();
    if (now.bytes != state_.bytes || now.modifiedNs != state_.modifiedNs) refuseAsChanged();
    if (now.changedNs != state_.changedNs && entryNow() == entry_ && hasItsPath()) refuseAsChanged();
}

InputFile::Entry InputFile::entryNow() const {
    struct stat status = {};
    if (::fstat(descriptor_.number(), &status) != 0) failWithErrno(path_);
    return {status.st_nlink, status.st_mode, status.st_uid, status.st_gid};
}

bool InputFile::hasItsPath() const {
    struct stat named = {};
    return ::stat(path_.c_str(), &named) == 0 && named.st_dev == state_.device &&
           named.st_ino == state_.inode;
}

bool InputFile::isEarly() const {
    if (settled_) return false;
    // Counted from the opening, because the clock of the file system may be ahead.
    const std::chrono::nanoseconds passed = std::chrono::steady_clock::now() - opened_;
    return !timesTellLaterChanges(state_.changedNs, state_.changedNs + passed.count());
}

void InputFile::requireSameEarlyReads() const {
    if (settled_) return;
    const bool last = !isEarly();
    const std::lock_guard lock(mutex_);
    std::vector<std::byte> bytes;
    for (const EarlyRead& early : early_) {
        bytes.resize(early.bytes);
        const std::size_t got = readNow(early.offset, bytes);
        if (contentHash(std::span(bytes).first(got)) != early.content) refuseAsChanged();
    }
    // From now on every write changes the times of the file.
    if (last) early_.clear();
}

std::size_t InputFile::readSome(std::int64_t offset, std::span<std::byte> bytes) const {
    if (!isEarly()) return readNow(offset, bytes);
    constexpr std::size_t pieceBytes = std::size_t{1} << 18;  // so that reading again takes little memory
    std::size_t done = 0;
    while (done < bytes.size()) {
        const auto piece = bytes.subspan(done, std::min(pieceBytes, bytes.size() - done));
        const auto at = offset + static_cast<std::int64_t>(done);
        const std::size_t got = readNow(at, piece);
        const EarlyRead early{at, piece.size(), contentHash(piece.first(got))};
        const std::lock_guard lock(mutex_);
        early_.push_back(early);
        done += got;
        if (got < piece.size()) break;
    }
    return done;
}

std::size_t InputFile::readNow(std::int64_t offset, std::span<std::byte> bytes) const {
    std::size_t done = 0;
    while (done < bytes.size()) {
        const ssize_t got = ::pread(descriptor_.number(), bytes.data() + done, bytes.size() - done,
                                    static_cast<off_t>(offset + static_cast<std::int64_t>(done)));
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) break;
        done += static_cast<std::size_t>(got);
    }
    // If the file is cut short during a read, the read may return zeros beyond the new end. The size has
    // fallen by then.
    struct stat status = {};
    if (::fstat(descriptor_.number(), &status) != 0) return 0;
    return static_cast<std::size_t>(
        std::clamp<std::int64_t>(status.st_size - offset, 0, static_cast<std::int64_t>(done)));
}

void InputFile::read(std::int64_t offset, std::span<std::byte> bytes) const {
    if (readSome(offset, bytes) == bytes.size()) return;
    throw ImageError(
        {.reason = "cannot read %1 bytes at %2 of %3: the file was cut short or its device fails",
         .details = {std::to_string(bytes.size()), std::to_string(offset), path_.string()},
         .advice = "use a complete file that no other program is writing"});
}

void InputFile::expectGaps(bool gaps) const {
    static_cast<void>(
        ::posix_fadvise(descriptor_.number(), 0, 0, gaps ? POSIX_FADV_RANDOM : POSIX_FADV_NORMAL));
}

std::vector<std::byte> InputFile::readAll() const {
    std::vector<std::byte> bytes(static_cast<std::size_t>(size()));
    read(0, bytes);
    requireUnchanged();
    return bytes;
}

std::vector<Problem> aboutFile(const InputFile& file, std::vector<Problem> remarks) {
    for (Problem& remark : remarks) {
        if (remark.subject.empty()) remark.subject = file.path().string();
    }
    return remarks;
}

}  // namespace burin
