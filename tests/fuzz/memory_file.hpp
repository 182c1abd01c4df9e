// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <string>
#include <utility>

/// A file in memory with these bytes, at a path that a reader can open.
class MemoryFile {
  public:
    MemoryFile(const std::uint8_t* data, std::size_t size)
        : descriptor_(::memfd_create("fuzz", MFD_CLOEXEC)) {
        if (descriptor_ < 0 || ::write(descriptor_, data, size) != static_cast<ssize_t>(size)) std::abort();
    }
    ~MemoryFile() { ::close(descriptor_); }
    MemoryFile(const MemoryFile&) = delete;
    MemoryFile& operator=(const MemoryFile&) = delete;

    [[nodiscard]] std::string path() const { return "/proc/self/fd/" + std::to_string(descriptor_); }

  private:
    int descriptor_;
};

/// The same under a name of its own, for readers that decide by its suffix.
class NamedMemoryFile {
  public:
    NamedMemoryFile(const std::uint8_t* data, std::size_t size, std::string name)
        : file_(data, size), name_(std::move(name)) {
        if (::mkdtemp(folder_.data()) == nullptr || ::symlink(file_.path().c_str(), path().c_str()) != 0)
            std::abort();
    }
    ~NamedMemoryFile() {
        ::unlink(path().c_str());
        ::rmdir(folder_.c_str());
    }
    NamedMemoryFile(const NamedMemoryFile&) = delete;
    NamedMemoryFile& operator=(const NamedMemoryFile&) = delete;

    [[nodiscard]] std::string path() const { return folder_ + '/' + name_; }

  private:
    MemoryFile file_;
    std::string name_;
    std::string folder_ = "/tmp/burin-fuzz-XXXXXX";
};
