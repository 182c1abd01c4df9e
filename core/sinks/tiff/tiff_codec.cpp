// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sinks/tiff/tiff_codec.hpp"

#include "core/base/errors.hpp"

#include <fcntl.h>
#include <tiffio.h>
#include <algorithm>
#include <array>
#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <memory>
#include <new>
#include <string>

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

/// A file in memory, for libtiff's callbacks.
struct MemoryFile {
    std::vector<std::byte> bytes;
    std::uint64_t at = 0;
    std::string complaint;  ///< the first message of the library
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
    try {
        if (file.bytes.size() < file.at + count) file.bytes.resize(file.at + count);
    } catch (const std::bad_alloc&) {  // the library could not clean up after an exception
        return 0;
    }
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

int complain(TIFF*, void* user, const char*, const char* format, va_list arguments) {
    auto& file = *static_cast<MemoryFile*>(user);
    std::array<char, 256> text{};
    std::vsnprintf(text.data(), text.size(), format, arguments);
    if (file.complaint.empty()) file.complaint = text.data();
    return 1;
}

/// Closes without writing a directory. The directory is not needed, and to write it after a failure, the
/// library would read tables that it could not allocate.
void discard(TIFF* tiff) {
    TIFFSetMode(tiff, O_RDONLY);
    TIFFClose(tiff);
}

using Handle = std::unique_ptr<TIFF, decltype(&discard)>;

/// \throws std::bad_alloc: opening a file in memory can fail for no other reason
Handle openIn(MemoryFile& memory) {
    const std::unique_ptr<TIFFOpenOptions, decltype(&TIFFOpenOptionsFree)> options(TIFFOpenOptionsAlloc(),
                                                                                   &TIFFOpenOptionsFree);
    if (!options) throw std::bad_alloc();
    TIFFOpenOptionsSetErrorHandlerExtR(options.get(), complain, &memory);
    Handle tiff(TIFFClientOpenExt("block", "wl", &memory, readMemory, writeMemory, seekMemory, closeMemory,
                                  sizeOfMemory, nullptr, nullptr, options.get()),
                &discard);
    if (!tiff) throw std::bad_alloc();
    return tiff;
}

}  // namespace

bool tiffCanCompress(Compression compression) {
    return TIFFIsCODECConfigured(libraryScheme(compression)) != 0;
}

std::vector<std::byte> compressTiffBlock(std::span<const std::byte> block, Compression compression) {
    MemoryFile memory;
    memory.bytes.reserve(block.size());
    std::vector<std::byte> copy(block.begin(), block.end());  // because libtiff takes no constant data
    const Handle tiff = openIn(memory);
    // Without a predictor, these schemes see only bytes, so the block is one row of bytes.
    const auto width = static_cast<std::uint32_t>(block.size());
    const bool set = TIFFSetField(tiff.get(), TIFFTAG_IMAGEWIDTH, width) != 0 &&
                     TIFFSetField(tiff.get(), TIFFTAG_IMAGELENGTH, 1) != 0 &&
                     TIFFSetField(tiff.get(), TIFFTAG_ROWSPERSTRIP, 1) != 0 &&
                     TIFFSetField(tiff.get(), TIFFTAG_BITSPERSAMPLE, 8) != 0 &&
                     TIFFSetField(tiff.get(), TIFFTAG_SAMPLESPERPIXEL, 1) != 0 &&
                     TIFFSetField(tiff.get(), TIFFTAG_PLANARCONFIG, PLANARCONFIG_CONTIG) != 0 &&
                     TIFFSetField(tiff.get(), TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_MINISBLACK) != 0 &&
                     TIFFSetField(tiff.get(), TIFFTAG_COMPRESSION, libraryScheme(compression)) != 0;
    const bool compressed =
        set && TIFFWriteEncodedStrip(tiff.get(), 0, copy.data(), static_cast<tmsize_t>(copy.size())) >= 0 &&
        TIFFFlushData(tiff.get()) != 0;
    // After a complaint the library may have used another compressor, whose bytes differ.
    if (!compressed || !memory.complaint.empty())
        throw SinkError(
            {.reason = "the TIFF library cannot compress a block: %1", .details = {memory.complaint}});
    const std::uint64_t offset = TIFFGetStrileOffset(tiff.get(), 0);
    const std::uint64_t bytes = TIFFGetStrileByteCount(tiff.get(), 0);
    if (bytes == 0 || offset + bytes > memory.bytes.size()) {
        throw SinkError("the TIFF library did not return a compressed block");
    }
    const auto first = memory.bytes.begin() + static_cast<std::ptrdiff_t>(offset);
    return {first, first + static_cast<std::ptrdiff_t>(bytes)};
}

}  // namespace burin
