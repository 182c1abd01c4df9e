// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <vector>

namespace burin {

/// A regular file that is open for reading, for as long as the object lives: whoever replaces or renames the
/// file under its path changes nothing here.
///
/// Reads name their place, so that threads share one descriptor without a lock.
class InputFile {
  public:
    /// \throws ImageError where there is no such regular file or it may not be read
    explicit InputFile(std::filesystem::path path);
    ~InputFile();
    InputFile(const InputFile&) = delete;
    InputFile& operator=(const InputFile&) = delete;

    [[nodiscard]] const std::filesystem::path& path() const { return path_; }
    /// In bytes, when it was opened.
    [[nodiscard]] std::int64_t size() const { return size_; }
    /// In nanoseconds since 1970, when it was opened.
    [[nodiscard]] std::int64_t modifiedNs() const { return modifiedNs_; }
    /// For mapping it into memory.
    [[nodiscard]] int descriptor() const { return descriptor_; }

    /// Reads from `offset` on. \return the number of bytes read: less than asked only at the end of the file
    /// or where the device fails
    [[nodiscard]] std::size_t readSome(std::int64_t offset, std::span<std::byte> bytes) const;
    /// Fills `bytes` from `offset` on. \throws ImageError where the file ends earlier or the device fails
    void read(std::int64_t offset, std::span<std::byte> bytes) const;
    /// The whole file. \throws ImageError as read() does
    [[nodiscard]] std::vector<std::byte> readAll() const;

  private:
    std::filesystem::path path_;
    int descriptor_ = -1;
    std::int64_t size_ = 0;
    std::int64_t modifiedNs_ = 0;
};

}  // namespace burin
