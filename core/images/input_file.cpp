// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/images/input_file.hpp"

#include "core/images/image_error.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <system_error>

namespace burin {

namespace {

/// \param reason  names the path as %1
[[noreturn]] void failToOpen(const std::filesystem::path& path, std::string reason, std::string why = {}) {
    throw ImageError({.reason = std::move(reason),
                      .details = {path.string(), std::move(why)},
                      .advice = "write the path of a readable image file"});
}

[[noreturn]] void failWithErrno(const std::filesystem::path& path) {
    failToOpen(path, "cannot read %1: %2", std::generic_category().message(errno));
}

[[noreturn]] void failToFind(const std::filesystem::path& path) {
    const std::string folder = path.has_parent_path() ? path.parent_path().string() : ".";
    throw ImageError({.reason = "%1 was not found in %2",
                      .details = {path.filename().string(), folder},
                      .advice = "choose the file, or mute the node"});
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

InputFile::InputFile(std::filesystem::path path) : path_(std::move(path)) {
    // Opening a pipe would wait for its writer. With O_NONBLOCK it opens at once and is refused below.
    descriptor_ = ::open(path_.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (descriptor_ < 0 && errno == ENOENT) failToFind(path_);
    if (descriptor_ < 0) failWithErrno(path_);
    openedNs_ = nowNs();
    struct stat status = {};
    const bool known = ::fstat(descriptor_, &status) == 0;
    if (!known || !S_ISREG(status.st_mode)) {
        ::close(descriptor_);
        failToOpen(path_, S_ISDIR(status.st_mode) ? "cannot read %1: it is a directory"
                                                  : "cannot read %1: it is not a regular file");
    }
    state_ = stateOf(status);
}

InputFile::~InputFile() {
    ::close(descriptor_);
}

FileState InputFile::stateNow() const {
    struct stat status = {};
    if (::fstat(descriptor_, &status) != 0) failWithErrno(path_);
    return stateOf(status);
}

std::size_t InputFile::readSome(std::int64_t offset, std::span<std::byte> bytes) const {
    std::size_t done = 0;
    while (done < bytes.size()) {
        const ssize_t got = ::pread(descriptor_, bytes.data() + done, bytes.size() - done,
                                    static_cast<off_t>(offset + static_cast<std::int64_t>(done)));
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) break;
        done += static_cast<std::size_t>(got);
    }
    // A read while the file is cut short may find zeros beyond its new end, but not before the size fell.
    struct stat status = {};
    if (::fstat(descriptor_, &status) != 0) return 0;
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

std::vector<std::byte> InputFile::readAll() const {
    std::vector<std::byte> bytes(static_cast<std::size_t>(size()));
    read(0, bytes);
    return bytes;
}

}  // namespace burin
