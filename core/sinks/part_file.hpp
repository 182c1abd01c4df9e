// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/output_file.hpp"
#include "core/export/surface_info.hpp"

#include <filesystem>

namespace burin {

/// A file that is called NAME.part until it is complete.
class PartFile {
  public:
    explicit PartFile(std::filesystem::path path);

    [[nodiscard]] const std::filesystem::path& path() const { return path_; }
    [[nodiscard]] const std::filesystem::path& partPath() const { return partPath_; }
    /// NAME.journal, or NAME.I-of-N.journal.
    [[nodiscard]] std::filesystem::path journalPath(const Shard& shard) const;
    [[nodiscard]] bool published() const;
    [[nodiscard]] bool begun() const;

    /// \param keep  whether what it holds stays
    void open(bool keep);
    /// The unfinished file, or else the finished one.
    void openForReading();
    void close() { file_ = {}; }
    /// \pre open
    [[nodiscard]] OutputFile& file() { return file_; }
    [[nodiscard]] const OutputFile& file() const { return file_; }

    /// Syncs and renames; nothing to do where there is only the finished file.
    void publish();

    /// \throws SinkError  that the file has a wrong size, and what to do
    [[noreturn]] void refuseSize() const;

    /// \throws SinkError where the file ends before `data` is full
    void readAll(std::span<std::byte> data, std::uint64_t offset) const;

  private:
    std::filesystem::path path_;
    std::filesystem::path partPath_;
    OutputFile file_;
};

}  // namespace burin
