// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/files.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <variant>

namespace burin {

/// The device and the inode of a file. As long as the file is open, no other file has them.
struct FileIdentity {
    std::uint64_t device = 0;
    std::uint64_t inode = 0;

    friend bool operator==(const FileIdentity&, const FileIdentity&) = default;
};

/// Tells a file that is complete and closed from any other. The file system may give its inode to a new file
/// when it is removed, so that its size and time also count.
struct ClosedFile {
    FileIdentity identity;
    std::int64_t bytes = 0;
    std::int64_t modifiedNs = 0;

    friend bool operator==(const ClosedFile&, const ClosedFile&) = default;
};

/// The file that `path` leads to, if it is closed; nothing if it leads to none.
[[nodiscard]] std::optional<ClosedFile> closedFileAt(const std::filesystem::path& path);
/// The identity of the file that `path` leads to; nothing if it leads to none.
[[nodiscard]] std::optional<FileIdentity> identityAt(const std::filesystem::path& path);

/// The owner of an open file. Every failure is a SinkError that names the file and the reason.
///
/// Reads and writes at given offsets may come from several threads at once.
class OutputFile {
  public:
    enum class Mode {
        read,    ///< must exist
        update,  ///< created if it does not exist; keeps its content
        create   ///< created, or emptied if it exists
    };

    OutputFile() = default;
    /// \param permissions  of a new file, without those that the user's umask takes away
    /// \throws UsageError if the folder does not exist or is not writable, or if the name belongs to
    ///         something other than a regular file
    OutputFile(const std::filesystem::path& path, Mode mode, unsigned permissions = 0666);

    /// Opens an existing file to read it, or says why that is not possible.
    [[nodiscard]] static std::variant<OutputFile, Problem> openedForReading(
        const std::filesystem::path& path);

    [[nodiscard]] bool isOpen() const { return descriptor_.isOpen(); }
    [[nodiscard]] const std::filesystem::path& path() const { return path_; }

    void writeAt(std::span<const std::byte> data, std::uint64_t offset);
    /// \return the number of bytes read, less than asked for only at the end of the file
    [[nodiscard]] std::size_t readAt(std::span<std::byte> data, std::uint64_t offset) const;
    [[nodiscard]] std::uint64_t size() const;
    /// A file that grows is sparse: the new part takes no disk space until it is written.
    void resize(std::uint64_t bytes);
    /// Returns when the data are on disk. After one failure every later call fails too, because the system
    /// reports such a loss only once. One thread at a time.
    void sync();
    /// False if another process holds the lock. The system releases the lock when the process ends, even if
    /// it is killed.
    [[nodiscard]] bool tryLock();
    /// Whether someone else, also in this process, holds the lock. Shares the lock for a moment.
    [[nodiscard]] bool isLockedByAnother() const;
    /// Takes the access and the user attributes of the file that it is going to replace, see takeAccess().
    /// Does nothing if there is no such file. \param writable  its owner may read and write it in any case
    void takeAccessOf(const std::filesystem::path& replaced, bool writable);
    [[nodiscard]] FileIdentity identity() const { return asClosed().identity; }
    /// The identity, size and time that recognize the file if it is closed now.
    [[nodiscard]] ClosedFile asClosed() const;
    /// Whether the file still has its name: another process may have replaced or removed it.
    [[nodiscard]] bool hasItsName() const;
    /// Renames the open file, replacing any file of that name; `syncFolderOf` makes the rename survive a
    /// power cut.
    void renameTo(const std::filesystem::path& path);
    /// Like renameTo(). \return whether the file has the new name now; if not, it keeps its old name
    [[nodiscard]] bool tryRenameTo(const std::filesystem::path& path);

  private:
    OutputFile(std::filesystem::path path, Descriptor descriptor)
        : path_(std::move(path)), descriptor_(std::move(descriptor)) {}

    [[noreturn]] void fail(const char* doing) const;

    std::filesystem::path path_;
    Descriptor descriptor_;
    std::optional<FileProblem> lost_;  ///< why data did not reach the disk
};

/// Makes the names in the folder of `path` survive a power cut, if the file system can.
/// \throws SinkError if they may be lost
void syncFolderOf(const std::filesystem::path& path);

/// Gives a complete, synced file its final name, replacing any file of that name, and makes the rename
/// survive a power cut.
///
/// \throws SinkError if the rename may be lost; in that case the file has its old name again, if that is
///         possible
void renameDurably(const std::filesystem::path& from, const std::filesystem::path& to);

/// Writes a small file for a user, whole or not at all, through a symbolic link. \throws UsageError if its
/// place cannot be written, SinkError
void overwrite(const std::filesystem::path& path, const std::string& text);

/// Writes a small file that appears whole or not at all and is on disk on return. Several processes may do so
/// at once. \throws SinkError
void writeDurably(const std::filesystem::path& path, const std::string& text);

}  // namespace burin
