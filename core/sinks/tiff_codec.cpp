// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sinks/tiff_codec.hpp"

#include "core/base/errors.hpp"
#include "core/sinks/tiled_tiff_layout.hpp"

#include <tiffio.h>
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <memory>

namespace burin {
namespace {

std::uint16_t libraryScheme(Compression compression) {
    switch (compression) {
        case Compression::none:
            return COMPRESSION_NONE;
        case Compression::deflate:
            return COMPRESSION_ADOBE_DEFLATE;
        case Compression::lzw:
            return COMPRESSION_LZW;
        case Compression::zstd:
            return COMPRESSION_ZSTD;
    }
    return COMPRESSION_NONE;
}

/// A file in memory, as libtiff's callbacks see one.
struct MemoryFile {
    std::vector<std::byte> bytes;
    std::uint64_t at = 0;
};

tsize_t readMemory(thandle_t handle, void* data, tsize_t size) {
    auto& file = *static_cast<MemoryFile*>(handle);
    if (file.at >= file.bytes.size()) return 0;
    const auto count = std::min(static_cast<std::uint64_t>(size), file.bytes.size() - file.at);
    std::memcpy(data, file.bytes.data() + file.at, count);
    file.at += count;
    return static_cast<tsize_t>(count);
}

tsize_t writeMemory(thandle_t handle, void* data, tsize_t size) {
    auto& file = *static_cast<MemoryFile*>(handle);
    const auto count = static_cast<std::uint64_t>(size);
    if (file.bytes.size() < file.at + count) file.bytes.resize(file.at + count);
    std::memcpy(file.bytes.data() + file.at, data, count);
    file.at += count;
    return size;
}

toff_t seekMemory(thandle_t handle, toff_t offset, int whence) {
    auto& file = *static_cast<MemoryFile*>(handle);
    if (whence == SEEK_CUR) offset += file.at;
    if (whence == SEEK_END) offset += file.bytes.size();
    file.at = offset;
    return offset;
}

int closeMemory(thandle_t) {
    return 0;
}

toff_t sizeOfMemory(thandle_t handle) {
    return static_cast<MemoryFile*>(handle)->bytes.size();
}

}  // namespace

bool tiffCanCompress(Compression compression) {
    return TIFFIsCODECConfigured(libraryScheme(compression)) != 0;
}

std::vector<std::byte> compressTiffTile(std::span<const std::byte> tile, int depth, Compression compression) {
    MemoryFile memory;
    memory.bytes.reserve(tile.size());
    const std::unique_ptr<TIFF, decltype(&TIFFClose)> tiff(
        TIFFClientOpen("tile", "wl", &memory, readMemory, writeMemory, seekMemory, closeMemory, sizeOfMemory,
                       nullptr, nullptr),
        &TIFFClose);
    if (!tiff) throw SinkError("the TIFF library cannot start to compress");
    const auto side = static_cast<std::uint32_t>(tiffTileSide);
    TIFFSetField(tiff.get(), TIFFTAG_IMAGEWIDTH, side);
    TIFFSetField(tiff.get(), TIFFTAG_IMAGELENGTH, side);
    TIFFSetField(tiff.get(), TIFFTAG_TILEWIDTH, side);
    TIFFSetField(tiff.get(), TIFFTAG_TILELENGTH, side);
    TIFFSetField(tiff.get(), TIFFTAG_BITSPERSAMPLE, depth);
    TIFFSetField(tiff.get(), TIFFTAG_SAMPLESPERPIXEL, 1);
    TIFFSetField(tiff.get(), TIFFTAG_PLANARCONFIG, PLANARCONFIG_CONTIG);
    TIFFSetField(tiff.get(), TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_MINISBLACK);
    TIFFSetField(tiff.get(), TIFFTAG_COMPRESSION, libraryScheme(compression));
    std::vector<std::byte> copy(tile.begin(), tile.end());  // the library may turn its input around
    if (TIFFWriteEncodedTile(tiff.get(), 0, copy.data(), static_cast<tmsize_t>(copy.size())) < 0 ||
        TIFFFlushData(tiff.get()) == 0) {
        throw SinkError("the TIFF library cannot compress a tile");
    }
    const std::uint64_t offset = TIFFGetStrileOffset(tiff.get(), 0);
    const std::uint64_t bytes = TIFFGetStrileByteCount(tiff.get(), 0);
    if (bytes == 0 || offset + bytes > memory.bytes.size()) {
        throw SinkError("the TIFF library has lost a compressed tile");
    }
    const auto first = memory.bytes.begin() + static_cast<std::ptrdiff_t>(offset);
    return {first, first + static_cast<std::ptrdiff_t>(bytes)};
}

}  // namespace burin
