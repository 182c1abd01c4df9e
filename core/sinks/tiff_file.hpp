// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/sinks/part_file.hpp"
#include "core/sinks/tiled_tiff_layout.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>

namespace burin {

/// One TIFF on disk, tile by tile. Without compression tiles may come in any order and from several processes
/// at once; compressed ones come in theirs.
class TiffFile {
  public:
    TiffFile(const std::filesystem::path& path, const TiledTiffLayout::Image& image, bool big);

    [[nodiscard]] PartFile& part() { return part_; }
    [[nodiscard]] const PartFile& part() const { return part_; }
    [[nodiscard]] const TiledTiffLayout& layout() const { return layout_; }

    /// A new file, whatever was there.
    void create();
    /// Goes on with a file that holds tiles; of a compressed one the first `tiles`.
    /// \throws SinkError where it cannot hold them
    void adopt(std::int64_t tiles);
    /// Joins other processes: creates the file, or checks that it is the one.
    /// \param mend  a wrong size or head is put right instead
    /// \throws UsageError where it is of another surface
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
    std::uint64_t end_ = 0;  // of a compressed file, where the next tile goes
};

}  // namespace burin
