// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <vector>

namespace burin {

/// Which file it is and in which state, as the file system says: every write changes the times.
struct FileState {
    std::uint64_t device = 0;
    std::uint64_t inode = 0;
    std::int64_t bytes = 0;
    std::int64_t modifiedNs = 0;  ///< since 1970, like all times here
    std::int64_t changedNs = 0;   ///< of content, name or rights; no program can set it

    friend bool operator==(const FileState&, const FileState&) = default;
};

/// A regular file that is open for reading, for as long as the object lives: whoever replaces or renames the
/// file under its path changes nothing here.
///
/// Reads name their place, so that threads share one descriptor without a lock. Nothing is mapped: a file
/// that somebody cuts short while it is read is an error, not a signal.
class InputFile {
  public:
    /// \throws ImageError where there is no such regular file or it may not be read
    explicit InputFile(std::filesystem::path path);
    ~InputFile();
    InputFile(const InputFile&) = delete;
    InputFile& operator=(const InputFile&) = delete;

    [[nodiscard]] const std::filesystem::path& path() const { return path_; }
    /// When it was opened.
    [[nodiscard]] const FileState& state() const { return state_; }
    /// Now. \throws ImageError where the device fails
    [[nodiscard]] FileState stateNow() const;
    /// In bytes, when it was opened.
    [[nodiscard]] std::int64_t size() const { return state_.bytes; }
    /// The system's time, when it was opened.
    [[nodiscard]] std::int64_t openedNs() const { return openedNs_; }

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
    std::int64_t openedNs_ = 0;
    FileState state_;
};

}  // namespace burin
