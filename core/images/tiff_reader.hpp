// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/geometry/rect.hpp"
#include "core/images/block_cache.hpp"
#include "core/images/file_content.hpp"
#include "core/images/formats/orientation.hpp"
#include "core/images/pixel_format.hpp"
#include "core/images/tiff_decoder.hpp"
#include "core/images/tiff_layout.hpp"
#include "core/kernels/bytes.hpp"
#include "core/kernels/samples.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace burin {

/// Reads rectangles of one page of a TIFF as samples. The file may be larger than memory.
///
/// Supports 1, 2, 4, 8, 10, 12, 14, 16 and 32-bit unsigned and 16, 32 and 64-bit float gray and RGB(A),
/// palette and YCbCr, in strips or tiles, classic or BigTIFF, with any compression that libtiff knows.
/// Uncompressed data are read in place; otherwise the most recently used blocks are kept decoded, up to a
/// number of bytes. PixelConverter says how pixels become samples; a block that is not in the file is 0.
/// Coordinates are pixels of the page as shown; those of private functions are pixels of the page as stored.
/// All functions are thread-safe.
class TiffReader {
  public:
    /// Opens a page and checks its tags and the place of every block.
    /// \param page  counted from 0; nothing: the first that is neither a reduced picture nor a mask
    /// \throws ImageError that says what the file has and what is supported
    explicit TiffReader(const std::filesystem::path& path, std::optional<std::int64_t> page = {},
                        const PictureUse& use = {});
    /// As above, for a file that is already open.
    explicit TiffReader(std::shared_ptr<const InputFile> file, std::optional<std::int64_t> page = {},
                        const PictureUse& use = {});

    [[nodiscard]] Size size() const { return shownSize(layout_.orientation, layout_.size); }
    [[nodiscard]] std::int64_t page() const { return page_; }
    /// Remarks on the file for a person: which parts of its content the samples do not show, how its alpha is
    /// used, which page is read, and what is missing. Reads a small page completely if its alpha may hide all
    /// of it.
    [[nodiscard]] std::vector<Problem> remarks() const;
    /// Whether a sample may be smaller than 2^-20 or NaN.
    [[nodiscard]] bool mayHoldDust() const { return converter_.mayHoldDust(); }
    /// \see PixelConverter::bits
    [[nodiscard]] int bits() const { return converter_.bits(); }
    /// Whether pixels are gray floats, which samples keep in 32 bits.
    [[nodiscard]] bool holdsFloats() const {
        return isFloat(converter_.format().type) && converter_.format().model == PixelFormat::Model::gray;
    }
    /// The largest amount of memory that the reader takes, including decoded blocks.
    [[nodiscard]] std::size_t residentBytes() const;
    [[nodiscard]] const FileContent& content() const { return content_; }

    /// \pre `area` lies inside the page and has the view's size
    /// \throws ImageError that names the file and the rectangle if the file is damaged; also if the
    /// file was written since it was opened
    void read(const Rect& area, SamplesView samples) const;
    /// Like read() above, but writes the level k instead of the sample k / 255. \pre bits() == 8
    void read(const Rect& area, BytesView levels) const;
    /// Reads single pixels at any places. Neighbours in a row, from left to right, share one read.
    /// \pre all lie inside the page
    void readAt(const Point* places, std::int64_t count, float* samples) const;

  private:
    // View is SamplesView or BytesView.
    template <class View>
    void readShown(const Rect& area, const View& samples) const;
    template <class View>
    void readTurned(const Rect& area, const View& samples) const;
    template <class View>
    void readBlocks(const Rect& area, const View& samples) const;
    template <class View>
    void readEachBlock(const Rect& area, const View& samples) const;
    template <class View>
    void readPlainBlock(std::int64_t bx, std::int64_t by, const Rect& part, const View& samples) const;
    template <class View>
    [[nodiscard]] bool readDecodedBlock(std::int64_t bx, std::int64_t by, const Rect& part,
                                        const View& samples, BlockCache::Patience patience) const;
    template <class View>
    void readBands(const Rect& area, const View& samples) const;
    void readStoredAt(const Point* places, std::int64_t count, float* samples) const;
    void openBands();
    void readBand(std::int64_t index, BlockCache::Block& band) const;
    [[nodiscard]] std::int64_t bandCapacityBytes() const;
    [[nodiscard]] const BlockGrid& grid() const { return decoder_ ? decoder_->grid() : layout_.blocks; }
    [[nodiscard]] std::int64_t capacityBytes() const;

    std::shared_ptr<const InputFile> file_;
    std::int64_t page_;
    TiffLayout layout_;
    PixelConverter converter_;
    std::unique_ptr<TiffDecoder> decoder_;  ///< nullptr for plain pages
    std::unique_ptr<BlockCache> cache_;     ///< cache of decoder_'s units
    BlockGrid bandGrid_;  ///< for plain strips: parts of the page, independent of its strips
    std::int64_t bandRowBytes_ = 0;
    std::unique_ptr<BlockCache> bands_;  ///< blocks of bandGrid_, in the file's layout
    FileContent content_;
    mutable std::once_flag examined_;
    mutable bool isEmpty_ = false;
};

}  // namespace burin
