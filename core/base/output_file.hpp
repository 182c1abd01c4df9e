// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/files.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>

namespace burin {

/// The owner of an open file. Every failure is a SinkError that names the file and the reason.
///
/// Reads and writes at given places may come from several threads at once.
class OutputFile {
  public:
    enum class Mode {
        read,    ///< must exist
        update,  ///< is created where it does not exist, keeps what it holds
        create   ///< empty, whatever was there
    };

    OutputFile() = default;
    /// \throws UsageError where the folder does not exist or must not be written to, and where something is
    ///         in the way that is no regular file
    OutputFile(const std::filesystem::path& path, Mode mode);

    [[nodiscard]] bool isOpen() const { return descriptor_.isOpen(); }
    [[nodiscard]] const std::filesystem::path& path() const { return path_; }

    void writeAt(std::span<const std::byte> data, std::uint64_t offset);
    /// \return how many bytes there were up to the end of the file
    [[nodiscard]] std::size_t readAt(std::span<std::byte> data, std::uint64_t offset) const;
    [[nodiscard]] std::uint64_t size() const;
    /// A file that grows is sparse: it takes no room before it is written.
    void resize(std::uint64_t bytes);
    /// Returns once the data are on disk. What has failed once fails ever after: the system reports such a
    /// loss only once. One thread at a time.
    void sync();
    /// False where another process holds it. Ends with the process, however it ends.
    [[nodiscard]] bool tryLock();
    /// Whether the file still has its name: another process may have replaced or removed it.
    [[nodiscard]] bool hasItsName() const;
    /// Moves the open file over anything that has that name; `syncFolderOf` makes that survive a power cut.
    void renameTo(const std::filesystem::path& path);

  private:
    [[noreturn]] void fail(const char* doing) const;

    std::filesystem::path path_;
    Descriptor descriptor_;
    std::optional<FileProblem> lost_;  ///< why data have not reached the disk
};

/// Makes the names in the folder of `path` survive a power cut, where the file system can.
/// \throws SinkError where they may be lost
void syncFolderOf(const std::filesystem::path& path);

/// Gives a complete, synced file its name, over anything that has it, and makes that survive a power cut.
///
/// \throws SinkError where the name may be lost again; then the file has its old name, if that is possible
void renameDurably(const std::filesystem::path& from, const std::filesystem::path& to);

/// Writes a small file that appears whole or not at all, and is on disk when this returns. Several processes
/// may do so at once. \throws SinkError
void writeDurably(const std::filesystem::path& path, const std::string& text);

}  // namespace burin
