// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/output_file.hpp"

#include "core/base/errors.hpp"
#include "core/base/file_access.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <algorithm>
#include <cerrno>
#include <cstring>

namespace burin {
namespace {

int openFlags(OutputFile::Mode mode) {
    switch (mode) {
        case OutputFile::Mode::read:
            return O_RDONLY;
        case OutputFile::Mode::update:
            return O_RDWR | O_CREAT;
        case OutputFile::Mode::create:
            return O_RDWR | O_CREAT | O_TRUNC;
    }
    return O_RDONLY;
}

/// Whether the command line named a place that cannot be written, as opposed to a failure while writing.
bool isWrongPlace(int error) {
    return error == ENOENT || error == ENOTDIR || error == EISDIR || error == EACCES || error == EPERM ||
           error == EROFS || error == ENAMETOOLONG || error == ELOOP || error == ENXIO || error == ETXTBSY;
}

ClosedFile closedFileOf(const struct stat& status) {
    constexpr std::int64_t second = 1'000'000'000;
    return {{status.st_dev, status.st_ino},
            status.st_size,
            status.st_mtim.tv_sec * second + status.st_mtim.tv_nsec};
}

[[noreturn]] void failAt(const std::filesystem::path& path, const FileProblem& problem) {
    throw SinkError(problem.about(path));
}

}  // namespace

std::optional<ClosedFile> closedFileAt(const std::filesystem::path& path) {
    struct stat status {};
    if (::stat(path.c_str(), &status) != 0) return {};
    return closedFileOf(status);
}

std::optional<FileIdentity> identityAt(const std::filesystem::path& path) {
    const auto file = closedFileAt(path);
    if (!file) return {};
    return file->identity;
}

OutputFile::OutputFile(const std::filesystem::path& path, Mode mode, unsigned permissions) : path_(path) {
    auto opened = openRegularFile(path, openFlags(mode), permissions);
    if (const auto* problem = std::get_if<FileProblem>(&opened)) {
        if (problem->error == 0 || isWrongPlace(problem->error)) throw UsageError(problem->about(path));
        failAt(path, *problem);
    }
    descriptor_ = std::move(std::get<Descriptor>(opened));
}

std::variant<OutputFile, Problem> OutputFile::openedForReading(const std::filesystem::path& path) {
    auto opened = openRegularFile(path, openFlags(Mode::read));
    if (const auto* problem = std::get_if<FileProblem>(&opened)) return problem->about(path);
    return OutputFile(path, std::move(std::get<Descriptor>(opened)));
}

void OutputFile::fail(const char* doing) const {
    throw SinkError(
        {.subject = path_.string(), .reason = "cannot %1: %2", .details = {doing, std::strerror(errno)}});
}

void OutputFile::writeAt(std::span<const std::byte> data, std::uint64_t offset) {
    // ext4 of Linux 6.16 and later keeps a longer write in one block of memory. Such blocks are scarce:
    // writes of 4 MiB took up to four times as long in half of the exports.
    constexpr std::size_t most = std::size_t{1} << 20;
    while (!data.empty()) {
        const ssize_t written = ::pwrite(descriptor_.number(), data.data(), std::min(data.size(), most),
                                         static_cast<off_t>(offset));
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) fail("be written");
        data = data.subspan(static_cast<std::size_t>(written));
        offset += static_cast<std::uint64_t>(written);
    }
}

std::size_t OutputFile::readAt(std::span<std::byte> data, std::uint64_t offset) const {
    std::size_t done = 0;
    while (done < data.size()) {
        const ssize_t got = ::pread(descriptor_.number(), data.data() + done, data.size() - done,
                                    static_cast<off_t>(offset + done));
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) fail("be read");
        if (got == 0) break;
        done += static_cast<std::size_t>(got);
    }
    return done;
}

std::uint64_t OutputFile::size() const {
    struct stat status {};
    if (::fstat(descriptor_.number(), &status) != 0) fail("be asked for its size");
    return static_cast<std::uint64_t>(status.st_size);
}

void OutputFile::resize(std::uint64_t bytes) {
    int result = 0;
    do {
        result = ::ftruncate(descriptor_.number(), static_cast<off_t>(bytes));
    } while (result != 0 && errno == EINTR);
    if (result != 0) fail("be resized");
}

void OutputFile::sync() {
    if (!lost_) lost_ = syncData(descriptor_.number());
    if (lost_) failAt(path_, *lost_);
}

bool OutputFile::tryLock() {
    return ::flock(descriptor_.number(), LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK;
}

bool OutputFile::isLockedByAnother() const {
    if (::flock(descriptor_.number(), LOCK_SH | LOCK_NB) != 0) return errno == EWOULDBLOCK;
    static_cast<void>(::flock(descriptor_.number(), LOCK_UN));
    return false;
}

void OutputFile::takeAccessOf(const std::filesystem::path& replaced, bool writable) {
    if (const auto problem = takeAccess(descriptor_.number(), replaced)) failAt(path_, *problem);
    if (!writable) return;
    constexpr mode_t ownersAccess = S_IRUSR | S_IWUSR;
    struct stat status {};
    if (::fstat(descriptor_.number(), &status) != 0) fail("be asked for its permissions");
    if ((status.st_mode & ownersAccess) == ownersAccess) return;
    if (::fchmod(descriptor_.number(), (status.st_mode & 0777U) | ownersAccess) != 0)
        fail("be made writable");
}

ClosedFile OutputFile::asClosed() const {
    struct stat status {};
    if (::fstat(descriptor_.number(), &status) != 0) fail("be identified");
    return closedFileOf(status);
}

bool OutputFile::hasItsName() const {
    struct stat ours {};
    return ::fstat(descriptor_.number(), &ours) == 0 &&
           identityAt(path_) == FileIdentity{ours.st_dev, ours.st_ino};
}

void OutputFile::renameTo(const std::filesystem::path& path) {
    if (!tryRenameTo(path)) fail(("be renamed to " + path.string()).c_str());
}

bool OutputFile::tryRenameTo(const std::filesystem::path& path) {
    if (::rename(path_.c_str(), path.c_str()) != 0) return false;
    path_ = path;
    return true;
}

void syncFolderOf(const std::filesystem::path& path) {
    if (const auto problem = syncFolder(path)) failAt(path, *problem);
}

void renameDurably(const std::filesystem::path& from, const std::filesystem::path& to) {
    if (::rename(from.c_str(), to.c_str()) != 0) {
        throw SinkError({.subject = from.string(),
                         .reason = "cannot be renamed to %1: %2",
                         .details = {to.string(), std::strerror(errno)}});
    }
    const auto problem = syncFolder(to);
    if (!problem) return;
    // A name that the next power cut may take away must not stay visible.
    static_cast<void>(::rename(to.c_str(), from.c_str()));
    failAt(to, *problem);
}

void overwrite(const std::filesystem::path& path, const std::string& text) {
    const auto problem = replaceFile(path, std::as_bytes(std::span(text)));
    if (!problem) return;
    if (problem->error == 0 || isWrongPlace(problem->error)) throw UsageError(problem->about(path));
    failAt(path, *problem);
}

void writeDurably(const std::filesystem::path& path, const std::string& text) {
    const auto problem = replaceFile(path, std::as_bytes(std::span(text)));
    if (problem) failAt(path, *problem);
}

}  // namespace burin
