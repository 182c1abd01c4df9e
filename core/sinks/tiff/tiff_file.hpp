// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/sinks/part_file.hpp"
#include "core/sinks/tiff/tiff_file_layout.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <vector>

namespace burin {

/// One TIFF on disk, written area by area: its tiles or its strips or, in an uncompressed file of strips, any
/// rectangles that start at a whole byte. Uncompressed areas may come in any order and from several processes
/// at once; compressed ones must come in order.
class TiffFile {
  public:
    TiffFile(const std::filesystem::path& path, const TiffFileLayout::Image& image, bool big);

    [[nodiscard]] PartFile& part() { return part_; }
    [[nodiscard]] const PartFile& part() const { return part_; }
    [[nodiscard]] const TiffFileLayout& layout() const { return layout_; }

    /// Creates a new file, replacing any existing one.
    void create();
    /// Continues a file that holds blocks; of a compressed file, the first `blocks` are kept.
    /// \throws SinkError if the file cannot hold them
    void adopt(std::int64_t blocks);
    /// Shares the file with other processes: creates it, or checks that it is the right one.
    /// \param mend  correct a wrong size or head instead of refusing it
    /// \throws UsageError if it belongs to another surface
    void share(bool mend);
    /// \return why the file cannot be read, or that it is not the right file
    [[nodiscard]] std::optional<Problem> openForReading();

    /// \param area  in samples of the image \return the checksum of the data
    std::uint64_t store(const Rect& area, std::span<const std::byte> data);
    [[nodiscard]] std::uint64_t stored(const Rect& area) const;

  private:
    [[nodiscard]] bool compressed() const { return compressed_; }
    void writeHead();
    [[nodiscard]] bool headMatches(bool zerosMatch) const;
    [[nodiscard]] std::optional<Problem> bytesAfterBlocks(std::uint64_t size) const;
    [[nodiscard]] TiffFileLayout::Place place(std::int64_t block) const;
    [[nodiscard]] std::vector<std::byte> storedBlock(std::int64_t block) const;

    const TiffFileLayout layout_;
    const bool compressed_;
    PartFile part_;
    std::uint64_t end_ = 0;  // in a compressed file, offset of the next block
};

}  // namespace burin
