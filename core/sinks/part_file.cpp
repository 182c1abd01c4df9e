// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sinks/part_file.hpp"

#include "core/base/cancelled.hpp"
#include "core/base/checksum.hpp"
#include "core/base/errors.hpp"
#include "core/base/files.hpp"
#include "core/sinks/journals.hpp"

#include <system_error>
#include <utility>
#include <vector>

namespace burin {
PartFile::PartFile(std::filesystem::path path)
    : path_(linkTarget(std::move(path))), partPath_(beside(path_, ".part")) {}

bool PartFile::published() const {
    std::error_code error;
    return std::filesystem::exists(path_, error);
}

bool PartFile::begun() const {
    std::error_code error;
    return std::filesystem::exists(partPath_, error);
}

std::optional<std::filesystem::path> PartFile::unfinished() const {
    if (!begun()) return {};
    return partPath_;
}

std::optional<ClosedFile> PartFile::present() const {
    const auto unfinished = closedFileAt(partPath_);
    return unfinished ? unfinished : closedFileAt(path_);
}

bool PartFile::isLost() const {
    return written_ && identityAt(partPath_) != written_ && identityAt(path_) != written_;
}

Problem PartFile::loss() const {
    if (file_.isOpen() && file_.path() == path_)
        return {path_.string(), "was removed or replaced while it was read"};
    if (begun())
        return {.subject = partPath_.string(),
                .reason = "has been replaced by another file",
                .advice = "rename or remove that file"};
    if (published())
        return {.subject = partPath_.string(),
                .reason = "no longer exists; %1 is another file, and stays as it is",
                .details = {path_.string()}};
    return {partPath_.string(), "no longer exists"};
}

void PartFile::open(bool keep) {
    // A lost file must not continue as an empty one, and the file that has its name belongs to others.
    if (isLost() && (keep || begun())) throw SinkError(loss());
    const bool isNew = !keep || !begun();
    const bool replaces = published();
    file_ = OutputFile(partPath_, keep ? OutputFile::Mode::update : OutputFile::Mode::create,
                       replaces ? 0600 : 0666);
    written_ = file_.identity();
    if (isNew && replaces) file_.takeAccessOf(path_, true);
    syncFolderOf(partPath_);
}

std::optional<Problem> PartFile::openForReading() {
    auto opened = OutputFile::openedForReading(begun() ? partPath_ : path_);
    if (const auto* problem = std::get_if<Problem>(&opened)) return *problem;
    file_ = std::move(std::get<OutputFile>(opened));
    written_ = file_.identity();
    return {};
}

std::optional<Problem> PartFile::openForReading(std::uint64_t bytes) {
    if (auto problem = openForReading()) return problem;
    if (file_.size() != bytes) return wrongSize();
    return {};
}

void PartFile::complete() {
    const bool there = written_ ? !isLost() : begun() || published();
    if (!there) throw SinkError(loss());
    if (file_.isOpen()) file_.sync();
}

/// The complete file may be read-only from now on.
void PartFile::takeAccessOfReplaced() {
    if (!published()) return;
    if (file_.isOpen()) {
        file_.takeAccessOf(path_, false);
    } else {
        OutputFile(partPath_, OutputFile::Mode::read).takeAccessOf(path_, false);
    }
}

void PartFile::publish() {
    complete();
    const bool renamed = written_ ? identityAt(path_) == written_ : !begun();
    if (renamed) {
        // The run that renamed the file may have ended before the new name was on disk.
        syncFolderOf(path_);
    } else {
        takeAccessOfReplaced();
        renameDurably(partPath_, path_);
        if (file_.isOpen() && identityAt(path_) != written_)
            throw SinkError({.subject = path_.string(),
                             .reason = "is not the exported file: another file took the place of %1",
                             .details = {partPath_.string()}});
    }
    close();
}

Problem PartFile::wrongSize() const {
    return {file_.path().string(),
            "does not have the size that its journal requires",
            {},
            {{Remedy::Way::startAgain}}};
}

void PartFile::refuseSize() const {
    throw SinkError(wrongSize());
}

void PartFile::refuseShare() const {
    throw UsageError(partPath_.string(),
                     "was begun for another surface or is damaged, and no journal says what it holds",
                     {{Remedy::Way::startAgain}});
}

void PartFile::readAll(std::span<std::byte> data, std::uint64_t offset) const {
    if (file_.readAt(data, offset) != data.size()) throw SinkError(file_.path().string(), "ends too early");
}

void PartFile::addTo(PiecewiseChecksum& sum, std::uint64_t offset, std::uint64_t bytes,
                     const std::stop_token& stop) const {
    std::vector<std::byte> piece(std::min(bytes, std::uint64_t{1} << 20U));
    while (bytes > 0) {
        if (stop.stop_requested()) throw Cancelled();
        const auto part = std::span(piece).first(std::min<std::uint64_t>(piece.size(), bytes));
        readAll(part, offset);
        sum.add(part);
        offset += part.size();
        bytes -= part.size();
    }
}

std::uint64_t PartFile::wholeRun(const std::stop_token& stop) const {
    std::vector<std::byte> piece(std::size_t{1} << 20);
    std::uint64_t sum = 0;
    for (std::uint64_t at = 0;; at += piece.size()) {
        if (stop.stop_requested()) throw Cancelled();
        const std::size_t got = file_.readAt(piece, at);
        sum = addToRun(sum, checksum(std::span(piece).first(got)));
        if (got < piece.size()) return sum;
    }
}

ChunkGrid gridInOneSwath(const JournalHeader& header, Walk walk) {
    const Rect& region = header.surface.region;
    return ChunkGrid({.region = {region.width, region.height},
                      .swathWidth = 0,
                      .chunk = header.chunk,
                      .walk = walk,
                      .depth = header.surface.depth,
                      .padded = false});
}

}  // namespace burin
