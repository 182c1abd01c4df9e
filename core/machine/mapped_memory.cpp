// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/machine/mapped_memory.hpp"

#include "core/base/errors.hpp"
#include "core/base/files.hpp"
#include "core/base/output_file.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <cerrno>
#include <cstring>
#include <string>
#include <variant>

namespace burin {
namespace {

[[noreturn]] void fail(const std::filesystem::path& path) {
    const std::string reason = std::strerror(errno);
    throw SinkError({.subject = path.empty() ? "the buffer" : path.string(),
                     .reason = "cannot be kept: %1",
                     .details = {reason}});
}

/// Refuses a file that does not begin with the mark, unless it is empty, because it has just been created.
/// \throws UsageError
void refuseUnmarked(const std::filesystem::path& path, std::string_view mark) {
    const auto read = readRegularFile(path, mark.size());
    const auto* const text = std::get_if<std::string>(&read);
    if (text == nullptr || text->empty() || *text == mark) return;
    throw UsageError({.subject = path.string(),
                      .reason = "is not the buffer of a controller, so jobs do not replace it",
                      .advice = "rename or remove it, or choose another name for the output"});
}

/// Allocates the disk space of a file, and keeps its content. \return whether it worked; if not, errno says
/// why
bool allocated(int file, std::size_t bytes) {
    errno = ::posix_fallocate(file, 0, static_cast<off_t>(bytes));
    return errno == 0;
}

/// Empties a file, writes the mark and allocates the disk space. \return whether it worked; if not, errno
/// says why
bool madeAnew(int file, std::size_t bytes, std::string_view mark) {
    if (::ftruncate(file, 0) != 0) return false;
    if (!mark.empty()) {
        errno = ENOSPC;  // error for a write of fewer bytes
        if (::pwrite(file, mark.data(), mark.size(), 0) != static_cast<ssize_t>(mark.size())) return false;
    }
    return allocated(file, bytes);
}

/// Opens a file of that size. Its disk space is allocated at once, so that a full disk is an error now and
/// not a signal later. A kept file may have holes, such as a copy that left out its zeros.
int openSized(const std::filesystem::path& path, std::size_t bytes, std::string_view mark, bool& kept) {
    OutputFile(path, OutputFile::Mode::update);  // reports a wrong place
    refuseUnmarked(path, mark);
    const int file = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (file < 0) fail(path);
    struct stat status {};
    kept = ::fstat(file, &status) == 0 && static_cast<std::size_t>(status.st_size) == bytes;
    if (!(kept ? allocated(file, bytes) : madeAnew(file, bytes, mark))) {
        const int error = errno;
        ::close(file);
        errno = error;
        fail(path);
    }
    return file;
}

}  // namespace

MappedMemory::MappedMemory(const std::filesystem::path& path, std::size_t bytes, std::string_view mark) {
    const std::size_t all = mark.size() + bytes;
    const int file = path.empty() ? -1 : openSized(path, all, mark, kept_);
    const int flags = path.empty() ? MAP_PRIVATE | MAP_ANONYMOUS : MAP_SHARED;
    void* const memory = ::mmap(nullptr, all, PROT_READ | PROT_WRITE, flags, file, 0);
    const int error = errno;
    if (file >= 0) ::close(file);
    errno = error;
    if (memory == MAP_FAILED) fail(path);
    mapped_ = {static_cast<std::byte*>(memory), all};
    bytes_ = mapped_.subspan(mark.size());
}

MappedMemory::~MappedMemory() {
    ::munmap(mapped_.data(), mapped_.size());
}

}  // namespace burin
