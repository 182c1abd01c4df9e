// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/checksum.hpp"
#include "core/base/output_file.hpp"
#include "core/export/surface_info.hpp"
#include "core/sinks/file_format.hpp"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <stop_token>
#include <utility>

namespace burin {

/// A file named NAME.part until it is complete. A symbolic link is written through.
class PartFile {
  public:
    explicit PartFile(std::filesystem::path path);

    [[nodiscard]] const std::filesystem::path& path() const { return path_; }
    [[nodiscard]] const std::filesystem::path& partPath() const { return partPath_; }
    [[nodiscard]] bool published() const;
    [[nodiscard]] bool begun() const;
    /// The path of the unfinished file, if it exists.
    [[nodiscard]] std::optional<std::filesystem::path> unfinished() const;

    /// The only file that complete() and publish() accept: the open one, or the expected one; nothing if they
    /// accept any file.
    [[nodiscard]] const std::optional<FileIdentity>& written() const { return written_; }
    /// Accepts only this file, which was written and closed before.
    void expect(const FileIdentity& written) { written_ = written; }
    /// The unfinished file; if there is none, the finished one.
    [[nodiscard]] std::optional<ClosedFile> present() const;
    /// Whether neither name leads to written(): the file was removed or replaced.
    [[nodiscard]] bool isLost() const;
    /// Why a lost file cannot be completed.
    [[nodiscard]] Problem loss() const;

    /// A new file has the access of the finished one that it will replace, but its owner may always write it.
    /// \param keep  whether to keep its content
    /// \throws SinkError if the file was open, and was removed or replaced
    void open(bool keep);
    /// Opens the unfinished file; if there is none, the finished one. \return why it cannot be read
    [[nodiscard]] std::optional<Problem> openForReading();
    /// Like openForReading(), for a file that must have a certain size.
    [[nodiscard]] std::optional<Problem> openForReading(std::uint64_t bytes);
    void close() {
        file_ = {};
        written_.reset();
    }
    /// \pre open
    [[nodiscard]] OutputFile& file() { return file_; }
    [[nodiscard]] const OutputFile& file() const { return file_; }

    /// Syncs the open file, so that it only lacks its name. \throws SinkError if it is lost
    void complete();
    /// Completes, renames and closes. A file that is replaced keeps its access and its user attributes, see
    /// takeAccess(). Never gives the name to another file than written(). If nothing was
    /// written and only the finished file exists, an earlier run has renamed it.
    /// \throws SinkError if the file is lost
    void publish();

    /// The message that the file has a wrong size, and the remedies.
    [[nodiscard]] Problem wrongSize() const;
    /// \throws SinkError  with wrongSize
    [[noreturn]] void refuseSize() const;
    /// \throws UsageError  with the message that a shared file is of an unknown origin, and the remedies
    [[noreturn]] void refuseShare() const;

    /// \throws SinkError if the file ends before `data` is full
    void readAll(std::span<std::byte> data, std::uint64_t offset) const;
    /// Adds a part of the file to a checksum. Needs little memory, however long the part is.
    /// \throws SinkError if the file ends before the part does; Cancelled after a stop
    void addTo(PiecewiseChecksum& sum, std::uint64_t offset, std::uint64_t bytes,
               const std::stop_token& stop) const;
    /// The checksum of a run that stands for the whole file, for formats whose chunks cannot be read back.
    /// \throws Cancelled after a stop
    [[nodiscard]] std::uint64_t wholeRun(const std::stop_token& stop) const;

  private:
    void takeAccessOfReplaced();

    std::filesystem::path path_;
    std::filesystem::path partPath_;
    OutputFile file_;
    std::optional<FileIdentity> written_;
};

/// The chunks of a surface that is not cut into swaths, as its header lays them out.
[[nodiscard]] ChunkGrid gridInOneSwath(const JournalHeader& header, Walk walk);

/// A format whose output is one file. Derived classes write chunks into the file and read them back.
class PartFileFormat : public FileFormat {
  public:
    PartFileFormat(const std::filesystem::path& path, const ChunkGrid& grid) : grid_(grid), part_(path) {}

    [[nodiscard]] const ChunkGrid& grid() const final { return grid_; }
    [[nodiscard]] const std::filesystem::path& output() const final { return part_.path(); }
    [[nodiscard]] bool published() const final { return part_.published(); }
    [[nodiscard]] std::optional<std::filesystem::path> unfinished() const final { return part_.unfinished(); }
    [[nodiscard]] bool isLost() const final { return part_.isLost(); }
    [[nodiscard]] Problem lossOf(std::int64_t) const final { return part_.loss(); }
    [[nodiscard]] std::optional<Problem> openForReading() override { return part_.openForReading(); }
    void sync() final { part_.file().sync(); }
    void publish() override { part_.publish(); }

  protected:
    const ChunkGrid grid_;
    PartFile part_;
};

}  // namespace burin
