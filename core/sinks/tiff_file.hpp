// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/sinks/part_file.hpp"
#include "core/sinks/tiled_tiff_layout.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>

namespace burin {

/// One TIFF on disk, written tile by tile. Uncompressed tiles may come in any order and from several
/// processes at once; compressed tiles must come in order.
class TiffFile {
  public:
    TiffFile(const std::filesystem::path& path, const TiledTiffLayout::Image& image, bool big);

    [[nodiscard]] PartFile& part() { return part_; }
    [[nodiscard]] const PartFile& part() const { return part_; }
    [[nodiscard]] const TiledTiffLayout& layout() const { return layout_; }

    /// Creates a new file, replacing any existing one.
    void create();
    /// Continues a file that holds tiles; of a compressed file, the first `tiles` are kept.
    /// \throws SinkError if the file cannot hold them
    void adopt(std::int64_t tiles);
    /// Shares the file with other processes: creates it, or checks that it is the right one.
    /// \param mend  correct a wrong size or head instead of refusing it
    /// \throws UsageError if it belongs to another surface
    void share(bool mend);
    void openForReading();

    std::uint64_t store(std::int64_t tile, std::span<const std::byte> data);
    [[nodiscard]] std::uint64_t stored(std::int64_t tile) const;

  private:
    [[nodiscard]] bool compressed() const { return compressed_; }
    void writeHead();
    [[nodiscard]] bool headMatches(bool zerosMatch) const;
    [[nodiscard]] TiledTiffLayout::Place place(std::int64_t tile) const;

    const TiledTiffLayout layout_;
    const bool compressed_;
    PartFile part_;
    std::uint64_t end_ = 0;  // in a compressed file, offset of the next tile
};

}  // namespace burin
