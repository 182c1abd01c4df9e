// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <utility>

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
    /// \throws UsageError where the folder does not exist or must not be written to
    OutputFile(const std::filesystem::path& path, Mode mode);
    OutputFile(OutputFile&& other) noexcept;
    OutputFile& operator=(OutputFile&& other) noexcept;
    OutputFile(const OutputFile&) = delete;
    OutputFile& operator=(const OutputFile&) = delete;
    ~OutputFile();

    [[nodiscard]] bool isOpen() const { return descriptor_ >= 0; }
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

  private:
    [[noreturn]] void fail(const char* doing) const;

    std::filesystem::path path_;
    int descriptor_ = -1;
    int lost_ = 0;  ///< why data have not reached the disk, as errno
};

/// Makes the names in the folder of `path` survive a power cut, where the file system can.
void syncFolderOf(const std::filesystem::path& path);

/// Gives a complete, synced file its name, over anything that has it, and makes that survive a power cut.
void renameDurably(const std::filesystem::path& from, const std::filesystem::path& to);

/// Writes a small file that appears whole or not at all.
void writeDurably(const std::filesystem::path& path, const std::string& text);

}  // namespace burin
