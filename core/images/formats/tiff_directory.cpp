// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/images/formats/tiff_directory.hpp"

#include <algorithm>
#include <unordered_set>

namespace burin {

using namespace std::string_view_literals;

namespace {

/// The size of an integer type; 0 for other types.
std::size_t integerBytes(std::uint16_t type) {
    switch (type) {
        case 1:  // BYTE
        case 6:  // SBYTE
            return 1;
        case 3:  // SHORT
        case 8:  // SSHORT
            return 2;
        case 4:   // LONG
        case 9:   // SLONG
        case 13:  // IFD
            return 4;
        case 16:  // LONG8
        case 17:  // SLONG8
        case 18:  // IFD8
            return 8;
        default:
            return 0;
    }
}

constexpr std::uint16_t kText = 2;

/// A BigTIFF may claim more entries, but no file has them, and searching them could take hours. libtiff
/// refuses such a directory.
constexpr std::uint64_t kMostEntries = 65535;

}  // namespace

std::optional<TiffDirectory> TiffDirectory::first(const ByteReader& file) {
    const bool bigEndian = file.has(0, "MM");
    if (!bigEndian && !file.has(0, "II")) return {};
    const std::endian order = bigEndian ? std::endian::big : std::endian::little;
    const bool big = file.number(2, 2, order) == 43;
    const TiffDirectory start(file, order, big, 0);
    return start.at(big ? start.number(8, 8) : start.number(4, 4));
}

TiffDirectory::TiffDirectory(const ByteReader& file, std::endian order, bool big, std::uint64_t offset)
    : file_(&file), order_(order), big_(big), offset_(offset), entries_(0) {
    const std::uint64_t size = file.size();
    if (offset == 0 || offset >= size) return;
    const std::uint64_t claimed = number(offset, countBytes());
    if (claimed <= kMostEntries) entries_ = std::min(claimed, (size - offset) / entryBytes());
}

TiffDirectory TiffDirectory::at(std::uint64_t offset) const {
    return {*file_, order_, big_, offset};
}

std::uint64_t TiffDirectory::bytes() const {
    return countBytes() + entries_ * entryBytes() + offsetBytes();
}

std::uint64_t TiffDirectory::next() const {
    if (entries_ == 0) return 0;
    return number(offset_ + countBytes() + entries_ * entryBytes(), offsetBytes());
}

std::uint64_t TiffDirectory::number(std::uint64_t at, std::size_t bytes) const {
    const auto place = static_cast<std::size_t>(at);
    if (bytes < 8) return file_->number(place, bytes, order_);
    const std::uint64_t first = file_->number(place, 4, order_);
    const std::uint64_t second = file_->number(place + 4, 4, order_);
    return order_ == std::endian::big ? first << 32U | second : second << 32U | first;
}

std::optional<TiffDirectory::Entry> TiffDirectory::entry(std::uint16_t tag) const {
    for (std::uint64_t i = 0; i < entries_; ++i) {
        const std::uint64_t place = offset_ + countBytes() + i * entryBytes();
        if (number(place, 2) != tag) continue;
        return Entry{static_cast<std::uint16_t>(number(place + 2, 2)), number(place + 4, offsetBytes()),
                     place + 4 + offsetBytes()};
    }
    return {};
}

std::uint64_t TiffDirectory::placeOf(const Entry& entry, std::uint64_t valueBytes) const {
    const bool fits = entry.count <= offsetBytes() / valueBytes;
    return fits ? entry.inPlace : number(entry.inPlace, offsetBytes());
}

std::optional<std::uint64_t> TiffDirectory::integer(std::uint16_t tag) const {
    const auto found = entry(tag);
    const std::size_t bytes = found ? integerBytes(found->type) : 0;
    if (bytes == 0 || found->count == 0) return {};
    return number(placeOf(*found, bytes), bytes);
}

std::vector<std::uint64_t> TiffDirectory::integers(std::uint16_t tag, std::size_t most) const {
    const auto found = entry(tag);
    const std::size_t bytes = found ? integerBytes(found->type) : 0;
    if (bytes == 0 || found->count > most) return {};
    const std::uint64_t place = placeOf(*found, bytes);
    std::vector<std::uint64_t> values;
    for (std::uint64_t i = 0; i < found->count; ++i)
        values.push_back(number(place + i * bytes, bytes));
    return values;
}

std::optional<std::string> TiffDirectory::text(std::uint16_t tag) const {
    const auto found = entry(tag);
    if (!found || found->type != kText) return {};
    const std::span<const std::byte> bytes =
        file_->part(static_cast<std::size_t>(placeOf(*found, 1)), static_cast<std::size_t>(found->count));
    const std::string_view all(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    return std::string(all.substr(0, all.find('\0')));
}

TiffPages pagesOf(const ByteReader& file) {
    constexpr std::uint16_t newSubfileType = 254;
    constexpr std::uint16_t subfileType = 255;
    constexpr std::uint64_t reducedOrMask = 1 | 4;
    constexpr std::uint64_t oldReduced = 2;
    TiffPages pages;
    std::unordered_set<std::uint64_t> seen;
    std::uint64_t bytes = 0;
    auto page = TiffDirectory::first(file);
    while (page && page->offset() != 0 && pages.count < mostTiffPages && seen.insert(page->offset()).second) {
        // Directories of a sound file do not overlap. A damaged file may have thousands of long directories
        // that do, and reading them would take minutes.
        bytes += page->bytes();
        if (bytes > file.size() && pages.count > 0) break;
        const auto kind = page->integer(newSubfileType);
        const bool full = kind ? (*kind & reducedOrMask) == 0 : page->integer(subfileType) != oldReduced;
        if (full && !pages.firstFull) pages.firstFull = pages.count;
        ++pages.count;
        page = page->at(page->next());
    }
    return pages;
}

}  // namespace burin
