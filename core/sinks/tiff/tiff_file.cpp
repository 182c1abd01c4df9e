// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sinks/tiff/tiff_file.hpp"

#include "core/base/checksum.hpp"
#include "core/base/errors.hpp"
#include "core/base/text.hpp"

#include <string>
#include <vector>

namespace burin {

TiffFile::TiffFile(const std::filesystem::path& path, const TiffFileLayout::Image& image, bool big)
    : layout_(image, big), compressed_(image.compression != Compression::none), part_(path) {}

void TiffFile::create() {
    part_.open(false);
    writeHead();
}

void TiffFile::adopt(std::int64_t blocks) {
    part_.open(true);
    const std::uint64_t size = part_.file().size();
    if (!compressed() || blocks == 0) {
        writeHead();
        return;
    }
    const TiffFileLayout::Place last = place(blocks - 1);
    end_ = last.offset + last.bytes;
    if (last.bytes == 0 || last.offset < layout_.base() || end_ > size) {
        throw SinkError(part_.partPath().string(), "does not have the data that its journal lists",
                        {{Remedy::Way::startAgain}});
    }
    part_.file().resize(end_);
}

void TiffFile::share(bool mend) {
    part_.open(true);
    const std::uint64_t size = part_.file().size();
    const bool fits = (size == 0 || size == layout_.fileBytes()) && headMatches(true);
    if (!fits && !mend) part_.refuseShare();
    writeHead();
}

std::optional<Problem> TiffFile::openForReading() {
    if (auto problem = part_.openForReading()) return problem;
    const std::uint64_t size = part_.file().size();
    const bool fits = compressed() ? size >= layout_.base() : size == layout_.fileBytes();
    if (!fits) return part_.wrongSize();
    if (!headMatches(false)) return Problem{part_.file().path().string(), "its header is damaged"};
    const bool finished = part_.file().path() == part_.path();
    return compressed() && finished ? bytesAfterBlocks(size) : std::nullopt;
}

/// A finished file ends with its last block. An unfinished one may have blocks that its journal does not
/// list.
std::optional<Problem> TiffFile::bytesAfterBlocks(std::uint64_t size) const {
    const TiffFileLayout::Place last = place(layout_.blockCount() - 1);
    if (last.offset >= size || last.bytes >= size - last.offset) return {};
    return Problem{.subject = part_.file().path().string(),
                   .reason = "has %1 after its last block",
                   .details = {counted(size - last.offset - last.bytes, "byte")},
                   .remedies = {{Remedy::Way::startAgain}}};
}

void TiffFile::writeHead() {
    if (!compressed()) {
        // Set the size first: another process can tell from it that this file is being created.
        part_.file().resize(layout_.fileBytes());
        layout_.writeUncompressedHead(part_.file());
        return;
    }
    part_.file().resize(layout_.base());
    layout_.writeCompressedHead(part_.file());
    end_ = layout_.base();
}

bool TiffFile::headMatches(bool zerosMatch) const {
    TiffFileLayout::Place only;
    if (layout_.blockCount() == 1) only = compressed() ? place(0) : layout_.fixedPlace(0);
    const std::vector<std::byte> expected = layout_.head(only.offset, only.bytes);
    std::vector<std::byte> found(expected.size());
    static_cast<void>(part_.file().readAt(found, 0));
    for (std::size_t i = 0; i < expected.size(); ++i) {
        const bool same = found[i] == expected[i] || (zerosMatch && found[i] == std::byte{0});
        if (!same) return false;
    }
    return true;
}

TiffFileLayout::Place TiffFile::place(std::int64_t block) const {
    return compressed() ? layout_.readPlace(part_.file(), block) : layout_.fixedPlace(block);
}

std::uint64_t TiffFile::store(const Rect& area, std::span<const std::byte> data) {
    if (compressed()) {
        part_.file().writeAt(data, end_);
        layout_.writePlace(part_.file(), layout_.blockAt(area.origin()), {end_, data.size()});
        end_ += data.size();
    } else {
        layout_.forEachRun(area, [&](std::uint64_t at, std::size_t from, std::size_t bytes) {
            part_.file().writeAt(data.subspan(from, bytes), at);
        });
    }
    return checksum(data);
}

std::vector<std::byte> TiffFile::storedBlock(std::int64_t block) const {
    const TiffFileLayout::Place at = place(block);
    // A damaged table may claim any number of bytes; never read more than the file holds.
    const bool inside = at.offset <= part_.file().size() && at.bytes <= part_.file().size() - at.offset;
    if (!inside)
        throw SinkError({.subject = part_.file().path().string(),
                         .reason = "ends before block %1",
                         .details = {std::to_string(block)}});
    std::vector<std::byte> data(at.bytes);
    part_.readAll(data, at.offset);
    return data;
}

std::uint64_t TiffFile::stored(const Rect& area) const {
    if (compressed()) return checksum(storedBlock(layout_.blockAt(area.origin())));
    std::vector<std::byte> data(layout_.bytes(area));
    layout_.forEachRun(area, [&](std::uint64_t at, std::size_t from, std::size_t bytes) {
        part_.readAll(std::span(data).subspan(from, bytes), at);
    });
    return checksum(data);
}

}  // namespace burin
