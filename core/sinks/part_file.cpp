// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sinks/part_file.hpp"

#include "core/base/errors.hpp"

#include <system_error>

namespace burin {
namespace {

std::filesystem::path withSuffix(std::filesystem::path path, const std::string& suffix) {
    path += suffix;
    return path;
}

}  // namespace

PartFile::PartFile(std::filesystem::path path)
    : path_(std::move(path)), partPath_(withSuffix(path_, ".part")) {}

std::filesystem::path PartFile::journalPath(const Shard& shard) const {
    if (shard.whole()) return withSuffix(path_, ".journal");
    return withSuffix(path_,
                      "." + std::to_string(shard.index) + "-of-" + std::to_string(shard.count) + ".journal");
}

bool PartFile::published() const {
    std::error_code error;
    return std::filesystem::exists(path_, error);
}

bool PartFile::begun() const {
    std::error_code error;
    return std::filesystem::exists(partPath_, error);
}

void PartFile::open(bool keep) {
    file_ = OutputFile(partPath_, keep ? OutputFile::Mode::update : OutputFile::Mode::create);
    syncFolderOf(partPath_);
}

void PartFile::openForReading() {
    file_ = OutputFile(begun() ? partPath_ : path_, OutputFile::Mode::read);
}

void PartFile::publish() {
    if (!begun()) {
        // An earlier run has renamed it, but may have ended before the name was on disk.
        if (published()) return syncFolderOf(path_);
        throw SinkError(partPath_.string() + ": is gone");
    }
    if (file_.isOpen()) file_.sync();
    close();
    renameDurably(partPath_, path_);
}

void PartFile::refuseSize() const {
    throw SinkError(file_.path().string() +
                    ": has not the size that its journal asks for; export it again with --force");
}

void PartFile::readAll(std::span<std::byte> data, std::uint64_t offset) const {
    if (file_.readAt(data, offset) != data.size())
        throw SinkError(file_.path().string() + ": ends too early");
}

}  // namespace burin
