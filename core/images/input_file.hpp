// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/descriptor.hpp"
#include "core/base/problem.hpp"
#include "core/images/content_hash.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <mutex>
#include <span>
#include <vector>

namespace burin {

/// Identifies a file and its state by the data that the file system reports. Every write changes the times.
struct FileState {
    std::uint64_t device = 0;
    std::uint64_t inode = 0;
    std::int64_t bytes = 0;
    std::int64_t modifiedNs = 0;  ///< ns since 1970, like all times here
    std::int64_t changedNs = 0;   ///< last change of content, name or permissions; programs cannot set it

    friend bool operator==(const FileState&, const FileState&) = default;
};

/// Ends a reading that has found another version of a file than an earlier reading. \throws ImageError always
[[noreturn]] void refuseAsChanged(const std::filesystem::path& file);

/// The advice about a file that is not there. The code that shows it may have better advice.
inline constexpr const char* missingFileAdvice = "write the path of a file that exists";

/// A regular file, open for reading while the object lives. Replacing or renaming the file under its path has
/// no effect here.
///
/// Every read names its offset, so threads share one descriptor without a lock. Nothing is memory-mapped: if
/// a file is cut short while it is read, the result is an error, not a signal.
///
/// If a file was changed just before it was opened, its times do not tell whether it is written again within
/// the same tick of its file system's clock. Bytes that are read during that tick are therefore read again:
/// see requireSameEarlyReads(). All functions are thread-safe.
class InputFile {
  public:
    /// \throws ImageError if there is no such regular file or it may not be read
    explicit InputFile(std::filesystem::path path);
    InputFile(const InputFile&) = delete;
    InputFile& operator=(const InputFile&) = delete;

    [[nodiscard]] const std::filesystem::path& path() const { return path_; }
    /// The state at opening.
    [[nodiscard]] const FileState& state() const { return state_; }
    /// The current state. \throws ImageError if the device fails
    [[nodiscard]] FileState stateNow() const;
    /// If the time of its content or its length differs, the file was written. If only the time of its last
    /// change differs, its name, its links or its owner may have changed, which is allowed. Otherwise a
    /// program has set the times after it wrote, as rsync and `cp -p` do.
    /// \throws ImageError if the file was written since it was opened, or the device fails, and like
    /// requireSameEarlyReads()
    void requireUnchanged() const;
    /// Reads again the parts that were read while a write could leave the file's times unchanged. Returns at
    /// once if the file is settled. \throws ImageError if the file holds something else now
    void requireSameEarlyReads() const;
    [[noreturn]] void refuseAsChanged() const { burin::refuseAsChanged(path_); }
    /// Whether its times tell every write since it was opened.
    [[nodiscard]] bool settled() const { return settled_; }
    /// Bytes at opening.
    [[nodiscard]] std::int64_t size() const { return state_.bytes; }
    /// The system time at opening.
    [[nodiscard]] std::int64_t openedNs() const { return openedNs_; }

    /// Reads from `offset` on. \return the number of bytes read, less than asked for only at the end of the
    /// file or if the device fails
    [[nodiscard]] std::size_t readSome(std::int64_t offset, std::span<std::byte> bytes) const;
    /// Fills `bytes` from `offset` on. \throws ImageError if the file ends earlier or the device fails
    void read(std::int64_t offset, std::span<std::byte> bytes) const;
    /// Says whether the parts that are read lie far apart: the system then does not read what is between
    /// them.
    void expectGaps(bool gaps) const;
    /// The whole file. \throws ImageError like read(), and like requireUnchanged()
    [[nodiscard]] std::vector<std::byte> readAll() const;

  private:
    /// What another program may change without writing the content.
    struct Entry {
        std::uint64_t links = 0;
        std::uint32_t mode = 0;
        std::uint32_t owner = 0;
        std::uint32_t group = 0;

        friend bool operator==(const Entry&, const Entry&) = default;
    };
    /// Bytes that were read while a write could leave the times of the file as they were.
    struct EarlyRead {
        std::int64_t offset = 0;
        std::size_t bytes = 0;  ///< that were asked for
        ContentHash content;    ///< of those that were read
    };
    /// Whether a write may leave the times of the file as they are.
    [[nodiscard]] bool isEarly() const;
    /// Like readSome(), but keeps no early read.
    [[nodiscard]] std::size_t readNow(std::int64_t offset, std::span<std::byte> bytes) const;
    [[nodiscard]] Entry entryNow() const;
    /// Whether the path leads to this file.
    [[nodiscard]] bool hasItsPath() const;

    std::filesystem::path path_;
    Descriptor descriptor_;
    std::int64_t openedNs_ = 0;
    FileState state_;
    Entry entry_;
    std::chrono::steady_clock::time_point opened_;
    bool settled_ = false;
    mutable std::mutex mutex_;  ///< guards early_; held while early reads are read again
    mutable std::vector<EarlyRead> early_;
};

/// Remarks about a file. A remark without a subject gets the path as its subject.
[[nodiscard]] std::vector<Problem> aboutFile(const InputFile& file, std::vector<Problem> remarks);

}  // namespace burin
