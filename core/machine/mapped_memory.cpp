// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/machine/mapped_memory.hpp"

#include "core/base/errors.hpp"
#include "core/base/output_file.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <cerrno>
#include <cstring>
#include <string>

namespace burin {
namespace {

[[noreturn]] void fail(const std::filesystem::path& path) {
    const std::string reason = std::strerror(errno);
    throw SinkError({.subject = path.empty() ? "the buffer" : path.string(),
                     .reason = "cannot be kept: %1",
                     .details = {reason}});
}

/// Opens a file of that size. Its disk space is allocated at once, so that a full disk is an error now and
/// not a signal later.
int openSized(const std::filesystem::path& path, std::size_t bytes, bool& kept) {
    OutputFile(path, OutputFile::Mode::update);  // reports a wrong place
    const int file = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (file < 0) fail(path);
    struct stat status {};
    kept = ::fstat(file, &status) == 0 && static_cast<std::size_t>(status.st_size) == bytes;
    const auto size = static_cast<off_t>(bytes);
    errno = 0;
    if (!kept && (::ftruncate(file, 0) != 0 || (errno = ::posix_fallocate(file, 0, size)) != 0)) {
        const int error = errno;
        ::close(file);
        errno = error;
        fail(path);
    }
    return file;
}

}  // namespace

MappedMemory::MappedMemory(const std::filesystem::path& path, std::size_t bytes) {
    const int file = path.empty() ? -1 : openSized(path, bytes, kept_);
    const int flags = path.empty() ? MAP_PRIVATE | MAP_ANONYMOUS : MAP_SHARED;
    void* const memory = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, flags, file, 0);
    const int error = errno;
    if (file >= 0) ::close(file);
    errno = error;
    if (memory == MAP_FAILED) fail(path);
    bytes_ = {static_cast<std::byte*>(memory), bytes};
}

MappedMemory::~MappedMemory() {
    ::munmap(bytes_.data(), bytes_.size());
}

}  // namespace burin
