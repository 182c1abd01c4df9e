// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/surface/output_file.hpp"

#include "core/surface/export_error.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <cerrno>
#include <cstring>

namespace burin {
namespace {

int openFlags(OutputFile::Mode mode) {
    switch (mode) {
        case OutputFile::Mode::read:
            return O_RDONLY | O_CLOEXEC;
        case OutputFile::Mode::update:
            return O_RDWR | O_CREAT | O_CLOEXEC;
        case OutputFile::Mode::create:
            return O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC;
    }
    return O_RDONLY;
}

/// Whether the command line named a place where nothing can be written, as opposed to a failure.
bool isWrongPlace(int error) {
    return error == ENOENT || error == ENOTDIR || error == EISDIR || error == EACCES || error == EPERM ||
           error == EROFS || error == ENAMETOOLONG || error == ELOOP || error == ENXIO || error == ETXTBSY;
}

}  // namespace

OutputFile::OutputFile(const std::filesystem::path& path, Mode mode) : path_(path) {
    do {
        descriptor_ = ::open(path.c_str(), openFlags(mode), 0666);
    } while (descriptor_ < 0 && errno == EINTR);
    if (descriptor_ < 0) {
        const std::string what = path.string() + ": cannot be opened: " + std::strerror(errno);
        if (isWrongPlace(errno)) throw UsageError(what);
        throw SinkError(what);
    }
}

OutputFile::OutputFile(OutputFile&& other) noexcept
    : path_(std::move(other.path_)),
      descriptor_(std::exchange(other.descriptor_, -1)),
      lost_(std::exchange(other.lost_, 0)) {}

OutputFile& OutputFile::operator=(OutputFile&& other) noexcept {
    std::swap(path_, other.path_);
    std::swap(descriptor_, other.descriptor_);
    std::swap(lost_, other.lost_);
    return *this;
}

OutputFile::~OutputFile() {
    if (descriptor_ >= 0) ::close(descriptor_);
}

void OutputFile::fail(const char* doing) const {
    throw SinkError(path_.string() + ": cannot " + doing + ": " + std::strerror(errno));
}

void OutputFile::writeAt(std::span<const std::byte> data, std::uint64_t offset) {
    while (!data.empty()) {
        const ssize_t written = ::pwrite(descriptor_, data.data(), data.size(), static_cast<off_t>(offset));
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) fail("be written");
        data = data.subspan(static_cast<std::size_t>(written));
        offset += static_cast<std::uint64_t>(written);
    }
}

std::size_t OutputFile::readAt(std::span<std::byte> data, std::uint64_t offset) const {
    std::size_t done = 0;
    while (done < data.size()) {
        const ssize_t got =
            ::pread(descriptor_, data.data() + done, data.size() - done, static_cast<off_t>(offset + done));
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) fail("be read");
        if (got == 0) break;
        done += static_cast<std::size_t>(got);
    }
    return done;
}

std::uint64_t OutputFile::size() const {
    struct stat status {};
    if (::fstat(descriptor_, &status) != 0) fail("be asked for its size");
    return static_cast<std::uint64_t>(status.st_size);
}

void OutputFile::resize(std::uint64_t bytes) {
    int result = 0;
    do {
        result = ::ftruncate(descriptor_, static_cast<off_t>(bytes));
    } while (result != 0 && errno == EINTR);
    if (result != 0) fail("be resized");
}

void OutputFile::sync() {
    if (lost_ == 0 && ::fdatasync(descriptor_) != 0) {
        // Pipes and devices have nothing to sync.
        if (errno == EINVAL || errno == EROFS) return;
        lost_ = errno;
    }
    if (lost_ == 0) return;
    errno = lost_;
    fail("be brought to disk");
}

bool OutputFile::tryLock() {
    return ::flock(descriptor_, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK;
}

void syncFolderOf(const std::filesystem::path& path) {
    const auto folder = path.has_parent_path() ? path.parent_path() : std::filesystem::path(".");
    const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor < 0) return;
    // Some file systems cannot sync a folder and keep its entries in order by themselves.
    static_cast<void>(::fsync(descriptor));
    ::close(descriptor);
}

void renameDurably(const std::filesystem::path& from, const std::filesystem::path& to) {
    if (::rename(from.c_str(), to.c_str()) != 0) {
        throw SinkError(from.string() + ": cannot be renamed to " + to.string() + ": " +
                        std::strerror(errno));
    }
    syncFolderOf(to);
}

void writeDurably(const std::filesystem::path& path, const std::string& text) {
    auto unfinished = path;
    unfinished += ".new";
    {
        OutputFile file(unfinished, OutputFile::Mode::create);
        file.writeAt(std::as_bytes(std::span(text)), 0);
        file.sync();
    }
    renameDurably(unfinished, path);
}

}  // namespace burin
