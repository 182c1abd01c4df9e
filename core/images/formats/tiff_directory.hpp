// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Reads directories of a TIFF without libtiff, which would have to read every directory completely to tell
// its length or which pages there are.

#include "core/images/byte_reader.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace burin {

/// One directory of a TIFF, a BigTIFF or an EXIF block. Parts outside of the file read as nothing.
class TiffDirectory {
  public:
    /// \param file  must outlive the directory \return nothing if it does not start as a TIFF
    [[nodiscard]] static std::optional<TiffDirectory> first(const ByteReader& file);
    /// The directory at that offset of the same file.
    [[nodiscard]] TiffDirectory at(std::uint64_t offset) const;

    [[nodiscard]] std::uint64_t offset() const { return offset_; }
    /// Bytes from its first to its last, without the values that lie elsewhere.
    [[nodiscard]] std::uint64_t bytes() const;
    /// The offset of the next directory; 0 after the last.
    [[nodiscard]] std::uint64_t next() const;

    /// The first value of a tag, unchanged if its type is an integer.
    [[nodiscard]] std::optional<std::uint64_t> integer(std::uint16_t tag) const;
    /// All values of a tag of an integer type; empty for other types, and for more than `most` values.
    [[nodiscard]] std::vector<std::uint64_t> integers(std::uint16_t tag, std::size_t most) const;
    /// The value of a tag whose type is text, at most 64 KiB of it, without NUL at the end.
    [[nodiscard]] std::optional<std::string> text(std::uint16_t tag) const;

  private:
    TiffDirectory(const ByteReader& file, std::endian order, bool big, std::uint64_t offset);
    [[nodiscard]] std::uint64_t number(std::uint64_t at, std::size_t bytes) const;
    [[nodiscard]] std::uint64_t entryBytes() const { return big_ ? 20 : 12; }
    [[nodiscard]] std::uint64_t countBytes() const { return big_ ? 8 : 2; }
    [[nodiscard]] std::uint64_t offsetBytes() const { return big_ ? 8 : 4; }

    struct Entry {
        std::uint16_t type = 0;
        std::uint64_t count = 0;
        std::uint64_t inPlace = 0;  ///< the place of the value if it fits into the entry
    };
    [[nodiscard]] std::optional<Entry> entry(std::uint16_t tag) const;
    [[nodiscard]] std::uint64_t placeOf(const Entry& entry, std::uint64_t valueBytes) const;

    const ByteReader* file_;
    std::endian order_;
    bool big_;
    std::uint64_t offset_;
    std::uint64_t entries_;  ///< entries that lie inside the file; 0 if it claims more than any file has
};

/// Pages are counted up to here.
inline constexpr std::int64_t mostTiffPages = 4096;

/// The pages of a TIFF, as far as its directories can be followed and do not overlap.
struct TiffPages {
    std::int64_t count = 0;
    /// The first page that is neither a reduced picture nor a mask (NewSubfileType 1 and 4, SubfileType 2).
    std::optional<std::int64_t> firstFull;
};
[[nodiscard]] TiffPages pagesOf(const ByteReader& file);

}  // namespace burin
